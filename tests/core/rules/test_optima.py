"""The rules that make a number as good as it can be, against brute force over all thresholds."""

from __future__ import annotations

import itertools
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.score_table import ScoreTable
from evalgui.core.searching import search
from tests.core.choosing import chosen
from tests.core.rules.oracle import OPTIMA, best, operating_points
from tests.core.strategies import labelled_scores
from tests.core.test_worked_examples import BY_ID

if TYPE_CHECKING:
    from collections.abc import Iterator

TENTHS = st.integers(1, 9).map(lambda tenth: tenth / 10)
COSTS = st.integers(-5, 30).map(lambda half: half / 2)


@contextmanager
def small_blocks() -> Iterator[None]:
    """Judge blocks of a few rows, as those of some thousand are in large data."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "_FEW", 2)
        patch.setattr(search, "_LEVELS", (4, 2))
        patch.setattr(search, "_BLOCK", 4)
        yield


def parameters_of(
    draw: st.DrawFn, rule_id: str, truth: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draw the parameters of a rule, as given and as fractions."""
    drawn: dict[str, Any] = {}
    if rule_id == "weighted-youden":
        drawn = {"weight": draw(st.integers(0, 10)) / 10}
    elif rule_id == "f-beta":
        drawn = {"beta": draw(st.sampled_from([0.0, 0.5, 1.0, 2.0, 0.3]))}
    elif rule_id == "net-benefit":
        drawn = {"risk": draw(st.sampled_from([0.0001, 0.1, 0.5, 0.9]))}
    elif rule_id == "min-dcf":
        drawn = {"p_target": draw(TENTHS), "c_miss": draw(TENTHS), "c_fa": draw(TENTHS) * 10}
    elif rule_id == "cost":
        drawn = {f"cost_{name}": draw(COSTS) for name in ("fp", "fn", "tp", "tn")}
        drawn["prevalence"] = draw(st.one_of(st.none(), TENTHS))
    exact = {name: None if one is None else Fraction(repr(one)) for name, one in drawn.items()}
    if rule_id == "cost" and exact["prevalence"] is None:
        exact["prevalence"] = Fraction(int(truth.sum()), max(len(truth), 1))
    return drawn, exact


@given(data=st.data(), drawn=labelled_scores(), in_blocks=st.booleans())
def test_that_the_best_of_all_thresholds_is_found_with_its_ties(data, drawn, in_blocks):
    for rule_id in OPTIMA:
        find_with_ties(rule_id, data, drawn, in_blocks)


def find_with_ties(rule_id, data, drawn, in_blocks):
    scores, truth, higher = drawn
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    given_numbers, exact = parameters_of(data.draw, rule_id, truth)
    if in_blocks:
        with small_blocks():
            choice = chosen(rule_id, table, **given_numbers)
    else:
        choice = chosen(rule_id, table, **given_numbers)
    if truth.all() or not truth.any():
        assert choice.threshold is None, rule_id
        assert choice.undefined, rule_id
        return
    points = operating_points(scores, truth, higher=higher)
    rows = best(points, OPTIMA[rule_id], **exact)
    if not rows:
        assert choice.threshold is None, rule_id
        assert choice.undefined == "it is undefined at every threshold", rule_id
        return
    assert choice.row == rows[0], rule_id
    cells = (choice.counts.tp, choice.counts.fp, choice.counts.fn, choice.counts.tn)
    assert cells == points[rows[0]][1], rule_id
    assert choice.is_degenerate == (rows[0] in {0, len(points) - 1}), rule_id
    expected = [points[row][0] for row in rows] if len(rows) > 1 else []
    if rows[0] == 0 and expected:
        expected[0] = table.steps.threshold(0)
    assert np.array_equal(choice.ties, expected, equal_nan=True), rule_id


@given(
    rows=st.lists(
        st.tuples(st.integers(0, 10**12), st.integers(0, 10**12)), min_size=1, max_size=12
    )
)
def test_that_rules_are_exact_in_count_tables_of_any_size(rows):
    for rule_id in OPTIMA:
        be_exact(rule_id, rows)


