"""People: what the threshold does to whole people, before and after the test, and what it costs."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from evalgui.core.consequences.people import Frequencies, benefit_of, harm_of, post_test
from evalgui.core.digits import exact
from evalgui.core.metrics import DEFAULT_PARAMETERS, Vocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, LIGHT, SMALL, scaled_font, text
from evalgui.gui.panels.empty_state import EmptyState
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import LeavesUndo
from evalgui.gui.panels.prevalence_field import PrevalenceQuestion
from evalgui.gui.results.cells import style_of
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_number
from evalgui.results.topics.people import natural, people, prevalence_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QPaintEvent, QShowEvent

    from evalgui.core.measured import Measured
    from evalgui.core.metrics import Parameters
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.words import Words
    from evalgui.gui.look import Theme
    from evalgui.results.result import Result

_LOWEST, _HIGHEST = 0.001, 0.999  # of the axis of probabilities
_TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)
_A_ROW = 50  # icons beside each other where there is room
_ICONS = 1_000
_NOTHING_OPEN = "No people yet"
_NOTHING_SAID = "There is no threshold of two classes here"
_MANY = "For which ratios of costs no other threshold costs less stands in tables and reports."
_HIDDEN = "Hidden: View > Hide Answers shows it"


class PeoplePanel(QWidget):
    """The prevalence and the costs, and what follows from both at the threshold."""

    prevalence_requested = Signal(object)  # a share, or None
    parameters_requested = Signal(object)  # Parameters

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("people_panel")
        self.setAccessibleName("People")
        self.prevalence = PrevalenceQuestion("people_prevalence")
        self.prevalence.field.prevalence_requested.connect(self.prevalence_requested)
        self.ratio = RatioField()
        self.ratio.parameters_requested.connect(self.parameters_requested)
        self.sentence, self.best = _sentence("people_sentence"), _sentence("people_best")
        self.icons, self.axis, self.costs = Icons(), BeforeAndAfter(), CostLines()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(GRID, GRID, GRID, GRID)
        column.setSpacing(GRID)
        asked = QHBoxLayout()
        asked.addWidget(self.prevalence.label)
        asked.addWidget(self.prevalence.field, 1)
        column.addLayout(asked)
        column.addWidget(self.prevalence.note)
        costs = QHBoxLayout()
        costs.addWidget(self.ratio.label)
        costs.addWidget(self.ratio)
        costs.addWidget(self.ratio.unit, 1)
        column.addLayout(costs)
        for part in (self.sentence, self.icons, self.axis, self.costs, self.best):
            column.addWidget(part)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        self._empty = EmptyState(area, _NOTHING_OPEN)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._empty)
        lead_focus(self, self.prevalence.field)
        self._snapshot, self._theme = EMPTY, LIGHT
        self._words: Words = words_in(Vocabulary.MACHINE_LEARNING)
        self._is_outdated = False

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what a snapshot says, now or once somebody sees it."""
        self.prevalence.show_snapshot(old, new)
        self.ratio.show_parameters(new.inputs.parameters)
        self._snapshot = new
        self._is_outdated = not self.isVisible()
        if not self._is_outdated:
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        for part in (self.icons, self.axis, self.costs):
            part.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Tell everything as another field does."""
        self._words = words_in(vocabulary)
        self.prevalence.set_vocabulary(vocabulary)
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_outdated:
            self._is_outdated = False
            self._show()

    # ------------------------------------------------------------------------- inside

    def _show(self) -> None:
        snapshot, point = self._snapshot, self._snapshot.point
        is_hidden = snapshot.choices.hides_answers
        known = point is not None and snapshot.dataset is not None and not is_hidden
        why = _HIDDEN if is_hidden else _NOTHING_SAID
        self._empty.sentence.setText(why if snapshot.dataset is not None else _NOTHING_OPEN)
        self._empty.show_content(shown=known)
        if not known or point is None:
            return
        share, style = prevalence_of(snapshot), style_of(self._words)
        told = people(snapshot, with_ratios=is_quick(snapshot))
        facts = {} if told is None else {fact.id: fact for fact in told.facts}
        found = None if share is None else natural(point, share)
        sentence = facts.get("people")
        words = None if sentence is None else sentence.text
        self.sentence.setText("" if words is None else words.told(style))
        for part in (self.sentence, self.icons, self.axis, self.costs):
            part.setVisible(found is not None)
        self.best.setText(self._told_best(told))
        if found is None or share is None:
            return
        cells = _cells(told)
        self.icons.show_people(found, self._words)
        rates = (point.measured["LRN"].value, point.measured["LRP"].value)
        after = [post_test(share.value, ratio) for ratio in rates]
        limits = [cells["npv"].interval, cells["ppv"].interval]
        spans = [
            (math.nan, math.nan) if one is None or not one.is_defined else (one.lower, one.upper)
            for one in limits
        ]
        spans[0] = (1 - spans[0][1], 1 - spans[0][0])
        self.axis.show_probabilities(share.value, after, spans, self._words)
        self.costs.show_costs(cells, harm_of(snapshot.inputs.parameters))

    def _told_best(self, told: Result | None) -> str:
        """Return for which costs, and between which probabilities, this threshold is best."""
        if told is None:
            return ""
        cells = _cells(told)
        lines = [] if "ratio_low" in cells else [_MANY]
        low, high = cells.get("ratio_low"), cells.get("ratio_high")
        if low is not None and high is not None:
            if low.is_defined:
                ends = text.measure(low.value), text.measure(high.value)
                lines.append(f"No other threshold costs less from {ends[0]} to {ends[1]}.")
            elif low.reason:
                lines.append(f"Costs: {low.reason}.")
        test, treat = cells.get("test_from"), cells.get("treat_from")
        if test is not None and treat is not None and test.is_defined and treat.is_defined:
            places = [_with_limits(one) for one in (test, treat)]
            if test.value < treat.value:
                lines.append(
                    "Better than testing nobody and than treating everybody between probabilities"
                    f" before the test of {places[0]} and {places[1]}."
                )
            else:
                lines.append(
                    "At no probability before the test is testing worth it at these costs."
                )
        return " ".join(lines)


def _cells(told: Result | None) -> dict[str, Measured]:
    """Return the numbers by the ids of their rows."""
    tables = () if told is None else told.tables
    return {row.id: cell for table in tables for row, cell in table.cells("value")}


def is_quick(snapshot: Snapshot) -> bool:
    """Return whether the hull of the ROC curve is known, or made within a frame of a drag."""
    ranking = snapshot.ranking
    return ranking is None or len(ranking.table.steps) <= 20_000


def _with_limits(measured: Measured) -> str:
    interval = measured.interval
    told = text.percent(measured.value)
    if interval is None or not interval.is_defined:
        return told
    return f"{told} ({text.percent(interval.lower)}\N{EN DASH}{text.percent(interval.upper)})"


def _sentence(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _read_ratio(typed: str) -> float:
    """Read a ratio of costs.

    Raises
    ------
    NotUnderstoodError
        If it is no number above 0; the message says so in words.
    """
    ratio = read_typed_number(typed)
    if ratio > 0:
        return ratio
    message = "Type a number above 0: a missed positive must cost something"
    raise NotUnderstoodError(message)


class RatioField(LeavesUndo, QLineEdit):
    """How many false alarms one missed positive is worth; it writes the two costs of errors."""

    parameters_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("people_ratio")
        self.setAccessibleName("One missed is worth so many false alarms")
        self.setMaximumWidth(GRID * 9)
        self.label, self.unit = QLabel("&One missed ="), QLabel("false alarms")
        self.label.setBuddy(self)
        self.message = FieldMessage(self, "people_ratio_message")
        self._parameters: Parameters = DEFAULT_PARAMETERS
        self.editingFinished.connect(self._on_finished)
        self.textEdited.connect(self.message.take_back)

    def show_parameters(self, parameters: Parameters) -> None:
        """Show the ratio of costs."""
        if parameters == self._parameters and self.text():
            return
        self._parameters = parameters
        self.setText(self._shown())

    def _shown(self) -> str:
        harm, benefit = harm_of(self._parameters), benefit_of(self._parameters)
        return exact(benefit / harm) if harm > 0 else ""

    def _on_finished(self) -> None:
        try:
            ratio = _read_ratio(self.text())
        except NotUnderstoodError as error:
            self.message.say(str(error))
            self.setText(self._shown())
            return
        if self.text() != self._shown():
            given = replace(self._parameters, cost_fn=ratio, cost_fp=1.0, cost_tp=0.0, cost_tn=0.0)
            self.parameters_requested.emit(given)


class _Painted(QWidget):
    """A picture that is painted in the colours of a theme, and told in words."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.theme = LIGHT

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.update()

    def _say(self, words: str) -> None:
        if words != self.accessibleName():
            self.setAccessibleName(words)
        self.update()


