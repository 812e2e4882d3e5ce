"""The one sort: exact counts for any scores, at any threshold, in either direction."""

from __future__ import annotations

import itertools
import math
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.score_table import ScoreTable, is_called_positive
from tests.core.strategies import AWKWARD, labelled_scores


def recount(scores, truth, threshold, higher_is_positive):
    """Count by asking every row in turn."""
    tp = fp = 0
    for score, positive in zip(scores.tolist(), truth.tolist(), strict=True):
        called = score >= threshold if higher_is_positive else score <= threshold
        tp += called and positive
        fp += called and not positive
    return tp, fp


@given(labelled_scores(missing=True), st.one_of(st.sampled_from(AWKWARD), st.floats()))
def test_that_counts_equal_a_naive_recount_before_and_after_merging(drawn, threshold):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    expected = recount(scores, truth, threshold, higher)
    before = table.counts_at(threshold)
    steps = table.steps
    after = table.counts_at(threshold)
    assert (before.tp, before.fp) == expected
    assert after == before
    assert steps.counts_of(steps.row_at(threshold)) == before
    assert before.tp + before.fn == table.n_positive
    assert before.fp + before.tn == table.n_negative


@given(
    labelled_scores(missing=True),
    st.one_of(st.sampled_from([*AWKWARD, math.nan]), st.floats(), st.floats(width=32)),
    st.sampled_from([np.float64, np.float32]),
)
def test_that_one_threshold_finds_the_row_that_many_find(drawn, threshold, kind):
    scores, truth, higher = drawn
    with np.errstate(over="ignore"):
        steps = ScoreTable(scores.astype(kind), truth, higher_is_positive=higher).steps
    assert steps.row_at(threshold) == steps.rows_at(np.array([threshold]))[0]


@given(labelled_scores(missing=True))
def test_that_the_rows_are_the_distinct_scores_and_one_above_all(drawn):
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    distinct = np.unique(scores[~np.isnan(scores)])
    assert len(steps) == len(distinct) + 1
    ordered = distinct[::-1] if higher else distinct
    np.testing.assert_array_equal(steps.thresholds[1:], ordered)
    for row, threshold in enumerate(steps.thresholds.tolist()):
        counts = steps.counts_of(row)
        assert (counts.tp, counts.fp) == recount(scores, truth, threshold, higher)
        assert steps.row_at(threshold) == row


@given(labelled_scores(missing=True))
def test_that_float32_scores_count_as_exactly_as_doubles(drawn):
    scores, truth, higher = drawn
    with np.errstate(over="ignore"):
        small = scores.astype(np.float32)
    table = ScoreTable(small, truth, higher_is_positive=higher)
    for threshold in [*AWKWARD, 0.1, 1 + 1e-12, 1 - 1e-12]:
        expected = recount(small.astype(np.float64), truth, threshold, higher)
        counts = table.counts_at(threshold)
        assert (counts.tp, counts.fp) == expected


def test_that_float32_scores_end_at_the_largest_one():
    largest = float(np.finfo(np.float32).max)
    for higher in (True, False):
        scores = np.array([largest, -largest], np.float32)
        table = ScoreTable(scores, [higher, not higher], higher_is_positive=higher)
        end = largest if higher else -largest
        assert table.counts_at(end).tp == 1
        assert table.counts_at(end * (1 + 1e-9)).tp == 0
        assert table.counts_at(end * 10).tp == 0


@given(labelled_scores(missing=True), st.randoms(use_true_random=False))
def test_that_the_order_of_the_rows_does_not_matter(drawn, random):
    scores, truth, higher = drawn
    order = list(range(len(scores)))
    random.shuffle(order)
    one = ScoreTable(scores, truth, higher_is_positive=higher)
    other = ScoreTable(scores[order], truth[order], higher_is_positive=higher)
    np.testing.assert_array_equal(one.steps.thresholds, other.steps.thresholds)
    np.testing.assert_array_equal(one.steps.tp_column, other.steps.tp_column)
    np.testing.assert_array_equal(one.steps.fp_column, other.steps.fp_column)
    assert one.twice_mann_whitney_u == other.twice_mann_whitney_u


@given(labelled_scores(finite=True))
def test_that_the_area_is_the_share_of_ordered_pairs_with_half_ties(drawn):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    positives, negatives = scores[truth], scores[~truth]
    above = sum(int((p > negatives).sum()) for p in positives)
    below = sum(int((p < negatives).sum()) for p in positives)
    ties = len(positives) * len(negatives) - above - below
    twice = 2 * (above if higher else below) + ties
    fresh = ScoreTable(scores, truth, higher_is_positive=higher)
    assert fresh.twice_mann_whitney_u == twice
    assert table.steps is not None
    assert table.twice_mann_whitney_u == twice
    if len(positives) and len(negatives):
        assert table.auc == float(Fraction(twice, 2 * len(positives) * len(negatives)))
    else:
        assert np.isnan(table.auc)


