"""Data that no file and no text holds, shown in a window or its workspace."""

from __future__ import annotations

from dataclasses import replace

from evalgui.core.snapshot import resolve
from evalgui.workspace.data_sets import DataSet, DataSets


def show_dataset(workspace, dataset):
    """Show a data set in the place of all that is open."""
    inputs = replace(workspace.shown.settings_for_other_data(), dataset=dataset)
    workspace.shown.adopt(DataSets((DataSet(None, resolve(inputs)),)))
    workspace.data_sets_changed.emit(workspace.data_sets)
    workspace.begun.emit()