class Icons(_Painted):
    """A thousand people: a circle is right, a triangle wrong; solid has it, outline has it not."""

    def __init__(self) -> None:
        super().__init__("people_icons")
        self.found: Frequencies | None = None
        self._legend: tuple[str, ...] = ()

    def show_people(self, found: Frequencies, words: Words) -> None:
        """Show whole people; of more than a thousand each icon stands for as many."""
        if found == self.found and self._legend:
            return
        self.found = found
        names = {outcome.short: outcome.plain for outcome in words.outcomes}
        counts = {"TP": found.tp, "FN": found.fn, "FP": found.fp, "TN": found.tn}
        self._legend = tuple(f"{text.count(counts[one])} {names[one]}" for one in counts)
        self._say(", ".join(self._legend))
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        rows = math.ceil(_ICONS / self._a_row(width))
        return round(rows * self._side(width)) + self.fontMetrics().height() * 2 + GRID

    def sizeHint(self) -> QSize:
        return QSize(GRID * 40, self.heightForWidth(GRID * 40))

    @staticmethod
    def _a_row(width: int) -> int:
        return _A_ROW if width < GRID * 70 else 2 * _A_ROW

    def _side(self, width: int) -> float:
        return max(4.0, width / self._a_row(width))

    def kinds(self) -> list[int]:
        """Return of which of TP, FN, FP and TN each icon is: as many as there are people for it."""
        if self.found is None:
            return []
        scale = self.found.n / _ICONS
        ends = 0.0
        kinds: list[int] = []
        for kind, count in enumerate(self.found[1:]):
            ends += count / scale
            kinds += [kind] * (round(ends) - len(kinds))
        return kinds

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side, a_row, theme = self._side(self.width()), self._a_row(self.width()), self.theme
        right, wrong = QColor(theme.correct_text), QColor(theme.error_text)
        looks = (
            (QPen(right), QBrush(right)),
            (QPen(wrong), QBrush(wrong)),
            (QPen(wrong), QBrush(Qt.BrushStyle.NoBrush)),
            (QPen(right), QBrush(Qt.BrushStyle.NoBrush)),
        )
        kinds = self.kinds()
        for kind, (pen, brush) in enumerate(looks):
            painter.setPen(pen)
            painter.setBrush(brush)
            for place in (place for place, one in enumerate(kinds) if one == kind):
                at = QPointF((place % a_row + 0.5) * side, (place // a_row + 0.5) * side)
                self._icon(painter, at, side * 0.34, is_right=kind in {0, 3})
        top = math.ceil(_ICONS / a_row) * side + GRID
        self._paint_legend(painter, top, looks)
        painter.end()

    def _icon(self, painter: QPainter, at: QPointF, radius: float, *, is_right: bool) -> None:
        if is_right:
            painter.drawEllipse(at, radius, radius)
            return
        up, across = QPointF(0, radius), QPointF(radius, 0)
        painter.drawPolygon(QPolygonF([at - up, at + up + across, at + up - across]))

    def _paint_legend(
        self, painter: QPainter, top: float, looks: Sequence[tuple[QPen, QBrush]]
    ) -> None:
        metrics, left = self.fontMetrics(), 0.0
        height = metrics.height()
        for kind, words in enumerate(self._legend):
            width = metrics.horizontalAdvance(words) + height + GRID * 2
            if left and left + width > self.width():
                left, top = 0.0, top + height
            painter.setPen(looks[kind][0])
            painter.setBrush(looks[kind][1])
            middle = QPointF(left + height / 2, top + height / 2)
            self._icon(painter, middle, height * 0.3, is_right=kind in {0, 3})
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            painter.drawText(QPointF(left + height, top + metrics.ascent()), words)
            left += width


class BeforeAndAfter(_Painted):
    """One axis of log odds: from the probability before the test to those after it."""

    def __init__(self) -> None:
        super().__init__("people_axis")
        self.before, self.after = math.nan, (math.nan, math.nan)
        self._spans: Sequence[tuple[float, float]] = ()
        self._names = ("", "")

    def show_probabilities(
        self,
        before: float,
        after: Sequence[float],
        spans: Sequence[tuple[float, float]],
        words: Words,
    ) -> None:
        """Show a probability before the test, and after a negative and a positive one."""
        self.before, self.after, self._spans = before, (after[0], after[1]), spans
        plus, minus = words.calls
        self._names = (minus, plus)
        self._say(
            f"Before the test {text.percent(before)}; after {minus} {text.percent(after[0])},"
            f" after {plus} {text.percent(after[1])}"
        )

    def sizeHint(self) -> QSize:
        return QSize(GRID * 40, self.fontMetrics().height() * 5)

    def minimumSizeHint(self) -> QSize:
        return QSize(GRID * 20, self.sizeHint().height())

    def place(self, probability: float) -> float:
        """Return where a probability is, in pixels from the left."""
        ends = [math.log(one / (1 - one)) for one in (_LOWEST, _HIGHEST)]
        inside = min(max(probability, _LOWEST), _HIGHEST)
        at = (math.log(inside / (1 - inside)) - ends[0]) / (ends[1] - ends[0])
        return GRID * 2 + at * (self.width() - GRID * 4)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, theme = self.fontMetrics(), self.theme
        line = metrics.height() * 3.0
        painter.setPen(QPen(QColor(theme.outline), 1))
        painter.drawLine(QPointF(self.place(_LOWEST), line), QPointF(self.place(_HIGHEST), line))
        painter.setFont(scaled_font(self.font(), SMALL))
        self._ticks(painter, line)
        for low, high in self._spans:
            if not math.isnan(low):
                painter.setPen(QPen(QColor(theme.chance), 4))
                painter.drawLine(QPointF(self.place(low), line), QPointF(self.place(high), line))
        painter.setFont(self.font())
        for side, after in zip((-1, 1), self.after, strict=True):
            if not math.isnan(after):
                self._arrow(painter, line, after, side)
        painter.setPen(QPen(QColor(theme.text), 2))
        painter.setBrush(QColor(theme.base))
        painter.drawEllipse(QPointF(self.place(self.before), line), GRID * 0.6, GRID * 0.6)
        painter.end()

    def _ticks(self, painter: QPainter, line: float) -> None:
        metrics = painter.fontMetrics()
        free = -math.inf
        for tick in _TICKS:
            at, words = self.place(tick), text.exact_percent(tick)
            half = metrics.horizontalAdvance(words) / 2
            if at - half < max(free, 0.0) or at + half > self.width():
                continue
            painter.setPen(QColor(self.theme.faint_text))
            painter.drawLine(QPointF(at, line), QPointF(at, line + 3))
            painter.drawText(QPointF(at - half, line + 3 + metrics.ascent() + 2), words)
            free = at + half + GRID

    def _arrow(self, painter: QPainter, line: float, after: float, side: int) -> None:
        """Draw from before to after, with what it is above: left of the middle, or right of it."""
        start, end = self.place(self.before), self.place(after)
        painter.setPen(QPen(QColor(self.theme.text), 1.5))
        painter.setBrush(QColor(self.theme.text))
        height = self.fontMetrics().height() * 1.2
        box = QRectF(min(start, end), line - height, abs(end - start), 2 * height)
        painter.drawArc(box, 0, 180 * 16)
        tip = QPointF(end, line - 3)
        painter.drawPolygon(QPolygonF([tip, tip + QPointF(-4, -6), tip + QPointF(4, -6)]))
        words = f"{self._names[(side + 1) // 2]}: {text.percent(after)}"
        width = self.fontMetrics().horizontalAdvance(words)
        left = 0.0 if side < 0 else self.width() - width
        painter.setPen(QColor(self.theme.text))
        painter.drawText(QPointF(left, self.fontMetrics().ascent()), words)


class CostLines(_Painted):
    """The expected cost at this threshold beside those of everybody and of nobody."""

    def __init__(self) -> None:
        super().__init__("people_costs")
        self.rows: tuple[tuple[str, float, tuple[float, float]], ...] = ()

    def show_costs(self, cells: Mapping[str, Measured], harm: float) -> None:
        """Show costs in the unit of a false alarm."""
        names = {"cost": "this threshold", "cost_of_all": "everybody", "cost_of_none": "nobody"}
        rows = []
        for row_id, name in names.items():
            cell = cells[row_id]
            interval, unit = cell.interval, harm if harm > 0 else 1.0
            ends = (math.nan, math.nan)
            if interval is not None and interval.is_defined:
                ends = interval.lower / unit, interval.upper / unit
            rows.append((name, cell.value / unit, ends))
        self.rows = tuple(rows)
        told = ", ".join(f"{name} {text.measure(value)}" for name, value, _ends in rows)
        self._say(f"Expected cost in false alarms a person: {told}")

    def sizeHint(self) -> QSize:
        return QSize(GRID * 40, self.fontMetrics().height() * 5)

    def minimumSizeHint(self) -> QSize:
        return QSize(GRID * 20, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, theme = self.fontMetrics(), self.theme
        height = metrics.height() * 1.25
        painter.setPen(QColor(theme.text))
        painter.drawText(QPointF(0, metrics.ascent()), "Expected cost")
        left = metrics.horizontalAdvance("Expected cost ")
        painter.setPen(QColor(theme.faint_text))
        painter.drawText(QPointF(left, metrics.ascent()), "in false alarms a person")
        names = max((metrics.horizontalAdvance(name) for name, _v, _e in self.rows), default=0)
        numbers = [self._told(value, ends) for _name, value, ends in self.rows]
        right = max((metrics.horizontalAdvance(one) for one in numbers), default=0)
        start, end = names + GRID * 2, self.width() - right - GRID * 2
        known = [one for _n, value, ends in self.rows for one in (value, *ends) if one > 0]
        most = max(known, default=1.0)
        scale = max(end - start, 1) / most
        for place, (name, value, ends) in enumerate(self.rows):
            top = height * (place + 1)
            middle = top + metrics.height() / 2
            own = theme.accent if not place else theme.faint_text
            painter.setPen(QColor(theme.text))
            painter.drawText(QPointF(0, top + metrics.ascent()), name)
            at = self.width() - metrics.horizontalAdvance(numbers[place])
            painter.drawText(QPointF(at, top + metrics.ascent()), numbers[place])
            painter.setPen(QPen(QColor(theme.grid), 1))
            painter.drawLine(QPointF(start, middle), QPointF(max(start, end), middle))
            if not math.isnan(ends[0]):
                painter.setPen(QPen(QColor(own), 3))
                low, high = (QPointF(start + one * scale, middle) for one in ends)
                painter.drawLine(low, high)
            painter.setPen(QPen(QColor(own), 2))
            painter.setBrush(QColor(own) if not place else QColor(theme.base))
            painter.drawEllipse(QPointF(start + value * scale, middle), 4, 4)
        painter.end()

    @staticmethod
    def _told(value: float, ends: tuple[float, float]) -> str:
        if math.isnan(ends[0]):
            return text.measure(value)
        return f"{text.measure(value)} ({text.measure(ends[0])}\N{EN DASH}{text.measure(ends[1])})"
