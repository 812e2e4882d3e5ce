"""The figures of an evaluation in groups: those of biometrics, and what a standard asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFont, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.intervals.at_point import TOO_SHORT
from evalgui.core.languages import tr
from evalgui.core.rules import rule_by_id
from evalgui.core.rules.costs import detection_cost
from evalgui.core.rules.figures import biometric_groups, preset_group
from evalgui.core.rules.presets import PRESETS
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import GRID, SMALL, copy_cells, paint_whole, scaled_font, text
from evalgui.gui.models import figure_cells
from evalgui.gui.models.figure_cells import FigureChoices, FigureColumn
from evalgui.gui.panels.fields import Choice as ChoiceBox
from evalgui.gui.panels.lines_below import HasLinesBelow, LinesBelow
from evalgui.gui.panels.rule_parameters import RuleNumberField

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.rules.figures import Figure, FigureGroup
    from evalgui.core.rules.rule import Choice, Parameter, Value
    from evalgui.core.snapshot import Snapshot

LEVEL = next(one for one in rule_by_id("fmr-limit").parameters if one.id == "level")
_SETS = 11  # letters, so that the usual set has its name in full
_ASSUMES = tr("Limits take the rows for independent")
_BY_SUBJECT = tr(
    "Rows of one subject depend on each other: limits take them for as many independent ones as "
    "those have the variance of, and where no error is seen each subject counts once"
)
_WIDEST = GRID * 32
_WIDEST_NAME = GRID * 25  # value and threshold stand beside it in a dock as wide as usual


_N_NEEDED = FigureColumn.FNMR_LIMIT + 1  # columns, or else lines below
_LINES_TOLD = 4  # of a figure, as a rule


class _Tree(HasLinesBelow, QTreeWidget):
    """A tree whose rows have rates and limits beside what they are, or below."""

    def __init__(self) -> None:
        super().__init__()
        self.words = text.AT_FIRST
        self.names = LinesBelow(self, self._below, _N_NEEDED)

    def fit_columns(self) -> None:
        """Give each column room for its head and for what it holds, within reason."""
        widths = []
        for column in FigureColumn:
            width = max(self.sizeHintForColumn(column), self.header().sectionSizeHint(column))
            widths.append(min(width, _WIDEST_NAME if column is FigureColumn.NAME else _WIDEST))
        self.names.set_widths(widths)
        self.scheduleDelayedItemsLayout()  # there may be more lines than before

    def told(self, row: QTreeWidgetItem) -> list[str]:
        """Return what stands in the columns of a row."""
        return [row.text(column) for column in FigureColumn]

    def _below(self, index: QModelIndex | QPersistentModelIndex) -> list[tuple[str, ...]]:
        if not index.parent().isValid():
            return []
        return figure_cells.below(self.told(self.itemFromIndex(index)), self.words)


class FiguresView(QWidget):
    """A list of what is asked for, and a row for each figure: its value, rates and limits."""

    use_requested = Signal(object)  # the choice behind a figure

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("figures_view")
        self.setAccessibleName(tr("Figures"))
        self._words = text.AT_FIRST
        self._snapshot: Snapshot | None = None
        self._rows: list[tuple[Figure, QTreeWidgetItem]] = []
        self.choices = FigureChoices(self)
        self.set_box = ChoiceBox("figure_set", tr("What is asked for"))
        self.set_box.setMinimumContentsLength(_SETS)
        self.set_box.addItem(tr("Biometric figures"), "")
        for preset in PRESETS:
            self.set_box.addItem(text.AT_FIRST.said(preset.name), preset.id)
            self.set_box.setItemData(
                self.set_box.count() - 1,
                text.tip(text.AT_FIRST.said(preset.source)),
                Qt.ItemDataRole.ToolTipRole,
            )
        self.use_button = QPushButton(tr("&Use"))
        self.use_button.setObjectName("use_figure")
        self.use_button.setAccessibleName(tr("Use the threshold of the figure"))
        self.use_button.setToolTip(tr("Move the threshold to where the selected figure is taken"))
        self.fields_button = QPushButton(tr("Prior, &Level"))
        self.fields_button.setObjectName("figure_fields")
        self.fields_button.setToolTip(tr("Type a prior, costs and the level of the limits"))
        self.fields_button.setCheckable(True)
        self.tree = self._make_tree()
        self.details = QLabel()
        self.details.setObjectName("figure_details")
        self.details.setAccessibleName(tr("The selected figure"))
        self.details.setTextFormat(Qt.TextFormat.PlainText)
        self.details.setWordWrap(True)
        self.details.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.details.setMinimumHeight(_LINES_TOLD * self.details.fontMetrics().lineSpacing())
        self.note = QLabel(_ASSUMES)
        self.note.setObjectName("figures_note")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setFont(scaled_font(self.note.font(), SMALL))
        costs = {one.id: one for one in rule_by_id("min-dcf").parameters}
        self.fields = {one.id: self._field(one) for one in (LEVEL, *costs.values())}
        self._costs = tuple(costs)
        self._lay_out()
        self._connect()
        self._fill()

    def _make_tree(self) -> _Tree:
        tree = _Tree()
        tree.setObjectName("figures_tree")
        paint_whole(tree)
        tree.setAccessibleName(tr("Figures"))
        tree.setIndentation(GRID * 5 // 4)
        tree.setAllColumnsShowFocus(True)
        tree.setFrameShape(QTreeWidget.Shape.NoFrame)
        tree.setColumnCount(len(FigureColumn))
        self.copy_action = QAction(tr("&Copy"), tree)
        self.copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        tree.addAction(self.copy_action)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return tree

    def _field(self, parameter: Parameter) -> RuleNumberField:
        field = RuleNumberField(parameter)
        field.setObjectName(f"figure_{parameter.id}")
        field.setFixedWidth(GRID * 9)
        field.set_value(parameter.default)
        field.value_entered.connect(self._on_entered)
        return field

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(GRID // 2)
        top.addWidget(self.set_box, 1)
        top.addWidget(self.fields_button)
        top.addWidget(self.use_button)
        self._typed = QWidget()
        typed = QGridLayout(self._typed)
        typed.setContentsMargins(0, 0, 0, 0)
        typed.setHorizontalSpacing(GRID)
        typed.setVerticalSpacing(GRID // 2)
        self._labels: dict[str, QLabel] = {}
        for place, (name, field) in enumerate(self.fields.items()):
            label = QLabel()
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(field)
            self._labels[name] = label
            typed.addWidget(label, place // 2, place % 2 * 2)
            typed.addWidget(field, place // 2, place % 2 * 2 + 1)
        typed.setColumnStretch(4, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID, GRID, GRID, GRID // 2)
        layout.setSpacing(GRID // 2)
        layout.addLayout(top)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.details)
        layout.addWidget(self._typed)
        layout.addWidget(self.note)

    def _connect(self) -> None:
        self.set_box.currentIndexChanged.connect(lambda _row: self._fill())
        self.use_button.clicked.connect(self._use)
        self.fields_button.toggled.connect(self._typed.setVisible)
        self._typed.hide()
        self.tree.itemActivated.connect(lambda _item, _column: self._use())
        self.tree.currentItemChanged.connect(lambda _new, _old: self._show_use())
        self.copy_action.triggered.connect(lambda _checked=False: self.copy_figures())
        self.choices.arrived.connect(self._show_values)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the figures of the score of a snapshot, once they are looked at."""
        self._snapshot = new
        ranking = new.ranking
        has_score = ranking is not None and ranking.table.n > 0
        if self.choices.set_ranking(ranking if has_score else None):
            is_clustered = new.dataset is not None and new.dataset.sampling is Sampling.BY_SUBJECT
            is_lacking = ranking is not None and ranking.table.steps.lacks_subjects
            by_subject = f"{_ASSUMES}: {TOO_SHORT}" if is_lacking else _BY_SUBJECT
            self.note.setText(by_subject if is_clustered else _ASSUMES)
            self._show_values()
            self.look_if_seen()
        elif new.point is not old.point and self.isVisible():
            self._show_actual()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the figures as a vocabulary does."""
        self._words = self.tree.words = words_in(vocabulary)
        self._fill()

    def look_if_seen(self) -> None:
        """Have the figures found if they can be seen."""
        if self.isVisible():
            self.choices.find_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_actual()
        self.look_if_seen()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.choices.stop()

    # ------------------------------------------------------------------------- inside

    @property
    def _level(self) -> float:
        value = self.fields[LEVEL.id].value()
        return value if isinstance(value, float) else 0.95

    def _groups(self) -> tuple[FigureGroup, ...]:
        preset = self.set_box.currentData()
        if preset:
            return (preset_group(preset),)
        typed: dict[str, Value] = {name: self.fields[name].value() for name in self._costs}
        return biometric_groups(detection_cost(typed))

    def _fill(self) -> None:
        """Make the rows anew."""
        place = next((n for n, row in enumerate(self._rows) if row[1].isSelected()), 0)
        groups = self._groups()
        self.choices.set_figures([figure for group in groups for figure in group.figures])
        heads = figure_cells.heads(self._words, self._level)
        self.tree.clear()
        self.tree.setHeaderLabels([name for name, _tip in heads])
        for column, (_name, tip) in enumerate(heads):
            self.tree.headerItem().setToolTip(column, text.tip(tip))
        self._rows = []
        bold = QFont(self.tree.font())
        bold.setBold(True)
        for group in groups:
            head = QTreeWidgetItem([figure_cells.group_title(group, self._words)])
            head.setFont(0, bold)
            self.tree.addTopLevelItem(head)
            head.setFirstColumnSpanned(True)
            for figure in group.figures:
                row = QTreeWidgetItem(head, [figure_cells.title(figure, self._words)])
                for column in figure_cells.NUMBERS:
                    flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                    row.setTextAlignment(column, flags)
                self._rows.append((figure, row))
            head.setExpanded(True)
        self._name_fields()
        if self._rows:
            self.tree.setCurrentItem(self._rows[min(place, len(self._rows) - 1)][1])
        self._show_values()
        self.look_if_seen()

    def _name_fields(self) -> None:
        named = (LEVEL, *rule_by_id("min-dcf").parameters)
        has_costs = not self.set_box.currentData()
        for parameter in named:
            words = self._words.said(parameter.name)
            name = words[:1].upper() + words[1:]
            self._labels[parameter.id].setText(name)
            self.fields[parameter.id].setAccessibleName(name)
            for widget in (self._labels[parameter.id], self.fields[parameter.id]):
                widget.setVisible(has_costs or parameter is LEVEL)

    def _show_values(self) -> None:
        """Write what is known into the rows."""
        snapshot = self._snapshot
        ranking = None if snapshot is None else snapshot.ranking
        if snapshot is None or ranking is None or self.choices.ranking is None:
            return
        counts = None if snapshot.point is None else snapshot.point.counts
        for figure, row in self._rows:
            answer = self.choices.of(figure)
            cells = figure_cells.cells(figure, answer, ranking, counts, self._level, self._words)
            for column, cell in enumerate(cells, start=1):
                row.setText(column, cell)
            row.setToolTip(0, text.tip(figure_cells.full_title(figure, self._words)))
            row.setToolTip(FigureColumn.REMARKS, text.tip(cells[-1]))
        self.tree.fit_columns()
        self._show_use()

    def _show_actual(self) -> None:
        """Write what costs are at the threshold in force: all that a drag changes."""
        snapshot = self._snapshot
        counts = None if snapshot is None or snapshot.point is None else snapshot.point.counts
        for figure, row in self._rows:
            if row.text(FigureColumn.ACTUAL):
                row.setText(FigureColumn.ACTUAL, figure_cells.actual(figure, counts))
        self._tell()

    def _chosen(self) -> Choice | None:
        """Return the choice behind the current row; None where it has no threshold."""
        item = self.tree.currentItem()
        figure = next((one for one, row in self._rows if row is item), None)
        answer = None if figure is None else self.choices.of(figure)
        if not isinstance(answer, tuple) or len(answer) != 1 or answer[0].threshold is None:
            return None
        return answer[0]

    def _show_use(self) -> None:
        self.use_button.setEnabled(self._chosen() is not None)
        self._tell()

    def _tell(self) -> None:
        """Say in full what is known of the current figure."""
        row = self.tree.currentItem()
        told = [""] * len(FigureColumn) if row is None else self.tree.told(row)
        self.details.setText(figure_cells.sentences(told, self._words, self._level))

    def _use(self) -> None:
        choice = self._chosen()
        if choice is not None:
            self.use_requested.emit(choice)

    def _on_entered(self, _value: Value) -> None:
        self._fill()

    def copy_figures(self) -> None:
        """Copy all rows with every digit, as text between tabs."""
        snapshot = self._snapshot
        ranking = None if snapshot is None else snapshot.ranking
        if snapshot is None or ranking is None:
            return
        counts = None if snapshot.point is None else snapshot.point.counts
        lines = [list(figure_cells.RAW_HEADS)]
        for figure, row in self._rows:
            group, answer = row.parent(), self.choices.of(figure)
            names = ["" if group is None else group.text(0), row.text(0)]
            numbers = figure_cells.raw(figure, answer, ranking, counts, self._level)
            lines.append([*names, *numbers, row.text(FigureColumn.REMARKS)])
        copy_cells(lines)
