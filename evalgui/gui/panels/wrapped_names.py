"""Names in the first column of a tree, in several lines where it is too narrow for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtWidgets import QTreeView

_NAME = 0  # the column
_HIGH = 10_000  # pixels: enough for any name
_AIR = 4  # pixels between rows, as between those of measures


class WrappedNames(QStyledItemDelegate):
    """Rows of a tree as high as their names need; heads of groups, across all columns, have one."""

    def __init__(self, tree: QTreeView) -> None:
        super().__init__(tree)
        self._tree = tree
        tree.setUniformRowHeights(False)
        tree.setItemDelegateForColumn(_NAME, self)
        tree.header().sectionResized.connect(self._on_resized)

    def _on_resized(self, column: int) -> None:
        if column == _NAME:
            self._tree.scheduleDelayedItemsLayout()

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.features |= QStyleOptionViewItem.ViewItemFeature.WrapText

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        described = QStyleOptionViewItem(option)
        super().initStyleOption(described, index)
        metrics, tree = QFontMetrics(described.font), self._tree
        margin = tree.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, tree) + 1
        needed = metrics.horizontalAdvance(described.text) + 2 * margin + 2
        is_name = index.parent().isValid()
        room = tree.columnWidth(_NAME) - tree.indentation() * (2 if is_name else 1)
        n_lines = 1
        if is_name and needed > room:
            within = QRect(0, 0, room - 2 * margin - 2, _HIGH)
            wrapped = metrics.boundingRect(within, Qt.TextFlag.TextWordWrap, described.text)
            n_lines = max(2, round(wrapped.height() / metrics.lineSpacing()))
        return QSize(needed, n_lines * metrics.lineSpacing() + _AIR)
