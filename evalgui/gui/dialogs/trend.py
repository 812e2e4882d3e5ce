"""Compare > Trend over Time: which column has the dates, and how long a period is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from evalgui.core.consequences.settings import DateOrder, Every, OverTime
from evalgui.core.languages import tr
from evalgui.gui.dialogs.asking import AskingDialog
from evalgui.gui.look import text
from evalgui.gui.panels.fields import Choice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

_NOTE = tr(
    "All rows have the same threshold. Each period is told with its intervals and what equal "
    "periods would show by chance; periods without rows, and rows without a date, are told too."
)
_NONE = tr("No column has dates in its first rows.")
_PERIODS = {one: tr(one.value).capitalize() for one in Every}
_ORDERS = {
    None: tr("As the dates themselves say"),
    DateOrder.DAY_FIRST: tr("Day first: 3 April"),
    DateOrder.MONTH_FIRST: tr("Month first: 4 March"),
}


class TrendDialog(AskingDialog):
    """Asks for a column of dates, and for the periods that they are told by."""

    given = Signal(object)  # what is asked; None for no trend

    def __init__(
        self, asked: OverTime | None, columns: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__("trend", tr("Trend over time"), _NOTE, parent)
        self.column = Choice("trend_column", tr("Column with the dates"))
        self.every = Choice("trend_every", tr("One period"))
        self.order = Choice("trend_order", tr("What 03/04/2025 is"))
        self.form.addRow(tr("&Column"), self.column)
        self.form.addRow(tr("&Every"), self.every)
        self.form.addRow(tr("03/04/2025 &is"), self.order)
        names = columns if asked is None or asked.column in columns else (*columns, asked.column)
        self.column.addItem(tr("(none)"), "")
        for name in names:
            self.column.addItem(text.elided(name), name)
        for every, words in _PERIODS.items():
            self.every.addItem(words, every)
        for order, words in _ORDERS.items():
            self.order.addItem(words, order)
        self.show_button.setEnabled(bool(names))
        if not names:
            self.note.setText(_NONE)
        start = asked or OverTime(names[0] if names else "")
        self.column.setCurrentIndex(self.column.findData(start.column))
        self.every.setCurrentIndex([*_PERIODS].index(start.every))
        self.order.setCurrentIndex([*_ORDERS].index(start.order))

    def _on_accepted(self) -> None:
        name = self.column.currentData()
        every = [*_PERIODS][self.every.currentIndex()]
        order = [*_ORDERS][self.order.currentIndex()]
        self.accept()
        self.given.emit(OverTime(name, every, order) if name else None)
