"""Predictive values and cost at a prevalence that was typed, as rows beside those of the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.intervals.awaited import subjects_at
from evalgui.core.intervals.settings import AT_PREVALENCE
from evalgui.core.measured import NOTHING
from evalgui.core.vocabulary import phrase
from evalgui.gui.look import text
from evalgui.gui.models.measures import Entry, MetricEntry, Section

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.measured import Interval, Measured
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class AtPrevalenceEntry(MetricEntry):
    """A predictive value or the cost at the prevalence that was typed, beside that of the file."""

    prevalence: float

    @property
    def id(self) -> str:
        """Its stable name."""
        return f"{self.metric.id}_AT_PREVALENCE"

    @property
    def has_detail(self) -> bool:
        """Whether there are two counts beside its value: it is no share of rows of the file."""
        return False

    @property
    def is_plotted(self) -> bool:
        """Whether it can be plotted against the threshold."""
        return False

    @property
    def note(self) -> str:
        """A sentence that has to be said of it."""
        return phrase(
            "From {true_positive_rate} and {true_negative_rate}, by Bayes' theorem, "
            "at {prevalence} {value}",
            value=text.exact_percent(self.prevalence),
        )

    def name_in(self, vocabulary: Vocabulary) -> str:
        """Return its name in a vocabulary."""
        name, _, _ = self.metric.name_in(vocabulary).partition(" (")
        return self._at(name)

    def short_name_in(self, vocabulary: Vocabulary) -> str:
        """Return its name where there is little room."""
        return self._at(self.metric.symbol_in(vocabulary))

    def _at(self, name: str) -> str:
        return f"{name} at {text.exact_percent(self.prevalence)}"

    def measured(self, snapshot: Snapshot) -> Measured:
        """Return its value at the threshold, or why there is none."""
        found = at_prevalence(snapshot)
        return found.get(self.metric.id, NOTHING)

    def interval(self, snapshot: Snapshot) -> Interval | None:
        """Return where the true value lies at the threshold, or why that is not known."""
        return self.measured(snapshot).interval

    def detail(self, snapshot: Snapshot) -> str:
        """Return nothing: it is no share of rows of the file."""
        del snapshot
        return ""

    def quantities(self, snapshot: Snapshot) -> Mapping[str, float]:
        """Return nothing: its formula is another one."""
        del snapshot
        return {}


def at_prevalence(snapshot: Snapshot) -> Mapping[str, Measured]:
    """Return the measures at the prevalence that was typed, none without one."""
    from evalgui.core.intervals.at_prevalence import measures_at_prevalence

    settings, point, dataset = snapshot.inputs.intervals, snapshot.point, snapshot.dataset
    if settings.prevalence is None or point is None or dataset is None:
        return {}
    known = settings.prevalence, settings.level, dataset.sampling, subjects_at(point.intervals)
    found = measures_at_prevalence(point.counts, *known, snapshot.inputs.parameters)
    if not point.is_awaited:
        return found
    return {name: one._replace(interval=point.intervals[name]) for name, one in found.items()}


def with_prevalence(section: Section, prevalence: float | None) -> Section:
    """Return a family with its measures at a prevalence behind those of the file."""
    if prevalence is None:
        return section
    entries: list[Entry] = []
    for entry in section.entries:
        entries.append(entry)
        if isinstance(entry, MetricEntry) and entry.id in AT_PREVALENCE:
            entries.append(AtPrevalenceEntry(entry.metric, prevalence))
    return Section(section.title, tuple(entries))
