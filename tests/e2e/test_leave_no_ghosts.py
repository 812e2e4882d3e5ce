"""What moves on a plot leaves nothing behind, whatever else is painted at that moment."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject

from evalgui.core.requests import SetThreshold
from evalgui.core.snapshot import resolve
from evalgui.gui.plots.plot import Plot
from tests.monkey.pictures import differing, forget_everything, on_screen


@pytest.mark.parametrize("plot_id", ["histogram", "far-frr", "roc"])
def test_that_a_part_painted_in_between_leaves_no_old_mark(program, plot_id):
    program.open_sample("tharwat-2018")
    plot = program.window.plots.plots()[plot_id]
    mark = plot.main.markers[0] if plot_id == "roc" else plot.grip.item
    is_calm = lambda: not plot._later.isActive()  # noqa: E731 - one word for both waits
    program.workspace.ask(SetThreshold(0.6))
    program.qtbot.waitUntil(lambda: program.snapshot.point.threshold == 0.6)
    program.rest()
    program.workspace.ask(SetThreshold(0.3))
    part = mark.sceneBoundingRect().toAlignedRect().adjusted(-3, -3, 3, 3)
    plot.canvas.viewport().repaint(part)  # before the loop turns
    program.qtbot.waitUntil(is_calm)
    program.rest()
    before = on_screen(program.window)
    forget_everything(program.window)
    program.rest()
    assert differing(before, on_screen(program.window)) is None


def test_that_nothing_is_left_between_plots_that_are_moved(program):
    program.open_sample("tharwat-2018")
    window = program.window
    for sample, size in (("biometric", (1280, 800)), ("clinical", (1280, 720))):
        window.resize(*size)
        program.rest()
        program.open_sample(sample)
        program.rest()
        before = on_screen(window)
        forget_everything(window)
        program.rest()
        assert differing(before, on_screen(window)) is None


def test_that_no_edge_of_a_dock_is_left_where_the_window_had_no_room(program):
    program.open_sample("iris")
    window = program.window

    def drawn():
        return not any(plot._later.isActive() for plot in window.findChildren(Plot))

    for size in ((1280, 720), (640, 480), (1024, 700), (700, 500)):
        window.resize(*size)
        program.rest()
        program.qtbot.waitUntil(drawn)
        program.rest()
        before = on_screen(window)
        forget_everything(window)
        program.qtbot.waitUntil(drawn)
        program.rest()
        assert differing(before, on_screen(window)) is None, size


class Painted(QObject):
    """Counts the paintings of widgets."""

    def __init__(self, widgets):
        super().__init__()
        self.n = 0
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, _widget, event):
        self.n += event.type() == QEvent.Type.Paint
        return False


def test_that_all_is_set_before_anything_is_painted(program):
    program.open_sample("tharwat-2018")
    program.rest()
    painted = Painted(plot.canvas.viewport() for plot in program.window.plots.plots().values())
    old = program.snapshot
    new = resolve(replace(old.inputs, threshold=0.3), old)
    program.window.show_snapshot(old, new)
    assert painted.n == 0
    program.qtbot.waitUntil(lambda: painted.n >= 5)
