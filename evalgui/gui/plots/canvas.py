"""The surface of a plot: mouse and keys, told in pixels of the view box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pyqtgraph as pg
from PySide6.QtCore import QCoreApplication, QEvent, QMarginsF, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from evalgui.gui.accessible import speak_for
from evalgui.gui.described import Described
from evalgui.gui.focus_ring import has_own_ring
from evalgui.gui.table_beside import OPENS

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QAccessibleInterface,
        QFocusEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
        QWheelEvent,
    )

    from evalgui.gui.plots.plot_axis import PlotAxis

_ZOOM_BY_WHEEL = 0.9985  # for each eighth of a degree
_ZOOM_BY_KEY = 0.8
TOP_MARGIN, RIGHT_MARGIN = 4, 14  # pixels between the frame and the edge
_AROUND = 2  # pixels that pyqtgraph's layout takes of each way
_PAN_BY_KEY = 0.1  # of the view
_BEHIND = -1_000  # the grid lies under the curves
_STILL = 4  # pixels: a button that is let go so near was clicked
_MANY = 10  # distinct scores with Shift

_BY_KEYS = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}
_PASSING = {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason}

_STEP_KEYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_PERCENT_KEYS = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}
_END_KEYS = {Qt.Key.Key_Home: False, Qt.Key.Key_End: True}
_ASKING_KEYS = {Qt.Key.Key_0: "reset_requested", OPENS: "table_requested"}
_ZOOM_KEYS = {
    Qt.Key.Key_Plus: _ZOOM_BY_KEY,
    Qt.Key.Key_Equal: _ZOOM_BY_KEY,
    Qt.Key.Key_Minus: 1 / _ZOOM_BY_KEY,
}
_PAN_KEYS = {
    Qt.Key.Key_Left: (-_PAN_BY_KEY, 0.0),
    Qt.Key.Key_Right: (_PAN_BY_KEY, 0.0),
    Qt.Key.Key_Up: (0.0, _PAN_BY_KEY),
    Qt.Key.Key_Down: (0.0, -_PAN_BY_KEY),
}


class Pointer(Protocol):
    """Who is told what the left button does, in pixels of the view box."""

    @property
    def is_dragging(self) -> bool:
        """Whether something is held."""

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor to show where something can be taken."""

    def press(self, position: QPointF) -> None:
        """Take what is here."""

    def begin_brush(self, position: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Begin to select a range where a key for it is held; return whether it began."""

    def double_press(self, position: QPointF) -> None:
        """Do more with what is here, after it was pressed once."""

    def drag(self, position: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Move what is held; keys that are pressed say how."""

    def release(self) -> None:
        """Let go."""

    def cancel(self) -> None:
        """Let go, and undo the drag."""

    def hover(self, position: QPointF | None) -> None:
        """Tell about what is here; None when the mouse has left."""


class Fitted(Protocol):
    """Who is told that the canvas has another size."""

    def fit_frame(self) -> None:
        """Set the margins for another size."""

    def fit_names(self) -> None:
        """Let names take the room beside the axes of another size."""


class _PaintsLater(QObject):
    """Holds back the painting of a window, as an event filter on it."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.is_awaited = False

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        is_painting = event.type() == QEvent.Type.UpdateRequest
        self.is_awaited |= is_painting
        return is_painting


class PlotCanvas(Described, pg.PlotWidget):
    """A plot without pyqtgraph's own menus and gestures, and with the keys of a threshold.

    The left button takes the threshold, and on empty ground moves the view, as the other
    buttons do anywhere; the wheel zooms.
    """

    steps_requested = Signal(int)
    end_requested = Signal(bool)
    percentile_steps_requested = Signal(int)
    reset_requested = Signal()
    table_requested = Signal()
    read_first = Signal()  # by a screen reader
    menu_requested = Signal(QPointF, QPoint)  # where in the view box, and on the screen
    focus_changed = Signal()

    _is_made = False  # while pyqtgraph makes its parts

    def __init__(self, axes: dict[str, PlotAxis], pointer: Pointer, fitted: Fitted) -> None:
        super().__init__(axisItems=axes, enableMenu=False)
        for axis in axes.values():
            axis.setZValue(_BEHIND)
        self._pointer, self._fitted = pointer, fitted
        self._panned_from: QPointF | None = None
        self._panned_with = Qt.MouseButton.NoButton
        self._pressed_at = QPointF()
        self._paints_later = _PaintsLater(self)
        self.shows_focus = False  # whether keys are in use, so that who has them is to be seen
        self.zoom_axes = (True, True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.hideButtons()
        item = self.getPlotItem()
        for part in (self, item):  # axes have their directions, however sentences are read
            part.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        # A menu that nobody opens; without a parent it would end whenever Python collects it.
        item.ctrlMenu.setParent(self, item.ctrlMenu.windowFlags())
        self._margins = QMarginsF(0, TOP_MARGIN, RIGHT_MARGIN, 0)
        item.setContentsMargins(self._margins)
        self.view_box = item.getViewBox()
        self.view_box.disableAutoRange()
        self.view_box.setDefaultPadding(0.0)
        has_own_ring(self)  # that of the whole plot
        self._is_made = True

    def set_margins(self, left: float, top: float, right: float) -> None:
        """Leave so much room around the axes, besides what there always is."""
        wanted = QMarginsF(left, TOP_MARGIN + top, RIGHT_MARGIN + right, 0.0)
        if wanted != self._margins:
            self._margins = wanted
            self.getPlotItem().setContentsMargins(wanted)

    def frame_height(self, below: float) -> float:
        """Return how high the frame is above an axis so high."""
        return float(self.viewport().height() - below - TOP_MARGIN - _AROUND)

    def beside_a_square(self, left: float, below: float, ratio: float = 1.0) -> tuple[float, float]:
        """Return the width and the height that a frame so much higher than wide leaves."""
        wide = self.viewport().width() - left - RIGHT_MARGIN - _AROUND
        high = self.frame_height(below)
        return max(wide - high / ratio, 0.0), max(high - wide * ratio, 0.0)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        if self._is_made:
            self._fitted.fit_frame()  # before all is laid out, once
        super().resizeEvent(event)
        if self._is_made:
            self._fitted.fit_names()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.scene().prepareForPaint()
        self._tell_what_moved()
        super().paintEvent(event)

    def _tell_what_moved(self) -> None:
        """Let the scene say what has to be painted again, before any of it is painted.

        It would say so when the program next waits. Where a part of the plot is painted before
        that, Qt no longer knows where items were, and their old picture stays. Having said it, a
        scene has its window painted at once: that waits, since it is being painted now.
        """
        window, later = self.window(), self._paints_later
        later.is_awaited = False
        window.installEventFilter(later)
        QCoreApplication.sendPostedEvents(self.scene(), QEvent.Type.MetaCall)
        window.removeEventFilter(later)
        if later.is_awaited:
            request, priority = QEvent(QEvent.Type.UpdateRequest), Qt.EventPriority.LowEventPriority
            QCoreApplication.postEvent(window, request, priority.value)

    # --------------------------------------------------------------------------- mouse

    def in_view_box(self, event: QMouseEvent | QWheelEvent) -> QPointF:
        """Return where an event was, in pixels of the view box."""
        scene = self.mapToScene(event.position().toPoint())
        return QPointF(self.view_box.mapFromScene(scene))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        position = self.in_view_box(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self._pointer.cursor_at(position) is not None:
            self._pointer.press(position)
            self._show_cursor(position)
        elif is_left and self._pointer.begin_brush(position, event.modifiers()):
            self.viewport().setCursor(Qt.CursorShape.CrossCursor)
        elif self._panned_from is None and not self._pointer.is_dragging:
            self._panned_from, self._panned_with = position, event.button()
            self._pressed_at = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        position = self.in_view_box(event)
        if self._pointer.is_dragging:
            self._pointer.drag(position, event.modifiers())
        elif self._panned_from is not None:
            self._pan(self._panned_from - position)
            self._panned_from = position
        else:
            self._show_cursor(position)
            self._pointer.hover(position)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if event.button() == self._panned_with:
            self._panned_from, self._panned_with = None, Qt.MouseButton.NoButton
            moved = (event.position() - self._pressed_at).manhattanLength()
            if event.button() == Qt.MouseButton.RightButton and moved < _STILL:
                place = event.globalPosition().toPoint()
                self.menu_requested.emit(self.in_view_box(event), place)
        elif event.button() == Qt.MouseButton.LeftButton and self._pointer.is_dragging:
            self._pointer.release()
        self._show_cursor(self.in_view_box(event))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        position = self.in_view_box(event)
        if self._pointer.cursor_at(position) is None:
            self.reset_requested.emit()
        else:
            self._pointer.double_press(position)
            self._show_cursor(position)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        if self._pointer.is_dragging:
            return
        turned = event.angleDelta().y() or event.angleDelta().x()
        self._zoom(_ZOOM_BY_WHEEL**turned, self.in_view_box(event))

    def leaveEvent(self, event: QEvent) -> None:
        self._pointer.hover(None)
        super().leaveEvent(event)

    def _show_cursor(self, position: QPointF) -> None:
        shape = self._pointer.cursor_at(position)
        if self._pointer.is_dragging and shape is Qt.CursorShape.OpenHandCursor:
            shape = Qt.CursorShape.ClosedHandCursor
        wanted = Qt.CursorShape.ArrowCursor if shape is None else shape
        if self.viewport().cursor().shape() is not wanted:
            self.viewport().setCursor(wanted)

    def _zoom(self, factor: float, position: QPointF) -> None:
        # Not mapToView, whose matrix has no inverse along an axis that has no place.
        (left, right), (bottom, top) = self.view_box.viewRange()
        x, y = self._axes_seen()
        across = left + position.x() / self.view_box.width() * (right - left) if x else left
        up = top - position.y() / self.view_box.height() * (top - bottom) if y else top
        centre = QPointF(across, up)
        self.view_box.scaleBy(x=factor if x else None, y=factor if y else None, center=centre)

    def _axes_seen(self) -> tuple[bool, bool]:
        """Return along which axes the view can be changed: squeezed to nothing one has no place."""
        x, y = self.zoom_axes
        return x and self.view_box.width() > 0, y and self.view_box.height() > 0

    def _pan(self, pixels: QPointF) -> None:
        (left, right), (bottom, top) = self.view_box.viewRange()
        x, y = self._axes_seen()
        dx = pixels.x() / self.view_box.width() * (right - left) if x else None
        dy = -pixels.y() / self.view_box.height() * (top - bottom) if y else None
        self.view_box.translateBy(x=dx, y=dy)

    # ---------------------------------------------------------------------------- keys

    def event(self, event: QEvent) -> bool:
        # While something is held Esc lets go of it, whatever else it means in the window.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self._pointer.is_dragging
        ):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.shows_focus:
            self.shows_focus = True
            self.focus_changed.emit()
        if not self._handle_key(Qt.Key(event.key()), event.modifiers()):
            event.ignore()

    def _handle_key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        modifier = Qt.KeyboardModifier
        many = _MANY if modifiers & modifier.ShiftModifier else 1
        plain = not modifiers & (
            modifier.ControlModifier | modifier.AltModifier | modifier.MetaModifier
        )
        if key is Qt.Key.Key_Escape and self._pointer.is_dragging:
            self._pointer.cancel()
        elif modifiers & modifier.AltModifier and key in _PAN_KEYS:
            self._pan_by_key(*_PAN_KEYS[key])
        elif not plain:
            return False
        elif key in _STEP_KEYS:
            self.steps_requested.emit(_STEP_KEYS[key] * many)
        elif key in _PERCENT_KEYS:
            self.percentile_steps_requested.emit(_PERCENT_KEYS[key] * many)
        elif key in _END_KEYS:
            self.end_requested.emit(_END_KEYS[key])
        elif key in _ZOOM_KEYS:
            middle = QPointF(self.view_box.width() / 2, self.view_box.height() / 2)
            self._zoom(_ZOOM_KEYS[key], middle)
        elif key in _ASKING_KEYS:
            getattr(self, _ASKING_KEYS[key]).emit()
        elif key is Qt.Key.Key_Menu:
            middle = QPointF(self.view_box.width() / 2, self.view_box.height() / 2)
            self.menu_requested.emit(middle, self.mapToGlobal(self.rect().center()))
        else:
            return False
        return True

    def _pan_by_key(self, x: float, y: float) -> None:
        self._pan(QPointF(x * self.view_box.width(), -y * self.view_box.height()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() not in _PASSING:
            self.shows_focus = event.reason() in _BY_KEYS
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.shows_focus &= event.reason() in _PASSING
        self.focus_changed.emit()


class _Chart(QAccessibleWidget):
    """What a plot is to a screen reader: a chart, with what can be pressed on it."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas, QAccessible.Role.Chart)
        self._is_read = False

    def text(self, which: QAccessible.Text) -> str:
        canvas = self.object()
        if isinstance(canvas, PlotCanvas):
            if not self._is_read:
                self._is_read = True
                canvas.read_first.emit()
            if which == QAccessible.Text.Description:
                return canvas.accessibleDescription()  # as it is by now
        return super().text(which)

    def _parts(self) -> list[QAccessibleInterface]:
        every: list[QAccessibleInterface | None] = [
            super(_Chart, self).child(place) for place in range(super().childCount())
        ]
        found = [part for part in every if part is not None]
        return [part for part in found if part.role() != QAccessible.Role.Client]

    def childCount(self) -> int:
        return len(self._parts())

    def child(self, place: int) -> QAccessibleInterface | None:  # type: ignore[override]
        parts = self._parts()
        return parts[place] if 0 <= place < len(parts) else None

    def indexOfChild(self, part: QAccessibleInterface) -> int:
        objects = [one.object() for one in self._parts()]
        return objects.index(part.object()) if part.object() in objects else -1


speak_for(PlotCanvas, _Chart)
