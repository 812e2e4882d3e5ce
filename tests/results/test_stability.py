"""The topic of stability: what it says is what became of the rule, in the units of the score."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.bootstrap.limits import percentile
from evalgui.core.bootstrap.reselection import reselect
from evalgui.core.dataset import Dataset, Score
from evalgui.core.metrics import METRICS
from evalgui.core.redraw import plan_of
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.writers.measures import style_of
from evalgui.io.writers.rules import stability_entry
from evalgui.render.text import fact_lines
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics.stability import STABILITY

RNG = np.random.default_rng(34)
TRUTH = (np.arange(60) % 2).astype(np.int8)


def stable(rule_id="youden", values=None):
    found = RNG.normal(size=60) + TRUTH if values is None else values
    data = Dataset("some.csv", ("n", "p"), TRUTH, 1, (Score("marker", found),))
    snapshot = resolve(Inputs(data))
    choice = snapshot.ranking.choice(rule_id, {})
    again = reselect(choice, plan_of(snapshot, n_replicates=50, seed=7))
    return replace(snapshot, stability=again)


def cells(table, row):
    return {one.id: table.cell(row, one) for one in table.columns}


@pytest.mark.parametrize("rule_id", ["youden", "sensitivity"])
def test_that_every_cell_is_what_became_of_the_rule(rule_id):
    snapshot = stable(rule_id)
    found = snapshot.stability
    told = STABILITY.make(snapshot, NOTHING_BESIDE)
    threshold, flat, measures = told.tables
    (row,) = threshold.rows
    cell = cells(threshold, row)["value"]
    assert cell.value == found.choice.threshold
    low, high, _reason = percentile(found.thresholds, 0.95)
    assert (cell.interval.lower, cell.interval.upper) == (low, high)
    assert cell.interval.method == "bootstrap percentile"
    runs = [tuple(one.value for one in cells(flat, row).values()) for row in flat.rows]
    assert runs == list(found.flat)
    assert bool(runs) == (rule_id == "youden")
    assert [row.id for row in measures.rows] == [metric.id for metric in METRICS]
    for row in measures.rows:
        both, metric = cells(measures, row), METRICS.ids[row.id]
        known = {"apparent": found.apparent(metric), "out_of_bag": found.expected(metric)}
        for name, value in known.items():
            assert both[name].value == value or (math.isnan(both[name].value) and math.isnan(value))


def test_that_facts_say_which_rule_chose_again_and_how_often():
    lines = list(fact_lines(STABILITY.make(stable(), NOTHING_BESIDE), style_of(MACHINE_LEARNING)))
    assert lines[1] == "Drawn again: 50 replicates, seed 7"
    assert lines[0].startswith("Rule: ")
    assert lines[3:] == [
        "Limits: 95\N{NARROW NO-BREAK SPACE}%, bootstrap percentile",
        "What to expect on new rows: its mean out of bag, beside each measure",
    ]
    without = STABILITY.make(stable("sensitivity"), NOTHING_BESIDE)
    assert list(fact_lines(without, style_of(MACHINE_LEARNING)))[2].endswith("not known")


def test_that_limits_that_nothing_gives_say_why():
    snapshot = stable()
    alike = np.full(50, 0.5)
    same = replace(snapshot, stability=replace(snapshot.stability, thresholds=alike))
    interval = cells(*_threshold(same))["value"].interval
    assert interval.reason == percentile(alike, 0.95).reason != ""
    limits = stability_entry(same)["stability"]["threshold"]
    assert (limits["low"], limits["high"]) == (None, None)
    assert limits["undefined"] == interval.reason


def _threshold(snapshot):
    table = STABILITY.make(snapshot, NOTHING_BESIDE).table("threshold")
    return table, table.rows[0]


def test_that_infinite_thresholds_stay_what_they_are_in_json():
    snapshot = stable(values=np.arange(60) // 5)
    ends = np.where(np.arange(50) % 2, math.inf, 3.0)
    found = replace(snapshot.stability, thresholds=ends, flat=((2.0, math.inf),))
    there = replace(snapshot, stability=found)
    told = json.loads(json.dumps(stability_entry(there), allow_nan=False))["stability"]
    assert told["threshold"]["high"] == "+inf"
    assert told["flat"] == [[2, "+inf"]]


def test_that_nothing_is_said_where_no_rule_chose_again():
    assert STABILITY.make(EMPTY, NOTHING_BESIDE) is None
    assert STABILITY.make(replace(stable(), stability=None), NOTHING_BESIDE) is None
