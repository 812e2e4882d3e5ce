"""Measures at many operating points, in blocks of rows that stay in the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import LARGEST_TOTAL, Counts, difference_of_products
from evalgui.core.metrics.declaring import DEFAULT_PARAMETERS
from evalgui.core.parallel import blocks, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.counts import Real
    from evalgui.core.metrics.declaring import Metric, Parameters
    from evalgui.core.score_table import Steps

BLOCK = 16_384
"""Rows whose temporaries stay in the cache: on whole arrays all takes some five times as long."""


class _Block(Counts):
    """Counts of some rows as doubles, of which what many measures ask for is made once."""

    __slots__ = (
        "_called",
        "_correct",
        "_determinant",
        "_n_negative",
        "_n_positive",
        "_rest",
        "_wrong",
    )

    @classmethod
    def of(cls, steps: Steps, rows: NDArray[np.intp] | slice) -> _Block:
        """Return the counts of rows of some steps with what many measures ask for."""
        # Every count is a double, too; so nothing is converted measure by measure.
        tp, fp = (column[rows].astype(np.float64) for column in (steps.tp_column, steps.fp_column))
        fn, tn = steps.n_positive - tp, steps.n_negative - fp
        block = cls(tp, fp, fn, tn)  # type: ignore[arg-type]
        asked = {
            "_n_positive": steps.n_positive,
            "_n_negative": steps.n_negative,
            "_called": tp + fp,
            "_rest": fn + tn,
            "_correct": tp + tn,
            "_wrong": fp + fn,
            "_determinant": _determinant(steps, tp, fp, fn, tn),
        }
        for name, value in asked.items():
            object.__setattr__(block, name, value)
        return block

    actual_positives = property(lambda self: self._n_positive)
    actual_negatives = property(lambda self: self._n_negative)
    predicted_positives = property(lambda self: self._called)
    predicted_negatives = property(lambda self: self._rest)
    correct = property(lambda self: self._correct)
    wrong = property(lambda self: self._wrong)
    determinant = property(lambda self: self._determinant)
    n = property(lambda self: self._n_positive + self._n_negative)


def _determinant(steps: Steps, *cells: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return TP TN - FP FN, rounded at most once where a double holds every product exactly."""
    tp, fp, fn, tn = cells
    if steps.n_positive * steps.n_negative <= LARGEST_TOTAL:
        return tp * tn - fp * fn
    return np.asarray(difference_of_products(tp, tn, fp, fn))  # type: ignore[arg-type]


def values_everywhere(
    steps: Steps,
    metrics: Sequence[Metric],
    parameters: Parameters = DEFAULT_PARAMETERS,
    rows: NDArray[np.intp] | None = None,
) -> dict[str, NDArray[np.float64]]:
    """Return measures at every operating point, or at some.

    Parameters
    ----------
    steps
        The operating points.
    metrics
        The measures.
    parameters
        The numbers in their formulas.
    rows : (m,) array of int, optional
        Rows of the steps; all by default.

    Returns
    -------
    dict of (m,) arrays of float64
        By the ids of the measures: NaN where undefined, infinite where x/0. They are rows of one
        array, which whoever keeps one of them keeps.

    Examples
    --------
    >>> from evalgui.core.metrics import metric_by_id
    >>> from evalgui.core.score_table import ScoreTable
    >>> steps = ScoreTable([3.0, 2.0, 1.0], [True, False, True]).steps
    >>> values_everywhere(steps, [metric_by_id("TPR")])["TPR"].tolist()
    [0.0, 0.5, 0.5, 1.0]
    """
    n = len(steps) if rows is None else len(rows)
    # All in one array: the pages of one for each measure take as long as most of the numbers.
    table = np.empty((len(metrics), n))
    found = {metric.id: row for metric, row in zip(metrics, table, strict=True)}

    def fill(part: slice) -> None:
        counts = _Block.of(steps, part if rows is None else rows[part])
        known: dict[object, Real] = {}  # some measures have another name for the same formula
        for metric in metrics:
            key = metric.id if metric.fraction is not None else (metric.compute, metric.parameters)
            if key not in known:
                known[key] = metric.value(counts, parameters)
            found[metric.id][part] = known[key]

    spread(fill, blocks(n, BLOCK))
    return found
