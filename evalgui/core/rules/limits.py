"""Which counts support a claim: the one-sided exact limit of a proportion against a number.

That a limit meets a target is asked of the binomial distribution itself, not of the limit: the
same by definition, faster, and without the rounding of an inverse. Where subjects were drawn, the
counts are those of as many independent rows as theirs are worth.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.intervals.proportions import one_sided_lower, one_sided_upper
from evalgui.core.intervals.subjects import UNKNOWN_SUBJECTS, worth_of_each
from evalgui.core.measured import Sided
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from evalgui.core.counts import Number
    from evalgui.core.score_table import Steps

_MOST_CELLS = 50_000_000  # operating points times subjects: more take longer than a few seconds
_TOO_MANY = phrase(
    "there are too many thresholds and subjects to look at a limit by subject at each"
)


@dataclass(frozen=True, slots=True)
class Limit:
    """The one-sided limit of a measure where a rule put the threshold by it.

    Parameters
    ----------
    metric_id
        Of which measure.
    value
        The limit.
    side
        `Sided.LOWER`: the measure is at least so high; `Sided.UPPER`: at most.
    level
        The one-sided confidence.
    by_subject
        Whether subjects were drawn, and the rows are worth fewer.
    """

    metric_id: str
    value: float
    side: Sided
    level: float
    by_subject: bool


def limit_of(metric_id: str, side: Sided, level: float, worth: tuple[Any, Any, bool]) -> Limit:
    """Return the exact limit of a proportion.

    Parameters
    ----------
    metric_id, side, level
        As of `Limit`.
    worth
        k, and of how many independent rows, and whether they are worth fewer than there are.
    """
    k, n, by_subject = float(worth[0]), float(worth[1]), worth[2]
    lower, upper = one_sided_lower(k, n, level)[0], one_sided_upper(k, n, level)[1]
    return Limit(metric_id, lower if side is Sided.LOWER else upper, side, level, by_subject)


def effective(
    steps: Steps,
    counts: Counts,
    fraction: Callable[[Counts], tuple[Any, Any]],
    squares: Counts | None = None,
) -> tuple[Number, Number]:
    """Return a proportion as k of n independent rows: those there are, or that theirs are worth.

    Parameters
    ----------
    steps
        Whose rows they are.
    counts
        Of operating points from the strictest to the most lenient, scalars or (R,) arrays.
    fraction
        A function of counts to k and n.
    squares
        Of rows that have weights with fractions, the sums of their squares in each cell.
    """
    k, n = fraction(counts)
    if squares is not None:
        total, of_squares = (np.asarray(one, np.float64) for one in (n, fraction(squares)[1]))
        with np.errstate(divide="ignore", invalid="ignore"):
            worth = total * (total / of_squares)
            return k / total * worth, worth
    if steps.subjects is None:
        return k, n
    cells = (np.atleast_1d(one) for one in (counts.tp, counts.fp, counts.fn, counts.tn))
    worth = worth_of_each(steps.subjects, Counts(*cells), fraction)
    worth = worth if np.ndim(counts.tp) else worth[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        return k * (worth / np.asarray(n, dtype=np.float64)), worth


def too_many_to_scan(steps: Steps) -> str:
    """Return why a limit cannot be looked at at every threshold; "" where it can."""
    if steps.lacks_subjects:
        return UNKNOWN_SUBJECTS
    n_subjects = 0 if steps.subjects is None else steps.subjects.n_subjects
    return _TOO_MANY if len(steps) * n_subjects > _MOST_CELLS else ""


def effective_cells(steps: Steps, counts: Counts, squares: Counts | None = None) -> Counts:
    """Return the four counts of as many independent rows as those of each class are worth.

    Parameters are those of `effective`.
    """
    if steps.subjects is None and squares is None:
        return counts
    tp, positives = effective(steps, counts, lambda c: (c.tp, c.actual_positives), squares)
    tn, negatives = effective(steps, counts, lambda c: (c.tn, c.actual_negatives), squares)
    cells: Any = tp, negatives - tn, positives - tp, tn
    return Counts(*cells)


def chances_are_at_hand() -> bool:
    """Return whether chances can be told at once: to load what counts them takes a while."""
    return hasattr(sys.modules.get("scipy.special"), "betainc")


def at_least_this_many(x: Number, n: Number, proportion: float) -> np.ndarray:
    """Return the chance of x or more of n where each comes with a proportion.

    Parameters
    ----------
    x, n
        Counts, scalars or arrays, 0 <= x <= n; they need not be whole.
    proportion
        In [0, 1].

    Returns
    -------
    array of float64
        In [0, 1]: 1 where x is 0.

    References
    ----------
    The regularised incomplete beta function, I_p(x, n - x + 1).
    """
    from scipy.special import betainc  # takes a fifth of a start-up to load

    x, n = np.asarray(x, dtype=np.float64), np.asarray(n, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        chance = betainc(np.where(x > 0, x, 1.0), n - x + 1.0, proportion)
    return np.where(x <= 0, 1.0, np.where(x > n, 0.0, chance))


def at_most_this_many(x: Number, n: Number, proportion: float) -> np.ndarray:
    """Return the chance of x or fewer of n where each comes with a proportion: (...) float64."""
    x, n = np.asarray(x), np.asarray(n)
    return at_least_this_many(n - x, n, 1.0 - proportion)


def lower_limit_confidence(x: Number, n: Number, target: float) -> np.ndarray:
    """Return the confidence with which x of n say that the true proportion is above a target.

    The one-sided lower limit of Clopper and Pearson is at least the target at just the levels
    up to this one.
    """
    return 1.0 - at_least_this_many(x, n, target)


def upper_limit_confidence(x: Number, n: Number, target: float) -> np.ndarray:
    """Return the confidence with which x of n say that the true proportion is below a target.

    The one-sided upper limit of Clopper and Pearson is at most the target at just the levels
    up to this one.
    """
    return 1.0 - at_most_this_many(x, n, target)


def fewest_for_lower_limit(n: int, target: float, level: float) -> int | None:
    """Return the fewest of n whose lower limit is at least a target; None where n are too few.

    Examples
    --------
    >>> fewest_for_lower_limit(59, 0.95, 0.95), fewest_for_lower_limit(58, 0.95, 0.95)
    (59, None)
    """
    if target <= 0:
        return 0
    return _first(n, lambda x: bool(at_least_this_many(x, n, target) <= _alpha(level)))


def most_for_upper_limit(n: int, target: float, level: float) -> int | None:
    """Return the most of n whose upper limit is at most a target; None where n are too few.

    Examples
    --------
    >>> most_for_upper_limit(2996, 0.001, 0.95), most_for_upper_limit(2990, 0.001, 0.95)
    (0, None)
    """
    if target >= 1:
        return n
    first = _first(n, lambda x: bool(at_most_this_many(x, n, target) > _alpha(level)))
    return None if first == 0 else n if first is None else first - 1


def rows_needed(target: float, level: float) -> int | None:
    """Return how many rows without an error support the claim that errors are at most a target.

    Where the limit of ``-ln(1 - level) / target`` of the rule of three comes from: all n rows
    are right with a chance of ``(1 - target)**n``.

    Examples
    --------
    >>> rows_needed(0.05, 0.95), rows_needed(1e-4, 0.95)
    (59, 29956)
    """
    if not 0 < target < 1:
        return None if target <= 0 else 1
    return math.ceil(math.log(_alpha(level)) / math.log1p(-target))


def _alpha(level: float) -> float:
    """Return the chance that is left to error; what only rounding puts above it is not."""
    return (1.0 - level) * (1.0 + 1e-12)


def _first(n: int, holds: Callable[[int], bool]) -> int | None:
    """Return the first of 0 to n from which on something holds; None where it never does."""
    if not holds(n):
        return None
    before, after = -1, n
    while after - before > 1:
        middle = (before + after) // 2
        if holds(middle):
            after = middle
        else:
            before = middle
    return after
