"""A plot: it holds header, surface, axes, legend and layers, which show what its kind declares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QToolTip, QVBoxLayout, QWidget

from evalgui.core.curves.scales import LinearScale, Viewport
from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.core.thresholds import is_same_threshold
from evalgui.core.vocabulary import words_in
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import LIGHT, NORMAL, SMALL, scaled_font, text
from evalgui.gui.plots import wording
from evalgui.gui.plots.canvas import PlotCanvas
from evalgui.gui.plots.drag_mark import DragMark, FadingBand, in_words
from evalgui.gui.plots.header import PlotHeader
from evalgui.gui.plots.layer import Layer
from evalgui.gui.plots.legend import Legend
from evalgui.gui.plots.lines import LinesItem
from evalgui.gui.plots.naming import Names
from evalgui.gui.plots.pin_marks import told as told_of_pin
from evalgui.gui.plots.plot_axis import NamedAxis, PlotAxis
from evalgui.gui.plots.plot_menu import Entry, axis_entries, menu_of, uses
from evalgui.gui.plots.rule_marks import short_name, told
from evalgui.gui.plots.selected_marks import SelectedRows
from evalgui.gui.plots.status_tip import BETWEEN
from evalgui.gui.plots.threshold_drag import ThresholdDrag
from evalgui.gui.plots.told_plot import ToldPlot
from evalgui.results.geometry import narrowest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QEnterEvent, QFont, QPaintEvent, QShowEvent

    from evalgui.core.curves import Axis
    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.highlight import Run
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.threshold_preview import ThresholdPreview
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.brush import Brush
    from evalgui.gui.plots.grey_zone_line import GreyZoneLine
    from evalgui.gui.plots.header import Switch
    from evalgui.gui.plots.layer import Grip, MainLayer
    from evalgui.gui.plots.pin_marks import PinMarks
    from evalgui.gui.plots.rule_marks import Mark, RuleMarks
    from evalgui.gui.plots.selected_marks import Places
    from evalgui.results.geometry import Box, Points
    from evalgui.results.picture import Picture, PictureAxis

_REDRAW_DELAY = 15  # milliseconds that zooming may be ahead of the drawn detail
_LARGE = 1_000_000
_LARGE_DELAY = 60
_ROUNDING = 1e-12  # of the magnitude
_ABOVE_THOSE_BESIDE = 10

PASSED_ON = (
    *("threshold_requested", "second_requested", "drag_committed", "drag_dropped"),
    *("looked_at", "looked_away", "choice_requested", "pin_requested", "marks_requested"),
    *("copy_requested", "export_requested", "axes_requested", "bands_requested", "brushed"),
    *("steps_requested", "end_requested", "percentile_steps_requested", "number_asked"),
    *("requested", "awaited", "wanted"),
)
"""The signals of a plot that whoever holds it has, too, and passes on."""

_GRASPING = (
    Qt.CursorShape.OpenHandCursor,
    Qt.CursorShape.SizeHorCursor,
    Qt.CursorShape.SizeVerCursor,
)
_HELD = BETWEEN.join(
    (
        tr("Shift: one distinct score a step"),
        tr("Alt: to the nearest rule"),
        tr("Esc: back to the start"),
    )
)
_ON_GRIP = tr("Drag to move the threshold{between}{held}", between=BETWEEN, held=_HELD)
_ON_SECOND = tr("Drag for a grey zone between two lines; pushed together they are one")
_ON_POINT = BETWEEN.join((tr("Click to put the threshold here"), tr("drag to go on from here")))
_ON_MARK = tr("Click to use the rule")
_IN_HAND = Qt.CursorShape.OpenHandCursor  # over the operating point
LOCKED = tr("The threshold is locked: unlock it to move it")
_ON_GROUND = BETWEEN.join(
    (
        tr("Drag to move the view (Shift, Ctrl, Alt: select scores)"),
        tr("turn the wheel to zoom"),
        tr("double-click for all of it"),
        tr("right-click for more"),
    )
)


@dataclass(frozen=True, eq=False)
class PlotKind:
    """One kind of plot.

    Parameters
    ----------
    id
        The name of the plot in settings, menus and tests.
    title
        What it is called, in the words of a field.
    axes
        The horizontal and the vertical one, in the words of machine learning.
    main
        Makes what is drawn, with the layers that lie over it.
    table
        The id of the table that it is drawn from (`evalgui.io.writers.tables`).
    at_first
        Whether it is among those that are shown until others are chosen.
    is_strip
        Whether it lies across the whole width, below those that stand side by side.
    x_axis_type, y_axis_type
        What draws the axes.
    selected
        Marks selected rows.
    has_top
        Whether an axis may stand above it, too.
    also
        What else it is called, by which it is found.
    """

    id: str
    title: Callable[[Vocabulary], str]
    axes: tuple[Axis, Axis]
    main: Callable[[Plot], MainLayer]
    table: str = ""
    at_first: bool = True
    is_strip: bool = False
    x_axis_type: type[PlotAxis] = PlotAxis
    y_axis_type: type[PlotAxis] = PlotAxis
    selected: type[SelectedRows] = SelectedRows
    has_top: bool = False
    also: tuple[str, ...] = ()


class Plot(QWidget):
    """A plot of a snapshot: it shows the threshold, and asks for another when dragged.

    What it is of stands in its kind; what is drawn are its layers, of which the last is the main
    one. What is asked for leaves through signals.
    """

    threshold_requested = Signal(float)
    second_requested = Signal(float)  # the other end of the grey zone
    drag_committed = Signal()  # of either line
    drag_dropped = Signal()  # it is taken back
    looked_at = Signal(float)  # a threshold that is pointed at, and not taken
    looked_away = Signal()
    choice_requested = Signal(object)  # what a rule chooses, to be used
    turn_came = Signal()  # to show what waited for it
    pin_requested = Signal(float)
    marks_requested = Signal(bool)  # to mark rules on plots, or none
    brushed = Signal(float, float, str)  # a range of scores, and how it joins what is selected
    copy_requested = Signal(str)  # the figure of this plot
    export_requested = Signal(str)
    hinted = Signal(str)  # what the pointer can do here
    steps_requested = Signal(int)
    end_requested = Signal(bool)
    percentile_steps_requested = Signal(int)
    number_asked = Signal(str, QRect)  # a measure or a cell, "" for the threshold, and its place
    awaited = Signal(
        object
    )  # the `Source` of what is worked out in the background once somebody looks at it
    wanted = Signal(object)  # the same by a user, who may have given it up
    maximise_requested = Signal()
    axes_requested = Signal(object)  # other `Axes` of all plots
    bands_requested = Signal(str)  # those of this plot, or none of it
    requested = Signal(object)  # any other request
    score_requested = Signal(int)  # another one that is compared is to be shown
    data_set_requested = Signal(int)
    class_clicked = Signal(int)  # of several whose curves are drawn, -1 for none
    class_requested = Signal(int)  # to assess it against the rest
    waits = False  # with drawing and naming, while it is laid out or until it is its turn

    _is_dressed = False  # in a theme, with fonts

    def __init__(self, kind: PlotKind) -> None:
        super().__init__()
        self.kind, self.plot_id = kind, kind.id
        self.title = title = kind.title(Vocabulary.MACHINE_LEARNING)
        self.words: Words = text.AT_FIRST
        self.snapshot: Snapshot = EMPTY
        self._hold()
        self.grip: Grip | None = None
        self.grey: GreyZoneLine | None = None
        self.brush: Brush | None = None
        self.pins: PinMarks | None = None
        self.mouse = PlotMouse(self)
        self.theme: Theme = LIGHT
        self.viewport = Viewport(0.0, 1.0, 0.0, 1.0, 1.0, 1.0)
        self.x_scale: AxisScale = LinearScale()
        self.y_scale: AxisScale = LinearScale()
        self.picture: Picture | None = None
        self.is_stale = True
        self.is_figure = False
        self.spare_width = self.spare_height = 0.0  # of the canvas, that a square leaves
        self._pixel_ratio = 0.0  # of the screen that the lines were drawn for
        self.names = Names(self)
        self.setObjectName(f"{kind.id}_plot")
        self.header = PlotHeader(title, "")
        axes = self._make_axes()
        self.canvas = PlotCanvas(axes, self.mouse, self)
        self.show_top(None)
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
        self.fading_band = FadingBand(self, self.view_box, self.swept, self.underlay)
        self.selected = kind.selected(self, self.overlay)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.draw)
        # Qt alone ends a plot, with `deleteLater` or with its window, and in order. Collected by
        # Python, its widgets and items would go in any order, in the middle of anything.
        self.destroyed.connect(lambda _ended, _kept=self: None)
        self._arrange()
        self.told = ToldPlot(self)
        self._connect()
        self.main = kind.main(self)
        self._hold(*self.main.layers, self.main)
        self.set_scales(self.x_scale, self.y_scale)

    def _make_axes(self) -> dict[str, PlotAxis]:
        """Make the axes, and return them by where they stand."""
        kind = self.kind
        x_axis, y_axis = kind.axes
        x_name, y_name = wording.short_name(x_axis), wording.short_name(y_axis)
        self.x_axis = kind.x_axis_type("bottom", x_axis.title, x_name, x_axis.scale)
        self.y_axis = kind.y_axis_type("left", y_axis.title, y_name, y_axis.scale)
        self.x_axis.tell_others(x_axis.also)
        self.y_axis.tell_others(y_axis.also)
        self.top_axis = NamedAxis("top", "") if kind.has_top else None
        top = {} if self.top_axis is None else {"top": self.top_axis}
        self._axes: tuple[PlotAxis, ...] = (self.x_axis, self.y_axis, *top.values())
        return {"bottom": self.x_axis, "left": self.y_axis, **top}

    def _arrange(self) -> None:
        self.canvas.setObjectName(f"{self.plot_id}_canvas")
        self.header.button.setObjectName(f"maximise_{self.plot_id}")
        self._name()
        lead_focus(self, self.canvas)
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
        for axis in self._axes:
            axis.set_font(scaled_font(font, SMALL))

    def changeEvent(self, event: QEvent) -> None:
        """Write everything in the font that the program has now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._is_dressed:
            for axis in self._axes:
                axis.set_font(scaled_font(self.font(), SMALL))
            self.set_theme(self.theme)
            self.draw_later()

    def _name(self) -> None:
        for part in (self, self.canvas):
            part.setAccessibleName(tr("{title} plot", title=self.title))

    def _connect(self) -> None:
        canvas = self.canvas
        canvas.steps_requested.connect(self.steps_requested)
        canvas.end_requested.connect(self.end_requested)
        canvas.percentile_steps_requested.connect(self.percentile_steps_requested)
        canvas.reset_requested.connect(self.reset_view)
        canvas.menu_requested.connect(self._open_menu)
        canvas.focus_changed.connect(self.update)
        canvas.table_requested.connect(self.told.open_table)
        later = partial(QTimer.singleShot, 0, canvas, self.told.follow)
        canvas.read_first.connect(later)  # not while it is asked
        self.header.maximise_requested.connect(self.maximise_requested)
        self.header.number_asked.connect(self.number_asked)
        self.header.switched.connect(self.ask_for_axes)
        self.view_box.sigRangeChanged.connect(self.follow_view)
        self.view_box.sigResized.connect(self.follow_view)
        self.view_box.geometryChanged.connect(self._on_view_moved)

    # ------------------------------------------------------------------------ layers

    def _hold(self, *layers: Layer) -> None:
        """Hold layers; a frame of a drag goes only through those that do something in it."""
        self.layers: tuple[Layer, ...] = layers
        kinds = [(layer, type(layer)) for layer in layers]
        self._followers = tuple(
            layer for layer, kind in kinds if kind.render_point is not Layer.render_point
        )
        self._showing = tuple(
            layer for layer, kind in kinds if kind.show_snapshot is not Layer.show_snapshot
        )
        self._with_boxes = tuple(layer for layer, kind in kinds if kind.moving is not Layer.moving)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does."""
        self.words = words_in(vocabulary)
        self.main.set_vocabulary(vocabulary)
        self.told.follow()

    def for_figure(self) -> Plot:
        """Return an empty plot of the same kind."""
        plot = Plot(self.kind)
        plot.set_vocabulary(self.words.vocabulary)
        plot.main.take_choices(self.main)
        return plot

    def render_ranking(self) -> None:
        """Take other scores."""
        for layer in self.layers:
            layer.render_ranking()
        self.header.set_switches(self.switches())

    def render_point(self) -> None:
        """Move what marks the threshold, and nothing else."""
        for layer in self._followers:
            layer.render_point()
        self.told.follow()

    def place_all(self) -> None:
        """Place what is laid over the plot in pixels."""
        for layer in self.layers:
            layer.place()

    def places_of(self, run: Run) -> Sequence[Places]:
        """Return where selected rows are to be marked."""
        return [places for layer in self.layers for places in layer.places_of(run)]

    def show_preview(self, preview: ThresholdPreview | None) -> None:
        """Mark the threshold that is looked at, in any view; None for none."""
        for layer in self.layers:
            layer.show_preview(preview)

    def swept(self, start: OperatingPoint, now: OperatingPoint) -> tuple[QRectF, QPainterPath]:
        """Return what lies between two points in pixels, and the mark of the first."""
        found = (layer.swept(start, now) for layer in self.layers)
        return next(filter(None, found), (QRectF(), QPainterPath()))

    def switches(self) -> list[Switch]:
        """Return what can be switched; the ids of what has no request are those of `Axes`."""
        return [switch for layer in self.layers for switch in layer.switches()]

    @property
    def is_drawing(self) -> bool:
        """Whether lines are being drawn in the background, or something still fades."""
        return self.fading_band.is_seen or any(layer.is_drawing for layer in self.layers)

    def shut_down(self) -> None:
        """End the work in the background, if there is any."""
        for layer in self.layers:
            layer.shut_down()

    # ------------------------------------------------------------------------- names

    def lines_in_pixels(self) -> list[Points]:
        """Return the drawn lines, those of the main layer first: no name may hide them."""
        return [line for layer in (self.main, *self.main.layers) for line in layer.lines()]

    def taken_by_marks(self) -> list[Points]:
        """Return lines in pixels across what else no name may hide, such as marks of rules."""
        return [line for layer in self.layers for line in layer.taken()]

    def moving(self) -> list[Box]:
        """Return where things are that are dragged, in pixels: no name lies there."""
        return [box for layer in self._with_boxes for box in layer.moving()]

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
        self.main.name_lines()

    # ------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        self.snapshot = new
        is_other = self.main.is_other(old, new)
        is_named_otherwise = is_other or new.marks is not old.marks
        if is_named_otherwise or new.comparison is not old.comparison:
            with self.names.once():
                self._show_changes(old, new, is_other=is_other)
        else:
            self._show_changes(old, new, is_other=False)

    def _show_changes(self, old: Snapshot, new: Snapshot, *, is_other: bool) -> None:
        chosen, before = new.choices, old.choices
        if chosen is not before:  # in few frames of a drag
            self.main.hide_values(hidden=chosen.hides_answers)
            is_other = is_other or chosen.axes != before.axes
        if is_other:
            self.mouse.let_go()
            self.render_ranking()
            self.canvas.viewport().update()  # all of it is another: parts would have seams
        is_moved = new.point is not old.point or is_other
        is_moved = is_moved or chosen.hides_answers != before.hides_answers
        if is_moved:
            self.render_point()
        for layer in self._showing:
            layer.show_snapshot(old, new)
        if is_moved or chosen is not before:
            self.names.give_way()
        if is_moved:
            self.mouse.tell_of_drag()
            self.fading_band.follow(old, new)
        elif new.comparison is not old.comparison:
            self.told.follow()
        self.selected.follow(old, new)
        is_marked_otherwise = new.marks is not old.marks or new.stability is not old.stability
        if is_marked_otherwise or is_other or new.pins is not old.pins:
            self.name_all()

    def set_title(self, title: str) -> None:
        """Take another title."""
        self.title = title
        self._name()
        self.header.set_title(title)

    def rename(
        self, title: str, x_axis: Axis, y_axis: Axis, widest_read_out: tuple[str, str]
    ) -> None:
        """Give the plot another title, its axes other names, and its read-out its room."""
        self.set_title(title)
        self.header.set_widest(*widest_read_out)
        for axis, named in ((self.x_axis, x_axis), (self.y_axis, y_axis)):
            axis.rename(named.title, wording.short_name(named))
            axis.tell_others(named.also)
        self.draw_later()  # numbers on axes may be written otherwise, and need another width

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything."""
        self.theme, self._is_dressed = theme, True
        palette = self.palette()
        palette.setColor(palette.ColorRole.Window, QColor(theme.base))
        self.setPalette(palette)
        self.canvas.setBackground(theme.base)
        self.header.set_theme(theme)
        for axis in self._axes:
            axis.set_theme(theme)
        self.legend.recolour(theme.text, theme.base)
        self.drag_mark.recolour(theme, scaled_font(self.font(), NORMAL))
        self.fading_band.recolour(theme.accent)
        for layer in self.layers:
            layer.recolour()
        self.selected.place()
        self.names.place()  # its entries are made anew

    def set_maximised(self, is_maximised: bool) -> None:  # noqa: FBT001 - a setter of Qt's kind
        """Let the header show whether the plot is alone."""
        self.header.set_maximised(is_maximised)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.header.set_pointed(is_pointed=True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.header.set_pointed(is_pointed=False)

    def set_picture(self, picture: Picture) -> None:
        """Take the axes of another picture, and show all of it."""
        self.picture = picture
        self.x_axis.measure(picture.x_axis.ruler)
        self.y_axis.measure(picture.y_axis.ruler)
        self.set_scales(*picture.scales)

    def show_top(self, axis: PictureAxis | None) -> None:
        """Show an axis above, or none."""
        top = self.top_axis
        if top is not None:
            top.setVisible(axis is not None)
            if axis is None:
                top.setHeight(0)
                return
            top.name({place: name for place, name, _more in axis.names})
            top.rename(axis.title)
            top.set_font(scaled_font(self.font(), SMALL))

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

    def fit_axis(self) -> None:
        """Give the left axis the width that its numbers need."""
        below = self._below
        self.y_axis.fit_width(lambda width: self.canvas.frame_height(below) - self._spare(width)[1])

    @property
    def axis_above(self) -> float:
        """How high the axis above the frame is, in pixels; 0 without one."""
        top = self.top_axis
        return 0.0 if top is None or not top.isVisible() else float(top.fixedHeight)

    @property
    def _below(self) -> float:
        """The height of the axes below and above the frame."""
        return float(self.x_axis.fixedHeight) + self.axis_above

    def fit_frame(self) -> None:
        """Leave the room beside a square to the margins."""
        x, y = self._spare(self.y_axis.fixedWidth)
        self.spare_width, self.spare_height = x, y
        left = 0.0 if self.main.is_named_beside else x / 2
        self.canvas.set_margins(left, y, x - left)

    def _spare(self, axis_width: float) -> tuple[float, float]:
        """Return the width and the height that a square leaves, beside an axis so wide."""
        below = self._below
        if not self.main.is_square:
            return 0.0, 0.0
        return self.canvas.beside_a_square(axis_width, below, self.main.ratio)

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
            for axis in self._axes:
                axis.fit_title()
        self.viewport = viewport
        self.lines.set_viewport(viewport)
        self.place_all()
        self.selected.place()
        self.mouse.tell_of_drag()
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
            for layer in self.layers:
                layer.draw()
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
        self.told.follow()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        is_focused = self.canvas.hasFocus() and self.canvas.shows_focus
        colour = self.theme.text if is_focused else self.theme.grid
        with QPainter(self) as painter:  # which ends, whatever happens
            painter.setPen(QPen(QColor(colour), 2 if is_focused else 1))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    # ------------------------------------------------------------------------- asked

    def ask_for_number(self, cell: str, place: QRectF) -> None:
        """Ask for another number of a cell, which is written at a place."""
        corner = self.mouse.on_screen(place.topLeft())
        self.number_asked.emit(cell, QRect(corner, place.size().toSize()))

    def ask(self, request: Request) -> None:
        """Ask for anything else."""
        self.requested.emit(request)

    def ask_for_axes(self, name: str, is_on: bool) -> None:  # noqa: FBT001 - a slot
        """Ask for other axes of all plots, or for what else a switch stands for."""
        switches = self.switches()
        self.header.set_switches(switches)  # as it is until it is another
        found = next((one.request for one in switches if one.id == name), None)
        if found is not None:
            self.ask(found(is_on))
            return
        self.axes_requested.emit(replace(self.snapshot.choices.axes, **{name: is_on}))

    # ------------------------------------------------------------------------- menu

    def _open_menu(self, position: QPointF, place: QPoint) -> None:
        self.mouse.hover(None)
        menu_of(self.menu_entries(position), self).popup(place)

    def menu_entries(self, position: QPointF) -> tuple[Entry, ...]:
        """Return what the menu offers for a place."""
        reset = None if self.is_home else self.reset_view
        alone = tr("Show &All Plots") if self.header.is_maximised else tr("Show This Plot &Alone")
        table = None if self.picture is None else self.told.open_table
        maximise = None if self.header.button.isHidden() else self.maximise_requested.emit
        asked = (self.copy_requested, self.export_requested)
        copy, export = (partial(one.emit, self.plot_id) for one in asked)
        return (
            *self.mouse.point_entries(position),
            *axis_entries(self.switches(), self.ask_for_axes),
            *self.main.menu_entries(),
            Entry("show_table", tr("Show as Tab&le\tT"), table, starts_group=True),
            Entry("copy_figure", tr("&Copy Figure"), copy),
            Entry("export_figure", tr("&Export Figure\N{HORIZONTAL ELLIPSIS}"), export),
            Entry("reset_plot_view", tr("&Reset View"), reset, starts_group=True),
            Entry("show_alone", alone, maximise),
        )


class PlotMouse:
    """Takes what the mouse does on a plot; what is asked for leaves by the signals of the plot.

    Places are pixels of the view box.
    """

    def __init__(self, plot: Plot) -> None:
        self._plot = plot
        self._drag: ThresholdDrag | None = None
        self._taker: Layer | None = None  # the layer that took the latest press
        self._looked_at: float | None = None
        self._hint = ""

    def hover_text(self, position: QPointF | None) -> str:
        """Mark what is under the mouse, and return words about it; "" for nothing."""
        found = (layer.words_at(position) for layer in self._plot.layers)
        return next((words for words in found if words is not None), "")

    def leads_somewhere(self, position: QPointF) -> bool:
        """Return whether a click takes the threshold to what a place stands for."""
        return any(layer.leads_somewhere(position) for layer in self._plot.layers)

    def threshold_under(self, position: QPointF) -> float | None:
        """Return the threshold that a place stands for, if it does for another one."""
        found = (layer.threshold_at(position) for layer in self._plot.layers)
        return next((one for one in found if one is not None), None)

    @property
    def rule_marks(self) -> RuleMarks | None:
        """The marks of rules on the plot, None where it can have none."""
        found = (layer.rule_marks for layer in self._plot.layers)
        return next((one for one in found if one is not None), None)

    def mark_at(self, position: QPointF) -> Mark | None:
        """Return the mark of a rule at a place, but for one below the operating point."""
        if self._plot.grip is not None and self._plot.grip.cursor_at(position) is _IN_HAND:
            return None
        return None if self.rule_marks is None else self.rule_marks.mark_at(position)

    def pin_at(self, position: QPointF) -> int | None:
        """Return the place of the pin whose mark is at a position."""
        return None if self._plot.pins is None else self._plot.pins.place_at(position)

    # ------------------------------------------------------------------------- drag

    @property
    def is_dragging(self) -> bool:
        """Whether the threshold is held with the mouse."""
        others = (self._plot.grey, self._plot.brush, self._taker)
        return self._drag is not None or any(one is not None and one.is_held for one in others)

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor to show where the threshold can be taken, or sent to."""
        of_layers = (layer.cursor_at(position) for layer in self._plot.layers)
        if (shape := next(filter(None, of_layers), None)) is not None:
            return shape
        if self._plot.grip is None or self._plot.snapshot.point is None:
            return None
        of_second = None if self._plot.grey is None else self._plot.grey.cursor_at(position)
        if of_second is not None and self.mark_at(position) is None:
            return of_second
        shape = self._plot.grip.cursor_at(position)
        is_mark = self.mark_at(position) is not None
        if is_mark or (shape is None and self.leads_somewhere(position)):
            shape = Qt.CursorShape.PointingHandCursor
        is_locked = shape is not None and self._plot.snapshot.inputs.is_locked
        return Qt.CursorShape.ForbiddenCursor if is_locked else shape

    def press(self, position: QPointF) -> None:
        """Take hold of the threshold, or use the rule whose mark is here."""
        self._taker = next((one for one in self._plot.layers if one.press(position)), None)
        if self._taker is not None:
            return
        point, mark = self._plot.snapshot.point, self.mark_at(position)
        if self._plot.grip is None or point is None:
            return
        self.hover(None)
        if mark is None and self._plot.grey is not None and self._plot.grey.take(position):
            self._say_hint(_ON_SECOND)
            return
        if self._plot.snapshot.inputs.is_locked:
            self._say_hint(LOCKED)
            self._tell(position, LOCKED)
            return
        if mark is not None:
            self._use_mark(mark, position)
            return
        self._drag = ThresholdDrag(point, self._plot.grip, self._nearest_rule)
        self._plot.drag_mark.point(position, self._room)
        self._say_hint(_HELD)
        self._ask(self._drag.take(position))

    def begin_brush(self, position: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Begin to brush a range of scores where a key for it is held; return whether it began."""
        return self._plot.brush is not None and self._plot.brush.take(position, modifiers)

    def double_press(self, position: QPointF) -> None:
        """Take hold of the threshold, as once."""
        if not any(layer.double_press(position) for layer in self._plot.layers):
            self.press(position)

    def drag(
        self,
        position: QPointF,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Ask for the threshold under the mouse."""
        ranking, point = self._plot.snapshot.ranking, self._plot.snapshot.point
        second = None if self._plot.grey is None else self._plot.grey.move(position)
        if second is not None:
            self._plot.second_requested.emit(second)
        if self._plot.brush is not None:
            self._plot.brush.move(position)
        if self._taker is not None:
            self._taker.drag(position)
        if self._drag is None or ranking is None or point is None:
            return
        self._plot.drag_mark.point(position, self._room)
        now = point.threshold
        self._ask(self._drag.wanted(position, modifiers, ranking.table.steps, now))

    def release(self) -> None:
        """Let go: the threshold stays."""
        if self._plot.grey is not None and self._plot.grey.let_go():
            self._plot.drag_committed.emit()
        if self._taker is not None and self._taker.let_go():
            self._plot.drag_committed.emit()
        brushed = None if self._plot.brush is None else self._plot.brush.let_go()
        if brushed is not None:
            self._plot.brushed.emit(*brushed)
        held = self.let_go()
        if held is not None and held.has_asked:
            self._plot.drag_committed.emit()

    def cancel(self) -> None:
        """Let go, and ask for everything to be as before."""
        if self._plot.grey is not None and self._plot.grey.let_go():
            self._plot.drag_dropped.emit()
        if self._taker is not None and self._taker.give_up():
            self._plot.drag_dropped.emit()
        held = self.let_go()
        if held is not None and held.has_asked:
            self._plot.drag_dropped.emit()

    def let_go(self) -> ThresholdDrag | None:
        """Hold nothing any more; return what was held."""
        held, self._drag = self._drag, None
        for one in (self._plot.grey, self._plot.brush, self._taker):
            if one is not None:
                one.let_go()
        self._taker = None
        self._plot.drag_mark.end()
        return held

    @property
    def _room(self) -> tuple[float, float]:
        """The size of the plot in pixels."""
        return self._plot.viewport.width, self._plot.viewport.height

    def tell_of_drag(self) -> None:
        """Say what the drag has brought so far."""
        held, now, snapshot = self._drag, self._plot.snapshot.point, self._plot.snapshot
        if held is None or now is None:
            return
        if is_same_threshold(held.start.threshold, now.threshold):
            self._plot.drag_mark.end()
            return
        words = in_words(held.start, now, snapshot.score, self._plot.words)
        self._plot.drag_mark.tell(words, *self._plot.swept(held.start, now))

    def hover(self, position: QPointF | None) -> None:
        """Tell about what is under the mouse."""
        self._say_hint("" if position is None else self.hint_at(position))
        mark = None if position is None else self.mark_at(position)
        if position is None or mark is None:
            words = self.hover_text(position)
            if position is not None and (pin := self.pin_at(position)) is not None:
                words = told_of_pin(self._plot.snapshot, pin, self._plot.words)
            self._look_at(None if position is None else self._elsewhere(position))
        else:
            self.hover_text(None)
            words = told(mark.choices, self._plot.snapshot.score, self._plot.words)
            self._look_at(mark.choices[0].threshold)
        if words and position is not None:
            self._tell(position, words)
        elif QToolTip.isVisible():
            QToolTip.hideText()

    def _tell(self, position: QPointF, words: str) -> None:
        """Say something beside the pointer."""
        QToolTip.showText(self.on_screen(position), text.tip(words), self._plot.canvas.viewport())

    def on_screen(self, position: QPointF) -> QPoint:
        """Return where a place is on the screen."""
        scene = self._plot.view_box.mapToScene(position)
        place: QPoint = self._plot.canvas.viewport().mapToGlobal(
            self._plot.canvas.mapFromScene(scene)
        )
        return place

    def _use_mark(self, mark: Mark, position: QPointF) -> None:
        """Use the rule of a mark; of several that put the threshold there, ask which."""
        entries = self.choice_entries(mark)
        if len(entries) > 1:
            menu_of(entries, self._plot).popup(self.on_screen(position))
        else:
            self._plot.choice_requested.emit(mark.choices[0])

    def choice_entries(self, mark: Mark) -> tuple[Entry, ...]:
        """Return what the menu offers for a mark: each of its rules."""
        names = [short_name(choice, self._plot.words) for choice in mark.choices]
        use = None if self._plot.snapshot.inputs.is_locked else self._plot.choice_requested.emit
        return uses(mark.choices, names, use)

    def _elsewhere(self, position: QPointF) -> float | None:
        """Return the threshold under the mouse, where a click would not just take hold."""
        if self._plot.grip is not None and self._plot.grip.cursor_at(position) in _GRASPING:
            return None
        pin = self.pin_at(position)
        return (
            self.threshold_under(position)
            if pin is None
            else self._plot.snapshot.pins[pin].threshold
        )

    def hint_at(self, position: QPointF) -> str:
        """Return what the pointer can do at a place."""
        of_layers = (layer.hint_at(position) for layer in self._plot.layers)
        return next(filter(None, of_layers), "") or self._hint_at(position)

    def _hint_at(self, position: QPointF) -> str:
        if self._plot.grip is None or self._plot.snapshot.point is None:
            return ""
        is_mark = self.mark_at(position) is not None
        if (
            not is_mark
            and self._plot.grey is not None
            and self._plot.grey.cursor_at(position) is not None
        ):
            return _ON_SECOND
        if self._plot.snapshot.inputs.is_locked and self.cursor_at(position) is not None:
            return LOCKED
        if is_mark:
            return _ON_MARK
        if self._plot.grip.cursor_at(position) in _GRASPING:
            return _ON_GRIP
        return _ON_POINT if self.leads_somewhere(position) else _ON_GROUND

    def _say_hint(self, hint: str) -> None:
        if hint != self._hint:
            self._hint = hint
            self._plot.hinted.emit(hint)

    def _look_at(self, threshold: float | None) -> None:
        """Say which threshold is pointed at, when it is another one."""
        before, self._looked_at = self._looked_at, threshold
        if threshold is None:
            if before is not None:
                self._plot.looked_away.emit()
        elif before is None or not is_same_threshold(before, threshold):
            self._plot.looked_at.emit(threshold)

    def point_entries(self, position: QPointF) -> tuple[Entry, ...]:
        """Return what the menu offers for the point at a place."""
        point, mark = self._plot.snapshot.point, self.mark_at(position)
        if self._plot.grip is None or point is None:
            return ()
        use: Callable[[], object] | None = None
        there = self._elsewhere(position)
        rules = () if mark is None else self.choice_entries(mark)
        if mark is not None:
            there = mark.choices[0].threshold
        elif there is not None:
            known = there
            use = lambda: self._use(known)  # noqa: E731 - one of two
        if self._plot.snapshot.inputs.is_locked:
            use = None
        pinned = point.threshold if there is None else there
        pin = (
            tr("&Pin This Point")
            if self._plot.snapshot.pin_at(pinned) is None
            else tr("Un&pin This Point")
        )
        has_marks = self._plot.snapshot.choices.has_marks
        return (
            *(rules or (Entry("use_point", tr("&Use This Point"), use),)),
            Entry("pin_point", pin, lambda: self._plot.pin_requested.emit(pinned)),
            Entry(
                "rule_marks",
                tr("Rule &Ticks"),
                lambda: self._plot.marks_requested.emit(not has_marks),
                checked=has_marks,
                starts_group=True,
            ),
        )

    def _use(self, threshold: float) -> None:
        self._plot.threshold_requested.emit(threshold)
        self._plot.drag_committed.emit()

    def _nearest_rule(self, position: QPointF) -> float | None:
        """Return the threshold of the rule whose mark is nearest to a place, if there is one."""
        marks = self.rule_marks
        mark = None if marks is None else marks.nearest(position)
        return None if mark is None else mark.choices[0].threshold

    def _ask(self, threshold: float | None) -> None:
        if threshold is not None and self._drag is not None:
            self._drag.has_asked = True
            self._plot.threshold_requested.emit(threshold)
