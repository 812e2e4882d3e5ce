"""Which rate two scores have in common, each at a threshold of its own."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.rules.targets import (
    FALSE_NEGATIVES,
    FALSE_POSITIVES,
    SENSITIVITY,
    SPECIFICITY,
    Rate,
)
from evalgui.core.searching.criterion import exact

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.core.provenance import Provenance
    from evalgui.core.score_table import Steps

_OTHERS = ("PPV", "NPV")
_HITS, _ALARMS = ("TPR", "FNR"), ("TNR", "FPR")


class Equal(StrEnum):
    """Which rate two scores have in common: also the id of the rule that puts a threshold there."""

    SENSITIVITY = "sensitivity"
    SPECIFICITY = "specificity"
    FMR = "fmr"
    FNMR = "fnmr"

    @property
    def rate(self) -> Rate:
        """The rate as rules know it."""
        return _RATES[self]


_RATES = {
    Equal.SENSITIVITY: SENSITIVITY,
    Equal.SPECIFICITY: SPECIFICITY,
    Equal.FMR: FALSE_POSITIVES,
    Equal.FNMR: FALSE_NEGATIVES,
}


class AtEqual(NamedTuple):
    """What two scores have in common.

    Parameters
    ----------
    equal
        Which rate.
    target
        What it is at least, or at most where it counts errors; in [0, 1].
    """

    equal: Equal
    target: float

    @property
    def error(self) -> float:
        """How many of its class may be called wrong at most, as a share in [0, 1]."""
        share = exact(self.target)
        return float(share if self.equal.rate.is_error else 1 - share)

    @property
    def fixed(self) -> tuple[str, str]:
        """The ids of the rate of hits that is fixed by it, and of its complement."""
        return _HITS if self.equal.rate.of_positives else _ALARMS

    @property
    def free(self) -> tuple[str, str]:
        """Those of the rate that is left free, and of its complement."""
        return _ALARMS if self.equal.rate.of_positives else _HITS

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids of the measures that are compared: the fixed rate, the free one, and others."""
        errors = (self.fixed[1], *self.free)
        return (*(errors if self.equal.rate.is_error else (self.fixed[0], self.free[0])), *_OTHERS)

    def threshold(self, steps: Steps) -> float:
        """Return the threshold that meets it at the least cost to the other class."""
        rate = self.equal.rate
        return steps.threshold(rate.row(steps, rate.most_errors(steps, self.target, None) or 0))


def equal_of(made: Iterable[Provenance | None]) -> AtEqual | None:
    """Return what thresholds have in common that one rule chose, on each score; else None."""
    found = {None if one is None else (one.rule, one.parameters) for one in made}
    known = found.pop() if len(found) == 1 else None
    if known is None or known[0] not in set(Equal):
        return None
    equal = Equal(known[0])
    target = dict(known[1]).get(equal.value)
    return AtEqual(equal, float(target)) if isinstance(target, (int, float)) else None
