"""The table of predictions, driven with mouse and keys."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from evalgui.core.choices import Choices
from evalgui.core.dataset import Dataset, Score
from evalgui.core.selection import NO_SELECTION
from evalgui.core.singled_out import singled_out, still_meant
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.gui.models import arranging
from evalgui.gui.panels import predictions_panel
from evalgui.gui.panels.predictions_panel import PredictionsPanel
from evalgui.gui.theme import LIGHT
from tests.gui.models.tables import (
    TextColumn,
    make_classes,
    make_dataset,
    moved,
    of_cells,
    snapshot_of,
)
from tests.gui.panels.pictures import on_screen, repainted

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
ID, CLASS, MARKER, CALL, OUTCOME = range(5)


@pytest.fixture
def snapshot() -> Snapshot:
    return snapshot_of(make_dataset(), 0.5)


@pytest.fixture
def panel(qtbot: QtBot, snapshot: Snapshot) -> PredictionsPanel:
    """The twenty rows of the textbook, as high as the window."""
    made = PredictionsPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(560, 620)
    made.show_snapshot(EMPTY, snapshot)
    made.show()
    qtbot.waitExposed(made)
    made.table.setFocus()
    qtbot.waitUntil(made.table.hasFocus)
    return made


def shown(panel: PredictionsPanel, column: int) -> list[str]:
    model = panel.model
    return [model.data(model.index(place, column)) for place in range(model.rowCount())]


def child(panel: PredictionsPanel, name: str) -> QPushButton:
    found = panel.findChild(QPushButton, name)
    assert isinstance(found, QPushButton)
    return found


def click_header(panel: PredictionsPanel, column: int) -> None:
    header = panel.table.horizontalHeader()
    x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
    QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(x, header.height() // 2))


def test_that_calls_follow_the_threshold(panel: PredictionsPanel, snapshot: Snapshot) -> None:
    assert shown(panel, CALL).count("malignant") == 8
    after = moved(snapshot, 0.45)
    panel.show_snapshot(snapshot, after)
    assert shown(panel, CALL).count("malignant") == 10
    panel.show_snapshot(after, moved(after, 0.455))
    assert shown(panel, CALL).count("malignant") == 9


def test_that_outcome_truth_and_score_stand_where_no_width_hides_them(
    panel: PredictionsPanel,
) -> None:
    panel.resize(270, 400)
    header = panel.table.horizontalHeader()
    first = (OUTCOME, CLASS, MARKER, CALL, ID)
    assert [header.visualIndex(column) for column in first] == [0, 1, 2, 3, 4]
    visible = panel.table.viewport().width()
    assert header.sectionViewportPosition(MARKER) + header.sectionSize(MARKER) < visible


def with_score_called(name: str) -> Snapshot:
    one: Any = make_dataset()
    own = one.scores[0].name
    columns = tuple(
        replace(column, name=name) if column.name == own else column for column in one.columns
    )
    scores = (replace(one.scores[0], name=name), *one.scores[1:])
    return snapshot_of(replace(one, columns=columns, scores=scores), 0.5)


@pytest.mark.parametrize(
    ("name", "is_whole"),
    [
        ("NT-proMarker (ng/mL)", True),
        ("logistic_regression", True),
        ("NT-proMarker in serum at admission to the ward (ng/mL)", False),
        ("Wahrscheinlichkeitsschätzung", False),
    ],
)
def test_that_a_name_of_two_short_lines_is_whole_in_a_narrow_pane(
    qtbot: QtBot, name: str, is_whole: bool
) -> None:
    panel = PredictionsPanel()
    qtbot.addWidget(panel)
    panel.resize(280, 400)
    panel.show()
    panel.show_snapshot(EMPTY, with_score_called(name))
    heads, score = panel.table.heads, panel.model.score_column()
    told = heads.shown(score).replace("_\n", "_").replace("\n", " ")
    assert (told == name) == is_whole
    end = heads.sectionViewportPosition(score) + heads.sectionSize(score)
    assert end < panel.table.viewport().width()


@pytest.mark.parametrize("width", [262, 290])
def test_that_long_classes_give_way_to_the_score(qtbot: QtBot, width: int) -> None:
    panel = PredictionsPanel()
    qtbot.addWidget(panel)
    panel.resize(width, 400)
    panel.show()
    one = make_dataset()
    long = TextColumn("class", tuple(f"gutartige Veränderung {n % 2}" for n in range(20)))
    columns = tuple(long if column.name == "class" else column for column in one.columns)
    panel.show_snapshot(EMPTY, snapshot_of(replace(one, columns=columns), 0.5))
    header, score = panel.table.heads, panel.model.score_column()
    end = header.sectionViewportPosition(score) + header.sectionSize(score)
    assert end <= panel.table.viewport().width()
    assert header.sectionSize(CLASS) >= 72
    narrow = header.sectionSize(CLASS)
    panel.resize(700, 400)
    assert header.sectionSize(CLASS) > narrow
    panel.resize(width, 400)
    assert header.sectionSize(CLASS) == narrow
    header.resizeSection(CLASS, 200)  # by hand
    panel.resize(width + 10, 400)
    assert header.sectionSize(CLASS) == 200


@pytest.mark.parametrize(("width", "is_whole"), [(272, False), (440, True)])
def test_that_the_name_of_a_score_is_whole_where_there_is_room(
    qtbot: QtBot, width: int, is_whole: bool
) -> None:
    panel = PredictionsPanel()
    qtbot.addWidget(panel)
    panel.resize(width, 400)
    panel.show()
    panel.show_snapshot(EMPTY, with_score_called("logistic_regression"))
    header, score = panel.table.horizontalHeader(), panel.model.score_column()
    name = panel.model.headerData(score, Qt.Orientation.Horizontal)
    assert name == "logistic_regression"
    needed = header.fontMetrics().horizontalAdvance(name) + 8
    assert (header.sectionSize(score) >= needed) == is_whole
    end = header.sectionViewportPosition(score) + header.sectionSize(score)
    assert end < panel.table.viewport().width()


def test_that_another_score_takes_the_place_of_the_first(
    panel: PredictionsPanel, snapshot: Snapshot
) -> None:
    dataset = snapshot.dataset
    assert dataset is not None
    other = replace(dataset.scores[0], name="id")
    both = replace(dataset, scores=(*dataset.scores, other))
    first, second = (resolve(Inputs(both, score=place, threshold=0.5)) for place in (0, 1))
    panel.show_snapshot(snapshot, first)
    panel.show_snapshot(first, second)
    header = panel.table.horizontalHeader()
    columns = (OUTCOME, CLASS, ID, MARKER)
    assert [header.visualIndex(column) for column in columns][:3] == [0, 1, 2]


def test_that_the_columns_of_another_file_start_afresh(
    panel: PredictionsPanel, snapshot: Snapshot
) -> None:
    click_header(panel, MARKER)
    panel.table.horizontalHeader().moveSection(4, 2)
    wide = make_dataset(notes=["a word"] * 20)
    after = snapshot_of(wide, 0.5)
    panel.show_snapshot(snapshot, after)
    header, table = panel.table.horizontalHeader(), panel.table
    assert [header.visualIndex(column) for column in range(6)] == [4, 1, 2, 5, 3, 0]
    assert header.sortIndicatorSection() == -1
    assert shown(panel, ID)[0] == "P001"
    live = table.itemDelegateForColumn(4)
    assert table.itemDelegateForColumn(5) is live
    assert table.itemDelegateForColumn(3) is not live
    panel.show_snapshot(after, snapshot)
    assert [header.visualIndex(column) for column in range(5)] == [4, 1, 2, 3, 0]
    assert table.itemDelegateForColumn(3) is live


class _Painted(QObject):
    """Notes what parts of a widget are painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.parts: list[QRect] = []
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.parts.append(QRect(event.rect()))
        return False


