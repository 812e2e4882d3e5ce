"""A curve is one declaration and one entry: the window, figures and the command line have it."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from evalgui.__main__ import main
from evalgui.core import curves
from evalgui.core.curves import Axis, Curve, Reference, vertices
from evalgui.core.metrics import metric_by_id
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.figures.layout import WindowFigures
from evalgui.io.samples import sample_by_id
from tests.support.figures import export
from tests.support.registries import with_entry

LIFT = Curve(
    id="my-lift",
    title="Lift",
    x_axis=Axis(metric_by_id("PPR")),
    y_axis=Axis(metric_by_id("LIFT")),
    references=(Reference("Chance", lambda x, _steps: np.ones_like(x)),),
    overlaid=True,
    turns_at_corners=True,
)
CALLS = replace(
    metric_by_id("COST"),
    id="CALLS",
    name="Positive calls",
    symbol="calls",
    names={},
    parameters=(),
    range=(0.0, math.inf),
    compute=lambda counts: counts.predicted_positives * 1.0,
)
YIELD = Curve(
    id="yield",
    title="Yield",
    x_axis=Axis(CALLS),
    y_axis=Axis(metric_by_id("TPR")),
    summary="average_precision",
    overlaid=True,
    is_monotone=True,
)
ZOOMS = ((0.0, 1.0), (0.1, 0.6), (0.3, 0.34), (0.5, 0.501), (0.97, 1.0))  # of the x axis


@pytest.fixture(params=[(LIFT,), (YIELD,), (LIFT, YIELD)], ids=["lift", "yield", "both"])
def added(request):
    """The curves that are entered beside those of the program."""
    with ExitStack() as entered:
        for curve in request.param:
            entered.enter_context(with_entry(curves.CURVES, curve))
        yield request.param


@pytest.fixture
def many(tmp_path):
    """A file of 30 000 rows, so that not every vertex is drawn."""
    rng = np.random.default_rng(2)
    truth = rng.random(30_000) < 0.3
    scores = np.round(rng.normal(truth), 6)
    path = tmp_path / "many.csv"
    pairs = zip(truth, scores.tolist(), strict=True)
    rows = [f"{'yes' if is_yes else 'no'},{score}" for is_yes, score in pairs]
    path.write_text("\n".join(["truth,score", *rows]))
    return path


def test_that_it_is_seen_among_the_others(added, program):
    program.open_sample("clinical")
    grid = program.window.plots
    areas = {plot_id: plot.geometry() for plot_id, plot in grid.plots().items()}
    for curve in added:
        plot = grid.plots()[curve.id]
        assert plot.isVisible()
        assert plot.header.title == curve.title
        assert plot.main.marker.isVisible()
        assert plot.view_box.rect().contains(plot.main.marker.pos())
        assert len(plot.lines.lines[0].points[0]) > 10
        beside = plot.main.beside  # the other scores, to be compared
        program.qtbot.waitUntil(lambda beside=beside: len(beside.lines()) == 2)
        assert curve.id in WindowFigures(program.window, program.snapshot).titles()
        own = areas.pop(curve.id)
        assert min(own.width(), own.height()) > 150
        assert not any(own.intersects(other) for other in areas.values())
    names = [plot.header.title for plot in grid.plots().values()]
    assert names == [*(curve.title for curve in curves.CURVES), "Scores by class"]


def test_that_it_is_shown_alone_and_dragged(added, program):
    program.open_sample("clinical")
    curve = added[-1]
    plot = program.window.plots.plots()[curve.id]
    program.window.plots.maximise(curve.id)
    program.settle()
    assert plot.height() > 600
    steps = program.snapshot.ranking.table.steps
    wanted = [steps.threshold(row) for row in (40, 200, 380)]

    def agree():
        x, _ys = curves.point(
            curve, program.snapshot.ranking.table, program.snapshot.point.counts, 0
        )
        assert plot.main.marker.x() == pytest.approx(
            plot.viewport.pixels(plot.x_scale.place(x), 0)[0]
        )

    program.drag(curve.id, wanted, agree)
    assert program.snapshot.point.threshold == wanted[-1]
    QTest.keyClick(plot.canvas, Qt.Key.Key_Escape)
    assert program.window.plots.maximised == ""


def test_that_what_is_drawn_is_the_picture_of_all_vertices(added, program, many):
    program.open_path(many)
    for curve, zoom in product(added, ZOOMS):
        where = (curve.id, zoom)
        plot = program.window.plots.plots()[curve.id]
        low, high = plot.x_scale.low, plot.x_scale.high
        left, right = (low + share * (high - low) for share in zoom)
        bottom, top = plot.y_scale.home
        plot.view_box.setRange(xRange=(left, right), yRange=(bottom, top), padding=0)
        program.settle()
        every = vertices(curve, program.snapshot.ranking.table)
        seen = plot.viewport
        assert (seen.left, seen.right) == pytest.approx((left, right)), where
        drawn = plot.lines.lines[0].points
        all_y = plot.y_scale.to_view(every.ys[0])
        n_columns = max(1, round(seen.width * plot.devicePixelRatioF()))
        share = np.linspace(0, 1, n_columns + 1)
        edges = seen.left * (1 - share) + seen.right * share
        for column, (begin, end) in enumerate(pairwise(edges)):
            is_last = column == n_columns - 1
            inside = all_y[(every.x >= begin) & ((every.x < end) | (is_last & (every.x <= end)))]
            inside = inside[np.isfinite(inside)]
            if len(inside) == 0:
                continue
            lowest, highest = of_line_between(*drawn, begin, end)
            assert lowest <= inside.min() + 1e-12, where
            assert highest >= inside.max() - 1e-12, where
            pixel = (seen.top - seen.bottom) / seen.height
            step = 1.5 * pixel  # a line crosses a column with what comes before and after
            least, most = of_line_between(every.x, all_y, begin, end)
            assert least - lowest <= step, where
            assert highest - most <= step, where


def of_line_between(x, y, begin, end):
    """Return the lowest and the highest y of a line between two places."""
    known = np.isfinite(y)
    x, y = x[known], y[known]
    first, last = np.searchsorted(x, begin, "left"), np.searchsorted(x, end, "right")
    inside = y[first:last]
    ends = np.interp([begin, end], x, y)
    return min(ends.min(), inside.min(initial=np.inf)), max(ends.max(), inside.max(initial=-np.inf))


def test_that_it_leaves_as_a_figure_in_the_words_of_the_field(added, program, tmp_path):
    program.open_sample("clinical")
    program.window.set_vocabulary(Vocabulary.CLINICAL)
    program.settle()
    for curve in added:
        path = tmp_path / f"{curve.id}.svg"
        export(program.window.plots.figure(curve.id), path)
        root = ET.fromstring(path.read_bytes())  # noqa: S314 - a file that was just written here
        texts = "".join(root.itertext())
        assert curve.title in texts
        axis = curves.in_vocabulary(curve, Vocabulary.CLINICAL).x_axis
        assert axis.title in texts
        assert len(list(root.iter("{http://www.w3.org/2000/svg}polyline"))) > 1


def test_that_the_command_line_has_its_vertices(added, capsys):
    path = str(sample_by_id("tharwat-2018").path)
    for curve in added:
        assert main(["evaluate", path, "--curve", curve.id, "--format", "json"]) == 0
        found = json.loads(capsys.readouterr().out)["curve"]
        assert found["id"] == curve.id
        called = list(range(21))
        if curve is YIELD:
            assert found["x"] == called
            assert found["Yield"][:3] == [0, 0.1, 0.2]
        else:
            assert found["x"] == [number / 20 for number in called]
            assert found["Lift"][:4] == [None, 2, 2, pytest.approx(4 / 3)]


def test_that_classes_have_it_where_their_corners_draw_it(added, program):
    program.open_sample("iris")
    grid = program.window.plots.class_grid
    ids = [plot.plot_id for plot in grid.class_plots]
    own = ["classes-yield"] if YIELD in added else []
    assert ids == ["classes-roc", "classes-pr", "classes-det", *own]
    for plot in grid.class_plots:
        program.qtbot.waitUntil(lambda plot=plot: len(plot.main.every.drawn.lines) == 3)
        assert plot.isVisible()
    assert grid.note.isVisible()
    for plot_id in own:
        x, y = grid.plot(plot_id).main.every.drawn.lines[0]
        assert QPointF(x[-1], y[-1]).x() > 0.8 * grid.plot(plot_id).viewport.width
