"""Make and end windows one after another, in a process of its own.

Python collects all the time while the next one is made, so that what is left of the last one, and
Python alone owns, ends in the middle of what Qt is doing.
"""

from __future__ import annotations

import faulthandler
import gc
import sys

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from evalgui.gui import theme
from evalgui.gui.app import Application
from evalgui.gui.start_options import Start

N_WINDOWS = 4
SAMPLES = ("clinical", "iris")


def main() -> None:
    """Print a line at the end; a process that crashes never gets there."""
    faulthandler.enable()
    application = QApplication([])
    theme.apply(application, theme.LIGHT)
    _make_and_end(application, SAMPLES[0])
    gc.collect()
    gc.freeze()  # collecting is quick then: it looks at what came later
    gc.set_threshold(1, 1, 1)
    for number in range(N_WINDOWS):
        _make_and_end(application, SAMPLES[number % len(SAMPLES)])
    gc.set_threshold(700, 10, 10)
    sys.stdout.write(f"{N_WINDOWS} windows\n")


def _make_and_end(application: QApplication, sample: str) -> None:
    program = Application(application, Start(size=QSize(1200, 800), appearance=theme.Mode.LIGHT))
    window, opened = program.window, QEventLoop()
    program.workspace.file_opened.connect(opened.quit)
    window.show()
    action = window.findChild(QAction, f"sample_{sample}")
    assert action is not None
    action.trigger()
    opened.exec()
    window.grab()
    window.close()
    window.deleteLater()
    program.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


if __name__ == "__main__":
    main()
