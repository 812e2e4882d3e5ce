"""What one threshold does: counts, measures, and how sure they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.pending import AwaitedIntervals
from evalgui.core.intervals.subjects import SubjectsAt
from evalgui.core.measured import UNKNOWN, between
from evalgui.core.metrics import Parameters, measured_at
from evalgui.core.searching.criterion import criterion_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.counts import Counts
    from evalgui.core.intervals.by_weight import WorthAt
    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.intervals.subjects import OfEach
    from evalgui.core.measured import Bracket, Interval, Measured
    from evalgui.core.metrics import Metric
    from evalgui.core.sampling import Sampling


@dataclass(frozen=True, slots=True, eq=False)
class OperatingPoint:
    """What one threshold does.

    Parameters
    ----------
    threshold
        Beside the values of the score (see `evalgui.core.thresholds`): `CALLS_NOTHING` where
        it is beyond infinite scores. NaN, too, where the labels of the file are the calls.
    row
        The row of ``table.steps`` whose counts hold here.
    counts
        Python integers; floats where they are sums of weights that are not whole.
    measured
        The measures of two classes by their ids, in the order of `METRICS`.
    intervals
        Their intervals by the same ids, each made when it is asked for.
    left_open
        As of `evalgui.core.score_table.Steps.left_open_at`.
    """

    threshold: float
    row: int
    counts: Counts
    measured: Mapping[str, Measured]
    intervals: Mapping[str, Interval] = field(default_factory=lambda: MappingProxyType({}))
    left_open: tuple[Counts, ...] = ()

    @property
    def is_awaited(self) -> bool:
        """Whether the intervals are still being worked out."""
        return type(self.intervals) is AwaitedIntervals  # asked often in each frame of a drag

    @property
    def all_intervals(self) -> Mapping[str, Interval]:
        """The intervals even where they are still being worked out: whoever asks waits."""
        found = self.intervals
        return found.later if isinstance(found, AwaitedIntervals) else found

    @property
    def intervals_of_other(self) -> Mapping[str, Interval]:
        """Those of the other class at the same threshold, by the same ids."""
        found = self.all_intervals
        return found.turned() if isinstance(found, IntervalsAt) else found


def point_at(  # noqa: PLR0913, PLR0917 - all that one is made of
    threshold: float,
    row: int,
    counts: Counts,
    parameters: Parameters,
    settings: IntervalSettings,
    sampling: Sampling,
    subjects: OfEach | None = None,
    weights: WorthAt | None = None,
    left_open: tuple[Counts, ...] = (),
) -> OperatingPoint:
    """Measure some counts.

    Parameters
    ----------
    threshold, row, counts, left_open
        As of `OperatingPoint`.
    parameters
        The numbers in the formulas.
    settings
        The level and the methods of the intervals.
    sampling
        How the data were sampled.
    subjects
        Whose the rows are, where that is known and subjects were drawn.
    weights
        What the rows are worth where they have weights that are not whole, or where nothing else
        is left of subjects that were drawn.
    """
    bracket = partial(_bracket, parameters, left_open) if left_open else None
    measured = measured_at(counts, parameters, bracket)
    known = counts, measured, parameters, settings, sampling
    at: WorthAt | None = weights if subjects is None else SubjectsAt(subjects, counts)
    intervals = IntervalsAt(*known, subjects=at)
    return OperatingPoint(threshold, row, counts, measured, intervals, left_open)


def _bracket(parameters: Parameters, left_open: Sequence[Counts], metric: Metric) -> Bracket | None:
    """Return what bins leave open of a measure at a threshold, None where it is exact.

    Proportions, and costs, rise or fall with each count all the way.
    """
    criterion = criterion_of(metric, parameters)
    ends = left_open[:2] if criterion.is_monotone else left_open
    is_steady = criterion.is_monotone or metric.fraction is not None or metric.id == "COST"
    return between(map(criterion.value, ends)) if is_steady else UNKNOWN
