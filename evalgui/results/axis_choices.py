"""Which axes the plots of a snapshot are drawn on: as was chosen, or as the data propose."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.curves import Scale

if TYPE_CHECKING:
    from evalgui.core.choices import Axes
    from evalgui.core.curves import Curve
    from evalgui.core.metrics import Vocabulary


def has_log_rates(axes: Axes, vocabulary: Vocabulary) -> bool:
    """Return whether error rates against the threshold are drawn on a logarithmic axis."""
    return vocabulary.is_biometric if axes.log_rates is None else axes.log_rates


def has_rates(curve: Curve) -> bool:
    """Return whether a curve shows error rates of the classes against the threshold."""
    return curve.is_against_threshold and all(line.of_class for line in curve.series)


def on_axes(curve: Curve, *, log_scores: bool, log_rates: bool) -> Curve:
    """Return a curve with its axes as they are drawn."""
    if not curve.is_against_threshold:
        return curve
    wanted = {
        "x_axis": Scale.LOG if log_scores else Scale.SCORE,
        "y_axis": Scale.LOG if log_rates and has_rates(curve) else Scale.PROPORTION,
    }
    if not has_rates(curve):
        del wanted["y_axis"]
    changed = {
        name: replace(axis, scale=scale)
        for name, scale in wanted.items()
        if (axis := getattr(curve, name)).scale is not scale
    }
    return replace(curve, **changed) if changed else curve
