"""The workspace file of what is open: where it is, whether something in it is not saved yet."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from evalgui.core.errors import DataError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import display_name, stamp_of
from evalgui.workspace.keeping.embedding import Embedding
from evalgui.workspace.keeping.work import Work
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.io.bytes.source import Stamp
    from evalgui.io.keeping.lock import Lock
    from evalgui.io.keeping.opening import OpenedKept
    from evalgui.workspace.keeping.restoring import Answer, Reopened
    from evalgui.workspace.keeping.work import Decided
    from evalgui.workspace.tasks import Task
    from evalgui.workspace.workspace import Workspace

SUFFIX = ".evalgui"
_PAUSE = 200  # milliseconds between two looks at whether something is not saved
_GATHERED = 0.9  # of the work of saving
_ELSEWHERE = phrase("Save it under another name")


class Document(QObject):
    """Saves what is open, opens what was saved, and knows what is lost when it is closed."""

    changed = Signal()  # the file, or whether something in it is not saved
    saved = Signal(Path)
    reopened = Signal(object)  # what a workspace holds, once it is shown
    asked = Signal(object, object)  # a workspace with sources that are others, and how to go on
    occupied = Signal(object, object)  # who has it open, and how to open it to read
    failed = Signal(object)
    saving_started = Signal(str)
    saving_progressed = Signal(float, object)
    saving_ended = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.layout: Callable[[], str] = str  # of the window, as it writes it
        self.path: Path | None = None
        self.is_read_only = self.is_modified = self.embeds = False
        self.is_reopening = False
        self.embedding = Embedding()
        self._lock: Lock | None = None
        self._lent: Lock | None = None  # what is being written goes under it
        self._stamp: Stamp | None = None
        self._opening = object()  # another one for all that is opened in the place of the rest
        self._clean: tuple[Decided, ...] | None = ()
        self._came_along = False  # what was decided on other data, and is not saved
        self._tasks = Tasks(self, phrase("saving the workspace"))
        self._tasks.progressed.connect(self.saving_progressed)
        self._unwanted = threading.Event()  # what is being written
        self._next: Callable[[], None] | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.look)
        workspace.changed.connect(self._on_changed)
        workspace.begun.connect(self._on_begun)
        workspace.joined.connect(self._on_joined)

    @property
    def work(self) -> Work:
        """What there is to save now."""
        return Work(self._workspace.data_sets, self.layout())

    @property
    def is_saving(self) -> bool:
        """Whether it is being written."""
        return self._tasks.is_busy

    def look(self) -> None:
        """Find out whether something is not saved."""
        self._pause.stop()
        decided = Work(self._workspace.data_sets).decided()
        is_modified = bool(decided) and (self._came_along or decided != self._clean)
        if is_modified != self.is_modified:
            self.is_modified = is_modified
            self.changed.emit()

    @property
    def goes_along(self) -> bool:
        """Whether nothing is lost by opening other data: they are assessed by what was decided.

        All else is as the file of the workspace has it, or as the data were opened.
        """
        return self._clean is not None and Work(self._workspace.data_sets).goes_along(self._clean)

    # -------------------------------------------------------------------------- to save

    def save(
        self,
        path: Path | None = None,
        *,
        embeds: bool | None = None,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Write what is open in the background, to another file if one is named.

        What was there before stays unless all of it is written. `then` is done once it is.
        """
        if self._tasks.is_busy:  # what is being written stays what it was when that began
            self._next = lambda: self.save(path, embeds=embeds, then=then)
            return
        target, work = path or self.path, self.work
        if target is None or work.is_nothing:
            return
        own, stamp, opening = self._lock, self._stamp, self._opening
        is_embedding = self.embeds if embeds is None else embeds
        unwanted = self._unwanted = threading.Event()
        is_other = self.path is None or not _is_same_place(target, self.path)
        self._lent = None if is_other else own

        def write(task: Task) -> tuple[Lock, Stamp | None]:
            watch = Watch(task.report, lambda: task.is_cancelled() or unwanted.is_set())
            lock = _lock_of(target) if is_other or own is None else own
            try:
                if not is_other:
                    _require_untouched(target, lock, stamp)
                _write(work, target, self.embedding, watch, embeds=is_embedding)
            except BaseException:
                if lock is not own:
                    lock.release()
                raise
            return lock, stamp_of(target)

        def take(written: tuple[Lock, Stamp | None]) -> None:
            if opening is self._opening:
                self._take_place(target, *written)
                self.embeds = is_embedding
                self._clean = work.decided()
                self.look()
                self.changed.emit()
            elif written[0] is not own:
                written[0].release()  # what is open now is no work on that file
            self.saved.emit(target)
            then()

        self.saving_started.emit(display_name(target))
        self._tasks.start(
            write, on_success=take, on_failure=self.failed.emit, on_end=self._on_written
        )

    def cancel_saving(self) -> None:
        """Write no more; the file stays what it was, unless the new one has taken its place.

        Nor is done what waits for it, such as to close the window.
        """
        self._next = None
        self._unwanted.set()

    def when_written(self, then: Callable[[], None]) -> None:
        """Do something once what is being written is."""
        waiting = self._next or (lambda: None)

        def act() -> None:
            waiting()
            then()

        self._next = act

    def _on_written(self) -> None:
        self._let_go(self._lent)
        self.saving_ended.emit()
        waiting, self._next = self._next, None
        if waiting is not None:
            waiting()

    def _let_go(self, lent: Lock | None) -> None:
        """Let others write a file that was being written until now, unless it is still open."""
        self._lent = None
        if lent is not None and lent is not self._lock:
            lent.release()

    def _take_place(self, path: Path | None, lock: Lock | None, stamp: Stamp | None) -> None:
        """Belong to a file, or to none."""
        if self._lock is not None and self._lock not in (lock, self._lent):
            self._lock.release()
        self.path, self._lock, self._stamp = path, lock, stamp
        self._came_along = False
        self.is_read_only = False

    # -------------------------------------------------------------------------- to open

    def open(
        self,
        path: Path,
        answers: Mapping[int, Answer] | None = None,
        found: OpenedKept | None = None,
    ) -> None:
        """Open a workspace in the background; what is open stays until all of it is there.

        Parameters
        ----------
        path
            The file.
        answers, found
            What to take for data sets of which a file is another one now, and the workspace as
            it was when that was asked.
        """
        if self._lent not in (None, self._lock):  # left while it is being written
            self.when_written(lambda: self.open(path, answers, found))
            return
        self._read(path, answers or {}, found, lambda made: self._show(path, made))

    def _read(
        self,
        path: Path,
        answers: Mapping[int, Answer],
        found: OpenedKept | None,
        show: Callable[[Reopened], None],
    ) -> None:
        from evalgui.workspace.keeping.restoring import Reopened, read_workspace  # and Arrow

        def go_on(chosen: Mapping[int, Answer], where: OpenedKept) -> None:
            self._read(path, chosen, where, show)

        def on_success(made: Reopened | OpenedKept) -> None:
            if isinstance(made, Reopened):
                show(made)
            else:
                self.asked.emit(made, go_on)

        self._workspace.staged.read_in_background(
            display_name(path), lambda task: read_workspace(path, answers, found, task), on_success
        )

    def _show(self, path: Path, made: Reopened, *, only_reads: bool = False) -> None:
        """Show a workspace, unless another instance has it open: then it is asked."""
        is_own = self.path is not None and _is_same_place(path, self.path) and not only_reads
        lock = self._lock if is_own else None
        if lock is None and not only_reads:
            from evalgui.io.keeping.lock import Owner, take_lock

            taken = take_lock(path)
            if isinstance(taken, Owner):
                self.occupied.emit(taken, lambda: self._show(path, made, only_reads=True))
                return
            lock = taken
        self._put(made)
        self._opening = object()
        self._take_place(path, lock, stamp_of(path))
        self.is_read_only = only_reads
        self.embeds = any(one.embedded for one in made.kept.kept.data_sets)
        self._clean = Work(self._workspace.data_sets).decided()
        self.look()
        self.changed.emit()
        self.reopened.emit(made.kept.kept)

    @property
    def stamp(self) -> Stamp | None:
        """What the file was when it was opened or written last."""
        return self._stamp

    def restore(
        self, path: Path, own: Path | None, stamp: Stamp | None, then: Callable[[], None]
    ) -> None:
        """Open what a crash left in a file, as work on another one that is not saved yet."""

        def show(made: Reopened) -> None:
            self._put(made)
            self._opening = object()
            lock = None if own is None else _lock_or_none(own)
            self._take_place(own, lock, stamp)
            self.is_read_only = own is not None and lock is None
            self._clean = None
            self.look()
            self.changed.emit()
            self.reopened.emit(made.kept.kept)
            then()

        self._read(path, {}, None, show)

    def _put(self, made: Reopened) -> None:
        kept = made.kept.kept
        self.is_reopening = True
        try:
            self._workspace.staged.show_reopened(made.items, kept)
        finally:
            self.is_reopening = False

    # --------------------------------------------------------------------------- inside

    def close(self) -> None:
        """Let other instances write the file."""
        self._pause.stop()
        self._tasks.shut_down()
        lent, own, self._lock = self._lent, self._lock, None
        self._let_go(lent)
        self._let_go(own)

    def _on_changed(self) -> None:
        if not self._pause.isActive():
            self._pause.start()

    def _on_begun(self) -> None:
        """Belong to no file: other data took the place of all that was open."""
        work, inputs = Work(self._workspace.data_sets), self._workspace.snapshot.inputs
        came_along = self.is_modified and (inputs.is_followed or inputs.has_lock)
        came_along |= bool(inputs.consequences.requirements)
        self._opening = object()
        self._take_place(None, None, None)
        self._came_along = came_along
        self.embeds = False
        self._clean = None if work.is_had_once else work.decided()
        self.look()
        self.changed.emit()

    def _on_joined(self) -> None:
        """Take what was opened beside the others as it is."""
        if self._clean is not None:
            joined = Work(self._workspace.data_sets).decided_since(len(self._clean))
            self._clean = (*self._clean, *joined)
            self.look()


