"""Both error rates against the threshold: FAR and FRR (tharwat-2018, section 6)."""

from __future__ import annotations

from evalgui.core.curves.curve import Axis, Curve, Series
from evalgui.core.metrics import named
from evalgui.core.metrics.rates import FNR, FPR
from evalgui.core.vocabulary import phrase

ERROR_RATES = Curve(
    id="far-frr",
    title="FAR-FRR",
    names=named(
        phrase("Error rates"),
        "FMR(t) / FNMR(t)",
        phrase("P_miss / P_fa"),
        phrase("Pooled APCER / BPCER"),
    ),
    x_axis=Axis(title=phrase("Threshold")),
    y_axis=Axis(
        title=phrase("Error rate, of comparisons"),
        names=named(
            clinical=phrase("Error rate"),
            speaker=phrase("Error probability, of trials"),
            attacks=phrase("Error rate, of presentations"),
        ),
    ),
    series=(Series(FPR, "FAR", of_class="negative"), Series(FNR, "FRR", of_class="positive")),
    summary="eer",
    crossing=lambda rate: (rate, rate),
    is_monotone=True,
)
