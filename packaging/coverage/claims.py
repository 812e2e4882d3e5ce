"""One-sided limits where subjects were drawn: beside a rate, and of a threshold chosen by one."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr, ndtri
from subjects import DEPENDENCE, Comparisons
from tally import LEVEL, Column, Tally

from evalgui.core.dataset import Score
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.rules.biometric_figures import reached
from evalgui.core.rules.targets import FALSE_NEGATIVES, FALSE_POSITIVES
from evalgui.core.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.score_table import Steps

NAME = "claims"
N_SUBJECTS = 100
EQUAL_ERRORS = (0.02, 0.1)
MATCHED = (0.002, 0.01, 0.1)  # the FMR of the threshold
BY_SUBJECT = "exact, of as many rows as subjects' are worth"
NAIVE = "exact, as if rows were independent"
_RATES = {"FMR": FALSE_POSITIVES, "FNMR": FALSE_NEGATIVES}


def columns() -> list[Column]:
    """Return what is looked at."""
    limits = [f"{name}: upper limit at a threshold" for name in _RATES]
    chosen = [f"{name} where its limit chose the threshold" for name in _RATES]
    return [
        Column(measure, method, method == BY_SUBJECT)
        for measure in (*limits, *chosen)
        for method in (BY_SUBJECT, NAIVE)
    ]


def cells() -> list[dict[str, Any]]:
    """Return what each cell is."""
    return [
        {
            "sampling": "by subject",
            "subjects": N_SUBJECTS,
            "EER": rate,
            "FMR": matched,
            "dependence": name,
        }
        for rate, matched, name in product(EQUAL_ERRORS, MATCHED, DEPENDENCE)
    ]


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each claim is true."""
    distance = -2 * float(ndtri(cell["EER"]))
    population = Comparisons(cell["subjects"], distance, *DEPENDENCE[cell["dependence"]])
    threshold = -float(ndtri(cell["FMR"]))
    truths = {"FMR": cell["FMR"], "FNMR": float(ndtr(threshold - distance))}
    rows = []
    for _ in range(n_replicates):
        scores, truth, subjects = population.draw(random)
        table = ScoreTable(scores, truth)
        naive = table.steps
        table.belong_to(RankedSubjects.of_rows(scores, subjects, truth, higher_is_positive=True))
        score = Score("score", scores)
        both = table.steps, naive
        rows.append([*_beside(both, threshold, truths), *_chosen(both, score, truths, distance)])
    found, once = np.array(rows), np.ones(n_replicates, dtype=np.int64)
    tallies = {}
    for number in range(found.shape[1]):
        tallies[number] = Tally()
        # By how much a claim is true: at least 0, or it is false.
        limits = np.stack([np.full(n_replicates, -np.inf), found[:, number]], axis=1)
        tallies[number].add(limits, 0.0, once)
    return tallies


def _beside(
    both: tuple[Steps, Steps], threshold: float, truths: dict[str, float]
) -> Iterator[float]:
    """Return by how much the upper limits of the rates at a threshold are above the truth."""
    for name, rate in _RATES.items():
        for steps in both:
            errors = rate.errors(steps, steps.row_at(threshold))
            yield reached(steps, rate, errors, LEVEL).upper_limit - truths[name]


def _chosen(
    both: tuple[Steps, Steps], score: Score, truths: dict[str, float], distance: float
) -> Iterator[float]:
    """Return by how much a rate is below the target where its limit chose the threshold."""
    for name in _RATES:
        rule, target = rule_by_id(f"{name.lower()}-limit"), truths[name]
        for steps in both:
            made = choose(rule, steps, score, {name.lower(): target, "level": LEVEL})
            if made.threshold is None:  # nothing is claimed
                yield np.inf
                continue
            at = made.threshold
            yield target - float(ndtr(-at) if name == "FMR" else ndtr(at - distance))
