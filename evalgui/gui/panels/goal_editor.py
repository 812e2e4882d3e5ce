"""A field over a number, where another value is asked for: the line goes to where it is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.api import AT_LEAST, AT_MOST, EMPTY, Wanted, metric_by_id, words_in
from evalgui.core.goals import Goal
from evalgui.gui.look import GRID, text
from evalgui.gui.models.rule_words import rule_in_words
from evalgui.gui.panels.fields import is_undo_or_redo
from evalgui.gui.typed_number import (
    NotUnderstoodError,
    read_typed_number,
    read_typed_share,
    read_typed_threshold,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from evalgui.core.api import Choice, Score, Snapshot, Words
    from evalgui.core.goals import Answer

_SIDES = {AT_LEAST: "at least", AT_MOST: "at most", None: "near"}
_PLAIN = Qt.TextFormat.PlainText
_FOLLOW = "Follow it as a rule: where data, rows, score or class change, the line goes"
_LIMIT = (
    "Ask it of the one-sided exact limit at this level: then the true value is on the right side"
    " with this confidence (Alt+L)"
)


class _Field(QLineEdit):
    """The field: undo and redo are the program's, and Alt+L is no letter."""

    limit_toggled = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        if is_alt and event.key() == Qt.Key.Key_L:
            self.limit_toggled.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if is_undo_or_redo(event):
            event.ignore()
            return True
        return super().event(event)


