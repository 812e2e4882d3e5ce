"""Background work: progress, cancel, and answers that come too late are dropped.

All of it shares the one pool of threads that Qt keeps for a process.
"""

from __future__ import annotations

import math
import os
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

from evalgui.core.errors import CancelledError, EvalguiError
from evalgui.core.memory import lacks_memory, memory_short
from evalgui.core.vocabulary import Vocabulary, phrase, words_in

if TYPE_CHECKING:
    from collections.abc import Callable

_PATIENCE = 1.0  # seconds to wait for cancelled work when the program ends
_MOMENT = 0.02  # seconds: no eye sees more
_WITHOUT_NUMBERS = str.maketrans("", "", "0123456789.,\N{NARROW NO-BREAK SPACE}")
_MOST_THREADS = 16  # work that waits for a slow disk keeps no other from its turn
_MOST_OF_A_KIND = 2  # the newest, and what was given up and has not stopped yet
_WORK = phrase("work in the background")


class Task:
    """One piece of work in the background, as the work itself sees it, in its thread."""

    def __init__(self, report: Callable[[Task, float, str], None]) -> None:
        self._report = report
        self._reported_at, self._reported = -math.inf, ""
        self._cancelled = False
        self.has_stopped = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop; whatever it still answers is dropped."""
        self._cancelled = True

    def is_cancelled(self) -> bool:
        """Return whether the work should stop."""
        return self._cancelled

    def report(self, fraction: float, text: str) -> None:
        """Say how far the work has come, unless that was said a moment ago.

        The window takes all that has come at once: of thousands of columns it would be long. Where
        another part of the work begins, that is always said.
        """
        now, part = time.monotonic(), text.translate(_WITHOUT_NUMBERS)
        if part != self._reported or now - self._reported_at >= _MOMENT:
            self._reported_at, self._reported = now, part
            told = words_in(Vocabulary.MACHINE_LEARNING).said(text)  # a signal of Qt has plain text
            self._report(self, fraction, told)


@dataclass(frozen=True, slots=True, eq=False)
class _Callbacks:
    """Whom to tell, in the thread of the window."""

    on_success: Callable[[Any], None]
    on_failure: Callable[[EvalguiError], None]
    on_end: Callable[[], None]


class _Run(QRunnable):
    """The thread's side of a task: whom it tells may be deleted before it ends."""

    unended: ClassVar[set[Task]] = set()

    def __init__(self, tasks: Tasks, task: Task, work: Callable[[Task], Any]) -> None:
        super().__init__()
        self._tasks = tasks
        self._what = tasks.what
        self._task = task
        self._work: Callable[[Task], Any] | None = work

    def begin(self) -> None:
        """Have it run as soon as a thread is free."""
        self.unended.add(self._task)
        pool = QThreadPool.globalInstance()
        pool.setMaxThreadCount(_MOST_THREADS)
        pool.start(self)

    def run(self) -> None:
        try:
            self._work_and_tell()
        finally:
            self.unended.discard(self._task)
            self._task.has_stopped.set()

    def _work_and_tell(self) -> None:
        answer: object = None
        error: EvalguiError | None = None
        try:
            if self._work is not None:
                answer = self._work(self._task)
        except CancelledError:
            self._task.cancel()
        except EvalguiError as failure:
            error = failure.with_traceback(None)
        except Exception as failure:  # noqa: BLE001 - the thread must end well
            if lacks_memory(failure):
                error = memory_short(self._what)
            else:  # a bug: the hook shows it
                sys.excepthook(*sys.exc_info())
                self._task.cancel()
        # What it worked on may be what its answer replaces: whoever hears of the end finds it gone.
        self._work = None
        if self._task.is_cancelled():
            # Nobody wants it any more: its memory is given back here and now.
            answer = error = None
        with suppress(RuntimeError):  # deleted by Qt: nobody is left who waits for it
            self._tasks.ended.emit(self._task, answer, error)


def end_process(code: int) -> int:
    """Return an exit code, unless work goes on that nothing can interrupt: then end at once.

    A thread that comes back from a call of a library while the interpreter is being taken down
    finds nothing of what it needs. Call it last of all, when everything is written.
    """
    if _Run.unended:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(code)
    return code


class Tasks(QObject):
    """Work of one kind in the background, where alone it runs; a newer task replaces an older."""

    progressed = Signal(float, object)
    reported = Signal(object, float, object)
    ended = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None, what: str = _WORK) -> None:
        super().__init__(parent)
        self.what = what
        self._current: Task | None = None
        self._running: dict[Task, _Callbacks] = {}
        self._waiting: _Run | None = None
        self.reported.connect(self._on_reported)
        self.ended.connect(self._on_ended)

    @property
    def is_busy(self) -> bool:
        """Whether the newest task has not ended."""
        return self._current is not None

    def start(
        self,
        work: Callable[[Task], Any],
        *,
        on_success: Callable[[Any], None],
        on_failure: Callable[[EvalguiError], None],
        on_end: Callable[[], None],
    ) -> Task:
        """Run a function of its task in the background.

        The callbacks run in this thread, and only while the task is the newest; of a
        cancelled one `on_end` alone runs, at once.
        """
        self._give_up()
        task = Task(self._report)
        self._current = task
        self._running[task] = _Callbacks(on_success, on_failure, on_end)
        self._waiting = _Run(self, task, work)
        self._begin_waiting()
        return task

    @Slot()
    def cancel(self) -> None:
        """Give the newest task up: it has ended for all who wait, however long it takes to stop.

        One call of a library cannot be interrupted; nobody has to wait for its end.
        """
        given_up = self._give_up()
        if given_up is not None:
            given_up.on_end()

    def _give_up(self) -> _Callbacks | None:
        """Ask the newest task to stop and drop whatever it still answers; return who waits."""
        task, self._current = self._current, None
        if task is None:
            return None
        task.cancel()
        if self._waiting is None:
            return self._running[task]
        self._waiting = None  # it has not begun, and never will
        return self._running.pop(task)

    def _begin_waiting(self) -> None:
        """Let the newest task begin, unless what was given up has not stopped."""
        if self._waiting is not None and len(self._running) <= _MOST_OF_A_KIND:
            run, self._waiting = self._waiting, None
            run.begin()

    def shut_down(self) -> None:
        """Cancel everything and wait for it to stop."""
        if self._waiting is not None:
            self._give_up()
        for task in self._running:
            task.cancel()
        deadline = time.monotonic() + _PATIENCE
        for task in self._running:
            task.has_stopped.wait(max(deadline - time.monotonic(), 0))

    def _report(self, task: Task, fraction: float, text: str) -> None:
        """Pass on how far a task has come, in its thread."""
        with suppress(RuntimeError):  # deleted by Qt: nobody is left who waits for it
            self.reported.emit(task, fraction, text)

    def _on_reported(self, task: Task, fraction: float, text: str) -> None:
        if task is self._current and not task.is_cancelled():
            self.progressed.emit(fraction, text)

    def _on_ended(self, task: Task, answer: object, error: EvalguiError | None) -> None:
        callbacks = self._running.pop(task)
        self._begin_waiting()
        if task is not self._current:
            return
        self._current = None
        try:
            if not task.is_cancelled():  # of its own: it met a bug
                if error is None:
                    callbacks.on_success(answer)
                else:
                    callbacks.on_failure(error)
        finally:
            callbacks.on_end()
