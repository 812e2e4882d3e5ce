"""What is shown: the open data sets, what one of them is compared with, each change told once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.comparison import NO_COMPARISON
from evalgui.core.decide import Decisions, Facts
from evalgui.core.found_later import known_of
from evalgui.core.singled_out import singled_out, still_meant
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.transfer import with_zone
from evalgui.io.bytes.source import Digest
from evalgui.workspace.comparing import compare
from evalgui.workspace.data_sets import DataSet, DataSets
from evalgui.workspace.grouping import Grouping
from evalgui.workspace.highlights import Lights
from evalgui.workspace.intervals_later import IntervalsLater
from evalgui.workspace.marking import Marks
from evalgui.workspace.rankings import Rankings
from evalgui.workspace.stability import Stabilities
from evalgui.workspace.summary_intervals import Summaries

if TYPE_CHECKING:
    from evalgui.core.choices import Choices
    from evalgui.core.comparison import Comparison
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.history import History, Step
    from evalgui.workspace.opened_file import Opened


class Shown(QObject):
    """The one owner of the snapshots and histories of all data sets that are open.

    Nothing else keeps a copy of them: what waits, what is shown and what was before are one
    value.
    """

    changed = Signal(object, object)
    adopting = Signal()  # other data are about to be shown
    replacing = Signal()  # these, or other decisions: no line is dragged on
    history_changed = Signal()
    data_sets_changed = Signal(object)
    failed = Signal(object)

    def __init__(self, snapshot: Snapshot, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data_sets = DataSets((DataSet(None, snapshot),))
        self._seen: tuple[Digest, str] | None = None
        self.rankings = Rankings(self)
        self.rankings.failed.connect(self.failed)
        self.rankings.filled.connect(self._compare_again)
        self._grouping = Grouping(self)
        self._grouping.failed.connect(self.failed)
        self._grouping.made.connect(self._compare_again)
        self._summaries = Summaries(self)
        self._summaries.failed.connect(self.failed)
        self._summaries.made.connect(self._sum_up_again)
        self._marks = Marks(self)
        self._marks.failed.connect(self.failed)
        self._marks.made.connect(self._mark_again)
        self._stabilities = Stabilities(self)
        self._stabilities.made.connect(self._mark_again)
        self._lights = Lights(self)
        self._lights.failed.connect(self.failed)
        self._lights.made.connect(self._mark_again)
        self._later = IntervalsLater(self)
        self._later.failed.connect(self.failed)
        self._later.made.connect(self._show_later)

    @property
    def snapshot(self) -> Snapshot:
        """All that is shown now."""
        return self._data_sets.shown.snapshot

    @property
    def data_sets(self) -> DataSets:
        """All data sets that are open."""
        return self._data_sets

    @property
    def opened(self) -> Opened | None:
        """The file whose data set is shown, with the class that is assessed as the positive one."""
        opened = self.as_opened
        return None if opened is None else opened.as_shown(self.snapshot)

    @property
    def as_opened(self) -> Opened | None:
        """The same with the class that was positive when it was opened."""
        return self._data_sets.shown.opened

    @property
    def seen(self) -> str:
        """The SHA-256 of the data on show, else of those that were last; "" before any were.

        What comes from no file has its name instead. This may wait until it is found out.
        """
        return "" if self._seen is None else self._seen[0].value() or self._seen[1]

    @property
    def facts(self) -> Facts:
        """What is known when something is decided about what is shown."""
        return Facts(self.snapshot, self.rankings.known)

    def take(self, decisions: Decisions) -> None:
        """Show what comes of other decisions about the same data."""
        old = self._data_sets.shown.snapshot
        if decisions.inputs is old.inputs:
            self.single_out(decisions.choices)
        else:
            self._announce(decisions.inputs, old, decisions.choices)

    def restore(self, inputs: Inputs, step: Step) -> None:
        """Show what was chosen at a step of the history of the same data."""
        self.replacing.emit()
        self._announce(inputs, self.snapshot, self.snapshot.choices, step)
        self.history_changed.emit()

    def keep_history(self, history: History) -> None:
        """Take another history of what is shown."""
        self._data_sets = self._data_sets.showing(self.snapshot, history)

    def _announce(
        self, inputs: Inputs, old: Snapshot, choices: Choices, step: Step | None = None
    ) -> None:
        """Show what comes of other inputs, with what was singled out at a step, or is still."""
        before = old if choices is old.choices else replace(old, choices=choices)
        snapshot = resolve(inputs, old, self.rankings.of(inputs))
        choices = self.still_meant(before, snapshot)
        snapshot = singled_out(snapshot, choices if step is None else step.chosen(choices), old)
        was = old.inputs  # in most frames of a drag nothing but the threshold is another
        is_set = (
            inputs.consequences is not was.consequences or inputs.intervals is not was.intervals
        )
        is_other = snapshot.ranking is not old.ranking or snapshot.ranking is None
        if is_other or (is_set and _regroups(old, inputs)):
            snapshot = self._compared(snapshot, old.comparison, self._data_sets)
        self.show(self._summed_up(self._later.of(snapshot)))

    @staticmethod
    def still_meant(old: Snapshot, snapshot: Snapshot) -> Choices:
        """Return what is singled out still, and the zone of a lock that waited until now."""
        choices, lock = still_meant(old, snapshot), old.inputs.waiting
        is_back = snapshot.inputs.waiting != lock and snapshot.ranking is not old.ranking
        return with_zone(choices, lock, snapshot) if is_back else choices

    def adopt(self, data_sets: DataSets) -> None:
        """Show the current one of other data sets, with its own history."""
        self.adopting.emit()
        self.replacing.emit()
        old, fresh = self.snapshot, data_sets.shown.snapshot
        if fresh.dataset is not None:
            opened = data_sets.shown.opened
            digest = Digest() if opened is None else opened.loaded.digest
            self._seen = digest, fresh.dataset.name
        self.rankings.start_over(fresh)
        choices = fresh.choices.of_all_data(old.choices)
        if fresh.resampled is None:
            choices = replace(choices, bands=frozenset())  # drawing them was given up
        snapshot = singled_out(fresh, choices, fresh)
        snapshot = self._compared(snapshot, old.comparison, data_sets)
        snapshot = self._marked(self._summed_up(self._later.of(snapshot)))
        self._data_sets = data_sets.showing(snapshot)
        self.changed.emit(old, snapshot)
        self.history_changed.emit()

    def single_out(self, choices: Choices) -> None:
        """Show the same, with something else singled out."""
        before = self.snapshot
        if choices != before.choices:
            snapshot = singled_out(before, choices, before)
            if choices.compares != before.choices.compares:
                snapshot = self._compared(snapshot, NO_COMPARISON, self._data_sets)
            self.show(snapshot)

    def show(self, snapshot: Snapshot) -> None:
        """Show a snapshot of the same data, with what stands out in it."""
        snapshot = self._marked(snapshot)
        before = self._data_sets
        self._data_sets = before.showing(snapshot)
        old = before.shown.snapshot
        self.changed.emit(old, snapshot)

    def settings_for_other_data(self) -> Inputs:
        """Return what holds for other data as well: averages, intervals and criteria."""
        inputs = self.snapshot.inputs
        intervals = replace(inputs.intervals, prevalence=None, prevalence_of=None)
        multiclass = inputs.multiclass.for_other_data()
        criteria = inputs.consequences.for_other_data()
        return Inputs(multiclass=multiclass, intervals=intervals, consequences=criteria)

    def _summed_up(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot with how sure its summaries are; what takes a while comes later."""
        if snapshot.summaries:
            return snapshot
        return replace(snapshot, summaries=self._summaries.of(snapshot))

    def _sum_up_again(self) -> None:
        snapshot = self._summed_up(self.snapshot)
        if snapshot.summaries is not self.snapshot.summaries:
            self.show(snapshot)

    def _marked(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot with the rules to mark, how stable one is, and the rows that stand out.

        What takes a while comes later.
        """
        marks, stability = self._marks.of(snapshot), self._stabilities.of(snapshot)
        lit = self._lights.of(snapshot)
        known = known_of(snapshot)
        is_same = marks is snapshot.marks and stability is snapshot.stability
        if is_same and lit is snapshot.lit and known == snapshot.calibrated:
            return snapshot
        return replace(snapshot, marks=marks, stability=stability, lit=lit, calibrated=known)

    def _mark_again(self) -> None:
        self.show(self.snapshot)

    def find_stability(self) -> None:
        """Find out how stable the rule in force is, however many rows there are."""
        self._stabilities.find_out()

    def _show_later(self) -> None:
        snapshot = self._later.of(self.snapshot)
        if snapshot is not self.snapshot:
            self.show(snapshot)

    # ------------------------------------------------------------------ the comparison

    def _compare_again(self) -> None:
        snapshot = self.snapshot
        found = self._compared(snapshot, snapshot.comparison, self._data_sets)
        if found.comparison is not snapshot.comparison:
            self.show(found)

    def _compared(self, snapshot: Snapshot, before: Comparison, data_sets: DataSets) -> Snapshot:
        """Return a snapshot with what there is to compare; what is missing comes later."""
        comparison = NO_COMPARISON
        missing: tuple[Inputs, ...] = ()
        if snapshot.choices.compares:
            comparison, missing = compare(snapshot, data_sets, self.rankings.of)
            comparison = replace(comparison, groups=self._grouping.of(snapshot))
        self.rankings.fill(missing)
        return replace(snapshot, comparison=before if comparison == before else comparison)

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        for work in (
            self.rankings,
            self._grouping,
            self._summaries,
            self._marks,
            self._stabilities,
            self._lights,
            self._later,
        ):
            work.shut_down()


def _regroups(old: Snapshot, inputs: Inputs) -> bool:
    """Return whether other groups are asked about, or otherwise sure ones."""
    before = old.inputs
    groups = inputs.consequences.groups, before.consequences.groups
    is_other = groups[0] != groups[1]
    of_scale = inputs.consequences.scale is not before.consequences.scale
    return is_other or (any(groups) and (of_scale or inputs.intervals != before.intervals))
