"""What a screen reader is told of a plot, and the table beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtGui import QAccessible

from evalgui.core.languages import tr
from evalgui.gui.accessible import OnceASecond, announce
from evalgui.gui.plots.picture_table import PictureModel, axis_in_words, lines_in_words
from evalgui.gui.table_beside import HOW_TO_LEAVE, HOW_TO_OPEN, TableBeside

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget

    from evalgui.core.vocabulary import Words
    from evalgui.gui.plots.canvas import PlotCanvas
    from evalgui.gui.plots.header import PlotHeader
    from evalgui.gui.plots.layer import MainLayer
    from evalgui.gui.plots.plot_axis import PlotAxis
    from evalgui.results.picture import Picture


class Tellable(Protocol):
    """What has to be known of a plot to tell of it."""

    plot_id: str
    title: str
    words: Words
    header: PlotHeader
    canvas: PlotCanvas
    main: MainLayer
    picture: Picture | None
    x_axis: PlotAxis
    y_axis: PlotAxis

    @property
    def hinted(self) -> SignalInstance:
        """What says what can be done."""


class ToldPlot:
    """Tells of a plot: a description, what holds while the line moves, and all of it as a table.

    The description is put into words when somebody asks. What holds is said aloud, and the table
    follows, at most once a second and only while there is a screen reader or the table is in front.
    """

    def __init__(self, plot: Tellable) -> None:
        self._plot, self._canvas = plot, plot.canvas
        self._table: TableBeside | None = None
        self._model = PictureModel(plot.canvas)
        self._shown: tuple[Picture | None, tuple[str, str, str]] | None = None
        self._soon = OnceASecond(plot.canvas, self._tell)

    def follow(self) -> None:
        """Tell of another picture, or of where the line is now."""
        self._canvas.describe(self.description)
        if self._table is None and not QAccessible.isActive():
            return  # as in nearly every frame of a drag
        if self._canvas.isVisible() and (QAccessible.isActive() or self.is_table_in_front):
            self._soon.ask()

    def _tell(self) -> None:
        plot, table = self._plot, self._table
        if QAccessible.isActive():
            if table is None:
                table = self._make_table()
            has_keys = plot.canvas.hasFocus() or table.hasFocus()
            announce(plot.canvas, plot.header.read_out if has_keys and not self._is_hidden else "")
        if table is not None:
            self._fill(table)

    @property
    def _is_hidden(self) -> bool:
        return self._plot.header.hides_values

    # ------------------------------------------------------------------------- words

    def description(self) -> str:
        """Return what holds at the line, the axes, the lines, and how to come to the table."""
        plot = self._plot
        picture, held = plot.picture, plot.main.described()
        if picture is None:
            return held
        x, y = (
            axis_in_words(axis, title)
            for axis, title in zip((picture.x_axis, picture.y_axis), self._titles[1:], strict=True)
        )
        across = tr("Across: {axis}", axis=x)
        up = tr("Up: {axis}", axis=y)
        lines = lines_in_words([plot.words.said(one.name) for one in picture.lines])
        return ". ".join(filter(None, (held, across, up, lines, HOW_TO_OPEN)))

    @property
    def _titles(self) -> tuple[str, str, str]:
        plot = self._plot
        said = plot.words.said
        return plot.title, said(plot.x_axis.title), said(plot.y_axis.title)

    # ------------------------------------------------------------------------- table

    @property
    def is_table_in_front(self) -> bool:
        """Whether the table is seen in the place of the plot."""
        return self._table is not None and self._table.is_in_front

    @property
    def with_keys(self) -> QWidget:
        """What takes the keys: the plot, or the table in its place."""
        table = self._table
        return self._plot.canvas if table is None or not table.is_in_front else table

    def open_table(self) -> None:
        """Show the table in the place of the plot; without a picture say why there is none."""
        plot = self._plot
        if plot.picture is None:
            announce(plot.canvas, plot.main.described())
            return
        table = self._table or self._make_table()
        self._fill(table)
        table.enter()
        plot.hinted.emit(HOW_TO_LEAVE)

    def _make_table(self) -> TableBeside:
        table = self._table = TableBeside(
            self._plot.canvas, self._model, f"{self._plot.plot_id}_table"
        )
        table.left.connect(lambda: self._plot.hinted.emit(""))
        return table

    def _fill(self, table: TableBeside) -> None:
        """Show what is not shown yet: another picture, or where the line is now."""
        plot, titles = self._plot, self._titles
        table.setAccessibleName(tr("{title} as a table", title=plot.title))
        moving = plot.main.moving_layers()
        if self._shown == (plot.picture, titles):
            self._model.show_moving(moving)
            return
        self._shown = plot.picture, titles
        place = table.keep_place()
        self._model.show_picture(plot.picture, moving, titles=titles, words=plot.words)
        table.go_back_to(place)
