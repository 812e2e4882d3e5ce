"""Panes that are made when they are first needed, and have then missed nothing."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY, Inputs, Snapshot
from evalgui.gui import panes
from evalgui.gui.app import Application
from evalgui.gui.deferred import Deferred
from evalgui.gui.start_options import Start
from evalgui.gui.theme import DARK, LIGHT, Mode


class Pane(QWidget):
    """Writes down what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []
        layout = QVBoxLayout(self)
        layout.addWidget(QLabel("a pane"))

    def show_snapshot(self, old, new):
        self.told.append((old, new))

    def set_theme(self, theme):
        self.told.append(theme)


@pytest.fixture
def stack(qtbot):
    """A visible stack of two pages, of which the second is deferred and hidden."""
    stack = QStackedWidget()
    stack.addWidget(QLabel("a page"))
    stack.addWidget(Deferred("second", Pane))
    qtbot.addWidget(stack)
    stack.resize(300, 200)
    stack.show()
    qtbot.waitExposed(stack)
    return stack


def test_that_a_pane_is_made_when_its_place_is_first_shown(stack):
    place = stack.widget(1)
    assert place.made is None
    stack.setCurrentIndex(1)
    pane = place.made
    assert isinstance(pane, Pane)
    assert pane.isVisible()
    stack.setCurrentIndex(0)
    stack.setCurrentIndex(1)
    assert place.pane is pane


def test_that_a_pane_fills_its_place_in_the_first_picture(stack):
    stack.setCurrentIndex(1)
    stack.grab()
    assert stack.widget(1).pane.size() == stack.widget(1).size()


def test_that_the_latest_of_each_kind_is_caught_up_with_in_order_after_connecting(stack):
    place = stack.widget(1)
    first, second = Snapshot(Inputs()), Snapshot(Inputs())
    place.set_theme(LIGHT)
    place.show_snapshot(EMPTY, first)
    place.set_theme(DARK)
    place.show_snapshot(first, second)
    place.when_made(lambda pane: pane.told.append("connected"))
    assert place.pane.told == ["connected", DARK, (EMPTY, second)]


def test_that_a_pane_that_is_there_is_told_at_once(stack):
    place = stack.widget(1)
    pane = place.pane
    snapshot = Snapshot(Inputs())
    place.show_snapshot(EMPTY, snapshot)
    place.when_made(lambda pane: pane.told.append("connected"))
    later = Snapshot(Inputs())
    place.show_snapshot(snapshot, later)
    assert pane.told == [(EMPTY, snapshot), "connected", (snapshot, later)]


def test_that_a_place_asks_for_room_before_its_pane_is_there(stack):
    place = stack.widget(1)
    assert place.sizeHint().width() > 200
    assert place.minimumSizeHint() != QSize(0, 0)
    assert place.made is None


@pytest.fixture
def program(qapp, qtbot):
    """The whole program, with a two-class sample open in dark and in clinical words."""
    program = Application(qapp, Start(size=QSize(1600, 1000), appearance=Mode.LIGHT))
    qtbot.addWidget(program.window)
    program.window.show()
    qtbot.waitExposed(program.window)
    with qtbot.waitSignal(program.window.in_turns.ended):
        program.commands.open_sample("clinical")
    program.window.menus.theme_requested.emit("dark")
    program.window.menus.vocabulary_requested.emit(Vocabulary.CLINICAL.value)
    yield program
    program.window.close()
    program.deleteLater()


def test_that_two_classes_need_none_of_the_hidden_panes(program):
    window = program.window
    places = [
        window.place(panes.MEASURES_PLOT),
        window.place(panes.EXPLAIN),
        window.place(panes.CLASSES),
    ]
    places += [
        window.place(panes.LARGE_CONFUSION),
        window.plots.class_grid_place,
        window.place(panes.DATA),
        window.place(panes.RULES),
    ]
    assert [place.made for place in places] == [None] * 7


def test_that_the_plot_of_measures_opens_with_data_theme_and_words(program, qtbot):
    window = program.window
    window.docks["measures_plot"].show()
    window.docks["measures_plot"].raise_()
    qtbot.waitUntil(lambda: not window.in_turns.is_busy)
    panel = window.place(panes.MEASURES_PLOT).made
    assert panel.plot.snapshot is program.workspace.snapshot
    assert panel.plot.theme is DARK
    assert panel.plot.main.curve.series[0].name == "Sensitivity"
    assert panel.plot.main.markers[0].isVisible()
    threshold = program.workspace.snapshot.point.threshold
    panel.threshold_requested.emit(threshold / 2)
    panel.drag_committed.emit()
    assert program.workspace.snapshot.point.threshold == threshold / 2


def test_that_a_pane_behind_a_tab_is_made_when_it_is_raised(program, qtbot):
    window = program.window
    assert window.docks["data"].isVisible()  # for Qt: far outside of the window
    with qtbot.waitSignal(program.window.in_turns.ended):
        program.commands.open_sample("tharwat-2018")
    assert window.place(panes.DATA).made is None
    window.docks["data"].raise_()
    panel = window.place(panes.DATA).made
    assert panel.summary.text() == "tharwat-2018.csv: 20 rows read, 20 used"
    qtbot.waitUntil(lambda: panel.model.has_facts)  # what the columns hold was asked for


def test_that_the_explanation_opens_in_the_words_in_force(program):
    program.window.metrics.metric_selected.emit("TPR")
    assert program.window.place(panes.EXPLAIN).made.title.text() == "Sensitivity"


def test_that_panes_follow_from_a_data_set_of_many_classes(program, qtbot):
    with qtbot.waitSignal(program.window.in_turns.ended):
        program.commands.open_sample("iris")
    window = program.window
    assert window.place(panes.CLASSES).made.model.rowCount() == 3
    assert window.plots.class_grid_place.made.class_plots[0].theme is DARK
    assert "Sensitivity" in window.plots.class_grid.class_plots[0].y_axis.title


def test_that_a_start_loads_no_module_of_a_pane_that_is_not_shown():
    modules = ("explain_panel", "classes_panel", "data_panel", "measures_plot_panel", "class_grid")
    modules += ("rules_panel",)
    code = (
        "import json, sys\n"
        "from evalgui.gui.app import Application\n"
        "names = {name.rpartition('.')[2] for name in sys.modules}\n"
        f"print(json.dumps(sorted(names & set({modules!r}) | names & {{'scipy'}})))\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(finished.stdout) == []
