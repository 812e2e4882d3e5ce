"""Lists in dialogs: their rows are as high as those of the window, and most are seen at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QAbstractItemView, QDialog

from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.dialogs.sample_size import SampleSizeDialog
from evalgui.gui.dialogs.tables import TablesDialog
from evalgui.gui.dialogs.worked_examples import WorkedExamplesDialog
from evalgui.gui.look import GRID
from evalgui.gui.panels.fields import RoomyDelegate
from evalgui.gui.reporting.dialog import ReportDialog, usual
from evalgui.gui.results.table_view import TableView

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot


def report() -> QDialog:
    return ReportDialog(usual(Vocabulary.CLINICAL), "")


@pytest.mark.parametrize(
    ("make", "name", "left"),
    [
        (TablesDialog, "tables_list", 0.5),
        (SampleSizeDialog, "study_support", 0.0),
        (report, "report_sections", 0.5),
        (WorkedExamplesDialog, "example_list", None),
        (WorkedExamplesDialog, "example_values", None),
    ],
)
def test_that_rows_have_air_and_the_usual_size_shows_most(
    *, qtbot: QtBot, make: Callable[[], QDialog], name: str, left: float | None
) -> None:
    """What grows with every topic scrolls by no more than half of its rows."""
    dialog = make()
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    found = dialog.findChild(QAbstractItemView, name)
    assert isinstance(found, QAbstractItemView)
    if found.model().rowCount():
        first = found.visualRect(found.model().index(0, 0))
        assert first.height() >= found.fontMetrics().height() + GRID // 2
    assert isinstance(found, TableView) or isinstance(found.itemDelegate(), RoomyDelegate)
    if left is not None:
        assert found.verticalScrollBar().maximum() <= left * found.model().rowCount()
