"""The measures the field looks at, and the decision: its sentence, which is above all panes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.gui.focus import flatten, lead_focus
from evalgui.gui.look import GRID, margins, text
from evalgui.gui.models.calls.outcomes import same_numbers
from evalgui.gui.models.decision_model import MOST_NUMBERS, DecisionModel
from evalgui.gui.panels.decision_head import DecisionHead
from evalgui.gui.panels.decision_list import DecisionList
from evalgui.gui.panels.prevalence_field import PrevalenceQuestion

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QResizeEvent

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme

_FURTHER = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


class DecisionPanel(QWidget):
    """What was decided, in words, and its numbers; every number can be asked for."""

    lock_requested = Signal(bool)
    number_asked = Signal(object, QRect)
    choice_requested = Signal(object)
    threshold_asked = Signal(QRect)
    numbers_changed = Signal(list)
    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("decision_panel")
        self.setAccessibleName(tr("Measures"))
        self.model = DecisionModel(self)
        self.head = DecisionHead(self)
        self.head.hide()  # until it has its place above all panes
        self.numbers = DecisionList(self.model)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.numbers, 1)
        self.prevalence = PrevalenceQuestion("decision_prevalence")
        column.addWidget(self.prevalence.note)
        self.others = QPushButton()
        self.others.setObjectName("more_measures")
        flatten(self.others)
        self.others.clicked.connect(self.all_requested)
        self.foot = QWidget()
        foot = QHBoxLayout(self.foot)
        foot.setContentsMargins(margins(GRID, GRID // 2, 0, GRID // 2))
        foot.addWidget(self.prevalence.label)
        foot.addWidget(self.prevalence.field)
        foot.addStretch(1)
        self._chosen = QHBoxLayout()
        self._chosen.addStretch(1)
        self._chosen.addWidget(self.others)
        self._below = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._below.addWidget(self.foot, 1)
        self._below.addLayout(self._chosen)
        column.addLayout(self._below)
        self._make_actions()
        self._connect()
        lead_focus(self, self.numbers)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def _make_actions(self) -> None:
        self.usual_action = self._action(
            "usual_numbers", tr("&Usual Numbers"), lambda: self._choose_numbers([])
        )
        self.more = QToolButton()
        self.more.setObjectName("decision_more")
        self.more.setText("\N{HORIZONTAL ELLIPSIS}")
        self.more.setAccessibleName(tr("Choose measures"))
        self.more.setToolTip(
            tr("Which numbers stand here: up to twelve, in the order in which chosen")
        )
        self.more.setAutoRaise(True)
        self.more.clicked.connect(lambda: self._open_menu(self.more.rect().bottomLeft(), self.more))
        self._chosen.insertWidget(1, self.more)

    def _action(self, name: str, words: str, run: Callable[[], object]) -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: run())
        return action

    def _connect(self) -> None:
        head = self.head
        head.lock_requested.connect(self.lock_requested)
        head.threshold_asked.connect(self.threshold_asked)
        self.numbers.number_asked.connect(self.number_asked)
        self.numbers.choice_requested.connect(self.choice_requested)
        self.numbers.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.numbers.customContextMenuRequested.connect(
            lambda place: self._open_menu(place, self.numbers)
        )

    def show_others(self, *, shown: bool) -> None:
        """Offer all measures and their prevalence, or leave that to the pane that has them."""
        for widget in (self.foot, self.others):
            widget.setVisible(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # as other words are longer
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        needed = self.foot.sizeHint().width() + self._chosen.sizeHint().width()
        way = QBoxLayout.Direction
        self._below.setDirection(way.LeftToRight if needed <= self.width() else way.TopToBottom)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what was decided in a snapshot, and its numbers."""
        self.head.show_snapshot(old, new)
        is_asked_otherwise = new.inputs.intervals is not old.inputs.intervals
        if is_asked_otherwise or new.ranking is not old.ranking or new.dataset is not old.dataset:
            self.prevalence.show_snapshot(old, new)
        self.numbers.show_bars(shown=new.choices.has_bars)
        same_formulas = (
            new.inputs.parameters is old.inputs.parameters
            and new.inputs.intervals == old.inputs.intervals
            and new.summaries is old.summaries
        )
        same_formulas = same_formulas and new.choices.hides_answers == old.choices.hides_answers
        same_scores = new.ranking is old.ranking and new.dataset is old.dataset
        if same_scores and same_formulas and (new.point is old.point or same_numbers(old, new)):
            self.model.keep_snapshot(new)
            return
        self.model.set_snapshot(new)
        n_others = sum(len(section.rows) for section in self.model.sections) - len(
            self.model.chosen
        )
        self.others.setText(
            tr(
                "{n_others} more measures {further}",
                n_others=text.count(n_others),
                further=_FURTHER,
            )
        )

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything."""
        self.head.set_theme(theme)
        self.numbers.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Show the numbers that a field looks at, in its words."""
        self.head.set_vocabulary(vocabulary)
        self.prevalence.set_vocabulary(vocabulary)
        self.model.set_vocabulary(vocabulary)

    # ------------------------------------------------------------------ what is chosen

    def set_numbers(self, lines: Sequence[str]) -> None:
        """Show other numbers: lines such as "clinical: TPR TNR", one for each field."""
        known = {vocabulary.value: vocabulary for vocabulary in Vocabulary}
        for line in lines:
            field, _sign, ids = line.partition(":")
            if field in known:
                self.model.choose(ids.split(), known[field])

    def chosen_numbers(self) -> list[str]:
        """Return what `set_numbers` takes."""
        return [
            f"{field.value}: {' '.join(ids)}" for field, ids in self.model.chosen_by_field.items()
        ]

    def _choose_numbers(self, ids: Sequence[str]) -> None:
        self.model.choose(ids)
        self.numbers_changed.emit(self.chosen_numbers())
        self.numbers.told.emit([*self.model.chosen])

    def _toggle_number(self, metric_id: str) -> None:
        chosen = list(self.model.chosen)
        if metric_id in chosen:
            chosen.remove(metric_id)
        else:
            chosen.append(metric_id)
        self._choose_numbers(chosen)

    def _replace_number(self, shown: str, metric_id: str) -> None:
        self._choose_numbers([metric_id if one == shown else one for one in self.model.chosen])

    # -------------------------------------------------------------------------- inside

    def _open_menu(self, place: QPoint, widget: QWidget) -> None:
        menu = QMenu(self)
        menu.setObjectName("decision_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.numbers.currentIndex().isValid():
            menu.addAction(self.numbers.sentence)
        menu.addAction(self.numbers.paper)
        menu.addSeparator()
        numbers = menu.addMenu(tr("&Numbers"))
        numbers.setObjectName("decision_numbers_menu")
        self._add_numbers(numbers, self._toggle_number)
        self._add_place(menu)
        menu.addAction(self.usual_action)
        menu.popup(widget.mapToGlobal(place))

    def _add_place(self, menu: QMenu) -> None:
        """Offer another measure in the place of the current number, or none."""
        index, chosen = self.numbers.currentIndex(), self.model.chosen
        if not index.isValid() or self.model.entry(index).about.id not in chosen:
            return
        shown = self.model.entry(index).about.id
        name = self.model.name(index).replace("&", "&&")
        others = menu.addMenu(tr("Show Another for {name}", name=name))
        others.setObjectName("decision_other_number")
        self._add_numbers(others, partial(self._replace_number, shown), is_other=True)
        leave = menu.addAction(
            tr("Leave Out {name}", name=name), partial(self._toggle_number, shown)
        )
        leave.setObjectName("decision_leave_out")
        leave.setEnabled(len(chosen) > 1)

    def _add_numbers(
        self, menu: QMenu, choose: Callable[[str], None], *, is_other: bool = False
    ) -> None:
        """Add all measures to a menu: those on show are checked, or cannot be chosen again."""
        chosen = self.model.chosen
        has_room = is_other or len(chosen) < MOST_NUMBERS
        for section in self.model.sections:
            family = menu.addMenu(self.model.told(section.heading))
            for entry in section.rows:
                action = family.addAction(self.model.told(entry.title))
                action.setCheckable(True)
                action.setChecked(entry.id in chosen)
                action.setEnabled(not is_other if entry.id in chosen else has_room)
                action.triggered.connect(
                    lambda _checked=False, metric_id=entry.id: choose(metric_id)
                )
