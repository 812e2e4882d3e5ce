"""The measures at the threshold: a tree of families with a filter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QGuiApplication, QKeySequence, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from evalgui.gui import text
from evalgui.gui.models.metrics_model import ColumnOf, MetricsModel
from evalgui.gui.models.outcomes import same_calls
from evalgui.gui.panels.empty_state import EmptyState
from evalgui.gui.panels.search_field import SearchField
from evalgui.gui.theme import GRID, Theme, scaled_font

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPersistentModelIndex, QPoint
    from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QStyleOptionViewItem

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot

_WIDEST_VALUE = f"{text.MINUS}0.000e{text.MINUS}00"
_NARROWEST_NAME, _WIDEST_NAME = GRID * 15, GRID * 36
_NARROWEST_DETAIL = GRID * 9
_FIGURE_SPACE = "\N{FIGURE SPACE}"
_POINT_SPACE = "\N{PUNCTUATION SPACE}"
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_DECIMALS = 3  # of most values: what others are padded to


def aligned(value: str) -> str:
    """Pad a number on the right so that right-aligned numbers meet at the decimal sign."""
    if "e" in value:
        return value
    whole, sign, decimals = value.partition(text.decimal_sign())
    if not sign:
        return whole + _POINT_SPACE + _FIGURE_SPACE * _DECIMALS
    return value + _FIGURE_SPACE * (_DECIMALS - len(decimals))


class _RoomyDelegate(QStyledItemDelegate):
    """Rows with some air between them."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID // 2)


