"""Where the names of a plot stand, what they keep clear of, and when they are placed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from evalgui.gui.plots.legend import Surroundings
from evalgui.results.free_place import outline_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyqtgraph as pg

    from evalgui.core.curves.scales import Viewport
    from evalgui.gui.plots.canvas import PlotCanvas
    from evalgui.gui.plots.header import PlotHeader
    from evalgui.gui.plots.layer import MainLayer
    from evalgui.gui.plots.legend import Legend
    from evalgui.results.geometry import Box, Points


class Named(Protocol):
    """A plot with names of what is drawn."""

    legend: Legend
    header: PlotHeader
    canvas: PlotCanvas
    view_box: pg.ViewBox
    viewport: Viewport
    is_figure: bool
    main: MainLayer
    waits: bool

    @property
    def axis_above(self) -> float:
        """Return how high the axis above the frame is, in pixels."""

    def isVisible(self) -> bool:
        """Return whether anybody can see it."""

    def lines_in_pixels(self) -> list[Points]:
        """Return the drawn lines, which no name may hide."""

    def taken_by_marks(self) -> list[Points]:
        """Return lines in pixels across what else no name may hide."""

    def moving(self) -> list[Box]:
        """Return where things are that are dragged, in pixels."""

    def name_all(self) -> None:
        """Name rules and lines anew."""


class Names:
    """The names of a plot: they hide no line, and stand beside their own if there is room."""

    def __init__(self, plot: Named) -> None:
        self._plot = plot
        self.are_shown = True
        self.wait = False  # until somebody can see them, or all that they keep clear of is there
        self._is_between = False  # some of what they keep clear of is as it will be, some as it was
        self._room: tuple[float, ...] | None = None  # around the axes when they were placed

    @property
    def _room_beside(self) -> tuple[float, float, float]:
        """How many pixels there are at the right of the axes, above them, and at their left."""
        axes, canvas = self._plot.view_box.geometry(), self._plot.canvas
        above = float(axes.top()) - self._plot.axis_above
        of_right, of_above = self._plot.main.taken_around
        right = float(canvas.width() - axes.right())
        return max(right - of_right, 0.0), max(above - of_above, 0.0), float(axes.left())

    def fit(self) -> None:
        """Name lines again where the room around the axes is another, though the axes are not."""
        if self._room_beside != self._room:
            self._plot.main.name_lines()

    @property
    def have_to_wait(self) -> bool:
        """Whether what they keep clear of will be another in a moment."""
        return self._plot.waits or self._is_between

    @contextmanager
    def once(self) -> Iterator[None]:
        """Find names and places once, when all that they keep clear of is as it will be."""
        was_between, self._is_between = self._is_between, True
        try:
            yield
        finally:
            self._is_between = was_between
        if not self.have_to_wait:
            self.catch_up()

    def place(self) -> bool:
        """Put names where they hide no line, those of lines beside them if there is room.

        Returns
        -------
        bool
            Whether those of all lines have a place, as far as anybody can see.
        """
        plot = self._plot
        if self.have_to_wait or not (plot.isVisible() or plot.is_figure):
            self.wait = True
            return True
        around = self._room = self._room_beside
        if not self.are_shown:
            plot.legend.hide()
        if not plot.legend.entries or not self.are_shown:
            plot.header.set_names(())
            return True
        lines, moving = [*plot.lines_in_pixels(), *plot.taken_by_marks()], plot.moving()
        if plot.is_figure:  # nothing moves there, so that no name need give way
            lines, moving = [*lines, *map(outline_of, moving)], []
        room = plot.viewport.width, plot.viewport.height
        anchors, helping = plot.main.anchors(), plot.main.helping_lines()
        among = Surroundings(anchors, lines, helping, room, *around, is_filled=plot.main.is_filled)
        is_placed = plot.legend.place(among, moving)
        plot.header.set_names(plot.legend.unnamed())
        return is_placed

    def catch_up(self) -> None:
        """Find names and places where that had to wait until somebody can see them."""
        if self.wait:
            self.wait = False
            self._plot.name_all()

    def give_way(self) -> None:
        """Let names step aside for what was moved, into the header where they must."""
        legend = self._plot.legend
        if legend.has_places and legend.give_way(self._plot.moving()):
            self._plot.header.set_names(legend.unnamed())
