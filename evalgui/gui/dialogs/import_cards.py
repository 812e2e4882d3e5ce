"""What the import dialog asks: a card for each open question, and the two classes as tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QStyle,
    QStyleOptionFocusRect,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.focus import flatten
from evalgui.gui.look import GRID, LARGE, SMALL, Switch, scaled_font, text
from evalgui.io.meaning import Confidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from PySide6.QtGui import QFont, QMouseEvent, QPaintEvent
    from PySide6.QtWidgets import QLayoutItem

    from evalgui.core.vocabulary import Words
    from evalgui.io.meaning import Reason, Roles
    from evalgui.io.meaning.answers import Answer
    from evalgui.io.proposing.question_context import AnswerOutcome, AskedCells

_LONGEST = 40  # letters of a name on a tile or in a link


def plain_label(name: str = "", *, is_faint: bool = False) -> QLabel:
    """Return a text of several lines, quieter where it is faint."""
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if is_faint:
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


class Flow(QLayout):
    """Widgets one after the other, as words in a line, and on further lines where they end."""

    def __init__(self, parent: QWidget, gap: int = 0) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), is_moving=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, is_moving=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._items]
        widest = max((size.width() for size in sizes), default=0)
        return QSize(widest, max((size.height() for size in sizes), default=0))

    def _place(self, rect: QRect, *, is_moving: bool) -> int:
        """Return the height of all lines; move the widgets there, if that is wanted."""
        left, top, height = rect.left(), rect.top(), 0
        for item in self._items:
            size = item.sizeHint().boundedTo(QSize(rect.width(), 1 << 20))
            if left > rect.left() and left + size.width() > rect.left() + rect.width():
                left, top, height = rect.left(), top + height + self._gap, 0
            if is_moving:
                item.setGeometry(QRect(QPoint(left, top), size))
            left, height = left + size.width() + self._gap, max(height, size.height())
        return top + height - rect.top()


class Sentence(QWidget):
    """What was understood, in one sentence; its parts are links to where they are chosen."""

    requested = Signal(QWidget)  # the field in which a part is chosen

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("import_sentence")
        self._flow = Flow(self)
        self._font = scaled_font(self.font(), LARGE)
        self.links: list[Link] = []

    def show_parts(self, parts: Iterable[tuple[str, QWidget | None]]) -> None:
        """Show words one after the other, those with a widget as links that lead to it."""
        while (item := self._flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.links = []
        spoken = []
        for words, target in parts:
            shown = text.elided(words, _LONGEST) if target is not None else words
            spoken.append(words)
            widget = self._label(shown) if target is None else self._link(shown, words, target)
            self._flow.addWidget(widget)
        self.setAccessibleName("".join(spoken))
        self.updateGeometry()

    def _label(self, words: str) -> QLabel:
        label = QLabel(words, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(self._font)
        return label

    def _link(self, shown: str, words: str, target: QWidget) -> Link:
        link = Link(shown, self._font, self)
        link.setToolTip(
            text.tip(
                tr(
                    "{words}\nChoose another: {name}",
                    words=words,
                    name=target.accessibleName(),
                )
            )
        )
        link.setAccessibleName(f"{target.accessibleName()}: {words}")
        link.setAccessibleDescription(tr("Choose another: {name}", name=target.accessibleName()))
        link.clicked.connect(lambda: self.requested.emit(target))
        self.links.append(link)
        return link


class Link(QAbstractButton):
    """Underlined words that lead to where they are chosen."""

    def __init__(self, words: str, font: QFont, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(words)
        bold = scaled_font(font, 1.0, bold=True)
        bold.setUnderline(True)
        self.setFont(bold)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return self.fontMetrics().size(Qt.TextFlag.TextSingleLine, self.text()) + QSize(0, 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.hasFocus():
            option = QStyleOptionFocusRect()
            option.initFrom(self)
            element = QStyle.PrimitiveElement.PE_FrameFocusRect
            self.style().drawPrimitive(element, option, painter, self)


class _Framed(QWidget):
    """A frame that is seen on every ground, which that of a style is not."""

    is_strong = False

    def paintEvent(self, _event: QPaintEvent) -> None:
        role = QPalette.ColorRole
        painter = QPainter(self)
        colour = self.palette().color(role.Text if self.is_strong else role.Mid)
        painter.setPen(QPen(colour, 1 + self.is_strong))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


class _Card(_Framed):
    """A frame with a bold line at its head."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.title = plain_label()
        self.title.setFont(scaled_font(self.font(), 1.0, bold=True))
        self.why = plain_label(is_faint=True)
        self.why.setFont(scaled_font(self.font(), SMALL))
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(GRID * 2, GRID, GRID * 2, GRID)
        self.column.setSpacing(GRID)
        self.column.addWidget(self.title)


