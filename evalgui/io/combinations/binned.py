"""Files with a score and a count in each row: histograms of the scores of one class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import LARGEST_TOTAL
from evalgui.io.combinations.parts import has_name
from evalgui.io.meaning import is_count_name
from evalgui.io.table import RawColumn, arrow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.io.combinations.parts import Part

_FEWEST_ROWS = 5


def bins_of(part: Part) -> tuple[RawColumn, RawColumn] | None:
    """Return the scores of a histogram and how often each occurs; None for any other file.

    It has two columns: one of numbers that only rise, one of whole numbers that do not and
    that has no name, or the name of a count. Scores beside row numbers look the same.
    """
    columns = part.table.columns
    if len(columns) != 2 or part.table.n_rows < _FEWEST_ROWS:
        return None
    for scores, counts in (columns, columns[::-1]):
        may_count = not has_name(counts) or is_count_name(counts.name)
        if may_count and _only_rise(_numbers(scores)) and _are_counts(_numbers(counts)):
            return scores, counts
    return None


def stacked_counts(parts: Sequence[Part], name: str) -> RawColumn:
    """Return how often each score of some files occurs: once where a file has no counts."""
    pieces = []
    for part in parts:
        found = bins_of(part)
        counts = np.ones(part.table.n_rows) if found is None else _numbers(found[1])
        pieces.append(counts.astype(np.int64))
    return RawColumn(name, arrow.chunked_array([arrow.array(np.concatenate(pieces))]))


def _numbers(column: RawColumn) -> NDArray[np.floating]:
    """Return a column as numbers; none where a cell is no number."""
    numbers = column.parse_numbers()
    return numbers.in_full if not len(numbers.bad) and not numbers.n_missing else np.empty(0)


def _only_rise(values: NDArray[np.floating]) -> bool:
    return len(values) > 0 and bool(np.all(values[1:] > values[:-1]))


def _are_counts(values: NDArray[np.floating]) -> bool:
    are_whole = (values >= 0) & (np.floor(values) == values) & (values <= LARGEST_TOTAL)
    return len(values) > 0 and bool(are_whole.all()) and not _only_rise(values)
