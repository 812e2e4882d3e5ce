"""HDF5: tables, and the lists of trials of BOSARIS and SIDEKIT, read in a child process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.sampling import Sampling
from evalgui.io.meaning import Known, Reading, Role, Roles, listed, name_columns, stated
from evalgui.io.readers.child_columns import columns_of
from evalgui.io.readers.reader import Reader
from evalgui.io.sandbox.parent import run
from evalgui.io.table import RawColumn, RawTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions

NAME = "HDF5"

_MAGIC = b"\x89HDF\r\n\x1a\n"
_TRIALS = {
    "scores": (
        "BOSARIS scores in HDF5",
        Known(
            Roles(scores=("score",), sampling=Sampling.CASE_CONTROL),
            (
                stated(
                    Role.SCORE,
                    "'score' is the score: these are BOSARIS scores, by the names of the data sets",
                    "score",
                ),
            ),
            lacks="key",
        ),
    ),
    "key": (
        "BOSARIS key in HDF5",
        Known(
            Roles(truth="key", positive="target", sampling=Sampling.CASE_CONTROL),
            (
                stated(
                    Role.TRUTH,
                    "'key' is the truth: this is a BOSARIS key, by the names of the data sets",
                    "key",
                ),
            ),
            lacks="scores",
        ),
    ),
    "scored key": (
        "BOSARIS scores and key in HDF5",
        Known(
            Roles(
                truth="key",
                scores=("score",),
                positive="target",
                sampling=Sampling.CASE_CONTROL,
            ),
            (
                stated(Role.TRUTH, "'key' is the truth of BOSARIS", "key"),
                stated(Role.SCORE, "'score' is the score of BOSARIS", "score"),
            ),
        ),
    ),
}


def sniff(source: Source) -> bool:
    """Return whether a file starts as HDF5 does."""
    return source.head.startswith(_MAGIC)


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return a table of an HDF5 file.

    A table is a data set of records, or the data sets of one group that have one length; a
    column of a matrix is a column. Of the scores or the key of BOSARIS and SIDEKIT, every
    pair that the mask marks is a row.

    Parameters
    ----------
    source
        The whole file.
    options
        The table, where there are several (as the sheet), and the decimal sign of numbers
        that are stored as text. Without a table, the one with the most cells is read, and
        that is said.
    watch
        Asked whether to go on.

    Raises
    ------
    ReadingError
        If h5py is not installed; if the file is damaged, leads to other files, needs a
        filter that is not part of HDF5, or holds more than 100 million cells, 4,000 million
        pairs or 50 million trials; or if it has no table, or not the wanted one.
    CancelledError
        If the watch says so.
    """
    result = run("hdf5", source, watch.part(0.0, 0.9), options.sheet or "")
    facts = result.facts
    watch.step(0.9, "reading the columns")
    headers = [column["name"] for column in facts["columns"]]
    values = columns_of(source, result, "HDF5 file")
    names, findings = name_columns(headers)
    decimal = options.decimal or "."
    name, known = _TRIALS.get(facts["form"], (NAME, None))
    tables = tuple(facts.get("sheets", ()))
    return RawTable(
        name=source.name,
        columns=tuple(
            RawColumn(own, cells, header=header, decimal=decimal)
            for own, header, cells in zip(names, headers, values, strict=True)
        ),
        n_rows=facts["n_rows"],
        how=Reading(
            format=name,
            decimal=decimal,
            sheet=facts.get("sheet"),
            sheets=tables,
            is_sheet_guess=options.sheet is None and len(tables) > 1,
            sheet_word="table",
        ),
        findings=(*findings, *_findings(facts, was_told=options.sheet is not None)),
        known=known,
    )


def _findings(facts: dict[str, Any], *, was_told: bool) -> Iterator[Finding]:
    tables = facts.get("sheets", ())
    if len(tables) > 1:
        others = listed([name for name in tables if name != facts["sheet"]])
        text = f"the table '{facts['sheet']}' was read, and not {others}"
        level = Level.INFO if was_told else Level.WARNING
        yield Finding("multi_sheet", text, len(tables), level)
    n_others = facts["n_others"]
    if n_others:
        text = f"data sets that are no column of a table, not read: {grouped(n_others)}"
        yield Finding("other_data", text, n_others, Level.INFO)
    if facts["n_links"]:
        text = f"links within the file, not followed: {grouped(facts['n_links'])}"
        yield Finding("links", text, facts["n_links"], Level.INFO)
    if facts.get("is_index"):
        text = "no trial is a nontarget: a list of trials without a key (Ndx) looks the same"
        yield Finding("only_targets", text)


READER = Reader(
    NAME,
    sniff,
    read,
    suffixes=(".h5", ".hdf5"),
    description="HDF5",
    help="general tables and BOSARIS files, with the extra `evalgui[hdf5]`",
)
