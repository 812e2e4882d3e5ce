"""Any measures against the threshold, with the line that all plots share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from evalgui.core.curves import Axis, Curve, Series
from evalgui.core.curves.turning import has_noted_turns, note_turns
from evalgui.core.languages import tr
from evalgui.core.metrics import METRICS, Family, Vocabulary, metric_by_id
from evalgui.core.progress import Watch
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import GRID, text
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.plot import PASSED_ON
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.threshold_preview import ThresholdPreview
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.plot import Plot


_INVITATION = tr("Open a file with scores to plot measures against the threshold")
_MEASURING = tr("Measuring at every threshold\N{HORIZONTAL ELLIPSIS}")
DEFAULT_MEASURES = ("TPR", "TNR", "PPV", "YI")


class MeasuresPlotPanel(QWidget):
    """A plot of chosen measures against the threshold."""

    threshold_requested = Signal(float)
    second_requested = Signal(float)
    drag_committed = Signal()
    drag_dropped = Signal()
    looked_at = Signal(float)
    looked_away = Signal()
    choice_requested = Signal(object)
    pin_requested = Signal(float)
    marks_requested = Signal(bool)
    brushed = Signal(float, float, str)
    copy_requested = Signal(str)
    export_requested = Signal(str)
    steps_requested = Signal(int)
    end_requested = Signal(bool)
    percentile_steps_requested = Signal(int)
    number_asked = Signal(str, QRect)
    axes_requested = Signal(object)
    bands_requested = Signal(str)
    requested = Signal(object)
    awaited = Signal(object)
    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("measures_plot_panel")
        self.setAccessibleName(tr("Measures against the threshold"))
        self._snapshot: Snapshot = EMPTY
        self._theme: Theme | None = None
        self._vocabulary = Vocabulary.MACHINE_LEARNING
        self._chosen: tuple[str, ...] = DEFAULT_MEASURES
        self._button = QToolButton()
        self._button.setObjectName("choose_measures")
        self._button.setText(tr("Choose &Measures"))
        self._button.setAccessibleName(tr("Choose the measures to plot"))
        self._button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._button.setMenu(self._make_menu())
        self._message = QLabel(_INVITATION)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(GRID // 2, 0, GRID // 2, GRID // 2)
        self._layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        self._layout.addWidget(self._message, 1)
        self.plot: Plot | None = None
        self._declared: Curve | None = None
        self._turns = TurningPoints(self)
        self._turns.noted.connect(self._rebuild)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        self._actions: dict[str, QAction] = {}
        for family in Family:
            branch = menu.addMenu(tr(family.value))
            for metric in METRICS:
                if metric.family is family:
                    action = branch.addAction(text.AT_FIRST.said(metric.name))
                    action.setCheckable(True)
                    action.setChecked(metric.id in self._chosen)
                    action.setObjectName(f"plot_{metric.id}")
                    self._actions[metric.id] = action
                    action.triggered.connect(
                        lambda checked, chosen=metric.id: self._toggle(chosen, wanted=checked)
                    )
        return menu

    def _toggle(self, metric_id: str, *, wanted: bool) -> None:
        others = [known for known in self._chosen if known != metric_id]
        self.set_measures([*others, metric_id] if wanted else others)

    def measures(self) -> tuple[str, ...]:
        """Return the ids of the measures that are plotted."""
        return self._chosen

    def set_measures(self, metric_ids: list[str]) -> None:
        """Plot these measures; those that are none of two classes are left out."""
        known = {metric.id for metric in METRICS}
        self._chosen = tuple(metric_id for metric_id in metric_ids if metric_id in known)
        for metric in METRICS:
            self._actions[metric.id].setChecked(metric.id in self._chosen)
        self._declared = None
        self._rebuild()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures as a vocabulary does."""
        self._vocabulary = vocabulary
        words = words_in(vocabulary)
        for metric in METRICS:
            self._actions[metric.id].setText(words.said(metric.name_in(vocabulary)))
        self._declared = None
        self._rebuild()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        self._snapshot = new
        has_scores = new.ranking is not None and new.ranking.table.n > 0
        changed = new.inputs.parameters != old.inputs.parameters
        if changed:
            self._declared = None
        if new.ranking is old.ranking and self.plot is None and not changed:
            return  # there is nothing to plot, or it is being looked through
        if not has_scores or self.plot is None or changed or not self._is_noted():
            self._rebuild()
        else:
            self.plot.show_snapshot(old, new)

    def show_preview(self, preview: ThresholdPreview | None) -> None:
        """Mark the threshold that is looked at; None for none."""
        if self.plot is not None:
            self.plot.show_preview(preview)

    def set_theme(self, theme: Theme) -> None:
        """Recolour the plot."""
        self._theme = theme
        if self.plot is not None:
            self.plot.set_theme(theme)

    def _rebuild(self) -> None:
        """Make the plot anew: its lines are part of what it is."""
        if self.plot is not None:
            self._layout.removeWidget(self.plot)
            self.plot.hide()
            self.plot.deleteLater()
            self.plot = None
        ranking = self._snapshot.ranking
        has_plot = ranking is not None and ranking.table.n > 0 and bool(self._chosen)
        is_noted = not has_plot or self._is_noted()
        self._message.setText(_INVITATION if is_noted else _MEASURING)
        self._message.setVisible(not (has_plot and is_noted))
        if not (has_plot and is_noted):
            return
        plot = plot_of(self.curve())
        plot.set_vocabulary(self._vocabulary)
        for name in PASSED_ON:
            getattr(plot, name).connect(getattr(self, name))
        plot.header.button.hide()
        if self._theme is not None:
            plot.set_theme(self._theme)
        self._layout.addWidget(plot, 1)
        self.plot = plot
        plot.show_snapshot(EMPTY, self._snapshot)

    def _is_noted(self) -> bool:
        """Return whether the curve can be drawn at once; where not, the background sees to it."""
        ranking = self._snapshot.ranking
        return ranking is None or self._turns.are_noted(self.curve(), ranking.table.steps)

    def curve(self) -> Curve:
        """Return the chosen measures as a curve against the threshold, one as long as they stay."""
        if self._declared is None:
            self._declared = self._make_curve()
        return self._declared

    def _make_curve(self) -> Curve:
        metrics = [metric_by_id(metric_id) for metric_id in self._chosen]
        parameters = self._snapshot.inputs.parameters
        return Curve(
            id="measures",
            title=tr("Measures"),
            x_axis=Axis(title=tr("Threshold")),
            y_axis=Axis(title=tr("Value")),
            series=tuple(Series(metric, parameters=parameters) for metric in metrics),
        )


class TurningPoints(QObject):
    """Knows whether a curve can be drawn at once, and sees to it where it cannot."""

    noted = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, tr("the curves"))
        self._looked_at: tuple[Curve, Steps] | None = None

    def are_noted(self, curve: Curve, steps: Steps) -> bool:
        """Return whether a curve can be drawn now; where not, `noted` says when it can."""
        if has_noted_turns(curve, steps):
            return True
        before = self._looked_at if self._tasks.is_busy else None
        if before is None or before[0] is not curve or before[1] is not steps:
            self._looked_at = curve, steps
            self._tasks.start(
                lambda task: note_turns(curve, steps, Watch(cancelled=task.is_cancelled).look),
                on_success=lambda _nothing: self.noted.emit(),
                on_failure=lambda _error: None,  # who asks again tries again
                on_end=lambda: None,
            )
        return False
