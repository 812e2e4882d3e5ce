"""A trend over time in the window: chosen, asked about, followed, selected, taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton

from evalgui.core.consequences.settings import DateOrder, Every, OverTime
from evalgui.core.requests import SetThreshold, Undo
from evalgui.core.selection import Rows, Selection
from evalgui.gui.results.table_view import TableView
from evalgui.results.topics.trend import TREND

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.gui.dialogs.trend import TrendDialog


def write(path: Path, form: str = "2025-{month:02}-{day:02}") -> Path:
    lines = [
        f"{form.format(month=month, day=day)},{'yn'[(day * month) % 2]},{(day * 7 + month) % 13},9"
        for month in (1, 2, 4)
        for day in range(1, 13)
    ]
    path.write_text("\n".join(["visit,ill,score,age", *lines]), encoding="utf-8")
    return path


@pytest.fixture
def opened(program: Any, tmp_path: Path) -> Any:
    program.open_path(write(tmp_path / "visits.csv"))
    program.workspace.ask(SetThreshold(6.0))
    program.rest()
    return program


def dialog_of(program: Any) -> TrendDialog:
    program.window.actions_by_id["compare_trend"].trigger()
    (found,) = program.window.findChildren(QDialog, "trend_dialog")
    return found  # type: ignore[no-any-return]


def ask(program: Any, every: Every = Every.MONTH) -> None:
    dialog = dialog_of(program)
    dialog.every.setCurrentIndex([*Every].index(every))
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    program.rest()


def shown(program: Any, table: str = "each") -> list[list[str]]:
    view = program.window.results.findChild(TableView, f"trend_{table}_table")
    model = view.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_that_months_stand_below_each_other_with_their_gap(opened: Any) -> None:
    ask(opened)
    assert opened.snapshot.inputs.consequences.over == OverTime("visit")
    assert opened.window.results.topic is TREND
    found = shown(opened)
    assert [row[0] for row in found] == ["2025-01", "2025-02", "2025-03", "2025-04"]
    assert found[2][1:3] == ["0", "0"]
    assert "1 of 4 without rows: 2025-03" in opened.window.results.facts.text()
    before = found[0][3]
    opened.workspace.ask(SetThreshold(11.0))
    opened.rest()
    assert shown(opened)[0][3] != before


def test_that_only_columns_with_dates_are_offered_and_none_ends_it(opened: Any) -> None:
    ask(opened, Every.WEEK)
    assert opened.snapshot.inputs.consequences.over == OverTime("visit", Every.WEEK)
    dialog = dialog_of(opened)
    offered = [dialog.column.itemData(place) for place in range(dialog.column.count())]
    assert offered == ["", "visit"]
    assert dialog.every.currentText() == "Week"
    dialog.column.setCurrentIndex(0)
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    opened.rest()
    assert opened.snapshot.inputs.consequences.over is None
    assert "Trend over Time" in opened.window.results.facts.text()
    opened.workspace.ask(Undo())
    opened.rest()
    assert opened.snapshot.inputs.consequences.over == OverTime("visit", Every.WEEK)


def test_that_a_double_click_selects_the_rows_of_a_month(opened: Any) -> None:
    ask(opened)
    view = opened.window.results.findChild(TableView, "trend_each_table")
    view.setCurrentIndex(view.model().index(1, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    opened.rest()
    rows = tuple(range(13, 25))  # of the file, from 1
    assert opened.snapshot.choices.selection == Selection.of(Rows(rows))


def test_that_it_is_asked_which_number_is_the_day(program: Any, tmp_path: Path) -> None:
    program.open_path(write(tmp_path / "open.csv", "{day:02}/{month:02}/2025"))
    ask(program)
    results = program.window.results
    assert "day or the month" in results.facts.text()
    (button,) = (one for one in results.findChildren(QPushButton) if one.text() == "Day first")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    program.rest()
    over = program.snapshot.inputs.consequences.over
    assert over == OverTime("visit", order=DateOrder.DAY_FIRST)
    assert [row[0] for row in shown(program)] == ["2025-01", "2025-02", "2025-03", "2025-04"]
