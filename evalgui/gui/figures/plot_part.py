"""A plot in a figure: laid out anew for its room, with its name above and its numbers below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QFontMetricsF

from evalgui.core.languages import tr
from evalgui.core.snapshot import EMPTY
from evalgui.gui.figures.svg_part import GAP, LEAST, SvgPart, captioned, painted, units_of
from evalgui.gui.look import GRID, SMALL, scaled_font
from evalgui.render.svg_shapes import place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QPainter

    from evalgui.core.curves.scales import Viewport
    from evalgui.gui.figures.svg_part import FigureStyle, Paragraphs
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.legend import Entry
    from evalgui.gui.plots.plot import Plot

FIGURE_SPACE = "\N{FIGURE SPACE}"  # keeps numbers that change in their places
_SAMPLE = 24.0  # units: the length of a line beside its name
_MOST_HANGING = 2 * GRID  # units that the text of an outer tick is wider than its axis
_SMALLEST = QSize(320, 200)  # a hidden plot may never have been given a size


def plot_part(plot: Plot, style: FigureStyle, size: tuple[float, float]) -> SvgPart:
    """Draw a plot: its title, itself, and what holds at the operating point."""

    def draw(width: float, height: float) -> list[SvgPart]:
        return _drawn(plot, style, width, height)

    return captioned(plot.title, _captions(plot, style), style, size, draw)


def _captions(plot: Plot, style: FigureStyle) -> tuple[Paragraphs, ...]:
    """Return what the header says of the curve and the operating point: with intervals, without."""
    header, colours = plot.header, (style.theme.text, style.theme.accent)
    long, short = (
        tuple(words.replace(FIGURE_SPACE, "") for words in told)
        for told in (header.with_intervals, (header.summary, header.read_out))
    )
    if style.is_part:
        return (((long[0], colours[0]),), ((short[0], colours[0]),)) if long[0] else ()
    if not any(long):
        return ()
    told = (long,) if long == short else (long, short)
    return tuple(tuple(zip(texts, colours, strict=True)) for texts in told)


def _drawn(plot: Plot, style: FigureStyle, width: float, height: float) -> list[SvgPart]:
    """Draw a plot for its room; its legend stands below it where no place within is free."""
    size = QSize(int(width), int(height))
    shown = copy_of(plot, style.theme, size, style.font, has_names=style.has_legend)
    legend, left_out = None, []
    if not shown.names.place():
        lines = [entry for entry in shown.legend.entries if entry.is_line or entry.is_sample]
        legend = _legend(lines, style, width)
        lower = 0.0 if legend is None else height - legend.height
        if lower >= max(height / 2, LEAST):
            lower_size = QSize(size.width(), int(lower))
            lay_out(shown, lower_size, plot.viewport, has_names=style.has_legend)
        else:
            legend = None
            left_out.append(tr("the legend"))
    drawn = _canvas(shown)
    drawn.left_out += left_out
    shown.deleteLater()
    return [drawn] if legend is None else [drawn, legend]


def _canvas(plot: Plot) -> SvgPart:
    """Draw the axes of a plot and all within; texts of outer ticks may hang over its edge."""
    canvas, over = plot.canvas, _MOST_HANGING
    seen = QRectF(canvas.rect()).adjusted(-over, -over, over, over)

    def paint(painter: QPainter) -> None:
        scene = canvas.scene()
        scene.prepareForPaint()
        scene.render(painter, seen, seen)

    return painted(paint, canvas.width(), canvas.height())


def _legend(entries: Sequence[Entry], style: FigureStyle, width: float) -> SvgPart | None:
    """Draw names beside samples of their lines in rows; None where one is wider than a row."""
    font = scaled_font(style.font, SMALL)
    metrics = QFontMetricsF(font)
    line = metrics.height()
    placed: list[tuple[float, float, Entry]] = []
    x, y = 0.0, GAP - line
    for entry in entries:
        own = metrics.horizontalAdvance(entry.name) + _SAMPLE + 2 * GRID
        if own > width:
            return None
        if not placed or x + own > width:
            x, y = 0.0, y + line
        placed.append((x + GAP, y, entry))
        x += own
    result = SvgPart(width, y + line)
    for at, top, entry in placed:
        colour, thick = entry.pen.color().name(), entry.pen.widthF()
        if entry.brush is None:
            dashes = " ".join(place(thick * length) for length in entry.pen.dashPattern())
            middle = top + line / 2
            result.line(at, middle, at + _SAMPLE, middle, colour, thick, dashes)
        else:
            filled = entry.brush.color()
            box = at, top + 3, _SAMPLE, line - 6
            result.box(*box, filled.name(), opacity=round(filled.alphaF(), 3))
        base = at + _SAMPLE + GRID, top + metrics.ascent()
        result.text(*base, entry.name, size=units_of(font), colour=style.theme.text)
    return result


# ------------------------------------------------------------------------------- copies


def copy_of(
    plot: Plot,
    theme: Theme,
    size: QSize | None = None,
    font: QFont | None = None,
    *,
    has_names: bool = True,
) -> Plot:
    """Return a plot that shows the same in another theme, size and font.

    It has no header: who draws it writes down what stands there, and ends it with `deleteLater`.
    """
    result = plot.for_figure()
    result.is_figure = result.lines.is_figure = True
    result.waits, result.names.are_shown = True, False
    result.header.hide()
    layout = result.layout()
    if layout is not None:
        layout.setContentsMargins(0, 0, 0, 0)
    result.take_font(font or plot.font())
    result.set_theme(theme)
    result.show_snapshot(EMPTY, plot.snapshot)
    size = size or plot.size().expandedTo(_SMALLEST)
    lay_out(result, size, plot.viewport, has_names=has_names)
    return result


def lay_out(plot: Plot, size: QSize, shown: Viewport, *, has_names: bool) -> None:
    """Lay a plot out that is on no screen, with what a viewport shows, and draw it once.

    A square is no higher than it needs to be.
    """
    plot.waits, plot.names.are_shown = True, False  # else each change draws, and looks for places
    _fit(plot, size, shown)
    if plot.spare_height:
        _fit(plot, QSize(size.width(), size.height() - int(plot.spare_height)), shown)
    plot.follow_view()
    plot.waits, plot.names.are_shown = False, has_names
    plot.draw()


def _fit(plot: Plot, size: QSize, shown: Viewport) -> None:
    plot.resize(size)
    plot.ensurePolished()
    plot.grab(QRect(0, 0, 1, 1))  # sizes reach all parts with it
    plot.show_range(shown)
    plot.fit_axis()
    plot.fit_frame()
    plot.canvas.getPlotItem().layout.activate()
