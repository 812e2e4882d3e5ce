"""Other scores and data sets behind a curve: drawn, named, pointed at and asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from evalgui.gui.plots.on_curve import OnCurve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QPen

    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.curves_beside import CurvesBeside
    from evalgui.gui.plots.legend import Entry
    from evalgui.gui.plots.on_curve import Curves
    from evalgui.results.geometry import Points

_IN_HAND = Qt.CursorShape.OpenHandCursor  # over the marker


class OthersLayer(OnCurve):
    """The curves that are compared with the one that is shown, if there are any.

    Parameters
    ----------
    curves
        The layer that draws the curve that is shown.
    beside
        What draws the others.
    """

    def __init__(self, curves: Curves, beside: CurvesBeside) -> None:
        super().__init__(curves)
        self.beside = beside
        self._n_named = self._n_rows = 0  # of them in the legend, and lines of it

    # ------------------------------------------------------------------------- shown

    @property
    def is_drawing(self) -> bool:
        """Whether lines are being drawn in the background."""
        return self.beside.is_drawing

    def shut_down(self) -> None:
        """End the work in the background."""
        self.beside.shut_down()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow what is compared, where what is shown stays."""
        if new.comparison is not old.comparison and new.ranking is old.ranking:
            self.curves.render_comparison()

    def render_ranking(self) -> None:
        """Draw nothing where nothing is shown."""
        if self.plot.snapshot.ranking is None:
            self.beside.draw()

    def draw(self) -> None:
        """Draw what the visible range needs."""
        self.beside.draw()

    def place(self) -> None:
        """Let the lines follow the view."""
        self.beside.follow()

    def recolour(self) -> None:
        """Draw the lines in other colours."""
        if not self.plot.is_stale:
            self.beside.draw()

    def lines(self) -> Sequence[Points]:
        """Return the drawn lines in pixels."""
        return self.beside.lines()

    # ------------------------------------------------------------------------- names

    def forget_names(self) -> None:
        """Have no names in the legend."""
        self._n_named = self._n_rows = 0

    def ways_to_name(self, ranking: Ranking, pen: QPen) -> Iterator[list[Entry]]:
        """Give what the legend can say of what is shown and of the others, the fullest first."""
        for n_named, length in self.beside.ways_to_name():
            entries = self.beside.entries(ranking, pen, n_named, length)
            self._n_named, self._n_rows = n_named, len(entries)
            yield entries

    @property
    def is_named(self) -> bool:
        """Whether the legend names it."""
        return self._n_rows > 0

    def anchors(self, own: Sequence[Points]) -> list[Points | None]:
        """Return the lines that have names: those of what is shown, and the others."""
        first: list[Points | None] = [*own] or [None]
        named = [*first, *(self.beside.line(number) for number in range(self._n_named))]
        return [*named, *[None] * (self._n_rows - len(named))]

    # -------------------------------------------------------------------------- hand

    def at(self, position: QPointF) -> int | None:
        """Return which of the others has its line or its name at a place."""
        plot, beside = self.plot, self.beside
        if not beside.others:
            return None
        row = plot.legend.entry_at(position)
        if row is not None and beside.is_needed:
            return row - 1 if 1 <= row <= self._n_named else None
        if plot.grip is not None and plot.grip.cursor_at(position) is _IN_HAND:
            return None
        return beside.nearest(position, self.curves.distance(position) - 1)

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show that another line can be clicked."""
        return None if self.at(position) is None else Qt.CursorShape.PointingHandCursor

    def press(self, position: QPointF) -> bool:
        """Say which other line this is."""
        is_mine = self.at(position) is not None
        if is_mine:
            self.plot.mouse.hover(position)
        return is_mine

    def double_press(self, position: QPointF) -> bool:
        """Ask for the other line to be shown."""
        number = self.at(position)
        if number is not None:
            self.curves.ask_to_show(self.beside.others[number])
        return number is not None

    def words_at(self, position: QPointF | None) -> str | None:
        """Say which other line is under the mouse; it is drawn thick."""
        number = None if position is None else self.at(position)
        self.beside.point_at(number)
        if number is not None:
            return self.beside.words_of(number, self.plot.words)
        row = None if position is None else self.plot.legend.entry_at(position)
        if row is None:
            return None
        if row == self._n_named + 1 and self.beside.n_unnamed(self._n_named) > 0:
            return self.beside.words_of_more(self._n_named)
        if row == 0 and self._n_rows:
            return self.beside.words_of_shown(self.plot.legend.entries[0])
        return None
