"""What the user writes down: a step of the history for each stretch of typing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from evalgui.core.noted import note_at
from evalgui.workspace.with_bands import WithBands

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from evalgui.core.notes import Notes, PointNote
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.history import History
    from evalgui.workspace.import_memory import ImportMemory

_PAUSE = 1_000  # milliseconds without a key, after which typing is a step of its own


class WithNotes(WithBands):
    """Takes notes about the data and about the operating point that is shown."""

    def __init__(
        self, snapshot: Snapshot, memory: ImportMemory | None, parent: QObject | None = None
    ) -> None:
        super().__init__(snapshot, memory, parent)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._written: tuple[object, History] | None = None

    def note_data(self, text: str) -> None:
        """Write something else down about the data."""
        self._note("data", self.snapshot.choices.notes.with_data(text))

    def note_point(self, text: str) -> None:
        """Write something else down about the operating point, if there is one."""
        self.commit_threshold()
        here = note_at(self.snapshot, self.snapshot.point)
        if here is not None:
            notes = self.snapshot.choices.notes.with_point(replace(here, text=text))
            self._note(_place(here), notes)

    def _note(self, about: object, notes: Notes) -> None:
        """Take other notes: what is typed without a pause about one thing is one step."""
        choices = self.snapshot.choices
        if self.snapshot.dataset is None or notes == choices.notes:
            return
        self.commit_threshold()
        goes_on = self._pause.isActive() and self._written is not None
        if not goes_on or self._written != (about, self._data_sets.shown.history):
            self._remember(self.snapshot)
        self._single_out(replace(choices, notes=notes))
        self._written = about, self._data_sets.shown.history
        self._pause.start()
        self.history_changed.emit()


def _place(note: PointNote) -> tuple[str, str, str]:
    return note.score, note.positive, repr(note.threshold)
