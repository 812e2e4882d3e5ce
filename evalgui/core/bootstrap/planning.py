"""What is looked at in each replicate, and what scores in groups leave open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.bootstrap.statistics import Grid
from evalgui.core.normal import deviate, proportions_below
from evalgui.core.ordering import distinct
from evalgui.core.ranking_metrics import AVERAGE_PRECISION, EQUAL_ERROR_RATE, ROC_AUC
from evalgui.core.score_table import roc_area

if TYPE_CHECKING:
    from evalgui.core.score_table import Steps

_EVEN = 1000
_DEVIATES = 500
_RECALLS = 500
_ROWS = 1000


def grid_of(steps: Steps) -> Grid:
    """Return where to look at the lines of curves: closely enough for any drawing.

    False positive rates lie evenly, and evenly on the axes of a DET curve.
    """
    places = np.linspace(0, 1, _EVEN + 1)
    first = deviate(0.5 / max(steps.n_negative, 1))
    deviates = proportions_below(np.linspace(first, -first, _DEVIATES + 1))
    rows = np.linspace(0, len(steps) - 1, min(_ROWS + 1, len(steps))).astype(np.intp)
    return Grid(
        fpr=distinct(np.concatenate([places, deviates])),
        recall=np.arange(1, _RECALLS + 1) / _RECALLS,
        rows=distinct(rows),
    )


def brackets(steps: Steps) -> dict[str, tuple[float, float]]:
    """Return between which limits areas lie when scores are known by their groups alone.

    Parameters
    ----------
    steps
        The operating points between groups, as `evalgui.core.bootstrap.resampling.binned`
        leaves them.

    Returns
    -------
    dict
        By the ids of the areas: the least and the greatest value, whatever the order of the
        scores within the groups; NaN where undefined.
    """
    tp, fp = (column.astype(np.float64) for column in (steps.tp_column, steps.fp_column))
    gained, added = np.diff(tp), np.diff(fp)
    n_pairs, n_positive = steps.n_positive * steps.n_negative, steps.n_positive
    if not n_positive:
        return {
            area.id: (np.nan, np.nan) for area in (ROC_AUC, AVERAGE_PRECISION, EQUAL_ERROR_RATE)
        }
    unknown = float(gained @ added) / (2 * n_pairs) if n_pairs else np.nan
    held = gained > 0
    worst = (tp[:-1] + 1) / (tp[:-1] + 1 + fp[1:])
    best = tp[1:][held] / (tp[1:] + fp[:-1])[held]
    crossing = equal_error_rate(steps)
    area = roc_area(steps)
    return {
        ROC_AUC.id: (max(area - unknown, 0.0), min(area + unknown, 1.0)),
        AVERAGE_PRECISION.id: (
            float(gained @ worst) / n_positive,
            float(gained[held] @ best) / n_positive,
        ),
        EQUAL_ERROR_RATE.id: (crossing.low, crossing.high),
    }
