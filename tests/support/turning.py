"""Waiting in a process of its own, where pytest-qt does not: the loop sleeps between its events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

_BEAT = 10  # ms: also where nothing happens it is looked again


def wait_until(holds: Callable[[], object]) -> None:
    """Let happen what comes until something holds; who started this process ends it if never."""
    beat = QTimer()
    beat.start(_BEAT)
    while not holds():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
