"""Groups under one threshold, biometric consequences, and references that are missing or err."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from tally import LEVEL, Column, Tally

from evalgui.core.between_groups.apart import Rate, all_pairs, apart
from evalgui.core.biometrics.failures import with_failures
from evalgui.core.biometrics.presentation_attacks import relative_impostor_accept, worst
from evalgui.core.consequences.likelihood_ratios import LikelihoodRatios
from evalgui.core.references import Verified, begg_greenes, prevalence
from evalgui.core.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.measured import Measured

NAME = "groups"
_COLUMNS = (
    ("All differences of rates of groups at once", "MOVER on Wilson limits, Bonferroni"),
    ("All ratios of rates of groups at once", "MOVER-R on Wilson limits, Bonferroni"),
    ("Sensitivity where truth is missing by the call", "square-and-add"),
    ("Specificity where truth is missing by the call", "square-and-add"),
    ("Prevalence behind an imperfect reference", "square-and-add"),
    ("FRR with failures to acquire", "square-and-add"),
    ("FAR with failures to acquire", "square-and-add"),
    ("GFRR with failures to enrol", "square-and-add"),
    ("Largest APCER of the species, upper limit", "exact, the largest"),
    ("RIAPAR", "square-and-add"),
    ("Cllr, carried by 15 trials of each class", "log-t"),
)
_FIRST = {
    "groups": 0,
    "partial verification": 2,
    "imperfect reference": 4,
    "failures": 5,
    "attacks": 8,
    "likelihood ratios": 10,
}
_HELD, _MISSED = (-1.0, 1.0), (1.0, 2.0)  # of what is 0 where all intervals hold


def columns() -> list[Column]:
    """Return what is looked at."""
    return [Column(*one) for one in _COLUMNS]


def cells() -> list[dict[str, Any]]:
    """Return what each cell is; at least three of what is counted are expected everywhere."""
    found: list[dict[str, Any]] = [
        {"sampling": "groups", "groups": m, "rows of each": n, "rate": rate, "spread": spread}
        for m, n, rate, spread in product((2, 4, 8), (20, 100, 1000), (0.6, 0.9), (0.0, 0.08))
    ]
    found += [
        {"sampling": "partial verification", "n": n, "prevalence": share, "verified below": below}
        for n, share, below in product((400, 1000, 4000), (0.1, 0.3), (0.1, 0.3))
        if n * share * 0.25 * below >= 3
    ]
    found += [
        {
            "sampling": "imperfect reference",
            "n": n,
            "prevalence": share,
            "sensitivity": hit,
            "specificity": right,
        }
        for n, share, (hit, right) in product((100, 500), (0.1, 0.4), ((0.9, 0.95), (0.8, 0.85)))
    ]
    found += [
        {"sampling": "failures", "n": n, "FTA": fta, "FTE": fte}
        for n, fta, fte in product((200, 1000, 5000), (0.005, 0.02), (0.02, 0.05))
    ]
    found += [
        {"sampling": "attacks", "species": m, "attacks of each": n, "rate": rate}
        for m, n, rate in product((3, 6, 10), (50, 300), (0.02, 0.1))
    ]
    found += [
        {"sampling": "likelihood ratios", "n of each": n, "spread": spread}
        for n, spread in product((100, 300, 1000), (1.0, 2.0))
    ]
    return found


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each interval holds the truth."""
    make, truths = _KINDS[cell["sampling"]]
    limits = np.array([list(make(cell, random)) for _ in range(n_replicates)])
    once = np.ones(n_replicates, dtype=np.int64)
    tallies = {}
    for place, truth in enumerate(truths(cell)):
        number = _FIRST[cell["sampling"]] + place
        tallies[number] = Tally()
        tallies[number].add(limits[:, place], truth, once)
    return tallies


def _ends(found: Measured) -> tuple[float, float]:
    interval = found.interval
    return (math.nan, math.nan) if interval is None else (interval.lower, interval.upper)


# --------------------------------------------------------------------------------- groups


def _rates(cell: dict[str, Any]) -> np.ndarray:
    return cell["rate"] + cell["spread"] * np.linspace(-1, 1, cell["groups"])


def _of_groups(cell: dict[str, Any], random: np.random.Generator) -> Iterator[tuple[float, float]]:
    truths, n = _rates(cell), cell["rows of each"]
    counts = random.binomial(n, truths)
    found = apart([Rate(float(k), float(n)) for k in counts], all_pairs(len(truths)), LEVEL)
    pairs = [(truths[one.first], truths[one.second]) for one in found]
    gaps = [_holds(one.difference, a - b) for one, (a, b) in zip(found, pairs, strict=True)]
    ratios = [_holds(one.ratio, a / b) for one, (a, b) in zip(found, pairs, strict=True)]
    yield _HELD if all(gaps) else _MISSED
    yield _HELD if all(ratios) else _MISSED


