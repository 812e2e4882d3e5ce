"""What is drawn follows from what is shown and how it was sampled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.bootstrap.planning import brackets, grid_of
from evalgui.core.bootstrap.resampling import RowResampler, SubjectResampler, binned
from evalgui.core.bootstrap.run import bootstrap
from evalgui.core.bootstrap.statistics import AREAS
from evalgui.core.dataset import Dataset, Score
from evalgui.core.errors import DataError
from evalgui.core.redraw import plan_of
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import EMPTY, Inputs, Snapshot, resolve
from evalgui.core.subjects import Subjects
from tests.core.strategies import labelled_scores

Drawn = tuple[Any, Any, bool]


def _shown(
    sampling: Sampling = Sampling.COHORT, *, higher: bool = True, **changed: Any
) -> Snapshot:
    rng = np.random.default_rng(1)
    truth = (rng.random(80) < 0.4).astype(np.int8)
    scores = np.round(rng.normal(size=80) + (truth if higher else -truth), 1)
    scores[::17] = np.nan
    dataset = Dataset(
        "a", ("no", "yes"), truth, 1, (Score("s", scores, higher),), sampling=sampling
    )
    return resolve(Inputs(replace(dataset, **changed)))


def _subjects(n: int = 80) -> Subjects:
    return Subjects(((np.arange(n, dtype=np.int32) // 4),), ("who",))


def test_a_cohort_is_drawn_as_one_and_a_case_control_file_by_class() -> None:
    for sampling, expected in ((Sampling.COHORT, False), (Sampling.CASE_CONTROL, True)):
        found = plan_of(_shown(sampling)).resampler
        assert isinstance(found, RowResampler)
        assert found.is_stratified is expected


@pytest.mark.parametrize("higher", [True, False])
def test_subjects_are_drawn_with_all_of_their_rows(higher: bool) -> None:
    shown = _shown(Sampling.BY_SUBJECT, higher=higher, subjects=_subjects())
    drawn = plan_of(shown).resampler
    assert isinstance(drawn, SubjectResampler)
    assert drawn.n_subjects == 20
    weights = np.random.default_rng(2).integers(0, 3, 20)
    dataset, score = shown.dataset, shown.score
    assert dataset is not None
    assert score is not None
    times = weights[np.arange(80) // 4]
    table = ScoreTable(
        np.repeat(score.values, times),
        np.repeat(dataset.is_positive(), times),
        higher_is_positive=higher,
    )
    found = drawn.under(weights)
    for row in range(len(found)):
        assert found.counts_of(row) == table.counts_at(found.threshold(row))


def test_subjects_of_count_tables_are_drawn() -> None:
    counts = np.array([[3, 1], [0, 4], [5, 2], [1, 1]])
    subjects = Subjects((np.array([0, 1, 0, 2], dtype=np.int32),), ("who",))
    shown = resolve(
        Inputs(
            Dataset(
                "a",
                ("no", "yes"),
                np.empty(0, np.int8),
                1,
                (Score("s", np.array([1.0, 2.0, 3.0, np.nan])),),
                row_counts=counts,
                subjects=subjects,
                sampling=Sampling.BY_SUBJECT,
            )
        )
    )
    drawn = plan_of(shown).resampler
    assert isinstance(drawn, SubjectResampler)
    assert drawn.n_subjects == 2
    found = drawn.under(np.array([2, 1]))
    assert (found.n_positive, found.n_negative) == (2 * 3 + 4, 2 * 8)


def test_calls_of_the_file_are_drawn_without_a_score() -> None:
    truth, calls = np.array([1, 1, 1, 0, 0, 0, 0]), np.array([1, 1, 0, 0, 0, 1, -1])
    dataset = Dataset(
        "a", ("no", "yes"), truth, 1, predicted=calls, subjects=_subjects(7),
        sampling=Sampling.BY_SUBJECT,
    )  # fmt: skip
    for one in (dataset, replace(dataset, sampling=Sampling.COHORT)):
        shown = resolve(Inputs(one, score=None, positive=1))
        assert shown.point is not None
        found = bootstrap(plan_of(shown, n_replicates=50))
        assert found.original.counts == (2, 1, 3, 3)
        assert np.all(found.counts[:, 0] <= found.counts[:, 2])


def test_by_subject_needs_subjects() -> None:
    with pytest.raises(DataError, match="whose the rows are"):
        plan_of(_shown(Sampling.BY_SUBJECT))


def test_nothing_can_be_drawn_of_nothing() -> None:
    with pytest.raises(DataError, match="one of them"):
        plan_of(EMPTY)


def test_the_threshold_stays_where_scores_are_put_into_groups() -> None:
    shown = _shown()
    assert shown.point is not None
    counts = shown.point.counts
    plan = plan_of(shown, n_replicates=40, n_bins=3)
    assert len(plan.resampler.steps) < 8
    assert bootstrap(plan).original.counts == (
        counts.tp, counts.fp, counts.actual_positives, counts.actual_negatives
    )  # fmt: skip


@given(labelled_scores(), st.integers(1, 8))
def test_brackets_hold_the_areas_of_all_scores(drawn: Drawn, n_bins: int) -> None:
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    found = brackets(binned(steps, n_bins))
    for area in AREAS:
        low, high = found[area.id]
        value = area.compute(steps)
        assert np.isnan(low) or low - 1e-12 <= value <= high + 1e-12, area.id
        assert np.isnan(low) == np.isnan(value), area.id


@given(labelled_scores())
def test_lines_are_looked_at_within_their_range(drawn: Drawn) -> None:
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    grid = grid_of(steps)
    assert (grid.fpr[0], grid.fpr[-1]) == (0, 1)
    assert 0 < grid.recall[0] < grid.recall[-1] == 1
    assert (grid.rows[0], grid.rows[-1]) == (0, len(steps) - 1)
