"""What a cut-off does to people, whether it is worth it, and calibration of probabilities."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit, ndtr
from tally import LEVEL, Column, Tally

from evalgui.core.consequences.logistic import (
    BySubject,
    brier_interval,
    linear,
    log_score_interval,
    observed_expected,
    scaled_brier,
)
from evalgui.core.consequences.net_benefit import paired_difference, weight, worthwhile
from evalgui.core.consequences.people import thresholds_of_testing
from evalgui.core.consequences.places import Places
from evalgui.core.counts import Counts
from evalgui.core.intervals.at_prevalence import Share, measures_at_prevalence
from evalgui.core.intervals.moving import Moving
from evalgui.core.metrics.metric import Parameters
from evalgui.core.probabilities import Probabilities
from evalgui.core.subjects import Subjects

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.measured import Measured

NAME = "consequences"
SIZES, SHARES = (60, 250, 1000), (0.1, 0.3)
RATES = ((0.9, 0.8), (0.7, 0.95))  # sensitivity and specificity
RISKS = (0.05, 0.2, 0.5)
RATIO = 10.0  # of the cost of a miss to that of a false alarm
OF_STUDY = 200  # people of another study, whose share is estimated
TYPED = 0.05
MODELS = {"calibrated": (0.0, 1.0), "too extreme": (0.3, 0.6), "too timid": (-0.3, 1.5)}
"""Intercept and slope of the truth on the logit of what is foretold."""
SPREADS = {100: 1.0, 400: 1.0, 1000: 1.6}
"""By the number of rows the standard deviation of the logits that are foretold."""
CENTRES = (-1.5, -0.5)
_OF_CUT_OFF = (
    ("Net benefit", "MOVER of two cells of a multinomial"),
    ("Net benefit beyond treating all", "MOVER of two cells of a multinomial"),
    ("Standardised net benefit", "square-and-add"),
    ("Net benefit at a typed prevalence", "square-and-add"),
    ("Difference of net benefits, the same rows", "paired"),
    ("Threshold of testing", "square-and-add"),
    ("Threshold of treating", "square-and-add"),
    ("Expected cost, a miss 10 times an alarm", "square-and-add"),
    ("PPV at a prevalence of another study", "square-and-add"),
)
_OF_MODEL = (
    ("Observed : expected", "Wilson, effective n"),
    ("Calibration in the large", "sandwich"),
    ("Calibration slope", "Rao score"),
    ("Intercept, slope free, from 20 rows a class", "Wald"),
    ("Brier score", "delta on the logit"),
    ("Scaled Brier score, from 20 rows a class", "normal"),
    ("Log score", "log-t"),
)
_OF_SUBJECTS = (
    ("Brier score by subject", "delta on the logit"),
    ("Log score by subject", "log-t"),
)
SUBJECTS, ROWS = (40, 100), 5  # of each subject
ALIKE = 0.5  # of what decides about a row, and of its logit, is that of its subject
_OF_MANY = (3, 5)
"""Which of these are offered from 20 rows a class."""
_MANY = 38.0  # rows that are expected in the smaller class: seldom fewer than 20


def columns() -> list[Column]:
    """Return what is looked at."""
    return [Column(*one) for one in (*_OF_CUT_OFF, *_OF_MODEL, *_OF_SUBJECTS)]


def cells() -> list[dict[str, Any]]:
    """Return what each cell is: of a fixed cut-off, and of a model."""
    found: list[dict[str, Any]] = []
    for n, share, (hit, right), risk in product(SIZES, SHARES, RATES, RISKS):
        where = {"sampling": "cohort", "n": n, "prevalence": share}
        found.append({**where, "sensitivity": hit, "specificity": right, "risk": risk})
    for n, centre, model in product(SPREADS, CENTRES, MODELS):
        found.append({"sampling": "cohort", "n": n, "mean logit": centre, "model": model})
    for n, model in product(SUBJECTS, MODELS):
        where = {"sampling": "by subject", "subjects": n}
        found.append({**where, "mean logit": CENTRES[1], "model": model})
    return found


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each interval holds the truth."""
    if "risk" in cell:
        first, truths = 0, _truths_of_cut_off(cell)
        limits = [list(_of_cut_off(cell, random)) for _ in range(n_replicates)]
    elif "subjects" in cell:
        first = len(_OF_CUT_OFF) + len(_OF_MODEL)
        truths = [_truths_of_model(cell)[place] for place in (4, 6)]
        limits = [list(_of_subjects(cell, random)) for _ in range(n_replicates)]
    else:
        first, truths = len(_OF_CUT_OFF), _truths_of_model(cell)
        limits = [list(_of_model(cell, random)) for _ in range(n_replicates)]
    found = np.array(limits)
    tallies = {}
    once = np.ones(n_replicates, dtype=np.int64)
    for number, truth in enumerate(truths):
        if (
            "n" in cell
            and first
            and number in _OF_MANY
            and cell["n"] * min(_share(cell), 1 - _share(cell)) < _MANY
        ):
            continue  # too often there are too few rows, and none is offered
        tallies[first + number] = Tally()
        tallies[first + number].add(found[:, number], truth, once)
    return tallies


def _ends(found: Measured) -> tuple[float, float]:
    interval = found.interval
    return (math.nan, math.nan) if interval is None else (interval.lower, interval.upper)