def test_that_the_heads_are_painted_whole_after_a_scroll_to_the_side(
    qtbot: QtBot, panel: PredictionsPanel
) -> None:
    panel.resize(260, 300)
    bar = panel.table.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 20)
    heads = panel.table.horizontalHeader().viewport()
    painted = _Painted(heads)
    for place in (10, 20):  # the first of them finds the window still being laid out
        painted.parts.clear()
        bar.setValue(place)
        qtbot.waitUntil(lambda: bool(painted.parts))
    assert painted.parts == [heads.rect()]


def test_that_a_third_click_on_a_header_brings_the_order_of_the_file(
    panel: PredictionsPanel,
) -> None:
    in_file = shown(panel, ID)
    click_header(panel, MARKER)
    assert shown(panel, ID) == in_file[::-1]
    click_header(panel, MARKER)
    assert shown(panel, ID) == in_file
    assert panel.model.boundary() == 8
    click_header(panel, MARKER)
    assert panel.model.boundary() is None
    assert panel.table.horizontalHeader().sortIndicatorSection() == -1


def test_that_a_cell_of_the_matrix_is_said_and_can_be_left(panel: PredictionsPanel) -> None:
    assert panel.status.text() == "20 rows"
    assert not panel.show_all.isVisible()
    panel.show_selection(of_cells((1, 0)))
    assert panel.status.text() == "3 of 20 rows: FP"
    QTest.mouseClick(panel.show_all, LEFT)
    assert panel.model.rowCount() == 20
    assert panel.status.text() == "20 rows"


