"""What raises while the program runs comes to its hook, and ends nothing."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from evalgui.gui.hooks import run_loop

class Field(QWidget):
    def event(self, event):
        return super().event(event)

    def keyPressEvent(self, event):
        1.0 / len('')

application = QApplication(["-"])
sys.excepthook = lambda kind, _value, _trace: print(kind.__name__)
field, none = Field(), Qt.KeyboardModifier.NoModifier
key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, none)
QCoreApplication.postEvent(field, key)
QTimer.singleShot(0, lambda: QTimer.singleShot(0, application.quit))
print(run_loop(application))
"""


def test_that_an_error_that_comes_through_calls_of_qt_ends_nothing():
    command = [sys.executable, "-c", PROGRAM, "-platform", "offscreen"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout.split()) == (0, ["ZeroDivisionError", "0"])
