"""The heatmap, driven with mouse and keys."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QObject, QPoint, Qt
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.digits import SPACE
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.pending import AwaitedIntervals
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.snapshot import EMPTY, resolve
from evalgui.gui.confusion.cell_lines import MARGINS
from evalgui.gui.confusion.confusion_panel import ConfusionPanel
from evalgui.gui.confusion.heat_scale import tint
from evalgui.gui.confusion.shown_matrix import Shares
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.theme import DARK, LIGHT, Theme
from tests.gui.models.tables import make_dataset, moved, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.confusion.matrix_view import MatrixView

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def snapshot() -> Snapshot:
    return snapshot_of(make_dataset(), 0.5)


@pytest.fixture
def panel(qtbot: QtBot, snapshot: Snapshot) -> ConfusionPanel:
    """Five TP, five FN, three FP and seven TN, drawn at 480 x 360 pixels."""
    made = ConfusionPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(480, 360)
    made.show_snapshot(EMPTY, snapshot)
    made.show()
    qtbot.waitExposed(made)
    return made


def click(view: MatrixView, actual: int, predicted: int) -> None:
    QTest.mouseClick(view, LEFT, pos=view.cell_rect(actual, predicted).center())


def counts(panel: ConfusionPanel) -> list[list[int]]:
    assert panel.matrix_view.matrix is not None
    numbers: list[list[int]] = panel.matrix_view.matrix.counts.tolist()
    return numbers


def test_that_the_counts_follow_the_threshold(panel: ConfusionPanel, snapshot: Snapshot) -> None:
    assert counts(panel) == [[5, 5], [3, 7]]
    after = moved(snapshot, 0.45)
    panel.show_snapshot(snapshot, after)
    assert counts(panel) == [[6, 4], [4, 6]]


def test_that_a_click_chooses_and_a_second_click_lets_go(
    panel: ConfusionPanel, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(panel.cell_selected) as chosen:
        click(panel.matrix_view, 1, 0)
    assert chosen.args == [1, 0]
    assert panel.matrix_view.selected == ((1, 0),)
    with qtbot.waitSignal(panel.selection_cleared):
        click(panel.matrix_view, 1, 0)
    assert not panel.matrix_view.selected


def test_that_a_click_beside_the_cells_chooses_nothing(panel: ConfusionPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.cell_selected):
        QTest.mouseClick(panel.matrix_view, LEFT, pos=QPoint(470, 350))
        QTest.mouseClick(
            panel.matrix_view,
            Qt.MouseButton.RightButton,
            pos=panel.matrix_view.cell_rect(0, 0).center(),
        )


def test_that_keys_move_choose_and_clear(panel: ConfusionPanel, qtbot: QtBot) -> None:
    view = panel.matrix_view
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Right)
    with qtbot.waitSignal(panel.cell_selected) as chosen:
        QTest.keyClick(view, Qt.Key.Key_Space)
    assert chosen.args == [1, 1]
    QTest.keyClick(view, Qt.Key.Key_Left)
    with qtbot.waitSignal(panel.cell_selected) as chosen:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert chosen.args == [1, 0]
    with qtbot.waitSignal(panel.selection_cleared):
        QTest.keyClick(view, Qt.Key.Key_Escape)
    with qtbot.assertNotEmitted(panel.selection_cleared):
        QTest.keyClick(view, Qt.Key.Key_Escape)


def test_that_the_cell_under_the_keys_is_said_in_words(
    panel: ConfusionPanel, snapshot: Snapshot
) -> None:
    view = panel.matrix_view
    assert view.accessibleDescription().startswith("true positive: 5 rows, 50.0")
    lower, upper = (100 * limit for limit in proportion_confint(5, 10, method="wilson"))
    assert view.accessibleDescription().endswith(
        f"of actual positives (95{SPACE}% interval "
        f"{lower:.1f}\N{EN DASH}{upper:.1f}{SPACE}%, Wilson)"
    )
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.accessibleDescription().startswith("false negative: 5 rows")
    panel.show_snapshot(snapshot, moved(snapshot, 0.45))
    assert view.accessibleDescription().startswith("false negative: 4 rows")
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert view.accessibleDescription().endswith("chosen")


def test_that_swapping_the_axes_keeps_the_chosen_cell(panel: ConfusionPanel, qtbot: QtBot) -> None:
    view = panel.matrix_view
    click(view, 1, 0)
    before = view.cell_rect(1, 0)
    with qtbot.waitSignal(panel.orientation_changed) as swapped:
        QTest.mouseClick(panel.transpose, LEFT)
    assert swapped.args == [False]
    assert view.cell_rect(1, 0) == view.cell_rect(1, 0)
    assert view.cell_rect(1, 0).topLeft() != before.topLeft()
    assert view.selected == ((1, 0),)
    with qtbot.waitSignal(panel.cell_selected) as chosen:
        click(view, 0, 1)
    assert chosen.args == [0, 1]
    panel.set_rows_are_actual(True)
    assert view.rows_are_actual


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_that_right_and_wrong_have_two_tints_as_strong_as_their_share(
    panel: ConfusionPanel, theme: Theme
) -> None:
    panel.set_theme(theme)
    view = panel.matrix_view
    picture = view.grab().toImage()
    ground = QColor(theme.base)
    right, wrong = (tint(ground, QColor(fill)) for fill in (theme.correct_fill, theme.error_fill))
    shares = {
        (0, 0): (right, 0.5),
        (0, 1): (wrong, 0.5),
        (1, 0): (wrong, 0.3),
        (1, 1): (right, 0.7),
    }
    for (actual, predicted), (scale, share) in shares.items():
        corner = view.cell_rect(actual, predicted).bottomRight() - QPoint(6, 6)
        assert picture.pixelColor(corner) == scale[int(share * 256)][0]


def test_that_the_chosen_cell_is_outlined_in_the_accent(panel: ConfusionPanel) -> None:
    view = panel.matrix_view
    click(view, 0, 1)
    area = view.cell_rect(0, 1)
    edge = QPoint(area.left(), area.center().y())
    assert view.grab().toImage().pixelColor(edge) == QColor(LIGHT.accent)
    panel.set_theme(DARK)
    assert view.grab().toImage().pixelColor(edge) == QColor(DARK.accent)
    view.show_selection(())
    assert view.grab().toImage().pixelColor(edge) != QColor(DARK.accent)


@pytest.mark.parametrize("in_cells", [True, False])
def test_that_all_cells_have_the_same_lines_whatever_the_threshold(
    panel: ConfusionPanel, snapshot: Snapshot, *, in_cells: bool
) -> None:
    view = panel.matrix_view
    panel.in_cells.setChecked(in_cells)
    seen = {}
    for width in (230, 320, 480):
        panel.resize(width, 360)
        panel.grab()
        seen[width] = view._lines
        for threshold in (0.0, 0.3, 2.0):
            after = moved(snapshot, threshold)
            panel.show_snapshot(snapshot, after)
            assert view._lines == seen[width]
    fields = {width: [field for field, _ in lines] for width, lines in seen.items()}
    assert fields[480] == ["name", "plain", "count", *["with_limits"] * in_cells]
    assert fields[320] == ["name", "plain", "count", *["share"] * in_cells]


def test_that_counts_are_large_and_percentages_are_chosen(panel: ConfusionPanel) -> None:
    panel.grab()
    view = panel.matrix_view
    assert dict(view._lines)["count"] == "largest"
    assert view._picture is not None
    written = [words for _font, placed in view._picture.texts for _area, _ink, words in placed]
    assert not any("%" in words for words in written)
    assert {"TP", "found", "FN", "missed", "FP", "false alarm", "TN", "cleared"} <= {*written}
    counts = {words: area for _font, placed in view._picture.texts for area, _ink, words in placed}
    assert counts["5"].bottom() > counts["TP"].bottom()
    panel.in_cells.trigger()
    panel.grab()
    written = [words for _font, placed in view._picture.texts for _area, _ink, words in placed]
    assert sum("%" in words for words in written) == 4


def test_that_it_says_what_the_colours_are_of(panel: ConfusionPanel) -> None:
    assert panel.shares.text() == "shade: share of the row"
    panel.set_shares(Shares.COLUMN)
    assert panel.shares.text() == "shade: share of the column"
    assert panel.matrix_view.shown is not None
    assert panel.matrix_view.shown.shade == panel.shares.text()


def test_that_limits_of_before_stay_paler_until_those_of_now_are_known(
    panel: ConfusionPanel, snapshot: Snapshot
) -> None:
    view, known = panel.matrix_view, moved(snapshot, 0.3)
    panel.in_cells.trigger()
    assert snapshot.point is not None
    assert known.point is not None
    before, now = (one.intervals["TPR"] for one in (snapshot.point, known.point))
    of_before, of_now = (
        f"({text.percent_interval(one.lower, one.upper)})" for one in (before, now)
    )
    assert of_before != of_now
    assert isinstance(known.point.intervals, IntervalsAt)
    waiting = AwaitedIntervals(known.point.intervals, snapshot.point.intervals)
    awaited = replace(known, point=replace(known.point, intervals=waiting))

    def inks() -> dict[str, int]:
        panel.grab()
        assert view._picture is not None
        placed = [one for _font, texts in view._picture.texts for one in texts]
        area = view.cell_rect(0, 0)
        return {words.strip(): ink for place, ink, words in placed if area.contains(place)}

    panel.show_snapshot(snapshot, awaited)
    share = text.percent(float(known.point.counts.tp) / 10)
    shown = inks()
    assert shown[of_before] == shown[share] + 2
    assert not any(of_now in words for words in shown)
    assert of_before[1:-1] not in view.described(0, 0)
    panel.show_snapshot(awaited, known)
    assert inks()[f"{share} {of_now}"] == shown[share]


def test_that_low_cells_have_their_counts_in_small_letters(panel: ConfusionPanel) -> None:
    view, letters = panel.matrix_view, panel.font()
    letters.setPointSizeF(1.6 * letters.pointSizeF())
    panel.setFont(letters)
    small = QFontMetrics(scaled_font(view.font(), SMALL)).height()
    seen = set()
    for height in range(150, 400, 5):
        panel.resize(400, height)
        panel.grab()
        left, top, right, bottom = MARGINS
        inner = view.cell_rect(0, 0).adjusted(left, top, right, bottom)
        font = dict(view._lines).get("count")
        assert (font is not None) == (inner.height() >= small)
        seen.add(font)
    assert {"small", "count"} <= seen


def test_that_cells_show_the_intervals_of_their_rates(
    panel: ConfusionPanel, snapshot: Snapshot
) -> None:
    """Of whatever the shares are, their limits are those of the measure that they are."""
    point = snapshot.point
    assert point is not None
    panel.resize(520, 400)
    panel.grab()
    ids = {
        Shares.ROW: [["TPR", "FNR"], ["FPR", "TNR"]],
        Shares.COLUMN: [["PPV", "FOR"], ["FDR", "NPV"]],
    }
    for shares, of_cells in ids.items():
        panel.set_shares(shares)
        shown = panel.matrix_view.shown
        assert shown is not None
        for row, column in ((0, 0), (0, 1), (1, 0), (1, 1)):
            found = point.intervals[of_cells[row][column]]
            assert shown.interval(row, column) == found
            limits = text.percent_interval(found.lower, found.upper)
            assert shown.cell(row, column).with_limits.endswith(f"({limits})")
    panel.set_shares(Shares.OVERALL)
    shown = panel.matrix_view.shown
    assert shown is not None
    of_all = shown.interval(0, 0)
    assert of_all is not None
    assert (of_all.lower, of_all.upper) == pytest.approx(proportion_confint(5, 20, method="wilson"))
    panel.copy_shares()
    copied = QGuiApplication.clipboard().text().split("\n\n")
    assert copied[1].startswith("lower limit of the share of all rows")
    assert copied[1].splitlines()[1].split("\t")[1] == repr(of_all.lower)


def test_that_the_level_is_that_of_the_settings(panel: ConfusionPanel, snapshot: Snapshot) -> None:
    other = replace(snapshot.inputs, intervals=IntervalSettings(0.8))
    panel.show_snapshot(snapshot, resolve(other, snapshot))
    assert f"80{SPACE}% interval" in panel.matrix_view.accessibleDescription()


def test_that_new_data_lets_go_of_the_choice(panel: ConfusionPanel, snapshot: Snapshot) -> None:
    click(panel.matrix_view, 0, 1)
    panel.show_snapshot(snapshot, snapshot_of(make_dataset(), 0.5))
    assert not panel.matrix_view.selected


# The offscreen platform says that a tip cannot be raised there.
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_that_long_names_are_elided_with_the_whole_in_a_plain_tip(qtbot: QtBot) -> None:
    name = "<b>a class whose name is much too long for any matrix</b>"
    panel = ConfusionPanel()
    qtbot.addWidget(panel)
    panel.resize(400, 300)
    panel.show_snapshot(EMPTY, snapshot_of(make_dataset(classes=("no", name)), 0.5))
    panel.show()
    view = panel.matrix_view
    cell = view.cell_rect(0, 0)
    place = QPoint(cell.left() - 10, cell.center().y() - 8)
    assert view.tip_at(place) == name
    assert view.tip_at(QPoint(cell.center().x(), cell.top() - 8)) == f"predicted: {name}"
    assert view.tip_at(QPoint(399, 5)) == ""
    help_event = QHelpEvent(QHelpEvent.Type.ToolTip, place, view.mapToGlobal(place))
    QGuiApplication.sendEvent(view, help_event)
    assert "&lt;b&gt;" in QToolTip.text()
    assert cell.width() > 80


@pytest.mark.parametrize("k", [1, 3, 26, 200])
def test_that_any_number_of_classes_can_be_shown(panel: ConfusionPanel, k: int) -> None:
    view = panel.matrix_view
    numbers = np.arange(k * k, dtype=np.int64).reshape(k, k)
    view.set_matrix(ConfusionMatrix(tuple(f"class {index}" for index in range(k)), numbers))
    assert not view.grab().isNull()
    click(view, k - 1, 0)
    assert view.selected == ((k - 1, 0),)


def test_that_a_cell_is_copied_as_a_sentence_and_leads_to_its_rows(
    panel: ConfusionPanel, qtbot: QtBot
) -> None:
    panel.matrix_view.setFocus()
    panel.matrix_view.point_at(panel.matrix_view.cell_rect(1, 0).center())
    QTest.keyClick(panel.matrix_view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("3 false positives, 30.0")
    panel.cell_menu.value.trigger()
    assert QGuiApplication.clipboard().text() == "3"
    with qtbot.waitSignal(panel.cell_menu.rows_requested) as asked:
        panel.cell_menu.rows.trigger()
    assert asked.args == [[(1, 0)]]


def test_that_the_matrix_can_be_copied(panel: ConfusionPanel) -> None:
    panel.copy_action.trigger()
    assert QGuiApplication.clipboard().text().splitlines()[1] == "malignant\t5\t5\t10"


def test_that_without_data_there_is_no_cell(qtbot: QtBot, snapshot: Snapshot) -> None:
    panel = ConfusionPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(EMPTY, snapshot)
    QTest.keyClick(panel.matrix_view, Qt.Key.Key_Space)
    panel.show_snapshot(snapshot, replace(EMPTY))
    assert panel.matrix_view.matrix is None
    QTest.keyClick(panel.matrix_view, Qt.Key.Key_Space)
    click(panel.matrix_view, 0, 0)


def test_that_two_panels_in_a_window_share_no_name(qtbot):
    names = []
    for panel in (ConfusionPanel(), ConfusionPanel(prefix="large_")):
        qtbot.addWidget(panel)
        parts = [panel, *panel.findChildren(QObject)]
        names.append({part.objectName() for part in parts} - {""})
    ours = {name for name in names[0] if not name.startswith("qt_")}
    assert {"confusion_panel", "confusion_matrix", "matrix_order", "copy_matrix"} <= ours
    assert {f"large_{name}" for name in ours} <= names[1]
    assert not ours & names[1]


@pytest.mark.parametrize("rows_are_actual", [True, False])
def test_that_totals_are_asked_for_where_they_stand(
    panel: ConfusionPanel, rows_are_actual: bool
) -> None:
    view, asked = panel.matrix_view, []
    panel.set_rows_are_actual(rows_are_actual)
    panel.number_asked.connect(lambda wanted, place: asked.append((wanted.id, place)))
    place = view.geometry_of_cells
    truth, call = (("P", "N"), ("PP", "PN"))
    of_rows, of_columns = (truth, call) if rows_are_actual else (call, truth)
    expected = [
        *((of_rows[one], place.row_total(one)) for one in range(2)),
        *((of_columns[one], place.column_total(one)) for one in range(2)),
        ("ROWS", place.corner_total()),
    ]
    for total, where in expected:
        QTest.mouseMove(view, where.center())
        assert view.cursor().shape() == Qt.CursorShape.IBeamCursor
        QTest.mouseClick(view, LEFT, pos=where.center())
        QTest.mouseDClick(view, LEFT, pos=where.center())
        asked_for, there = asked.pop()
        assert (asked_for, view.mapFromGlobal(there.topLeft())) == (total, where.topLeft())
    assert view.selected == ()
    QTest.mouseDClick(view, LEFT, pos=place.row_name(0).center())  # a name is no number
    QTest.mouseMove(view, place.row_name(0).center())
    assert asked == []
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor
    tip = QHelpEvent(QHelpEvent.Type.ToolTip, expected[2][1].center(), QPoint())
    QCoreApplication.sendEvent(view, tip)
    told = {
        "P": "Actual positives",
        "PP": "Predicted positives\nA double click, F2 or Enter asks for another number",
    }[of_columns[0]]
    assert QToolTip.text() == text.tip(told)
    QToolTip.hideText()


def test_that_keys_reach_totals_beyond_the_cells(panel: ConfusionPanel, qtbot: QtBot) -> None:
    view, asked, expected = panel.matrix_view, [], []
    view.setFocus()
    place = view.geometry_of_cells
    panel.number_asked.connect(lambda wanted, there: asked.append((wanted.id, there.topLeft())))
    for keys, total, where, said in (
        ("Right Right Enter", "P", place.row_total(0), "actual positives: 10 rows"),
        ("Down F2", "N", place.row_total(1), "actual negatives: 10 rows"),
        ("Down Down Return", "ROWS", place.corner_total(), "all: 20 rows"),
        ("Left F2", "PN", place.column_total(1), "predicted negatives: 12 rows"),
        ("Left Left Enter", "PP", place.column_total(0), "predicted positives: 8 rows"),
    ):
        for key in keys.split():
            QTest.keyClick(view, getattr(Qt.Key, f"Key_{key}"))
        expected.append((total, view.mapToGlobal(where.topLeft())))
        assert view.accessibleDescription() == said
    assert asked == expected
    assert view.selected == ()

    with qtbot.waitSignal(panel.cells_selected) as chosen:
        QTest.keyClick(view, Qt.Key.Key_Space)
    assert chosen.args == [[(0, 0), (1, 0)]]
    assert view.accessibleDescription() == "predicted positives: 8 rows, chosen"
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("8 predicted positives at marker")
    panel.cell_menu.value.trigger()
    assert QGuiApplication.clipboard().text() == "8"
    panel.row_action.trigger()  # of the cell beside the total
    assert set(view.selected) == {(1, 0), (1, 1)}
    view.point_at(place.row_total(0).center())
    assert view.accessibleDescription() == "actual positives: 10 rows"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_that_the_total_under_the_keys_is_marked(panel: ConfusionPanel, theme: Theme) -> None:
    view = panel.matrix_view
    panel.set_theme(theme)
    view.setFocus()
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Right)
    total = view.geometry_of_cells.row_total(0)
    picture = view.grab().toImage()
    row = {
        picture.pixelColor(x, total.top() - 2).name() for x in range(total.left(), total.right())
    }
    assert row == {QColor(theme.text).name(), QColor(theme.base).name()}


def test_that_keys_stay_among_the_cells_of_many_classes(panel: ConfusionPanel) -> None:
    view = panel.matrix_view
    view.set_matrix(ConfusionMatrix(("a", "b", "c"), np.ones((3, 3), dtype=np.int64)))
    for key in (Qt.Key.Key_End, Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(view, key)
    assert view.focus_place == view.focus_cell == (2, 2)
