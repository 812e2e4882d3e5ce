"""Searches and subjects in the window: roles, plots, the pane, a lasso, and curves without it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.core.compared_people import menagerie
from evalgui.core.requests import DragThreshold, SetThreshold
from evalgui.core.selection import Where
from evalgui.gui.models.columns_model import ROLE
from evalgui.gui.panels.data_panel import DataPanel
from evalgui.io.meaning.column_roles import ColumnRole
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics.identification import IDENTIFICATION
from evalgui.results.topics.menagerie import MENAGERIE

N, ABSENT = 24, 4
LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def write(path, names=("probe", "reference")):
    rng = np.random.default_rng(6)
    own = rng.normal(size=N)
    rows = [",".join([*names, "score", "label"])]
    for one in range(N):
        for other in range(N):
            if one != other or one >= ABSENT:
                same = one == other
                score = rng.normal() + (3 + own[one]) * same
                label = "genuine" if same else "impostor"
                rows.append(f"p{one},p{other},{score:.3f},{label}")
    path.write_text("\n".join(rows))
    return path


@pytest.fixture
def opened(program, tmp_path):
    program.open_path(write(tmp_path / "pairs.csv"))
    program.workspace.ask(SetThreshold(1.5))
    program.rest()
    return program


def plot_of(program, name):
    program.window.plots.choose([["roc"], [name]])
    program.settle()
    program.rest()
    return program.window.plots.plots()[name]


def shown(program, topic, table):
    program.window.docks["results"].show()
    panel = program.window.results
    panel.show_topic(topic.id)
    program.rest()
    place = [one.objectName() for one in panel.views].index(f"{topic.id}_{table}_table")
    model = panel.models[place]
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def value(program, topic, table, row_id, column_id):
    told = topic.make(program.snapshot, NOTHING_BESIDE)
    found = next(one for one in told.tables if one.id == table)
    row = next(one for one in found.rows if one.id == row_id)
    return found.cell(row, next(one for one in found.columns if one.id == column_id)).value


def test_that_roles_say_who_is_searched_for(program, tmp_path):
    program.open_path(write(tmp_path / "pairs.csv", ("left", "right")))
    program.rest()
    assert "View > Data" in plot_of(program, "cmc").main.words
    model = columns_of(program)
    for column, role in ((1, ColumnRole.REFERENCE), (0, ColumnRole.PROBE)):
        model.setData(model.index(column, ROLE), role.value)
        program.rest()
    assert [model.index(row, ROLE).data() for row in (0, 1)] == ["probe", "reference"]
    subjects = program.snapshot.dataset.subjects
    assert subjects.names[subjects.probe] == "left"
    assert program.window.plots.plots()["cmc"].main.words == ""
    model.setData(model.index(1, ROLE), ColumnRole.PROBE.value)
    program.rest()
    subjects = program.snapshot.dataset.subjects
    assert subjects.names[subjects.probe] == "right"
    assert [model.index(row, ROLE).data() for row in (0, 1)] == ["reference", "probe"]


def columns_of(program):
    program.window.docks["data"].show()
    program.window.docks["data"].raise_()
    program.rest()
    return program.window.findChild(DataPanel).model


def test_that_the_pane_follows_the_line(opened):
    before = shown(opened, IDENTIFICATION, "identification")
    fpir = value(opened, IDENTIFICATION, "identification", "fpir", "value")
    assert any(f"{fpir:.3f}" in cell for row in before for cell in row)
    opened.workspace.ask(DragThreshold(2.5))
    opened.rest()
    after = value(opened, IDENTIFICATION, "identification", "fpir", "value")
    assert after < fpir
    told = shown(opened, IDENTIFICATION, "identification")
    assert any(f"{after:.3f}" in cell for row in told for cell in row)
    corners = shown(opened, MENAGERIE, "corners")
    assert [int(row[1]) for row in corners] == [
        int(value(opened, MENAGERIE, "corners", name, "n"))
        for name in ("dove", "chameleon", "phantom", "worm")
    ]
    assert "the worst 10 % of the subjects" in opened.window.results.facts.text()


def lasso(program, plot, x, y):
    """Drag a rectangle around all between two values of each axis."""
    seen, scales = plot.viewport, (plot.x_scale, plot.y_scale)
    corners = [
        seen.pixels(*(scale.place(one) for scale, one in zip(scales, at, strict=True)))
        for at in zip(x, y, strict=True)
    ]
    spots = [plot.canvas.mapFromScene(plot.view_box.mapToScene(*one)) for one in corners]
    viewport = plot.canvas.viewport()
    QTest.mousePress(viewport, LEFT, NO_KEY, spots[0])
    for spot in (spots[0] + (spots[1] - spots[0]) / 2, spots[1]):
        QTest.mouseMove(viewport, spot)
    QTest.mouseRelease(viewport, LEFT, NO_KEY, spots[1])
    program.rest()


def test_that_a_lasso_selects_the_rows_of_its_subjects_and_curves_go_on_without_them(opened):
    plot = plot_of(opened, "menagerie")
    known = menagerie(opened.snapshot)
    worst = np.argsort(known.genuine)[:3]
    x = known.genuine[worst].min() - 0.05, known.genuine[worst].max() + 0.01
    ends = known.impostor.min() - 0.005, known.impostor.max() + 0.005
    lasso(opened, plot, x, ends)
    (part,) = opened.snapshot.choices.selection.parts
    assert isinstance(part.term, Where)
    subjects = opened.snapshot.dataset.subjects
    chosen = np.isin(subjects.codes[0], known.subjects[worst])
    chosen |= np.isin(subjects.codes[1], known.subjects[worst])
    dataset = opened.snapshot.dataset
    found = dataset.rows_where(dataset.columns, part.term.expression)
    np.testing.assert_array_equal(found, chosen)
    opened.window.actions_by_id["compare_without"].trigger()
    opened.rest()
    opened.qtbot.waitUntil(lambda: opened.snapshot.comparison.groups is not None)
    groups = opened.snapshot.comparison.groups
    sizes = [one.ranking.table.n for one in groups.others]
    assert sizes == [chosen.sum(), (~chosen).sum()]
