"""The four counts as they would be with a rate at a limit of its interval; they are not whole."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from evalgui.core.counts import Counts
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.subjects import ONE_SUBJECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evalgui.core.intervals.by_weight import WorthAt

Fraction: TypeAlias = "Callable[[Counts], tuple[Any, Any]]"

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
    subjects
        The counts of each subject, where subjects were drawn: then the rows of a rate are worth
        fewer.
    """

    counts: Counts
    level: float
    subjects: WorthAt | None = None

    @property
    def lacking(self) -> str:
        """Why rows are worth nothing, where that is so."""
        return ONE_SUBJECT if self.subjects is None else self.subjects.lacking

    def limits(self, fraction: Fraction, k: float, n: float) -> tuple[float, float]:
        """Return the limits of a proportion: k of n, which a function of counts says, too."""
        if self.subjects is None or not n:
            return wilson(k, n, self.level)
        return wilson(*self.subjects.worth(fraction).of(k, n), self.level)

    def worth(self) -> tuple[Any, Any, Any, Any]:
        """Return TP, FP, FN and TN of as many independent rows as those of each class count."""
        cells = tp, fp, fn, tn = self.cells()
        if self.subjects is None:
            return cells
        positives = self.subjects.worth(SENSITIVITY).of(1, tp + fn)[0]
        negatives = self.subjects.worth(SPECIFICITY).of(1, fp + tn)[0]
        return tp * positives, fp * negatives, fn * positives, tn * negatives

    def cells(self) -> tuple[Any, Any, Any, Any]:
        """Return TP, FP, FN, TN."""
        counts = self.counts
        return counts.tp, counts.fp, counts.fn, counts.tn

    def rates_of_classes(self) -> Moved:
        """Move sensitivity and specificity; both classes must have rows."""
        tp, fp, fn, tn = self.cells()
        positives, negatives = tp + fn, fp + tn
        low, high = self.limits(SENSITIVITY, tp, positives)
        sensitivity = (
            Counts(positives * low, fp, positives * (1.0 - low), tn) if tp else self.counts,
            Counts(positives * high, fp, positives * (1.0 - high), tn) if fn else self.counts,
        )
        low, high = self.limits(SPECIFICITY, tn, negatives)
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
        for share in self.limits(_share, positives, n):
            more, less = share * n / positives, (1.0 - share) * n / negatives
            found.append(Counts(tp * more, fp * less, fn * more, tn * less))
        return ((found[0], found[1]),)

    def rates_of_calls(self) -> Moved:
        """Move the two predictive values; there must be both calls."""
        tp, fp, fn, tn = self.cells()
        called, rest = tp + fp, fn + tn
        low, high = self.limits(_ppv, tp, called)
        positive = (
            Counts(called * low, called * (1.0 - low), fn, tn) if tp else self.counts,
            Counts(called * high, called * (1.0 - high), fn, tn) if fp else self.counts,
        )
        low, high = self.limits(_npv, tn, rest)
        return positive, (
            Counts(tp, fp, rest * (1.0 - low), rest * low) if tn else self.counts,
            Counts(tp, fp, rest * (1.0 - high), rest * high) if fn else self.counts,
        )

    def corners(self, *, with_share: bool) -> Iterator[Counts]:
        """Yield the counts with all rates at a limit at once, and perhaps the prevalence."""
        tp, fp, fn, tn = self.cells()
        positives, negatives = tp + fn, fp + tn
        n = positives + negatives
        shares = self.limits(_share, positives, n) if with_share else (positives / n,)
        rates = self.limits(SENSITIVITY, tp, positives), self.limits(SPECIFICITY, tn, negatives)
        for share, hit, right in product(shares, *rates):
            p, q = n * share, n * (1.0 - share)
            cells: Any = (p * hit, q * (1.0 - right), p * (1.0 - hit), q * right)
            yield Counts(*cells)


def _sensitivity(counts: Counts) -> tuple[Any, Any]:
    return counts.tp, counts.tp + counts.fn


def _specificity(counts: Counts) -> tuple[Any, Any]:
    return counts.tn, counts.fp + counts.tn


SENSITIVITY, SPECIFICITY = _sensitivity, _specificity
"""The rates of both classes, as functions of counts."""


def _share(counts: Counts) -> tuple[Any, Any]:
    return counts.tp + counts.fn, counts.n


def _ppv(counts: Counts) -> tuple[Any, Any]:
    return counts.tp, counts.tp + counts.fp


def _npv(counts: Counts) -> tuple[Any, Any]:
    return counts.tn, counts.fn + counts.tn


SHARE_OF, PPV_OF, NPV_OF = _share, _ppv, _npv
"""The share of positives and the predictive values, likewise."""
