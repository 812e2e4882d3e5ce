"""The curves: one file each, which declares all that a plot needs, named in `CURVES`.

The grid of plots, figures and the command line find it there. Nothing here knows pixels or
colours: what is on a picture of a curve is the business of `evalgui.results`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.curves.curve import (
    Axis,
    Curve,
    Reference,
    Scale,
    Series,
    Vertices,
    point,
    vertices,
)
from evalgui.core.curves.det import DET
from evalgui.core.curves.error_rates import ERROR_RATES
from evalgui.core.curves.gains import GAIN, LIFT, PRECISION_RECALL_GAIN
from evalgui.core.curves.precision_recall import PRECISION_RECALL
from evalgui.core.curves.roc import ROC
from evalgui.core.curves.turning import note_turns
from evalgui.core.curves.wording import in_vocabulary, in_words
from evalgui.core.registry import Registry
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.score_table import ScoreTable

CURVES: Registry[Curve] = Registry(phrase("curve"), ROC, PRECISION_RECALL, DET, ERROR_RATES)
GAINS = (GAIN, LIFT, PRECISION_RECALL_GAIN)
"""Curves that are shown when they are asked for, and whose numbers topics tell."""


def class_curves() -> tuple[Curve, ...]:
    """Return the curves of every class against the rest: those that corners draw."""
    return tuple(one for one in CURVES if one.overlaid and one.traits.has_corners)


def note_turns_of(table: ScoreTable, look: Callable[[], None] | None = None) -> None:
    """Look through the curves of a large table now, so that drawing them takes no time.

    Parameters
    ----------
    table
        The scores.
    look
        Called every now and then; what it raises ends the work.
    """
    for curve in CURVES:
        note_turns(curve, table.steps, look)


def curve_by_id(curve_id: str) -> Curve:
    """Return a curve by its id; raise UnknownIdError where there is none."""
    return CURVES.by_id(curve_id)


__all__ = [
    "CURVES",
    "DET",
    "ERROR_RATES",
    "GAINS",
    "PRECISION_RECALL",
    "ROC",
    "Axis",
    "Curve",
    "Reference",
    "Scale",
    "Series",
    "Vertices",
    "class_curves",
    "curve_by_id",
    "in_vocabulary",
    "in_words",
    "note_turns_of",
    "point",
    "vertices",
]
