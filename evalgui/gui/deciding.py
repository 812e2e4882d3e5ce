"""The decision wired up: its pane, the field for what is asked, and all that can be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QSize

from evalgui.core.goals import GoalError, Wanted
from evalgui.core.requests import (
    CommitDrag,
    DragSecond,
    DragThreshold,
    GoInZone,
    MoveThreshold,
    Prespecify,
    SetFollowed,
    SetLocked,
    SetSecond,
    SetThreshold,
    UseChoice,
)
from evalgui.core.threshold_moves import by_steps
from evalgui.core.vocabulary import words_in
from evalgui.core.zone_numbers import ZoneNumber, moves_second, would_end_zone, would_pass
from evalgui.gui import panes
from evalgui.gui.confusion.zone_editor import ZoneEditor
from evalgui.gui.look import GRID
from evalgui.gui.panels.goal_editor import GoalEditor
from evalgui.workspace.settings import DECISION_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.goals import Answer, Goal
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.zone_goals import ZoneGoal
    from evalgui.gui.confusion.confusion_panel import ConfusionPanel
    from evalgui.gui.main_window import MainWindow
    from evalgui.gui.panels.choose_by import ChooseBy
    from evalgui.gui.panels.decision_panel import DecisionPanel
    from evalgui.gui.panels.rules_panel import RulesPanel
    from evalgui.workspace.settings import Settings
    from evalgui.workspace.workspace import Workspace


_OF_FIELD = QSize(GRID * 25, 1)


class Deciding(QObject):
    """Connects what asks for a threshold with the workspace, which has the say."""

    def __init__(self, window: MainWindow, workspace: Workspace, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._workspace, self._settings = window, workspace, settings
        self._choosing: ChooseBy | None = None
        self._held: float | None = None  # the threshold where one is dragged from
        self.editor = GoalEditor(window)
        self.editor.goal_requested.connect(self._on_goal_requested)
        self.editor.choice_requested.connect(
            lambda choice, follows: workspace.ask(UseChoice(choice, is_followed=follows))
        )
        self.editor.threshold_entered.connect(self._on_threshold_entered)
        self.editor.second_entered.connect(self._on_second_entered)
        self.zone_editor = ZoneEditor(window)
        self.zone_editor.goal_requested.connect(self._on_zone_goal_requested)
        self.zone_editor.row_requested.connect(
            lambda answer, row: workspace.ask(GoInZone(answer, row))
        )
        workspace.goals.answered_in_zone.connect(
            lambda found, _of: self.zone_editor.show_answer(found)
        )
        workspace.goals.answered.connect(self._on_answered)
        workspace.refused.connect(lambda: self._say(lambda panel: panel.head.say_locked()))
        workspace.zone_ended.connect(lambda: self._say(lambda panel: panel.head.say_zone_ended()))
        workspace.zone_turned.connect(lambda: self._say(lambda panel: panel.head.say_zone_turned()))
        workspace.changed.connect(self._on_changed)
        window.metrics.tree.number_asked.connect(self.ask_for)
        window.metrics.tree.choice_requested.connect(
            lambda choice: workspace.ask(UseChoice(choice))
        )
        window.place(panes.DECISION).when_made(self._connect_decision)
        window.place(panes.RULES).when_made(self._connect_rules)

    def connect_matrix(self, panel: ConfusionPanel) -> None:
        """Let the cells of a matrix be asked for."""
        panel.number_asked.connect(self._ask_in_matrix)

    def _connect_decision(self, panel: DecisionPanel) -> None:
        workspace = self._workspace
        lines: list[str] = self._settings.value(DECISION_NUMBERS)
        panel.set_numbers(lines)
        panel.numbers_changed.connect(
            lambda lines: self._settings.set_value(DECISION_NUMBERS, lines)
        )
        panel.lock_requested.connect(lambda on: workspace.ask(SetLocked(is_locked=on)))
        panel.number_asked.connect(self.ask_for)
        panel.choice_requested.connect(lambda choice: workspace.ask(UseChoice(choice)))
        panel.threshold_asked.connect(self._ask_for_threshold)
        panel.head.choose_requested.connect(self._choose)
        panel.all_requested.connect(lambda: self._window.panes.raise_dock(panes.METRICS))
        head = panel.head
        head.second_asked.connect(lambda place: self._ask_for_threshold(place, is_second=True))
        head.steps_requested.connect(self._step)
        head.drag_requested.connect(self._drag)
        head.drag_ended.connect(self._drop)

    def _step(self, n_steps: int, of_second: bool) -> None:  # noqa: FBT001 - a slot
        """Move a line of the sentence from score to score."""
        workspace, ranking = self._workspace, self._workspace.snapshot.ranking
        second = workspace.snapshot.choices.second
        if not of_second:
            workspace.ask(MoveThreshold(n_steps))
        elif ranking is not None and second is not None:
            workspace.ask(SetSecond(by_steps(ranking.table.steps, second, n_steps)))

    def _drag(self, n_steps: int, of_second: bool) -> None:  # noqa: FBT001 - a slot
        """Drag a line of the sentence so many scores from where it was taken hold of."""
        workspace, snapshot = self._workspace, self._workspace.snapshot
        if snapshot.ranking is None or snapshot.point is None:
            return
        if self._held is None:
            self._held = snapshot.choices.second if of_second else snapshot.point.threshold
        if self._held is not None:
            there = by_steps(snapshot.ranking.table.steps, self._held, n_steps)
            workspace.ask(DragSecond(there) if of_second else DragThreshold(there))

    def _drop(self) -> None:
        self._held = None
        self._workspace.ask(CommitDrag())

    def _choose(self, place: QRect) -> None:
        """Offer the rules of the field as sentences, with what each would give."""
        from evalgui.gui.panels.choose_by import ChooseBy

        workspace = self._workspace
        if self._choosing is None:
            self._choosing = ChooseBy(self._window, self._window.rules.model)
            self._choosing.use_requested.connect(lambda choice: workspace.ask(UseChoice(choice)))
            self._choosing.all_requested.connect(self._show_every_rule)
            self._choosing.looked_at.connect(workspace.previews.look_at)
            self._choosing.looked_away.connect(workspace.previews.look_away)
        if workspace.snapshot.ranking is not None and not workspace.refuses():
            self._choosing.open_at(place, workspace.snapshot)

    def _show_every_rule(self) -> None:
        """Show all rules, at the one in force."""
        self._window.rules.show_every(shown=True)
        self._window.panes.raise_dock(panes.RULES)
        self._window.rules.tree.go_to_rule_in_force()

    def _connect_rules(self, panel: RulesPanel) -> None:
        workspace = self._workspace
        panel.use_requested.connect(lambda choice: workspace.ask(UseChoice(choice)))
        panel.follow_requested.connect(
            lambda choice: workspace.ask(UseChoice(choice, is_followed=True))
        )
        self._window.docks[panes.RULES.id].visibilityChanged.connect(panel.look_if_seen)

    # ------------------------------------------------------------------------- decide

    def toggle_following(self) -> None:
        """Follow the rule in force, or leave the line where it is."""
        self._workspace.ask(
            SetFollowed(is_followed=not self._workspace.snapshot.inputs.is_followed)
        )

    def toggle_lock(self) -> None:
        """Lock the threshold, or let it move."""
        self._workspace.ask(SetLocked(is_locked=not self._workspace.snapshot.inputs.has_lock_here))

    def prespecify(self) -> None:
        """Say that the threshold was settled before the data were seen."""
        self._workspace.ask(Prespecify())

    # ---------------------------------------------------------------------------- ask

    def ask_for(self, wanted: Wanted, place: QRect) -> None:
        """Let the user type what a number is to be, unless the line is locked."""
        if self._workspace.snapshot.ranking is not None and not self._workspace.refuses():
            self.editor.open_for(wanted, self._workspace.snapshot, place)

    def ask_for_rate(self) -> None:
        """Let the user type what the rate of true positives is to be."""
        window = self._window
        corner = window.mapToGlobal(QPoint((window.width() - _OF_FIELD.width()) // 2, GRID * 12))
        self.ask_for(Wanted("TPR"), QRect(corner, _OF_FIELD))

    def _ask_in_matrix(self, wanted: Wanted | ZoneNumber, place: QRect) -> None:
        if isinstance(wanted, ZoneNumber):
            self.ask_in_zone(wanted, place)
        else:
            self.ask_for(wanted, place)

    def ask_in_zone(self, number: ZoneNumber, place: QRect) -> None:
        """Let the user type what a number of the grey zone is to be, unless its line is locked."""
        workspace = self._workspace
        is_second = moves_second(workspace.snapshot, number)
        if not is_second and workspace.refuses():
            return
        if number.is_threshold:
            self._ask_for_threshold(place, is_second=is_second)
        else:
            self.zone_editor.open_for(number, workspace.snapshot, place)

    def ask_on_plot(self, measure: str, place: QRect) -> None:
        """Let the user type what a number on a plot is to be, or its threshold."""
        if measure:
            self.ask_for(Wanted(measure), place)
        else:
            self._ask_for_threshold(place)

    def _ask_for_threshold(self, place: QRect, *, is_second: bool = False) -> None:
        snapshot = self._workspace.snapshot
        if snapshot.ranking is not None and (is_second or not self._workspace.refuses()):
            self.editor.open_for_threshold(snapshot, place, is_second=is_second)

    def _on_threshold_entered(self, threshold: float) -> None:
        self._put_line(threshold)

    def _on_second_entered(self, threshold: float) -> None:
        self._put_line(threshold, of_second=True)

    def _put_line(self, threshold: float, *, of_second: bool = False) -> None:
        """Put a line where it was typed; where that ends or turns the zone, only if it is taken."""
        snapshot = self._workspace.snapshot

        def put() -> None:
            line = SetSecond(threshold) if of_second else SetThreshold(threshold)
            self._workspace.ask(line)

        if would_end_zone(snapshot, threshold, of_second=of_second):
            self.editor.say_lines_meet(threshold, put)
        elif would_pass(snapshot, threshold, of_second=of_second):
            self.editor.say_line_passes(threshold, put)
        else:
            self.editor.hide()
            put()

    def _on_goal_requested(self, goal: Goal, follows: bool) -> None:  # noqa: FBT001 - a slot
        try:
            self._workspace.goals.ask(goal, follows=follows)
        except GoalError as error:
            words = words_in(self._workspace.snapshot.choices.vocabulary)
            self.editor.say(f"{words.said(error.args[0])}.")

    def _on_zone_goal_requested(self, goal: ZoneGoal) -> None:
        try:
            self._workspace.goals.ask_in_zone(goal)
        except GoalError as error:
            words = words_in(self._workspace.snapshot.choices.vocabulary)
            self.zone_editor.say(f"{words.said(error.args[0])}.")

    def _on_answered(self, answer: Answer, _of: object, _follows: bool) -> None:  # noqa: FBT001 - a slot
        there = answer.choice.threshold
        snapshot = self._workspace.snapshot
        ends_zone, passes = would_end_zone(snapshot, there), would_pass(snapshot, there)
        self.editor.show_answer(answer, ends_zone=ends_zone, passes=passes)

    def _say(self, say: Callable[[DecisionPanel], None]) -> None:
        """Say what came of something where the decision stands."""
        panel = self._window.place(panes.DECISION).made
        if panel is not None:
            say(panel)

    def _on_changed(self, old: Snapshot, new: Snapshot) -> None:
        """Leave the field when another score is shown: the number in it is of the one before."""
        for editor in (self.editor, self.zone_editor):
            if new.ranking is not old.ranking and editor.isVisible():
                editor.hide()
