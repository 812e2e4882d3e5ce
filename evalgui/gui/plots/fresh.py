"""A plot that shows what another one shows, made anew at another size: for figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize

from evalgui.core.snapshot import EMPTY

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

    from evalgui.gui.look import Theme
    from evalgui.gui.plots.plot import Plot
    from evalgui.gui.plots.toolkit import Viewport

_SMALLEST = QSize(320, 200)  # a hidden plot may never have been given a size


def fresh(
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
