"""The numbers of a picture are those of the table that is written beside its figure."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.curves import CURVES
from evalgui.core.histogram import finite_range, histogram
from evalgui.io.writers.tables import TABLES
from evalgui.io.writers.tables.blocks import whole as in_arrow
from evalgui.io.writers.tables.contents import Contents
from evalgui.results.curve_picture import Scored, curve_picture
from evalgui.results.dots_picture import dots_picture
from evalgui.results.scores_picture import axis_of_scores, scores_picture
from tests.gui.plots.bench import make_snapshot

ROWS = 70_000  # more than one part of a table
NAMES = "benign", "malignant"  # the negatives first


@pytest.fixture(scope="module", params=[True, False], ids=["higher", "lower"])
def snapshot(request):
    rng = np.random.default_rng(4)
    truth = (np.arange(ROWS) % 3 == 0).astype(int)
    return make_snapshot(np.round(rng.normal(truth, 2.0), 4), truth, higher=request.param)


def written(snapshot, table_id):
    """Return the columns of a table as arrays, NaN where a value is undefined."""
    whole = in_arrow(TABLES.by_id(table_id).make(Contents(snapshot)))
    return {name: whole[name].to_numpy().astype(float) for name in whole.column_names}


def shown(picture):
    """Return x and y of each name of the table of a picture."""
    found: dict[str, list[np.ndarray]] = {}
    for rows in picture.table():
        found.setdefault(rows.name, []).append(np.stack([rows.x, rows.y]))
    return {name: np.concatenate(parts, axis=1) for name, parts in found.items()}


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_a_curve_is_drawn_from_the_points_that_are_written(snapshot, curve):
    columns = written(snapshot, f"curve-{curve.id}")
    across = columns.pop("threshold")
    across = columns.pop("x", across)
    drawn = shown(curve_picture(curve, [Scored("", snapshot.ranking.table)]))
    assert len(drawn) == len(columns) == len(curve.series)
    for (x, y), column in zip(drawn.values(), columns.values(), strict=True):
        np.testing.assert_array_equal(x, across)
        np.testing.assert_array_equal(y, column)


def test_that_bars_are_drawn_from_the_counts_that_are_written(snapshot):
    table, columns = snapshot.ranking.table, written(snapshot, "histogram")
    axis = axis_of_scores("s", finite_range(table), snapshot.score, is_log=False)
    positive_first = NAMES[::-1]
    picture = scores_picture(table, histogram(table), axis, positive_first, is_counted=True)
    drawn = shown(picture)
    for name, column in zip(positive_first, ("positive", "rest"), strict=True):
        np.testing.assert_array_equal(drawn[name][0], columns["low"])
        np.testing.assert_array_equal(drawn[name][1], columns[column])


@pytest.mark.parametrize("n", [2_000, ROWS], ids=["dots", "strips"])
def test_that_columns_are_drawn_from_the_scores_that_are_written(snapshot, n):
    score, truth = snapshot.score, snapshot.dataset.truth
    known = make_snapshot(score.values[:n], truth[:n], higher=score.higher_is_positive)
    table, columns = known.ranking.table, written(known, "scores")
    axis = axis_of_scores("s", finite_range(table), score, is_log=False)
    drawn = shown(dots_picture(table, axis, [(name, "") for name in NAMES]))
    for name, column in zip(NAMES, ("rest", "positive"), strict=True):
        counts, y = drawn[name]
        each = np.repeat(columns["score"], columns[column].astype(int))
        assert counts.sum() == len(each)
        if n == ROWS:
            each = np.histogram(each, np.append(y, axis.ruler.scale.high))[0]
            np.testing.assert_array_equal(counts, each)
        else:
            np.testing.assert_array_equal(y, np.sort(each))
