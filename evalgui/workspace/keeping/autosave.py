"""A copy of what is not saved, written now and then, so that a crash loses little of it.

Each running program has a copy of its own in a folder that nobody else may read, with a lock: a
copy whose program is gone is what a crash left.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Signal

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.keeping.lock import Lock, take_lock
from evalgui.workspace.privacy import PRIVATE, PRIVATE_FOLDER
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from evalgui.io.bytes.source import Stamp
    from evalgui.workspace.keeping.document import Document
    from evalgui.workspace.keeping.work import Decided, Work
    from evalgui.workspace.tasks import Task
    from evalgui.workspace.workspace import Workspace

EVERY = 20_000
"""Milliseconds between a change and the copy of it."""

_SUFFIX, _BESIDE = ".evalgui", ".json"
_NO_SENSE = (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError)
_MOST_LEFT = 20  # copies that are looked at


def private_folder() -> Path | None:
    """Return where copies are: a folder of the user's state, and never one that is emptied."""
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericStateLocation)
    return Path(place) / "evalgui" / "unsaved" if place else None


@dataclass(frozen=True, slots=True)
class Left:
    """What a crash left.

    Parameters
    ----------
    path
        The copy.
    name
        What was shown is called.
    own
        The workspace file that it belongs to; None for none.
    stamp
        What that file was when it was opened or written last.
    when
        When the copy was written, in seconds since 1970.
    """

    path: Path
    name: str
    own: Path | None = None
    stamp: Stamp | None = None
    when: float = 0.0


