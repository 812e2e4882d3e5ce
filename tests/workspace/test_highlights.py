"""Which rows stand out: known at every threshold at once, and compared with looking at each."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.dataset import Dataset
from evalgui.core.selection import (
    NO_SELECTION,
    Between,
    Cells,
    Joined,
    OfClasses,
    Part,
    Rows,
    ScoreRange,
    Selection,
)
from evalgui.core.snapshot import Inputs, resolve
from evalgui.gui.models.calls.row_calls import calls_of
from evalgui.gui.models.selected_rows import rows_of
from evalgui.workspace import highlights as lights
from evalgui.workspace.highlights import Lights
from tests.gui.models.tables import make_classes, make_dataset, of_cells, snapshot_of

if TYPE_CHECKING:
    import pytest
    from pytestqt.qtbot import QtBot

SCORES = st.sampled_from([-math.inf, 0.0, 0.25, 0.5, 0.5, 0.75, 1.0, math.inf, math.nan])
CELLS = st.lists(st.sampled_from([(0, 0), (0, 1), (1, 0), (1, 1)]), min_size=1, unique=True)
TERMS = st.one_of(
    CELLS.map(lambda cells: Cells(tuple(cells))),
    st.builds(Between, st.floats(0, 1), st.floats(0, 1)),
    st.builds(ScoreRange, st.floats(0, 0.5), st.floats(0.5, 1)),
    st.sampled_from([OfClasses((0,)), OfClasses((1,)), Rows((1, 3)), Rows((2, 900))]),
)
SELECTIONS = st.builds(
    Selection,
    st.lists(st.builds(Part, TERMS, st.sampled_from(list(Joined))), min_size=1, max_size=3).map(
        tuple
    ),
    st.booleans(),
)


def selecting(snapshot: Any, selection: Selection, picked: tuple[int, ...] = ()) -> Any:
    choices = replace(snapshot.choices, selection=selection, picked=picked)
    return replace(snapshot, choices=choices)


@given(
    scores=st.lists(SCORES, min_size=1, max_size=12),
    selection=SELECTIONS,
    threshold=st.sampled_from([-math.inf, 0.1, 0.25, 0.5, 0.6, 1.0, math.inf, math.nan]),
    higher=st.booleans(),
    data=st.data(),
)
def test_that_one_look_at_the_rows_says_which_are_selected_at_every_threshold(
    scores: list[float],
    selection: Selection,
    threshold: float,
    data: st.DataObject,
    *,
    higher: bool,
) -> None:
    truth = data.draw(st.lists(st.integers(0, 1), min_size=len(scores), max_size=len(scores)))
    dataset = make_dataset([0.3, 0.6, *scores], [0, 1, *truth], higher=higher)
    found = Lights().of(selecting(snapshot_of(dataset, 0.4), selection)).selected
    assert found is not None
    snapshot: Any = snapshot_of(dataset, threshold)
    calls: Any = calls_of(snapshot)
    expected = rows_of(selection, calls, dataset)
    at = snapshot.point.threshold
    np.testing.assert_array_equal(found.has(slice(None), snapshot.score, at), expected)
    assert found.n_at(snapshot.point.row) == int(expected.sum())
    thresholds = snapshot.ranking.table.steps.thresholds
    for kind, is_positive in ((0, True), (1, False)):
        shown = [
            thresholds[run.steps[run.part(snapshot.point.row)]]
            for run in found.runs
            if run.kind == kind
        ]
        values = dataset.scores[0].values[expected & ((dataset.truth == 1) == is_positive)]
        known = np.unique(values[~np.isnan(values)])
        np.testing.assert_array_equal(np.sort(np.concatenate([[], *shown])), known)


@given(cells=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, unique=True))
def test_that_rows_are_found_where_there_is_no_score(cells: list[tuple[int, int]]) -> None:
    dataset, selection = make_classes(), of_cells(*cells)
    snapshot: Any = snapshot_of(dataset)
    found = Lights().of(selecting(snapshot, selection)).selected
    calls: Any = calls_of(snapshot)
    expected = rows_of(selection, calls, dataset)
    assert found is not None
    np.testing.assert_array_equal(found.has(slice(None), None, math.nan), expected)
    assert found.n_at(-1) == int(expected.sum())
    assert not found.follows_threshold


def test_that_nothing_is_found_out_twice_and_nothing_while_a_threshold_moves() -> None:
    made, dataset = Lights(), make_dataset()
    first = snapshot_of(dataset, 0.5)
    chosen = selecting(first, of_cells((0, 1)), (2, 3))
    lit = made.of(chosen)
    assert lit.picked is not None
    assert np.flatnonzero(lit.picked.called).tolist() == [1, 2]
    moved: Any = replace(snapshot_of(dataset, 0.3), ranking=first.ranking, choices=chosen.choices)
    assert made.of(moved) is lit
    without = made.of(selecting(first, Selection(), (2, 3)))
    assert without.selected is None
    assert without.picked is lit.picked


def test_that_many_rows_are_looked_at_in_the_background(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lights, "_AT_ONCE", 3)
    made = Lights()
    snapshot = selecting(snapshot_of(make_dataset(), 0.5), of_cells((0, 1)))
    with qtbot.waitSignal(made.made):
        assert made.of(snapshot).selected is None
    found = made.of(snapshot).selected
    assert found is not None
    assert found.n_at(snapshot.point.row) == int(snapshot.point.counts.fn)
    made.shut_down()


def test_that_rows_of_all_classes_together_lie_on_the_curves_of_their_own() -> None:
    rng = np.random.default_rng(5)
    truth, names = rng.integers(0, 3, 60), ("a", "b", "c")
    scores = rng.integers(0, 9, (60, 3)).astype(float)  # with ties
    called = scores.argmax(axis=1)
    scores[7, truth[7]] = math.nan
    data = Dataset("made.csv", names, truth, 0, (), predicted=called, class_scores=scores)
    snapshot = resolve(Inputs(data))
    picked = tuple(range(1, 20))
    found = Lights().of(selecting(snapshot, NO_SELECTION, picked)).picked
    assert found is not None
    for index in range(3):
        own, has_score = scores[:, index], ~np.isnan(scores[:, index])
        rows = [row for row in range(19) if truth[row] == index and has_score[row]]
        expected = {
            (
                int(np.count_nonzero((own >= own[row]) & (truth == index))),
                int(np.count_nonzero((own >= own[row]) & (truth != index))),
            )
            for row in rows
        }
        counts = found.of_classes[index].steps.counts()
        told = list(
            zip(np.asarray(counts.tp).tolist(), np.asarray(counts.fp).tolist(), strict=True)
        )
        assert (set(told), len(told)) == ({(0, 0), *expected}, len(expected) + 1)
    assert snapshot.class_scores is not None
    assert not snapshot.class_scores.places_of(np.ones(60, dtype=bool), most=2)  # a crowd
