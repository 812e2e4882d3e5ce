"""The ROC curve: true positive rate against false positive rate (tharwat-2018, section 3)."""

from __future__ import annotations

from evalgui.core.curves.curve import Along, Axis, Curve, Series
from evalgui.core.metrics.rates import FPR, TPR

ROC = Curve(
    id="roc",
    title="ROC",
    x_axis=Axis("False positive rate", short="FPR"),
    y_axis=Axis("True positive rate", short="TPR"),
    along=Along.FALSE_POSITIVES,
    x=FPR.value,
    series=(Series("ROC", TPR.value),),
)
