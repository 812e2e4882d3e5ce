"""What makes the panes that nobody sees at first: their modules are loaded here, not before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.gui.panels.confusion_panel import ConfusionPanel

if TYPE_CHECKING:
    from evalgui.gui.panels.classes_panel import ClassesPanel
    from evalgui.gui.panels.data_panel import DataPanel
    from evalgui.gui.panels.explain_panel import ExplainPanel
    from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel


def data() -> DataPanel:
    """Make what shows the columns of the file."""
    from evalgui.gui.panels.data_panel import DataPanel

    return DataPanel()


def measures_plot() -> MeasuresPlotPanel:
    """Make the plot of measures against the threshold."""
    from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel

    return MeasuresPlotPanel()


def explain() -> ExplainPanel:
    """Make what explains a measure."""
    from evalgui.gui.panels.explain_panel import ExplainPanel

    return ExplainPanel()


def classes() -> ClassesPanel:
    """Make the table of classes."""
    from evalgui.gui.panels.classes_panel import ClassesPanel

    return ClassesPanel()


def large_confusion() -> ConfusionPanel:
    """Make the matrix in the middle."""
    return ConfusionPanel(prefix="large_")
