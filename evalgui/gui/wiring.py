"""What is done with what plots ask for, and who hears of what is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    source.threshold_requested.connect(workspace.set_threshold)
    source.threshold_committed.connect(workspace.commit_threshold)
    source.steps_requested.connect(workspace.move_threshold)
    source.end_requested.connect(lambda highest: workspace.go_to_end(highest=highest))


def connect_plots(
    plots: PlotGrid | MeasuresPlotPanel, workspace: Workspace, commands: Commands
) -> None:
    """Connect what plots ask for."""
    connect_threshold(plots, workspace)
    plots.percentile_steps_requested.connect(workspace.move_threshold_by_percentile)
    plots.threshold_dropped.connect(workspace.drop_threshold)
    plots.choice_requested.connect(workspace.use_choice)
    plots.pin_requested.connect(workspace.toggle_pin_at)
    plots.second_requested.connect(workspace.set_second)
    plots.second_committed.connect(workspace.commit_second)
    plots.second_dropped.connect(workspace.drop_second)
    plots.marks_requested.connect(lambda shown: workspace.show_marks(shown=shown))
    plots.axes_requested.connect(workspace.set_axes)
    plots.bands_requested.connect(workspace.toggle_band)
    plots.number_asked.connect(commands.deciding.ask_on_plot)
    workspace.ghosts.changed.connect(plots.show_ghost)
    connect_looks(plots, workspace)
    connect_figures(plots, commands)


def connect_looks(source: PlotGrid | MeasuresPlotPanel | RulesPanel, workspace: Workspace) -> None:
    """Connect what says which threshold is looked at."""
    source.looked_at.connect(workspace.look_at)
    source.looked_away.connect(workspace.ghosts.look_away)


def connect_classes(source: ClassGrid | ClassesPanel, workspace: Workspace) -> None:
    """Connect what lets classes stand out, or one be assessed against the rest."""
    source.class_requested.connect(workspace.select_positive)
    source.classes_chosen.connect(workspace.choose_classes)


def connect_figures(
    source: PlotGrid | MeasuresPlotPanel | ClassGrid | ConfusionPanel, commands: Commands
) -> None:
    """Connect what asks for the figure of a plot, or of the matrix."""
    source.copy_requested.connect(commands.figures.copy)
    source.export_requested.connect(commands.figures.export)
