"""Differences of rates where subjects were drawn: they go by them, as the rates alone do."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from evalgui.core.comparing import compare_paired, compare_unpaired
from evalgui.core.comparing.candidate import Candidate
from evalgui.core.comparing.of_subjects import CallsOfSubjects, correlation
from evalgui.core.comparing.pair import (
    PAIRED_RATES,
    PREDICTIVE_VALUES,
    fraction_of,
)
from evalgui.core.comparing.rates import limits_of_difference
from evalgui.core.dataset import Score
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.subjects import UNKNOWN_SUBJECTS
from evalgui.core.sampling import Sampling
from evalgui.core.subjects import Subjects

NAMES = (*PAIRED_RATES, *PREDICTIVE_VALUES)


def candidate(values: Any, truth: Any, *codes: Any, threshold: float = 0.5) -> Candidate:
    truth = np.asarray(truth, dtype=bool)
    sides = tuple(np.asarray(one, dtype=np.int32) for one in codes)
    subjects = Subjects(sides, ("probe", "reference")[: len(sides)]) if sides else None
    counts = truth.astype(np.int64), (~truth).astype(np.int64)
    score = Score("s", np.asarray(values, dtype=np.float64))
    return Candidate("s", score, threshold, *counts, Sampling.BY_SUBJECT, subjects)


def patients(n: int, rows: int, seed: int) -> tuple[Any, Any, Any, Any]:
    """Return two scores of rows of patients, the truth, and whose they are."""
    random = np.random.default_rng(seed)
    codes = np.repeat(np.arange(n), rows)
    truth = random.random(n * rows) < np.where(random.random(n) < 0.4, 0.9, 0.1)[codes]
    own = 2 * random.standard_normal(n)[codes] + truth
    return (*(own + random.standard_normal((2, n * rows)) * 0.5), truth, codes)


def rows_of(name: str, called: Any, truth: Any) -> tuple[Any, Any]:
    """Return which rows a rate counts, and of which, as masks."""
    every = np.ones_like(truth)
    return {
        "TPR": (called, truth),
        "TNR": (~called, ~truth),
        "FPR": (called, ~truth),
        "FNR": (~called, truth),
        "ACC": (called == truth, every),
        "ERR": (called != truth, every),
        "PPR": (called, every),
        "PPV": (truth, called),
        "NPV": (~truth, ~called),
        "FDR": (~truth, called),
        "FOR": (truth, ~called),
    }[name]


@pytest.mark.parametrize("is_two_sided", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_that_a_paired_difference_is_that_of_a_jackknife_of_subjects(
    name: str, is_two_sided: bool
) -> None:
    first, second, truth, codes = patients(40, 8, 3)
    other = np.random.default_rng(1).integers(0, 40, len(codes))
    sides = (codes, other) if is_two_sided else (codes,)
    masks = [rows_of(name, called, truth) for called in (first >= 0.5, second >= 0.5)]
    kept = [np.all([one != k for one in sides], axis=0) for k in range(40)]
    has = np.array([[np.any(of[~rows]) for rows in kept] for _top, of in masks])
    left = np.array([[np.mean(top[of & rows]) for rows in kept] for top, of in masks])
    rho = np.corrcoef(left[:, has.any(axis=0)])[0, 1]
    values = [float(np.mean(top[of])) for top, of in masks]
    limits: list[Any] = []
    for value, without, is_there in zip(values, left, has, strict=True):
        n = value * (1 - value) / ((is_there.sum() - 1) * np.var(without[is_there]))
        limits.append((value, *wilson(value * n, n, 0.9)))
    pair = compare_paired(candidate(first, truth, *sides), candidate(second, truth, *sides), 0.9)
    found = pair.at[name]
    assert (found.first, found.second) == pytest.approx(values)
    assert found.interval[2:4] == pytest.approx(
        limits_of_difference(limits[0], limits[1], rho), abs=1e-9
    )
    assert found.interval.assumes == "the subjects are independent"
    apart = compare_unpaired(candidate(first, truth, *sides), candidate(second, truth, *sides), 0.9)
    expected = limits_of_difference(limits[0], limits[1], 0.0)
    assert apart.at[name].interval[2:4] == pytest.approx(expected, abs=1e-9)
    assert apart.at[name].test == "Newcombe, method 10 (MOVER), effective n by subject"


@pytest.mark.parametrize("compare", [compare_paired, compare_unpaired])
def test_that_rows_that_only_repeat_others_say_no_more(compare: Any) -> None:
    first, second, truth, codes = patients(60, 3, 5)
    once = compare(candidate(first, truth, codes), candidate(second, truth, codes), 0.95)
    five = [np.tile(one, 5) for one in (first, second, truth, codes)]
    often = compare(
        candidate(five[0], five[2], five[3]), candidate(five[1], five[2], five[3]), 0.95
    )
    for name in NAMES:
        assert often.at[name].interval[2:4] == pytest.approx(once.at[name].interval[2:4], abs=1e-9)
        assert often.at[name].p == pytest.approx(once.at[name].p, rel=1e-6)


@given(arrays(bool, (2, 24)), arrays(bool, 24), st.lists(st.integers(0, 7), min_size=24))
def test_that_p_is_below_what_the_level_leaves_where_zero_is_left_out(
    called: Any, truth: Any, codes: list[int]
) -> None:
    one, other = (candidate(each, truth, np.array(codes[:24])) for each in called)
    for pair in (compare_paired(one, other, 0.9), compare_unpaired(one, other, 0.9)):
        for found in pair.at.values():
            low, high = found.interval[2:4]
            if math.isnan(low):
                assert found.interval.reason
                assert math.isnan(found.p)
            else:
                assert -1 <= low <= found.difference + 1e-12
                assert found.difference - 1e-12 <= high <= 1
                assert (low > 0 or high < 0) == (found.p < 0.1)


def test_that_a_correlation_is_none_where_a_rate_does_not_vary() -> None:
    first, _second, truth, codes = patients(20, 2, 1)
    known = [
        CallsOfSubjects.of(candidate(first, truth, codes, threshold=at)) for at in (0.5, -99.0)
    ]
    assert known[0] is not None
    assert known[1] is not None
    assert correlation(known[0], known[1], fraction_of("TPR")) == 0.0
    assert correlation(known[0], known[0], fraction_of("TPR")) == pytest.approx(1.0)


@pytest.mark.parametrize("compare", [compare_paired, compare_unpaired])
def test_that_nothing_is_claimed_where_nobody_knows_whose_the_rows_are(compare: Any) -> None:
    first, second, truth, codes = patients(20, 2, 1)
    pair = compare(candidate(first, truth), candidate(second, truth, codes), 0.95)
    for name, one in pair.at.items():
        assert one.interval.reason == UNKNOWN_SUBJECTS, name
        assert math.isnan(one.p)
        assert not math.isnan(one.difference)


def test_that_rows_of_subjects_stand_beside_independent_ones() -> None:
    first, second, truth, codes = patients(60, 3, 5)
    rows = replace(candidate(second, truth), sampling=Sampling.COHORT)
    both = compare_unpaired(candidate(first, truth, codes), rows, 0.95)
    subjects = CallsOfSubjects.of(candidate(first, truth, codes))
    assert subjects is not None
    accuracy: Any = fraction_of("ACC")
    k, n = subjects.worth.worth(accuracy).of(*accuracy(subjects.counts))
    right = int(np.sum((second >= 0.5) == truth))
    one, other = ((x / m, *wilson(x, m, 0.95)) for x, m in ((k, n), (right, len(truth))))
    assert both.at["ACC"].interval[2:4] == pytest.approx(limits_of_difference(one, other, 0.0))
