"""Rules on a plot: labelled ticks under the axis of the scores, labelled dots on curves, names."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.biometrics.presentation_attacks import ONE_IN
from evalgui.core.languages import tr
from evalgui.core.rules.biometric_figures import FMR_TARGETS
from evalgui.core.thresholds import is_same_threshold
from evalgui.gui.isolation import apart
from evalgui.gui.look import text
from evalgui.results.free_place import DOT, boxes_beside, names_on_a_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.rules.rule import Choice
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme
    from evalgui.results.geometry import Box
    from evalgui.results.picture import Points

    Place: TypeAlias = "tuple[float, float]"

    from evalgui.core.dataset import Score


_REACH = 7.0  # pixels around a mark in which it is meant
_JOINED = ", "


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """One or several rules that choose the same operating point.

    Parameters
    ----------
    choices
        What they choose.
    label
        Their short names.
    is_in_force
        Whether one of them put the threshold where it is.
    """

    choices: tuple[Choice, ...]
    label: str
    is_in_force: bool


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A mark in pixels; the box is that of its name, None where there is no room for it."""

    mark: Mark
    at: QPointF
    box: QRectF | None


def marks_of(snapshot: Snapshot, words: Words) -> tuple[Mark, ...]:
    """Return the marks of a snapshot; rules with the same operating point are one mark."""
    by_row: dict[int, list[Choice]] = {}
    for choice in snapshot.marks:
        if choice.threshold is not None:
            by_row.setdefault(choice.row, []).append(choice)
    found = []
    for choices in by_row.values():
        names = dict.fromkeys(short_name(choice, words) for choice in choices)
        in_force = any(is_in_force(choice, snapshot) for choice in choices)
        found.append(Mark(tuple(choices), _JOINED.join(names), in_force))
    return tuple(found)


def rect_of(box: Box | None) -> QRectF | None:
    """Return a box as Qt has it."""
    return None if box is None else QRectF(QPointF(*box[:2]), QPointF(*box[2:]))


class RuleMarks(QGraphicsItem):
    """Marks with their names, which know what is pointed at."""

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.placed: tuple[Placed, ...] = ()
        self._font = QFont()
        self._colours = QColor(), QColor(), QColor()  # of others, of the one in force, behind
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def dress(self, theme: Theme, font: QFont) -> None:
        """Set colours and font."""
        self._colours = QColor(theme.faint_text), QColor(theme.accent), QColor(theme.base)
        self._font = font
        self.update()

    def _show(self, placed: Sequence[Placed]) -> None:
        self.prepareGeometryChange()
        self.placed = tuple(placed)
        self.setVisible(bool(self.placed))
        self.update()

    def _sizes(self, marks: Sequence[Mark]) -> list[Place]:
        metrics = QFontMetricsF(self._font)
        return [(metrics.horizontalAdvance(mark.label), metrics.height()) for mark in marks]

    def mark_at(self, position: QPointF) -> Mark | None:
        """Return the mark, or the name of a mark, at a place."""
        for one in self.placed:
            if one.box is not None and one.box.contains(position):
                return one.mark
        near = [one for one in self.placed if self.distance(one, position) <= _REACH]
        return min(near, key=lambda one: self.distance(one, position)).mark if near else None

    def nearest(self, position: QPointF) -> Mark | None:
        """Return the mark nearest to a place, however far it is."""
        if not self.placed:
            return None
        return min(self.placed, key=lambda one: self.distance_along(one, position)).mark

    def distance(self, one: Placed, position: QPointF) -> float:
        """Return how far a place is from a mark."""
        away = one.at - position
        return math.hypot(away.x(), away.y())

    def distance_along(self, one: Placed, position: QPointF) -> float:
        """Return how far a place is from a mark for who drags the threshold."""
        return self.distance(one, position)

    def _shape(self, one: Placed) -> QRectF:
        """Return what a mark covers without its name."""
        return QRectF(one.at.x() - DOT, one.at.y() - DOT, 2 * DOT, 2 * DOT)

    def boundingRect(self) -> QRectF:
        bounds = QRectF()
        for one in self.placed:
            bounds |= self._shape(one)
            if one.box is not None:
                bounds |= one.box
        return bounds.adjusted(-2, -2, 2, 2)

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        exposed = QRectF(option.exposedRect).adjusted(-2, -2, 2, 2)  # lines and letters overhang
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        faint, accent, ground = self._colours
        for one in self.placed:
            colour = accent if one.mark.is_in_force else faint
            if self._shape(one).intersects(exposed):
                self._paint_mark(painter, one, colour, ground)
            if one.box is not None and one.box.intersects(exposed):
                painter.setPen(colour)
                painter.drawText(one.box, Qt.AlignmentFlag.AlignVCenter, one.mark.label)

    def _paint_mark(self, painter: QPainter, one: Placed, colour: QColor, ground: QColor) -> None:
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(QBrush(ground))
        painter.drawEllipse(one.at, DOT, DOT)


