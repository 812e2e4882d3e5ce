"""The interval of every measure of two classes at one threshold, made when it is asked for."""

from __future__ import annotations

import math
from enum import Enum, auto
from functools import cache
from typing import TYPE_CHECKING, cast

from evalgui.core.counts import Counts
from evalgui.core.intervals.making import (
    DEFAULT_INTERVALS,
    Interval,
    IntervalSettings,
    Kind,
    Measured,
    Sampling,
    Sided,
    interval_of,
    method_of,
    recommended_method,
)
from evalgui.core.intervals.moving import Moved, Moving
from evalgui.core.intervals.on_demand import MadeOnce
from evalgui.core.intervals.proportions import UNDEFINED
from evalgui.core.intervals.rays import beyond_pole, is_ray
from evalgui.core.intervals.square_and_add import difference_of_rates, square_and_add
from evalgui.core.intervals.subjects import OF_ROWS
from evalgui.core.measured import UNKNOWN
from evalgui.core.metrics import DEFAULT_PARAMETERS, METRICS, Metric, Parameters, measured_at
from evalgui.core.metrics.metric import ACTUAL_NEGATIVES, ACTUAL_POSITIVES
from evalgui.core.vocabulary import joined, phrase
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.intervals.by_weight import WorthAt
    from evalgui.core.intervals.method import Method
    from evalgui.core.metrics.estimate import Following
    from evalgui.core.metrics.metric import Fraction

INDEPENDENT = phrase("the rows are independent")
ONE_POPULATION = phrase("the rows are independent and drawn from one population")
AT_THIS_SHARE = phrase("the rows are independent; at the share of {positives} of this file")
TOO_SHORT = phrase("too short, since rows of one subject depend on each other")
IS_INFINITE = phrase("the value is infinite, and so has no limits of this kind")
IS_FIXED = phrase("at the chosen sizes of the classes no rate changes it: nothing is estimated")
IS_CONSTANT = phrase("no rate changes it here: nothing is estimated")
NOT_AT_THE_LIMITS = phrase("it is undefined at a limit of a rate that it rests on")
_EXACT = {Sided.LOWER: "one-sided-lower", Sided.UPPER: "one-sided-upper"}
_NOISE = 1e-14  # of a number itself: less is the rounding of counts that are not whole


class _Basis(Enum):
    """Which proportions square-and-add moves."""

    ALL = auto()
    CLASSES = auto()
    CALLS = auto()


