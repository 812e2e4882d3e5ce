"""The interval of each summary of a ranking: which method runs, and why none can."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import exact, grouped
from evalgui.core.intervals import auc, average_precision, equal_error_rate
from evalgui.core.intervals.at_point import TOO_SHORT
from evalgui.core.intervals.fnmr_at_fmr import row_at_fmr
from evalgui.core.intervals.making import Interval, Kind, Sampling, method_of
from evalgui.core.intervals.subjects import (
    EFFECTIVE,
    FEW_DEGREES_OF_SUBJECTS,
    OF_ROWS,
    ONE_SUBJECT,
    SUBJECTS,
)
from evalgui.core.intervals.summaries_of_subjects import (
    FEW_ERRORS,
    FEWEST_ERRORS,
    equal_error_limits,
    positives_worth,
)
from evalgui.core.rules.targets import FALSE_NEGATIVES, FALSE_POSITIVES, NONE_ALLOWED
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from evalgui.core.intervals.delong import RankedArea
    from evalgui.core.intervals.method import Method
    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.ranked import Ranked
    from evalgui.core.ranked_subjects import RankedSubjects

    IntervalOfSummary: TypeAlias = Callable[[Ranked, IntervalSettings, Sampling], Interval]

EQUAL_SCORES = phrase("all scores are equal")
ALIKE = phrase("the rows of each subject balance: nothing varies between subjects")
NO_LOGIT = phrase("a value of 0 or 1 has no logit: choose another method")
OF_SUBJECTS = phrase("Wilson, effective n by subject")
PROVISIONAL = phrase(
    "the subjects are independent; provisional, the bootstrap by subject goes before it"
)
BIASED_LOW = phrase(
    "the least over the thresholds of these data lies below what new data have, by an amount that"
    " no interval knows where one class is so rare"
)
AT_SHARE = phrase("the share of positives is that of this file")
_ROUNDING = 1e-9


def of_area(ranked: Ranked, settings: IntervalSettings, sampling: Sampling) -> Interval:
    """Return the interval of the area under the ROC curve."""
    of_subjects = ranked.area_of_subjects
    area = ranked.area if of_subjects is None else of_subjects
    reason = auc.why_none(ranked.area) or _why_not_of_subjects(ranked.area, of_subjects)
    if reason:
        return none(ranked, settings, reason)
    method = auc.that_runs(method_of(settings, Kind.AUC), area, ranked.area)
    found = _made(ranked, settings, method, method.compute(area, settings.level))
    if of_subjects is None:
        return _by_rows(found, sampling)
    label = phrase("{name}, by subject", name=method.name)
    beside = (
        phrase("all rows agree, so that each subject counts once")
        if of_subjects.is_bare
        else phrase(
            "the variance is {times} times that of independent rows",
            times=exact(round(of_subjects.times, 1)),
        )
    )
    assumes = phrase(
        "{subjects}: {n_positive} with positive rows, {n_negative} with negative ones; {beside}",
        subjects=SUBJECTS,
        n_positive=grouped(area.n_positive),
        n_negative=grouped(area.n_negative),
        beside=beside,
    )
    return found._replace(method=label, assumes=assumes) if found.is_defined else found


def _why_not_of_subjects(rows: RankedArea, of_subjects: RankedArea | None) -> str:
    """Return why subjects give an area no interval, "" where they do, or were not drawn."""
    if of_subjects is None:
        return ""
    if min(of_subjects.n_positive, of_subjects.n_negative) < 2:
        return ONE_SUBJECT
    # An area of 0 or 1 varies nowhere, and has methods that know it.
    is_flat = of_subjects.variance < _ROUNDING * rows.variance
    return ALIKE if is_flat and rows.found and rows.missed else ""


def of_average_precision(
    ranked: Ranked, settings: IntervalSettings, sampling: Sampling
) -> Interval:
    """Return the interval of average precision."""
    n_positive = ranked.steps.n_positive
    if not ranked.steps.n_negative:
        return none(ranked, settings, phrase("without negatives every precision is 1"))
    if len(ranked.steps) == 2:
        return none(ranked, settings, EQUAL_SCORES)
    value = ranked.precision_recall_areas[0]
    if ranked.subjects is not None:
        return _average_precision_of_subjects(ranked, ranked.subjects, settings, value)

    def variance() -> float:
        of_rows, of_classes = ranked.average_precision_variances
        return of_classes if sampling.fixes_shares else of_rows

    few = average_precision.is_small(value, n_positive)
    method = _that_runs(method_of(settings, Kind.AP), few=few)
    limits = method.compute(value, n_positive, variance, settings.level)
    beside = AT_SHARE if sampling.fixes_shares else ""
    return _by_rows(_made(ranked, settings, method, limits, beside), sampling)


def _average_precision_of_subjects(
    ranked: Ranked, subjects: RankedSubjects, settings: IntervalSettings, value: float
) -> Interval:
    """Return the interval of average precision where subjects were drawn and are known."""
    n_subjects, n_of_negatives = (int(np.count_nonzero(sizes)) for sizes in subjects.sizes)
    if min(n_subjects, n_of_negatives) < 2:
        return none(ranked, settings, ONE_SUBJECT)
    of_rows = ranked.average_precision_variances.of_rows
    of_subjects = ranked.average_precision_variance_of_subjects
    worth = positives_worth(ranked.steps.n_positive, n_subjects, of_rows, of_subjects)
    few = average_precision.is_small(value, worth)
    method = _that_runs(method_of(settings, Kind.AP), few=few)
    level, student = settings.level, ""
    is_near_1 = ranked.steps.n_positive * (1.0 - value) < average_precision.FEW_MISSING
    if of_subjects > 0 and not is_near_1:
        degrees = ranked.average_precision_degrees
        if degrees < FEW_DEGREES_OF_SUBJECTS:
            level, student = auc.level_of_t(degrees, level), ", t"
    limits = method.compute(value, worth, lambda: max(of_rows, of_subjects), level)
    found = _made(ranked, settings, method, limits)
    is_wilson = method is average_precision.WILSON_OF_POSITIVES
    label = OF_SUBJECTS if is_wilson else phrase("{name}, by subject", name=method.name)
    label = joined("", (label, student)) if student else label
    assumes = phrase(
        "{subjects}: {n_subjects} with positive rows, which count as {n} independent ones",
        subjects=SUBJECTS,
        n_subjects=grouped(n_subjects),
        n=grouped(max(1, round(worth))),
    )
    return found._replace(method=label, assumes=assumes) if found.is_defined else found


def of_equal_error_rate(ranked: Ranked, settings: IntervalSettings, sampling: Sampling) -> Interval:
    """Return the interval of the equal error rate."""
    steps, level = ranked.steps, settings.level
    if ranked.subjects is None:
        few = equal_error_rate.is_small(steps)
        method = _that_runs(method_of(settings, Kind.EER), few=few)
        return _by_rows(_made(ranked, settings, method, method.compute(steps, level)), sampling)
    value = ranked.equal_error_rate.value
    low, high = equal_error_limits(value, steps, ranked.subjects, level)
    if math.isnan(low):
        return none(
            ranked,
            settings,
            ONE_SUBJECT if value * steps.n_positive >= FEWEST_ERRORS else FEW_ERRORS,
        )
    return Interval(level, OF_SUBJECTS, low, high, _rows(ranked), PROVISIONAL)


def of_fnmr_at_fmr(bound: float) -> IntervalOfSummary:
    """Return what makes the interval of the least FNR that a bound on FPR leaves."""

    def interval(ranked: Ranked, settings: IntervalSettings, sampling: Sampling) -> Interval:
        steps, level = ranked.steps, settings.level
        if not FALSE_POSITIVES.allows_errors(steps, bound):
            return none(ranked, settings, NONE_ALLOWED)
        method = method_of(settings, Kind.FNMR_AT_FMR)
        if steps.subjects is None:
            limits = method.compute(steps, bound, level)
            return _by_rows(_made(ranked, settings, method, limits), sampling)
        counts = steps.counts_of(row_at_fmr(steps, bound))
        worth = (
            FALSE_NEGATIVES.worth(steps, int(counts.fn)),
            FALSE_POSITIVES.worth(steps, int(counts.fp)),
        )
        if any(map(math.isnan, worth)):
            return none(ranked, settings, ONE_SUBJECT)
        found = _made(ranked, settings, method, method.compute(steps, bound, level, worth))
        n, m = (grouped(max(1, round(one))) for one in worth)
        assumes = phrase(
            "{subjects}: the rows of both classes count as {n} and {m} independent ones",
            subjects=SUBJECTS,
            n=n,
            m=m,
        )
        return found._replace(method=joined(", ", (found.method, EFFECTIVE)), assumes=assumes)

    return interval


def of_least_cost(ranked: Ranked, settings: IntervalSettings, _sampling: Sampling) -> Interval:
    """Return why the least detection cost at a small prior has no interval."""
    return none(ranked, settings, BIASED_LOW)


def _by_rows(found: Interval, sampling: Sampling) -> Interval:
    """Say of an interval of rows that it is too short where subjects were drawn."""
    if sampling is not Sampling.BY_SUBJECT or not found.is_defined:
        return found
    assumes = joined("; ", filter(None, (found.assumes, TOO_SHORT)))
    return found._replace(method=joined(", ", (found.method, OF_ROWS)), assumes=assumes)


def none(ranked: Ranked, settings: IntervalSettings, reason: str) -> Interval:
    """Return an interval that there is not, and why."""
    return Interval(settings.level, "", math.nan, math.nan, _rows(ranked), reason=reason)


def _that_runs(method: Method, *, few: bool) -> Method:
    """Return the method that runs: the one in its place where what it counts is few."""
    return method.where_zero if few and method.where_zero is not None else method


def _made(
    ranked: Ranked,
    settings: IntervalSettings,
    method: Method,
    limits: tuple[float, float],
    beside: str = "",
) -> Interval:
    low, high = limits
    if math.isnan(low):
        return none(ranked, settings, NO_LOGIT)
    assumes = joined("; ", filter(None, (method.assumes, beside)))
    return Interval(
        settings.level, method.name, low, high, _rows(ranked), assumes, sided=method.sided
    )


def _rows(ranked: Ranked) -> tuple[int, int]:
    return ranked.table.n_positive, ranked.table.n_negative
