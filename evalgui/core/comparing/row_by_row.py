"""Which of two classifiers is right about each row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.comparing.candidate import Candidate


class Right(IntEnum):
    """The cells of McNemar's table."""

    BOTH = 0
    FIRST = 1
    SECOND = 2
    NEITHER = 3


DISCORDANT = (Right.FIRST, Right.SECOND)


@dataclass(frozen=True, slots=True, eq=False)
class RowByRow:
    """Which of two classifiers is right about each row.

    Parameters
    ----------
    right : (n,) array of int8
        A `Right`; -1 where one of both has no score, or the row stands for both classes.
    is_positive : (n,) array of bool
        The truth of each row.
    scores : two (n,) arrays
        Those of the first and of the second, NaN for none.

    Examples
    --------
    >>> rows = RowByRow(np.array([0, 1, 3, 1], np.int8), np.array([True, True, False, False]), ())
    >>> rows.places(Right.FIRST).tolist(), rows.places(Right.FIRST, of=False).tolist()
    ([1, 3], [3])
    """

    right: NDArray[np.int8]
    is_positive: NDArray[np.bool_]
    scores: tuple[NDArray[np.floating], ...]

    @classmethod
    def of(cls, first: Candidate, second: Candidate) -> RowByRow:
        """Return it of two classifiers of the same rows, in the same order."""
        is_positive = first.positives > 0
        compared = first.has_score & second.has_score & ((first.negatives > 0) != is_positive)
        wrong = [one.called != is_positive for one in (first, second)]
        right = 2 * wrong[0].astype(np.int8) + wrong[1]
        right[~compared] = -1
        return cls(right, is_positive, (first.score.values, second.score.values))

    def among(self, places: NDArray[np.integer], n: int) -> RowByRow:
        """Return it where its rows are those at some places of n rows."""
        right = np.full(n, -1, dtype=np.int8)
        right[places] = self.right
        is_positive = np.zeros(n, dtype=np.bool_)
        is_positive[places] = self.is_positive
        scores = []
        for values in self.scores:
            whole = np.full(n, np.nan, dtype=values.dtype)
            whole[places] = values
            scores.append(whole)
        return replace(self, right=right, is_positive=is_positive, scores=tuple(scores))

    def places(self, *cells: Right, of: bool | None = None) -> NDArray[np.intp]:
        """Return the rows of some cells: of the positives, of the negatives, or of both (None)."""
        found = np.zeros(len(self.right), dtype=np.bool_)
        for cell in cells:
            found |= self.right == cell
        if of is not None:
            found &= self.is_positive == of
        return np.flatnonzero(found)

    def counts(self) -> NDArray[np.intp]:
        """Return how many rows each `Right` has, of the negatives and of the positives: (4, 2)."""
        placed = 2 * self.right + self.is_positive
        return np.bincount(placed[self.right >= 0], minlength=2 * len(Right)).reshape(-1, 2)

    def calls(self, rows: NDArray[np.integer]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return whether the first and whether the second calls each of some rows positive."""
        truth, right = self.is_positive[rows], self.right[rows]
        of_first, of_second = (Right.BOTH, Right.FIRST), (Right.BOTH, Right.SECOND)
        return truth == np.isin(right, of_first), truth == np.isin(right, of_second)
