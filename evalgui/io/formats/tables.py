"""What formats share: a table made of columns, and what is said of one table among several.

The child loads this with a format: what only the program itself needs is imported where it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding, Level
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.io.meaning import Reading
    from evalgui.io.table import ArrowColumn, Cells, RawTable


def table_of_columns(  # noqa: PLR0913 - all of a table
    name: str,
    headers: Sequence[str],
    columns: Sequence[ArrowColumn | Cells],
    how: Reading,
    *,
    n_rows: int,
    before: Sequence[Finding] = (),
    after: Sequence[Finding] = (),
    **more: Any,  # noqa: ANN401 - fields of a table
) -> RawTable:
    """Return columns as a table, each with a name of its own.

    Parameters
    ----------
    name
        That of the file.
    headers, columns
        The names as they stand in the file, and the cells.
    how
        How it was read, with the decimal sign of numbers that are text.
    n_rows
        How many rows there are.
    before, after
        What is said before and behind what is said of the names.
    more
        Other fields of `RawTable`.
    """
    from evalgui.io.meaning import name_columns
    from evalgui.io.table import RawColumn, RawTable

    names, findings = name_columns(headers)
    made = tuple(
        RawColumn(own, cells, header=header, decimal=how.decimal)
        for own, header, cells in zip(names, headers, columns, strict=True)
    )
    return RawTable(name, made, n_rows, how, (*before, *findings, *after), **more)


def one_of_several(
    word: str, chosen: str, names: Sequence[str], *, is_guess: bool
) -> Iterator[Finding]:
    """Yield which of several tables, sheets or files was read, and not the others.

    Parameters
    ----------
    word
        What each is called: "sheet", "table" or "file".
    chosen, names
        The one that was read, and all of them.
    is_guess
        Whether nobody said which is meant.
    """
    if len(names) > 1:
        from evalgui.io.meaning import listed

        others = listed([name for name in names if name != chosen])
        text = phrase(
            "the sheet '{chosen}' was read, and not {others}"
            if word == "sheet"
            else "the table '{chosen}' was read, and not {others}"
            if word == "table"
            else "the file '{chosen}' was read, and not {others}",
            chosen=chosen,
            others=others,
        )
        yield Finding("multi_sheet", text, len(names), Level.WARNING if is_guess else Level.INFO)