class DotMarks(RuleMarks):
    """Dots on a curve."""

    @property
    def boxes(self) -> list[tuple[float, float, float, float]]:
        """What dots and names cover, in pixels: left, top, right, bottom."""
        shapes = [self._shape(one) for one in self.placed]
        names = [one.box for one in self.placed if one.box is not None]
        return [(box.left(), box.top(), box.right(), box.bottom()) for box in (*shapes, *names)]

    def show_marks(
        self,
        marks: Sequence[Mark],
        place_of: Callable[[Mark], Place],
        room: Place,
        lines: Iterable[Points],
    ) -> None:
        """Show marks where they lie on a curve in view, in pixels; NaN has no place."""
        inside = QRectF(0, 0, *room)
        known = [(mark, place_of(mark)) for mark in marks]
        seen = [
            (mark, at)
            for mark, at in known
            if all(map(math.isfinite, at)) and inside.contains(QPointF(*at))
        ]
        sizes = self._sizes([mark for mark, _at in seen])
        boxes = boxes_beside([at for _mark, at in seen], sizes, room, lines)
        pairs = zip(seen, boxes, strict=True)
        self._show([Placed(mark, QPointF(*at), rect_of(box)) for (mark, at), box in pairs])


class TickMarks(RuleMarks):
    """Ticks in a strip below the numbers of an axis."""

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent, level)
        self.strip = QRectF()

    def show_marks(
        self, marks: Sequence[Mark], place_of: Callable[[Mark], float], strip: QRectF
    ) -> None:
        """Show marks along a strip, in pixels; those out of view have no place."""
        self.strip = strip
        known = [(mark, place_of(mark)) for mark in marks]
        seen = [(mark, x) for mark, x in known if strip.left() <= x <= strip.right()]
        widths = [width for width, _height in self._sizes([mark for mark, _x in seen])]
        begins = names_on_a_line([x for _mark, x in seen], widths, strip.width())
        placed = []
        for (mark, x), width, begin in zip(seen, widths, begins, strict=True):
            box = None if begin is None else QRectF(begin, strip.top(), width + 1, strip.height())
            placed.append(Placed(mark, QPointF(x, strip.center().y()), box))
        self._show(placed)

    def distance(self, one: Placed, position: QPointF) -> float:
        """Return how far a place in the strip is from a tick; elsewhere there is none."""
        is_inside = self.strip.adjusted(-1, 0, 1, 0).contains(position)
        return abs(one.at.x() - position.x()) if is_inside else math.inf

    def distance_along(self, one: Placed, position: QPointF) -> float:
        """Return how far a place is from a tick along the axis."""
        return abs(one.at.x() - position.x())

    def _shape(self, one: Placed) -> QRectF:
        return QRectF(one.at.x() - 1, self.strip.top(), 2, self.strip.height())

    def _paint_mark(self, painter: QPainter, one: Placed, colour: QColor, _ground: QColor) -> None:
        painter.setPen(QPen(colour, 1.5))
        x = one.at.x()
        painter.drawLine(QLineF(x, self.strip.top() + 1, x, self.strip.bottom() - 1))


