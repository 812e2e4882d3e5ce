"""Intervals in words and as bars."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from evalgui.core.bootstrap.reselection import reselect
from evalgui.core.digits import SPACE
from evalgui.core.intervals.subjects import OF_ROWS
from evalgui.core.measured import Interval, Sided
from evalgui.core.metrics import metric_by_id
from evalgui.core.provenance import prespecified
from evalgui.core.provenance_words import FIXED
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.redraw import plan_of
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.snapshot import resolve
from evalgui.core.vocabulary import Vocabulary, joined, phrase, words_in
from evalgui.gui import text
from evalgui.gui.plots.wording import read_out
from evalgui.gui.results import intervals
from tests.gui.models.tables import make_dataset, snapshot_of
from tests.support.locales import use_numbers

WILSON = Interval(0.95, "Wilson", 0.8041, 0.9672, (48,), "the rows are independent")
NONE = Interval(0.9, "", math.nan, math.nan, (), "", phrase("no {positive_calls}"))


@pytest.mark.parametrize(
    ("lower", "upper", "told"),
    [
        (0.8041, 0.9672, "0.804\N{EN DASH}0.967"),
        (-0.1, 0.25, "\N{MINUS SIGN}0.100 to 0.250"),
        (2.5, math.inf, "2.500\N{EN DASH}\N{INFINITY}"),
        (0.99996, 1.0, "0.999960\N{EN DASH}1.000"),
        (math.nan, math.nan, text.UNDEFINED),
    ],
)
def test_that_limits_have_a_dash_that_no_minus_runs_into(lower, upper, told):
    assert text.interval(lower, upper) == told


def test_that_limits_in_per_cent_have_one_sign():
    assert text.percent_interval(0.8041, 0.9672) == f"80.4\N{EN DASH}96.7{SPACE}%"
    assert text.percent_interval(math.nan, math.nan) == text.UNDEFINED


def test_that_a_level_has_no_more_digits_than_it_needs():
    assert [text.level(one) for one in (0.95, 0.999, 0.875)] == [
        f"95{SPACE}%", f"99.9{SPACE}%", f"87.5{SPACE}%"
    ]  # fmt: skip


def test_that_the_locale_gives_the_decimal_sign():
    use_numbers("de")
    assert text.interval(0.8041, 0.9672) == "0,804\N{EN DASH}0,967"
    assert text.level(0.999) == f"99,9{SPACE}%"


def test_that_an_interval_is_told_with_level_method_n_and_assumption():
    assert intervals.sentences(WILSON) == [
        f"95{SPACE}% interval: 0.8041 to 0.9672",
        "Wilson, n = 48",
        "Assumes: the rows are independent",
    ]


def test_that_n_of_both_classes_has_the_words_of_the_field():
    of_two = WILSON._replace(n=(48, 94))
    words = words_in(Vocabulary.BIOMETRICS)
    told = intervals.rested_on(of_two, words)
    assert told == f"n = 48 {words.positives}, 94 {words.negatives}"


def test_that_a_one_sided_limit_says_so():
    claim = WILSON._replace(upper=1.0, sided=Sided.LOWER)
    assert "one-sided lower" in intervals.sentences(claim)[0]


def test_that_what_is_undefined_says_why_in_the_words_of_the_field():
    words = words_in(Vocabulary.CLINICAL)
    assert intervals.sentences(NONE, words) == [f"No 90{SPACE}% interval: no positive tests"]
    assert intervals.spoken(NONE, words) == f"No 90{SPACE}% interval: no positive tests"
    assert intervals.brief(NONE) == text.UNDEFINED
    assert intervals.bar(NONE, 0.5, (0.0, 1.0)) is None


def test_that_limits_of_rows_say_so_where_subjects_were_drawn():
    alone, short = WILSON, WILSON._replace(method=joined(", ", ("Wilson", OF_ROWS)))
    assert intervals.brief(short) == f"{intervals.brief(alone)} of rows"
    assert intervals.brief_percent(short) == f"{intervals.brief_percent(alone)} of rows"
    numbers = ("FMR",), (0.9,), 0.5, None, (text.percent,)
    assert "96.7 of rows)" in read_out(*numbers, (short,))
    assert "96.7)" in read_out(*numbers, (alone,))


@pytest.mark.parametrize(
    ("value", "limits", "share"),
    [
        (0.25, (0.0, 1.0), 0.25),
        (0.0, (-1.0, 1.0), 0.5),
        (1.0, (0.0, math.inf), 0.5),  # by powers of ten: 0.001 to 1,000
        (10.0, (0.0, math.inf), 0.5 + 1 / 6),
        (0.0, (0.0, math.inf), 0.0),
        (1e9, (0.0, math.inf), 1.0),
        (math.inf, (0.0, math.inf), 1.0),
        (-math.inf, (-math.inf, math.inf), 0.0),
        (0.0, (-math.inf, math.inf), 0.5),
        (-9.0, (-math.inf, math.inf), 0.5 - 1 / 6),
        (-10.0, (-math.inf, 0.0), 0.5 - 1 / 6),
    ],
)
def test_that_a_bar_is_drawn_to_scale(value, limits, share):
    assert intervals.place(value, *limits) == pytest.approx(share)
    wide = Interval(0.95, "Wilson", *limits, (10,))
    mark = 0.5 if limits == (0.0, math.inf) else None
    assert intervals.bar(wide, value, limits) == (0.0, intervals.place(value, *limits), 1.0, mark)


def test_that_an_interval_says_where_it_does_not_know_the_choice_of_the_threshold():
    metric, words = metric_by_id("F1"), words_in(Vocabulary.CLINICAL)
    snapshot = snapshot_of(make_dataset())
    chosen = intervals.at_point(metric, WILSON, snapshot, words)
    assert chosen[-1] == f"Assumes: the rows are independent; {FIXED}"
    fixed = replace(snapshot.inputs, threshold=0.5, provenance=prespecified(""))
    told = intervals.at_point(metric, WILSON, resolve(fixed, snapshot), words)
    assert told == intervals.sentences(WILSON, words)
    area = RANKING_METRICS.by_id("roc_auc")
    assert intervals.at_point(area, WILSON, snapshot, words) == told
    choice = choose(rule_by_id("youden"), snapshot.ranking.table.steps, snapshot.score, {})
    stable = reselect(choice, plan_of(snapshot, n_replicates=60, seed=0))
    known = replace(snapshot, stability=stable)
    *_, last = intervals.at_point(metric, WILSON, known, words)
    assert last == f"Expected on new patients (out of bag): {text.measure(stable.expected(metric))}"
