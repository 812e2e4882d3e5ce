"""Calls of the rows of a count table, and the table that shows them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from evalgui.core.dataset import Dataset, Score
from evalgui.core.ordering import stable_order
from evalgui.core.snapshot import Inputs, resolve
from evalgui.gui import text
from evalgui.gui.models.calls.count_calls import CountCalls
from evalgui.gui.models.calls.row_calls import calls_of
from evalgui.gui.models.predictions_model import PredictionsModel
from evalgui.gui.theme import LIGHT
from tests.gui.models.tables import TextColumn, of_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SCORE, POSITIVES, NEGATIVES, CALL, OUTCOME = range(5)
ROWS = ((0.9, 12, 40_177), (0.5, 3, 0), (0.4, 0, 0), (math.nan, 1, 2), (0.1, 2, 1), (0.0, 0, 7))
THIN = "\N{NARROW NO-BREAK SPACE}"
DOT = "\N{MIDDLE DOT}"


def counted(rows: Sequence[tuple[float, int, int]] = ROWS) -> Dataset:
    scores, positives, negatives = (list(column) for column in zip(*rows, strict=True))
    columns = tuple(
        TextColumn(name, tuple("" if cell != cell else repr(cell) for cell in cells))  # noqa: PLR0124
        for name, cells in (("score", scores), ("n_pos", positives), ("n_neg", negatives))
    )
    return Dataset(
        "some.csv",
        ("neg", "pos"),
        np.empty(0, np.int8),
        1,
        (Score("score", np.array(scores)),),
        row_counts=np.array([negatives, positives], dtype=np.int64).T,
        columns=columns,
    )


def calls_at(dataset: Dataset, threshold: float, positive: int | None = None) -> CountCalls:
    calls = calls_of(resolve(Inputs(dataset, positive=positive, threshold=threshold)))
    assert isinstance(calls, CountCalls)
    return calls


def test_that_each_row_says_its_side_and_what_comes_of_its_instances() -> None:
    calls = calls_at(counted(), 0.4)
    codes = calls.codes(slice(None)).tolist()
    assert [calls.call(code) for code in codes] == ["pos", "pos", "pos", "no score", "neg", "neg"]
    assert [calls.outcome(code) for code in codes] == [
        f"TP 12 {DOT} FP 40{THIN}177",
        "TP 3",
        "",
        "",
        f"FN 2 {DOT} TN 1",
        "TN 7",
    ]
    assert [calls.is_right(code) for code in codes] == [None, True, None, None, None, True]
    assert [calls.is_called(code) for code in codes] == [True, True, True, False, True, True]
    assert [calls.long_outcome(code) for code in codes] == [
        f"12 true positives, 40{THIN}177 false positives",
        "3 true positives",
        "counts nothing",
        "no score",
        "2 false negatives, 1 true negative",
        "7 true negatives",
    ]
    assert calls.widest_outcome == f"TN 99 {DOT} TN 99{THIN}999"


def test_that_codes_are_the_same_for_slices_and_for_rows() -> None:
    calls = calls_at(counted(), 0.4)
    assert calls.codes(np.array([4, 0])).tolist() == calls.codes(slice(0, 5)).tolist()[::-4]
    assert calls.codes(slice(4, 900)).tolist() == calls.codes(np.array([4, 5])).tolist()


def test_that_the_other_class_turns_everything_round() -> None:
    calls = calls_at(counted(), 0.1, positive=0)
    codes = calls.codes(slice(None)).tolist()
    assert [calls.call(code) for code in codes] == ["pos", "pos", "pos", "no score", "neg", "neg"]
    assert calls.outcome(codes[4]) == f"TP 1 {DOT} FP 2"


@given(
    st.lists(
        st.tuples(st.sampled_from([0.0, 0.1, 0.5, math.nan]), st.integers(0, 3), st.integers(0, 3)),
        min_size=1,
    ),
    st.sampled_from([-1.0, 0.1, 0.3, 2.0]),
)
def test_that_the_rows_of_a_cell_are_those_that_contribute_to_it(
    rows: list[tuple[float, int, int]], threshold: float
) -> None:
    dataset = counted(rows)
    snapshot = resolve(Inputs(dataset, threshold=threshold))
    calls = calls_at(dataset, threshold)
    assert snapshot.matrix is not None
    of_rows = dataset.counts_of_rows()
    assert of_rows is not None
    for actual in (0, 1):
        for called in (0, 1):
            inside = calls.in_cells([(actual, called)])
            assert of_rows[actual][inside].sum() == snapshot.matrix.counts[actual, called]
            assert (of_rows[actual][inside] > 0).all()
    errors = calls.in_cells([(0, 1), (1, 0)])
    assert (errors == (calls.in_cells([(0, 1)]) | calls.in_cells([(1, 0)]))).all()
    assert calls.name_of([(0, 1), (1, 0)]) == "with FN or FP"


@pytest.mark.parametrize(
    ("by_call", "descending", "expected"),
    [
        (True, False, [0, 1, 2, 4, 5, 3]),
        (True, True, [4, 5, 0, 1, 2, 3]),
        (False, False, [1, 2, 5, 4, 0, 3]),
        (False, True, [0, 4, 1, 2, 5, 3]),
    ],
)
def test_that_rows_sort_by_call_or_by_how_many_are_wrong(
    by_call: bool, descending: bool, expected: list[int]
) -> None:
    keys = calls_at(counted(), 0.4).keys(by_call=by_call, descending=descending)
    assert stable_order(keys, descending=descending).tolist() == expected


# ------------------------------------------------------------------------------- the table


@pytest.fixture
def model(qapp: object) -> Iterator[PredictionsModel]:
    """The rows at the threshold 0.4."""
    assert qapp is not None
    made = PredictionsModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.set_data(counted(), calls_at(counted(), 0.4))
    yield made
    tester.deleteLater()


def shown(model: PredictionsModel, column: int) -> list[str]:
    return [model.data(model.index(place, column)) for place in range(model.rowCount())]


def test_that_the_table_shows_the_file_with_calls_and_outcomes(model: PredictionsModel) -> None:
    headers = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    assert headers == ["score", "n_pos", "n_neg", "Call", "Outcome"]
    assert shown(model, NEGATIVES) == ["40177", "0", "0", "2", "1", "7"]
    assert shown(model, OUTCOME)[1:4] == ["TP 3", text.UNDEFINED, text.UNDEFINED]
    assert model.score_column() == SCORE
    assert model.best_first() == Qt.SortOrder.DescendingOrder


def test_that_the_table_follows_the_threshold(model: PredictionsModel) -> None:
    model.set_threshold(0.5)
    assert shown(model, CALL)[:3] == ["pos", "pos", "neg"]
    model.set_selection(of_cells((1, 1)))
    assert shown(model, NEGATIVES) == ["1", "7"]
    model.set_threshold(0.95)
    assert shown(model, NEGATIVES) == ["40177", "1", "7"]
    assert shown(model, OUTCOME)[0] == f"FN 12 {DOT} TN 40{THIN}177"


def test_that_the_line_lies_below_the_last_row_that_is_called(model: PredictionsModel) -> None:
    model.sort(SCORE, Qt.SortOrder.DescendingOrder)
    assert model.boundary() == 3
    model.sort(SCORE, Qt.SortOrder.AscendingOrder)
    assert shown(model, SCORE) == ["0.0", "0.1", "0.4", "0.5", "0.9", ""]
    assert model.boundary() == 2
    model.set_threshold(math.inf)
    assert model.boundary() == 5


def test_that_only_rows_that_are_all_right_or_all_wrong_are_coloured(
    model: PredictionsModel,
) -> None:
    def look(place: int, column: int) -> list[str | None]:
        return [None if one is None else one.name() for one in model.look(place, column)[1:]]

    assert look(0, OUTCOME) == [None, None]
    assert look(1, OUTCOME) == [LIGHT.correct_tint, LIGHT.correct_text]
    assert look(3, OUTCOME) == [None, LIGHT.faint_text]
    assert look(0, CALL) == [None, None]
    assert look(3, CALL) == [None, LIGHT.faint_text]
    model.set_threshold(0.95)
    assert look(1, OUTCOME) == [LIGHT.error_tint, LIGHT.error_text]
    role = Qt.ItemDataRole.ForegroundRole
    assert model.data(model.index(0, OUTCOME), role) is None
    assert model.data(model.index(1, OUTCOME), role).name() == LIGHT.error_text
    assert model.data(model.index(3, CALL), role).name() == LIGHT.faint_text