def be_exact(rule_id, rows):
    positives, negatives = ([row[place] for row in rows] for place in (0, 1))
    table = ScoreTable.from_counts(np.arange(len(rows), 0.0, -1.0), positives, negatives)
    if not (table.n_positive and table.n_negative):
        return
    numbers: dict[str, Any] = {
        "weighted-youden": {"weight": 0.3},
        "f-beta": {"beta": 0.7},
        "cost": {
            "cost_fp": 1.0,
            "cost_fn": 7.3,
            "cost_tp": 0.0,
            "cost_tn": 0.1,
            "prevalence": 0.02,
        },
        "net-benefit": {"risk": 0.17},
        "min-dcf": {"p_target": 0.01, "c_miss": 10.0, "c_fa": 1.0},
    }.get(rule_id, {})
    exact = {name: Fraction(repr(one)) for name, one in numbers.items()}
    points, tp, fp = [], 0, 0
    for more in [(0, 0), *rows]:
        tp, fp = tp + more[0], fp + more[1]
        points.append((0.0, (tp, fp, table.n_positive - tp, table.n_negative - fp)))
    found = best(points, OPTIMA[rule_id], **exact)
    choice = chosen(rule_id, table, **numbers)
    if not found:
        assert choice.threshold is None, rule_id
        return
    # A score that no row has is no threshold of its own.
    assert choice.counts == table.steps.counts_of(choice.row), rule_id
    cells = (choice.counts.tp, choice.counts.fp, choice.counts.fn, choice.counts.tn)
    assert cells == points[found[0]][1], rule_id


@pytest.mark.parametrize("rule_id", OPTIMA)
@pytest.mark.parametrize("gap", [0.0, 1.0])
def test_that_a_large_table_is_searched_as_a_whole(rule_id, gap):
    rng = np.random.default_rng(7)
    truth = rng.random(200_000) < 0.3
    scores = np.round(rng.normal(size=len(truth)) + gap * truth, 5)
    table = ScoreTable(scores, truth)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "_FEW", 10**9)
        expected = chosen(rule_id, table)
    found = chosen(rule_id, table)
    assert (found.row, found.value, found.ties) == (expected.row, expected.value, expected.ties)
    assert len(table.steps) > search._FEW


def test_that_ties_of_the_published_table_are_listed():
    # tharwat-2018, Table 1: two thresholds are as near to the corner.
    inputs = BY_ID["tharwat-2018/roc-table1"]["inputs"]
    table = ScoreTable(inputs["scores"], inputs["labels"])
    choice = chosen("closest", table)
    assert choice.ties == (0.49, 0.4)
    assert choice.threshold == 0.49
    assert (choice.low, choice.high) == (0.45, 0.49)


@pytest.mark.parametrize("rule_id", ["agf", "g-mean", "mcc"])
def test_that_equal_values_with_different_roots_tie(rule_id):
    n_tied = 0
    for n_positive, n_negative in itertools.product(range(1, 7), range(1, 10)):
        rows: dict[Fraction | None, list[tuple[int, int]]] = {}
        for tp, fp in itertools.product(range(n_positive + 1), range(n_negative + 1)):
            value = OPTIMA[rule_id](tp, fp, n_positive - tp, n_negative - fp)
            rows.setdefault(value, []).append((tp, fp))
        alike = [itertools.combinations(one, 2) for value, one in rows.items() if value]
        for first, second in itertools.chain(*alike):
            if second[1] < first[1]:
                continue  # on no curve together
            ends = [(0, 0), first, second, (n_positive, n_negative)]
            table = ScoreTable.from_counts([3, 2, 1], *np.diff(ends, axis=0).T)
            cells = [(0.0, (tp, fp, n_positive - tp, n_negative - fp)) for tp, fp in ends]
            found = chosen(rule_id, table)
            if best(cells, OPTIMA[rule_id]) == [1, 2]:
                assert (found.row, found.ties) == (1, (3.0, 2.0)), (first, second)
                n_tied += 1
    assert n_tied


def test_that_equal_costs_of_everything_tie_everywhere():
    table = ScoreTable([3.0, 2.0, 1.0], [True, False, True])
    choice = chosen("cost", table, cost_fn=0.0, cost_fp=0.0)
    assert choice.ties == (np.inf, 3.0, 2.0, 1.0)
    assert choice.is_degenerate
    assert choice.value == 0.0


def test_that_more_ties_than_are_compared_exactly_are_said(monkeypatch):
    monkeypatch.setattr(search, "MOST_EXACT", 1)
    table = ScoreTable([4.0, 3.0, 2.0, 1.0], [True, False, True, False])
    assert "rounding" in chosen("g-mean", table).notes[0]


@pytest.mark.parametrize("rule_id", ["youden", "mcc", "cost", "closest", "kappa"])
def test_that_a_class_without_scores_is_said(rule_id):
    table = ScoreTable([2.0, 1.0], [True, True])
    choice = chosen(rule_id, table)
    assert choice.threshold is None
    assert choice.undefined == "no actual negatives"
