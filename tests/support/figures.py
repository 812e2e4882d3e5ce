"""Figures of plots in tests: as large as on the screen, two pixels for each of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.gui.figures.figure import MM_PER_INCH, UNITS_PER_INCH, USUAL_TEXT, Figure
from evalgui.gui.figures.formats import as_file
from evalgui.gui.figures.layout import sheet_of_plot

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.gui.plots.plot import Plot

PIXEL_RATIO = 2


def as_seen(plot: Plot, **changes: Any) -> Figure:
    """Return a figure whose units are the pixels of the plot."""
    one = MM_PER_INCH / UNITS_PER_INCH
    wanted = {
        "width": plot.width() * one,
        "height": plot.height() * one,
        "font_size": USUAL_TEXT,
        "dpi": round(PIXEL_RATIO * UNITS_PER_INCH),
    }
    return Figure(plot.plot_id, **(wanted | changes))


def export(plot: Plot, path: Path, **changes: Any) -> None:
    """Write a figure of a plot in the format that a name says."""
    sheet = sheet_of_plot(plot, as_seen(plot, **changes))
    try:
        path.write_bytes(as_file(sheet, path.suffix))
    finally:
        sheet.end()
