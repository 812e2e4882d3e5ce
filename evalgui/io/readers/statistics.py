"""Files of statistics packages, read in a child process: SPSS, Stata and SAS."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.io.meaning import Reading, is_score_name, listed, name_columns, plain_name, visible
from evalgui.io.readers.child_columns import columns_of
from evalgui.io.readers.reader import Reader
from evalgui.io.sandbox.parent import run
from evalgui.io.table import RawColumn, RawTable, likely_decimal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions

_STATA_OLD = frozenset(b"ilnoqrs")  # the version: its first byte, up to that of Stata 12
_MOST = 10
_FEW_VALUES = 3
_RATINGS = 4
_LOOK = 200


@dataclass(frozen=True, slots=True)
class Program:
    """A statistics package, or one of its formats.

    Parameters
    ----------
    name
        What the user calls it, and the child too.
    sniff
        Returns whether a file looks like its own.
    """

    name: str
    sniff: Callable[[Source], bool]

    def read(self, source: Source, options: ReadOptions, watch: Watch) -> RawTable:
        """Return the table of such a file.

        Where values have labels, those are the cells; but a column that is a score by its
        name, or an ordinal one of four values and more, keeps its numbers. What the file
        marks as missing is missing.

        Parameters
        ----------
        source
            The whole file.
        options
            The table, where there are several (as the sheet), and the decimal sign of
            numbers that are stored as text.
        watch
            Asked whether to go on.

        Raises
        ------
        ReadingError
            If what reads it is not installed, or the file is damaged or too large.
        CancelledError
            If the watch says so.
        """
        wanted = options.sheet or ""
        result = run("statistics", source, watch.part(0.0, 0.9), self.name, wanted)
        facts = result.facts
        watch.step(0.9, "reading the columns")
        values = columns_of(source, result, f"{self.name} file", _has_classes)
        headers = [column["name"] for column in facts["columns"]]
        names, findings = name_columns(headers)
        plain = [RawColumn(name, cells) for name, cells in zip(names, values, strict=True)]
        texts = [text for one in plain if one.kind == "text" for text in one.head(_LOOK)]
        decimal = options.decimal or likely_decimal(texts)
        tables = tuple(facts["sheets"]) if len(facts["sheets"]) > 1 else ()
        return RawTable(
            name=source.name,
            columns=tuple(
                RawColumn(own, cells, header=header, decimal=decimal)
                for own, header, cells in zip(names, headers, values, strict=True)
            ),
            n_rows=facts["n_rows"],
            how=Reading(
                format=self.name,
                decimal=decimal,
                sheet=facts["sheet"] if tables else None,
                sheets=tables,
                is_sheet_guess=options.sheet is None and len(tables) > 1,
                sheet_word="table",
            ),
            findings=(*findings, *_findings(facts, was_told=options.sheet is not None)),
        )


def _starts(*marks: bytes) -> Callable[[Source], bool]:
    return lambda source: source.head.startswith(marks)


def _is_stata(source: Source) -> bool:
    head = source.head
    is_old = head[:1] and head[0] in _STATA_OLD and head[1:4] in (b"\1\1\0", b"\2\1\0")
    return head.startswith(b"<stata_dta>") or bool(is_old)


SPSS = Program("SPSS", _starts(b"$FL2", b"$FL3"))
STATA = Program("Stata", _is_stata)
SAS = Program(
    "SAS",
    _starts(bytes(12) + bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011")),
)
TRANSPORT = Program("SAS transport", _starts(b"HEADER RECORD*******LIB"))


def _has_classes(column: dict[str, Any]) -> bool:
    """Return whether the labels of a column are classes: else its numbers are a rating."""
    return _rating(column) is None


def _rating(column: dict[str, Any]) -> str | None:
    """Return why the numbers of a column with labels are read, None where they are not."""
    if column["n"] < _FEW_VALUES:
        return None
    if is_score_name(column["name"]) or "rating" in plain_name(column["name"]):
        return "by its name it is a score"
    is_ordered = column["measure"] in ("ordinal", "scale") and column["n"] >= _RATINGS
    return f"by the file it is {column['measure']}" if is_ordered else None


# ------------------------------------------------------------------------------- findings


def _findings(facts: dict[str, Any], *, was_told: bool) -> Iterator[Finding]:
    if len(facts["sheets"]) > 1:
        others = listed([name for name in facts["sheets"] if name != facts["sheet"]])
        text = f"the table '{facts['sheet']}' was read, and not {others}"
        level = Level.INFO if was_told else Level.WARNING
        yield Finding("multi_sheet", text, len(facts["sheets"]), level)
    for text in facts["odd"]:
        yield Finding("encoding_doubt" if "texts" in text else "cut_off", text)
    if facts["marked"]:
        total = sum(n for _, n, _ in facts["marked"])
        each = _some(f"'{name}' {grouped(n)} ({', '.join(c)})" for name, n, c in facts["marked"])
        text = f"values that the file marks as missing, read as missing: {each}"
        yield Finding("marked_missing", visible(text), total, Level.INFO)
    yield from _label_findings(facts)
    if facts["titles"]:
        each = _some(f"'{name}' is '{title}'" for name, title in facts["titles"].items())
        text = f"what the file says of its columns: {each}"
        yield Finding("column_labels", visible(text), len(facts["titles"]), Level.INFO)


def _label_findings(facts: dict[str, Any]) -> Iterator[Finding]:
    """Yield what became of the labels of values."""
    labelled = [column for column in facts["columns"] if column["kind"] == "labelled"]
    used = [
        column["name"]
        for column in facts["columns"]
        if column["kind"] == "coded" or (column in labelled and _rating(column) is None)
    ]
    if used:
        text = f"values read by their labels in the file: {listed(used)}"
        yield Finding("value_labels", text, len(used), Level.INFO)
    for column in labelled:
        why = _rating(column)
        if why:
            text = f"the numbers of '{column['name']}' were read and not their labels: {why}"
            yield Finding("labels_unused", visible(text), column["n"], Level.INFO)
    for name, is_used, n_named, n, few in facts["partly"]:
        which = f"{grouped(n_named)} of the {grouped(n)} different values of '{name}' have a label"
        text = f"{which}; the others stay as they are: {', '.join(few)}"
        if not is_used:
            text = f"only {which}, and they were read as values like others: {', '.join(few)}"
        yield Finding("labels_partly", visible(text), n)
    for name, text in facts["twice"]:
        words = f"several values of '{name}' have the label '{text}': their codes were added to it"
        yield Finding("labels_repeated", visible(words))


def _some(words: Iterator[str]) -> str:
    """Return some of these words in one sentence, and how many more there are."""
    every = list(words)
    n_more = len(every) - _MOST
    return "; ".join(every[:_MOST]) + (f"; and {grouped(n_more)} more" if n_more > 0 else "")


READERS = (
    Reader(
        SPSS.name,
        SPSS.sniff,
        SPSS.read,
        suffixes=(".sav", ".zsav"),
        description="SPSS",
        help=(
            ".sav and .zsav, with the extra `evalgui[spss]`; values are read by their labels (an "
            "ordinal rating by its numbers), and what is declared as missing is missing"
        ),
    ),
    Reader(
        STATA.name,
        STATA.sniff,
        STATA.read,
        suffixes=(".dta",),
        description="Stata",
        help=".dta of every version since 8, with value labels and .a to .z",
    ),
    Reader(
        SAS.name,
        SAS.sniff,
        SAS.read,
        suffixes=(".sas7bdat",),
        description="SAS",
        help=".sas7bdat, whose formats are in files of their own",
    ),
    Reader(
        TRANSPORT.name,
        TRANSPORT.sniff,
        TRANSPORT.read,
        suffixes=(".xpt",),
        description="SAS transport",
        help=".xpt of version 5, whose formats are in files of their own",
    ),
)
