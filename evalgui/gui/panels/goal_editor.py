"""A field over a number, where another value is asked for: the line goes to where it is reached."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal

from evalgui.core.goals import CELLS, TOTALS, Goal, Wanted
from evalgui.core.languages import tr
from evalgui.core.metrics import metric_by_id
from evalgui.core.rules.general import AT_LEAST, AT_MOST
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import Switch, text
from evalgui.gui.models.rule_words import rule_in_words
from evalgui.gui.panels.asking_field import AskingField
from evalgui.gui.typed_number import (
    NotUnderstoodError,
    read_typed_number,
    read_typed_share,
    read_typed_threshold,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from evalgui.core.dataset import Score
    from evalgui.core.goals import Answer
    from evalgui.core.rules.rule import Choice
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words

_SIDES = {AT_LEAST: tr("at least"), AT_MOST: tr("at most"), None: "near"}
_FOLLOW = tr("Follow it as a rule: where data, rows, score or class change, the line goes")
_ENDS_ZONE = tr("Both lines would meet there, and nothing would be left of the zone.")
_PASSES = tr("The line would pass the second one: the zone would lie on its other side.")
_SECOND_PASSES = tr(
    "The second line would pass the threshold: the zone would lie on its other side."
)
_LIMIT = tr(
    "Ask it of the one-sided exact limit at this level: it holds with this confidence (Alt+L)"
)


class GoalEditor(AskingField):
    """What is asked of a number, typed in place; Enter asks, Escape leaves."""

    goal_requested = Signal(object, bool)  # the goal, and whether it is to be followed
    choice_requested = Signal(object, bool)  # one that is offered, and whether to follow it
    threshold_entered = Signal(float)
    second_entered = Signal(float)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "goal_editor")
        self._wanted: Wanted | None = None
        self._snapshot: Snapshot = EMPTY
        self._is_second = False
        self._opened = "", False, False  # what stood there when it was opened
        self.field.setObjectName("goal_field")
        self.limit = self._toggle("goal_on_limit", _LIMIT)
        self.follow = self._toggle("goal_follow", _FOLLOW)
        self.follow.setText(tr("Follow"))
        for button in (self.limit, self.follow):
            self.row.addWidget(button)
        self.limit.toggled.connect(self._name)
        self.field.limit_toggled.connect(self.limit.toggle)

    def _toggle(self, name: str, tip: str) -> Switch:
        button = Switch()
        button.setObjectName(name)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    # --------------------------------------------------------------------------- open

    def open_for(self, wanted: Wanted, snapshot: Snapshot, place: QRect) -> None:
        """Ask for a number that stands at a place on the screen."""
        self._wanted, self._snapshot = wanted, snapshot
        self.limit.setText(tr("{level} limit", level=text.level(snapshot.inputs.intervals.level)))
        self.limit.setVisible(wanted.has_limit)
        self.follow.show()
        self._name()
        self.field.setText(self._shown(wanted, snapshot))
        self._open(place)

    def open_for_threshold(
        self, snapshot: Snapshot, place: QRect, *, is_second: bool = False
    ) -> None:
        """Ask for a threshold, or that of the second line, that stands at a place on the screen."""
        self._wanted, self._snapshot, self._is_second = None, snapshot, is_second
        self.limit.hide()
        self.follow.hide()
        self.name(tr("Second threshold") if is_second else tr("Threshold"))
        point, second = snapshot.point, snapshot.choices.second
        now = second if is_second or point is None else point.threshold
        self.field.setText("" if now is None else text.threshold(now, snapshot.score))
        self._open(place)

    def _open(self, place: QRect) -> None:
        self._opened = self._stands
        self.open_at(place)

    @property
    def _stands(self) -> tuple[str, bool, bool]:
        """What is typed and chosen now."""
        return self.field.text(), self.limit.isChecked(), self.follow.isChecked()

    def _words(self) -> Words:
        return words_in(self._snapshot.choices.vocabulary)

    def _name(self) -> None:
        wanted = self._wanted
        if wanted is None:
            return
        words = self._words()
        if wanted.is_count:
            cells = (one.many for one in words.outcomes)
            names = dict(zip(CELLS + TOTALS, (*cells, *words.totals), strict=True))
            name = names[wanted.id][:1].upper() + names[wanted.id][1:]
        else:
            name = words.said(metric_by_id(wanted.id).name_in(words.vocabulary)).partition(" (")[0]
        if wanted.prevalence is not None:
            name = tr(
                "{name} at {prevalence}",
                name=name,
                prevalence=text.exact_percent(wanted.prevalence),
            )
        if self._level() is not None:
            name = (
                tr("{name}: lower limit", name=name)
                if wanted.side == AT_LEAST
                else tr("{name}: upper limit", name=name)
            )
        self.name(f"{name} {_SIDES[wanted.side]}")

    def _level(self) -> float | None:
        """Return the one-sided level at which the limit is meant; None for the value."""
        wanted = self._wanted
        on_limit = wanted is not None and wanted.has_limit and self.limit.isChecked()
        return self._snapshot.inputs.intervals.level if on_limit else None

    @staticmethod
    def _shown(wanted: Wanted, snapshot: Snapshot) -> str:
        """Return what the number is now, as it may be typed."""
        point = snapshot.point
        if point is None:
            return ""
        if wanted.is_count:
            return str(wanted.count_in(point.counts))
        if wanted.prevalence is not None:
            return ""
        found = point.measured[wanted.id]
        return text.measure(found.value) if found.is_defined else ""

    # ---------------------------------------------------------------------------- ask

    def ask(self) -> None:
        """Ask for what was typed, or say why that cannot be; nothing where nothing is another."""
        typed = self.field.text()
        if typed and self._stands == self._opened:
            self.hide()
            return
        try:
            if self._wanted is None:
                self._enter(typed, self._snapshot.score)
                return
            target = self._target(typed, self._wanted)
        except NotUnderstoodError as error:
            self.say(f"{text.why(error)}.")
            return
        self.goal_requested.emit(Goal(self._wanted, target, self._level()), self.follow.isChecked())

    def _target(self, typed: str, wanted: Wanted) -> float:
        """Return what was typed, or the exact value of what still stands there, rounded."""
        point = self._snapshot.point
        is_rounded = typed and typed == self._opened[0] and not wanted.is_count
        if is_rounded and point is not None and wanted.prevalence is None:
            return point.measured[wanted.id].value
        return _read(typed, wanted)

    def _enter(self, typed: str, score: Score | None) -> None:
        if score is not None:
            threshold = read_typed_threshold(typed, score)
            entered = self.second_entered if self._is_second else self.threshold_entered
            entered.emit(threshold)

    def show_answer(self, answer: Answer, *, ends_zone: bool = False, passes: bool = False) -> None:
        """Close where the line went there, else say why not, and offer what comes near.

        Where both lines of a grey zone would meet, or the one pass the other, that is offered.
        """
        if not self.isVisible() or self._wanted != answer.goal.wanted:
            return
        words = self._words()
        if ends_zone:
            told = self._told(answer.choice, words)
            self._offer_to_end_zone(told, partial(self._take, answer.choice))
            return
        if passes:
            told = tr("{choice}, beyond the second line", choice=self._told(answer.choice, words))
            self.say_and_offer(_PASSES, [(told, partial(self._take, answer.choice))])
            return
        if answer.choice.threshold is not None:
            self.hide()
            return
        why = words.said(answer.choice.undefined)
        known = [one for one in answer.offers if one.threshold is not None]
        self.say_why_not(why, [(self._told(one, words), partial(self._take, one)) for one in known])

    def say_lines_meet(self, threshold: float, put: Callable[[], None]) -> None:
        """Say that both lines of a grey zone would meet at a threshold, and offer to put it."""
        self._offer_to_end_zone(f"At {text.threshold(threshold, self._snapshot.score)}", put)

    def say_line_passes(self, threshold: float, put: Callable[[], None]) -> None:
        """Say that a line of a grey zone would pass the other at a threshold; offer to put it."""
        told = f"At {text.threshold(threshold, self._snapshot.score)}"
        if self._is_second:
            self.say_and_offer(
                _SECOND_PASSES, [(tr("{told}, beyond the threshold", told=told), put)]
            )
        else:
            self.say_and_offer(_PASSES, [(tr("{told}, beyond the second line", told=told), put)])

    def _offer_to_end_zone(self, told: str, end: Callable[[], None]) -> None:
        self.say_and_offer(_ENDS_ZONE, [(tr("{told}, which ends the zone", told=told), end)])

    def _told(self, choice: Choice, words: Words) -> str:
        """Return a choice in words, with its threshold."""
        rule = rule_in_words(choice.rule, choice.parameters, words)
        threshold = math.nan if choice.threshold is None else choice.threshold
        at = text.short_threshold(threshold, self._snapshot.score)
        return tr("{rule}, at {threshold}", rule=rule, threshold=at)

    def _take(self, choice: Choice) -> None:
        self.choice_requested.emit(choice, self.follow.isChecked())


def _read(typed: str, wanted: Wanted) -> float:
    """Read what is asked of a number: a count, a share, perhaps in per cent, or another number."""
    if wanted.is_count:
        return read_typed_number(typed)
    is_share = metric_by_id(wanted.measure).range == (0, 1)
    return read_typed_share(typed) if is_share else read_typed_number(typed)
