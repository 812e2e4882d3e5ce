"""All that plots are drawn with: scales, axes, lines and marks."""

from evalgui.core.curves.laid_out import as_steps, reference_line, rows_in_view, scales_of
from evalgui.core.curves.scales import LinearScale, ScoreScale, Viewport
from evalgui.gui.plots.axes import ScoreAxis, axis_for
from evalgui.gui.plots.geometry import distance_to_line
from evalgui.gui.plots.lines import Line, LinesItem
from evalgui.gui.plots.marks import Entry, Legend, Marker, Shape

__all__ = [
    "Entry",
    "Legend",
    "Line",
    "LinearScale",
    "LinesItem",
    "Marker",
    "ScoreAxis",
    "ScoreScale",
    "Shape",
    "Viewport",
    "as_steps",
    "axis_for",
    "distance_to_line",
    "reference_line",
    "rows_in_view",
    "scales_of",
]
