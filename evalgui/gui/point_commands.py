"""What the actions on operating points do: pin, flip, list what flips, walk through errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.requests import (
    ClearPins,
    ComparePin,
    Flip,
    PickRows,
    SelectFlips,
    SelectRows,
    SelectZone,
    SetThreshold,
    TogglePin,
)
from evalgui.core.selection import NO_SELECTION, Cells, Joined, Rows, ScoreRange, Selection
from evalgui.workspace.file_requests import KeepOnly

if TYPE_CHECKING:
    from evalgui.gui.confusion.confusion_panel import ConfusionPanel
    from evalgui.gui.main_window import MainWindow
    from evalgui.workspace.workspace import Workspace


class PointCommands:
    """Requests to the workspace, and to the table of predictions, which comes to the front."""

    def __init__(self, window: MainWindow, workspace: Workspace) -> None:
        self._window = window
        self._workspace = workspace

    def toggle_pin(self) -> None:
        """Keep the operating point as it is beside the live one, or let go of it."""
        self._workspace.ask(TogglePin())

    def clear_pins(self) -> None:
        """Let go of all pins."""
        self._workspace.ask(ClearPins())

    def flip(self) -> None:
        """Go to the other operating point."""
        self._workspace.ask(Flip())

    def show_flips(self) -> None:
        """List the rows that are called otherwise at the other operating point."""
        self._workspace.ask(SelectFlips())
        if self._workspace.snapshot.choices.selection:
            self.list_selected()

    def show_cells(self, cells: list[tuple[int, int]]) -> None:
        """List the rows of some cells of the matrix."""
        self._workspace.ask(SelectRows(Selection.of(Cells(tuple(cells)))))
        self.list_selected()

    def keep_selected(self) -> None:
        """Use only the rows that are selected, as an expression that undo takes back."""
        from evalgui.gui.models.selection_expression import expression_of

        snapshot = self._workspace.snapshot
        found = expression_of(snapshot.choices.selection, snapshot)
        if found is None:
            message = tr("columns of the file cannot say which rows these are")
            hint = tr("Set the other rows aside instead")
            self._workspace.failed.emit(EvalguiError(message, hint=hint))
        else:
            self._workspace.ask(KeepOnly(found))
            self._workspace.ask(SelectRows(NO_SELECTION))

    def brush_scores(self, low: float, high: float, how: str) -> None:
        """Join the rows with scores in a range to what is selected."""
        before = self._workspace.snapshot.choices.selection
        self._workspace.ask(SelectRows(before.joined(ScoreRange(low, high), Joined(how))))
        self._show_table()

    def ask_grey_zone(self) -> None:
        """Ask for both ends of the grey zone."""
        from evalgui.gui.dialogs.grey_zone import ask_grey_zone

        ask_grey_zone(self._window, self._workspace)

    def show_zone(self, zone: int, actual: int) -> None:
        """Show the rows of a class (0 the positives) in a zone (0 positive, 1 grey, 2 negative)."""
        self._workspace.ask(SelectZone(zone, actual))
        self._show_table()

    def select_nothing(self) -> None:
        """Let go of all rows that are selected."""
        self._workspace.ask(SelectRows(NO_SELECTION))

    def go_to_error(self, *, forward: bool) -> None:
        """Select the next row that is called wrong, or the one before."""
        self._show_table()
        self._window.predictions.go_to_error(forward=forward)

    def go_to_selected(self, *, forward: bool) -> None:
        """Pick the next row that is selected, or the one before."""
        self._show_table()
        self._window.predictions.go_to_selected(forward=forward)

    def list_selected(self) -> None:
        """Show only the selected rows in the table, since somebody asked for their list."""
        self._show_table()
        self._window.predictions.selection_bar.only.setChecked(True)

    def select_picked(self, how: str) -> None:
        """Join the rows that are picked in the table to what is selected."""
        picks = self._window.predictions.picks
        rows = picks.rows(picks.most)
        if len(rows) > picks.most:
            message = tr("so many rows cannot be selected one by one")
            hint = tr("Click a cell of the matrix, or brush scores on a plot")
            self._workspace.failed.emit(EvalguiError(message, hint=hint))
        elif rows:
            before = self._workspace.snapshot.choices.selection
            self._workspace.ask(SelectRows(before.joined(Rows(tuple(rows)), Joined(how))))

    def _show_table(self) -> None:
        """Bring the table to the front, where other docks lie over it; the focus stays."""
        dock = self._window.docks["predictions"]
        dock.show()
        dock.raise_()


def connect_points(window: MainWindow, workspace: Workspace, points: PointCommands) -> None:
    """Wire what asks for another operating point, or for the rows that a number counts."""
    buttons, rows = window.threshold_bar.flips, window.predictions.row_menu
    buttons.flip_requested.connect(lambda: workspace.ask(Flip()))
    buttons.rows_requested.connect(points.show_flips)
    window.metrics.copies.rows_requested.connect(points.show_cells)
    pins = window.metrics.pin_button
    pins.toggle_requested.connect(lambda: workspace.ask(TogglePin()))
    pins.compare_requested.connect(lambda place: workspace.ask(ComparePin(place)))
    pins.clear_requested.connect(lambda: workspace.ask(ClearPins()))
    rows.threshold_requested.connect(lambda threshold: workspace.ask(SetThreshold(threshold)))
    rows.rows_requested.connect(lambda expression: workspace.ask(KeepOnly(expression)))
    rows.joined.connect(points.select_picked)
    window.predictions.selection_cleared.connect(points.select_nothing)
    window.predictions.picks.changed.connect(lambda rows: workspace.ask(PickRows(tuple(rows))))
    bar = window.predictions.selection_bar
    bar.selection_requested.connect(lambda selection: workspace.ask(SelectRows(selection)))
    bar.keep_requested.connect(points.keep_selected)


def connect_cells(panel: ConfusionPanel, points: PointCommands) -> None:
    """Wire what asks for the rows of a cell of a matrix."""
    panel.cell_menu.rows_requested.connect(points.show_cells)
    panel.matrix_view.zone_chosen.connect(points.show_zone)
    panel.asking.let_go.connect(points.select_nothing)