def _of_cut_off(cell: dict[str, Any], random: np.random.Generator) -> Iterator[tuple[float, float]]:
    n, share, risk = cell["n"], cell["prevalence"], cell["risk"]
    hit, right = cell["sensitivity"], cell["specificity"]
    shares = [share * hit, (1 - share) * (1 - right), share * (1 - hit), (1 - share) * right]
    counts = Counts(*(int(one) for one in random.multinomial(n, shares)))
    moving = Moving(counts, LEVEL)
    found = worthwhile(moving, risk)
    yield from map(_ends, (found.net_benefit, found.over_all, found.standardised))
    # The classes have a chosen size each, and the prevalence is known.
    half = n // 2
    tp, fp = int(random.binomial(half, hit)), int(random.binomial(half, 1 - right))
    chosen = Counts(tp, fp, half - tp, half - fp)
    yield _ends(worthwhile(Moving(chosen, LEVEL), risk, Share(TYPED)).net_benefit)
    # Another cut-off, which calls some of the rows otherwise.
    both = random.multinomial(n, _discordant(cell))
    only_a, only_b = (int(both[0]), int(both[1])), (int(both[2]), int(both[3]))
    yield _ends(paired_difference(only_a, only_b, n, risk, LEVEL))
    yield from map(_ends, thresholds_of_testing(moving, 1.0, RATIO))
    costs = Parameters(cost_fn=RATIO)
    at_file = Share(counts.actual_positives, counts.n)
    yield _ends(measures_at_prevalence(counts, at_file, LEVEL, parameters=costs)["COST"])
    elsewhere = Share(int(random.binomial(OF_STUDY, share)), OF_STUDY)
    yield _ends(measures_at_prevalence(counts, elsewhere, LEVEL)["PPV"])


def _discordant(cell: dict[str, Any]) -> list[float]:
    """Return how many rows A alone, and B alone, calls: of positives and of negatives."""
    share = cell["prevalence"]
    cells = [0.1 * share, 0.05 * (1 - share), 0.04 * share, 0.09 * (1 - share)]
    return [*cells, 1 - sum(cells)]


def _truths_of_cut_off(cell: dict[str, Any]) -> list[float]:
    share, hit, right = cell["prevalence"], cell["sensitivity"], cell["specificity"]
    w = weight(cell["risk"])
    benefit = share * hit - (1 - share) * w * (1 - right)
    of_all = share - (1 - share) * w
    a1, a0, b1, b0, _ = _discordant(cell)
    alarms, spared = 1 - right, right
    called = share * hit + (1 - share) * (1 - right)
    return [
        benefit,
        benefit - of_all,
        benefit / share,
        TYPED * hit - (1 - TYPED) * w * (1 - right),
        (a1 - b1) - w * (a0 - b0),
        alarms / (alarms + hit * RATIO),
        spared / (spared + (1 - hit) * RATIO),
        share * RATIO * (1 - hit) + (1 - share) * (1 - right),
        share * hit / called,
    ]


def _of_model(cell: dict[str, Any], random: np.random.Generator) -> Iterator[tuple[float, float]]:
    a, b = MODELS[cell["model"]]
    logits = random.normal(cell["mean logit"], SPREADS[cell["n"]], cell["n"])
    truth = random.random(cell["n"]) < expit(a + b * logits)
    places = Places.of(Probabilities(expit(logits), truth))
    of_line = linear(places, LEVEL)
    yield _ends(observed_expected(places, LEVEL))
    yield from map(_ends, (of_line.in_the_large, of_line.slope))
    yield _ends(of_line.intercept)
    yield _ends(brier_interval(places, LEVEL))
    yield _ends(scaled_brier(places, LEVEL))
    yield _ends(log_score_interval(places, LEVEL))


def _of_subjects(
    cell: dict[str, Any], random: np.random.Generator
) -> Iterator[tuple[float, float]]:
    """Yield limits of rows of subjects, whose logits and truths are alike."""
    (a, b), n = MODELS[cell["model"]], cell["subjects"]
    whose = np.repeat(np.arange(n, dtype=np.int32), ROWS)
    own = ALIKE**0.5 * random.standard_normal((2, n))[:, whose]
    told, decided = own + (1 - ALIKE) ** 0.5 * random.standard_normal((2, n * ROWS))
    logits = cell["mean logit"] + _spread(cell) * told
    truth = ndtr(decided) < expit(a + b * logits)
    values, subjects = expit(logits), Subjects((whose,), ("subject",))
    places = Places.of(Probabilities(values, truth))
    known = BySubject(values, truth.astype(np.float64), subjects.summed, n)
    yield _ends(brier_interval(places, LEVEL, known))
    yield _ends(log_score_interval(places, LEVEL, known))


def _spread(cell: dict[str, Any]) -> float:
    """Return the standard deviation of the logits that are foretold."""
    return SPREADS.get(cell.get("n", 0), 1.0)


def _foretold(cell: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """Return logits that are foretold, and their weights."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(200)
    return cell["mean logit"] + _spread(cell) * nodes, weights / weights.sum()


def _share(cell: dict[str, Any]) -> float:
    """Return the share of positives."""
    (a, b), (logits, weights) = MODELS[cell["model"]], _foretold(cell)
    return float(weights @ expit(a + b * logits))


def _truths_of_model(cell: dict[str, Any]) -> list[float]:
    (a, b), (logits, weights) = MODELS[cell["model"]], _foretold(cell)
    foretold, truth = expit(logits), expit(a + b * logits)
    share = _share(cell)

    def left(intercept: float) -> float:
        return float(weights @ (truth - expit(intercept + logits)))

    brier = float(weights @ (truth * (1 - foretold) ** 2 + (1 - truth) * foretold**2))
    missed, alarmed = np.logaddexp(0, -logits), np.logaddexp(0, logits)
    log = float(weights @ (truth * missed + (1 - truth) * alarmed))
    expected = float(weights @ foretold)
    large = float(brentq(left, -5, 5))
    return [share / expected, large, b, a, brier, 1 - brier / (share * (1 - share)), log]
