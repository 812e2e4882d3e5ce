"""The rules that are marked on plots: those of a field, each once, the one in force first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.metrics import DEFAULT_PARAMETERS, Parameters
from evalgui.core.rules import rule_by_id
from evalgui.core.rules.rule import ScoreKind
from evalgui.core.rules.short_lists import Wish, short_list
from evalgui.core.score_table import ScoreTable
from evalgui.core.words import Vocabulary


def ids(wish):
    return [rule_id for rule_id, _values in short_list(wish)]


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_every_field_has_a_list_of_complete_rules(vocabulary):
    found = short_list(Wish(vocabulary, DEFAULT_PARAMETERS, None))
    assert 4 <= len(found) == len(set(found))
    for rule_id, values in found:
        assert dict(values) == rule_by_id(rule_id).values(dict(values))


def test_that_biometrics_marks_what_is_reported_there():
    wish = Wish(Vocabulary.BIOMETRICS, DEFAULT_PARAMETERS, None)
    assert ids(wish) == ["eer", *["fmr"] * 6, "zero-fmr", "min-dcf"]
    assert targets(wish) == [0.1, 0.01, 0.001, 1e-4, 1e-5, 1e-6]


def targets(wish):
    return [dict(values)["fmr"] for rule_id, values in short_list(wish) if rule_id == "fmr"]


@pytest.mark.parametrize(
    ("n_impostors", "lowest"), [(9, []), (10, [0.1]), (999, [0.1, 0.01]), (1000, [0.1, 0.01, 1e-3])]
)
def test_that_false_match_rates_go_as_far_down_as_the_impostors_carry(n_impostors, lowest):
    scores = np.arange(n_impostors + 5.0)
    genuine = (scores >= n_impostors).astype(np.int64)
    steps = ScoreTable.from_counts(scores, genuine, 1 - genuine).steps
    wish = Wish(Vocabulary.BIOMETRICS, DEFAULT_PARAMETERS, None, steps=steps)
    assert targets(wish) == lowest  # at least one error is allowed: spec of FMR at N impostors
    own = replace(wish, rule="fmr", settings=(("fmr", 1e-5),))
    assert targets(own) == [1e-5, *lowest]  # the one in force stays


@pytest.mark.parametrize(
    ("kind", "has_half"), [(None, False), *((one, one == "probabilities") for one in ScoreKind)]
)
def test_that_what_means_nothing_for_a_score_is_not_marked(kind, has_half):
    steps = ScoreTable.from_counts([0.2, 0.8], [0, 1], [1, 0]).steps
    wish = Wish(Vocabulary.MACHINE_LEARNING, DEFAULT_PARAMETERS, None, steps=steps, kind=kind)
    assert ("half" in ids(wish)) == has_half


def test_that_the_rule_in_force_is_the_first_and_not_there_twice():
    known = Vocabulary.CLINICAL, DEFAULT_PARAMETERS, None
    wish = Wish(*known, "sensitivity", (("sensitivity", 0.8),))
    assert short_list(wish)[0] == ("sensitivity", (("sensitivity", 0.8),))
    assert ids(wish).count("sensitivity") == 2  # the other is at 0.95
    assert ids(Wish(*known, "closest")) == ["closest", "youden", "cost", "sensitivity"]


def test_that_costs_and_prevalence_are_those_that_are_set():
    wish = Wish(Vocabulary.CLINICAL, Parameters(cost_fn=10.0), 0.05)
    values = next(dict(values) for rule_id, values in short_list(wish) if rule_id == "cost")
    assert (values["cost-fn"], values["cost-fp"], values["prevalence"]) == (10.0, 1.0, 0.05)
