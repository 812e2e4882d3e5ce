"""Two scores against each other: what is compared, on which rows, and how it is labelled."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from evalgui.core.comparing import predictive_values, rates
from evalgui.core.comparing.candidate import Candidate
from evalgui.core.comparing.p_values import beyond_chi_square
from evalgui.core.comparing.pair import (
    NO_SUBJECTS,
    PAIRED_RATES,
    PREDICTIVE_VALUES,
    Pair,
    compare_counts,
    compare_paired,
    compare_unpaired,
)
from evalgui.core.counts import Counts
from evalgui.core.dataset import Score
from evalgui.core.intervals.delong import ranked_area
from evalgui.core.metrics import DEFAULT_PARAMETERS, measured_at
from evalgui.core.score_table import ScoreTable


def candidate(name: str, values: Any, truth: Any, threshold: float, *, higher: bool = True) -> Any:
    truth = np.asarray(truth, dtype=bool)
    score = Score(name, np.asarray(values, dtype=np.float64), higher)
    return Candidate(name, score, threshold, truth.astype(np.int64), (~truth).astype(np.int64))


def counts_of(called: Any, truth: Any) -> Counts:
    cells = (called & truth, called & ~truth, ~called & truth, ~called & ~truth)
    return Counts(*(int(np.count_nonzero(cell)) for cell in cells))


def drawn(n: int = 300) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(n)
    truth = np.arange(n) < n // 3
    common = rng.normal(size=n) + 1.2 * truth
    return common + rng.normal(size=n) / 2, -common + rng.normal(size=n), truth


def test_differences_are_those_of_the_measures_of_each() -> None:
    first, second, truth = drawn()
    one = candidate("a", first, truth, 0.5)
    other = candidate("b", second, truth, -0.3, higher=False)
    measured = [
        measured_at(counts_of(called, truth), DEFAULT_PARAMETERS)
        for called in (first >= 0.5, second <= -0.3)
    ]
    for pair in (compare_paired(one, other, 0.95), compare_unpaired(one, other, 0.95)):
        assert set(pair.at) == {*PAIRED_RATES, *PREDICTIVE_VALUES}
        for name, found in pair.at.items():
            values = tuple(of[name].value for of in measured)
            assert (found.first, found.second) == pytest.approx(values)
            low, high = found.interval.lower, found.interval.upper
            assert low <= found.difference <= high
            assert 0 <= found.p <= 1
    tables = [ScoreTable(first, truth), ScoreTable(second, truth, higher_is_positive=False)]
    assert pair.area.first == tables[0].auc
    assert pair.area.variance == sum(ranked_area(table).variance for table in tables)


def test_only_rows_with_both_scores_are_compared() -> None:
    first, second, truth = drawn()
    first[:10], second[5:25] = math.nan, math.nan
    pair = compare_paired(
        candidate("a", first, truth, 0.5), candidate("b", second, truth, 0.0), 0.95
    )
    assert (pair.n, pair.n_left_out, pair.is_paired) == ((275,), 25, True)
    rest = compare_paired(
        candidate("a", first[25:], truth[25:], 0.5),
        candidate("b", second[25:], truth[25:], 0.0),
        0.95,
    )
    assert pair.area == rest.area
    assert pair.at == rest.at
    assert pair.calls is not None
    assert pair.calls.positives.n + pair.calls.negatives.n == 275


def labels(pair: Pair) -> dict[str, tuple[str, str]]:
    return {name: (found.interval.method, found.test) for name, found in pair.at.items()}


def test_labels_are_those_of_what_ran() -> None:
    first, second, truth = drawn()
    one, other = candidate("a", first, truth, 0.5), candidate("b", second, truth, 0.2)
    pair = compare_paired(one, other, 0.9)
    calls = pair.calls
    assert calls is not None
    for name, of in PAIRED_RATES.items():
        rows = of(calls)
        found = pair.at[name]
        limits = rates.paired(rows.both, rows.first_only, rows.second_only, rows.neither, 0.9)
        assert found.interval[:4] == (0.9, "Newcombe, paired method 10", *limits)
        assert found.interval.n == (rows.n,)
        is_few = rows.first_only + rows.second_only < 25
        assert found.test == ("McNemar, exact" if is_few else "McNemar, asymptotic")
        assert found.p == (rows.test.exact if is_few else rows.test.asymptotic)
        assert found.statistic == rows.test.statistic
    for name, among in PREDICTIVE_VALUES.items():
        limits = predictive_values.difference(*among(calls), 0.9)
        found = pair.at[name]
        assert found.interval[1:4] == ("MOVER of correlated Wilson limits", *limits)
        assert found.test == "Leisenring-Alonzo-Pepe generalised score"
        assert found.statistic == predictive_values.generalised_score(*among(calls))
        assert found.p == beyond_chi_square(found.statistic)
    assert pair.area_interval.method == "DeLong, paired"
    assert pair.area_interval[2:4] == pair.area.limits(0.9)
    apart = compare_unpaired(one, other, 0.9)
    told = ("Newcombe, method 10 (MOVER)", "normal test with the pooled rate")
    assert set(labels(apart).values()) == {told}
    assert apart.area_interval.method == "DeLong, unpaired"
    assert (apart.mcnemar, apart.calls, apart.n) == (None, None, (300, 300))


def test_counted_rows_are_as_good_as_single_ones() -> None:
    first = np.array([1.0, 2.0, 2.0, 4.0])
    second = np.array([2.0, 2.0, 1.0, 5.0])
    positives, negatives = np.array([0, 3, 2, 9]), np.array([8, 5, 4, 1])
    counted = compare_paired(
        Candidate("a", Score("a", first), 2.0, positives, negatives),
        Candidate("b", Score("b", second), 2.0, positives, negatives),
        0.95,
    )
    times = np.concatenate([positives, negatives])
    truth = np.repeat([True] * 4 + [False] * 4, times)
    single = compare_paired(
        candidate("a", np.repeat([*first, *first], times), truth, 2.0),
        candidate("b", np.repeat([*second, *second], times), truth, 2.0),
        0.95,
    )
    assert counted.at == single.at
    assert counted.calls == single.calls
    assert counted.area.variance == pytest.approx(single.area.variance, rel=1e-12)


def test_what_is_undefined_says_why() -> None:
    truth = [True, True, True, False, False]
    one = candidate("a", [1, 2, 3, 4, 5], truth, math.inf)
    other = candidate("b", [1, 2, 3, 4, 5], truth, math.inf)
    pair = compare_paired(one, other, 0.95)
    assert math.isnan(pair.at["PPV"].difference)
    assert pair.at["PPV"].interval.reason == "a classifier has no rows in the denominator"
    assert pair.mcnemar is not None
    assert math.isnan(pair.mcnemar.p)
    nobody = candidate("c", [math.nan] * 5, truth, 1.0)
    for empty in (compare_paired(one, nobody, 0.95), compare_unpaired(one, nobody, 0.95)):
        assert math.isnan(empty.area.variance)
        assert empty.area_interval.reason
        assert empty.at["TPR"].interval.reason


def test_that_counts_of_subjects_alone_have_no_interval_and_no_test():
    found = compare_counts(
        Counts(56, 10, 14, 90), Counts(48, 20, 32, 80), 0.95, lacking=NO_SUBJECTS
    )
    assert found["TPR"].difference == pytest.approx(0.2)
    for one in found.values():
        assert math.isnan(one.interval.lower)
        assert one.interval.reason == NO_SUBJECTS
        assert math.isnan(one.p)
