"""Calibration in the whole program: asked, shown, worked out in the background, selected from."""

from __future__ import annotations

import threading

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from evalgui.core import calibrated
from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.requests import MoveThreshold, SelectPositive, SetConsequences, SetThreshold
from evalgui.core.selection import ScoreRange
from evalgui.results.calibration_picture import JOINT
from tests.e2e.test_select_rows import stand_out

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
PROBABILITY = SetConsequences(Consequences(Scale.PROBABILITY))


def plot_of(program):
    program.window.plots.choose([["calibration"]])
    program.settle()
    return program.window.plots.plots()["calibration"]


def names(plot):
    return {entry.name for entry in plot.legend.entries}


def test_that_a_question_is_answered_in_the_plot_and_the_band_comes_by_itself(program):
    program.open_sample("clinical")
    plot = plot_of(program)
    assert plot.main.words == "Are these scores probabilities?"
    assert not program.workspace.calibrations.is_busy
    (yes,) = (one for one in plot.main.ways.buttons if one.text() == "These are probabilities")
    with program.qtbot.waitSignal(program.workspace.calibrations.ended, timeout=60_000):
        QTest.mouseClick(yes, LEFT)
    assert program.snapshot.calibrated == (True, True, True)
    assert JOINT in names(plot)
    assert plot.main.words == ""


def test_that_another_class_is_shown_against_the_rest(program):
    program.open_sample("iris")
    program.workspace.ask(PROBABILITY)
    plot = plot_of(program)
    seen = set()
    for positive in (1, 2):
        program.workspace.ask(SelectPositive(positive))
        program.qtbot.waitUntil(lambda place=positive: program.snapshot.positive == place)
        program.rest()
        name = program.snapshot.positive_name
        assert any(one.startswith(f"{name} (") for one in names(plot))
        seen.add(plot.header.with_intervals[0])
    assert len(seen) == 2


def test_that_a_drag_along_the_curve_selects_its_rows_in_the_table(program):
    program.open_sample("clinical")
    program.workspace.ask(PROBABILITY)
    plot = plot_of(program)
    program.rest()
    program.workspace.ask(SetThreshold(0.05))
    program.rest()
    found, seen = calibrated.curve(program.snapshot), plot.viewport
    blocks = np.argsort(found.high - found.low)[-2:]
    first, last = sorted(blocks.tolist())
    places = []
    for block in (first, last):
        x = (found.low[block] + found.high[block]) / 2
        at = QPointF(
            seen.x_pixels(plot.x_scale.place(x)),
            seen.y_pixels(plot.y_scale.place(found.shares[block])),
        )
        places.append(plot.canvas.mapFromScene(plot.view_box.mapToScene(at)))
    viewport = plot.canvas.viewport()
    QTest.mousePress(viewport, LEFT, NO_KEY, places[0])
    QTest.mouseMove(viewport, places[1])
    QTest.mouseRelease(viewport, LEFT, NO_KEY, places[1])
    (part,) = program.snapshot.choices.selection.parts
    low, high = found.low[first], found.high[last]
    assert part.term == ScoreRange(low, high)
    scores = np.asarray(program.snapshot.score.values)
    stand_out(program, (scores >= low) & (scores <= high))
    assert program.snapshot.point.threshold == 0.05


def test_that_the_pane_of_results_follows_and_works_nothing_out_again(program, monkeypatch):
    program.open_sample("clinical")
    program.workspace.ask(PROBABILITY)
    program.window.docks["results"].show()
    panel = program.window.results
    panel.topic_box.setCurrentIndex(panel.topic_box.findData("calibration"))
    with program.qtbot.waitSignal(program.workspace.calibrations.ended, timeout=60_000):
        panel.topic_box.activated.emit(panel.topic_box.currentIndex())
    assert "of 100 calibrated models" in panel.facts.text()
    (model,) = panel.models
    shown = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert len(shown) > 10

    def again(*_given, **_more):
        raise AssertionError("it was worked out again")

    for name in ("isotonic", "linear", "spline", "consistency"):
        monkeypatch.setattr(calibrated, name, again)
    for step in (1, 2, -1):
        program.workspace.ask(MoveThreshold(step))
        program.settle()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == shown


def test_that_another_file_ends_the_drawing(program, monkeypatch):
    program.open_sample("clinical")
    go_on, draw = threading.Event(), calibrated.band

    def wait(snapshot, look=None):
        if not calibrated.has_band(snapshot):
            go_on.wait(60)
        return draw(snapshot, look)

    monkeypatch.setattr(calibrated, "band", wait)
    program.workspace.ask(PROBABILITY)
    plot_of(program)
    assert program.workspace.calibrations.is_busy
    with program.qtbot.waitSignal(program.workspace.calibrations.ended, timeout=60_000):
        program.open_sample("tharwat-2018")
    assert not program.workspace.calibrations.is_busy
    go_on.set()
    program.rest()
    assert program.snapshot.calibrated == ()
