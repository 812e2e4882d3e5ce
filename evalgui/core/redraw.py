"""From what is shown to what is drawn again: which rows, of whom, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.bands import bands_of, pointwise_bands
from evalgui.core.bootstrap.planning import grid_of
from evalgui.core.bootstrap.resampling import RowResampler, SubjectResampler, binned, no_subjects
from evalgui.core.bootstrap.run import Plan, bootstrap
from evalgui.core.bootstrap.sizes import BINS, REPLICATES
from evalgui.core.errors import DataError
from evalgui.core.resampled import Resampled
from evalgui.core.sampling import Sampling
from evalgui.core.tabulation import subjects_of_calls, table_of_calls
from evalgui.core.vocabulary import joined, phrase
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.comparison import Beside
    from evalgui.core.dataset import Dataset
    from evalgui.core.ranking import Ranking
    from evalgui.core.score_table import ScoreTable, Steps
    from evalgui.core.snapshot import Snapshot

_NOT_DRAWN = phrase("{no_counts}: such rows are not drawn again", no_counts=NO_COUNTS)
MOST_EXACT = 100_000
"""Distinct scores, up to which each is drawn for itself; more are put into groups first."""


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
        message = phrase("all classes are taken together: rows are drawn again for one of them")
        raise DataError(message, where=where, hint=phrase("Name a class with --positive"))
    if dataset.is_weighted:
        raise DataError(_NOT_DRAWN, where=dataset.name, hint=phrase("Leave the bootstrap out"))
    table, row = _table(snapshot), max(point.row, 1 if snapshot.ranking is None else 0)
    if not table.n:
        message = phrase("there are no rows with a score to draw from")
        raise DataError(message, where=dataset.name, hint=phrase("Choose other rows"))
    steps = table.steps
    if n_bins is not None:
        steps = binned(steps, n_bins, row, has_tails=with_lines)
        row = steps.row_at(table.steps.threshold(row))
    if dataset.sampling is Sampling.BY_SUBJECT:
        resampler: RowResampler | SubjectResampler = _by_subject(snapshot, dataset, steps)
    else:
        resampler = RowResampler(steps, dataset.sampling.fixes_shares)
    return Plan(resampler, row, n_replicates, seed, grid_of(steps) if with_lines else None)


def resample(
    snapshot: Snapshot,
    step: Callable[[float, str], None],
    n_replicates: int = REPLICATES,
    others: Sequence[tuple[Beside, Dataset]] = (),
) -> Resampled:
    """Draw the rows of a snapshot again, and keep bands of curves and intervals of areas.

    Parameters
    ----------
    snapshot
        With a score for one class against the rest.
    step
        Called with the share that is done and words; what it raises ends the work.
    n_replicates
        How many.
    others
        What is compared, each with its rows: their curves have pointwise bands, too, where
        these can be drawn again.

    Raises
    ------
    DataError
        If nothing can be drawn.
    """
    ranking, level = snapshot.ranking, snapshot.inputs.intervals.level
    n_bins = None if ranking is None else _bins(ranking)
    plan = plan_of(snapshot, n_replicates=n_replicates, n_bins=n_bins, with_lines=True)
    parts = 1 + len(others)
    replicates = bootstrap(plan, lambda share, words: step(share / parts, words))
    bands = () if ranking is None else bands_of(replicates, ranking.table.steps, level)
    for place, (one, dataset) in enumerate(others, 1):
        own = _plan_beside(one, dataset, n_replicates)
        if own is not None:
            found = bootstrap(
                own,
                lambda share, words, place=place, name=one.name: step(  # type: ignore[misc]
                    (place + share) / parts, joined(": ", (name, words))
                ),
            )
            bands += tuple(replace(band, place=one.place) for band in pointwise_bands(found, level))
    areas = replicates.limits_of_areas(level)
    beside = {one.place: one.ranking for one, _dataset in others}
    return Resampled(bands, areas, level, n_replicates, n_bins, plan.seed, beside=beside)


def _bins(ranking: Ranking) -> int | None:
    """Return into how many groups scores are put first; None for none."""
    return BINS if len(ranking.table.steps) > MOST_EXACT else None


def _plan_beside(one: Beside, dataset: Dataset, n_replicates: int) -> Plan | None:
    """Return how what is compared is drawn again; None where it cannot be."""
    ranking, n_bins = one.ranking, _bins(one.ranking)
    by_subject = dataset.sampling is Sampling.BY_SUBJECT
    subjects = ranking.ranked.subjects
    if dataset.is_weighted or not ranking.table.n or (by_subject and subjects is None):
        return None
    steps = ranking.table.steps
    if n_bins is not None:
        steps = binned(steps, n_bins, has_tails=True)
    resampler: RowResampler | SubjectResampler = RowResampler(steps, dataset.sampling.fixes_shares)
    if by_subject and subjects is not None:
        resampler = SubjectResampler(steps, subjects)
    return Plan(resampler, 0, n_replicates, 0, grid_of(steps))


def _table(snapshot: Snapshot) -> ScoreTable:
    """Return the scores, or the calls of the file as scores of 1 and 0."""
    if snapshot.ranking is not None:
        return snapshot.ranking.table
    counts = snapshot.point.counts if snapshot.point is not None else None
    if counts is None:
        message = phrase("nothing was called")
        raise ValueError(message)
    return table_of_calls(counts)


def _by_subject(snapshot: Snapshot, dataset: Dataset, steps: Steps) -> SubjectResampler:
    ranking, positive = snapshot.ranking, snapshot.positive
    found = None if ranking is None else ranking.ranked.subjects
    if found is None and ranking is None and positive is not None:
        found = subjects_of_calls(dataset, positive)
    if found is None:
        raise no_subjects(dataset.name)
    return SubjectResampler(steps, found)