def _lock_of(path: Path) -> Lock:
    """Return the lock of a file that is about to be written."""
    from evalgui.io.keeping.lock import Owner, take_lock

    found = take_lock(path)
    if isinstance(found, Owner):
        raise DataError(found.told, where=display_name(path), hint=_ELSEWHERE)
    return found


def _lock_or_none(path: Path) -> Lock | None:
    try:
        return _lock_of(path)
    except EvalguiError:
        return None


def _require_untouched(path: Path, lock: Lock, stamp: Stamp | None) -> None:
    """Refuse to write over what somebody else has written."""
    now = stamp_of(path)
    if not lock.is_ours or (stamp is not None and now is not None and now != stamp):
        message = phrase("the workspace was written by another program since it was opened")
        raise DataError(message, where=display_name(path), hint=_ELSEWHERE)


def _write(work: Work, path: Path, embedding: Embedding, watch: Watch, *, embeds: bool) -> None:
    from evalgui.io.keeping.safe_writing import write_safely
    from evalgui.workspace.keeping.gathering import as_file  # and Arrow

    part = watch.part(0.0, _GATHERED)
    content = as_file(work, path, embedding, embeds=embeds, watch=part)
    write_safely(path, content, watch=watch.part(_GATHERED, 1.0))


def _is_same_place(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one.absolute() == other.absolute()
