"""Cells that a question is about: two or three of each column that it names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import joined, phrase
from evalgui.io.meaning import Role, listed, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from evalgui.io.meaning import Reason
    from evalgui.io.table.raw_column import RawColumn
    from evalgui.io.table.raw_table import RawTable

_ABOUT_COLUMNS = frozenset(
    {
        *(Role.TRUTH, Role.SCORE, Role.PREDICTED, Role.PROBABILITIES, Role.DIRECTION),
        *(Role.N_POSITIVE, Role.N_NEGATIVE, Role.BINS),
    }
)
_MOST_COLUMNS = 3
_MOST_CELLS = 3
_HEAD = 100


def with_cells(table: RawTable, reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return reasons whose questions show some cells of the columns that they name.

    Parameters
    ----------
    table
        The table with the columns.
    reasons
        Any reasons; one without a question about columns stays as it is.
    """
    columns = [(quoted(one.name), one) for one in table.columns]
    return tuple(
        _with_cells(columns, one) if one.question and one.role in _ABOUT_COLUMNS else one
        for one in reasons
    )


def _with_cells(columns: Sequence[tuple[str, RawColumn]], reason: Reason) -> Reason:
    named = [one for one in columns if one[0] in reason.question]
    shown = []
    for name, column in named[:_MOST_COLUMNS]:
        cells = dict.fromkeys(cell.strip() for cell in column.head(_HEAD) if cell.strip())
        if cells:
            some = listed(list(cells)[:_MOST_CELLS])
            shown.append(phrase("{column} holds {cells}", column=name, cells=some))
    if not shown:
        return reason
    return replace(
        reason,
        question=phrase("{asked} {shown}.", asked=reason.question, shown=joined("; ", shown)),
    )
