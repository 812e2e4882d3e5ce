"""Scores that stand for many rows: the same in every bit as the rows, at any number of them."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.counts import LARGEST_TOTAL, exact_dot, unbounded
from evalgui.core.curves import curve_by_id
from evalgui.core.curves.thinning import rows_to_draw
from evalgui.core.dataset import Dataset, Score
from evalgui.core.histogram import histogram
from evalgui.core.probabilities import PROBABILITY_METRICS, Probabilities
from evalgui.core.rules import RULES
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import Inputs, rank, resolve
from evalgui.core.tabulation import tabulate
from tests.core.choosing import threshold_by
from tests.core.strategies import AWKWARD, labelled_scores

COUNTED = st.lists(
    st.tuples(st.sampled_from([*AWKWARD, np.nan]), st.integers(0, 4), st.integers(0, 4)),
    max_size=20,
)
SMALL = st.integers(0, 3)


def expanded(scores, positives, negatives):
    """Return the rows that are counted."""
    values = np.concatenate([np.repeat(scores, positives), np.repeat(scores, negatives)])
    return values, np.arange(len(values)) < sum(positives)


def columns_of(rows):
    scores = np.array([row[0] for row in rows], dtype=np.float64)
    counts = np.array([row[1:] for row in rows], dtype=np.int64).reshape(-1, 2)
    return scores, counts[:, 0], counts[:, 1]


def dataset_of(scores, positives, negatives, *, higher=True, counted=True):
    """Return the same data as a count table, or as its rows."""
    classes = ("negative", "positive")
    if counted:
        counts = np.stack([negatives, positives], axis=1).astype(np.int64)
        score = Score("s", np.asarray(scores, dtype=np.float64), higher)
        return Dataset("a", classes, np.empty(0, np.int8), 1, (score,), row_counts=counts)
    values, truth = expanded(scores, positives, negatives)
    return Dataset("a", classes, truth.astype(np.int8), 1, (Score("s", values, higher),))


def assert_same(one: ScoreTable, other: ScoreTable) -> None:
    for name in ("ascending", "tp_column", "fp_column"):
        first, second = getattr(one.steps, name), getattr(other.steps, name)
        assert first.dtype == second.dtype
        assert first.tobytes() == second.tobytes()
    sizes = ("n_positive", "n_negative", "n_missing_positive", "n_missing_negative", "n")
    for name in (*sizes, "twice_mann_whitney_u", "higher_is_positive"):
        assert getattr(one, name) == getattr(other, name)


@given(COUNTED, st.booleans())
def test_that_counting_is_the_same_in_every_bit_as_expanding(rows, higher):
    scores, positives, negatives = columns_of(rows)
    counted = ScoreTable.from_counts(scores, positives, negatives, higher_is_positive=higher)
    assert_same(
        counted, ScoreTable(*expanded(scores, positives, negatives), higher_is_positive=higher)
    )
    for threshold in AWKWARD:
        one = ScoreTable(*expanded(scores, positives, negatives), higher_is_positive=higher)
        assert counted.counts_at(threshold) == one.counts_at(threshold)


@given(labelled_scores(missing=True))
def test_that_rows_are_counts_of_one(drawn):
    scores, truth, higher = drawn
    counted = ScoreTable.from_counts(
        scores, truth.astype(int), (~truth).astype(int), higher_is_positive=higher
    )
    assert_same(counted, ScoreTable(scores, truth, higher_is_positive=higher))


def bits(value: float) -> bytes:
    return np.float64(value).tobytes()


@given(COUNTED, st.booleans())
def test_that_a_ranking_of_counts_is_that_of_the_rows(rows, higher):
    columns = columns_of(rows)
    one, other = (
        rank(dataset_of(*columns, higher=higher, counted=counted), 0) for counted in (True, False)
    )
    for name in ("roc_auc", "average_precision", "pr_auc_davis_goadrich", "pr_auc_trapezoid"):
        assert bits(one.value(name)) == bits(other.value(name))
    for name in ("value", "threshold", "low", "high", "row"):
        first, second = (getattr(found.equal_error_rate, name) for found in (one, other))
        assert bits(first) == bits(second)
    for rule in RULES:
        assert bits(threshold_by(rule.id, one.table)) == bits(threshold_by(rule.id, other.table))
    assert one.are_probabilities == other.are_probabilities
    for metric in PROBABILITY_METRICS:
        expected = other.value(metric.id)
        assert one.value(metric.id) == pytest.approx(expected, rel=1e-12, nan_ok=True)
    if one.table.n:
        first, second = histogram(one.table), histogram(other.table)
        np.testing.assert_array_equal(first.edges, second.edges)
        np.testing.assert_array_equal(first.positives, second.positives)
        np.testing.assert_array_equal(first.negatives, second.negatives)
        assert first.n_infinite == second.n_infinite


def test_that_float32_scores_are_counted_as_they_are():
    scores = np.array([0.1, 0.2, 0.1], dtype=np.float32)
    counted = ScoreTable.from_counts(scores, [1, 2, 3], [4, 5, 6])
    assert_same(counted, ScoreTable(*expanded(scores, [1, 2, 3], [4, 5, 6])))
    assert counted.counts_at(float(np.float32(0.1))).tp == 6
    assert counted.counts_at(float(np.float32(0.1)) + 1e-12).tp == 2


def test_that_a_score_that_nothing_has_is_no_step():
    steps = ScoreTable.from_counts([3.0, 2.0, 1.0], [1, 0, 0], [0, 0, 1]).steps
    assert steps.thresholds.tolist() == [math.inf, 3.0, 1.0]


# ------------------------------------------------------------------------------------ large


def exact_auc(positives, negatives) -> Fraction:
    """Return the area of counts that stand in ascending order of their scores."""
    won = 0
    below = 0
    for p, n in zip(positives, negatives, strict=True):
        won += p * (2 * below + n)
        below += n
    return Fraction(won, 2 * sum(positives) * sum(negatives))


LARGE = st.lists(st.tuples(st.integers(0, 10**12), st.integers(0, 10**12)), min_size=1, max_size=12)


@given(LARGE)
def test_that_areas_and_rules_are_exact_where_products_overflow(rows):
    positives, negatives = ([row[place] for row in rows] for place in (0, 1))
    scores = np.arange(len(rows), dtype=np.float64)
    table = ScoreTable.from_counts(scores, positives, negatives)
    n_positive, n_negative = sum(positives), sum(negatives)
    assert (table.n_positive, table.n_negative) == (n_positive, n_negative)
    if not (n_positive and n_negative):
        assert math.isnan(table.auc)
        return
    assert table.auc == float(exact_auc(positives, negatives))
    best, at = 0, math.inf
    for place in reversed(range(len(rows))):
        tp, fp = sum(positives[place:]), sum(negatives[place:])
        if tp * n_negative - fp * n_positive > best:
            best, at = tp * n_negative - fp * n_positive, float(place)
    assert threshold_by("youden", table) == at


def test_that_a_drawn_curve_keeps_a_corner_that_int64_would_lose():
    # The cross product of the two segments is 2**64: nothing is left of it in 64 bits.
    positives, negatives = [2**32, 0], [0, 2**32]
    table = ScoreTable.from_counts([2.0, 1.0], positives, negatives)
    rows = rows_to_draw(curve_by_id("roc"), table, 0.0, 1.0, 100)
    assert rows.tolist() == [0, 1, 2]


def test_that_the_largest_total_is_counted_and_one_more_is_refused():
    half = LARGEST_TOTAL // 2
    table = ScoreTable.from_counts([1.0, 2.0], [half, 0], [0, half])
    assert (table.n, table.auc) == (LARGEST_TOTAL, 0.0)
    assert table.counts_at(2.0).fp == half
    with pytest.raises(OverflowError, match="cannot be counted exactly"):
        ScoreTable.from_counts([1.0, 2.0], [half, 1], [0, half])
    with pytest.raises(OverflowError, match="cannot be counted exactly"):
        ScoreTable.from_counts([1.0], np.array([2**64 - 1], dtype=np.uint64), [0])
    with pytest.raises(OverflowError, match="cannot be counted exactly"):
        ScoreTable.from_counts(np.zeros(4), [2**62] * 4, [0] * 4)


@pytest.mark.parametrize(
    ("positives", "error", "words"),
    [
        ([1, -1], ValueError, "a count is negative"),
        ([1.0, 2.0], TypeError, "counts must be integers"),
        ([1], ValueError, "counts of shape"),
    ],
)
def test_that_no_count_is_taken_for_one(positives, error, words):
    with pytest.raises(error, match=words):
        ScoreTable.from_counts([0.1, 0.2], positives, [1, 1])


@given(st.lists(st.tuples(st.integers(0, 2**53), st.integers(0, 2**54)), max_size=6))
def test_that_sums_of_products_are_exact(pairs):
    first, second = (np.array([pair[k] for pair in pairs], dtype=np.int64) for k in (0, 1))
    assert exact_dot(first, second) == sum(a * b for a, b in pairs)


def test_that_integers_stay_small_where_they_can():
    small = np.array([3, 4])
    assert unbounded(small, 1e18) is small
    assert (unbounded(small * 10**18, 1e37) ** 2).tolist() == [9 * 10**36, 16 * 10**36]


# ---------------------------------------------------------------------------- probabilities


@given(st.lists(st.tuples(st.floats(0, 1), SMALL, SMALL), min_size=1, max_size=20), st.booleans())
def test_that_measures_of_probabilities_are_weighted(rows, higher):
    scores, positives, negatives = columns_of(rows)
    counted = Probabilities.from_counts(scores, positives, negatives, higher_is_positive=higher)
    values, truth = expanded(scores, positives, negatives)
    single = Probabilities.from_scores(values, truth, higher_is_positive=higher)
    assert (counted.n, counted.n_positive) == (single.n, single.n_positive)
    for metric in PROBABILITY_METRICS:
        assert metric.measured(counted).reason == metric.measured(single).reason
        expected = metric.measured(single).value
        assert metric.measured(counted).value == pytest.approx(
            expected, rel=1e-9, abs=1e-12, nan_ok=True
        )


def test_that_a_certain_score_that_nothing_has_makes_no_loss_infinite():
    counts = (np.array([0, 2]), np.array([3, 2]))
    data = Probabilities.from_counts([0.0, 0.5], *counts)
    by_id = {metric.id: metric.measured(data).value for metric in PROBABILITY_METRICS}
    assert by_id["log_loss"] == pytest.approx(4 / 7 * math.log(2), rel=1e-15)
    assert by_id["brier"] == 1 / 7


def test_that_weights_must_fit():
    with pytest.raises(ValueError, match="weights of"):
        Probabilities(np.zeros(2), np.zeros(2, bool), np.ones(3, np.int64))


# --------------------------------------------------------------------------------- data set


def test_that_a_count_table_tells_rows_from_instances():
    dataset = dataset_of([0.1, 0.9], [1, 5], [10**9, 0])
    assert (dataset.n, dataset.n_instances) == (2, 10**9 + 6)
    assert dataset.n_rows_in_file == 2
    assert dataset.class_sizes.tolist() == [10**9, 6]
    counts = dataset.counts_of_rows()
    assert counts is not None
    assert [part.tolist() for part in counts] == [[1, 5], [10**9, 0]]
    with pytest.raises(ValueError, match="no true class"):
        dataset.is_positive()
    snapshot = resolve(Inputs(dataset, threshold=0.9))
    assert snapshot.matrix is not None
    assert snapshot.matrix.counts.tolist() == [[5, 1], [0, 10**9]]
    other = resolve(Inputs(dataset, positive=0, threshold=0.1))
    assert other.matrix is not None  # a lower score means the other class
    assert other.matrix.counts.tolist() == [[10**9, 0], [1, 5]]


def test_that_rows_that_are_counted_once_each_count_none():
    dataset = dataset_of([0.1, 0.9], [1, 1], [0, 1], counted=False)
    assert dataset.counts_of_rows() is None
    assert dataset.n_instances == dataset.n == 3
    assert dataset.class_sizes.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"truth": np.zeros(2, np.int8)}, "no truth"),
        ({"predicted": np.zeros(2, np.int8)}, "no truth"),
        ({"row_counts": np.ones((2, 3), np.int64)}, "2 counts a row"),
        ({"row_counts": np.array([[1, 2], [-1, 2]])}, "none below 0"),
    ],
)
def test_that_a_count_table_is_whole(changed, words):
    parts = {
        "truth": np.empty(0, np.int8),
        "row_counts": np.ones((2, 2), np.int64),
        "scores": (Score("s", np.zeros(2)),),
    }
    with pytest.raises(ValueError, match=words):
        Dataset("a", ("n", "p"), positive=1, **(parts | changed))


def test_that_the_other_class_takes_the_other_edges_of_bins():
    highs = Score("high", np.array([0.5, 1.0]), higher_is_positive=False)
    lows = Score("low", np.array([0.0, 0.5]), other_edge=highs)
    turned = lows.reversed()
    assert (turned.name, turned.higher_is_positive) == ("high", False)
    assert turned.reversed().name == "low"
    dataset = Dataset(
        "a", ("n", "p"), np.empty(0, np.int8), 1, (lows,), row_counts=np.array([[7, 1], [2, 9]])
    )
    assert tabulate(dataset, lows).counts_at(0.5).tp == 9
    ranking = rank(dataset, 0, 0)
    assert ranking.score.name == "high"
    assert ranking.table.counts_at(0.5).tp == 7
    assert not ranking.are_probabilities
    assert not rank(dataset, 0).are_probabilities
