"""A proposal in the making: what a glance at the columns shows, and what is open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.confusion import MOST_CLASSES
from evalgui.io.labels import classes_of
from evalgui.io.text.header import number_share

if TYPE_CHECKING:
    from evalgui.core.checks import Finding
    from evalgui.io.meaning import Roles
    from evalgui.io.raw_table import Distinct, RawColumn, RawTable

_SAMPLE = 200
_FEW_LABELS = 20
_MOSTLY = 0.5
_TWO_CLASSES = 2
_LONGEST_COUNTER = 18


@dataclass(frozen=True, slots=True)
class Profile:
    """What a glance at a column shows.

    Parameters
    ----------
    column
        The column.
    is_number
        Whether most of its cells are numbers.
    is_counter
        Whether these are whole numbers that rise from row to row.
    is_whole
        Whether a sample of the cells holds nothing but whole numbers.
    labels
        Its different texts; None where there are more than 20.
    """

    column: RawColumn
    is_number: bool
    is_counter: bool
    is_whole: bool
    labels: Distinct | None

    @classmethod
    def of(cls, column: RawColumn) -> Profile:
        """Return what a sample of a column shows."""
        sample = column.sample(_SAMPLE)
        # Longer ones are no counters, and Python refuses to make numbers of very long ones.
        whole = [
            int(text)
            for text in sample
            if text.isascii() and text.isdigit() and len(text) <= _LONGEST_COUNTER
        ]
        is_whole = len(whole) == len(sample)
        is_rising = is_whole and bool(np.all(np.diff(whole) > 0))
        return cls(
            column=column,
            is_number=column.kind != "other" and number_share(sample) > _MOSTLY,
            is_counter=is_rising and len(sample) > _TWO_CLASSES,
            is_whole=is_whole,
            labels=column.distinct(_FEW_LABELS),
        )

    @property
    def has_class_words(self) -> bool:
        """Whether the column has classes of which one is positive, the others negative by words."""
        if self.labels is None:
            return False
        classes = classes_of(dict(zip(self.labels.texts, self.labels.counts, strict=True)))
        return classes.positive() is not None

    @property
    def may_be_classes(self) -> bool:
        """Whether the cells recur as classes do: they are no measured numbers."""
        if self.labels is not None or not self.is_number:
            return True
        if not self.is_whole:
            return False
        labels = self.column.distinct(MOST_CLASSES)
        return labels is not None and len(labels.texts) * _TWO_CLASSES <= len(self.column)


@dataclass(slots=True)
class Draft:
    """A proposal in the making; `wanted` is what the user decided, `roles` all of it."""

    table: RawTable
    profiles: list[Profile]
    wanted: Roles
    roles: Roles
    reasons: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def others(self, *names: str | None) -> list[Profile]:
        """Return the profiles of all columns but these."""
        return [profile for profile in self.profiles if profile.column.name not in names]
