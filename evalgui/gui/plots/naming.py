"""What plots share that name their lines: where the names stand, and what they keep clear of."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from evalgui.gui.plots.handling import Handling
from evalgui.gui.plots.legend import Surroundings
from evalgui.results.free_place import outline_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.gui.plots.legend import Legend
    from evalgui.results.geometry import Box, Points


class Naming(Handling):
    """A plot in the hand of a user, with names of what is drawn."""

    legend: Legend
    is_figure: bool  # whether it is drawn for a file
    has_names = True
    is_filled = False  # whether the lines are outlines of what stands on the ground
    waits = False  # with drawing and naming, while it is laid out or until it is its turn
    names_wait = False  # until somebody can see them, or all that they keep clear of is there
    _is_between = False  # some of what names keep clear of is as it will be, some as it was
    _room_of_names: tuple[float, ...] | None = None  # around the axes when names were placed

    # ------------------------------------------------------------------- for each kind

    def lines_in_pixels(self) -> list[Points]:
        """Return the drawn lines, which no name may hide."""
        return [line for layer in self.layers for line in layer.lines()]

    def anchors(self) -> Sequence[Points | None]:
        """Return for each entry of the legend what it names, in pixels; None for what is not drawn.

        A line is the very one that `lines_in_pixels` or `helping_lines` returns.
        """
        raise NotImplementedError

    def helping_lines(self) -> list[Points]:
        """Return lines in pixels that names had better not lie on."""
        return []

    def taken_by_marks(self) -> list[Points]:
        """Return lines in pixels across what else no name may hide, such as marks of rules."""
        return [line for layer in self.layers for line in layer.taken()]

    def moving(self) -> list[Box]:
        """Return where things are that are dragged, in pixels: no name lies there."""
        return [box for layer in self.layers for box in layer.moving()]

    @property
    def is_named_beside(self) -> bool:
        """Whether room beside a square is for names, and so all of it at one side."""
        return False

    def place_rule_marks(self) -> None:
        """Place the marks of rules, and pins, for another view, or others."""
        if self.names_have_to_wait:
            self.names_wait = True
            return
        for layer in self.layers:
            layer.place_rules()

    def name_all(self) -> None:
        """Name rules and lines anew, since others are drawn or marked."""
        self.place_rule_marks()
        self.name_lines()

    def name_lines(self) -> None:
        """Find places anew, since the lines are drawn anew, or the room for names is another."""
        self.place_names()

    # -------------------------------------------------------------------------- places

    @property
    def room_beside(self) -> tuple[float, float, float]:
        """How many pixels there are at the right of the axes, above them, and at their left."""
        axes = self.view_box.geometry()
        return float(self.canvas.width() - axes.right()), float(axes.top()), float(axes.left())

    def fit_names(self) -> None:
        """Name lines again where the room around the axes is another, though the axes are not."""
        if self.room_beside != self._room_of_names:
            self.name_lines()

    @property
    def names_have_to_wait(self) -> bool:
        """Whether what names keep clear of will be another in a moment."""
        return self.waits or self._is_between

    @contextmanager
    def named_once(self) -> Iterator[None]:
        """Find names and places once, when all that they keep clear of is as it will be."""
        was_between, self._is_between = self._is_between, True
        try:
            yield
        finally:
            self._is_between = was_between
        if not self.names_have_to_wait:
            self.name_what_waits()

    def place_names(self) -> bool:
        """Put names where they hide no line, those of lines beside them if there is room.

        Returns
        -------
        bool
            Whether those of all lines have a place, as far as anybody can see.
        """
        if self.names_have_to_wait or not (self.isVisible() or self.is_figure):
            self.names_wait = True
            return True
        around = self._room_of_names = self.room_beside
        if not self.has_names:
            self.legend.hide()
        if not self.legend.entries or not self.has_names:
            self.header.set_names(())
            return True
        lines, moving = [*self.lines_in_pixels(), *self.taken_by_marks()], self.moving()
        if self.is_figure:  # nothing moves there, so that no name need give way
            lines, moving = [*lines, *map(outline_of, moving)], []
        room = self.viewport.width, self.viewport.height
        anchors, helping = self.anchors(), self.helping_lines()
        among = Surroundings(anchors, lines, helping, room, *around, is_filled=self.is_filled)
        is_placed = self.legend.place(among, moving)
        self.header.set_names(self.legend.unnamed())
        return is_placed

    def name_what_waits(self) -> None:
        """Find names and places where that had to wait until somebody can see them."""
        if self.names_wait:
            self.names_wait = False
            self.name_all()

    def give_way(self) -> None:
        """Let names step aside for what was moved, into the header where they must."""
        if self.legend.has_places and self.legend.give_way(self.moving()):
            self.header.set_names(self.legend.unnamed())
