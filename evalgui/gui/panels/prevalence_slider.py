"""A slider for the prevalence: logarithmic where few have it, linear above."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider

from evalgui.gui.look import GRID, LIGHT, SMALL, scaled_font, text
from evalgui.gui.role_box import ScrolledPast

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QMouseEvent, QPaintEvent

    from evalgui.core.intervals.at_prevalence import Share
    from evalgui.gui.look import Theme

_LEAST, _BEND, _MOST = 0.001, 0.1, 0.99
_TICKS = (0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9)
_MARGIN, _RADIUS, _MANY = GRID * 1.5, GRID * 0.8, 10
STOPS: tuple[float, ...] = (
    *(round(n / 10_000, 4) for n in range(10, 100)),
    *(round(n / 1_000, 3) for n in range(10, 100)),
    *(round(n / 100, 2) for n in range(10, 100)),
)
"""Where it rests: shares of two digits, between 0.1 % and 99 %."""
_KEYS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -_MANY,
    Qt.Key.Key_PageUp: _MANY,
    Qt.Key.Key_Home: -len(STOPS),
    Qt.Key.Key_End: len(STOPS),
}


def place_of(share: float) -> float:
    """Return where on the track a share is, from 0 to 1: 10 % in the middle; beyond, the ends.

    Examples
    --------
    >>> [place_of(one) for one in (0.001, 0.01, 0.1, 0.55, 1.0)]
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    if share <= _BEND:
        low = math.log10(max(share, _LEAST) / _LEAST)
        return low / math.log10(_BEND / _LEAST) / 2
    return 0.5 + min(share - _BEND, 1 - _BEND) / (1 - _BEND) / 2


def share_at(place: float) -> float:
    """Return the stop nearest to a place on the track."""
    if place <= 0.5:
        share = _LEAST * (_BEND / _LEAST) ** (2 * max(place, 0.0))
    else:
        share = _BEND + (2 * place - 1) * (1 - _BEND)
    return min(STOPS, key=lambda stop: abs(stop - share))


def stop_from(share: float, n: int) -> float:
    """Return the n-th stop above a share, or below it where n is negative; the last at the end."""
    at = bisect_right(STOPS, share) - 1 if n > 0 else bisect_left(STOPS, share)
    return STOPS[min(max(at + n, 0), len(STOPS) - 1)]


class PrevalenceSlider(ScrolledPast, QSlider):
    """A track with a handle where the prevalence is known, and its interval as a thick piece.

    Screen readers hear whole per cent as its value, and the share itself in its name.
    """

    dragged = Signal(float)
    let_go = Signal()
    dropped = Signal()  # what was dragged is to be as before

    def __init__(self, name: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName(name)
        self.setRange(0, 100)
        self.setPageStep(_MANY)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.share: Share | None = None
        self.limits = (math.nan, math.nan)
        self._shown: tuple[Share | None, float, str] | None = None
        self._theme, self._is_held = LIGHT, False
        self.valueChanged.connect(self._on_value_changed)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def show_share(self, share: Share | None, level: float, told: str) -> None:
        """Show a prevalence, told in words; None shows none."""
        if (share, level, told) == self._shown:
            return
        self.share, self._shown = share, (share, level, told)
        self.limits = (math.nan, math.nan) if share is None else share.limits(level)
        self.blockSignals(True)
        self.setValue(0 if share is None else round(100 * share.value))
        self.blockSignals(False)
        self.setAccessibleName(told)
        self.update()

    def _on_value_changed(self, percent: int) -> None:
        """Go where an assistive technology puts it."""
        self.dragged.emit(min(max(percent / 100, _LEAST), _MOST))
        self.let_go.emit()

    # --------------------------------------------------------------------------- hand

    def x_of(self, share: float) -> float:
        """Return where a share is, in pixels."""
        return _MARGIN + place_of(share) * (self.width() - 2 * _MARGIN)

    def _drag(self, event: QMouseEvent) -> None:
        room = max(self.width() - 2 * _MARGIN, 1.0)
        self.dragged.emit(share_at((event.position().x() - _MARGIN) / room))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._is_held = True
        at = math.nan if self.share is None else self.x_of(self.share.value)
        if not abs(event.position().x() - at) <= _RADIUS:  # on the handle it stays
            self._drag(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._is_held:
            self._drag(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        if self._is_held:
            self._is_held = False
            self.let_go.emit()

    def event(self, event: QEvent) -> bool:
        # While it is held Esc lets go of it, whatever else it means in the window.
        if (
            self._is_held
            and event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        n = _KEYS.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape and self._is_held:
            self._is_held = False
            self.dropped.emit()
        elif n is None:
            event.ignore()
        else:
            shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            start = _BEND if self.share is None else self.share.value
            self.dragged.emit(stop_from(start, n * (_MANY if shifted else 1)))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in _KEYS and not event.isAutoRepeat():
            self.let_go.emit()  # a key that is held is one step

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.let_go.emit()

    # ------------------------------------------------------------------------- picture

    def sizeHint(self) -> QSize:
        return QSize(GRID * 40, round(GRID * 2 + self.fontMetrics().height() * 1.2))

    def minimumSizeHint(self) -> QSize:
        return QSize(GRID * 20, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme, line = QPainter(self), self._theme, GRID * 1.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(
            QPen(QColor(theme.outline), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        )
        painter.drawLine(QPointF(_MARGIN, line), QPointF(self.width() - _MARGIN, line))
        low, high = self.limits
        if low < high:
            painter.setPen(QPen(QColor(theme.chance), 6))
            painter.drawLine(QPointF(self.x_of(low), line), QPointF(self.x_of(high), line))
        painter.setFont(scaled_font(self.font(), SMALL))
        metrics, free = painter.fontMetrics(), -math.inf
        for tick in _TICKS:
            at, words = self.x_of(tick), text.exact_percent(tick)
            painter.setPen(QColor(theme.faint_text))
            painter.drawLine(QPointF(at, line + 5), QPointF(at, line + 8))
            width = metrics.horizontalAdvance(words)
            left = min(max(at - width / 2, 0.0), self.width() - width)
            if left > free:
                painter.drawText(QPointF(left, line + 8 + metrics.ascent()), words)
                free = left + width + GRID
        if self.share is not None:
            colour = self.palette().color(QPalette.ColorRole.Highlight)
            painter.setPen(QPen(colour if self.hasFocus() else QColor(theme.text), 2))
            painter.setBrush(QColor(theme.base))
            painter.drawEllipse(QPointF(self.x_of(self.share.value), line), _RADIUS, _RADIUS)
        elif self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 1))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()
