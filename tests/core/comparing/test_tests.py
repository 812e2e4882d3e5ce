"""Tests of two classifiers, beside statsmodels, scipy and numbers of other programs."""

from __future__ import annotations

import json
import math
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest

from evalgui.core.comparing import holm, predictive_values, rates
from evalgui.core.comparing.joint import Fourfold, JointCalls
from evalgui.core.comparing.mcnemar import McNemar
from evalgui.core.comparing.p_values import beyond_chi_square, of_halves, two_sided

GIVEN = json.loads(
    (Path(__file__).parents[2] / "data" / "core" / "intervals_of_rankings.json").read_text("utf-8")
)
cells = st.builds(Fourfold, *[st.integers(0, 40)] * 4)


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in GIVEN["cases"] if case["kind"] == kind]


@pytest.mark.parametrize("case", cases("McNemar"))
def test_mcnemar(case: dict[str, Any]) -> None:
    test = McNemar(case["inputs"]["b"], case["inputs"]["c"])
    found = {
        "McNemar exact, two-sided": test.exact,
        "McNemar asymptotic, no continuity correction": test.asymptotic,
        "McNemar asymptotic, continuity-corrected": test.corrected,
    }[case["method"]]
    assert found == pytest.approx(case["value"], abs=case["abs_tol"])


def test_mcnemar_of_r() -> None:
    # mcnemar.test with and without correction, and binom.test, of 12 and 3 (R).
    test = McNemar(12, 3)
    assert test.corrected == pytest.approx(0.0388671038124172, abs=1e-10)
    assert test.asymptotic == pytest.approx(0.0201367515503464, abs=1e-10)
    assert test.exact == pytest.approx(0.03515625, abs=1e-10)
    assert (test.p, test.method) == (test.exact, "McNemar, exact")


@pytest.mark.parametrize(
    ("first", "second"), [*product((0, 1, 7, 12, 13), (0, 3, 12)), (90, 160), (400, 310)]
)
def test_mcnemar_is_that_of_statsmodels(first: int, second: int) -> None:
    test = McNemar(first, second)
    if not first + second:
        assert math.isnan(test.p)
        assert math.isnan(test.corrected)
        return
    table = [[5, first], [second, 9]]
    assert test.exact == pytest.approx(mcnemar(table, exact=True).pvalue, rel=1e-10)
    asymptotic = mcnemar(table, exact=False, correction=False)
    assert (test.statistic, test.asymptotic) == pytest.approx(
        (asymptotic.statistic, asymptotic.pvalue)
    )
    if first != second:  # statsmodels takes |0| - 1 for a distance of 1
        corrected = mcnemar(table, exact=False, correction=True)
        assert test.corrected == pytest.approx(corrected.pvalue)
    assert test.is_exact == (first + second < 25)
    assert test.p == (test.exact if first + second < 25 else test.asymptotic)