class Tile(_Framed):
    """One of two classes: its name, its rows, and the median of each score in it."""

    def __init__(self, name: str, n_rows: str, medians: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.button = QRadioButton(text.elided(name, _LONGEST).replace("&", "&&"))
        self.button.setFont(scaled_font(self.font(), 1.0, bold=True))
        self.button.setToolTip(text.tip(name))
        told = ", ".join(
            (
                n_rows,
                *(
                    tr("median of {score} {value}", score=score, value=value)
                    for score, value in medians
                ),
            )
        )
        self.button.setAccessibleDescription(told)
        self.button.toggled.connect(self._on_toggled)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, GRID, GRID, GRID)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self.button)
        left.addWidget(_line(n_rows, is_faint=True))
        for score, value in medians:
            right.addWidget(_line(f"{text.elided(score, 20)}  {value}"))
        left.addStretch(1)
        right.addStretch(1)
        layout.addLayout(left, 1)
        layout.addLayout(right)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.button.click()
        event.accept()

    def _on_toggled(self, is_chosen: bool) -> None:  # noqa: FBT001 - Qt's signal
        self.is_strong = is_chosen
        self.update()


def _line(words: str, *, is_faint: bool = False) -> QLabel:
    label = plain_label(is_faint=is_faint)
    label.setWordWrap(False)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    label.setText(words)
    return label


class ClassCard(_Card):
    """Which of two classes is looked for: two tiles."""

    chosen = Signal(str)

    def __init__(self, words: Words) -> None:
        super().__init__("import_classes")
        self._words = words
        self._row = QHBoxLayout()
        self._row.setSpacing(GRID)
        self.column.addLayout(self._row)
        self.column.addWidget(self.why)
        self._group = QButtonGroup(self)
        self.tiles: dict[str, Tile] = {}

    def show_classes(
        self,
        classes: Sequence[tuple[str, str, Sequence[tuple[str, str]]]],
        positive: str | None,
        why: str,
    ) -> None:
        """Show the name, the rows and the medians of two classes, one of them chosen."""
        told = tr("Which of these is {positive}?")
        self.title.setText(self._words(told))
        self.why.setText(why)
        self.why.setVisible(bool(why))
        has_focus = any(tile.button.hasFocus() for tile in self.tiles.values())
        for tile in self.tiles.values():
            self._group.removeButton(tile.button)
            tile.hide()
            tile.deleteLater()
        self.tiles = {name: Tile(name, rows, medians) for name, rows, medians in classes}
        for name, tile in self.tiles.items():
            self._row.addWidget(tile, 1)
            self._group.addButton(tile.button)
            tile.button.setChecked(name == positive)
            tile.button.clicked.connect(lambda _on, name=name: self.chosen.emit(name))
            if has_focus and name == positive:
                tile.button.setFocus()


