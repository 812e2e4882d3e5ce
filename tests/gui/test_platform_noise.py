"""Without a screen Qt says what it cannot do; a user who takes a picture does not read it."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
from PySide6.QtCore import qWarning
from PySide6.QtWidgets import QApplication
from evalgui.gui.platform_noise import silence_platform
application = QApplication(["-"])
if {silent}:
    silence_platform(application)
qWarning("This plugin does not support propagateSizeHints()")
qWarning("something is wrong")
"""


def said(silent: bool) -> str:
    command = [sys.executable, "-c", PROGRAM.format(silent=silent), "-platform", "offscreen"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr


def test_that_only_the_noise_of_the_platform_is_kept_from_the_user():
    assert "This plugin does not support" in said(silent=False)
    assert said(silent=True) == "something is wrong\n"
