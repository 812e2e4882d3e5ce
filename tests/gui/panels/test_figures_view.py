"""The figures in the dock of rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from evalgui.core.rules.biometric_figures import COSTS, equal_errors, fnmr_at_fmr
from evalgui.core.rules.presets import PRESETS
from evalgui.core.snapshot import EMPTY, resolve
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from evalgui.gui.models.figure_cells import FigureColumn
from evalgui.gui.panels.figures_view import FiguresView
from tests.gui.models.tables import make_dataset, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.score_table import Steps


@pytest.fixture
def view(qtbot: QtBot) -> FiguresView:
    made = FiguresView()
    qtbot.addWidget(made)
    made.set_vocabulary(Vocabulary.BIOMETRICS)
    made.resize(1000, 700)
    made.show_snapshot(EMPTY, snapshot_of(make_dataset()))
    with qtbot.waitSignal(made.choices.ended):
        made.show()
    return made


def rows_of(view: FiguresView) -> dict[str, list[str]]:
    return {
        row.text(0): [row.text(column) for column in FigureColumn] for _figure, row in view._rows
    }


def steps_of() -> Steps:
    ranking = snapshot_of(make_dataset()).ranking
    assert ranking is not None
    return ranking.table.steps


def test_that_each_figure_stands_with_its_rates_counts_and_limits(view: FiguresView) -> None:
    rows, steps = rows_of(view), steps_of()
    assert len(rows) == 5 + 8 + 7 + sum(len(one) + (len(one) > 1) for one in COSTS.values()) + 1
    expected = fnmr_at_fmr(steps, 0.1)
    row = next(row for name, row in rows.items() if name.endswith("(FMR10)"))
    assert row[FigureColumn.VALUE] == text.measure(expected.fnmr.value)
    assert row[FigureColumn.FMR] == f"{text.measure(expected.fmr.value)} (1/10)"
    assert row[FigureColumn.FMR_LIMIT] == text.measure(expected.fmr.upper_limit)
    assert row[FigureColumn.FNMR_LIMIT] == text.measure(expected.fnmr.upper_limit)
    equal = equal_errors(steps)
    own = rows["EER"]
    assert own[FigureColumn.VALUE] == text.measure(equal.interpolated)
    between = f"between {text.measure(equal.low)} and {text.measure(equal.high)}"
    assert own[FigureColumn.REMARKS].startswith(between)
    far = next(row for name, row in rows.items() if name.endswith("(FMR1000)"))
    assert "after no error 0.300 may be claimed at 95" in far[FigureColumn.REMARKS]


def test_that_what_tells_figures_apart_comes_early_in_their_names(view: FiguresView) -> None:
    view.set_vocabulary(Vocabulary.BIOMETRICS)
    names = [row.text(0) for _figure, row in view._rows]
    assert "FMR \N{LESS-THAN OR EQUAL TO} 0.001 (FMR1000)" in names
    assert "FNMR \N{LESS-THAN OR EQUAL TO} 0.01" in names
    assert "minDCF 0.01; costs 10 : 1 (NIST SRE08)" in names
    tips = [row.toolTip(0) for _figure, row in view._rows]
    assert any("False match rate at most 0.001 (FMR1000)" in tip for tip in tips)
    assert any("0.01; cost of a miss 10; cost of a false" in tip for tip in tips)


def test_that_what_has_no_room_in_columns_stands_below(view: FiguresView, qtbot: QtBot) -> None:
    assert not view.tree.names.is_on
    assert not view.tree.isColumnHidden(FigureColumn.FMR)
    item = next(row for _figure, row in view._rows if row.text(0).endswith("(FMR10)"))
    index = view.tree.indexFromItem(item)
    low = view.tree.visualItemRect(item).height()
    view.resize(330, 700)
    qtbot.waitUntil(lambda: view.tree.names.is_on)
    beside = [one for one in FigureColumn if one > FigureColumn.THRESHOLD]
    assert all(map(view.tree.isColumnHidden, beside))
    assert view.tree.header().length() <= view.tree.viewport().width()
    rates, remarks = view.tree._below(index)
    fmr, fnmr = item.text(FigureColumn.FMR), item.text(FigureColumn.FNMR)
    limits = item.text(FigureColumn.FMR_LIMIT), item.text(FigureColumn.FNMR_LIMIT)
    sign = "\N{LESS-THAN OR EQUAL TO}"
    assert (
        rates[0] == f"FMR {fmr} {sign} {limits[0]}  \N{MIDDLE DOT}  FNMR {fnmr} {sign} {limits[1]}"
    )
    assert rates[1].startswith(f"FMR 1/10 {sign} {limits[0]}")  # where even that has no room
    assert remarks == (item.text(FigureColumn.REMARKS),)
    assert view.tree.visualItemRect(item).height() >= low + 2 * 8
    view.tree.setCurrentItem(item)
    told = view.details.text().splitlines()
    assert told[:2] == [
        f"FMR {fmr} {sign} {limits[0]} at 95\N{NARROW NO-BREAK SPACE}%",
        f"FNMR {fnmr} {sign} {limits[1]} at 95\N{NARROW NO-BREAK SPACE}%",
    ]
    assert told[2:]
    head = view.tree.topLevelItem(0)
    assert head is not None
    view.tree.setCurrentItem(head)
    assert view.details.text() == ""


def test_that_the_ends_of_a_bracket_are_told_apart(qtbot: QtBot) -> None:
    view = FiguresView()
    qtbot.addWidget(view)
    scores = [*map(float, range(3_000)), *map(float, range(-2_901, 100))]
    dataset = make_dataset(scores, [1] * 3_000 + [0] * 3_001)
    view.show_snapshot(EMPTY, snapshot_of(dataset))
    with qtbot.waitSignal(view.choices.ended):
        view.show()
    ranking = snapshot_of(dataset).ranking
    assert ranking is not None
    equal = equal_errors(ranking.table.steps)
    assert text.measure(equal.low) == text.measure(equal.high)
    assert (equal.low, equal.high) == (50 / 3_001, 50 / 3_000)
    told = "between 0.01666 and 0.01667"
    assert rows_of(view)["EER"][FigureColumn.REMARKS].startswith(told)


def test_that_a_figure_is_used_with_the_rule_behind_it(view: FiguresView, qtbot: QtBot) -> None:
    item = next(row for _figure, row in view._rows if row.text(0).endswith("(FMR10)"))
    view.tree.setCurrentItem(item)
    with qtbot.waitSignal(view.use_requested) as asked:
        QTest.mouseClick(view.use_button, Qt.MouseButton.LeftButton)
    assert asked.args is not None
    assert (asked.args[0].rule.id, dict(asked.args[0].parameters)) == ("fmr", {"fmr": 0.1})
    mean = next(row for _figure, row in view._rows if row.text(0).startswith("Mean of these"))
    view.tree.setCurrentItem(mean)
    assert not view.use_button.isEnabled()


def test_that_actual_costs_follow_the_threshold_and_nothing_else_does(view: FiguresView) -> None:
    before, old = rows_of(view), view._snapshot
    assert old is not None
    view.show_snapshot(old, resolve(replace(old.inputs, threshold=0.3), old))
    after = rows_of(view)
    changed = {
        (name, column)
        for name in before
        for column in FigureColumn
        if before[name][column] != after[name][column]
    }
    assert changed
    assert {column for _name, column in changed} == {FigureColumn.ACTUAL}


@pytest.mark.parametrize("preset", [one.id for one in PRESETS])
def test_that_a_preset_shows_what_it_asks_for(view: FiguresView, qtbot: QtBot, preset: str) -> None:
    view.set_box.setCurrentIndex(view.set_box.findData(preset))
    qtbot.waitUntil(lambda: not view.choices.is_busy)
    assert len([one for one, _row in view._rows if len(one.asked) == 1]) == len(
        PRESETS.by_id(preset).rules
    )
    for name, row in rows_of(view).items():
        assert row[FigureColumn.VALUE], name
    assert view.tree.model().index(0, 0).data() == PRESETS.by_id(preset).name


def test_that_typed_costs_and_the_level_are_told_at_once(view: FiguresView, qtbot: QtBot) -> None:
    assert not view.fields["p-target"].isVisible()
    QTest.mouseClick(view.fields_button, Qt.MouseButton.LeftButton)
    field = view.fields["p-target"]
    with qtbot.waitSignal(view.choices.ended):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, "30 %")
        QTest.keyClick(field, Qt.Key.Key_Return)
    (name,) = [one for one in rows_of(view) if one.endswith("(as typed)")]
    assert "0.3" in name
    before = {row[FigureColumn.FMR_LIMIT] for row in rows_of(view).values()}
    level = view.fields["level"]
    level.setFocus()
    level.selectAll()
    QTest.keyClicks(level, "80 %")
    QTest.keyClick(level, Qt.Key.Key_Return)
    assert before != {row[FigureColumn.FMR_LIMIT] for row in rows_of(view).values()}
    assert "80" in view.tree.headerItem().toolTip(FigureColumn.FMR_LIMIT)


def test_that_copies_have_every_digit(view: FiguresView) -> None:
    view.copy_figures()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:5] == ["Group", "Figure", "Value", "Actual", "Threshold"]
    assert len(lines) == 1 + len(view._rows)
    assert {len(line.split("\t")) for line in lines} == {len(lines[0].split("\t"))}
    steps = steps_of()
    row = next(line for line in lines if "(FMR10)" in line).split("\t")
    assert float(row[2]) == fnmr_at_fmr(steps, 0.1).fnmr.value


def test_that_nothing_is_worked_on_while_it_is_hidden(qtbot: QtBot) -> None:
    made = FiguresView()
    qtbot.addWidget(made)
    made.show_snapshot(EMPTY, snapshot_of(make_dataset()))
    assert not made.choices.is_busy
