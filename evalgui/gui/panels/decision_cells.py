"""How the rows of the decision are painted: the number large, its counts and interval below."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from evalgui.gui.isolation import apart
from evalgui.gui.look import (
    GRID,
    LARGE,
    LIGHT,
    NARROWEST,
    NORMAL,
    SMALL,
    Theme,
    icon,
    narrowed,
    scaled_font,
    text,
)
from evalgui.gui.results.interval_cells import Colours, draw_bar, paler

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel, QPoint
    from PySide6.QtGui import QFont, QPainter
    from PySide6.QtWidgets import QListView

    from evalgui.gui.models.decision_model import DecisionModel
    from evalgui.gui.results.intervals import Numbers

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex

_ELIDED = Qt.TextElideMode.ElideRight
_TALL = 9  # pixels: the mark of a value on its bar
_MARGIN = GRID
_USUAL = 0.3456789  # as wide as most values are
_SHORTEST = GRID * 4  # pixels of a bar that can be read


class _Fonts:
    """The fonts of a row and their measures, made once."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self.name = scaled_font(font, NORMAL)
        self.value = scaled_font(font, LARGE, bold=True)
        self.small = scaled_font(font, SMALL)
        self.of_name, self.of_value, self.of_small = (
            QFontMetrics(one) for one in (self.name, self.value, self.small)
        )
        self.usual_value = self.of_value.horizontalAdvance(text.measure(_USUAL))
        self.usual_limits = self.of_small.horizontalAdvance(text.interval(_USUAL, _USUAL))
        self._of_counts: dict[int, int] = {}

    def width_of_counts(self, n: int) -> int:
        """Return how wide two counts of so many rows are at most."""
        if n not in self._of_counts:
            self._of_counts[n] = self.of_small.horizontalAdvance(text.fraction((n, n)))
        return self._of_counts[n]

    def place_of_details(self, width: int, n: int) -> int:
        """Return where counts stand in a row of one line: names have what nothing else needs."""
        others = self.usual_value + self.usual_limits + self.width_of_counts(n) + 3 * GRID
        return max(width * 3 // 10, min(width // 2, width - others))

    def ends_of_bars(self, width: int, n: int, limits: int) -> tuple[int, int]:
        """Return where bars begin and end in a row of two lines: behind counts, before limits."""
        start = max(width * 3 // 10, self.width_of_counts(n) + GRID)
        return start, min(width * 3 // 4, width - max(self.usual_limits, limits) - 2 * GRID)


class DecisionDelegate(QStyledItemDelegate):
    """Paints a number in two lines, or in one where there is little room."""

    pencil_pressed = Signal(QModelIndex)

    def __init__(self, model: DecisionModel, view: QListView) -> None:
        super().__init__(view)
        self._decision = model
        self._fonts = _Fonts(view.font())
        self._theme = LIGHT
        self.is_compact = False
        self.row_height = self.height(compact=False)
        self.has_bars = True
        self._fitting: dict[tuple[tuple[str, ...], int], tuple[str, QFont]] = {}
        self._explains: dict[tuple[int, int, bool], bool] = {}
        model.modelReset.connect(self._forget)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of what is faint, of the bars and of the lines between rows."""
        self._theme = theme

    def take_font(self, font: QFont) -> None:
        """Write in the sizes of another font."""
        self._fonts.font = font
        self._forget()

    def _forget(self) -> None:
        self._fonts = _Fonts(self._fonts.font)  # other decimals need other room
        self._fitting.clear()
        self._explains.clear()

    def height(self, *, compact: bool) -> int:
        """Return how high a row is."""
        fonts = self._fonts
        value = fonts.of_value.height()
        return value + GRID // 2 if compact else value + fonts.of_small.height() + GRID * 3 // 4

    def fit(self, n: int, room: int) -> bool:
        """Let so many rows be seen in some room if they can; return whether they are other ones.

        Rows of one line are as close as their letters allow before one is out of sight; those of
        two lines are half as high again where there is room.
        """
        before = self.is_compact, self.row_height
        self.is_compact = self.height(compact=False) * n > room
        usual, share = self.height(compact=self.is_compact), room // max(1, n)
        if self.is_compact:
            self.row_height = max(self._fonts.of_value.height(), min(usual, share))
        else:
            self.row_height = max(usual, min(usual * 3 // 2, share))
        return before != (self.is_compact, self.row_height)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        return QSize(GRID * 24, self.row_height)

    @apart
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        numbers, area = self._decision.numbers(index), option.rect
        letters = option.palette.color(QPalette.ColorRole.Text)
        faint = QColor(self._theme.faint_text)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, option.palette.highlight())
            letters = faint = option.palette.color(QPalette.ColorRole.HighlightedText)
        elif index.row():
            painter.fillRect(area.x(), area.y(), area.width(), 1, QColor(self._theme.grid))
        above = self._room_above()
        inner = area.adjusted(_MARGIN, 1 + above, -_MARGIN, -above)
        paint = self._paint_line if self.is_compact else self._paint_two_lines
        names = self._names(index, inner.width())
        paint(painter, inner, names, numbers, letters, faint)
        if option.state & QStyle.StateFlag.State_MouseOver and self._decision.wanted(index):
            place, ground = self.pencil_place(area, index), option.palette.base()
            is_chosen = option.state & QStyle.StateFlag.State_Selected
            painter.fillRect(place, option.palette.highlight() if is_chosen else ground)
            icon("pencil", self._theme).paint(painter, place)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(letters, 1, Qt.PenStyle.DashLine))
            painter.drawRect(area.adjusted(1, 1, -2, -2))

    def _room_above(self) -> int:
        """Return what two lines leave above them in their row."""
        usual = self.height(compact=False)
        return 0 if self.is_compact else max(0, self.row_height - usual) // 2

    def pencil_place(self, area: QRect, index: AnyIndex) -> QRect:
        """Return where a row that is pointed at has the pencil: left of its value."""
        value = self._fonts.of_value.horizontalAdvance(self._decision.numbers(index).value)
        side = self._fonts.of_value.ascent()
        above = max(0, area.height() - side) // 2 if self.is_compact else GRID // 4
        top = area.top() + above + self._room_above()
        return QRect(area.right() - _MARGIN - value - GRID - side, top, side, side)

    def is_on_pencil(self, place: QPoint, area: QRect, index: AnyIndex) -> bool:
        """Return whether the pencil of a row, if it has one, is there."""
        has_one = self._decision.wanted(index) is not None
        return has_one and self.pencil_place(area, index).contains(place)

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> bool:
        is_release = event.type() == QEvent.Type.MouseButtonRelease
        if is_release and isinstance(event, QMouseEvent):
            is_left = event.button() == Qt.MouseButton.LeftButton
            if is_left and self.is_on_pencil(event.position().toPoint(), option.rect, index):
                self.pencil_pressed.emit(index)
                return True
        return super().editorEvent(event, model, option, index)

    def _paint_two_lines(  # noqa: PLR0913, PLR0917 - all that a row is
        self,
        painter: QPainter,
        area: QRect,
        name: tuple[str, ...],
        numbers: Numbers,
        letters: QColor,
        faint: QColor,
    ) -> None:
        fonts = self._fonts
        base = area.top() + fonts.of_value.ascent() + 1
        width = self._draw_value(painter, area, base, numbers, letters)
        self._draw_name(painter, area.left(), base, name, area.width() - width - GRID)
        below = base + fonts.of_value.descent() + fonts.of_small.ascent()
        painter.setFont(fonts.small)
        painter.setPen(paler(faint) if numbers.is_outdated else faint)
        limits = fonts.of_small.elidedText(numbers.interval, _ELIDED, area.width() * 3 // 5)
        room = fonts.of_small.horizontalAdvance(limits)
        painter.drawText(area.right() + 1 - room, below, limits)
        painter.setPen(faint)
        painter.drawText(area.left(), below, numbers.detail)
        start, end = fonts.ends_of_bars(area.width(), self._decision.n, room)
        if numbers.is_open:  # ends that are told need more room than counts
            start = max(start, fonts.of_small.horizontalAdvance(numbers.detail) + GRID)
        if numbers.bar is not None and self.has_bars and end - start >= _SHORTEST:
            place = QRect(area.left() + start, 0, end - start, _TALL)
            place.moveTop(below - fonts.of_small.ascent() // 2 - _TALL // 2)
            self._draw_bar(painter, place, numbers)

    def _paint_line(  # noqa: PLR0913, PLR0917 - all that a row is
        self,
        painter: QPainter,
        area: QRect,
        name: tuple[str, ...],
        numbers: Numbers,
        letters: QColor,
        faint: QColor,
    ) -> None:
        fonts = self._fonts
        base = area.top() + (area.height() + fonts.of_value.ascent()) // 2 - 2
        width = self._draw_value(painter, area, base, numbers, letters)
        value = max(fonts.usual_value, width) + GRID
        small = fonts.of_small
        limits = small.elidedText(numbers.interval, _ELIDED, area.width() * 2 // 5)
        left = area.right() - value - small.horizontalAdvance(limits)
        details = area.left() + fonts.place_of_details(area.width(), self._decision.n)
        if numbers.is_open:
            details = min(details, left - small.horizontalAdvance(numbers.detail) - 2 * GRID)
        painter.setFont(fonts.small)
        painter.setPen(paler(faint) if numbers.is_outdated else faint)
        painter.drawText(left, base, limits)
        painter.setPen(faint)
        has_detail = details + small.horizontalAdvance(numbers.detail) + GRID < left
        if has_detail:
            painter.drawText(details, base, numbers.detail)
        painter.setPen(letters)
        room = (details if has_detail and numbers.detail else left) - area.left() - GRID
        self._draw_name(painter, area.left(), base, name, room)

    def _names(self, index: AnyIndex, width: int) -> tuple[str, ...]:
        """Return what a row may be called: abbreviations are explained in all rows, or in none."""
        decision = self._decision
        key = width, decision.n, self.is_compact
        if key not in self._explains:
            self._explains[key] = self._can_explain(*key)
        names = decision.name(index), decision.short_name(index)
        return (decision.full_name(index), *names) if self._explains[key] else names

    def _can_explain(self, width: int, n: int, is_compact: bool) -> bool:  # noqa: FBT001 - a key
        fonts, decision = self._fonts, self._decision
        room = fonts.place_of_details(width, n) if is_compact else width - fonts.usual_value
        full = (decision.full_name(decision.index(row)) for row in range(decision.rowCount()))
        widest = max(map(fonts.of_name.horizontalAdvance, full))
        return widest * (NARROWEST + 2) // 100 <= room - GRID  # widths are rounded

    def fitting(self, names: tuple[str, ...], room: int) -> tuple[str, QFont]:
        """Return the first name that has room and its font, else as much of the last one."""
        key = names, room
        if key not in self._fitting:
            self._fitting[key] = self._fit_name(names, room)
        return self._fitting[key]

    def _fit_name(self, names: tuple[str, ...], room: int) -> tuple[str, QFont]:
        for name in names:
            font = narrowed(self._fonts.name, name, room)
            if QFontMetrics(font).horizontalAdvance(name) <= room:
                return name, font
        return self._fonts.of_name.elidedText(names[-1], _ELIDED, room), self._fonts.name

    def _draw_name(
        self, painter: QPainter, left: int, base: int, names: tuple[str, ...], room: int
    ) -> None:
        name, font = self.fitting(names, room)
        painter.setFont(font)
        painter.drawText(left, base, name)

    def _draw_value(
        self, painter: QPainter, area: QRect, base: int, numbers: Numbers, letters: QColor
    ) -> int:
        """Draw the number at the right, and return how wide it is."""
        width = self._fonts.of_value.horizontalAdvance(numbers.value)
        painter.setFont(self._fonts.value)
        painter.setPen(letters)
        painter.drawText(QPointF(area.right() + 1 - width, base), numbers.value)
        return width

    def _draw_bar(self, painter: QPainter, area: QRect, numbers: Numbers) -> None:
        if numbers.bar is None:
            return
        accent = QColor(self._theme.accent)
        light = QColor(accent)
        light.setAlphaF(0.5)
        colours = Colours(light, accent, QColor(self._theme.grid))
        colours = colours.outdated() if numbers.is_outdated else colours
        draw_bar(painter, area, numbers.bar, colours, _TALL)
