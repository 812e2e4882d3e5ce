"""The bar under the plots: the exact threshold, and the ways to move it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QToolButton,
    QWidget,
)

from evalgui.core.counts import Counts
from evalgui.core.languages import tr
from evalgui.core.rules import BUTTON_RULES, Rule
from evalgui.core.shortest_threshold import resting_threshold
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import GRID, Theme, icon, text
from evalgui.gui.panels.flip_buttons import FlipButtons
from evalgui.gui.panels.threshold_field import ThresholdSpinBox
from evalgui.gui.plots.wording import four_counts

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

_SLIDER_STEPS = 10_000  # at most; fewer distinct scores have one step each


class _FineSlider(QSlider):
    """A slider over the ranks of the scores; arrow keys belong to the distinct scores instead."""

    keys_requested = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.keys_requested.emit(step * (10 if shifted else 1))


def _rows_upward(steps: Steps) -> range:
    """Return the rows of the steps that have finite thresholds, the lowest threshold first."""
    first, end = 0, len(steps)
    while first < end and not math.isfinite(steps.threshold(first)):
        first += 1
    while end > first and not math.isfinite(steps.threshold(end - 1)):
        end -= 1
    return range(end - 1, first - 1, -1) if steps.higher_is_positive else range(first, end)


class ThresholdBar(QWidget):
    """The exact threshold, a slider over the scores, rules that choose, and the four counts.

    The slider goes by the ranks of the distinct scores: where they lie close together it is as
    easy to stop at each as anywhere else, and a score far from all others takes no room.
    """

    threshold_requested = Signal(float)
    drag_committed = Signal()
    steps_requested = Signal(int)
    end_requested = Signal(bool)
    rule_requested = Signal(str)

    _spacing = GRID // 2

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("threshold_bar")
        self.setAccessibleName(tr("Threshold bar"))
        self._rows = range(0)  # of the steps, from the lowest threshold to the highest
        self._icons: dict[QToolButton, str] = {}
        self._rules: dict[Rule, QToolButton] = {}
        self._words = text.AT_FIRST
        self._snapshot = EMPTY
        self.spin_box = self._make_spin_box()
        self.slider = self._make_slider()
        self.flips = FlipButtons(self)  # until they have their place beside the decision
        self.counts = QLabel()
        self.counts.setTextFormat(Qt.TextFormat.PlainText)
        self.counts.setObjectName("four_counts")
        self.counts.setAccessibleDescription(tr("Counts at the threshold"))  # its name is its text
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        layout.setSpacing(self._spacing)
        label = QLabel(tr("Thre&shold"))
        label.setBuddy(self.spin_box)
        layout.addWidget(label)
        layout.addWidget(self.spin_box)
        layout.addWidget(self._step_button("first", tr("Lowest score"), self._go_lowest))
        layout.addWidget(
            self._step_button("previous", tr("Previous distinct score"), self._go_previous)
        )
        layout.addWidget(self.slider, 1)
        layout.addWidget(self._step_button("next", tr("Next distinct score"), self._go_next))
        layout.addWidget(self._step_button("last", tr("Highest score"), self._go_highest))
        layout.addSpacing(GRID // 2)
        for rule in BUTTON_RULES:
            layout.addWidget(self._rule_button(rule))
        layout.addSpacing(GRID)
        layout.addWidget(self.counts)
        self.setEnabled(False)

    def _make_spin_box(self) -> ThresholdSpinBox:
        spin_box = ThresholdSpinBox()
        spin_box.setObjectName("threshold_spin_box")
        spin_box.setAccessibleName(tr("Threshold"))
        spin_box.setToolTip(tr("The exact threshold; arrows step over the distinct scores"))
        spin_box.value_entered.connect(self._on_value_entered)
        spin_box.steps_requested.connect(self.steps_requested)
        return spin_box

    def _make_slider(self) -> _FineSlider:
        slider = _FineSlider(Qt.Orientation.Horizontal)
        slider.setObjectName("threshold_slider")
        slider.setAccessibleName(tr("Threshold slider"))
        slider.setRange(0, _SLIDER_STEPS)
        slider.setMinimumWidth(GRID * 8)
        slider.valueChanged.connect(self._on_slider_moved)
        slider.sliderReleased.connect(self.drag_committed)
        slider.actionTriggered.connect(self._on_slider_action)
        slider.keys_requested.connect(self.steps_requested)
        return slider

    def _step_button(self, name: str, explanation: str, slot: object) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"{name}_threshold")
        button.setAccessibleName(explanation)
        button.setToolTip(explanation)
        button.setAutoRaise(True)
        button.setAutoRepeat(name in {"previous", "next"})
        button.clicked.connect(slot)
        self._icons[button] = name
        return button

    def _rule_button(self, rule: Rule) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"rule_{rule.id}_button")
        button.clicked.connect(lambda: self.rule_requested.emit(rule.id))
        button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        self._rules[rule] = button
        self._name_rule(rule)
        return button

    def _name_rule(self, rule: Rule) -> None:
        button, name = self._rules[rule], self._words.rule_name(rule.id, rule.name)
        button.setText(name)
        button.setAccessibleName(tr("Go to {name}", name=name))
        button.setToolTip(self._words.rule_reason(rule.id, rule.explanation))

    # ------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the threshold and the counts of a snapshot."""
        self._snapshot = new
        self.flips.show_snapshot(old, new)
        if new.ranking is not old.ranking:
            self._render_range(new)
            for button in set(self._rules.values()).difference(self._extras):
                button.hide()
            self._fit_extras()  # other numbers take other room
        if new.point is not old.point:
            self._render_point(new)
        if new.inputs.is_locked != old.inputs.is_locked:
            self._show_lock(locked=new.inputs.is_locked)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the rules and the counts as a vocabulary does."""
        self._words = words_in(vocabulary)
        for rule in self._rules:
            self._name_rule(rule)
        self._fit_extras()
        self._make_room()
        self._show_counts()

    def minimumSizeHint(self) -> QSize:
        # Rules have menus and keys: where there is no room for buttons they go without.
        return QSize(self._width_without_extras(), super().minimumSizeHint().height())

    @property
    def _extras(self) -> tuple[QWidget, ...]:
        """What gives way where there is little room, the last one first."""
        ranking = self._snapshot.ranking
        return tuple(
            button
            for rule, button in self._rules.items()
            if ranking is None or ranking.is_offered(rule)
        )

    def _width_without_extras(self) -> int:
        shown = [part for part in self._extras if not part.isHidden()]
        return super().minimumSizeHint().width() - sum(map(self._room_of, shown))

    def _room_of(self, part: QWidget) -> int:
        return part.sizeHint().width() + self._spacing

    def _fit_extras(self) -> None:
        """Show as many of the buttons as there is room for, the first ones first."""
        room = self.width() - self._width_without_extras()
        for part in self._extras:
            room -= self._room_of(part)
            if part.isHidden() == (room >= 0):
                part.setVisible(room >= 0)

    def show_counts(self, *, shown: bool) -> None:
        """Show the four counts, or leave their room to the buttons."""
        if self.counts.isHidden() == shown:
            self.counts.setVisible(shown)
            self.counts.clear()  # what is hidden would stay in the words of before
            self._show_counts()
            self._fit_extras()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_extras()

    def set_theme(self, theme: Theme) -> None:
        """Recolour the icons, and give the field the colour of the threshold."""
        for button, name in self._icons.items():
            button.setIcon(icon(name, theme))
        palette = self.spin_box.palette()
        palette.setColor(QPalette.ColorRole.Text, theme.accent)
        self.spin_box.setPalette(palette)

    def _render_range(self, new: Snapshot) -> None:
        ranking = new.ranking
        self.setEnabled(ranking is not None and ranking.table.n > 0)
        if ranking is None:
            return
        self._rows = _rows_upward(ranking.table.steps)
        last = max(0, min(len(self._rows) - 1, _SLIDER_STEPS))
        self.slider.blockSignals(True)
        self.slider.setRange(0, last)
        self.slider.setPageStep(max(1, last // 10))
        self.slider.blockSignals(False)
        self._make_room()

    def _show_lock(self, *, locked: bool) -> None:
        """Let nothing here move a locked line."""
        self.spin_box.setReadOnly(locked)
        for part in (self.slider, *self._icons, *self._rules.values()):
            part.setDisabled(locked)

    def _make_room(self) -> None:
        """Give the counts the room that they need at any threshold."""
        ranking = self._snapshot.ranking
        if ranking is not None:
            n = ranking.table.n
            widest = four_counts(Counts(tp=n, fp=n, fn=n, tn=n), self._words)
            self.counts.setFixedWidth(self.counts.fontMetrics().horizontalAdvance(widest) + GRID)

    def _show_counts(self) -> None:
        if not self.counts.isHidden():
            point = self._snapshot.point
            self.counts.setText("" if point is None else four_counts(point.counts, self._words))

    def _render_point(self, new: Snapshot) -> None:
        self._show_counts()
        point = new.point
        if point is None:
            self.spin_box.set_value(math.nan, None)
            return
        self.spin_box.set_value(point.threshold, new.score)
        self.slider.blockSignals(True)
        self.slider.setValue(self._slider_position(point.row))
        self.slider.blockSignals(False)

    def _slider_position(self, row: int) -> int:
        rows = self._rows
        if not rows:
            return 0
        rank = (row - rows[0]) * rows.step
        share = min(max(rank, 0), len(rows) - 1) / max(len(rows) - 1, 1)
        return round(share * self.slider.maximum())

    def _on_slider_moved(self, position: int) -> None:
        rows, ranking = self._rows, self._snapshot.ranking
        if ranking is None or not rows:
            return
        steps = ranking.table.steps
        rank = round(position / max(self.slider.maximum(), 1) * (len(rows) - 1))
        self.threshold_requested.emit(resting_threshold(steps, steps.threshold(rows[rank])))

    def _on_slider_action(self, _action: int) -> None:
        if not self.slider.isSliderDown():
            self.slider.setValue(self.slider.sliderPosition())
            self.drag_committed.emit()

    def _on_value_entered(self, value: float) -> None:
        self.threshold_requested.emit(value)
        self.drag_committed.emit()

    def _go_lowest(self) -> None:
        self.end_requested.emit(False)

    def _go_highest(self) -> None:
        self.end_requested.emit(True)

    def _go_previous(self) -> None:
        self.steps_requested.emit(-1)

    def _go_next(self) -> None:
        self.steps_requested.emit(1)
