"""Measures at many operating points, in blocks of rows that stay in the cache."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import LARGEST_TOTAL, Counts, difference_of_products
from evalgui.core.metrics.declaring import DEFAULT_PARAMETERS
from evalgui.core.parallel import blocks, spread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.counts import Number, Real
    from evalgui.core.metrics.declaring import Metric, Parameters
    from evalgui.core.score_table import Steps

BLOCK = 65_536
"""Rows whose temporaries stay in the cache, and enough for threads to meet rarely."""


def _once(asked: Any) -> cached_property[Any]:  # noqa: ANN401 - mypy knows properties as any
    """Return a property that is computed when it is asked for, and then kept."""
    return cached_property(asked.fget)


class _Block(Counts):
    """Counts of some rows as doubles, of which what many measures ask for is made once."""

    @classmethod
    def of(cls, steps: Steps, rows: NDArray[np.intp] | slice, known: Mapping[str, Real]) -> _Block:
        """Return the counts of rows of some steps, of which measures may be known."""
        # Every count is a double, too; so nothing is converted measure by measure.
        tp, fp = (column[rows].astype(np.float64) for column in (steps.tp_column, steps.fp_column))
        fn, tn = steps.n_positive - tp, steps.n_negative - fp
        block = cls(tp, fp, fn, tn)  # type: ignore[arg-type]
        vars(block).update(
            actual_positives=steps.n_positive,
            actual_negatives=steps.n_negative,
            n=steps.n_positive + steps.n_negative,
            known=known,
        )
        return block

    actual_positives = _once(Counts.actual_positives)
    actual_negatives = _once(Counts.actual_negatives)
    predicted_positives = _once(Counts.predicted_positives)
    predicted_negatives = _once(Counts.predicted_negatives)
    correct = _once(Counts.correct)
    wrong = _once(Counts.wrong)
    concordant = _once(Counts.concordant)
    discordant = _once(Counts.discordant)
    root_of_margins = _once(Counts.root_of_margins)
    n = _once(Counts.n)

    @cached_property
    def determinant(self) -> Number:
        """TP TN - FP FN, rounded at most once where a double holds every product exactly."""
        if self.actual_positives * self.actual_negatives <= LARGEST_TOTAL:
            difference: Number = self.concordant - self.discordant
            return difference
        return difference_of_products(self.tp, self.tn, self.fp, self.fn)


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
        known: dict[str, Real] = {}  # what others are computed from, and the same by another name
        counts = _Block.of(steps, part if rows is None else rows[part], known)
        for metric in metrics:
            there = found[metric.id][part]
            there[:] = metric.value(counts, parameters)
            known[metric.id] = there

    spread(fill, blocks(n, BLOCK))
    return found
