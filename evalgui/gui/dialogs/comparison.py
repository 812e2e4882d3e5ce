"""A comparison of two: who they are and of how many rows, at which rate, areas on top, then rates.

Scores, files, a group against the rest, and a threshold where it was chosen and where it is
evaluated stand in the same view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.equal_rate import AtEqual, Equal
from evalgui.core.languages import tr
from evalgui.core.rules.rule import Parameter, Unit
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.page import Page
from evalgui.gui.look import GRID, LARGE, scaled_font, text
from evalgui.gui.panels.fields import Choice
from evalgui.gui.panels.rule_parameters import RuleNumberField
from evalgui.gui.results.cells import style_of
from evalgui.gui.results.table_model import TableModel
from evalgui.gui.results.table_view import TableView
from evalgui.render.text import fact_lines, fact_parts
from evalgui.results.topics.comparison import (
    AT_EQUAL,
    OWN_THRESHOLDS,
    at_own_cutoffs,
    best_table,
    errors_table,
    facts_of_areas,
    facts_of_best,
    rows_right,
    side_by_side,
    versus,
    who_is_right,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtCore import QModelIndex

    from evalgui.core.dataset import Score
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.texts import Told
    from evalgui.results.result import Fact, Result, Table
    from evalgui.workspace.differences import Compared, Difference

NOBODY = tr("There is no other score, and no other data set, to compare with")
_COMPARING = tr("Comparing\N{HORIZONTAL ELLIPSIS}")
_OFFERED = (Equal.SENSITIVITY, Equal.SPECIFICITY, Equal.FMR)
_TARGET = Parameter("compared", tr("rate in common"), 0.95, Unit.PROPORTION, low=0.0, high=1.0)
_DRAW, _DRAW_NO_MORE = tr("&Bootstrap"), tr("&Cancel Bootstrap")
_DRAWS = tr(
    "Draw the rows, or subjects, again 2,000 times, both scores together: intervals of the "
    "differences of AP, EER, FNR at FPR, F1 and MCC"
)
_ROWS = tr("A press on a number, or Enter, selects its rows in the table of predictions")


class ComparisonPage(Page):
    """One comparison at a time."""

    asked = Signal()  # for what is to be compared, and where, has been chosen anew
    rows_requested = Signal(object, object)  # a `Pair`, and places of rows of its data set
    draws_requested = Signal()
    draws_cancelled = Signal()

    def __init__(
        self, vocabulary: Vocabulary, parent: QWidget | None = None, *, wants_file: bool = False
    ) -> None:
        content = QWidget()
        super().__init__("comparison", tr("Comparison"), content, parent)
        self._words = words_in(vocabulary)
        self._vocabulary = vocabulary
        self._found: Sequence[Difference] = ()
        self._score: Score | None = None
        self._of_best: tuple[Fact, ...] = ()
        self._wants_file = wants_file  # at first another data set, rather than a score
        self.head = self._label("comparison_head")
        self.head.setFont(scaled_font(self.font(), LARGE, bold=True))
        self.note = self._label("comparison_note")
        self.note.setText(_COMPARING)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("comparison_tabs")
        self.tabs.setAccessibleName(tr("Comparison"))
        self.tabs.setDocumentMode(True)
        self.table = self._add_table(side_by_side((), 0, ()), "comparison", tr("Comparison"))
        self.table.setAccessibleName(tr("Comparison"))
        self.errors = self._add_table(errors_table(()), "errors", tr("Error Rates"))
        self.errors.setAccessibleName(tr("Error rates of the scores"))
        self.best = self._add_table(best_table(()), "best", tr("Net Benefit"))
        self.best.setAccessibleName(tr("Which score is best at a risk"))
        self.right = self._add_table(who_is_right(None), "right", tr("Who Is Right"))
        self.right.setAccessibleName(tr("Who is right about how many rows"))
        self.right.setSelectionBehavior(TableView.SelectionBehavior.SelectItems)
        self.right.setToolTip(_ROWS)
        self.right.setAccessibleDescription(_ROWS)
        for chosen in (self.right.clicked, self.right.activated_at):
            chosen.connect(self._on_right)
        self.copy_button = self.add_button(tr("&Copy"), "comparison_copy", self._on_copy)
        self._make_drawing()
        for button in (self.copy_button, self.draw_button):
            button.setEnabled(False)
        self.others = Choice("comparison_other", tr("What it is compared with"))
        self.others.setMinimumContentsLength(32)
        self.others.activated.connect(lambda _place: self._show_chosen())
        self.group = self._make_group()
        self._line_of_others = self._line(tr("A&gainst"), self.others)
        self._line_of_group = self._line(tr("&Group"), self.group)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.head)
        for line in (self._line_of_others, self._line_of_group, self._make_at()):
            layout.addWidget(line)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.note, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.progress)
        self._line_of_others.hide()
        self._line_of_group.hide()
        for each in self.findChildren(QPushButton):  # Enter in a field is for that
            each.setDefault(False)
            each.setAutoDefault(False)

    # ------------------------------------------------------------------------- making

    @staticmethod
    def _label(name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    @staticmethod
    def _line(words: str, *fields: QWidget) -> QWidget:
        """Return a label with its fields, from the left."""
        whole = QWidget()
        label = QLabel(words)
        label.setBuddy(fields[0])
        line = QHBoxLayout(whole)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID)
        line.addWidget(label)
        for field in fields:
            line.addWidget(field)
        line.addStretch(1)
        return whole

    def _add_table(self, table: Table, name: str, title: str) -> TableView:
        model = TableModel(table, self)
        model.set_vocabulary(self._vocabulary)
        view = TableView(model, name, widest_title=GRID * 40, widest_head=GRID * 24)
        view.setObjectName(f"{name}_table")
        self.tabs.addTab(view, title)
        return view

    def _make_drawing(self) -> None:
        self.draw_button = self.add_button(_DRAW, "comparison_draw", self._on_draw)
        self.draw_button.setToolTip(_DRAWS)
        self.progress = QProgressBar()
        self.progress.setObjectName("comparison_progress")
        self.progress.setAccessibleName(tr("Progress of drawing rows again"))
        self.progress.setRange(0, 1000)
        self.progress.hide()
        self.is_drawing = False

    def _make_group(self) -> Choice:
        box = Choice("comparison_group", tr("Which rows are compared with the rest"))
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.setMinimumContentsLength(32)
        field = QLineEdit()
        field.setPlaceholderText(tr('such as  site == "A" and age > 60'))
        field.returnPressed.connect(self.asked)
        box.setLineEdit(field)
        box.setCompleter(None)  # type: ignore[arg-type] # which takes it away
        box.activated.connect(lambda _place: self.asked.emit())
        return box

    def _make_at(self) -> QWidget:
        self.at = Choice("comparison_at", tr("Where rates are compared"))
        self.at.setMinimumContentsLength(22)
        for equal in _OFFERED:
            self.at.addItem(self._words.said(AT_EQUAL[equal]), equal.value)
        self.at.addItem(self._words.said(OWN_THRESHOLDS), None)
        self.target = RuleNumberField(_TARGET)
        self.target.setAccessibleName(tr("The rate that both have in common"))
        self.target.setFixedWidth(GRID * 10)
        self.at.activated.connect(self._on_at)
        self.target.value_entered.connect(lambda _share: self.asked.emit())
        self._line_of_at = self._line(tr("Rates &at"), self.at, self.target)
        return self._line_of_at

    def _on_at(self) -> None:
        at = self.at.currentData()
        self.target.setVisible(at is not None)
        if at is not None:
            self.target.set_value(self.usual_target(Equal(at)))
        self.asked.emit()

    def usual_target(self, equal: Equal) -> float:
        """Return at which rate two are compared at first."""
        if equal is not Equal.FMR:
            return 0.95
        return 0.001 if self._vocabulary.is_biometric else 0.1

    # ------------------------------------------------------------------------ chosen

    def chosen_at(self) -> AtEqual | None:
        """Return which rate both are to have in common; None for none."""
        at = self.at.currentData()
        return None if at is None else AtEqual(Equal(at), cast("float", self.target.value()))

    def choose_at(self, at: AtEqual | None) -> None:
        """Compare at an equal rate, or each where its line stands."""
        self.at.setCurrentIndex(self.at.findData(None if at is None else at.equal.value))
        self.target.setVisible(at is not None)
        if at is not None:
            self.target.set_value(at.target)

    def ask_for_group(self, groups: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer groups of rows, each an expression with what it is called."""
        known = self.group.currentText() or chosen
        self.group.clear()
        for expression, name in groups:
            self.group.addItem(expression, name)
        self.group.setCurrentText(known)
        own = self.at.findData(None)
        self.at.setItemText(own, tr("the cut-off in force"))
        self._line_of_group.show()

    def chosen_group(self) -> tuple[str, str]:
        """Return the expression of the group, and what it is called."""
        typed = self.group.currentText().strip()
        place = self.group.findText(typed)
        return typed, typed if place < 0 else self.group.itemData(place)

    # ----------------------------------------------------------------------- showing

    def show_compared(self, compared: Compared, score: Score | None) -> None:
        """Show what was found."""
        self._found, self._score = compared.differences, score
        self.errors.show_table(errors_table(compared.errors))
        self.tabs.setTabVisible(1, bool(compared.errors))
        self.best.show_table(best_table(compared.best[0]))
        self.tabs.setTabVisible(2, bool(compared.best[0]))
        self._of_best = tuple(facts_of_best(*compared.best))
        names, before = [one.pair.second for one in self._found], self.others.currentText()
        self.others.clear()
        self.others.addItems(list(map(self._words.said, names)))
        if before in names:
            self.others.setCurrentIndex(names.index(before))
        elif self._wants_file:
            apart = [not one.pair.is_paired for one in self._found]
            self.others.setCurrentIndex(apart.index(True) if True in apart else 0)
        self._line_of_others.setVisible(len(names) > 1)
        if self._found:
            self._show_chosen()
        else:
            self.refuse(NOBODY)

    def refuse(self, why: str) -> None:
        """Say that there is nothing to show, and why."""
        self._found = ()
        self.head.setText("")
        self.tabs.hide()
        self.note.setText(why)
        for button in (self.copy_button, self.draw_button):
            button.setEnabled(False)

    def show_drawing(self, is_drawing: bool) -> None:  # noqa: FBT001 - of a signal
        """Show that rows are being drawn again, which a press on the button ends, or no more."""
        self.is_drawing = is_drawing
        self.progress.setValue(0)
        self.progress.setVisible(is_drawing)
        self.draw_button.setText(_DRAW_NO_MORE if is_drawing else _DRAW)

    def show_progress(self, share: float, words: str) -> None:
        """Show how many rows have been drawn again."""
        self.progress.setValue(round(share * 1000))
        self.progress.setFormat(self._words.said(words))

    def _on_draw(self) -> None:
        (self.draws_cancelled if self.is_drawing else self.draws_requested).emit()

    def _show_chosen(self) -> None:
        place = max(self.others.currentIndex(), 0)
        one, style = self._found[place], style_of(self._words)
        places = [each.thresholds for each in self._found]
        table = side_by_side([each.pair for each in self._found], place, places)
        self.head.setText(versus(one.pair).told(style))
        self._show_table(table)
        self.note.setText("\n".join(self._notes(one)))
        self.draw_button.setEnabled(one.pair.drawn is None and one.of is not None)
        self.right.show_table(who_is_right(one.pair))
        self.tabs.setTabVisible(self.tabs.indexOf(self.right), one.pair.rows is not None)

    def _show_table(self, table: Table) -> None:
        self.table.show_table(table, table.usual or None)
        self.tabs.show()
        self.copy_button.setEnabled(bool(table.rows))
        self.widen_for(self.table)
        self.table.setCurrentIndex(self.table.model().index(0, 0))

    def show_development(self, told: Result, head: Told) -> None:
        """Show what a frozen threshold did where it was chosen, and what it does here."""
        counts, rates = told.tables
        self.head.setText(head.told(style_of(self._words)))
        self._line_of_at.hide()
        self._show_table(rates)
        self.errors.show_table(counts)
        self.errors.setAccessibleName(tr("The four counts on both data sets"))
        self.tabs.setTabText(1, tr("Counts"))
        self.draw_button.hide()
        for view in (self.best, self.right):
            self.tabs.setTabVisible(self.tabs.indexOf(view), False)
        self.note.setText("\n".join(fact_lines(told, style_of(self._words))))

    # ------------------------------------------------------------------------- inside

    def _notes(self, one: Difference) -> Iterator[str]:
        """Yield where both call, what is assumed, and what cannot be."""
        pair = one.pair
        own = at_own_cutoffs(pair)
        if own is not None:
            yield own.told(style_of(self._words))
        level = text.level(pair.area_interval.level)
        yield tr(
            "Intervals at {level}; assumes: {assumes}",
            level=level,
            assumes=self._words.said(pair.assumes),
        )
        if pair.area.note:
            yield tr("Areas: {note}", note=self._words.said(pair.area.note))
        if one.note:
            yield tr("Thresholds are not linked: {note}", note=self._words.said(one.note))
        style = style_of(self._words)
        for fact in facts_of_areas([each.pair for each in self._found]):
            yield ": ".join(fact_parts(fact, style))
        yield from (": ".join(fact_parts(fact, style)) for fact in self._of_best)
        if not pair.is_paired:
            yield tr("Each has rows of its own: none can be called by both")

    def _on_right(self, index: QModelIndex) -> None:
        """Ask for the rows that a number counts; in front of a row, for none."""
        column = self.right.column_at(index)
        if column is None:
            return
        pair = self._found[max(self.others.currentIndex(), 0)].pair
        rows = rows_right(pair, self.right.row_at(index).id, column.id)
        if len(rows):
            self.rows_requested.emit(pair, rows)

    def _on_copy(self) -> None:
        """Copy the table on show with every digit."""
        for view in (self.table, self.errors, self.best, self.right):
            if view is self.tabs.currentWidget():
                view.copy_rows(every=True)
