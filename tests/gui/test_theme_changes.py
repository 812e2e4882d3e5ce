"""Changing the theme ends nothing: Qt owns every widget, and Python none that could vanish."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import shiboken6
from PySide6.QtWidgets import QApplication

from evalgui.gui import theme
from evalgui.gui.plots.plot_grid import PlotGrid

ROOT = Path(__file__).parents[2]


def test_that_500_changes_end_no_process_while_plots_come_and_go_and_python_collects():
    command = [sys.executable, "-m", "tests.support.change_themes"]
    ended = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=110, check=False
    )
    assert ended.returncode == 0, ended.stderr[-2_000:]
    assert ended.stdout == "500 changes\n"


def test_that_the_style_is_set_once(qapp):
    theme.apply(qapp, theme.LIGHT)
    style = qapp.style()
    theme.apply(qapp, theme.DARK)
    assert qapp.style() is style
    assert qapp.palette().window().color().name() == theme.DARK.window
    theme.apply(qapp, theme.LIGHT)


def test_that_python_owns_no_widget_of_a_plot(qtbot, qapp):
    before = qapp.allWidgets()  # kept: another widget may get the place of one that is gone
    grid = PlotGrid()
    grid.choose(())
    qtbot.addWidget(grid)
    owned = [
        widget
        for widget in QApplication.allWidgets()
        if shiboken6.Shiboken.ownedByPython(widget) and not any(widget is one for one in before)
    ]
    assert owned == [grid]
