"""The heatmap of many classes, driven with mouse, wheel and keys."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from evalgui.core.confusion import ClassOrder, ConfusionMatrix
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.gui.confusion.confusion_panel import ConfusionPanel
from evalgui.gui.confusion.heat_scale import cividis
from evalgui.gui.confusion.shown_matrix import LEVELS, Shares
from evalgui.gui.look import text
from evalgui.gui.theme import DARK, LIGHT
from tests.gui.models.tables import make_classes

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.confusion.matrix_view import MatrixView

LEFT = Qt.MouseButton.LeftButton
MIDDLE = Qt.MouseButton.MiddleButton
NOTHING = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def snapshot_of_classes(k: int, positive: int | None = None) -> Snapshot:
    """Return k classes of five rows, the last row of each called the next class."""
    truth = np.repeat(np.arange(k), 5)
    predicted = truth.copy()
    predicted[4::5] = (truth[4::5] + 1) % k
    names = tuple(f"class {index}" for index in range(k))
    dataset = make_classes(truth.tolist(), predicted.tolist(), names)
    return resolve(Inputs(dataset, positive=positive))


@pytest.fixture
def panel(qtbot: QtBot) -> ConfusionPanel:
    made = ConfusionPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(600, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def three(panel: ConfusionPanel) -> ConfusionPanel:
    """Five rows of cat, dog and emu, one of them called nothing."""
    panel.show_snapshot(EMPTY, resolve(Inputs(make_classes())))
    panel.matrix_view.setFocus()
    return panel


@pytest.fixture
def many(panel: ConfusionPanel) -> ConfusionPanel:
    """Two hundred classes."""
    panel.show_snapshot(EMPTY, snapshot_of_classes(200))
    panel.matrix_view.setFocus()
    return panel


def click(
    view: MatrixView, actual: int, predicted: int, keys: Qt.KeyboardModifier = NOTHING
) -> None:
    QTest.mouseClick(view, LEFT, keys, view.cell_rect(actual, predicted).center())


def turn_wheel(
    view: MatrixView, notches: int, at: QPoint, keys: Qt.KeyboardModifier = NOTHING
) -> bool:
    event = QWheelEvent(
        QPointF(at),
        view.mapToGlobal(QPointF(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QGuiApplication.sendEvent(view, event)
    return event.isAccepted()


def test_that_the_cells_of_few_classes_say_how_sure_their_shares_are(
    three: ConfusionPanel,
) -> None:
    three.grab()
    view = three.matrix_view
    assert view.shown is not None
    assert dict(view._lines).keys() == {"count"}
    three.in_cells.trigger()
    three.grab()
    assert "with_limits" in dict(view._lines)
    found = view.shown.interval(0, 0)
    assert found is not None
    limits = text.percent_interval(found.lower, found.upper)
    assert view.shown.cell(0, 0).with_limits.endswith(f"({limits})")
    perfect = make_classes(list(range(3)) * 50, list(range(3)) * 50, ("a", "b", "c"))
    three.show_snapshot(EMPTY, resolve(Inputs(perfect)))
    for width in range(240, 720, 20):  # what one cell has room for, each has
        three.resize(width, 500)
        three.grab()
        for field, font in view._lines:
            words = getattr(view.shown.cell(0, 0), field)
            assert view._fonts.width(font, words) <= view.cell_rect(0, 0).width()
    three.show_snapshot(EMPTY, snapshot_of_classes(9))
    assert "(" not in view.shown.cell(0, 0).with_limits  # it is said of the cell that is pointed at
    assert view.shown.interval(0, 0) is not None


def test_that_the_called_classes_are_counted(three: ConfusionPanel) -> None:
    matrix = three.matrix_view.matrix
    assert matrix is not None
    assert matrix.classes == ("cat", "dog", "emu")
    assert matrix.counts.tolist() == [[1, 1, 0], [0, 1, 0], [1, 0, 0]]
    assert three.order.isVisible()
    assert three.read_out.isVisible()


def test_that_cells_are_chosen_one_or_several(three: ConfusionPanel, qtbot: QtBot) -> None:
    view = three.matrix_view
    with qtbot.waitSignal(three.cell_selected) as one:
        click(view, 0, 1)
    assert one.args == [0, 1]
    with qtbot.waitSignal(three.cells_selected) as several:
        click(view, 2, 0, CONTROL)
    assert several.args == [[(0, 1), (2, 0)]]
    with qtbot.waitSignal(three.cell_selected) as one:
        click(view, 0, 1, CONTROL)
    assert one.args == [2, 0]
    with qtbot.waitSignal(three.selection_cleared):
        click(view, 2, 0, CONTROL)
    click(view, 0, 1)
    click(view, 1, 1)
    assert view.selected == ((1, 1),)


def test_that_a_choice_made_elsewhere_is_shown_in_silence(
    three: ConfusionPanel, qtbot: QtBot
) -> None:
    with qtbot.assertNotEmitted(three.cells_selected):
        three.matrix_view.show_selection([(0, 1), (2, 0)])
    assert three.matrix_view.selected == ((0, 1), (2, 0))
    with qtbot.waitSignal(three.cell_selected) as rest:
        click(three.matrix_view, 0, 1, CONTROL)
    assert rest.args == [2, 0]


def test_that_several_cells_are_chosen_by_keys(three: ConfusionPanel, qtbot: QtBot) -> None:
    view = three.matrix_view
    QTest.keyClick(view, Qt.Key.Key_Space)
    QTest.keyClick(view, Qt.Key.Key_Right)
    with qtbot.waitSignal(three.cells_selected) as several:
        QTest.keyClick(view, Qt.Key.Key_Space, CONTROL)
    assert several.args == [[(0, 0), (0, 1)]]
    with qtbot.waitSignal(three.selection_cleared):
        QTest.keyClick(view, Qt.Key.Key_Escape)


def test_that_a_name_chooses_the_whole_class(three: ConfusionPanel, qtbot: QtBot) -> None:
    view = three.matrix_view
    place = view.geometry_of_cells
    with qtbot.waitSignal(three.cells_selected) as row:
        QTest.mouseClick(view, LEFT, pos=place.row_name(1).center())
    assert row.args == [[(1, 0), (1, 1), (1, 2)]]
    with qtbot.waitSignal(three.cells_selected) as both:
        QTest.mouseClick(view, LEFT, CONTROL, place.column_name(2).center())
    assert set(both.args[0]) == {(1, 0), (1, 1), (1, 2), (0, 2), (2, 2)}
    three.set_rows_are_actual(False)
    with qtbot.waitSignal(three.cells_selected) as called:
        QTest.mouseClick(view, LEFT, pos=view.geometry_of_cells.row_name(1).center())
    assert called.args == [[(0, 1), (1, 1), (2, 1)]]


def test_that_choices_live_through_another_order_and_the_other_orientation(
    three: ConfusionPanel,
) -> None:
    view = three.matrix_view
    click(view, 2, 0)
    three.order_actions[ClassOrder.ERROR].trigger()
    assert view.shown is not None
    assert view.shown.names == ("emu", "cat", "dog")
    assert view.selected == ((2, 0),)
    assert view.focus_cell == (0, 1)
    assert view.accessibleDescription().startswith("actual emu, predicted cat: 1 row")
    three.set_rows_are_actual(False)
    assert view.focus_cell == (1, 0)
    assert view.accessibleDescription().startswith("actual emu, predicted cat: 1 row")
    click(view, 0, 1)
    assert view.selected == ((0, 1),)


def test_that_the_colours_follow_what_the_shares_are_of(three: ConfusionPanel) -> None:
    view = three.matrix_view
    corner = QPoint(9, 9)

    def colour(actual: int, predicted: int) -> QColor:
        picture = view.grab().toImage()
        return picture.pixelColor(view.cell_rect(actual, predicted).bottomRight() - corner)

    scale = [fill for fill, _ in cividis()]
    assert colour(1, 1) == scale[LEVELS - 1]
    three.share_actions[Shares.COLUMN].trigger()
    assert colour(1, 1) == scale[LEVELS // 2]
    assert colour(2, 2) == QColor(LIGHT.grid)  # emu is never called
    three.share_actions[Shares.COUNTS].trigger()
    assert colour(2, 2) == scale[0]
    three.share_actions[Shares.ERRORS].trigger()
    assert three.shares.text() == "shade: share of the row, errors alone"
    assert colour(1, 1) == QColor(LIGHT.grid)
    three.set_theme(DARK)
    assert colour(1, 1) == QColor(DARK.grid)


def test_that_the_wheel_zooms_about_the_pointer(many: ConfusionPanel) -> None:
    view = many.matrix_view
    place = view.geometry_of_cells
    point = place.cell(150, 40).center()
    for _ in range(12):
        assert turn_wheel(view, 1, point, CONTROL)
    assert view.zoom == pytest.approx(1.25**12)
    cell = view.geometry_of_cells.at(point)
    assert cell is not None
    assert abs(cell[0] - 150) <= 2
    assert abs(cell[1] - 40) <= 2
    assert many.area.down.isVisible()
    y = view.geometry_of_cells.y
    assert turn_wheel(view, -1, point, SHIFT)
    assert view.geometry_of_cells.y == y + 120
    for _ in range(12):
        turn_wheel(view, -1, point)
    assert view.zoom == 1.0
    assert not many.area.down.isVisible()


def test_that_two_large_classes_leave_the_wheel_to_others(panel: ConfusionPanel) -> None:
    panel.show_snapshot(EMPTY, snapshot_of_classes(3, positive=0))
    panel.resize(500, 500)
    assert not panel.order.isVisible()
    view = panel.matrix_view
    assert not turn_wheel(view, 1, view.cell_rect(0, 0).center())
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom == 1.0


def test_that_keys_and_buttons_zoom(many: ConfusionPanel) -> None:
    view = many.matrix_view
    assert not many.fit.isEnabled()
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom == 1.25
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.zoom == 1.0
    QTest.mouseClick(many.zoom_in, LEFT)
    assert view.zoom == 1.25**2
    QTest.mouseClick(many.zoom_out, LEFT)
    assert view.zoom == 1.0
    for _ in range(40):
        QTest.mouseClick(many.zoom_in, LEFT)
    assert not many.zoom_in.isEnabled()
    assert view.zoom == view.geometry_of_cells.most_zoom
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.zoom == 1.0


def test_that_the_keyboard_takes_its_cell_into_view(many: ConfusionPanel) -> None:
    view = many.matrix_view
    for _ in range(8):
        QTest.mouseClick(many.zoom_in, LEFT)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.focus_cell == (0, 199)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.focus_cell == (10, 199)
    QTest.keyClick(view, Qt.Key.Key_Down, CONTROL)
    assert view.focus_cell == (199, 199)
    assert view.geometry_of_cells.area.contains(view.geometry_of_cells.cell(199, 199))
    assert many.area.across.value() == view.geometry_of_cells.x
    assert many.area.across.maximum() - many.area.across.value() <= 2  # the gap after a cell
    assert many.read_out.text().startswith("class 199 called class 199: 4 rows, 80.0")
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert view.focus_cell == (189, 0)
    assert many.area.across.value() == 0


def test_that_bars_and_the_middle_button_pan(many: ConfusionPanel) -> None:
    view = many.matrix_view
    for _ in range(8):
        QTest.mouseClick(many.zoom_in, LEFT)
    many.area.down.setValue(200)
    assert view.geometry_of_cells.y == 200
    start = view.geometry_of_cells.area.center()
    x, y = view.geometry_of_cells.x, view.geometry_of_cells.y
    QTest.mousePress(view, MIDDLE, NOTHING, start)
    QTest.mouseMove(view, start - QPoint(30, 20))
    QTest.mouseRelease(view, MIDDLE, NOTHING, start - QPoint(30, 20))
    assert (view.geometry_of_cells.x, view.geometry_of_cells.y) == (x + 30, y + 20)
    assert many.area.down.value() == y + 20
    assert view.selected == ()


def test_that_a_pixel_shows_the_highest_of_its_cells(panel: ConfusionPanel) -> None:
    k = 1000
    counts = np.zeros((k, k), dtype=np.int64)
    counts[:, 0] = 1
    counts[501, 700] = 99
    view = panel.matrix_view
    view.set_matrix(ConfusionMatrix(tuple(map(str, range(k))), counts))
    view.grab()
    place = view.geometry_of_cells
    assert place.cell_width < 1
    picture = view.grab().toImage()
    scale = [fill for fill, _ in cividis()]
    brightest = picture.pixelColor(place.cell(501, 700).topLeft())
    assert brightest == scale[int(0.99 * LEVELS)]
    assert picture.pixelColor(place.cell(300, 700).topLeft()) == scale[0]


@pytest.mark.parametrize("k", [2, 3, 26, 200, 1000])
@pytest.mark.parametrize("zoom", [0, 3, 40])
def test_that_every_size_has_a_picture_at_every_zoom(
    panel: ConfusionPanel, k: int, zoom: int
) -> None:
    panel.show_snapshot(EMPTY, snapshot_of_classes(k))
    view = panel.matrix_view
    view.setFocus()
    view.choose([(1, 1)])
    view.zoom_by(zoom)
    assert not view.grab().isNull()
    view.scroll_cells(10**6, 10**6)
    assert not view.grab().isNull()


def test_that_what_is_under_the_pointer_is_read_out(three: ConfusionPanel) -> None:
    view = three.matrix_view
    view.clearFocus()
    QTest.mouseMove(view, view.cell_rect(2, 0).center())
    assert three.read_out.text().startswith("emu called cat: 1 row, 100.0")
    assert view.tip_at(view.geometry_of_cells.column_name(2).center()) == (
        "emu\ntrue of 1 row, never called"
    )


def test_that_the_matrix_is_copied_as_it_is_shown(three: ConfusionPanel) -> None:
    three.order_actions[ClassOrder.ERROR].trigger()
    three.set_rows_are_actual(False)
    three.copy_action.trigger()
    assert QGuiApplication.clipboard().text().splitlines()[:2] == [
        "predicted \\ actual\temu\tcat\tdog\ttotal",
        "emu\t0\t0\t0\t0",
    ]
    three.copy_shares_action.trigger()
    assert QGuiApplication.clipboard().text().splitlines()[2] == "cat\t0.5\t0.5\t0.0"


# The offscreen platform says that a menu cannot take the keyboard there.
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_that_the_menu_names_the_classes_of_its_cell(three: ConfusionPanel, qtbot: QtBot) -> None:
    view = three.matrix_view
    view.customContextMenuRequested.emit(view.cell_rect(2, 0).center())
    menu = three.findChild(QMenu, "confusion_menu")
    assert menu is not None
    actions = {action.objectName(): action for action in menu.actions()}
    assert "emu" in actions["choose_matrix_row"].text()
    assert "Predicted" in actions["choose_matrix_column"].text()
    with qtbot.waitSignal(three.class_requested) as asked:
        actions["assess_row_class"].trigger()
    assert asked.args == [2]
    with qtbot.waitSignal(three.class_requested) as asked:
        actions["assess_column_class"].trigger()
    assert asked.args == [0]
    with qtbot.waitSignal(three.cells_selected) as chosen:
        actions["choose_matrix_column"].trigger()
    assert chosen.args == [[(0, 0), (1, 0), (2, 0)]]
    menu.close()


def test_that_one_class_against_the_rest_lets_go_of_the_choice(three: ConfusionPanel) -> None:
    together = resolve(Inputs(make_classes()))
    three.show_snapshot(EMPTY, together)
    click(three.matrix_view, 1, 1)
    alone = resolve(replace(together.inputs, positive=2), together)
    three.show_snapshot(together, alone)
    matrix = three.matrix_view.matrix
    assert matrix is not None
    assert matrix.classes == ("emu", "not emu")
    assert matrix.counts.tolist() == [[0, 1], [0, 3]]
    assert three.matrix_view.selected == ()
    assert not three.order.isVisible()
    other = resolve(replace(alone.inputs, positive=1), alone)
    three.show_snapshot(alone, other)
    assert three.matrix_view.matrix is not None
    assert three.matrix_view.matrix.classes == ("dog", "not dog")


def test_that_a_matrix_of_a_file_is_shown_as_it_is(panel: ConfusionPanel) -> None:
    matrix = ConfusionMatrix(("a", "b", "c"), np.array([[5, 1, 0], [2, 7, 1], [0, 0, 3]]))
    dataset = replace(
        make_classes((), (), matrix.classes), matrix=matrix, predicted=None, columns=()
    )
    panel.show_snapshot(EMPTY, resolve(Inputs(dataset)))
    assert panel.matrix_view.matrix is matrix
