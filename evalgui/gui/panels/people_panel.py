"""People: what the threshold does to whole people, before and after the test, and what it costs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QGuiApplication,
    QPainter,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.consequences.people import (
    Frequencies,
    harm_of,
    post_test,
    ratio_of,
    refused_costs,
    with_ratio,
)
from evalgui.core.digits import exact
from evalgui.core.languages import between, tr
from evalgui.core.metrics import DEFAULT_PARAMETERS, Vocabulary
from evalgui.core.requests import (
    CommitDrag,
    DragNumber,
    DropDrag,
    SetParameters,
    SetPrevalence,
    ShowCostLine,
)
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.described import set_tip
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, LIGHT, SMALL, scaled_font, text
from evalgui.gui.panels.empty_state import EmptyState
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import LeavesUndo
from evalgui.gui.panels.parameter_editor import ParameterEditor
from evalgui.gui.panels.prevalence_field import OF_STUDY, PrevalenceQuestion, prevalence_of
from evalgui.gui.panels.prevalence_slider import PrevalenceSlider
from evalgui.gui.panels.steady_label import SteadyLabel
from evalgui.gui.results.cells import style_of
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_number
from evalgui.results.topics import people as topic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QHideEvent, QPaintEvent, QResizeEvent, QShowEvent

    from evalgui.core.intervals.at_prevalence import Share
    from evalgui.core.measured import Measured
    from evalgui.core.metrics import Parameters
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.words import Words
    from evalgui.gui.look import Theme
    from evalgui.results.result import Result

_LOWEST, _HIGHEST = 0.001, 0.999  # of the axis of probabilities, unless something lies beyond
_BEYOND = tuple(10.0**power for power in range(-9, -2))
_TICKS = (*_BEYOND, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)
_RATIOS = (0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
_ALARM = tr("false alarm")  # the one plain word of an outcome that counts
_A_ROW = 50  # icons beside each other where there is room
_ICONS = 1_000
_NARROW = 320  # pixels, below which sentence and icons are alone
_COSTS = ("cost_fn", "cost_tp", "cost_fp", "cost_tn")
_ORIGINS = {"file": tr("of the file"), "typed": tr("typed"), "study": tr("of another study")}
_NOTHING_OPEN = tr("No people yet")
_NOTHING_SAID = tr("There is no threshold of two classes here")
_MANY = tr("For which ratios of costs no other threshold costs less stands in tables and reports.")
_HIDDEN = tr("Hidden: View > Hide Answers shows it")


class PeoplePanel(QWidget):
    """The prevalence and the costs, and what follows from both at the threshold."""

    requested = Signal(object)  # a request

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("people_panel")
        self.setAccessibleName(tr("People"))
        self.prevalence = PrevalenceQuestion("people_prevalence")
        self.slider, self.ratio, self.editor = (
            PrevalenceSlider("people_slider"),
            RatioField(),
            ParameterEditor(),
        )
        self.origins = {name: _button(f"people_{name}", words) for name, words in _ORIGINS.items()}
        self.four_costs = _button("people_four_costs", tr("Four Costs"))
        self.nomogram = _button("people_nomogram", tr("Nomogram"))
        self.sentence = Sentence("people_sentence", tr("Natural frequencies"))
        self.best = Sentence("people_best", tr("Where this threshold is best"))
        self.refused = Sentence("people_refused", tr("Why costs are refused"))
        self.icons, self.axis, self.costs = Icons(), BeforeAndAfter(), CostLines()
        asked = _row(self.prevalence.label, self.prevalence.field)
        asked.setStretch(1, 1)
        of_ratio = _row(self.ratio.label, self.ratio, self.ratio.unit, None, self.four_costs)
        self._asking = _column(asked, _row(*self.origins.values(), None), self.slider)
        self._costing = _column(of_ratio, self.editor, self.refused)
        title = QLabel(tr("Before and after the test"))
        self._testing = _column(_row(title, None, self.nomogram), self.axis)
        parts = (self._asking, self.prevalence.note, self._costing, self.sentence, self.icons)
        content = _column(*parts, self._testing, self.costs, self.best, None)
        content.setContentsMargins(GRID, GRID, GRID, GRID)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
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
        self.set_vocabulary(Vocabulary.MACHINE_LEARNING)
        self._connect()

    def _connect(self) -> None:
        asked, slider = self.requested, self.slider
        self.prevalence.field.prevalence_requested.connect(
            lambda share: asked.emit(prevalence_of(share))
        )
        slider.dragged.connect(lambda share: asked.emit(DragNumber(SetPrevalence(share))))
        slider.let_go.connect(lambda: asked.emit(CommitDrag()))
        slider.dropped.connect(lambda: asked.emit(DropDrag()))
        for source in (self.ratio, self.editor):
            source.parameters_requested.connect(lambda given: asked.emit(SetParameters(given)))
        for name, button in self.origins.items():
            button.clicked.connect(lambda _on=False, origin=name: self._on_origin(origin))
        self.editor.hide()
        self.four_costs.toggled.connect(
            lambda shown: self.editor.set_names(_COSTS if shown else ())
        )
        set_tip(self.four_costs, tr("What each of the four outcomes costs"))
        set_tip(self.nomogram, tr("Fagan's nomogram: the same numbers on three axes"))
        self.nomogram.toggled.connect(self.axis.set_nomogram)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what a snapshot says, now or once somebody sees it."""
        self.prevalence.show_snapshot(old, new)
        self.ratio.show_parameters(new.inputs.parameters)
        self.editor.set_parameters(new.inputs.parameters)
        self._snapshot = new
        self._is_outdated = not self.isVisible()
        if not self._is_outdated:
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        for part in (self.slider, self.icons, self.axis, self.costs):
            part.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Tell everything as another field does."""
        self._words = words_in(vocabulary)
        self.prevalence.set_vocabulary(vocabulary)
        self.editor.set_vocabulary(vocabulary)
        self.ratio.set_words(self._words)
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_outdated:
            self._is_outdated = False
            self._show()
        if not event.spontaneous():
            self.requested.emit(ShowCostLine(is_shown=True))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.window().isVisible() and not event.spontaneous():
            self.requested.emit(ShowCostLine(is_shown=False))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (event.oldSize().width() < _NARROW) != (self.width() < _NARROW):
            self._show()

    # ------------------------------------------------------------------------- inside

    def _on_origin(self, origin: str) -> None:
        """Take the prevalence of the file, or ask for another one."""
        self._show_origin(topic.prevalence_of(self._snapshot))  # until it is another one
        field = self.prevalence.field
        if origin == "file":
            self.requested.emit(SetPrevalence(None))
            return
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()
        if origin == "study":
            field.message.say(OF_STUDY)

    def _show_origin(self, share: Share | None) -> None:
        """Show the prevalence on its track, and where it comes from."""
        snapshot, dataset = self._snapshot, self._snapshot.dataset
        origin = ""
        if share is not None:
            is_typed = snapshot.inputs.intervals.prevalence is not None
            origin = ("typed" if share.n is None else "study") if is_typed else "file"
        for name, button in self.origins.items():
            button.setChecked(name == origin)
        is_chosen = dataset is not None and dataset.sampling is Sampling.CASE_CONTROL
        self.origins["file"].setEnabled(not is_chosen)
        told = (
            tr("not given") if share is None else f"{text.percent(share.value)}, {_ORIGINS[origin]}"
        )
        name = self._words("{Prevalence}")
        self.slider.show_share(share, snapshot.inputs.intervals.level, f"{name}: {told}")

    def _show(self) -> None:
        snapshot, point = self._snapshot, self._snapshot.point
        is_hidden = snapshot.choices.hides_answers
        known = point is not None and snapshot.dataset is not None and not is_hidden
        why = _HIDDEN if is_hidden else _NOTHING_SAID
        self._empty.sentence.setText(why if snapshot.dataset is not None else _NOTHING_OPEN)
        self._empty.show_content(shown=known)
        if not known or point is None:
            return
        share, style = topic.prevalence_of(snapshot), style_of(self._words)
        self._show_origin(share)
        told = None if share is None else topic.people(snapshot, with_ratios=is_quick(snapshot))
        facts = {} if told is None else {fact.id: fact for fact in told.facts}
        sentence, parameters = facts.get("people"), snapshot.inputs.parameters
        found = None
        if sentence is not None and sentence.text is not None:
            found = Frequencies(**sentence.values["natural"])
            self.sentence.set_text(sentence.text.told(style))
        refused, cells = refused_costs(parameters), _cells(told)
        self.refused.set_text(_capitalised(refused))
        self.best.set_text("" if refused else _told_best(cells))
        is_wide = self.width() >= _NARROW
        for part, shown in (
            (self._asking, is_wide or share is None),
            (self._costing, is_wide and share is not None),
            (self.refused, bool(refused)),
            (self.sentence, found is not None),
            (self.icons, found is not None),
            (self._testing, is_wide and found is not None),
            (self.costs, is_wide and found is not None and not refused),
            (self.best, is_wide and bool(self.best.text())),
        ):
            part.setVisible(shown)
        if found is None or share is None:
            return
        self.icons.show_people(found, self._words)
        ratios = (point.measured["LRN"].value, point.measured["LRP"].value)
        after = [post_test(share.value, ratio) for ratio in ratios]
        limits = [cells["npv"].interval, cells["ppv"].interval]
        spans = [
            (math.nan, math.nan) if one is None or not one.is_defined else (one.lower, one.upper)
            for one in limits
        ]
        spans[0] = (1 - spans[0][1], 1 - spans[0][0])
        self.axis.show_probabilities(share.value, after, spans, self._words)
        if not refused:
            self.costs.show_costs(cells, harm_of(parameters), text.false_alarms(self._words))


def _told_best(cells: Mapping[str, Measured]) -> str:
    """Return for which costs, and between which probabilities, this threshold is best."""
    low, high = cells.get("ratio_low"), cells.get("ratio_high")
    lines = [] if low is not None or not cells else [_MANY]
    if low is not None and high is not None:
        if low.is_defined:
            ends = tr(
                "between {low} and {high}",
                low=text.ratio(low.value),
                high=text.ratio(high.value),
            )
            if not low.value or math.isinf(high.value):
                ends = tr("above {ratio}", ratio=text.ratio(low.value)) if low.value else ""
                ends = ends or tr("below {ratio}", ratio=text.ratio(high.value))
            lines.append(tr("Best for every ratio of costs {ends}.", ends=ends))
        elif low.reason:
            lines.append(f"{_capitalised(str(low.reason))}.")
    test, treat = cells.get("test_from"), cells.get("treat_from")
    if test is not None and treat is not None and test.is_defined and treat.is_defined:
        if test.value < treat.value:
            lines.append(
                tr(
                    "Better than testing nobody and than treating everybody between pre-test "
                    "probabilities of {low} and {high}.",
                    low=_with_limits(test),
                    high=_with_limits(treat),
                )
            )
        else:
            lines.append(tr("At no pre-test probability is testing worth it at these costs."))
    return " ".join(lines)


def _capitalised(words: str) -> str:
    return words[:1].upper() + words[1:]


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
    return f"{told} ({text.percent_interval(interval.lower, interval.upper)})"


class Sentence(SteadyLabel):
    """A text as high as its lines: what is around it moves only when their number is another."""

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__(name, purpose)
        copy = QAction(tr("&Copy"), self)
        copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(self.text()))
        self.addAction(copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def set_text(self, words: str) -> None:
        """Show other words."""
        if words != self.text():
            super().set_text(words)
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics, room = self.fontMetrics(), QRect(0, 0, self.width(), 10 * _ICONS)
        high = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, self.text()).height()
        self.set_lines(max(1, round(high / metrics.lineSpacing())))

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.drawText(self.rect(), Qt.TextFlag.TextWordWrap, self.text())


def _button(name: str, words: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setText(words)
    button.setCheckable(True)
    button.setAutoRaise(True)
    return button


def _fill(layout: QBoxLayout, parts: Sequence[QWidget | QHBoxLayout | None]) -> None:
    """Put widgets and rows one after the other; None takes what room is left."""
    layout.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        if part is None:
            layout.addStretch(1)
        elif isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)


def _row(*parts: QWidget | None) -> QHBoxLayout:
    row = QHBoxLayout()
    _fill(row, parts)
    return row


def _column(*parts: QWidget | QHBoxLayout | None) -> QWidget:
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setSpacing(GRID)
    _fill(column, parts)
    return widget


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
    message = tr("Type a number above 0: a missed positive must cost something")
    raise NotUnderstoodError(message)


class RatioField(LeavesUndo, QLineEdit):
    """How many false alarms one missed positive is worth; it writes the two costs of errors."""

    parameters_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("people_ratio")
        self.setMaximumWidth(GRID * 9)
        self.label, self.unit = QLabel(tr("&One missed =")), QLabel()
        self.unit.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setBuddy(self)
        self.message = FieldMessage(self, "people_ratio_message")
        self._parameters: Parameters = DEFAULT_PARAMETERS
        self.editingFinished.connect(self._on_finished)
        self.textEdited.connect(self.message.take_back)

    def set_words(self, words: Words) -> None:
        """Name it as a field does."""
        self.unit.setText(text.false_alarms(words))
        self.setAccessibleName(tr("One missed is worth so many {text}", text=self.unit.text()))

    def show_parameters(self, parameters: Parameters) -> None:
        """Show the ratio of costs."""
        if parameters == self._parameters and self.text():
            return
        self._parameters = parameters
        self.setText(self._shown())

    def _shown(self) -> str:
        ratio = ratio_of(self._parameters)
        return "" if math.isnan(ratio) else text.localised(exact(ratio))

    def _on_finished(self) -> None:
        try:
            ratio = _read_ratio(self.text())
        except NotUnderstoodError as error:
            self.message.say(text.why(error))
            self.setText(self._shown())
            return
        if self.text() != self._shown():
            self.parameters_requested.emit(with_ratio(self._parameters, ratio))


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
        self._shown: tuple[Frequencies, Words] | None = None
        self._picture, self._drawn = QPixmap(), [-1] * _ICONS
        self._drawn_for: tuple[int, Theme, float] | None = None

    def show_people(self, found: Frequencies, words: Words) -> None:
        """Show whole people; of more than a thousand each icon stands for as many."""
        if (found, words) == self._shown:
            return
        self.found, self._shown = found, (found, words)
        self._legend = tuple(
            f"{text.count(count)} {outcome.plain}{'s' * (outcome.plain == _ALARM and count != 1)}"
            for outcome, count in zip(words.outcomes, found[1:], strict=True)
        )
        self._say(", ".join(self._legend))

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
        self._draw_icons()
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_legend(painter, self._bottom + GRID)

    @property
    def _bottom(self) -> float:
        a_row = self._a_row(self.width())
        return math.ceil(_ICONS / a_row) * self._side(self.width())

    def _looks(self) -> tuple[tuple[QPen, QBrush], ...]:
        right, wrong = QColor(self.theme.correct_text), QColor(self.theme.error_text)
        return (
            (QPen(right), QBrush(right)),
            (QPen(wrong), QBrush(wrong)),
            (QPen(wrong), QBrush(Qt.BrushStyle.NoBrush)),
            (QPen(right), QBrush(Qt.BrushStyle.NoBrush)),
        )

    def _draw_icons(self) -> None:
        """Draw the icons that are others than before: few, from one frame of a drag to the next."""
        side, a_row, kinds = self._side(self.width()), self._a_row(self.width()), self.kinds()
        ratio, wanted = self.devicePixelRatioF(), (self.width(), self.theme)
        if (*wanted, ratio) != self._drawn_for:
            self._drawn_for = (*wanted, ratio)
            self._picture = QPixmap(QSize(self.width(), math.ceil(self._bottom)) * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            self._drawn = [-1] * len(kinds)
        others = [at for at, one in enumerate(kinds) if one != self._drawn[at]]
        if not others:
            return
        self._drawn, looks = kinds, self._looks()
        clear, usual = (
            QPainter.CompositionMode.CompositionMode_Clear,
            QPainter.CompositionMode.CompositionMode_SourceOver,
        )
        with QPainter(self._picture) as painter:
            painter.setCompositionMode(clear)
            cells = [QRectF(at % a_row * side, at // a_row * side, side, side) for at in others]
            for cell in cells:
                painter.fillRect(cell, Qt.GlobalColor.transparent)
            painter.setCompositionMode(usual)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for at, cell in zip(others, cells, strict=True):
                kind = kinds[at]
                painter.setPen(looks[kind][0])
                painter.setBrush(looks[kind][1])
                self._icon(painter, cell.center(), side * 0.34, is_right=kind in {0, 3})

    def _icon(self, painter: QPainter, at: QPointF, radius: float, *, is_right: bool) -> None:
        if is_right:
            painter.drawEllipse(at, radius, radius)
            return
        up, across = QPointF(0, radius), QPointF(radius, 0)
        painter.drawPolygon(QPolygonF([at - up, at + up + across, at + up - across]))

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        metrics, left, looks = self.fontMetrics(), 0.0, self._looks()
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
    """From the probability before the test to those after it: arrows on one axis of log odds.

    An arrow is as long as the logarithm of its likelihood ratio. Fagan's nomogram has the same
    numbers on three axes, where a straight line adds the two.
    """

    def __init__(self) -> None:
        super().__init__("people_axis")
        self.before, self.after = math.nan, (math.nan, math.nan)
        self._spans: Sequence[tuple[float, float]] = ()
        self._names = ("", "")
        self.is_nomogram = False
        self._end = self._find_end()

    def set_nomogram(self, is_on: bool) -> None:  # noqa: FBT001 - a slot
        """Draw Fagan's nomogram, or arrows."""
        self.is_nomogram = is_on
        self.updateGeometry()
        self.update()

    def show_probabilities(
        self,
        before: float,
        after: Sequence[float],
        spans: Sequence[tuple[float, float]],
        words: Words,
    ) -> None:
        """Show a probability before the test, and after a negative and a positive one."""
        self.before, self.after, self._spans = before, (after[0], after[1]), spans
        self._end = self._find_end()
        plus, minus = words.calls
        self._names = (minus, plus)
        self._say(
            tr(
                "Before the test {before}; after {minus} {p_minus}, after {plus} {p_plus}",
                before=text.percent(before),
                minus=minus,
                p_minus=text.percent(after[0]),
                plus=plus,
                p_plus=text.percent(after[1]),
            )
        )

    def sizeHint(self) -> QSize:
        return QSize(GRID * 40, self.fontMetrics().height() * (13 if self.is_nomogram else 5))

    def minimumSizeHint(self) -> QSize:
        return QSize(GRID * 20, self.sizeHint().height())

    def _find_end(self) -> float:
        """Return the log odds at the high end of the axis; at the low end are minus as much."""
        inside = [one for one in (self.before, *self.after) if 0 < one < 1]
        least = min((min(one, 1 - one) for one in inside), default=_LOWEST)
        return -_log_odds(next((one for one in _BEYOND[::-1] if one <= least), _BEYOND[0]))

    def share_of(self, probability: float) -> float:
        """Return where on the axis a probability is, from 0 to 1."""
        end = self._end
        return 0.5 + min(max(_log_odds(probability), -end), end) / end / 2

    def place(self, probability: float) -> float:
        """Return where a probability is, in pixels from the left."""
        return GRID * 2 + self.share_of(probability) * (self.width() - GRID * 4)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for side, after in enumerate(self.after):
            if not math.isnan(after):
                words = f"{self._names[side]}: {text.percent(after)}"
                width = self.fontMetrics().horizontalAdvance(words)
                left = self.width() - width if side else 0.0
                painter.setPen(QColor(self.theme.text))
                painter.drawText(QPointF(left, self.fontMetrics().ascent()), words)
        if self.is_nomogram:
            self._paint_nomogram(painter)
        else:
            self._paint_arrows(painter)
        painter.end()

    # -------------------------------------------------------------------------- arrows

    def _paint_arrows(self, painter: QPainter) -> None:
        metrics, theme = self.fontMetrics(), self.theme
        line = metrics.height() * 3.0
        ends = QPointF(GRID * 2, line), QPointF(self.width() - GRID * 2, line)
        painter.setPen(QPen(QColor(theme.outline), 1))
        painter.drawLine(*ends)
        self._spanned(painter, lambda one: QPointF(self.place(one), line))
        painter.setFont(scaled_font(self.font(), SMALL))
        self._ticks(painter, line)
        painter.setFont(self.font())
        for after in self.after:
            if not math.isnan(after):
                self._arrow(painter, line, after)
        painter.setPen(QPen(QColor(theme.text), 2))
        painter.setBrush(QColor(theme.base))
        painter.drawEllipse(QPointF(self.place(self.before), line), GRID * 0.6, GRID * 0.6)

    def _spanned(self, painter: QPainter, at: Callable[[float], QPointF]) -> None:
        """Draw the limits of the probabilities after the test as thick pieces of an axis."""
        painter.setPen(QPen(QColor(self.theme.chance), 4))
        for low, high in self._spans:
            if not math.isnan(low):
                painter.drawLine(at(low), at(high))

    def _ticks(self, painter: QPainter, line: float) -> None:
        metrics = painter.fontMetrics()
        free = -math.inf
        for tick in self._seen_ticks():
            at, words = self.place(tick), text.exact_percent(tick)
            half = metrics.horizontalAdvance(words) / 2
            if at - half < max(free, 0.0) or at + half > self.width():
                continue
            painter.setPen(QColor(self.theme.faint_text))
            painter.drawLine(QPointF(at, line), QPointF(at, line + 3))
            painter.drawText(QPointF(at - half, line + 3 + metrics.ascent() + 2), words)
            free = at + half + GRID

    def _seen_ticks(self) -> list[float]:
        end = self._end * (1 + 1e-9)
        return [tick for tick in _TICKS if abs(_log_odds(tick)) <= end]

    def _arrow(self, painter: QPainter, line: float, after: float) -> None:
        start, end = self.place(self.before), self.place(after)
        painter.setPen(QPen(QColor(self.theme.text), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        height = self.fontMetrics().height() * 1.2
        box = QRectF(min(start, end), line - height, abs(end - start), 2 * height)
        painter.drawArc(box, 0, 180 * 16)
        painter.setBrush(QColor(self.theme.text))
        tip = QPointF(end, line - 3)
        painter.drawPolygon(QPolygonF([tip, tip + QPointF(-4, -6), tip + QPointF(4, -6)]))

    # ------------------------------------------------------------------------ nomogram

    def _paint_nomogram(self, painter: QPainter) -> None:
        """Draw three axes: before the test downwards, ratios, and after the test upwards."""
        theme, letter = self.theme, self.fontMetrics().height()
        top, bottom = letter * 2.6, self.height() - letter * 0.5
        left, middle, right = (self.width() * part for part in (0.16, 0.5, 0.84))

        def before(one: float) -> QPointF:
            return QPointF(left, top + self.share_of(one) * (bottom - top))

        def after(one: float) -> QPointF:
            return QPointF(right, bottom - self.share_of(one) * (bottom - top))

        def of_ratio(ratio: float) -> QPointF:
            return QPointF(middle, (top + bottom) / 2 - math.log(ratio) / self._end / 4 * room)

        room = bottom - top
        painter.setFont(scaled_font(self.font(), SMALL))
        metrics = painter.fontMetrics()
        for x, name, side in ((left, tr("before"), -1), (middle, "LR", 1), (right, tr("after"), 1)):
            painter.setPen(QPen(QColor(theme.outline), 1))
            painter.drawLine(QPointF(x, top), QPointF(x, bottom))
            painter.setPen(QColor(theme.faint_text))
            at = x - metrics.horizontalAdvance(name) / 2
            painter.drawText(QPointF(at, top - metrics.descent() - 3), name)
            places = [(of_ratio(one), text.localised(exact(one))) for one in _RATIOS]
            if x != middle:
                where = before if x == left else after
                places = [(where(one), text.exact_percent(one)) for one in self._seen_ticks()]
            free = math.inf
            for place, words in sorted(places, key=lambda pair: -pair[0].y()):
                if not top - 1 <= place.y() <= min(free, bottom + 1):
                    continue
                width = metrics.horizontalAdvance(words)
                painter.drawLine(place, place + QPointF(3 * side, 0))
                start = place.x() + 6 if side > 0 else place.x() - 6 - width
                painter.drawText(QPointF(start, place.y() + metrics.ascent() / 2 - 1), words)
                free = place.y() - metrics.height()
        self._spanned(painter, after)
        pen = QPen(QColor(theme.text), 1.5)
        styles = Qt.PenStyle.DashLine, Qt.PenStyle.SolidLine
        for style, one in zip(styles, self.after, strict=True):
            if not math.isnan(one):
                pen.setStyle(style)
                painter.setPen(pen)
                painter.drawLine(before(self.before), after(one))
        painter.setBrush(QColor(theme.base))
        painter.setPen(QPen(QColor(theme.text), 2))
        painter.drawEllipse(before(self.before), GRID * 0.5, GRID * 0.5)


def _log_odds(probability: float) -> float:
    if not 0 < probability < 1:
        return math.copysign(math.inf, probability - 0.5)
    return math.log(probability / (1 - probability))


class CostLines(_Painted):
    """The expected cost at this threshold beside those of everybody and of nobody.

    What those cost beyond it stands behind theirs, with its interval.
    """

    def __init__(self) -> None:
        super().__init__("people_costs")
        self.rows: tuple[tuple[str, float, tuple[float, float]], ...] = ()
        self.beyond: tuple[str, ...] = ()
        self._unit = ""

    def show_costs(self, cells: Mapping[str, Measured], harm: float, alarms: str) -> None:
        """Show costs in the unit of a false alarm, in the words of a field."""
        own, *regrets = (
            cells[one] for one in ("cost", "regret_against_all", "regret_against_none")
        )
        rows = [(tr("this threshold"), own.value / harm, _in_unit(own, harm))]
        rows += [
            (name, cells[row].value / harm, (math.nan, math.nan))
            for name, row in ((tr("everybody"), "cost_of_all"), (tr("nobody"), "cost_of_none"))
        ]
        beyond = [_limits(_in_unit(own, harm))]
        for one in regrets:  # what this threshold costs beyond theirs, turned round
            low, high = _in_unit(one, harm)
            beyond.append(f"{_signed(-one.value / harm)} {_limits((-high, -low))}".strip())
        self.rows, self.beyond = tuple(rows), tuple(beyond)
        self._unit = tr("in {alarms} a person, + beyond this", alarms=alarms)
        told = (
            f"{name} {text.measure(value)} {more}".strip()
            for (name, value, _ends), more in zip(rows, beyond, strict=True)
        )
        self._say(tr("Expected cost {unit}: {list}", unit=self._unit, list=between().join(told)))

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
        painter.drawText(QPointF(0, metrics.ascent()), tr("Expected cost"))
        left = metrics.horizontalAdvance(tr("Expected cost "))
        painter.setPen(QColor(theme.faint_text))
        room = round(self.width() - left)
        unit = metrics.elidedText(self._unit, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(left, metrics.ascent()), unit)
        numbers = [text.measure(value) for _name, value, _ends in self.rows]
        widths = [
            max(map(metrics.horizontalAdvance, words), default=0)
            for words in ([name for name, _v, _e in self.rows], numbers, self.beyond)
        ]
        start = widths[0] + GRID * 2
        right = self.width() - widths[2] - GRID
        end = right - widths[1] - GRID * 2
        known = [one for _n, value, ends in self.rows for one in (value, *ends) if one > 0]
        scale = max(end - start, 1) / max(known, default=1.0)
        for place, (name, value, ends) in enumerate(self.rows):
            top = height * (place + 1)
            middle, base = top + metrics.height() / 2, top + metrics.ascent()
            own = theme.accent if not place else theme.faint_text
            painter.setPen(QColor(theme.text))
            painter.drawText(QPointF(0, base), name)
            at = right - metrics.horizontalAdvance(numbers[place])
            painter.drawText(QPointF(at, base), numbers[place])
            painter.setPen(QColor(theme.faint_text))
            painter.drawText(QPointF(right + GRID, base), self.beyond[place])
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


def _in_unit(measured: Measured, unit: float) -> tuple[float, float]:
    interval = measured.interval
    if interval is None or not interval.is_defined:
        return math.nan, math.nan
    return interval.lower / unit, interval.upper / unit


def _signed(value: float) -> str:
    return f"+{text.measure(value)}" if value > 0 else text.measure(value)


def _limits(ends: tuple[float, float]) -> str:
    if math.isnan(ends[0]):
        return ""
    return f"({text.interval(*ends)})"
