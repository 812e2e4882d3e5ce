"""The curves: one file each, found by their id here."""

from __future__ import annotations

from evalgui.core.curves.curve import (
    Along,
    Axis,
    Curve,
    Scale,
    Series,
    Vertices,
    point,
    vertices,
)
from evalgui.core.curves.det import DET
from evalgui.core.curves.error_rates import ERROR_RATES
from evalgui.core.curves.precision_recall import PRECISION_RECALL
from evalgui.core.curves.roc import ROC
from evalgui.core.curves.wording import in_vocabulary

CURVES: tuple[Curve, ...] = (ROC, PRECISION_RECALL, DET, ERROR_RATES)


def curve_by_id(curve_id: str) -> Curve:
    """Return a curve by its id; raise KeyError where there is none."""
    return {curve.id: curve for curve in CURVES}[curve_id]


__all__ = [
    "CURVES",
    "DET",
    "ERROR_RATES",
    "PRECISION_RECALL",
    "ROC",
    "Along",
    "Axis",
    "Curve",
    "Scale",
    "Series",
    "Vertices",
    "curve_by_id",
    "in_vocabulary",
    "point",
    "vertices",
]
