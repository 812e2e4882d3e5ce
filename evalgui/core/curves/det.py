"""The DET curve: miss rate against false alarm rate on normal-deviate axes.

References: tharwat-2018, section 6 and Fig. 12; Martin et al. 1997 for the axes.
"""

from __future__ import annotations

from evalgui.core.curves.curve import Along, Axis, Curve, Scale, Series
from evalgui.core.metrics.rates import FNR, FPR

DET = Curve(
    id="det",
    title="DET",
    x_axis=Axis("False positive rate", Scale.NORMAL_DEVIATE, "FPR"),
    y_axis=Axis("False negative rate", Scale.NORMAL_DEVIATE, "FNR"),
    along=Along.FALSE_POSITIVES,
    x=FPR.value,
    series=(Series("DET", FNR.value),),
)