def test_that_escape_in_the_table_shows_all(panel: PredictionsPanel) -> None:
    panel.show_selection(of_cells((0, 0)))
    QTest.keyClick(panel.table, Qt.Key.Key_Escape)
    assert panel.model.rowCount() == 20


def test_that_the_status_follows_a_filtered_threshold(
    panel: PredictionsPanel, snapshot: Snapshot
) -> None:
    panel.show_selection(of_cells((1, 0)))
    panel.show_snapshot(snapshot, moved(snapshot, 0.2))
    assert panel.status.text() == "9 of 20 rows: FP"


def test_that_typing_searches(panel: PredictionsPanel, qtbot: QtBot) -> None:
    panel.focus_search()
    with qtbot.waitSignal(panel.model.rearranged):
        QTest.keyClicks(panel.search_field, "p01")
    assert shown(panel, ID) == [f"P{row:03}" for row in range(10, 20)]
    assert panel.status.text() == "10 of 20 rows: with “p01”"
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.model.rowCount() == 20


def test_that_search_and_cell_are_told_apart(panel: PredictionsPanel) -> None:
    QTest.keyClicks(panel.search_field, "p00")
    QTest.keyClick(panel.search_field, Qt.Key.Key_Return)
    panel.show_selection(of_cells((0, 0)))
    assert panel.status.text() == "5 of 20 rows: TP, with “p00”"
    panel.show_selection(NO_SELECTION)
    assert panel.model.rowCount() == 9
    panel.clear_filter()
    assert panel.search_field.text() == ""
    assert panel.model.rowCount() == 20


def test_that_one_letter_is_too_little_for_many_rows(
    panel: PredictionsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(predictions_panel, "_LARGE", 10)
    QTest.keyClicks(panel.search_field, "p")
    QTest.keyClick(panel.search_field, Qt.Key.Key_Return)
    assert panel.model.rowCount() == 20
    assert panel.status.text() == "20 rows. Type two letters or more to search"
    QTest.keyClicks(panel.search_field, "01")
    QTest.keyClick(panel.search_field, Qt.Key.Key_Return)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Backspace)
    QTest.keyClick(panel.search_field, Qt.Key.Key_Backspace)
    assert panel.model.rowCount() == 10  # it still shows what was searched for
    assert panel.status.text() == "10 of 20 rows: with “p01”"
    QTest.keyClick(panel.search_field, Qt.Key.Key_Return)
    panel.show_selection(of_cells((0, 0)))
    panel.copy_action.trigger()
    assert panel.status.text() == "5 of 20 rows: TP. Type two letters or more to search"
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    panel.clear_filter()
    assert panel.status.text() == "20 rows"


