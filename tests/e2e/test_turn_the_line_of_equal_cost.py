"""The line of equal cost on the ROC curve: drawn where costs are known, turned by its ring."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from evalgui.core.consequences.people import ratio_of, with_ratio
from evalgui.core.requests import (
    DragThreshold,
    SetParameters,
    SetPrevalence,
    SetThreshold,
    ShowCostLine,
)
from evalgui.core.sampling import Sampling
from evalgui.gui.plots.cost_line import CostLine
from evalgui.gui.plots.curve_layer import CurveLayer
from evalgui.workspace.file_requests import AssignRoles
from tests.e2e.conftest import Program, nothing_left_behind, program

__all__ = ["nothing_left_behind", "program"]

if TYPE_CHECKING:
    from evalgui.gui.plots.plot import Plot

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def roc(program: Program) -> Plot:
    plot: Plot = program.window.plots.plots()["roc"]
    return plot


def line_of(plot: Plot) -> CostLine:
    (found,) = (layer for layer in plot.layers if isinstance(layer, CostLine))
    return found


@pytest.fixture
def line(program: Program) -> CostLine:
    program.open_sample("clinical")
    program.workspace.ask(ShowCostLine(is_shown=True))
    program.settle()
    return line_of(roc(program))


def slope(plot: Plot) -> float:
    """Return how steep the line is that is seen, in rates."""
    path = line_of(plot).line.path()
    ends = [path.elementAt(number) for number in range(path.elementCount())]
    units = (
        plot.viewport.x_pixels(1.0) - plot.viewport.x_pixels(0.0),
        (plot.viewport.y_pixels(0.0) - plot.viewport.y_pixels(1.0)),
    )
    return (ends[0].y - ends[1].y) / units[1] / ((ends[1].x - ends[0].x) / units[0])


def on_screen(plot: Plot, place: QPointF) -> QPoint:
    found: QPoint = plot.canvas.mapFromScene(plot.view_box.mapToScene(place))
    return found


def turn(program: Program, *places: QPointF, let_go: bool = True) -> None:
    plot = roc(program)
    viewport = plot.canvas.viewport()
    QTest.mousePress(viewport, LEFT, NO_KEY, on_screen(plot, line_of(plot).ring.pos()))
    for place in places:
        QTest.mouseMove(viewport, on_screen(plot, place))
        program.qtbot.waitUntil(lambda: not program.workspace.number.frame.is_waiting)
    if let_go:
        QTest.mouseRelease(viewport, LEFT, NO_KEY, on_screen(plot, places[-1]))


def slope_asked(program: Program) -> float:
    snapshot = program.snapshot
    p = snapshot.inputs.intervals.prevalence
    if p is None:
        p = snapshot.point.counts.actual_positives / snapshot.point.counts.n
    return float((1 - p) / p / ratio_of(snapshot.inputs.parameters))


@pytest.mark.parametrize("ratio", [0.2, 1.0, 10.0])
@pytest.mark.parametrize("prevalence", [None, 0.05, 0.5])
def test_that_it_has_the_slope_of_prevalence_and_costs(
    program: Program, line: CostLine, ratio: float, prevalence: float | None
) -> None:
    program.workspace.ask(SetParameters(with_ratio(program.snapshot.inputs.parameters, ratio)))
    program.workspace.ask(SetPrevalence(prevalence))
    program.settle()
    plot = roc(program)
    assert line.line.isVisible()
    assert slope(plot) == pytest.approx(slope_asked(program))
    path = line.line.path()  # through the operating point
    start, end = path.elementAt(0), path.elementAt(1)
    at = plot.main.pixels_of(  # type: ignore[attr-defined]
        program.snapshot.point.counts, program.snapshot.point.threshold
    )
    along = (at[0] - start.x) / (end.x - start.x)
    assert at[1] == pytest.approx(start.y + along * (end.y - start.y))
    seen = plot.viewport
    for one in (start, end):
        assert -1e-6 <= one.x <= seen.width + 1e-6
        assert -1e-6 <= one.y <= seen.height + 1e-6
    assert seen.has(line.ring.x(), line.ring.y())


def test_that_it_goes_with_the_threshold(program: Program, line: CostLine) -> None:
    before = line.line.path()
    program.workspace.ask(DragThreshold(0.9))
    program.workspace.line.frame.hand_on()
    program.settle()
    assert line.line.path() != before
    assert slope(roc(program)) == pytest.approx(slope_asked(program))


def test_that_its_ring_writes_the_ratio_of_costs_in_one_step(
    program: Program, line: CostLine
) -> None:
    program.workspace.ask(SetPrevalence(0.2))
    program.workspace.ask(SetThreshold(0.3))
    program.settle()
    plot, history = roc(program), program.workspace.data_sets.shown
    n_steps = len(history.history.past)
    x, y = plot.main.pixels_of(  # type: ignore[attr-defined]
        program.snapshot.point.counts, program.snapshot.point.threshold
    )
    side = math.copysign(1.0, line.ring.x() - x)
    places = [QPointF(x + side * 50, y - side * 50 * one) for one in (1.0, 0.5, 0.25)]
    turn(program, *places)
    program.settle()
    across = plot.viewport.x_pixels(1.0) - plot.viewport.x_pixels(0.0)
    along = plot.viewport.y_pixels(0.0) - plot.viewport.y_pixels(1.0)
    ratio = ratio_of(program.snapshot.inputs.parameters)
    assert ratio == pytest.approx(4 / (0.25 * across / along), rel=0.1)  # of whole pixels
    assert ratio == float(f"{ratio:.2g}")
    assert slope(plot) == pytest.approx(slope_asked(program))
    assert program.snapshot.point.measured["COST"].value > 0
    assert len(program.workspace.data_sets.shown.history.past) == n_steps + 1
    program.window.actions_by_id["undo"].trigger()
    program.settle()
    assert ratio_of(program.snapshot.inputs.parameters) == 1


def test_that_it_can_be_turned_no_further_than_it_rises(program: Program, line: CostLine) -> None:
    x, y = line.plot.viewport.width / 2, line.plot.viewport.height / 2
    for place in itertools.product((-200.0, x, 3000.0), (-200.0, y, 3000.0)):
        turn(program, QPointF(*place))
        program.settle()
        assert 0 < slope(roc(program)) < math.inf
        assert line.ring.isVisible()


def test_that_escape_takes_the_turn_back(program: Program, line: CostLine) -> None:
    n_steps = len(program.workspace.data_sets.shown.history.past)
    before = program.snapshot.inputs.parameters
    plot = roc(program)
    turn(program, line.ring.pos() + QPointF(0, 30), let_go=False)
    program.settle()
    assert program.snapshot.inputs.parameters != before
    assert line.name.isVisible()
    assert "one missed" in line.name.lines[0]
    QTest.keyClick(plot.canvas, Qt.Key.Key_Escape)
    program.settle()
    assert program.snapshot.inputs.parameters == before
    assert not line.name.isVisible()
    assert len(program.workspace.data_sets.shown.history.past) == n_steps


def test_that_there_is_none_without_a_prevalence_or_with_costs_that_make_no_sense(
    program: Program, line: CostLine
) -> None:
    known = program.snapshot.inputs.parameters
    for refused in (replace(known, cost_tp=5.0), replace(known, cost_tn=2.0)):
        program.workspace.ask(SetParameters(refused))
        program.settle()
        assert not line.line.isVisible()
        assert not line.ring.isVisible()
    program.workspace.ask(SetParameters(known))
    program.settle()
    assert line.line.isVisible()
    roles = program.workspace.opened.decisions.roles
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(AssignRoles(replace(roles, sampling=Sampling.CASE_CONTROL)))
    program.settle()
    assert not line.line.isVisible()
    program.workspace.ask(SetPrevalence(0.1))
    program.settle()
    assert line.line.isVisible()


def test_that_it_comes_and_goes_with_the_pane_of_people(program: Program) -> None:
    program.open_sample("clinical")
    line, dock = line_of(roc(program)), program.window.docks["people"]
    action = program.window.actions_by_id["cost_line"]
    assert not line.line.isVisible()
    assert not action.isChecked()
    for is_shown in (True, False):
        dock.setVisible(is_shown)
        if is_shown:
            dock.raise_()
        program.qtbot.waitUntil(lambda shown=is_shown: line.line.isVisible() == shown)
        assert action.isChecked() == is_shown
    action.trigger()
    program.settle()
    assert line.line.isVisible()


def test_that_only_the_roc_curve_has_one_and_its_figure_has_no_ring(
    program: Program, line: CostLine
) -> None:
    plots: dict[str, Any] = program.window.plots.plots()
    curves = {one for one, plot in plots.items() if isinstance(plot.main, CurveLayer)}
    assert curves > {"roc"}
    kinds = {one: {type(layer) for layer in plots[one].layers} for one in curves}
    assert {one for one in curves if CostLine in kinds[one]} == {"roc"}
    assert line.ring.isVisible()
    figure = roc(program).for_figure()
    program.qtbot.addWidget(figure)
    figure.is_figure = True
    figure.resize(500, 500)
    figure.show_snapshot(figure.snapshot, program.snapshot)
    figure.place_all()
    drawn = line_of(figure)
    assert drawn.line.isVisible()
    assert drawn.name.isVisible()
    assert not drawn.ring.isVisible()
