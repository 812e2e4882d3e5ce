"""What can be taken with the mouse to move the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF, Qt


class Grip(Protocol):
    """Something on a plot that a drag takes hold of. Positions are pixels of the view box."""

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor to show where a press would take hold; None elsewhere."""

    def take(self, position: QPointF) -> float | None:
        """Take hold; return a threshold to ask for at once, if the press itself says one."""

    def move(self, position: QPointF) -> float | None:
        """Return the threshold to ask for when the mouse is here; None for no change."""

    def resume(self) -> None:
        """Go on from here: the threshold was moved otherwise since the last `move`."""

    def toward_higher(self, moved: QPointF) -> float:
        """Return how many pixels of a movement go toward higher scores, below 0 for lower ones."""
