"""What has the focus: from pane to pane with one key, and its ring."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence


_OF_EDITING = {
    *(Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_Y, Qt.Key.Key_Z),
}


_BY_KEY = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}


class FocusKeys(QObject):
    """Watches keys where the focus is, before they are shortcuts.

    Alt and the letter of a label shows the rings of a window. Qt paints what gets the focus by it,
    but not what had it already, whose ring then came with whatever painted it next: it is painted
    as soon as a key shows it.

    F1 asks for help on what has the focus in a dialog, a popover or a menu, which no shortcut of
    the window reaches.

    Ctrl and a letter do what the menu says in text boxes, too, but for those of editing. A box of
    Qt takes Ctrl+E, Ctrl+K and others for movements that another system has. A letter that no
    action has comes back to the box.
    """

    help_asked = Signal(QWidget)

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._watch)

    def _watch(self, _before: QWidget | None, focused: QWidget | None) -> None:
        if focused is None:
            return
        focused.window().installEventFilter(self)  # once, however often
        if focused.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled):
            focused.installEventFilter(self)

    def watch_menu(self, menu: QWidget) -> None:
        """Watch a menu, which has the keys without having the focus."""
        menu.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._help_is_asked(watched, event)
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(watched, QWidget):
            return False
        if watched.isWindow():
            focused = watched.focusWidget()
            if focused is not None:
                focused.update()
        is_box = watched.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        if not is_box or not isinstance(event, QKeyEvent) or not _is_of_actions(event):
            return False
        event.ignore()
        return True

    def _help_is_asked(self, watched: QObject, event: QKeyEvent) -> bool:
        """Ask for help where F1 came to a window that did nothing with it."""
        is_asked = event.key() == Qt.Key.Key_F1 and not event.modifiers()
        if not (is_asked and isinstance(watched, QWidget) and watched.isWindow()):
            return False
        focused: QWidget | None = watched.focusWidget()  # its stub forgets that there may be none
        self.help_asked.emit(watched if focused is None else focused)
        return True


class _Lead(QObject):
    """Takes the focus from what is around a part to that part."""

    def __init__(self, around: QWidget, part: QWidget) -> None:
        super().__init__(around)
        self._part = part
        around.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusIn:
            self._part.setFocus(event.reason())
        return False


def lead_focus(around: QWidget, part: QWidget) -> None:
    """Give the focus to a part where what is around it gets it.

    As a focus proxy of Qt does, for which it skips all else around the part: Tab would not reach
    it.
    """
    _Lead(around, part)


class _Flat(QObject):
    """Gives a flat button its frame while it has the focus by a key."""

    def __init__(self, button: QPushButton) -> None:
        super().__init__(button)
        button.setFlat(True)
        button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A button that goes loses the focus when it is no button any more.
        if isinstance(event, QFocusEvent) and isinstance(watched, QPushButton):
            watched.setFlat(not event.gotFocus() or event.reason() not in _BY_KEY)
        return False


def flatten(button: QPushButton) -> None:
    """Take the frame from a button, but while it has the focus: Fusion marks nothing else then."""
    _Flat(button)


def _is_of_actions(event: QKeyEvent) -> bool:
    """Return whether a key is Ctrl and a letter, but none of editing."""
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    is_letter = Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z and event.key() not in _OF_EDITING
    return is_letter and event.modifiers() & ~shift == control


Region: TypeAlias = "tuple[QWidget, QWidget | None]"
"""A part of a window, and what of it takes the keys; None for the first that can."""


def whole(parts: Sequence[QWidget]) -> list[Region]:
    """Return parts of a window of which the first that can takes the keys."""
    return [(part, None) for part in parts]


def is_in_sight(widget: QWidget) -> bool:
    """Return whether a widget is shown within its window: docks behind a tab are, far outside."""
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    return widget.isVisible() and place.intersects(window.rect())


def focus_next(regions: Sequence[Region], step: int = 1) -> None:
    """Move the focus to the next of some regions that is seen, or with -1 to the one before."""
    seen = [region for region in regions if is_in_sight(region[0])]
    places = [place for place, (around, _target) in enumerate(seen) if _has_focus(around)]
    # Of regions within others the inner one counts; nowhere is before the first one.
    current = places[-1] if places else (-1 if step > 0 else 0)
    for offset in range(1, len(seen) + 1):
        around, target = seen[(current + step * offset) % len(seen)]
        target = target or _first_focusable(around)
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return


def _has_focus(around: QWidget) -> bool:
    focused: QWidget | None = around.window().focusWidget()
    return focused is not None and (focused is around or around.isAncestorOf(focused))


def _first_focusable(around: QWidget) -> QWidget | None:
    for widget in [around, *around.findChildren(QWidget)]:
        strong = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if strong and widget.isEnabled() and is_in_sight(widget):
            return widget
    return None
