"""The decision curve in the window: asked, refused, dragged with the mouse, undone, exported."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from evalgui.core.best_scores import best_scores
from evalgui.core.consequences.net_benefit import worthwhile
from evalgui.core.consequences.settings import Scale
from evalgui.core.intervals.moving import Moving
from evalgui.core.requests import SetComparing, SetPrevalence, SetThreshold, Undo
from evalgui.gui.plots.picture_layer import AlongPicture, HandleLayer, PictureLayer
from evalgui.results.picture import Mark, Region
from evalgui.results.topics.decision_curve import useful_range
from tests.support.layers import layer_of

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def plot(program):
    """The decision curve of probabilities of cancer, before anybody said that they are such."""
    program.open_sample("clinical")
    program.window.choose_plots([["decision-curve", "roc"]])
    program.settle()
    return program.window.plots.plots()["decision-curve"]


def main_of(plot) -> PictureLayer:
    assert isinstance(plot.main, PictureLayer)
    return plot.main


def place_of(plot, x, y):
    at = plot.viewport.pixels(plot.x_scale.place(x), plot.y_scale.place(y))
    return plot.canvas.mapFromScene(plot.view_box.mapToScene(QPointF(*at)))


def drag(program, plot, start, *ends):
    """Drag with the left mouse button from one x of the axis to others, across the middle."""
    middle = sum(plot.view_box.viewRange()[1]) / 2
    viewport = plot.canvas.viewport()
    QTest.mousePress(viewport, LEFT, PLAIN, place_of(plot, start, middle))
    frames = [one.frame for one in program.workspace.drags.values()]
    for end in ends:
        QTest.mouseMove(viewport, place_of(plot, end, middle))
        program.qtbot.waitUntil(lambda: not any(one.is_waiting for one in frames))
    QTest.mouseRelease(viewport, LEFT, PLAIN, place_of(plot, ends[-1], middle))
    program.settle()


def declare(program, scale):
    program.window.actions_by_id[f"scale_{scale}"].trigger()
    program.settle()


def test_that_scores_are_asked_about_before_a_curve_is_drawn(program, plot):
    assert main_of(plot).words.startswith("Are these scores probabilities?")
    declare(program, "probability")
    assert main_of(plot).words == ""
    assert plot.picture is not None
    assert "net true positives per 100" in plot.header.read_out


def test_that_the_risk_is_the_threshold_and_one_drags_the_other(program, plot):
    declare(program, "probability")
    line = layer_of(plot, AlongPicture).line
    assert not layer_of(plot, HandleLayer).line.item.isVisible()
    built = plot.picture
    drag(program, plot, program.snapshot.point.threshold, 0.3, 0.22)
    threshold = program.snapshot.point.threshold
    assert threshold == pytest.approx(0.22, abs=0.01)
    assert plot.picture is built
    assert line.x == pytest.approx(plot.viewport.x_pixels(threshold))
    found = worthwhile(Moving(program.snapshot.point.counts, 0.95), threshold)
    layers = main_of(plot).moved.layers
    (mark,) = (one for one in layers if isinstance(one, Mark))
    assert (mark.x, mark.ys[0]) == (threshold, pytest.approx(found.net_benefit.value))
    (region,) = (one for one in layers if isinstance(one, Region))
    ends = useful_range(program.snapshot)
    assert region.x == (ends["useful_from"].value, ends["useful_to"].value)
    assert "Worth using for anyone whose risk threshold lies between" in (
        plot.canvas.accessibleDescription()
    )
    # And the other way round: where the curve of another plot is dragged.
    program.drag("roc", [0.4], lambda: None)
    assert line.x == pytest.approx(plot.viewport.x_pixels(program.snapshot.point.threshold))


def test_that_of_other_scores_the_risk_is_dragged_for_itself_and_undone(program, plot):
    declare(program, "other")
    assert [one.name for one in plot.picture.lines] == ["If recalibrated on these data: optimistic"]
    handle, threshold = layer_of(plot, HandleLayer).line, program.snapshot.point.threshold
    assert handle.x == pytest.approx(plot.viewport.x_pixels(0.1))
    assert not layer_of(plot, AlongPicture).line.item.isVisible()
    drag(program, plot, 0.1, 0.2, 0.41)
    (risk,) = program.snapshot.inputs.consequences.risks
    assert risk == pytest.approx(0.41, abs=0.01)
    assert program.snapshot.point.threshold == threshold
    assert handle.x == pytest.approx(plot.viewport.x_pixels(risk))
    assert f"risk threshold {100 * risk:.1f}" in plot.header.read_out
    program.workspace.ask(Undo())
    program.settle()
    assert program.snapshot.inputs.consequences.risks == ()
    assert program.snapshot.inputs.consequences.scale is Scale.OTHER
    assert handle.x == pytest.approx(plot.viewport.x_pixels(0.1))


def test_that_a_prevalence_moves_all_of_it(program, plot):
    declare(program, "probability")
    before = plot.picture
    program.workspace.ask(SetPrevalence(0.05))
    program.settle()
    assert plot.picture is not before
    assert plot.header.summary.startswith("prevalence 5.0\N{NARROW NO-BREAK SPACE}%")
    high = plot.picture.y_axis.ruler.scale.home[1]
    assert high == pytest.approx(0.05 * 1.05)


def test_that_the_best_of_two_scores_is_found_once_and_drags_wait_for_nothing(program, plot):
    with program.qtbot.waitSignal(program.workspace.best_scores.ended, timeout=60_000):
        declare(program, "probability")
        program.workspace.ask(SetComparing(compares=True))
    found = best_scores(program.snapshot)
    assert found is not None
    strips = plot.picture.strips
    shown = {place for _low, _high, place in found.ranges if place < len(found.names)}
    assert [one.look for one in strips] == [found.looks[place] for place in sorted(shown)]
    program.workspace.ask(SetThreshold(0.4))
    program.settle()
    assert plot.picture.strips == strips
    assert best_scores(program.snapshot) is found
    assert not program.workspace.best_scores.is_busy


@pytest.mark.parametrize("name", ["standardised", "avoided"])
def test_that_what_is_drawn_is_switched(program, plot, name):
    declare(program, "probability")
    plot.ask_for_axes(name, True)
    program.settle()
    title = plot.y_axis.title
    assert title.startswith({"standardised": "Standardised", "avoided": "Interventions"}[name])
    assert [one.is_on for one in plot.switches() if one.id == name] == [True]


def test_that_a_band_is_drawn_without_drawing_rows_again(program, plot):
    declare(program, "probability")
    entries = {one.name: one for one in plot.menu_entries(QPointF())}
    entries["plot_bands"].run()
    program.settle()
    assert len(plot.picture.bands) == 1
    assert program.snapshot.resampled is None
    assert not program.workspace.bands.resampling.is_busy
