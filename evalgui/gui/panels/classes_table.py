"""The table of classes as a widget: a value of each measure, and its interval below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from evalgui.gui.isolation import apart
from evalgui.gui.look import GRID, SMALL, ScrollsWithDrag, paint_whole, scaled_font
from evalgui.gui.panels.interval_cells import condensed

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from evalgui.gui.models.classes_model import ClassesModel

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex

SWATCH = GRID * 3  # pixels of a line
_MARGIN = GRID // 2


def _small(font: QFont) -> QFont:
    return scaled_font(font, SMALL)


def interval_width(font: QFont, limits: str) -> int:
    """Return the room that limits take in a cell of a table with some font."""
    return QFontMetrics(_small(font)).horizontalAdvance(limits) + 2 * _MARGIN


class _SureDelegate(QStyledItemDelegate):
    """A value, and its interval below it, small and faint."""

    def __init__(self, model: ClassesModel, parent: QTableView) -> None:
        super().__init__(parent)
        self._classes = model

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> None:
        limits = self._classes.interval_words(index)
        if not limits:
            super().paint(painter, option, index)
            return
        whole = QStyleOptionViewItem(option)
        self.initStyleOption(whole, index)
        value, whole.text = whole.text, ""
        whole.widget.style().drawControl(
            QStyle.ControlElement.CE_ItemViewItem, whole, painter, whole.widget
        )
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        letters = option.palette.color(role)
        area = option.rect.adjusted(_MARGIN, GRID // 4, -_MARGIN, -GRID // 4)
        right = Qt.AlignmentFlag.AlignRight
        painter.save()
        painter.setFont(whole.font)
        painter.setPen(index.data(Qt.ItemDataRole.ForegroundRole) or letters)
        upper = QRect(area.left(), area.top(), area.width(), whole.fontMetrics.height())
        painter.drawText(upper, right | Qt.AlignmentFlag.AlignTop, value)
        painter.setFont(_small(option.font))
        painter.setPen(letters if selected else self._classes.faint)
        if painter.fontMetrics().horizontalAdvance(limits) > area.width():
            limits = condensed(painter, limits, area.width())
        painter.drawText(area, right | Qt.AlignmentFlag.AlignBottom, limits)
        painter.restore()


class ClassesTable(ScrollsWithDrag, QTableView):
    """A table whose rows are all equally high; a double click or Enter asks for a class."""

    row_activated = Signal(int)

    def __init__(self, model: ClassesModel) -> None:
        super().__init__()
        self.setObjectName("classes_table")
        self.setAccessibleName("Classes")
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setIconSize(QSize(SWATCH, SWATCH // 2))
        self.setItemDelegate(_SureDelegate(model, self))
        lines = self.fontMetrics().height() + QFontMetrics(_small(self.font())).height()
        height = lines + GRID // 2
        rows = self.verticalHeader()
        rows.setObjectName("class_rows")
        rows.setMinimumSectionSize(height)
        rows.setDefaultSectionSize(height)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.hide()
        columns = self.horizontalHeader()
        columns.setObjectName("class_columns")
        columns.setAccessibleName("Measures of each class")
        columns.setHighlightSections(False)
        columns.setSectionsMovable(True)
        columns.setMinimumSectionSize(GRID * 4)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)
        columns.setSortIndicatorClearable(True)
        columns.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        columns.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        # As in the table of predictions: the header would ask of each column for all its rows.
        columns.setSelectionModel(QItemSelectionModel(model, columns))
        self.setSortingEnabled(True)
        paint_whole(self)
        self.doubleClicked.connect(self._on_double_clicked)

    def _on_double_clicked(self, index: QModelIndex) -> None:
        self.row_activated.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and self.currentIndex().isValid():
            self.row_activated.emit(self.currentIndex().row())
            return
        super().keyPressEvent(event)
