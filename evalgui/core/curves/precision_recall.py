"""The precision-recall curve, with its beginning as tharwat-2018, section 5 defines it.

Where nothing is called positive precision is 0/0. The first vertex then takes the precision
of the second one if that has a true positive, and 0 otherwise. The last one is (1, P / n).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.curves.curve import Axis, Curve, Reference, Series
from evalgui.core.metrics.predictive_values import PPV
from evalgui.core.metrics.rates import TPR
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps


def first_precision(steps: Steps) -> float:
    """Return the precision that the vertex without positive calls is drawn at.

    Returns
    -------
    float
        The precision of the next vertex if that has a true positive, else 0; NaN where there
        is no other vertex.

    References
    ----------
    tharwat-2018, section 5.
    """
    if len(steps) == 1:
        return float("nan")
    second = steps.counts_of(1)
    return float(PPV.value(second)) if np.asarray(second.tp) > 0 else 0.0


def _prevalence(x: NDArray[np.float64], steps: Steps) -> NDArray[np.float64]:
    """Return the precision of chance at any recall; NaN without rows."""
    n = steps.n_positive + steps.n_negative
    return np.full_like(x, steps.n_positive / n if n else np.nan)


PRECISION_RECALL = Curve(
    id="pr",
    title=phrase("Precision-recall"),
    x_axis=Axis(TPR, title=phrase("Recall"), short=""),
    y_axis=Axis(PPV, short=""),
    series=(Series(PPV, "Precision-recall", at_first=first_precision),),
    references=(Reference(phrase("Chance"), _prevalence),),
    summary="average_precision",
    overlaid=True,
    turns_at_corners=True,
)
