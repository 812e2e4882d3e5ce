"""Everything that is shown at one instant, so that no two numbers can ever disagree."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.areas import average_precision, davis_goadrich_area, trapezoid_area
from evalgui.core.biometrics.equal_error_rate import EqualErrorRate, equal_error_rate
from evalgui.core.criteria import middle_threshold, youden_threshold
from evalgui.core.metrics import DEFAULT_PARAMETERS, METRICS, Parameters
from evalgui.core.score_table import ScoreTable

if TYPE_CHECKING:
    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Dataset, Score


@dataclass(frozen=True, slots=True)
class Areas:
    """The areas under the curves, each under its own name; NaN where undefined.

    Parameters
    ----------
    roc_auc
        P(positive above negative) + P(equal) / 2.
    average_precision
        The step-wise area under the precision-recall curve.
    pr_auc_davis_goadrich
        The same area with the interpolation that counts imply (tharwat-2018, eq. 18).
    pr_auc_trapezoid
        The same area under straight lines: biased upward.
    """

    roc_auc: float
    average_precision: float
    pr_auc_davis_goadrich: float
    pr_auc_trapezoid: float


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """What the scores say without a threshold: the sorted table and its summaries."""

    table: ScoreTable
    areas: Areas
    equal_error_rate: EqualErrorRate


@dataclass(frozen=True, slots=True, eq=False)
class OperatingPoint:
    """What one threshold does.

    Parameters
    ----------
    threshold
        In the user's units.
    row
        The row of ``table.steps`` whose counts hold here.
    counts
        Python integers.
    values
        The value of each measure of `METRICS`, in that order; NaN where undefined.
    """

    threshold: float
    row: int
    counts: Counts
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """What the user chose.

    Parameters
    ----------
    dataset
        The data; None before a file is open.
    score
        Which of its scores, an index.
    threshold
        In the user's units; None asks for the default.
    parameters
        The numbers in the formulas of the measures.
    """

    dataset: Dataset | None = None
    score: int = 0
    threshold: float | None = None
    parameters: Parameters = DEFAULT_PARAMETERS


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """All that is shown, derived from `inputs`. Parts are None before a file is open."""

    inputs: Inputs = Inputs()
    ranking: Ranking | None = None
    point: OperatingPoint | None = None

    @property
    def dataset(self) -> Dataset | None:
        """The data."""
        return self.inputs.dataset

    @property
    def score(self) -> Score | None:
        """The score under assessment."""
        dataset = self.inputs.dataset
        return dataset.scores[self.inputs.score] if dataset and dataset.scores else None


EMPTY = Snapshot()


def rank(dataset: Dataset, score: int) -> Ranking:
    """Sort a score of a data set and summarise it: the one costly step, made once.

    Parameters
    ----------
    dataset
        With at least one score.
    score
        Which one, an index.

    Returns
    -------
    Ranking
    """
    chosen = dataset.scores[score]
    table = ScoreTable(
        chosen.values, dataset.is_positive(), higher_is_positive=chosen.higher_is_positive
    )
    steps = table.steps
    areas = Areas(
        roc_auc=table.auc,
        average_precision=average_precision(steps),
        pr_auc_davis_goadrich=davis_goadrich_area(steps),
        pr_auc_trapezoid=trapezoid_area(steps),
    )
    return Ranking(table, areas, equal_error_rate(steps))


def default_threshold(ranking: Ranking) -> float:
    """Return where the line stands when a file is opened: at the greatest Youden index.

    Where a class has no scores, the middle of the scores; NaN where there are none.
    """
    threshold = youden_threshold(ranking.table)
    return middle_threshold(ranking.table) if math.isnan(threshold) else threshold


def operate(table: ScoreTable, threshold: float, parameters: Parameters) -> OperatingPoint:
    """Count and measure at one threshold: a bisection and some divisions."""
    row = table.steps.row_at(threshold)
    counts = table.steps.counts_of(row)
    values = tuple(float(metric.value(counts, parameters)) for metric in METRICS)
    return OperatingPoint(threshold, row, counts, values)


def resolve(inputs: Inputs, previous: Snapshot = EMPTY, ranking: Ranking | None = None) -> Snapshot:
    """Compute the snapshot of some inputs, reusing every part whose inputs are the same object.

    Parameters
    ----------
    inputs
        What the user chose.
    previous
        The snapshot before.
    ranking
        A ranking of these inputs that was made beforehand, such as in the background.

    Returns
    -------
    Snapshot
    """
    dataset = inputs.dataset
    if dataset is None or not dataset.scores:
        return Snapshot(inputs)
    before = previous.inputs
    if ranking is None:
        same = dataset is before.dataset and inputs.score == before.score
        ranking = previous.ranking if same else None
    if ranking is None:
        ranking = rank(dataset, inputs.score)
    threshold = inputs.threshold
    if threshold is None:
        threshold = default_threshold(ranking)
    old = previous.point
    if (
        old is not None
        and ranking is previous.ranking
        and threshold == old.threshold
        and inputs.parameters is before.parameters
    ):
        return Snapshot(inputs, ranking, old)
    return Snapshot(inputs, ranking, operate(ranking.table, threshold, inputs.parameters))
