"""Choosing a threshold: the rules that a field asks for most, with what each would give."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.grey_zone import decision
from evalgui.core.languages import tr
from evalgui.core.rules import RULES
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.focus import flatten
from evalgui.gui.look import GRID, SMALL, scaled_font, text
from evalgui.gui.models.rule_cells import rates, reached
from evalgui.gui.models.rule_choices import Refused
from evalgui.gui.models.rule_sentences import wrong_calls
from evalgui.gui.panels.rule_parameters import RuleNumberField

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent

    from evalgui.core.rules.rule import Choice, Value
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.models.rule_choices import RuleChoices
    from evalgui.gui.models.rule_sentences import Sentence
    from evalgui.gui.models.rules_model import RulesModel

_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
_TAKING = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
_UP_AND_DOWN = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_FIELD = GRID * 9
_CELL = GRID * 14


def _label(name: str, *, is_small: bool = False, side: Qt.AlignmentFlag = _LEFT) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    if is_small:
        label.setFont(scaled_font(label.font(), SMALL))
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


class SentenceRow(QFrame):
    """A rule as a sentence, with its numbers in place, and what it would give."""

    taken = Signal()
    changed = Signal()
    pointed = Signal()
    moved = Signal(int)

    def __init__(self, sentence: Sentence, choices: RuleChoices) -> None:
        super().__init__()
        self._choices = choices
        self.sentence = sentence
        self.rule = RULES.by_id(sentence.rule)
        self.setObjectName(f"choose_{sentence.rule}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoFillBackground(True)
        self.fields: list[RuleNumberField] = []
        self.tick = _label("tick")
        self.people = _label("people", is_small=True)
        self.threshold = _label("threshold", side=_RIGHT)
        self.threshold.setFont(scaled_font(self.threshold.font(), 1.1, bold=True))
        self.unit = _label("unit", is_small=True, side=_RIGHT)
        self.values = [_label(f"rate_{place}", side=_RIGHT) for place in range(2)]
        self.limits = [_label(f"limits_{p}", is_small=True, side=_RIGHT) for p in range(2)]
        grid = QGridLayout(self)
        grid.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.tick, 0, 0)
        grid.setColumnMinimumWidth(0, GRID * 2)
        grid.addLayout(self._words(), 0, 1)
        grid.addWidget(self.people, 1, 1)
        for place, (value, limits) in enumerate(zip(self.values, self.limits, strict=True)):
            grid.setColumnMinimumWidth(2 + place, _CELL)
            grid.addWidget(value, 0, 2 + place)
            grid.addWidget(limits, 1, 2 + place)
        grid.setColumnMinimumWidth(4, _CELL)
        grid.addWidget(self.threshold, 0, 4)
        grid.addWidget(self.unit, 1, 4)

    def _words(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(0)
        parts = self.sentence.told.split("{}")
        for place, part in enumerate(parts):
            if part.strip():
                label = _label("sentence")
                label.setText(part)  # with its blanks: a bracket has none behind it
                line.addWidget(label)
            if place < len(self.sentence.blanks):
                blank = self.sentence.blanks[place]
                parameter = next(one for one in self.rule.parameters if one.id == blank.parameter)
                field = RuleNumberField(parameter, blank)
                field.setAccessibleName(blank.name)
                field.setFixedWidth(_FIELD)
                field.value_entered.connect(
                    lambda value, name=blank.parameter: self._set(name, value)
                )
                self.fields.append(field)
                line.addWidget(field)
        line.addStretch(1)
        return line

    def _set(self, name: str, value: Value) -> None:
        self._choices.set_given(self.rule, name, value)
        self.changed.emit()

    @property
    def given(self) -> dict[str, Value]:
        """What is set in the rule."""
        return self.rule.values(self._choices.given(self.rule))

    def show_given(self) -> None:
        """Show what is set in the rule."""
        for blank, field in zip(self.sentence.blanks, self.fields, strict=True):
            field.set_value(self.given[blank.parameter])

    def show_choice(
        self, answer: Choice | Refused | None, snapshot: Snapshot, *, in_force: bool
    ) -> None:
        """Show what the rule chooses, or why it does not; nothing while that is not known."""
        words, ranking = words_in(snapshot.choices.vocabulary), snapshot.ranking
        for label in (self.people, self.threshold, self.unit, *self.values, *self.limits):
            label.setText("")
        self.tick.setText("\N{CHECK MARK}" if in_force else "")
        if isinstance(answer, Refused):
            self.people.setText(answer.reason)
        elif answer is not None and (answer.threshold is None or answer.counts is None):
            why = words.said(answer.undefined)
            self.people.setText(why or tr("it finds no threshold"))
        elif answer is not None and ranking is not None:
            found = reached(answer, ranking, snapshot.inputs, words)
            for one, value, limits in zip(found, self.values, self.limits, strict=True):
                value.setText(one.value)
                limits.setText(one.limits)
            counts, threshold = answer.counts, answer.threshold
            assert counts is not None  # noqa: S101 - looked at above
            assert threshold is not None  # noqa: S101
            missed, alarms = wrong_calls(words)
            n, m = counts.tp + counts.fn, counts.fp + counts.tn
            self.people.setText(
                tr(
                    "{fn} of {n} {missed}, {fp} of {m} {alarms}",
                    fn=text.count(counts.fn),
                    n=text.count(n),
                    missed=missed,
                    fp=text.count(counts.fp),
                    m=text.count(m),
                    alarms=alarms,
                )
            )
            number = partial(text.short_threshold, score=ranking.score)
            self.threshold.setText(decision(ranking.score, threshold, None, number).positive)
            self.unit.setText(ranking.score.unit)
        told = [self.sentence.filled(self.given, text.threshold)]
        told.append(f"{self.threshold.text()} {self.unit.text()}".strip())
        told += [*(one.text() for one in self.values), self.people.text()]
        self.setAccessibleName(", ".join(filter(None, told)))
        self.setAccessibleDescription(tr("in force") if in_force else "")

    def show_pointed(self, *, pointed: bool) -> None:
        """Look as what would be taken."""
        role = QPalette.ColorRole.Midlight if pointed else QPalette.ColorRole.Window
        self.setBackgroundRole(role)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.taken.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _TAKING:
            self.taken.emit()
        elif key in _UP_AND_DOWN:
            self.moved.emit(_UP_AND_DOWN[key])
        else:
            super().keyPressEvent(event)


class ChooseBy(QFrame):
    """The sentences of the field: pointing shows where each puts the line, a press takes it."""

    use_requested = Signal(object)
    all_requested = Signal()
    looked_at = Signal(float)
    looked_away = Signal()

    def __init__(self, window: QWidget, rules: RulesModel) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self._window, self._rules = window, rules
        self.choices = rules.choices  # which have what is set in a rule
        self.choices.arrived.connect(self._show)
        self.setObjectName("choose_by")
        self.setAccessibleName(tr("Choose by"))
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setForegroundRole(QPalette.ColorRole.Mid)
        self.setAutoFillBackground(True)
        self._snapshot: Snapshot = EMPTY
        self.rows: list[SentenceRow] = []
        self._pointed: SentenceRow | None = None
        self._of: object = None  # the field whose sentences these are
        self._head = QHBoxLayout()
        self._list = QVBoxLayout()
        self._list.setSpacing(1)
        self.every = QPushButton(tr("All {n} Rules\N{HORIZONTAL ELLIPSIS}", n=len(RULES)))
        self.every.setObjectName("all_rules")
        flatten(self.every)
        self.every.clicked.connect(self._on_all)
        foot = QHBoxLayout()
        foot.addWidget(self.every)
        foot.addStretch(1)
        hint = _label("choose_hint", is_small=True)
        hint.setText(tr("Point to see it in the plots, Enter takes it, Esc leaves"))
        foot.addWidget(hint)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.addLayout(self._head)
        column.addLayout(self._list)
        column.addLayout(foot)

    def open_at(self, place: QRect, snapshot: Snapshot) -> None:
        """Show it below a place on the screen, for a snapshot with a score."""
        self._snapshot = snapshot
        vocabulary = snapshot.choices.vocabulary
        if self._of is not vocabulary:
            self._of = vocabulary
            self._fill()
        for row in self.rows:
            row.show_given()
        self._find_out()
        self.adjustSize()
        window = self._window.frameGeometry()
        left = max(window.left(), min(place.left(), window.right() - self.width()))
        self.move(QPoint(left, place.bottom() + 1))
        self.show()
        (self._in_force or self.rows[0]).setFocus(Qt.FocusReason.PopupFocusReason)

    def _fill(self) -> None:
        for row in self.rows:
            for field in row.fields:
                field.take_leave()
            row.deleteLater()
        while self._head.count():
            item = self._head.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.deleteLater()
        words = words_in(self._snapshot.choices.vocabulary)
        self._head.setContentsMargins(GRID, 0, GRID, 0)
        self._head.setSpacing(GRID)
        title = _label("choose_title")
        title.setFont(scaled_font(title.font(), 1.0, bold=True))
        title.setText(tr("Choose by"))
        self._head.addWidget(title, 1)
        for metric in rates(words):
            self._add_head(words.rate(metric.id, metric.name_in(words.vocabulary)))
        self._add_head(tr("Threshold"))
        self.rows = [SentenceRow(one, self.choices) for one in self._rules.sentences]
        for row in self.rows:
            row.taken.connect(lambda row=row: self._take(row))
            row.changed.connect(self._find_out)
            row.pointed.connect(lambda row=row: self._point(row))
            row.moved.connect(self._move)
            self._list.addWidget(row)

    def _add_head(self, words: str) -> None:
        label = _label("choose_head", is_small=True, side=_RIGHT)
        label.setText(words)
        label.setFixedWidth(_CELL)
        self._head.addWidget(label)

    # ------------------------------------------------------------------------- inside

    @property
    def _in_force(self) -> SentenceRow | None:
        made = self._snapshot.provenance
        own = (row for row in self.rows if made is not None and made.rule == row.rule.id)
        asked = {} if made is None else dict(made.parameters)
        return next((row for row in own if row.given == row.rule.values(asked)), None)

    def _find_out(self) -> None:
        self.choices.find_out([row.rule for row in self.rows])
        self._show()

    def _show(self) -> None:
        in_force = self._in_force
        for row in self.rows:
            answer = self.choices.answer(row.rule)
            row.show_choice(answer, self._snapshot, in_force=row is in_force)
        if self._pointed is not None:
            self._look(self._pointed)

    def _choice(self, row: SentenceRow) -> Choice | None:
        answer = self.choices.answer(row.rule)
        if answer is None or isinstance(answer, Refused) or answer.threshold is None:
            return None
        return answer

    def _point(self, row: SentenceRow) -> None:
        self._pointed = row
        for one in self.rows:
            one.show_pointed(pointed=one is row)
        self._look(row)

    def _look(self, row: SentenceRow) -> None:
        choice = self._choice(row)
        if choice is None or choice.threshold is None or not self.isVisible():
            self.looked_away.emit()
        else:
            self.looked_at.emit(choice.threshold)

    def _move(self, step: int) -> None:
        focused = next((row for row in self.rows if row.hasFocus()), self.rows[0])
        place = (self.rows.index(focused) + step) % len(self.rows)
        self.rows[place].setFocus(Qt.FocusReason.TabFocusReason)

    def _take(self, row: SentenceRow) -> None:
        choice = self._choice(row)
        if choice is not None:
            self.close()
            self.use_requested.emit(choice)

    def _on_all(self) -> None:
        self.close()
        self.all_requested.emit()

    def hideEvent(self, event: object) -> None:
        super().hideEvent(event)  # type: ignore[arg-type] # its own event
        self.looked_away.emit()