@given(labelled_scores(finite=True))
def test_that_swapping_the_classes_and_the_direction_mirrors_the_counts(drawn):
    scores, truth, higher = drawn
    one = ScoreTable(scores, truth, higher_is_positive=higher)
    mirrored = ScoreTable(-scores, ~truth, higher_is_positive=higher)
    for threshold in np.unique(np.clip(scores, -1e300, 1e300)).tolist():
        just_stricter = np.nextafter(-threshold, np.inf if higher else -np.inf)
        original, mirror = one.counts_at(threshold), mirrored.counts_at(float(just_stricter))
        assert (original.tp, original.fp) == (mirror.tn, mirror.fn)


@given(labelled_scores(finite=True), st.sampled_from(["cube", "halve", "shift"]))
def test_that_a_strictly_increasing_map_changes_thresholds_alone(drawn, name):
    scores, truth, higher = drawn
    scores = np.round(np.clip(scores, -1e3, 1e3), 3)
    maps = {"cube": lambda s: s**3, "halve": lambda s: s / 2, "shift": lambda s: s * 4 + 8}
    mapped = maps[name](scores)
    if len(np.unique(mapped)) != len(np.unique(scores)):
        return  # rounding merged two scores: the map was not strictly increasing here
    one = ScoreTable(scores, truth, higher_is_positive=higher)
    other = ScoreTable(mapped, truth, higher_is_positive=higher)
    np.testing.assert_array_equal(one.steps.tp_column, other.steps.tp_column)
    np.testing.assert_array_equal(one.steps.fp_column, other.steps.fp_column)
    np.testing.assert_array_equal(maps[name](one.steps.thresholds[1:]), other.steps.thresholds[1:])


@given(labelled_scores(), st.integers(2, 4))
def test_that_duplicated_rows_multiply_the_counts_alone(drawn, times):
    scores, truth, higher = drawn
    one = ScoreTable(scores, truth, higher_is_positive=higher)
    many = ScoreTable(np.tile(scores, times), np.tile(truth, times), higher_is_positive=higher)
    np.testing.assert_array_equal(one.steps.thresholds, many.steps.thresholds)
    np.testing.assert_array_equal(one.steps.true_positives * times, many.steps.true_positives)
    np.testing.assert_array_equal(one.steps.false_positives * times, many.steps.false_positives)


@given(labelled_scores())
def test_that_the_interval_of_a_row_holds_exactly_its_counts(drawn):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    steps = table.steps
    for row in range(1, len(steps)):
        excluded, included = steps.interval(row)
        assert table.counts_at(included) == steps.counts_of(row)
        if row + 1 < len(steps):
            assert table.counts_at(excluded) == steps.counts_of(row + 1)
            with np.errstate(over="ignore"):  # it may be the infinity
                inward = float(np.nextafter(excluded, included))
            assert table.counts_at(inward) == steps.counts_of(row)


def test_that_an_array_of_thresholds_gives_arrays_of_counts():
    table = ScoreTable([3, 1, 2, 2], [True, False, True, False])
    thresholds = np.array([np.inf, 3.0, 2.0, np.nan, 0.0])
    counts = table.counts_at(thresholds)
    np.testing.assert_array_equal(counts.tp, [0, 1, 2, 0, 2])
    np.testing.assert_array_equal(counts.fp, [0, 0, 1, 0, 2])
    assert table.steps is not None
    merged = table.counts_at(thresholds)
    np.testing.assert_array_equal(merged.tp, counts.tp)
    np.testing.assert_array_equal(merged.tn, counts.tn)


def test_that_missing_scores_are_counted_by_class_and_left_out():
    table = ScoreTable([np.nan, 1.0, np.nan, np.nan, 0.0], [True, True, False, False, False])
    assert (table.n_missing_positive, table.n_missing_negative, table.n_missing) == (1, 2, 3)
    assert (table.n_positive, table.n_negative, table.n) == (1, 1, 2)
    assert table.auc == 1.0


def test_that_no_threshold_lies_above_an_infinite_score():
    steps = ScoreTable([np.inf, 0.0], [True, False]).steps
    assert np.isnan(steps.thresholds[0])
    assert steps.counts_of(0).predicted_positives == 0
    assert steps.counts_of(steps.row_at(np.inf)).tp == 1


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint16, np.bool_])
def test_that_integer_scores_are_exact(dtype):
    scores = np.array([1, 0, 1, 1], dtype=dtype)
    table = ScoreTable(scores, [True, False, False, True])
    assert table.counts_at(1).tp == 2
    assert table.counts_at(0.5).fp == 1


