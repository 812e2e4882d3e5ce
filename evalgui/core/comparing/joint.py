"""What two classifiers call the same rows: counts by truth and both calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.comparing.mcnemar import McNemar

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Fourfold:
    """Rows by whether each of two things holds of them."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def n(self) -> int:
        """All rows."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def first(self) -> int:
        """The rows of which the first holds."""
        return self.both + self.first_only

    @property
    def second(self) -> int:
        """The rows of which the second holds."""
        return self.both + self.second_only

    @property
    def test(self) -> McNemar:
        """Whether both hold equally often."""
        return McNemar(self.first_only, self.second_only)

    def turned(self) -> Fourfold:
        """Return the rows by whether the contrary of each holds."""
        return Fourfold(self.neither, self.second_only, self.first_only, self.both)

    def __add__(self, other: Fourfold) -> Fourfold:
        return Fourfold(
            self.both + other.both,
            self.first_only + other.first_only,
            self.second_only + other.second_only,
            self.neither + other.neither,
        )


@dataclass(frozen=True, slots=True)
class JointCalls:
    """The rows of each class by which of two classifiers calls them positive.

    Parameters
    ----------
    positives, negatives
        The rows of a class: called positive by both, by one, by none.
    """

    positives: Fourfold
    negatives: Fourfold

    @classmethod
    def of(
        cls,
        first: NDArray[np.bool_],
        second: NDArray[np.bool_],
        positives: NDArray[np.integer],
        negatives: NDArray[np.integer],
    ) -> JointCalls:
        """Count rows.

        Parameters
        ----------
        first, second : (n,) arrays of bool
            Whether a classifier calls each row positive.
        positives, negatives : (n,) arrays of integers
            How many positive and how many negative instances each row stands for.
        """
        masks = (first & second, first & ~second, ~first & second, ~(first | second))
        counted = (
            Fourfold(*(int(np.sum(column, where=mask, dtype=np.int64)) for mask in masks))
            for column in (positives, negatives)
        )
        return cls(*counted)

    @property
    def right(self) -> Fourfold:
        """All rows by which of the two is right about them."""
        return self.positives + self.negatives.turned()