def _holds(found: Measured, truth: float) -> bool:
    lower, upper = _ends(found)
    return bool(lower <= truth + 1e-12 and upper >= truth - 1e-12)


# ------------------------------------------------------------------------------- references


def _of_verified(
    cell: dict[str, Any], random: np.random.Generator
) -> Iterator[tuple[float, float]]:
    n, share, below = cell["n"], cell["prevalence"], cell["verified below"]
    hit, alarm = 0.75, 0.1
    cells = (share * hit, (1 - share) * alarm, share * (1 - hit), (1 - share) * (1 - alarm))
    tp, fp, fn, tn = (int(one) for one in random.multinomial(n, cells))
    ill, well = int(random.binomial(fn, below)), int(random.binomial(tn, below))
    counts = Verified(n, tp + fp, tp + fp, tp, ill + well, ill)
    yield from map(_ends, begg_greenes(counts, LEVEL))


def _of_reference(
    cell: dict[str, Any], random: np.random.Generator
) -> Iterator[tuple[float, float]]:
    n, accuracy = cell["n"], (cell["sensitivity"], cell["specificity"])
    share = cell["prevalence"] * accuracy[0] + (1 - cell["prevalence"]) * (1 - accuracy[1])
    yield _ends(prevalence(int(random.binomial(n, share)), n, *accuracy, LEVEL))


# ------------------------------------------------------------------------------- biometrics


FNMR, FMR, FTA_IMPOSTOR = 0.03, 0.01, 0.02


def _of_failures(
    cell: dict[str, Any], random: np.random.Generator
) -> Iterator[tuple[float, float]]:
    n = cell["n"]
    drawn = ((FNMR, n), (FMR, 3 * n), (cell["FTA"], n), (FTA_IMPOSTOR, n), (cell["FTE"], n // 2))
    rates = [Rate(float(random.binomial(many, rate)), float(many)) for rate, many in drawn]
    found = with_failures(*rates, LEVEL)
    yield from map(_ends, (found.frr, found.far, found.gfrr))


def _truths_of_failures(cell: dict[str, Any]) -> Sequence[float]:
    rejected = cell["FTA"] + (1 - cell["FTA"]) * FNMR
    accepted = (1 - FTA_IMPOSTOR) * FMR
    return rejected, accepted, cell["FTE"] + (1 - cell["FTE"]) * rejected


def _of_species(cell: dict[str, Any], random: np.random.Generator) -> Iterator[tuple[float, float]]:
    n, truths = cell["attacks of each"], _of_each_species(cell)
    rates = [Rate(float(k), float(n)) for k in random.binomial(n, truths)]
    found = worst({str(place): rate for place, rate in enumerate(rates)}, LEVEL)
    yield 0.0, found.limit
    rejected = Rate(float(random.binomial(500, FNMR)), 500.0)
    yield _ends(relative_impostor_accept(rates[-1], rejected, LEVEL))


def _of_each_species(cell: dict[str, Any]) -> np.ndarray:
    return cell["rate"] * np.linspace(0.5, 1, cell["species"])


def _of_llr(cell: dict[str, Any], random: np.random.Generator) -> Iterator[tuple[float, float]]:
    n, spread = cell["n of each"], cell["spread"]
    mean = spread**2 / 2  # such ratios are calibrated
    scores = np.concatenate([random.normal(mean, spread, n), random.normal(-mean, spread, n)])
    table = ScoreTable(scores, np.arange(2 * n) < n)
    yield _ends(LikelihoodRatios.of_steps(table.steps).cllr(LEVEL))


def _truths_of_llr(cell: dict[str, Any]) -> Sequence[float]:
    nodes, weights = np.polynomial.hermite_e.hermegauss(200)
    ratios = cell["spread"] ** 2 / 2 + cell["spread"] * nodes
    return (float(weights @ np.logaddexp(0, -ratios)) / float(weights.sum()) / math.log(2),)


_KINDS: dict[str, tuple[Any, Any]] = {
    "groups": (_of_groups, lambda _cell: (0.0, 0.0)),
    "partial verification": (_of_verified, lambda _cell: (0.75, 0.9)),
    "imperfect reference": (_of_reference, lambda cell: (cell["prevalence"],)),
    "failures": (_of_failures, _truths_of_failures),
    "attacks": (
        _of_species,
        lambda cell: (cell["rate"], cell["rate"] + FNMR),
    ),
    "likelihood ratios": (_of_llr, _truths_of_llr),
}
