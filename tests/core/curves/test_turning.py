"""Where curves turn: what is kept with a table draws what all its vertices do."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from evalgui.core import ranking as rankings
from evalgui.core.curves import (
    PRECISION_RECALL,
    Axis,
    Curve,
    Series,
    note_turns_of,
    turning,
    vertices,
)
from evalgui.core.curves.thinning import rows_to_draw
from evalgui.core.dataset import Dataset, Score
from evalgui.core.errors import CancelledError
from evalgui.core.metrics import METRICS, metric_by_id
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import Inputs, resolve

N = 30_000
MEASURES = Curve(
    id="measures",
    title="Measures",
    x_axis=Axis(title="Threshold"),
    y_axis=Axis(title="Value"),
    series=tuple(Series(metric_by_id(name)) for name in ("PPV", "NPV", "YI")),
)


def table_of(digits: int, *, higher: bool) -> ScoreTable:
    rng = np.random.default_rng(5)
    truth = rng.random(N) < 0.3
    scores = np.round(rng.normal(size=N) + truth, digits)
    return ScoreTable(scores, truth, higher_is_positive=higher)


@pytest.mark.parametrize("digits", [1, 3, 12])
@pytest.mark.parametrize(("higher", "is_kept"), list(product([True, False], repeat=2)))
@pytest.mark.parametrize("curve", [PRECISION_RECALL, MEASURES], ids=lambda curve: curve.id)
def test_that_each_column_of_pixels_has_its_extremes(monkeypatch, curve, digits, higher, is_kept):
    monkeypatch.setattr(turning, "_MANY", 1 if is_kept else 10 * N)
    table = table_of(digits, higher=higher)
    every = vertices(curve, table)
    for share in ((0.0, 1.0), (0.2, 0.7), (0.4, 0.41)):
        compare_with_all(curve, table, every, share)
    assert not is_kept or bool(table.steps.turns) == (digits > 1)


def compare_with_all(curve, table, every, share):
    """Compare what is drawn of a part of the axis with the extremes of all vertices there."""
    finite = every.x[np.isfinite(every.x)]
    low, high = (finite.min() + part * np.ptp(finite) for part in share)
    n_columns = 60
    drawn = vertices(curve, table, rows_to_draw(curve, table, low, high, n_columns))
    columns = np.linspace(0, 1, n_columns + 1)
    edges = low * (1 - columns) + high * columns
    for all_y, some_y in zip(every.ys, drawn.ys, strict=True):
        for left, right in pairwise(edges):
            beyond = np.nextafter(right, np.inf) if right == edges[-1] else right  # has its end
            inside = all_y[(every.x >= left) & (every.x < beyond)]
            kept = some_y[(drawn.x >= left) & (drawn.x < beyond)]
            inside, kept = inside[~np.isnan(inside)], kept[~np.isnan(kept)]
            assert len(kept) > 0 or len(inside) == 0
            if len(inside):
                assert (kept.min(), kept.max()) == (inside.min(), inside.max())


def test_that_what_is_noted_is_not_looked_through_again(monkeypatch):
    monkeypatch.setattr(turning, "_MANY", 100)
    table = table_of(12, higher=True)
    assert not turning.has_noted_turns(PRECISION_RECALL, table.steps)
    note_turns_of(table)
    assert turning.has_noted_turns(PRECISION_RECALL, table.steps)
    assert table.steps.corners().turns == {}  # other rows turn elsewhere

    def refuse(*_arguments):
        raise AssertionError

    monkeypatch.setattr(turning, "_looked_through", refuse)
    note_turns_of(table)
    rows_to_draw(PRECISION_RECALL, table, -np.inf, np.inf, 50)


def test_that_only_some_curves_are_kept(monkeypatch):
    monkeypatch.setattr(turning, "_MANY", 100)
    table = table_of(3, higher=True)
    for metric in METRICS[:10]:
        axis = Axis(title="Value")
        curve = Curve(
            id="a", title="a", x_axis=MEASURES.x_axis, y_axis=axis, series=(Series(metric),)
        )
        turning.note_turns(curve, table.steps)
    assert len(table.steps.turns) == 8


def test_that_noting_can_be_given_up(monkeypatch):
    monkeypatch.setattr(turning, "_MANY", 100)
    table = table_of(12, higher=True)

    def stop():
        raise CancelledError("enough")

    with pytest.raises(CancelledError):
        note_turns_of(table, stop)
    assert table.steps.turns == {}


def test_that_the_default_threshold_is_found_once(monkeypatch):
    score = Score("s", np.array([0.1, 0.4, 0.6, 0.9]))
    dataset = Dataset("four", ("no", "yes"), np.array([0, 1, 0, 1]), 1, (score,))
    first = resolve(Inputs(dataset))

    def refuse(*_given):
        raise AssertionError

    monkeypatch.setattr(rankings, "choose", refuse)
    assert resolve(Inputs(dataset), first).point is not None
    moved = resolve(Inputs(dataset, threshold=0.9), first)
    assert resolve(Inputs(dataset), moved).point.threshold == first.point.threshold
    with pytest.raises(AssertionError):  # other scores have another default
        resolve(Inputs(replace(dataset)), moved)
