"""A field over a number of a grey zone; it says which of both lines will move."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Signal

from evalgui.core.languages import tr
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.core.zone_goals import ZoneGoal
from evalgui.gui.confusion.zone_words import (
    asked_in_words,
    moving_in_words,
    number_in_words,
    typed_now,
    value_in_words,
)
from evalgui.gui.look import text
from evalgui.gui.panels.asking_field import AskingField
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_number, read_typed_share

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.core.zone_goals import ZoneAnswer
    from evalgui.core.zone_numbers import ZoneNumber

_NOT_THERE = tr("That line reaches it nowhere on its side of the other")
_ENDS_ZONE = tr("Both lines would meet there, and nothing would be left of the zone")


class ZoneEditor(AskingField):
    """What is asked of a number of a grey zone, typed in place."""

    goal_requested = Signal(object)
    row_requested = Signal(object, int)  # the answer, and one of its rows that come near

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, "zone_editor")
        self.field.setObjectName("zone_field")
        self._number: ZoneNumber | None = None
        self._snapshot: Snapshot = EMPTY
        self._words: Words = text.AT_FIRST
        self._opened = ""

    def open_for(self, number: ZoneNumber, snapshot: Snapshot, place: QRect) -> None:
        """Ask for a number that stands at a place on the screen."""
        self._number, self._snapshot = number, snapshot
        self._words = words_in(snapshot.choices.vocabulary)
        self.name(asked_in_words(number, self._words))
        self.explain(moving_in_words(number, snapshot))
        self._opened = typed_now(number, snapshot)
        self.field.setText(self._opened)
        self.open_at(place)

    def ask(self) -> None:
        """Ask for what was typed; nothing where nothing is another."""
        typed, number = self.field.text().strip(), self._number
        if number is None or (typed and typed == self._opened):
            self.hide()
            return
        try:
            goal = _goal(typed, number)
        except NotUnderstoodError as error:
            self.say(f"{text.why(error)}.")
            return
        self.goal_requested.emit(goal)

    def show_answer(self, answer: ZoneAnswer) -> None:
        """Close where the line went there, else say why not, and offer what comes near."""
        if not self.isVisible() or self._number != answer.goal.number:
            return
        if answer.row is not None:
            self.hide()
            return
        self.say_why_not(
            _ENDS_ZONE if answer.ends_zone else _NOT_THERE,
            [
                (self._told(answer, row, value), partial(self.row_requested.emit, answer, row))
                for row, value in answer.offers
            ],
        )

    def _told(self, answer: ZoneAnswer, row: int, value: float) -> str:
        """Return what one of those that come near would be."""
        number, ranking = answer.goal.number, self._snapshot.ranking
        if ranking is None:
            return ""
        threshold = text.short_threshold(ranking.table.steps.threshold(row), ranking.score)
        told = f"{number_in_words(number, self._words)} {value_in_words(number, value)}"
        ends = answer.ends
        other = ends.lenient if ends.moves_strict(number) else ends.strict
        ending = tr(", which ends the zone") if row == other else ""
        return tr(
            "{number}, at {threshold}{ending}",
            number=f"{told[:1].upper()}{told[1:]}",
            threshold=threshold,
            ending=ending,
        )


def _goal(typed: str, number: ZoneNumber) -> ZoneGoal:
    """Read what is asked: of a cell a count, or with a sign of per cent the share of its class."""
    is_share = number.is_share or (number.is_count and typed.endswith("%"))
    target = read_typed_share(typed) if is_share else read_typed_number(typed)
    return ZoneGoal(number, target, is_share=is_share and number.is_count)
