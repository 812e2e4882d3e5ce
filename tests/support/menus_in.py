"""Print what the menus of the window say, in a language of a folder that is named."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import evalgui.io.languages
from evalgui.core.languages import speak

vars(evalgui.io.languages)["resources"] = lambda: Path(sys.argv[1])
speak(evalgui.io.languages.language(sys.argv[2]))

from PySide6.QtGui import QAction  # noqa: E402 - a language is spoken before
from PySide6.QtWidgets import QApplication, QLabel  # noqa: E402

from evalgui.gui.app import Application  # noqa: E402
from evalgui.gui.start_options import Start  # noqa: E402

application = QApplication([])
window = Application(application, Start()).window
named = {one.objectName(): one.text() for one in window.findChildren(QAction)}
labels = [one.text() for one in window.start.findChildren(QLabel)]
sys.stdout.write(json.dumps({"actions": named, "labels": labels}))
sys.stdout.flush()
os._exit(0)  # what Python tears down at its end is no part of the program
