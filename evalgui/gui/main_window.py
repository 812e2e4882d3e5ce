"""The window: panels in docks, menus and toolbar from `ACTIONS`; no logic of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.gui import panes, text
from evalgui.gui.actions import ACTIONS, Menu
from evalgui.gui.deferred import Deferred
from evalgui.gui.focus import focus_next
from evalgui.gui.isolation import show_each, tell_each
from evalgui.gui.panels.confusion_panel import ConfusionPanel
from evalgui.gui.panels.data_bar import DataBar
from evalgui.gui.panels.findings_strip import FindingsStrip
from evalgui.gui.panels.metrics_panel import MetricsPanel
from evalgui.gui.panels.predictions_panel import PredictionsPanel
from evalgui.gui.panels.threshold_bar import ThresholdBar
from evalgui.gui.plots.plot_grid import PlotGrid
from evalgui.gui.theme import GRID, ICON_SIZE, Mode, Theme, icon

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QShowEvent

    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.panels.classes_panel import ClassesPanel
    from evalgui.gui.panels.data_panel import DataPanel
    from evalgui.gui.panels.explain_panel import ExplainPanel
    from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel
    from evalgui.gui.view import View

LAYOUT_VERSION = 2
_PROGRESS_AFTER = 400  # milliseconds
_DEFAULT_SIZE = QSize(1280, 720)


class MainWindow(QMainWindow):
    """Menus, toolbar, docks and bars; what they ask for leaves through signals."""

    action_requested = Signal(object)
    files_dropped = Signal(list)
    cancel_requested = Signal()
    theme_requested = Signal(str)
    vocabulary_requested = Signal(str)
    vocabulary_changed = Signal(object)  # for dialogs, which come and go
    recent_file_requested = Signal(str)
    clear_recent_requested = Signal()
    sample_requested = Signal(str)
    figure_requested = Signal(str)
    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("main_window")
        self.setWindowTitle("evalgui")
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.data_bar = DataBar()
        self.predictions = PredictionsPanel()
        self.confusion = ConfusionPanel()
        self.metrics = MetricsPanel()
        self.plots = PlotGrid()
        self.threshold_bar = ThresholdBar()
        self.findings = FindingsStrip()
        # What nobody sees at first is made when it is first seen.
        self.data_place = Deferred("data", panes.data)
        self.measures_plot_place = Deferred("measures_plot", panes.measures_plot)
        self.explain_place = Deferred("explain", panes.explain)
        self.classes_place = Deferred("classes", panes.classes)
        # Where there are no scores there are no curves: the matrix takes their place.
        self.large_confusion_place = Deferred("large_confusion", panes.large_confusion)
        self._centre = QStackedWidget()
        self._centre.addWidget(self.plots)
        self._centre.addWidget(self.large_confusion_place)
        self.setCentralWidget(self._centre)
        self.docks = {
            "predictions": self._make_dock("predictions", "Predictions", self.predictions),
            "data": self._make_dock("data", "Data", self.data_place),
            "confusion": self._make_dock("confusion", "Confusion matrix", self.confusion),
            "metrics": self._make_dock("metrics", "Metrics", self.metrics),
            "classes": self._make_dock("classes", "Classes", self.classes_place),
            "explain": self._make_dock("explain", "Explain", self.explain_place),
            "measures_plot": self._make_dock(
                "measures_plot", "Measures against threshold", self.measures_plot_place
            ),
        }
        self.vocabulary = Vocabulary.MACHINE_LEARNING
        self.actions_by_id: dict[str, QAction] = {}
        self.figure_actions: dict[str, QAction] = {}
        self.menus: dict[Menu, QMenu] = {}
        self.addToolBar(Qt.ToolBarArea.BottomToolBarArea, self._make_bottom_bar())
        self._make_progress()
        self.resize(_DEFAULT_SIZE)
        self._arrange_docks()

    @property
    def data(self) -> DataPanel:
        """What the columns of the file mean."""
        return self.data_place.pane

    @property
    def measures_plot(self) -> MeasuresPlotPanel:
        """Any measures against the threshold."""
        return self.measures_plot_place.pane

    @property
    def explain(self) -> ExplainPanel:
        """What a measure is."""
        return self.explain_place.pane

    @property
    def classes(self) -> ClassesPanel:
        """The table of classes."""
        return self.classes_place.pane

    @property
    def large_confusion(self) -> ConfusionPanel:
        """The matrix in the middle."""
        return self.large_confusion_place.pane

    @property
    def matrices(self) -> list[ConfusionPanel]:
        """The panels with a confusion matrix that are there."""
        large = self.large_confusion_place.made
        return [self.confusion] if large is None else [self.confusion, large]

    @property
    def views(self) -> tuple[View, ...]:
        """Everything that renders snapshots."""
        return (
            self.data_bar,
            self.data_place,
            self.predictions,
            self.confusion,
            self.large_confusion_place,
            self.metrics,
            self.plots,
            self.measures_plot_place,
            self.explain_place,
            self.classes_place,
            self.threshold_bar,
            self.findings,
        )

    # ------------------------------------------------------------------------- making

    def _make_bottom_bar(self) -> QToolBar:
        """Make the bar below everything, docks included: threshold and findings."""
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.threshold_bar)
        layout.addWidget(self.findings)
        bar = QToolBar("Threshold and findings")
        bar.setObjectName("bottom_bar")
        bar.setMovable(False)
        bar.toggleViewAction().setVisible(False)
        bar.addWidget(content)
        return bar

    def _make_dock(self, name: str, title: str, widget: QWidget) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(f"{name}_dock")
        dock.setAccessibleName(title)
        dock.setWidget(widget)
        if isinstance(widget, Deferred):
            dock.visibilityChanged.connect(widget.make_if_seen)
        return dock

    def _arrange_docks(self) -> None:
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        for dock in self.docks.values():
            dock.setFloating(False)
            dock.show()
        self.addDockWidget(left, self.docks["predictions"])
        self.addDockWidget(right, self.docks["confusion"])
        self.addDockWidget(right, self.docks["metrics"])
        self.addDockWidget(right, self.docks["measures_plot"])
        self.addDockWidget(left, self.docks["classes"])
        self.addDockWidget(left, self.docks["explain"])
        self.addDockWidget(left, self.docks["data"])
        self.tabifyDockWidget(self.docks["metrics"], self.docks["measures_plot"])
        self.tabifyDockWidget(self.docks["predictions"], self.docks["data"])
        self.docks["metrics"].raise_()
        self.docks["predictions"].raise_()
        for name in ("measures_plot", "classes", "explain"):
            self.docks[name].hide()
        self._default_sizes = True
        if self.isVisible():
            self._size_docks()

    def _size_docks(self) -> None:
        """Give the docks their shares of the window; it must be visible for that."""
        self._default_sizes = False
        width, height = self.width(), self.height()
        self.resizeDocks(
            [self.docks["predictions"], self.docks["confusion"]],
            [max(256, width // 5), max(344, width // 5)],
            Qt.Orientation.Horizontal,
        )
        self.resizeDocks(
            [self.docks["confusion"], self.docks["metrics"]],
            [height * 2 // 5, height * 3 // 5],
            Qt.Orientation.Vertical,
        )

    def _make_progress(self) -> None:
        """Make the progress in the status bar, which appears when opening takes a while."""
        self._opening = ""
        self._progress_text = QLabel()
        self._progress_text.setTextFormat(Qt.TextFormat.PlainText)
        self.progress = QProgressBar()
        self.progress.setObjectName("loading_progress")
        self.progress.setAccessibleName("Opening a file")
        self.progress.setRange(0, 1000)
        self.progress.setFixedWidth(GRID * 24)
        self.cancel = QPushButton("Ca&ncel")
        self.cancel.setObjectName("cancel_loading")
        self.cancel.clicked.connect(self.cancel_requested)
        for widget in (self.progress, self.cancel):
            self.statusBar().addWidget(widget)
        # The last, so that nothing moves when the words change.
        self.statusBar().addWidget(self._progress_text, 1)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().hide()
        self._progress_delay = QTimer(self)
        self._progress_delay.setSingleShot(True)
        self._progress_delay.setInterval(_PROGRESS_AFTER)
        self._progress_delay.timeout.connect(self.statusBar().show)

    def build_menus(self, samples: list[tuple[str, str, str]]) -> None:
        """Make menus and toolbar from `ACTIONS`, and the menus whose entries are data."""
        for menu in Menu:
            self.menus[menu] = self.menuBar().addMenu(menu.value)
            self.menus[menu].setObjectName(f"{menu.name.lower()}_menu")
        toolbar = QToolBar("Toolbar")
        toolbar.setObjectName("toolbar")
        toolbar.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        toolbar.setMovable(False)
        for entry in ACTIONS:
            action = QAction(self)
            action.setObjectName(entry.id)
            entry.name(action, MACHINE_LEARNING)
            if entry.shortcut is not None:
                action.setShortcut(QKeySequence(entry.shortcut))
            action.triggered.connect(
                lambda _checked=False, chosen=entry: self.action_requested.emit(chosen)
            )
            if entry.starts_group:
                self.menus[entry.menu].addSeparator()
            self.menus[entry.menu].addAction(action)
            if entry.in_toolbar:
                toolbar.addAction(action)
            self.actions_by_id[entry.id] = action
        toolbar.addSeparator()
        toolbar.addWidget(self.data_bar)
        self.addToolBar(toolbar)
        self._add_file_menus(samples)
        self._add_view_menus()

    def _add_file_menus(self, samples: list[tuple[str, str, str]]) -> None:
        before = self.actions_by_id["export_measures"]
        self.recent_menu = QMenu("Open &Recent", self)
        self.recent_menu.setObjectName("recent_menu")
        sample_menu = QMenu("Open &Sample", self)
        sample_menu.setObjectName("sample_menu")
        sample_menu.setToolTipsVisible(True)
        for sample_id, title, description in samples:
            action = sample_menu.addAction(title.replace("&", "&&"))
            action.setObjectName(f"sample_{sample_id}")
            action.setToolTip(text.plain(description))
            action.triggered.connect(
                lambda _checked=False, chosen=sample_id: self.sample_requested.emit(chosen)
            )
        figure_menu = QMenu("Export &Figure", self)
        figure_menu.setObjectName("figure_menu")
        for plot_id, title in self.plots.figure_titles().items():
            action = figure_menu.addAction(f"{title}\N{HORIZONTAL ELLIPSIS}")
            action.setObjectName(f"export_{plot_id}")
            self.figure_actions[plot_id] = action
            action.triggered.connect(
                lambda _checked=False, chosen=plot_id: self.figure_requested.emit(chosen)
            )
        file_menu = self.menus[Menu.FILE]
        for menu in (self.recent_menu, sample_menu):
            file_menu.insertMenu(before, menu)
        file_menu.insertSeparator(before)
        file_menu.insertMenu(before, figure_menu)
        self._submenus = (self.recent_menu, sample_menu, figure_menu)

    def _add_view_menus(self) -> None:
        view_menu = self.menus[Menu.VIEW]
        first = self.actions_by_id["reset_layout"]
        for dock in self.docks.values():
            action = dock.toggleViewAction()
            action.setObjectName(f"show_{dock.objectName()}")
            view_menu.insertAction(first, action)
        view_menu.insertSeparator(first)
        self._theme_menu = QMenu("&Appearance", self)
        self._theme_menu.setObjectName("theme_menu")
        group = QActionGroup(self)
        self.theme_actions: dict[Mode, QAction] = {}
        for mode in Mode:
            action = self._theme_menu.addAction(f"&{mode.value.capitalize()}")
            action.setObjectName(f"theme_{mode.value}")
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(
                lambda _checked=False, chosen=mode.value: self.theme_requested.emit(chosen)
            )
            self.theme_actions[mode] = action
        view_menu.insertMenu(first, self._theme_menu)
        self._vocabulary_menu = QMenu("&Vocabulary", self)
        self._vocabulary_menu.setObjectName("vocabulary_menu")
        words = QActionGroup(self)
        self.vocabulary_actions: dict[Vocabulary, QAction] = {}
        for vocabulary in Vocabulary:
            action = self._vocabulary_menu.addAction(words_in(vocabulary).title)
            action.setObjectName(f"vocabulary_{vocabulary.value}")
            action.setCheckable(True)
            words.addAction(action)
            action.triggered.connect(
                lambda _checked=False, chosen=vocabulary.value: self.vocabulary_requested.emit(
                    chosen
                )
            )
            self.vocabulary_actions[vocabulary] = action
        view_menu.insertMenu(first, self._vocabulary_menu)

    def set_recent_files(self, paths: list[str]) -> None:
        """Show the files that were opened before."""
        self.recent_menu.clear()
        for path in paths:
            action = self.recent_menu.addAction(text.elided(path, 60).replace("&", "&&"))
            action.triggered.connect(
                lambda _checked=False, chosen=path: self.recent_file_requested.emit(chosen)
            )
        self.recent_menu.addSeparator()
        clear = self.recent_menu.addAction("&Clear History")
        clear.setObjectName("clear_recent")
        clear.setEnabled(bool(paths))
        clear.triggered.connect(self.clear_recent_requested)

    # ------------------------------------------------------------------------- showing

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Let every view render a change, and enable what can be done now."""
        show_each(self.views, old, new)
        if new.dataset is not old.dataset:
            self._show_title(new)
            self.docks["classes"].setVisible(new.overall is not None)
        if new.dataset is not old.dataset or new.ranking is not old.ranking:
            self._make_room_for(new)
        is_compared = new.comparison is not old.comparison
        if new.dataset is not old.dataset or new.ranking is not old.ranking or is_compared:
            self.enable_actions(new)

    def _make_room_for(self, snapshot: Snapshot) -> None:
        """Show the curves where there are scores, and a large matrix where there are none."""
        overall = snapshot.overall
        labels_only = overall is not None and overall.class_scores is None
        labels_only = labels_only and snapshot.ranking is None
        wanted: QWidget = self.large_confusion_place if labels_only else self.plots
        if wanted is not self._centre.currentWidget():
            self._centre.setCurrentWidget(wanted)
            self.docks["confusion"].setVisible(not labels_only)

    def enable_actions(self, snapshot: Snapshot) -> None:
        """Enable what can be done with a snapshot."""
        for entry in ACTIONS:
            entry.follow(self.actions_by_id[entry.id], snapshot)
        self.plots.enable_figures(self.figure_actions, snapshot)

    def _show_title(self, snapshot: Snapshot) -> None:
        dataset = snapshot.dataset
        self.setWindowTitle("evalgui" if dataset is None else f"{shown_name(dataset)} - evalgui")

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything that does not follow the palette by itself."""
        for entry in ACTIONS:
            if entry.icon:
                self.actions_by_id[entry.id].setIcon(icon(entry.icon, theme))
        tell_each(self.views, lambda view: view.set_theme(theme))

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does, all at once."""
        self.vocabulary_actions[vocabulary].setChecked(True)
        if vocabulary is self.vocabulary:
            return
        self.vocabulary = vocabulary
        tell_each(self.views, lambda view: view.set_vocabulary(vocabulary))
        for entry in ACTIONS:
            entry.name(self.actions_by_id[entry.id], words_in(vocabulary))
        for plot_id, title in self.plots.figure_titles().items():
            self.figure_actions[plot_id].setText(f"{title}\N{HORIZONTAL ELLIPSIS}")
        self.vocabulary_changed.emit(vocabulary)

    def start_progress(self, name: str) -> None:
        """Say that a file is being opened, should it take a while."""
        self._opening = f"Opening {text.elided(name)}"
        self._progress_text.setText(self._opening)
        self.progress.setValue(0)
        self._progress_delay.start()

    def show_progress(self, fraction: float, words: str) -> None:
        """Say how far it has come, such as how many rows there are so far."""
        self.progress.setValue(round(fraction * 1000))
        self._progress_text.setText(f"{self._opening}: {words}")

    def end_progress(self) -> None:
        """Take the progress away."""
        self._progress_delay.stop()
        self.statusBar().hide()

    # ------------------------------------------------------------------------- layout

    def restore(self, geometry: bytes, layout: bytes) -> None:
        """Restore size, place and docks; fall back to the default where that is not possible."""
        if geometry:
            self.restoreGeometry(QByteArray(geometry))
            screens = self.screen().virtualGeometry()
            if not screens.intersects(self.frameGeometry()):
                self.resize(_DEFAULT_SIZE)
                self.move(screens.topLeft())
        if layout and self.restoreState(QByteArray(layout), LAYOUT_VERSION):
            self._default_sizes = False
        else:
            self._arrange_docks()

    def saved(self) -> tuple[bytes, bytes]:
        """Return size and place, and the arrangement of the docks."""
        return bytes(self.saveGeometry().data()), bytes(self.saveState(LAYOUT_VERSION).data())

    def reset_layout(self) -> None:
        """Put every dock where it was at first."""
        self._arrange_docks()

    def focus_next_pane(self) -> None:
        """Move the focus to the next pane that is visible."""
        panes: list[QWidget] = [
            self.predictions,
            self.data_place,
            self._centre,
            self.measures_plot_place,
            self.threshold_bar,
            self.confusion,
            self.metrics,
            self.classes_place,
            self.explain_place,
            self.data_bar,
        ]
        focus_next(panes)

    # ------------------------------------------------------------------------- events

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._default_sizes:
            self._size_docks()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.files_dropped.emit([Path(path) for path in paths])

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        super().closeEvent(event)


def shown_name(dataset: Dataset) -> str:
    """Return what a data set is called, with the subset that is in force."""
    subset = f" [{text.elided(dataset.subset, 60)}]" if dataset.subset else ""
    return f"{dataset.name}{subset}"
