"""Measures of two classes at one threshold: cohorts, and case-control studies."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from tally import LEVEL, Column, Tally

from evalgui.core.counts import Counts
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.at_prevalence import measures_at_prevalence
from evalgui.core.intervals.methods import OFFERED
from evalgui.core.intervals.rays import is_ray
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.intervals.square_and_add import SQUARE_AND_ADD
from evalgui.core.kind import Kind
from evalgui.core.measured import Sided
from evalgui.core.metrics import DEFAULT_PARAMETERS, METRICS, metric_by_id
from evalgui.core.metrics.metric import Missing
from evalgui.core.sampling import Sampling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from evalgui.core.metrics import Metric

NAME = "two-class"
SAMPLINGS = (Sampling.COHORT, Sampling.CASE_CONTROL)
SIZES = (40, 100, 400, 2000)
PREVALENCES = (0.02, 0.1, 0.3, 0.5)
RATES = (  # sensitivity and specificity
    *((0.6, 0.6), (0.8, 0.8), (0.95, 0.95), (0.99, 0.99)),
    *((0.6, 0.95), (0.95, 0.6), (0.8, 0.99), (0.99, 0.8), (0.6, 0.99), (0.99, 0.6)),
)
ELSEWHERE = 0.05  # the prevalence at which predictive values are asked for as well
FEWEST = 5  # expected in the smaller class

# What others choose, each for measures whose default is another one.
_OTHERS = {
    Kind.PROPORTION: ("TPR", "ACC", "PPV"),
    Kind.F1: ("F1",),
    Kind.LR: ("LRP", "LRN"),
}


@dataclass(frozen=True, slots=True)
class Watched:
    """One interval that is looked at in every cell.

    Parameters
    ----------
    metric
        Of which measure.
    settings
        By which methods.
    column
        What it is called.
    """

    metric: Metric
    settings: IntervalSettings
    column: Column


@cache
def watched() -> list[Watched]:
    """Return every measure that says something of a population, and other methods of some."""
    usual = IntervalSettings(LEVEL)
    found = [Watched(one, usual, _column(one)) for one in METRICS if _is_of_population(one)]
    for kind, ids in _OTHERS.items():
        for method in OFFERED[kind]:
            if method.is_recommended or method.sided is not Sided.TWO:
                continue
            settings = replace(usual, methods={kind: method.id})
            found += [
                Watched(one, settings, Column(one.name, label(one, settings), is_default=False))
                for one in map(metric_by_id, ids)
            ]
    return found


def _column(metric: Metric) -> Column:
    """Return the labels of what makes the interval of a measure, in both kinds of studies."""
    names = [label(metric, IntervalSettings(LEVEL), sampling) for sampling in SAMPLINGS]
    return Column(metric.name, "; case-control: ".join(dict.fromkeys(filter(None, names))))


def label(metric: Metric, settings: IntervalSettings, sampling: Sampling = Sampling.COHORT) -> str:
    """Return the label of what makes the interval of a measure, "" where nothing does."""
    counts = Counts(tp=40, fp=30, fn=20, tn=110)
    measured = {metric.id: metric.measured(counts, DEFAULT_PARAMETERS)}
    return IntervalsAt(counts, measured, settings=settings, sampling=sampling)[metric.id].method


def _is_of_population(metric: Metric) -> bool:
    """Return whether a measure is the same in a sample of ten times the size."""
    small, large = (truth(metric, n, 0.3, (0.8, 0.9)) for n in (100, 1000))
    return math.isclose(small, large, rel_tol=1e-9)


def truth(metric: Metric, n: int, prevalence: float, rates: tuple[float, float]) -> float:
    """Return a measure of a population, given its sensitivity and its specificity."""
    positives, negatives = n * prevalence, n * (1 - prevalence)
    tp, tn = positives * rates[0], negatives * rates[1]
    counts = Counts(tp=tp, fp=negatives - tn, fn=positives - tp, tn=tn)  # type: ignore[arg-type]
    return float(metric.value(counts, DEFAULT_PARAMETERS))


def cells() -> list[dict[str, Any]]:
    """Return what each cell is."""
    found = []
    for sampling, n, prevalence in product(SAMPLINGS, SIZES, PREVALENCES):
        if n * min(prevalence, 1 - prevalence) >= FEWEST:
            found += [
                {
                    "sampling": sampling.value,
                    "n": n,
                    "prevalence": prevalence,
                    "sensitivity": sensitivity,
                    "specificity": specificity,
                }
                for sensitivity, specificity in RATES
            ]
    return found


def columns() -> list[Column]:
    """Return what is looked at."""
    here = [one.column for one in watched()]
    return here + [Column(f"{one.name} at {ELSEWHERE}", SQUARE_AND_ADD.name) for one in _asked()]


def _asked() -> list[Metric]:
    """Return what is asked for at another prevalence."""
    return [metric_by_id("PPV"), metric_by_id("NPV")]


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each interval holds the truth."""
    sampling = Sampling(cell["sampling"])
    n, prevalence = cell["n"], cell["prevalence"]
    rates = cell["sensitivity"], cell["specificity"]
    drawn = _draw(sampling, n, prevalence, rates, n_replicates, random)
    tables, times = np.unique(drawn, axis=0, return_counts=True)
    every = watched()
    limits = np.array([list(_limits(table, every, sampling)) for table in tables.tolist()])
    found = {}
    for number, one in enumerate(every):
        ran = label(one.metric, one.settings, sampling)
        if not ran or (not one.column.is_default and ran != one.column.method):
            continue  # a prevalence that is chosen, or a method that cannot be chosen there
        found[number] = Tally()
        found[number].add(limits[:, number], truth(one.metric, n, prevalence, rates), times)
    for number, metric in enumerate(_asked(), start=len(every)):
        found[number] = Tally()
        found[number].add(limits[:, number], truth(metric, n, ELSEWHERE, rates), times)
    return found