def test_chances() -> None:
    for z in (-7.0, -0.3, 0.0, 1.0, 12.0):
        assert two_sided(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)
        assert beyond_chi_square(z * z) == pytest.approx(stats.chi2.sf(z * z, 1), rel=1e-10)
    for n in (1, 24, 200, 201, 5_000):
        for fewer in {0, n // 3, n // 2}:
            expected = stats.binomtest(fewer, n).pvalue
            assert of_halves(fewer, n) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("case", cases("paired MOVER"))
def test_paired_rates(case: dict[str, Any]) -> None:
    both, first_only, second_only, neither = case["inputs"].values()
    limits = rates.paired(both, first_only, second_only, neither, case["level"])
    assert limits == pytest.approx((case["low"], case["high"]), abs=case["abs_tol"])


@given(cells, st.sampled_from([0.8, 0.95, 0.999]))
def test_paired_rates_hold_the_difference_and_turn_with_it(rows: Fourfold, level: float) -> None:
    def limits(of: Fourfold) -> tuple[float, float]:
        return rates.paired(of.both, of.first_only, of.second_only, of.neither, level)

    low, high = limits(rows)
    if not rows.n:
        assert math.isnan(low)
        return
    difference = (rows.first - rows.second) / rows.n
    assert -1 <= low <= difference + 1e-12
    assert difference - 1e-12 <= high <= 1
    for turned in (
        Fourfold(rows.both, rows.second_only, rows.first_only, rows.neither),
        rows.turned(),
    ):
        assert limits(turned) == pytest.approx((-high, -low), abs=1e-12)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_rates_on_rows_of_their_own(k_1: int, more_1: int, k_2: int, more_2: int) -> None:
    first, second = (k_1, k_1 + more_1), (k_2, k_2 + more_2)
    limits = rates.unpaired(first, second, 0.95)
    statistic = rates.pooled_chi_square(first, second)
    if not (first[1] and second[1]):
        assert math.isnan(limits[0])
        assert math.isnan(statistic)
        return
    expected = confint_proportions_2indep(*first, *second, method="newcomb", compare="diff")
    assert limits == pytest.approx(expected, abs=1e-8)
    if 0 < k_1 + k_2 < first[1] + second[1]:
        z, p = proportions_ztest([k_1, k_2], [first[1], second[1]])
        assert statistic == pytest.approx(z * z, abs=1e-10)
        assert beyond_chi_square(statistic) == pytest.approx(p, abs=1e-12)
    else:
        assert math.isnan(statistic)


def joint_of(case: dict[str, Any]) -> tuple[Fourfold, Fourfold]:
    listed = GIVEN["samples"][case["inputs"]["sample"]]["cells"]
    counts = {(one["d"], one["test1"], one["test2"]): one["count"] for one in listed}
    return tuple(  # type: ignore[return-value]
        Fourfold(*(counts.get((d, *calls), 0) for calls in ((1, 1), (1, 0), (0, 1), (0, 0))))
        for d in (1, 0)
    )


@pytest.mark.parametrize("case", cases("Leisenring"))
def test_generalised_score(case: dict[str, Any]) -> None:
    events, others = joint_of(case)
    found = predictive_values.generalised_score(events, others)
    if case["method"] == "Leisenring p":
        found = beyond_chi_square(found)
    assert found == pytest.approx(case["value"], abs=case["abs_tol"])


def generalised_score_by_rows(events: Fourfold, others: Fourfold) -> float:
    """Return the statistic from a list of calls, each with its row, as the paper writes it."""
    truth, second, row = [], [], []
    number = 0
    for rows, is_event in ((events, 1), (others, 0)):
        for count, calls in (
            (rows.both, (0, 1)),
            (rows.first_only, (0,)),
            (rows.second_only, (1,)),
        ):
            for _ in range(count):
                number += 1
                for call in calls:
                    truth.append(is_event)
                    second.append(call)
                    row.append(number)
    d, z = np.array(truth), np.array(second)
    parts = (d - d.mean()) * (z - z.mean())
    sums = np.bincount(np.array(row), weights=parts)
    return float(parts.sum() ** 2 / np.sum(sums**2))


@given(cells, cells)
def test_generalised_score_is_that_of_the_calls(events: Fourfold, others: Fourfold) -> None:
    found = predictive_values.generalised_score(events, others)
    n = events.first + others.first, events.second + others.second
    if math.isnan(found):
        called = [rows.both + rows.first_only + rows.second_only for rows in (events, others)]
        assert not all(n) or not all(called)
        return
    assert found == pytest.approx(generalised_score_by_rows(events, others), rel=1e-8, abs=1e-12)


@given(cells, cells)
def test_predictive_values_hold_the_difference(events: Fourfold, others: Fourfold) -> None:
    low, high = predictive_values.difference(events, others, 0.95)
    n = events.first + others.first, events.second + others.second
    if not all(n):
        assert math.isnan(low)
        return
    difference = events.first / n[0] - events.second / n[1]
    assert -1 <= low <= difference + 1e-12
    assert difference - 1e-12 <= high <= 1
    complement = predictive_values.difference(others, events, 0.95)
    assert complement == pytest.approx((-high, -low), abs=1e-9)


def test_predictive_values_cover_in_samples_drawn_again() -> None:
    rng = np.random.default_rng(8)
    chances = np.array([0.2, 0.06, 0.03, 0.05, 0.05, 0.05, 0.08, 0.48])  # of d, call, call
    truth = chances[:2].sum() / chances[[0, 1, 4, 5]].sum()
    truth -= chances[[0, 2]].sum() / chances[[0, 2, 4, 6]].sum()
    held = 0
    for counts in rng.multinomial(300, chances, size=2_000).tolist():
        low, high = predictive_values.difference(Fourfold(*counts[:4]), Fourfold(*counts[4:]), 0.95)
        held += low <= truth <= high
    assert 0.94 < held / 2_000 < 0.975


@given(st.lists(st.one_of(st.floats(0, 1), st.just(math.nan)), max_size=8))
def test_holm_is_that_of_statsmodels(p_values: list[float]) -> None:
    found = holm(p_values)
    known = [p for p in p_values if not math.isnan(p)]
    assert [math.isnan(p) for p in found] == [math.isnan(p) for p in p_values]
    if known:
        expected = multipletests(known, method="holm")[1]
        assert [p for p in found if not math.isnan(p)] == pytest.approx(expected)


@given(
    st.lists(
        st.tuples(st.booleans(), st.booleans(), st.integers(0, 3), st.integers(0, 3)), max_size=30
    )
)
def test_joint_calls_count_every_row_once(rows: list[tuple[bool, bool, int, int]]) -> None:
    first, second = (np.array([row[k] for row in rows], dtype=bool) for k in (0, 1))
    positives, negatives = (np.array([row[k] for row in rows], dtype=np.int64) for k in (2, 3))
    calls = JointCalls.of(first, second, positives, negatives)
    assert calls.positives.n == positives.sum()
    assert calls.negatives.n == negatives.sum()
    assert calls.positives.first == positives[first].sum()
    assert calls.negatives.second == negatives[second].sum()
    assert calls.right.first == positives[first].sum() + negatives[~first].sum()
    assert calls.right.n == positives.sum() + negatives.sum()
