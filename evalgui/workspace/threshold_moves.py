"""Where a threshold goes by attainable thresholds, by per cent of the rows, and to the ends."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from evalgui.core.score_table import Steps


def by_steps(steps: Steps, current: float, n_steps: int) -> float:
    """Return the attainable threshold so many steps on: positive numbers to higher scores."""
    known = steps.ascending
    first = int(math.isnan(known[0]))
    last = len(known) - 1 - int(math.isnan(known[-1]))
    if n_steps > 0:
        position = int(np.searchsorted(known[first : last + 1], current, "right")) - 1
    else:
        position = int(np.searchsorted(known[first : last + 1], current, "left"))
    position += first + n_steps
    return float(known[min(max(position, first), last)])


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
    known = steps.ascending
    position = -1 if highest else 0
    if math.isnan(known[position]):
        position = -2 if highest else 1
    return float(known[position])