def _draw(  # noqa: PLR0913, PLR0917 - what a cell is
    sampling: Sampling,
    n: int,
    prevalence: float,
    rates: tuple[float, float],
    n_replicates: int,
    random: np.random.Generator,
) -> NDArray[np.int64]:
    """Return TP, FN, FP and TN of each data set: (R, 4)."""
    positives = np.full(n_replicates, round(n * prevalence))
    if sampling is Sampling.COHORT:
        positives = random.binomial(n, prevalence, n_replicates)
    tp, tn = random.binomial(positives, rates[0]), random.binomial(n - positives, rates[1])
    return np.stack([tp, positives - tp, n - positives - tn, tn], axis=1)


def _limits(
    table: list[int], every: list[Watched], sampling: Sampling
) -> Iterator[tuple[float, float]]:
    tp, fn, fp, tn = table
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    missing = Missing(counts)
    measured = {
        one.metric.id: one.metric.measured(counts, DEFAULT_PARAMETERS, missing)
        for one in every
        if one.column.is_default
    }
    by_settings: dict[int, IntervalsAt] = {}
    for one in every:
        intervals = by_settings.get(id(one.settings))
        if intervals is None:
            intervals = IntervalsAt(counts, measured, settings=one.settings, sampling=sampling)
            by_settings[id(one.settings)] = intervals
        yield _held(intervals, one.metric)
    found = measures_at_prevalence(counts, ELSEWHERE, LEVEL, sampling)
    for name in ("PPV", "NPV"):
        interval = found[name].interval
        yield (math.nan, math.nan) if interval is None else (interval.lower, interval.upper)


def _held(intervals: IntervalsAt, metric: Metric) -> tuple[float, float]:
    """Return the limits of a measure; the first above the second where they go round infinity.

    Then both parts are told, and all is held but what lies between them (Altman, BMJ 317, 1998).
    """
    own, follows = intervals[metric.id], metric.estimate.following
    if follows is None or follows.pole is None or not is_ray(own):
        return own.lower, own.upper
    base = intervals[follows.of.id]
    if not base.lower < follows.pole < base.upper:  # one part alone
        return own.lower, own.upper
    return follows.by(base.upper), follows.by(base.lower)
