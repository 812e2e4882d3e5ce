"""Looks through curves of many vertices in the background, so that they are drawn at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.curves.turning import has_noted_turns, note_turns
from evalgui.core.progress import Watch
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from evalgui.core.curves import Curve
    from evalgui.core.score_table import Steps


class Turns(QObject):
    """Knows whether a curve can be drawn at once, and sees to it where it cannot."""

    noted = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, "the curves")
        self._looked_at: tuple[Curve, Steps] | None = None

    def are_noted(self, curve: Curve, steps: Steps) -> bool:
        """Return whether a curve can be drawn now; where not, `noted` says when it can."""
        if has_noted_turns(curve, steps):
            return True
        before = self._looked_at if self._tasks.is_busy else None
        if before is None or before[0] is not curve or before[1] is not steps:
            self._looked_at = curve, steps
            self._tasks.start(
                lambda task: note_turns(curve, steps, Watch(cancelled=task.is_cancelled).look),
                on_success=lambda _nothing: self.noted.emit(),
                on_failure=lambda _error: None,  # who asks again tries again
                on_end=lambda: None,
            )
        return False
