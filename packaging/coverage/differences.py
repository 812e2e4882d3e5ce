"""Differences of two scores: of areas, and of the rates that have an interval of their own."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from populations import population_with
from scipy.special import ndtr
from tally import LEVEL, Column, Tally

from evalgui.core.comparing import Candidate, compare_paired, compare_unpaired
from evalgui.core.comparing.pair import (
    CORRELATED_MOVER,
    PAIRED_MOVER,
    PREDICTIVE_VALUES,
    UNPAIRED_MOVER,
)
from evalgui.core.dataset import Score
from evalgui.core.intervals.subjects import EFFECTIVE
from evalgui.core.metrics import metric_by_id
from evalgui.core.sampling import Sampling
from evalgui.core.subjects import Subjects

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from populations import Population

    from evalgui.core.comparing import Pair

NAME = "differences"
SAME_ROWS, OWN_ROWS = "the same rows", "rows of their own"
AREAS = {
    f"{first} and {second}": (first, second)
    for first, second in ((0.75, 0.75), (0.9, 0.8), (0.97, 0.97), (0.97, 0.75), (0.995, 0.9))
}
SHAPES = {"equal spreads": 1.0, "positives spread twice": 2.0}
SIZES = {
    SAME_ROWS: ((25, 0.4), (100, 0.1), (400, 0.3)),
    OWN_ROWS: ((25, 0.4), (100, 0.1)),
}
"""The rows of the first score, and the share of positives of both."""
SECOND = (1, 12)
"""How many times as many rows the second one has, where it has rows of its own."""
CORRELATIONS = (0.5, 0.9)  # of two scores of a row, within its class
SUBJECTS = (40, 100)
ROWS = 6  # of each subject
ALIKE = 0.5  # of the variance of a score is that of its subject
RATES = ("TPR", "TNR", "ACC", "PPR", *PREDICTIVE_VALUES)
WITHOUT = ("FDR", "FOR")  # the same as of what they lack to 1
_SAMPLINGS = (Sampling.COHORT, Sampling.CASE_CONTROL)
_DEFAULT = "DeLong, or MOVER of the limits of each area"


def _watched() -> list[str]:
    return [name for name in RATES if name not in WITHOUT]


def columns() -> list[Column]:
    """Return what is looked at: twice as much as in any cell, for both kinds of rows."""
    found = []
    for rows in (SAME_ROWS, OWN_ROWS):
        found += [
            Column(f"Difference of AUC, {rows}", _DEFAULT),
            Column(f"Difference of AUC, {rows}", "DeLong", is_default=False),
        ]
        for name in _watched():
            is_predictive = name in PREDICTIVE_VALUES
            method = UNPAIRED_MOVER
            if rows == SAME_ROWS:
                method = CORRELATED_MOVER if is_predictive else PAIRED_MOVER
            found.append(Column(f"Difference of {metric_by_id(name).name}, {rows}", method))
    for rows in (SAME_ROWS, OWN_ROWS):
        measure = f"Difference of AUC by subject, {rows}"
        found += [Column(measure, _DEFAULT), Column(measure, "DeLong", is_default=False)]
        method = f"{CORRELATED_MOVER if rows == SAME_ROWS else UNPAIRED_MOVER}, {EFFECTIVE}"
        for name in _watched():
            measure = f"Difference of {metric_by_id(name).name} by subject, {rows}"
            found.append(Column(measure, method))
    return found


def cells() -> list[dict[str, Any]]:
    """Return what each cell is."""
    found: list[dict[str, Any]] = []
    for rows, of_rows in SIZES.items():
        beside = CORRELATIONS if rows == SAME_ROWS else SECOND
        several = "correlation" if rows == SAME_ROWS else "times as many of the second"
        for number, ((n, share), areas, shape, more) in enumerate(
            product(of_rows, AREAS, SHAPES, beside)
        ):
            sampling = _SAMPLINGS[number // len(beside) % 2].value
            where = {"sampling": sampling, "of": rows, "n": n, "prevalence": share}
            found.append({**where, "AUC": areas, "scores": shape, several: more})
    for rows, n_subjects, areas in product(SIZES, SUBJECTS, list(AREAS)[1:]):
        where = {"sampling": "by subject", "of": rows, "subjects": n_subjects}
        found.append({**where, "AUC": areas, "scores": "equal spreads"})
    return found


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each interval holds the truth."""
    spread = SHAPES[cell["scores"]]
    both = [population_with(area, spread, has_levels=False) for area in AREAS[cell["AUC"]]]
    by_subject, same = "subjects" in cell, cell["of"] == SAME_ROWS
    draw = _subjects if by_subject else _rows
    limits = []
    for _ in range(n_replicates):
        one, other = draw(cell, both, random)
        pair = (compare_paired if same else compare_unpaired)(one, other, LEVEL)
        limits.append(_limits(pair))
    truths = [both[0].auc - both[1].auc] * 2
    width = len(_watched()) + 2
    first = 0 if same else width
    if by_subject:
        first = 2 * width + (0 if same else width)
    share = 1 / 3 if by_subject else cell["prevalence"]
    truths += [_truth(name, share, both) for name in _watched()]
    found, once = np.array(limits), np.ones(n_replicates, dtype=np.int64)
    tallies = {first + number: Tally() for number in range(len(truths))}
    for number, truth in enumerate(truths):
        tallies[first + number].add(found[:, number], truth, once)
    return tallies


