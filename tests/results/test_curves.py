"""The curves: their vertices, under the names that tables, lists and data frames have for them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evalgui.core.bootstrap.run import bootstrap
from evalgui.core.curves import CURVES as KNOWN
from evalgui.core.curves import Axis, Curve, Series, vertices
from evalgui.core.dataset import Dataset, Score
from evalgui.core.metrics import METRICS
from evalgui.core.redraw import plan_of
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.render.frames import long_frame
from evalgui.render.json import lists
from evalgui.results.result import PLAIN, SHARE, THRESHOLD
from evalgui.results.topics.curves import curves, points


def shown(values, truth, **options):
    score = Score("marker", np.array(values), **options)
    return resolve(Inputs(Dataset("m.csv", ("well", "ill"), np.array(truth), 1, (score,))))


@pytest.fixture
def snapshot():
    return shown([0.9, 0.8, np.inf, 0.8, 0.2, 0.1], [1, 1, 0, 0, 1, 0])


@pytest.mark.parametrize("curve", KNOWN, ids=lambda curve: curve.id)
def test_that_each_curve_has_its_vertices(snapshot, curve):
    table = next(one for one in curves(snapshot).long_tables if one.id == f"curve-{curve.id}")
    found = vertices(curve, snapshot.ranking.table)
    threshold, *others = table.values()
    assert math.isnan(found.thresholds[0])  # one that no score reaches lies at the end of the axis
    np.testing.assert_array_equal(threshold, [math.inf, *found.thresholds[1:]])
    x = [] if curve.is_against_threshold else [found.x]
    for values, expected in zip(others, [*x, *found.ys], strict=True):
        np.testing.assert_array_equal(values, expected)
    assert len(table.columns) == 1 + len(others)


def test_that_a_line_is_called_as_each_way_calls_it(snapshot):
    table = points(KNOWN.by_id("far-frr"), snapshot.ranking)
    told = [one.title.told(Style(words_in(Vocabulary.BIOMETRICS))) for one in table.columns]
    assert told == ["Threshold", "FMR", "FNMR"]
    assert [one.id for one in table.columns] == ["threshold", "FAR", "FRR"]
    assert list(lists(table)) == ["threshold", "threshold_infinite", "FAR", "FRR"]
    assert list(long_frame(table)) == ["threshold", "FPR", "FNR"]


def test_that_rates_are_shares_and_a_line_without_a_name_has_that_of_its_measure(snapshot):
    roc = points(KNOWN.by_id("roc"), snapshot.ranking)
    assert [one.kind for one in roc.columns] == [THRESHOLD, SHARE, SHARE]
    lines = (Series(METRICS.ids["LRP"]), Series(METRICS.ids["PPV"], "own"))
    own = Curve(id="own", title="Own", x_axis=Axis(title="T"), y_axis=Axis(title="V"), series=lines)
    columns = points(own, snapshot.ranking).columns
    assert [(one.id, one.kind) for one in columns[1:]] == [("LRP", PLAIN), ("own", SHARE)]


def test_that_bands_are_told_in_the_units_of_the_file():
    known = shown([*range(12)], [0, 0, 1] * 4, base=2**53)
    drawn = bootstrap(plan_of(known, n_replicates=30, seed=1, with_lines=True))
    bands = [fact.values for fact in curves(known, drawn, ["far-frr"]).all_facts("band")]
    assert {one["line"] for one in bands} == {"FPR", "FNR"}
    assert all(place >= 2**53 for place in bands[0]["x"] if math.isfinite(place))


def test_that_thresholds_are_exact_in_lists_and_doubles_in_frames():
    known = shown([0.0, 1.0, 2.0, 3.0], [0, 1, 0, 1], base=2**53)
    table = points(KNOWN.by_id("roc"), known.ranking)
    found = lists(table)
    assert found["threshold"] == [None, *(2**53 + away for away in (3, 2, 1, 0))]
    assert found["threshold_infinite"] == ["+inf", None, None, None, None]
    assert long_frame(table)["threshold"].tolist() == [
        math.inf, *(float(2**53 + away) for away in (3, 2, 1, 0))
    ]  # fmt: skip


def test_that_each_class_with_scores_has_its_corners():
    truth, scores = np.array([0, 1, 0, 1]), np.array([[0.8, 0.1, 0.1], [0.3, 0.6, 0.1]] * 2)
    data = Dataset("k.csv", tuple("abc"), truth, 0, predicted=truth, class_scores=scores)
    found = curves(resolve(Inputs(data)))
    assert [one.id for one in found.long_tables] == ["classes-roc", "classes-pr", "classes-det"]
    whose, thresholds, x, y = found.long_tables[0].values()
    names = [whose.labels[place].name for place in whose[:].tolist()]
    assert set(names) == {"a", "b"}  # nothing is c
    outlines = resolve(Inputs(data)).class_scores.outlines[:2]
    each = [vertices(KNOWN.by_id("roc"), one) for one in outlines]
    assert names == ["a"] * len(each[0].x) + ["b"] * len(each[1].x)
    for values, name in ((thresholds, "thresholds"), (x, "x")):
        np.testing.assert_array_equal(values, np.concatenate([getattr(one, name) for one in each]))
    np.testing.assert_array_equal(y, np.concatenate([one.ys[0] for one in each]))
