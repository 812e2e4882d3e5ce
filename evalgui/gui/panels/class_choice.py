"""The choice of classes: a list with boxes, a search and the sizes of the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, Theme, dialog_buttons, paint_whole, text, with_clear_boxes
from evalgui.gui.panels.search_field import SearchField

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QKeyEvent

    from evalgui.core.confusion import ConfusionMatrix

Index: TypeAlias = QModelIndex | QPersistentModelIndex

SORTED_BY = int(Qt.ItemDataRole.UserRole)
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_CHECKED = int(Qt.ItemDataRole.CheckStateRole)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_TITLES = (tr("Class"), tr("True"), tr("Called"))
_TIPS = (
    tr("Checked classes are in the averages"),
    tr("Rows of the class"),
    tr("Rows that are called so"),
)


class ClassChoiceModel(QAbstractTableModel):
    """The classes, each with a box; a click on one asks, and changes nothing by itself."""

    places_requested = Signal(list, bool)  # rows, and whether they are to be checked

    def __init__(self, matrix: ConfusionMatrix, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names = matrix.classes
        self._counts = (matrix.actual.tolist(), matrix.predicted.tolist())
        self._chosen: frozenset[str] = frozenset()

    @property
    def chosen(self) -> frozenset[str]:
        """The names of the checked classes."""
        return self._chosen

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all classes."""
        return self._names

    def set_chosen(self, names: Iterable[str]) -> None:
        """Check some classes and no others."""
        self._chosen = frozenset(names)
        if self._names:
            last = self.index(len(self._names) - 1, 0)
            self.dataChanged.emit(self.index(0, 0), last, [_CHECKED])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._names)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section else _LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return _TIPS[section]
        return _TITLES[section] if role == _DISPLAY else None

    def data(self, index: Index, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        column, row = index.column(), index.row()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column else _LEFT
        if column == 0:
            return self._name_data(self._names[row], role)
        number = self._counts[column - 1][row]
        if role == _DISPLAY:
            return text.count(number)
        return number if role == SORTED_BY else None

    def _name_data(self, name: str, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _DISPLAY:
            return text.elided(name)
        if role == SORTED_BY:
            return name.casefold()
        if role == _CHECKED:
            state = Qt.CheckState
            return state.Checked if name in self._chosen else state.Unchecked
        return text.tip(name) if role == Qt.ItemDataRole.ToolTipRole else None

    def setData(self, index: Index, value: Any, role: int = _DISPLAY) -> bool:  # noqa: ANN401 - Qt's variant
        if role != _CHECKED:
            return False
        self.places_requested.emit([index.row()], Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags if index.column() else flags | Qt.ItemFlag.ItemIsUserCheckable


class _BoxDelegate(QStyledItemDelegate):
    """Rows with some air between them, whose boxes can be seen on any ground."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self.theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.palette = with_clear_boxes(option.palette, self.theme)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID // 2)


class _ClassList(QTreeView):
    """The classes that are found; the space bar checks all that are selected."""

    toggle_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._boxes = _BoxDelegate(theme, self)
        self.setItemDelegate(self._boxes)
        self.setObjectName("class_choice_list")
        paint_whole(self)
        self.setAccessibleName(tr("Classes to average over"))
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def set_theme(self, theme: Theme) -> None:
        """Draw the boxes in another colour."""
        self._boxes.theme = theme
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.toggle_requested.emit()
        else:
            super().keyPressEvent(event)


class ClassChoiceDialog(QDialog):
    """Boxes for all classes, in a window of their own beside the numbers; they act at once."""

    chosen_requested = Signal(tuple)  # names, in the order of the data

    def __init__(self, matrix: ConfusionMatrix, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("class_choice")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Classes to average over"))
        self.model = ClassChoiceModel(matrix, self)
        self.model.places_requested.connect(self._request)
        self._found = QSortFilterProxyModel(self)
        self._found.setSourceModel(self.model)
        self._found.setSortRole(SORTED_BY)
        self._found.setFilterRole(SORTED_BY)
        self._found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.search_field = SearchField(
            "class_choice_search", tr("Find a class"), tr("A part of its name")
        )
        self.search_field.textChanged.connect(self._on_searched)
        self.search_field.left_downward.connect(self._enter_list)
        self.list = _ClassList(theme)
        self.list.setModel(self._found)
        self.list.toggle_requested.connect(self._toggle_selected)
        self.list.setSortingEnabled(True)
        self.list.header().setSortIndicatorClearable(True)
        self.list.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self._size_columns()
        self.words = QLabel()
        self.words.setObjectName("class_choice_words")
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        for widget in (self.search_field, self.list, self.words, self._make_buttons()):
            layout.addWidget(widget)
        self.resize(GRID * 48, GRID * 56)

    def _size_columns(self) -> None:
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            self.list.setColumnWidth(column, GRID * 10)

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = dialog_buttons()
        for name, words, tip, checked in (
            ("check_all_classes", tr("&All"), tr("Check all classes that are found"), True),
            ("check_no_class", tr("&None"), tr("Uncheck all classes that are found"), False),
        ):
            button = buttons.addButton(words, QDialogButtonBox.ButtonRole.ActionRole)
            button.setObjectName(name)
            button.setAutoDefault(False)
            button.setToolTip(tip)
            button.clicked.connect(lambda _down=False, on=checked: self._request_found(on=on))
        close = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        close.setObjectName("close_class_choice")
        buttons.rejected.connect(self.reject)
        return buttons

    def set_chosen(self, names: Sequence[str]) -> None:
        """Show which classes are chosen."""
        self.model.set_chosen(names)
        n = sum(name in self.model.chosen for name in self.model.names)
        self.words.setText(
            tr("{n} of {all} chosen", n=text.count(n), all=text.count(len(self.model.names)))
        )

    def _places(self, indexes: Iterable[QModelIndex]) -> list[int]:
        return [self._found.mapToSource(index).row() for index in indexes]

    def _request_found(self, *, on: bool) -> None:
        rows = range(self._found.rowCount())
        self._request(self._places(self._found.index(row, 0) for row in rows), on)

    def _toggle_selected(self) -> None:
        """Check the selected classes; if they all are, uncheck them."""
        places = self._places(self.list.selectionModel().selectedRows())
        chosen, names = self.model.chosen, self.model.names
        self._request(places, not all(names[place] in chosen for place in places))

    def _request(self, places: list[int], checked: bool) -> None:  # noqa: FBT001 - a slot
        changed = {self.model.names[place] for place in places}
        wanted = self.model.chosen | changed if checked else self.model.chosen - changed
        if wanted != self.model.chosen:
            self.chosen_requested.emit(tuple(name for name in self.model.names if name in wanted))

    def _on_searched(self, words: str) -> None:
        self._found.setFilterFixedString(words.strip())

    def _enter_list(self) -> None:
        if self._found.rowCount():
            self.list.setCurrentIndex(self._found.index(0, 0))
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