class _NumberDelegate(_RoomyDelegate):
    """Numbers that meet at the decimal sign, and beside them the counts in a faint colour."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        colour = index.data(Qt.ItemDataRole.ForegroundRole)
        pen = colour or option.palette.color(QPalette.ColorRole.Text)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
            pen = option.palette.color(QPalette.ColorRole.HighlightedText)
        painter.setPen(pen)
        painter.setFont(option.font)
        words = index.data()
        if words:
            draw_number(painter, option.rect, index.column(), words)


def draw_number(painter: QPainter, area: QRect, column: int, words: str) -> None:
    """Draw a value, or what stands beside it, in the pen and font that are set."""
    inner = area.adjusted(GRID // 2, 0, -GRID // 2, 0)
    if column == ColumnOf.VALUE:
        painter.drawText(inner, _RIGHT, aligned(words))
        return
    fitting = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
    painter.drawText(inner, _LEFT, fitting)


class MetricsTree(QTreeView):
    """A tree whose rows are all equally high."""

    def __init__(self, model: MetricsModel) -> None:
        super().__init__()
        self.setObjectName("metrics_tree")
        self.setAccessibleName("Metrics")
        self.setModel(model)
        self.setFont(scaled_font(self.font(), 1.0))
        self.setUniformRowHeights(True)
        self.setRootIsDecorated(True)
        self.setIndentation(GRID * 3 // 2)
        self.setItemDelegate(_RoomyDelegate(self))
        self._number_delegate = _NumberDelegate(self)
        for column in (ColumnOf.VALUE, ColumnOf.DETAIL):
            self.setItemDelegateForColumn(column, self._number_delegate)
        self._metrics = model
        self._number_columns: tuple[tuple[int, int, int, QPen], ...] = ()
        self.setAlternatingRowColors(False)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._set_up_header()

    def _set_up_header(self) -> None:
        header = self.header()
        header.setObjectName("metrics_columns")
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(GRID * 6)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        metrics = QFontMetrics(self.font())
        header.resizeSection(ColumnOf.VALUE, metrics.horizontalAdvance(_WIDEST_VALUE) + GRID)
        self._detail_width = _NARROWEST_DETAIL

    def dataChanged(
        self,
        top_left: QModelIndex | QPersistentModelIndex,
        bottom_right: QModelIndex | QPersistentModelIndex,
        _roles: Sequence[int] = (),
    ) -> None:
        # The inherited one asks for the place of every row, which takes longer than painting.
        for column in range(top_left.column(), bottom_right.column() + 1):
            x, width = self.columnViewportPosition(column), self.columnWidth(column)
            self.viewport().update(x, 0, width, self.viewport().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Find out whether only numbers are to be painted: then the names are left alone."""
        self._number_columns = ()
        if event.rect().left() >= self.columnViewportPosition(ColumnOf.VALUE):
            colours = {
                ColumnOf.VALUE: self.palette().color(QPalette.ColorRole.Text),
                ColumnOf.DETAIL: self._metrics.faint,
            }
            self._number_columns = tuple(
                (
                    column,
                    self.columnViewportPosition(column),
                    self.columnWidth(column),
                    QPen(colour),
                )
                for column, colour in colours.items()
            )
        super().paintEvent(event)

    def drawRow(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw a row; where only numbers change, without asking for all that the rest needs."""
        if (
            not self._number_columns
            or self.selectionModel().isSelected(index)
            or index == self.currentIndex()
        ):
            super().drawRow(painter, option, index)
            return
        numbers = self._metrics.numbers(index)
        if numbers is None:  # a family, whose title may reach over the numbers
            super().drawRow(painter, option, index)
            return
        painter.setFont(self.font())
        row = option.rect
        for words, (column, x, width, pen) in zip(numbers, self._number_columns, strict=True):
            if words:
                painter.setPen(pen)
                draw_number(painter, QRect(x, row.y(), width, row.height()), column, words)

    def make_room(self, largest: int) -> None:
        """Make the last column wide enough for two counts of this size."""
        number = text.count(largest)
        width = QFontMetrics(self.font()).horizontalAdvance(f"{number}/{number}") + GRID + 2
        self._detail_width = max(_NARROWEST_DETAIL, min(GRID * 24, width))
        self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Give the names what the numbers leave, but no more than a name needs."""
        header = self.header()
        left = self.viewport().width() - header.sectionSize(ColumnOf.VALUE)
        name_width = max(_NARROWEST_NAME, min(_WIDEST_NAME, left - self._detail_width))
        header.resizeSection(ColumnOf.NAME, name_width)
        header.resizeSection(ColumnOf.DETAIL, max(GRID * 6, left - name_width))


class MetricsPanel(QWidget):
    """A filter field and the tree of measures."""

    metric_selected = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("metrics_panel")
        self.setAccessibleName("Metrics")
        self._folded: set[str] = set()
        self.model = MetricsModel(self)
        self.tree = MetricsTree(self.model)
        self.model.set_font(self.tree.font())
        self.search_field = SearchField(
            "metrics_search", "Find a measure", "Any of its names: recall, sensitivity, hit rate"
        )
        self.nothing_found = QLabel("No measure has such a name")
        self.nothing_found.setObjectName("no_metric_found")
        self.nothing_found.setTextFormat(Qt.TextFormat.PlainText)
        self.nothing_found.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing_found.hide()
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.setSpacing(GRID // 2)
        field_row = QVBoxLayout()
        field_row.setContentsMargins(GRID, 0, GRID, 0)
        field_row.addWidget(self.search_field)
        layout.addLayout(field_row)
        layout.addWidget(self.nothing_found)
        layout.addWidget(self.tree, 1)
        self._empty = EmptyState(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._empty)
        self._make_actions()
        self._connect()
        self._unfold()

    def _make_actions(self) -> None:
        self.copy_action = QAction("&Copy Measures", self)
        self.copy_action.setObjectName("copy_measures")
        self.copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_action.triggered.connect(self.copy_measures)
        self.unfold_action = QAction("&Unfold All", self)
        self.unfold_action.setObjectName("unfold_families")
        self.unfold_action.triggered.connect(self.tree.expandAll)
        self.fold_action = QAction("&Fold All", self)
        self.fold_action.setObjectName("fold_families")
        self.fold_action.triggered.connect(self.tree.collapseAll)
        self.tree.addAction(self.copy_action)

    def _connect(self) -> None:
        self.search_field.textChanged.connect(self._on_filter_changed)
        self.search_field.left_downward.connect(self._enter_tree)
        self.tree.collapsed.connect(self._on_collapsed)
        self.tree.expanded.connect(self._on_expanded)
        self.tree.selectionModel().currentChanged.connect(self._on_current_changed)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._open_menu)
        self.setFocusProxy(self.tree)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the measures of a snapshot."""
        if new.point is old.point and new.ranking is old.ranking:
            return
        if same_calls(old, new) and new.inputs.parameters is old.inputs.parameters:
            return
        if new.dataset is not old.dataset:
            self._empty.show_content(shown=new.point is not None)
            if new.dataset is not None:
                self.tree.make_room(new.dataset.n)
        self.model.set_snapshot(new)

    def set_theme(self, theme: Theme) -> None:
        """Recolour what is faint."""
        self.model.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures as another field does."""
        self.model.set_vocabulary(vocabulary)

    def focus_search(self) -> None:
        """Put the cursor into the filter field."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    def copy_measures(self) -> None:
        """Copy the selected measures as text between tabs: name, full value, x/n or reason."""
        rows = sorted(self.tree.selectionModel().selectedRows(), key=_from_the_top)
        if rows:
            lines = ["\t".join(self.model.as_line(index)).rstrip("\t") for index in rows]
            QGuiApplication.clipboard().setText("\n".join(lines) + "\n")

    # ------------------------------------------------------------------------- inside

    def _on_filter_changed(self, words: str) -> None:
        self.model.set_filter(words.strip())
        self.nothing_found.setVisible(not self.model.sections)
        self._unfold()

    def _unfold(self) -> None:
        """Unfold the families, apart from those the user folded, unless something is sought."""
        folded = set() if self.search_field.text().strip() else self._folded
        for row, section in enumerate(self.model.sections):
            self.tree.setFirstColumnSpanned(row, QModelIndex(), True)
            index = self.model.index(row, 0)
            if self.tree.isExpanded(index) != (section.title not in folded):
                self.tree.setExpanded(index, section.title not in folded)

    def _on_collapsed(self, index: QModelIndex) -> None:
        title = self._family_at(index)
        if title and not self.search_field.text().strip():
            self._folded.add(title)

    def _on_expanded(self, index: QModelIndex) -> None:
        title = self._family_at(index)
        if title and not self.search_field.text().strip():
            self._folded.discard(title)

    def _family_at(self, index: QModelIndex) -> str:
        """Return the title of a family; "" for a measure, which "unfold all" unfolds as well."""
        return "" if self.model.entry(index) else self.model.sections[index.row()].title

    def _enter_tree(self) -> None:
        if not self.model.sections:
            return
        self.tree.setCurrentIndex(self.model.index(0, 0, self.model.index(0, 0)))
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_current_changed(self, current: QModelIndex) -> None:
        entry = self.model.entry(current)
        if entry is not None:
            self.metric_selected.emit(entry.id)

    def _open_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setObjectName("metrics_menu")
        for action in (self.copy_action, self.unfold_action, self.fold_action):
            menu.addAction(action)
        menu.popup(self.tree.viewport().mapToGlobal(position))


def _from_the_top(index: QModelIndex) -> tuple[int, int]:
    """Return a key that sorts rows as they stand in the tree."""
    section = index.internalId()
    return (index.row(), -1) if section == 0 else (section - 1, index.row())
