"""Groups as dots in the window: drawn once the line rests, followed, and selected by a click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from evalgui.core.choices import Axes
from evalgui.core.consequences.settings import Consequences
from evalgui.core.requests import DragThreshold, SetAxes, SetConsequences, SetThreshold
from evalgui.results.picture import Estimates

if TYPE_CHECKING:
    from pathlib import Path

SITES = ["Basel", "Lyon", "Chur", ""]


@pytest.fixture
def opened(program: Any, tmp_path: Path) -> Any:
    rng = np.random.default_rng(5)
    ill = rng.random(600) < 0.4
    score = np.round(rng.normal(size=600) + 1.5 * ill, 3)
    sites = rng.choice(SITES, 600)
    lines = [f"{int(one)},{s},{of}" for one, s, of in zip(ill, score, sites, strict=True)]
    path = tmp_path / "sites.csv"
    path.write_text("\n".join(["y,s,site", *lines]))
    program.open_path(path)
    program.workspace.ask(SetThreshold(0.7))
    program.rest()
    return program


def shown(program: Any, plot_id: str = "groups") -> Any:
    """Return the plot, alone and at rest."""
    program.window.plots.choose([[plot_id]])
    program.window.plots.maximise(plot_id)
    program.rest()
    plot = program.window.plots.plots()[plot_id]
    program.qtbot.waitUntil(lambda: not plot.main.is_drawing)
    program.rest()
    return plot


def by_site(program: Any) -> None:
    program.workspace.ask(SetConsequences(Consequences(groups=("site",))))
    program.rest()


def dots(plot: Any) -> list[Estimates]:
    layers = () if plot.picture is None else plot.picture.layers
    return [one for one in layers if isinstance(one, Estimates)]


def test_that_it_says_which_column_is_to_be_named_and_draws_it_then(opened: Any) -> None:
    plot = shown(opened)
    assert dots(plot) == []
    assert "Compare > Groups" in plot.main.words
    by_site(opened)
    opened.qtbot.waitUntil(lambda: bool(dots(plot)) and not plot.main.is_drawing)
    assert plot.main.words == ""
    assert sum(len(one.x) for one in dots(plot)) == 2 * (1 + len(SITES))
    assert "gap" in plot.canvas.accessibleDescription()


def test_that_limits_come_when_the_line_rests(opened: Any) -> None:
    by_site(opened)
    plot = shown(opened)
    assert dots(plot)
    with opened.qtbot.waitSignal(opened.workspace.changed):
        opened.workspace.ask(DragThreshold(0.2))
    assert not dots(plot)
    moving = [one for one in plot.main.moved.layers if isinstance(one, Estimates)]
    assert [len(one.x) for one in moving] == [5, 5]
    opened.qtbot.waitUntil(lambda: not plot.main.is_drawing)
    opened.rest()
    assert all(one.limits is not None for one in dots(plot))
    assert plot.main.moved.layers == ()


@pytest.mark.parametrize(("row", "site"), [(1, "Basel"), (4, "")])
def test_that_a_click_on_a_row_selects_its_rows(opened: Any, row: int, site: str) -> None:
    by_site(opened)
    plot = shown(opened)
    x, y = plot.viewport.pixels(0.05, -row - 0.5)
    place = plot.canvas.mapFromScene(plot.overlay.mapToScene(x, y))
    QTest.mouseClick(plot.canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    opened.rest()
    snapshot = opened.snapshot
    found = snapshot.lit.selected.has(slice(None), snapshot.ranking.score, snapshot.point.threshold)
    column = next(one for one in snapshot.dataset.columns if one.name == "site")
    assert int(found.sum()) == sum(column.text(at) == site for at in range(len(column)))


def test_that_one_line_through_all_is_dragged(opened: Any) -> None:
    by_site(opened)
    plot = shown(opened)
    along = next(one for one in plot.layers if type(one).__name__ == "AlongPicture")
    viewport = plot.canvas.viewport()

    def place(threshold: float) -> QPoint:
        x, y = plot.viewport.pixels(along.scale.place(threshold), -2.5)
        return QPoint(plot.canvas.mapFromScene(plot.overlay.mapToScene(x, y)))

    nothing = Qt.KeyboardModifier.NoModifier
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, nothing, place(0.7))
    QTest.mouseMove(viewport, place(1.5))
    opened.qtbot.waitUntil(lambda: not opened.workspace.line.frame.is_waiting)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, nothing, place(1.5))
    opened.rest()
    assert opened.snapshot.point.threshold == pytest.approx(1.5, abs=0.1)
    assert not opened.snapshot.choices.selection


def test_that_predictive_values_and_the_gap_have_their_pictures(opened: Any) -> None:
    by_site(opened)
    plot = shown(opened)
    names = {one.name for one in dots(plot)}
    opened.workspace.ask(SetAxes(Axes(predictive=True)))
    opened.qtbot.waitUntil(lambda: {one.name for one in dots(plot)} not in (names, set()))
    gap = shown(opened, "largest-gap")
    assert len(dots(gap)) == 2
