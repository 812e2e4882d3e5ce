"""Numbers that are asked for: the line goes to where they are reached, or the second one does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.zone_goals import known_rule
from evalgui.core.zone_numbers import ends_of
from evalgui.workspace.goals import Goals
from evalgui.workspace.with_exports import WithExports

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from evalgui.core.goals import Answer, Goal
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.zone_goals import ZoneAnswer, ZoneGoal
    from evalgui.core.zone_numbers import ZoneNumber
    from evalgui.workspace.import_memory import ImportMemory


class WithGoals(WithExports):
    """Goes to what is asked of a number."""

    def __init__(
        self, snapshot: Snapshot, memory: ImportMemory | None, parent: QObject | None = None
    ) -> None:
        super().__init__(snapshot, memory, parent)
        self.goals = Goals(self)
        self.goals.failed.connect(self.failed)
        self.goals.answered.connect(self._on_answered)
        self.goals.answered_in_zone.connect(self._on_answered_in_zone)

    def ask_for(self, goal: Goal, *, follows: bool = False) -> None:
        """Go to the attainable threshold where a number is what is asked, if there is one.

        Where it would meet the second line of a grey zone, or pass it, the line stays.

        Raises
        ------
        GoalError
            If no threshold of any data can ever do what is asked.
        """
        ranking = self.snapshot.ranking
        if ranking is not None and not self.refuses():
            self.goals.ask(goal, ranking, follows=follows)

    def ask_in_zone(self, goal: ZoneGoal) -> None:
        """Move the line beside a number of the grey zone to where it is what is asked.

        Raises
        ------
        GoalError
            If no lines of these data can ever do what is asked.
        """
        ranking, ends = self.snapshot.ranking, ends_of(self.snapshot)
        if ranking is not None and ends is not None and not self.refuses_in_zone(goal.number):
            self.goals.ask_in_zone(goal, ranking, ends)

    def moves_second(self, number: ZoneNumber) -> bool:
        """Return whether a number of the grey zone asks for the second line."""
        ends = ends_of(self.snapshot)
        return ends is not None and ends.moves_second(number)

    def refuses_in_zone(self, number: ZoneNumber) -> bool:
        """Return whether the line that a number asks for is locked; if so, say that it stays."""
        return not self.moves_second(number) and self.refuses()

    def would_end_zone(self, threshold: float | None, *, of_second: bool = False) -> bool:
        """Return whether the line would meet the second one at a threshold, or the reverse."""
        ranking, ends = self.snapshot.ranking, ends_of(self.snapshot)
        if threshold is None or ranking is None or ends is None:
            return False
        return ranking.table.steps.row_at(threshold) == ends.of_lines[0 if of_second else 1]

    def would_pass(self, threshold: float | None, *, of_second: bool = False) -> bool:
        """Return whether the line would go beyond the second one, or the reverse."""
        ranking, ends = self.snapshot.ranking, ends_of(self.snapshot)
        if threshold is None or ranking is None or ends is None:
            return False
        here, other = ends.of_lines[::-1] if of_second else ends.of_lines
        row = ranking.table.steps.row_at(threshold)
        return row > other > here or row < other < here

    def go_in_zone(self, answer: ZoneAnswer, row: int) -> None:
        """Move the line of an answer to a row, as one step, while both are where they were."""
        ranking = self.snapshot.ranking
        if ranking is None or ends_of(self.snapshot) != answer.ends:
            return
        threshold = ranking.table.steps.threshold(row)
        if self.moves_second(answer.goal.number):
            self.choose_second(threshold)
            return
        known = known_rule(answer, row, ranking)
        if known is not None:
            self.use_choice(known)
        else:
            self.choose_threshold(threshold)

    def _on_answered(self, answer: Answer, ranking: Ranking, follows: bool) -> None:  # noqa: FBT001 - a slot
        choice = answer.choice
        there = choice.threshold
        if self.would_end_zone(there) or self.would_pass(there):
            return
        if ranking is self.snapshot.ranking:
            self.use_choice(choice, follows=follows)

    def _on_answered_in_zone(self, answer: ZoneAnswer, ranking: Ranking) -> None:
        if ranking is self.snapshot.ranking and answer.row is not None:
            self.go_in_zone(answer, answer.row)
