"""Which rows of the data a selection means."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.errors import DataError
from evalgui.core.grey_zone import called_between
from evalgui.core.selection import Between, Cells, Joined, OfClasses, Rows, ScoreRange, Where

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.selection import Selection, Term

    InCells: TypeAlias = Callable[[tuple[tuple[int, int], ...]], NDArray[np.bool_]]

Known: TypeAlias = "dict[Term, NDArray[np.bool_]]"
"""The rows of terms that are the same at every threshold, found before."""


def rows_selected(
    selection: Selection,
    dataset: Dataset,
    score: Score | None,
    in_cells: InCells,
    known: Known | None = None,
) -> NDArray[np.bool_]:
    """Return which rows of the data a selection means.

    Parameters
    ----------
    selection
        With a term at least.
    dataset
        Whose rows they are.
    score
        What they are called by; None where that is no score.
    in_cells
        Says which rows are in any of some cells of the matrix, (actual, predicted).
    known
        What was found for these rows and this score before; more is put into it.
    """
    found = np.ones(dataset.n, dtype=np.bool_)
    for place, part in enumerate(selection.parts):
        more = None if known is None else known.get(part.term)
        if more is None:
            more = _rows_of_term(part.term, dataset, score, in_cells)
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
    term: Term, dataset: Dataset, score: Score | None, in_cells: InCells
) -> NDArray[np.bool_]:
    match term:
        case Cells(cells):
            return in_cells(cells)
        case Between(one, other) if score is not None:
            return called_between(score, one, other)
        case ScoreRange(low, high) if score is not None:
            return np.asarray((score.values >= low) & (score.values <= high))
        case OfClasses(classes):
            if dataset.row_counts is not None:
                return np.asarray(dataset.row_counts[:, list(classes)].sum(axis=1) > 0)
            return np.isin(dataset.truth, classes)
        case Rows(rows):
            return _numbered(np.asarray(rows, dtype=np.int64), dataset)
        case Where(expression):
            return _where(expression, dataset)
    return np.zeros(dataset.n, dtype=np.bool_)


def _numbered(numbers: NDArray[np.int64], dataset: Dataset) -> NDArray[np.bool_]:
    """Return which rows have one of some numbers in the file: few are looked up, not all."""
    found = np.zeros(dataset.n, dtype=np.bool_)
    places = numbers - 1
    if dataset.file_rows is not None:
        places = np.searchsorted(dataset.file_rows, numbers)
    inside = (places >= 0) & (places < dataset.n)
    numbers, places = numbers[inside], places[inside]
    if dataset.file_rows is not None:
        places = places[dataset.file_rows[places] == numbers]
    found[places] = True
    return found


def _where(expression: str, dataset: Dataset) -> NDArray[np.bool_]:
    from evalgui.io.building.row_filter import rows_where  # with Arrow

    try:
        return rows_where(dataset.columns, expression)  # type: ignore[arg-type] # they are such
    except DataError:  # the columns are others now
        return np.zeros(dataset.n, dtype=np.bool_)
