"""The command palette: a field in which anything is found by its name, and taken with Enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPalette, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from evalgui.core.languages import tr
from evalgui.gui.accessible import announce
from evalgui.gui.look import GRID, text
from evalgui.gui.palette_entries import NOT_YET, Entry, entries_of, sought
from evalgui.gui.panels.search_field import SearchField

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.gui.main_window import MainWindow
    from evalgui.gui.palette_entries import Shows
    from evalgui.workspace.workspace import Workspace

_WIDTH = GRID * 80
_AT_FIRST = 4  # entries of a group; the others when they are asked for
_LINE = Qt.ItemDataRole.UserRole
_KEYS_OF_LIST = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
Index = QModelIndex | QPersistentModelIndex


class _Line(NamedTuple):
    """A line of the list: an entry, the heading of a group, or what unfolds a group."""

    group: str
    entry: Entry | None = None
    n_more: int = 0


class _Found(QAbstractListModel):
    """What was found, group by group."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: list[_Line] = []

    def show(self, found: Mapping[str, Sequence[Entry]], unfolded: str) -> None:
        """Show what was found; one group may be unfolded."""
        self.beginResetModel()
        self.lines = []
        for group, entries in found.items():
            n_shown = len(entries) if group == unfolded else _AT_FIRST
            self.lines.append(_Line(group))
            self.lines += [_Line(group, entry) for entry in entries[:n_shown]]
            if n_more := len(entries[n_shown:]):
                self.lines.append(_Line(group, n_more=n_more))
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self.lines[index.row()]
        if role == _LINE:
            return line
        if line.entry is None:
            said = (
                tr("{n_more} more", n_more=text.count(line.n_more)) if line.n_more else line.group
            )
            known = {Qt.ItemDataRole.DisplayRole: said}
            return known.get(Qt.ItemDataRole(role))
        if role == Qt.ItemDataRole.DisplayRole:
            return line.entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            can = "" if line.entry.run is not None else tr("not now")
            told = (line.entry.title, line.entry.beside(), can, line.group)
            return ", ".join(filter(None, told))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        line = self.lines[index.row()]
        if line.entry is None and not line.n_more:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def next_row(self, row: int, step: int) -> int:
        """Return the next line that can be taken; the same where there is none."""
        n = len(self.lines)
        for away in range(1, n + 1):
            there = (row + step * away) % n
            if self.flags(self.index(there)) & Qt.ItemFlag.ItemIsSelectable:
                return there
        return row


class _Painter(QStyledItemDelegate):
    """Paints a line: its title with what was typed in bold, and what stands beside it."""

    typed = ""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(hint.width(), option.fontMetrics.height() + GRID)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: _Line = index.data(_LINE)
        shown = str(index.data())
        self.initStyleOption(option, index)
        option.text = ""
        widget = option.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = QPalette.ColorRole.HighlightedText if is_chosen else QPalette.ColorRole.Text
        can = line.n_more or (line.entry is not None and line.entry.run is not None)
        group = QPalette.ColorGroup.Active if can or is_chosen else QPalette.ColorGroup.Disabled
        painter.save()
        painter.setFont(option.font)
        painter.setPen(option.palette.color(group, ink))
        room = option.rect.adjusted(GRID, 0, -GRID, 0)
        if line.entry is None:
            painter.drawText(room, _LEFT, shown)
        else:
            mark = "\N{CHECK MARK} " if line.entry.is_in_force else ""
            beside = option.fontMetrics.elidedText(
                mark + line.entry.beside(), Qt.TextElideMode.ElideRight, room.width() // 2
            )
            painter.drawText(room, _RIGHT, beside)
            left = room.width() - option.fontMetrics.horizontalAdvance(beside) - GRID * 2
            self._draw_title(painter, option, room, shown, left)
        painter.restore()

    def _draw_title(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, title: str, width: int
    ) -> None:
        """Draw a title, elided where it has no room, with what was typed in bold."""
        title = option.fontMetrics.elidedText(title, Qt.TextElideMode.ElideRight, width)
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.Bold)
        marks = []
        for part in self.typed.casefold().split():
            start = title.casefold().find(part)
            if start >= 0:
                mark = QTextLayout.FormatRange()
                mark.start, mark.length, mark.format = start, len(part), bold
                marks.append(mark)
        layout = QTextLayout(title, option.font)
        layout.setFormats(marks)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(room.width())
        layout.endLayout()
        top = room.top() + (room.height() - line.height()) / 2
        layout.draw(painter, QPointF(room.left(), top))


