"""Pages of text and of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.measured import Measured
from evalgui.core.texts import Given
from evalgui.gui.dialogs.page import Page
from evalgui.gui.results.table_model import TableModel
from evalgui.gui.results.table_view import TableView
from evalgui.results.result import COUNT, Column, Row, Table

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def table_of(head: str) -> Table:
    """Return a table of so many rows that there is a scroll bar."""
    rows = tuple(Row(str(n), Given(f"measure {n}"), COUNT) for n in range(40))
    columns = (Column("value", Given(head)), Column("p", Given("p")))
    return Table("some", columns, rows, lambda row, _column: Measured(int(row.id)))


def test_that_a_page_is_wide_enough_for_its_table_and_no_wider_than_the_screen(
    qtbot: QtBot,
) -> None:
    view = TableView(TableModel(table_of("x" * 40)), "some", widest_head=5_000)
    page = Page("page", "Page", view, None)
    qtbot.addWidget(page)
    page.setMinimumWidth(0)
    page.resize(160, 200)
    page.widen_for(view)
    page.show()
    qtbot.waitExposed(page)
    assert view.viewport().width() >= view.horizontalHeader().length()
    width = page.width()
    page.resize(width + 50, 200)
    page.widen_for(view)
    assert page.width() == width + 50  # it is never made narrower
    view.show_table(table_of("x" * 500))
    page.widen_for(view)
    assert page.width() <= page.screen().availableGeometry().width()
