from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.curves import DET, PRECISION_RECALL, ROC, point, vertices
from evalgui.core.curves.scales import LinearScale, NormalDeviateScale, Viewport
from evalgui.core.score_table import ScoreTable
from evalgui.gui.plots.nearest import nearest_row

rows = st.lists(st.tuples(st.integers(-30, 30), st.booleans()), min_size=2, max_size=200).filter(
    lambda pairs: len({positive for _score, positive in pairs}) == 2
)
place = st.tuples(st.floats(-50, 450), st.floats(-50, 350))


def plane(curve, table):
    """Return the functions that lay a curve out on 400 x 300 pixels."""
    x_scale = y_scale = LinearScale()
    if curve is DET:
        x_scale, y_scale = (
            NormalDeviateScale(table.n_negative),
            NormalDeviateScale(table.n_positive),
        )
    viewport = Viewport(*x_scale.home, *y_scale.home, 400.0, 300.0)

    def to_pixels(x, y):
        return viewport.x_pixels(x_scale.to_view(x)), viewport.y_pixels(y_scale.to_view(y))

    return to_pixels


def check(curve, table, x, y):
    to_pixels = plane(curve, table)
    series = curve.series[0]

    def place_of(counts):
        return to_pixels(np.asarray(curve.x(counts)), np.asarray(series.measure(counts)))

    first_x, first_ys = point(curve, table, table.steps.counts_of(0), np.nan)
    first = to_pixels(np.array([first_x]), np.array([first_ys[0]]))
    found = nearest_row(table.steps, place_of, x, y, (float(first[0][0]), float(first[1][0])))
    every = vertices(curve, table)
    all_x, all_y = to_pixels(every.x, every.ys[0])
    away = np.hypot(all_x - x, all_y - y)
    assert away[found] == pytest.approx(np.nanmin(away), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("curve", [ROC, PRECISION_RECALL, DET], ids=lambda curve: curve.id)
@given(pairs=rows, target=place, higher=st.booleans())
def test_that_no_attainable_point_is_nearer(curve, pairs, target, higher):
    scores, positive = zip(*pairs, strict=True)
    table = ScoreTable(np.array(scores, float), positive, higher_is_positive=higher)
    check(curve, table, *target)


@pytest.mark.parametrize("curve", [ROC, PRECISION_RECALL, DET], ids=lambda curve: curve.id)
def test_that_no_attainable_point_of_many_is_nearer(curve):
    random = np.random.default_rng(5)
    positive = random.random(60_000) < 0.2
    table = ScoreTable(random.normal(positive * 1.5), positive)
    for x, y in random.random((25, 2)) * (400, 300):
        check(curve, table, float(x), float(y))


def test_that_there_is_row_0_where_there_are_no_scores():
    table = ScoreTable(np.zeros(0), np.zeros(0, dtype=bool))
    assert nearest_row(table.steps, lambda _counts: None, 1.0, 1.0, (np.nan, np.nan)) == 0
