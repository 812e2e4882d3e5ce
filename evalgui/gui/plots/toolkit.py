"""All that plots are drawn with: scales, axes, lines, names, marks and the head."""

from evalgui.core.curves.few_errors import few_errors
from evalgui.core.curves.laid_out import as_steps, reference_line, rows_in_view, scales_of
from evalgui.core.curves.log_scale import LogScale
from evalgui.core.curves.scales import LinearScale, ScoreScale, Viewport
from evalgui.core.score_axis import has_log_scores, may_be_log
from evalgui.gui.plots.class_axis import ClassAxis
from evalgui.gui.plots.few_errors import FewErrorsShade
from evalgui.gui.plots.header import PlotHeader, Switch, rates_switch, scores_switch
from evalgui.gui.plots.legend import Entry, Legend
from evalgui.gui.plots.lines import Line, LinesItem
from evalgui.gui.plots.marks import Marker, Shape
from evalgui.gui.plots.threshold_line import EDGE, LevelLine
from evalgui.results.axis_choices import has_log_rates, has_rates, on_axes
from evalgui.results.free_place import outline_of
from evalgui.results.geometry import distance_to_line, narrowest

__all__ = [
    "EDGE",
    "ClassAxis",
    "Entry",
    "FewErrorsShade",
    "Legend",
    "LevelLine",
    "Line",
    "LinearScale",
    "LinesItem",
    "LogScale",
    "Marker",
    "PlotHeader",
    "ScoreScale",
    "Shape",
    "Switch",
    "Viewport",
    "as_steps",
    "distance_to_line",
    "few_errors",
    "has_log_rates",
    "has_log_scores",
    "has_rates",
    "may_be_log",
    "narrowest",
    "on_axes",
    "outline_of",
    "rates_switch",
    "reference_line",
    "rows_in_view",
    "scales_of",
    "scores_switch",
]
