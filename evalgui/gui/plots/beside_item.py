"""What stands beside a square: numbers, a score as a bar, and sentences, as far as they fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.gui.isolation import apart
from evalgui.gui.look import GRID, LIGHT, NORMAL, SMALL, scaled_font
from evalgui.results.pictured import Sentence, Split, Valued

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.texts import Style, Told
    from evalgui.gui.look import Theme
    from evalgui.results.pictured import Beside, Piece

BESIDE = 2.0 * GRID
"""Pixels between a square and what stands beside it."""

_NARROWEST = 190.0  # pixels, below which nothing stands there
_BAR, _SAMPLE = 16.0, 9.0
_LARGE = 1.35  # times the usual size
_FIT = 0.9  # of the width, that a name and its number may take on one line
_GREY, _GAIN = 0.28, 0.16
_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)


class BesideItem(QGraphicsItem):
    """Pieces one below the other; what has no room any more is left out."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._pieces: tuple[Piece, ...] = ()
        self._room = QRectF()
        self._font, self._theme = QFont(), LIGHT
        self._style: Style | None = None

    def say(self, beside: Beside | None) -> None:
        """Show other pieces; None for nothing."""
        self.prepareGeometryChange()
        self._pieces = () if beside is None else beside.pieces
        self.setVisible(bool(self._pieces))
        self.update()

    @property
    def has_words(self) -> bool:
        """Whether there is anything to stand beside."""
        return bool(self._pieces)

    @property
    def is_shown(self) -> bool:
        """Whether there is room for it."""
        return self.has_words and self._room.width() >= _NARROWEST

    @property
    def words(self) -> list[str]:
        """All that is said, line by line."""
        return [] if self._style is None else [_words(one, self._style) for one in self._pieces]

    def fit(self, room: tuple[float, float, float, float]) -> None:
        """Take a room: left, top, width and height in pixels."""
        if QRectF(*room) != self._room:
            self.prepareGeometryChange()
            self._room = QRectF(*room)

    def dress(self, font: QFont, theme: Theme, style: Style) -> None:
        """Take font, colours, and how words are told."""
        self._font, self._theme, self._style = font, theme, style
        self.update()

    def boundingRect(self) -> QRectF:
        return self._room

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        if not self.is_shown or self._style is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = self._room.top()
        for piece in self._pieces:
            top += self._paint(painter, piece, top)
            if top > self._room.bottom():
                return

    def _paint(self, painter: QPainter, piece: Piece, top: float) -> float:
        """Paint a piece from a height on, if it fits, and return how high it is."""
        match piece:
            case Valued():
                return self._paint_valued(painter, piece, top)
            case Split():
                return self._paint_split(painter, piece, top)
            case Sentence():
                return self._paint_sentence(painter, piece, top)

    def _told(self, words: Told) -> str:
        return "" if self._style is None else words.told(self._style)

    def _pen(self, painter: QPainter, *, is_faint: bool = False) -> None:
        painter.setPen(QColor(self._theme.faint_text if is_faint else self._theme.text))

    def _bold(self, factor: float) -> QFont:
        font = scaled_font(self._font, factor)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _paint_valued(self, painter: QPainter, piece: Valued, top: float) -> float:
        name, value, more = map(self._told, (piece.name, piece.value, piece.more))
        usual = scaled_font(self._font, SMALL)
        strong = self._bold(_LARGE if piece.is_large else SMALL)
        of_name = self._bold(NORMAL) if piece.is_large else usual
        metrics, of_value = QFontMetricsF(usual), QFontMetricsF(strong)
        height, room = of_value.height() + GRID / 2, self._room
        widths = QFontMetricsF(of_name).horizontalAdvance(name), of_value.horizontalAdvance(value)
        of_more = metrics.horizontalAdvance(more) + GRID if more else 0.0
        sample = _SAMPLE + GRID if piece.sample else 0.0
        is_split = sum(widths) + of_more + sample + GRID > room.width()
        whole = height + (metrics.height() if is_split and more else 0.0)
        if top + whole > room.bottom():
            return whole
        base = top + of_value.ascent()
        if piece.sample:
            at = QRectF(room.left(), base - _SAMPLE, _SAMPLE, _SAMPLE)
            self._paint_part(painter, piece.sample, at)
        painter.setFont(of_name)
        self._pen(painter)
        painter.drawText(QPointF(room.left() + sample, base), name)
        painter.setFont(strong)
        right = room.right() - (0.0 if is_split else of_more)
        painter.drawText(QPointF(right - widths[1], base), value)
        if more:
            painter.setFont(usual)
            self._pen(painter, is_faint=True)
            lower = metrics.height() if is_split else 0.0
            at_right = room.right() - metrics.horizontalAdvance(more)
            painter.drawText(QPointF(at_right, base + lower), more)
        return whole

    def _paint_sentence(self, painter: QPainter, piece: Sentence, top: float) -> float:
        room, words = self._room, self._told(piece.words)
        font = scaled_font(self._font, SMALL if piece.is_faint else NORMAL)
        gap = GRID if piece.starts_group else 0.0
        box = QFontMetricsF(font).boundingRect(QRectF(0, 0, room.width(), 1e4), _WRAPPED, words)
        height = box.height() + gap + GRID / 2
        if top + height > room.bottom():
            return height
        if piece.starts_group:
            self._rule(painter, top + gap / 2)
        painter.setFont(font)
        self._pen(painter, is_faint=piece.is_faint)
        at = QRectF(room.left(), top + gap, room.width(), box.height())
        painter.drawText(at, _WRAPPED, words)
        return height

    def _rule(self, painter: QPainter, y: float) -> None:
        painter.setPen(QPen(QColor(self._theme.border), 1.0))
        painter.drawLine(QLineF(self._room.left(), y, self._room.right(), y))

    def _paint_split(self, painter: QPainter, piece: Split, top: float) -> float:
        """Paint the bar: grey and hatched are the score, what is left to the whole is gained."""
        font = scaled_font(self._font, SMALL)
        metrics, room = QFontMetricsF(font), self._room
        line = metrics.height()
        height = 2 * line + _BAR + 1.5 * GRID
        most = max(piece.whole, piece.best + piece.loss)
        if top + height > room.bottom() or not most > 0:
            return height
        y, unit = top + line + 2, room.width() / most
        best, score = piece.best * unit, (piece.best + piece.loss) * unit
        whole = piece.whole * unit
        left = room.left()
        self._paint_part(painter, "gain", QRectF(left, y, whole, _BAR))
        self._paint_part(painter, "best", QRectF(left, y, best, _BAR))
        self._paint_part(painter, "loss", QRectF(left + best, y, score - best, _BAR))
        painter.setPen(QPen(QColor(self._theme.text), 2.0))
        painter.drawLine(QLineF(left + score, y - 2, left + score, y + _BAR + 2))
        painter.setFont(font)
        of_score, of_whole, taken = map(self._told, piece.names)
        self._pen(painter)
        width = metrics.horizontalAdvance(of_score)
        beside = metrics.horizontalAdvance(of_whole)
        right = left + whole
        at = min(max(left + score - width / 2, left), right - beside - GRID - width)
        painter.drawText(QPointF(at, y - 4), of_score)
        self._pen(painter, is_faint=True)
        painter.drawText(QPointF(right - beside, y - 4), of_whole)
        below = y + _BAR + 4
        painter.setPen(QPen(QColor(self._theme.faint_text), 1.0))
        painter.drawPolyline(
            [QPointF(*one) for one in ((left + best, below - 3), (left + best, below))]
            + [QPointF(*one) for one in ((right, below), (right, below - 3))]
        )
        width = metrics.horizontalAdvance(taken)
        at = min(max((left + best + right - width) / 2, left), right - width)
        painter.drawText(QPointF(at, below + metrics.ascent() + 1), taken)
        return height

    def _paint_part(self, painter: QPainter, part: str, at: QRectF) -> None:
        """Fill a part of the bar, or a sample of it, by colour and hatching."""
        theme = self._theme
        edge = {"gain": theme.correct_text, "loss": theme.error_text}.get(part, theme.faint_text)
        fill = QColor(edge)
        fill.setAlphaF({"gain": _GAIN, "best": _GREY, "loss": _GAIN}.get(part, 0.0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(at, fill)
        if part == "loss":
            painter.fillRect(at, QBrush(QColor(edge), Qt.BrushStyle.BDiagPattern))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(edge), 1.0))
        painter.drawRect(at)


def _words(piece: Piece, style: Style) -> str:
    if isinstance(piece, Valued):
        told = (one.told(style) for one in (piece.name, piece.value, piece.more))
        return " ".join(filter(None, told))
    if isinstance(piece, Sentence):
        return piece.words.told(style)
    return ", ".join(one.told(style) for one in piece.names)
