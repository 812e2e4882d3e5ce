"""The topic of the rules: what it says is what rules choose, and every way shows it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from evalgui.core.dataset import Dataset, Score
from evalgui.core.measured import Sided
from evalgui.core.metrics import metric_by_id
from evalgui.core.provenance import chosen_by
from evalgui.core.rules.limits import Limit
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.io.writers.measures import style_of
from evalgui.io.writers.rules import rule_lines, rule_objects
from evalgui.io.writers.tables.blocks import rows_of
from evalgui.render.columns import by_columns
from evalgui.results.result import EXACT_THRESHOLD, TEXT, THRESHOLD
from evalgui.results.topic import NOTHING_BESIDE, Beside
from evalgui.results.topics.rules import KEY_RATES, RULES, limit_text, offered, rules

STYLE = style_of(MACHINE_LEARNING)
BIOMETRICS = words_in(Vocabulary.BIOMETRICS)


def resolved(scores=(0.9, 0.8, 0.7, 0.3, 0.2, 0.1), truth=(1, 1, 0, 1, 0, 0)):
    marker = Score("marker", np.array(scores))
    classes = np.array(truth, dtype=np.int8)
    return resolve(Inputs(Dataset("some.csv", ("b", "a"), classes, 1, (marker,))))


def chosen(snapshot, *asked):
    return rules(snapshot.score, [snapshot.ranking.choice(*one) for one in asked])


@pytest.fixture
def snapshot():
    return resolved()


def test_that_there_is_a_row_for_every_rule_that_is_offered(snapshot):
    (table,) = RULES.make(snapshot, NOTHING_BESIDE).tables
    choices = offered(snapshot)
    assert [row.id for row in table.rows] == [one.rule.id for one in choices]
    assert len(choices) > 30
    for row, choice in zip(table.rows, choices, strict=True):
        cells = {one.id: table.cell(row, one) for one in table.columns}
        if choice.counts is None:
            assert cells["threshold"].reason == choice.undefined
            assert cells["tp"] is cells["TPR"] is None
            continue
        assert cells["threshold"].value == choice.threshold
        assert (cells["tp"].value, cells["fn"].value) == (choice.counts.tp, choice.counts.fn)
        for name in KEY_RATES:
            value = float(metric_by_id(name).value(choice.counts))
            assert cells[name].value == value or math.isnan(value)


def test_that_rules_are_told_as_they_were_asked_for(snapshot):
    choices = (snapshot.ranking.choice("fmr", {"fmr": 0.5}), snapshot.ranking.choice("half"))
    (table,) = RULES.make(snapshot, Beside(choices=choices)).tables
    assert [row.id for row in table.rows] == ["fmr", "half"]
    assert RULES.make(EMPTY, NOTHING_BESIDE) is None
    assert offered(EMPTY) == ()


def test_that_two_of_one_rule_are_two_objects(snapshot):
    told = rule_objects(chosen(snapshot, ("fmr", {"fmr": 0.0}), ("fmr", {"fmr": 0.5})))
    assert [one["parameters"] for one in told] == [{"fmr": 0.0}, {"fmr": 0.5}]
    assert [one["counts"]["fp"] for one in told] == [0, 1]
    assert [one["threshold"] for one in told] == [0.8, 0.3]


def for_files(told, words):
    return by_columns(told.tables[0], told.id, told.title, Style(words))


def test_that_a_threshold_beyond_an_infinity_is_told_in_words():
    found = resolved((math.inf, math.inf, 1.0, 0.0, -math.inf, 0.5), (1, 0, 1, 0, 0, 1))
    told = chosen(found, ("zero-fmr",))
    (beyond,) = rule_objects(told)
    assert beyond["threshold"] == "> inf"
    assert beyond["degenerate"] is True
    assert " > inf (value " in rule_lines(told, MACHINE_LEARNING)[0]
    table = for_files(told, MACHINE_LEARNING)
    kinds = {column.id: column.kind for column in table.columns}
    assert kinds["threshold"] is kinds["low"] is EXACT_THRESHOLD
    (row,) = (dict(zip(kinds, one, strict=True)) for one in rows_of(table))
    assert (row["threshold"], row["degenerate"]) == ("> inf", "yes")


def test_that_a_table_has_numbers_where_it_can_and_reasons_in_any_words():
    table = for_files(chosen(resolved(), ("half",), ("fmr-limit",)), BIOMETRICS)
    kinds = {column.id: column.kind for column in table.columns}
    assert kinds["threshold"] is THRESHOLD
    assert (kinds["tp"].name, kinds["TPR"].name) == ("count", "number")
    assert kinds["parameters"] is kinds["degenerate"] is TEXT
    half, limit = (dict(zip(kinds, one, strict=True)) for one in rows_of(table))
    assert (half["threshold"], half["ties"], half["undefined"]) == (0.5, 0, None)
    assert limit["threshold"] is limit["tp"] is limit["TPR"] is None
    assert limit["undefined"].startswith("3 impostor comparisons are too few")
    assert table.columns[-1].title.told(Style(BIOMETRICS)) == "Why there is no threshold"


def test_that_only_rules_have_remarks_of_which_there_is_something_to_say():
    snapshot = resolved((90, 80, 70, 30, 20, 10))  # no probabilities
    told = chosen(snapshot, ("youden",), ("sensitivity-limit", {"sensitivity": 0.1}), ("half",))
    limit, half = told.facts
    assert (limit.id, half.id) == ("sensitivity-limit", "half")
    assert limit.values["limits"][0] == {
        "measure": "TPR",
        "value": pytest.approx(stats.beta.ppf(0.05, 2, 2)),  # Clopper and Pearson of 2 of 3
        "sided": "one-sided lower",
        "level": 0.95,
        "by_subject": False,
    }
    assert limit.values["confidence"] == pytest.approx(stats.binom.cdf(1, 3, 0.1))
    assert limit.text.told(STYLE).endswith(", one-sided: true positive rate at least 0.135")
    assert "it is for probabilities" in half.values["notes"][0]


def test_that_what_is_to_be_said_stands_behind_the_numbers(snapshot):
    line, other = rule_lines(chosen(snapshot, ("closest",), ("cost",)), MACHINE_LEARNING)
    assert line.startswith("closest            Closest to (0, 1) ")
    assert " (TP 2) (FN 1) (FP 0) (TN 3)" in line
    assert other.endswith("(at the prevalence of the data; ties: 0.3)")


@pytest.mark.parametrize(
    ("side", "by_subject", "words"),
    [
        (Sided.LOWER, False, "95%, one-sided: sensitivity at least 0.955"),
        (Sided.UPPER, True, "95%, one-sided, by subject: sensitivity at most 0.955"),
    ],
)
def test_that_a_limit_is_told_with_its_level_and_its_side(side, by_subject, words):
    limit = Limit("TPR", 0.9551, side, 0.95, by_subject)
    told = limit_text(limit).told(style_of(words_in(Vocabulary.CLINICAL)))
    assert told.replace("\N{NARROW NO-BREAK SPACE}", "") == words


def test_that_what_is_set_in_a_rule_is_told_by_the_ids_of_its_parameters(snapshot):
    (table,) = chosen(snapshot, ("cost",), ("half",)).tables
    (column,) = (one for one in table.columns if one.id == "parameters")
    cost, half = (table.said(row, column).told(Style(BIOMETRICS)) for row in table.rows)
    assert "prevalence of the data" in cost
    assert half == ""


def test_that_the_limits_of_the_rule_in_force_are_facts_where_it_stands():
    truth, scores = [0] * 40 + [1] * 40, [*np.linspace(0, 0.5, 40), *np.linspace(0.4, 1, 40)]
    there = resolved(scores, truth)
    chosen_there = there.ranking.choice("sensitivity-limit", {"sensitivity": 0.5, "level": 0.9})
    made = chosen_by(chosen_there, "some.csv", "")
    at = replace(there.inputs, threshold=chosen_there.threshold, provenance=made)
    placed = resolve(at)
    counts = placed.point.counts
    told = RULES.make(placed, Beside(choices=()))
    (fact,) = told.facts
    values = dict(fact.values)
    exact = stats.beta.ppf(0.1, counts.tp, counts.fn + 1)
    assert values.pop("value") == pytest.approx(exact, rel=1e-9)
    assert values.pop("sided") == Sided.LOWER.value
    assert values == {"measure": "TPR", "level": 0.9, "by_subject": False}
    assert not told.tables[0].rows
    assert RULES.make(there, Beside(choices=())).facts == ()
