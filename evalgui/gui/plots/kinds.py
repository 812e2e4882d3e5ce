"""Which plot shows a curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.gui.plots.threshold_plot import ThresholdPlot
from evalgui.gui.plots.traced_plot import TracedPlot

if TYPE_CHECKING:
    from evalgui.core.api import Curve
    from evalgui.gui.plots.curve_plot import CurvePlot


def plot_of(curve: Curve) -> CurvePlot:
    """Return an empty plot of a curve: with a line across it, or with a grip on the curve."""
    return ThresholdPlot(curve) if curve.is_against_threshold else TracedPlot(curve)
