"""The decision as a sentence: score, threshold in large type, reason; and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionFocusRect,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.grey_zone import INDETERMINATE, grey_ends
from evalgui.core.languages import tr
from evalgui.core.provenance_words import beyond_in_words
from evalgui.core.rules import inside_of_bin
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.described import Described
from evalgui.gui.look import GRID, LIGHT, SMALL, Switch, icon, text
from evalgui.gui.models.rule_cells import BETWEEN
from evalgui.gui.models.rule_words import (
    doubt_in_words,
    equivalents,
    limits_in_words,
    origin_in_words,
    reason_in_words,
    short_limits,
)
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.steady_label import SteadyLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme

_VERY_LARGE = 1.9  # times the font: the one number that everything else follows from
_KEPT = "\N{NO-BREAK SPACE}"
_WIDEST = 12  # letters of a threshold in large type; longer ones are told in short
_LOCK = tr("Lock the threshold: nothing moves it, and other files are assessed at it, too")
_ZONE_ENDED = tr("Both lines met: the grey zone has ended. Undo (Ctrl+Z) brings it back")
_ZONE_TURNED = tr(
    "The line passed the second one: the grey zone lies on its other side. Undo: Ctrl+Z"
)
_LOCKED = tr("The threshold is locked: press Lock to let it move")


_NOTHING_SAID = tr("Threshold and rule")
_NEITHER = tr("Indeterminate: called neither way")
_UNCLEAR = tr("| unclear |")  # what is called neither way, in few letters
_SHORTEST = "0" * 7  # room in which as many letters as are written fit in smaller type
_LEAST = "0" * 4  # likewise, where there is next to none
_SAMPLES = 50  # thresholds whose digits say how much room any one needs
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1}
_OF_NAME = 10  # times the grid: as much of the name of a score as there has to be room for
_OF_REASON = 24  # likewise: with less it stands in the line below alone
_PER_STEP = 6  # pixels of a drag
_ASKING = {Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class _AsWideAsItsWords(SteadyLabel):
    """A label that takes the room that its words need, and less where there is none."""

    def __init__(self, name: str, purpose: str, *, scale: float = 1.0, bold: bool = False) -> None:
        super().__init__(name, purpose, scale=scale, bold=bold, shrinks=scale > 1 or bold)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def _width_of(self, words: str) -> int:
        # A blank more: what would just fit by whole pixels is elided by parts of them.
        return self._metrics.horizontalAdvance(f"{words} ") + 2 * self.inset if words else 0

    def sizeHint(self) -> QSize:
        return QSize(self._width_of(self.text()), self.minimumHeight())

    def set_text(self, words: str) -> None:
        """Show other words, in the room that they need."""
        if words != self.text():
            super().set_text(words)
            self.updateGeometry()


class Part(_AsWideAsItsWords):
    """A part of the sentence that can be changed: a press, F2 or Enter asks.

    One that is a number has a pencil while it is pointed at, and can be dragged.
    """

    inset = GRID

    pressed = Signal()
    stepped = Signal(int)
    dragged = Signal(int)  # how many steps from where it was taken hold of
    dropped = Signal()

    def __init__(
        self, name: str, purpose: str, *, scale: float = 1.0, is_number: bool = False
    ) -> None:
        super().__init__(name, purpose, scale=scale, bold=True)
        self._is_number = is_number
        self._pencil = icon("pencil", LIGHT)
        self._held: float | None = None  # where it was taken hold of
        self._n_steps = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_theme(self, theme: Theme) -> None:
        """Draw the pencil in its colours."""
        self._pencil = icon("pencil", theme)

    def take_room_of(self, widest: str) -> None:
        """Be as wide as a text needs, with the pencil beside it."""
        if self.width() != self.width_of(widest):
            self.setFixedWidth(self.width_of(widest))

    def width_of(self, widest: str) -> int:
        """Return how wide a number is with the pencil beside it."""
        return self._width_of(widest) + self._side

    @property
    def _side(self) -> int:
        return GRID * 2

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None or not self._is_number:
            return
        n_steps = int((event.position().x() - self._held) / _PER_STEP)
        if n_steps or self._n_steps:
            self._n_steps = n_steps
            self.setCursor(Qt.CursorShape.SizeHorCursor)
            self.dragged.emit(n_steps)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_here = self.rect().contains(event.position().toPoint())
        was_held, self._held = self._held is not None, None
        was_dragged = self.cursor().shape() == Qt.CursorShape.SizeHorCursor
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        if was_dragged:
            self._n_steps = 0
            self.dropped.emit()
        elif was_held and is_here:
            self.pressed.emit()
        else:
            super().mouseReleaseEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = event.position().x()
        else:  # a menu is asked for around it
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
        if self._is_number and self.text() and self.underMouse():
            room = self.rect().adjusted(0, 0, -GRID // 2, 0)
            place = QRect(0, 0, self._side, self._side)
            place.moveCenter(room.center())
            place.moveRight(room.right())
            with QPainter(self) as painter:
                self._pencil.paint(painter, place)
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


class DecisionHead(Described, QWidget):
    """The decision as a sentence of which each part can be changed, and where it comes from."""

    lock_requested = Signal(bool)
    threshold_asked = Signal(QRect)  # to type one: where it stands on the screen
    second_asked = Signal(QRect)
    choose_requested = Signal(QRect)  # by which rule: below what stands there on the screen
    steps_requested = Signal(int, bool)  # and whether of the second line
    drag_requested = Signal(int, bool)  # the same, from where it was taken hold of
    drag_ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("decision_head")
        super().setAccessibleName(_NOTHING_SAID)
        self._snapshot: Snapshot = EMPTY
        self._words = text.AT_FIRST
        self._has_reason = True  # in full
        self._widest = _SHORTEST  # of the thresholds
        self._arranged: object = None  # what the order of the parts was made for
        self._order: list[QWidget] = []
        self.score, self.sign = QWidget(self), QWidget(self)  # until they are given
        self.lead = _word("decision_lead")
        self.negative, self.positive = _word("decision_negative"), _word("decision_positive")
        self.unclear = _word("decision_unclear")
        self.unclear.setText(_UNCLEAR)
        self.unclear.setToolTip(_NEITHER)
        self.unit, self.because = _word("decision_unit"), _word("decision_because")
        self.rule = Part("decision_rule", tr("Reason"))
        self.rule.setToolTip(tr("Press to choose by another rule"))
        self.rule.pressed.connect(lambda: self._choose(self.rule))
        self.limits = _AsWideAsItsWords("decision_limits", tr("Limits that the rule asks for"))
        self.threshold = self._number_part("decision_threshold", tr("Threshold"), is_second=False)
        self.second = self._number_part("decision_second", tr("Second threshold"), is_second=True)
        self.same = SteadyLabel("decision_equivalents", tr("Equivalent thresholds"), scale=SMALL)
        self.origin = _AsWideAsItsWords(
            "decision_origin", tr("Where the threshold comes from"), scale=SMALL
        )
        self._make_buttons()
        self._sentence = QHBoxLayout()
        self._sentence.setSpacing(GRID * 3 // 4)
        self._sentence.addStretch(1)
        self._sentence.addLayout(self.tools)
        below = QHBoxLayout()
        below.setSpacing(GRID)
        below.addWidget(self.origin)
        below.addWidget(self.same, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        column.setSpacing(0)
        column.addLayout(self._sentence)
        column.addLayout(below)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._arrange()

    def _make_buttons(self) -> None:
        self.lock = Switch()
        self.lock.setObjectName("lock_threshold")
        self.lock.setText(tr("Lock"))
        self.lock.setToolTip(_LOCK)
        self.lock.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.lock.clicked.connect(self._request_lock)
        self.message = FieldMessage(self.lock, "locked_message")
        self.zone_message = FieldMessage(self.threshold, "zone_message")
        self.tools = QHBoxLayout()
        self.tools.setSpacing(GRID // 2)
        self.choose = QPushButton(tr("Choose &by\N{HORIZONTAL ELLIPSIS}"))
        self.choose.setObjectName("choose_rule")
        self.choose.setToolTip(tr("The rules that are asked for most, with what each would give"))
        self.choose.clicked.connect(lambda: self._choose(self.choose))
        self.tools.addWidget(self.choose)
        self.tools.addWidget(self.lock)

    def _number_part(self, name: str, purpose: str, *, is_second: bool) -> Part:
        part = Part(name, purpose, scale=_VERY_LARGE, is_number=True)
        part.setToolTip(
            tr("Press to type another one; the arrow keys, or a drag, go along the scores")
        )
        part.pressed.connect(lambda: self.ask_threshold(of_second=is_second))
        part.stepped.connect(lambda n_steps: self.steps_requested.emit(n_steps, is_second))
        part.dragged.connect(lambda n_steps: self.drag_requested.emit(n_steps, is_second))
        part.dropped.connect(self.drag_ended)
        return part

    def say_of(self, score: QWidget, sign: QWidget) -> None:
        """Let the sentence name what is chosen elsewhere: the score, and which way it runs."""
        self.lead.setBuddy(score)
        for placeholder in (self.score, self.sign):
            placeholder.deleteLater()
        self.score, self.sign, self._arranged = score, sign, None
        self._arrange()

    def _request_lock(self, checked: bool) -> None:  # noqa: FBT001 - a slot
        """Ask; what is shown changes when the answer comes."""
        self.lock.setChecked(not checked)
        self.lock_requested.emit(checked)

    def setAccessibleDescription(self, words: str) -> None:
        """Take the whole sentence for what it is called, which a screen reader says first."""
        super().setAccessibleName(words)

    def accessibleName(self) -> str:
        """Return the sentence as it is by now."""
        self._describe_now()
        return super().accessibleName()

    @property
    def sentence(self) -> str:
        """The sentence, and the line below it, as text."""
        if self._snapshot.point is None:
            return _NOTHING_SAID
        told = [_told(part) for part in self._order if not part.isHidden()]
        words = " ".join(filter(None, told)).replace(f" {_UNCLEAR}", f", {tr(INDETERMINATE)},")
        below = f"{self.origin.text()} {self.same.text()}".split(BETWEEN.strip())
        return f"{words}. {', '.join(filter(None, map(str.strip, below)))}"

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the threshold of a snapshot and what was decided about it."""
        self._snapshot = new
        is_moved = new.point is not old.point or new.ranking is not old.ranking
        has_other_zone = new.choices.second != old.choices.second
        if new.ranking is not old.ranking:
            self._make_room()
        if is_moved or has_other_zone:
            self._arrange()
            self._show_threshold()
        if is_moved:
            self.zone_message.take_back()
        tells_line = is_moved and new.choices.second is not None
        if has_other_zone or tells_line or _is_decided_otherwise(old, new):
            self._show_decision()

    def _arrange(self) -> None:
        """Put the parts in the order in which they are read: the lower end of a zone first."""
        point, score, ends = self._snapshot.point, self._snapshot.score, None
        if point is not None and score is not None:
            ends = grey_ends(self._snapshot)
        is_higher = score is None or score.higher_is_positive
        is_low = ends is None or point is None or ends[0] == point.threshold
        wanted = ends is not None, is_higher, is_low
        if wanted == self._arranged:
            return
        self._arranged = wanted
        low, high = (self.threshold, self.second) if is_low else (self.second, self.threshold)
        called: list[QWidget] = [self.positive, self.sign]
        denied: list[QWidget] = [self.negative]
        first, last = (denied, called) if is_higher else (called, denied)
        order = [self.lead, self.score, self.sign, self.threshold]
        if ends is not None:
            order = [self.score, *first, low, self.unclear, *last, high]
        order += [self.unit, self.because, self.rule, self.limits]
        for place, part in enumerate(order):
            self._sentence.removeWidget(part)
            self._sentence.insertWidget(place, part)
            if place:
                QWidget.setTabOrder(order[place - 1], part)
        for part in (self.lead, self.negative, self.positive, self.unclear, self.second):
            part.setParent(self)
            part.setVisible(part in order)
        self._order = order
        self._fit()
        self._name_calls()

    def _name_calls(self) -> None:
        is_higher = self._snapshot.score is None or self._snapshot.score.higher_is_positive
        self.lead.setText(tr("{Decision} at", Decision=self._words.decision.capitalize()))
        self.negative.setText(f"{self._words('{called_negative}')} {'<' if is_higher else '>'}")
        self.positive.setText(self._words("{called_positive}"))

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name rule and provenance as another field does."""
        self._words = words_in(vocabulary)
        self._name_calls()
        self._show_threshold()
        self._show_decision()

    def set_theme(self, theme: Theme) -> None:
        """Write the threshold in its own colour, and what is beside it fainter."""
        self.threshold.set_colour(QColor(theme.accent))
        for part in (self.threshold, self.second):
            part.set_theme(theme)
        for faint in (self.same, self.origin, self.limits):
            faint.set_colour(QColor(theme.faint_text))
        self.lock.setIcon(icon("lock", theme))

    def _make_room(self) -> None:
        """Give the threshold the room that any one of the score needs: nothing jumps in a drag."""
        ranking = self._snapshot.ranking
        if ranking is not None and len(ranking.table.steps):
            steps = ranking.table.steps
            rows = {len(steps) * share // _SAMPLES for share in range(_SAMPLES)}
            shown = (self._number(steps.threshold(row)) for row in (*rows, len(steps) - 1))
            self._widest = max((*shown, _SHORTEST), key=len)
            self._fit()

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
        point, second = self._snapshot.point, self._snapshot.choices.second
        self.threshold.tell(lambda: "" if point is None else self._number(point.threshold))
        self.second.tell(lambda: "" if second is None else self._number(second))
        self.same.tell(self._equivalents_in_words)
        self.describe(lambda: self.sentence)

    def _number(self, threshold: float) -> str:
        shown = text.threshold(threshold, self._snapshot.score)
        is_long = len(shown) > _WIDEST
        short = text.short_threshold(threshold, self._snapshot.score) if is_long else shown
        return short.replace(" ", _KEPT)

    def _equivalents_in_words(self) -> str:
        ranking, point = self._snapshot.ranking, self._snapshot.point
        if ranking is None or point is None:
            return ""
        beyond = self._words.said(beyond_in_words(point.counts))
        steps = ranking.table.steps
        same = self._words.said(inside_of_bin(steps, point.threshold, ranking.score))
        same = same or equivalents(steps.interval(point.row), ranking.score)
        return "".join(f"{BETWEEN.lstrip()}{one}" for one in (beyond, same) if one)

    def _show_decision(self) -> None:
        inputs, made = self._snapshot.inputs, self._snapshot.provenance
        lead, reason = reason_in_words(self._snapshot, self._words)
        unit = "" if self._snapshot.score is None else self._snapshot.score.unit
        self.unit.setText(f"{unit}," if unit and lead else unit)
        self.unit.setVisible(bool(unit))
        self.because.setText(lead)
        self.rule.set_text(reason)
        self.limits.set_text(short_limits(self._snapshot))
        self.limits.setToolTip(limits_in_words(self._snapshot, self._words))
        self._fit()
        self._show_origin()
        self.origin.setToolTip(doubt_in_words(made))
        self.lock.setChecked(inputs.has_lock_here)
        self.lock.setEnabled(made is not None or inputs.has_lock_here)
        if not inputs.is_locked:
            self.message.take_back()

    def _show_origin(self) -> None:
        """Say where it comes from, after what has no room above."""
        told = [] if self._has_reason else [self.because.text(), self.rule.text()]
        below = origin_in_words(self._snapshot, self._words, has_limits=self.limits.isHidden())
        self.origin.set_text(BETWEEN.join(filter(None, [" ".join(told).strip(), below])))
        self.describe(lambda: self.sentence)

    def _fit(self) -> bool:
        """Take below what has no room in the sentence; return whether that is something else now.

        That is the limits first; then numbers are written smaller, as in a zone; at last the
        reason.
        """
        gap, has_zone = self._sentence.spacing(), self._snapshot.choices.second is not None
        numbers, reasons = (self.threshold, self.second), (self.because, self.rule)
        items = map(self.tools.itemAt, range(self.tools.count()))
        widgets = [*self._order, *(item.widget() for item in items if item is not None)]
        room = self.width() - 2 * GRID
        for one in widgets:
            if one is not None and one not in {*numbers, *reasons, self.limits}:
                most = GRID * _OF_NAME if one is self.score else room
                room -= 0 if one.isHidden() else min(one.sizeHint().width(), most) + gap
        limits = self.limits.sizeHint().width() + gap
        reason = sum(one.sizeHint().width() + gap for one in reasons if _told(one))
        usual = _SHORTEST if has_zone else self._widest
        widths = {
            one: (self.threshold.width_of(one) + gap) * (1 + has_zone)
            for one in (usual, _SHORTEST, _LEAST)
        }
        wide, least = widths[usual], widths[_LEAST]
        before, self._has_reason = (
            (self.limits.isHidden(), self._has_reason),
            least + reason <= room,
        )
        beside = reason if self._has_reason else 0
        written = next((one for one, taken in widths.items() if taken + beside <= room), _LEAST)
        left = room - reason - widths[written]
        self.score.setMaximumWidth(GRID * _OF_NAME + max(0, left))
        self.limits.setVisible(bool(self.limits.text()) and wide + reason + limits <= room)
        for part in reasons:
            part.setVisible(bool(_told(part)) and least + min(reason, _OF_REASON * GRID) <= room)
        for part in numbers:
            part.take_room_of(written)
        return before != (self.limits.isHidden(), self._has_reason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._refit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # something comes or goes beside the sentence
            self._refit()
        return super().event(event)

    def _refit(self) -> None:
        if self._fit():
            self._show_origin()

    def _choose(self, by: QWidget) -> None:
        self.choose_requested.emit(QRect(by.mapToGlobal(by.rect().topLeft()), by.size()))

    def ask_threshold(self, *, of_second: bool = False) -> None:
        """Ask for a threshold to be typed where it stands."""
        part = self.second if of_second else self.threshold
        asked = self.second_asked if of_second else self.threshold_asked
        asked.emit(QRect(part.mapToGlobal(part.rect().topLeft()), part.size()))


def _told(part: QWidget) -> str:
    """Return what a part of the sentence says."""
    if isinstance(part, QComboBox):
        return part.currentText()
    if isinstance(part, (QLabel, QAbstractButton, SteadyLabel)):
        return part.text()
    return ""


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
