"""Four replicates of subjects at once: how often each is drawn, in the quarters of a word."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.subjects import Subjects

AT_ONCE = 4
"""How many quarters of 16 bits a word has."""

_MOST = 1 << 16
_ONES = np.uint64(0x0001_0001_0001_0001)


def packed(weights: Sequence[NDArray[np.integer] | NDArray[np.bool_]]) -> NDArray[np.uint64]:
    """Return at most four weights of each subject, all below 2^16, as one word: (S,) uint64."""
    quarters = np.zeros((len(weights[0]), AT_ONCE), dtype=np.uint16)
    for place, own in enumerate(weights):
        quarters[:, place] = own
    return quarters.view(np.uint64)[:, 0]


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class PackedRows:
    """The rows of a class, summed up between operating points for four replicates at once.

    Looking up whose a row is takes far longer than what is done with it, and the words of four
    replicates are looked up as fast as a number of one.

    Parameters
    ----------
    subjects
        Whose the rows are, from the strictest score to the most lenient.
    ends : (K + 1,) array of int
        How many rows are called at each operating point, rising from 0 to all.
    """

    subjects: Subjects
    ends: NDArray[np.intp]

    def holds(self, most: int) -> bool:
        """Return whether no sum outgrows its quarter where no subject is drawn more often."""
        of_row = most**2 if self.subjects.is_two_sided else most
        return of_row * self._longest < _MOST

    def sums(self, words: NDArray[np.uint64]) -> NDArray[np.uint16]:
        """Return what the rows between any two operating points sum up to: (K, 4) uint16.

        Parameters
        ----------
        words : (S,) array of uint64
            As of `packed`, for which `holds` is true.
        """
        first, *second = self.subjects.codes
        rows = words.take(first, mode="clip")
        for codes in second:
            factors = words.take(codes, mode="clip")
            factors[self._of_one] = _ONES
            quarters = rows.view(np.uint16)
            quarters *= factors.view(np.uint16)
        parts = np.zeros(len(self.ends) - 1, dtype=np.uint64)
        risen = self._risen
        if len(risen):
            parts[risen] = np.add.reduceat(rows, self.ends[risen])
        return parts.view(np.uint16).reshape(-1, AT_ONCE)

    @cached_property
    def _of_one(self) -> NDArray[np.intp]:
        """The rows that compare a subject with itself."""
        return np.flatnonzero(self.subjects.codes[0] == self.subjects.codes[-1])

    @cached_property
    def _risen(self) -> NDArray[np.intp]:
        return np.flatnonzero(self.ends[1:] > self.ends[:-1])

    @cached_property
    def _longest(self) -> int:
        return int(np.diff(self.ends).max(initial=0))
