"""Bands on demand: drawn in the background, given up by a press, gone with what they rest on."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QMessageBox

from evalgui.core import redraw
from evalgui.core.errors import EvalguiError
from evalgui.core.requests import SelectScore, SetComparing, SetPrevalence, SetThreshold
from evalgui.gui.plots.class_pens import beside_pen
from evalgui.gui.plots.uncertainty_marks import BandArea


@pytest.fixture
def few(monkeypatch):
    """Fewer replicates than usual."""
    draw = redraw.resample
    monkeypatch.setattr(
        redraw,
        "resample",
        lambda snapshot, step, others=(): draw(snapshot, step, 60, others),
    )


def bands_of(program):
    plots = program.window.plots.plots()
    return {
        name: len(plots[name].main.uncertainty.bands.lines)
        for name in ("roc", "pr", "det", "far-frr")
    }


@pytest.mark.usefixtures("few")
def test_that_bands_come_stay_and_go(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    action = program.window.actions_by_id["bands"]
    assert not action.isChecked()
    action.trigger()
    program.qtbot.waitUntil(lambda: program.snapshot.resampled is not None)
    assert action.isChecked()
    assert bands_of(program) == {"roc": 5, "pr": 3, "det": 3, "far-frr": 2}
    found = program.snapshot.resampled
    program.workspace.ask(SetThreshold(0.5))
    program.workspace.ask(SetPrevalence(0.1))
    assert program.snapshot.resampled is found
    area = program.window.metrics.model.index_of("roc_auc")
    told = area.data(Qt.ItemDataRole.WhatsThisRole)
    assert "Bootstrap percentile" in told
    assert "BCa" in told
    program.window.explain.show_metric("roc_auc", program.snapshot)
    assert "Bootstrap BCa" in program.window.explain.facts["interval"].text()
    action.trigger()
    assert set(bands_of(program).values()) == {0}
    assert not action.isChecked()
    action.trigger()  # they were kept
    assert program.snapshot.resampled.bands is found.bands
    assert bands_of(program) == {"roc": 5, "pr": 3, "det": 3, "far-frr": 2}


def entry_of(program, plot_id):
    plot = program.window.plots.plots()[plot_id]
    entries = plot.menu_entries(QPointF(5.0, 5.0))
    return next((one for one in entries if one.name == "plot_bands"), None)


@pytest.mark.usefixtures("few")
def test_that_one_plot_shows_its_bands_alone(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    action = program.window.actions_by_id["bands"]
    assert entry_of(program, "histogram") is None
    assert not entry_of(program, "det").checked
    entry_of(program, "det").run()
    program.qtbot.waitUntil(lambda: program.snapshot.resampled is not None)
    assert bands_of(program) == {"roc": 0, "pr": 0, "det": 3, "far-frr": 0}
    assert entry_of(program, "det").checked
    assert not action.isChecked()
    drawn = program.snapshot.resampled.bands
    entry_of(program, "roc").run()
    entry_of(program, "det").run()
    assert bands_of(program) == {"roc": 5, "pr": 0, "det": 0, "far-frr": 0}
    action.trigger()  # those of all, of which none is drawn again
    assert action.isChecked()
    assert bands_of(program) == {"roc": 5, "pr": 3, "det": 3, "far-frr": 2}
    assert program.snapshot.resampled.bands is drawn


@pytest.mark.usefixtures("few")
def test_that_another_score_takes_the_bands_away(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    program.window.actions_by_id["bands"].trigger()
    program.qtbot.waitUntil(lambda: program.snapshot.resampled is not None)
    with program.qtbot.waitSignal(program.workspace.changed):
        program.workspace.ask(SelectScore(1))
    program.qtbot.waitUntil(lambda: program.snapshot.inputs.score == 1)
    assert program.snapshot.resampled is None
    assert set(bands_of(program).values()) == {0}


def test_that_drawing_is_given_up_by_a_second_press(program, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def draw(_snapshot, step, **_others):
        begun.set()
        go_on.wait(60)
        step(0.5, "drawing")  # which ends what was given up
        pytest.fail("it went on")

    monkeypatch.setattr(redraw, "resample", draw)
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    action = program.window.actions_by_id["bands"]
    action.trigger()
    program.qtbot.waitUntil(begun.is_set)
    with program.qtbot.waitSignal(program.workspace.bands.resampling.ended):
        action.trigger()
    go_on.set()
    program.qtbot.waitUntil(lambda: not program.workspace.bands.resampling.is_busy)
    assert program.snapshot.resampled is None
    assert not action.isChecked()


def test_that_one_run_serves_each_plot_that_asks_until_none_does(program, monkeypatch):
    begun, go_on, draw = threading.Event(), threading.Event(), redraw.resample

    def wait(snapshot, step, **others):
        begun.set()
        go_on.wait(60)
        return draw(snapshot, step, 60, **others)

    monkeypatch.setattr(redraw, "resample", wait)
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    entry_of(program, "roc").run()
    program.qtbot.waitUntil(begun.is_set)
    for plot_id in ("pr", "det", "roc"):  # the last one takes its wish back
        entry_of(program, plot_id).run()
    go_on.set()
    program.qtbot.waitUntil(lambda: program.snapshot.resampled is not None)
    assert bands_of(program) == {"roc": 0, "pr": 3, "det": 3, "far-frr": 0}


@pytest.mark.usefixtures("few")
def test_that_nobody_asks_for_bands_whose_drawing_was_given_up_or_failed(program, monkeypatch):
    go_on = threading.Event()

    def draw(_snapshot, step, **_others):
        go_on.wait(60)
        step(0.5, "drawing")  # which ends what was given up
        raise EvalguiError("no rows")

    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    with monkeypatch.context() as patch:
        patch.setattr(redraw, "resample", draw)
        entry_of(program, "roc").run()
        assert entry_of(program, "roc").checked
        program.workspace.cancel_loading()
        assert not entry_of(program, "roc").checked
        go_on.set()
        program.qtbot.waitUntil(lambda: not program.workspace.bands.resampling.is_busy)
        with program.qtbot.waitSignal(program.workspace.failed):
            program.window.actions_by_id["bands"].trigger()
        program.qtbot.waitUntil(lambda: not program.snapshot.choices.bands)
        program.window.findChild(QMessageBox, "failure_dialog").close()
    assert not program.window.actions_by_id["bands"].isChecked()
    entry_of(program, "roc").run()  # as for the first time
    program.qtbot.waitUntil(lambda: program.snapshot.resampled is not None)
    assert bands_of(program) == {"roc": 5, "pr": 0, "det": 0, "far-frr": 0}


@pytest.mark.usefixtures("few")
def test_that_what_is_compared_has_bands_of_its_own_colour_while_it_is(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    program.window.actions_by_id["bands"].trigger()
    program.qtbot.waitUntil(lambda: program.snapshot.resampled is not None)
    found, others = program.snapshot.resampled, program.snapshot.comparison.others
    assert all(map(found.has, others))
    plot = program.window.plots.plots()["roc"]
    areas = [one for one in plot.main.uncertainty.bands.lines if isinstance(one, BandArea)]
    pens = [beside_pen(one.place, plot.theme, 1.5).color().rgb() for one in others]
    assert [one.colour.rgb() for one in areas[1:]] == pens
    assert "pointwise band of each curve" in plot.header.note
    program.workspace.ask(SetComparing(compares=False))
    program.qtbot.waitUntil(lambda: bands_of(program)["roc"] == 3)
    assert program.snapshot.resampled is found
    program.workspace.ask(SetComparing(compares=True))
    program.qtbot.waitUntil(lambda: bands_of(program)["roc"] == 5)
    assert program.snapshot.resampled is found  # they were kept
