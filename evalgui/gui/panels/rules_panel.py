"""Every rule that chooses a threshold: what it chooses, what can be set in it, and its use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.rules import RULES
from evalgui.core.vocabulary import words_in
from evalgui.gui.focus import flatten, lead_focus
from evalgui.gui.front_mark import MarkedTabs
from evalgui.gui.look import GRID, copy_cells
from evalgui.gui.models.rule_cells import N_COLUMNS, RuleColumn, full_title
from evalgui.gui.models.rules_model import RulesModel
from evalgui.gui.panels.figures_view import FiguresView
from evalgui.gui.panels.rule_parameters import RuleParameters
from evalgui.gui.panels.rules_tree import RulesTree
from evalgui.gui.panels.search_field import SearchField

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import SignalInstance

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.rules import Rule
    from evalgui.core.rules.rule import Value
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme

_NARROWEST = GRID * 28  # what is beside it stands still where it comes in front
_PATIENCE = 300  # milliseconds of work before anything is said of it


class RulesPanel(QWidget):
    """A field to search, the tree of rules, and the parameters of the current one."""

    use_requested = Signal(object)  # the choice of a rule
    looked_at = Signal(float)  # the threshold of the rule that is pointed at
    looked_away = Signal()
    follow_requested = Signal(object)  # the same, to go wherever the rule leads from now on

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rules_panel")
        self.setAccessibleName(tr("Rules"))
        self._folded: set[str] = set()
        self._current = ""
        self._is_arranging = False
        self._followed = ""  # the id of the rule that moves the line
        self._awaited: tuple[Rule, SignalInstance] | None = None  # asked before the rule chose
        self._is_fitted = False  # to what the rules choose for the score on show
        self.model = RulesModel(self)
        self.tree = RulesTree(self.model)
        self.model.set_font(self.tree.font())
        self.search_field = SearchField(
            "rules_search",
            tr("Find a rule"),
            tr("Its name or what it does: 'youden', 'limit', 'cost'"),
        )
        self.parameters = RuleParameters()
        self.remarks = self._label("rule_remarks")
        self.nothing_found = self._label("no_rule_found", tr("No rule has such a name"))
        self.nothing_found.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing_found.hide()
        self.use_button = QPushButton(tr("&Use"))
        self.use_button.setObjectName("use_rule")
        self.use_button.setAccessibleName(tr("Use the rule"))
        self.use_button.setToolTip(tr("Move the threshold to where the selected rule puts it"))
        self.follow_button = QPushButton(tr("&Follow"))
        self.follow_button.setObjectName("follow_rule_chosen")
        self.follow_button.setAccessibleName(tr("Follow the rule"))
        self.follow_button.setToolTip(
            tr("Move the threshold there, and again whenever the data, the rows or the rule change")
        )
        self.every = QPushButton()
        self.every.setObjectName("unfold_rules")
        flatten(self.every)
        self._make_progress()
        content = QWidget()
        self._lay_out(content)
        self.figures = FiguresView()
        self.tabs = MarkedTabs()
        self.tabs.setObjectName("rules_tabs")
        self.tabs.setAccessibleName(tr("Rules"))
        self.tabs.addTab(content, tr("Rules"))
        self.tabs.addTab(self.figures, tr("Figures"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.tabs)
        self.setMinimumWidth(_NARROWEST)
        self._make_actions()
        self._connect()
        self._unfold()
        self._name_every()
        self._show_current()

    def _label(self, name: str, words: str = "") -> QLabel:
        label = QLabel(words)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _make_progress(self) -> None:
        self.progress = QProgressBar()
        self.progress.setObjectName("rules_progress")
        self.progress.setAccessibleName(tr("Rules that have chosen"))
        self.progress.setFixedHeight(GRID * 2)
        self.progress.setFormat(tr("%v of %m rules"))
        self.progress.hide()
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE)

    def _lay_out(self, content: QWidget) -> None:
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.setSpacing(GRID // 2)
        top = QHBoxLayout()
        top.setContentsMargins(GRID, 0, GRID, 0)
        top.setSpacing(GRID // 2)
        top.addWidget(self.search_field, 1)
        top.addWidget(self.use_button)
        top.addWidget(self.follow_button)
        layout.addLayout(top)
        layout.addWidget(self.progress)
        layout.addWidget(self.nothing_found)
        layout.addWidget(self._make_parts(), 1)
        layout.addWidget(self.every, 0, Qt.AlignmentFlag.AlignLeft)

    def _make_parts(self) -> QSplitter:
        """Make the tree, and below it what is said of one rule: that never moves the rows."""
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        column.setSpacing(GRID // 2)
        column.addWidget(self.remarks)
        column.addWidget(self.parameters)
        column.addStretch(1)
        below = QScrollArea()
        below.setObjectName("rule_details")
        below.setAccessibleName(tr("The selected rule"))
        below.setFrameShape(QScrollArea.Shape.NoFrame)
        below.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        below.setWidgetResizable(True)
        below.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        below.setWidget(inside)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setObjectName("rules_parts")
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.tree)
        parts.addWidget(below)
        parts.setStretchFactor(0, 4)
        parts.setStretchFactor(1, 1)
        parts.setSizes([GRID * 60, GRID * 10])
        self.tree.setMinimumHeight(GRID * 8)
        below.setMinimumHeight(GRID * 6)
        return parts

    def _make_actions(self) -> None:
        self.use_action = self._action("use_selected_rule", tr("&Use"), self.use_current)
        self.follow_action = self._action(
            "follow_selected_rule", tr("&Follow"), self.follow_current
        )
        self.copy_action = self._action("copy_rules", tr("&Copy"), self.copy_rules)
        self.copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.tree.addAction(self.copy_action)

    def _action(self, name: str, words: str, run: Callable[[], object]) -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: run())
        return action

    def _connect(self) -> None:
        choices = self.model.choices
        self.search_field.textChanged.connect(self.model.set_filter)
        self.search_field.left_downward.connect(self._enter_tree)
        self.model.modelAboutToBeReset.connect(self._on_about_to_reset)
        self.model.modelReset.connect(self._on_reset)
        self.tree.collapsed.connect(lambda index: self._folded.add(index.data()))
        self.tree.expanded.connect(lambda index: self._folded.discard(index.data()))
        self.tree.rule_activated.connect(self._use)
        self.tree.rule_pointed_at.connect(self._on_pointed_at)
        self.tree.selectionModel().currentChanged.connect(self._on_current_changed)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._open_menu)
        self.use_button.clicked.connect(self.use_action.trigger)
        self.follow_button.clicked.connect(self.follow_action.trigger)
        self.every.clicked.connect(lambda: self.show_every(shown=self.model.is_short))
        self.parameters.parameter_set.connect(self._on_parameter_set)
        self.tree.target_set.connect(self._on_parameter_set)
        choices.arrived.connect(self._show_remarks)
        choices.progressed.connect(self._on_progressed)
        choices.ended.connect(self._on_ended)
        self._patience.timeout.connect(self.progress.show)
        self.figures.use_requested.connect(self.use_requested)
        lead_focus(self, self.tree)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what the rules choose for the score of a snapshot, once they are looked at."""
        ranking = new.ranking
        has_score = ranking is not None and ranking.table.n > 0
        self.figures.show_snapshot(old, new)
        is_told_otherwise = self.model.set_inputs(new.inputs)
        is_told_otherwise |= self.model.set_in_force(new.provenance)
        made = new.inputs.provenance
        self._followed = made.rule or "" if new.inputs.is_followed else ""
        is_other = self.model.set_ranking(ranking if has_score else None)
        if not (is_other or is_told_otherwise):
            return
        if is_other:
            self._awaited = None
            self._is_fitted = False
        self.model.announce()
        self._show_current()
        self.look_if_seen()

    def set_theme(self, theme: Theme) -> None:
        """Recolour what is faint."""
        self.model.set_theme(theme)
        self.tree.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name rules, rates and parameters as a vocabulary does."""
        words = words_in(vocabulary)
        self.model.set_words(words)
        self.parameters.set_words(words)
        self.figures.set_vocabulary(vocabulary)
        self._show_current()
        self.tree.fit_columns()

    def show_every(self, *, shown: bool) -> None:
        """Show all rules, or those alone that are asked for most."""
        self.model.set_short(is_short=not shown)
        self._name_every()

    def _name_every(self) -> None:
        every = tr("All {n} rules", n=len(RULES))
        self.every.setText(every if self.model.is_short else tr("Only those asked for most"))

    def look_if_seen(self) -> None:
        """Have the rules choose if the panel can be seen: docks behind a tab lie far outside."""
        corner = self.mapTo(self.window(), self.rect().bottomRight())
        if not self.isVisible() or min(corner.x(), corner.y()) < 0:
            self._stop()
            return
        self.model.choices.find_out()
        if self.model.choices.is_busy and not self.progress.isVisible():
            self._patience.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look_if_seen()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stop()

    def _stop(self) -> None:
        self.model.choices.stop()
        self._rest()

    # ---------------------------------------------------------------------- what is asked

    def use_current(self) -> None:
        """Ask for the threshold that the current rule chooses."""
        rule = self.model.rule(self.tree.currentIndex())
        if rule is not None:
            self._use(rule)

    def _use(self, rule: Rule) -> None:
        self._ask(rule, self.use_requested)

    def _ask(self, rule: Rule, request: SignalInstance) -> None:
        """Ask with what a rule chooses, once that is known."""
        choice = self.model.choice(rule)
        self._awaited = (rule, request) if self.model.choices.answer(rule) is None else None
        if self._awaited is not None:
            self.look_if_seen()
        elif choice is not None and choice.threshold is not None:
            request.emit(choice)

    def _on_pointed_at(self, rule: Rule | None) -> None:
        """Say where a rule would put the threshold."""
        choice = None if rule is None else self.model.choice(rule)
        if choice is None or choice.threshold is None:
            self.looked_away.emit()
        else:
            self.looked_at.emit(choice.threshold)

    def follow_current(self) -> None:
        """Ask to follow the current rule."""
        rule = self.model.rule(self.tree.currentIndex())
        if rule is not None:
            self._ask(rule, self.follow_requested)

    def copy_rules(self) -> None:
        """Copy the selected rules, or all on show, with the heads as text between tabs."""
        rules = self._selected() or self._on_show()
        if not rules:
            return
        heads = [full_title(RuleColumn(column), self.model.words) for column in range(N_COLUMNS)]
        heads[: RuleColumn.VALUE + 1] = [tr("Rule"), tr("Threshold"), tr("Value")]
        lines = [heads, *(self.model.raw_line(rule) for rule in rules)]
        copy_cells(lines)

    def _selected(self) -> list[Rule]:
        found = {self.model.rule(index) for index in self.tree.selectionModel().selectedRows()}
        return [rule for rule in RULES if rule in found]

    def _on_show(self) -> list[Rule]:
        return [rule for rule in RULES if self.model.index_of(rule.id).isValid()]

    # ------------------------------------------------------------------------- inside

    def _on_parameter_set(self, rule: Rule, name: str, value: Value) -> None:
        self.model.choices.set_given(rule, name, value)
        self._awaited = (rule, self.follow_requested) if rule.id == self._followed else None
        self.model.announce()
        self._show_current()
        self.look_if_seen()

    def _on_progressed(self, done: int, of_all: int) -> None:
        self.progress.setMaximum(of_all)
        self.progress.setValue(done)

    def _on_ended(self) -> None:
        self._rest()
        if self._awaited is not None and self.model.choices.answer(self._awaited[0]) is not None:
            self._ask(*self._awaited)
        if not (self._is_fitted or self.model.choices.is_busy):
            self._is_fitted = True
            self.tree.fit_columns()

    def _rest(self) -> None:
        self._patience.stop()
        self.progress.hide()

    def _on_current_changed(self, current: QModelIndex) -> None:
        if self._is_arranging:
            return
        self.tree.end_editing()
        rule = self.model.rule(current)
        self._current = "" if rule is None else rule.id
        self._show_current()

    def _show_current(self) -> None:
        """Show what can be set in the current rule, and what has to be said of it."""
        rule = self.model.rule(self.tree.currentIndex())
        given = None if rule is None else self.model.choices.given(rule)
        self.parameters.show_rule(rule, {} if rule is None else rule.values(given))
        self._show_remarks()

    def _show_remarks(self) -> None:
        rule = self.model.rule(self.tree.currentIndex())
        # One that has not chosen yet is used as soon as it has: a press is never lost.
        can_be_used = rule is not None and not self.model.reason(rule)
        for way in (self.use_button, self.use_action, self.follow_button, self.follow_action):
            way.setEnabled(can_be_used)
        if rule is None:
            self.remarks.setText(tr("Select a rule to see what it does and what can be set in it"))
            return
        explanation = self.model.words.rule_reason(rule.id, rule.explanation)
        self.remarks.setText("\n".join([explanation, *self.model.remarks(rule)]))

    def _on_about_to_reset(self) -> None:
        self._is_arranging = True
        self.tree.end_editing()

    def _on_reset(self) -> None:
        self._unfold()
        index = self.model.index_of(self._current)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag
            self.tree.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._is_arranging = False
        self.nothing_found.setVisible(self.model.rowCount() == 0)
        self._show_current()

    def _unfold(self) -> None:
        """Show the rules of every family that was not folded; of what was sought, all."""
        for row in range(self.model.rowCount()):
            index = self.model.index(row, 0)
            self.tree.setFirstColumnSpanned(row, QModelIndex(), True)
            is_sought = bool(self.search_field.text())
            if is_sought or index.data() not in self._folded:
                was_folded = index.data() in self._folded
                self.tree.expand(index)
                if was_folded:
                    self._folded.add(index.data())

    def _enter_tree(self) -> None:
        """Go to the first rule that was found."""
        self.tree.setFocus()
        first = self.model.index(0, 0)
        if self._current == "" and first.isValid():
            self.tree.setCurrentIndex(self.model.index(0, 0, first))

    def _open_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("rules_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in (self.use_action, self.follow_action, self.copy_action):
            menu.addAction(action)
        menu.popup(self.tree.viewport().mapToGlobal(position))
