"""Both error rates against the threshold: FAR and FRR (tharwat-2018, section 6)."""

from __future__ import annotations

from evalgui.core.curves.curve import Along, Axis, Curve, Scale, Series
from evalgui.core.metrics.rates import FNR, FPR
from evalgui.core.vocabulary import MACHINE_LEARNING

ERROR_RATES = Curve(
    id="far-frr",
    title=MACHINE_LEARNING.error_rates,
    x_axis=Axis("Threshold", Scale.SCORE),
    y_axis=Axis(MACHINE_LEARNING.error_rates_axis),
    along=Along.THRESHOLD,
    x=None,
    series=(Series("FAR", FPR.value), Series("FRR", FNR.value)),
)
