"""One score a class: what is called, and every class ranked against the rest."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.digits import score
from evalgui.core.measured import Measured
from evalgui.core.multiclass.declaring import ConfusionMatrix, divide, phrase, phrase_n
from evalgui.core.score_table import Outline, ScoreTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

_NO_AUC = phrase("no row with a score is truly this class, or none is another")
SUM_TOLERANCE = 1e-3
_BLOCK = 65_536


@dataclass(frozen=True, slots=True, eq=False)
class Calls:
    """What the greatest score of each row calls.

    Parameters
    ----------
    predicted : (n,) array of intp
        The first class with the greatest score; -1 where a score of the row is missing.
    is_tied : (n,) array of bool
        Whether other classes have that same score.
    """

    predicted: NDArray[np.intp]
    is_tied: NDArray[np.bool_]

    @property
    def n_tied(self) -> int:
        """The rows whose call the order of the classes decided."""
        return int(np.count_nonzero(self.is_tied))

    @property
    def n_missing(self) -> int:
        """The rows without a call."""
        return int(np.count_nonzero(self.predicted < 0))


class ClassScores:
    """Rows with a true class and one score for each class.

    Parameters
    ----------
    classes
        The names of the K classes, in the order of the columns.
    truth : (n,) array of int
        The true class of each row, an index into `classes`.
    columns
        K columns of n scores, float64 or float32; a higher score indicates the class. NaN
        means that the score is missing. Of an (n, K) array pass its transpose.

    Raises
    ------
    ValueError
        If the shapes do not fit or a class index is out of range.

    Notes
    -----
    Columns are walked one after the other, so that no second copy of them is made. A row
    with a missing score has no predicted class and is in no mean over rows; each class is ranked
    by all rows that have its own score.

    Examples
    --------
    >>> scores = ClassScores("abc", np.array([0, 1, 2]), [[0.6, 0.2, 0.4], [0.3, 0.7, 0.4],
    ...                                                   [0.1, 0.1, 0.2]])
    >>> scores.calls.predicted, scores.calls.n_tied
    (array([0, 1, 0]), 1)
    >>> scores.aucs
    array([1., 1., 1.])
    """

    def __init__(
        self, classes: Sequence[str], truth: ArrayLike, columns: Sequence[ArrayLike] | NDArray[Any]
    ) -> None:
        self.classes = tuple(classes)
        self.truth = np.asarray(truth).astype(np.intp, copy=False)
        self.columns = tuple(_real(column) for column in columns)
        lengths = {len(column) for column in self.columns} | {len(self.truth)}
        if len(self.columns) != len(self.classes) or len(lengths) != 1 or self.truth.ndim != 1:
            message = f"{len(self.columns)} columns for {len(self.classes)} classes"
            raise ValueError(f"{message}, of lengths {sorted(lengths)}")
        if len(self.truth) and not (
            int(self.truth.min()) >= 0 and int(self.truth.max()) < len(self.classes)
        ):
            message = "a true class is out of range"
            raise ValueError(message)

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.truth)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The rows of each class in the truth: (K,) int64."""
        return np.bincount(self.truth, minlength=len(self.classes)).astype(np.int64)

    @cached_property
    def is_complete(self) -> NDArray[np.bool_]:
        """Whether a row has a score for every class: (n,) bools."""
        complete = np.ones(self.n, dtype=np.bool_)
        for column in self.columns:
            complete &= ~np.isnan(column)
        return complete

    @cached_property
    def n_complete(self) -> int:
        """The number of rows with a score for every class."""
        return int(np.count_nonzero(self.is_complete))

    @cached_property
    def calls(self) -> Calls:
        """The class with the greatest score; of equal ones the first, and that is counted."""
        predicted = np.zeros(self.n, dtype=np.intp)
        tied = np.zeros(self.n, dtype=np.bool_)
        for rows in self._blocks():
            best = np.full(rows.stop - rows.start, -np.inf)
            for place, column in enumerate(self.columns):
                part = column[rows]
                higher = part > best
                tied[rows] = (tied[rows] & ~higher) | ((part == best) & (place > 0))
                predicted[rows][higher] = place
                np.copyto(best, part, where=higher)
        predicted[~self.is_complete] = -1
        tied[~self.is_complete] = False
        return Calls(predicted, tied)

    @cached_property
    def matrix(self) -> ConfusionMatrix:
        """The confusion matrix of `calls`; rows without a call are counted beside it."""
        return ConfusionMatrix.from_codes(self.truth, self.calls.predicted, self.classes)

    def table(self, index: int) -> ScoreTable:
        """Return one class ranked against the rest; it is not kept."""
        return ScoreTable(self.columns[index], self.truth == index)

    def places_of(self, chosen: NDArray[np.bool_], most: int) -> Mapping[int, Outline]:
        """Return where rows lie on the curves of their own classes against the rest.

        Parameters
        ----------
        chosen : (n,) array of bool
            Which rows.
        most
            Of more classes than that, nothing is found out: each is sorted for it.

        Returns
        -------
        mapping of int to Outline
            For each class with such rows that which calls nothing, as any outline begins, and the
            operating points at which they are called first; none for a class without a curve.
            Rows without a score of their class lie nowhere.
        """
        sizes, of_all = np.bincount(self.truth[chosen], minlength=len(self.classes)), self.sizes
        classes = np.flatnonzero((sizes > 0) & (of_all < self.n)).tolist()
        found = {}
        for index in classes if len(classes) <= most else ():
            own = self.columns[index][chosen & (self.truth == index)].astype(np.float64)
            steps = self.table(index).steps
            rows = np.unique(np.append(0, steps.rows_at(own[~np.isnan(own)])))
            if len(rows) > 1 and steps.n_positive and steps.n_negative:
                found[index] = Outline(steps.part(rows))
        return found

    def auc(self, class_index: int) -> Measured:
        """Return the area of one class against the rest, with the reason where it has none."""
        value = float(self.aucs[class_index])
        return Measured(value, _NO_AUC if math.isnan(value) else "")

    @property
    def aucs(self) -> NDArray[np.float64]:
        """The area under the ROC curve of each class against the rest: (K,) float64.

        NaN where a class has no row in the truth, or has all of them.
        """
        return self._ranked[0]

    @property
    def outlines(self) -> tuple[Outline | None, ...]:
        """What each class against the rest is drawn from; None where it has no area.

        Together they have at most two points for each row of the truth and two a class,
        however many classes there are.
        """
        return self._ranked[1]

    @cached_property
    def _ranked(self) -> tuple[NDArray[np.float64], tuple[Outline | None, ...]]:
        """The areas and the outlines: each class is sorted once for both."""
        areas = np.full(len(self.classes), np.nan)
        outlines: list[Outline | None] = [None] * len(self.classes)
        for index in np.flatnonzero((self.sizes > 0) & (self.sizes < self.n)).tolist():
            table = self.table(index)
            areas[index] = table.auc
            if table.n_positive and table.n_negative:
                outlines[index] = Outline(table.steps.corners())
        return areas, tuple(outlines)

    @cached_property
    def micro_auc(self) -> float:
        """The area under the ROC curve of all scores in one heap, right class or not.

        NaN where there are no rows, or only one class.
        """
        if not self.columns:
            return math.nan
        heap = np.concatenate([np.asarray(column, np.float64) for column in self.columns])
        right = np.concatenate([self.truth == index for index in range(len(self.columns))])
        return ScoreTable(heap, right).auc

    @cached_property
    def pairwise_auc(self) -> NDArray[np.float64]:
        """``A(i|j)``: how well the score of class i parts rows of class i from those of class j.

        Returns
        -------
        (K, K) array of float64
            P(score_i of a row of i above that of a row of j) + P(equal) / 2, in [0, 1]. NaN
            on the diagonal and where a class has no row.

        References
        ----------
        Hand and Till, "A simple generalisation of the area under the ROC curve for multiple
        class classification problems", Machine Learning 45 (2001), eq. 3.
        """
        size = len(self.classes)
        areas = np.full((size, size), np.nan)
        for index, column in enumerate(self.columns):
            known = ~np.isnan(column)
            own = np.sort(column[known & (self.truth == index)])
            rest = known & (self.truth != index)
            others, scores = self.truth[rest], column[rest]
            below = np.searchsorted(own, scores, "left") + np.searchsorted(own, scores, "right")
            twice = np.bincount(others, weights=2 * len(own) - below, minlength=size)
            pairs = 2 * len(own) * np.bincount(others, minlength=size)
            areas[index] = divide(twice, pairs)
        return areas

    @cached_property
    def truth_score(self) -> NDArray[np.float64]:
        """The score that each row has for its own true class: (n,) float64."""
        own = np.full(self.n, np.nan)
        for index, column in enumerate(self.columns):
            np.copyto(own, column, where=self.truth == index)
        return own

    @cached_property
    def truth_rank(self) -> NDArray[np.intp]:
        """How many classes come before the true one in each row: (n,) intp, 0 is the best.

        Of equal scores the class of the earlier column comes first, as in `calls`.
        """
        rank = np.zeros(self.n, dtype=np.intp)
        own = self.truth_score
        for place, column in enumerate(self.columns):
            rank += (column > own) | ((column == own) & (place < self.truth))
        return rank

    @cached_property
    def are_probabilities(self) -> bool:
        """Whether every score there is lies in [0, 1]."""
        return all(
            bool(((column >= 0) & (column <= 1) | np.isnan(column)).all())
            for column in self.columns
        )

    @cached_property
    def row_sums(self) -> NDArray[np.float64]:
        """The sum of the scores of each row: (n,) float64, NaN where one is missing."""
        total = np.zeros(self.n)
        with np.errstate(invalid="ignore"):  # opposite infinities have no sum
            for column in self.columns:
                total += column
        return total

    def findings(self) -> tuple[Finding, ...]:
        """Return what is odd about the scores, in words."""
        found = []
        if self.calls.n_tied:
            text = phrase(
                "{rows} tied at the greatest score: the first class is taken",
                rows=_rows(self.calls.n_tied),
            )
            found.append(Finding("tied_classes", text, self.calls.n_tied))
        if self.calls.n_missing:
            text = phrase(
                "{rows} without a score for every class: no predicted class",
                rows=_rows(self.calls.n_missing),
            )
            found.append(Finding("missing_class_score", text, self.calls.n_missing))
        if not self.are_probabilities:
            text = phrase(
                "the scores of the classes are not in [0, 1]: no log loss and no Brier score"
            )
            found.append(Finding("class_scores_no_probabilities", text, None))
            return tuple(found)
        off = np.abs(self.row_sums - 1) > SUM_TOLERANCE
        if off.any():
            first = int(np.argmax(off))
            text = phrase(
                "the probabilities of {rows} do not add up to 1; those of row {first} give {score}",
                rows=_rows(int(off.sum())),
                first=first + 1,
                score=score(self.row_sums[first], 4),
            )
            found.append(Finding("probability_sum", text, int(off.sum())))
        return tuple(found)

    def _blocks(self) -> Iterator[slice]:
        for start in range(0, self.n, _BLOCK):
            yield slice(start, min(start + _BLOCK, self.n))


def _real(column: ArrayLike) -> NDArray[np.floating]:
    values = np.asarray(column)
    if values.dtype == np.float32:
        return values
    return values.astype(np.float64, copy=False)


def _rows(number: int) -> str:
    return phrase_n(number, "1 row", "{n} rows", n=str(number))
