"""Trigger every action of the window, and close each dialog that opens, in a process of its own."""

from __future__ import annotations

import sys

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog

from evalgui.gui import theme
from evalgui.gui.app import Application
from evalgui.gui.start_options import Start

ROUNDS = (("iris", "reject"), ("clinical", ""))
"""What is shown, and what is called of each dialog; "": all stay until the window closes."""


def main() -> None:
    """Print the names of the dialogs that were closed."""
    application = QApplication([])
    closed: set[str] = set()
    for sample, how in ROUNDS:
        program = Application(application, Start(appearance=theme.Mode.LIGHT))
        window, opened = program.window, QEventLoop()
        program.workspace.file_opened.connect(opened.quit)
        window.show()
        action = window.findChild(QAction, f"sample_{sample}")
        assert action is not None
        action.trigger()
        opened.exec()
        names = [one.objectName() for one in window.findChildren(QAction) if one.objectName()]
        for name in dict.fromkeys(names):
            found = window.findChild(QAction, name)
            ends = name in {"quit", "close"} or "sample" in name
            if found is None or not found.isEnabled() or ends:
                continue
            found.trigger()
            rest()
            closed |= close_all(window, how)
        window.close()
        closed |= close_all(window, "reject")
        window.deleteLater()
        program.deleteLater()
        rest()
    QApplication.clipboard().clear()  # what Python made must not outlive it
    sys.stdout.write("\n".join(sorted(closed)) + "\n")


def close_all(window: object, how: str) -> set[str]:
    """Close all that is open beside the window in one way; return the names."""
    names = set()
    for one in QApplication.topLevelWidgets() if how else ():
        if one is not window and shiboken6.isValid(one) and one.isVisible():
            names.add(one.objectName() or type(one).__name__)
            getattr(one, how if isinstance(one, QDialog) else "close")()
            rest()
            if shiboken6.isValid(one):  # what does not accept yet
                one.close()
    rest()
    return names


def rest() -> None:
    """Let happen what is waiting, deletions included."""
    for _ in range(3):
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


if __name__ == "__main__":
    main()
