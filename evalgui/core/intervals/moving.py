"""The four counts as they would be with a rate at a limit of its interval; they are not whole."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from evalgui.core.counts import Counts
from evalgui.core.intervals.proportions import wilson

if TYPE_CHECKING:
    from collections.abc import Iterator

Moved = tuple[tuple[Counts, Counts], ...]
"""For each proportion the counts with it at its lower and at its upper limit."""


@dataclass(frozen=True, slots=True, eq=False)
class Moving:
    """Counts whose rates can be put to their Wilson limits, the others staying as they are.

    Parameters
    ----------
    counts
        Scalars. Where a limit is the estimate itself, these very counts are returned.
    level
        The two-sided confidence of the limits.
    """

    counts: Counts
    level: float

    def cells(self) -> tuple[Any, Any, Any, Any]:
        """Return TP, FP, FN, TN."""
        counts = self.counts
        return counts.tp, counts.fp, counts.fn, counts.tn

    def rates_of_classes(self) -> Moved:
        """Move sensitivity and specificity; both classes must have rows."""
        tp, fp, fn, tn = self.cells()
        positives, negatives = tp + fn, fp + tn
        low, high = wilson(tp, positives, self.level)
        sensitivity = (
            Counts(positives * low, fp, positives * (1.0 - low), tn) if tp else self.counts,
            Counts(positives * high, fp, positives * (1.0 - high), tn) if fn else self.counts,
        )
        low, high = wilson(tn, negatives, self.level)
        return sensitivity, (
            Counts(tp, negatives * (1.0 - low), fn, negatives * low) if tn else self.counts,
            Counts(tp, negatives * (1.0 - high), fn, negatives * high) if fp else self.counts,
        )

    def share_of_positives(self) -> Moved:
        """Move the prevalence; both classes must have rows."""
        tp, fp, fn, tn = self.cells()
        positives, negatives = tp + fn, fp + tn
        n = positives + negatives
        found = []
        for share in wilson(positives, n, self.level):
            more, less = share * n / positives, (1.0 - share) * n / negatives
            found.append(Counts(tp * more, fp * less, fn * more, tn * less))
        return ((found[0], found[1]),)

    def rates_of_calls(self) -> Moved:
        """Move the two predictive values; there must be both calls."""
        tp, fp, fn, tn = self.cells()
        called, rest = tp + fp, fn + tn
        low, high = wilson(tp, called, self.level)
        positive = (
            Counts(called * low, called * (1.0 - low), fn, tn) if tp else self.counts,
            Counts(called * high, called * (1.0 - high), fn, tn) if fp else self.counts,
        )
        low, high = wilson(tn, rest, self.level)
        return positive, (
            Counts(tp, fp, rest * (1.0 - low), rest * low) if tn else self.counts,
            Counts(tp, fp, rest * (1.0 - high), rest * high) if fn else self.counts,
        )

    def corners(self, *, with_share: bool) -> Iterator[Counts]:
        """Yield the counts with all rates at a limit at once, and perhaps the prevalence."""
        tp, fp, fn, tn = self.cells()
        positives, negatives = tp + fn, fp + tn
        n = positives + negatives
        shares = wilson(positives, n, self.level) if with_share else (positives / n,)
        rates = wilson(tp, positives, self.level), wilson(tn, negatives, self.level)
        for share, hit, right in product(shares, *rates):
            p, q = n * share, n * (1.0 - share)
            cells: Any = (p * hit, q * (1.0 - right), p * (1.0 - hit), q * right)
            yield Counts(*cells)
