"""What a threshold has to meet: a number, by a measure or by the one-sided limit of one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from evalgui.core.counts import ROOT_ERROR, Counts, Real
from evalgui.core.searching.criterion import ROUNDING, as_fractions, exact

if TYPE_CHECKING:
    from numpy.typing import NDArray

Limit: TypeAlias = Callable[[Counts], Real]


@dataclass(frozen=True, slots=True, eq=False)
class Constraint:
    """A measure that has to be at least, or at most, a number.

    Parameters
    ----------
    compute
        A function of `Counts` (scalars, arrays, fractions) to values; NaN where undefined.
    target
        The number.
    at_least
        Whether the measure has to be at least the number; else at most.
    is_monotone
        Whether a true positive more, or a false positive less, only ever brings it nearer.
    numbers
        What the user set in it, passed by name.
    limit
        Where it is the one-sided limit that has to meet the target: a function of the counts
        to that limit. None puts the target on the point.
    """

    compute: Callable[..., Real]
    target: float
    at_least: bool = True
    is_monotone: bool = True
    numbers: Mapping[str, float] = field(default_factory=dict)
    limit: Limit | None = None

    @property
    def has_bound(self) -> bool:
        """Whether blocks of rows can be told to hold none that meets it."""
        return self.is_monotone

    def is_met(self, counts: Counts) -> NDArray[np.bool_]:
        """Return which of some operating points (arrays) meet it; infinite ones never do."""
        short = self._short_by(counts)
        if self.limit is not None:
            return np.asarray(short <= 0)
        is_close = np.abs(short) <= ROUNDING * max(1.0, abs(self.target))
        met = short <= 0
        for place in np.flatnonzero(is_close):
            cells = (counts.tp, counts.fp, counts.fn, counts.tn)
            met[place] = self._is_met_exactly(Counts(*(np.asarray(cell)[place] for cell in cells)))
        return np.asarray(met)

    def may_be_met(self, first: Counts, last: Counts) -> NDArray[np.bool_]:
        """Return which blocks, given their first and last rows, can hold one that meets it."""
        if not self.is_monotone:
            return np.ones(np.shape(first.tp), dtype=np.bool_)
        corner = Counts(tp=last.tp, fp=first.fp, fn=last.fn, tn=first.tn)
        short = self._short_by(corner, of_corner=True)
        return np.asarray(~(short > ROUNDING * max(1.0, abs(self.target))))

    def _short_by(self, counts: Counts, *, of_corner: bool = False) -> NDArray[Any]:
        """Return by how much the target is missed, below 0 where it is met."""
        if self.limit is not None:
            values = np.asarray(self.limit(counts), dtype=np.float64)
        else:
            values = np.asarray(self.compute(counts, **self.numbers), dtype=np.float64)
        short = self.target - values if self.at_least else values - self.target
        return short if of_corner else np.where(np.isfinite(values), short, np.inf)

    def _is_met_exactly(self, counts: Counts) -> bool:
        numbers = {name: exact(number) for name, number in self.numbers.items()}
        value: Any = self.compute(as_fractions(counts), **numbers)
        target = exact(self.target)
        if isinstance(value, float) and not math.isfinite(value):
            return False
        short = target - value if self.at_least else value - target
        return bool(short <= ROOT_ERROR * abs(target))
