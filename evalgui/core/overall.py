"""All classes of a data set together: their matrix, every class in a table, and the measures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.digits import grouped
from evalgui.core.intervals.cells_of_subjects import CellsOfSubjects
from evalgui.core.intervals.cells_of_weights import CellsOfWeights
from evalgui.core.intervals.k_classes import IntervalsOfClasses
from evalgui.core.intervals.settings import DEFAULT_INTERVALS, IntervalSettings
from evalgui.core.multiclass import (
    MATRIX_METRICS,
    SCORE_METRICS,
    MulticlassSettings,
    OverallMetric,
    PerClass,
    TakenIn,
    members,
    per_class,
)
from evalgui.core.multiclass.class_scores import ClassScores
from evalgui.core.vocabulary import joined, phrase
from evalgui.core.weights import SumOfWeights

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from evalgui.core.dataset import Dataset
    from evalgui.core.measured import Measured
    from evalgui.core.metrics import Parameters

_SCOPE_OF = ("MACRO_P", "MACRO_R")  # what a class lacks a value of, for the words on averages


@dataclass(frozen=True, slots=True, eq=False)
class Overall:
    """What can be said of all classes together; it moves with no threshold.

    Parameters
    ----------
    matrix
        The K x K counts of true and called classes.
    class_scores
        One score a class, where the data have them.
    parameters
        The numbers in the formulas of the two-class measures.
    settings
        Which classes an average takes in, and what else the user may set.
    per_class
        Every two-class measure for every class against the rest.
    measured
        The measures of K classes by their ids.
    notes
        What has to be said beside a value, by its id.
    intervals
        The intervals of the measures by their ids, and of each class, made when asked for.
    """

    matrix: ConfusionMatrix
    class_scores: ClassScores | None
    parameters: Parameters
    settings: MulticlassSettings
    per_class: PerClass
    measured: Mapping[str, Measured]
    notes: Mapping[str, str]
    intervals: IntervalsOfClasses

    def under(
        self,
        parameters: Parameters,
        settings: MulticlassSettings,
        intervals: IntervalSettings | None = None,
    ) -> Overall:
        """Return it with other numbers and settings; nothing is counted or ranked again.

        Parameters
        ----------
        parameters, settings
            As above; only the measures that use what differs are computed.
        intervals
            The level and the methods; None for those that it has.

        Returns
        -------
        Overall
        """
        table = self.per_class
        if parameters != self.parameters:
            table = per_class(self.matrix, parameters)
        measured, notes = dict(self.measured), dict(self.notes)
        for metric, data in _measures(self.matrix, self.class_scores):
            if metric.differs_between(self.settings, settings):
                measured[metric.id] = _measured(metric, data, settings)
                notes[metric.id] = metric.note_on(data, settings)
        known = self.intervals
        wanted = known.settings if intervals is None else intervals
        given = settings, parameters, wanted, known.sampling, known.subjects
        return replace(
            self,
            parameters=parameters,
            settings=settings,
            per_class=table,
            measured=measured,
            notes=notes,
            intervals=IntervalsOfClasses(self.matrix, measured, *given),
        )

    def taken_in(self, metric_id: str) -> TakenIn | None:
        """Return which classes are in a measure, None for what is no average over classes."""
        for metric, data in _measures(self.matrix, self.class_scores):
            if metric.id == metric_id:
                return metric.taken_in(data, self.settings)
        return None

    def averaged(self) -> tuple[int, ...]:
        """Return the indices of the classes that an average is to take in."""
        return tuple(np.flatnonzero(members(self.matrix, self.settings)).tolist())

    def scope(self) -> str:
        """Return in words which classes the averages take in, and how many have no value."""
        n_wanted, n = len(self.averaged()), len(self.matrix)
        if not n_wanted:
            parts = [phrase("averages over none of {n} classes", n=grouped(n))]
        elif n_wanted < n:
            some_of = grouped(n_wanted)
            parts = [phrase("averages over {m} of {n} classes", m=some_of, n=grouped(n))]
        else:
            parts = [phrase("averages over all {n} classes", n=grouped(n))]
        left_out: list[str] = []
        as_zero: list[str] = []
        for metric_id in _SCOPE_OF:
            found = self.taken_in(metric_id) or TakenIn(())
            for which, places in ((left_out, found.left_out), (as_zero, found.as_zero)):
                if places:
                    n_lacking = grouped(len(places))
                    words = phrase("{n} without {what}", n=n_lacking, what=found.quantity)
                    which.append(words)
        if left_out:
            parts.append(phrase("left out: {which}", which=joined(", ", left_out)))
        if as_zero:
            parts.append(phrase("counted as 0: {which}", which=joined(", ", as_zero)))
        return joined("; ", parts)


def take_together(
    dataset: Dataset,
    parameters: Parameters,
    settings: MulticlassSettings,
    intervals: IntervalSettings = DEFAULT_INTERVALS,
) -> Overall | None:
    """Count and measure all classes of a data set together.

    Parameters
    ----------
    dataset
        The data.
    parameters
        The numbers in the formulas of the two-class measures.
    settings
        Which classes an average takes in, and what else the user may set.
    intervals
        The level and the methods of intervals.

    Returns
    -------
    Overall or None
        None where nothing says which class each row was called.
    """
    matrix = dataset.matrix
    scores = None
    if dataset.class_scores is not None:
        scores = ClassScores(dataset.classes, dataset.truth, list(dataset.class_scores.T))
    if matrix is None and dataset.predicted is not None:
        matrix = ConfusionMatrix.from_codes(dataset.truth, dataset.predicted, dataset.classes)
    if matrix is None:
        return None
    known = list(_measures(matrix, scores))
    measured = {metric.id: _measured(metric, data, settings) for metric, data in known}
    given = settings, parameters, intervals, dataset.sampling, _worth_of_cells(dataset, matrix)
    return Overall(
        matrix,
        scores,
        parameters,
        settings,
        per_class(matrix, parameters),
        measured,
        {metric.id: metric.note_on(data, settings) for metric, data in known},
        IntervalsOfClasses(matrix, measured, *given),
    )


def _worth_of_cells(
    dataset: Dataset, matrix: ConfusionMatrix
) -> CellsOfSubjects | CellsOfWeights | None:
    """Return the cells of each subject, or what weights are worth; None where rows just count."""
    if matrix.squares is not None:
        return CellsOfWeights(matrix, matrix.squares, dataset.sampling.fixes_shares)
    predicted, subjects = dataset.predicted, dataset.subjects
    if not dataset.sampling.draws_subjects or predicted is None or subjects is None:
        return None
    return CellsOfSubjects.of_rows(matrix, dataset.truth, predicted, subjects)


def _measured(metric: OverallMetric[Any], data: Any, settings: MulticlassSettings) -> Measured:  # noqa: ANN401 - whatever the measure is of
    """Return a measure, and the counts that it is the quotient of; of weights their sums."""
    found = metric.measured(data, settings)
    if found.fraction is None or not isinstance(data, ConfusionMatrix) or not data.is_weighted:
        return found
    fraction: Any = tuple(SumOfWeights(count / data.unit) for count in found.fraction)
    return found._replace(fraction=fraction)


def _measures(
    matrix: ConfusionMatrix, scores: ClassScores | None
) -> Iterator[tuple[OverallMetric[Any], Any]]:
    """Yield each measure of K classes that there is something for, with what it is of.

    Of weights that is the parts of them, whose sums are exact.
    """
    for metric in MATRIX_METRICS:
        yield metric, matrix.in_parts
    if scores is not None:
        for of_scores in SCORE_METRICS:
            yield of_scores, scores
