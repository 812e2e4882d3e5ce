"""The confusion matrix as a heatmap whose cells can be chosen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.confusion import ClassOrder
from evalgui.core.languages import tr
from evalgui.gui.confusion.cell_asking import CellAsking
from evalgui.gui.confusion.cell_intervals import CellIntervals
from evalgui.gui.confusion.cell_menu import CellMenu
from evalgui.gui.confusion.matrix_area import MatrixArea
from evalgui.gui.confusion.read_out import ReadOut
from evalgui.gui.confusion.shown_matrix import ROWS, SHADES, Shares
from evalgui.gui.confusion.would_be import WouldBe
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, Theme, copy_lines, icon, margins, text
from evalgui.gui.models.calls.outcomes import same_numbers
from evalgui.gui.panels.elided import ElidedButton

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QPoint

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.threshold_preview import ThresholdPreview

_ORDERS = {
    None: tr("As given"),
    ClassOrder.NAME: tr("By name"),
    ClassOrder.SIZE: tr("By size"),
    ClassOrder.ERROR: tr("By error"),
}
_INSTANCES = (tr("instance"), tr("instances"))  # what the rows of a count table count
_Any = TypeVar("_Any")
FIGURE = "matrix"  # the id of its figure


class ConfusionPanel(QWidget):
    """The current matrix below what its colours say, with more for many classes."""

    cell_selected = Signal(int, int)  # one cell: actual, predicted; 0 is the positive class
    cells_selected = Signal(list)  # several cells: tuples (actual, predicted)
    selection_cleared = Signal()
    orientation_changed = Signal(bool)  # whether rows are actual
    class_requested = Signal(int)  # to assess this class against the rest
    copy_requested = Signal(str)  # the figure of the matrix
    export_requested = Signal(str)
    number_asked = Signal(object, QRect)  # `Wanted` or `ZoneNumber`, and where it is on the screen

    def __init__(self, parent: QWidget | None = None, *, prefix: str = "") -> None:
        super().__init__(parent)
        self.setObjectName("confusion_panel")
        self.setAccessibleName(tr("Confusion matrix"))
        self.area = MatrixArea()
        self.matrix_view = self.area.view
        self.would_be = WouldBe(self.matrix_view)
        self._hides_shares = False
        self.asking = CellAsking(self.matrix_view)
        self.asking.number_asked.connect(self.number_asked)
        self.transpose = _button("transpose_matrix", tr("Swap rows and columns"))
        self.read_out = ReadOut()
        self.share_actions = self._make_choice(
            "matrix_share",
            {one: f"{words[:1].upper()}{words[1:]}" for one, words in SHADES.items()},
        )
        self.order_actions = self._make_choice("matrix_order", _ORDERS)
        self.in_cells = _action(
            self, "matrix_shares_in_cells", tr("&Percentages in the Cells"), None
        )
        self.in_cells.setCheckable(True)
        self.bar, self.foot = self._make_bar(), self._make_foot()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.area, 1)
        column.addWidget(self.foot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(content)
        self._make_actions()
        self._connect()
        self._show_tools(shown=False)
        self._show_shares()
        self._prefix = prefix  # of every name in here: a window may have two of these panels
        for part in (self, *self.findChildren(QObject)):
            if part.objectName() and not part.objectName().startswith("qt_"):
                part.setObjectName(f"{prefix}{part.objectName()}")

    def _make_choice(self, name: str, choices: Mapping[_Any, str]) -> dict[_Any, QAction]:
        """Return an action for each of some choices, the first of which is in force."""
        group, made = QActionGroup(self), {}
        for choice, words in choices.items():
            made[choice] = _action(self, f"{name}_{choice}", words, None)
            made[choice].setCheckable(True)
            group.addAction(made[choice])
        next(iter(made.values())).setChecked(True)
        return made

    def _make_bar(self) -> QWidget:
        self.order = _button("matrix_order", tr("Order of the classes"))
        self.order.setToolTip(tr("Order of the classes: largest and worst first"))
        self.order.setText(_ORDERS[None])
        self.order.addActions(list(self.order_actions.values()))
        self.shares = _button("matrix_shares", tr("What the colours show"))
        self.shares.addActions([*self.share_actions.values(), _separator(self), self.in_cells])
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(GRID // 2, 0, GRID // 2, 0)
        row.setSpacing(0)
        row.addWidget(self.transpose)
        row.addWidget(self.order)
        row.addStretch(1)
        row.addWidget(self.shares)
        for button in (self.order, self.shares):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        return bar

    def _make_foot(self) -> QWidget:
        self.zoom_out = _button("matrix_zoom_out", tr("Zoom out (\N{MINUS SIGN})"))
        self.zoom_out.setText("\N{MINUS SIGN}")
        self.zoom_in = _button("matrix_zoom_in", tr("Zoom in (+)"))
        self.zoom_in.setText("+")
        self.fit = _button("matrix_fit", tr("Show all classes (0)"))
        self.fit.setText(tr("All"))
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(margins(0, 0, GRID // 2, 0))
        row.setSpacing(GRID // 2)
        row.addWidget(self.read_out, 1)
        for button in (self.zoom_out, self.zoom_in, self.fit):
            row.addWidget(button)
        return foot

    def _make_actions(self) -> None:
        view = self.matrix_view
        self.copy_action = _action(self, "copy_matrix", tr("Copy &Matrix"), self.copy_matrix)
        self.cell_menu = CellMenu(view)
        self.copy_shares_action = _action(
            self, "copy_matrix_shares", tr("Copy &Shares"), self.copy_shares
        )
        asked = (self.copy_requested, self.export_requested)
        copy, export = (partial(one.emit, FIGURE) for one in asked)
        self.figure_actions = (
            _action(self, "copy_matrix_figure", tr("Copy &Figure"), copy),
            _action(
                self, "export_matrix_figure", tr("&Export Figure\N{HORIZONTAL ELLIPSIS}"), export
            ),
        )
        self.row_action = _action(self, "choose_matrix_row", "", view.choose_row)
        self.column_action = _action(self, "choose_matrix_column", "", view.choose_column)
        self.assess_actual = _action(self, "assess_row_class", "", self._on_row_requested)
        self.assess_predicted = _action(self, "assess_column_class", "", self._on_column_requested)
        self.zoom_actions = (
            _action(self, "zoom_matrix_in", tr("Zoom &In"), self._on_zoomed_in),
            _action(self, "zoom_matrix_out", tr("Zoom &Out"), self._on_zoomed_out),
            _action(self, "fit_matrix", tr("Show &All Classes"), view.fit),
        )

    def _connect(self) -> None:
        view = self.matrix_view
        self.transpose.clicked.connect(self._on_transposed)
        view.cell_selected.connect(self.cell_selected)
        view.cells_selected.connect(self.cells_selected)
        view.selection_cleared.connect(self.selection_cleared)
        view.cell_pointed_at.connect(self.read_out.say)
        view.geometry_changed.connect(self._on_geometry_changed)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._open_menu)
        for action in (*self.share_actions.values(), self.in_cells):
            action.toggled.connect(self._show_shares)
        for order, action in self.order_actions.items():
            action.triggered.connect(partial(self.set_order, order))
        self.zoom_in.clicked.connect(self._on_zoomed_in)
        self.zoom_out.clicked.connect(self._on_zoomed_out)
        self.fit.clicked.connect(view.fit)
        lead_focus(self, view)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the counts of a snapshot, and the cells whose rows are shown."""
        self.cell_menu.snapshot = new
        if new.choices.hides_answers != self._hides_shares:
            self._hides_shares = new.choices.hides_answers
            self._show_shares()
        self._show_grey(old, new)
        same_data = new.dataset is old.dataset and new.positive == old.positive
        self._show_counts(old, new, same_data=same_data)
        self.would_be.show_snapshot(new)
        if not same_data or new.choices.cells != old.choices.cells:
            self.matrix_view.show_selection(new.choices.cells)

    def _show_grey(self, old: Snapshot, new: Snapshot) -> None:
        """Show the columns of the grey zone instead of the matrix where there is one."""
        has_zone = new.choices.second is not None and new.ranking is not None
        if has_zone or old.choices.second is not None:
            self.matrix_view.set_zone(new if has_zone else None)
            self.bar.setVisible(self.matrix_view.zone is None)

    def _show_counts(self, old: Snapshot, new: Snapshot, *, same_data: bool) -> None:
        same_point = new.point is old.point or same_numbers(old, new)
        same_intervals = new.inputs.intervals == old.inputs.intervals
        if (
            same_data and same_point and same_intervals
        ):  # then the counts of all classes are the same as well
            return
        matrix = new.matrix
        is_counted = new.dataset is not None and new.dataset.row_counts is not None
        nouns = _INSTANCES if is_counted else ROWS
        self.matrix_view.set_matrix(
            matrix,
            has_outcomes=new.is_one_versus_rest,
            nouns=nouns,
            intervals=CellIntervals(new),
        )
        if same_data and old.point is not None and new.point is not None:
            return  # the threshold moves rows between cells, and nothing else
        self._show_tools(shown=matrix is not None and not new.is_one_versus_rest)

    def show_preview(self, preview: ThresholdPreview | None) -> None:
        """Say in the cells what a threshold that is looked at would change; None for none."""
        self.would_be.show_preview(preview)

    def set_theme(self, theme: Theme) -> None:
        """Recolour the names, the outline and the icon."""
        self.matrix_view.set_theme(theme)
        self.would_be.set_theme(theme)
        self.transpose.setIcon(icon("transpose", theme))

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name outcomes and axes as a vocabulary does."""
        self.matrix_view.set_vocabulary(vocabulary)

    def set_rows_are_actual(self, rows_are_actual: bool) -> None:  # noqa: FBT001 - a slot
        """Show the actual classes as rows, or else the predicted ones."""
        self.matrix_view.set_rows_are_actual(rows_are_actual=rows_are_actual)

    def set_shares(self, shares: Shares) -> None:
        """Show the cells as shares of something else."""
        self.share_actions[shares].setChecked(True)

    def set_order(self, order: ClassOrder | None, *_checked: bool) -> None:
        """Sort the classes otherwise."""
        self.order_actions[order].setChecked(True)
        self.order.setText(_ORDERS[order])
        self.matrix_view.set_order(order)

    def copy_matrix(self) -> None:
        """Copy the counts with their labels as text between tabs."""
        if self.matrix_view.shown is not None:
            copy_lines(self.matrix_view.shown.as_table())

    def copy_shares(self) -> None:
        """Copy the shares with their labels as text between tabs."""
        if self.matrix_view.shown is not None:
            copy_lines(self.matrix_view.shown.as_table(of_shares=True))

    # ------------------------------------------------------------------------- inside

    def _show_tools(self, *, shown: bool) -> None:
        """Show what only many classes need."""
        self.order.setVisible(shown)
        self.foot.setVisible(shown)

    def _show_shares(self) -> None:
        chosen = next(one for one, action in self.share_actions.items() if action.isChecked())
        shares = Shares.COUNTS if self._hides_shares else chosen
        self.matrix_view.set_shares(shares, in_cells=self.in_cells.isChecked())
        self.shares.setText(tr("shade: {shades}", shades=SHADES[shares]))

    def _on_transposed(self) -> None:
        self.set_rows_are_actual(not self.matrix_view.rows_are_actual)
        self.orientation_changed.emit(self.matrix_view.rows_are_actual)

    def _on_zoomed_in(self) -> None:
        self.matrix_view.zoom_by(2)

    def _on_zoomed_out(self) -> None:
        self.matrix_view.zoom_by(-2)

    def _on_geometry_changed(self) -> None:
        zoom, most = self.matrix_view.zoom, self.matrix_view.geometry_of_cells.most_zoom
        for out in (self.zoom_out, self.fit, *self.zoom_actions[1:]):
            out.setEnabled(zoom > 1)
        for into in (self.zoom_in, self.zoom_actions[0]):
            into.setEnabled(zoom < most)
        for button in (self.zoom_out, self.zoom_in, self.fit):
            button.setVisible(most > 1)

    def _on_row_requested(self) -> None:
        self._request_class(self.matrix_view.focus_cell[0])

    def _on_column_requested(self) -> None:
        self._request_class(self.matrix_view.focus_cell[1])

    def _request_class(self, place: int) -> None:
        if self.matrix_view.shown is not None:
            self.class_requested.emit(int(self.matrix_view.shown.classes[place]))

    def _open_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setObjectName(f"{self._prefix}confusion_menu")
        if self.matrix_view.shown is not None:
            self.matrix_view.point_at(position)
            self.cell_menu.add_to(menu)
        if self.matrix_view.zone is None:
            self._add_actions(menu)
        menu.popup(self.matrix_view.mapToGlobal(position))

    def _add_actions(self, menu: QMenu) -> None:
        """Put what is done with the whole matrix, and how it is shown, into a menu."""
        shown = self.matrix_view.shown
        if shown is not None:
            menu.addSeparator()
        menu.addAction(self.copy_action)
        if shown is not None:
            self.copy_shares_action.setEnabled(shown.shares is not Shares.COUNTS)
            menu.addAction(self.copy_shares_action)
            menu.addSeparator()
            menu.addActions(list(self.figure_actions))
            self._name_actions()
            menu.addSeparator()
            menu.addActions([self.row_action, self.column_action])
            if not shown.has_outcomes:
                menu.addSeparator()
                menu.addActions([self.assess_actual, self.assess_predicted])
                menu.addSeparator()
                menu.addActions(list(self.zoom_actions))
            menu.addSeparator()
            menu.addActions(self.shares.actions())

    def _name_actions(self) -> None:
        """Name the classes of the cell that the keys are at in the actions on them."""
        shown = self.matrix_view.shown
        if shown is None:
            return
        row, column = (
            text.elided(shown.names[place]).replace("&", "&&")
            for place in self.matrix_view.focus_cell
        )
        of_row, of_column = shown.names_of_choices
        self.row_action.setText(f"{of_row} {_quoted(row)}")
        self.column_action.setText(f"{of_column} {_quoted(column)}")
        self.assess_actual.setText(tr("Assess {row} against the Rest", row=_quoted(row)))
        self.assess_predicted.setText(
            tr("Assess {column} against the Rest", column=_quoted(column))
        )
        self.assess_predicted.setVisible(row != column)


def _button(name: str, purpose: str, parent: QWidget | None = None) -> QToolButton:
    button = ElidedButton(parent)
    button.setObjectName(name)
    button.setAccessibleName(purpose)
    button.setToolTip(purpose)
    button.setAutoRaise(True)
    return button


def _action(parent: QWidget, name: str, words: str, slot: object) -> QAction:
    action = QAction(words, parent)
    action.setObjectName(name)
    if slot is not None:
        action.triggered.connect(lambda _checked=False: slot())  # type: ignore[operator]
    return action


def _separator(parent: QWidget) -> QAction:
    action = QAction(parent)
    action.setSeparator(True)
    return action


def _quoted(name: str) -> str:
    return f"\N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}"
