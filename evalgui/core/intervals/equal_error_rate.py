"""Intervals of the equal error rate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, clopper_pearson, wilson
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from evalgui.core.score_table import Steps

    Limits: TypeAlias = Callable[[float, float, float], tuple[float, float]]


FEW_ROWS = 10
"""With fewer rows in a class its Wilson bands are too short."""


def between_bands(steps: Steps, level: float) -> tuple[float, float]:
    """Return from where the lower bands of both error rates cross to where the upper ones do.

    Parameters
    ----------
    steps
        The operating points.
    level
        The two-sided level of the bands, which are Wilson's at each threshold.

    Returns
    -------
    tuple of two floats
        The limits, which hold the equal error rate; NaN where a class has no scores.
    """
    return _between(steps, level, wilson)


def between_exact_bands(steps: Steps, level: float) -> tuple[float, float]:
    """Return the limits of `between_bands` with the bands of Clopper and Pearson."""
    return _between(steps, level, clopper_pearson)


def is_small(steps: Steps) -> bool:
    """Return whether a class has too few rows for Wilson's bands."""
    return min(steps.n_positive, steps.n_negative) < FEW_ROWS


def _between(steps: Steps, level: float, limits: Limits) -> tuple[float, float]:
    if not (steps.n_positive and steps.n_negative):
        return UNDEFINED
    return _band_crossing(steps, level, limits, 0), _band_crossing(steps, level, limits, 1)


def _band_crossing(steps: Steps, level: float, limits: Limits, side: int) -> float:
    """Return where the lower (0) or the upper (1) bands of both error rates cross.

    Straight lines join the bands of neighbouring thresholds, as they join the error rates.
    """
    m, n = steps.n_positive, steps.n_negative

    def bands(row: int) -> tuple[float, float]:
        """Return the limit of FPR, which rises with the row, and that of FNR, which falls."""
        fp, fn = int(steps.fp_column[row]), m - int(steps.tp_column[row])
        return limits(fp, n, level)[side], limits(fn, m, level)[side]

    before, after = 0, len(steps) - 1
    while after - before > 1:
        middle = (before + after) // 2
        of_fpr, of_fnr = bands(middle)
        if of_fpr >= of_fnr:
            after = middle
        else:
            before = middle
    low_fpr, low_fnr = bands(before)
    high_fpr, high_fnr = bands(after)
    below, above = low_fpr - low_fnr, high_fpr - high_fnr
    return low_fpr - below / (above - below) * (high_fpr - low_fpr)


EXACT_BANDS = Method(
    id="clopper-pearson",
    name=phrase("crossing Clopper-Pearson bands"),
    explanation=phrase(
        "From where the lower exact bands of both error rates cross to where the upper "
        "ones do: wider than with Wilson's."
    ),
    compute=between_exact_bands,
    assumes=phrase("the rows are independent"),
    source="Clopper and Pearson 1934, at each threshold",
)
BETWEEN_BANDS = Method(
    id="bands",
    name=phrase("crossing Wilson bands"),
    explanation=phrase(
        "From where the lower Wilson bands of both error rates cross to where the upper "
        "ones do. It covers more than its level rather than less. Where a class has fewer than ten "
        "rows, with the bands of Clopper and Pearson."
    ),
    compute=between_bands,
    assumes=phrase("the rows are independent"),
    is_recommended=True,
    where_zero=EXACT_BANDS,
    source="Wilson 1927, at each threshold",
)

METHODS = (BETWEEN_BANDS,)
