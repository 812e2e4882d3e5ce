"""Undo and redo of what the user chose: frozen inputs on two stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evalgui.core.snapshot import Inputs

_LONGEST = 200


class History:
    """The inputs that were committed, and where in them the user stands."""

    def __init__(self) -> None:
        self._past: list[Inputs] = []
        self._future: list[Inputs] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to take again."""
        return bool(self._future)

    def remember(self, before: Inputs) -> None:
        """Note the inputs before a step that was just committed."""
        self._past.append(before)
        del self._past[:-_LONGEST]
        self._future.clear()

    def undo(self, current: Inputs) -> Inputs:
        """Return the inputs one step back; the current ones if there is none."""
        if not self._past:
            return current
        self._future.append(current)
        return self._past.pop()

    def redo(self, current: Inputs) -> Inputs:
        """Return the inputs one step forward; the current ones if there is none."""
        if not self._future:
            return current
        self._past.append(current)
        return self._future.pop()

    def clear(self) -> None:
        """Forget everything: another data set is open."""
        self._past.clear()
        self._future.clear()
