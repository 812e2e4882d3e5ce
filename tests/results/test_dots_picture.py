"""The picture of every row: exact, parted as the rule calls, and the same for both painters."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.dataset import Score
from evalgui.core.histogram import finite_range, histogram
from evalgui.core.score_table import ScoreTable
from evalgui.render.svg import painted
from evalgui.render.svg_shapes import FAINT, SERIES
from evalgui.results.dots_picture import MOST_DOTS, Cut, Side, bands, dots_picture, parting
from evalgui.results.picture import Density, Parting, Swarm
from evalgui.results.scores_picture import axis_of_scores

NAMES = (("well", " (4)"), ("sick", " (4)"))
SCORES = np.array([1.0, 2.0, 3.0, 4.0, 2.5, 3.5, 4.0, 6.0])
TRUTH = np.array([0, 0, 0, 0, 1, 1, 1, 1])
SIZE = (340.0, 336.0)


def picture_of(scores, truth, thresholds=(), *, higher=True):
    table = ScoreTable(scores, truth == 1, higher_is_positive=higher)
    score = Score("s", scores, higher)
    axis = axis_of_scores("s", finite_range(table), score, is_log=False)
    found = [parting("", table, score, one, table.counts_at(one)) for one in thresholds]
    return dots_picture(table, axis, NAMES, found)


def many(n=MOST_DOTS + 1):
    truth = np.arange(n) % 3 == 0
    return np.random.default_rng(1).normal(truth, 1.0), truth.astype(int)


def circles(picture):
    pattern = (
        r'<circle cx="(\S+)" cy="(\S+)" r="2.5" fill="(\S+?)"( fill-opacity="\S+?")?( stroke)?'
    )
    return re.findall(pattern, painted(picture, SIZE).svg)


def test_that_the_table_has_each_row_once_under_heads_that_say_so():
    picture = picture_of(SCORES, TRUTH, [3.0])
    assert picture.heads == ("What", "Rows (of each class)", "s")
    well, sick, line = picture.table()
    assert (well.name, sick.name) == ("well", "sick")
    assert well.y.tolist() == [1.0, 2.0, 3.0, 4.0]
    assert sick.y.tolist() == [2.5, 3.5, 4.0, 6.0]
    assert {*well.x, *sick.x} == {1.0}
    assert math.isnan(line.x[0])
    assert line.y.tolist() == [3.0]


def test_that_many_rows_are_told_as_the_bins_they_are_drawn_in():
    scores, truth = many()
    picture = picture_of(scores, truth)
    bins = histogram(ScoreTable(scores, truth == 1))
    for rows, counts in zip(picture.table(), (bins.negatives, bins.positives), strict=True):
        np.testing.assert_array_equal(rows.x, counts)
        np.testing.assert_array_equal(rows.y, bins.edges[:-1])
    few = picture_of(scores[:MOST_DOTS], truth[:MOST_DOTS])
    assert all(isinstance(one, Swarm) for one in few.columns)


def test_that_bins_are_counted_when_they_are_asked_for_and_once(monkeypatch):
    asked = []

    def watched(*given, **options):
        asked.append(given)
        return histogram(*given, **options)

    monkeypatch.setattr("evalgui.results.dots_picture.histogram", watched)
    picture = picture_of(*many())
    assert asked == []
    for width in (100.0, 200.0):
        for one in picture.columns:
            assert isinstance(one, Density)
            edges, widths = one.strip(picture.home(width, 300.0))
            assert (np.diff(edges) < 0).all()
            assert widths.max() == pytest.approx(0.21 * width)
    assert len(asked) == 1


@pytest.mark.parametrize("size", [0.01, 1.9])
def test_that_strips_of_small_sums_reach_to_the_edge_of_their_column_and_no_further(size):
    picture = picture_of(*many())
    (one, _positives), bins = picture.columns, picture.columns[0].bins()
    sums = replace(bins, negatives=np.linspace(0.0, size, len(bins.negatives)))
    widths = replace(one, bins=lambda: sums).strip(picture.home(100.0, 300.0))[1]
    assert widths.max() == pytest.approx(21.0)


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("threshold", [-math.inf, 1.0, 2.5, 3.7, 4.0, 6.0, math.inf, math.nan])
def test_that_a_threshold_parts_the_rows_as_the_rule_calls_them(higher, threshold):
    (line,) = (
        one
        for one in picture_of(SCORES, TRUTH, [threshold], higher=higher).layers
        if isinstance(one, Parting)
    )
    called = threshold <= SCORES if higher else threshold >= SCORES
    above = called if higher else ~called
    assert line.n_above == tuple(int((above & (side == TRUTH)).sum()) for side in (0, 1))
    assert not math.isnan(line.y)


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("ends", [(3.7,), (2.2, 3.7), (3.5, 2.5)])
def test_that_on_paper_what_is_called_wrongly_stands_out(higher, ends):
    picture = picture_of(SCORES, TRUTH, ends, higher=higher)
    found = circles(picture)
    assert len(found) == len(SCORES)
    seen = picture.home(SIZE[0] - 66.0, SIZE[1] - 50.0)
    for x, y, fill, opacity, edge in found:
        side = int(float(x) > 52.0 + seen.width / 2)
        heights = 10.0 + seen.y_pixels(picture.y_axis.ruler.scale.to_view(SCORES))
        (row,) = np.flatnonzero((np.abs(heights - float(y)) < 0.01) & (side == TRUTH))
        called = {bool(SCORES[row] >= one if higher else SCORES[row] <= one) for one in ends}
        is_wrong = called == {not side}
        assert (not opacity) == is_wrong == bool(edge)
        assert fill == (SERIES[side] if len(called) == 1 else FAINT)


def test_that_names_of_classes_stand_below_their_columns_and_no_shares():
    words = re.findall(r">([^<]*)</text>", painted(picture_of(SCORES, TRUTH), SIZE).svg)
    assert {"well (4)", "sick (4)", "Class", "s"} <= {*words}
    assert not any("%" in one for one in words)


def test_that_strips_are_drawn_in_pieces_that_thresholds_part():
    scores, truth = many()
    whole, parted = (painted(picture_of(scores, truth, one), SIZE) for one in ([], [0.5]))
    n_pieces = [one.svg.count("<path") for one in (whole, parted)]
    assert n_pieces[0] >= 2
    assert n_pieces[1] >= n_pieces[0] + 2
    assert whole.svg.count("<circle") == parted.svg.count("<circle") == 0


@pytest.mark.parametrize(
    ("scores", "truth"),
    [([1.0, 2.0], [1, 1]), ([math.inf, math.inf], [0, 1]), ([3.0], [0])],
    ids=["one class", "none finite", "one row"],
)
def test_that_few_or_endless_scores_break_nothing(scores, truth):
    picture = picture_of(np.array(scores), np.array(truth), [2.0])
    assert sum(len(rows.y) for rows in picture.table()) == len(scores) + 1
    assert "nan" not in painted(picture, SIZE).svg


def test_that_a_line_out_of_the_frame_leaves_all_at_one_side():
    one = bands([Cut(-50.0, (0, 0))], 0, 100.0)
    assert [(band.side, [*band.among(3)]) for band in one] == [
        (Side.ABOVE, []),
        (Side.BELOW, [0, 1, 2]),
    ]
    assert (one[0].bottom, one[1].top) == (0.0, 0.0)
