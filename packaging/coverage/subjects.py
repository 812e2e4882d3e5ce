"""Comparisons of subjects: the error rates at a threshold, and the equal error rate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from populations import Population
from scipy.special import ndtr, ndtri
from tally import LEVEL, Column, Tally

from evalgui.core.bootstrap.resampling import SubjectResampler
from evalgui.core.bootstrap.run import Plan, bootstrap
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.intervals.subjects import EFFECTIVE, SubjectsAt
from evalgui.core.metrics import DEFAULT_PARAMETERS, metric_by_id
from evalgui.core.ranked import Ranked
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable
from evalgui.core.subjects import Subjects
from evalgui.core.summary_intervals import of_area, of_average_precision, of_equal_error_rate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

NAME = "subjects"
SIZES = (40, 100)
EQUAL_ERRORS = (0.05, 0.2)
MATCHED = (0.02, 0.1)  # the FMR of the threshold
DEPENDENCE = {"weak": (0.2, 0.05), "strong": (0.5, 0.2)}
"""Which share of the variance of a genuine score is that of its subject, and of an impostor's
that of each of its two subjects."""
GENUINE = 4  # comparisons of each subject with itself
DRAWN = 199  # by the bootstrap, of each data set
_DRAWN_ONES = {7, 8}  # the columns of the bootstrap
_SAMPLING = Sampling.BY_SUBJECT
NAIVE = "Wilson, as if rows were independent"


@dataclass(frozen=True)
class Comparisons:
    """Every subject with itself a few times, and once with every other one.

    Parameters
    ----------
    n_subjects
        How many there are.
    distance
        Of the genuine scores, whose spread is that of the impostors' and 1.
    of_genuine, of_impostor
        The share of the variance that a subject has, as of `DEPENDENCE`.
    """

    n_subjects: int
    distance: float
    of_genuine: float
    of_impostor: float

    @property
    def share(self) -> float:
        """The share of genuine comparisons."""
        genuine = self.n_subjects * GENUINE
        return genuine / (genuine + self.n_subjects * (self.n_subjects - 1) / 2)

    def draw(
        self, random: np.random.Generator
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_], Subjects]:
        """Return scores, which are genuine, and whose they are."""
        one, other = pairs(self.n_subjects)
        own = np.repeat(np.arange(self.n_subjects, dtype=np.int32), GENUINE)
        alike = random.standard_normal(self.n_subjects) * self.of_genuine**0.5
        genuine = random.standard_normal(len(own)) * (1 - self.of_genuine) ** 0.5
        genuine += self.distance + alike[own]
        seen = random.standard_normal(self.n_subjects) * self.of_impostor**0.5
        impostor = random.standard_normal(len(one)) * (1 - 2 * self.of_impostor) ** 0.5
        impostor += seen[one] + seen[other]
        codes = np.r_[own, one], np.r_[own, other]
        scores = np.r_[genuine, impostor]
        return scores, np.arange(len(scores)) < len(own), Subjects(codes, ("probe", "reference"))


@cache
def pairs(n_subjects: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return both subjects of every pair of two different ones."""
    one, other = np.triu_indices(n_subjects, 1)
    return one.astype(np.int32), other.astype(np.int32)


def columns() -> list[Column]:
    """Return what is looked at."""
    worth = f"Wilson, {EFFECTIVE}"
    return [
        Column("FMR at a threshold", worth),
        Column("FMR at a threshold", NAIVE, is_default=False),
        Column("FNMR at a threshold", worth),
        Column("FNMR at a threshold", NAIVE, is_default=False),
        Column("AUC", "logit DeLong, t, by subject"),
        Column("AP", "logit, jackknife, by subject, t"),
        Column("AP", "Wilson, as if rows were independent", is_default=False),
        Column("EER", "bootstrap by subject, percentile"),
        Column("EER", "bootstrap by subject, BCa", is_default=False),
        Column("EER", f"{worth} (provisional)", is_default=False),
    ]


def cells() -> list[dict[str, Any]]:
    """Return what each cell is."""
    return [
        {"sampling": "by subject", "subjects": n, "EER": rate, "FMR": matched, "dependence": name}
        for n, rate, matched, name in product(SIZES, EQUAL_ERRORS, MATCHED, DEPENDENCE)
    ]


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each interval holds the truth."""
    distance = -2 * float(ndtri(cell["EER"]))
    population = Comparisons(cell["subjects"], distance, *DEPENDENCE[cell["dependence"]])
    threshold = -float(ndtri(cell["FMR"]))
    missed = float(ndtr(threshold - distance))
    # A threshold is nothing to the equal error rate, and to draw so often takes long.
    is_hard = cell["subjects"] == SIZES[0] and cell["dependence"] == "strong"
    draws = is_hard and cell["FMR"] == MATCHED[0]
    limits = [
        list(_limits(*population.draw(random), threshold, seed, draws=draws))
        for seed in range(n_replicates)
    ]
    truths = [cell["FMR"]] * 2 + [missed] * 2
    precision = Population(distance, 1.0).average_precision(population.share)
    truths += [float(ndtr(distance / 2**0.5)), precision, precision] + [cell["EER"]] * 3
    found, once = np.array(limits), np.ones(n_replicates, dtype=np.int64)
    numbers = [number for number in range(len(truths)) if draws or number not in _DRAWN_ONES]
    tallies = {number: Tally() for number in numbers}
    for number, tally in tallies.items():
        tally.add(found[:, number], truths[number], once)
    return tallies


def _limits(  # noqa: PLR0913 - a data set, and where it is looked at
    scores: NDArray[np.float64],
    truth: NDArray[np.bool_],
    subjects: Subjects,
    threshold: float,
    seed: int,
    *,
    draws: bool,
) -> Iterator[tuple[float, float]]:
    """Return the interval of each column."""
    table, settings, sampling = ScoreTable(scores, truth), IntervalSettings(LEVEL), _SAMPLING
    counts = table.counts_at(threshold)
    owners = RankedSubjects.of_rows(scores, subjects, truth, higher_is_positive=True)
    metrics = [metric_by_id(name) for name in ("FPR", "FNR")]
    measured = {one.id: one.measured(counts, DEFAULT_PARAMETERS) for one in metrics}
    for one in metrics:
        for of_each in (SubjectsAt(owners, counts), None):
            known = IntervalsAt(
                counts, measured, settings=settings, sampling=sampling, subjects=of_each
            )
            yield known[one.id].lower, known[one.id].upper
    ranked = Ranked(table, table.steps, owners)
    rows = Ranked(table, table.steps)
    for found in (
        of_area(ranked, settings, sampling),
        of_average_precision(ranked, settings, sampling),
        of_average_precision(rows, settings, sampling),
    ):
        yield found.lower, found.upper
    if draws:
        plan = Plan(SubjectResampler(table.steps, owners), 0, DRAWN, seed)
        drawn = bootstrap(plan).area_limits("eer", LEVEL)
        for name in ("percentile", "bca"):
            yield drawn[name].lower, drawn[name].upper
    else:
        yield from [(np.nan, np.nan)] * 2
    rate = of_equal_error_rate(ranked, settings, sampling)
    yield rate.lower, rate.upper
