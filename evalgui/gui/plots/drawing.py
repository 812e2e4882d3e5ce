"""All that plots are drawn with: scales, axes, lines, names, marks and the head."""

from evalgui.core.curves.laid_out import as_steps, reference_line, rows_in_view, scales_of
from evalgui.core.curves.scales import LinearScale, ScoreScale, Viewport
from evalgui.gui.plots.axes import ScoreAxis, axis_for
from evalgui.gui.plots.geometry import distance_to_line
from evalgui.gui.plots.header import PlotHeader
from evalgui.gui.plots.legend import Entry, Legend, outline_of
from evalgui.gui.plots.lines import Line, LinesItem
from evalgui.gui.plots.marks import Marker, Shape
from evalgui.gui.plots.threshold_line import EDGE

__all__ = [
    "EDGE",
    "Entry",
    "Legend",
    "Line",
    "LinearScale",
    "LinesItem",
    "Marker",
    "PlotHeader",
    "ScoreAxis",
    "ScoreScale",
    "Shape",
    "Viewport",
    "as_steps",
    "axis_for",
    "distance_to_line",
    "outline_of",
    "reference_line",
    "rows_in_view",
    "scales_of",
]
