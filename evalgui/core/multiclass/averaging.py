"""Averages of a two-class measure over the classes: macro, weighted by support, and micro.

A class whose measure is 0/0 is left out and said so, or counts as 0 by a setting; it is never
0 in silence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.metrics import DEFAULT_PARAMETERS, Metric, Parameters
from evalgui.core.multiclass.declaring import (
    DEFAULT_SETTINGS,
    Counts,
    MulticlassSettings,
    Over,
    TakenIn,
    divide,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.multiclass.declaring import ConfusionMatrix


class Averaging(StrEnum):
    """How the classes are put together."""

    MACRO = "macro"
    WEIGHTED = "weighted"
    MICRO = "micro"


@dataclass(frozen=True, slots=True)
class Average:
    """An average over classes, and over which.

    Parameters
    ----------
    value
        NaN where no class is left to average.
    taken
        The classes.
    """

    value: float
    taken: TakenIn


def members(matrix: ConfusionMatrix, settings: MulticlassSettings) -> NDArray[np.bool_]:
    """Return which classes an average is to take in: (K,) bools."""
    if settings.over is Over.ALL:
        return np.ones(len(matrix), dtype=np.bool_)
    if settings.over is Over.CHOSEN:
        chosen = frozenset(settings.chosen)
        return np.array([name in chosen for name in matrix.classes], dtype=np.bool_)
    if settings.over is Over.TRUTH:
        return np.asarray(matrix.actual > 0)
    return np.asarray((matrix.actual > 0) | (matrix.predicted > 0))


def average(
    matrix: ConfusionMatrix,
    metric: Metric,
    how: Averaging,
    settings: MulticlassSettings = DEFAULT_SETTINGS,
    parameters: Parameters = DEFAULT_PARAMETERS,
) -> Average:
    """Average a two-class measure over the classes, each against the rest.

    Parameters
    ----------
    matrix
        The counts.
    metric
        Any measure of two classes.
    how
        MACRO: the mean. WEIGHTED: the mean weighted by support; where a class is left out
        the weights of the others add up to 1. MICRO: the measure of the summed counts.
    settings
        Which classes, and what becomes of one without a value.
    parameters
        The numbers in the formula of the measure.

    Returns
    -------
    Average

    References
    ----------
    binu-2022, F-measure (with its upper limit corrected to k) and the classification report.
    """
    counts = matrix.each_versus_rest()
    chosen = members(matrix, settings)
    if how is Averaging.MICRO:
        value = float(metric.value(summed(counts, chosen), parameters))
        return Average(value, TakenIn(indices(chosen), quantity=metric.symbol))
    values = np.asarray(metric.value(counts, parameters), dtype=np.float64)
    undefined = chosen & np.isnan(values)
    nothing = np.zeros_like(undefined)
    left_out, as_zero = (nothing, undefined) if settings.undefined_as_zero else (undefined, nothing)
    values = np.where(as_zero, 0.0, values)
    used = chosen & ~left_out
    weights = matrix.actual if how is Averaging.WEIGHTED else np.ones_like(matrix.actual)
    total = math.fsum(values[used] * weights[used])
    value = float(divide(total, int(weights[used].sum())))
    taken = TakenIn(indices(used), indices(left_out), indices(as_zero), metric.symbol)
    return Average(value, taken)


def summed(counts: Counts, chosen: NDArray[np.bool_]) -> Counts:
    """Return the counts of the chosen classes, each against its rest, added up."""
    columns = (counts.tp, counts.fp, counts.fn, counts.tn)
    tp, fp, fn, tn = (sum(np.asarray(column)[chosen].tolist()) for column in columns)
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn)


def indices(chosen: NDArray[np.bool_]) -> tuple[int, ...]:
    """Return the indices of classes that are chosen by (K,) bools."""
    return tuple(int(index) for index in np.flatnonzero(chosen))
