"""A plot in a figure: drawn anew for its size, with its name above and its numbers below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QFontMetricsF

from evalgui.gui.figures.captioned import GAP, LEAST, captioned
from evalgui.gui.look import GRID, SMALL, scaled_font
from evalgui.gui.plots.fresh import fresh, lay_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from evalgui.gui.figures.captioned import Words
    from evalgui.gui.figures.sheet import Block, Column, Dress
    from evalgui.gui.plots.plot import Plot
    from evalgui.gui.plots.toolkit import Entry

FIGURE_SPACE = "\N{FIGURE SPACE}"  # keeps numbers that change in their places
_SAMPLE = 24.0  # units: the length of a line beside its name
_MOST_HANGING = 2 * GRID  # units that the text of an outer tick is wider than its axis


class CanvasBlock:
    """The axes of a plot and all within, of a plot that was made for this figure alone."""

    def __init__(self, plot: Plot) -> None:
        self._plot = plot

    def paint(self, painter: QPainter, place: QPointF) -> None:
        """Paint the scene of the plot; texts of outer ticks may hang over its edge."""
        canvas, over = self._plot.canvas, _MOST_HANGING
        scene = canvas.scene()
        scene.prepareForPaint()
        seen = QRectF(canvas.rect()).adjusted(-over, -over, over, over)
        painter.save()
        scene.render(painter, seen.translated(place), seen)
        painter.restore()

    def end(self) -> None:
        """Let Qt end the plot."""
        self._plot.deleteLater()


class LegendBlock:
    """Names beside samples of their lines, for a plot that has no free place for them."""

    def __init__(self, entries: Sequence[Entry], dress: Dress, width: float) -> None:
        self._font = scaled_font(dress.font, SMALL)
        self._colour = dress.theme.text
        self._placed: list[tuple[QPointF, Entry]] = []
        metrics = QFontMetricsF(self._font)
        line = self._line = metrics.height()
        self._ascent = metrics.ascent()
        self.height = GAP
        self.is_whole = True
        x = 0.0
        for entry in entries:
            own = metrics.horizontalAdvance(entry.name) + _SAMPLE + 2 * GRID
            self.is_whole = self.is_whole and own <= width
            if x + own > width:
                x = 0.0
            if not x:
                self.height += line
            self._placed.append((QPointF(x + GAP, self.height - line), entry))
            x += own

    def paint(self, painter: QPainter, place: QPointF) -> None:
        """Paint the entries, row by row."""
        for at, entry in self._placed:
            self._paint_entry(painter, entry, place + at)

    def _paint_entry(self, painter: QPainter, entry: Entry, place: QPointF) -> None:
        middle = place + QPointF(0, self._line / 2)
        painter.setPen(entry.pen)
        if entry.brush is None:
            painter.drawLine(middle, middle + QPointF(_SAMPLE, 0))
        else:
            painter.fillRect(QRectF(place.x(), place.y() + 3, _SAMPLE, self._line - 6), entry.brush)
        painter.setFont(self._font)
        painter.setPen(QColor(self._colour))
        painter.drawText(place + QPointF(_SAMPLE + GRID, self._ascent), entry.name)

    def end(self) -> None:
        """Give nothing back: it holds nothing."""


def plot_column(plot: Plot, dress: Dress, size: QSizeF) -> Column:
    """Lay a plot out: its title, itself, and what holds at the operating point."""

    def draw(room: QSizeF, left_out: list[str], /) -> list[tuple[Block, QSizeF]]:
        return _drawn(plot, dress, room, left_out)

    return captioned(plot.title, _captions(plot, dress), dress, size, draw)


def _captions(plot: Plot, dress: Dress) -> tuple[Words, ...]:
    """Return what the header says of the curve and the operating point: with intervals, without."""
    header, colours = plot.header, (dress.theme.text, dress.theme.accent)
    long, short = (
        tuple(words.replace(FIGURE_SPACE, "") for words in told)
        for told in (header.with_intervals, (header.summary, header.read_out))
    )
    if dress.is_part:
        return (((long[0], colours[0]),), ((short[0], colours[0]),)) if long[0] else ()
    if not any(long):
        return ()
    told = (long,) if long == short else (long, short)
    return tuple(tuple(zip(texts, colours, strict=True)) for texts in told)


def _drawn(
    plot: Plot, dress: Dress, room: QSizeF, left_out: list[str]
) -> list[tuple[Block, QSizeF]]:
    """Draw a plot for its room; its legend stands below it where no place within is free."""
    size = QSize(int(room.width()), int(room.height()))
    drawn = fresh(plot, dress.theme, size, dress.font, has_names=dress.has_legend)
    legend = None
    if not drawn.names.place():
        lines = [entry for entry in drawn.legend.entries if entry.is_line or entry.is_sample]
        legend = LegendBlock(lines, dress, room.width())
        lower = room.height() - legend.height
        if legend.is_whole and lower >= max(room.height() / 2, LEAST):
            lower_size = QSize(size.width(), int(lower))
            lay_out(drawn, lower_size, plot.viewport, has_names=dress.has_legend)
        else:
            legend = None
            left_out.append("the legend")
    parts: list[tuple[Block, QSizeF]] = [(CanvasBlock(drawn), QSizeF(drawn.canvas.size()))]
    if legend is not None:
        parts.append((legend, QSizeF(room.width(), legend.height)))
    return parts
