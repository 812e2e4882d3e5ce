"""McNemar's test: whether two classifiers are right equally often on the same rows."""

from __future__ import annotations

import math
from dataclasses import dataclass

from evalgui.core.comparing.p_values import beyond_chi_square, of_halves
from evalgui.core.vocabulary import phrase

NOT_APART = phrase("no row tells the two classifiers apart")
FEW_DISCORDANT = 25
"""Below so many discordant rows the test is the exact one."""


@dataclass(frozen=True, slots=True)
class McNemar:
    """What the rows say on which one of two classifiers is right.

    Parameters
    ----------
    first_only, second_only
        The discordant rows: those on which only the first, or only the second is right.

    References
    ----------
    McNemar, "Note on the sampling error of the difference between correlated proportions or
    percentages", Psychometrika 12 (1947); Edwards, Psychometrika 13 (1948) for the correction.
    """

    first_only: int
    second_only: int

    @property
    def discordant(self) -> int:
        """How many rows tell the two apart."""
        return self.first_only + self.second_only

    @property
    def reason(self) -> str:
        """Why there is no p value, "" where there is one."""
        return "" if self.discordant else NOT_APART

    @property
    def is_exact(self) -> bool:
        """Whether `p` is the exact one."""
        return self.discordant < FEW_DISCORDANT

    @property
    def method(self) -> str:
        """The name of the test that `p` is of."""
        return phrase("McNemar, exact") if self.is_exact else phrase("McNemar, asymptotic")

    @property
    def p(self) -> float:
        """The two-sided p value; NaN where no row tells them apart."""
        return self.exact if self.is_exact else self.asymptotic

    @property
    def exact(self) -> float:
        """The p value of the binomial split of the discordant rows."""
        if not self.discordant:
            return math.nan
        return of_halves(min(self.first_only, self.second_only), self.discordant)

    @property
    def statistic(self) -> float:
        """The chi-square without a correction, one degree of freedom; NaN for 0/0."""
        if not self.discordant:
            return math.nan
        return (self.first_only - self.second_only) ** 2 / self.discordant

    @property
    def asymptotic(self) -> float:
        """The p value of `statistic`."""
        return beyond_chi_square(self.statistic)

    @property
    def corrected(self) -> float:
        """The p value with the continuity correction."""
        if not self.discordant:
            return math.nan
        distance = max(abs(self.first_only - self.second_only) - 1, 0)
        return beyond_chi_square(distance**2 / self.discordant)
