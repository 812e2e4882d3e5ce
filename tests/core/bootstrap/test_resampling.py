"""A replicate is what drawing rows and sorting them again would give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.bootstrap.resampling import (
    RowResampler,
    SubjectResampler,
    at_rows,
    binned,
    reweighted,
    row_weights,
)
from evalgui.core.bootstrap.statistics import AREAS, Grid, look_at
from evalgui.core.ranked import Ranked
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.score_table import ScoreTable, Steps
from evalgui.core.subjects import Subjects
from tests.core.strategies import labelled_scores

Drawn = tuple[Any, Any, bool]

HIGHER = {"higher_is_positive": True}


def _areas(steps: Steps) -> list[float]:
    return [area.compute(steps) for area in AREAS]


def _ranked(table: ScoreTable) -> list[float]:
    ranked = Ranked(table, table.steps)
    return [RANKING_METRICS.by_id(area.id).measured(ranked).value for area in AREAS]


def _in_order(table: ScoreTable, scores: np.ndarray, truth: np.ndarray, cls: bool) -> np.ndarray:
    """Return the rows of a class from the strictest score on."""
    rows = np.flatnonzero(truth == cls)
    order = np.argsort(scores[rows], kind="stable")
    return rows[order[::-1] if table.higher_is_positive else order]


@given(labelled_scores())
def test_weights_of_one_give_the_original(drawn: Drawn) -> None:
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    steps = table.steps
    columns = steps.tp_column.astype(np.intp), steps.fp_column.astype(np.intp)
    ones = [np.ones(n, np.uint8) for n in (steps.n_positive, steps.n_negative)]
    again = reweighted(steps, columns, *ones)
    assert again.tp_column.tolist() == steps.tp_column.tolist()
    assert again.fp_column.tolist() == steps.fp_column.tolist()
    np.testing.assert_array_equal(_areas(again), _ranked(table))


@given(labelled_scores(), st.data())
def test_weights_give_what_rows_that_are_sorted_again_give(
    drawn: Drawn, data: st.DataObject
) -> None:
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    steps = table.steps
    sizes = st.lists(st.integers(0, 3), min_size=len(scores), max_size=len(scores))
    weights = np.array(data.draw(sizes), dtype=np.int64)
    columns = steps.tp_column.astype(np.intp), steps.fp_column.astype(np.intp)
    parts = [weights[_in_order(table, scores, truth, cls)] for cls in (True, False)]
    replicate = reweighted(steps, columns, *parts)
    naive = ScoreTable(
        np.repeat(scores, weights), np.repeat(truth, weights), higher_is_positive=higher
    )
    np.testing.assert_allclose(_areas(replicate), _ranked(naive), rtol=1e-13)
    for row, threshold in enumerate(steps.thresholds.tolist()):
        assert replicate.counts_of(row) == naive.counts_at(threshold)


@given(labelled_scores(), st.data())
def test_subjects_weigh_the_rows_that_they_are_in(drawn: Drawn, data: st.DataObject) -> None:
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    ids = st.lists(st.integers(0, 4), min_size=len(scores), max_size=len(scores))
    sides = [np.array(data.draw(ids), dtype=np.int32) for _ in range(2)]
    weights = np.array(data.draw(st.lists(st.integers(0, 3), min_size=5, max_size=5)))
    rows = [_in_order(table, scores, truth, cls) for cls in (True, False)]
    for codes in (sides[:1], sides):
        of_class = [Subjects(tuple(c[r] for c in codes), ("a", "b")[: len(codes)]) for r in rows]
        drawn_steps = SubjectResampler(
            table.steps, RankedSubjects(of_class[0], of_class[1], 5)
        ).under(weights)
        each = [{int(c[row]) for c in codes} for row in range(len(scores))]
        n_times = [int(np.prod([weights[one] for one in found])) for found in each]
        naive = ScoreTable(
            np.repeat(scores, n_times), np.repeat(truth, n_times), higher_is_positive=higher
        )
        np.testing.assert_allclose(_areas(drawn_steps), _ranked(naive), rtol=1e-13)
        assert drawn_steps.counts_of(1 if len(scores) else 0) == naive.counts_at(
            table.steps.threshold(1 if len(scores) else 0)
        )


@pytest.mark.parametrize("most", [1, 3, 60_000])
@pytest.mark.parametrize("is_two_sided", [False, True])
def test_few_operating_points_have_the_sums_of_all(most: int, is_two_sided: bool) -> None:
    rng = np.random.default_rng(most)
    scores, truth = rng.integers(0, 1000, 300), rng.random(300) < 0.4
    codes = [rng.integers(0, 9, 300).astype(np.int32) for _ in range(1 + is_two_sided)]
    steps = ScoreTable(scores.astype(np.float64), truth).steps
    whose = Subjects(tuple(codes), ("probe", "reference")[: len(codes)])
    ranked = RankedSubjects.of_rows(scores.astype(np.float64), whose, truth, **HIGHER)
    weights = rng.integers(0, most, 9, endpoint=True)
    every = SubjectResampler(steps, ranked).under(weights)
    # The second row calls nothing more than the first, and the last class is met at the end.
    rows = np.array([0, 0, 5, 90, len(steps) - 2, len(steps) - 1])
    few = SubjectResampler(at_rows(steps, rows), ranked).under(weights)
    assert few.true_positives.tolist() == every.true_positives[rows].tolist()
    assert few.false_positives.tolist() == every.false_positives[rows].tolist()
    assert few.n_positive == every.n_positive
    assert few.n_negative == every.n_negative


def _drawn_alike(resampler: SubjectResampler, n: int) -> None:
    """Check that several replicates drawn together are those that are drawn one by one."""
    together = list(resampler.draw_several([np.random.default_rng(seed) for seed in range(n)]))
    alone = [resampler.draw(np.random.default_rng(seed)) for seed in range(n)]
    groups = resampler.groups(n)
    together += resampler.without(groups)
    alone += [resampler.under(~group) for group in groups]
    assert len(together) == len(alone)
    for one, other in zip(together, alone, strict=True):
        assert one.tp_column.tolist() == other.tp_column.tolist()
        assert one.fp_column.tolist() == other.fp_column.tolist()
        assert one.tp_column.dtype == other.tp_column.dtype
        assert (one.n_positive, one.n_negative) == (other.n_positive, other.n_negative)


@pytest.mark.parametrize("n", [1, 3, 4])
@pytest.mark.parametrize("is_two_sided", [False, True])
@pytest.mark.parametrize(("n_parts", "at_once"), [(20, 4), (1_000, 1)])
def test_replicates_of_subjects_that_are_drawn_together_are_those_of_each(
    n: int, is_two_sided: bool, n_parts: int, at_once: int
) -> None:
    random = np.random.default_rng(5)
    scores, truth = random.normal(size=2_000), random.random(2_000) < 0.4
    sides = [random.integers(0, 30, 2_000).astype(np.int32) for _ in range(1 + is_two_sided)]
    subjects = Subjects(tuple(sides), ("probe", "reference")[: len(sides)])
    steps = ScoreTable(scores, truth).steps
    ranked = RankedSubjects.of_rows(scores, subjects, truth, **HIGHER)
    resampler = SubjectResampler(binned(steps, n_parts), ranked)
    assert resampler.at_once == at_once
    _drawn_alike(resampler, n)


def test_sums_that_outgrow_a_quarter_of_a_word_are_those_of_each() -> None:
    # Few subjects are drawn often, and a part has as many rows as a quarter holds.
    random = np.random.default_rng(6)
    scores, truth = random.normal(size=60_000), random.random(60_000) < 0.5
    codes = np.zeros(60_000, dtype=np.int32)
    codes[::7] = 1
    subjects = Subjects((codes, codes[::-1].copy()), ("probe", "reference"))
    ranked = RankedSubjects.of_rows(scores, subjects, truth, **HIGHER)
    resampler = SubjectResampler(binned(ScoreTable(scores, truth).steps, 1), ranked)
    assert resampler.at_once == 4
    assert all(rows is not None and rows.holds(1) for rows in resampler._packed)
    assert not any(rows is not None and rows.holds(2) for rows in resampler._packed)
    _drawn_alike(resampler, 4)


def test_rows_of_more_subjects_than_fit_the_processor_weigh_what_their_subjects_do() -> None:
    # More rows than are looked up at once, some of which compare a subject with itself.
    rng = np.random.default_rng(4)
    codes = [rng.integers(0, 300, 70_000).astype(np.int32) for _ in range(2)]
    drawn = rng.integers(0, 12, 300).astype(np.uint8)
    first, second = (drawn[one].astype(np.int64) for one in codes)
    single, both = (Subjects(tuple(part), ("a", "b")[: len(part)]) for part in (codes[:1], codes))
    assert single.times(drawn).tolist() == first.tolist()
    expected = np.where(codes[0] == codes[1], first, first * second)
    assert both.times(drawn).tolist() == expected.tolist()


def test_counted_rows_of_subjects_weigh_as_single_ones() -> None:
    scores, positives = np.array([3.0, 2.0, 2.0, 1.0]), np.array([2, 0, 5, 1])
    negatives = np.array([1, 3, 0, 4])
    steps = ScoreTable.from_counts(scores, positives, negatives).steps
    codes = np.array([0, 1, 2, 1], dtype=np.int32)
    subjects = Subjects((codes,), ("who",))
    weights = np.array([2, 0, 3])
    counted = SubjectResampler(
        steps, RankedSubjects(subjects, subjects, 3, (positives, negatives))
    ).under(weights)
    again = ScoreTable.from_counts(
        scores, positives * weights[codes], negatives * weights[codes]
    ).steps
    for row in range(len(steps)):
        assert counted.counts_of(row) == again.counts_of(again.row_at(steps.threshold(row)))


@pytest.mark.parametrize("n", [0, 1, 7, 20_000, 20_001, 50_000])
def test_as_many_rows_are_drawn_as_there_are(n: int) -> None:
    weights = row_weights(np.random.default_rng(3), n)
    assert len(weights) == n
    assert int(weights.sum(dtype=np.int64)) == n


def test_rows_are_drawn_as_a_multinomial_says() -> None:
    # Mean 1, variance 1 - 1/n, and the share of rows that are never drawn (1 - 1/n)**n.
    n, rng = 30_000, np.random.default_rng(11)
    drawn = np.array([row_weights(rng, n) for _ in range(200)], dtype=np.float64)
    total = drawn.size
    assert drawn.mean() == 1
    assert drawn.var() == pytest.approx(1 - 1 / n, abs=6 * np.sqrt(3 / total))
    for times, share in ((0, 0.3678733), (1, 0.3678856), (4, 0.0153297)):
        found = np.mean(drawn == times)
        assert found == pytest.approx(share, abs=6 * np.sqrt(share / total)), times
    halves = drawn[:, : n // 2].sum(axis=1)
    assert halves.var() == pytest.approx(n / 4, rel=0.5)


@pytest.mark.parametrize("n", [400, 60_000])
@pytest.mark.parametrize("is_stratified", [False, True])
@pytest.mark.parametrize("decimals", [1, 12])  # counts of scores are drawn, and rows
def test_sampling_fixes_the_classes_or_their_sum(
    n: int, is_stratified: bool, decimals: int
) -> None:
    rng = np.random.default_rng(0)
    truth = rng.random(n) < 0.3
    scores = np.round(rng.normal(size=n) + truth, decimals)
    steps = ScoreTable(scores, truth).steps
    resampler = RowResampler(steps, is_stratified)
    sizes = []
    for _ in range(5):
        found = resampler.draw(rng)
        assert np.all(np.diff(found.true_positives) >= 0)
        assert (found.tp_column[0], found.fp_column[0]) == (0, 0)
        assert found.n_positive == found.tp_column[-1]
        assert found.n_positive + found.n_negative == n
        # A score with rows of one class only never gets rows of the other.
        for now, before in (
            (found.true_positives, steps.true_positives),
            (found.false_positives, steps.false_positives),
        ):
            assert not np.any(np.diff(now)[np.diff(before) == 0])
        sizes.append(found.n_positive)
    assert (len(set(sizes)) == 1) == is_stratified


def test_counts_of_billions_are_drawn() -> None:
    steps = ScoreTable.from_counts([0.8, 0.1], [10**12, 10**11], [10**9, 10**12]).steps
    found = RowResampler(steps, is_stratified=True).draw(np.random.default_rng(5))
    assert (found.n_positive, found.n_negative) == (11 * 10**11, 1001 * 10**9)
    deviation = np.sqrt(11e11 * (10 / 11) * (1 / 11))
    assert int(found.tp_column[1]) == pytest.approx(10**12, abs=6 * deviation)


@given(labelled_scores(), st.integers(1, 6), st.data())
def test_bins_are_some_of_the_operating_points(
    drawn: Drawn, n_bins: int, data: st.DataObject
) -> None:
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    row = data.draw(st.integers(0, len(steps) - 1))
    found = binned(steps, n_bins, row)
    assert len(found) <= n_bins + 3
    threshold = steps.threshold(row)
    assert found.counts_of(found.row_at(threshold)) == steps.counts_of(row)
    assert found.tp_column[-1] == steps.n_positive
    for place in range(len(found)):
        assert found.counts_of(place) == steps.counts_of(steps.row_at(found.threshold(place)))


def test_lines_of_curves_are_looked_at_between_attainable_points() -> None:
    # Operating points (FPR, TPR): (0,0), (0,0.5), (0.5,0.5), (1,1).
    steps = ScoreTable([4.0, 3.0, 2.0, 2.0], [True, False, True, False]).steps
    grid = Grid(
        fpr=np.array([0.0, 0.25, 0.5, 0.75, 1.0]),
        recall=np.array([0.25, 0.5, 0.75, 1.0]),
        rows=np.array([0, 1, 3]),
    )
    lines = look_at(steps, 1, grid).lines
    assert lines is not None
    assert lines.tpr.tolist() == [0.5, 0.5, 0.5, 0.75, 1.0]
    assert lines.precision.tolist() == [1.0, 1.0, 1.5 / 3.0, 2 / 4]
    assert (lines.tp.tolist(), lines.fp.tolist()) == ([0, 1, 2], [0, 0, 2])


def test_bins_become_ever_smaller_towards_the_ends_where_curves_need_it() -> None:
    rng = np.random.default_rng(3)
    truth = rng.random(20_000) < 0.3
    steps = ScoreTable(rng.normal(size=20_000) + truth, truth).steps
    found = binned(steps, 20, has_tails=True)
    for column, n in ((found.tp_column, steps.n_positive), (found.fp_column, steps.n_negative)):
        for count in (1, 2, 5, 10, 30, 100, 1000):
            assert np.abs(column - count).min() <= 0.1 * count
            assert np.abs(n - column - count).min() <= 0.1 * count
    assert len(found) < 20 + 4 * 256 + 4
