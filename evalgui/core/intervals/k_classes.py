"""The intervals of measures of K classes together, each made when it is asked for."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from evalgui.core.confusion import some
from evalgui.core.intervals.at_point import (
    ONE_POPULATION,
    TOO_SHORT,
    IntervalsAt,
)
from evalgui.core.intervals.by_weight import BY_WEIGHT
from evalgui.core.intervals.delta import DELTA, more_in_each
from evalgui.core.intervals.making import (
    DEFAULT_INTERVALS,
    Interval,
    IntervalSettings,
    Kind,
    Sampling,
    method_of,
    recommended_method,
)
from evalgui.core.intervals.on_demand import MadeOnce
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.square_and_add import square_and_add
from evalgui.core.intervals.subjects import OF_ROWS
from evalgui.core.metrics import DEFAULT_PARAMETERS, Parameters, measured_at
from evalgui.core.multiclass import DEFAULT_SETTINGS, MATRIX_METRICS, members
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from numpy.typing import NDArray

    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.intervals.by_weight import AnyWorth
    from evalgui.core.intervals.cells_of_subjects import CellsOfSubjects
    from evalgui.core.intervals.cells_of_weights import CellsOfWeights
    from evalgui.core.intervals.method import Method
    from evalgui.core.measured import Measured
    from evalgui.core.multiclass import MulticlassSettings, OverallMetric
    from evalgui.core.multiclass.slopes import Cells, Sloped

    Matrices: TypeAlias = OverallMetric[ConfusionMatrix]
    Slope: TypeAlias = Callable[[Cells, ConfusionMatrix, MulticlassSettings], Sloped]
    Place: TypeAlias = tuple[int | slice, int | slice]
    Share: TypeAlias = tuple[NDArray[np.bool_], NDArray[np.bool_]]
    WorthOfCells: TypeAlias = CellsOfSubjects | CellsOfWeights

FEWEST = 5
"""Rows of a class below which the delta method is too sure of itself."""

_FEW_CLASSES = 8  # of which each cell and each class is found out beforehand

_AT_SHARES = phrase("at the shares of the classes of this file")
AT_THESE_SHARES = phrase("the rows are independent; {at_shares}", at_shares=_AT_SHARES)
_WEIGHED = phrase("the rows of each class count by their weights")
NO_CLOSED_FORM = phrase("no closed form is known that holds its level")
OF_RANKING = phrase("it is no function of the matrix, and has no interval here")


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
    subjects
        The cells of each subject, where subjects were drawn and are known; or what the rows are
        worth by weights that are not whole.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - as of `IntervalsAt`
        self,
        matrix: ConfusionMatrix,
        measured: Mapping[str, Measured],
        taken: MulticlassSettings = DEFAULT_SETTINGS,
        parameters: Parameters = DEFAULT_PARAMETERS,
        settings: IntervalSettings = DEFAULT_INTERVALS,
        sampling: Sampling = Sampling.COHORT,
        subjects: WorthOfCells | None = None,
    ) -> None:
        super().__init__(measured, settings, sampling)
        self.subjects = subjects
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
            given = parameters, self._settings, self._sampling
            at = None if self.subjects is None else self.subjects.of_class(index)
            known = self._of_classes[index] = IntervalsAt(counts, measured, *given, subjects=at)
        return known

    def find_out(self, look: Callable[[], object]) -> None:
        """Find out what rows of subjects are worth before anybody looks; it takes long of many.

        Parameters
        ----------
        look
            Called between any two steps; what it raises ends the work.
        """
        if self.subjects is None or self.subjects.is_quick:
            return
        for metric_id in self:
            look()
            self[metric_id]
        every = range(len(self._matrix)) if len(self._matrix) <= _FEW_CLASSES else ()
        for actual, predicted in product(every, every):
            look()
            self.subjects.of_class(actual)
            self.worth_of_cell((actual, predicted), (actual, slice(None)))

    def worth_of_cell(self, cell: Place, whole: Place) -> AnyWorth | None:
        """Return as how many independent rows the share of a cell counts; None where each does.

        Parameters
        ----------
        cell
            The true class and the called one.
        whole
            An index of the cells that it is a share of.
        """

        def made(cells: WorthOfCells) -> AnyWorth:
            counted, among = np.zeros((2, *self._matrix.counts.shape), dtype=np.bool_)
            counted[cell], among[whole] = True, True
            return cells.worth_of_share(counted, among)

        return self._worth((cell, str(whole)), made)

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
            label = phrase("{method} on Accuracy, transformed", method=made.method)
            return made if counts_each_once or made.reason else made._replace(method=label)
        if metric.slope is None:
            return self._none(NO_CLOSED_FORM, measured)
        is_chance = not self._sampling.fixes_shares
        if counts_each_once and is_chance and measured.fraction is not None:
            key, slope = (metric_id, self._taken), metric.slope
            worth = self._worth(key, lambda cells: cells.worth_of_share(*self._cells_of(slope)))
            return self._proportion(*measured.fraction, worth)
        return self._by_delta(metric, metric.slope, measured)

    def _cells_of(self, slope: Slope) -> Share:
        """Return the cells above the line of a proportion, and those below it."""
        cells = self._matrix.counts.astype(np.float64) + 1
        _, by_cell = slope(cells, self._matrix.in_parts, self._taken)
        return by_cell > 0, by_cell != 0

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
            right = np.eye(len(matrix), dtype=np.bool_)
            worth = self._worth(
                "accuracy", lambda cells: cells.worth_of_share(right, np.ones_like(right))
            )
            base = self._proportion(matrix.correct, matrix.n, worth)
        if base.reason:
            return base
        lower, upper = (function(limit, len(matrix)) for limit in (base.lower, base.upper))
        if lower <= upper:
            return base._replace(lower=lower, upper=upper)
        return base._replace(lower=upper, upper=lower, sided=base.sided.turned)

    def _worth(self, key: Hashable, make: Callable[[WorthOfCells], AnyWorth]) -> AnyWorth | None:
        """Return as how many independent rows some count; None where each does."""
        cells: Any = self.subjects
        worth: AnyWorth | None = None if cells is None else cells.kept(key, make)
        return worth

    def _proportion(self, k: int, n: int, worth: AnyWorth | None = None) -> Interval:
        """Return that of k of n rows, of which may be known as how many they count."""
        method, level = method_of(self._settings, Kind.PROPORTION), self._settings.level
        limits = method.compute(k, n, level)
        if worth is None:
            return self._made(method, *limits, n, ONE_POPULATION)
        of_subjects = method.compute(*worth.of(k, n), level)
        return self._of_subjects(method, worth, of_subjects, limits, n)

    def _accuracy_at_shares(self) -> Interval:
        """Return square-and-add over the recalls, whose weights are fixed."""
        matrix, level = self._matrix, self._settings.level
        value, n = matrix.correct / matrix.n, matrix.n
        moved = []
        pairs = zip(matrix.diagonal.tolist(), matrix.actual.tolist(), strict=True)
        for place, (hits, size) in enumerate(pairs):
            if size:
                worth = self.worth_of_cell((place, place), (place, slice(None)))
                k, n_of_class = (hits, size) if worth is None else worth.of(hits, size)
                limits = wilson(k, n_of_class, level)
                low, high = (value + (limit - hits / size) * size / n for limit in limits)
                moved.append((low, high))
        lower, upper = square_and_add(value, moved)
        method = recommended_method(Kind.SMOOTH)
        return self._made(method, max(0.0, lower), min(1.0, upper), n, AT_THESE_SHARES)

    def _by_delta(self, metric: Matrices, slope: Slope, measured: Measured) -> Interval:
        """Return the delta method's interval, and say where classes are too small for it."""
        matrix, level, fixed = self._matrix, self._settings.level, self._sampling.fixes_shares
        low, high = metric.range

        def at(cells: Cells) -> Sloped:
            return slope(cells, matrix.in_parts, self._taken)

        def limits(counts: Cells) -> tuple[float, float]:
            lower, upper = DELTA.compute(counts, at, level, fixed_rows=fixed)
            return max(low, min(lower, measured.value)), min(high, max(upper, measured.value))

        counts = matrix.counts.astype(np.float64)
        found = limits(counts)
        if math.isnan(found[0]):
            return self._none(NO_CLOSED_FORM, measured)
        if self.subjects is None:
            assumes = AT_THESE_SHARES if fixed else ONE_POPULATION
            short = self._too_short(matrix.actual, _too_few_rows)
            return self._made(DELTA, *found, matrix.n, joined("", (assumes, short)))
        worth = self._worth(
            (metric.id, self._taken),
            lambda cells: cells.worth_of_slope(self._slope_here(at)),
        )
        if worth is None or math.isnan(worth.n):
            return self._none(self.subjects.lacking, measured)
        of_subjects = limits(counts * np.float64(worth.n / matrix.n))
        made = self._of_subjects(DELTA, worth, of_subjects, found, matrix.n)
        short = self._too_short(self.subjects.sizes_of_classes, self.subjects.too_few)
        return made._replace(assumes=joined("", (made.assumes, short)))

    def _slope_here(self, at: Callable[[Cells], Sloped]) -> Cells:
        """Return the slope at the counts; where it has none there, with a little more in each."""
        counts = self._matrix.counts
        try:
            with np.errstate(divide="ignore", invalid="ignore"):
                _, found = at(counts.astype(np.float64))
        except ZeroDivisionError:  # a mean of zeros alone has a value there, and no slope
            found = np.full(counts.shape, np.nan)
        return found if np.isfinite(found[counts > 0]).all() else at(more_in_each(counts))[1]

    def _too_short(self, of_classes: NDArray[Any], too_few: Callable[[int, str], str]) -> str:
        """Return which classes are too small for the delta method, "" for none."""
        matrix = self._matrix
        occurs = (matrix.actual > 0) | (matrix.predicted > 0)
        few = np.flatnonzero(occurs & (of_classes < FEWEST))
        if not len(few):
            return ""
        names = some([matrix.classes[place] for place in few])
        return phrase("; too short: {fewer}", fewer=too_few(FEWEST, names))

    def _of_subjects(
        self,
        method: Method,
        worth: AnyWorth,
        found: tuple[float, float],
        of_rows: tuple[float, float],
        n: int,
    ) -> Interval:
        """Return limits of as many independent rows as those of subjects count."""
        level = self._settings.level
        reason = worth.why_none(method) or (worth.lacking if math.isnan(found[0]) else "")
        if reason:
            return Interval(level, "", math.nan, math.nan, (n,), reason=reason)
        wider, naive = found[1] - found[0], of_rows[1] - of_rows[0]
        told = worth.told(wider / naive if naive else 1.0)
        shares = _AT_SHARES if self._sampling.fixes_shares else ""
        assumes = joined("; ", filter(None, (told, shares, method.assumes)))
        return Interval(
            level, joined(", ", (method.name, worth.label)), *found, (n,), assumes, "", method.sided
        )

    def _made(self, method: Method, lower: float, upper: float, n: int, assumes: str) -> Interval:
        parts, label = [assumes, method.assumes], method.name
        if self._sampling is Sampling.BY_SUBJECT:
            parts, label = [*parts, TOO_SHORT], joined(", ", (label, OF_ROWS))
        if self._matrix.is_weighted:
            parts, label = [_WEIGHED, *parts], joined(", ", (label, BY_WEIGHT))
        told = joined("; ", filter(None, parts))
        level = self._settings.level
        return Interval(level, label, lower, upper, (n,), told, "", method.sided)

    def _none(self, reason: str, measured: Measured) -> Interval:
        n = self._matrix.n if measured.fraction is None else measured.fraction[1]
        level = self._settings.level
        return Interval(level, "", math.nan, math.nan, (n,), reason=reason)


def _too_few_rows(fewest: int, names: str) -> str:
    return phrase("fewer than {fewest} rows are truly {names}", fewest=fewest, names=names)
