"""Tables and trees as they are scrolled and their columns moved: what is seen is painted whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTreeView, QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView as _View
    from PySide6.QtWidgets import QTableView
else:
    _View = object


def paint_whole(view: QTableView | QTreeView) -> None:
    """Paint heads and cells anew after each scroll to the side, and heads while one is dragged.

    Qt moves what was painted and adds the strip that came into view: a letter that the edge of
    the strip runs through, or that stands behind it, may then stand beside its place.
    """
    header = view.header() if isinstance(view, QTreeView) else view.horizontalHeader()
    heads, cells = header.viewport(), view.viewport()

    def paint_anew(_place: int) -> None:
        heads.update()
        cells.update()

    view.horizontalScrollBar().valueChanged.connect(paint_anew)
    heads.installEventFilter(_Dragged(header))


class _Dragged(QObject):
    """Paints heads anew while one is dragged, and once it is dropped.

    Qt leaves heads marked that were the goal of the drag for a moment.
    """

    def eventFilter(self, heads: QObject, event: QEvent) -> bool:
        of_a_drag = isinstance(event, QMouseEvent) and (event.button() or event.buttons())
        if of_a_drag and isinstance(heads, QWidget):
            heads.update()
        return False


class ScrollsWithDrag(_View):
    """A view that scrolls while a drag leaves it, and no longer; its class of Qt comes second.

    Qt scrolls on after the button is let go, until nothing moves: in a view of one row's height
    that is never, and it goes to and fro between two rows.
    """

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.stopAutoScroll()
