"""The band that is to hold the whole ROC curve at once, at several levels."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from populations import of_cell
from tally import Column, Tally

from evalgui.core.bands.joint import OF_EACH_CLASS, joint_roc_band
from evalgui.core.score_table import ScoreTable

NAME = "bands"
METHOD = "Kolmogorov-Smirnov rectangles"
AREAS = (0.8, 0.98)
SHAPES = ("equal spreads", "positives spread twice")
SIZES = ((40, 0.3), (100, 0.5), (400, 0.1))
_PLACES = 400  # of the curve that are looked at


def measure(level: float) -> str:
    """Return what the band of a level is called."""
    return f"ROC curve, all of it, {100 * level:g} %"


def columns() -> list[Column]:
    """Return what is looked at."""
    return [Column(measure(level), METHOD) for level in OF_EACH_CLASS]


def cells() -> list[dict[str, Any]]:
    """Return what each cell is."""
    return [
        {"sampling": "case-control", "n": n, "prevalence": share, "AUC": area, "scores": shape}
        for (n, share), area, shape in product(SIZES, AREAS, SHAPES)
    ]


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each band holds the true curve."""
    population, n = of_cell(cell), cell["n"]
    positives = round(n * cell["prevalence"])
    fpr, tpr = population.curve
    # Evenly along the curve, as far as it goes right and up.
    along = np.searchsorted(fpr + tpr, np.linspace(0, 2, _PLACES), "left")
    fpr, tpr = fpr[along.clip(0, len(fpr) - 1)], tpr[along.clip(0, len(tpr) - 1)]
    tallies = {number: Tally(n_replicates) for number in range(len(OF_EACH_CLASS))}
    for _ in range(n_replicates):
        steps = ScoreTable(*population.draw(positives, n - positives, random)).steps
        for number, level in enumerate(OF_EACH_CLASS):
            band = joint_roc_band(steps, fpr, level)
            if band is not None:
                holds = (band.lower <= tpr) & (tpr <= band.upper)
                tallies[number].covered += bool(holds.all())
    return tallies
