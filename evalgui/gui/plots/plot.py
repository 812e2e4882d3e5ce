"""What all plots share: header, surface, view, theme, and the drag of the threshold."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QTimer
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QVBoxLayout

from evalgui.gui.look import LIGHT, NORMAL, SMALL, scaled_font
from evalgui.gui.plots import wording
from evalgui.gui.plots.canvas import PlotCanvas
from evalgui.gui.plots.drag_mark import DragMark
from evalgui.gui.plots.handling import Handling
from evalgui.gui.plots.naming import Names
from evalgui.gui.plots.plot_axis import PlotAxis
from evalgui.gui.plots.plot_menu import Entry, menu_of
from evalgui.gui.plots.selected_marks import SelectedRows
from evalgui.gui.plots.toolkit import (
    Legend,
    LinearScale,
    LinesItem,
    PlotHeader,
    Viewport,
    narrowest,
)
from evalgui.gui.plots.wake import Wake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont, QPaintEvent, QShowEvent

    from evalgui.core.curves import Axis
    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.highlight import Run
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.selected_marks import Places
    from evalgui.results.geometry import Box, Points
    from evalgui.results.picture import Picture

_REDRAW_DELAY = 15  # milliseconds that zooming may be ahead of the drawn detail
_LARGE = 1_000_000
_LARGE_DELAY = 60
_ROUNDING = 1e-12  # of the magnitude
_ABOVE_THOSE_BESIDE = 10


class Plot(Handling):
    """A plot of a snapshot: it shows the threshold, and asks for another when dragged."""

    marks_rows = SelectedRows
    is_filled = False  # whether the lines are outlines of what stands on the ground
    waits = False  # with drawing and naming, while it is laid out or until it is its turn

    def __init__(  # noqa: PLR0913 - all that a kind of plot declares
        self,
        plot_id: str,
        title: str,
        x_axis: Axis,
        y_axis: Axis,
        widest_read_out: tuple[str, str],
        *,
        x_kind: type[PlotAxis] = PlotAxis,
    ) -> None:
        super().__init__()
        self.plot_id = plot_id
        self.title = title
        self.theme: Theme = LIGHT
        self.viewport = Viewport(0.0, 1.0, 0.0, 1.0, 1.0, 1.0)
        self.x_scale: AxisScale = LinearScale()
        self.y_scale: AxisScale = LinearScale()
        self.picture: Picture | None = None
        self.is_stale = True
        self.is_figure = False
        self.spare_height = 0.0  # of the canvas, that a square leaves
        self._pixel_ratio = 0.0  # of the screen that the lines were drawn for
        self.names = Names(self)
        self.setObjectName(f"{plot_id}_plot")
        self.header = PlotHeader(title, widest_read_out[0])
        self.header.set_widest(*widest_read_out)
        x_name, y_name = wording.short_name(x_axis), wording.short_name(y_axis)
        self.x_axis = x_kind("bottom", x_axis.title, x_name, x_axis.scale)
        self.y_axis = PlotAxis("left", y_axis.title, y_name, y_axis.scale)
        self.x_axis.tell_others(x_axis.also)
        self.y_axis.tell_others(y_axis.also)
        self.canvas = PlotCanvas({"bottom": self.x_axis, "left": self.y_axis}, self)
        self.view_box = self.canvas.view_box
        # What is laid over the view box in pixels is not cut off at its edge.
        self.overlay = QGraphicsRectItem(self.canvas.getPlotItem())
        self.overlay.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self.legend = Legend(self.overlay)
        # What is drawn in pixels behind the lines, above the grid.
        self.underlay = QGraphicsRectItem(self.canvas.getPlotItem())
        self.underlay.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self.underlay.setZValue(self.view_box.zValue() - 1)
        self.lines = LinesItem(self.underlay, _ABOVE_THOSE_BESIDE)
        self.drag_mark = DragMark(self.underlay, self.overlay)
        self.wake = Wake(self, self.underlay)
        self.selected = self.marks_rows(self, self.overlay)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.draw)
        # Qt alone ends a plot, with `deleteLater` or with its window, and in order. Collected by
        # Python, its widgets and items would go in any order, in the middle of anything.
        self.destroyed.connect(lambda _ended, _kept=self: None)
        self._arrange()
        self._connect()

    def _arrange(self) -> None:
        self.canvas.setObjectName(f"{self.plot_id}_canvas")
        self.header.button.setObjectName(f"maximise_{self.plot_id}")
        self._name()
        self.setFocusProxy(self.canvas)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3, 3, 3, 3)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.canvas, 1)
        self.take_font(self.font())
        self.setAutoFillBackground(True)

    def take_font(self, font: QFont) -> None:
        """Write everything in another font."""
        self.setFont(font)
        for axis in (self.x_axis, self.y_axis):
            axis.set_font(scaled_font(font, SMALL))

    def _name(self) -> None:
        for part in (self, self.canvas):
            part.setAccessibleName(f"{self.title} plot")

    def _connect(self) -> None:
        canvas = self.canvas
        canvas.steps_requested.connect(self.steps_requested)
        canvas.end_requested.connect(self.end_requested)
        canvas.percentile_steps_requested.connect(self.percentile_steps_requested)
        canvas.reset_requested.connect(self.reset_view)
        canvas.menu_requested.connect(self._open_menu)
        canvas.focus_changed.connect(self.update)
        self.header.maximise_requested.connect(self.maximise_requested)
        self.header.number_asked.connect(self.number_asked)
        self.header.switched.connect(self.ask_for_axes)
        self.view_box.sigRangeChanged.connect(self.follow_view)
        self.view_box.sigResized.connect(self.follow_view)
        self.view_box.geometryChanged.connect(self._on_view_moved)

    # ------------------------------------------------------------------- for each kind

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does."""
        raise NotImplementedError

    def for_figure(self) -> Plot:
        """Return an empty plot of the same kind."""
        raise NotImplementedError

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        del snapshot
        for layer in self.layers:
            layer.render_ranking()

    def render_point(self, snapshot: Snapshot) -> None:
        """Move what marks the threshold, and nothing else."""
        del snapshot
        for layer in self.layers:
            layer.render_point()

    def draw_lines(self) -> None:
        """Draw the visible part of the lines."""
        for layer in self.layers:
            layer.draw()

    def place_marks(self) -> None:
        """Place what is laid over the plot in pixels."""
        for layer in self.layers:
            layer.place()

    def recolour(self) -> None:
        """Recolour the lines and marks."""
        for layer in self.layers:
            layer.recolour()

    def places_of(self, run: Run) -> Sequence[Places]:
        """Return where selected rows are to be marked."""
        return [places for layer in self.layers for places in layer.places_of(run)]

    @property
    def is_drawing(self) -> bool:
        """Whether lines are being drawn in the background, or something still fades."""
        return self.wake.is_seen or any(layer.is_drawing for layer in self.layers)

    def shut_down(self) -> None:
        """End the work in the background, if there is any."""
        for layer in self.layers:
            layer.shut_down()

    # ------------------------------------------------------------------------- names

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
        if self.names.have_to_wait:
            self.names.wait = True
            return
        for layer in self.layers:
            layer.place_rules()

    def name_all(self) -> None:
        """Name rules and lines anew, since others are drawn or marked."""
        self.place_rule_marks()
        self.name_lines()

    def name_lines(self) -> None:
        """Find places anew, since the lines are drawn anew, or the room for names is another."""
        self.names.place()

    # ------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        self.snapshot = new
        chosen, before = new.choices, old.choices
        is_other = new.ranking is not old.ranking
        if chosen is not before:  # in few frames of a drag
            self.header.hide_values(hidden=chosen.hides_answers)
            is_other = is_other or chosen.axes != before.axes
        if is_other:
            self.let_go()
            self.render_ranking(new)
            self.header.set_switches(self.switches())
            self.canvas.viewport().update()  # all of it is another: parts would have seams
        is_moved = new.point is not old.point or is_other
        is_moved = is_moved or chosen.hides_answers != before.hides_answers
        if is_moved:
            self.render_point(new)
        for layer in self.layers:
            layer.show_snapshot(old, new)
        if is_moved or chosen is not before:
            self.names.give_way()
        if is_moved:
            self.tell_of_drag()
            self.wake.follow(old, new)
        self.selected.follow(old, new)
        is_marked_otherwise = new.marks is not old.marks or new.stability is not old.stability
        if is_marked_otherwise or is_other or new.pins is not old.pins:
            self.name_all()

    def rename(
        self, title: str, x_axis: Axis, y_axis: Axis, widest_read_out: tuple[str, str]
    ) -> None:
        """Give the plot another title, its axes other names, and its read-out its room."""
        self.title = title
        self._name()
        self.header.set_title(title)
        self.header.set_widest(*widest_read_out)
        for axis, named in ((self.x_axis, x_axis), (self.y_axis, y_axis)):
            axis.rename(named.title, wording.short_name(named))
            axis.tell_others(named.also)
        self.draw_later()  # numbers on axes may be written otherwise, and need another width

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything."""
        self.theme = theme
        palette = self.palette()
        palette.setColor(palette.ColorRole.Window, QColor(theme.base))
        self.setPalette(palette)
        self.canvas.setBackground(theme.base)
        self.header.set_theme(theme)
        self.x_axis.set_theme(theme)
        self.y_axis.set_theme(theme)
        self.legend.recolour(theme.text, theme.base)
        self.drag_mark.recolour(theme, scaled_font(self.font(), NORMAL))
        self.wake.recolour(theme.accent)
        self.recolour()
        self.selected.place()
        self.names.place()  # its entries are made anew

    def set_maximised(self, is_maximised: bool) -> None:  # noqa: FBT001 - a setter of Qt's kind
        """Let the header show whether the plot is alone."""
        self.header.set_maximised(is_maximised)

    def set_picture(self, picture: Picture) -> None:
        """Take the axes of another picture, and show all of it."""
        self.picture = picture
        self.x_axis.measure(picture.x_axis.ruler)
        self.y_axis.measure(picture.y_axis.ruler)
        self.set_scales(*picture.scales)

    @property
    def finer(self) -> Viewport:
        """What is seen, on the pixels of the screen."""
        return replace(self.viewport, width=self.viewport.width * self.devicePixelRatioF())

    def set_scales(self, x_scale: AxisScale, y_scale: AxisScale) -> None:
        """Take other ranges of values, and show all of them."""
        self.x_scale, self.y_scale = x_scale, y_scale
        self.x_axis.set_scale(x_scale)
        self.y_axis.set_scale(y_scale)
        self.fit_frame()
        (left, right), (bottom, top) = x_scale.limits, y_scale.limits
        self.view_box.setLimits(xMin=None, xMax=None, yMin=None, yMax=None)
        self.reset_view()
        self.view_box.setLimits(
            xMin=left,
            xMax=right,
            yMin=bottom,
            yMax=top,
            minXRange=narrowest(left, right),
            minYRange=narrowest(bottom, top),
        )

    def reset_view(self) -> None:
        """Show the whole plot again."""
        self.view_box.setRange(xRange=self.x_scale.home, yRange=self.y_scale.home, padding=0)

    @property
    def is_home(self) -> bool:
        """Whether the whole plot is shown."""
        pairs = zip(self.view_box.viewRange(), (self.x_scale.home, self.y_scale.home), strict=True)
        return all(
            abs(end - at_home) <= _ROUNDING * (home[1] - home[0])
            for ends, home in pairs
            for end, at_home in zip(ends, home, strict=True)
        )

    def show_range(self, viewport: Viewport) -> None:
        """Show a part of the plot."""
        x_range, y_range = (viewport.left, viewport.right), (viewport.bottom, viewport.top)
        self.view_box.setRange(xRange=x_range, yRange=y_range, padding=0)

    @property
    def is_square(self) -> bool:
        """Whether a unit is as long on one axis as on the other when the whole plot is shown."""
        return False

    def fit_axis(self) -> None:
        """Give the left axis the width that its numbers need."""
        below = self.x_axis.fixedHeight
        self.y_axis.fit_width(lambda width: self.canvas.frame_height(below) - self._spare(width)[1])

    def fit_frame(self) -> None:
        """Leave the room beside a square to the margins."""
        x, y = self._spare(self.y_axis.fixedWidth)
        self.spare_height = y
        left = 0.0 if self.is_named_beside else x / 2
        self.canvas.set_margins(left, y, x - left)

    def _spare(self, axis_width: float) -> tuple[float, float]:
        """Return the width and the height that a square leaves, beside an axis so wide."""
        below = self.x_axis.fixedHeight
        return self.canvas.beside_a_square(axis_width, below) if self.is_square else (0.0, 0.0)

    def fit_names(self) -> None:
        """Name lines again where the room around the axes is another, though the axes are not."""
        self.names.fit()

    def _on_view_moved(self) -> None:
        for ground in (self.overlay, self.underlay):
            ground.setPos(self.view_box.pos())
        self.names.fit()

    def follow_view(self) -> None:
        """Place everything for what is seen now."""
        (left, right), (bottom, top) = self.view_box.viewRange()
        bounds = self.view_box.rect()
        width, height = max(bounds.width(), 1.0), max(bounds.height(), 1.0)
        viewport = Viewport(left, right, bottom, top, width, height)
        # A view that was zoomed to a point, until it is shown whole again, has no places.
        if viewport == self.viewport or left == right or bottom == top:
            return
        if (width, height) != (self.viewport.width, self.viewport.height):
            self.x_axis.fit_title()
            self.y_axis.fit_title()
        self.viewport = viewport
        self.lines.set_viewport(viewport)
        self.place_marks()
        self.selected.place()
        self.tell_of_drag()
        self.names.place()
        self.draw_later()

    def draw_later(self) -> None:
        """Draw when zooming pauses for a moment; at once for the eye."""
        ranking = self.snapshot.ranking
        if not self._later.isActive():
            is_large = ranking is not None and ranking.table.n > _LARGE
            self._later.start(_LARGE_DELAY if is_large else _REDRAW_DELAY)

    def draw(self) -> None:
        """Draw the lines for the visible range, unless nobody can see them."""
        self._later.stop()
        self.is_stale = self.waits or not (self.isVisible() or self.is_figure)
        if self.is_stale:
            return
        self._pixel_ratio = self.devicePixelRatioF()
        with self.names.once():
            self.fit_axis()
            self.fit_frame()
            self.draw_lines()
            self.selected.place()
            self.names.wait = True

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.draw_later()  # lines have the points that these pixels can show
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()

    def catch_up(self) -> None:
        """Draw what nobody could see, or what waited for its turn."""
        if self.is_stale or self._pixel_ratio != self.devicePixelRatioF():
            self.draw()
        self.names.catch_up()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        is_focused = self.canvas.hasFocus() and self.canvas.shows_focus
        colour = self.theme.text if is_focused else self.theme.grid
        with QPainter(self) as painter:  # which ends, whatever happens
            painter.setPen(QPen(QColor(colour), 2 if is_focused else 1))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    # ------------------------------------------------------------------------- menu

    def _open_menu(self, position: QPointF, place: QPoint) -> None:
        self.hover(None)
        menu_of(self.menu_entries(position), self).popup(place)

    def menu_entries(self, position: QPointF) -> tuple[Entry, ...]:
        """Return what the menu offers for a place."""
        reset = None if self.is_home else self.reset_view
        alone = "Show &All Plots" if self.header.is_maximised else "Show This Plot &Alone"
        maximise = None if self.header.button.isHidden() else self.maximise_requested.emit
        asked = (self.copy_requested, self.export_requested)
        copy, export = (partial(one.emit, self.plot_id) for one in asked)
        return (
            *self.point_entries(position),
            *self.axis_entries(),
            Entry("copy_figure", "&Copy Figure", copy, starts_group=True),
            Entry("export_figure", "&Export Figure\N{HORIZONTAL ELLIPSIS}", export),
            Entry("reset_plot_view", "&Reset View", reset, starts_group=True),
            Entry("show_alone", alone, maximise),
        )
