"""Whether the files that are open are still as they were read; nothing of them is read for that."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from evalgui.core.checks import Finding
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import display_name, stamp_of
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from evalgui.io.bytes.source import Stamp
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.tasks import Task

_PAUSE = 1_500  # milliseconds between two looks


class FileState(Enum):
    """What became of a file since it was read."""

    CHANGED = "changed"
    GONE = "gone"

    def told_of(self, name: str) -> str:
        """Return what became of the file of this name."""
        if self is FileState.CHANGED:
            return phrase(
                "{name} has changed since it was opened; all numbers are of the file as it was",
                name=name,
            )
        return phrase("{name} is no longer there; all numbers are of the file as it was", name=name)


class FileWatch(QObject):
    """Looks at the open files now and then: so it sees what no system tells of, as on a network.

    Asking takes place in the background, since a drive may be slow to answer.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stamps: dict[Path, Stamp] = {}
        self._states: dict[Path, FileState] = {}
        self._tasks = Tasks(self, phrase("looking at the files"))
        self._pause = QTimer(self)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.look)

    def watch(self, opened: Iterable[Opened]) -> None:
        """Watch the files of what is open, and no others."""
        before = self._stamps
        self._stamps = {path: stamp for one in opened for path, stamp in one.stamps.items()}
        self._states = {
            path: state
            for path, state in self._states.items()
            if self._stamps.get(path) == before.get(path)
        }
        if self._stamps:
            self._pause.start()
        else:
            self._pause.stop()
        self._tasks.cancel()
        self.look()

    def look(self) -> None:
        """Ask what became of the files, unless the last question is still to be answered."""
        if self._stamps and not self._tasks.is_busy:
            self._tasks.start(
                partial(_states_of, dict(self._stamps)),
                on_success=self._take,
                on_failure=_do_nothing,
                on_end=_do_nothing,
            )

    @Slot(Qt.ApplicationState)
    def look_when_back(self, state: Qt.ApplicationState) -> None:
        """Look when the user comes back to the program, with another file perhaps."""
        if state == Qt.ApplicationState.ApplicationActive:
            self.look()

    def findings(self, opened: Opened | None) -> tuple[Finding, ...]:
        """Return what is odd about where a data set comes from, and what became of its files."""
        if opened is None:
            return ()
        known = [(path, self._states[path]) for path in opened.paths if path in self._states]
        return opened.loaded.digest.notes + tuple(
            Finding(f"file_{state.value}", state.told_of(display_name(path)))
            for path, state in known
        )

    def shut_down(self) -> None:
        """Stop looking."""
        self._stamps = {}
        self._pause.stop()
        self._tasks.shut_down()

    def _take(self, states: dict[Path, FileState]) -> None:
        if states != self._states:
            self._states = states
            self.changed.emit()


def _states_of(stamps: Mapping[Path, Stamp], _task: Task) -> dict[Path, FileState]:
    found = {}
    for path, stamp in stamps.items():
        now = stamp_of(path)
        if now != stamp:
            found[path] = FileState.GONE if now is None else FileState.CHANGED
    return found


def _do_nothing(*_answer: object) -> None:
    """Leave what is known as it is."""
