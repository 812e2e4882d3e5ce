"""From what is shown to what is drawn: which rows, of whom, and at which threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.bootstrap.resampling import (
    RowResampler,
    SubjectResampler,
    binned,
    no_subjects,
)
from evalgui.core.bootstrap.run import REPLICATES, Plan
from evalgui.core.bootstrap.statistics import Grid
from evalgui.core.errors import DataError
from evalgui.core.normal import deviate, proportions_below
from evalgui.core.ordering import distinct
from evalgui.core.ranking_metrics import AVERAGE_PRECISION, EQUAL_ERROR_RATE, ROC_AUC
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable, roc_area
from evalgui.core.tabulation import subjects_of_calls

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

BINS = 4096
"""Into how many groups of about the same size scores are put where that is wanted."""

_EVEN = 1000
_DEVIATES = 500
_RECALLS = 500
_ROWS = 1000


def plan_of(
    snapshot: Snapshot,
    *,
    n_replicates: int = REPLICATES,
    seed: int = 0,
    n_bins: int | None = None,
    with_lines: bool = False,
) -> Plan:
    """Return how what is shown is drawn again, by the sampling of its data set.

    Parameters
    ----------
    snapshot
        With a threshold, or the calls of the file, for one class against the rest.
    n_replicates, seed
        As of `Plan`.
    n_bins
        Into how many groups to put the scores first; None for none.
    with_lines
        Whether to look at the lines of curves, too.

    Raises
    ------
    DataError
        If no class is assessed against the rest, nothing can be drawn, or nobody knows whose
        the rows are.
    """
    dataset, point = snapshot.dataset, snapshot.point
    if dataset is None or point is None:
        where = "" if dataset is None else dataset.name
        message = "rows are drawn again for one class against the rest"
        raise DataError(message, where=where, hint="Choose the class")
    table, row = _table(snapshot), max(point.row, 1 if snapshot.ranking is None else 0)
    if not table.n:
        message = "there are no rows with a score to draw from"
        raise DataError(message, where=dataset.name, hint="Choose other rows")
    steps = table.steps
    if n_bins is not None:
        steps = binned(steps, n_bins, row)
        row = steps.row_at(table.steps.threshold(row))
    if dataset.sampling is Sampling.BY_SUBJECT:
        resampler: RowResampler | SubjectResampler = _by_subject(snapshot, dataset, steps)
    else:
        resampler = RowResampler(steps, dataset.sampling.fixes_shares)
    return Plan(resampler, row, n_replicates, seed, grid_of(steps) if with_lines else None)


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


def _table(snapshot: Snapshot) -> ScoreTable:
    """Return the scores, or the calls of the file as scores of 1 and 0."""
    if snapshot.ranking is not None:
        return snapshot.ranking.table
    counts = snapshot.point.counts if snapshot.point is not None else None
    if counts is None:
        message = "nothing was called"
        raise ValueError(message)
    positives, negatives = (
        np.array(pair) for pair in ((counts.tp, counts.fn), (counts.fp, counts.tn))
    )
    return ScoreTable.from_counts([1.0, 0.0], positives, negatives)


def _by_subject(snapshot: Snapshot, dataset: Dataset, steps: Steps) -> SubjectResampler:
    ranking, positive = snapshot.ranking, snapshot.positive
    found = None if ranking is None else ranking.ranked.subjects
    if found is None and ranking is None and positive is not None:
        found = subjects_of_calls(dataset, positive)
    if found is None:
        raise no_subjects(dataset.name)
    return SubjectResampler(steps, found)
