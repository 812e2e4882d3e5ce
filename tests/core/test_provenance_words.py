"""Where a threshold comes from, and which intervals do not know it."""

from __future__ import annotations

import math

import pytest

from evalgui.core.counts import Counts
from evalgui.core.measured import Interval
from evalgui.core.metrics import METRICS, measured_at
from evalgui.core.provenance import START, Origin, Provenance, prespecified, typed
from evalgui.core.provenance_words import (
    FIXED,
    OF_DATA,
    at_threshold,
    beyond_in_words,
    is_chosen_here,
)
from evalgui.core.rules import RULES
from evalgui.core.vocabulary import Vocabulary, words_in

WILSON = Interval(0.95, "Wilson", 0.8, 0.9, (48,), "the rows are independent")
CHOSEN = Provenance(Origin.CHOSEN, "youden", (), "a.csv")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_that_a_rule_that_looks_at_the_rows_chose_on_them(rule):
    made = Provenance(Origin.CHOSEN, rule.id)
    assert is_chosen_here(made) is not rule.is_number
    assert not is_chosen_here(made.frozen())


def test_that_the_user_chooses_on_the_rows_that_are_seen():
    assert is_chosen_here(typed("a.csv", ""))
    assert is_chosen_here(START)
    assert not is_chosen_here(prespecified(""))
    assert not is_chosen_here(None)


def test_that_an_interval_says_what_it_takes_for_granted():
    assert at_threshold("F1", WILSON, CHOSEN).assumes == f"the rows are independent; {FIXED}"
    assert at_threshold("F1", WILSON._replace(assumes=""), CHOSEN).assumes == FIXED
    none = WILSON._replace(lower=math.nan, upper=math.nan)
    for metric_id, interval, made in (
        ("F1", WILSON, CHOSEN.frozen()),
        ("F1", none, CHOSEN),
        (OF_DATA, WILSON, CHOSEN),
    ):
        assert at_threshold(metric_id, interval, made) is interval


def test_that_no_other_measure_stays_whatever_is_called():
    every = [
        measured_at(Counts(tp=tp, fp=fp, fn=30 - tp, tn=70 - fp))
        for tp, fp in ((20, 10), (25, 40), (7, 3))
    ]
    same = {one.id for one in METRICS if len({found[one.id].value for found in every}) == 1}
    assert same == {OF_DATA}


def test_that_a_threshold_beyond_all_scores_says_what_it_calls():
    nothing, everything = Counts(tp=0, fp=0, fn=2, tn=3), Counts(tp=2, fp=3, fn=0, tn=0)
    assert beyond_in_words(nothing) == "it calls nothing: there are no positive calls"
    told = words_in(Vocabulary.CLINICAL).said(beyond_in_words(everything))
    assert told == "it calls everything: there are no negative tests"
    for other in (Counts(tp=1, fp=0, fn=1, tn=3), Counts(tp=0, fp=0, fn=0, tn=0)):
        assert beyond_in_words(other) == ""
