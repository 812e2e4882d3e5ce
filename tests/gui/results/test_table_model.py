"""A table of a result as a model, such as that of classes: counts and measures, sorted."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtTest import QAbstractItemModelTester

from evalgui.core.class_areas import MOST_ROWS, ClassAreas
from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.settings import DEFAULT_INTERVALS
from evalgui.core.measured import Interval, Measured
from evalgui.core.metrics import METRICS, Vocabulary
from evalgui.core.multiclass import ClassScores, per_class
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import EMPTY, rank
from evalgui.core.texts import Given, Text
from evalgui.gui import text
from evalgui.gui.panels.classes_panel import DEFAULT_COLUMNS
from evalgui.gui.results.table_model import TableModel
from evalgui.results.result import COUNT, Column, Row, Table
from evalgui.results.topics.classes import live, live_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from evalgui.core.snapshot import Snapshot

pytestmark = pytest.mark.usefixtures("qapp")

TIP, WHAT = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole
SPOKEN = Qt.ItemDataRole.AccessibleTextRole
UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
# c is called and never true; d is true and never called.
MATRIX = ConfusionMatrix(
    ("b", "a", "c", "d"), np.array([[6, 1, 1, 0], [2, 7, 1, 0], [0, 0, 0, 0], [0, 2, 0, 0]])
)


AUC = "AUC"
IDS = [column.id for column in live_columns()]
MARK = "assessed against the rest"


def column(column_id: str) -> int:
    return IDS.index(column_id) + 1


def classes(
    matrix: ConfusionMatrix,
    scores: ClassScores | None = None,
    intervals: Callable[[int], Mapping[str, Interval]] = lambda _index: {},
) -> Table:
    """Return the table of classes of a matrix, with intervals that are given."""
    of_class = SimpleNamespace(of_class=intervals)
    found = {"per_class": per_class(matrix), "class_scores": scores, "intervals": of_class}
    dataset = SimpleNamespace(sampling=Sampling.COHORT, subjects=None)
    inputs = SimpleNamespace(dataset=dataset, intervals=DEFAULT_INTERVALS)
    shown = SimpleNamespace(overall=SimpleNamespace(**found), dataset=dataset, inputs=inputs)
    return live(cast("Snapshot", shown))


@pytest.fixture
def model() -> Iterator[TableModel]:
    made = TableModel(live(EMPTY))
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.set_table(classes(MATRIX))
    yield made
    tester.deleteLater()


def shown(model: TableModel, place: int) -> list[str]:
    return [model.data(model.index(row, place)) for row in range(model.rowCount())]


def test_that_there_is_a_column_for_every_count_and_every_measure(model: TableModel) -> None:
    assert tuple(IDS[6:]) == (AUC, *(metric.id for metric in METRICS))
    assert model.columnCount() == 8 + len(METRICS)
    assert set(DEFAULT_COLUMNS) <= set(IDS)
    titles = [model.head(place) for place in range(model.columnCount())]
    assert len(set(titles)) == len(titles)


def test_that_counts_and_measures_are_those_of_one_against_the_rest(model: TableModel) -> None:
    assert shown(model, 0) == ["b", "a", "c", "d"]
    assert shown(model, column("support")) == ["8", "10", "0", "2"]
    assert shown(model, column("called")) == ["8", "10", "2", "0"]
    assert shown(model, column("tp")) == ["6", "7", "0", "0"]
    assert shown(model, column("fn")) == ["2", "3", "0", "2"]
    assert shown(model, column("fp")) == ["2", "3", "2", "0"]
    assert shown(model, column("tn")) == ["10", "7", "18", "18"]
    assert shown(model, column("TPR")) == ["0.750", "0.700", text.UNDEFINED, "0.000"]
    for row in range(4):
        counts = MATRIX.one_versus_rest(row)
        for metric in METRICS:
            value = float(metric.value(counts))
            assert shown(model, column(metric.id))[row] == text.measure(value)


def test_that_sums_of_weights_are_not_cut_to_whole_numbers(model: TableModel) -> None:
    model.set_table(classes(ConfusionMatrix(MATRIX.classes, MATRIX.counts, 0, 10.0).in_weights))
    assert shown(model, column("support")) == ["0.8", "1", "0", "0.2"]
    assert shown(model, column("fn")) == ["0.2", "0.3", "0", "0.2"]


def test_that_undefined_has_its_reason_and_a_rate_its_counts(model: TableModel) -> None:
    undefined = model.index(2, column("TPR"))
    tip = undefined.data(Qt.ItemDataRole.ToolTipRole)
    assert "Undefined: no actual positives" in tip
    assert undefined.data(SPOKEN) == "c, TPR: undefined: no actual positives"
    assert model.copied([2, 1], [column("TPR")]) == [["TPR"], [""], ["0.7"]]
    assert "(6/8)" in model.index(0, column("TPR")).data(Qt.ItemDataRole.ToolTipRole)


@pytest.mark.parametrize(
    ("place", "order", "expected"),
    [
        (0, UP, "abcd"),
        (0, DOWN, "dcba"),
        (column("support"), DOWN, "abdc"),
        (column("TPR"), UP, "dabc"),  # what is undefined comes last
        (column("TPR"), DOWN, "badc"),
        (column("PPV"), DOWN, "bacd"),
        (-1, UP, "bacd"),
    ],
)
def test_that_any_column_sorts_the_classes(
    model: TableModel, place: int, order: Qt.SortOrder, expected: str
) -> None:
    kept = QPersistentModelIndex(model.index(0, 0))
    model.sort(place, order)
    assert "".join(shown(model, 0)) == expected
    assert [MATRIX.classes[model.index_at(row)] for row in range(4)] == list(expected)
    assert kept.data() == "b"
    assert model.place_of(0) == expected.index("b")


def test_that_other_values_of_the_same_classes_keep_order_and_selection(
    model: TableModel,
) -> None:
    model.sort(column("support"), DOWN)
    kept = QPersistentModelIndex(model.index(0, 0))
    other = ConfusionMatrix(MATRIX.classes, MATRIX.counts[::-1].copy())
    model.set_table(classes(other))
    assert shown(model, column("support")) == ["10", "8", "2", "0"]
    assert shown(model, 0) == ["c", "d", "b", "a"]
    assert kept.data() == "a"


def test_that_the_vocabulary_names_the_columns(model: TableModel) -> None:
    assert model.headerData(column("TPR"), Qt.Orientation.Horizontal) == "TPR"
    model.set_vocabulary(Vocabulary.CLINICAL)
    assert model.headerData(column("TPR"), Qt.Orientation.Horizontal) == "Sensitivity"
    assert model.headerData(column("MCC"), Qt.Orientation.Horizontal) == "MCC"


def test_that_the_assessed_class_is_bold_and_said_so(model: TableModel) -> None:
    model.set_marked("a", MARK)
    assert model.index(1, 0).data(Qt.ItemDataRole.FontRole).bold()
    assert model.index(0, 0).data(Qt.ItemDataRole.FontRole) is None
    spoken = model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "a, assessed against the rest"


def test_that_markup_in_a_name_is_shown_as_it_stands() -> None:
    model = TableModel(live(EMPTY))
    matrix = ConfusionMatrix(("<b>x</b>", "y"), np.array([[1, 0], [0, 1]]))
    model.set_table(classes(matrix))
    assert model.index(0, 0).data() == "<b>x</b>"
    assert "&lt;b&gt;" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;" in model.index(0, column("TPR")).data(Qt.ItemDataRole.ToolTipRole)


def test_that_without_data_there_is_nothing() -> None:
    model = TableModel(live(EMPTY))
    model.sort(3, DOWN)
    model.set_marked("c")
    assert model.rowCount() == 0
    assert model.place_of(0) == -1
    assert model.copied([], [0]) == [["Class"]]


@pytest.mark.parametrize(
    ("vocabulary", "heads"),
    [
        (Vocabulary.MACHINE_LEARNING, ["Support", "TP", "FN", "TPR", "FPR", "PPV", "BER"]),
        (
            Vocabulary.CLINICAL,
            ["Support", "TP", "FN", "Sensitivity", "1 - specificity", "PPV", "BER"],
        ),
        (Vocabulary.BIOMETRICS, ["Support", "TM", "FNM", "TMR", "FMR", "PPV", "HTER"]),
        (Vocabulary.SPEAKER, ["Support", "Hit", "Miss", "1 - P_miss", "P_fa", "PPV", "BER"]),
    ],
)
def test_that_heads_are_the_short_names_of_the_field(
    model: TableModel, vocabulary: Vocabulary, heads: list[str]
) -> None:
    model.set_vocabulary(vocabulary)
    ids = ("support", "tp", "fn", "TPR", "FPR", "PPV", "BER")
    assert [model.head(column(name)) for name in ids] == heads


def test_that_tips_have_the_formula_of_the_field(model: TableModel) -> None:
    model.set_vocabulary(Vocabulary.BIOMETRICS)
    tip = model.headerData(column("FNR"), Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert tip.endswith(">FNMR (false non-match rate)<br>Formula: FNM / (FNM + TM)</span>")


def test_that_areas_are_shown_and_sorted_like_a_measure(model: TableModel) -> None:
    columns = [[3, 1, 2, 2, 0, 0], [0, 0, 1, 1, 0, 0], [1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0]]
    scores = ClassScores(MATRIX.classes, [0, 0, 1, 1, 3, 3], columns)
    model.set_table(classes(MATRIX, scores))
    place = column(AUC)
    assert shown(model, place) == ["0.750", "1.000", text.UNDEFINED, "0.500"]
    model.sort(place, DOWN)
    assert shown(model, 0) == ["a", "b", "d", "c"]
    heads = ["AUC", "AUC lower", "AUC upper"]
    lines = model.copied([0, 3], [place])
    assert [lines[0], lines[1][0], lines[2]] == [heads, "1.0", [""] * 3]
    tip = model.data(model.index(1, place), TIP)
    assert "ROC AUC against the rest of b: 0.75" in tip
    assert "no row with a score is truly this class" in model.data(model.index(3, place), TIP)
    assert "Formula" in model.headerData(place, Qt.Orientation.Horizontal, TIP)


def test_that_without_a_score_a_class_there_is_no_area_and_a_reason(model: TableModel) -> None:
    place = column(AUC)
    assert shown(model, place) == [text.UNDEFINED] * 4
    spoken = model.data(model.index(0, place), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "b, AUC: undefined: the data have no score a class"


def test_that_a_name_has_the_swatch_of_its_class_or_the_blank(model: TableModel) -> None:
    decoration = Qt.ItemDataRole.DecorationRole
    assert model.data(model.index(0, 0), decoration) is None
    swatch, blank = QIcon(), QIcon()
    model.set_icons({"a": swatch}, blank)
    model.sort(0, UP)
    assert [model.data(model.index(row, 0), decoration) for row in range(2)] == [swatch, blank]
    assert model.data(model.index(0, 1), decoration) is None


def test_that_limits_are_shown_in_short_where_there_are_some(model: TableModel) -> None:
    place, name = model.index(0, column("TPR")), model.index(0, 0)
    assert model.limits(place) == ""  # nobody computed any

    def of_class(index: int) -> dict[str, Interval]:
        lower = math.nan if index == 2 else 0.25
        return {"TPR": Interval(0.95, "Wilson", lower, 0.5)}

    model.set_table(classes(MATRIX, intervals=of_class))
    assert model.limits(place) == "0.250\N{EN DASH}0.500"
    assert model.limits(model.index(2, column("TPR"))) == ""
    assert model.limits(name) == ""
    assert model.limits(model.index(0, column("support"))) == ""
    assert model.widest_limits(column("TPR")) == "0.250\N{EN DASH}0.500"


@pytest.mark.usefixtures("usual_numbers")
def test_that_shares_are_in_per_cent_where_these_are_wanted(model: TableModel) -> None:
    limits = {one: Interval(0.95, "Wilson", 0.25, 0.5) for one in ("TPR", "F1")}
    model.set_table(classes(MATRIX, intervals=lambda _index: limits))
    places = {one: model.index(1, column(one)) for one in ("TPR", "F1")}
    announced: list[object] = []
    model.dataChanged.connect(lambda *_changed: announced.append(1))
    text.use(text.Numbers(text.Shares.PERCENT))
    model.set_vocabulary(Vocabulary.MACHINE_LEARNING)
    assert announced
    space = "\N{NARROW NO-BREAK SPACE}"
    assert model.data(places["TPR"]) == f"70.0{space}%"
    assert model.limits(places["TPR"]) == f"25.0\N{EN DASH}50.0{space}%"
    assert f"25.0{space}% to 50.0{space}%" in model.data(places["TPR"], SPOKEN)
    assert model.widest(column("TPR")).endswith(f"{space}%")
    assert model.data(places["F1"]) == f"{2 * 7 / (10 + 10):.3f}"  # of no row a share
    assert model.limits(places["F1"]) == "0.250\N{EN DASH}0.500"
    assert model.copied([1], [column("TPR")])[1][0] == "0.7"


def test_that_the_area_of_a_class_has_the_interval_of_its_own_ranking(model: TableModel) -> None:
    random = np.random.default_rng(5)
    truth = np.repeat([0, 1, 2], 30)
    columns = [random.normal(size=90) + (truth == index) for index in range(3)]
    scores = ClassScores("abc", truth, columns)
    areas = ClassAreas(scores, DEFAULT_INTERVALS, Sampling.COHORT)
    model.set_table(classes(scores.matrix, scores))
    for index in range(3):
        dataset = Dataset(
            "x", ("rest", "one"), (truth == index).astype(np.int8), 1, (Score("s", columns[index]),)
        )
        alone = rank(dataset, 0).interval("roc_auc", DEFAULT_INTERVALS, Sampling.COHORT)
        assert alone is not None
        assert areas(index) == alone
        limits = model.limits(model.index(index, column(AUC)))
        assert limits == f"{alone.lower:.3f}\N{EN DASH}{alone.upper:.3f}"
        raw = repr(alone.lower), repr(alone.upper)
        assert tuple(model.copied([index], [column(AUC)])[1][1:]) == raw
        assert alone.method in model.data(model.index(index, column(AUC)), WHAT)


def test_that_no_table_of_very_many_rows_is_sorted_for_each_class() -> None:
    n = MOST_ROWS + 1
    scores = ClassScores("ab", np.arange(n) % 2, [np.arange(n), np.arange(n)])
    assert "of more than" in ClassAreas(scores, DEFAULT_INTERVALS, Sampling.COHORT)(0).reason


def test_that_a_cell_is_asked_for_when_it_is_looked_at_and_once() -> None:
    asked = []

    def cell(row: Row, column: Column) -> Measured | None:
        asked.append((row.id, column.id))
        return Measured(7) if row.id == "r0" else None

    columns = (Column("n", Text("Rows"), COUNT), Column("m", Text("More"), COUNT))
    rows = tuple(Row(f"r{place}", Given(f"row {place}")) for place in range(1000))
    model = TableModel(Table("t", columns, rows, cell, Text("where")))
    assert (model.rowCount(), model.columnCount(), model.head(0)) == (1000, 3, "where")
    assert asked == []
    for role in (Qt.ItemDataRole.DisplayRole, TIP, SPOKEN, Qt.ItemDataRole.ForegroundRole):
        model.index(0, 1).data(role)
    assert asked == [("r0", "n")]
    assert model.index(0, 1).data() == "7"
    assert model.index(1, 1).data() == text.UNDEFINED
    assert asked == [("r0", "n"), ("r1", "n")]


def test_that_notes_stand_behind_the_columns_and_sort() -> None:
    columns = (Column("n", Text("Rows"), COUNT),)
    rows = tuple(Row(name, Given(name)) for name in "abc")
    notes = {"a": Text("zinc & <b>"), "c": Text("Iron")}
    table = Table(
        *("t", columns, rows, lambda _row, _column: Measured(1), Text("where")),
        note=lambda row: notes.get(row.id),
    )
    model = TableModel(table)
    assert (model.columnCount(), model.head(2)) == (3, "Notes")
    assert shown(model, 2) == ["zinc & <b>", "", "Iron"]
    model.sort(2, UP)
    assert shown(model, 0) == ["b", "c", "a"]
    assert model.data(model.index(2, 2), TIP).endswith(">zinc &amp; &lt;b&gt;</span>")
    assert model.data(model.index(0, 2), TIP) is None
    assert model.widest(2) == "zinc & <b>"
    assert model.copied([0], [0, 1, 2]) == [["where", "Rows"], ["b", "1"]]
    faint = model.data(model.index(0, 2), Qt.ItemDataRole.ForegroundRole)
    assert faint.color() == QGuiApplication.palette().placeholderText().color()


@pytest.mark.parametrize(
    ("value", "shown", "copied"), [(math.nan, "> inf", "> inf"), (2.5, "2.500", "2.5")]
)
def test_that_words_stand_where_there_is_no_number(value, shown, copied):
    table = Table(
        "thresholds",
        (Column("threshold", Text("Threshold")),),
        (Row("half", Text("Half")),),
        lambda _row, _column: Measured(value),
        text=lambda _row, _column: Text("> inf"),
    )
    model = TableModel(table)
    index = model.index(0, 1)
    assert model.data(index) == shown
    assert model.data(index, SPOKEN) == f"Half, Threshold: {shown}"
    assert model.copied([0], [1]) == [["Threshold"], [copied]]
