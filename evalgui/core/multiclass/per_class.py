"""Every two-class measure for every class against the rest, all classes at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.metrics import DEFAULT_PARAMETERS, METRICS, Metric, Parameters
from evalgui.core.registry import UnknownIdError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.measured import Measured
    from evalgui.core.multiclass.declaring import ConfusionMatrix, Counts

# What the specification calls a measure of one class is the two-class measure against the rest.
CLASS_METRIC_IDS = {"PREC_I": "PPV", "REC_I": "TPR", "F_I": "F1"}


@dataclass(frozen=True, slots=True, eq=False)
class PerClass:
    """The table of all classes.

    Parameters
    ----------
    matrix
        What it was counted from.
    metrics
        The measures, M of them.
    counts
        The counts of each class against the rest: (K,) arrays of int64.
    values : (M, K) array of float64
        NaN where a measure is undefined for a class, an infinity where it is x/0.
    parameters
        The numbers in the formulas.
    """

    matrix: ConfusionMatrix
    metrics: tuple[Metric, ...]
    counts: Counts
    values: NDArray[np.float64]
    parameters: Parameters = DEFAULT_PARAMETERS

    @property
    def support(self) -> NDArray[np.int64]:
        """The rows of each class in the truth: (K,) int64."""
        return self.matrix.actual

    def of(self, metric_id: str) -> NDArray[np.float64]:
        """Return the values of one measure, by class: (K,) float64.

        Raises
        ------
        UnknownIdError
            If it is not among the measures.
        """
        wanted = CLASS_METRIC_IDS.get(metric_id, metric_id)
        for metric, row in zip(self.metrics, self.values, strict=True):
            if metric.id == wanted:
                return np.asarray(row)
        message = f"there is no measure '{metric_id}' of a class"
        raise UnknownIdError(message)

    def measured(self, metric: int, class_index: int) -> Measured:
        """Return a measure of a class, with its reason and its fraction."""
        counts = self.matrix.one_versus_rest(class_index)
        exact = self.metrics[metric].measured(counts, self.parameters)
        return exact._replace(value=float(self.values[metric, class_index]))


def per_class(
    matrix: ConfusionMatrix,
    parameters: Parameters = DEFAULT_PARAMETERS,
    metrics: Sequence[Metric] = METRICS,
) -> PerClass:
    """Compute measures for every class against the rest.

    Parameters
    ----------
    matrix
        The counts.
    parameters
        The numbers in the formulas.
    metrics
        Which measures, all by default.

    Returns
    -------
    PerClass

    References
    ----------
    tharwat-2018, section 2.9.2; binu-2022, classification report.
    """
    counts = matrix.each_versus_rest()
    values = np.empty((len(metrics), len(matrix)), dtype=np.float64)
    for row, metric in enumerate(metrics):
        values[row] = metric.value(counts, parameters)
    return PerClass(matrix, tuple(metrics), counts, values, parameters)
