"""What scores say without a threshold: areas, the equal error rate."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from populations import of_cell
from tally import LEVEL, Column, Tally

from evalgui.core.intervals.methods import OFFERED
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.ranked import Ranked
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable
from evalgui.core.summary_intervals import (
    of_area,
    of_average_precision,
    of_equal_error_rate,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from populations import Population

    from evalgui.core.measured import Interval

NAME = "ranking"
AREAS = (0.6, 0.8, 0.9, 0.95, 0.98, 0.995)
SHAPES = ("equal spreads", "positives spread twice", "positives spread half", "five levels")
SIZES = (
    (Sampling.CASE_CONTROL, 40, 0.3),
    (Sampling.CASE_CONTROL, 100, 0.1),
    (Sampling.CASE_CONTROL, 400, 0.02),
    (Sampling.CASE_CONTROL, 400, 0.3),
    (Sampling.CASE_CONTROL, 2000, 0.1),
    (Sampling.COHORT, 40, 0.5),
    (Sampling.COHORT, 100, 0.1),
)
MEASURES = {
    Kind.AUC: "AUC",
    Kind.AP: "AP",
    Kind.EER: "EER",
}


@cache
def watched() -> list[tuple[Kind, IntervalSettings]]:
    """Return every method of every summary."""
    return [
        (kind, IntervalSettings(LEVEL, {kind: method.id}))
        for kind in MEASURES
        for method in OFFERED[kind]
    ]


def columns() -> list[Column]:
    """Return what is looked at, in the order of `watched`."""
    return [
        Column(MEASURES[kind], method.name, method.is_recommended)
        for kind in MEASURES
        for method in OFFERED[kind]
    ]


def cells() -> list[dict[str, Any]]:
    """Return what each cell is."""
    return [
        {"sampling": sampling.value, "n": n, "prevalence": share, "AUC": area, "scores": shape}
        for (sampling, n, share), area, shape in product(SIZES, AREAS, SHAPES)
    ]


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each interval holds the truth."""
    population, n, share = of_cell(cell), cell["n"], cell["prevalence"]
    sampling = Sampling(cell["sampling"])
    limits = []
    for _ in range(n_replicates):
        positives = round(n * share)
        if sampling is Sampling.COHORT:
            positives = int(random.binomial(n, share))
        table = ScoreTable(*population.draw(positives, n - positives, random))
        found = _intervals(Ranked(table, table.steps), sampling)
        limits.append([(one.lower, one.upper) for one in found])
    once = np.ones(n_replicates, dtype=np.int64)
    truths = [_truth(population, kind, share) for kind, _settings in watched()]
    tallies = {number: Tally() for number in range(len(truths))}
    for number, tally in tallies.items():
        tally.add(np.array(limits)[:, number], truths[number], once)
    return tallies


def _truth(population: Population, kind: Kind, share: float) -> float:
    """Return what an interval should hold."""
    if kind is Kind.AP:
        return population.average_precision(share)
    return population.auc if kind is Kind.AUC else population.equal_error_rate


def _intervals(ranked: Ranked, sampling: Sampling) -> Iterator[Interval]:
    """Return the interval of each column."""
    of_kinds = {
        Kind.AUC: of_area,
        Kind.AP: of_average_precision,
        Kind.EER: of_equal_error_rate,
    }
    for kind, settings in watched():
        yield of_kinds[kind](ranked, settings, sampling)
