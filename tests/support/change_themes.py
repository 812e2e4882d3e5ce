"""Change the theme 500 times while plots come and go, in a process of its own.

Python collects all the time, so that whatever it alone owns ends in the middle of what Qt is
doing.
"""

from __future__ import annotations

import faulthandler
import gc
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from evalgui.core.curves import CURVES
from evalgui.core.snapshot import EMPTY
from evalgui.gui import theme
from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel
from evalgui.gui.plots.kinds import plot_of
from tests.gui.plots.bench import TEXTBOOK_SCORES, make_snapshot
from tests.support.figures import export

N_CHANGES = 500
MEASURES = (["TPR", "TNR"], ["PPV"], ["YI", "TPR", "NPV"])
THEMES = (theme.DARK, theme.LIGHT)


def main() -> None:
    """Print a line at the end; a process that crashes never gets there."""
    faulthandler.enable()
    application = QApplication([])
    theme.apply(application, theme.LIGHT)
    snapshot = make_snapshot(*zip(*TEXTBOOK_SCORES, strict=True), threshold=0.6)
    window, panel = QWidget(), MeasuresPlotPanel()
    row = QHBoxLayout(window)
    row.addWidget(panel)
    panel.set_theme(theme.LIGHT)
    panel.show_snapshot(EMPTY, snapshot)
    window.show()
    folder = Path(tempfile.mkdtemp())
    gc.collect()
    gc.freeze()  # collecting is quick then: it looks at what came later
    gc.set_threshold(1, 1, 1)
    for number in range(N_CHANGES):
        if number % 10 == 0:
            panel.set_measures(MEASURES[number // 10 % len(MEASURES)])
        if number % 50 == 5 and panel.plot is not None:
            export(panel.plot, folder / "figure.svg")
        if number % 25 == 2:
            _make_and_leave(snapshot, CURVES[number // 25 % len(CURVES)])
        theme.apply(application, THEMES[number % 2])
        panel.set_theme(THEMES[number % 2])
        QCoreApplication.sendPostedEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.set_threshold(700, 10, 10)
    (folder / "figure.svg").unlink()
    folder.rmdir()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    sys.stdout.write(f"{N_CHANGES} changes\n")


def _make_and_leave(snapshot, curve) -> None:
    plot = plot_of(curve)
    plot.show_snapshot(EMPTY, snapshot)
    plot.deleteLater()


if __name__ == "__main__":
    main()
