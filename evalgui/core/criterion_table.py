"""What each distinct threshold does: counts, rates, ratios, predictive values, intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.intervals.by_weight import squares_at
from evalgui.core.intervals.many import (
    mover_ratio_of_many,
    predictive_values_of_many,
    wilson_of_many,
)
from evalgui.core.metrics import metric_by_id
from evalgui.core.metrics.everywhere import BLOCK, MeasuresInBlocks
from evalgui.core.parallel import blocks_apart, spread
from evalgui.core.rules.limits import effective, effective_cells, too_many_to_scan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.intervals.many import Limits
    from evalgui.core.score_table import Steps

MEASURES = ("TPR", "TNR", "LRP", "LRN", "PPV", "NPV")
"""The measures of the table, in order."""


def criterion_table(
    steps: Steps, level: float, *, fixes_shares: bool = False
) -> dict[str, NDArray[np.float64] | NDArray[np.int64]]:
    """Return every operating point with its measures and their intervals, strictest first.

    Parameters
    ----------
    steps
        The operating points, K + 1 of them.
    level
        The two-sided confidence of the intervals.
    fixes_shares
        Whether the sizes of the classes were chosen: predictive values then have the interval
        at the share of positives of the data.

    Returns
    -------
    dict of (K + 1,) arrays
        ``tp``, ``fp``, ``fn``, ``tn`` as int64; each of `MEASURES`, and it with ``_low`` and
        ``_high``, as float64: NaN where undefined, infinite where x/0. Where subjects were drawn,
        or rows have weights with fractions (of which the cells are sums, as float64), the limits
        are those of as many independent rows as theirs are worth; NaN where there are too many
        thresholds and subjects to look at each.
    """
    names = ["tp", "fp", "fn", "tn"]
    columns: dict[str, NDArray[np.float64] | NDArray[np.int64]] = {
        name: np.empty(len(steps)) if steps.is_weighted else np.empty(len(steps), dtype=np.int64)
        for name in names
    }
    measures: dict[str, NDArray[np.float64]] = {name: np.empty(len(steps)) for name in MEASURES}
    for metric_id, values in measures.items():
        columns[metric_id] = values
        for name in (f"{metric_id}_low", f"{metric_id}_high"):
            columns[name] = np.empty(len(steps))
    in_blocks = MeasuresInBlocks(steps, [metric_by_id(metric_id) for metric_id in MEASURES])

    is_unknown = bool(too_many_to_scan(steps))

    def limits_of(metric_id: str, counts: Counts, part: slice) -> Limits:
        if is_unknown:
            nothing = np.full(len(np.asarray(counts.tp)), np.nan)
            return nothing, nothing
        squares = squares_at(steps, part)
        return _interval(metric_id, counts, squares, steps, level, fixes_shares=fixes_shares)

    def fill(part: slice) -> None:
        counts = steps.counts(part)
        for name, cell in zip(names, (counts.tp, counts.fp, counts.fn, counts.tn), strict=True):
            columns[name][part] = cell / steps.unit if steps.is_weighted else cell
        in_blocks.fill(part, {name: values[part] for name, values in measures.items()})
        for metric_id in MEASURES:
            low, high = limits_of(metric_id, counts, part)
            columns[f"{metric_id}_low"][part] = low
            columns[f"{metric_id}_high"][part] = high

    spread(fill, blocks_apart(len(steps), BLOCK))
    return columns


def _interval(  # noqa: PLR0913 - all that limits depend on
    metric_id: str,
    counts: Counts,
    squares: Counts | None,
    steps: Steps,
    level: float,
    *,
    fixes_shares: bool,
) -> Limits:
    if metric_id.startswith("LR"):
        cells = effective_cells(steps, counts, squares)
        p, n = cells.actual_positives, cells.actual_negatives
        if metric_id == "LRP":
            return mover_ratio_of_many(cells.tp, p, cells.fp, n, level)
        return mover_ratio_of_many(cells.fn, p, cells.tn, n, level)
    if metric_id in {"PPV", "NPV"} and fixes_shares:
        p = np.asarray(counts.actual_positives)
        prevalence = float(np.max(p / np.maximum(np.asarray(counts.n), 1)))
        cells = counts if squares is None else effective_cells(steps, counts, squares)
        return predictive_values_of_many(cells, level, prevalence, positive=metric_id == "PPV")
    fraction = metric_by_id(metric_id).fraction
    if fraction is None:
        message = f"{metric_id} is no proportion"
        raise TypeError(message)
    return wilson_of_many(*effective(steps, counts, fraction, squares), level)
