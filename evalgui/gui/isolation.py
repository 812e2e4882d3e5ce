"""Views apart from each other: where one cannot show a snapshot, all others do."""

from __future__ import annotations

import sys
from functools import partial, wraps
from traceback import walk_tb
from typing import TYPE_CHECKING, ParamSpec, cast

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QLabel, QWidget

from evalgui.core.languages import tr
from evalgui.core.snapshot import EMPTY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.view import View

P = ParamSpec("P")

_FAILED = "could_not_be_drawn"
_WORDS = tr("This part could not be drawn.")


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
        has_failed = getattr(view, _FAILED, None)
        if has_failed is None:
            setattr(view, _FAILED, False)  # it is known for a view from now on
        try:
            view.show_snapshot(EMPTY if has_failed else old, new)
        except Exception:  # noqa: BLE001 - of any kind: the other views must go on
            sys.excepthook(*sys.exc_info())
            _cover(cast("QWidget", view))
        else:
            if has_failed:
                _uncover(cast("QWidget", view))


def apart(paint: Callable[P, None]) -> Callable[P, None]:
    """Let the painting of one item end well whatever happens: its error is reported here.

    Of an error that leaves it, Qt's scene knows nothing: it would go on painting with it.
    """

    @wraps(paint)
    def painted(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            paint(*args, **kwargs)
        except Exception:  # noqa: BLE001 - of any kind: the other items are painted
            sys.excepthook(*sys.exc_info())

    return painted


def cover_at(trace: TracebackType | None) -> None:
    """Cover the view in which an error came by that nothing caught, such as one in painting.

    The error of a snapshot is caught here, where the view is covered as well.
    """
    places = [*walk_tb(trace)]
    if any(frame.f_code is show_each.__code__ for frame, _line in places):
        return
    for frame, _line in reversed(places):
        view = _view_of(frame.f_locals.get("self"))
        if view is not None:
            QTimer.singleShot(0, view, partial(_cover, view))  # not in the midst of painting
            return


def _view_of(part: object) -> QWidget | None:
    """Return the view that a widget, an item of a plot or another object belongs to."""
    if isinstance(part, QGraphicsItem):
        part = part.scene()
    if isinstance(part, QGraphicsScene):
        part = next(iter(part.views()), None)
    while isinstance(part, QObject):
        if isinstance(part, QWidget) and getattr(part, _FAILED, None) is not None:
            return part
        part = part.parent()
    return None


def _cover(widget: QWidget) -> None:
    if getattr(widget, _FAILED, None) is not True:
        setattr(widget, _FAILED, True)
        Cover(widget)


def tell_each(views: Iterable[View], act: Callable[[View], object]) -> None:
    """Let each view do something; the error of one is reported, and the others do it as well."""
    for view in views:
        try:
            act(view)
        except Exception:  # noqa: BLE001 - of any kind: the other views must go on
            sys.excepthook(*sys.exc_info())


def _uncover(widget: QWidget) -> None:
    setattr(widget, _FAILED, False)
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    for cover in widget.findChildren(Cover, _FAILED, direct):
        widget.removeEventFilter(cover)
        cover.hide()
        cover.deleteLater()