def _truth(name: str, share: float, both: list[Population]) -> float:
    """Return the difference of a measure halfway between the classes, or their medians."""
    values = []
    for population in both:
        tpr, fpr = _called(population)
        cells = [share * tpr, (1 - share) * fpr, share * (1 - tpr), (1 - share) * (1 - fpr)]
        tp, fp, fn, tn = cells
        values.append(
            {
                "TPR": tpr,
                "TNR": 1 - fpr,
                "ACC": tp + tn,
                "PPR": tp + fp,
                "PPV": tp / (tp + fp),
                "NPV": tn / (tn + fn),
            }[name]
        )
    return float(values[0] - values[1])


def _called(population: Population) -> tuple[float, float]:
    threshold = population.distance / 2
    tpr = ndtr((population.distance - threshold) / population.spread)
    return float(tpr), float(ndtr(-threshold))


def _rows(
    cell: dict[str, Any], both: list[Population], random: np.random.Generator
) -> tuple[Candidate, Candidate]:
    """Return both scores of rows that are drawn."""
    sampling, share = Sampling(cell["sampling"]), cell["prevalence"]

    def classes(n: int) -> NDArray[np.bool_]:
        positives = random.binomial(n, share) if sampling is Sampling.COHORT else round(n * share)
        return np.asarray(np.arange(n) < positives)

    truth = classes(cell["n"])
    first, second = random.standard_normal((2, len(truth)))
    if cell["of"] == SAME_ROWS:
        rho = cell["correlation"]
        second = rho * first + (1 - rho * rho) ** 0.5 * second
        truths = truth, truth
    else:
        truths = truth, classes(cell["n"] * cell["times as many of the second"])
        second = random.standard_normal(len(truths[1]))
    one, other = (
        _candidate(population, values, truth, sampling)
        for population, values, truth in zip(both, (first, second), truths, strict=True)
    )
    return one, other


def _subjects(
    cell: dict[str, Any], both: list[Population], random: np.random.Generator
) -> tuple[Candidate, Candidate]:
    """Return both scores of the rows of subjects, a third of each positive."""
    n_subjects, same = cell["subjects"], cell["of"] == SAME_ROWS
    whose = np.repeat(np.arange(n_subjects, dtype=np.int32), ROWS)
    truth = random.random(len(whose)) < 1 / 3
    subjects = Subjects((whose,), ("subject",))
    own = ALIKE**0.5 * random.standard_normal((2, n_subjects))[:, whose]
    if same:  # both see the same subjects
        own[1] = own[0]
    values = own + (1 - ALIKE) ** 0.5 * random.standard_normal((2, len(whose)))
    one, other = (
        _candidate(population, of_rows, truth, Sampling.BY_SUBJECT, subjects)
        for population, of_rows in zip(both, values, strict=True)
    )
    return one, other


def _candidate(
    population: Population,
    values: NDArray[np.float64],
    truth: NDArray[np.bool_],
    sampling: Sampling,
    subjects: Subjects | None = None,
) -> Candidate:
    scores = np.where(truth, values * population.spread + population.distance, values)
    counts = truth.astype(np.int64), (~truth).astype(np.int64)
    score, threshold = Score("score", scores), population.distance / 2
    return Candidate("score", score, threshold, *counts, sampling, subjects)


def _limits(pair: Pair) -> list[tuple[float, float]]:
    """Return the limits of each column of such a pair."""
    rates = [pair.at[name].interval for name in _watched()]
    found = [pair.area.limits(LEVEL), pair.area.delong.limits(LEVEL)]
    return found + [(one.lower, one.upper) for one in rates]
