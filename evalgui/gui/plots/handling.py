"""What the mouse does on a plot: it takes the threshold, moves it, and points at others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QToolTip, QWidget

from evalgui.core.snapshot import EMPTY
from evalgui.core.thresholds import is_same_threshold
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.gui.look import text
from evalgui.gui.plots.drag_mark import DragMark, in_words
from evalgui.gui.plots.held import Held
from evalgui.gui.plots.hint_line import BETWEEN
from evalgui.gui.plots.pin_marks import PinMarks
from evalgui.gui.plots.pin_marks import told as told_of_pin
from evalgui.gui.plots.plot_menu import Entry, axis_entries, menu_of, uses
from evalgui.gui.plots.rule_names import short_name, told

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyqtgraph as pg
    from PySide6.QtCore import QPoint

    from evalgui.core.curves.scales import Viewport
    from evalgui.core.ghost import Ghost
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.plots.brush import Brush
    from evalgui.gui.plots.canvas import PlotCanvas
    from evalgui.gui.plots.grey_line import GreyLine
    from evalgui.gui.plots.grip import Grip
    from evalgui.gui.plots.header import PlotHeader, Switch
    from evalgui.gui.plots.layer import Layer
    from evalgui.gui.plots.rule_marks import Mark, RuleMarks

PASSED_ON = (
    *("threshold_requested", "threshold_committed", "threshold_dropped"),
    *("looked_at", "looked_away", "choice_requested", "pin_requested", "marks_requested"),
    *("copy_requested", "export_requested", "axes_requested", "bands_requested"),
    *("second_requested", "second_committed", "second_dropped", "brushed"),
    *("steps_requested", "end_requested", "percentile_steps_requested", "number_asked"),
)
"""The signals of a plot that whoever holds it has, too, and passes on."""

_GRASPING = (
    Qt.CursorShape.OpenHandCursor,
    Qt.CursorShape.SizeHorCursor,
    Qt.CursorShape.SizeVerCursor,
)
_HELD = BETWEEN.join(
    ("Shift: one distinct score a step", "Alt: to the nearest rule", "Esc: back to the start")
)
_ON_GRIP = f"Drag to move the threshold{BETWEEN}{_HELD}"
_ON_SECOND = "Drag for a grey zone between two lines; pushed together they are one"
_ON_POINT = BETWEEN.join(("Click to put the threshold here", "drag to go on from here"))
_ON_MARK = "Click to use the rule"
_IN_HAND = Qt.CursorShape.OpenHandCursor  # over the operating point
LOCKED = "The threshold is locked: unlock it to move it"
_ON_GROUND = BETWEEN.join(
    (
        "Drag to move the view (Shift, Ctrl, Alt: select scores)",
        "turn the wheel to zoom",
        "double-click for all of it",
        "right-click for more",
    )
)


class Handling(QWidget):
    """A plot in the hand of a user; what is asked for leaves through signals.

    Places are pixels of the view box.
    """

    threshold_requested = Signal(float)
    threshold_committed = Signal()
    threshold_dropped = Signal()  # the drag is taken back
    looked_at = Signal(float)  # a threshold that is pointed at, and not taken
    looked_away = Signal()
    choice_requested = Signal(object)  # what a rule chooses, to be used
    turn_came = Signal()  # to show what waited for it
    pin_requested = Signal(float)
    marks_requested = Signal(bool)  # to mark rules on plots, or none
    second_requested = Signal(float)  # the other end of the grey zone
    second_committed = Signal()
    second_dropped = Signal()
    brushed = Signal(float, float, str)  # a range of scores, and how it joins what is selected
    copy_requested = Signal(str)  # the figure of this plot
    export_requested = Signal(str)
    hinted = Signal(str)  # what the pointer can do here
    steps_requested = Signal(int)
    end_requested = Signal(bool)
    percentile_steps_requested = Signal(int)
    number_asked = Signal(str, QRect)  # a measure or a cell, "" for the threshold, and its place
    maximise_requested = Signal()
    axes_requested = Signal(object)  # other `Axes` of all plots
    bands_requested = Signal(str)  # those of this plot, or none of it

    plot_id: str
    canvas: PlotCanvas
    header: PlotHeader
    view_box: pg.ViewBox
    drag_mark: DragMark
    viewport: Viewport
    pins: PinMarks | None = None  # the pinned operating points on the plot
    _words: Words = MACHINE_LEARNING

    def __init__(self) -> None:
        super().__init__()
        self.layers: list[Layer] = []
        self.snapshot: Snapshot = EMPTY
        self.grip: Grip | None = None
        self.grey: GreyLine | None = None
        self.brush: Brush | None = None
        self._held: Held | None = None
        self._looked_at: float | None = None
        self._hint = ""

    # ------------------------------------------------------------------- for each kind

    def hover_text(self, position: QPointF | None) -> str:
        """Mark what is under the mouse, and return words about it; "" for nothing."""
        return self.words_of_layers(position) or ""

    def words_of_layers(self, position: QPointF | None) -> str | None:
        """Return what a layer says about a place; None where all leave that to others."""
        found = (layer.words_at(position) for layer in self.layers)
        return next((words for words in found if words is not None), None)

    def leads_somewhere(self, position: QPointF) -> bool:
        """Return whether a click takes the threshold to what a place stands for."""
        return Handling.threshold_under(self, position) is not None

    def threshold_under(self, position: QPointF) -> float | None:
        """Return the threshold that a place stands for, if it does for another one."""
        found = (layer.threshold_at(position) for layer in self.layers)
        return next((one for one in found if one is not None), None)

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Mark the threshold that is looked at, in any view; None for none."""
        for layer in self.layers:
            layer.show_ghost(ghost)

    def swept(self, start: OperatingPoint, now: OperatingPoint) -> tuple[QRectF, QPainterPath]:
        """Return what lies between two points in pixels, and the mark of the first."""
        found = (layer.swept(start, now) for layer in self.layers)
        return next(filter(None, found), (QRectF(), QPainterPath()))

    def switches(self) -> list[Switch]:
        """Return what of the axes can be chosen; their ids are those of `Axes`."""
        return [switch for layer in self.layers for switch in layer.switches()]

    @property
    def words(self) -> Words:
        """The words of the field."""
        return self._words

    @property
    def rule_marks(self) -> RuleMarks | None:
        """The marks of rules on the plot, None where it can have none."""
        found = (layer.rule_marks for layer in self.layers)
        return next((one for one in found if one is not None), None)

    def mark_at(self, position: QPointF) -> Mark | None:
        """Return the mark of a rule at a place, but for one below the operating point."""
        if self.grip is not None and self.grip.cursor_at(position) is _IN_HAND:
            return None
        return None if self.rule_marks is None else self.rule_marks.mark_at(position)

    def pin_at(self, position: QPointF) -> int | None:
        """Return the place of the pin whose mark is at a position."""
        return None if self.pins is None else self.pins.place_at(position)

    # ------------------------------------------------------------------------- drag

    @property
    def is_dragging(self) -> bool:
        """Whether the threshold is held with the mouse."""
        others = (self.grey, self.brush)
        return self._held is not None or any(one is not None and one.is_held for one in others)

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor to show where the threshold can be taken, or sent to."""
        of_layers = (layer.cursor_at(position) for layer in self.layers)
        if (shape := next(filter(None, of_layers), None)) is not None:
            return shape
        if self.grip is None or self.snapshot.point is None:
            return None
        of_second = None if self.grey is None else self.grey.cursor_at(position)
        if of_second is not None and self.mark_at(position) is None:
            return of_second
        shape = self.grip.cursor_at(position)
        is_mark = self.mark_at(position) is not None
        if is_mark or (shape is None and self.leads_somewhere(position)):
            shape = Qt.CursorShape.PointingHandCursor
        is_locked = shape is not None and self.snapshot.inputs.is_locked
        return Qt.CursorShape.ForbiddenCursor if is_locked else shape

    def press(self, position: QPointF) -> None:
        """Take hold of the threshold, or use the rule whose mark is here."""
        if any(layer.press(position) for layer in self.layers):
            return
        point, mark = self.snapshot.point, self.mark_at(position)
        if self.grip is None or point is None:
            return
        self.hover(None)
        if mark is None and self.grey is not None and self.grey.take(position):
            self._say_hint(_ON_SECOND)
            return
        if self.snapshot.inputs.is_locked:
            self._say_hint(LOCKED)
            self._tell(position, LOCKED)
            return
        if mark is not None:
            self._use_mark(mark, position)
            return
        self._held = Held(point, self.grip, self._nearest_rule)
        self.drag_mark.point(position, self._room)
        self._say_hint(_HELD)
        self._ask(self._held.take(position))

    def begin_brush(self, position: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Begin to brush a range of scores where a key for it is held; return whether it began."""
        return self.brush is not None and self.brush.take(position, modifiers)

    def double_press(self, position: QPointF) -> None:
        """Take hold of the threshold, as once."""
        if not any(layer.double_press(position) for layer in self.layers):
            self.press(position)

    def drag(
        self,
        position: QPointF,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Ask for the threshold under the mouse."""
        ranking, point = self.snapshot.ranking, self.snapshot.point
        second = None if self.grey is None else self.grey.move(position)
        if second is not None:
            self.second_requested.emit(second)
        if self.brush is not None:
            self.brush.move(position)
        if self._held is None or ranking is None or point is None:
            return
        self.drag_mark.point(position, self._room)
        now = point.threshold
        self._ask(self._held.wanted(position, modifiers, ranking.table.steps, now))

    def release(self) -> None:
        """Let go: the threshold stays."""
        if self.grey is not None and self.grey.let_go():
            self.second_committed.emit()
        brushed = None if self.brush is None else self.brush.let_go()
        if brushed is not None:
            self.brushed.emit(*brushed)
        held = self.let_go()
        if held is not None and held.has_asked:
            self.threshold_committed.emit()

    def cancel(self) -> None:
        """Let go, and ask for everything to be as before."""
        if self.grey is not None and self.grey.let_go():
            self.second_dropped.emit()
        held = self.let_go()
        if held is not None and held.has_asked:
            self.threshold_dropped.emit()

    def let_go(self) -> Held | None:
        """Hold nothing any more; return what was held."""
        held, self._held = self._held, None
        for one in (self.grey, self.brush):
            if one is not None:
                one.let_go()
        self.drag_mark.end()
        return held

    @property
    def _room(self) -> tuple[float, float]:
        """The size of the plot in pixels."""
        return self.viewport.width, self.viewport.height

    def tell_of_drag(self) -> None:
        """Say what the drag has brought so far."""
        held, now, snapshot = self._held, self.snapshot.point, self.snapshot
        if held is None or now is None:
            return
        if is_same_threshold(held.start.threshold, now.threshold):
            self.drag_mark.end()
            return
        words = in_words(held.start, now, snapshot.score, self._words)
        self.drag_mark.tell(words, *self.swept(held.start, now))

    def hover(self, position: QPointF | None) -> None:
        """Tell about what is under the mouse."""
        self._say_hint("" if position is None else self.hint_at(position))
        mark = None if position is None else self.mark_at(position)
        if position is None or mark is None:
            words = self.hover_text(position)
            if position is not None and (pin := self.pin_at(position)) is not None:
                words = told_of_pin(self.snapshot, pin, self._words)
            self._look_at(None if position is None else self._elsewhere(position))
        else:
            self.hover_text(None)
            words = told(mark.choices, self.snapshot.score, self._words)
            self._look_at(mark.choices[0].threshold)
        if words and position is not None:
            self._tell(position, words)
        elif QToolTip.isVisible():
            QToolTip.hideText()

    def _tell(self, position: QPointF, words: str) -> None:
        """Say something beside the pointer."""
        QToolTip.showText(self._on_screen(position), text.plain(words), self.canvas.viewport())

    def ask_for_number(self, cell: str, place: QRectF) -> None:
        """Ask for another number of a cell, which is written at a place."""
        corner = self._on_screen(place.topLeft())
        self.number_asked.emit(cell, QRect(corner, place.size().toSize()))

    def _on_screen(self, position: QPointF) -> QPoint:
        scene = self.view_box.mapToScene(position)
        place: QPoint = self.canvas.viewport().mapToGlobal(self.canvas.mapFromScene(scene))
        return place

    def _use_mark(self, mark: Mark, position: QPointF) -> None:
        """Use the rule of a mark; of several that put the threshold there, ask which."""
        entries = self.choice_entries(mark)
        if len(entries) > 1:
            menu_of(entries, self).popup(self._on_screen(position))
        else:
            self.choice_requested.emit(mark.choices[0])

    def choice_entries(self, mark: Mark) -> tuple[Entry, ...]:
        """Return what the menu offers for a mark: each of its rules."""
        names = [short_name(choice, self._words) for choice in mark.choices]
        use = None if self.snapshot.inputs.is_locked else self.choice_requested.emit
        return uses(mark.choices, names, use)

    def _elsewhere(self, position: QPointF) -> float | None:
        """Return the threshold under the mouse, where a click would not just take hold."""
        if self.grip is not None and self.grip.cursor_at(position) in _GRASPING:
            return None
        pin = self.pin_at(position)
        return self.threshold_under(position) if pin is None else self.snapshot.pins[pin].threshold

    def hint_at(self, position: QPointF) -> str:
        """Return what the pointer can do at a place."""
        of_layers = (layer.hint_at(position) for layer in self.layers)
        return next(filter(None, of_layers), "") or self._hint_at(position)

    def _hint_at(self, position: QPointF) -> str:
        if self.grip is None or self.snapshot.point is None:
            return ""
        is_mark = self.mark_at(position) is not None
        if not is_mark and self.grey is not None and self.grey.cursor_at(position) is not None:
            return _ON_SECOND
        if self.snapshot.inputs.is_locked and self.cursor_at(position) is not None:
            return LOCKED
        if is_mark:
            return _ON_MARK
        if self.grip.cursor_at(position) in _GRASPING:
            return _ON_GRIP
        return _ON_POINT if self.leads_somewhere(position) else _ON_GROUND

    def _say_hint(self, hint: str) -> None:
        if hint != self._hint:
            self._hint = hint
            self.hinted.emit(hint)

    def _look_at(self, threshold: float | None) -> None:
        """Say which threshold is pointed at, when it is another one."""
        before, self._looked_at = self._looked_at, threshold
        if threshold is None:
            if before is not None:
                self.looked_away.emit()
        elif before is None or not is_same_threshold(before, threshold):
            self.looked_at.emit(threshold)

    def point_entries(self, position: QPointF) -> tuple[Entry, ...]:
        """Return what the menu offers for the point at a place."""
        point, mark = self.snapshot.point, self.mark_at(position)
        if self.grip is None or point is None:
            return ()
        use: Callable[[], object] | None = None
        there = self._elsewhere(position)
        rules = () if mark is None else self.choice_entries(mark)
        if mark is not None:
            there = mark.choices[0].threshold
        elif there is not None:
            known = there
            use = lambda: self._use(known)  # noqa: E731 - one of two
        if self.snapshot.inputs.is_locked:
            use = None
        pinned = point.threshold if there is None else there
        pin = "&Pin This Point" if self.snapshot.pin_at(pinned) is None else "Un&pin This Point"
        has_marks = self.snapshot.choices.has_marks
        return (
            *(rules or (Entry("use_point", "&Use This Point", use),)),
            Entry("pin_point", pin, lambda: self.pin_requested.emit(pinned)),
            Entry(
                "rule_marks",
                "Rule &Ticks",
                lambda: self.marks_requested.emit(not has_marks),
                checked=has_marks,
                starts_group=True,
            ),
        )

    def axis_entries(self) -> tuple[Entry, ...]:
        """Return what the menu offers for the axes."""
        return axis_entries(self.switches(), self.ask_for_axes)

    def ask_for_axes(self, name: str, is_on: bool) -> None:  # noqa: FBT001 - a slot
        """Ask for other axes of all plots."""
        self.header.set_switches(self.switches())  # as it is until it is another
        self.axes_requested.emit(replace(self.snapshot.choices.axes, **{name: is_on}))

    def _use(self, threshold: float) -> None:
        self.threshold_requested.emit(threshold)
        self.threshold_committed.emit()

    def _nearest_rule(self, position: QPointF) -> float | None:
        """Return the threshold of the rule whose mark is nearest to a place, if there is one."""
        marks = self.rule_marks
        mark = None if marks is None else marks.nearest(position)
        return None if mark is None else mark.choices[0].threshold

    def _ask(self, threshold: float | None) -> None:
        if threshold is not None and self._held is not None:
            self._held.has_asked = True
            self.threshold_requested.emit(threshold)
