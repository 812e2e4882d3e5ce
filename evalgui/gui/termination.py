"""Ctrl+C in the terminal, and the end of a session, close the window as its user would."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

if TYPE_CHECKING:
    from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_LOOK_EVERY = 200  # milliseconds, where a signal cannot wake Qt


class SignalsToEnd(QObject):
    """Turns the signals that ask a process to end into one of Qt's.

    Python answers a signal only when it next runs, and while Qt waits it does not. So the
    signal writes a byte into a pipe that Qt watches.
    """

    asked = Signal(int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        for name in _NAMES:
            number = getattr(signal, name, None)
            # What is ignored stays so, as the end of a terminal after nohup.
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._on_signal)
        if os.name == "nt":  # whose pipes Qt cannot watch
            looking = QTimer(self)
            looking.timeout.connect(lambda: None)  # Python runs, and sees the signal
            looking.start(_LOOK_EVERY)
            return
        self._reader, writer = os.pipe()
        for end in (self._reader, writer):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        self._watching = QSocketNotifier(self._reader, QSocketNotifier.Type.Read, self)
        self._watching.activated.connect(self._on_woken)

    def _on_woken(self) -> None:
        os.read(self._reader, 4096)  # the handler itself has run by now

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        self.asked.emit(number)
