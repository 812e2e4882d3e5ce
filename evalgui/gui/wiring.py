"""What is done with what plots ask for, and who hears of what is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.requests import (
    ChooseClasses,
    CommitDrag,
    DragSecond,
    DragThreshold,
    DropDrag,
    GoToEnd,
    MoveThreshold,
    MoveThresholdByPercentile,
    SetAxes,
    ShowMarks,
    ToggleBands,
    TogglePin,
    UseChoice,
)

if TYPE_CHECKING:
    from evalgui.gui.commands import Commands
    from evalgui.gui.confusion.confusion_panel import ConfusionPanel
    from evalgui.gui.panels.classes_panel import ClassesPanel
    from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel
    from evalgui.gui.panels.rules_panel import RulesPanel
    from evalgui.gui.panels.threshold_bar import ThresholdBar
    from evalgui.gui.plots.class_grid import ClassGrid
    from evalgui.gui.plots.plot_grid import PlotGrid
    from evalgui.workspace.workspace import Workspace


def connect_threshold(
    source: PlotGrid | MeasuresPlotPanel | ThresholdBar, workspace: Workspace
) -> None:
    """Connect what asks for another threshold."""
    source.threshold_requested.connect(lambda threshold: workspace.ask(DragThreshold(threshold)))
    source.drag_committed.connect(lambda: workspace.ask(CommitDrag()))
    source.steps_requested.connect(lambda n_steps: workspace.ask(MoveThreshold(n_steps)))
    source.end_requested.connect(lambda highest: workspace.ask(GoToEnd(is_highest=highest)))


def connect_plots(
    plots: PlotGrid | MeasuresPlotPanel, workspace: Workspace, commands: Commands
) -> None:
    """Connect what plots ask for."""
    connect_threshold(plots, workspace)
    plots.percentile_steps_requested.connect(
        lambda n_percent: workspace.ask(MoveThresholdByPercentile(n_percent))
    )
    plots.drag_dropped.connect(lambda: workspace.ask(DropDrag()))
    plots.choice_requested.connect(lambda choice: workspace.ask(UseChoice(choice)))
    plots.pin_requested.connect(lambda threshold: workspace.ask(TogglePin(threshold)))
    plots.second_requested.connect(lambda threshold: workspace.ask(DragSecond(threshold)))
    plots.marks_requested.connect(lambda shown: workspace.ask(ShowMarks(are_shown=shown)))
    plots.axes_requested.connect(lambda axes: workspace.ask(SetAxes(axes)))
    plots.bands_requested.connect(lambda curve: workspace.ask(ToggleBands(curve)))
    plots.requested.connect(workspace.ask)
    for work in workspace.found_later:
        plots.awaited.connect(work.find_out)
        plots.wanted.connect(work.find_out_again)
    plots.number_asked.connect(commands.deciding.ask_on_plot)
    workspace.previews.changed.connect(plots.show_preview)
    connect_looks(plots, workspace)
    connect_figures(plots, commands)


def connect_looks(source: PlotGrid | MeasuresPlotPanel | RulesPanel, workspace: Workspace) -> None:
    """Connect what says which threshold is looked at."""
    source.looked_at.connect(workspace.previews.look_at)
    source.looked_away.connect(workspace.previews.look_away)


def connect_classes(source: ClassGrid | ClassesPanel, workspace: Workspace) -> None:
    """Connect what lets classes stand out."""
    source.classes_chosen.connect(lambda classes: workspace.ask(ChooseClasses(tuple(classes))))


def connect_figures(
    source: PlotGrid | MeasuresPlotPanel | ClassGrid | ConfusionPanel, commands: Commands
) -> None:
    """Connect what asks for the figure of a plot, or of the matrix."""
    source.copy_requested.connect(commands.figures.copy)
    source.export_requested.connect(commands.figures.export)
