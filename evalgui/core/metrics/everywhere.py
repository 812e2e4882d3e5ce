"""Measures at many operating points, in blocks of rows that stay in the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from evalgui.core.counts import LARGEST_TOTAL, Counts, difference_of_products
from evalgui.core.metrics.declaring import DEFAULT_PARAMETERS
from evalgui.core.recording import Recording, Replay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.counts import Number
    from evalgui.core.metrics.declaring import Metric, Parameters
    from evalgui.core.recording import Recorded
    from evalgui.core.score_table import Steps

BLOCK = 32_768
"""Rows whose temporaries stay in the cache, and enough for threads to meet rarely."""


class _RecordedCounts(Counts):
    """Counts of a recording: arrays that differ from row to row, and classes that do not."""

    steps: Steps

    def __init__(self, steps: Steps, recording: Recording) -> None:
        tp, fp = cast("tuple[NDArray[np.int64], ...]", recording.inputs)  # they pass for arrays
        super().__init__(tp, fp, steps.n_positive - tp, steps.n_negative - fp)
        vars(self)["steps"] = steps

    @property
    def actual_positives(self) -> int:
        """TP + FN, the same in every row."""
        return self.steps.n_positive

    @property
    def actual_negatives(self) -> int:
        """FP + TN, the same in every row."""
        return self.steps.n_negative

    @property
    def n(self) -> int:
        """The number of scores, the same in every row."""
        return self.actual_positives + self.actual_negatives

    @property
    def determinant(self) -> Number:
        """TP TN - FP FN, rounded at most once where a double holds every product exactly."""
        if self.actual_positives * self.actual_negatives <= LARGEST_TOTAL:
            difference: Number = self.concordant - self.discordant
            return difference
        return difference_of_products(self.tp, self.tn, self.fp, self.fn)


class MeasuresInBlocks:
    """Measures at many operating points, computed for some rows at a time.

    Parameters
    ----------
    steps
        The operating points.
    metrics
        The measures.
    parameters
        The numbers in their formulas.

    Examples
    --------
    >>> import numpy as np
    >>> from evalgui.core.metrics import metric_by_id
    >>> from evalgui.core.score_table import ScoreTable
    >>> steps = ScoreTable([3.0, 2.0, 1.0], [True, False, True]).steps
    >>> sensitivity = np.empty(4)
    >>> MeasuresInBlocks(steps, [metric_by_id("TPR")]).fill(slice(0, 4), {"TPR": sensitivity})
    >>> sensitivity.tolist()
    [0.0, 0.5, 0.5, 1.0]
    """

    def __init__(
        self,
        steps: Steps,
        metrics: Sequence[Metric],
        parameters: Parameters = DEFAULT_PARAMETERS,
    ) -> None:
        self._steps, self._names = steps, [metric.id for metric in metrics]
        recording = Recording(n_inputs=2)
        counts = _RecordedCounts(steps, recording)
        # A measure that is another one by another name is so many steps that are known.
        values = [metric.value(counts, parameters) for metric in metrics]
        self._replay = Replay(recording, cast("list[Recorded | float]", values))

    def fill(self, rows: slice | NDArray[np.intp], into: Mapping[str, NDArray[np.float64]]) -> None:
        """Compute the measures at some rows, in any thread.

        Parameters
        ----------
        rows : slice or (m,) array of int
            Rows of the steps: as many as `BLOCK` stay in the cache.
        into : dict of (m,) arrays of float64
            By the ids of the measures, what is filled in: NaN where undefined, infinite where x/0.
        """
        inputs = [self._steps.tp_column[rows], self._steps.fp_column[rows]]
        self._replay(inputs, [into[name] for name in self._names])
