"""The window: panes, menus and bars put together; no logic of its own."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QMainWindow,
    QMenu,
    QPushButton,
    QTabBar,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.gui import panes
from evalgui.gui.docks import Docks
from evalgui.gui.focus import FocusKeys, focus_next, whole
from evalgui.gui.incremental import InTurns
from evalgui.gui.isolation import show_each, tell_each
from evalgui.gui.layouts import OVERVIEW
from evalgui.gui.loading_progress import LoadingProgress
from evalgui.gui.look import text
from evalgui.gui.menus import Menus
from evalgui.gui.panels.data_bar import DataBar
from evalgui.gui.panels.findings_strip import FindingsStrip
from evalgui.gui.panels.threshold_bar import ThresholdBar
from evalgui.gui.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtGui import (
        QCloseEvent,
        QDragEnterEvent,
        QDropEvent,
        QResizeEvent,
        QShowEvent,
    )

    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.action import Action
    from evalgui.gui.confusion.confusion_panel import ConfusionPanel
    from evalgui.gui.deferred import Deferred
    from evalgui.gui.focus import Region
    from evalgui.gui.layouts import Layout
    from evalgui.gui.look import Theme
    from evalgui.gui.panes import AnyT, Pane

_DEFAULT_SIZE = QSize(1280, 720)


class OtherWindow(View, Protocol):
    """A view in a window of its own."""

    @property
    def regions(self) -> list[Region]:
        """Its parts that keys go round."""

    def isActiveWindow(self) -> bool:
        """Return whether it has the keys."""


class MainWindow(QMainWindow):
    """Menus, toolbar, docks and bars; what they ask for leaves through signals.

    Parameters
    ----------
    actions
        What stands in the menus and in the toolbar.
    """

    files_dropped = Signal(list)
    vocabulary_changed = Signal(object)  # for dialogs, which come and go
    closing = Signal()
    arranged = Signal()  # by hand
    resized = Signal()  # and docks with it

    predictions = panes.PREDICTIONS
    data = panes.DATA
    notes = panes.NOTES
    classes = panes.CLASSES
    explain = panes.EXPLAIN
    results = panes.RESULTS
    row = panes.ROW
    start = panes.START
    plots = panes.PLOTS
    large_confusion = panes.LARGE_CONFUSION
    decision = panes.DECISION
    confusion = panes.CONFUSION
    metrics = panes.METRICS
    people = panes.PEOPLE
    criteria = panes.CRITERIA
    measures_plot = panes.MEASURES_PLOT
    rules = panes.RULES

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self.setObjectName("main_window")
        self.setWindowTitle("evalgui")
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.vocabulary = Vocabulary.MACHINE_LEARNING
        text.speak_of(self.vocabulary)
        self.may_close: Callable[[], bool] = lambda: True
        self._work = ""
        self._shown = ""
        self._snapshot = self._newest = EMPTY
        self._others: list[OtherWindow] = []  # in windows of their own
        self._pressed_on = QByteArray()  # how the docks lay when the mouse was pressed
        self.data_bar = DataBar()
        self.threshold_bar = ThresholdBar()
        self.findings = FindingsStrip()
        self.layout_button = QPushButton()
        self.menus = Menus(self, actions)
        self.in_turns = InTurns(self)
        self.panes = Docks(self, self.in_turns.repeat)
        self.panes.moved = self.arranged.emit
        self.findings.moves_others.connect(lambda: self.in_turns.begin(self.panes.views))
        self._counting = self._make_timer(self._show_counts)
        self._is_matrix_seen = self._is_calm = False
        self.panes.docks[panes.CONFUSION.id].visibilityChanged.connect(self._on_matrix_seen)
        self.docks = self.panes.docks
        # The measures that a field looks at, once: with all of them go their prevalence.
        self.docks[panes.METRICS.id].visibilityChanged.connect(
            lambda is_seen: self.decision.show_others(shown=not is_seen)
        )
        self.actions_by_id = self.menus.actions_by_id
        self._decision_bar = self._make_decision_bar()
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self._make_bottom_bar())
        self.progress = LoadingProgress(self)
        self.setStatusBar(self.progress)
        self.installEventFilter(self)
        self.keys = FocusKeys(self)
        self._sharing = self._make_timer(self._follow_size)
        self.resize(_DEFAULT_SIZE)

    def _make_timer(self, act: Callable[[], None]) -> QTimer:
        """Return what acts once all that happens now has happened."""
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(act)
        return timer

    def _on_matrix_seen(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        self._is_matrix_seen = shown
        self._counting.start()

    def _show_counts(self) -> None:
        """Show the four counts below where no matrix shows them."""
        self.threshold_bar.show_counts(shown=not self._is_matrix_seen)

    def build_menus(self, samples: Iterable[tuple[str, str, str]]) -> None:
        """Add the toolbar, and the menus whose entries are data."""
        self.menus.add_toolbar(self.data_bar, self.findings.badge, self.layout_button)
        self.addToolBarBreak()
        self.addToolBar(self._decision_bar)
        self.menus.add_to_bar("find_anything")
        self.menus.add_file_menus(samples)
        self.menus.add_view_menus(self.docks.values())
        for bar in self.findChildren(QToolBar):
            more = bar.findChild(QToolButton, "qt_toolbar_ext_button")
            if more is not None:
                more.setAccessibleName(tr("More"))

    def _make_decision_bar(self) -> QToolBar:
        """Make the bar above all panes: the decision as a sentence."""
        head = self.decision.head
        head.say_of(self.data_bar.score, self.data_bar.direction)
        head.tools.insertWidget(0, self.threshold_bar.flips)
        bar = QToolBar(tr("Threshold and rule"))
        bar.setObjectName("decision_bar")
        bar.setMovable(False)
        bar.toggleViewAction().setVisible(False)
        head.show()  # in its window there is a place for it
        bar.addWidget(head)
        bar.hide()
        return bar

    def _make_bottom_bar(self) -> QToolBar:
        """Make the bar below everything, docks included: threshold and findings."""
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.findings)
        layout.addWidget(self.threshold_bar)
        bar = QToolBar(tr("Threshold and findings"))
        bar.setObjectName("bottom_bar")
        bar.setMovable(False)
        bar.toggleViewAction().setVisible(False)
        bar.addWidget(content)
        return bar

    # --------------------------------------------------------------------------- panes

    def place(self, pane: Pane[AnyT]) -> Deferred[AnyT]:
        """Return where a pane is, or will be made."""
        return self.panes.place(pane)

    @property
    def matrices(self) -> list[ConfusionPanel]:
        """The panels with a confusion matrix that are there."""
        large = self.place(panes.LARGE_CONFUSION).made
        return [self.confusion] if large is None else [self.confusion, large]

    @property
    def views(self) -> tuple[View, ...]:
        """Everything that renders snapshots."""
        bars = self.threshold_bar, self.findings
        return (self.data_bar, *self.panes.views, *bars, *self._others)

    def add_view(self, view: OtherWindow) -> None:
        """Let a view in a window of its own show what this one does."""
        view.set_vocabulary(self.vocabulary)
        view.set_theme(self.plots.theme)
        view.show_snapshot(EMPTY, self._newest)
        self._others.append(view)

    def remove_view(self, view: OtherWindow) -> None:
        """Leave a view alone that is closed."""
        self._others.remove(view)

    # ------------------------------------------------------------------------- showing

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Let every view render a change, and enable what can be done now."""
        if _is_much(old, new):
            self.in_turns.begin(self.panes.views)
        if new.choices.vocabulary is not self.vocabulary:
            self.set_vocabulary(new.choices.vocabulary)
        self._newest = new
        show_each(self.views, old, new)
        if new.dataset is not old.dataset:
            self._show_title(new)
        is_other = new.dataset is not old.dataset or new.ranking is not old.ranking
        if is_other or new.inputs.positive != old.inputs.positive:
            self._show_bars(new)
        has_other = (new.point is None) is not (old.point is None)
        has_other = has_other or (new.overall is None) is not (old.overall is None)
        if (is_other or has_other) and self.panes.follow(new):
            self._show_bars(new)
        if new.inputs.intervals is not old.inputs.intervals or is_other:
            level = text.level(new.inputs.intervals.level)
            self.docks[panes.DECISION.id].say_aside(tr("{level} intervals", level=level))
        is_dressed_otherwise = _dress(new) != _dress(old) or _decides(old, new)
        is_dressed_otherwise = is_dressed_otherwise or new.resampled is not old.resampled
        if is_other or is_dressed_otherwise or new.comparison is not old.comparison:
            self.enable_actions(new)

    def enable_actions(self, snapshot: Snapshot) -> None:
        """Enable what can be done with a snapshot."""
        self.menus.follow(snapshot)

    def set_calm(self, *, is_calm: bool) -> None:
        """Let the decision alone say and move the threshold, or the bar below, too."""
        self._is_calm = is_calm
        self.plots.set_calm(is_calm=is_calm)
        self.predictions.set_calm(is_calm=is_calm)
        self._show_bars(self._snapshot)

    def _show_bars(self, snapshot: Snapshot) -> None:
        """Show the decision where there is one, and the bar below where it is wanted."""
        self._snapshot = snapshot
        has_choice = snapshot.positive is not None and self.data_bar.score.count() > 0
        self._decision_bar.setVisible(snapshot.ranking is not None or has_choice)
        self.threshold_bar.setVisible(snapshot.ranking is not None and not self._is_calm)

    def say_sample(self, *, is_sample: bool) -> None:
        """Say that what is shown comes with the program, or nothing of where it is from."""
        self.data_bar.say_sample(is_sample=is_sample)
        self._show_title(self._snapshot)

    def _show_title(self, snapshot: Snapshot) -> None:
        dataset = snapshot.dataset
        self._shown = "" if dataset is None else f"{self.data_bar.sample}{shown_name(dataset)}"
        self.show_work(self._work, is_modified=self.isWindowModified())

    def show_work(self, name: str, *, is_modified: bool) -> None:
        """Show what the workspace is called, "" where it has no file, and whether it is saved."""
        self._work = name
        told = [one.replace("[*]", "[*][*]") for one in (name, self._shown) if one]
        if told:
            told[0] += "[*]" if is_modified else ""
        if name and self._shown:
            told = [f"{told[0]} ({told[1]})"]
        self.setWindowTitle(" - ".join((*told, "evalgui")))
        self.setWindowModified(is_modified and bool(told))

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything that does not follow the palette by itself."""
        self.in_turns.begin(self.panes.views)
        self.menus.set_theme(theme)
        self.panes.set_theme(theme)
        tell_each(self.views, lambda view: view.set_theme(theme))

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does, all at once."""
        self.menus.vocabulary_actions[vocabulary].setChecked(True)
        if vocabulary is self.vocabulary:
            return
        self.vocabulary = vocabulary
        text.speak_of(vocabulary)
        tell_each(self.views, lambda view: view.set_vocabulary(vocabulary))
        self.menus.set_vocabulary(vocabulary)
        self.in_turns.do(partial(self.vocabulary_changed.emit, vocabulary))

    def write_numbers_anew(self) -> None:
        """Write every number anew: how numbers are wanted has changed."""
        vocabulary = self.vocabulary
        tell_each(self.views, lambda view: view.set_vocabulary(vocabulary))
        self.menus.set_vocabulary(vocabulary)
        self.vocabulary_changed.emit(vocabulary)

    # ------------------------------------------------------------------------- layout

    def restore(self, geometry: bytes, layout: bytes) -> bool:
        """Restore size and place, and the docks; return whether that was possible with these."""
        if geometry:
            self.restoreGeometry(QByteArray(geometry))
            screens = self.screen().virtualGeometry()
            if not screens.intersects(self.frameGeometry()):
                self.resize(_DEFAULT_SIZE)
                self.move(screens.topLeft())
        return bool(layout) and self.panes.restore(QByteArray(layout))

    def saved(self) -> tuple[bytes, bytes]:
        """Return size and place, and the arrangement of the docks."""
        return bytes(self.saveGeometry().data()), bytes(self.panes.state.data())

    def reset_layout(self) -> None:
        """Show every pane and plot that is seen at first."""
        self.lay_out(OVERVIEW)

    def lay_out(self, layout: Layout) -> None:
        """Put panes and plots where a layout has them."""
        self.in_turns.begin(self.panes.views)
        self.panes.arrange(layout)
        self.choose_plots(layout.plots)

    def choose_plots(self, rows: Sequence[Sequence[str]]) -> None:
        """Show some plots alone, row by row; each that is not there yet is made in its turn."""
        for row in rows or [self.plots.shown_at_first]:
            for name in row:
                self.in_turns.do(partial(self.plots.make, name))
        self.in_turns.do(partial(self.plots.choose, rows))

    def focus_next_region(self, step: int = 1) -> None:
        """Move the focus to the next part of the active window, or with -1 to the one before."""
        own = next((one for one in self._others if one.isActiveWindow()), None)
        focus_next(self.regions if own is None else own.regions, step)

    @property
    def regions(self) -> list[Region]:
        """The parts of the window that keys go round: bars, panes with their tabs, plots."""
        at_left, at_right = self.panes.in_focus_order
        tabs = [one for one in self.findChildren(QTabBar) if one.parent() is self and one.count()]
        tabs_at_left = [one for one in tabs if one.x() < self.panes.centre.x()]
        tabs_at_right = [one for one in tabs if one not in tabs_at_left]
        plots = self.place(panes.PLOTS).made
        middle: list[Region] = [] if plots is None else plots.regions
        return [
            *whole([self.menus.toolbar, self._decision_bar, *at_left, *tabs_at_left]),
            *(middle or whole([self.panes.centre])),
            *whole([*at_right, *tabs_at_right, self.findings, self.threshold_bar, self.progress]),
        ]

    # ------------------------------------------------------------------------- events

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.panes.share_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self._sharing.start()  # in the midst of it, Qt gives docks no other size

    def _follow_size(self) -> None:
        self.panes.follow_width()
        self.resized.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Not as `event`, in which all is painted: an error there would end the program.
        if watched is self and event.type() == QEvent.Type.LayoutRequest:
            self.update()  # Qt forgets the marks of edges that such a request moves
        if isinstance(event, QChildEvent) and event.polished():
            _keep_names_whole(event.child())
            if isinstance(menu := event.child(), QMenu):
                self.keys.watch_menu(menu)
        if watched is self and event.type() == QEvent.Type.MouseButtonPress:
            self._pressed_on = self.saveState()
        if watched is not self or event.type() != QEvent.Type.MouseButtonRelease:
            return False
        # What no pane takes comes to the window, too; on the edge of a dock it moves that.
        is_done = bool(self.event(event))
        if is_done and self.saveState() != self._pressed_on:
            self.panes.note_shares()
            self.arranged.emit()
        return is_done

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit([Path(path) for path in paths])

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        self.closing.emit()
        super().closeEvent(event)


