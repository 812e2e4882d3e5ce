"""Comparisons of subjects: the error rates at a threshold, and the equal error rate."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.subjects import Subjects

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAME = "subjects"
SIZES = (40, 100)
EQUAL_ERRORS = (0.05, 0.2)
MATCHED = (0.02, 0.1)  # the FMR of the threshold
DEPENDENCE = {"weak": (0.2, 0.05), "strong": (0.5, 0.2)}
"""Which share of the variance of a genuine score is that of its subject, and of an impostor's
that of each of its two subjects."""
GENUINE = 4  # comparisons of each subject with itself


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


def cells() -> list[dict[str, Any]]:
    """Return what each cell is."""
    return [
        {"sampling": "by subject", "subjects": n, "EER": rate, "FMR": matched, "dependence": name}
        for n, rate, matched, name in product(SIZES, EQUAL_ERRORS, MATCHED, DEPENDENCE)
    ]
