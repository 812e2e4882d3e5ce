"""Print what the menus of the window say, in a language of a folder that is named."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import evalgui.io.languages
from evalgui.core.languages import speak


def main(resources: str, code: str) -> None:
    """Speak the language before the window is loaded, and print what its menus say."""
    vars(evalgui.io.languages)["resources"] = lambda: Path(resources)
    speak(evalgui.io.languages.language(code))
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QApplication, QLabel

    from evalgui.gui.app import Application
    from evalgui.gui.start_options import Start

    application = QApplication([])
    window = Application(application, Start()).window
    named = {one.objectName(): one.text() for one in window.findChildren(QAction)}
    labels = [one.text() for one in window.start.findChildren(QLabel)]
    sys.stdout.write(json.dumps({"actions": named, "labels": labels}))
    sys.stdout.flush()
    os._exit(0)  # what Python tears down at its end is no part of the program


if __name__ == "__main__":
    main(*sys.argv[1:])