class QuestionCard(_Card):
    """One question, with its answers as buttons; the proposed one is pressed."""

    answered = Signal(object, object)  # the reason, and the answer
    choose_requested = Signal(object)

    def __init__(
        self,
        reason: Reason,
        answers: Sequence[Answer],
        proposed: object,
        words: Words,
        cells: AskedCells,
    ) -> None:
        super().__init__("import_card")
        self._words = words
        self.title.setText(words.said(cells.question or reason.question))
        told, is_open = words.said(reason.sentence), reason.confidence is Confidence.OPEN
        self.why.setText(f"{told}." if is_open else tr("Proposed: {told}.", told=told))
        if cells.shown:
            self.column.addWidget(_Chips(cells, words))
        self.column.addWidget(self.why)
        row = QWidget()
        flow = Flow(row, GRID)
        self.buttons: list[QAbstractButton] = []
        self._columns = reason.columns
        self._comes_of: dict[Roles, QLabel] = {}
        group, has_others = QButtonGroup(self), False
        for answer in answers:
            button = Switch()
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            _show_words(button, words.said(answer.words))
            is_other = answer.roles != proposed or answer.together is not None
            has_others |= is_other
            button.setChecked(not is_other and not is_open)
            button.clicked.connect(lambda _on, answer=answer: self.answered.emit(reason, answer))
            group.addButton(button)
            is_known = answer.together is None
            flow.addWidget(self._with_outcome(button, answer.roles) if is_known else button)
            self.buttons.append(button)
        if not has_others:
            otherwise = _button(tr("Choose\N{HORIZONTAL ELLIPSIS}"))
            otherwise.clicked.connect(lambda: self.choose_requested.emit(reason))
            flow.addWidget(otherwise)
            self.buttons.append(otherwise)
        self.column.addWidget(row)
        self.column.addStretch(1)
        self.setAccessibleName(words.said(reason.question))
        self.title.setToolTip(text.tip(self.accessibleName()))

    @property
    def answers(self) -> tuple[Roles, ...]:
        """The roles under each answer."""
        return tuple(self._comes_of)

    def _with_outcome(self, button: QAbstractButton, roles: Roles) -> QWidget:
        """Return a button over a quiet line for what comes of it."""
        line = _line("", is_faint=True)
        line.setFont(scaled_font(self.font(), SMALL))
        self._comes_of[roles] = line
        both = QWidget()
        column = QVBoxLayout(both)
        column.setContentsMargins(QMargins())
        column.setSpacing(0)
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(line)
        return both

    def show_outcomes(self, outcomes: Mapping[Roles, AnswerOutcome]) -> None:
        """Say below each button what comes of it, as far as that is known."""
        for (roles, line), button in zip(self._comes_of.items(), self.buttons, strict=False):
            outcome = outcomes.get(roles)
            words = "" if outcome is None else self._words.said(outcome.told(self._columns))
            line.setText(text.elided(words, _LONGEST))
            line.setToolTip(text.tip(words))
            if words:
                button.setAccessibleDescription(f"{button.text()}: {words}")


class _Chips(QWidget):
    """Some cells, each with the row that it is of."""

    def __init__(self, cells: AskedCells, words: Words) -> None:
        super().__init__()
        self.setObjectName("import_cells")
        flow = Flow(self, GRID)
        shown = [(words.said(place), cell) for place, cell in cells.shown]
        for place, cell in shown:
            flow.addWidget(_Chip(text.elided(place, 12), text.elided(cell, 24)))
        if cells.n_more:
            flow.addWidget(
                _line(tr("and {n_more} more", n_more=text.count(cells.n_more)), is_faint=True)
            )
        self.setAccessibleName(", ".join(f"{place}: {cell}" for place, cell in shown))


class _Chip(_Framed):
    """One cell: where it is, and what it holds."""

    def __init__(self, place: str, cell: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        row.addWidget(_line(place, is_faint=True))
        row.addWidget(_line(cell))


class AnsweredLine(QWidget):
    """A question that was answered, in one quiet line that can be taken back."""

    taken_back = Signal()

    def __init__(self, told: str) -> None:
        super().__init__()
        self.setObjectName("import_answered")
        line = plain_label(is_faint=True)
        line.setText(f"\N{CHECK MARK} {told}")
        undo = _button(tr("Undo"))
        flatten(undo)
        undo.setAccessibleName(tr("Undo: {told}", told=told))
        undo.clicked.connect(self.taken_back)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(QMargins())
        layout.addWidget(line, 1)
        layout.addWidget(undo)
        self.undo = undo


def _button(words: str) -> QPushButton:
    button = QPushButton()
    _show_words(button, words)
    button.setAutoDefault(False)  # Enter opens the file, whatever has the focus
    return button


def _show_words(button: QAbstractButton, words: str) -> None:
    button.setText(text.elided(words, _LONGEST).replace("&", "&&"))
    button.setToolTip(text.tip(words))
    button.setAccessibleDescription(words)  # else it would be told as markup
