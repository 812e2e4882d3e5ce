"""The scores: how those of each class are distributed, as the plots of them are drawn."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.histogram import finite_range, histogram, tail_ends
from evalgui.core.score_axis import has_log_scores
from evalgui.core.texts import Given, Text
from evalgui.results.result import COUNT, PLAIN, THRESHOLD, Column, LongTable, Result
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.ranking import Ranking
    from evalgui.core.score_table import ScoreTable
    from evalgui.core.snapshot import Snapshot

_SCORE = Column("score", Text("Score"), THRESHOLD)
_BIN = (Column("low", Text("From"), THRESHOLD), Column("high", Text("To"), THRESHOLD))


def scores(snapshot: Snapshot) -> Result | None:
    """Return how the scores of both classes are distributed; None without scores.

    Returns
    -------
    Result or None
        The long tables ``histogram``, the counts of each class in bins over all finite scores;
        ``tails``, likewise where the classes overlap; and ``scores``, each distinct score, or bin
        with both edges, the strictest first, with the rows of each class that have it. Of scores
        that are only known to lie in bins the first two have all of a bin at one edge. What lies
        beyond the bins has a row of its own at that end. There are none where no score is finite.
    """
    ranking = snapshot.ranking
    if ranking is None:
        return None
    name, score = {"score": Given(ranking.score.name)}, ranking.score
    kind = PLAIN if ranking.table.is_weighted else COUNT
    classes = (
        Column("positive", Given(snapshot.positive_name), kind),
        Column("rest", Given(snapshot.rest_name), kind),
    )
    is_log = has_log_scores(snapshot)

    def bins() -> Sequence[NDArray[Any]]:
        return _binned(ranking.table, finite_range(ranking.table), is_log=is_log)

    def tails() -> Sequence[NDArray[Any]]:
        ends = tail_ends(ranking.table.steps, is_log=is_log)
        return _binned(ranking.table, ends, is_log=is_log)

    is_open = ranking.table.steps.bins is not None
    binned, each = (*_BIN, *classes), (*(_BIN if is_open else (_SCORE,)), *classes)
    title = Text("Every bin of {score}" if is_open else "Every score of {score}", name)
    of_scores, of_tails = (
        Text("{what}, all of a bin at the edge that calls it", {"what": one}) if is_open else one
        for one in (Text("Scores by class: {score}", name), Text("Score tails: {score}", name))
    )
    tables = (
        LongTable("histogram", of_scores, binned, bins, score),
        LongTable("tails", of_tails, binned, tails, score),
        LongTable("scores", title, each, partial(_all, ranking), score),
    )
    return Result("scores", Text("Scores by class"), long_tables=tables)


def _all(ranking: Ranking) -> Sequence[NDArray[Any]]:
    steps = ranking.table.steps
    counts: Sequence[NDArray[Any]]
    if steps.bins is None:
        places: Sequence[NDArray[Any]] = [np.asarray(steps.thresholds)[1:]]
        columns = steps.tp_column, steps.fp_column
        counts = [np.diff(np.asarray(column, dtype=np.int64)) for column in columns]
    else:
        edges, of_each = steps.bins.distinct
        places, counts = [*edges], [*of_each]
    if steps.is_weighted:
        counts = [one / steps.unit for one in counts]
    return [*places, *counts]


def _binned(
    table: ScoreTable, ends: tuple[float, float], *, is_log: bool
) -> Sequence[NDArray[Any]]:
    """Return the ends of bins and the counts in them; what lies beyond has a row at that end."""
    found = histogram(table, is_log=is_log, ends=ends)
    edges, counts = found.edges, np.stack([found.positives, found.negatives])
    below = _below(table, float(edges[0]))
    above = table.settled(
        np.array([table.n_positive, table.n_negative]) - below - counts.sum(axis=1)
    )
    low, high = edges[:-1], edges[1:]
    if below.any():
        low, high = np.append(-np.inf, low), np.append(edges[0], high)
        counts = np.column_stack([below, counts])
    if above.any():
        low, high = np.append(low, edges[-1]), np.append(high, np.inf)
        counts = np.column_stack([counts, above])
    return [low, high, *counts]


def _below(table: ScoreTable, edge: float) -> NDArray[np.int64]:
    """Return the rows of both classes below a score: (2,) int64, the positives first."""
    if table.higher_is_positive:
        at = table.counts_at(edge)
        return np.array([at.fn, at.tn])
    at = table.counts_at(float(np.nextafter(edge, -np.inf)))
    return np.array([at.tp, at.fp])


SCORES = Topic(
    id="scores",
    name=Text("Scores by class"),
    explanation=Text("How many rows of each class have which scores."),
    make=lambda snapshot, _beside: scores(snapshot),
    is_of_snapshot=False,
)
