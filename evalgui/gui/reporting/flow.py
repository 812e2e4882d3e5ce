"""Filling pages from the top: what comes next stands below, or on the next page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter

Paint: TypeAlias = "Callable[[QPainter], None]"


@dataclass(slots=True)
class Flow:
    """The pages so far, and where the next thing stands.

    Parameters
    ----------
    frames
        Where there is room on a page: one frame, or columns from left to right.
    """

    frames: tuple[QRectF, ...]
    pages: list[list[Paint]] = field(default_factory=lambda: [[]])
    _frame: int = 0
    _y: float = 0.0

    @property
    def frame(self) -> QRectF:
        """The frame that is being filled."""
        return self.frames[self._frame]

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.frame.width()

    @property
    def height(self) -> float:
        """How high it is."""
        return self.frame.height()

    @property
    def left(self) -> float:
        """Where it begins from the left."""
        return self.frame.left()

    @property
    def y(self) -> float:
        """Where the next thing stands, from the top of the page."""
        return self.frame.top() + self._y

    @property
    def room(self) -> float:
        """How much height is left in it."""
        return self.height - self._y

    @property
    def is_at_top(self) -> bool:
        """Whether nothing stands in it yet."""
        return self._y <= 0

    def need(self, height: float) -> bool:
        """Go on where there is so much room; return whether that is another frame."""
        if height <= self.room or self.is_at_top:
            return False
        self.turn()
        return True

    def turn(self) -> None:
        """Go on in the next frame, or on the next page."""
        self._frame += 1
        if self._frame == len(self.frames):
            self._frame = 0
            self.pages.append([])
        self._y = 0.0

    def draw(self, paint: Paint) -> None:
        """Have something painted on this page."""
        self.pages[-1].append(paint)

    def skip(self, height: float) -> None:
        """Leave some room; none at the top of a page."""
        self._y += height

    def space(self, height: float) -> None:
        """Leave room between two things: none at the top."""
        if not self.is_at_top:
            self._y += height


class Element(Protocol):
    """Something that stands on pages."""

    def lead(self, width: float) -> float:
        """Return how much has to stand together at its beginning, with the room above."""

    def place(self, flow: Flow) -> None:
        """Put it on the pages."""
