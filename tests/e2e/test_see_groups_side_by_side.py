"""Groups of a column in the window: chosen, counted while a line moves, selected, taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QToolButton
from sklearn.isotonic import IsotonicRegression

from evalgui.core.consequences.settings import Scale
from evalgui.core.requests import DragThreshold, Redo, SetConsequences, SetThreshold, Undo
from evalgui.gui.panels import results_panel
from evalgui.gui.results.table_view import TableView
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics.groups import GROUPS

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QComboBox

    from evalgui.gui.panels.results_panel import ResultsPanel

DOTS = "\N{HORIZONTAL ELLIPSIS}"


def write(path: Path, n: int, sites: list[str]) -> Path:
    rng = np.random.default_rng(5)
    ill = rng.random(n) < 0.4
    score = np.round(rng.normal(size=n) + 1.5 * ill, 3)
    names = rng.choice(sites, n)
    sex = rng.choice(["f", "m"], n)
    rows = zip(ill, score, names, sex, strict=True)
    lines = [
        f"{int(one)},{value},{site},{of},P{row}" for row, (one, value, site, of) in enumerate(rows)
    ]
    path.write_text("\n".join(["y,s,site,sex,patient", *lines]))
    return path


@pytest.fixture
def opened(program: Any, tmp_path: Path) -> Any:
    program.open_path(write(tmp_path / "sites.csv", 600, ["Basel", "Lyon", "Chur", ""]))
    program.workspace.ask(SetThreshold(0.7))
    program.rest()
    return program


def choose(box: QComboBox, data: str) -> None:
    box.setFocus()
    while box.currentIndex() > 0:
        QTest.keyClick(box, Qt.Key.Key_Up)
    while box.currentData() != data:
        before = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() != before


def ask(program: Any, *columns: str) -> None:
    program.window.actions_by_id["compare_groups"].trigger()
    program.rest()
    (dialog,) = (one for one in program.window.findChildren(QDialog, "groups_dialog"))
    for box, name in zip((dialog.column, dialog.crossed), (*columns, "", ""), strict=False):
        if box.isEnabled():
            choose(box, name)
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    program.rest()


def panel(program: Any) -> ResultsPanel:
    found: ResultsPanel = program.window.results
    return found


def view(program: Any, table: str) -> TableView:
    found = panel(program).findChild(TableView, f"groups_{table}_table")
    assert isinstance(found, TableView)
    return found


def drag(program: Any, threshold: float) -> None:
    with program.qtbot.waitSignal(program.workspace.changed):
        program.workspace.ask(DragThreshold(threshold))


def shown(program: Any, table: str) -> list[list[str]]:
    model = view(program, table).model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_that_the_values_of_a_column_stand_beside_each_other(opened: Any) -> None:
    ask(opened, "site")
    assert opened.snapshot.inputs.consequences.groups == ("site",)
    assert panel(opened).isVisible()
    assert panel(opened).topic is GROUPS
    assert [row[0] for row in shown(opened, "each")] == ["Basel", "Chur", "Lyon", "without a value"]
    told = GROUPS.make(opened.snapshot, NOTHING_BESIDE)
    assert told is not None
    gaps = next(one for one in told.tables if one.id == "gaps")
    p = next(column for column in gaps.columns if column.id == "p")
    cell = gaps.cell(gaps.rows[0], p)
    assert cell is not None
    at = view(opened, "gaps").model().index(0, 3)
    assert float(at.data()) == pytest.approx(cell.value, abs=1e-3)
    assert "site" in panel(opened).facts.text()


def test_that_columns_of_few_values_come_first_and_scores_and_ids_do_not(opened: Any) -> None:
    opened.window.actions_by_id["compare_groups"].trigger()
    opened.rest()
    (dialog,) = opened.window.findChildren(QDialog, "groups_dialog")
    offered = [dialog.column.itemData(place) for place in range(dialog.column.count())]
    assert offered == ["", "sex", "site", "y"]
    assert dialog.column.currentData() == "sex"
    dialog.reject()
    opened.rest()
    assert opened.snapshot.inputs.consequences.groups == ()


def test_that_two_columns_are_crossed_and_none_ends_it(opened: Any) -> None:
    ask(opened, "sex", "site")
    assert opened.snapshot.inputs.consequences.groups == ("sex", "site")
    assert len(shown(opened, "each")) == 8
    assert shown(opened, "each")[0][0] == "f, Basel"
    ask(opened)
    assert opened.snapshot.inputs.consequences.groups == ()
    assert panel(opened).findChild(TableView) is None
    assert "Compare > Groups" in panel(opened).facts.text()


def test_that_an_expression_is_typed_and_refused_in_words(opened: Any) -> None:
    opened.window.actions_by_id["compare_groups"].trigger()
    opened.rest()
    (dialog,) = opened.window.findChildren(QDialog, "groups_dialog")
    for typed, why in (("ward > 3", "no column 'ward'"), ("sites", "no column 'sites'")):
        dialog.column.lineEdit().selectAll()
        QTest.keyClicks(dialog.column.lineEdit(), typed)
        QTest.keyClick(dialog.column.lineEdit(), Qt.Key.Key_Return)
        assert why in dialog.note.text()
        assert dialog.isVisible()
    dialog.column.lineEdit().selectAll()
    QTest.keyClicks(dialog.column.lineEdit(), 'site == "Lyon" or s > 2')
    choose(dialog.crossed, "sex")
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    opened.rest()
    asked = opened.snapshot.inputs.consequences.groups
    assert asked == ('site == "Lyon" or s > 2', "sex")
    assert [row[0] for row in shown(opened, "each")] == [
        f"{one}, {sex}" for one in (asked[0], f"not ({asked[0]})") for sex in "fm"
    ]
    opened.window.actions_by_id["compare_groups"].trigger()
    opened.rest()
    (dialog,) = opened.window.findChildren(QDialog, "groups_dialog")
    assert dialog.column.currentText() == asked[0]
    dialog.reject()


def test_that_what_groups_are_set_beside_is_chosen_and_kept(opened: Any) -> None:
    opened.window.actions_by_id["compare_groups"].trigger()
    opened.rest()
    (dialog,) = opened.window.findChildren(QDialog, "groups_dialog")
    choose(dialog.column, "site")
    offered = [dialog.against.itemData(place) for place in range(dialog.against.count())]
    assert offered == ["largest", "pooled", "pairs", "Basel", "Chur", "Lyon", "(missing)"]
    choose(dialog.against, "pairs")
    dialog.few.setValue(7)
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    opened.rest()
    said = opened.snapshot.inputs.consequences
    assert (said.groups, said.against, said.few) == (("site",), "pairs", 7)
    assert "every other one" in panel(opened).facts.text()
    opened.window.actions_by_id["compare_groups"].trigger()
    opened.rest()
    (dialog,) = opened.window.findChildren(QDialog, "groups_dialog")
    assert (dialog.against.currentData(), dialog.few.value()) == ("pairs", 7)
    dialog.reject()


def test_that_it_is_undone(opened: Any) -> None:
    ask(opened, "sex")
    opened.workspace.ask(Undo())
    opened.rest()
    assert opened.snapshot.inputs.consequences.groups == ()
    opened.workspace.ask(Redo())
    opened.rest()
    assert [row[0] for row in shown(opened, "each")] == ["f", "m"]


@pytest.mark.parametrize("row", [1, 3])
def test_that_a_double_click_selects_the_rows_of_a_group(opened: Any, row: int) -> None:
    ask(opened, "site")
    table = view(opened, "each")
    table.scrollTo(table.model().index(row, 0))
    place = table.visualRect(table.model().index(row, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    opened.rest()
    positives, negatives = (int(cell) for cell in shown(opened, "each")[row][1:3])
    snapshot = opened.snapshot
    found = snapshot.lit.selected.has(slice(None), snapshot.ranking.score, snapshot.point.threshold)
    assert int(found.sum()) == positives + negatives


def test_that_each_group_has_its_curve_until_it_is_hidden(opened: Any) -> None:
    ask(opened, "site")
    drawn = opened.snapshot.comparison.drawn
    assert drawn.name == "all rows"
    assert [one.name for one in drawn.others] == ["Basel", "Chur", "Lyon", "without a value"]
    assert (drawn.n_more, drawn.reason) == (0, "")
    areas = [float(one.ranking.value("roc_auc")) for one in drawn.others]
    told = [row[9].partition(" ")[0] for row in shown(opened, "each")]
    assert [f"{area:.3f}" for area in areas] == told
    drag(opened, 0.2)
    assert opened.snapshot.comparison.drawn is drawn
    opened.rest()
    plot = opened.window.plots.plots()["roc"]
    assert len(plot.main.beside.layer.drawn.lines) == len(areas)
    switch = plot.header.findChild(QToolButton, "groups_drawn")
    assert switch.isChecked()
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton)
    opened.rest()
    assert not plot.main.beside.layer.drawn.lines
    assert not switch.isChecked()
    assert opened.snapshot.inputs.consequences.groups == ("site",)
    QTest.mouseClick(switch, Qt.MouseButton.LeftButton)
    opened.rest()
    assert len(plot.main.beside.layer.drawn.lines) == len(areas)
    ask(opened)
    assert not plot.main.beside.layer.drawn.lines
    assert switch.isHidden()


def test_that_a_click_on_a_curve_selects_the_rows_of_its_group(opened: Any) -> None:
    ask(opened, "site")
    plot = opened.window.plots.plots()["roc"]
    others = plot.main.others
    x, y = others.beside.line(2)
    places = (QPointF(*at) for at in zip((x[:-1] + x[1:]) / 2, (y[:-1] + y[1:]) / 2, strict=True))
    place = next(one for one in places if others.at(one) == 2)
    corner = plot.canvas.mapFromScene(plot.view_box.mapToScene(place))
    QTest.mouseClick(plot.canvas.viewport(), Qt.MouseButton.LeftButton, pos=corner)
    opened.rest()
    snapshot = opened.snapshot
    found = snapshot.lit.selected.has(slice(None), snapshot.ranking.score, snapshot.point.threshold)
    assert int(found.sum()) == snapshot.comparison.drawn.others[2].ranking.table.n


@pytest.mark.parametrize("plot_id", ["calibration", "decision-curve"])
def test_that_groups_of_probabilities_lie_on_what_these_are_worth(
    program: Any, tmp_path: Path, plot_id: str
) -> None:
    path = write(tmp_path / "risks.csv", 400, ["Basel", "Lyon"])
    frame = pd.read_csv(path)
    frame["s"] = (1 / (1 + np.exp(-frame["s"]))).round(3)
    frame.to_csv(path, index=False)
    program.open_path(path)
    said = replace(program.snapshot.inputs.consequences, scale=Scale.PROBABILITY)
    program.workspace.ask(SetConsequences(said))
    program.window.choose_plots([[plot_id]])
    ask(program, "site")
    plot = program.window.plots.plots()[plot_id]
    lines = plot.picture.lines
    assert [line.name.partition("  ")[0] for line in lines[1:3]] == ["Basel", "Lyon"]
    if plot_id == "calibration":
        for line, group in zip(lines[1:3], program.snapshot.comparison.drawn.others, strict=True):
            _x, y = next(line.parts())
            rows = frame[frame.site == group.name]
            fitted = IsotonicRegression().fit(rows.s, rows.y).predict(rows.s)
            assert set(np.round(y, 9)) == set(np.round(fitted, 9))
    row = plot.legend.box_of(2).center()
    assert plot.main.press(row)
    program.rest()
    snapshot = program.snapshot
    found = snapshot.lit.selected.has(slice(None), snapshot.ranking.score, snapshot.point.threshold)
    assert int(found.sum()) == int((frame.site == "Lyon").sum())
    QTest.mouseClick(plot.header.findChild(QToolButton, "groups_drawn"), Qt.MouseButton.LeftButton)
    program.rest()
    assert not any("Lyon" in line.name for line in plot.picture.lines)


def test_that_rates_follow_the_line_and_chance_comes_when_it_rests(
    opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(opened, "sex")
    monkeypatch.setattr(results_panel, "_A_FRAME", 1e9)
    before = shown(opened, "each"), shown(opened, "gaps")
    drag(opened, 0.2)
    moving = shown(opened, "each"), shown(opened, "gaps")
    assert moving[0] != before[0]
    assert [row[3:6] for row in moving[1]] == [[DOTS] * 3] * len(before[1])
    opened.rest()
    assert shown(opened, "each") == moving[0]
    assert [row[:2] for row in shown(opened, "gaps")] == [row[:2] for row in moving[1]]
    assert all(DOTS not in row for row in shown(opened, "gaps"))


def test_that_what_takes_longer_waits_for_the_line(
    opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(opened, "site")
    monkeypatch.setattr(results_panel, "_A_FRAME", 0.0)

    def never(_snapshot: object) -> None:
        message = "nothing is counted while the line moves"
        raise AssertionError(message)

    with monkeypatch.context() as moving:
        moving.setattr(type(GROUPS), "shown", lambda _topic, snapshot: never(snapshot))
        drag(opened, 0.2)
        assert {cell for row in shown(opened, "each") for cell in row[1:]} == {DOTS}
    opened.rest()
    assert DOTS not in shown(opened, "each")[0]


def test_that_it_is_told_whole_after_a_look_at_another_topic(opened: Any) -> None:
    ask(opened, "site")
    with opened.qtbot.waitSignal(panel(opened)._at_rest.ended):
        drag(opened, 0.2)
    panel(opened).show_topic("people")
    opened.rest()
    panel(opened).show_topic("groups")
    opened.rest()
    assert all(DOTS not in row for row in shown(opened, "gaps"))
