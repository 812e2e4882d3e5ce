"""``evalgui table``: any table of results, printed or written in any format."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalgui.cli import values
from evalgui.cli.commands import printed
from evalgui.cli.options import add_evaluation, add_guard, data_parser
from evalgui.cli.telling import plainly
from evalgui.core.digits import Numeral, grouped, percentage
from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.texts import Style
from evalgui.core.vocabulary import phrase, words_in
from evalgui.io.assessing import assessed, read
from evalgui.io.writers.tables import (
    FORMATS,
    TABLES,
    Contents,
    How,
    about_path,
    as_text,
    format_of,
    notes_of,
    write_tables,
)
from evalgui.io.writers.tables.as_delimited import LIKE_FORMULAS
from evalgui.render.text import printed as printed_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from evalgui.cli.strict_parser import Parser
    from evalgui.core.metrics import Vocabulary
    from evalgui.io.assessing import Request
    from evalgui.io.writers.tables import TableKind, Written
    from evalgui.results.result import LongTable, Result

OF_PAIRS = ("comparison", "discordant")
"""The tables of two scores and more."""

_USUAL = "criterion"
_PRINTED = {"table": "tsv", "json": "json", "csv": "csv", "latex": "latex", "markdown": "markdown"}
"""What can be printed, with the id of its format."""
_RUNS = "runs"
"""That of many files, and not of one."""
_PAPER = "paper"
"""What is printed as it stands in a paper: rounded, with limits in brackets."""


def table_parser() -> Parser:
    """Return the parser of ``evalgui table``."""
    parser = data_parser(
        "evalgui table",
        tr(
            "Write results as a table. Without --table it is what each distinct threshold does: "
            "counts, rates, ratios, predictive values, and the intervals of all of them."
        ),
    )
    known = "; ".join(f"{one.id}: {one.explained.removesuffix('.')}" for one in TABLES)
    parser.add_argument(
        "--table",
        action="append",
        default=[],
        choices=[*(one.id for one in TABLES if one.id != "comparison"), _RUNS],
        metavar="NAME",
        help=tr(
            "the table (default: {usual}); may be repeated. {known}; {runs}: each file, or each"
            " of a folder, as one row with all measures, under the same roles. Of scores, {first}"
            " and {second}: evalgui compare --table",
            usual=_USUAL,
            known=known,
            runs=_RUNS,
            first=OF_PAIRS[0],
            second=OF_PAIRS[1],
        ),
    )
    endings = ", ".join(one.suffix for one in FORMATS)
    parser.add_argument(
        "--out",
        type=values.table_file,
        metavar="FILE",
        help=tr(
            "the file to write, whose name ends in {endings} (default: print it)", endings=endings
        ),
    )
    add_guard(parser)
    parser.add_argument(
        "--format",
        choices=[*_PRINTED, _PAPER],
        default="table",
        dest="output",
        help=tr(
            "how it is printed; table has tabs, and paper too, with numbers as a page has them: "
            "0.894 (0.820-0.940) (default: %(default)s)"
        ),
    )
    add_evaluation(parser)
    parser.add_argument("--by", action="extend", nargs="+", dest="group", help=tr("as --group"))
    parser.add_argument(
        "--probe", dest="subject", help=tr("as --subject, of searches and comparisons")
    )
    parser.add_argument("--reference", dest="subject_b", help=tr("as --subject-b"))
    return parser


@dataclass(frozen=True, slots=True)
class WriteTables:
    """Write tables, or print one.

    Parameters
    ----------
    files
        The files to assess.
    request
        What is asked of them.
    tables
        The ids of the tables; none for what each threshold does.
    output
        How it is printed, one of those that can be.
    vocabulary
        Whose words the table has; ids are the same in all.
    out
        The file to write; None prints the table.
    guards
        As of `How`.
    """

    files: tuple[Path, ...]
    request: Request
    tables: tuple[str, ...]
    output: str
    vocabulary: Vocabulary
    out: Path | None = None
    guards: bool = False

    def run(self) -> int:
        """Write them, or say why not on stderr with exit code 2."""
        return printed(self._text)

    def _text(self) -> str:
        if _RUNS in self.tables:
            return self._runs()
        found = list(assessed(self.request, read(self.request, self.files)))
        if len(found) > 1:
            message = phrase("a table is of one score; there are {n}", n=len(found))
            raise DataError(message, hint=phrase("Name one with --score, and one file"))
        (one,) = found
        words = words_in(one.snapshot.spoken(self.vocabulary))
        contents = Contents(one.snapshot, one.loaded, words)
        return told(contents, self.tables or (_USUAL,), self.output, self.out, guards=self.guards)

    def _runs(self) -> str:
        """Return each file as a row, or what was written of that."""
        from evalgui.io.folders import files_of
        from evalgui.io.runs import read_all

        if set(self.tables) != {_RUNS}:
            raise DataError(
                phrase("the table of runs is told by itself"),
                hint=phrase("Ask for --table runs alone"),
            )
        files = files_of(self.files)
        result, about = read_all(files, self.request)
        words = words_in(self.vocabulary)
        if self.out is None and self.output == _PAPER:
            return _printed(result, Style(words))
        how = How(about, words, guards=self.guards)
        return _handed_out([result.long_tables[0]], how, (_RUNS,), self.output, self.out)


def told(
    contents: Contents, ids: tuple[str, ...], output: str, out: Path | None, *, guards: bool
) -> str:
    """Write tables, and return what was written; without a file return one table as text.

    Raises
    ------
    DataError
        If there is no such table of these data.
    WritingError
        If the file cannot be written.
    """
    kinds = [TABLES.by_id(one) for one in dict.fromkeys(ids)]
    for kind in kinds:
        reason = kind.lacking(contents)
        if reason:
            message = phrase("there is no table '{id}': {reason}", id=kind.id, reason=reason)
            raise DataError(
                message, where=contents.dataset.name, hint=phrase("Choose another --table")
            )
    if out is None and len(kinds) > 1:
        raise DataError(phrase("several tables go to a file"), hint=phrase("Name it with --out"))
    if out is None and output == _PAPER:
        return _for_paper(kinds[0], contents)
    how = How(contents.about, contents.words, guards=guards)
    return _handed_out([kind.make(contents) for kind in kinds], how, ids, output, out)


def _handed_out(
    tables: Sequence[LongTable], how: How, ids: tuple[str, ...], output: str, out: Path | None
) -> str:
    """Write tables, and return what was written; without a file return the one as text."""
    if out is None:
        target = io.BytesIO()
        FORMATS.by_id(_PRINTED[output]).write(tables, how, target)
        sys.stderr.writelines(f"evalgui: {note}\n" for note in _offered(notes_of(how)))
        return target.getvalue().decode().removesuffix("\n")
    form = format_of(out.suffix)
    if form is None:
        raise DataError(phrase("{name} does not end as a table does", name=out.name))
    written = write_tables(tables, out, form, how)
    return written_in_words(written, ids, has_about=not form.holds_origin)


def _for_paper(kind: TableKind, contents: Contents) -> str:
    """Return the tables of a result as lines with tabs between the cells."""
    result = kind.result(contents)
    if result is None or not result.tables:
        message = phrase("'{id}' is too long to be printed in a paper", id=kind.id)
        raise DataError(
            message, where=contents.dataset.name, hint=phrase("Choose another --format")
        )
    return _printed(result, Style(contents.words))


def _printed(result: Result, style: Style) -> str:
    style = replace(style, count=grouped, rate=lambda share: Numeral(f"{percentage(share)} %"))
    tables = (as_text(printed_of(table, style)) for table in result.tables if table.rows)
    return "\n".join(tables).removesuffix("\n")


def written_in_words(written: Written, ids: tuple[str, ...], *, has_about: bool) -> str:
    """Return what was written, as lines for people."""
    n, names = written.n_rows, ", ".join(path.name for path in written.paths)
    if ids == (_USUAL,):
        lines = [tr("{names}: {n} thresholds", names=names, n=grouped(n))]
    else:
        lines = [tr("{names}: {n} rows", names=names, n=grouped(n))]
    if has_about:
        beside = ", ".join(about_path(path).name for path in written.paths)
        lines.append(tr("what is needed to reproduce it: {beside}", beside=beside))
    return "\n".join([*lines, *_offered(written.notes)])


def _offered(notes: Sequence[str]) -> list[str]:
    """Return notes, with the option that does something about them."""
    guard = tr("; --guard-formulas puts an apostrophe before it")
    return [plainly(note) + guard * note.endswith(LIKE_FORMULAS) for note in notes]
