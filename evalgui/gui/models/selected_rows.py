"""Which rows a selection means, and what it is in few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.api import (
    Between,
    Cells,
    DataError,
    Joined,
    OfClasses,
    Rows,
    ScoreRange,
    Where,
    called_between,
)
from evalgui.gui.models.calls.at_threshold import AtThreshold

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.api import Dataset, Selection, Term
    from evalgui.gui.models.calls.row_calls import RowCalls

_JOINED = {Joined.AND: "and ", Joined.OR: "or ", Joined.WITHOUT: "and not "}


Known: TypeAlias = "dict[Term, NDArray[np.bool_]]"
"""The rows of terms that are the same at every threshold, found before."""


def rows_of(
    selection: Selection, calls: RowCalls, dataset: Dataset, known: Known | None = None
) -> NDArray[np.bool_]:
    """Return which rows of the data a selection means, at the threshold of the calls.

    Parameters
    ----------
    selection
        With a term at least.
    calls
        How the rows are called.
    dataset
        Whose rows they are.
    known
        What was found for these rows and this score before; more is put into it.
    """
    found = np.ones(dataset.n, dtype=np.bool_)
    for place, part in enumerate(selection.parts):
        more = None if known is None else known.get(part.term)
        if more is None:
            more = _rows_of_term(part.term, calls, dataset)
            if known is not None and not isinstance(part.term, Cells):
                known[part.term] = more
        if part.joined is Joined.WITHOUT and place:
            found &= ~more
        elif part.joined is Joined.OR and place:
            found |= more
        else:
            found &= more
    return ~found if selection.is_inverted else found


def _rows_of_term(  # noqa: PLR0911 - one a kind
    term: Term, calls: RowCalls, dataset: Dataset
) -> NDArray[np.bool_]:
    match term:
        case Cells(cells):
            return calls.in_cells(cells)
        case Between(one, other) if isinstance(calls, AtThreshold):
            return called_between(calls.score, one, other)
        case ScoreRange(low, high) if isinstance(calls, AtThreshold):
            values = calls.score.values
            return np.asarray((values >= low) & (values <= high))
        case OfClasses(classes):
            if dataset.row_counts is not None:
                return np.asarray(dataset.row_counts[:, list(classes)].sum(axis=1) > 0)
            return np.isin(dataset.truth, classes)
        case Rows(rows):
            numbers = dataset.file_rows
            return np.isin(np.arange(1, dataset.n + 1) if numbers is None else numbers, rows)
        case Where(expression):
            return _where(expression, dataset)
    return np.zeros(dataset.n, dtype=np.bool_)


def _where(expression: str, dataset: Dataset) -> NDArray[np.bool_]:
    from evalgui.io.building.row_filter import rows_where  # with Arrow

    try:
        return rows_where(dataset.columns, expression)  # type: ignore[arg-type] # they are such
    except DataError:  # the columns are others now
        return np.zeros(dataset.n, dtype=np.bool_)


def said(selection: Selection, tell: Callable[[Term], str]) -> str:
    """Return a selection in few words, given what tells a term."""
    joined = [
        f"{_JOINED[part.joined] if place else ''}{tell(part.term)}"
        for place, part in enumerate(selection.parts)
    ]
    return f"all but {' '.join(joined)}" if selection.is_inverted else " ".join(joined)
