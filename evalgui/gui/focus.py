"""From pane to pane with one key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence


def focus_next(panes: Sequence[QWidget]) -> None:
    """Move the focus to the next of some panes that is visible."""
    shown = [pane for pane in panes if pane.isVisible()]
    current = next((n for n, pane in enumerate(shown) if _has_focus(pane)), -1)
    for offset in range(1, len(shown) + 1):
        target = _first_focusable(shown[(current + offset) % len(shown)])
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return


def _has_focus(pane: QWidget) -> bool:
    focused = pane.window().focusWidget()
    return focused is pane or pane.isAncestorOf(focused)


def _first_focusable(pane: QWidget) -> QWidget | None:
    for widget in [pane, *pane.findChildren(QWidget)]:
        strong = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if strong and widget.isVisibleTo(pane) and widget.isEnabled():
            return widget
    return None
