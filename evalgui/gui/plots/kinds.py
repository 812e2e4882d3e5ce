"""The kinds of plots as data: the grid, the menus and what chooses among them come from here.

The curves of the core are each a kind of their own. One entry in `PICTURES` adds a picture of the
results, and one in `OTHER_KINDS` any other plot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core import curves
from evalgui.core.curves import in_vocabulary
from evalgui.core.metrics import Vocabulary
from evalgui.gui.plots import dots_layer, histogram_layer
from evalgui.gui.plots.curve_layer import CurveLayer
from evalgui.gui.plots.dots_layer import DotsLayer
from evalgui.gui.plots.histogram_layer import EVERY, TAILS, HistogramLayer
from evalgui.gui.plots.picture_layer import kind_of_picture
from evalgui.gui.plots.plot import Plot, PlotKind
from evalgui.gui.plots.plot_axis import ClassAxis
from evalgui.results.dots_picture import title_of_dots
from evalgui.results.pictures import PICTURES, TABLES

if TYPE_CHECKING:
    from evalgui.core.curves import Curve
    from evalgui.gui.plots.histogram_layer import Bars


def kind_of_bars(bars: Bars, *, at_first: bool = True) -> PlotKind:
    """Return the kind of plot that shows scores as bars."""
    return PlotKind(
        bars.id,
        lambda _words: bars.title,
        histogram_layer.AXES,
        lambda plot: HistogramLayer(plot, bars),
        bars.id,
        at_first=at_first,
        is_strip=True,
    )


DOTS = PlotKind(
    "dots",
    title_of_dots,
    dots_layer.AXES,
    DotsLayer,
    "scores",
    at_first=False,
    x_axis_type=ClassAxis,
)
"""Every row as a dot above its class."""

OTHER_KINDS: tuple[PlotKind, ...] = (
    kind_of_bars(EVERY),
    kind_of_bars(TAILS, at_first=False),
    DOTS,
    *map(kind_of_picture, PICTURES),
)
"""The plots that are no curves, in the order in which they stand behind those."""


def plot_kinds() -> tuple[PlotKind, ...]:
    """Return all kinds of plots, in reading order."""
    gains = (_kind_of(curve, TABLES.get(curve.id, curve.id)) for curve in curves.GAINS)
    return (*map(_kind_of, curves.CURVES), *gains, *OTHER_KINDS)


def plot_of(curve: Curve) -> Plot:
    """Return an empty plot of a curve."""
    return Plot(_kind_of(curve))


def _kind_of(curve: Curve, table: str = "") -> PlotKind:
    """Return the kind of plot of a curve: one that a topic tells has its table, and waits."""
    named = in_vocabulary(curve, Vocabulary.MACHINE_LEARNING)
    return PlotKind(
        curve.id,
        lambda words: in_vocabulary(curve, words).title,
        (named.x_axis, named.y_axis),
        lambda plot: CurveLayer(plot, curve),
        table or f"curve-{curve.id}",
        at_first=not table,
        also=curve.also,
    )
