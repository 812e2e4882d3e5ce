"""Numbers that are asked for: found at once, or in the background where all rows are searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.api import is_quick, rule_of
from evalgui.core.goals import answer
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from evalgui.core.api import Ranking
    from evalgui.core.goals import Answer, Goal

_QUICK = 500_000  # thresholds, up to which nobody waits


class Goals(QObject):
    """Finds the threshold that meets what is asked; a newer goal replaces an older one."""

    answered = Signal(object, object, bool)  # the answer, of which ranking, whether to follow
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, "looking for a threshold")

    @property
    def is_busy(self) -> bool:
        """Whether a goal is being looked for."""
        return self._tasks.is_busy

    def ask(self, goal: Goal, ranking: Ranking, *, follows: bool) -> None:
        """Look for a threshold of a score.

        Raises
        ------
        GoalError
            If no threshold of any data can ever do what is asked.
        """
        rule_of(goal, ranking.table.steps)
        if len(ranking.table.steps) <= _QUICK or is_quick(goal):
            self._tasks.cancel()
            self.answered.emit(answer(goal, ranking), ranking, follows)
            return

        def tell(found: Answer) -> None:
            self.answered.emit(found, ranking, follows)

        self._tasks.start(
            lambda _task: answer(goal, ranking),
            on_success=tell,
            on_failure=self.failed.emit,
            on_end=lambda: None,
        )

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()
