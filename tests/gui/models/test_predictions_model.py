"""The table model: what it shows, how it sorts and filters, and that it follows the threshold."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from evalgui.core import parallel
from evalgui.core.dataset import Dataset, Score
from evalgui.core.selection import NO_SELECTION
from evalgui.core.snapshot import Inputs, resolve
from evalgui.gui import text
from evalgui.gui.models import arranging, row_search
from evalgui.gui.models.calls.row_calls import calls_of
from evalgui.gui.models.errors_nearby import errors_nearby
from evalgui.gui.models.predictions_model import PredictionsModel
from tests.gui.models.tables import (
    TEXTBOOK_SCORES,
    THREE,
    TextColumn,
    calls_at,
    make_classes,
    make_dataset,
    of_cells,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray
    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("qapp")

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
ID, CLASS, MARKER, CALL, OUTCOME = range(5)


@pytest.fixture
def model() -> Iterator[PredictionsModel]:
    """The twenty rows of the textbook at the threshold 0.5."""
    made = PredictionsModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    dataset = make_dataset()
    made.set_data(dataset, calls_at(dataset, 0.5))
    yield made
    tester.deleteLater()


def shown(model: PredictionsModel, column: int) -> list[str]:
    return [model.data(model.index(place, column)) for place in range(model.rowCount())]


def test_that_the_columns_of_the_file_come_first_as_they_stand(model: PredictionsModel) -> None:
    headers = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    assert headers == ["id", "class", "marker", "Call", "Outcome"]
    assert shown(model, MARKER)[:3] == ["0.82", "0.8", "0.75"]
    assert shown(model, CLASS)[:3] == ["malignant", "malignant", "benign"]


def test_that_calls_and_outcomes_follow_the_rule(model: PredictionsModel) -> None:
    assert shown(model, CALL) == ["malignant"] * 8 + ["benign"] * 12
    assert shown(model, OUTCOME)[:9] == ["TP", "TP", "FP", "TP", "TP", "TP", "FP", "FP", "FN"]


def test_that_an_outcome_is_said_in_words(model: PredictionsModel) -> None:
    spoken = [
        model.data(model.index(place, OUTCOME), Qt.ItemDataRole.AccessibleTextRole)
        for place in (0, 2, 8, 9)
    ]
    outcomes = ["true positive", "false positive", "false negative", "true negative"]
    heads = [model.headerData(place, Qt.Orientation.Vertical) for place in (0, 2, 8, 9)]
    pairs = zip(heads, outcomes, strict=True)
    assert spoken == [f"row {head}, Outcome: {outcome}" for head, outcome in pairs]


def test_that_a_row_without_a_score_is_neither_right_nor_wrong() -> None:
    model = PredictionsModel()
    dataset = make_dataset([0.9, math.nan], [1, 0])
    model.set_data(dataset, calls_at(dataset, 0.5))
    assert shown(model, CALL) == ["malignant", "no score"]
    assert shown(model, OUTCOME) == ["TP", text.UNDEFINED]
    assert model.data(model.index(1, OUTCOME), Qt.ItemDataRole.BackgroundRole) is None


def test_that_a_moved_threshold_is_one_announcement_of_calls_and_nothing_else(
    model: PredictionsModel,
) -> None:
    announced: list[str] = []
    for name in ("called_otherwise", "dataChanged", "modelReset", "layoutChanged"):
        getattr(model, name).connect(lambda *_, name=name: announced.append(name))
    model.set_threshold(0.19)
    assert announced == ["called_otherwise"]
    assert shown(model, CALL) == ["malignant"] * 19 + ["benign"]


def test_that_lower_can_mean_positive() -> None:
    model = PredictionsModel()
    dataset = make_dataset([0.1, 0.5, 0.9], [1, 0, 0], higher=False)
    model.set_data(dataset, calls_at(dataset, 0.5))
    assert shown(model, OUTCOME) == ["TP", "FP", "TN"]
    assert model.best_first() == UP


def test_that_a_column_sorts_and_the_file_order_comes_back(model: PredictionsModel) -> None:
    model.sort(MARKER, UP)
    assert shown(model, MARKER) == [repr(score) for score in sorted(TEXTBOOK_SCORES)]
    numbers = [model.headerData(p, Qt.Orientation.Vertical) for p in (0, 19)]
    assert numbers == ["20", "1"]
    model.sort(-1)
    assert shown(model, ID) == [f"P{row:03}" for row in range(1, 21)]


def test_that_equal_scores_stay_in_the_order_of_the_file() -> None:
    model = PredictionsModel()
    dataset = make_dataset([0.5, 0.9, 0.5, math.nan, 0.9], [1, 0, 1, 0, 1])
    model.set_data(dataset, calls_at(dataset, 0.5))
    model.sort(MARKER, DOWN)
    assert shown(model, ID) == ["P002", "P005", "P001", "P003", "P004"]
    model.sort(MARKER, UP)
    assert shown(model, ID) == ["P001", "P003", "P002", "P005", "P004"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (UP, ["TP"] * 5 + ["FN"] * 5 + ["FP"] * 3 + ["TN"] * 7 + [text.UNDEFINED]),
        (DOWN, ["TN"] * 7 + ["FP"] * 3 + ["FN"] * 5 + ["TP"] * 5 + [text.UNDEFINED]),
    ],
)
def test_that_outcomes_sort_and_follow_the_threshold(
    order: Qt.SortOrder, expected: list[str]
) -> None:
    dataset = make_dataset((*TEXTBOOK_SCORES, math.nan), (*make_dataset().truth.tolist(), 1))
    model = PredictionsModel()
    model.set_data(dataset, calls_at(dataset, 0.9))
    model.sort(OUTCOME, order)
    model.set_threshold(0.5)
    assert shown(model, OUTCOME) == expected
    of_positives = [
        row for row, name in zip(shown(model, ID), expected, strict=True) if name == "TP"
    ]
    assert of_positives == sorted(of_positives)


def test_that_calls_sort_with_missing_last() -> None:
    dataset = make_dataset([0.1, math.nan, 0.9], [0, 1, 1])
    model = PredictionsModel()
    model.set_data(dataset, calls_at(dataset, 0.5))
    model.sort(CALL, UP)
    assert shown(model, CALL) == ["malignant", "benign", "no score"]
    model.sort(CALL, DOWN)
    assert shown(model, CALL) == ["benign", "malignant", "no score"]


def test_that_a_cell_of_the_matrix_filters_and_follows_the_threshold(
    model: PredictionsModel,
) -> None:
    model.set_selection(of_cells((1, 0)))
    assert shown(model, ID) == ["P003", "P007", "P008"]
    model.set_threshold(0.45)
    assert shown(model, ID) == ["P003", "P007", "P008", "P010"]
    assert shown(model, OUTCOME) == ["FP"] * 4
    model.set_selection(NO_SELECTION)
    assert model.rowCount() == 20


def test_that_filters_and_order_combine(model: PredictionsModel) -> None:
    model.sort(MARKER, UP)
    model.set_selection(of_cells((0, 0)))
    model.set_search("p00")
    assert shown(model, ID) == ["P006", "P005", "P004", "P002", "P001"]
    model.set_search("P005")
    assert shown(model, ID) == ["P005"]
    model.set_search("")
    model.sort(-1)
    assert shown(model, ID) == ["P001", "P002", "P004", "P005", "P006"]


def test_that_a_selected_row_is_followed_through_order_and_filter(model: PredictionsModel) -> None:
    kept = QPersistentModelIndex(model.index(2, ID))  # P003
    model.sort(MARKER, UP)
    assert kept.row() == 17
    assert kept.data() == "P003"
    model.set_selection(of_cells((1, 0)))
    assert kept.data() == "P003"
    model.set_selection(of_cells((0, 0)))
    assert not kept.isValid()


def test_that_the_boundary_is_the_first_row_past_the_threshold(model: PredictionsModel) -> None:
    assert model.boundary() is None
    model.sort(MARKER, DOWN)
    assert model.boundary() == 8
    model.sort(MARKER, UP)
    assert model.boundary() == 12
    model.set_threshold(0.05)
    assert model.boundary() == 0
    model.set_threshold(2.0)
    assert model.boundary() == 20
    model.sort(ID, UP)
    assert model.boundary() is None


def test_that_many_rows_are_sorted_in_the_background(
    model: PredictionsModel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arranging, "SORTED_AT_ONCE", 5)
    said: list[str] = []
    model.activity_changed.connect(said.append)
    with qtbot.waitSignal(model.rearranged):
        model.sort(ID, DOWN)
    assert shown(model, ID)[0] == "P020"
    qtbot.waitUntil(lambda: said == ["Sorting", ""])
    assert not model.activity
    model.shut_down()


def test_that_a_newer_search_drops_an_older_one(
    model: PredictionsModel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arranging, "_CELLS_AT_ONCE", 5)
    lengths: list[int] = []
    model.rearranged.connect(lambda: lengths.append(model.rowCount()))
    model.set_search("P00")
    with qtbot.waitSignal(model.rearranged):
        model.set_search("P012")
    qtbot.waitUntil(lambda: not model.activity)
    assert set(lengths) == {1}  # never the nine of the older one
    model.set_search("P01")
    model.set_search("")
    assert model.rowCount() == 20
    model.shut_down()
    assert set(lengths) == {1, 20}


class SlowColumn(TextColumn):
    """A column of many rows whose search waits at every step until it is let on."""

    def finder(self, text: str) -> Callable[[int, int], NDArray[np.bool_]]:
        found = np.array([text in cell for cell in self.cells])

        def find(start: int, stop: int) -> NDArray[np.bool_]:
            if start >= SEEN_AT_ONCE and not LET_ON.wait(60):
                raise AssertionError
            return found[start:stop]

        return find


SEEN_AT_ONCE = 100_000
LET_ON = threading.Event()


def test_that_no_number_is_told_before_it_is_known(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "n_threads", lambda: 1)
    monkeypatch.setattr(row_search, "n_threads", lambda: 1)
    monkeypatch.setattr(arranging, "_ARRANGED_AT_ONCE", 5)
    n = 400_000
    cells = ["-"] * n
    for row in (5, 70, n - 1):
        cells[row] = "x"
    scores = np.arange(n, dtype=np.float64)
    dataset = Dataset(
        "some.csv", ("no", "yes"), (scores % 3 == 0).astype(np.int8), 1,
        (Score("s", scores),), columns=(SlowColumn("w", tuple(cells)),),
    )  # fmt: skip
    model = PredictionsModel()
    model.set_data(dataset, calls_at(dataset, 9.0))
    LET_ON.clear()
    said: list[str] = []
    model.activity_changed.connect(said.append)
    try:
        model.set_search("x")
        assert model.activity == "Searching"
        assert model.rowCount() == n  # what is shown is what was asked for before
        qtbot.waitUntil(lambda: model.activity == "Searching: 2 found so far")
        assert model.rowCount() == 2
        assert not model.is_sorting
        model.sort(0, DOWN)
        qtbot.waitUntil(lambda: not model.is_sorting)
        assert model.activity.startswith("Searching")
    finally:
        LET_ON.set()
    qtbot.waitUntil(lambda: not model.activity)
    assert model.rowCount() == 3
    assert said[0] == "Searching"
    assert said[-1] == ""
    assert all(words == "" or "earching" in words for words in said)
    model.set_search("-")
    model.set_search("")
    assert model.rowCount() == n
    qtbot.waitUntil(lambda: not model.activity)
    model.shut_down()


def test_that_beyond_a_million_rows_a_filter_follows_a_little_later(
    model: PredictionsModel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.set_selection(of_cells((1, 0)))
    monkeypatch.setattr(arranging, "_ARRANGED_AT_ONCE", 5)
    for threshold in (0.4, 0.3, 0.2):
        model.set_threshold(threshold)
        assert model.rowCount() == 3
    qtbot.waitUntil(lambda: model.rowCount() == 9)  # perhaps after those of 0.4
    assert set(shown(model, OUTCOME)) == {"FP"}


def test_that_nothing_is_kept_a_row() -> None:
    class Endless:
        name = "id"

        def __len__(self) -> int:
            return n

        def text(self, row: int) -> str:
            return str(row)

        def order(self) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
            raise AssertionError

    n = 3_000_000
    truth = np.zeros(n, dtype=np.int8)
    truth[-1] = 1
    score = Score("score", np.zeros(n, dtype=np.float32))
    dataset = Dataset("big", ("no", "yes"), truth, 1, (score,), columns=(Endless(),))
    model = PredictionsModel()
    model.set_data(dataset, calls_at(dataset, 0.0))
    assert model.data(model.index(n - 1, 0)) == str(n - 1)
    assert model.data(model.index(n - 1, 2)) == "TP"
    assert len(model.seen.codes) <= 256


def test_that_the_numbers_of_the_file_stand_beside_the_rows() -> None:
    score = Score("s", np.array([0.1, 0.9]))
    dataset = Dataset(
        "x", ("a", "b"), np.array([0, 1]), 1, (score,), file_rows=np.array([4, 17]),
        columns=(TextColumn("s", ("0.1", "0.9")),),
    )  # fmt: skip
    model = PredictionsModel()
    model.set_data(dataset, calls_at(dataset, 0.5))
    assert [model.headerData(p, Qt.Orientation.Vertical) for p in (0, 1)] == ["4", "17"]


def test_that_markup_in_the_data_is_shown_as_it_stands() -> None:
    dataset = make_dataset([0.5], [1], notes=["<b>x</b>\n<img src='y'>"])
    model = PredictionsModel()
    model.set_data(dataset, calls_at(dataset, 0.5))
    index = model.index(0, 3)
    assert model.data(index) == "<b>x</b> <img src='y'>"
    tip = model.data(index, Qt.ItemDataRole.ToolTipRole)
    assert "&lt;img" in tip
    assert "<img" not in tip
    assert model.raw_cell(0, 3) == "<b>x</b>\n<img src='y'>"


def test_that_a_new_positive_class_keeps_order_and_search(model: PredictionsModel) -> None:
    dataset = make_dataset()
    model.set_data(dataset, calls_at(dataset, 0.5))
    model.sort(MARKER, UP)
    model.set_search("p00")
    model.set_selection(of_cells((0, 0)))
    swapped = Dataset(
        "some.csv", dataset.classes, dataset.truth, 0, dataset.scores, columns=dataset.columns
    )
    model.set_data(swapped, calls_at(swapped, 0.5))
    assert shown(model, ID)[0] == "P009"
    assert model.rowCount() == 9
    assert model.selection.cells == ()
    assert shown(model, CALL)[-1] == "benign"


def test_that_without_data_there_is_nothing() -> None:
    model = PredictionsModel()
    model.set_threshold(0.5)
    model.sort(0, UP)
    model.set_search("x")
    assert (model.rowCount(), model.columnCount()) == (0, 0)
    assert model.data(QModelIndex()) is None


def test_that_called_classes_are_right_or_wrong_and_filter_by_cells() -> None:
    model = PredictionsModel()
    dataset = make_classes()
    model.set_data(dataset, calls_of(resolve(Inputs(dataset))))
    call, outcome = model.call_column, model.outcome_column
    assert shown(model, call) == ["cat", "dog", "dog", "no call", "cat"]
    assert shown(model, outcome) == ["right", "wrong", "right", text.UNDEFINED, "wrong"]
    tint = model.data(model.index(1, outcome), Qt.ItemDataRole.BackgroundRole)
    assert tint != model.data(model.index(0, outcome), Qt.ItemDataRole.BackgroundRole)
    model.set_selection(of_cells((0, 1), (2, 0)))
    assert shown(model, 0) == ["R2", "R5"]
    model.sort(call, UP)
    assert shown(model, call) == ["cat", "dog"]
    model.set_selection(NO_SELECTION)
    assert shown(model, call) == ["cat", "cat", "dog", "dog", "no call"]
    model.set_threshold(0.5)
    assert shown(model, call) == ["cat", "cat", "dog", "dog", "no call"]
    assert model.boundary() is None
    assert model.score_column() == -1


def test_that_another_class_lets_go_of_the_cells_and_keeps_the_search() -> None:
    model = PredictionsModel()
    dataset = make_classes()
    together = resolve(Inputs(dataset))
    model.set_data(dataset, calls_of(together))
    model.set_search("R")
    model.set_selection(of_cells((0, 1)))
    alone = resolve(replace(together.inputs, positive=0), together)
    model.set_data(dataset, calls_of(alone))
    assert model.selection.cells == ()
    assert model.search == "R"
    assert shown(model, model.outcome_column) == ["TP", "FN", "TN", text.UNDEFINED, "FP"]
    model.set_selection(of_cells((0, 1), (1, 0)))
    assert shown(model, 0) == ["R2", "R5"]


def test_that_the_score_of_a_class_is_found_by_its_numbers() -> None:
    scores = np.array([[0.75, 0.25, 0.0], [0.5, 0.125, 0.375], [np.nan, 0.5, 0.5]])
    columns = tuple(
        TextColumn(f"p_{name}", tuple("" if np.isnan(cell) else str(cell) for cell in line))
        for name, line in zip(THREE, scores.T, strict=True)
    )
    dataset = replace(
        make_classes((0, 1, 2), (0, 1, 2)), class_scores=scores, columns=columns, file_rows=None
    )
    model = PredictionsModel()
    model.set_data(dataset, calls_of(resolve(Inputs(dataset, positive=2, threshold=0.4))))
    assert model.score_column() == 2
    model.sort(2, DOWN)
    assert model.boundary() == 1
    model.set_data(dataset, calls_of(resolve(Inputs(dataset, positive=0, threshold=0.4))))
    assert model.score_column() == 0


def test_that_no_text_of_a_row_in_a_grey_zone_calls_it_right_or_wrong(
    model: PredictionsModel,
) -> None:
    low, high = 0.4, 0.7
    model.set_grey((low, high))
    in_zone = [low <= score < high for score in TEXTBOOK_SCORES]
    assert 0 < sum(in_zone) < len(in_zone)
    for place, is_grey in enumerate(in_zone):
        calls = [model.look(place, CALL)[0], model.raw_cell(place, CALL)]
        assert [told == "indeterminate" for told in calls] == [is_grey, is_grey]
        assert (model.look(place, OUTCOME)[0] == text.UNDEFINED) == is_grey
        assert (model.raw_cell(place, OUTCOME) == "") == is_grey
        tip = model.data(model.index(place, OUTCOME), Qt.ItemDataRole.ToolTipRole)
        assert (tip == "indeterminate") == is_grey
        assert (model.outcome_in_words(place) == "indeterminate") == is_grey


def test_that_the_errors_to_walk_through_are_outside_of_a_grey_zone(
    model: PredictionsModel,
) -> None:
    calls = model.calls
    assert calls is not None
    every = errors_nearby(calls, model.rows_on_show)
    outside = errors_nearby(calls, model.rows_on_show, (0.4, 0.7))
    wanted = [row for row in every.tolist() if not 0.4 <= TEXTBOOK_SCORES[row] < 0.7]
    assert outside.tolist() == wanted
    assert 0 < len(wanted) < len(every)