_AT_LEAST, _AT_MOST = "\N{GREATER-THAN OR EQUAL TO}", "\N{LESS-THAN OR EQUAL TO}"
_TARGETS = {
    "sensitivity": ("TPR", _AT_LEAST),
    "specificity": ("TNR", _AT_LEAST),
    "fmr": ("FPR", _AT_MOST),
    "fnmr": ("FNR", _AT_MOST),
    "ppv": ("PPV", _AT_LEAST),
    "npv": ("NPV", _AT_LEAST),
    "apcer": ("", _AT_MOST),  # of every species
}
_BPCER = {1 / one_in: f"BPCER{one_in}" for one_in in ONE_IN}
_OF_BIOMETRICS = {"zero-fmr": "ZeroFMR", "zero-fnmr": "ZeroFNMR"}


def short_name(choice: Choice, words: Words) -> str:
    """Return the name of a rule with what is set in it, as short as a mark needs it."""
    rule, given = choice.rule, choice.parameters
    spoken = words.vocabulary
    is_biometric = spoken.is_biometric and not spoken.is_of_attacks
    kind = rule.id.removesuffix("-limit")
    if kind in _TARGETS and isinstance(target := given.get(kind), float):
        return _target(rule.id, target, words) + _there(choice)
    if is_biometric and rule.id in _OF_BIOMETRICS:
        return _OF_BIOMETRICS[rule.id]
    if rule.id == "cost":
        miss, alarm = given.get("cost-fn"), given.get("cost-fp")
        if isinstance(miss, float) and isinstance(alarm, float):
            costs = f"{text.short_threshold(miss)} : {text.short_threshold(alarm)}"
            return tr("cost {costs}{there}", costs=costs, there=_there(choice))
    if rule.id == "min-dcf" and isinstance(prior := given.get("p-target"), float):
        return tr("minDCF {number}", number=text.short_threshold(prior))
    if rule.id == "closest":
        return tr("closest")
    return words.rule_name(rule.id, rule.name)


def _there(choice: Choice) -> str:
    """Return at which prevalence a rule chooses, where that is not the one of the data."""
    prevalence = choice.parameters.get("prevalence")
    return (
        tr(" at {prevalence}", prevalence=text.exact_percent(prevalence))
        if isinstance(prevalence, float)
        else ""
    )


def _target(rule_id: str, target: float, words: Words) -> str:
    """Return a target on a rate: FMR100, or Sensitivity >= 95 %; that of a limit says so."""
    kind = rule_id.removesuffix("-limit")
    usual = {share: name for name, share in FMR_TARGETS.items()}
    spoken = words.vocabulary
    if kind == "fmr" and spoken.is_biometric and not spoken.is_of_attacks and target in usual:
        name = usual[target]
    elif kind == "apcer":
        name = _BPCER.get(
            target,
            tr(
                "APCER {at_most} {share}",
                at_most=_AT_MOST,
                share=text.exact_percent(target),
            ),
        )
    else:
        metric_id, sign = _TARGETS[kind]
        name = f"{words.rate(metric_id)} {sign} {text.exact_percent(target)}"
    return name if rule_id == kind else tr("{name} (limit)", name=name)


def told(choices: Sequence[Choice], score: Score | None, words: Words) -> str:
    """Return what is said of a mark: its rules, what they do, and where they put the threshold."""
    first, *others = (choice.rule for choice in choices)
    names = [words.rule_name(rule.id, rule.name) for rule in (first, *others)]
    lines = [
        ", ".join(names)
        if others
        else f"{names[0]}: {words.rule_reason(first.id, first.explanation)}"
    ]
    threshold = choices[0].threshold
    if threshold is not None:
        which = tr("it") if len(choices) == 1 else tr("one of them")
        lines.append(
            tr(
                "At {number}; click to use {which}",
                number=text.short_threshold(threshold, score),
                which=which,
            )
        )
    return "\n".join(lines)


def is_in_force(choice: Choice, snapshot: Snapshot) -> bool:
    """Return whether the threshold of a snapshot is where this rule put it."""
    source, point = snapshot.provenance, snapshot.point
    if source is None or point is None or choice.threshold is None:
        return False
    is_same = source.rule == choice.rule.id and is_same_threshold(point.threshold, choice.threshold)
    return is_same and source.parameters in {(), tuple(choice.parameters.items())}
