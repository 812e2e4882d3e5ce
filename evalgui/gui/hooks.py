"""Where errors that nobody foresaw come to: from the interpreter to the crash dialog."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.memory import lacks_memory
from evalgui.crashes import crash_report, work_at
from evalgui.gui.dialogs.messages import versions
from evalgui.gui.isolation import cover_at

if TYPE_CHECKING:
    from types import TracebackType

    from PySide6.QtWidgets import QApplication


class _Behind(Exception):  # noqa: N818 - no error
    """Is being handled while the program runs."""


def run_loop(application: QApplication) -> int:
    """Run the loop of Qt until it is ended; return the exit code.

    An error of the interpreter's own, such as a division by zero, has no instance in Python 3.11
    before somebody handles it, and PySide 6.11 ends the process where such a one comes through
    two of its calls, as of a key through `QWidget.event`. Raised while another is being handled
    each has one from its beginning.
    """
    try:
        raise _Behind  # noqa: TRY301 - to be handled right here
    except _Behind:
        return application.exec()


class Hooks(QObject):
    """Brings unforeseen errors of any thread to the crash dialog."""

    met = Signal(str)
    memory_ended = Signal(object)

    def install(self) -> None:
        """Replace the interpreter's hooks, which would only print."""
        sys.excepthook = self._on_exception
        threading.excepthook = lambda args: self._on_exception(
            args.exc_type, args.exc_value, args.exc_traceback
        )

    def _on_exception(
        self,
        kind: type[BaseException],
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, value or kind(), trace)
            return
        if threading.current_thread() is threading.main_thread():
            cover_at(trace)
        if value is not None and lacks_memory(value):  # no bug
            self.memory_ended.emit(work_at(trace))
            return
        self.met.emit(crash_report(kind, trace, versions()))