def test_that_another_text_is_not_told_as_the_last_one(
    panel: PredictionsPanel, qtbot: QtBot
) -> None:
    QTest.keyClicks(panel.search_field, "p01")
    QTest.keyClick(panel.search_field, Qt.Key.Key_Return)
    assert panel.status.text() == "10 of 20 rows: with “p01”"
    QTest.keyClicks(panel.search_field, "2")
    assert panel.status.text() == "Searching…"
    QTest.keyClick(panel.search_field, Qt.Key.Key_Backspace)
    assert panel.status.text() == "10 of 20 rows: with “p01”"
    QTest.keyClicks(panel.search_field, "2")
    qtbot.waitUntil(lambda: panel.status.text() == "1 of 20 rows: with “p012”")


def test_that_a_long_search_says_that_it_is_at_work(
    panel: PredictionsPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arranging, "_CELLS_AT_ONCE", 10)
    QTest.keyClicks(panel.search_field, "p012")
    QTest.keyClick(panel.search_field, Qt.Key.Key_Return)
    assert panel.status.text() == "Searching…"
    qtbot.waitUntil(lambda: panel.status.text() == "1 of 20 rows: with “p012”")


def test_that_selected_rows_are_copied_as_they_are_shown(panel: PredictionsPanel) -> None:
    click_header(panel, MARKER)
    panel.table.selectRow(0)
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == (
        "Outcome\tclass\tmarker\tCall\tid\nTN\tbenign\t0.1\tbenign\tP020\n"
    )
    assert panel.status.text() == "Copied 1 row"


