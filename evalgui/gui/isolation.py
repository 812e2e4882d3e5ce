"""Views apart from each other: where one cannot show a snapshot, all others do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLabel, QWidget

from evalgui.core.snapshot import EMPTY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.view import View

_FAILED = "could_not_be_drawn"
_WORDS = "This part could not be drawn."


class Cover(QLabel):
    """What lies over a view that failed, so that nothing out of date is seen."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(_WORDS, view)
        self.setObjectName(_FAILED)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setAutoFillBackground(True)
        self.setGeometry(view.rect())
        view.installEventFilter(self)
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(cast("QWidget", watched).rect())
        return False


def show_each(views: Iterable[View], old: Snapshot, new: Snapshot) -> None:
    """Let each view show the difference between two snapshots.

    One that raises is covered and reported. What it shows then is unknown: with the next
    snapshot it begins anew.
    """
    for view in views:
        widget = cast("QWidget", view)
        has_failed = widget.property(_FAILED) is True
        before = EMPTY if has_failed else old
        if _has_done(lambda view=view, before=before: view.show_snapshot(before, new)):  # type: ignore[misc]
            if has_failed:
                _uncover(widget)
        elif not has_failed:
            widget.setProperty(_FAILED, True)
            Cover(widget)


def tell_each(views: Iterable[View], act: Callable[[View], object]) -> None:
    """Let each view do something; the error of one is reported, and the others do it as well."""
    for view in views:
        _has_done(lambda view=view: act(view))  # type: ignore[misc]


def _has_done(act: Callable[[], object]) -> bool:
    try:
        act()
    except Exception:  # noqa: BLE001 - of any kind: the other views must go on
        sys.excepthook(*sys.exc_info())
        return False
    return True


def _uncover(widget: QWidget) -> None:
    widget.setProperty(_FAILED, False)
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    for cover in widget.findChildren(Cover, _FAILED, direct):
        widget.removeEventFilter(cover)
        cover.hide()
        cover.deleteLater()
