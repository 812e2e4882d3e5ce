"""The area under the ROC curve with what its variance is made of, in one walk over the steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.parallel import blocks, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import ScoreTable

_BLOCK = 8_192  # sums of products of more are given to threads that wait for each other


@dataclass(frozen=True, slots=True)
class RankedArea:
    """The area under an ROC curve, and how its placements vary.

    The placement of a positive row is the share of the negatives that it is above, a tie
    counting half; that of a negative row the share of the positives that are above it. The
    mean of either is the area.

    Parameters
    ----------
    n_positive, n_negative
        The rows of each class that have a score.
    found, missed
        Twice the pairs of a positive and a negative row in the right and in the wrong order,
        a tie being half a pair of each: exact, ``found + missed == 2 n_positive n_negative``.
    of_positives, of_negatives
        The sample variance of the placements of a class, with n - 1; NaN below two rows.
    """

    n_positive: int
    n_negative: int
    found: int
    missed: int
    of_positives: float
    of_negatives: float

    @property
    def by_subject(self) -> bool:
        """Whether its variance is that of subjects."""
        return False

    @property
    def by_rows(self) -> RankedArea:
        """The same by rows, where subjects give it another variance; else itself."""
        return self

    @property
    def sizes(self) -> tuple[int, int]:
        """The positives and negatives of which its spread is expected."""
        return self.n_positive, self.n_negative

    @property
    def design_effect(self) -> float:
        """How many times the variance of independent rows it has; 1 for rows."""
        return 1.0

    @property
    def auc(self) -> float:
        """The area, in [0, 1]; NaN where a class has no rows."""
        return float(divide(self.found, self.found + self.missed))

    @property
    def beyond(self) -> float:
        """What is missing to 1, without cancellation."""
        return float(divide(self.missed, self.found + self.missed))

    @property
    def variance(self) -> float:
        """The variance of the area by DeLong: not negative; NaN below two rows in a class.

        References
        ----------
        DeLong, DeLong and Clarke-Pearson, "Comparing the areas under two or more correlated
        receiver operating characteristic curves", Biometrics 44 (1988), eq. 5 and 6.
        """
        parts = (
            divide(self.of_positives, self.n_positive),
            divide(self.of_negatives, self.n_negative),
        )
        return float(parts[0]) + float(parts[1])

    @property
    def degrees(self) -> float:
        """How many degrees of freedom its variance has.

        References
        ----------
        Satterthwaite 1946, for the two classes as in Brunner and Munzel, "The nonparametric
        Behrens-Fisher problem", Biometrical Journal 42 (2000).

        Examples
        --------
        >>> RankedArea(8, 8, 64, 64, 0.25, 0.25).degrees
        14.0
        """
        m, n = self.n_positive, self.n_negative
        parts = self.of_positives / m, self.of_negatives / n
        squares = parts[0] ** 2 / (m - 1) + parts[1] ** 2 / (n - 1)
        return self.variance**2 / squares if squares else min(m, n) - 1.0


def ranked_area(table: ScoreTable) -> RankedArea:
    """Return the area of a table with the variances of its placements.

    Ties are exact; one pass over the steps, whatever the number of rows they stand for.

    Parameters
    ----------
    table
        The scores, sorted.

    References
    ----------
    Sun and Xu, "Fast implementation of DeLong's algorithm", IEEE Signal Processing Letters 21
    (2014), of which the ranks are here the counts of the table.

    Examples
    --------
    >>> from evalgui.core.score_table import ScoreTable
    >>> area = ranked_area(ScoreTable([3, 2, 2, 1], [True, True, False, False]))
    >>> area.auc, area.variance
    (0.875, 0.03125)
    """
    steps = table.steps
    return area_of_columns(steps.tp_column, steps.fp_column, table.twice_mann_whitney_u)


def area_of_columns(tp: NDArray[Any], fp: NDArray[Any], found: int) -> RankedArea:
    """Return an area with the variances of its placements from counts of rows.

    Parameters
    ----------
    tp, fp : (K + 1,) arrays of integers
        The positives and the negatives among the rows of the first 0, 1, ... scores, the
        strictest first.
    found
        As of `RankedArea`.
    """
    m, n = int(tp[-1]), int(fp[-1])
    missed = 2 * m * n - found
    if m == 0 or n == 0:
        return RankedArea(m, n, 0, 0, np.nan, np.nan)
    of_positives, of_negatives = _squares(tp, fp, missed)
    return RankedArea(
        n_positive=m,
        n_negative=n,
        found=found,
        missed=missed,
        of_positives=_variance(of_positives, m, n),
        of_negatives=_variance(of_negatives, n, m),
    )


def _variance(squares: float, rows: int, others: int) -> float:
    """Return the variance of placements of which twice the ranks have a sum of squares."""
    return float(divide(squares, rows - 1)) / (4.0 * others * others) if rows > 1 else np.nan


def _squares(tp_column: NDArray[Any], fp_column: NDArray[Any], missed: int) -> tuple[float, float]:
    """Return the sums of squares of twice the ranks missed, about their means, of each class."""
    m, n = int(tp_column[-1]), int(fp_column[-1])
    of_positive, of_negative = missed / m, missed / n

    def sums(part: slice) -> tuple[float, float]:
        vertices = slice(part.start, part.stop + 1)
        tp = tp_column[vertices].astype(np.float64)
        fp = fp_column[vertices].astype(np.float64)
        above = fp[1:] + fp[:-1]  # twice the negatives above a positive of the step
        above -= of_positive
        below = 2.0 * m - tp[1:]  # twice the positives below a negative of the step
        below -= tp[:-1]
        below -= of_negative
        above *= above
        below *= below
        return float(np.dot(np.diff(tp), above)), float(np.dot(np.diff(fp), below))

    found = spread(sums, blocks(len(tp_column) - 1, _BLOCK))
    return sum(one for one, _ in found), sum(other for _, other in found)
