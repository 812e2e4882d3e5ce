"""The DET curve: miss rate against false alarm rate on normal-deviate axes.

References: tharwat-2018, section 6 and Fig. 12; Martin et al. 1997 for the axes.
"""

from __future__ import annotations

from evalgui.core.curves.curve import Axis, Curve, Reference, Scale
from evalgui.core.metrics.rates import FNR, FPR
from evalgui.core.vocabulary import phrase

DET = Curve(
    id="det",
    title="DET",
    x_axis=Axis(FPR, scale=Scale.NORMAL_DEVIATE),
    y_axis=Axis(FNR, scale=Scale.NORMAL_DEVIATE),
    references=(
        Reference(phrase("Chance"), lambda x, _steps: 1 - x),
        Reference("", lambda x, _steps: x),  # both rates are equal
    ),
    summary="eer",
    crossing=lambda rate: (rate, rate),
    is_square=True,
    overlaid=True,
    is_monotone=True,
)
