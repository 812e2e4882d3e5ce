"""Pictures as values: what they show is exact, and their table holds all of it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evalgui.core.curves import CURVES, DET, ERROR_RATES, PRECISION_RECALL, ROC, vertices
from evalgui.core.curves.laid_out import as_steps
from evalgui.core.histogram import histogram
from evalgui.core.score_table import ScoreTable
from evalgui.results.curve_picture import Scored, curve_picture
from evalgui.results.picture import Level, Mark, Reference
from evalgui.results.scores_picture import axis_of_scores, scores_picture
from tests.results.points import point_of


def table_of(n, *, seed=1, decimals=6):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    return ScoreTable(np.round(rng.normal(truth, 1.0), decimals), truth, higher_is_positive=True)


def joined(picture, name):
    rows = [one for one in picture.table() if one.name == name]
    return np.concatenate([one.x for one in rows]), np.concatenate([one.y for one in rows])


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_the_table_of_a_curve_has_every_vertex_of_every_score(curve):
    shown = [Scored("one", table_of(70_000)), Scored("two", table_of(50, seed=2))]
    several = len(curve.series) > 1
    picture = curve_picture(curve, shown[: 1 if several else 2])
    assert picture.heads == ("What", curve.x_axis.title, curve.y_axis.title)
    for one in shown[: 1 if several else 2]:
        whole = vertices(curve, one.table)
        for series, y in zip(curve.series, whole.ys, strict=True):
            found = joined(picture, series.name if several else one.name)
            np.testing.assert_array_equal(found[0], whole.x)
            np.testing.assert_array_equal(found[1], y)
    rows = [*picture.table()]
    assert max(len(one.x) for one in rows) <= 65_536  # part by part


def test_that_a_line_has_as_few_vertices_as_a_viewport_shows():
    picture = curve_picture(PRECISION_RECALL, [Scored("", table_of(200_000))])
    (line,) = picture.lines
    narrow, wide = (len(line.vertices(picture.home(n, 300.0))[0]) for n in (100, 400))
    assert narrow < wide < 4 * 400 + 10


def test_that_all_lines_of_a_curve_are_its_steps_in_the_view():
    table = table_of(40)
    picture = curve_picture(ERROR_RATES, [Scored("", table)])
    whole, seen = vertices(ERROR_RATES, table), picture.home(300.0, 300.0)
    assert [one.name for one in picture.lines] == [one.name for one in ERROR_RATES.series]
    for line, y in zip(picture.lines, whole.ys, strict=True):
        wanted = as_steps(table.steps, whole.thresholds, y)
        found = line.vertices(seen)
        np.testing.assert_array_equal(found[0], picture.x_axis.ruler.scale.to_view(wanted[0]))
        np.testing.assert_array_equal(found[1], wanted[1])


def test_that_references_are_no_data_and_have_the_names_of_their_declaration():
    picture = curve_picture(DET, [Scored("", table_of(40))])
    assert [one.name for one in picture.references] == [one.name for one in DET.references]
    assert all(isinstance(one, Reference) and not [*one.rows()] for one in picture.references)


def test_that_operating_points_are_marks_on_curves_and_levels_across_scores():
    table = table_of(40)
    points = [point_of(table, threshold) for threshold in (0.5, 1.0)]
    on_roc = curve_picture(ROC, [Scored("", table)], points[0], [("A", points[1])])
    marks = [one for one in on_roc.layers if isinstance(one, Mark)]
    assert [(one.name, one.is_main) for one in marks] == [("", True), ("A", False)]
    counts = points[1].counts
    assert marks[1].x == counts.fp / table.n_negative
    assert marks[1].ys == (counts.tp / table.n_positive,)
    across = curve_picture(ERROR_RATES, [Scored("", table)], points[0], [("A", points[1])])
    levels = [one for one in across.layers if isinstance(one, Level)]
    assert [(one.name, one.x, one.is_main) for one in levels] == [
        ("", points[0].threshold, True),
        ("A", points[1].threshold, False),
    ]
    assert [one.is_main for one in across.layers if isinstance(one, Mark)] == [True]


def test_that_bars_are_shares_of_the_whole_class_also_where_scores_lie_in_no_bin():
    scores, truth = [1.0, 2.0, math.inf, math.inf, 0.0], [True, True, True, True, False]
    table = ScoreTable(scores, truth, higher_is_positive=True)
    bins = histogram(table, 2)
    axis = axis_of_scores("s", (0.0, 2.0), None, is_log=False)
    picture = scores_picture(table, bins, axis, ("sick", "well"), [Level("A", 1.5)])
    x, y = joined(picture, "sick")
    assert x.tolist() == [0.0, 1.0]
    assert y.tolist() == [0.0, 0.5]  # 2 of 4
    assert joined(picture, "A")[0].tolist() == [1.5]
    counted = scores_picture(table, bins, axis, ("sick", "well"), is_counted=True)
    assert joined(counted, "sick")[1].tolist() == [0.0, 2.0]
    assert counted.y_axis.title == "Rows (of each class)"


def test_that_a_class_without_a_name_has_no_line():
    table = ScoreTable([1.0, 2.0, math.inf], [False, False, True], higher_is_positive=True)
    axis = axis_of_scores("s", (1.0, 2.0), None, is_log=False)
    picture = scores_picture(table, histogram(table, 2), axis, ("", "well"))
    assert [one.name for one in picture.lines] == ["well"]