class Palette(QFrame):
    """The field, and below it what fits what is typed in it."""

    def __init__(self, window: MainWindow, workspace: Workspace, commands: Shows) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setAccessibleName(tr("Search or do something"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setForegroundRole(QPalette.ColorRole.Mid)
        self.setAutoFillBackground(True)
        self._window = window
        self._entries = entries_of(window, workspace, commands)
        self._unfolded = ""
        self.field = SearchField("palette_field", tr("Search or do something"), "")
        self.field.textChanged.connect(self._on_typed)
        self.field.installEventFilter(self)
        self.found = _Found(self)
        self.list = QListView()
        self.list.setObjectName("palette_list")
        self.list.setAccessibleName(tr("What was found"))
        self.list.setModel(self.found)
        self.list.setFrameStyle(QFrame.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._painter = _Painter(self.list)
        self.list.setItemDelegate(self._painter)
        self.list.clicked.connect(self.take)
        self.foot = QLabel()
        self.foot.setObjectName("palette_foot")
        self.foot.setTextFormat(Qt.TextFormat.PlainText)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID, GRID, GRID, GRID)
        layout.addWidget(self.field)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.foot)
        self._search()

    def open(self) -> None:
        """Show it over the window."""
        window = self._window
        width = min(_WIDTH, window.width() - GRID * 2)
        self.setFixedWidth(width)
        corner = window.rect().topLeft()
        corner.setX((window.width() - width) // 2)
        corner.setY(GRID * 5)
        self.move(window.mapToGlobal(corner))
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    # ------------------------------------------------------------------------- search

    def _on_typed(self) -> None:
        self._unfolded = ""
        self._search()

    def _search(self) -> None:
        typed = self.field.text()
        found = sought(self._entries, typed)
        self._painter.typed = typed
        self.found.show(found, self._unfolded)
        self._choose(self.found.next_row(-1, 1) if self.found.lines else -1)
        n = sum(len(these) for group, these in found.items() if group != NOT_YET)
        rows = len(self.found.lines) * self.list.sizeHintForRow(0)
        most = self._window.height() - GRID * 18
        self.list.setFixedHeight(max(0, min(rows + GRID, most)))
        keys = tr("\N{UPWARDS ARROW} \N{DOWNWARDS ARROW} move    Enter do    F1 explain")
        self.foot.setText(
            tr("{keys}    {n} found", keys=keys, n=text.count(n))
            if n
            else tr("Nothing of that name")
        )
        self.adjustSize()

    def _choose(self, row: int) -> None:
        index = self.found.index(row)
        self.list.setCurrentIndex(index)
        announce(self.field, str(index.data() or ""))  # the keys stay in the field
        if row == self.found.next_row(-1, 1):
            self.list.scrollToTop()

    def take(self, index: Index) -> None:
        """Do what a line says; one that cannot be done now stays."""
        if not index.isValid():
            return
        line = self.found.lines[index.row()]
        if line.n_more:
            self._unfolded = line.group
            row = index.row()
            self._search()
            self._choose(row)
        elif line.entry is not None and line.entry.run is not None:
            run = line.entry.run
            self.close()
            run()

    def _explain(self) -> None:
        index = self.list.currentIndex()
        entry = self.found.lines[index.row()].entry if index.isValid() else None
        if entry is not None and entry.explain is not None:
            explain = entry.explain
            self.close()
            explain()

    # ------------------------------------------------------------------------- events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not (watched is self.field and isinstance(event, QKeyEvent)):
            return False
        if event.type() != QEvent.Type.KeyPress:
            return False
        key = Qt.Key(event.key())
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.take(self.list.currentIndex())
        elif key == Qt.Key.Key_F1:
            self._explain()
        elif key in _KEYS_OF_LIST and self.found.lines:
            self._move(key)
        else:
            return False
        return True

    def _move(self, key: Qt.Key) -> None:
        row, is_down = self.list.currentIndex().row(), key in {Qt.Key.Key_Down, Qt.Key.Key_PageDown}
        step = 1 if is_down else -1
        many = key in {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
        for _ in range(8 if many else 1):
            there = self.found.next_row(row, step)
            if many and (there - row) * step < 0:
                break  # not round the end
            row = there
        self._choose(row)
