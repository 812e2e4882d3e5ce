"""A confusion matrix, with a grey zone or without, chosen from with the mouse and by keys."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QHelpEvent, QPainter
from PySide6.QtWidgets import QAccessibleWidget, QSizePolicy, QToolTip, QWidget

from evalgui.core.languages import tr
from evalgui.core.vocabulary import words_in
from evalgui.gui.accessible import speak_for
from evalgui.gui.confusion.cell_lines import Lines, MatrixFonts, fitting_lines
from evalgui.gui.confusion.matrix_figure import measured
from evalgui.gui.confusion.matrix_geometry import MatrixGeometry, Texts, lay_out
from evalgui.gui.confusion.matrix_keys import CHOOSING, MOVING, ZOOMING, chosen_after, moved
from evalgui.gui.confusion.matrix_picture import (
    MatrixPalette,
    MatrixPicture,
    draw_up,
    paint_focus,
    paint_names,
    paint_outline,
    paint_totals,
)
from evalgui.gui.confusion.matrix_table import ToldMatrix
from evalgui.gui.confusion.shown_matrix import ROWS, Shares, ShownMatrix
from evalgui.gui.confusion.shown_zone import FIRST_CELLS, ShownZone, shown_zone
from evalgui.gui.confusion.zone_drawing import ZoneDrawing, least_height
from evalgui.gui.described import Described
from evalgui.gui.look import GRID, LIGHT, Theme, text
from evalgui.gui.table_beside import HOW_TO_OPEN, OPENS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtGui import (
        QFocusEvent,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
        QShowEvent,
        QWheelEvent,
    )

    from evalgui.core.confusion import ClassOrder, ConfusionMatrix
    from evalgui.core.goals import Wanted
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.zone_numbers import ZoneNumber
    from evalgui.gui.confusion.cell_intervals import CellIntervals

_STEP = 1.25  # of the zoom
_NOTCH = 120  # eighths of a degree that a wheel turns at a time
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_HAND, _ARROW = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor


class MatrixView(Described, QWidget):
    """Rectangles for the cells of a matrix, with names and totals around them.

    Where a threshold has a second one beside it, a column for the grey zone is among them, with
    what calling its rows either way does below: `zone` is what is on show then, else `shown`.
    """

    cell_selected = Signal(int, int)  # one cell: actual, predicted
    cells_selected = Signal(list)  # several cells: tuples (actual, predicted)
    selection_cleared = Signal()
    zone_chosen = Signal(int, int)  # 0 positive, 1 grey, 2 negative; 0 the positives, 1 the others
    geometry_changed = Signal()  # zoomed, scrolled or resized
    cell_pointed_at = Signal(str)  # what is under the pointer or the keyboard, in words

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("confusion_matrix")
        self.setAccessibleName(tr("Confusion matrix"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._theme = LIGHT
        self._palette = MatrixPalette(LIGHT)
        self._fonts = MatrixFonts(self.font())
        self._shown: ShownMatrix | None = None
        self._rows_are_actual = True
        self._shares, self._has_shares = Shares.ROW, False
        self._order: ClassOrder | None = None
        self._words = text.AT_FIRST
        self._selected: tuple[tuple[int, int], ...] = ()
        self._focus = (0, 0)  # displayed row and column, `ShownMatrix.k` for a total
        self._zone: ShownZone | None = None
        self._zone_focus = (FIRST_CELLS, 1)  # the line of a number, and its place there
        self._zone_drawing: ZoneDrawing | None = None
        self._zoom = 1.0
        self._panned_from: tuple[QPoint, int, int] | None = None
        self._pointed_out = ""
        self._lines: Lines = ()
        self._texts = Texts(1, 0, 0, 0)
        self._picture: MatrixPicture | None = None
        self._geometry = MatrixGeometry(0, 0, 1, 1, 1.0, 1.0, 0, 0, 0, 0, 1)
        self.told = ToldMatrix(self, lambda: (self.shown, self.zone, self.zone_numbers))

    def sizeHint(self) -> QSize:
        return QSize(GRID * 42, GRID * 34)

    def minimumSizeHint(self) -> QSize:
        height = GRID * 20 if self._zone is None else least_height(self._zone, self._fonts)
        return QSize(GRID * 26, height)

    # -------------------------------------------------------------------------- state

    @property
    def shown(self) -> ShownMatrix | None:
        """The matrix and how it is displayed; a `zone` is on show instead of it."""
        return self._shown

    @property
    def zone(self) -> ShownZone | None:
        """The grey zone on show and how it is displayed; None without one."""
        return self._zone

    @property
    def matrix(self) -> ConfusionMatrix | None:
        """The matrix on show."""
        return self._shown.matrix if self._shown else None

    @property
    def selected(self) -> tuple[tuple[int, int], ...]:
        """The chosen cells as (actual, predicted), in the order of choosing."""
        return self._selected

    @property
    def focus_place(self) -> tuple[int, int]:
        """The displayed row and column of the cell, total or number that the keys are at."""
        return self._focus if self._zone is None else self._zone_focus

    @property
    def focus_cell(self) -> tuple[int, int]:
        """The displayed row and column of the cell that the keys are at, or next to."""
        last = max(0, self._geometry.k - 1)
        return min(self._focus[0], last), min(self._focus[1], last)

    @property
    def rows_are_actual(self) -> bool:
        """Whether the rows are the actual classes and the columns the predicted ones."""
        return self._rows_are_actual

    @property
    def shares(self) -> Shares:
        """What the shares in the cells are of."""
        return self._shares

    @property
    def zoom(self) -> float:
        """How many times larger the cells are than what fits."""
        return self._zoom

    @property
    def geometry_of_cells(self) -> MatrixGeometry:
        """Where everything is."""
        return self._geometry

    def set_matrix(
        self,
        matrix: ConfusionMatrix | None,
        *,
        has_outcomes: bool = False,
        nouns: tuple[str, str] = ROWS,
        intervals: CellIntervals | None = None,
    ) -> None:
        """Show another matrix of rows, or of something else that is counted."""
        before = self._shown
        is_new = (
            before is None
            or matrix is None
            or (matrix.classes, has_outcomes) != (before.matrix.classes, before.has_outcomes)
        )
        self._display(
            ShownMatrix(matrix, has_outcomes, nouns=nouns, intervals=intervals) if matrix else None
        )
        if is_new:
            self._selected, self._focus, self._zoom = (), (0, 0), 1.0
            self._geometry = self._geometry.scrolled(0, 0)
        moved_rows = before is not None and matrix is not None and matrix.n == before.matrix.n
        self.told.follow()
        if has_outcomes and moved_rows and not is_new:
            self._describe()  # the threshold moves rows between cells, and nothing else
            self._redraw()
            return
        if self._shown is not None:
            self._measure_names(self._shown)
        self._lay_out()

    def set_zone(self, snapshot: Snapshot | None) -> None:
        """Show the grey zone of a snapshot instead of the matrix; None shows the matrix again."""
        before, self._zone = self._zone, None
        if snapshot is not None:
            self._zone = shown_zone(snapshot, self._words)
        found = self._zone
        if before is not None and found is not None and before.says_the_same(found):
            return
        self.told.follow()
        self._describe()
        self._redraw()
        if (before is None) != (found is None):
            name = (
                tr("Confusion matrix") if found is None else tr("Confusion matrix with a grey zone")
            )
            self.setAccessibleName(name)
            self.setCursor(_ARROW)
            self.updateGeometry()
            self.geometry_changed.emit()

    def set_rows_are_actual(self, *, rows_are_actual: bool) -> None:
        """Show the actual classes as rows, or else the predicted ones."""
        if rows_are_actual != self._rows_are_actual:
            self._rows_are_actual = rows_are_actual
            self._focus = self._focus[::-1]
            self._display_otherwise()

    def set_shares(self, shares: Shares, *, in_cells: bool) -> None:
        """Colour the cells as shares of something else, and write these below the counts."""
        if (shares, in_cells) != (self._shares, self._has_shares):
            self._shares, self._has_shares = shares, in_cells
            self._display_otherwise()

    def set_order(self, order: ClassOrder | None) -> None:
        """Sort the classes otherwise; None leaves them as the file has them."""
        if order is not self._order:
            self._order = order
            focus = self._shown.at(*self.focus_cell) if self._shown else (0, 0)
            self._display_otherwise()
            if self._shown is not None:
                self._focus = self._shown.place_of(*focus)
            self._describe()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name outcomes and axes as a vocabulary does."""
        self._words = words_in(vocabulary)
        if self._zone is not None:
            self._zone = shown_zone(self._zone.snapshot, self._words)
        self._display_otherwise()

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything; the heatmap is the same in all themes."""
        self._theme = theme
        self._palette = MatrixPalette(theme)
        self._redraw()

    def show_selection(self, cells: Iterable[tuple[int, int]]) -> None:
        """Outline other cells as the chosen ones, without saying so."""
        self._selected = tuple(cells)
        self._describe()
        self.update()

    def cell_rect(self, actual: int, predicted: int) -> QRect:
        """Return where a cell is."""
        if self._shown is None:
            return QRect()
        return self._geometry.cell(*self._shown.place_of(actual, predicted))

    def described(self, row: int, column: int) -> str:
        """Return a displayed cell, a total, or another number, in words."""
        if self._zone is not None:
            return self._zone.described(row, column)
        if self._shown is None:
            return ""
        chosen = tr(", chosen") if {*self._shown.cells_at(row, column)} <= {*self._selected} else ""
        return self._shown.described(row, column) + chosen

    # ------------------------------------------------------------------------- places

    def rect_at(self, row: int, column: int) -> QRect:
        """Return where what is displayed in a row and a column is."""
        drawing = self._drawn_zone
        return self._geometry.place(row, column) if drawing is None else drawing.rect(row, column)

    def number_at(self, point: QPoint) -> tuple[int, int] | None:
        """Return the displayed row and column of the number at a point that can be pointed at."""
        if self._drawn_zone is not None:
            return self._drawn_zone.at(point)
        has_totals = self._shown is not None and self._shown.has_outcomes
        total = self._geometry.total_at(point) if has_totals else None
        return self._geometry.at(point) or total

    def wanted_at(self, row: int, column: int) -> Wanted | ZoneNumber | None:
        """Return which number a displayed one is, to be asked for; None where none can be."""
        shown = self._zone or self._shown
        return None if shown is None else shown.wanted(row, column)

    @property
    def zone_numbers(self) -> list[tuple[int, int]]:
        """The displayed row and column of each number of a grey zone; none without one."""
        lines = range(0 if self._drawn_zone is None else self._last(0)[0] + 1)
        return [(line, at) for line in lines for at in range(self._last(line)[1] + 1)]

    @property
    def _drawn_zone(self) -> ZoneDrawing | None:
        """The grey zone laid out, once a change; None without one."""
        zone, drawing = self._zone, self._zone_drawing
        if zone is not None and drawing is None:
            drawing = ZoneDrawing(zone, self.size(), self._fonts, self._theme)
            self._zone_drawing = drawing
        return drawing

    def _last(self, row: int) -> tuple[int, int]:
        """Return how far the keys go down, and in a row to the right."""
        drawing, shown = self._drawn_zone, self._shown
        if drawing is not None:
            return drawing.last_row, drawing.last_column(row)
        # Totals of many classes are not asked for.
        last = 0 if shown is None else shown.k - (not shown.has_outcomes)
        return last, last

    def _display_otherwise(self) -> None:
        self._display(self._shown)
        self.told.follow()
        if self._shown is not None:
            self._measure_names(self._shown)
        self._lay_out()

    def _display(self, shown: ShownMatrix | None) -> None:
        if shown is not None:
            shown = replace(
                shown,
                rows_are_actual=self._rows_are_actual,
                shares=self._shares,
                has_shares=self._has_shares,
                order=self._order,
                words=self._words,
            )
        self._shown = shown

    # ------------------------------------------------------------------ zoom and scroll

    def zoom_by(self, steps: float, at: QPoint | None = None) -> None:
        """Make the cells larger or smaller; what is at a point stays there."""
        most = self._geometry.most_zoom
        zoom = min(most, max(1.0, self._zoom * _STEP**steps))
        zoom = 1.0 if zoom < math.sqrt(_STEP) and steps < 0 else zoom
        if self._shown is None or self._zone is not None or zoom == self._zoom:
            return
        before = self._geometry
        anchor = at if at is not None else before.cell(*self._focus).center()
        if not before.area.contains(anchor):
            anchor = before.area.center()
        column = (anchor.x() - before.left + before.x) / before.cell_width
        row = (anchor.y() - before.top + before.y) / before.cell_height
        self._zoom = zoom
        self._lay_out()
        after = self._geometry
        self.scroll_cells(
            round(column * after.cell_width) - (anchor.x() - after.left),
            round(row * after.cell_height) - (anchor.y() - after.top),
        )

    def fit(self) -> None:
        """Show all cells."""
        if self._zoom != 1.0:
            self._zoom = 1.0
            self._lay_out()

    def scroll_cells(self, x: int, y: int) -> None:
        """Scroll the cells to a place, in pixels."""
        after = self._geometry.scrolled(x, y)
        if after != self._geometry:
            self._geometry = after
            self.geometry_changed.emit()
            self._redraw()

    def _reveal(self, row: int, column: int) -> None:
        """Scroll as little as shows a cell."""
        place = self._geometry
        cell = place.cell(row, column)
        x, y = place.x, place.y
        x += min(0, cell.left() - place.area.left()) + max(0, cell.right() - place.area.right())
        y += min(0, cell.top() - place.area.top()) + max(0, cell.bottom() - place.area.bottom())
        self.scroll_cells(x, y)

    # ---------------------------------------------------------------------- measuring

    def _measure_names(self, shown: ShownMatrix) -> None:
        self._texts = measured(shown, self._fonts)

    def _lay_out(self) -> None:
        """Find the place of everything."""
        shown = self._shown
        if shown is not None:
            before = self._geometry
            place = lay_out(self.size(), shown.k, self._texts, self._zoom)
            if self._zoom > place.most_zoom:
                self._zoom = place.most_zoom
                place = lay_out(self.size(), shown.k, self._texts, self._zoom)
            self._lines = fitting_lines(shown, place, self._fonts)
            self._geometry = place.scrolled(before.x, before.y)
        self.geometry_changed.emit()
        self._describe()
        self._redraw()

    def _redraw(self) -> None:
        self._picture = self._zone_drawing = None
        self.update()

    def _describe(self, *, by_key: bool = False) -> None:
        """Tell a screen reader, and who listens, what the cell under the keyboard is."""
        self.describe(lambda: self.described(*self.focus_place), at_once=by_key)
        is_told = self._shown is not None and self._zone is None and self.hasFocus()
        self._point_out(self._shown.brief(*self._focus) if self._shown and is_told else "")

    def _point_out(self, words: str) -> None:
        if words != self._pointed_out:
            self._pointed_out = words
            self.cell_pointed_at.emit(words)

    # ------------------------------------------------------------------------- choice

    def choose(self, cells: Iterable[tuple[int, int]], *, adds: bool = False) -> None:
        """Choose cells, or let go of them where just these were chosen.

        With `adds` to those that are chosen, unless all of them are: then they are let go.
        """
        chosen = chosen_after(self._selected, cells, adds=adds)
        self._selected = chosen
        self._describe()
        self.update()
        if not chosen:
            self.selection_cleared.emit()
        elif len(chosen) == 1:
            self.cell_selected.emit(*chosen[0])
        else:
            self.cells_selected.emit(list(chosen))

    def choose_row(self, *, adds: bool = False) -> None:
        """Choose all cells of the displayed row that the keys are at."""
        if self._shown is not None:
            self.choose(self._shown.cells_at(self.focus_cell[0], self._shown.k), adds=adds)

    def choose_column(self, *, adds: bool = False) -> None:
        """Choose all cells of the displayed column that the keys are at."""
        if self._shown is not None:
            self.choose(self._shown.cells_at(self._shown.k, self.focus_cell[1]), adds=adds)

    def point_at(self, point: QPoint) -> None:
        """Move the keyboard to the cell, total, row or column at a point."""
        place, (row, column), found = self._geometry, self.focus_cell, self.number_at(point)
        if found is None and self._zone is None:
            named_row, named_column = place.row_name_at(point), place.column_name_at(point)
            row = row if named_row is None else named_row
            found = row, column if named_column is None else named_column
        if found is not None:
            self.go_to(*found)

    def go_to(self, row: int, column: int) -> None:
        """Take the keys to what is displayed in a row and a column."""
        if self._zone is None:
            self._focus = row, column
        else:
            self._zone_focus = row, column
        self._describe(by_key=True)
        self.update()

    def _choose_at(self, row: int, column: int, *, adds: bool) -> None:
        """Choose the rows in a displayed cell, or of a total."""
        zone = None if self._zone is None else self._zone.cell(row, column)
        if zone is not None:
            self.zone_chosen.emit(*zone)
        elif self._zone is None and self._shown is not None:
            self.choose(self._shown.cells_at(row, column), adds=adds)

    # ------------------------------------------------------------------------- mouse

    def _hit(self, event: QMouseEvent) -> bool:
        """Choose what is under the pointer; return whether there is anything."""
        point, place, shown = event.position().toPoint(), self._geometry, self._shown
        adds = bool(event.modifiers() & _CONTROL)
        if self._zone is not None:
            number = self.number_at(point)
            if number is not None:
                self.go_to(*number)
                self._choose_at(*number, adds=adds)
            return number is not None
        if shown is None or (shown.has_outcomes and place.total_at(point) is not None):
            return False
        cell, row, column = place.at(point), place.row_name_at(point), place.column_name_at(point)
        if (cell, row, column) == (None, None, None):
            return False
        self.point_at(point)
        if cell is not None:
            self.choose([shown.at(*cell)], adds=adds)
        elif row is not None:
            self.choose_row(adds=adds)
        else:
            self.choose_column(adds=adds)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        is_zoomed = self._zoom > 1 and self._zone is None
        if event.button() == Qt.MouseButton.MiddleButton and is_zoomed:
            place = self._geometry
            self._panned_from = (event.position().toPoint(), place.x, place.y)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() != Qt.MouseButton.LeftButton or not self._hit(event):
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._panned_from = None
        super().mouseReleaseEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point, place = event.position().toPoint(), self._geometry
        if self._panned_from is not None:
            start, x, y = self._panned_from
            self.scroll_cells(x + start.x() - point.x(), y + start.y() - point.y())
            return
        if self._zone is not None:
            number = self.number_at(point)
            over_number = _ARROW if number is None else Qt.CursorShape.IBeamCursor
            is_cell = number is not None and self._zone.cell(*number) is not None
            self.setCursor(_HAND if is_cell else over_number)
            return
        if self._shown is None:
            return
        cell = place.at(point)
        named = (place.row_name_at(point), place.column_name_at(point)) != (None, None)
        pointing = cell is not None or named
        self.setCursor(_HAND if pointing else _ARROW)
        self._point_out("" if cell is None else self._shown.brief(*cell))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._describe()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned, place = event.angleDelta(), self._geometry
        if self._zone is not None:
            event.ignore()
        elif event.modifiers() & _SHIFT:
            self.scroll_cells(place.x - turned.x(), place.y - turned.y())
        elif turned.x() and not turned.y():
            self.scroll_cells(place.x - turned.x(), place.y)
        elif self._shown is not None and place.most_zoom > 1:
            self.zoom_by(turned.y() / _NOTCH, event.position().toPoint())
        else:
            event.ignore()

    # --------------------------------------------------------------------------- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shown = Qt.Key(event.key()), self._shown
        has_control = bool(event.modifiers() & _CONTROL)
        if shown is None:
            super().keyPressEvent(event)
        elif key in MOVING:
            start = self.focus_place
            row, column = moved(key, start, self._last(start[0]), far=has_control)
            column = min(column, self._last(row)[1])
            if self._zone is None:
                self._reveal(row, column)
            self.go_to(row, column)
        elif key is OPENS and not event.modifiers():
            self.told.open_table()
        elif key in CHOOSING:
            self._choose_at(*self.focus_place, adds=has_control)
        elif self._zone is not None:
            super().keyPressEvent(event)
        elif key in ZOOMING:
            self.zoom_by(ZOOMING[key])
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Escape and self._selected:
            self.show_selection(())
            self.selection_cleared.emit()
        else:
            super().keyPressEvent(event)

    # ------------------------------------------------------------------------- events

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._describe(by_key=True)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._describe()
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.told.follow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fonts = MatrixFonts(self.font())
            if self._shown is not None:
                self._measure_names(self._shown)
            self._lay_out()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.tip_at(event.pos())
            QToolTip.showText(event.globalPos(), text.tip(tip), self)
            return True
        return super().event(event)

    def tip_at(self, point: QPoint) -> str:
        """Return what is said about a place: the cell in words, or a whole class name."""
        if self._zone is not None:
            number = self.number_at(point)
            return "" if number is None else self._zone.described(*number)
        if self._shown is None:
            return ""
        cell = self._geometry.at(point)
        if cell is not None:
            return self.described(*cell)
        named = self._geometry.row_name_at(point), self._geometry.column_name_at(point)
        heads = (
            self._shown.about_head(at, axis) for axis, at in enumerate(named) if at is not None
        )
        return next(heads, "")

    def paintEvent(self, _event: QPaintEvent) -> None:
        shown, place, drawing = self._shown, self._geometry, self._drawn_zone
        if drawing is not None:
            with QPainter(self) as painter:
                drawing.paint(painter)
                if self.hasFocus():
                    drawing.paint_focus(painter, *self._zone_focus)
            return
        if shown is None:
            return
        if self._picture is None:  # once a change, however often it is exposed
            self._picture = draw_up(shown, place, self._fonts, self._lines, self._palette.of(shown))
        with QPainter(self) as painter:
            paint_names(painter, shown, place, self._fonts, self._theme)
            paint_totals(painter, shown, place, self._fonts, self._theme)
            painter.setClipRect(place.area.adjusted(-2, -2, 2, 2))
            self._picture.paint(painter, place)
            chosen = {shown.place_of(*cell) for cell in self._selected}
            paint_outline(painter, chosen, place, self._theme)
            if self.hasFocus():
                letters = self._palette.letters_at(shown, self._focus)
                paint_focus(painter, place.place(*self._focus), letters, self._theme)


class _Drawn(QAccessibleWidget):
    """What a matrix is to a screen reader, besides its table."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view, QAccessible.Role.Chart)
        self._is_read = False

    def text(self, which: QAccessible.Text) -> str:
        view = self.object()
        if isinstance(view, MatrixView) and not self._is_read:
            self._is_read = True
            QTimer.singleShot(0, view, view.told.follow)  # not while it is asked
        if which == QAccessible.Text.Description and isinstance(view, MatrixView):
            words = view.accessibleDescription()
            return f"{words}. {HOW_TO_OPEN}" if words else HOW_TO_OPEN
        return super().text(which)


speak_for(MatrixView, _Drawn)
