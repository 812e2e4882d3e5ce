"""The layers of a plot, by their kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from evalgui.gui.plots.layer import Layer
    from evalgui.gui.plots.plot import Plot

Kind = TypeVar("Kind", bound="Layer")


def layer_of(plot: Plot, kind: type[Kind]) -> Kind:
    """Return the one layer of a kind that a plot holds."""
    (found,) = (layer for layer in plot.layers if isinstance(layer, kind))
    return found
