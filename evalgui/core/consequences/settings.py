"""What a user may say about consequences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from evalgui.core.intervals.at_prevalence import Share
    from evalgui.core.requirements import Requirement


USUAL_RISK = 0.1
"""The risk threshold where nobody says one."""


class Scale(StrEnum):
    """What scores are declared to be."""

    PROBABILITY = "probability"
    """The probability of the positive class."""
    PERCENT = "percent"
    """The same in per cent."""
    LLR = "llr"
    """Natural logarithms of likelihood ratios."""
    LOG10_LLR = "log10-llr"
    """Decimal logarithms of likelihood ratios."""
    OTHER = "other"
    """None of these."""

    @property
    def of_one(self) -> float:
        """What stands for certainty; NaN where nothing does."""
        return {"probability": 1.0, "percent": 100.0}.get(self.value, math.nan)


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a user may say about consequences.

    Parameters
    ----------
    scale
        What the scores are; None where nobody said so.
    risks
        The risk thresholds that are asked about, each strictly between 0 and 1: the probabilities
        from which on acting is worth it.
    requirements
        What is required of the results.
    level
        The one-sided confidence of the limits that requirements ask for.

    Raises
    ------
    ValueError
        If a number is out of its range.
    """

    scale: Scale | None = None
    risks: tuple[float, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    level: float = 0.95

    def __post_init__(self) -> None:
        for risk in self.risks:
            if not 0 < risk < 1:
                message = "a risk threshold must lie strictly between 0 and 1"
                raise ValueError(message)


NO_CONSEQUENCES = Consequences()


class AtRisks(NamedTuple):
    """What is asked about net benefit.

    Parameters
    ----------
    risks
        The risk thresholds; none where nobody asked.
    one
        What stands for certainty where scores are declared probabilities; else NaN.
    prevalence
        One that was typed; None for that of the rows.
    """

    risks: tuple[float, ...] = ()
    one: float = math.nan
    prevalence: Share | None = None

    @classmethod
    def of(cls, said: Consequences, prevalence: Share | None) -> AtRisks:
        """Return what was said: of declared probabilities a usual risk where none was."""
        one = math.nan if said.scale is None else said.scale.of_one
        return cls(said.risks or (() if math.isnan(one) else (USUAL_RISK,)), one, prevalence)


NO_RISKS = AtRisks()
