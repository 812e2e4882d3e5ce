from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from evalgui.core.curves import ROC
from evalgui.gui.plots.kinds import plot_of

KEY = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
PLAIN = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def roc(bench, textbook):
    return bench(plot_of(ROC), textbook)


def turn_wheel(b, place, eighths):
    position = QPointF(b.hands.at(place))
    viewport = b.plot.canvas.viewport()
    event = QWheelEvent(
        position,
        viewport.mapToGlobal(position),
        QPoint(),
        QPoint(0, eighths),
        Qt.MouseButton.NoButton,
        PLAIN,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


@pytest.mark.parametrize(
    ("keys", "signal", "asked"),
    [
        ((KEY.Key_Left, PLAIN), "steps_requested", -1),
        ((KEY.Key_Right, PLAIN), "steps_requested", 1),
        ((KEY.Key_Left, SHIFT), "steps_requested", -10),
        ((KEY.Key_Right, SHIFT), "steps_requested", 10),
        ((KEY.Key_Home, PLAIN), "end_requested", False),
        ((KEY.Key_End, PLAIN), "end_requested", True),
        ((KEY.Key_PageUp, PLAIN), "percentile_steps_requested", 1),
        ((KEY.Key_PageDown, PLAIN), "percentile_steps_requested", -1),
    ],
)
def test_that_keys_ask_for_other_thresholds(roc, qtbot, keys, signal, asked):
    with qtbot.waitSignal(getattr(roc.plot, signal)) as blocker:
        QTest.keyClick(roc.plot.canvas, *keys)
    assert blocker.args == [asked]


def test_that_the_wheel_zooms_around_the_mouse(roc):
    place = roc.place_of(0.25, 0.75)
    before = roc.plot.view_box.mapToView(place)
    turn_wheel(roc, place, 240)
    (left, right), (bottom, top) = roc.plot.view_box.viewRange()
    assert right - left < 0.8
    assert top - bottom < 0.8
    after = roc.plot.view_box.mapToView(place)
    assert (after - before).manhattanLength() < 0.01


def test_that_the_view_never_leaves_its_limits(roc):
    home = roc.plot.view_box.viewRange()
    for _turn in range(30):
        turn_wheel(roc, QPointF(30, 30), -240)
    for axis, whole in zip(roc.plot.view_box.viewRange(), home, strict=True):
        assert axis == pytest.approx(whole)
    for _turn in range(200):
        turn_wheel(roc, QPointF(150, 100), 480)
    (left, right), _y = roc.plot.view_box.viewRange()
    assert right - left == pytest.approx(1.06e-6, rel=1e-3)
    roc.plot.grab()


@pytest.mark.parametrize("button", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
def test_that_the_other_buttons_move_the_view(roc, button):
    roc.plot.view_box.setRange(xRange=(0.4, 0.6), yRange=(0.4, 0.6), padding=0)
    viewport = roc.plot.canvas.viewport()
    start = QPointF(100, 100)
    QTest.mousePress(viewport, button, PLAIN, roc.hands.at(start))
    QTest.mouseMove(viewport, roc.hands.at(start + QPointF(50, -20)))
    QTest.mouseRelease(viewport, button, PLAIN, roc.hands.at(start + QPointF(50, -20)))
    (left, right), (bottom, top) = roc.plot.view_box.viewRange()
    viewport = roc.plot.viewport
    assert left == pytest.approx(0.4 - 50 / viewport.width * 0.2, abs=0.002)
    assert bottom == pytest.approx(0.4 - 20 / viewport.height * 0.2, abs=0.002)
    assert right - left == pytest.approx(0.2)
    assert top - bottom == pytest.approx(0.2)
    assert roc.asked == []


@pytest.mark.parametrize("size", [(420, 30), (50, 360), (50, 30)])
def test_that_hands_on_a_plot_squeezed_to_nothing_change_no_view(roc, size, monkeypatch):
    roc.plot.canvas.resize(*size)
    roc.plot.canvas.getPlotItem().layout.activate()
    assert not (roc.plot.view_box.width() > 0 < roc.plot.view_box.height())
    before, raised, viewport = roc.plot.view_box.viewRange(), [], roc.plot.canvas.viewport()
    monkeypatch.setattr("sys.excepthook", lambda *told: raised.append(told))
    QTest.mousePress(viewport, Qt.MouseButton.RightButton, PLAIN, QPoint(9, 9))
    QTest.mouseMove(viewport, QPoint(15, 17))
    QTest.mouseRelease(viewport, Qt.MouseButton.RightButton, PLAIN, QPoint(15, 17))
    turn_wheel(roc, QPointF(0, 0), 120)
    for key in (KEY.Key_Plus, KEY.Key_Up):
        QTest.keyClick(roc.plot.canvas, key, Qt.KeyboardModifier.AltModifier)
        QTest.keyClick(roc.plot.canvas, key)
    after = roc.plot.view_box.viewRange()
    seen = roc.plot.view_box.width() > 0, roc.plot.view_box.height() > 0
    assert raised == []
    assert [a for a, is_seen in zip(after, seen, strict=True) if not is_seen] == [
        b for b, is_seen in zip(before, seen, strict=True) if not is_seen
    ]


def test_that_a_double_click_on_empty_ground_shows_everything_again(roc):
    home = roc.plot.view_box.viewRange()
    turn_wheel(roc, roc.place_of(0.7, 0.3), 480)
    assert roc.plot.view_box.viewRange() != home
    place = roc.hands.at(QPointF(roc.plot.viewport.width * 0.8, roc.plot.viewport.height * 0.9))
    QTest.mouseDClick(roc.plot.canvas.viewport(), Qt.MouseButton.LeftButton, PLAIN, place)
    assert roc.plot.view_box.viewRange()[0] == pytest.approx(home[0])
    assert roc.plot.view_box.viewRange()[1] == pytest.approx(home[1])


def test_that_the_view_is_zoomed_moved_and_reset_by_keys(roc):
    home = roc.plot.view_box.viewRange()
    QTest.keyClick(roc.plot.canvas, KEY.Key_Plus)
    (left, right), _y = roc.plot.view_box.viewRange()
    assert right - left == pytest.approx(1.06 * 0.8)
    QTest.keyClick(roc.plot.canvas, KEY.Key_Right, Qt.KeyboardModifier.AltModifier)
    (moved, _right), _y = roc.plot.view_box.viewRange()
    assert moved == pytest.approx(left + 0.1 * 1.06 * 0.8)
    QTest.keyClick(roc.plot.canvas, KEY.Key_0)
    assert roc.plot.view_box.viewRange()[0] == pytest.approx(home[0])
    assert roc.asked == []


def test_that_escape_belongs_to_the_window_unless_something_is_held(roc):
    canvas = roc.plot.canvas
    override = QEvent.Type.ShortcutOverride

    def takes_escape():
        event = QKeyEvent(override, KEY.Key_Escape, PLAIN)
        event.ignore()
        QApplication.sendEvent(canvas, event)
        return event.isAccepted()

    assert not takes_escape()
    roc.hands.press(roc.plot.main.marker.pos())
    assert takes_escape()
    roc.hands.release(roc.plot.main.marker.pos())
    assert not takes_escape()


def test_that_a_focused_plot_shows_its_frame(roc):
    canvas = roc.plot.canvas
    corner = roc.plot.rect().bottomLeft()
    canvas.clearFocus()
    image = roc.plot.grab().toImage()
    unfocused = image.pixelColor(1, corner.y() - 1).name()
    roc.plot.activateWindow()
    canvas.setFocus(Qt.FocusReason.TabFocusReason)
    if not canvas.hasFocus():
        pytest.skip("no window manager gives the window the focus")
    image = roc.plot.grab().toImage()
    assert image.pixelColor(1, corner.y() - 1).name() == roc.plot.theme.text
    assert unfocused != roc.plot.theme.text


def test_that_pyqtgraphs_own_menu_and_buttons_are_gone(roc):
    assert not roc.plot.canvas.getPlotItem().menuEnabled()
    assert not roc.plot.view_box.menuEnabled()
    assert roc.plot.canvas.contextMenuPolicy() is Qt.ContextMenuPolicy.PreventContextMenu
    assert not roc.plot.canvas.getPlotItem().autoBtn.isVisible()
