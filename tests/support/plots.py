"""Empty plots of the kinds that are no curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.gui.plots.histogram_layer import EVERY
from evalgui.gui.plots.kinds import DOTS, kind_of_bars
from evalgui.gui.plots.plot import Plot

if TYPE_CHECKING:
    from evalgui.gui.plots.histogram_layer import Bars


def plot_of_bars(bars: Bars = EVERY) -> Plot:
    """Return an empty plot of the scores of each class, as bars."""
    return Plot(kind_of_bars(bars))


def plot_of_dots() -> Plot:
    """Return an empty plot of every row as a dot."""
    return Plot(DOTS)
