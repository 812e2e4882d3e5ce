"""Gain, lift and precision-recall-gain as pictures: the numbers of the core, on any pixels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evalgui.core.consequences.gain import gain, lift, precision_recall_gain
from evalgui.core.curves import GAINS, Axis, in_vocabulary
from evalgui.core.curves.gains import GAIN, LIFT, PRECISION_RECALL_GAIN
from evalgui.core.metrics import Vocabulary, metric_by_id
from evalgui.core.score_table import ScoreTable
from evalgui.results.curve_picture import Scored, curve_picture

CASES = json.loads(
    (Path(__file__).parents[1] / "data/core/consequences.json").read_text(encoding="utf-8")
)
WITH_ROWS = [one for one in CASES if "p" in one["inputs"] and "y" in one["inputs"]]
PIXELS = 4_000


def line(curve, table, pixels=PIXELS, ends=None):
    """Return the line of a curve as it is drawn, in units of its axes."""
    picture = curve_picture(curve, [Scored("", table)])
    viewport = picture.home(pixels, 500)
    if ends is not None:
        viewport = replace(viewport, left=ends[0], right=ends[1])
    x, y = picture.lines[0].vertices(viewport)
    scales = picture.scales
    return scales[0].from_view(x), scales[1].from_view(y)


def table_of(inputs):
    return ScoreTable(np.array(inputs["p"]), np.array(inputs["y"], dtype=bool))


def tied(n=3_000, decimals=1):
    rng = np.random.default_rng(4)
    truth = rng.random(n) < 0.3
    return ScoreTable(np.round(rng.normal(truth), decimals), truth)


@pytest.mark.parametrize("kind", ["share of positives found", "lift at these depths"])
def test_that_gain_and_lift_go_through_the_reference_cases(kind):
    known = [one for one in WITH_ROWS if one["quantity"].startswith(kind)]
    assert known
    for case in known:
        x, y = line(LIFT if "lift" in kind else GAIN, table_of(case["inputs"]))
        found = np.interp(case["inputs"]["depths"], x, y)
        # A hyperbola is straight from pixel to pixel.
        assert found == pytest.approx(case["value"], abs=1e-9 if "share" in kind else 1e-5)


def test_that_the_area_under_the_gains_is_that_of_the_reference_cases():
    known = [one for one in WITH_ROWS if one["kind"] == "precision-recall-gain"]
    assert len(known) > 1
    for case in known:
        x, y = line(PRECISION_RECALL_GAIN, table_of(case["inputs"]))
        assert np.trapezoid(y, x) == pytest.approx(case["value"], abs=1e-9)


@pytest.mark.parametrize(
    ("curve", "known"),
    [(GAIN, gain), (LIFT, lift)],
    ids=lambda one: one.id if hasattr(one, "id") else "",
)
@pytest.mark.parametrize("ends", [None, (0.2, 0.3)])
def test_that_lines_go_on_in_proportion_inside_blocks_of_equal_scores(curve, known, ends):
    table = tied()
    x, y = line(curve, table, ends=ends)
    inside = x > 0
    assert y[inside] == pytest.approx(known(table.steps, x[inside]), abs=1e-12)
    if curve is LIFT:
        assert np.max(np.diff(x)) <= (1 if ends is None else 0.12) / PIXELS * 1.2
        if ends is None:
            assert y[0] == pytest.approx(known(table.steps, x[1:2])[0])


def test_that_gains_begin_at_recall_gain_0_and_are_those_of_the_core():
    for table in (tied(), tied(40, 0), tied(5_000, 4)):
        recall, precision = precision_recall_gain(table.steps)
        x, y = line(PRECISION_RECALL_GAIN, table)
        assert x[0] == pytest.approx(0, abs=1e-12)
        assert np.trapezoid(y, x) == pytest.approx(np.trapezoid(precision, recall), abs=2e-4)
        (part,) = curve_picture(PRECISION_RECALL_GAIN, [Scored("", table)]).table()
        assert part.x == pytest.approx(recall)
        assert part.y == pytest.approx(precision)


@pytest.mark.parametrize("curve", GAINS, ids=lambda one: one.id)
def test_that_a_line_of_many_rows_has_few_vertices_and_the_same_place(curve):
    table = tied(300_000, 6)
    x, y = line(curve, table, 600)
    assert len(x) <= 8 * 600
    every_x, every_y = line(curve, table, 300_000)
    for at in np.linspace(0.05, 0.95, 19):
        column = (every_x >= at) & (every_x <= at + 1 / 600)
        inside = (x >= at - 1.2 / 600) & (x <= at + 2.2 / 600)
        assert y[inside].min() <= every_y[column].min() + 1e-12
        assert y[inside].max() >= every_y[column].max() - 1e-12


def test_that_the_best_possible_gain_turns_where_all_positives_are_found():
    table = tied()
    picture = curve_picture(GAIN, [Scored("", table)])
    best = next(one for one in picture.references if one.name == "Best possible")
    x, y = best.vertices(picture.home(100, 100))
    share = table.n_positive / table.n
    assert np.interp([share / 2, share, 1], x, y) == pytest.approx([0.5, 1, 1], abs=1e-12)


def test_that_one_class_alone_has_no_line_that_lies():
    for truth in (True, False):
        table = ScoreTable(np.array([1.0, 2.0, 3.0]), np.full(3, truth))
        for curve in GAINS:
            _x, y = line(curve, table, 50)
            assert not np.isfinite(y).any() or (truth and curve is not PRECISION_RECALL_GAIN)


def test_that_axes_are_named_in_the_words_of_a_field():
    told = {curve.id: in_vocabulary(curve, Vocabulary.CLINICAL) for curve in GAINS}
    axes = {key: (one.x_axis.title, one.y_axis.title) for key, one in told.items()}
    assert axes == {
        "gain": ("Share of positive tests", "Sensitivity"),
        "lift": ("Share of positive tests", "Lift"),
        "precision-recall-gain": ("Sensitivity gain", "PPV gain"),
    }
    assert Axis(metric_by_id("LIFT")).title == LIFT.y_axis.title
