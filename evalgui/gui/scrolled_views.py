"""Tables and trees as they are scrolled: heads are painted whole, and it ends with the drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QAbstractItemView as _View
    from PySide6.QtWidgets import QTableView
else:
    _View = object


def paint_heads_whole(table: QTableView) -> None:
    """Paint all heads anew after each scroll to the side.

    Qt moves what was painted and adds the strip that came into view: a letter that the edge of
    the strip runs through, or that stands behind it, may then stand beside its place.
    """
    heads = table.horizontalHeader().viewport()
    table.horizontalScrollBar().valueChanged.connect(lambda _place: heads.update())


class ScrollsWithDrag(_View):
    """A view that scrolls while a drag leaves it, and no longer; its class of Qt comes second.

    Qt scrolls on after the button is let go, until nothing moves: in a view of one row's height
    that is never, and it goes to and fro between two rows.
    """

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.stopAutoScroll()
