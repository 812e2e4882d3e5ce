"""Cells that a question is about: two or three of each column that it names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.api import phrase
from evalgui.io.meaning import Role, listed, quoted

if TYPE_CHECKING:
    from evalgui.io.meaning import Reason
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


def with_cells(table: RawTable, reason: Reason) -> Reason:
    """Return a reason whose question shows some cells of the columns that it names.

    Parameters
    ----------
    table
        The table with the columns.
    reason
        Any reason; one without a question about columns stays as it is.
    """
    if not reason.question or reason.role not in _ABOUT_COLUMNS:
        return reason
    named = [one for one in table.columns if quoted(one.name) in reason.question]
    shown = []
    for column in named[:_MOST_COLUMNS]:
        cells = dict.fromkeys(cell.strip() for cell in column.head(_HEAD) if cell.strip())
        if cells:
            shown.append(f"{quoted(column.name)} holds {listed(list(cells)[:_MOST_CELLS])}")
    if not shown:
        return reason
    return replace(
        reason, question=phrase("{asked} {shown}.", asked=reason.question, shown="; ".join(shown))
    )
