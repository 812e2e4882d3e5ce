"""The decision in words: the rule in force, the threshold in large type, and its provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from evalgui.core.grey_zone import INDETERMINATE, decision_of
from evalgui.core.provenance_words import beyond_in_words
from evalgui.core.rules import RULES
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import MACHINE_LEARNING, words_in
from evalgui.gui.look import GRID, SMALL, Switch, icon, text
from evalgui.gui.models.rule_words import (
    doubt_in_words,
    equivalents,
    origin_in_words,
    rule_in_force,
)
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.steady_label import SteadyLabel

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme

_VERY_LARGE = 1.9  # times the font: the one number that everything else follows from
_KEPT = "\N{NO-BREAK SPACE}"
_WIDEST = 12  # letters of a threshold in large type; longer ones are told in short
_FOLLOW = "Follow the rule: where the data, the rows, the score or the class change, the line goes"
_LOCK = "Lock the threshold: nothing moves it, and other files are assessed at it, too"
_ZONE_ENDED = "Both lines met: the grey zone has ended. Undo (Ctrl+Z) brings it back"
_ZONE_TURNED = "The line passed the second one: the grey zone lies on its other side. Undo: Ctrl+Z"
_LOCKED = "The threshold is locked: press Lock to let it move"


class DecisionHead(QWidget):
    """Rule, threshold and provenance, with the switches to follow and to lock."""

    follow_requested = Signal(bool)
    lock_requested = Signal(bool)
    threshold_asked = Signal(QRect)  # to type one: where it stands on the screen
    rules_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("decision_head")
        self._snapshot: Snapshot = EMPTY
        self._words = MACHINE_LEARNING
        self.rule = SteadyLabel("decision_rule", "Rule in force", bold=True, n_lines=2)
        self.rule.setToolTip("A double click shows all rules")
        self.threshold = SteadyLabel(
            "decision_threshold", "Threshold", scale=_VERY_LARGE, bold=True, shrinks=True
        )
        self.threshold.setToolTip("A double click lets you type another one")
        self.same = SteadyLabel(
            "decision_equivalents", "Equivalent thresholds", scale=SMALL, n_lines=2
        )
        self.origin = SteadyLabel(
            "decision_origin", "Where the threshold comes from", scale=SMALL, n_lines=2
        )
        self.follow = self._switch("follow_rule", "Follow", _FOLLOW, self.follow_requested)
        self.lock = self._switch("lock_threshold", "Lock", _LOCK, self.lock_requested)
        self.message = FieldMessage(self.lock, "locked_message")
        self.zone_message = FieldMessage(self.follow, "zone_message")
        self.tools = QHBoxLayout()
        self.tools.setSpacing(GRID // 2)
        self.tools.addWidget(self.follow)
        self.tools.addWidget(self.lock)
        top = QHBoxLayout()
        top.setSpacing(GRID)
        top.addWidget(self.rule, 1)
        top.addLayout(self.tools)
        top.setAlignment(self.tools, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        column.setSpacing(0)
        column.addLayout(top)
        beside = QHBoxLayout()
        beside.setSpacing(GRID)
        beside.addWidget(self.threshold, 1)
        beside.addWidget(self.same, 1)
        column.addLayout(beside)
        column.addWidget(self.origin)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _switch(self, name: str, words: str, tip: str, wanted: SignalInstance) -> Switch:
        button = Switch()
        button.setObjectName(name)
        button.setText(words)
        button.setToolTip(tip)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.clicked.connect(lambda checked: self._request(button, wanted, wanted_on=checked))
        return button

    def _request(self, button: Switch, wanted: SignalInstance, *, wanted_on: bool) -> None:
        """Ask; what is shown changes when the answer comes."""
        button.setChecked(not wanted_on)
        wanted.emit(wanted_on)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the threshold of a snapshot and what was decided about it."""
        self._snapshot = new
        is_moved = new.point is not old.point or new.ranking is not old.ranking
        has_other_zone = new.choices.second != old.choices.second
        if is_moved or has_other_zone:
            self._show_threshold()
        if is_moved:
            self.zone_message.take_back()
        tells_line = is_moved and new.choices.second is not None
        if has_other_zone or tells_line or _is_decided_otherwise(old, new):
            self._show_decision()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name rule and provenance as another field does."""
        self._words = words_in(vocabulary)
        self._show_threshold()
        self._show_decision()

    def set_theme(self, theme: Theme) -> None:
        """Write the threshold in its own colour, and what is beside it fainter."""
        self.threshold.set_colour(QColor(theme.accent))
        for faint in (self.same, self.origin):
            faint.set_colour(QColor(theme.faint_text))
        self.lock.setIcon(icon("lock", theme))

    @property
    def full_height(self) -> int:
        """How high it is with all lines of the provenance."""
        return self.sizeHint().height() + self.origin.line_height * (2 - self.origin.n_lines)

    def make_room(self, *, tight: bool) -> None:
        """Tell the provenance in one line where the numbers need the room."""
        self.origin.set_lines(1 if tight else 2)

    def say_locked(self) -> None:
        """Say that the line stays where it is."""
        if not self.message.isVisible():
            self.message.say(_LOCKED)

    def say_zone_ended(self) -> None:
        """Say that the line was put where the second one stands."""
        self.zone_message.say(_ZONE_ENDED)

    def say_zone_turned(self) -> None:
        """Say that it was put beyond the second one."""
        self.zone_message.say(_ZONE_TURNED)

    def _show_threshold(self) -> None:
        self.threshold.tell(self._threshold_in_words)
        self.same.tell(self._equivalents_in_words)

    def _threshold_in_words(self) -> str:
        score = self._snapshot.score
        if score is None:
            return ""

        def number(threshold: float) -> str:
            shown = text.threshold(threshold, score)
            return shown if len(shown) <= _WIDEST else text.short_threshold(threshold, score)

        found = decision_of(self._snapshot, number)
        sign, _blank, shown = ("", "", "") if found is None else found.positive.partition(" ")
        return f"{sign}{_KEPT}{shown}" if shown else sign

    def _equivalents_in_words(self) -> str:
        ranking, point = self._snapshot.ranking, self._snapshot.point
        if ranking is None or point is None:
            return ""
        found = decision_of(
            self._snapshot, lambda one: text.short_threshold(one, self._snapshot.score)
        )
        if found is not None and found.indeterminate:
            rest = f"{self._words.called_negatives} {found.negative}"
            return f"{INDETERMINATE} {found.indeterminate}, {rest}"
        beyond = self._words.said(beyond_in_words(point.counts))
        same = equivalents(ranking.table.steps.interval(point.row), ranking.score)
        return "; ".join(filter(None, [beyond, same]))

    def _show_decision(self) -> None:
        inputs, made = self._snapshot.inputs, self._snapshot.provenance
        self.rule.set_text(rule_in_force(self._snapshot, self._words))
        self.origin.set_text(origin_in_words(self._snapshot, self._words))
        self.origin.setToolTip(doubt_in_words(made))
        self.follow.setChecked(inputs.is_followed)
        self.lock.setChecked(inputs.has_lock_here)
        can_follow = made is not None and made.rule in RULES.ids and not inputs.is_locked
        self.follow.setEnabled(inputs.is_followed or can_follow)
        self.lock.setEnabled(made is not None or inputs.has_lock_here)
        if not inputs.is_locked:
            self.message.take_back()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton or self._snapshot.ranking is None:
            super().mouseDoubleClickEvent(event)
        elif self.threshold.geometry().contains(place):
            self.ask_threshold()
        elif self.rule.geometry().contains(place):
            self.rules_requested.emit()

    def ask_threshold(self) -> None:
        """Ask for a threshold to be typed where it stands."""
        corner = self.threshold.mapToGlobal(self.threshold.rect().topLeft())
        self.threshold_asked.emit(QRect(corner, self.threshold.size()))


def _is_decided_otherwise(old: Snapshot, new: Snapshot) -> bool:
    """Return whether anything is another that the words about a decision say, as in few frames."""
    before, after = old.inputs, new.inputs
    if (after.is_followed, after.is_locked) != (before.is_followed, before.is_locked):
        return True
    if after.waiting != before.waiting:
        return True
    if new.ranking is not old.ranking or new.dataset is not old.dataset:
        return True
    if (new.point and new.point.is_awaited) != (old.point and old.point.is_awaited):
        return True
    if new.choice is not old.choice or new.stability is not old.stability:
        return True
    return new.provenance != old.provenance
