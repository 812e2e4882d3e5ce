"""The start, the memory and the first curve, beside the least that they could take.

What they are compared with runs in the same round, so that a drifting machine is fair to both.
The median of the ratios stands with an interval from order statistics.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from opening import NUMBERS, write
from starting import PROGRAM
from timing import interleaved, median_interval, median_ms, say

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 15
N_ROWS = 10_000_000
BARE_WINDOW = """
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication([])
window, plots = QMainWindow(), pg.GraphicsLayoutWidget()
for number in range(4):
    plots.addPlot(row=number // 2, col=number % 2).plot([0, 0.2, 0.5, 1], [0, 0.7, 0.9, 1])
window.setCentralWidget(plots)
window.resize(1280, 720)
class Painted(QObject):
    def eventFilter(self, _window, event):
        if event.type() == QEvent.Type.UpdateRequest:  # in which all is painted
            QTimer.singleShot(0, application.quit)
        return False
painted = Painted()
window.installEventFilter(painted)
window.show()
application.exec()
"""
READ_AND_SORT = """
import sys, time
from evalgui.start import prefer_fast_sorting
prefer_fast_sorting()
import numpy as np
import pyarrow.parquet
def read():
    table = pyarrow.parquet.read_table(sys.argv[1], columns=["truth", "score"])
    return [table.column(name).to_numpy() for name in ("truth", "score")]
read()
start = time.perf_counter()
np.sort(read()[1])
print(time.perf_counter() - start)
"""
FIRST_CURVE = """
import sys, time
from pathlib import Path
from evalgui.start import share_one_arena
from evalgui.start import prefer_fast_sorting
prefer_fast_sorting()
share_one_arena()
sys.path.insert(0, sys.argv[2])
from opening import first_curve
first_curve(Path(sys.argv[1]))
start = time.perf_counter()
first_curve(Path(sys.argv[1]))
print(time.perf_counter() - start)
"""
MEMORY = """
import contextlib, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from evalgui.start import share_one_arena
from evalgui.start import no_search_for_pandas
from evalgui.start import prefer_fast_sorting
prefer_fast_sorting()
share_one_arena()
searching = contextlib.ExitStack()
searching.enter_context(no_search_for_pandas())
from evalgui.gui.app import Application
from evalgui.gui.start_options import Start
def peak():
    found = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in found.splitlines() if line.startswith("VmHWM"))
application = QApplication([])
files = tuple(Path(name) for name in sys.argv[1:])
program = Application(application, Start(files=files))
def end():
    print(peak())
    searching.close()  # as long as Python still has what it needs for that
    application.quit()
program.begin()
if files:
    program.workspace.file_opened.connect(lambda _: QTimer.singleShot(2000, end))
else:
    QTimer.singleShot(2000, end)
application.exec()
"""


def main() -> None:
    """Print how many times the least it takes, and the goals."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        path = folder / "ten_million.parquet"
        write(path, N_ROWS, NUMBERS, 0)
        environment = os.environ | {
            "QT_QPA_PLATFORM": "offscreen",
            "HOME": home,
            "XDG_CONFIG_HOME": str(folder / "config"),
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": str(folder / "byte-code"),
        }

        def run(code: str, *arguments: str) -> str:
            command = [sys.executable, "-c", code, *arguments]
            found = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
            return found.stdout.decode()

        _start(run)
        _first_curve(run, path)
        _memory(run, path)


def _start(run: Callable[..., str]) -> None:
    taken = interleaved({"bare": lambda: run(BARE_WINDOW), "own": lambda: run(PROGRAM)}, ROUNDS)
    _say("start with a sample, beside a window with four plots", taken["own"], taken["bare"])
    say("goal: 1.6")


def _first_curve(run: Callable[..., str], path: Path) -> None:
    here = str(Path(__file__).parent)
    own, least = [], []
    for _ in range(ROUNDS):
        least.append(float(run(READ_AND_SORT, str(path))))
        own.append(float(run(FIRST_CURVE, str(path), here)))
    _say("first curve of 10 million rows, beside reading and np.sort", own, least)
    say("goal: 1.4")


def _memory(run: Callable[..., str], path: Path) -> None:
    columns = N_ROWS * (8 + 8)
    above = (int(run(MEMORY, str(path)).split()[-1]) - int(run(MEMORY).split()[-1])) * 1024
    say(f"memory above the empty window, 10 million rows: {above / columns:.2f} x the columns")
    say("goal: 4")


def _say(name: str, own: list[float], least: list[float]) -> None:
    ratios = [ours / theirs for ours, theirs in zip(own, least, strict=True)]
    middle, low, high = median_interval(ratios)
    say(f"{name}: {median_ms(own):.0f} ms, {middle:.2f} times ({low:.2f} to {high:.2f})")
