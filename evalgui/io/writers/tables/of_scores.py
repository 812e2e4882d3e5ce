"""Tables of how scores are distributed: what the plots of them are drawn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.histogram import finite_range, histogram, tail_ends
from evalgui.core.score_axis import has_log_scores
from evalgui.io.writers.tables.of_thresholds import no_score, places_of, ranking_of
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import ScoreTable
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.io.writers.tables.out_table import OutTable


def no_finite_score(contents: Contents) -> str:
    """Return why there are no bins; "" where there are."""
    reason = no_score(contents)
    if reason:
        return reason
    low, high = finite_range(ranking_of(contents).table)
    return "" if low <= high else "no score is finite"


def bins(contents: Contents) -> OutTable:
    """Return the counts of each class in bins over all scores, as they are plotted."""
    ends = finite_range(ranking_of(contents).table)
    return _binned("histogram", "Scores by class", ends, contents)


def tails(contents: Contents) -> OutTable:
    """Return the counts of each class in bins where the classes overlap, as they are plotted."""
    steps, is_log = ranking_of(contents).table.steps, has_log_scores(contents.snapshot)
    return _binned("tails", "Score tails", tail_ends(steps, is_log=is_log), contents)


def scores(contents: Contents) -> OutTable:
    """Return each distinct score, the strictest first, with the rows of each class that have it."""
    ranking = ranking_of(contents)
    steps = ranking.table.steps
    kind, places = places_of(np.asarray(steps.thresholds)[1:], ranking.score)
    counts = [
        np.diff(np.asarray(column, dtype=np.int64)) for column in (steps.tp_column, steps.fp_column)
    ]
    if steps.is_weighted:
        counts = [one / steps.unit for one in counts]
    columns = [OutColumn("score", "Score", kind), *_classes(contents)]
    title = f"Every score of {ranking.score.name}"
    return of_arrays("scores", title, columns, [places, *counts], len(steps) - 1)


def _binned(table_id: str, title: str, ends: tuple[float, float], contents: Contents) -> OutTable:
    """Return counts in bins; what lies beyond them has a line of its own at that end."""
    ranking = ranking_of(contents)
    found = histogram(ranking.table, is_log=has_log_scores(contents.snapshot), ends=ends)
    edges, counts = found.edges, np.stack([found.positives, found.negatives])
    below = _below(ranking.table, float(edges[0]))
    everything = np.array([ranking.table.n_positive, ranking.table.n_negative])
    above = ranking.table.settled(everything - below - counts.sum(axis=1))
    low, high = edges[:-1], edges[1:]
    if below.any():
        low, high = np.append(-np.inf, low), np.append(edges[0], high)
        counts = np.column_stack([below, counts])
    if above.any():
        low, high = np.append(low, edges[-1]), np.append(high, np.inf)
        counts = np.column_stack([counts, above])
    kind, lower = places_of(low, ranking.score)
    _kind, upper = places_of(high, ranking.score)
    columns = [OutColumn("low", "From", kind), OutColumn("high", "To", kind), *_classes(contents)]
    title = f"{title}: {ranking.score.name}"
    return of_arrays(table_id, title, columns, [lower, upper, *counts], len(low))


def _below(table: ScoreTable, edge: float) -> NDArray[np.int64]:
    """Return the rows of both classes below a score: (2,) int64, the positives first."""
    if table.higher_is_positive:
        at = table.counts_at(edge)
        return np.array([at.fn, at.tn])
    at = table.counts_at(float(np.nextafter(edge, -np.inf)))
    return np.array([at.tp, at.fp])


def _classes(contents: Contents) -> list[OutColumn]:
    snapshot = contents.snapshot
    return [
        OutColumn("positive", snapshot.positive_name, CellKind.COUNT),
        OutColumn("rest", snapshot.rest_name, CellKind.COUNT),
    ]
