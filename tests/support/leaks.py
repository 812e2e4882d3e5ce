"""What a test leaves behind: windows, timers and threads that outlive it."""

from __future__ import annotations

import gc
import threading
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QThreadPool, QTimer
from PySide6.QtWidgets import QApplication

from evalgui.workspace.tasks import _Run

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE = 60.0  # seconds that work may take to stop

# Each timer enters itself here. To seek them among all objects would take a fortieth of a second
# twice a test, of thousands of tests.
_made: weakref.WeakSet[QTimer] = weakref.WeakSet()
_make = QTimer.__init__


def _make_and_remember(timer: QTimer, *arguments: Any, **properties: Any) -> None:
    _make(timer, *arguments, **properties)
    _made.add(timer)


QTimer.__init__ = _make_and_remember  # type: ignore[method-assign]


@dataclass(frozen=True)
class Present:
    """What is there at one moment."""

    windows: frozenset[Any]
    timers: frozenset[Any]
    threads: frozenset[threading.Thread]

    @classmethod
    def now(cls) -> Present:
        threads = threading.enumerate()
        return cls(frozenset(_windows()), frozenset(_timers()), frozenset(threads))

    def left_since(self) -> list[str]:
        """Return in words what was not there at that moment and does not end."""
        found = self._found()
        # Deletion may be promised, or wait for the collector, which takes long: neither is a leak.
        for end in (_delete, _collect, _collect):
            if found:
                end()
                found = self._found()
        return found

    def _found(self) -> list[str]:
        found = [f"the window {_named(each)}" for each in set(_windows()) - self.windows]
        found += [f"a timer of {_named(each.parent())}" for each in set(_timers()) - self.timers]
        QThreadPool.globalInstance().waitForDone(int(1000 * _PATIENCE))
        for thread in set(threading.enumerate()) - self.threads:
            # What Python calls dummies are the threads of the pool, kept for the next task.
            if not isinstance(thread, threading._DummyThread):
                thread.join(_PATIENCE)
                if thread.is_alive():
                    found.append(f"the thread {thread.name}")
        return found + ["work in the background"] * bool(_Run.unended)


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a window, a timer that runs, or work in the background."""
    before = Present.now()
    yield
    left = before.left_since()
    assert not left, "left behind: " + ", ".join(left)


def _windows() -> list[Any]:
    """Return the windows of the program, shown or not, without those that Qt makes itself."""
    if QApplication.instance() is None:
        return []
    return [
        widget
        for widget in QApplication.topLevelWidgets()
        if widget.parent() is None and not type(widget).__name__.endswith("Private")
    ]


def _timers() -> list[Any]:
    """Return the timers that run."""
    return [each for each in _made if shiboken6.isValid(each) and each.isActive()]


def _delete() -> None:
    """Do now what the event loop does sooner or later."""
    QCoreApplication.sendPostedEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _collect() -> None:
    """Do now what the collector does sooner or later, and what the event loop does then."""
    gc.collect()
    _delete()


def _named(thing: Any) -> str:
    if thing is None:
        return "nothing"
    return f"{type(thing).__name__} {thing.objectName()}".strip()
