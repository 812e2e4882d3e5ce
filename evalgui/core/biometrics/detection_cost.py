"""The detection cost function of speaker recognition: minimal, actual, normalised."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.counts import divide

if TYPE_CHECKING:
    from evalgui.core.counts import Counts, Real

LOGARITHMS = {"e": math.e, "10": 10.0, "2": 2.0}
"""The bases in which log-likelihood ratios come, by the words for them."""


@dataclass(frozen=True, slots=True)
class DetectionCost:
    """The prior and the costs of a detection cost.

    Parameters
    ----------
    p_target
        The prior of a target, in (0, 1).
    c_miss, c_fa
        What a miss and a false alarm cost, above 0.
    """

    p_target: float = 0.01
    c_miss: float = 1.0
    c_fa: float = 1.0

    def raw(self, counts: Counts) -> Real:
        """Return P C_miss FNR + (1 - P) C_fa FPR; NaN where a class has no scores."""
        misses = divide(counts.fn, counts.actual_positives)
        alarms = divide(counts.fp, counts.actual_negatives)
        return self.of_miss * misses + self.of_alarm * alarms

    def normalised(self, counts: Counts) -> Real:
        """Return the raw cost beside that of the better of accepting all and rejecting all.

        Examples
        --------
        >>> from evalgui.core.counts import Counts
        >>> DetectionCost().normalised(Counts(tp=1, fp=0, fn=1, tn=4))
        0.5
        """
        return self.raw(counts) / self.trivial

    @property
    def of_miss(self) -> float:
        """What it costs to miss every target."""
        return self.p_target * self.c_miss

    @property
    def of_alarm(self) -> float:
        """What it costs to accept every non-target."""
        return (1 - self.p_target) * self.c_fa

    @property
    def trivial(self) -> float:
        """The cost of the better of accepting all and rejecting all."""
        return min(self.of_miss, self.of_alarm)

    def bayes_threshold(self, base: str = "e") -> float:
        """Return the log-likelihood ratio from which on accepting costs less.

        Parameters
        ----------
        base
            Of the logarithm: a key of `LOGARITHMS`.

        References
        ----------
        NIST 2016 Speaker Recognition Evaluation Plan, section 3: ln(beta).
        """
        return math.log(self.of_alarm / self.of_miss) / math.log(LOGARITHMS[base])
