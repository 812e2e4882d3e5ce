"""What went wrong, noticed wherever it shows: exceptions, warnings, and messages of Qt."""

from __future__ import annotations

import sys
import threading
import traceback
import warnings
from typing import TYPE_CHECKING

from PySide6.QtCore import QtMsgType, qInstallMessageHandler

if TYPE_CHECKING:
    from collections.abc import Callable

# The offscreen platform says these; they harm nothing.
BENIGN = (
    "This plugin does not support propagateSizeHints",
    "This plugin does not support QPlatformServices::openDocument",  # of a report that is written
    "This plugin does not support raise",
    "This plugin does not support grabbing the keyboard",
    "This plugin does not support grabbing the mouse",
)


class Faults:
    """Collects what nothing may do, and says it as soon as it is known."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self.found: list[str] = []

    def add(self, words: str) -> None:
        """Note a fault."""
        self.found.append(words)
        self._say(f"FAULT {words}")

    def watch(self) -> None:
        """Be told of every exception, every warning and every message of Qt."""
        program_hook, thread_hook = sys.excepthook, threading.excepthook

        def on_exception(kind, value, trace):
            self.add("exception\n" + "".join(traceback.format_exception(kind, value, trace)))
            program_hook(kind, value, trace)

        def on_thread(args):
            self.add(f"exception in a thread: {args.exc_type.__name__}")
            thread_hook(args)

        sys.excepthook, threading.excepthook = on_exception, on_thread
        sys.unraisablehook = lambda args: self.add(
            f"unraisable: {args.err_msg or ''} {args.object!r:.200}\n"
            + "".join(traceback.format_exception(args.exc_value))
        )
        warnings.showwarning = self._on_warning  # type: ignore[assignment]
        warnings.simplefilter("always")
        qInstallMessageHandler(self._on_message)

    def _on_warning(self, message, category, filename, line, *_rest):
        self.add(f"{category.__name__}: {message} ({filename}:{line})")

    def _on_message(self, kind, context, message):
        harmless = kind in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}
        if not harmless and not message.startswith(BENIGN):
            here = "".join(traceback.format_stack(limit=8)[:-1])
            self.add(f"Qt says: {message} ({context.function})\n{here}")