def _decides(old: Snapshot, new: Snapshot) -> bool:
    """Return whether what can be done with the line, or what is said of scores, is another."""
    one, two = old.inputs, new.inputs
    if one.consequences.scale is not two.consequences.scale:
        return True
    if (one.is_locked, one.has_lock_here, one.is_followed, one.development is None) != (
        two.is_locked,
        two.has_lock_here,
        two.is_followed,
        two.development is None,
    ):
        return True
    return one.provenance is not two.provenance and one.provenance.rule != two.provenance.rule


def _is_much(old: Snapshot, new: Snapshot) -> bool:
    """Return whether nearly all is another: rows, the score, words, or curves in every plot."""
    return (
        new.dataset is not old.dataset
        or new.ranking is not old.ranking
        or new.comparison is not old.comparison
        or new.choices.vocabulary is not old.choices.vocabulary
    )


def shown_name(dataset: Dataset) -> str:
    """Return what a data set is called, with the subset that is assessed."""
    subset = f" [{text.elided(dataset.subset, 60)}]" if dataset.subset else ""
    return f"{dataset.name}{subset}"


def _dress(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what of the choices menus show."""
    choices = snapshot.choices
    return (
        choices.has_bars,
        choices.has_marks,
        choices.has_cost_line,
        choices.hides_answers,
        choices.link,
        choices.compares,
        choices.bands,
        bool(snapshot.pins),
        snapshot.pin_here is not None,
    )


def _keep_names_whole(child: QObject) -> None:
    """Let tabs of docks that have no room be scrolled to: "D…" tells nobody what is there."""
    if isinstance(child, QTabBar):
        child.setElideMode(Qt.TextElideMode.ElideNone)
        child.setUsesScrollButtons(True)
        child.setAccessibleName(tr("Panes"))
