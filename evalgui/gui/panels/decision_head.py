"""The decision as a sentence: score, threshold in large type, rule; and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionFocusRect,
    QVBoxLayout,
    QWidget,
)

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


AT_LEAST, AT_MOST = "\N{GREATER-THAN OR EQUAL TO}", "\N{LESS-THAN OR EQUAL TO}"
_SHORTEST = "0" * 7  # room in which as many letters as are written fit in smaller type
_SAMPLES = 50  # thresholds whose digits say how much room any one needs
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1}
_ASKING = {Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class Part(SteadyLabel):
    """A part of the sentence that can be changed: a press, F2 or Enter asks."""

    inset = GRID

    pressed = Signal()
    stepped = Signal(int)

    def __init__(self, name: str, purpose: str, *, scale: float = 1.0, bold: bool = False) -> None:
        super().__init__(name, purpose, scale=scale, bold=bold, shrinks=True)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def take_room_of(self, widest: str) -> None:
        """Be as wide as a text needs."""
        self.setFixedWidth(self._width_of(widest))

    def _width_of(self, words: str) -> int:
        # A blank more: what would just fit by whole pixels is elided by parts of them.
        return self._metrics.horizontalAdvance(f"{words} ") + 2 * self.inset

    def sizeHint(self) -> QSize:
        return QSize(self._width_of(self.text()), self.minimumHeight())

    def set_text(self, words: str) -> None:
        """Show other words, in the room that they need."""
        if words != self.text():
            super().set_text(words)
            self.updateGeometry()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_here = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and is_here:
            self.pressed.emit()
        else:
            super().mouseReleaseEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:  # a menu is asked for around it
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ASKING:
            self.pressed.emit()
        elif key in _STEPS:
            is_far = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.stepped.emit(_STEPS[key] * (10 if is_far else 1))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.text():
            role = QPalette.ColorRole.Midlight if self.underMouse() else QPalette.ColorRole.Button
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
                painter.setBrush(self.palette().color(role))
                edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
                painter.drawRoundedRect(edge, GRID / 2, GRID / 2)
        super().paintEvent(event)
        if self.hasFocus():
            option = QStyleOptionFocusRect()
            option.initFrom(self)
            with QPainter(self) as painter:
                element = QStyle.PrimitiveElement.PE_FrameFocusRect
                self.style().drawPrimitive(element, option, painter, self)


def _word(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


class DecisionHead(QWidget):
    """The decision as a sentence of which each part can be changed, and where it comes from."""

    follow_requested = Signal(bool)
    lock_requested = Signal(bool)
    threshold_asked = Signal(QRect)  # to type one: where it stands on the screen
    rules_requested = Signal()
    choose_requested = Signal(QRect)  # by which rule: below what stands there on the screen
    steps_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("decision_head")
        self.setAccessibleName("Threshold and rule")
        self._snapshot: Snapshot = EMPTY
        self._words = MACHINE_LEARNING
        self.lead = _word("decision_lead")
        self.because = _word("decision_because")
        self.rule = Part("decision_rule", "Rule in force", bold=True)
        self.rule.setToolTip("Press to choose by another rule")
        self.rule.pressed.connect(lambda: self._choose(self.rule))
        self.threshold = Part("decision_threshold", "Threshold", scale=_VERY_LARGE, bold=True)
        self.threshold.setToolTip(
            "Press to type another one; the arrow keys go from score to score"
        )
        self.threshold.pressed.connect(self.ask_threshold)
        self.threshold.stepped.connect(self.steps_requested)
        self.same = SteadyLabel("decision_equivalents", "Equivalent thresholds", scale=SMALL)
        self.origin = SteadyLabel("decision_origin", "Where the threshold comes from", scale=SMALL)
        self.follow = self._switch("follow_rule", "Follow", _FOLLOW, self.follow_requested)
        self.lock = self._switch("lock_threshold", "Lock", _LOCK, self.lock_requested)
        self.message = FieldMessage(self.lock, "locked_message")
        self.zone_message = FieldMessage(self.follow, "zone_message")
        self.tools = QHBoxLayout()
        self.tools.setSpacing(GRID // 2)
        self.choose = QPushButton("Choose &by\N{HORIZONTAL ELLIPSIS}")
        self.choose.setObjectName("choose_rule")
        self.choose.setToolTip("The rules that are asked for most, with what each would give")
        self.choose.clicked.connect(lambda: self._choose(self.choose))
        self.tools.addWidget(self.choose)
        self.tools.addWidget(self.follow)
        self.tools.addWidget(self.lock)
        self._sentence = QHBoxLayout()
        self._sentence.setSpacing(GRID)
        for part in (self.lead, self.threshold, self.because):
            self._sentence.addWidget(part)
        self._sentence.addWidget(self.rule)
        self._sentence.addStretch(1)
        self._sentence.addLayout(self.tools)
        below = QHBoxLayout()
        below.setSpacing(GRID * 2)
        below.addWidget(self.origin, 3)
        below.addWidget(self.same, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        column.setSpacing(0)
        column.addLayout(self._sentence)
        column.addLayout(below)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say_of(self, score: QWidget, sign: QWidget) -> None:
        """Let the sentence name what is chosen elsewhere: the score, and which way it runs."""
        self.lead.setBuddy(score)
        place = self._sentence.indexOf(self.threshold)
        self._sentence.insertWidget(place, score)
        self._sentence.insertWidget(place + 1, sign)

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
        if new.ranking is not old.ranking:
            self._make_room()
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

    def _make_room(self) -> None:
        """Give the threshold the room that any one of the score needs: nothing jumps in a drag."""
        ranking = self._snapshot.ranking
        if ranking is not None and len(ranking.table.steps):
            steps = ranking.table.steps
            rows = {len(steps) * share // _SAMPLES for share in range(_SAMPLES)}
            shown = (self._number(steps.threshold(row)) for row in (*rows, len(steps) - 1))
            self.threshold.take_room_of(max((*shown, _SHORTEST), key=len))

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
        found = decision_of(self._snapshot, self._number)
        sign, _blank, shown = ("", "", "") if found is None else found.positive.partition(" ")
        is_usual = sign in {AT_LEAST, AT_MOST}  # which stands before it
        return shown if is_usual else f"{sign}{_KEPT}{shown}".rstrip(_KEPT)

    def _number(self, threshold: float) -> str:
        shown = text.threshold(threshold, self._snapshot.score)
        is_long = len(shown) > _WIDEST
        return text.short_threshold(threshold, self._snapshot.score) if is_long else shown

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
        self.lead.setText(f"{self._words.decision.capitalize()} when")
        self.because.setText("by" if made is not None and made.rule in RULES.ids else "")
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

    def _choose(self, by: QWidget) -> None:
        self.choose_requested.emit(QRect(by.mapToGlobal(by.rect().topLeft()), by.size()))

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
