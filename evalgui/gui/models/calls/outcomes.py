"""What a call turned out to be: the four outcomes, their words, and the rows that have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.languages import tr
from evalgui.core.score_table import is_called_positive

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.snapshot import Snapshot

# An outcome is 2 * actual + predicted, where 0 is the positive class and 1 the other: the
# cells of the matrix in reading order, as in `Words.outcomes`, then the rows without a score.
NO_SCORE_TEXT = tr("no score")
NO_SCORE = 4
CORRECT = frozenset({0, 3})
WRONG = (1, 2)


def outcomes(
    scores: NDArray[np.floating],
    is_positive: NDArray[np.bool_],
    threshold: float,
    *,
    higher_is_positive: bool,
) -> NDArray[np.uint8]:
    """Return the outcome of each row at a threshold."""
    called = is_called_positive(scores, threshold, higher_is_positive=higher_is_positive)
    result = 3 - 2 * is_positive.astype(np.uint8) - called
    result[np.isnan(scores)] = NO_SCORE
    return np.asarray(result, dtype=np.uint8)


def sorting_keys(
    codes: NDArray[np.uint8], *, by_call: bool, descending: bool
) -> NDArray[np.integer]:
    """Return what rows are sorted by: the outcome or the call, with missing scores last."""
    keys = (codes & 1 if by_call else codes).astype(np.int8)
    keys[codes == NO_SCORE] = -1 if descending else NO_SCORE
    return keys


def rows_of_cell(
    score: Score, is_positive: NDArray[np.bool_], threshold: float, cell: tuple[int, int]
) -> NDArray[np.bool_]:
    """Return which rows are in a cell of the matrix, given as (actual, predicted)."""
    actual, predicted = cell
    called = is_called_positive(
        score.values, threshold, higher_is_positive=score.higher_is_positive
    )
    if predicted != 0:
        called = ~(called | np.isnan(score.values))
    return called & (is_positive if actual == 0 else ~is_positive)


def same_calls(old: Snapshot, new: Snapshot) -> bool:
    """Return whether two snapshots call every row alike: their thresholds are one step."""
    if old.point is None or new.point is None or new.ranking is None:
        return False
    return new.ranking is old.ranking and new.point.row == old.point.row


def same_numbers(old: Snapshot, new: Snapshot) -> bool:
    """Return whether two snapshots have the same counts, and know as much of how sure they are."""
    if old.point is None or new.point is None:
        return False
    return same_calls(old, new) and new.point.is_awaited == old.point.is_awaited