class GoalEditor(QFrame):
    """What is asked of a number, typed in place; Enter asks, Escape leaves."""

    goal_requested = Signal(object, bool)  # the goal, and whether it is to be followed
    choice_requested = Signal(object)  # one of those that come near
    threshold_entered = Signal(float)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self.setObjectName("goal_editor")
        self.setAccessibleName("Ask for a number")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._wanted: Wanted | None = None
        self._snapshot: Snapshot = EMPTY
        self._place = QRect()
        self._opened = "", False, False  # what stood there when it was opened
        self._offers: list[QPushButton] = []
        self.prompt = QLabel()
        self.prompt.setTextFormat(_PLAIN)
        self.field = _Field()
        self.field.setObjectName("goal_field")
        self.field.setMinimumWidth(GRID * 10)
        self.prompt.setBuddy(self.field)
        self.limit = self._toggle("goal_on_limit", _LIMIT)
        self.follow = self._toggle("goal_follow", _FOLLOW)
        self.follow.setText("Follow")
        self.message = QLabel()
        self.message.setObjectName("goal_message")
        self.message.setTextFormat(_PLAIN)
        self.message.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(GRID // 2)
        for widget in (self.prompt, self.field, self.limit, self.follow):
            row.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        self._column.setSpacing(GRID // 2)
        self._column.addLayout(row)
        self._column.addWidget(self.message)
        self.limit.toggled.connect(self._name)
        self.field.limit_toggled.connect(self.limit.toggle)
        self.field.textEdited.connect(self._forget_message)

    def _toggle(self, name: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setCheckable(True)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    # --------------------------------------------------------------------------- open

    def open_for(self, wanted: Wanted, snapshot: Snapshot, place: QRect) -> None:
        """Ask for a number that stands at a place on the screen."""
        self._wanted, self._snapshot = wanted, snapshot
        self.limit.setText(f"{text.level(snapshot.inputs.intervals.level)} limit")
        self.limit.setVisible(wanted.has_limit)
        self.follow.show()
        self._name()
        self.field.setText(self._shown(wanted, snapshot))
        self._open(place)

    def open_for_threshold(self, snapshot: Snapshot, place: QRect) -> None:
        """Ask for a threshold that stands at a place on the screen."""
        self._wanted, self._snapshot = None, snapshot
        self.limit.hide()
        self.follow.hide()
        self.prompt.setText("Threshold")
        self.field.setAccessibleName("Threshold")
        point = snapshot.point
        shown = "" if point is None else text.threshold(point.threshold, snapshot.score)
        self.field.setText(shown)
        self._open(place)

    def _open(self, place: QRect) -> None:
        self._place = place
        self._opened = self._stands
        self._forget_message()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self.field.selectAll()

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
            cell = dict(zip(("TP", "FN", "FP", "TN"), words.outcomes, strict=True))[wanted.id]
            name = cell.many[:1].upper() + cell.many[1:]
        else:
            name = metric_by_id(wanted.id).name_in(words.vocabulary).partition(" (")[0]
        if wanted.prevalence is not None:
            name = f"{name} at {text.exact_percent(wanted.prevalence)}"
        if self._level() is not None:
            side = "lower" if wanted.side == AT_LEAST else "upper"
            name = f"{name}: {side} limit"
        told = f"{name} {_SIDES[wanted.side]}"
        self.prompt.setText(told)
        self.field.setAccessibleName(told)
        self._fit()

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
            return str(int(getattr(point.counts, wanted.id.lower())))
        if wanted.prevalence is not None:
            return ""
        found = point.measured[wanted.id]
        return text.measure(found.value) if found.is_defined else ""

    # ---------------------------------------------------------------------------- ask

    def _ask(self) -> None:
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
            self.say(f"{error}.")
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
            self.hide()
            self.threshold_entered.emit(threshold)

    def say(self, words: str) -> None:
        """Say something about what was typed; the field stays."""
        self.message.setText(words)
        self.message.show()
        self.field.setAccessibleDescription(words)
        self.field.selectAll()
        self._fit()

    def show_answer(self, answer: Answer) -> None:
        """Close where the line went there, else say why not, and offer what comes near."""
        if not self.isVisible() or self._wanted != answer.goal.wanted:
            return
        if answer.choice.threshold is not None:
            self.hide()
            return
        words = self._words()
        why = text.sentence(words.said(answer.choice.undefined))
        self._forget_message()
        self.say(f"{why[:1].upper()}{why[1:]}." + (" These come near:" if answer.offers else ""))
        for choice in answer.offers:
            self._offer(choice, words)
        self._fit()

    def _offer(self, choice: Choice, words: Words) -> None:
        score = self._snapshot.score
        if choice.threshold is None:
            return
        rule = rule_in_words(choice.rule, choice.parameters, words)
        button = QPushButton(f"{rule}, at {text.short_threshold(choice.threshold, score)}")
        button.setObjectName(f"goal_offer_{len(self._offers)}")
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._take(choice))
        self._offers.append(button)
        self._column.addWidget(button)

    def _take(self, choice: Choice) -> None:
        self.hide()
        self.choice_requested.emit(choice)

    def _forget_message(self) -> None:
        self.message.hide()
        self.message.setText("")
        self.field.setAccessibleDescription("")
        for button in self._offers:
            self._column.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._offers = []
        self._fit()

    # ------------------------------------------------------------------------- inside

    def _fit(self) -> None:
        """Lie over the number, on the screen where that is."""
        self._column.activate()
        available = self.screen().availableGeometry()
        size = self.sizeHint()
        size.setWidth(min(max(size.width(), GRID * 34), available.width()))
        if self._column.hasHeightForWidth():
            size.setHeight(self._column.heightForWidth(size.width()))
        corner = self._place.topLeft()
        right, bottom = available.right() - size.width(), available.bottom() - size.height()
        corner = QPoint(
            max(available.left(), min(corner.x(), right)),
            max(available.top(), min(corner.y(), bottom)),
        )
        self.setGeometry(QRect(corner, size))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._ask()
        elif event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)


def _read(typed: str, wanted: Wanted) -> float:
    """Read what is asked of a number: a count, a share, perhaps in per cent, or another number."""
    if wanted.is_count:
        return read_typed_number(typed)
    is_share = metric_by_id(wanted.measure).range == (0, 1)
    return read_typed_share(typed) if is_share else read_typed_number(typed)
