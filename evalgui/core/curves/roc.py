"""The ROC curve: true positive rate against false positive rate (tharwat-2018, section 3)."""

from __future__ import annotations

from evalgui.core.curves.curve import Axis, Curve, Reference
from evalgui.core.metrics.rates import FPR, TPR
from evalgui.core.vocabulary import phrase

ROC = Curve(
    id="roc",
    title="ROC",
    x_axis=Axis(FPR),
    y_axis=Axis(TPR),
    references=(Reference(phrase("Chance"), lambda x, _steps: x),),
    summary="roc_auc",
    is_square=True,
    overlaid=True,
    is_monotone=True,
)
