"""Differences of two scores of the same rows, in subjects or rows that are drawn again."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from populations import Population, population_with
from scipy.special import ndtr, ndtri
from subjects import DEPENDENCE, GENUINE, pairs
from tally import LEVEL, Column, Tally

from evalgui.core.comparing import Candidate
from evalgui.core.comparing.bootstrap import AT_EQUAL, DrawnDifference, draw_paired
from evalgui.core.dataset import Score
from evalgui.core.equal_rate import AtEqual, Equal
from evalgui.core.leave_one_out import LeftOut
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.rules.targets import FALSE_POSITIVES
from evalgui.core.sampling import Sampling
from evalgui.core.subjects import Subjects

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

NAME = "draws"
REPLICATES = 2000
"""Data sets of each cell."""
DRAWN = 199  # of each data set, of which the program makes 2,000
AREAS = {"0.9 and 0.9": (0.9, 0.9), "0.95 and 0.85": (0.95, 0.85)}
SIZES = (40, 100)
ROWS = 6  # of each subject
ALIKE = 0.5  # of the variance of a score is that of its subject, and the same of both
CORRELATION = 0.5  # of both scores of a row, within its class, beyond its subject
PATIENTS, COMPARISONS, ALONE = "patients", "comparisons of subjects", "rows"
BOUND = 0.1  # on the false positive rate, of both
NUMBERS = {
    "average_precision": "AP",
    "eer": "EER",
    "fmr10": "FNR at FPR of at most 10 %",
    "fmr100": "FNR at FPR of at most 1 %",
    "F1": "F1 score",
    "MCC": "Matthews correlation coefficient",
    AT_EQUAL: "TPR at an equal FPR of 10 %",
}
_AT = AtEqual(Equal.FMR, BOUND)
_KINDS = {ALONE: "", PATIENTS: " by subject", COMPARISONS: ", comparisons of subjects"}


def columns() -> list[Column]:
    """Return what is looked at."""
    found = []
    for of, kind in _KINDS.items():
        of_whom = " by subject" if kind else ""
        for name in watched(of).values():
            measure = f"Difference of {name}{kind}"
            found.append(Column(measure, f"paired bootstrap{of_whom}"))
            if kind:
                found.append(Column(measure, f"paired bootstrap{of_whom}, BCa", is_default=False))
    return found


def watched(of: str) -> dict[str, str]:
    """Return the numbers that are looked at: where there are enough negatives for a bound."""
    return {one: name for one, name in NUMBERS.items() if one != "fmr100" or of == COMPARISONS}


def cells() -> list[dict[str, Any]]:
    """Return what each cell is."""
    alone = {"sampling": "cohort", "of": ALONE}
    found: list[dict[str, Any]] = [{**alone, "n": n, "AUC": "0.95 and 0.85"} for n in (100, 400)]
    for n, areas in product(SIZES, AREAS):
        found.append({"sampling": "by subject", "of": PATIENTS, "subjects": n, "AUC": areas})
    for n, dependence in product(SIZES, DEPENDENCE):
        where = {"sampling": "by subject", "of": COMPARISONS, "subjects": n}
        found.append({**where, "AUC": "0.95 and 0.85", "dependence": dependence})
    return found


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each interval holds the truth."""
    both = [population_with(area, 1.0, has_levels=False) for area in AREAS[cell["AUC"]]]
    of = cell["of"]
    draw = {ALONE: _rows, PATIENTS: _patients, COMPARISONS: _comparisons}[of]
    names = watched(of)
    limits = [
        limits_of(*draw(cell, both, random), names, seed, has_bca=of != ALONE)
        for seed in range(n_replicates)
    ]
    truths = truths_of(both, _share(cell))
    per_number = 1 if of == ALONE else 2
    first = {ALONE: 0, PATIENTS: len(watched(ALONE)), COMPARISONS: 3 * len(watched(ALONE))}[of]
    found, once = np.array(limits), np.ones(n_replicates, dtype=np.int64)
    tallies = {}
    for place in range(per_number * len(names)):
        tallies[first + place] = Tally()
        truth = truths[[*names][place // per_number]]
        tallies[first + place].add(found[:, place], truth, once)
    return tallies


def truths_of(both: list[Population], share: float) -> dict[str, float]:
    """Return the true difference of each of `NUMBERS`."""
    values = []
    for one in both:
        hits, alarms = float(ndtr(one.distance / 2)), float(ndtr(-one.distance / 2))
        tp, fp = share * hits, (1 - share) * alarms
        fn, tn = share - tp, 1 - share - fp
        product_of_margins = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        at_bounds = [1 - float(ndtr(one.distance + ndtri(bound))) for bound in (BOUND, 0.01)]
        values.append(
            [
                one.average_precision(share),
                one.equal_error_rate,
                *at_bounds,
                2 * tp / (2 * tp + fp + fn),
                (tp * tn - fp * fn) / product_of_margins**0.5,
                1 - at_bounds[0],
            ]
        )
    of_each = zip(NUMBERS, *values, strict=True)
    return {name: first - second for name, first, second in of_each}


def _share(cell: dict[str, Any]) -> float:
    """Return the share of positives."""
    if cell["of"] != COMPARISONS:
        return 1 / 3
    n = cell["subjects"]
    return float(n * GENUINE / (n * GENUINE + n * (n - 1) / 2))


Two = tuple[Candidate, Candidate]


def _rows(cell: dict[str, Any], both: list[Population], random: np.random.Generator) -> Two:
    """Return both scores of rows that are drawn one by one."""
    truth = random.random(cell["n"]) < 1 / 3
    first, second = random.standard_normal((2, len(truth)))
    second = CORRELATION * first + (1 - CORRELATION**2) ** 0.5 * second
    return _two(both, (first, second), truth, Sampling.COHORT)


def _patients(cell: dict[str, Any], both: list[Population], random: np.random.Generator) -> Two:
    """Return both scores of the rows of subjects, a third of each positive."""
    whose = np.repeat(np.arange(cell["subjects"], dtype=np.int32), ROWS)
    truth = random.random(len(whose)) < 1 / 3
    own = ALIKE**0.5 * random.standard_normal(cell["subjects"])[whose]
    values = own + (1 - ALIKE) ** 0.5 * random.standard_normal((2, len(whose)))
    subjects = Subjects((whose,), ("subject",))
    return _two(both, (values[0], values[1]), truth, Sampling.BY_SUBJECT, subjects)


def _comparisons(cell: dict[str, Any], both: list[Population], random: np.random.Generator) -> Two:
    """Return both scores of every subject with itself and with every other one."""
    n, (of_genuine, of_impostor) = cell["subjects"], DEPENDENCE[cell["dependence"]]
    one, other = pairs(n)
    own = np.repeat(np.arange(n, dtype=np.int32), GENUINE)
    alike, seen = random.standard_normal((2, n))
    genuine, impostor = random.standard_normal((2, len(own))), random.standard_normal((2, len(one)))
    genuine = of_genuine**0.5 * alike[own] + (1 - of_genuine) ** 0.5 * genuine
    shared = of_impostor**0.5 * (seen[one] + seen[other])
    impostor = shared + (1 - 2 * of_impostor) ** 0.5 * impostor
    values = np.concatenate([genuine, impostor], axis=1)
    subjects = Subjects((np.r_[own, one], np.r_[own, other]), ("probe", "reference"))
    truth = np.arange(values.shape[1]) < len(own)
    return _two(both, (values[0], values[1]), truth, Sampling.BY_SUBJECT, subjects)


def _two(
    both: list[Population],
    values: tuple[NDArray[np.float64], NDArray[np.float64]],
    truth: NDArray[np.bool_],
    sampling: Sampling,
    subjects: Subjects | None = None,
) -> Two:
    counts = truth.astype(np.int64), (~truth).astype(np.int64)
    one, other = (
        Candidate(
            "score",
            Score("score", deviates + population.distance * truth),
            population.distance / 2,
            *counts,
            sampling,
            subjects,
        )
        for population, deviates in zip(both, values, strict=True)
    )
    return one, other


def by_the_program(
    first: Candidate, second: Candidate, names: Iterable[str], seed: int, *, has_bca: bool
) -> list[tuple[float, float]]:
    """Return what `limits_of` does, replicate by replicate as the program draws them."""
    drawn = draw_paired(first, second, n_replicates=DRAWN, seed=seed, at=_AT)
    found = []
    for name in names:
        interval = drawn.interval(name, LEVEL)
        found.append((interval.lower, interval.upper))
        if has_bca:
            found.append(drawn.numbers[name].limits(LEVEL)["bca"][:2])
    return found


def limits_of(
    first: Candidate, second: Candidate, names: Iterable[str], seed: int, *, has_bca: bool
) -> list[tuple[float, float]]:
    """Return the limits of each number: of percentiles, and of BCa where it is looked at.

    All replicates of a data set are computed at once, which takes a tenth of the time.
    """
    rngs = [np.random.default_rng(one) for one in np.random.SeedSequence(seed).spawn(DRAWN)]
    if first.subjects is None:
        n = len(first.positives)
        drawn = np.stack([np.bincount(rng.integers(0, n, n), minlength=n) for rng in rngs])
        left = np.empty((0, n), dtype=np.int64)
    else:
        n = first.subjects.n_subjects
        drawn = np.stack([np.bincount(rng.integers(0, n, n), minlength=n) for rng in rngs])
        drawn = np.stack([first.subjects.times(one) for one in drawn])
        left = np.stack([first.subjects.times(one) for one in 1 - np.eye(n, dtype=np.int64)])
    once = np.ones((1, drawn.shape[1]), dtype=np.int64)
    every = np.concatenate([once, drawn, left])
    one, other = (_numbers(candidate, every) for candidate in (first, second))
    units = np.ones(len(left), dtype=np.int64)
    found = []
    for name in names:
        values = one[name] - other[name]
        of_each = (LeftOut(values[DRAWN + 1 :], units),) if len(left) else ()
        reason = "" if name != "fmr100" or (_allows(first) and _allows(second)) else "too few"
        made = DrawnDifference(
            float(one[name][0]), float(other[name][0]), values[1 : DRAWN + 1], of_each, reason
        )
        limits = made.limits(LEVEL)
        found.append(limits["percentile"][:2])
        if has_bca:
            found.append(limits["bca"][:2])
    return found


def _allows(one: Candidate) -> bool:
    """Return whether a bound of 1 % allows an error."""
    steps, subjects = one.table.steps, one.subjects
    if subjects is not None:
        ranked = RankedSubjects.of_rows(
            one.score.values, subjects, one.positives > 0, higher_is_positive=True
        )
        steps = replace(steps, subjects=ranked)
    return FALSE_POSITIVES.allows_errors(steps, 0.01)


def _numbers(one: Candidate, weights: NDArray[np.integer]) -> dict[str, NDArray[np.float64]]:
    """Return each of `NUMBERS` where rows, no two of the same score, count so often: (R,) each."""
    order = np.argsort(-one.score.values)
    weights, truth = weights[:, order], one.positives[order] > 0
    tp, fp = np.zeros((2, len(weights), len(order) + 1), dtype=np.int64)
    np.cumsum(weights * truth, axis=1, out=tp[:, 1:])
    np.cumsum(weights * ~truth, axis=1, out=fp[:, 1:])
    n_pos, n_neg, rows = tp[:, -1], fp[:, -1], np.arange(len(weights))
    gained = (weights * truth)[:, truth]
    hits, alarms = tp[:, 1:][:, truth], fp[:, 1:][:, truth]
    precision = np.divide(gained * hits, hits + alarms, out=np.zeros(hits.shape), where=gained > 0)
    apart = fp * n_pos[:, np.newaxis] - (n_pos[:, np.newaxis] - tp) * n_neg[:, np.newaxis]
    after = np.argmax(apart >= 0, axis=1)
    low, high = apart[rows, after - 1], apart[rows, after]
    before, added = fp[rows, after - 1], fp[rows, after] - fp[rows, after - 1]
    called = int(np.count_nonzero(one.score.values >= one.threshold))
    hit, alarm = tp[:, called], fp[:, called]
    missed, left = n_pos - hit, n_neg - alarm

    def found_at(bound: float) -> NDArray[np.int64]:
        fits = np.floor(bound * n_neg * (1 + 1e-12))[:, np.newaxis]
        return np.asarray(tp[rows, np.sum(fp <= fits, axis=1) - 1])

    margins = [one.astype(np.float64) for one in (hit + alarm, n_pos, n_neg, missed + left)]
    return {
        "average_precision": precision.sum(axis=1) / n_pos,
        "eer": (before * (high - low) - low * added) / (n_neg * (high - low)),
        "fmr10": (n_pos - found_at(0.1)) / n_pos,
        "fmr100": (n_pos - found_at(0.01)) / n_pos,
        "F1": 2 * hit / (2 * hit + alarm + missed),
        "MCC": (hit * left - alarm * missed) / np.sqrt(np.prod(margins, axis=0)),
        AT_EQUAL: found_at(BOUND) / n_pos,
    }
