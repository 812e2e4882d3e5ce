"""Edges of bins at the quantiles of the tails of either class, found in counts of narrow bins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.io.counting.bins import MOST_EDGES, USUAL_BINS, Bins
from evalgui.io.layouts.counted import BIN, HIGH, LOW, N_NEGATIVE, N_POSITIVE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from evalgui.io.counting.bins import Side

MOST_PASSES = 4
"""How often the data are read at most to find edges."""

_SHARE = 1 / 32
_LARGEST = np.finfo(np.float64).max


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Intervals of scores that lie apart, in order, and how many of each class are in them.

    Parameters
    ----------
    low, high
        The smallest and the largest score in each: (n,) float64, infinities alone.
    counts
        How many positives and negatives: (2, n) int64.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, table: Any) -> Cells:  # noqa: ANN401 - of pyarrow
        """Return the bins of a count table that has its rows in the order of bins."""
        table = table.filter(table.column(BIN).is_valid())
        low, high, *counts = (
            table.column(name).to_numpy() for name in (LOW, HIGH, N_POSITIVE, N_NEGATIVE)
        )
        return cls(low.astype(np.float64), high.astype(np.float64), np.array(counts, np.int64))

    def wide(self, n_bins: int) -> NDArray[np.bool_]:
        """Return which hold two or more of the quantiles in different scores: (n,) bool."""
        held = np.zeros(len(self.low), np.int64)
        for _, within in self._quantiles(_stride(self.counts, n_bins)):
            np.maximum(held, np.bincount(within, minlength=len(held)), out=held)
        return (held > 1) & (self.low < self.high)

    def parted(self, wide: NDArray[np.bool_], finer: Cells) -> Cells:
        """Return the cells with finer ones in place of some."""
        starts, ends = self.low[wide], self.high[wide]
        place = np.searchsorted(starts, finer.low, "right") - 1
        within = (place >= 0) & (finer.high <= ends[place])
        low = np.concatenate([self.low[~wide], finer.low[within]])
        high = np.concatenate([self.high[~wide], finer.high[within]])
        counts = np.concatenate([self.counts[:, ~wide], finer.counts[:, within]], axis=1)
        order = np.argsort(low)
        return Cells(low[order], high[order], counts[:, order])

    def bins_within(self, wide: NDArray[np.bool_], closed: Side) -> Bins:
        """Return bins that part some cells: into pieces of as many doubles, these into widths.

        Between 1e-300 and 1 are as many doubles as between 1 and 1e300: a piece of equal width
        alone would leave what is small together.
        """
        starts, ends = self.low[wide], self.high[wide]
        if closed == "left":
            ends = np.minimum(np.nextafter(ends, np.inf), _LARGEST)
        else:
            starts = np.maximum(np.nextafter(starts, -np.inf), -_LARGEST)
        n = max(1, MOST_EDGES // len(starts) - 1)
        first, last = _ordinals(starts), _ordinals(ends)
        step = (last - first).view(np.uint64) // np.uint64(n)
        inner = first[:, None] + (step[:, None] * np.arange(n, dtype=np.uint64)).view(np.int64)
        breaks = _in_order(np.column_stack([inner, last]).ravel()).view(np.float64)
        return _parted(breaks, USUAL_BINS, closed)

    def bins_at_quantiles(self, n_bins: int, closed: Side) -> Bins:
        """Return at most so many bins, with edges at the quantiles.

        Notes
        -----
        Of each class, and from either end of its scores, the edges lie where 1, 2, 3... scores
        lie beyond, in steps of 1/2 of the standard error of that count (its root) or 1/32 of it,
        whichever is more, up to the median: there the rates of errors take their smallest values.
        Edges are scores that occur. A piece between two edges reaches over less than two steps,
        but where one score does alone. Pieces are parted into equal widths, as many as fit.
        """
        is_finite = np.isfinite(self.low)
        if not is_finite.any():
            return Bins.at([0.0], closed)
        ends = [self.low[is_finite][0], self.high[is_finite][-1]]
        stride = _stride(self.counts, n_bins)
        while True:
            places = [np.zeros(0, np.intp)]
            for at, within in self._quantiles(stride):
                alone = within[self.low[within] == self.high[within]]
                places += [at, alone, alone + 1]
            place = np.unique(np.concatenate(places))
            place = place[(place > 0) & (place < len(self.low))]
            inner = self.low[place] if closed == "left" else self.high[place - 1]
            breaks = np.unique([*ends, *inner[np.isfinite(inner)]])
            if len(breaks) <= min(n_bins + 1, MOST_EDGES):
                return _parted(breaks, n_bins, closed)
            stride += 1

    def _quantiles(self, stride: int) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """For either end of either class, yield where quantiles lie.

        That is before which cell, so that no more than the quantile lies beyond, and the cells
        within which some lie.
        """
        n_cells = len(self.low)
        for counts in self.counts:
            wanted = _steps(int(counts.sum()))[stride - 1 :: stride]
            for is_reversed in (False, True):
                sums = np.cumsum(counts[::-1] if is_reversed else counts)
                sums = np.concatenate([[0], sums])
                at = np.searchsorted(sums, wanted, "right") - 1
                within = at[sums[at] < wanted]
                yield (n_cells - at, n_cells - 1 - within) if is_reversed else (at, within)


def bins_of_data(count: Callable[[Bins], Any], first: Bins, n_bins: int) -> Bins:
    """Return bins with edges at the quantiles of the tails of either class.

    Parameters
    ----------
    count
        Returns the count table of some bins, a table of pyarrow in their order.
    first
        Narrow bins, in which the quantiles are looked for; those that hold several are parted.
    n_bins
        How many there are at most.
    """
    cells = Cells.of(count(first))
    for _ in range(MOST_PASSES - 1):
        wide = cells.wide(n_bins)
        if not wide.any():
            break
        cells = cells.parted(wide, Cells.of(count(cells.bins_within(wide, first.closed))))
    return cells.bins_at_quantiles(n_bins, first.closed)


def _steps(n: int) -> NDArray[np.int64]:
    """Return which counts of scores beyond an edge are wanted, of n scores."""
    wanted, k = [], 1
    while k <= n // 2:
        wanted.append(k)
        k += max(1, int(k**0.5 / 2), int(k * _SHARE))
    return np.array(wanted, np.int64)


def _stride(counts: NDArray[np.int64], n_bins: int) -> int:
    """Return of how many quantiles one is taken, so that there are no more than bins."""
    return -(-2 * sum(len(_steps(int(of_class.sum()))) for of_class in counts) // n_bins) or 1


def _ordinals(numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return doubles as whole numbers in the same order: the next double is the next number."""
    return _in_order((numbers + 0.0).view(np.int64))


def _in_order(bits: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the bits of doubles as whole numbers in the same order; and the bits of these."""
    return np.where(bits < 0, np.iinfo(np.int64).min - bits, bits)


def _parted(breaks: NDArray[np.float64], n_bins: int, closed: Side) -> Bins:
    """Return the bins between break points, each piece parted into as many of equal width."""
    edges = np.unique(breaks)
    n = max(1, n_bins // max(1, len(edges) - 1))
    with np.errstate(over="ignore"):
        counts = np.where(np.isfinite(np.diff(edges)), n, 1)
    return Bins(tuple(edges.tolist()), tuple(counts.tolist()), closed)
