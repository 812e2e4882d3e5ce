"""Populations of scores of two classes, and what is true of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CUTS = (-1.0, -0.3, 0.3, 1.0)  # of ratings, about the middle between the classes
_GRID = 200_001


@dataclass(frozen=True)
class Population:
    """Negatives from N(0, 1), positives from N(distance, spread), maybe rated on five levels.

    Parameters
    ----------
    distance, spread
        Of the positives.
    has_levels
        Whether scores are seen as one of five levels.
    """

    distance: float
    spread: float
    has_levels: bool = False

    def draw(
        self, positives: int, negatives: int, random: np.random.Generator
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return scores and which are of positives."""
        scores = random.standard_normal(positives + negatives)
        scores[:positives] *= self.spread
        scores[:positives] += self.distance
        if self.has_levels:
            scores = np.searchsorted(self._cuts, scores).astype(np.float64)
        return scores, np.arange(positives + negatives) < positives

    @property
    def _cuts(self) -> NDArray[np.float64]:
        return self.distance / 2 + np.array(_CUTS)

    @property
    def curve(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The false and the true positive rate at each threshold, from nothing to all."""
        thresholds = self._cuts[::-1] if self.has_levels else np.linspace(12, -12, _GRID)
        fpr, tpr = ndtr(-thresholds), ndtr((self.distance - thresholds) / self.spread)
        return np.r_[0.0, fpr, 1.0], np.r_[0.0, tpr, 1.0]

    @property
    def auc(self) -> float:
        """The area under the ROC curve; a tie counts half."""
        if not self.has_levels:
            return float(ndtr(self.distance / math.hypot(1.0, self.spread)))
        return float(np.trapezoid(self.curve[1], self.curve[0]))

    def average_precision(self, prevalence: float) -> float:
        """Return the mean precision over the positives."""
        fpr, tpr = self.curve
        called = prevalence * tpr + (1 - prevalence) * fpr
        precision = np.divide(prevalence * tpr, called, out=np.ones_like(tpr), where=called > 0)
        gained = np.diff(tpr)
        if self.has_levels:
            return float(np.dot(gained, precision[1:]))
        return float(np.dot(gained, (precision[1:] + precision[:-1]) / 2))

    @property
    def equal_error_rate(self) -> float:
        """Where the curve crosses TPR = 1 - FPR, straight lines between its points."""
        if not self.has_levels:
            return float(ndtr(-self.distance / (1.0 + self.spread)))
        fpr, tpr = self.curve
        apart = fpr - (1 - tpr)
        after = int(np.argmax(apart >= 0))
        share = -apart[after - 1] / (apart[after] - apart[after - 1])
        return float(fpr[after - 1] + share * (fpr[after] - fpr[after - 1]))


@cache
def population_with(auc: float, spread: float, *, has_levels: bool) -> Population:
    """Return the population that has an area under the ROC curve."""
    distance = brentq(
        lambda one: Population(one, spread, has_levels).auc - auc, 0.0, 20.0, xtol=1e-12
    )
    return Population(float(distance), spread, has_levels)


def of_cell(cell: dict[str, Any]) -> Population:
    """Return the population of a cell."""
    shape = cell["scores"]
    return population_with(
        cell["AUC"],
        {"positives spread twice": 2.0, "positives spread half": 0.5}.get(shape, 1.0),
        has_levels=shape == "five levels",
    )
