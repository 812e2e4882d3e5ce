"""The intervals of measures of K classes together, each made when it is asked for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.confusion import some
from evalgui.core.intervals.at_point import (
    ONE_POPULATION,
    TOO_SHORT,
    IntervalsAt,
)
from evalgui.core.intervals.delta import DELTA
from evalgui.core.intervals.made_once import MadeOnce
from evalgui.core.intervals.making import (
    DEFAULT_INTERVALS,
    Interval,
    IntervalSettings,
    Kind,
    Sampling,
    method_of,
    recommended_method,
)
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.square_and_add import square_and_add
from evalgui.core.intervals.subjects import OF_ROWS
from evalgui.core.metrics import DEFAULT_PARAMETERS, Parameters, measured_at
from evalgui.core.multiclass import DEFAULT_SETTINGS, MATRIX_METRICS, members

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.intervals.method import Method
    from evalgui.core.measured import Measured
    from evalgui.core.multiclass import MulticlassSettings, OverallMetric
    from evalgui.core.multiclass.slopes import Cells, Sloped

    Matrices: TypeAlias = OverallMetric[ConfusionMatrix]
    Slope: TypeAlias = Callable[[Cells, ConfusionMatrix, MulticlassSettings], Sloped]

FEWEST = 5
"""Rows of a class below which the delta method is too sure of itself."""

AT_THESE_SHARES = "the rows are independent; at the shares of the classes of this file"
NO_CLOSED_FORM = "no closed form is known that holds its level"
OF_RANKING = "it is no function of the matrix, and has no interval here"


class IntervalsOfClasses(MadeOnce):
    """The intervals of the measures of all classes together, by their ids; each is made once.

    Parameters
    ----------
    matrix
        The counts.
    measured
        The measures of these counts, by their ids.
    taken
        Which classes an average takes in, and what else was set.
    parameters
        The numbers in the formulas of the two-class measures.
    settings
        The level and the methods.
    sampling
        How the data were sampled.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - as of `IntervalsAt`
        self,
        matrix: ConfusionMatrix,
        measured: Mapping[str, Measured],
        taken: MulticlassSettings = DEFAULT_SETTINGS,
        parameters: Parameters = DEFAULT_PARAMETERS,
        settings: IntervalSettings = DEFAULT_INTERVALS,
        sampling: Sampling = Sampling.COHORT,
    ) -> None:
        super().__init__(measured, settings, sampling)
        self._matrix = matrix
        self._taken = taken
        self._parameters = parameters
        self._of_classes: dict[int, IntervalsAt] = {}
        self._metrics: dict[str, Matrices] = {metric.id: metric for metric in MATRIX_METRICS}

    def __getitem__(self, metric_id: str) -> Interval:
        known = self._known.get(metric_id)
        if known is None:
            known = self._known[metric_id] = self._of(metric_id, self._measured[metric_id])
        return known

    def of_class(self, index: int) -> IntervalsAt:
        """Return the intervals of a class against the rest, by the ids of two-class measures."""
        known = self._of_classes.get(index)
        if known is None:
            counts = self._matrix.one_versus_rest(index)
            parameters = self._parameters
            measured = measured_at(counts, parameters)
            known = IntervalsAt(counts, measured, parameters, self._settings, self._sampling)
            self._of_classes[index] = known
        return known

    def _of(self, metric_id: str, measured: Measured) -> Interval:
        metric, n_classes = self._metrics.get(metric_id), len(self._matrix)
        if measured.reason:
            return self._none(measured.reason, measured)
        if metric is None:
            return self._of_scores(measured)
        function = metric.of_accuracy
        counts_each_once = function is not None and function(0.5, n_classes) == 0.5
        if function is not None and self._takes_all(metric):
            made = self._of_accuracy(function)
            label = f"{made.method} on Accuracy, transformed"
            return made if counts_each_once else made._replace(method=label)
        is_chance = not self._sampling.fixes_shares
        if counts_each_once and is_chance and measured.fraction is not None:
            return self._proportion(*measured.fraction)
        if metric.slope is None:
            return self._none(NO_CLOSED_FORM, measured)
        return self._by_delta(metric, metric.slope, measured)

    def _of_scores(self, measured: Measured) -> Interval:
        """Return that of a measure of the scores: a proportion of rows, such as top-k accuracy."""
        if measured.fraction is None or self._sampling.fixes_shares:
            return self._none(OF_RANKING, measured)
        return self._proportion(*measured.fraction)

    def _takes_all(self, metric: Matrices) -> bool:
        """Return whether every row is in a measure, so that it is a function of the accuracy."""
        if "over" not in metric.settings:
            return True
        taken, matrix = members(self._matrix, self._taken), self._matrix
        return bool((taken | ((matrix.actual == 0) & (matrix.predicted == 0))).all())

    def _of_accuracy(self, function: Callable[[float, int], float]) -> Interval:
        """Return the limits of the accuracy as a function makes them."""
        matrix = self._matrix
        if self._sampling.fixes_shares:
            base = self._accuracy_at_shares()
        else:
            base = self._proportion(matrix.correct, matrix.n)
        lower, upper = (function(limit, len(matrix)) for limit in (base.lower, base.upper))
        if lower <= upper:
            return base._replace(lower=lower, upper=upper)
        return base._replace(lower=upper, upper=lower, sided=base.sided.turned)

    def _proportion(self, k: int, n: int) -> Interval:
        method = method_of(self._settings, Kind.PROPORTION)
        lower, upper = method.compute(k, n, self._settings.level)
        return self._made(method, lower, upper, n, ONE_POPULATION)

    def _accuracy_at_shares(self) -> Interval:
        """Return square-and-add over the recalls, whose weights are fixed."""
        matrix, level = self._matrix, self._settings.level
        value, n = matrix.correct / matrix.n, matrix.n
        moved = []
        for hits, size in zip(matrix.diagonal.tolist(), matrix.actual.tolist(), strict=True):
            if size:
                limits = wilson(hits, size, level)
                low, high = (value + (limit - hits / size) * size / n for limit in limits)
                moved.append((low, high))
        lower, upper = square_and_add(value, moved)
        method = recommended_method(Kind.SMOOTH)
        return self._made(method, max(0.0, lower), min(1.0, upper), n, AT_THESE_SHARES)

    def _by_delta(self, metric: Matrices, slope: Slope, measured: Measured) -> Interval:
        """Return the delta method's interval, and say where classes are too small for it."""
        matrix, value, fixed = self._matrix, measured.value, self._sampling.fixes_shares
        lower, upper = DELTA.compute(
            matrix.counts,
            lambda cells: slope(cells, matrix, self._taken),
            self._settings.level,
            fixed_rows=fixed,
        )
        if math.isnan(lower):
            return self._none(NO_CLOSED_FORM, measured)
        low, high = metric.range
        lower, upper = max(low, min(lower, value)), min(high, max(upper, value))
        assumes = AT_THESE_SHARES if fixed else ONE_POPULATION
        occurs = (matrix.actual > 0) | (matrix.predicted > 0)
        few = np.flatnonzero(occurs & (matrix.actual < FEWEST))
        if len(few):
            names = some([matrix.classes[place] for place in few])
            assumes += f"; too short: fewer than {FEWEST} rows are truly {names}"
        return self._made(DELTA, lower, upper, matrix.n, assumes)

    def _made(self, method: Method, lower: float, upper: float, n: int, assumes: str) -> Interval:
        parts, label = [assumes, method.assumes], method.name
        if self._sampling is Sampling.BY_SUBJECT:
            parts, label = [*parts, TOO_SHORT], f"{label}{OF_ROWS}"
        told = "; ".join(filter(None, parts))
        level = self._settings.level
        return Interval(level, label, lower, upper, (n,), told, "", method.sided)

    def _none(self, reason: str, measured: Measured) -> Interval:
        n = self._matrix.n if measured.fraction is None else measured.fraction[1]
        level = self._settings.level
        return Interval(level, "", math.nan, math.nan, (n,), reason=reason)
