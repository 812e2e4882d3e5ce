"""The panes of the window as data: docks, their menu, focus order and layout come from here.

A pane is a view (see `evalgui.gui.view`) of its own file. One entry in `PANES` adds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, overload

from PySide6.QtCore import Qt

from evalgui.core.languages import tr
from evalgui.gui.action import with_scores
from evalgui.gui.view import View

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.confusion.confusion_panel import ConfusionPanel
    from evalgui.gui.deferred import Deferred
    from evalgui.gui.panels.classes_panel import ClassesPanel
    from evalgui.gui.panels.criteria_panel import CriteriaPanel
    from evalgui.gui.panels.data_panel import DataPanel
    from evalgui.gui.panels.decision_panel import DecisionPanel
    from evalgui.gui.panels.explain_panel import ExplainPanel
    from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel
    from evalgui.gui.panels.metrics_panel import MetricsPanel
    from evalgui.gui.panels.notes_panel import NotesPanel
    from evalgui.gui.panels.people_panel import PeoplePanel
    from evalgui.gui.panels.predictions_panel import PredictionsPanel
    from evalgui.gui.panels.results_panel import ResultsPanel
    from evalgui.gui.panels.row_panel import RowPanel
    from evalgui.gui.panels.rules_panel import RulesPanel
    from evalgui.gui.panels.start_page import StartPage
    from evalgui.gui.plots.plot_grid import PlotGrid

AnyT = TypeVar("AnyT", bound=View)
ViewT_co = TypeVar("ViewT_co", bound=View, covariant=True)


class HasPlaces(Protocol):
    """A window with a place for each pane."""

    def place(self, pane: Pane[AnyT], /) -> Deferred[AnyT]:
        """Return where a pane is, or will be made."""


class Area(Enum):
    """Where a pane lies: in docks at a side, or in the middle, where one of them is shown."""

    LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
    CENTRE = None
    RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


def without_data(snapshot: Snapshot) -> str:
    """Say that nothing is open where that is so."""
    return tr("Nothing is open") if snapshot.dataset is None else ""


@dataclass(frozen=True, eq=False)
class Pane(Generic[ViewT_co]):
    """One part of the window. As an attribute of a window it is that window's view.

    Parameters
    ----------
    id
        The name of its dock in settings and tests.
    title
        What its dock is called, also in the menu.
    area
        Where it lies. At a side, panes lie from top to bottom in the order of `PANES`; of those
        in the middle the first one is shown that has something to show.
    make
        Makes the view. It imports the module of the view, too: what is not seen is not loaded.
    tabbed_with
        The id of the pane behind which it lies at first, "" for none.
    shown
        Whether it is seen at first.
    deferred
        Whether it is made when it is first seen, and not with the window.
    lacks
        Why there is nothing to show in it, "" where there is something: without it a dock is not
        seen, and comes back to its place with it.
    """

    id: str
    title: str
    area: Area
    make: Callable[[], ViewT_co]
    tabbed_with: str = ""
    shown: bool = True
    deferred: bool = True
    lacks: Callable[[Snapshot], str] = without_data

    @overload
    def __get__(self, window: None, owner: type[HasPlaces]) -> Pane[ViewT_co]: ...
    @overload
    def __get__(self, window: HasPlaces, owner: type[HasPlaces]) -> ViewT_co: ...
    def __get__(
        self, window: HasPlaces | None, owner: type[HasPlaces]
    ) -> Pane[ViewT_co] | ViewT_co:
        """Return the view of a window, made now if it is not there yet."""
        return self if window is None else window.place(self).pane

    def belongs_to(self, snapshot: Snapshot) -> bool:
        """Return whether there is something for it to show."""
        return not self.lacks(snapshot)


def _predictions() -> PredictionsPanel:
    from evalgui.gui.panels.predictions_panel import PredictionsPanel

    return PredictionsPanel()


def _data() -> DataPanel:
    from evalgui.gui.panels.data_panel import DataPanel

    return DataPanel()


def _notes() -> NotesPanel:
    from evalgui.gui.panels.notes_panel import NotesPanel

    return NotesPanel()


def _classes() -> ClassesPanel:
    from evalgui.gui.panels.classes_panel import ClassesPanel

    return ClassesPanel()


def _explain() -> ExplainPanel:
    from evalgui.gui.panels.explain_panel import ExplainPanel

    return ExplainPanel()


def _results() -> ResultsPanel:
    from evalgui.gui.panels.results_panel import ResultsPanel

    return ResultsPanel()


def _start() -> StartPage:
    from evalgui.gui.panels.start_page import StartPage

    return StartPage()


def _large_confusion() -> ConfusionPanel:
    from evalgui.gui.confusion.confusion_panel import ConfusionPanel

    return ConfusionPanel(prefix="large_")


def _people() -> PeoplePanel:
    from evalgui.gui.panels.people_panel import PeoplePanel

    return PeoplePanel()


def _row() -> RowPanel:
    from evalgui.gui.panels.row_panel import RowPanel

    return RowPanel()


def _criteria() -> CriteriaPanel:
    from evalgui.gui.panels.criteria_panel import CriteriaPanel

    return CriteriaPanel()


def _plots() -> PlotGrid:
    from evalgui.gui.plots.plot_grid import PlotGrid

    return PlotGrid()


def _decision() -> DecisionPanel:
    from evalgui.gui.panels.decision_panel import DecisionPanel

    return DecisionPanel()


def _confusion() -> ConfusionPanel:
    from evalgui.gui.confusion.confusion_panel import ConfusionPanel

    return ConfusionPanel()


def _metrics() -> MetricsPanel:
    from evalgui.gui.panels.metrics_panel import MetricsPanel

    return MetricsPanel()


def _measures_plot() -> MeasuresPlotPanel:
    from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel

    return MeasuresPlotPanel()


def _rules() -> RulesPanel:
    from evalgui.gui.panels.rules_panel import RulesPanel

    return RulesPanel()


def _with_data(snapshot: Snapshot) -> str:
    return "" if snapshot.dataset is None else tr("A file is open")


def _without_rows(snapshot: Snapshot) -> str:
    is_counted = snapshot.dataset is not None and snapshot.dataset.matrix is not None
    return tr("The file holds counts, and no rows") if is_counted else without_data(snapshot)


def _without_previews(snapshot: Snapshot) -> str:
    from evalgui.gui.models.previewed import previewed

    lacks = snapshot.dataset is not None and not previewed(snapshot.dataset)
    return tr("No column holds texts or paths") if lacks else _without_rows(snapshot)


def _without_scores(snapshot: Snapshot) -> str:
    lacks = tr("A threshold is put on a score; nothing with one is assessed now")
    return without_data(snapshot) or ("" if with_scores(snapshot) else lacks)


def _without_calls(snapshot: Snapshot) -> str:
    lacks = tr("Nothing says which class each row was called")
    return without_data(snapshot) or ("" if snapshot.matrix is not None else lacks)


def _without_classes(snapshot: Snapshot) -> str:
    if snapshot.ranking is not None and snapshot.overall is None:
        return tr("Two classes and a threshold: the metrics say it all")
    return "" if snapshot.overall is not None else _without_calls(snapshot)


def _is_of_labels_alone(snapshot: Snapshot) -> bool:
    """Return whether there are no curves: the matrix takes their place."""
    overall = snapshot.overall
    return overall is not None and overall.class_scores is None and snapshot.ranking is None


def _without_curves(snapshot: Snapshot) -> str:
    return "" if _is_of_labels_alone(snapshot) else tr("Curves stand in the middle")


def _without_matrix(snapshot: Snapshot) -> str:
    is_large = _is_of_labels_alone(snapshot)
    return tr("The matrix stands in the middle") if is_large else _without_calls(snapshot)


def _without_measures(snapshot: Snapshot) -> str:
    has_some = snapshot.point is not None or snapshot.overall is not None
    return "" if has_some else without_data(snapshot) or tr("No class was chosen")


LEFT, CENTRE, RIGHT = Area.LEFT, Area.CENTRE, Area.RIGHT

PREDICTIONS = Pane(
    "predictions", tr("Predictions"), LEFT, _predictions, deferred=False, lacks=_without_rows
)
DATA = Pane("data", tr("Data"), LEFT, _data, tabbed_with="predictions")
NOTES = Pane("notes", tr("Notes"), LEFT, _notes, tabbed_with="data")
RULES = Pane(
    "rules", tr("Rules"), LEFT, _rules, tabbed_with="notes", shown=False, lacks=_without_scores
)
CLASSES = Pane("classes", tr("Classes"), LEFT, _classes, shown=False, lacks=_without_classes)
EXPLAIN = Pane("explain", tr("Explain"), LEFT, _explain, shown=False)
RESULTS = Pane("results", tr("Results"), LEFT, _results, tabbed_with="explain", shown=False)
ROW = Pane(
    "row", tr("Row"), LEFT, _row, tabbed_with="results", shown=False, lacks=_without_previews
)
START = Pane("start", tr("Start"), CENTRE, _start, deferred=False, lacks=_with_data)
LARGE_CONFUSION = Pane(
    "large_confusion", tr("Confusion matrix"), CENTRE, _large_confusion, lacks=_without_curves
)
PLOTS = Pane("plots", tr("Curves"), CENTRE, _plots, deferred=False)
DECISION = Pane("decision", tr("Measures"), RIGHT, _decision, deferred=False, lacks=_without_scores)
CONFUSION = Pane(
    "confusion", tr("Confusion matrix"), RIGHT, _confusion, deferred=False, lacks=_without_matrix
)
METRICS = Pane(
    "metrics", tr("All measures"), RIGHT, _metrics, deferred=False, lacks=_without_measures
)
PEOPLE = Pane(
    "people",
    tr("People"),
    RIGHT,
    _people,
    tabbed_with="decision",
    shown=False,
    lacks=_without_scores,
)
CRITERIA = Pane(
    "criteria",
    tr("Acceptance criteria"),
    RIGHT,
    _criteria,
    tabbed_with="decision",
    shown=False,
    lacks=lambda _snapshot: "",  # they are best written before there are data
)
MEASURES_PLOT = Pane(
    "measures_plot",
    tr("Measures against threshold"),
    RIGHT,
    _measures_plot,
    tabbed_with="metrics",
    shown=False,
    lacks=_without_scores,
)

PANES: tuple[Pane[View], ...] = (
    PREDICTIONS,
    DATA,
    NOTES,
    RULES,
    CLASSES,
    EXPLAIN,
    RESULTS,
    ROW,
    START,
    LARGE_CONFUSION,
    PLOTS,
    DECISION,
    CONFUSION,
    METRICS,
    PEOPLE,
    CRITERIA,
    MEASURES_PLOT,
)
"""Every pane: at each side from top to bottom, which is the order of the menu and of the keys."""
