"""Rules that name a number, whatever the rows are called there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.histogram import finite_ends
from evalgui.core.parallel import blocks, spread
from evalgui.core.rules.declaring import (
    BOTH_CLASSES,
    Found,
    Parameter,
    Rule,
    RuleFamily,
    Unit,
    Values,
    lacking,
    number,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

_BLOCK = 65_536


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
    thresholds = steps.thresholds[1:]
    low, high = finite_ends(steps)
    largest = max(abs(low), abs(high)) if low <= high else 0.0
    scale = math.ldexp(1.0, math.frexp(largest)[1]) if largest else 1.0  # a power of two is exact

    def mean(column: NDArray[np.integer], n: int) -> float:
        def total_of(part: slice) -> float:
            number_of = np.diff(column[part.start : part.stop + 1].astype(np.int64))
            has_any = number_of > 0
            return float((thresholds[part][has_any] / scale * number_of[has_any]).sum())

        with np.errstate(invalid="ignore"):
            parts = spread(total_of, blocks(len(thresholds), _BLOCK))
        is_finite = all(map(math.isfinite, parts))
        return math.fsum(parts) / n * scale if n and is_finite else math.nan

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
    if reason:
        return Found(undefined=reason)
    means = class_means(steps)
    if not all(map(math.isfinite, means)):
        return Found(undefined="a score is infinite")
    return _named(_between(*means))


_NUMBER = Parameter("threshold", "threshold", 0.5, Unit.SCORE)

RULES = (
    Rule(
        "half",
        "0.5",
        "The conventional threshold of a probability",
        RuleFamily.NUMBERS,
        lambda _steps, _values: _named(0.5),
        of_what="threshold",
        is_number=True,
        has_button=True,
    ),
    Rule(
        "middle",
        "Middle",
        "Halfway between the lowest and the highest score",
        RuleFamily.NUMBERS,
        lambda steps, _values: _named(middle_of(steps), "no score is finite"),
        of_what="threshold",
        has_button=True,
    ),
    Rule(
        "class-means",
        "Mean of class means",
        "Halfway between the mean scores of both classes",
        RuleFamily.NUMBERS,
        _mean_of_means,
        of_what="threshold",
    ),
    Rule(
        "number",
        "A number",
        "The threshold that is typed",
        RuleFamily.NUMBERS,
        lambda _steps, values: _named(number(values, "threshold")),
        (_NUMBER,),
        of_what="threshold",
        is_number=True,
    ),
)
