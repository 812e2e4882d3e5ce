"""Any topic as tables and trees, which follow the threshold: also one without a pane of its own."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import ref

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.core.texts import Text
from evalgui.core.vocabulary import words_in
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, LIGHT, copy_lines, text
from evalgui.gui.models.measures import n_counted
from evalgui.gui.panels.empty_state import EmptyState
from evalgui.gui.panels.fields import Choice
from evalgui.gui.results.cells import style_of
from evalgui.gui.results.table_model import TableModel
from evalgui.gui.results.table_view import FOR_PAPER, TableView
from evalgui.gui.results.tree_model import TreeModel
from evalgui.gui.results.tree_view import TreeView
from evalgui.gui.ways_bar import WaysBar
from evalgui.render.columns import tsv
from evalgui.render.text import fact_lines
from evalgui.results.result import Fact, Result
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics import TOPICS
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QShowEvent

    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.gui.look import Theme
    from evalgui.results.result import Row, Table
    from evalgui.results.topic import Topic

_WIDEST_TITLE = GRID * 18  # where docks are narrow there is room for a value beside it
_A_FRAME = 0.004  # seconds that a topic may take of one
_REST = 60  # milliseconds without another threshold
_AWAITED = Text("\N{HORIZONTAL ELLIPSIS}")
_NOTHING_OPEN = tr("No results yet")
_HIDDEN = tr("Hidden: View > Hide Answers shows it")
_NOTHING_SAID = tr("There is nothing to say of these data")


class ResultsPanel(QWidget):
    """A choice of topics, and a table for each that the chosen one has."""

    requested = Signal(object)  # what a row asks for
    intervals_requested = Signal()  # to choose level and methods
    awaited = Signal()  # what is worked out in the background once somebody looks at it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("results_panel")
        self.setAccessibleName(tr("Results"))
        self.topic_box = Choice("results_topic", tr("What the tables say"))
        for topic in _topics():
            self.topic_box.addItem("", topic.id)
        self.topic_box.activated.connect(self._show)
        self.models: list[TableModel | TreeModel[Row]] = []
        self.views: list[TableView | TreeView[Row]] = []
        self._tables = QSplitter(Qt.Orientation.Vertical)
        self._tables.setChildrenCollapsible(False)
        self.facts = QLabel()
        self.facts.setObjectName("results_facts")
        self.facts.setTextFormat(Qt.TextFormat.PlainText)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.facts.setWordWrap(True)
        self.facts.setContentsMargins(GRID, 0, GRID, 0)
        self.ways = WaysBar()
        self.ways.requested.connect(self.requested)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.facts)
        column.addWidget(self.ways)
        column.addWidget(self._tables, 1)
        self._empty = EmptyState(content, _NOTHING_OPEN)
        top = QVBoxLayout()
        top.setContentsMargins(GRID, GRID, GRID, 0)
        top.addWidget(self.topic_box)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addLayout(top)
        layout.addWidget(self._empty, 1)
        lead_focus(self, self.topic_box)
        self._snapshot, self._theme = EMPTY, LIGHT
        self._is_outdated = False
        self._tasks = Tasks(self, tr("the cells of all columns"))
        self._asked: tuple[str, ref[Dataset], int | None] | None = None
        self._found: tuple[str, Inputs, Result | None] | None = None  # made while the line rested
        self._is_whole = False
        self._takes = _A_FRAME  # seconds, what is shown while it moves
        self._at_rest = Tasks(self, tr("what is told once the line rests"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST)
        self._timer.timeout.connect(self._work_out)
        self.set_vocabulary(Vocabulary.MACHINE_LEARNING)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, _old: Snapshot, new: Snapshot) -> None:
        """Show what the topic says of a snapshot, now or once somebody sees it."""
        self._snapshot = new
        self._is_outdated = not self.isVisible()
        if not self._is_outdated:
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Recolour what is faint in trees; tables have the colours of the palette."""
        self._theme = theme
        for model in self.models:
            if isinstance(model, TreeModel):
                model.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Tell everything as another field does."""
        self._vocabulary = vocabulary
        style = style_of(words_in(vocabulary))
        for place, topic in enumerate(_topics()):
            self.topic_box.setItemText(place, topic.name.told(style))
            tip = text.tip(topic.explanation.told(style))
            self.topic_box.setItemData(place, tip, Qt.ItemDataRole.ToolTipRole)
        for model, view in zip(self.models, self.views, strict=True):
            model.set_vocabulary(vocabulary)
            view.fit_columns()
        self._is_outdated = not self.isVisible()
        if not self._is_outdated:
            self._show()

    @property
    def topic(self) -> Topic:
        """Whose tables are shown."""
        return TOPICS.by_id(self.topic_box.currentData())

    def show_topic(self, topic_id: str) -> None:
        """Show what another topic says."""
        self.topic_box.setCurrentIndex(self.topic_box.findData(topic_id))
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_outdated:
            self._is_outdated = False
            self._show()

    # ------------------------------------------------------------------------- inside

    def _show(self) -> None:
        is_hidden = self._snapshot.choices.hides_answers
        if self.topic.reads_cells and not is_hidden and not self.topic.rests(self._snapshot):
            self._read_cells(self.topic)
        result = None if is_hidden else self._result()
        if self.topic.is_awaited(self._snapshot) and not is_hidden:
            self.awaited.emit()
        tables = [] if result is None else [one for one in result.tables if one.rows]
        shown = [_structure(model.table) for model in self.models]
        if shown != [_structure(table) for table in tables]:
            self._lay_out(tables)
        for model, table in zip(self.models, tables, strict=True):
            model.set_table(table)
            if isinstance(model, TreeModel):
                model.set_level(self._snapshot.inputs.intervals.level)
        facts = () if result is None else fact_lines(result, style_of(words_in(self._vocabulary)))
        self.facts.setText("\n".join(facts))
        self.facts.setVisible(bool(self.facts.text()))
        ways = [] if result is None else [way for fact in result.facts for way in fact.ways]
        self.ways.show_ways(ways, style_of(words_in(self._vocabulary)))
        is_open = self._snapshot.dataset is not None
        why = _HIDDEN if is_hidden else _NOTHING_SAID
        self._empty.sentence.setText(why if is_open else _NOTHING_OPEN)
        self._empty.show_content(shown=bool(tables or self.facts.text()))

    def _result(self) -> Result | None:
        """Return what is shown now; what takes longer than a frame comes once the line rests."""
        topic, snapshot = self.topic, self._snapshot
        self._timer.stop()
        if snapshot.dataset is None or not topic.rests(snapshot):
            self._at_rest.cancel()
            return topic.shown(snapshot)
        found = self._found
        if found is not None and found[:2] == (topic.id, snapshot.inputs):
            if not self._is_whole and not self._at_rest.is_busy:
                self._timer.start()  # it was given up for another topic
            return found[2]
        self._at_rest.cancel()
        self._timer.start()
        is_known = found is not None and found[0] == topic.id
        if found is None or not is_known or not _is_moved(found[1], snapshot.inputs):
            return Result(topic.id, topic.name, facts=(Fact("awaited", topic.name, _AWAITED),))
        if self._takes >= _A_FRAME:
            return None if found[2] is None else _without_numbers(found[2])
        begun = time.perf_counter()
        result = topic.shown(snapshot)
        _read(result)
        self._takes = time.perf_counter() - begun
        return result

    def _work_out(self) -> None:
        """Make what a topic says in the background: first what is quick, timed, and then all."""
        topic, snapshot = self.topic, self._snapshot
        if not self.isVisible():
            self._is_outdated = True
            return

        def show(result: Result | None) -> None:
            self._found = topic.id, snapshot.inputs, result
            self._show()

        def so_far(_task: object) -> tuple[Result | None, float]:
            _read(topic.shown(snapshot))  # what is made once for a data set
            begun = time.perf_counter()
            result = topic.shown(snapshot)
            _read(result)
            return result, time.perf_counter() - begun

        def whole(_task: object) -> Result | None:
            result = topic.make(snapshot, NOTHING_BESIDE)
            _read(result)
            return result

        def show_whole(result: Result | None) -> None:
            self._is_whole = True
            show(result)

        def take(answer: tuple[Result | None, float]) -> None:
            result, self._takes = answer
            self._is_whole = False
            self._in_background(whole, show_whole)
            show(result)

        self._in_background(so_far, take)

    def _in_background(self, work: Callable[[object], Any], take: Callable[[Any], None]) -> None:
        self._at_rest.start(
            work,
            on_success=take,
            on_failure=lambda error: self.facts.setText(text.said(error.message)),
            on_end=lambda: None,
        )

    def _read_cells(self, topic: Topic) -> None:
        """Have what looks at all cells made in the background, once for the same rows."""
        snapshot, dataset = self._snapshot, self._snapshot.dataset
        asked = None if dataset is None else (topic.id, ref(dataset), snapshot.positive)
        if asked == self._asked:
            return
        self._asked = asked
        self._tasks.start(
            lambda _task: topic.make(snapshot, NOTHING_BESIDE),
            on_success=lambda _result: self._show(),
            on_failure=lambda error: self.facts.setText(text.said(error.message)),
            on_end=lambda: None,
        )

    def _lay_out(self, tables: list[Table]) -> None:
        """Make a view for each table, in place of those of before."""
        for view in self.views:
            view.setParent(None)
            view.deleteLater()
        self.models, self.views = [], []
        for table in tables:
            view = self._tree(table) if _has_groups(table) else self._table(table)
            of_rows = table.of_rows.told(style_of(words_in(self._vocabulary)))
            view.setObjectName(f"{self.topic.id}_{table.id}_table")
            view.setAccessibleName(f"{self.topic_box.currentText()}: {of_rows}")
            self.models[-1].setParent(view)  # it goes with it, and after its heads
            self._tables.addWidget(view)
            self._tables.setStretchFactor(len(self.views), len(table.rows))
            self.views.append(view)

    def _table(self, table: Table) -> TableView:
        model = TableModel(table)
        model.set_vocabulary(self._vocabulary)
        widest = max(_WIDEST_TITLE, self.width() // 3)
        view = TableView(model, f"{self.topic.id}_{table.id}", widest_title=widest)
        view.requested.connect(self.requested)
        self.models.append(model)
        return view

    def _tree(self, table: Table) -> TreeView[Row]:
        model: TreeModel[Row] = TreeModel(table)
        model.set_vocabulary(self._vocabulary)
        model.set_theme(self._theme)
        view = TreeView(model)
        model.set_font(view.font())
        view.unfold()
        model.modelReset.connect(view.unfold)
        view.star_clicked.connect(lambda row_id: model.set_favourites(toggled(model, row_id)))
        view.intervals_requested.connect(self.intervals_requested)
        view.make_room(n_counted(self._snapshot))
        copy = QAction(tr("&Copy"), view)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(lambda _checked=False: copy_lines(view.copied(tsv)))
        paper = QAction(FOR_PAPER, view)
        paper.triggered.connect(lambda _checked=False: view.copy_for_paper())
        view.addActions([copy, paper])
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.models.append(model)
        return view


def _topics() -> list[Topic]:
    """Return those that follow a snapshot."""
    return [topic for topic in TOPICS if topic.is_of_snapshot]


def toggled(model: TreeModel[Row], row_id: str) -> list[str]:
    """Return the rows on top, with one more, or without one that is there."""
    others = [one for one in model.favourites if one != row_id]
    return others if row_id in model.favourites else [*others, row_id]


def _has_groups(table: Table) -> bool:
    """Return whether a table is one value a row, and rows have something in common."""
    is_one_value = {column.id for column in table.columns[1:]} <= {"interval"}
    return is_one_value and any(row.group is not None for row in table.rows)


def _is_moved(old: Inputs, new: Inputs) -> bool:
    """Return whether the same is asked of the same rows, at another threshold."""
    known = [
        (one.dataset, one.score, one.positive, one.consequences, one.intervals)
        for one in (old, new)
    ]
    return known[0] == known[1]


def _without_numbers(result: Result) -> Result:
    """Return the tables of a result with dots in place of what is still worked out."""
    tables = (
        replace(one, cell=lambda *_at: None, all_values=None, text=lambda *_at: _AWAITED)
        for one in result.tables
    )
    return replace(result, tables=tuple(tables), facts=result.facts[:1])


def _read(result: Result | None) -> None:
    """Make the cells of a result, which are made once they are looked at."""
    for table in () if result is None else result.tables:
        for column in table.columns:
            table.values(column)


def _structure(table: Table) -> tuple[object, ...]:
    return table.id, table.columns, _has_groups(table)
