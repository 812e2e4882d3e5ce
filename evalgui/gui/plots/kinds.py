"""The kinds of plots as data: the grid, the menus and what chooses among them come from here.

The curves of the core are each a kind of their own. One entry in `OTHER_KINDS` adds another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core import curves
from evalgui.core.curves import in_vocabulary
from evalgui.gui.plots.curve_plot import CurvePlot
from evalgui.gui.plots.dot_plot import DotPlot, title_in
from evalgui.gui.plots.histogram_plot import EVERY, TAILS, HistogramPlot

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.curves import Curve
    from evalgui.core.metrics import Vocabulary
    from evalgui.gui.plots.histogram_plot import Bars
    from evalgui.gui.plots.plot import Plot


@dataclass(frozen=True, eq=False)
class PlotKind:
    """One kind of plot.

    Parameters
    ----------
    id
        The name of the plot in settings, menus and tests.
    make
        Makes an empty plot.
    title
        What it is called, in the words of a field.
    table
        The id of the table that it is drawn from (`evalgui.io.writers.tables`).
    at_first
        Whether it is among those that are shown until others are chosen.
    is_strip
        Whether it lies across the whole width, below those that stand side by side.
    """

    id: str
    make: Callable[[], Plot]
    title: Callable[[Vocabulary], str]
    table: str
    at_first: bool = True
    is_strip: bool = False


def _kind_of_bars(bars: Bars, *, at_first: bool = True) -> PlotKind:
    return PlotKind(
        bars.id,
        lambda: HistogramPlot(bars),
        lambda _words: bars.title,
        bars.id,
        at_first=at_first,
        is_strip=True,
    )


OTHER_KINDS: tuple[PlotKind, ...] = (
    _kind_of_bars(EVERY),
    _kind_of_bars(TAILS, at_first=False),
    PlotKind("dots", DotPlot, title_in, "scores", at_first=False),
)
"""The plots that are no curves, in the order in which they stand behind those."""


def plot_kinds() -> tuple[PlotKind, ...]:
    """Return all kinds of plots, in reading order."""
    return (*(_kind_of(curve) for curve in curves.CURVES), *OTHER_KINDS)


def plot_of(curve: Curve) -> CurvePlot:
    """Return an empty plot of a curve."""
    return CurvePlot(curve)


def _kind_of(curve: Curve) -> PlotKind:
    return PlotKind(
        curve.id,
        lambda: plot_of(curve),
        lambda words: in_vocabulary(curve, words).title,
        f"curve-{curve.id}",
    )
