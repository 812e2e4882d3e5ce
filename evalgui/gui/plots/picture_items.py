"""What a plot draws of the layers of a picture, in pixels of a viewport."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.gui.isolation import apart
from evalgui.gui.look import LIGHT, SMALL, scaled_font, text
from evalgui.gui.plots.class_pens import bars_look, beside_pen
from evalgui.gui.plots.lines import NOWHERE, Line, LinesItem
from evalgui.gui.plots.uncertainty_marks import BandArea
from evalgui.results import picture as pictures
from evalgui.results.geometry import shades

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.lines import Drawn
    from evalgui.results.geometry import Box, Points

RIBBON, RIBBON_GAP = 7.0, 3.0
"""Pixels of height of a strip below the axis, and above it."""

_WIDTH, _THIN = 2.0, 1.25
_BAND_OPACITY, _REGION_OPACITY = 0.16, 0.10
MARK = 5.0
"""Pixels: the radius of the operating point."""

_SMALL_MARK, _SMALL_DOT = 3.5, 1.8
_DOT = 5.0  # the diameter of one of many
_TILE_GAP, _SMALL_TILE, _LEAST_WORDS, _SAMPLE = 1.5, 12.0, 16.0, 16.0  # pixels
_OPAQUE = 0.85  # the ground of a sentence
_SENTENCE_SHARE = 0.55  # of the width
_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap)


def pen_of(look: int, theme: Theme, *, is_main: bool = True) -> QPen:
    """Return the pen of a line: the first has the colour of curves, others dashes of their own."""
    width = _WIDTH if is_main else _THIN
    if look > 0:
        return beside_pen(look - 1, theme, width)
    is_of_threshold = look == pictures.OF_THRESHOLD
    pen = QPen(QColor(theme.accent if is_of_threshold else theme.curve), width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def reference_pen(theme: Theme) -> QPen:
    """Return the pen of what lines are compared with."""
    pen = QPen(QColor(theme.chance), 1.2)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([4.0, 4.0])
    return pen


def area_look(layer: pictures.Band | pictures.Region, theme: Theme) -> tuple[QPen, QBrush]:
    """Return the pen and the brush of what is filled."""
    if isinstance(layer, pictures.Band) and layer.is_bars:
        return bars_look(theme, layer.look)
    is_band = isinstance(layer, pictures.Band)
    fill = pen_of(layer.look, theme).color()
    fill.setAlphaF(_BAND_OPACITY if is_band else _REGION_OPACITY)
    return QPen(Qt.PenStyle.NoPen), QBrush(fill)


def drawn(  # noqa: C901 - as many as there are layers
    layers: Sequence[pictures.Layer],
    seen: Viewport,
    scales: tuple[AxisScale, AxisScale],
    theme: Theme,
    font: QFont,
) -> list[Drawn]:
    """Return what is drawn of layers, from the back to the front; of strips nothing.

    Parameters
    ----------
    layers
        Of a picture.
    seen
        What is seen, on the pixels of the screen.
    scales
        Where values of both axes stand.
    theme, font
        The colours, and what is written in.
    """
    found = _tiles(layers, theme, font)
    lines: list[Drawn] = []
    marks: list[Drawn] = []
    for layer in layers:
        match layer:
            case pictures.Region():
                found.append(_area(layer, scales, theme, font))
            case pictures.Band():
                pen, brush = area_look(layer, theme)
                x, lower, upper = layer.edges(seen)
                found.append(BandArea(x, lower, upper, brush.color()))
                if layer.is_bars:
                    found += [Line((x, lower), pen), Line((x, upper), pen)]
            case pictures.Reference():
                found.append(Line(layer.vertices(seen), reference_pen(theme)))
            case pictures.Line():
                pen, line_brush = pen_of(layer.look, theme, is_main=layer.is_main), None
                if layer.is_filled:
                    pen, line_brush = bars_look(theme, layer.look)
                lines.insert(0, Line(layer.vertices(seen), pen, line_brush))
            case pictures.Level():
                pen = QPen(QColor(theme.accent if layer.is_main else theme.faint_text), _THIN)
                marks.append(Upright(scales[0].place(layer.x), pen))
            case pictures.Mark():
                marks.append(_spots(layer, scales, theme))
            case pictures.Estimates():
                marks.append(Dotted(layer, theme))
            case pictures.Notes():
                marks.append(Written(layer.notes, theme, font))
            case _:  # strips lie elsewhere, and rows by class have a plot of their own
                pass
    return [*found, *_clouds(layers, scales, theme), *lines, *marks]


def _tiles(layers: Sequence[pictures.Layer], theme: Theme, font: QFont) -> list[Drawn]:
    return [TileMatrix(one, theme, font) for one in layers if isinstance(one, pictures.Tiles)]


def _clouds(
    layers: Sequence[pictures.Layer], scales: tuple[AxisScale, AxisScale], theme: Theme
) -> list[Drawn]:
    return [
        Cloud(
            scales[0].to_view(one.x),
            scales[1].to_view(one.y),
            QColor(theme.text if one.is_main else theme.faint_text),
        )
        for one in layers
        if isinstance(one, pictures.Dots)
    ]


def _area(
    layer: pictures.Region, scales: tuple[AxisScale, AxisScale], theme: Theme, font: QFont
) -> Area:
    ends = zip(scales, (layer.x, layer.y), strict=True)
    sides = [tuple(map(scale.place, pair)) for scale, pair in ends]
    words = CornerWords(layer.corner, font, QColor(theme.text))
    return Area(sides[0], sides[1], area_look(layer, theme)[1].color(), words)


def _spots(layer: pictures.Mark, scales: tuple[AxisScale, AxisScale], theme: Theme) -> Spots:
    places = [
        (scales[0].place(layer.x), scales[1].place(y))
        for y in layer.ys
        if not math.isnan(layer.x + y)
    ]
    return Spots(tuple(places), theme, layer.is_main)


def tile_brush(shade: float, theme: Theme) -> QBrush:
    """Return what a tile is filled with: green below the target, red above, hatched for NaN."""
    if math.isnan(shade):
        return QBrush(QColor(theme.border), Qt.BrushStyle.BDiagPattern)
    ground, full = QColor(theme.base), QColor(theme.error_fill if shade > 0 else theme.correct_fill)
    share = abs(shade)
    pairs = (
        (ground.redF(), full.redF()),
        (ground.greenF(), full.greenF()),
        (ground.blueF(), full.blueF()),
    )
    red, green, blue = (a + (b - a) * share for a, b in pairs)
    return QBrush(QColor.fromRgbF(red, green, blue))


@dataclass(frozen=True, slots=True, eq=False)
class TileMatrix:
    """Tiles, with what is written on them where they have room."""

    tiles: pictures.Tiles
    theme: Theme
    font: QFont

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Draw those in view."""
        del is_figure
        tiles, theme, seen = self.tiles, self.theme, viewport
        n_rows = len(tiles.rows_of)
        metrics = QFontMetricsF(self.font)
        painter.setFont(self.font)
        width = float(seen.x_pixels(1.0) - seen.x_pixels(0.0))
        height = float(seen.y_pixels(0.0) - seen.y_pixels(1.0))
        room = int(min(height - 2 * _TILE_GAP, 60.0) // metrics.height())
        gap = _TILE_GAP if min(width, height) > _SMALL_TILE else 0.0
        for row, column in tiles.every():
            corner = seen.pixels(float(column), float(n_rows - row))
            box = QRectF(*corner, width, height).adjusted(gap, gap, -gap, -gap)
            if not box.intersects(QRectF(0, 0, seen.width, seen.height)):
                continue
            is_open = bool(tiles.is_open[row, column])
            shade = math.nan if is_open else float(tiles.shades[row, column])
            painter.fillRect(box, tile_brush(shade, theme))
            if gap:
                is_own = bool(tiles.is_own[row, column])
                edge = QPen(QColor(theme.text if is_own else theme.grid), 1.5 if is_own else 1.0)
                painter.setPen(edge)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(box)
            if room and width > _LEAST_WORDS:
                lines = tiles.lines(row, column)[:room]
                self._write(painter, metrics, box, lines, is_open=is_open)

    def _write(
        self,
        painter: QPainter,
        metrics: QFontMetricsF,
        box: QRectF,
        lines: Sequence[str],
        *,
        is_open: bool,
    ) -> None:
        """Write the lines that fit, in the middle; where the first one does not, none."""
        shown = [one for one in lines if metrics.horizontalAdvance(one) <= box.width() - 2]
        if not shown or shown[0] != lines[0]:
            return
        painter.setPen(QColor(self.theme.faint_text if is_open else self.theme.text))
        top = box.center().y() - metrics.height() * len(shown) / 2
        for number, words in enumerate(shown):
            painter.setFont(self.font)
            at = QRectF(box.left(), top + number * metrics.height(), box.width(), metrics.height())
            if not number and not is_open:
                bold = QFont(self.font)
                bold.setBold(True)
                painter.setFont(bold)
            painter.drawText(at, Qt.AlignmentFlag.AlignCenter, words)


class TileKey(QGraphicsItem):
    """What the shades of tiles mean, in a line below them."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.samples: tuple[tuple[float, str], ...] = ()
        self._viewport, self._theme, self._font = NOWHERE, LIGHT, QFont()

    def show_samples(
        self,
        samples: tuple[tuple[float, str], ...],
        viewport: Viewport,
        theme: Theme,
        font: QFont,
    ) -> None:
        """Show some samples, none for none."""
        known = self.samples, self._viewport, self._theme, self._font
        if known != (samples, viewport, theme, font):
            self.prepareGeometryChange()
            self.samples, self._viewport, self._theme, self._font = samples, viewport, theme, font
            self.update()

    @property
    def height(self) -> float:
        """How high it is, in pixels."""
        return QFontMetricsF(self._font).height() + RIBBON_GAP if self.samples else 0.0

    def boundingRect(self) -> QRectF:
        return QRectF(0, self._viewport.height + RIBBON_GAP, self._viewport.width, self.height)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        metrics, theme = QFontMetricsF(self._font), self._theme
        painter.setFont(self._font)
        x, top = 0.5, self._viewport.height + 2 * RIBBON_GAP
        for shade, words in self.samples:
            sample = QRectF(x, top, _SAMPLE, metrics.ascent() - 1)
            painter.fillRect(sample, tile_brush(shade, theme))
            painter.setPen(QPen(QColor(theme.border), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(sample)
            x += _SAMPLE + 4
            room = self._viewport.width - x
            if room < _SAMPLE:
                return
            told = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            painter.setPen(QColor(theme.faint_text))
            painter.drawText(QPointF(x, top + metrics.ascent() - 2), told)
            x += metrics.horizontalAdvance(told) + 10


class CornerWords(NamedTuple):
    """What is written in an area, in the corner of the plot that it reaches to."""

    lines: tuple[str, ...]
    font: QFont
    colour: QColor


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle between two places of each axis, in coordinates of the view."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    colour: QColor
    words: CornerWords

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Fill what of it is in view."""
        del is_figure
        ends = [*self.x, *self.y]
        if any(map(math.isnan, ends)):
            return
        left, right = (min(max(viewport.x_pixels(x), 0.0), viewport.width) for x in self.x)
        bottom, top = (min(max(viewport.y_pixels(y), 0.0), viewport.height) for y in self.y)
        if right > left:
            painter.fillRect(QRectF(left, top, right - left, bottom - top), self.colour)
            if self.words.lines:
                is_left, is_top = left <= 0, top <= 0
                aligned = Qt.AlignmentFlag.AlignLeft if is_left else Qt.AlignmentFlag.AlignRight
                aligned |= Qt.AlignmentFlag.AlignTop if is_top else Qt.AlignmentFlag.AlignBottom
                painter.setFont(self.words.font)
                painter.setPen(self.words.colour)
                room = QRectF(0, 0, viewport.width, viewport.height).adjusted(4, 2, -4, -2)
                width, measure = room.width() / 2, QFontMetricsF(self.words.font).horizontalAdvance
                lines = [one for one in self.words.lines if measure(one) < width]
                painter.drawText(room, int(aligned), "\n".join(lines))


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Many small dots at places of the view."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    colour: QColor

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Draw those in view."""
        del is_figure
        x, y = viewport.x_pixels(self.x), viewport.y_pixels(self.y)
        seen = (x >= 0) & (x <= viewport.width) & (y >= 0) & (y <= viewport.height)
        pen = QPen(self.colour, _DOT)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        for at in zip(x[seen].tolist(), y[seen].tolist(), strict=True):
            painter.drawPoint(QPointF(*at))


@dataclass(frozen=True, slots=True)
class Upright:
    """A line across the plot at a place of the x axis, in coordinates of the view."""

    x: float
    pen: QPen

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Draw it where it is in view."""
        del is_figure
        x = viewport.x_pixels(self.x)
        if 0 <= x <= viewport.width:
            painter.setPen(self.pen)
            painter.drawLine(QLineF(x, 0, x, viewport.height))


@dataclass(frozen=True, slots=True)
class Spots:
    """Round marks at places of the view."""

    places: tuple[tuple[float, float], ...]
    theme: Theme
    is_main: bool

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Draw those in view."""
        del is_figure
        theme = self.theme
        fill, edge = (theme.accent, theme.base) if self.is_main else (theme.base, theme.text)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(fill))
        painter.setPen(QPen(QColor(edge), 1.5))
        radius = MARK if self.is_main else _SMALL_MARK
        for place in self.places:
            at = viewport.pixels(*place)
            if viewport.has(*at):
                painter.drawEllipse(QPointF(*at), radius, radius)


def _colour(tone: pictures.Tone, theme: Theme) -> QColor:
    return QColor(
        {
            pictures.Tone.INK: theme.text,
            pictures.Tone.FAINT: theme.faint_text,
            pictures.Tone.WRONG: theme.error_text,
            pictures.Tone.POSITIVE: theme.positive,
            pictures.Tone.NEGATIVE: theme.negative,
        }[tone]
    )


@dataclass(frozen=True, slots=True, eq=False)
class Dotted:
    """Dots with their intervals."""

    dots: pictures.Estimates
    theme: Theme

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Draw those in view."""
        del is_figure
        dots, colour = self.dots, _colour(self.dots.tone, self.theme)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        x, y = viewport.x_pixels(dots.x), viewport.y_pixels(dots.y)
        ends = () if dots.limits is None else [viewport.x_pixels(one) for one in dots.limits]
        painter.setPen(QPen(colour, _THIN))
        for low, high, at in zip(*ends, y, strict=True) if ends else ():
            if 0 <= at <= viewport.height and not math.isnan(low + high):
                painter.drawLine(QLineF(low, at, high, at))
        painter.setPen(QPen(colour, _THIN) if dots.is_hollow else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(QColor(self.theme.base) if dots.is_hollow else colour)
        radius = _SMALL_DOT if dots.is_small else _SMALL_MARK
        for place in zip(x.tolist(), y.tolist(), strict=True):
            if viewport.has(*place):
                painter.drawEllipse(QPointF(*place), radius, radius)


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """Words at places of the view, as many as have room."""

    notes: tuple[pictures.Note, ...]
    theme: Theme
    font: QFont

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Write those in view."""
        del is_figure
        bold = QFont(self.font)
        bold.setBold(True)
        fonts = {False: self.font, True: bold}
        metrics = {one: QFontMetricsF(font) for one, font in fonts.items()}
        sides = {-1: Qt.AlignmentFlag.AlignLeft, 0: Qt.AlignmentFlag.AlignHCenter}
        for note in self.notes:
            left, right, top, bottom = note.box(viewport)
            if bottom < 0 or top > viewport.height:
                continue
            font = metrics[note.is_bold]
            painter.setFont(fonts[note.is_bold])
            painter.setPen(_colour(note.tone, self.theme))
            room = QRectF(left, top, right - left, bottom - top)
            if note.is_wrapped and font.height() <= room.height():
                painter.drawText(room, _WRAPPED, " ".join(note.lines[0]))
            if note.is_wrapped:
                continue
            lines = note.fitting(viewport, font.horizontalAdvance, font.height())
            first = room.center().y() - len(lines) * font.height() / 2
            side = sides.get(note.align, Qt.AlignmentFlag.AlignRight)
            for number, words in enumerate(lines):
                at = QRectF(left, first + number * font.height(), room.width(), font.height())
                cut = font.elidedText(words, Qt.TextElideMode.ElideRight, room.width() + 0.5)
                painter.drawText(at, int(side | Qt.AlignmentFlag.AlignVCenter), cut)


class MovingItem(LinesItem):
    """What moves with the threshold: painted anew in each frame, since none is as it was."""

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._viewport.width, self._viewport.height)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        if not self.lines:
            return
        painter.save()
        if not self.is_figure:
            painter.setClipRect(QRectF(0, 0, self._viewport.width, self._viewport.height))
        self._paint_lines(painter)
        painter.restore()


class Ribbons(QGraphicsItem):
    """The strips below the axis: values between 0 and 1 along it, the darker the higher."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.shown: tuple[Points, ...] = ()  # x in pixels, and the value there
        self._viewport = NOWHERE
        self._edge, self._colours = QColor(), list[QColor]()

    def show_strips(
        self, strips: Sequence[pictures.Strip], viewport: Viewport, theme: Theme
    ) -> None:
        """Show some strips."""
        self.prepareGeometryChange()
        found = [strip.vertices(viewport) for strip in strips]
        self.shown = tuple((viewport.x_pixels(x), value) for x, value in found)
        self._colours = [pen_of(strip.look, theme).color() for strip in strips]
        self._viewport = viewport
        self._edge = QColor(theme.border)
        self.update()

    def boundingRect(self) -> QRectF:
        height = len(self.shown) * (RIBBON + RIBBON_GAP)
        return QRectF(0, self._viewport.height, self._viewport.width, height)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        top, width = self._viewport.height + RIBBON_GAP, self._viewport.width
        for (x, value), of_strip in zip(self.shown, self._colours, strict=True):
            for begin, end, shade in shades(x.clip(0.0, width), value):
                colour = QColor(of_strip)
                colour.setAlphaF(shade)
                painter.fillRect(QRectF(begin, top, end - begin, RIBBON), colour)
            painter.setPen(QPen(self._edge, 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(0.5, top, width - 1, RIBBON))
            top += RIBBON + RIBBON_GAP


class Sentence(QGraphicsItem):
    """A sentence where it hides no line, in as many lines as it takes."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(25)  # the line of the threshold goes over it
        self.words = ""
        self.width = 0.0  # of the plot
        self.share = _SENTENCE_SHARE  # of that
        self._at: tuple[float, float] | None = None
        self._size = (0.0, 0.0)
        self._font, self._colour, self._ground = QFont(), QColor(), QColor()

    def dress(self, font: QFont, theme: Theme) -> None:
        """Set font and colours."""
        self._font, self._colour, self._ground = font, QColor(theme.text), QColor(theme.base)
        self._ground.setAlphaF(_OPAQUE)
        self._measure()

    def say(self, words: str, width: float) -> None:
        """Say something in a plot so wide, "" for nothing."""
        if (words, width) != (self.words, self.width):
            self.words, self.width = words, width
            self._measure()

    @property
    def size(self) -> tuple[float, float]:
        """The room that it takes, in pixels; none where nothing is said."""
        return self._size if self.words else (0.0, 0.0)

    @property
    def box(self) -> Box | None:
        """Where it stands, in pixels; None where nothing does."""
        at, (width, height) = self._at, self.size
        return None if at is None or not height else (*at, at[0] + width, at[1] + height)

    def put(self, at: tuple[float, float] | None) -> None:
        """Stand at a place, or nowhere."""
        if at != self._at:
            self.prepareGeometryChange()
            self._at = at
            self.update()

    def _measure(self) -> None:
        self.prepareGeometryChange()
        most = QRectF(0, 0, max(self.width * self.share, 1.0), 1e4)
        bounds = QFontMetricsF(self._font).boundingRect(most, _WRAPPED, self.words)
        self._size = most.width(), bounds.height()
        self.update()

    @property
    def _room(self) -> QRectF:
        left, top, right, bottom = self.box or (0.0, 0.0, 0.0, 0.0)
        return QRectF(left, top, right - left, bottom - top)

    def boundingRect(self) -> QRectF:
        return self._room.adjusted(-2, -2, 2, 2)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        if self.box is not None:
            painter.setFont(self._font)
            painter.fillRect(self._room.adjusted(-2, -1, 2, 1), self._ground)
            painter.setPen(self._colour)
            painter.drawText(self._room, _WRAPPED, self.words)


_IN_THE_MIDDLE = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
_LEAST_MARGIN = 4.0  # pixels beside words that would have no room otherwise


def _begun(words: list[str]) -> str:
    """Return the beginning of what has no room as a whole."""
    return " ".join(words).rstrip(".,:;\n") + "\N{HORIZONTAL ELLIPSIS}"


class InItsPlace(QGraphicsItem):
    """Words in the place of a picture: those that have room, and all where the mouse rests."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.words = self.shown = ""
        self._room, self._inner, self._spare = QRectF(), QRectF(), 0.0
        self._usual = self._font = QFont()
        self._colour, self._ground = QColor(), QColor()
        self.hide()

    def say(self, words: str) -> None:
        """Say something, "" for nothing."""
        self.words = words
        self.setVisible(bool(words))
        self._settle()

    def fit(self, viewport: Viewport, font: QFont, theme: Theme, spare: float = 0.0) -> None:
        """Fit into another view, and leave so many pixels below the words."""
        self.prepareGeometryChange()
        self._spare = spare
        self._room = QRectF(0, 0, viewport.width, viewport.height)
        self._usual, self._colour = font, QColor(theme.text)
        self._ground = QColor(theme.base)
        self._settle()

    def _settle(self) -> None:
        """Find what has room: with narrower margins, in smaller letters, or else less of it."""
        words, usual = self.words.split(" "), min(self._room.width() / 8, 40.0)
        least, small = min(usual, _LEAST_MARGIN), scaled_font(self._usual, SMALL)
        for font, margin in ((self._usual, usual), (self._usual, least), (small, least)):
            self._font = font
            self._inner = self._room.adjusted(margin, 4, -margin, -4 - self._spare)
            if has_room := self._has_room(self.words):
                break
        begun = [] if has_room else [_begun(words[:n]) for n in range(1, len(words) + 1)]
        n = bisect_left(begun, True, key=lambda one: not self._has_room(one))
        self.shown = self.words if has_room else begun[max(n - 1, 0)]
        self.setToolTip("" if has_room else text.tip(self.words))
        self.update()

    def _has_room(self, words: str) -> bool:
        told = self._told(words)
        return told.height() <= self._inner.height() and told.width() <= self._inner.width()

    def _told(self, words: str) -> QRectF:
        return QFontMetricsF(self._font).boundingRect(self._inner, _IN_THE_MIDDLE, words)

    def boundingRect(self) -> QRectF:
        return self._room

    def foot(self) -> QPointF:
        """Return where the words end, in the middle, in coordinates of the scene."""
        told = self._told(self.shown)
        return self.mapToScene(QPointF(self._room.center().x(), told.bottom()))

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        painter.setFont(self._font)
        painter.fillRect(self._room.adjusted(1, 1, -1, -1), self._ground)
        painter.setPen(self._colour)
        painter.drawText(self._inner, _IN_THE_MIDDLE, self.shown)
