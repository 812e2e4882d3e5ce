"""Numbers that are asked for: found at once, or in the background where all rows are searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.decide import refuses
from evalgui.core.goals import answer, is_quick, rule_of
from evalgui.core.vocabulary import phrase
from evalgui.core.zone_goals import answer_in_zone, check_in_zone
from evalgui.core.zone_numbers import ends_of
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from evalgui.core.goals import Answer, Goal
    from evalgui.core.ranking import Ranking
    from evalgui.core.zone_goals import ZoneAnswer, ZoneGoal
    from evalgui.workspace.shown import Shown

    Found = TypeVar("Found")

_QUICK = 500_000  # thresholds, up to which nobody waits


class Goals(QObject):
    """Finds the threshold that meets what is asked; a newer goal replaces an older one."""

    answered = Signal(object, object, bool)  # the answer, of which ranking, whether to follow
    answered_in_zone = Signal(object, object)  # the answer about a grey zone, of which ranking
    refused = Signal()  # since the line is locked
    failed = Signal(object)

    def __init__(self, shown: Shown, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self._tasks = Tasks(self, phrase("looking for a threshold"))

    @property
    def is_busy(self) -> bool:
        """Whether a goal is being looked for."""
        return self._tasks.is_busy

    def ask(self, goal: Goal, *, follows: bool = False) -> None:
        """Look for the attainable threshold where a number is what is asked, if there is one.

        Raises
        ------
        GoalError
            If no threshold of any data can ever do what is asked.
        """
        ranking = self._shown.snapshot.ranking
        if ranking is None:
            return
        if refuses(self._shown.snapshot):
            self.refused.emit()
            return
        rule_of(goal, ranking.table.steps)

        def tell(found: Answer) -> None:
            self.answered.emit(found, ranking, follows)

        self._look(lambda: answer(goal, ranking), tell, ranking, is_quick=is_quick(goal))

    def ask_in_zone(self, goal: ZoneGoal) -> None:
        """Look for where the line beside a number of the grey zone makes it what is asked.

        Raises
        ------
        GoalError
            If no lines of these data can ever do what is asked.
        """
        snapshot = self._shown.snapshot
        ranking, ends = snapshot.ranking, ends_of(snapshot)
        if ranking is None or ends is None:
            return
        if not ends.moves_second(goal.number) and refuses(snapshot):
            self.refused.emit()
            return
        steps = ranking.table.steps
        check_in_zone(goal, steps)

        def tell(found: ZoneAnswer) -> None:
            self.answered_in_zone.emit(found, ranking)

        self._look(lambda: answer_in_zone(goal, steps, ends), tell, ranking)

    def _look(
        self,
        look: Callable[[], Found],
        tell: Callable[[Found], None],
        ranking: Ranking,
        *,
        is_quick: bool = False,
    ) -> None:
        """Tell what is found: at once where nobody waits for it, else from the background."""
        if len(ranking.table.steps) <= _QUICK or is_quick:
            self._tasks.cancel()
            tell(look())
            return
        self._tasks.start(
            lambda _task: look(),
            on_success=tell,
            on_failure=self.failed.emit,
            on_end=lambda: None,
        )

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()
