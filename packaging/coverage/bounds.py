"""The error rate that a bound on the other one leaves, of dense scores and of tied ones."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri
from subjects import DEPENDENCE, Comparisons
from tally import LEVEL, Column, Tally

from evalgui.core.intervals.fnmr_at_fmr import SQUARED_AND_ADDED
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.ranked import Ranked
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable
from evalgui.core.summary_intervals import of_fnmr_at_fmr

NAME = "bounds"
SIZES = ((60, 100), (100, 1000), (400, 4000))  # genuine and impostor scores
BOUNDS = (0.1, 0.01, 0.001)
GRAINS = {"dense": 0.0, "quarters": 0.25, "halves": 0.5, "whole": 1.0}
SHIFTS = (0.0, 0.3)  # of the grid on which tied scores lie
N_SUBJECTS = 100
_DISTANCE = 2.0


def columns() -> list[Column]:
    """Return what is looked at."""
    return [Column("FNMR at an FMR", SQUARED_AND_ADDED.name)]


def cells() -> list[dict[str, Any]]:
    """Return what each cell is; a bound that allows not even one error has no interval."""
    found = [
        {
            "sampling": Sampling.CASE_CONTROL.value,
            "genuine": genuine,
            "impostors": impostors,
            "bound": bound,
            "scores": name,
            "shift": shift,
        }
        for (genuine, impostors), bound, (name, grain), shift in product(
            SIZES, BOUNDS, GRAINS.items(), SHIFTS
        )
        if bound * impostors >= 1 and (grain or not shift)
    ]
    return found + [
        {
            "sampling": "by subject",
            "subjects": N_SUBJECTS,
            "bound": bound,
            "scores": name,
            "dependence": dependence,
        }
        for bound, name, dependence in product((0.1, 0.01), ("dense", "halves"), DEPENDENCE)
    ]


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often the interval holds the truth."""
    grain, shift, bound = GRAINS[cell["scores"]], cell.get("shift", 0.0), cell["bound"]
    truth, interval = _missed(bound, grain, shift), of_fnmr_at_fmr(bound)
    sampling, limits = Sampling(cell["sampling"].replace(" ", "-")), []
    for _ in range(n_replicates):
        owners = None
        if "subjects" in cell:
            population = Comparisons(cell["subjects"], _DISTANCE, *DEPENDENCE[cell["dependence"]])
            scores, positive, subjects = population.draw(random)
        else:
            positive = np.arange(cell["genuine"] + cell["impostors"]) < cell["genuine"]
            scores = random.standard_normal(len(positive)) + _DISTANCE * positive
        if grain:
            scores = np.floor((scores - shift) / grain) * grain + shift
        table = ScoreTable(scores, positive)
        if "subjects" in cell:
            owners = RankedSubjects.of_rows(scores, subjects, positive, higher_is_positive=True)
            table.belong_to(owners)
        found = interval(Ranked(table, table.steps, owners), IntervalSettings(LEVEL), sampling)
        limits.append((found.lower, found.upper))
    tally = Tally()
    tally.add(np.array(limits), truth, np.ones(n_replicates, dtype=np.int64))
    return {0: tally}


def _missed(bound: float, grain: float, shift: float) -> float:
    """Return the least false negative rate of the thresholds whose FMR is at most a bound."""
    at = -float(ndtri(bound))
    if grain:
        at = float(np.ceil((at - shift) / grain - 1e-9)) * grain + shift
    return float(ndtr(at - _DISTANCE))
