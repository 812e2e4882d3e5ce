"""Files that were opened together and have to be asked about: one question after the other."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.workspace.opened_file import Opened, Place


class Questions:
    """What is still to be asked, and whether an answer comes beside what is open."""

    def __init__(self) -> None:
        self._waiting: deque[Opened] = deque()
        self._together: set[Place] = set()
        self._is_one_open = False

    def begin(self, waiting: Iterable[Opened], *, is_one_open: bool) -> None:
        """Take the questions about other files, one of which may be open already."""
        self._waiting = deque(waiting)
        self._together = {opened.path for opened in self._waiting}
        self._is_one_open = is_one_open

    def next(self) -> Opened | None:
        """Return what to ask about now, once; None where there is nothing more."""
        return self._waiting.popleft() if self._waiting else None

    def are_about(self, place: Place) -> bool:
        """Return whether a file is one of those that were opened together."""
        return place in self._together

    def note_open(self) -> None:
        """Let the other answers come beside the one that is open now."""
        self._is_one_open = True

    def goes_beside(self, place: Place) -> bool:
        """Return whether a file that was asked about comes beside what is open."""
        return self._is_one_open and place in self._together
