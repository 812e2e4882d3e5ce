"""Rules that name a number, whatever the rows are called there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import Numeral
from evalgui.core.histogram import finite_ends
from evalgui.core.parallel import blocks, spread
from evalgui.core.rules.declaring import (
    BOTH_CLASSES,
    Found,
    Parameter,
    Rule,
    RuleFamily,
    ScoreKind,
    Unit,
    Values,
    lacking,
    number,
    phrase,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

_BLOCK = 16_384
_SMALL, _LARGE = 1e-280, 1e280  # between them no sum of rows leaves the doubles


def middle_of(steps: Steps) -> float | None:
    """Return the middle between the lowest and the highest finite score; None without any."""
    low, high = finite_ends(steps)
    return None if low > high else _between(low, high)


def class_means(steps: Steps) -> tuple[float, float]:
    """Return the mean score of the positives and that of the negatives.

    Returns
    -------
    tuple of two floats
        NaN where a score of the class is infinite, or it has none. Computed to within some
        units in the last place, whatever the magnitude of the scores.
    """
    thresholds = steps.thresholds
    low, high = finite_ends(steps)
    largest = max(abs(low), abs(high)) if low <= high else 0.0
    # Only where sums could overflow, or digits be lost; dividing by a power of two is exact.
    is_usual = largest == 0.0 or _SMALL < largest < _LARGE
    scale = 1.0 if is_usual else math.ldexp(0.5, math.frexp(largest)[1])
    first = 1 + int(np.isinf(thresholds[1:2]).sum())
    last = len(thresholds) - int(np.isinf(thresholds[max(first, len(thresholds) - 1) :]).sum())

    def mean(column: NDArray[np.integer], n: int) -> float:
        def total_of(part: slice) -> float:
            rows = slice(part.start + first, part.stop + first)
            number_of = np.diff(column[rows.start - 1 : rows.stop])
            known = thresholds[rows]
            return float(((known if is_usual else known / scale) * number_of).sum())

        has_infinite = column[first - 1] != column[0] or column[last - 1] != column[-1]
        if not n or has_infinite:
            return math.nan
        parts = spread(total_of, blocks(last - first, _BLOCK))
        return math.fsum(parts) / n * scale

    return mean(steps.tp_column, steps.n_positive), mean(steps.fp_column, steps.n_negative)


def _between(low: float, high: float) -> float:
    total = low + high  # halves lose the last digit of the smallest numbers, sums the greatest
    return total / 2 if math.isfinite(total) else low / 2 + high / 2


def _named(value: float | None, reason: str = "") -> Found:
    if value is None or not math.isfinite(value):
        return Found(undefined=reason)
    return Found(value=value, threshold=value)


def _mean_of_means(steps: Steps, _values: Values) -> Found:
    reason = lacking(steps, BOTH_CLASSES)
    if steps.bins is not None:
        reason = reason or phrase("scores are only known to lie in a bin: nobody knows their mean")
    if reason:
        return Found(undefined=reason)
    means = class_means(steps)
    if not all(map(math.isfinite, means)):
        return Found(undefined=phrase("a score is infinite"))
    return _named(_between(*means))


_NUMBER = Parameter("threshold", phrase("threshold"), 0.5, Unit.SCORE)

RULES = (
    Rule(
        "half",
        Numeral("0.5"),
        phrase("The conventional threshold of a probability"),
        RuleFamily.NUMBERS,
        lambda _steps, _values: _named(0.5),
        of_what=phrase("threshold"),
        is_number=True,
        has_button=True,
        of_scores=ScoreKind.PROBABILITIES,
    ),
    Rule(
        "middle",
        phrase("Middle"),
        phrase("Halfway between the lowest and the highest score"),
        RuleFamily.NUMBERS,
        lambda steps, _values: _named(middle_of(steps), phrase("no score is finite")),
        of_what=phrase("threshold"),
        has_button=True,
        of_scores=ScoreKind.PROBABILITIES,
    ),
    Rule(
        "class-means",
        phrase("Mean of class means"),
        phrase("Halfway between the mean scores of both classes"),
        RuleFamily.NUMBERS,
        _mean_of_means,
        of_what=phrase("threshold"),
    ),
    Rule(
        "number",
        phrase("A number"),
        phrase("The threshold that is typed"),
        RuleFamily.NUMBERS,
        lambda _steps, values: _named(number(values, "threshold")),
        (_NUMBER,),
        of_what=phrase("threshold"),
        is_number=True,
    ),
)
