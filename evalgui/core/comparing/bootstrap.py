"""Differences of two scores in rows, or subjects, that are drawn anew, both of a row together."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.bootstrap.jackknife import together
from evalgui.core.bootstrap.limits import Limits
from evalgui.core.bootstrap.planning import brackets
from evalgui.core.bootstrap.resampling import (
    SubjectResampler,
    binned,
    groups_of,
    multinomial,
    no_subjects,
    row_weights,
    with_columns,
)
from evalgui.core.bootstrap.run import MOST_GROUPS, limits_of
from evalgui.core.bootstrap.statistics import AREAS, Area
from evalgui.core.comparing.areas import INDEPENDENT, Apart, Order
from evalgui.core.comparing.p_values import two_sided
from evalgui.core.counts import divide
from evalgui.core.digits import grouped
from evalgui.core.intervals.fnmr_at_fmr import fnmr_at_fmr
from evalgui.core.intervals.subjects import SUBJECTS
from evalgui.core.leave_one_out import LeftOut, roc_areas_left_out
from evalgui.core.measured import UNKNOWN, Bracket, Interval
from evalgui.core.metrics import DEFAULT_PARAMETERS, metric_by_id
from evalgui.core.parallel import spread
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.ranking_metrics import AVERAGE_PRECISION, ROC_AUC
from evalgui.core.rules.biometric_figures import FMR_TARGETS
from evalgui.core.rules.targets import FALSE_POSITIVES, NONE_ALLOWED, Rate
from evalgui.core.sampling import Sampling
from evalgui.core.searching.criterion import criterion_of
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    from evalgui.core.comparing.candidate import Candidate
    from evalgui.core.equal_rate import AtEqual
    from evalgui.core.metrics import Metric
    from evalgui.core.open_bins import Order as OfBins
    from evalgui.core.score_table import Steps

    Weights = tuple[NDArray[np.integer], NDArray[np.integer]]
    Step = Callable[[float, str], None]

MEASURES = ("F1", "MCC")
"""The measures at the threshold of each whose differences are drawn unless others are named."""

AT_EQUAL = "equal"
"""The id of the rate of hits that is left free where both have the other one in common."""

THROUGH_INFINITY = phrase("it jumps from one infinity to the other, and so would its limits")


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class DrawnDifference:
    """The difference of a number of two scores in each replicate.

    Parameters
    ----------
    first, second
        Those of the rows themselves; NaN where undefined.
    values : (R,) array of float
        The first less the second in each replicate; NaN where one is undefined there.
    strata
        What it is without each unit, of the units that were drawn together; of rows of their
        own up to a number that is the same for all. None of these where that is not known.
    reason
        Why draws say nothing about it; "" where they do.
    bracket
        Between which limits the difference of the rows themselves lies where scores are known by
        their groups alone; None where they are known, or it does not depend on them.
    of_bins
        What bins that scores are only known to lie in leave open of `first` and of `second`; None
        where none is open.
    """

    first: float
    second: float
    values: NDArray[np.float64]
    strata: tuple[LeftOut, ...] = ()
    reason: str = ""
    bracket: tuple[float, float] | None = None
    of_bins: tuple[Bracket, Bracket] | None = None

    @property
    def difference(self) -> float:
        """The first less the second."""
        return self.first - self.second

    @cached_property
    def se(self) -> float:
        """The standard deviation of the replicates; NaN where fewer than two are defined."""
        held = self.values[~np.isnan(self.values)]
        return float(np.std(held, ddof=1)) if len(held) > 1 else math.nan

    @property
    def z(self) -> float:
        """The difference in standard errors; NaN without a spread."""
        return self.difference / self.se if self.se > 0 and not self.reason else math.nan

    @property
    def p(self) -> float:
        """The two-sided p value of the normal distribution; NaN without a spread.

        References
        ----------
        Hanley and McNeil, "A method of comparing the areas under ROC curves derived from the
        same cases", Radiology 148 (1983), with the standard error of the replicates.
        """
        return two_sided(self.z)

    def limits(self, level: float) -> dict[str, Limits]:
        """Return the intervals of the difference: ``percentile`` and ``bca``.

        Parameters
        ----------
        level
            The confidence, in (0, 1).
        """
        if self.reason:
            none = Limits(math.nan, math.nan, self.reason)
            return {"percentile": none, "bca": none}
        return limits_of(self.values, self.difference, self.strata, level)

    @property
    def p_of_percentile(self) -> float:
        """The two-sided p value that belongs to the percentile interval.

        Twice the share of the replicates, and of one more, on the other side of 0; those at 0
        are on both. At least 2 / (R + 1); NaN where there is no interval.

        References
        ----------
        Davison and Hinkley, "Bootstrap methods and their application" (1997), section 4.4.
        """
        if self.limits(0.95)["percentile"].reason:
            return math.nan
        held = self.values[~np.isnan(self.values)]
        fewest = min(np.count_nonzero(held <= 0), np.count_nonzero(held >= 0))
        return min(1.0, 2.0 * float(fewest + 1) / (len(held) + 1))


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """What came of drawing the rows of two scores again.

    Parameters
    ----------
    numbers
        The differences: those of the area, of average precision, of each of `ERROR_METRICS` and
        of measures at the threshold of each by their ids, and `AT_EQUAL`.
    n_replicates, seed
        How many were drawn, and where the random numbers began.
    sampling
        How the rows came into the data, of each score.
    n_units
        What was drawn: rows, or subjects; of rows of their own two numbers.
    n_bins
        Into how many groups the scores were put first; None for none.
    """

    numbers: Mapping[str, DrawnDifference]
    n_replicates: int
    seed: int
    sampling: tuple[Sampling, ...]
    n_units: tuple[int, ...]
    n_bins: int | None = None

    @property
    def area(self) -> DrawnDifference:
        """The difference of the areas under the ROC curves."""
        return self.numbers[ROC_AUC.id]

    @property
    def method(self) -> str:
        """What was drawn, and how often."""
        kind = phrase("paired") if len(self.n_units) == 1 else phrase("unpaired")
        of_whom = phrase(" by subject") if Sampling.BY_SUBJECT in self.sampling else ""
        return phrase(
            "{kind} bootstrap{of_whom}, {n_replicates} draws",
            kind=kind,
            of_whom=of_whom,
            n_replicates=grouped(self.n_replicates),
        )

    def lacking(self, reason: str) -> Drawn:
        """Return it with neither intervals nor p values, and why; itself for no reason."""
        if not reason:
            return self
        numbers = {name: replace(one, reason=reason) for name, one in self.numbers.items()}
        return replace(self, numbers=MappingProxyType(numbers))

    def interval(self, number: str, level: float) -> Interval:
        """Return the percentile interval of a difference, or why there is none."""
        low, high, reason = self.numbers[number].limits(level)["percentile"]
        assumes = SUBJECTS if Sampling.BY_SUBJECT in self.sampling else INDEPENDENT
        method = "" if reason else self.method
        return Interval(level, method, low, high, self.n_units, assumes, reason)


@dataclass(frozen=True, slots=True, eq=False)
class _Number:
    """Something that is computed of each score in each replicate.

    Parameters
    ----------
    id
        What it is called.
    compute
        A function of operating points, and of the row of the threshold.
    lacking
        Why draws say nothing about it, given the operating points of a score; "" where they do.
    is_of_order
        Whether it depends on the order of scores that are put into a group.
    """

    id: str
    compute: Callable[[Steps, int], float]
    lacking: Callable[[Steps], str] = field(default=lambda _steps: "")
    is_of_order: bool = True


def _numbers(measures: Sequence[str], at: AtEqual | None) -> list[_Number]:
    """Return all that is computed."""

    def at_threshold(metric: Metric) -> _Number:
        def value(steps: Steps, row: int) -> float:
            return float(metric.value(steps.counts_of(row), DEFAULT_PARAMETERS))

        follows = metric.estimate.following
        has_pole = follows is not None and follows.pole is not None
        return _Number(
            metric.id, value, lambda _steps: THROUGH_INFINITY if has_pole else "", is_of_order=False
        )

    def at_bound(name: str, bound: float) -> _Number:
        return _Number(
            name,
            lambda steps, _row: fnmr_at_fmr(steps, bound),
            lambda steps: _few_allowed(steps, FALSE_POSITIVES, bound),
        )

    def alone(area: Area) -> _Number:
        return _Number(area.id, lambda steps, _row: area.compute(steps))

    found = [alone(area) for area in AREAS]
    found += [at_bound(name.lower(), bound) for name, bound in FMR_TARGETS.items()]
    found += [at_threshold(metric_by_id(one)) for one in measures]
    if at is not None:
        rate, target = at.equal.rate, at.target
        other = Rate(of_positives=not rate.of_positives, is_error=False)

        def free(steps: Steps, _row: int) -> float:
            n = other.n(steps)
            row = rate.row(steps, rate.most_errors(steps, target, None) or 0)
            return float(divide(n - other.errors(steps, row), n))

        found.append(_Number(AT_EQUAL, free, lambda steps: _few_allowed(steps, rate, target)))
    return found


def _few_allowed(steps: Steps, rate: Rate, target: float) -> str:
    """Return that a bound on a rate allows too few errors for draws to find its threshold."""
    return "" if rate.allows_errors(steps, target) else NONE_ALLOWED


def draw_paired(  # noqa: PLR0913 - what is drawn, of what, and how often
    first: Candidate,
    second: Candidate,
    *,
    n_replicates: int,
    seed: int,
    measures: Sequence[str] = MEASURES,
    at: AtEqual | None = None,
    n_bins: int | None = None,
    step: Step | None = None,
) -> Drawn:
    """Draw the rows of two scores again, both of a row together.

    Parameters
    ----------
    first, second
        Of the same rows, in the same order, each with both scores; how they came into the data
        is that of the first.
    n_replicates, seed
        How often, and where the random numbers begin: each replicate has a seed of its own that
        is spawned from it.
    measures
        The ids of measures of two classes at the threshold of each.
    at
        What both have in common; None where a rate at an equal one is not asked for.
    n_bins
        Into how many groups to put each score first; None for none.
    step
        Called again and again, in the thread of the caller, with the share that is done and a
        few words; what it raises ends the work.

    Returns
    -------
    Drawn
        The same for any number of threads.

    Raises
    ------
    DataError
        If subjects are to be drawn, and nobody knows whose the rows are.
    """
    sample = _Sample.of((first, second), n_bins)
    return _drawn([sample], _numbers(measures, at), n_replicates, seed, step)


def draw_unpaired(  # noqa: PLR0913 - as above
    first: Candidate,
    second: Candidate,
    *,
    n_replicates: int,
    seed: int,
    measures: Sequence[str] = MEASURES,
    at: AtEqual | None = None,
    n_bins: int | None = None,
    step: Step | None = None,
) -> Drawn:
    """Draw the rows of two scores again, each of its own; parameters as of `draw_paired`."""
    samples = [_Sample.of((one,), n_bins) for one in (first, second)]
    return _drawn(samples, _numbers(measures, at), n_replicates, seed, step)


def _drawn(
    samples: Sequence[_Sample],
    every: Sequence[_Number],
    n_replicates: int,
    seed: int,
    step: Step | None,
) -> Drawn:
    """Draw two scores again, which are of one sample or of two."""
    scores = [score for sample in samples for score in sample.scores]
    lacking = {
        one.id: next(filter(None, (one.lacking(score.exact) for score in scores)), "")
        for one in every
    }
    numbers = [one for one in every if not lacking[one.id]]
    seeds = np.random.SeedSequence(seed).spawn(n_replicates)
    several = min(score.at_once for score in scores)

    def drawn(start: int) -> list[list[float]]:
        rngs = [np.random.default_rng(one) for one in seeds[start : start + several]]
        made = [sample.drawn(rngs) for sample in samples]
        return [_differences(numbers, [*chain(*both)], scores) for both in zip(*made, strict=True)]

    def look(place: int) -> None:
        if step is not None:
            told = place * several
            words = phrase(
                "{told} of {n_replicates} replicates",
                told=grouped(told),
                n_replicates=grouped(n_replicates),
            )
            step(told / n_replicates, words)

    made = spread(drawn, range(0, n_replicates, several), look)
    values = np.array([*chain.from_iterable(made)]).reshape(-1, len(numbers))
    of_samples = [
        sample.left_out(numbers, sign) for sample, sign in zip(samples, (1.0, -1.0), strict=False)
    ]
    strata = {
        one.id: tuple(chain.from_iterable(each))
        for one, *each in zip(numbers, *of_samples, strict=True)
    }
    columns = {one.id: column for one, column in zip(numbers, values.T, strict=True)}
    nothing = np.full(n_replicates, math.nan)
    found = {}
    for one in every:
        first, second = (one.compute(score.exact, score.exact_row) for score in scores)
        of_replicates = columns.get(one.id, nothing), strata.get(one.id, ())
        bracket, of_bins = _bracket(one, scores), _of_bins(one, scores)
        found[one.id] = DrawnDifference(
            first, second, *of_replicates, lacking[one.id], bracket, of_bins
        )
    return Drawn(
        MappingProxyType(found),
        n_replicates,
        seed,
        tuple(sample.of_scores[0].sampling for sample in samples),
        tuple(sample.n_units for sample in samples),
        scores[0].n_groups,
    )


def _differences(
    numbers: Sequence[_Number], made: Sequence[Steps], scores: Sequence[_Ranked]
) -> list[float]:
    """Return each number of the first score less that of the second, or of the only one."""
    found = []
    for one in numbers:
        first, *others = (
            one.compute(steps, score.row) for steps, score in zip(made, scores, strict=True)
        )
        found.append(first - sum(others))
    return found


def _bracket(number: _Number, scores: Sequence[_Ranked]) -> tuple[float, float] | None:
    """Return between which limits a difference lies where scores are known by groups alone."""
    if scores[0].n_groups is None or not number.is_of_order:
        return None
    (low, high), (other_low, other_high) = (_between(number, one.steps) for one in scores)
    return low - other_high, high - other_low


def _between(number: _Number, steps: Steps) -> tuple[float, float]:
    """Return the least and the greatest value, whatever the order of scores within groups."""
    known = brackets(steps)
    if number.id in known:
        return known[number.id]
    early, late = slice(1, None), slice(None, -1)
    ends = [
        number.compute(
            replace(
                steps,
                ascending=np.repeat(steps.ascending, 2)[1:],
                tp_column=np.repeat(steps.tp_column, 2)[of_tp],
                fp_column=np.repeat(steps.fp_column, 2)[of_fp],
            ),
            0,
        )
        for of_tp, of_fp in ((early, late), (late, early))
    ]
    return min(ends), max(ends)


def _of_bins(number: _Number, scores: Sequence[_Ranked]) -> tuple[Bracket, Bracket] | None:
    """Return what bins leave open of a number of two scores."""
    if all(one.candidate.bins is None for one in scores):
        return None
    first, second = (_open(number, one) for one in scores)
    return first, second


def _open(number: _Number, score: _Ranked) -> Bracket:
    bins = score.candidate.bins
    if bins is None:
        value = number.compute(score.exact, score.exact_row)
        return Bracket(value, value)

    place = bins.place_of(score.candidate.threshold)

    def value_of(order: OfBins) -> float:
        if number.id == AVERAGE_PRECISION.id:  # which some order in between makes the least
            return order.average_precision
        return number.compute(order.steps, order.steps.row_at(place))

    found = bins.bracket(value_of)
    if number.is_of_order or bins.around(score.candidate.threshold) is None:
        return found
    return found if criterion_of(metric_by_id(number.id)).is_monotone else UNKNOWN


@dataclass(frozen=True, slots=True, eq=False)
class _Ranked:
    """A score whose rows are drawn.

    Parameters
    ----------
    candidate
        The score.
    exact, exact_row
        Its operating points where curves turn, and which one is that of its threshold.
    steps, row
        Those that replicates have: the same, or those between groups of scores.
    under
        Yields the operating points of replicates, given how often units are drawn in each.
    at_once
        How many replicates are best drawn together.
    n_groups
        Into how many groups its scores were put; None for none.
    """

    candidate: Candidate
    exact: Steps
    exact_row: int
    steps: Steps
    row: int
    under: Callable[[Sequence[Any]], Iterator[Steps]]
    at_once: int
    n_groups: int | None

    @classmethod
    def of(cls, one: Candidate, n_bins: int | None) -> _Ranked:
        whole, score = one.table.steps, one.score
        exact = whole.corners(whole.row_at(one.threshold))
        exact_row = exact.row_at(one.threshold)
        steps = exact if n_bins is None else binned(whole, n_bins, whole.row_at(one.threshold))
        n_groups = None if n_bins is None else len(steps) - 1
        row = steps.row_at(exact.threshold(exact_row))
        if one.subjects is not None:
            counts = one.positives.astype(np.int64), one.negatives.astype(np.int64)
            truth = one.positives > 0 if one.has_single_rows else counts
            higher = score.higher_is_positive
            ranked = RankedSubjects.of_rows(
                score.values, one.subjects, truth, higher_is_positive=higher
            )
            drawn = SubjectResampler(steps, ranked)
            exact = replace(exact, subjects=ranked)
            return cls(one, exact, exact_row, steps, row, drawn.under_each, drawn.at_once, n_groups)
        order, places = Order.of(score), whole.rows_at(steps.thresholds)

        def under(several: Sequence[Weights]) -> Iterator[Steps]:
            for weights in several:
                columns = [order.called(of_class)[places] for of_class in weights]
                yield with_columns(steps, *columns)

        return cls(one, exact, exact_row, steps, row, under, 1, n_groups)


@dataclass(frozen=True, slots=True, eq=False)
class _Sample:
    """Rows that can be drawn as they came into the data.

    Parameters
    ----------
    of_scores, scores
        A score of these rows, or two.
    groups
        Which subjects to leave out together; none where rows are drawn.
    """

    of_scores: tuple[Candidate, ...]
    scores: tuple[_Ranked, ...]
    groups: Sequence[NDArray[np.bool_]]

    @classmethod
    def of(cls, candidates: tuple[Candidate, ...], n_bins: int | None) -> _Sample:
        """Return how rows are drawn; raise DataError where subjects are to be, and are unknown."""
        subjects = candidates[0].subjects
        if subjects is None and candidates[0].by_subject:
            raise no_subjects(candidates[0].name)
        groups = [] if subjects is None else groups_of(subjects.n_subjects, MOST_GROUPS)
        return cls(candidates, tuple(_Ranked.of(one, n_bins) for one in candidates), groups)

    @property
    def n_units(self) -> int:
        """How many rows, or subjects, there are to draw."""
        one = self.of_scores[0]
        return one.n_instances if one.subjects is None else one.subjects.n_subjects

    def drawn(self, rngs: Sequence[Generator]) -> Iterator[tuple[Steps, ...]]:
        """Return a replicate of each: the operating points of all scores."""
        return self._under([self._weights(rng) for rng in rngs])

    def _under(self, several: Sequence[Any]) -> Iterator[tuple[Steps, ...]]:
        return zip(*(score.under(several) for score in self.scores), strict=True)

    def _weights(self, rng: Generator) -> NDArray[np.integer] | Weights:
        """Return how often each subject is drawn, or how many of each class each row stands for."""
        one = self.of_scores[0]
        if one.subjects is not None:
            n = one.subjects.n_subjects
            return np.bincount(rng.integers(0, n, n), minlength=n)
        if not one.has_single_rows:
            if one.sampling.fixes_shares:
                return multinomial(rng, one.positives), multinomial(rng, one.negatives)
            both = multinomial(rng, np.concatenate([one.positives, one.negatives]))
            return both[: len(one.positives)], both[len(one.positives) :]
        if not one.sampling.fixes_shares:
            weights = row_weights(rng, len(one.positives))
            return weights * one.positives, weights * one.negatives
        drawn = []
        for column in (one.positives, one.negatives):
            held = np.flatnonzero(column)
            weights = np.zeros(len(column), dtype=np.int64)
            weights[held] = row_weights(rng, len(held))
            drawn.append(weights)
        return drawn[0], drawn[1]

    def left_out(self, numbers: Sequence[_Number], sign: float) -> list[tuple[LeftOut, ...]]:
        """Return what each difference is without each unit; of rows that of the areas alone."""
        if self.groups:
            several = min(score.at_once for score in self.scores)

            def without(start: int) -> list[list[float]]:
                made = self._under([~group for group in self.groups[start : start + several]])
                return [_differences(numbers, each, self.scores) for each in made]

            left = [*chain.from_iterable(spread(without, range(0, len(self.groups), several)))]
            once = np.ones(len(left), dtype=np.int64)
            return [(LeftOut(sign * values, once),) for values in np.array(left).T]
        first, *others = self.of_scores
        if others:
            counts = first.positives, first.negatives
            parts = Apart.of(first.score, others[0].score, *counts).left_out()
        else:
            alone = roc_areas_left_out(first.table.steps)
            parts = (
                LeftOut(sign * alone[0].values, alone[0].n_units),
                LeftOut(sign * alone[1].values, alone[1].n_units),
            )
        strata = parts if first.sampling.fixes_shares else together(parts)
        return [strata if one.id == ROC_AUC.id else () for one in numbers]
