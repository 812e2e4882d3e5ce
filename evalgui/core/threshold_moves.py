"""Where a threshold goes by attainable thresholds, by per cent of the rows, and to the ends."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from evalgui.core.score_table import Steps


def by_steps(steps: Steps, current: float, n_steps: int) -> float:
    """Return the attainable threshold so many steps on: positive numbers to higher scores.

    The one that calls nothing is at the end of them, also where it is no number.
    """
    known = steps.ascending
    strictest = len(known) - 1 if steps.higher_is_positive else 0
    if math.isnan(current):
        position = strictest
    else:
        has_beyond = math.isnan(known[strictest])
        first = int(has_beyond and not steps.higher_is_positive)
        stop = len(known) - int(has_beyond and steps.higher_is_positive)
        if n_steps > 0:
            position = first + int(np.searchsorted(known[first:stop], current, "right")) - 1
        else:
            position = first + int(np.searchsorted(known[first:stop], current, "left"))
    return float(known[min(max(position + n_steps, 0), len(known) - 1)])


def by_percentile(steps: Steps, current: float, n_percent: int) -> float:
    """Return a threshold that this many per cent fewer rows (more, if negative) lie below."""
    n = steps.n_positive + steps.n_negative
    row = steps.row_at(current)
    called = int(steps.tp_column[row]) + int(steps.fp_column[row])
    towards_strict = n_percent > 0 if steps.higher_is_positive else n_percent < 0
    change = max(1, round(abs(n_percent) * n / 100))
    wanted = called - change if towards_strict else called + change
    low, high = 0, len(steps) - 1
    while low < high:  # the first row that calls at least as many
        middle = (low + high) // 2
        if int(steps.tp_column[middle]) + int(steps.fp_column[middle]) >= wanted:
            high = middle
        else:
            low = middle + 1
    return steps.threshold(low)


def end(steps: Steps, *, highest: bool) -> float:
    """Return the highest or the lowest attainable threshold."""
    return float(steps.ascending[-1 if highest else 0])
