"""The child process that lays out a report: a report as JSON goes in, a PDF comes out."""

from __future__ import annotations

import json
import os
import sys

from evalgui.io.sandbox.start import OUT_OF_MEMORY, READY_FOR_PAGES

_MINUTES = 5


def main() -> int:
    """Read a report from the standard input and write its pages to the standard output."""
    _limit()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication([sys.argv[0]])
    application.setApplicationName("evalgui")
    sys.stdout.buffer.write(READY_FOR_PAGES)
    sys.stdout.buffer.flush()
    from evalgui.gui.reporting.pages import as_pdf
    from evalgui.io.reporting.blocks import from_json

    try:
        pages = as_pdf(from_json(json.loads(sys.stdin.buffer.read())))
    except MemoryError:
        return OUT_OF_MEMORY
    sys.stdout.buffer.write(pages)
    sys.stdout.buffer.flush()
    return 0


def _limit() -> None:
    """End by oneself after some minutes of work, where the system can see to that."""
    try:
        import resource
    except ImportError:  # there is none on Windows, where the parent looks at the clock
        return
    seconds = _MINUTES * 60
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
