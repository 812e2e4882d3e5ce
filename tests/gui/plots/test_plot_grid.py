from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTabBar

from evalgui.core import curves
from evalgui.core.curves import CURVES, ROC
from evalgui.core.dataset import Dataset
from evalgui.core.registry import Registry
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.plots.plot_grid import PlotGrid
from evalgui.gui.theme import DARK, LIGHT
from tests.gui.plots.bench import make_snapshot

IDS = [*(curve.id for curve in CURVES), "histogram"]
PLAIN = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def grid(qtbot, textbook):
    grid = PlotGrid()
    grid.choose(())
    qtbot.addWidget(grid)
    grid.resize(900, 800)
    grid.set_theme(LIGHT)
    grid.show_snapshot(EMPTY, textbook)
    with qtbot.waitExposed(grid):
        grid.show()
    return grid


def shown(grid):
    return [plot_id for plot_id, plot in grid.plots().items() if plot.isVisible()]


def test_that_all_plots_are_shown(grid):
    assert list(grid.plots()) == IDS
    assert shown(grid) == IDS
    areas = [plot.geometry() for plot in grid.plots().values()]
    for number, area in enumerate(areas):
        assert grid.rect().contains(area)
        assert not any(area.intersects(other) for other in areas[:number])


def test_that_more_plots_take_fewer_columns_in_a_narrow_room(qtbot, textbook, monkeypatch):
    more = [replace(ROC, id=f"roc-{number}", title=f"ROC {number}") for number in range(2)]
    monkeypatch.setattr(curves, "CURVES", Registry("curve", *CURVES, *more))
    grid = PlotGrid()
    grid.choose(())
    qtbot.addWidget(grid)
    grid.set_theme(LIGHT)
    grid.show_snapshot(EMPTY, textbook)
    grid.resize(900, 800)
    with qtbot.waitExposed(grid):
        grid.show()
    for width, n_columns in ((900, 3), (500, 2), (900, 3)):
        grid.resize(width, 800)
        qtbot.waitUntil(lambda width=width: grid.plots()["histogram"].width() == width)
        areas = [plot.geometry() for plot in grid.plots().values()]
        assert len({area.left() for area in areas[:-1]}) == n_columns
        for number, area in enumerate(areas):
            assert grid.rect().contains(area)
            assert not any(area.intersects(other) for other in areas[:number])
        assert sum(area.width() * area.height() for area in areas) > 0.95 * width * 800
    grid.maximise("roc-1")
    assert shown(grid) == ["roc-1"]
    qtbot.waitUntil(lambda: grid.plots()["roc-1"].height() > 700)


def test_that_plots_side_by_side_are_equally_large(grid, qtbot):
    for width, height in ((560, 560), (900, 800), (1600, 1200)):
        grid.resize(width, height)
        plots = grid.curve_plots
        qtbot.waitUntil(lambda plots=plots: not any(plot._later.isActive() for plot in plots))
        assert len({plot.height() for plot in plots[:2]}) == 1
        assert len({plot.header.height() for plot in plots}) == 1
        widths = {plot.width() for plot in plots}
        assert max(widths) - min(widths) <= 1
        heights = {plot.viewport.height for plot in plots}
        assert max(heights) - min(heights) <= 1


def test_that_a_button_shows_one_alone_and_all_again(grid, qtbot):
    button = grid.plots()["det"].header.button
    with qtbot.waitSignal(grid.maximised_changed) as blocker:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert blocker.args == ["det"]
    assert shown(grid) == ["det"]
    assert grid.maximised == "det"
    assert button.accessibleName() == "Show all plots"
    qtbot.waitUntil(lambda: grid.plots()["det"].width() > 880)
    assert grid.plots()["det"].height() > 700
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert shown(grid) == IDS
    assert button.accessibleName() == "Show DET alone"


@pytest.mark.parametrize("plot_id", IDS)
def test_that_a_double_click_on_the_header_shows_one_alone(grid, plot_id):
    header = grid.plots()[plot_id].header
    QTest.mouseDClick(header, Qt.MouseButton.LeftButton, PLAIN, QPoint(20, 10))
    assert shown(grid) == [plot_id]
    QTest.mouseDClick(header, Qt.MouseButton.LeftButton, PLAIN, QPoint(20, 10))
    assert shown(grid) == IDS


def test_that_escape_shows_all_again(grid):
    grid.maximise("pr")
    canvas = grid.plots()["pr"].canvas
    assert grid.window().focusWidget() is canvas
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert shown(grid) == IDS