class IntervalsAt(MadeOnce):
    """The intervals of all measures at some counts, by their ids; each is made once.

    An undefined measure has no interval, and every interval that is none says why.

    Parameters
    ----------
    counts
        Scalars.
    measured
        The measures at these counts, by their ids.
    parameters
        The numbers in the formulas.
    settings
        The level and the methods.
    sampling
        How the data were sampled: it decides whether the share of positives is an estimate.
    level
        Another level than that of the settings; None for that.
    subjects
        The counts of each subject, where subjects were drawn and are known.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> from evalgui.core.metrics import measured_at
    >>> counts = Counts(tp=9, fp=20, fn=1, tn=180)
    >>> sensitivity = IntervalsAt(counts, measured_at(counts))["TPR"]
    >>> sensitivity.method, round(sensitivity.lower, 3), round(sensitivity.upper, 3)
    ('Wilson', 0.596, 0.982)
    """

    __slots__ = (
        "_counts",
        "_ends_of",
        "_level",
        "_moved",
        "_moving",
        "_parameters",
        "subjects",
    )

    def __init__(  # noqa: PLR0913, PLR0917 - one is made for each frame: names take time
        self,
        counts: Counts,
        measured: Mapping[str, Measured],
        parameters: Parameters = DEFAULT_PARAMETERS,
        settings: IntervalSettings = DEFAULT_INTERVALS,
        sampling: Sampling = Sampling.COHORT,
        level: float | None = None,
        subjects: WorthAt | None = None,
    ) -> None:
        super().__init__(measured, settings, sampling)
        self._counts = counts
        self._parameters = parameters
        self._level = settings.level if level is None else level
        self._ends_of: dict[str, list[tuple[float, float]]] = {}
        self.subjects = subjects
        self._moving = Moving(counts, self._level, subjects)
        self._moved: dict[_Basis, Moved] = {}

    def __getitem__(self, metric_id: str) -> Interval:
        known = self._known.get(metric_id)
        if known is None:
            known = self._of_measured(METRICS.ids[metric_id], self._measured[metric_id])
        return known

    def moved(self, metric_id: str) -> list[tuple[float, float]]:
        """Return what square-and-add made an interval of, nothing where another method did.

        Returns
        -------
        list of pairs
            The measure with each proportion in turn at its lower and at its upper limit.
        """
        self[metric_id]
        return self._ends_of.get(metric_id, [])

    def turned(self) -> IntervalsAt:
        """Return those of the other class, whose rows and subjects are the same."""
        tp, fp, fn, tn = (getattr(self._counts, name) for name in ("tp", "fp", "fn", "tn"))
        counts = Counts(tp=tn, fp=fn, fn=fp, tn=tp)
        taken = self._parameters, self._settings, self._sampling, self._level
        subjects = None if self.subjects is None else self.subjects.turned()
        return IntervalsAt(counts, measured_at(counts, self._parameters), *taken, subjects)

    def one_sided(self, metric_id: str, side: Sided, level: float) -> Interval:
        """Return the limit that a claim needs: the whole error lies on one side.

        Parameters
        ----------
        metric_id
            The id of a measure.
        side
            `Sided.LOWER` or `Sided.UPPER`.
        level
            The one-sided confidence, above 1/2.

        Returns
        -------
        Interval
            The exact one of a proportion; for other measures one limit of the two-sided
            interval at ``2 level - 1``. The other limit is the end of the range.
        """
        metric = METRICS.by_id(metric_id)
        exact = (_EXACT[side], _EXACT[side.turned])  # the other one where it falls as they rise
        for method in exact:
            methods = {**self._settings.methods, Kind.PROPORTION: method, Kind.F1: method}
            found = self._under(methods, level)[metric_id]
            if found.sided is side or not found.is_defined:
                return found._replace(sided=side)
        found = self._under(self._settings.methods, 2 * level - 1)[metric_id]
        if not found.is_defined:
            return found._replace(level=level, sided=side)
        follows = metric.estimate.following
        if follows is not None and follows.pole is not None and is_ray(found):
            name = cast("Metric", follows.of).name
            return self._none(
                metric, phrase("{name} may be {pole}", name=name, pole=follows.pole)
            )._replace(level=level)
        low, high = metric.range
        return found._replace(
            level=level,
            lower=found.lower if side is Sided.LOWER else low,
            upper=high if side is Sided.LOWER else found.upper,
            sided=side,
        )

    def _under(self, methods: Mapping[Kind, str], level: float) -> IntervalsAt:
        settings = IntervalSettings(self._settings.level, methods)
        known = self._counts, self._measured, self._parameters
        return IntervalsAt(*known, settings, self._sampling, level, self.subjects)

    def _of(self, metric: Metric) -> Interval:
        """Make the interval of a measure, also of one that is not among those of the mapping."""
        known = self._measured.get(metric.id)
        measured = metric.measured(self._counts, self._parameters) if known is None else known
        return self._of_measured(metric, measured)

    def _of_measured(self, metric: Metric, measured: Measured) -> Interval:
        value, reason, _fraction, _interval, bracket = measured
        if not reason and self.subjects is None and isinstance(self._counts.tp, float):
            reason = NO_COUNTS  # sums of weights, of rows that nobody knows
        found = self._none(metric, reason) if reason else self._made(metric, value)
        if bracket is not None:
            found = found._replace(bracket=UNKNOWN)
        self._known[metric.id] = found
        return found

    def _made(self, metric: Metric, value: float) -> Interval:
        """Choose what the interval of a defined measure rests on."""
        estimate, is_free = metric.estimate, metric.invariance.class_ratio is True
        follows = estimate.following
        if follows is not None and (follows.is_unbounded or not self._sampling.fixes_shares):
            used = {name: getattr(self._parameters, name) for name in metric.parameters}
            if follows.where(**used):
                return self._follow(metric, value, follows, used)
        if metric.fraction is not None and (is_free or not self._sampling.fixes_shares):
            k, n = self._fraction(metric.fraction)
            method = method_of(self._settings, estimate.kind)
            if self.subjects is not None:
                return self._by_subject(method, metric.fraction)
            limits = method.compute(k, n, self._level)
            return self._from(method, limits, (n,), INDEPENDENT if is_free else ONE_POPULATION)
        if estimate.rates is not None or estimate.kind is Kind.ODDS:
            return self._ratio(metric)
        return self._added(metric, value, is_free=is_free)

    def _by_subject(self, method: Method, fraction: Fraction) -> Interval:
        """Return what a method makes of as many independent rows as those of subjects count."""
        (k, n), subjects = self._fraction(fraction), self.subjects
        if subjects is None:
            message = "nobody knows whose the rows are"
            raise ValueError(message)
        worth = subjects.worth(fraction)
        if reason := worth.why_none(method):
            return interval_of(
                (self._level, "", math.nan, math.nan, (n,), "", reason, Sided.TWO, None)
            )
        found = self._from(method, method.compute(*worth.of(k, n), self._level), (n,), "")
        if found.reason:
            return found
        lower, upper = method.compute(k, n, self._level)  # of rows that are independent
        wider = (found.upper - found.lower) / (upper - lower)
        assumes = worth.told(wider, math.nan if k else upper)
        return found._replace(
            assumes=joined("; ", (assumes, method.assumes)) if method.assumes else assumes
        )

    def _ratio(self, metric: Metric) -> Interval:
        """Return the interval of a ratio of rates or of odds."""
        cells, rates = self._moving.worth(), metric.estimate.rates
        if any(map(math.isnan, cells)):
            return self._none(metric, self._moving.lacking)
        if rates is None:
            return self._from_counts(Kind.ODDS, cells)
        counts = self._counts if self.subjects is None else Counts(*cells)
        return self._from_counts(Kind.LR, rates(counts))

    def _from_counts(self, kind: Kind, counts: tuple[float, ...]) -> Interval:
        """Return what a method of ratios makes of some counts."""
        method = method_of(self._settings, kind)
        limits = method.compute(*counts, self._level)
        if method.where_zero is not None and not limits[0] < limits[1]:  # undefined, or as one
            method = method.where_zero
            limits = method.compute(*counts, self._level)
        return self._from(method, limits, self._sizes, INDEPENDENT)

    def _follow(
        self, metric: Metric, value: float, follows: Following, used: dict[str, float]
    ) -> Interval:
        """Take over the limits of the measure that a measure is a function of."""
        other = cast("Metric", follows.of)
        base = self._known.get(other.id) or self._of(other)
        if base.reason:
            return self._none(metric, base.reason)
        if follows.pole is not None and base.lower <= follows.pole <= base.upper:
            return beyond_pole(base, value, follows, used)
        lower, upper, sided = (
            follows.by(base.lower, **used),
            follows.by(base.upper, **used),
            base.sided,
        )
        if lower > upper:
            lower, upper, sided = upper, lower, sided.turned
        label = phrase("{method} on {name}, transformed", method=base.method, name=other.name)
        return interval_of(
            (self._level, label, lower, upper, base.n, base.assumes, "", sided, None)
        )

    def _added(self, metric: Metric, value: float, *, is_free: bool) -> Interval:
        """Return square-and-add over the rates, and over the share of positives in a cohort."""
        if math.isinf(value):
            return self._none(metric, IS_INFINITE)
        fixed = self._sampling.fixes_shares
        basis = _Basis.CLASSES if fixed or is_free else _Basis.ALL
        if metric.estimate.of_calls and not fixed:
            basis = _Basis.CALLS
        elif lacking := self._lacking():
            return self._none(metric, lacking)
        ends = self._values(metric, value, basis)
        self._ends_of[metric.id] = ends
        lower, upper = square_and_add(value, ends)
        if upper - lower <= _NOISE * abs(value):  # a corner, where no rate alone moves it
            self._ends_of.pop(metric.id)
            corners = self._moving.corners(with_share=basis is _Basis.ALL)
            together = [self._value(metric, corner) for corner in corners]
            lower, upper = min(value, *together), max(value, *together)
            if upper - lower <= _NOISE * abs(value):
                return self._none(metric, IS_FIXED if fixed else IS_CONSTANT)
        peak = metric.estimate.peak
        if peak is not None and self._may_be_balanced():
            other = cast("Metric", peak)
            upper = max(upper, (self._known.get(other.id) or self._of(other)).upper)
        low, high = metric.range
        limits = (max(low, lower), min(high, upper)) if lower <= upper else UNDEFINED
        assumes = INDEPENDENT if is_free else AT_THIS_SHARE if fixed else ONE_POPULATION
        return self._from(recommended_method(Kind.SMOOTH), limits, self._sizes, assumes)

    def _may_be_balanced(self) -> bool:
        """Return whether sensitivity and specificity may be the same."""
        tp, fp, fn, tn = self._moving.worth()
        low, high = difference_of_rates(tp, tp + fn, tn, fp + tn, self._level)
        return low <= 0.0 <= high

    def _values(self, metric: Metric, value: float, basis: _Basis) -> list[tuple[float, float]]:
        """Return a measure with each proportion in turn at its limits."""
        counts, of = self._counts, self._value
        return [
            (
                value if low is counts else of(metric, low),
                value if high is counts else of(metric, high),
            )
            for low, high in self._ends(basis)
        ]

    def _value(self, metric: Metric, counts: Counts) -> float:
        return cast("float", metric.value(counts, self._parameters))

    def _ends(self, basis: _Basis) -> Moved:
        """Return the counts with each proportion in turn at its limits, made once."""
        known = self._moved.get(basis)
        if known is None:
            if basis is _Basis.CALLS:
                known = self._moving.rates_of_calls()
            elif basis is _Basis.CLASSES:
                known = self._moving.rates_of_classes()
            else:
                known = self._ends(_Basis.CLASSES) + self._moving.share_of_positives()
            self._moved[basis] = known
        return known

    def _fraction(self, fraction: Fraction) -> tuple[int, int]:
        return cast("tuple[int, int]", fraction(self._counts))

    def _lacking(self) -> str:
        """Return which class has no rows, "" where both have some."""
        needs = (ACTUAL_POSITIVES, ACTUAL_NEGATIVES)
        missing = [need.missing for need in needs if not need.holds(self._counts)]
        return joined("; ", missing) if missing else ""

    @property
    def _sizes(self) -> tuple[int, int]:
        tp, fp, fn, tn = self._moving.cells()
        return tp + fn, fp + tn

    def _from(
        self, method: Method, limits: tuple[float, float], n: tuple[int, ...], assumes: str
    ) -> Interval:
        lower, upper = limits
        reason = NOT_AT_THE_LIMITS if math.isnan(lower) else ""
        if self.subjects is not None:
            reason = self.subjects.lacking if reason else ""
            assumes = self.subjects.assumes
            assumes = _both(assumes, method.assumes) if method.assumes else assumes
            label = "" if reason else joined(", ", (method.name, self.subjects.label))
            return interval_of(
                (self._level, label, lower, upper, n, assumes, reason, method.sided, None)
            )
        if method.assumes:
            assumes = _both(assumes, method.assumes)
        label = method.name
        if self._sampling is Sampling.BY_SUBJECT:
            label, assumes = joined(", ", (label, OF_ROWS)), _both(assumes, TOO_SHORT)
        made = (self._level, label, lower, upper, n, assumes, reason, method.sided, None)
        return interval_of(made)

    def _none(self, metric: Metric, reason: str) -> Interval:
        n: tuple[int, ...] = self._sizes
        if metric.fraction is not None:
            n = self._fraction(metric.fraction)[1:]
        return interval_of((self._level, "", math.nan, math.nan, n, "", reason, Sided.TWO, None))


@cache
def _both(first: str, second: str) -> str:
    """Return two sentences as one."""
    return joined("; ", (first, second))