class Autosave(QObject):
    """Writes the copy in the background, and takes it away once nothing in it would be lost."""

    written = Signal()
    failed = Signal(object)  # why there is no copy, once for as long as there is none

    def __init__(
        self,
        workspace: Workspace,
        document: Document,
        folder: Path | None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._folder = document, folder
        self._path: Path | None = None
        self._lock: Lock | None = None
        self._copied: tuple[Decided, ...] | None = None
        self._is_told = False  # that there is none
        self._taken: Left | None = None  # up by this program, to be removed once it has a copy
        self._tasks = Tasks(self, phrase("keeping a copy of what is not saved"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self.copy)
        workspace.changed.connect(self._on_changed)
        document.changed.connect(self._on_document_changed)

    def copy(self) -> None:
        """Write a copy of what is not saved, unless there is one already."""
        self._timer.stop()
        self._document.look()
        work = self._document.work
        decided = work.decided()
        if not self._document.is_modified or self._folder is None:
            self._remove()
            return
        if decided == self._copied:
            return
        if self._tasks.is_busy:
            self._timer.start()
            return
        beside = self._beside(work)

        def keep(_none: object) -> None:
            self._copied, self._is_told = decided, False
            self._forget_taken()
            if not self._document.is_modified:  # it was saved meanwhile
                self._remove()
            self.written.emit()

        self._tasks.start(
            lambda task: self._write(work, beside, task),
            on_success=keep,
            on_failure=self._on_failed,
            on_end=lambda: None,
        )

    def copy_now(self) -> None:
        """Write a copy before the program ends; whoever asks waits."""
        from evalgui.workspace.tasks import Task

        self._tasks.shut_down()
        self._document.look()
        work = self._document.work
        if self._document.is_modified and work.decided() != self._copied:
            with contextlib.suppress(EvalguiError, OSError):
                self._write(work, self._beside(work), Task(lambda *_progress: None))

    def _beside(self, work: Work) -> bytes:
        path, stamp = self._document.path, self._document.stamp
        own = None if path is None else str(path.absolute())
        return json.dumps({"name": work.name, "own": own, "stamp": stamp}).encode()

    def _write(self, work: Work, beside: bytes, task: Task) -> None:
        from evalgui.io.keeping.safe_writing import write_safely
        from evalgui.workspace.keeping.gathering import as_file  # and Arrow

        path = self._own_place()
        if path is None:
            message = phrase("nothing can be written there")
            raise EvalguiError(message, where=str(self._folder))
        watch = Watch(task.report, task.is_cancelled)
        made = self._document.embedding
        data = as_file(work, path, made, embeds=False, watch=watch, with_results=False)
        write_safely(path.with_suffix(_BESIDE), beside, mode=PRIVATE)
        write_safely(path, data, mode=PRIVATE)

    def _own_place(self) -> Path | None:
        """Return where the copy of this program is, which no other one writes."""
        if self._lock is not None and self._folder is not None and not self._folder.is_dir():
            self._lock.release()  # somebody has removed all of it
            self._path = self._lock = None
        if self._path is None and self._folder is not None:
            with contextlib.suppress(OSError):  # without a folder there is no copy
                self._folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
                self._folder.chmod(PRIVATE_FOLDER)
            if not self._folder.is_dir():
                return None
            path = self._folder / f"{os.getpid()}-{secrets.token_hex(4)}{_SUFFIX}"
            found = take_lock(path)
            if isinstance(found, Lock):
                self._path, self._lock = path, found
        return self._path

    # --------------------------------------------------------------------- after a crash

    def left(self) -> tuple[Left, ...]:
        """Return what crashes left, the latest first; what another program has is none of it."""
        if self._folder is None:
            return ()
        found = []
        with contextlib.suppress(OSError):
            copies = [path for path in self._folder.glob(f"*{_SUFFIX}") if path != self._path]
            copies.sort(key=lambda path: path.stat().st_mtime, reverse=True)
            for path in copies[:_MOST_LEFT]:
                lock = take_lock(path)
                if isinstance(lock, Lock):
                    lock.release()
                    found.append(_read_beside(path))
        return tuple(found)

    def take_up(self, left: Left) -> None:
        """Open what a crash left, as work that is not saved; its copy goes once there is another.

        Raises
        ------
        EvalguiError
            If another running program has taken it up.
        """
        lock = take_lock(left.path)
        if not isinstance(lock, Lock):
            message = phrase("another window of this program has opened this work")
            raise EvalguiError(message, where=left.name, hint=phrase("Go on in that window"))
        lock.release()

        def keep() -> None:
            self._taken = left
            self.copy()

        self._document.restore(left.path, left.own, left.stamp, keep)

    def forget(self, left: Left) -> None:
        """Remove what a crash left."""
        for path in (left.path, left.path.with_suffix(_BESIDE)):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def _forget_taken(self) -> None:
        if self._taken is not None:
            self.forget(self._taken)
            self._taken = None

    # --------------------------------------------------------------------------- inside

    def close(self, *, is_clean: bool) -> None:
        """End: a copy of what is not saved stays, unless the user let go of it."""
        self._timer.stop()
        if is_clean:
            self._tasks.shut_down()
            self._remove()
        else:
            self.copy_now()
        if self._lock is not None:
            self._lock.release()

    def _on_failed(self, error: EvalguiError) -> None:
        """Leave the last copy as it is, and tell it once: the next change tries again."""
        if not self._is_told:
            self._is_told = True
            message = phrase("no copy of what is not saved can be kept: {why}", why=error.message)
            hint = phrase("Save your work yourself: a crash would lose what is not saved")
            self.failed.emit(EvalguiError(message, where=error.where, hint=hint))

    def _remove(self) -> None:
        self._copied = None
        self._forget_taken()
        if self._path is not None:
            self.forget(Left(self._path, ""))

    def _on_changed(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _on_document_changed(self) -> None:
        if not self._document.is_modified and not self._tasks.is_busy:
            self._remove()


def _read_beside(path: Path) -> Left:
    """Return a copy with what stands beside it; without that, it is work of its own."""
    name, own, stamp = tr("unsaved work"), None, None
    with contextlib.suppress(*_NO_SENSE):
        said = json.loads(path.with_suffix(_BESIDE).read_bytes()[:65_536])
        name = str(said["name"])[:200] or name
        own = Path(said["own"]) if isinstance(said["own"], str) else None
        numbers = said["stamp"]
        if isinstance(numbers, list) and len(numbers) == 4 and own is not None:
            stamp = (int(numbers[0]), int(numbers[1]), int(numbers[2]), int(numbers[3]))
    with contextlib.suppress(OSError):
        return Left(path, name, own, stamp, path.stat().st_mtime)
    return Left(path, name, own, stamp)