def test_that_the_first_escape_only_ends_a_drag(grid):
    grid.maximise("roc")
    plot = grid.plots()["roc"]
    plot.mouse.press(plot.main.marker.pos())
    QTest.keyClick(plot.canvas, Qt.Key.Key_Escape)
    assert not plot.mouse.is_dragging
    assert grid.maximised == "roc"
    QTest.keyClick(plot.canvas, Qt.Key.Key_Escape)
    assert grid.maximised == ""


def test_that_the_grid_passes_on_what_any_plot_asks_for(grid):
    asked = []
    for name in ("threshold_requested", "steps_requested", "percentile_steps_requested"):
        getattr(grid, name).connect(asked.append)
    grid.end_requested.connect(asked.append)
    grid.drag_committed.connect(lambda: asked.append("committed"))
    for plot in grid.plots().values():
        plot.threshold_requested.emit(0.25)
        plot.steps_requested.emit(3)
        plot.percentile_steps_requested.emit(-1)
        plot.end_requested.emit(True)
        plot.drag_committed.emit()
    assert asked == [0.25, 3, -1, True, "committed"] * len(IDS)


def test_that_a_low_window_gives_the_scores_a_tab_of_their_own(grid):
    tabs = grid.findChild(QTabBar, "plot_tabs")
    assert not tabs.isVisible()
    grid.resize(560, 400)
    assert tabs.isVisible()
    assert shown(grid) == IDS[:-1]
    tabs.setCurrentIndex(1)
    assert shown(grid) == ["histogram"]
    grid.resize(560, 700)
    assert shown(grid) == IDS
    assert not tabs.isVisible()


def test_that_a_plot_that_is_not_shown_costs_nothing_and_is_right_when_it_comes_back(
    grid, monkeypatch, textbook
):
    roc = grid.plots()["roc"]
    grid.choose([["pr"], ["histogram"]])
    seen = []
    monkeypatch.setattr(roc, "render_point", lambda: seen.append(roc.snapshot))
    moved = resolve(replace(textbook.inputs, threshold=0.3), textbook)
    grid.show_snapshot(textbook, moved)
    assert seen == []
    grid.choose([["roc", "far-frr"]])
    assert seen == [moved]
    assert shown(grid) == ["roc", "far-frr"]
    assert grid.figure("det").snapshot is moved
    assert shown(grid) == ["roc", "far-frr"]


def test_that_a_plot_that_is_not_among_the_shown_can_be_alone(grid):
    grid.choose([["roc"], ["histogram"]])
    grid.maximise("det")
    assert shown(grid) == ["det"]
    grid.maximise("")
    assert set(shown(grid)) == {"roc", "histogram"}
    assert grid.chosen == (("roc",), ("histogram",))


def test_that_every_kind_says_what_it_is_and_is_made(grid):
    kinds = grid.kinds
    assert set(grid.plots()) <= set(kinds)
    for plot_id, kind in kinds.items():
        plot = grid.figure(plot_id)
        plot.set_vocabulary(Vocabulary.CLINICAL)
        assert plot.plot_id == plot_id
        assert plot.title == kind.title(Vocabulary.CLINICAL)
        assert plot.isVisibleTo(grid) == (plot_id in shown(grid))


def test_that_an_empty_grid_has_no_plots(qtbot, textbook):
    grid = PlotGrid()
    grid.choose(())
    qtbot.addWidget(grid)
    grid.set_theme(DARK)
    grid.show()
    message = grid.findChild(QLabel, "plots_message")
    assert message.isVisible()
    grid.show_snapshot(EMPTY, textbook)
    assert not message.isVisible()
    grid.show_snapshot(textbook, EMPTY)
    assert message.isVisible()
    assert grid.plots()["roc"].header.read_out == ""


def test_that_a_file_without_scores_is_told(qtbot, textbook):
    grid = PlotGrid()
    grid.choose(())
    qtbot.addWidget(grid)
    grid.show()
    dataset = Dataset("labels.csv", ("a", "b"), textbook.dataset.truth, 1)
    grid.show_snapshot(EMPTY, resolve(Inputs(dataset)))
    message = grid.findChild(QLabel, "plots_message")
    assert message.text() == "This file has no scores: curves need one"
    nothing = make_snapshot([float("nan")] * 2, [0, 1])
    grid.show_snapshot(EMPTY, nothing)
    assert message.isVisible()


def test_that_everything_a_user_would_name_has_a_name(grid):
    for plot_id, plot in grid.plots().items():
        assert plot.canvas.objectName() == f"{plot_id}_canvas"
        assert plot.canvas.accessibleName() == f"{plot.title} plot"
        assert plot.canvas.accessibleDescription()
        assert plot.header.button.objectName() == f"maximise_{plot_id}"
        assert plot.header.button.accessibleName()