def test_that_text_scores_and_unequal_lengths_are_refused():
    with pytest.raises(TypeError, match="real numbers"):
        ScoreTable(np.array(["a", "b"]), [True, False])
    with pytest.raises(ValueError, match="shape"):
        ScoreTable([1.0, 2.0], [True])


def test_that_the_table_takes_at_most_three_times_the_memory_of_the_scores():
    rng = np.random.default_rng(7)
    scores, truth = rng.random(500_000), rng.random(500_000) < 0.5
    tracemalloc.start()
    try:
        table = ScoreTable(scores, truth)
        n_rows = len(table.steps)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert n_rows == len(np.unique(scores)) + 1
    assert peak <= 3 * scores.nbytes


@pytest.mark.parametrize("spread", [1.0, 1e300])
@pytest.mark.parametrize("higher", [True, False])
def test_that_many_blocks_merge_like_one(spread, higher):
    rng = np.random.default_rng(11)
    scores = np.round(rng.normal(size=300_000), 4) * spread
    scores[:5] = [0.0, -0.0, 5e-324, np.inf, -np.inf] if spread > 1 else 0.0
    truth = rng.random(300_000) < 0.3
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    order = np.unique(scores)
    expected_tp = [np.searchsorted(np.sort(scores[truth]), order, "left")]
    expected_fp = [np.searchsorted(np.sort(scores[~truth]), order, "left")]
    if higher:
        tp = (truth.sum() - expected_tp[0])[::-1]
        fp = ((~truth).sum() - expected_fp[0])[::-1]
    else:
        tp = np.searchsorted(np.sort(scores[truth]), order, "right")
        fp = np.searchsorted(np.sort(scores[~truth]), order, "right")
    np.testing.assert_array_equal(steps.true_positives[1:], tp)
    np.testing.assert_array_equal(steps.false_positives[1:], fp)


def test_that_the_rule_includes_the_threshold_itself_and_never_a_missing_score():
    scores = np.array([0.1, 0.2, np.nan], dtype=np.float32)
    assert is_called_positive(scores, float(np.float32(0.1))).tolist() == [True, True, False]
    assert is_called_positive(scores, 0.1, higher_is_positive=False).tolist() == [
        bool(np.float64(np.float32(0.1)) <= 0.1),
        False,
        False,
    ]


@given(labelled_scores())
def test_that_corners_are_attainable_points_and_the_others_lie_between_two(drawn):
    scores, truth, higher = drawn
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    corners = steps.corners()
    assert len(corners) <= min(len(steps), 2 * len(set(scores[truth].tolist())) + 2)
    every = list(zip(steps.tp_column.tolist(), steps.fp_column.tolist(), strict=True))
    kept = list(zip(corners.tp_column.tolist(), corners.fp_column.tolist(), strict=True))
    rows = [every.index(point) for point in kept]
    assert rows == sorted(rows)
    assert (rows[0], rows[-1]) == (0, len(steps) - 1)
    np.testing.assert_array_equal(corners.thresholds, steps.thresholds[rows])
    for before, after in itertools.pairwise(rows):
        assert {tp for tp, _ in every[before + 1 : after]} <= {every[before][0]} & {every[after][0]}
    assert (corners.n_positive, corners.n_negative) == (steps.n_positive, steps.n_negative)


def test_that_corners_are_those_worked_out_by_hand():
    table = ScoreTable([9, 8, 7, 6, 5, 4, 3, 2], [True, True, False, False, False, True, False, 0])
    corners = table.steps.corners()
    assert corners.tp_column.tolist() == [0, 1, 2, 2, 3, 3]
    assert corners.fp_column.tolist() == [0, 0, 0, 3, 3, 5]
    assert corners.thresholds.tolist() == [math.inf, 9.0, 8.0, 5.0, 4.0, 2.0]


@pytest.mark.parametrize("dtype", [">f8", ">f4", ">f2", "<f8", "<f4", "<f2", ">i4"])
def test_that_scores_in_either_order_of_bytes_are_taken(dtype):
    scores = np.array([1, 0, 3, 2], dtype=dtype)
    table = ScoreTable(scores, [True, False, False, True])
    assert table.steps.thresholds.tolist() == [np.inf, 3.0, 2.0, 1.0, 0.0]
    assert table.counts_at(2).tp == 1
