"""What a plot holds: layers, each of which shows one thing and answers what is done to it.

A plot goes through its layers in their order and knows none of them but the last, its main one,
which draws what the plot is of. A layer does nothing by default, so that it says what it does
alone. Places are pixels of the view box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPointF, QRectF, Qt
    from PySide6.QtGui import QFont, QPainterPath
    from PySide6.QtWidgets import QGraphicsRectItem

    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.core.highlight import Run
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.threshold_preview import ThresholdPreview
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.brush import Brush
    from evalgui.gui.plots.grey_zone_line import GreyZoneLine
    from evalgui.gui.plots.header import PlotHeader, Switch
    from evalgui.gui.plots.legend import Legend
    from evalgui.gui.plots.pin_marks import PinMarks
    from evalgui.gui.plots.plot_axis import PlotAxis
    from evalgui.gui.plots.plot_menu import Entry
    from evalgui.gui.plots.rule_marks import RuleMarks
    from evalgui.gui.plots.selected_marks import Places
    from evalgui.results.geometry import Box, Points
    from evalgui.results.picture import Layer as PictureLayer


class Naming(Protocol):
    """Who places the names of a plot."""

    def place(self) -> bool:
        """Put names where they hide no line; return whether those of all lines have a place."""


class Hovering(Protocol):
    """Who follows the mouse on a plot."""

    def hover(self, position: QPointF | None) -> None:
        """Tell about what is under the mouse."""


class Ground(Protocol):
    """What a layer knows of the plot that holds it, and what it gives to that."""

    snapshot: Snapshot
    words: Words
    legend: Legend
    is_stale: bool
    theme: Theme
    viewport: Viewport
    x_scale: AxisScale
    y_scale: AxisScale
    x_axis: PlotAxis
    overlay: QGraphicsRectItem
    underlay: QGraphicsRectItem
    header: PlotHeader
    is_figure: bool
    grip: Grip | None
    grey: GreyZoneLine | None
    brush: Brush | None
    pins: PinMarks | None

    @property
    def names(self) -> Naming:
        """What places the names."""

    @property
    def mouse(self) -> Hovering:
        """What follows the mouse."""

    def place_rule_marks(self) -> None:
        """Place the marks of rules, and pins, of all layers, when they need not wait."""

    def font(self) -> QFont:
        """Return the font."""

    def ask_for_number(self, cell: str, place: QRectF) -> None:
        """Ask for another number of a cell, which is written at a place."""

    def ask(self, request: Request) -> None:
        """Ask for anything else."""


class Layer:
    """One thing on a plot.

    Parameters
    ----------
    plot
        The plot that holds it.
    """

    def __init__(self, plot: Ground) -> None:
        self.plot = plot

    # ------------------------------------------------------------------------- shown

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots, when the plot shows it."""

    def render_ranking(self) -> None:
        """Take other scores, before anything of them is drawn."""

    def render_point(self) -> None:
        """Follow the threshold, and nothing else: at the speed of a drag."""

    def draw(self) -> None:
        """Draw what the visible range needs, when the lines are drawn."""

    @property
    def is_drawing(self) -> bool:
        """Whether something is drawn in the background."""
        return False

    def shut_down(self) -> None:
        """End the work in the background, if there is any."""

    def switches(self) -> Sequence[Switch]:
        """Return what can be switched; the ids of what has no request are those of `Axes`."""
        return ()

    def place(self) -> None:
        """Place everything for another view."""

    def recolour(self) -> None:
        """Take the theme of the plot, and its font."""

    def show_preview(self, preview: ThresholdPreview | None) -> None:
        """Mark the threshold that is looked at, in any view; None for none."""

    def places_of(self, run: Run) -> Sequence[Places]:
        """Return where selected rows are to be marked."""
        del run
        return ()

    # ------------------------------------------------------------------------- names

    def lines(self) -> Sequence[Points]:
        """Return drawn lines that no name may hide."""
        return ()

    def named(self) -> Sequence[str]:
        """Return what has its name here already."""
        return ()

    def marks(self) -> Sequence[tuple[str, Points | None]]:
        """Return names that stand beside marks where there is room, and where these are."""
        return ()

    def moving(self) -> Sequence[Box]:
        """Return where things are that are dragged: no name lies there."""
        return ()

    def taken(self) -> Sequence[Points]:
        """Return lines across what no name may hide."""
        return ()

    # ------------------------------------------------------------------------- rules

    @property
    def rule_marks(self) -> RuleMarks | None:
        """The marks of rules that it shows, None where it shows none."""
        return None

    def place_rules(self) -> None:
        """Place the marks of rules, and pins, for another view, or others."""

    # -------------------------------------------------------------------------- hand

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor where a press is for this layer; None elsewhere."""
        del position
        return None

    def hint_at(self, position: QPointF) -> str:
        """Return what the pointer can do where a press is for this layer; "" elsewhere."""
        del position
        return ""

    def words_at(self, position: QPointF | None) -> str | None:
        """Return what is said about a place, "" for nothing; None leaves that to others.

        The position is None when the mouse has left.
        """
        del position
        return None

    def threshold_at(self, position: QPointF) -> float | None:
        """Return the threshold to which a click on a place leads; None for none."""
        del position
        return None

    def leads_somewhere(self, position: QPointF) -> bool:
        """Return whether a click on a place takes the threshold to what that stands for."""
        return self.threshold_at(position) is not None

    def swept(
        self, start: OperatingPoint, now: OperatingPoint
    ) -> tuple[QRectF, QPainterPath] | None:
        """Return what lies between two points, and the mark of the first; None for nothing."""
        del start, now
        return None

    def press(self, position: QPointF) -> bool:
        """Take a press; return whether it was for this layer."""
        del position
        return False

    @property
    def is_held(self) -> bool:
        """Whether something of this layer is dragged since it took a press."""
        return False

    def drag(self, position: QPointF) -> None:
        """Move what is held."""

    def let_go(self) -> bool:
        """Hold nothing any more; return whether what was held asked for anything."""
        return False

    def give_up(self) -> bool:
        """Hold nothing any more, and take back what was asked for; return as `let_go` does."""
        return self.let_go()

    def double_press(self, position: QPointF) -> bool:
        """Take the second press of two; return whether it was for this layer."""
        del position
        return False


class MainLayer(Layer):
    """What a plot is of: it gives the plot its axes and names, and draws its picture.

    Parameters
    ----------
    plot
        The plot that holds it, whose axes and surface are there already.
    """

    layers: tuple[Layer, ...] = ()  # what lies over it, shown before it
    is_filled = False  # whether its lines are outlines of what stands on the ground

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does."""
        raise NotImplementedError

    def take_choices(self, other: MainLayer) -> None:
        """Show what is chosen in another one of the same kind, and stands in no snapshot."""

    def is_other(self, old: Snapshot, new: Snapshot) -> bool:
        """Return whether two snapshots are of other scores."""
        return new.ranking is not old.ranking

    def hide_values(self, *, hidden: bool) -> None:
        """Leave what is told at the threshold to be worked out, or show it."""
        self.plot.header.hide_values(hidden=hidden)

    @property
    def is_named_beside(self) -> bool:
        """Whether room beside a square is for names, and so all of it at one side."""
        return False

    @property
    def taken_around(self) -> tuple[float, float]:
        """How many pixels at the right of the axes, and above them, are no room for names."""
        return 0.0, 0.0

    @property
    def ratio(self) -> float:
        """How much higher than wide the frame of a square is: units are as long on both axes."""
        return 1.0

    @property
    def is_square(self) -> bool:
        """Whether a unit is as long on one axis as on the other when the whole plot is shown."""
        return False

    def anchors(self) -> Sequence[Points | None]:
        """Return for each entry of the legend what it names, in pixels; None for what is not drawn.

        A line is the very one that `lines` or `helping_lines` returns.
        """
        return ()

    def helping_lines(self) -> Sequence[Points]:
        """Return lines in pixels that names had better not lie on."""
        return ()

    def name_lines(self) -> None:
        """Find places for names anew, since lines are drawn anew, or the room is another."""
        self.plot.names.place()

    def menu_entries(self) -> Sequence[Entry]:
        """Return what the menu offers, besides what it does for all plots."""
        return ()

    # ------------------------------------------------------------------------- told

    def described(self) -> str:
        """Return what holds at the threshold, or words in the place of the picture."""
        return self.plot.header.described

    def moving_layers(self) -> Sequence[PictureLayer]:
        """Return what moves with the threshold, as it is now, in units of the axes."""
        return ()


class Grip(Protocol):
    """Something on a plot that a drag takes hold of. Positions are pixels of the view box."""

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor to show where a press would take hold; None elsewhere."""

    def take(self, position: QPointF) -> float | None:
        """Take hold; return a threshold to ask for at once, if the press itself says one."""

    def move(self, position: QPointF) -> float | None:
        """Return the threshold to ask for when the mouse is here; None for no change."""

    def resume(self) -> None:
        """Go on from here: the threshold was moved otherwise since the last `move`."""

    def toward_higher(self, moved: QPointF) -> float:
        """Return how many pixels of a movement go toward higher scores, below 0 for lower ones."""
