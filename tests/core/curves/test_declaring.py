"""What a declaration leaves open follows from its measures; what it lacks is said in words."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core import curves
from evalgui.core.curves import CURVES, GAINS, Axis, Curve, Scale, Series, curve_by_id, vertices
from evalgui.core.curves.thinning import rows_to_draw, x_range
from evalgui.core.declarations import DeclarationError
from evalgui.core.metrics import METRICS, metric_by_id
from evalgui.core.metrics.predictive_values import PPV
from evalgui.core.metrics.rates import FNR, FPR, TNR, TPR
from evalgui.core.registry import UnknownIdError
from evalgui.core.score_table import ScoreTable

PPR = metric_by_id("PPR")  # of all rows, how many are called positive
COST = metric_by_id("COST")


def declared(**facts):
    return Curve(**({"id": "mine", "title": "Mine", "x_axis": Axis(PPR)} | facts))


def test_that_one_axis_a_side_is_enough():
    curve = declared(y_axis=Axis(TPR))
    assert (curve.x_axis.title, curve.y_axis.title) == (PPR.name, "True positive rate")
    assert curve.y_axis.short == "TPR"
    assert [(line.name, line.metric) for line in curve.series] == [("Mine", TPR)]
    assert curve.x_axis.scale is curve.y_axis.scale is Scale.PROPORTION


def test_that_the_scale_follows_from_the_range_of_what_is_shown():
    assert declared(y_axis=Axis(COST)).y_axis.scale is Scale.VALUE
    lines = (Series(TPR), Series(COST))
    assert declared(y_axis=Axis(title="Value"), series=lines).y_axis.scale is Scale.VALUE
    shares = (Series(TPR), Series(FPR))
    assert declared(y_axis=Axis(title="Value"), series=shares).y_axis.scale is Scale.PROPORTION
    against = declared(x_axis=Axis(title="Threshold"), y_axis=Axis(TPR))
    assert against.is_against_threshold
    assert against.x_axis.scale is Scale.SCORE


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (Axis, 'an axis names its measure, as Axis(TPR) does, or has a title="..."'),
        (
            lambda: Axis("TPR"),  # type: ignore[arg-type]
            "an axis names a measure of evalgui.core.metrics",
        ),
        (lambda: declared(y_axis=Axis(title="Rate")), "has no line: let the y axis name a measure"),
        (lambda: declared(x_axis=Axis(PPV), y_axis=Axis(TPR)), "has no value at some thresholds"),
        (lambda: declared(x_axis=Axis(metric_by_id("ACC")), y_axis=Axis(TPR)), "turns back"),
        (
            lambda: declared(x_axis=Axis(metric_by_id("PREV")), y_axis=Axis(TPR)),
            "does not change with the threshold",
        ),
        (lambda: declared(y_axis=Axis(PPV), is_monotone=True), "leave out is_monotone=True"),
        (
            lambda: declared(
                y_axis=Axis(
                    replace(TPR, fraction=None, compute=lambda c: 0.5 + (c.tp - c.fp % 2) / 20)
                ),
                turns_at_corners=True,
            ),
            "leave out turns_at_corners=True",
        ),
        (
            lambda: declared(y_axis=Axis(title="Rates"), series=(Series(TPR), Series(TPR))),
            "two lines of the curve 'mine' have one name",
        ),
        (
            lambda: declared(x_axis=Axis(title="Threshold"), y_axis=Axis(TPR), overlaid=True),
            "leave out overlaid=True",
        ),
        (
            lambda: curve_by_id("mine"),
            "there is no curve 'mine': write one of roc, pr, det,",
        ),
    ],
)
def test_that_what_is_missing_is_said_with_what_to_write(facts, words):
    with pytest.raises((DeclarationError, UnknownIdError)) as caught:
        facts()
    assert words in str(caught.value)


def test_that_every_curve_is_found_by_its_own_id():
    assert [curve_by_id(curve.id) for curve in CURVES] == list(CURVES)


def test_that_each_file_of_a_curve_is_in_the_registry():
    named = {value for value in vars(curves).values() if isinstance(value, Curve)}
    assert named == {*CURVES, *GAINS}


@pytest.mark.parametrize("metric", [TPR, TNR, FPR, FNR, PPR], ids=lambda metric: metric.id)
@pytest.mark.parametrize("higher", [True, False])
def test_that_any_x_that_never_turns_back_is_searched(metric, higher):
    rng = np.random.default_rng(4)
    truth = rng.random(20_000) < 0.3
    table = ScoreTable(rng.normal(truth), truth, higher_is_positive=higher)
    curve = declared(x_axis=Axis(metric), y_axis=Axis(metric_by_id("F1")))
    every = vertices(curve, table)
    assert x_range(curve, table.steps) == (every.x.min(), every.x.max())
    for low, high in ((0.0, 1.0), (0.2, 0.6), (0.31, 0.32), (0.7, 0.7005), (0.99, 1.0)):
        n_columns = 50
        drawn = vertices(curve, table, rows_to_draw(curve, table, low, high, n_columns))
        share = np.linspace(0, 1, n_columns + 1)
        edges = low * (1 - share) + high * share
        edges[-1] = np.nextafter(high, 2.0)  # the last column holds its right edge
        every_column, column = (np.searchsorted(edges, one.x, "right") for one in (every, drawn))
        for number in range(1, n_columns + 1):
            inside, kept = every.ys[0][every_column == number], drawn.ys[0][column == number]
            assert len(kept) > 0 or len(inside) == 0
            if len(inside):
                assert (np.nanmin(kept), np.nanmax(kept)) == (np.nanmin(inside), np.nanmax(inside))


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_a_measure_is_an_x_or_is_refused_in_words(metric):
    try:
        curve = declared(x_axis=Axis(metric), y_axis=Axis(TPR))
    except DeclarationError as error:
        refusal = str(error)
    else:
        refusal = ""
    if refusal:
        assert refusal.startswith("x of the curve 'mine' ")
        return
    rng = np.random.default_rng(6)
    truth = rng.random(500) < 0.4
    x = vertices(curve, ScoreTable(np.round(rng.normal(truth), 1), truth)).x
    goes = np.diff(x[np.isfinite(x)]) * (-1 if curve.traits.x_falls else 1)
    assert (goes >= -1e-12).all()


def test_that_a_table_without_one_class_has_no_vertex_to_look_for():
    table = ScoreTable([0.1, 0.4, 0.9], [True, True, True])
    rows = rows_to_draw(curve_by_id("roc"), table, 0.2, 0.4, 100)
    assert rows.tolist() == [0, 3]
    low, high = x_range(curve_by_id("roc"), table.steps)
    assert (low, high) == (math.inf, -math.inf)
