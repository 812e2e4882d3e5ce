"""What is computed of every replicate: areas, the counts at a threshold, and lines of curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.areas import average_precision
from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.counts import divide
from evalgui.core.ranking_metrics import AVERAGE_PRECISION, EQUAL_ERROR_RATE, ROC_AUC
from evalgui.core.score_table import roc_area

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """A number that a ranking is summed up in.

    Parameters
    ----------
    id
        That of the `RankingMetric` that it is the same as.
    compute
        A function of operating points to a float, which starts no threads.
    """

    id: str
    compute: Callable[[Steps], float]


AREAS = (
    Area(ROC_AUC.id, roc_area),
    Area(AVERAGE_PRECISION.id, lambda steps: average_precision(steps, alone=True)),
    Area(EQUAL_ERROR_RATE.id, lambda steps: equal_error_rate(steps).value),
)
"""What is computed of every replicate, whatever is asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Where lines of curves are looked at, the same in every replicate.

    Parameters
    ----------
    fpr : (A,) array of float
        False positive rates, for the ROC and the DET curve.
    recall : (B,) array of float
        True positive rates above 0, for the precision-recall curve.
    rows : (C,) array of int
        Rows of the operating points, for what is drawn against the threshold.
    """

    fpr: NDArray[np.float64]
    recall: NDArray[np.float64]
    rows: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """What lines of curves do at the places of a `Grid`.

    Parameters
    ----------
    tpr : (A,) array of float
        The true positive rate at each false positive rate.
    precision : (B,) array of float
        The precision at each true positive rate.
    tp, fp : (C,) arrays of int
        The counts at each row.
    """

    tpr: NDArray[np.float64]
    precision: NDArray[np.float64]
    tp: NDArray[np.int64]
    fp: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What is kept of a replicate, or of the original.

    Parameters
    ----------
    areas : one float for each of `AREAS`
        NaN where undefined.
    counts : (4,) tuple of int
        TP, FP, P and N at the threshold.
    lines
        None where no lines are wanted.
    """

    areas: tuple[float, ...]
    counts: tuple[int, int, int, int]
    lines: Lines | None = None


def look_at(steps: Steps, row: int, grid: Grid | None = None) -> Seen:
    """Compute what is kept.

    Parameters
    ----------
    steps
        A replicate, or the original.
    row
        The row of the threshold.
    grid
        Where to look at lines of curves; None for nowhere.
    """
    counts = int(steps.tp_column[row]), int(steps.fp_column[row])
    return Seen(
        tuple(area.compute(steps) for area in AREAS),
        (*counts, steps.n_positive, steps.n_negative),
        None if grid is None else _lines(steps, grid),
    )


def _lines(steps: Steps, grid: Grid) -> Lines:
    counts = steps.counts(grid.rows)
    tp, fp = np.asarray(counts.tp), np.asarray(counts.fp)
    return Lines(_tpr_at(steps, grid.fpr), _precision_at(steps, grid.recall), tp, fp)


def _tpr_at(steps: Steps, fpr: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the true positive rate on the ROC polygon, the upper end of what is vertical."""
    if not (steps.n_positive and steps.n_negative):
        return np.full(len(fpr), np.nan)
    wanted = fpr * steps.n_negative
    return _between(steps.fp_column, steps.tp_column, wanted, "right") / steps.n_positive


def _precision_at(steps: Steps, recall: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the precision where false positives grow evenly between attainable points."""
    if not steps.n_positive:
        return np.full(len(recall), np.nan)
    wanted = recall * steps.n_positive
    false = _between(steps.tp_column, steps.fp_column, wanted, "left")
    return np.asarray(divide(wanted, wanted + false))


def _between(
    x: NDArray[np.integer], y: NDArray[np.integer], wanted: NDArray[np.float64], side: str
) -> NDArray[np.float64]:
    """Return y where x, which rises, has a value; on the given side of equal ones."""
    # Whole numbers of the same type are found without a copy of x.
    if side == "right":
        whole = np.floor(wanted).astype(x.dtype)
        after = np.minimum(np.searchsorted(x, whole, "right"), len(x) - 1)
    else:
        whole = np.minimum(np.ceil(wanted), x[-1]).astype(x.dtype)
        after = np.maximum(np.searchsorted(x, whole, "left"), 1)
    first, last = x[after - 1].astype(np.float64), x[after].astype(np.float64)
    low, high = y[after - 1].astype(np.float64), y[after].astype(np.float64)
    share = np.asarray(divide(wanted - first, last - first))
    return np.where(wanted >= last, high, low + np.nan_to_num(share) * (high - low))
