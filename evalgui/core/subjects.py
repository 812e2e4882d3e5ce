"""Whose rows they are: rows of one subject depend on each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.parallel import blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray


_A_BLOCK = 65_536  # rows


@dataclass(frozen=True, slots=True, eq=False)
class Subjects:
    """The subject, or the two subjects, of each row.

    Parameters
    ----------
    codes : one or two (n,) arrays of int32
        Which subject, from 0; the same number is the same subject in both. Two where a row
        compares a probe with a reference.
    names
        The names of the columns that they came from, as many.
    n_without
        How many rows do not say whose they are; each is then a subject of its own.
    probe
        Of two which place is that of the probe, 0 or 1; the other one is that of the reference.

    Raises
    ------
    ValueError
        If there are neither one nor two columns of one length, or a code is negative.

    Examples
    --------
    >>> Subjects((np.array([0, 0, 1], dtype=np.int32),), ("patient",)).n_subjects
    2
    """

    codes: tuple[NDArray[np.int32], ...]
    names: tuple[str, ...]
    n_without: int = 0
    probe: int = 0

    def __post_init__(self) -> None:
        if len(self.codes) not in {1, 2} or len(self.names) != len(self.codes):
            message = f"{len(self.codes)} columns of subjects with {len(self.names)} names"
            raise ValueError(message)
        if len({len(codes) for codes in self.codes}) > 1:
            message = "the columns of subjects differ in length"
            raise ValueError(message)
        if len(self) and min(int(codes.min()) for codes in self.codes) < 0:
            message = "a subject has a negative number"
            raise ValueError(message)

    def __len__(self) -> int:
        return len(self.codes[0])

    @property
    def is_two_sided(self) -> bool:
        """Whether rows compare two subjects."""
        return len(self.codes) > 1

    @property
    def n_subjects(self) -> int:
        """How many numbers there are for subjects: the greatest, and one for 0."""
        return 1 + max(int(codes.max()) for codes in self.codes) if len(self) else 0

    def taken(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> Subjects:
        """Return the subjects of some rows, numbered without gaps."""
        chosen = [codes[rows] for codes in self.codes]
        _, numbered = np.unique(np.concatenate(chosen), return_inverse=True)
        parts = np.split(numbered.astype(np.int32), len(chosen))
        return replace(self, codes=tuple(parts))

    def sums(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return what the rows of each subject sum up to: (n_subjects,) int64.

        Parameters
        ----------
        values : (n,) array of int64
            Not negative. A row that compares two subjects counts for both, and one that
            compares a subject with itself counts once.
        """
        total = _added(self.codes[0], values, self.n_subjects)
        if self.is_two_sided:
            other = self.codes[1] != self.codes[0]
            total += _added(self.codes[1][other], values[other], self.n_subjects)
        return total

    def summed(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return `sums` of any numbers: (n_subjects,) float."""
        total = np.bincount(self.codes[0], values, self.n_subjects)
        if self.is_two_sided:
            other = self.codes[1] != self.codes[0]
            total += np.bincount(self.codes[1][other], values[other], self.n_subjects)
        return np.asarray(total)

    def times(self, drawn: NDArray[np.integer]) -> NDArray[np.integer]:
        """Return how often each row counts where each subject counts so often: (n,) int.

        A row that compares two subjects counts as often as the product says.
        """
        rows: NDArray[np.integer] = np.empty(len(self), dtype=drawn.dtype)
        # Numbers of subjects become places for each few rows, which stay near the processor.
        for part in blocks(len(self), _A_BLOCK):
            first, times = self.codes[0][part], rows[part]
            drawn.take(first, out=times, mode="clip")
            if self.is_two_sided:
                second = self.codes[1][part]
                factors = drawn.take(second, mode="clip")
                factors[first == second] = 1
                times *= factors
        return rows


def _added(codes: NDArray[np.int32], values: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    total = np.zeros(n, dtype=np.int64)
    np.add.at(total, codes, values)
    return total
