"""From nothing to the first painted window with a sample."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import interleaved, median_ms, say

PROGRAM = """
from evalgui.start import no_search_for_pandas, pause_collecting
pause_collecting()
with no_search_for_pandas():
    import evalgui.cli  # as the program itself, which reads its arguments before Qt is loaded
    from evalgui.gui.loading_qt import load_qt
    load_qt()
    from PySide6.QtCore import QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication
    from evalgui.gui.app import Application
    from evalgui.gui.start_options import Start
    application = QApplication([])
    program = Application(application, Start(sample="tharwat-2018"))
    class Painted(QObject):
        def eventFilter(self, _window, event):
            if event.type() == QEvent.Type.UpdateRequest:  # in which all is painted
                QTimer.singleShot(0, application.quit)
            return False
    painted = Painted()
    def wait_for_painting():
        program.window.installEventFilter(painted)
        program.window.update()
    def end_when_painted(_):
        turns = getattr(program.window, "in_turns", None)  # not of an earlier checkout
        if turns is not None and turns.is_busy:
            turns.ended.connect(wait_for_painting)
        else:
            wait_for_painting()
    program.workspace.file_opened.connect(end_when_painted)
    program.begin()
    application.exec()
"""


def main() -> None:
    """Print how long a whole process takes until a sample is painted, and the bare parts."""
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {
            "QT_QPA_PLATFORM": "offscreen",
            "HOME": home,
            "XDG_CONFIG_HOME": str(Path(home) / "config"),
        }

        def run(code: str) -> None:
            command = [sys.executable, "-c", code]
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

        taken = interleaved(
            {
                "Python with numpy": lambda: run("import numpy"),
                "Python with Qt widgets": lambda: run("import PySide6.QtWidgets"),
                "evalgui with a sample": lambda: run(PROGRAM),
                "evalgui evaluate": lambda: run(
                    "from evalgui.__main__ import main; "
                    "from evalgui.io.samples import sample_by_id; "
                    "main(['evaluate', str(sample_by_id('tharwat-2018').path)])"
                ),
            }
        )
    for name, seconds in taken.items():
        say(f"{name:24} {median_ms(seconds):7.0f} ms")
    say("goal: a sample is painted within 1,500 ms")
