"""What opens at a filter: the columns to filter by, or what may be asked of one of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSortFilterProxyModel, QStringListModel, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.row_expressions import ends_of, holds, is_one_of, is_within, values_of
from evalgui.gui.look import GRID, text
from evalgui.gui.models.column_names import CheckedNames
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import LeavesUndo
from evalgui.gui.panels.search_field import SearchField
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtCore import QModelIndex, QRect

    from evalgui.io.proposing.column_facts import ColumnFacts

    Ask = Callable[[], str | None]  # the expression that is asked for; None where it is none

_LONGEST_NAME = 40
_FEW_LINES, _MOST_LINES = 3, 12


class _Line(LeavesUndo, QLineEdit):
    def __init__(self, name: str, purpose: str, shown: str) -> None:
        super().__init__(shown)
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        self.setPlaceholderText(purpose)
        self.setMaxLength(1_000)


class FilterEditor(QFrame):
    """A small window below a chip: Enter takes over what it asks for, Esc leaves it."""

    columns_chosen = Signal(object)  # to ask something of them
    filter_requested = Signal(object, str)  # the columns that it is about, and the expression
    removed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._owner = parent
        self.setObjectName("filter_editor")
        self.setAccessibleName(tr("Filter"))
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setForegroundRole(QPalette.ColorRole.Mid)
        self.setAutoFillBackground(True)
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 0, 0, 0)
        self._content: QWidget | None = None
        self._first: QWidget | None = None  # what is typed into at first

    # -------------------------------------------------------------------------- what is shown

    def list_columns(
        self, place: QRect, names: Sequence[str], hidden: Mapping[tuple[str, ...], str]
    ) -> None:
        """Offer columns, and before them filters for whose chips there is no room."""
        column = self._begin(tr("Filter by a column"))
        for columns, words in hidden.items():
            button = QPushButton(text.elided(words, _LONGEST_NAME).replace("&", "&&"))
            button.setObjectName("hidden_filter")
            button.clicked.connect(partial(self._choose, columns))
            column.addWidget(button)
        model = QStringListModel(list(names), self._content)
        found = QSortFilterProxyModel(self._content)
        found.setSourceModel(model)
        found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        search = SearchField(
            "filter_search", tr("Find a column"), tr("Part of the name of a column")
        )
        search.textChanged.connect(found.setFilterFixedString)
        view = _list_of(found, "filter_columns", tr("Columns"))
        view.clicked.connect(self._on_column)
        view.activated.connect(self._on_column)
        search.left_downward.connect(partial(_enter, view))
        search.returnPressed.connect(lambda: self._on_column(found.index(0, 0)))
        if len(names) > _MOST_LINES:
            column.addWidget(search)
            self._first = search
        else:
            self._first = view
        column.addWidget(view)
        self._open_at(place)

    def edit(
        self, place: QRect, columns: tuple[str, ...], facts: ColumnFacts | None, expression: str
    ) -> None:
        """Offer what may be asked of columns, where something is asked of them already."""
        title = ", ".join(columns)
        column = self._begin(text.elided(title, _LONGEST_NAME) or tr("Rows"))
        values, ends = values_of(expression), ends_of(expression)
        if facts is None or (expression and values is None and ends is None):
            ask = self._offer_line(column, expression)
        elif facts.values and not is_by_numbers(facts):
            ask = self._offer_values(column, facts, values or ())
        elif is_by_numbers(facts):
            ask = self._offer_ends(column, facts.name, ends or (None, None))
        else:
            ask = self._offer_text(column, facts.name, values or ())

        def take_over(_checked: bool = False) -> None:  # noqa: FBT001, FBT002 - a slot
            wanted = ask()
            if wanted is not None:
                self.close()
                self.filter_requested.emit(columns, wanted)

        use = _button("filter_use", tr("Use These Rows"), take_over)
        use.setAutoDefault(True)
        buttons = QHBoxLayout()
        buttons.addWidget(use)
        buttons.addStretch(1)
        if expression:
            buttons.addWidget(
                _button("filter_remove", tr("Remove"), partial(self._remove, columns))
            )
        column.addLayout(buttons)
        for field in self.findChildren(QLineEdit):
            if not isinstance(field, SearchField):
                field.returnPressed.connect(take_over)
        self._open_at(place)

    def _offer_line(self, column: QVBoxLayout, expression: str) -> Ask:
        field = _Line("filter_expression", tr("Rows to assess"), expression)
        field.setMinimumWidth(GRID * 36)
        column.addWidget(field)
        self._first = field
        return field.text

    def _offer_text(self, column: QVBoxLayout, name: str, values: Sequence[str]) -> Ask:
        field = _Line("filter_text", tr("Holds this text"), ", ".join(values))
        field.setMinimumWidth(GRID * 24)
        column.addWidget(field)
        self._first = field
        return lambda: holds(name, field.text()) if field.text().strip() else ""

    def _offer_values(self, column: QVBoxLayout, facts: ColumnFacts, chosen: Sequence[str]) -> Ask:
        model = CheckedNames(self._content)
        model.fill(facts.values, [value for value in chosen if value in facts.values])
        found = QSortFilterProxyModel(self._content)
        found.setSourceModel(model)
        found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        view = _list_of(found, "filter_values", tr("Values of {name}", name=facts.name))
        if len(facts.values) > _MOST_LINES:
            search = SearchField("filter_search", tr("Find a value"), tr("Part of a value"))
            search.textChanged.connect(found.setFilterFixedString)
            search.left_downward.connect(partial(_enter, view))
            column.addWidget(search)
        column.addWidget(view)
        self._first = view
        _enter(view, focus=False)

        def ask() -> str:
            checked = model.checked()
            are_all = len(checked) in {0, len(facts.values)}
            return "" if are_all else is_one_of(facts.name, checked)

        return ask

    def _offer_ends(
        self, column: QVBoxLayout, name: str, ends: tuple[float | None, float | None]
    ) -> Ask:
        line, fields = QHBoxLayout(), []
        for (id_, purpose), end in zip((("from", tr("From")), ("to", tr("to"))), ends, strict=True):
            shown = "" if end is None else text.threshold(end)
            field = _Line(f"filter_{id_}", tr("{purpose} (both included)", purpose=purpose), shown)
            field.setPlaceholderText("")
            field.setFixedWidth(GRID * 10)
            line.addWidget(QLabel(purpose))
            line.addWidget(field)
            fields.append(field)
        column.addLayout(line)
        self._first = fields[0]
        messages = [FieldMessage(field, "filter_message") for field in fields]

        def ask() -> str | None:
            read: list[float | None] = []
            for field, message in zip(fields, messages, strict=True):
                try:
                    read.append(read_typed_number(field.text()) if field.text().strip() else None)
                except NotUnderstoodError as error:
                    message.say(f"{text.why(error)}.")
                    return None
            return is_within(name, read[0], read[1])

        return ask

    # -------------------------------------------------------------------------------- inside

    def _begin(self, title: str) -> QVBoxLayout:
        """Make room for other content, below a title."""
        if self._content is not None:
            self._whole.removeWidget(self._content)
            self._content.hide()
            self._content.setParent(None)
            self._content.deleteLater()
        self._content = QWidget(self)
        self._whole.addWidget(self._content)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        label = QLabel(title)
        label.setTextFormat(Qt.TextFormat.PlainText)
        column.addWidget(label)
        return column

    def _open_at(self, place: QRect) -> None:
        self.adjustSize()
        around = self._owner.window().frameGeometry()
        left = max(around.left(), min(place.left(), around.right() - self.width()))
        self.move(left, place.bottom() + 1)
        self.show()
        if self._first is not None:
            self._first.setFocus(Qt.FocusReason.PopupFocusReason)

    def _on_column(self, index: QModelIndex) -> None:
        if index.isValid():
            self._choose((str(index.data()),))

    def _choose(self, columns: tuple[str, ...], _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - a slot
        self.close()
        self.columns_chosen.emit(columns)

    def _remove(self, columns: tuple[str, ...], _checked: bool = False) -> None:  # noqa: FBT001, FBT002 - a slot
        self.close()
        self.removed.emit(columns)


def is_by_numbers(facts: ColumnFacts) -> bool:
    """Return whether a column is filtered between two numbers, and not by its few values."""
    return facts.kind in {"numbers", "whole numbers"} and not 0 < len(facts.values) <= _FEW_LINES


def _list_of(model: QSortFilterProxyModel, name: str, purpose: str) -> QListView:
    view = QListView()
    view.setObjectName(name)
    view.setAccessibleName(purpose)
    view.setModel(model)
    view.setUniformItemSizes(True)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setTabKeyNavigation(False)
    lines = max(_FEW_LINES, min(model.rowCount(), _MOST_LINES))
    view.setFixedHeight(lines * (view.fontMetrics().height() + GRID // 2) + GRID // 2)
    view.setMinimumWidth(GRID * 28)
    return view


def _enter(view: QListView, *, focus: bool = True) -> None:
    view.setCurrentIndex(view.model().index(0, 0))
    if focus:
        view.setFocus(Qt.FocusReason.TabFocusReason)


def _button(name: str, words: str, slot: Callable[..., object]) -> QPushButton:
    button = QPushButton(words)
    button.setObjectName(name)
    button.clicked.connect(slot)
    return button