def test_that_a_copy_of_too_many_rows_says_where_it_ends(
    panel: PredictionsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(predictions_panel, "MOST_COPIED_ROWS", 7)
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    assert len(QGuiApplication.clipboard().text().splitlines()) == 8
    assert panel.status.text() == "Copied the first 7 of 20 rows"


def test_that_tab_leaves_the_table(panel: PredictionsPanel) -> None:
    panel.show_selection(of_cells((0, 0)))
    QTest.keyClick(panel.table, Qt.Key.Key_Tab)
    assert not panel.table.hasFocus()


def test_that_selecting_everything_never_looks_at_each_row(
    panel: PredictionsPanel, snapshot: Snapshot
) -> None:
    """A header that asks column by column whether all rows are selected takes seconds."""
    asked = 0

    class Counting(TextColumn):
        def text(self, row: int) -> str:
            nonlocal asked
            asked += 1
            return str(row)

    n = 200_000
    truth = np.arange(n) % 2
    score = Score("s", np.linspace(0, 1, n))
    columns = (Counting("id", ("",) * n),)
    dataset = Dataset("big", ("no", "yes"), truth, 1, (score,), columns=columns)
    panel.show_snapshot(snapshot, snapshot_of(dataset, 0.5))
    panel.grab()
    asked = 0
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    panel.grab()
    assert asked < 1_000
    assert panel.table.horizontalHeader().selectionModel() is not panel.table.selectionModel()
    assert not panel.table.horizontalHeader().selectionModel().hasSelection()
    panel.show_selection(of_cells((0, 0)))
    assert not panel.table.selectionModel().hasSelection()


class SlowColumn(TextColumn):
    """A column that has to be read from a file, which waits until it is let go."""

    main = threading.main_thread()
    read: ClassVar[set[int]]
    go_on: ClassVar[threading.Event]

    def is_at_hand(self, row: int) -> bool:
        return row in self.read

    def text(self, row: int) -> str:
        if row not in self.read:
            assert threading.current_thread() is not self.main, row
            assert self.go_on.wait(60)
            self.read.add(row)
        return self.cells[row]


def slow_rows(n: int) -> Dataset:
    """Return rows of which the first hundred are at hand."""
    SlowColumn.read, SlowColumn.go_on = set(range(100)), threading.Event()
    columns = (SlowColumn("id", tuple(f"P{row}" for row in range(n))),)
    score = Score("s", np.linspace(0, 1, n))
    return Dataset("slow", ("no", "yes"), np.arange(n) % 2, 1, (score,), columns=columns)


def seen(panel: PredictionsPanel) -> list[str]:
    """Return the cells of the first column that are in view."""
    panel.table.grab()
    first = panel.table.rowAt(1)
    places = range(first, min(first + 10, panel.model.rowCount()))
    return [panel.model.data(panel.model.index(place, 0)) for place in places]


def test_that_cells_are_fetched_while_the_table_can_be_scrolled(
    panel: PredictionsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    panel.show_snapshot(snapshot, snapshot_of(slow_rows(5_000), 0.5))
    bar = panel.table.verticalScrollBar()
    assert seen(panel) == [f"P{row}" for row in range(10)]
    for first in (3_000, 2_000):  # the former is not waited for
        bar.setValue(first)
        assert seen(panel) == ["\N{HORIZONTAL ELLIPSIS}"] * 10
        assert panel.model.data(panel.model.index(first, 0), Qt.ItemDataRole.ToolTipRole) is None
        qtbot.waitUntil(lambda: not panel.model._fetcher._soon.isActive())
    bar.setValue(0)
    assert seen(panel) == [f"P{row}" for row in range(10)]
    bar.setValue(2_000)
    seen(panel)
    repainted = []
    panel.model.dataChanged.connect(lambda first, last: repainted.append((first, last)))
    SlowColumn.go_on.set()
    qtbot.waitUntil(lambda: not panel.model.is_fetching)
    assert repainted
    assert seen(panel) == [f"P{row}" for row in range(2_000, 2_010)]
    panel.shut_down()


def test_that_cells_of_other_rows_are_never_shown(
    panel: PredictionsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    """What is fetched for a place is not what stands there by then."""
    before = snapshot_of(slow_rows(5_000), 0.5)
    panel.show_snapshot(snapshot, before)
    panel.table.verticalScrollBar().setValue(2_000)
    seen(panel)
    qtbot.waitUntil(lambda: panel.model._fetcher._tasks.is_busy)
    panel.show_snapshot(before, snapshot)
    announced = []
    panel.model.dataChanged.connect(lambda *_: announced.append(_))
    SlowColumn.go_on.set()
    panel.shut_down()  # waits for the thread
    qtbot.waitUntil(lambda: not panel.model.is_fetching)
    assert announced == []
    assert seen(panel)[:3] == ["P001", "P002", "P003"]


def test_that_a_few_selected_rows_stay_selected(panel: PredictionsPanel) -> None:
    panel.table.selectRow(2)
    click_header(panel, MARKER)
    selected = panel.table.selectionModel().selectedRows(ID)
    assert [index.data() for index in selected] == ["P003"]


def test_that_the_rows_at_the_threshold_can_be_found(
    panel: PredictionsPanel, snapshot: Snapshot
) -> None:
    panel.resize(400, 260)
    QTest.mouseClick(panel.at_threshold, LEFT)
    boundary = panel.model.boundary()
    assert boundary == 8
    table = panel.table
    first = table.rowAt(0)
    assert first < boundary < table.rowAt(table.viewport().height() - 1)
    line = table.viewport().grab().toImage()
    y = table.rowViewportPosition(boundary)
    assert line.pixelColor(5, y) == QColor(LIGHT.accent)
    panel.show_snapshot(snapshot, moved(snapshot, 0.45))
    moved_line = table.viewport().grab().toImage()
    assert moved_line.pixelColor(5, y) != QColor(LIGHT.accent)
    assert moved_line.pixelColor(5, table.rowViewportPosition(10)) == QColor(LIGHT.accent)


def columns_shown(panel: PredictionsPanel) -> list[int]:
    header = panel.table.horizontalHeader()
    order = [header.logicalIndex(place) for place in range(header.count())]
    return [column for column in order if not header.isSectionHidden(column)]


def choose_column(panel: PredictionsPanel, words: str) -> None:
    menu = panel.shown.menu
    menu.aboutToShow.emit()
    (action,) = (one for one in menu.actions() if one.text().replace("&", "") == words)
    action.trigger()


def test_that_a_calm_window_shows_what_decides_and_more_where_it_is_asked_for(
    panel: PredictionsPanel, snapshot: Snapshot
) -> None:
    assert columns_shown(panel) == [OUTCOME, CLASS, MARKER, CALL, ID]
    assert panel.shown.button.isHidden()
    panel.set_calm(is_calm=True)
    assert columns_shown(panel) == [OUTCOME, CLASS, MARKER]
    assert panel.table.verticalHeader().isHidden()
    assert panel.model.boundary() == 8
    choose_column(panel, panel.model.title(ID))
    choose_column(panel, "Row in the File")
    assert columns_shown(panel) == [OUTCOME, CLASS, MARKER, ID]
    assert not panel.table.verticalHeader().isHidden()
    choose_column(panel, panel.model.title(ID))
    assert columns_shown(panel) == [OUTCOME, CLASS, MARKER]
    choose_column(panel, "All Columns")
    assert len(columns_shown(panel)) == 5
    panel.show_snapshot(snapshot, EMPTY)
    panel.show_snapshot(EMPTY, snapshot)
    assert columns_shown(panel) == [OUTCOME, CLASS, MARKER]
    panel.set_calm(is_calm=False)
    assert columns_shown(panel) == [OUTCOME, CLASS, MARKER, CALL, ID]


def test_that_the_line_stays_in_view_when_the_rows_are_others(
    panel: PredictionsPanel, snapshot: Snapshot
) -> None:
    panel.resize(400, 200)
    panel.set_calm(is_calm=True)
    table = panel.table

    def is_seen() -> bool:
        boundary = panel.model.boundary()
        bottom = table.rowAt(table.viewport().height() - 1)
        return boundary is not None and table.rowAt(0) <= boundary <= bottom

    assert is_seen()
    other = snapshot_of(replace(make_dataset(), file_rows=np.arange(20)), 0.2)
    panel.show_snapshot(snapshot, other)
    assert panel.model.boundary() != 8
    assert is_seen()


def test_that_the_line_says_which_side_is_called_positive_where_that_hides_nothing(
    panel: PredictionsPanel,
) -> None:
    panel.set_calm(is_calm=True)
    said = panel.table.words_at_line
    assert said(8) == "+ above"
    panel.table.sortByColumn(MARKER, Qt.SortOrder.AscendingOrder)
    assert said(panel.model.boundary() or 0) == "+ below"
    panel.resize(190, 600)
    assert said(panel.model.boundary() or 0) in {"+ \N{DOWNWARDS ARROW}", ""}
    panel.model.set_grey((0.2, 0.5))
    panel._name_line()
    assert said(panel.model.boundary() or 0) == ""  # what lies between has no side


def test_that_only_the_calls_are_painted_when_the_threshold_moves(
    panel: PredictionsPanel, snapshot: Snapshot, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
    before = on_screen(panel)
    asked: list[int] = []

    def text(_column: TextColumn, row: int) -> str:
        asked.append(row)
        return ""

    monkeypatch.setattr(TextColumn, "text", text)
    panel.show_snapshot(snapshot, moved(snapshot, 0.2))
    qtbot.waitUntil(lambda: on_screen(panel) != before)
    assert asked == []


def test_that_the_quick_way_of_painting_gives_the_same_picture(
    panel: PredictionsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    """After a drag only two columns are painted; painting everything must change no pixel."""
    panel.table.selectRow(3)
    qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
    before = on_screen(panel)
    panel.show_snapshot(snapshot, moved(snapshot, 0.2))
    qtbot.waitUntil(lambda: on_screen(panel) != before)
    assert on_screen(panel) == repainted(panel)


def test_that_a_missing_score_is_shown_and_in_no_cell(qtbot: QtBot) -> None:
    panel = PredictionsPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(EMPTY, snapshot_of(make_dataset([0.9, 0.1, math.nan], [1, 0, 1]), 0.5))
    assert shown(panel, CALL)[2] == "no score"
    total = 0
    for actual in (0, 1):
        for predicted in (0, 1):
            panel.show_selection(of_cells((actual, predicted)))
            total += panel.model.rowCount()
    assert total == 2


# The offscreen platform says that a menu cannot take the keyboard there.
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_that_the_menu_offers_what_the_keys_do(panel: PredictionsPanel) -> None:
    panel.table.customContextMenuRequested.emit(QPoint(5, 5))
    menu = panel.findChild(QMenu, "predictions_menu")
    assert menu is not None
    names = [action.objectName() for action in menu.actions() if not action.isSeparator()]
    assert names == [
        "copy_rows",
        "select_all_rows",
        "show_rows_at_threshold",
        "go_to_score",
        "add_to_selection",
        "take_out_of_selection",
    ]
    assert not panel.copy_action.isEnabled()
    menu.close()
    assert panel.copy_action.isEnabled()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_that_a_row_leads_to_its_score_and_to_rows_like_it(
    panel: PredictionsPanel, qtbot: QtBot
) -> None:
    names = [column.name for column in panel.model.file_columns]
    index = panel.model.index(2, names.index("class"))
    panel.table.customContextMenuRequested.emit(panel.table.visualRect(index).center())
    menu, rows = panel.findChild(QMenu, "predictions_menu"), panel.row_menu
    assert menu is not None
    assert {rows.go, rows.keep, rows.leave} <= set(menu.actions())
    assert rows.go.text() == "&Go to This Score: 0.75"
    with qtbot.waitSignal(rows.threshold_requested) as asked:
        rows.go.trigger()
    assert asked.args == [0.75]
    with qtbot.waitSignal(rows.rows_requested) as kept:
        rows.keep.trigger()
    assert kept.args == [f'`class` == "{panel.model.raw_cell(2, index.column())}"']
    with qtbot.waitSignal(rows.rows_requested) as left:
        rows.leave.trigger()
    assert left.args == [f"not ({kept.args[0]})"]
    menu.close()


def test_that_another_score_keeps_the_cell_on_show(panel: PredictionsPanel) -> None:
    one = make_dataset()
    other = Score("other", 1 - one.scores[0].values)
    dataset = replace(one, scores=(one.scores[0], other))
    before = singled_out(snapshot_of(dataset, 0.5), Choices(selection=of_cells((1, 0))))
    panel.show_snapshot(EMPTY, before)
    QTest.mouseClick(panel.selection_bar.only, LEFT)
    assert panel.status.text() == "3 of 20 rows: FP"
    after = resolve(replace(before.inputs, score=1), before)
    panel.show_snapshot(before, singled_out(after, still_meant(before, after)))
    assert panel.status.text() == "8 of 20 rows: FP"  # the negatives at or below 0.5
    assert not panel.at_threshold.isEnabled()


def test_that_cells_of_classes_show_their_rows_and_say_so(qtbot: QtBot) -> None:
    panel = PredictionsPanel()
    qtbot.addWidget(panel)
    together = resolve(Inputs(make_classes()))
    panel.show_snapshot(EMPTY, together)
    assert shown(panel, 3) == ["right", "wrong", "right", "\N{EN DASH}", "wrong"]
    assert not panel.at_threshold.isEnabled()
    panel.show_selection(of_cells((0, 1)))
    assert panel.status.text() == "1 of 5 rows: true cat, called dog"
    panel.show_selection(of_cells((0, 0), (0, 1), (0, 2)))
    assert panel.status.text() == "2 of 5 rows: true cat"
    alone = resolve(replace(together.inputs, positive=2), together)
    panel.show_snapshot(together, alone)
    assert panel.status.text() == "5 rows"
    assert shown(panel, 2)[0] == "not emu"
    panel.show_selection(of_cells((0, 1), (1, 0)))
    assert panel.status.text() == "1 of 5 rows: FN or FP"


def test_that_letters_typed_into_the_table_are_searched_for(
    panel: PredictionsPanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Qt's own search of the keyboard asks for the text of row after row.
    asked: list[int] = []
    look = panel.model.data

    def note(index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        asked.append(index.row())
        return look(index, role)

    monkeypatch.setattr(panel.model, "data", note)
    panel.table.keyboardSearch("z")
    assert asked == []
    panel.search_field.clear()
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_P)
    QTest.keyClicks(panel.search_field, "01")
    assert panel.search_field.text() == "p01"
    qtbot.waitUntil(lambda: panel.model.rowCount() == 10)
    assert (
        panel.status.text()
        == "10 of 20 rows: with \N{LEFT DOUBLE QUOTATION MARK}p01\N{RIGHT DOUBLE QUOTATION MARK}"
    )


def test_that_cells_that_are_not_read_yet_are_copied_in_the_background(
    panel: PredictionsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    panel.show_snapshot(snapshot, snapshot_of(slow_rows(300), 0.5))
    QGuiApplication.clipboard().setText("before")
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    assert panel.status.text() == "Copying rows: 0\N{NARROW NO-BREAK SPACE}%"
    assert panel.stop_copying.isVisible()
    QTest.mouseClick(panel.stop_copying, LEFT)
    assert panel.status.text() == "Nothing was copied"
    assert not panel.stop_copying.isVisible()
    assert QGuiApplication.clipboard().text() == "before"
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    SlowColumn.go_on.set()
    qtbot.waitUntil(lambda: panel.status.text() == "Copied 300 rows")
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[-1] == "id"
    assert [line.split("\t")[-1] for line in lines[1:]] == [f"P{row}" for row in range(300)]
    assert not panel.stop_copying.isVisible()
    panel.shut_down()


def test_that_a_copy_has_no_more_cells_than_a_clipboard_can_take(
    panel: PredictionsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(predictions_panel, "_MOST_COPIED_CELLS", 16)  # of five columns
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    assert panel.status.text() == "Copied the first 3 of 20 rows"


def test_that_just_the_rows_are_painted_that_are_called_otherwise(
    panel: PredictionsPanel, snapshot: Snapshot
) -> None:
    view, model, before = panel.table.viewport(), panel.model, snapshot
    painted = _Painted(view)
    panel.resize(560, 300)
    bar, height = panel.table.verticalScrollBar(), panel.table.rowHeight(0)
    for turn, threshold in enumerate((0.45, 0.9, 0.1, 0.62, 0.62, 0.35, 0.36)):
        bar.setValue((3 * turn) % 8)
        QApplication.processEvents()
        called = model.marks(range(model.rowCount()))[0]
        painted.parts.clear()
        after = moved(before, threshold)
        panel.show_snapshot(before, after)
        before = after
        QApplication.processEvents()
        first = panel.table.rowAt(0)
        seen = range(first, min(first + 1 + view.height() // height, model.rowCount()))
        now = model.marks(range(model.rowCount()))[0]
        changed = {place for place in seen if now[place] != called[place]}
        anew = {
            panel.table.rowAt(y)
            for part in painted.parts
            for y in range(part.top() + 2, part.bottom(), height // 2)
        }
        assert (len(changed) > 0) == (len(painted.parts) > 0)
        assert changed <= anew | {panel.table.rowAt(part.top() + 2) for part in painted.parts}
        assert on_screen(panel) == repainted(panel)


def test_that_rows_that_went_before_they_were_painted_are_not_asked_for(
    panel: PredictionsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    panel.resize(560, 300)
    bar = panel.table.verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
    first = panel.table.rowAt(0)
    chosen = panel.model.data(panel.model.index(0, ID))
    panel.model.set_search(chosen)
    qtbot.waitUntil(lambda: panel.model.rowCount() <= first)
    after = moved(snapshot, 0.2)
    panel.show_snapshot(snapshot, after)  # before anything of it is painted
    assert panel.model.rowCount() >= 1
    qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
