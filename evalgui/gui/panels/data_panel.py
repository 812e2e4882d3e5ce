"""The data dock: what the columns are, and which rows are assessed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.accessible import let_clear
from evalgui.gui.described import set_tip
from evalgui.gui.look import GRID, paint_whole, text
from evalgui.gui.models.columns_model import MISSING_SCORES, NAME, ROLE, ColumnsModel
from evalgui.gui.panels.data_sets_table import DataSetsTable
from evalgui.gui.panels.prevalence_field import PrevalenceField
from evalgui.gui.panels.role_delegate import RoleDelegate
from evalgui.gui.panels.sampling_choice import SamplingChoice
from evalgui.gui.role_box import RoleBox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QShowEvent

    from evalgui.core.dataset import Dataset
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme
    from evalgui.io.meaning import Roles
    from evalgui.io.proposing.column_facts import ColumnFacts
    from evalgui.workspace.data_sets import DataSets
    from evalgui.workspace.opened_file import Opened

_NOTHING = tr("Open a file to see its columns")
_LONGEST_VALUE = 40
_LOOKED_AT = 100  # columns, for how wide their roles are
_EDIT = Qt.ItemDataRole.EditRole


class DataPanel(QWidget):
    """Columns with role, type and missing cells; positive class, and rows to assess."""

    roles_requested = Signal(object)
    positive_selected = Signal(object)
    facts_requested = Signal()
    all_choices_requested = Signal()
    data_set_selected = Signal(int)
    prevalence_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("data_panel")
        self.setAccessibleName(tr("Data"))
        self._opened: Opened | None = None
        self._snapshot = EMPTY
        self._asked_rows: str | None = None  # the expression that was asked for last
        self.data_sets = DataSetsTable()
        self.data_sets.data_set_selected.connect(self.data_set_selected)
        self.summary = QLabel(_NOTHING)
        self.summary.setObjectName("data_summary")
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        self.model = ColumnsModel(self)
        self.model.roles_requested.connect(self.roles_requested)
        self.table = self._make_table()
        self._words = text.AT_FIRST
        self._make_choices()
        self._lay_out()
        self._name_choices()
        self._enable(None)

    # ------------------------------------------------------------------------- making

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("columns_table")
        table.setAccessibleName(tr("Columns of the file"))
        table.setModel(self.model)
        table.setItemDelegateForColumn(ROLE, RoleDelegate(self.model, table))
        table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.clicked.connect(self._on_clicked)
        table.setFrameShape(QTableView.Shape.NoFrame)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setWordWrap(False)
        # Qt moves what was painted; where a row is only half in view, it left half of another.
        table.verticalScrollBar().valueChanged.connect(lambda _: table.viewport().update())
        paint_whole(table)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(GRID * 3)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(GRID * 5)
        header.setMaximumSectionSize(GRID * 30)
        header.setResizeContentsPrecision(_LOOKED_AT)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        return table

    def _on_clicked(self, index: QModelIndex) -> None:
        """Offer the roles of a column at once."""
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.table.edit(index)

    def _make_choices(self) -> None:
        self.positive = self._combo("data_positive", "")
        self.positive.activated.connect(self._on_positive)
        self.missing = self._combo("data_missing", tr("Meaning of missing scores"))
        for meaning in MISSING_SCORES:
            self.missing.addItem("", userData=meaning)
        self.missing.activated.connect(self._on_missing)
        self.subset = QLineEdit()
        self.subset.setObjectName("data_subset")
        self.subset.setAccessibleName(tr("Rows to assess"))
        self.subset.setPlaceholderText(tr('such as  site == "A" and age > 60'))
        set_tip(
            self.subset,
            tr(
                "Comparisons of columns with texts between quotes and with numbers, joined by and, "
                "or, not; missing(column); contains(column, text). Enter applies it"
            ),
        )
        let_clear(self.subset)
        self.subset.returnPressed.connect(self._on_subset)
        self.subset.textChanged.connect(self._on_subset_text)
        self.sampling = SamplingChoice("data_sampling")
        self.sampling.sampling_requested.connect(lambda wanted: self._ask(sampling=wanted))
        self.prevalence = PrevalenceField("data_prevalence")
        self.prevalence.prevalence_requested.connect(self.prevalence_requested)
        self.more = QPushButton(tr("&All choices\N{HORIZONTAL ELLIPSIS}"))
        self.more.setObjectName("data_more")
        self.more.clicked.connect(self.all_choices_requested)

    @staticmethod
    def _combo(name: str, accessible: str) -> QComboBox:
        combo = RoleBox()
        combo.setObjectName(name)
        combo.setAccessibleName(accessible)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(8)
        return combo

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(GRID // 2)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._positive_label = QLabel()
        form.addRow(self._positive_label, self.positive)
        form.addRow(tr("Missing scores"), self.missing)
        form.addRow(tr("Rows"), self.subset)
        form.addRow(tr("Sampling"), self.sampling)
        form.addRow(self.sampling.meaning)
        self._prevalence_label = QLabel()
        form.addRow(self._prevalence_label, self.prevalence)
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(GRID, GRID, GRID, GRID)
        layout.setSpacing(GRID)
        layout.addWidget(self.data_sets)
        layout.addWidget(self.summary)
        layout.addWidget(self.table, 1)
        layout.addLayout(form)
        layout.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.table.setMinimumHeight(GRID * 9)
        self.area = QScrollArea()  # where the pane is low
        self.area.setObjectName("data_scroll")
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setWidget(content)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.area)

    # ------------------------------------------------------------------------- showing

    def show_opened(self, opened: Opened | None) -> None:
        """Show the file that is open; None for data that come from no file."""
        before = None if self._opened is None else self._opened.loaded.table
        if opened is None or opened.loaded.table is not before:
            self.model.show_roles((), None)  # what the columns held is forgotten
        self._opened = opened
        if opened is not None:
            self._show_roles(opened)
        self._enable(opened)
        if opened is None or opened.loaded.dataset is None:
            self.summary.setText(_NOTHING)
            return
        self._show_choices(opened.loaded.dataset, self._roles_of(opened))
        self._ask_for_facts()

    def _show_roles(self, opened: Opened) -> None:
        proposal = opened.as_shown(self._snapshot).loaded.proposal
        self.model.show_roles(opened.loaded.table.names, proposal.roles, proposal.reasons)

    def _roles_of(self, opened: Opened) -> Roles:
        """Return the roles of a file, with the class that is assessed as the positive one."""
        return opened.as_shown(self._snapshot).loaded.proposal.roles

    def show_data_sets(self, data_sets: DataSets) -> None:
        """List the data sets that are open, where there is more than one."""
        self.data_sets.show_summaries(data_sets.summaries(), data_sets.current)

    def show_facts(self, facts: Sequence[ColumnFacts]) -> None:
        """Show what columns hold."""
        self.model.show_facts(facts)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the positive class, and what the scores say of it; a new file is shown on its own.

        Where other data take its place, the file is forgotten.
        """
        self._snapshot = new
        self.prevalence.show_snapshot(new)
        if new.dataset is not old.dataset:
            self.sampling.show_dataset(new.dataset)
        opened = self._opened
        if opened is not None and new.dataset is not opened.loaded.dataset:
            self.show_opened(None)
        elif opened is not None and new.positive != old.positive:
            self._show_roles(opened)
            self._show_positive()

    def set_theme(self, theme: Theme) -> None:
        """Nothing here has a colour of its own."""

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name roles, classes and calls as a vocabulary does."""
        self._words = words_in(vocabulary)
        self.model.set_vocabulary(vocabulary)
        self.data_sets.set_vocabulary(vocabulary)
        self.sampling.set_vocabulary(vocabulary)
        self.sampling.show_dataset(self._snapshot.dataset)
        self.prevalence.set_vocabulary(vocabulary)
        self._name_choices()

    def _name_choices(self) -> None:
        adjective = self._words("{Positive}")
        self._positive_label.setText(adjective)
        self.positive.setAccessibleName(tr("{adjective} class", adjective=adjective))
        self._prevalence_label.setText(self._words("At {prevalence}"))
        for number, words in enumerate(MISSING_SCORES.values()):
            self.missing.setItemText(number, self._words.said(words))

    def _enable(self, opened: Opened | None) -> None:
        is_table = opened is not None and opened.loaded.proposal.roles.matrix_rows is None
        for widget in (self.positive, self.missing, self.subset):
            widget.setEnabled(is_table)
        self.more.setEnabled(opened is not None)
        self.sampling.setEnabled(opened is not None)

    def _show_choices(self, dataset: Dataset, roles: Roles) -> None:
        self.summary.setText(account(dataset))
        self.positive.clear()
        if dataset.n_classes > 2 and dataset.has_calls:
            self.positive.addItem(
                tr("All {n_classes} classes", n_classes=text.count(dataset.n_classes)),
                userData=None,
            )
        for name in dataset.classes:
            self.positive.addItem(text.elided(name, _LONGEST_VALUE), userData=name)
        self._show_positive()
        self.sampling.show_dataset(dataset)
        self.missing.setCurrentIndex(self.missing.findData(roles.missing_scores or "exclude"))
        self._set_subset(roles.subset)

    def _show_positive(self) -> None:
        name = self._snapshot.positive_name or None
        self.positive.setCurrentIndex(self.positive.findData(name))

    def show_what_is_in_force(self) -> None:
        """Take back what was asked for and refused or given up: it must not look as if it held."""
        self._show_positive()
        self.sampling.show_dataset(self._snapshot.dataset)
        opened, asked = self._opened, self._asked_rows
        if asked is None or opened is None or opened.loaded.dataset is None:
            return
        self._asked_rows = None
        typed = self.subset.text()
        self._show_choices(opened.loaded.dataset, self._roles_of(opened))
        if typed.strip() != asked:  # something else has been begun since
            self._set_subset(typed)

    def _set_subset(self, words: str) -> None:
        self.subset.blockSignals(True)
        self.subset.setText(words)
        self.subset.blockSignals(False)

    # ------------------------------------------------------------------------- asking

    def _ask(self, **changes: object) -> None:
        if self._opened is None:
            return
        roles = self._roles_of(self._opened)
        wanted = replace(roles, **changes)  # type: ignore[arg-type] # names and kinds of Roles
        if wanted != roles:
            self._asked_rows = wanted.subset
            self.roles_requested.emit(wanted)

    def _on_positive(self) -> None:
        dataset, name = self._snapshot.dataset, self.positive.currentData()
        if dataset is not None:
            chosen = None if name is None else dataset.classes.index(name)
            self.positive_selected.emit(chosen)

    def _on_missing(self) -> None:
        self._ask(missing_scores=self.missing.currentData())

    def _on_subset(self) -> None:
        self._ask(subset=self.subset.text().strip())

    def _on_subset_text(self, words: str) -> None:
        """Show all rows again as soon as the expression is emptied."""
        if not words:
            self._on_subset()

    # ------------------------------------------------------------------------- events

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask_for_facts()

    def _ask_for_facts(self) -> None:
        if self.isVisible() and not self.model.has_facts:
            self.facts_requested.emit()


def account(dataset: Dataset) -> str:
    """Return how many rows are used, and what set the others aside."""
    if dataset.matrix is not None:
        return tr(
            "{name}: {n} counted in a confusion matrix",
            name=dataset.name,
            n=text.count(dataset.matrix.n),
        )
    parts = [
        tr(
            "{count} set aside ({reason})",
            count=text.count(one.count),
            reason=text.said(one.reason),
        )
        for one in dataset.exclusions
    ]
    return tr(
        "{name}: {n} rows read, {parts}",
        name=dataset.name,
        n=text.count(dataset.n_rows_in_file),
        parts=", ".join([tr("{n} used", n=text.count(dataset.n)), *parts]),
    )
