"""What a user may set about intervals."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.kind import Kind

LOWEST_LEVEL = 0.80
HIGHEST_LEVEL = 0.999

AT_PREVALENCE = ("PPV", "NPV", "COST")
"""The measures that are told at a prevalence that is given, beside those of the file."""


@dataclass(frozen=True, slots=True)
class IntervalSettings:
    """What a user may set about intervals.

    Parameters
    ----------
    level
        The confidence of every interval, from 0.80 to 0.999.
    methods
        The id of the method of a kind of number; what is not named has the recommended one.
    prevalence
        The prevalence at which those of `AT_PREVALENCE` are wanted beside those of the file,
        between 0 and 1; None where none is wanted.
    prevalence_of
        Of how many people of another study that is the share; None where it is known exactly.

    Raises
    ------
    ValueError
        If a number is out of its range.
    """

    level: float = 0.95
    methods: Mapping[Kind, str] = field(default_factory=dict)
    prevalence: float | None = None
    prevalence_of: int | None = None

    def __post_init__(self) -> None:
        if not LOWEST_LEVEL <= self.level <= HIGHEST_LEVEL:
            message = phrase(
                "the level must be from {lowest_level} to {highest_level}",
                lowest_level=LOWEST_LEVEL,
                highest_level=HIGHEST_LEVEL,
            )
            raise ValueError(message)
        if self.prevalence is not None and not 0 < self.prevalence < 1:
            message = phrase("the prevalence must lie between 0 and 1")
            raise ValueError(message)
        object.__setattr__(self, "methods", MappingProxyType(dict(self.methods)))

    def __reduce__(self) -> tuple[object, ...]:
        """Return what a copy is made of."""
        known = self.level, dict(self.methods), self.prevalence, self.prevalence_of
        return IntervalSettings, known


DEFAULT_INTERVALS = IntervalSettings()
