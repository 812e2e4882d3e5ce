"""As how many independent rows the rows of subjects counted, kept where the subjects are not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.counts import Counts
from evalgui.core.digits import grouped
from evalgui.core.intervals.subjects import EFFECTIVE, SUBJECTS
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.intervals.method import Method

NOT_KEPT = phrase(
    "of these data the counts alone are known, and nobody knows what their rows are worth"
)


@dataclass(frozen=True, slots=True)
class KeptWorth:
    """As how many independent rows those of a rate count, as `Worth`; NaN where nobody knows."""

    n: float
    is_bare = False
    variance = math.nan
    label = EFFECTIVE
    lacking = NOT_KEPT

    def why_none(self, _method: Method) -> str:
        """Return why a method cannot be used, "" where it can."""
        return NOT_KEPT if math.isnan(self.n) else ""

    def of(self, k: float, n: float) -> tuple[float, float]:
        """Return k of n rows as a part of what they count as, and what they count as."""
        return (k / n * self.n, self.n) if n else (0.0, math.nan)

    def told(self, _wider: float, _naive: float = math.nan) -> str:
        """Return in words what the rows count as."""
        return phrase(
            "{subjects}: their rows count as {n} independent ones",
            subjects=SUBJECTS,
            n=grouped(max(1, round(self.n))),
        )


@dataclass(frozen=True, slots=True, eq=False)
class KeptAt:
    """What was kept of the subjects at one threshold, as `SubjectsAt` says it.

    Parameters
    ----------
    counts
        The counts of all, scalars.
    effective
        By the functions of counts that are proportions, as how many independent rows each counts.
    """

    counts: Counts
    effective: Mapping[Any, float]
    label = EFFECTIVE
    assumes = SUBJECTS
    lacking = NOT_KEPT
    is_quick = True

    def turned(self) -> KeptAt:
        """Return that of the other class, of which nothing was kept."""
        tp, fp, fn, tn = (getattr(self.counts, name) for name in ("tp", "fp", "fn", "tn"))
        return KeptAt(Counts(tp=tn, fp=fn, fn=fp, tn=tp), {})

    def worth(self, fraction: Callable[[Counts], tuple[Any, Any]]) -> KeptWorth:
        """Return as how many rows those of a proportion count, given it as of `SubjectsAt`."""
        return KeptWorth(self.effective.get(fraction, math.nan))
