"""The line above a plot: its title, its summary, the read-out and a button."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLineF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import QToolButton, QToolTip, QWidget

from evalgui.core.languages import tr
from evalgui.core.requests import SetComparing
from evalgui.gui.look import GRID, NORMAL, SMALL, icon, scaled_font, text
from evalgui.gui.plots.read_out_texts import (
    AT,
    BETWEEN,
    STRETCHES,
    Fitted,
    ReadOut,
    Said,
    draw_read_out,
    first_within,
    stretched,
    whole_numbers,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QFont, QMouseEvent, QPaintEvent, QResizeEvent

    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.legend import Entry


_BUTTON = 22
_INK = GRID // 2  # pixels that letters may reach to the left and right of their place


@dataclass(frozen=True, slots=True)
class Switch:
    """Something of a plot that can be on or off: its id, its word, what it means, how it is.

    What it asks for is a request where that is given, and else axes.
    """

    id: str
    word: str
    tip: str
    is_on: bool
    request: Callable[[bool], Request] | None = None


def rates_switch(title: str, is_on: bool) -> Switch:  # noqa: FBT001 - as below
    """Return the switch of the limits of error rates, which curves have that are named so."""
    lowest = text.numerals().decade(-6)
    return Switch(
        "fixed_rates",
        tr("to {lowest}", lowest=lowest),
        tr("{title} from {lowest} to 50\N{NARROW NO-BREAK SPACE}%", title=title, lowest=lowest),
        is_on,
    )


def scores_switch(is_on: bool) -> Switch:  # noqa: FBT001 - that is all it says
    """Return the switch of the axis of scores, which several plots have."""
    return Switch("log_scores", tr("log score"), tr("Scores on a logarithmic axis"), is_on)


def groups_switch(snapshot: Snapshot) -> tuple[Switch, ...]:
    """Return the switch of the curves of groups, where these are asked about."""
    if not snapshot.inputs.consequences.groups:
        return ()
    tip, is_on = tr("The curve of each group"), snapshot.choices.compares
    return (Switch("groups_drawn", tr("groups"), tip, is_on, SetComparing),)


class PlotHeader(QWidget):
    """Texts at fixed places, painted as they stand; a change repaints and moves nothing."""

    maximise_requested = Signal()
    number_asked = Signal(str, QRect)  # the id of a measure, "" for the threshold, and its place
    switched = Signal(str, bool)

    def __init__(self, title: str, widest_read_out: str) -> None:
        super().__init__()
        self.title = title
        self.summary = self._long_summary = ""
        self.measures: tuple[str, ...] = ()  # the ids of those in the read-out, in its order
        self._shown_at = QRect(), "", self.font()  # where the read-out is, as it is shown
        self.names = NameRow()  # of lines that have no room for theirs in the plot
        self.note = ""  # what else the tool-tip says
        self._told: ReadOut = Said("")
        self._told_in = QRect()  # where its letters were painted
        self.hides_values = False
        self._is_calm = self._is_pointed = self._is_elsewhere = False
        self._widest = (widest_read_out, widest_read_out)
        self._needed = self._kept = 0
        self._is_maximised = False
        self._theme: Theme | None = None
        self._switches: dict[str, QToolButton] = {}
        self._offered: set[str] = set()
        self._taken = _BUTTON  # pixels that all buttons take
        self._measured: tuple[tuple[str, ...], tuple[int, ...]] | None = None
        self._take_font()
        self.button = QToolButton(self)
        self.button.setAutoRaise(True)
        self.button.setIconSize(QSize(14, 14))
        self.button.clicked.connect(self.maximise_requested)
        self._name_button()
        self._fit()

    def set_title(self, title: str) -> None:
        """Show another title."""
        if title != self.title:
            self.title = title
            self._name_button()
            self._fit()
            self.update()

    def set_widest(self, read_out: str, with_intervals: str = "") -> None:
        """Say how wide a read-out can become, without intervals and with them."""
        self._widest = (read_out, with_intervals or read_out)
        self._fit()
        self.update()  # all of it may have another place

    def set_summary(
        self, summary: str, with_intervals: str = "", *, is_elsewhere: bool = False
    ) -> None:
        """Show what the curve comes to, such as its area; with its interval if that fits.

        What stands elsewhere, too, is shown in a calm layout as the read-out is.
        """
        long, self._is_elsewhere = with_intervals or summary, is_elsewhere
        if (summary, long) != (self.summary, self._long_summary):
            self.summary, self._long_summary = summary, long
            self._fit()
            self.update()

    @property
    def with_intervals(self) -> tuple[str, str]:
        """Summary and read-out as they are where there is room for their intervals."""
        return self._long_summary, self._told.long or self._told.short

    @property
    def read_out(self) -> str:
        """What holds at the threshold, without intervals."""
        return self._told.short

    @property
    def described(self) -> str:
        """What a screen reader says of the read-out: with intervals, unless they are of before."""
        told = self._told
        return "" if self.hides_values else told.short if told.before else self.with_intervals[1]

    def set_read_out(self, told: ReadOut | str) -> None:
        """Show what holds at the threshold, which is put into words as it is painted."""
        self._told = Said(told) if isinstance(told, str) else told
        self.update(self._told_in)

    def set_names(self, entries: Sequence[Entry]) -> None:
        """Name lines here, which have no room for their names in the plot."""
        if self.names.take(entries):
            self.update()

    def keep_room_for(self, entries: Sequence[Entry]) -> None:
        """Stand in one line only where there is room for names, too, should lines need them."""
        names = NameRow()
        names.take(entries)
        self._kept = names.width(self._small) + GRID if entries else 0
        self._fit()

    def hide_values(self, *, hidden: bool) -> None:
        """Leave summary and read-out to be worked out, or show them."""
        if hidden != self.hides_values:
            self.hides_values = hidden
            self.update()

    def set_calm(self, *, is_calm: bool) -> None:
        """Show the read-out only while the plot is pointed at, or always."""
        if is_calm != self._is_calm:
            self._is_calm = is_calm
            self.update()

    def set_pointed(self, *, is_pointed: bool) -> None:
        """Know whether the plot is pointed at."""
        self._is_pointed = is_pointed
        if self._is_calm:
            self.update()

    @property
    def is_maximised(self) -> bool:
        """Whether the plot is shown alone."""
        return self._is_maximised

    def set_maximised(self, is_maximised: bool) -> None:  # noqa: FBT001 - a setter of Qt's kind
        """Show the button that fits."""
        self._is_maximised = is_maximised
        self._name_button()

    def set_switches(self, switches: Sequence[Switch]) -> None:
        """Show what can be switched, as it is now, left of the button."""
        for switch in switches:
            if switch.id not in self._switches:
                self._switches[switch.id] = self._make_switch(switch.id)
            button = self._switches[switch.id]
            button.setText(switch.word)
            button.setToolTip(switch.tip)
            button.setChecked(switch.is_on)
        self._offered = {switch.id for switch in switches}
        self._name_button()
        self._place_buttons()

    def _make_switch(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setAutoRaise(True)
        button.setCheckable(True)
        button.setFont(self._small)
        button.clicked.connect(lambda is_on: self.switched.emit(name, is_on))
        return button

    def _place_buttons(self) -> None:
        """Put the buttons at the right, and take their room from the texts but for the title."""
        self.button.setGeometry(self.width() - _BUTTON, 0, _BUTTON, _BUTTON)
        end, least = self.width() - _BUTTON, self._widths()[0] + 2 * GRID
        for button in reversed(self._switches.values()):
            width = button.sizeHint().width()
            is_shown = button.objectName() in self._offered and end - width >= least
            button.setVisible(is_shown)
            if is_shown:
                end -= width
                button.setGeometry(end, 0, width, _BUTTON)
        if self._taken != self.width() - end:
            self._taken = self.width() - end
            self._fit()
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Recolour the texts and the icon."""
        self._theme = theme
        self._name_button()
        self.update()

    def _name_button(self) -> None:
        words = (
            tr("Show all plots")
            if self._is_maximised
            else tr("Show {title} alone", title=self.title)
        )
        self.button.setToolTip(words)
        self.button.setAccessibleName(words)
        for switch in self._switches.values():
            switch.setAccessibleName(f"{switch.toolTip()}, {self.title}")
        if self._theme is not None:
            name = "restore" if self._is_maximised else "maximise"
            self.button.setIcon(icon(name, self._theme))

    # ------------------------------------------------------------------------ geometry

    def _take_font(self) -> None:
        """Keep the fonts of the texts: asking for them anew with each frame is slow."""
        self._bold = scaled_font(self.font(), NORMAL, bold=True)
        self._small = scaled_font(self.font(), SMALL)
        self._narrow = [stretched(self._small, share) for share in STRETCHES]
        self._line = QFontMetrics(self.font()).height()
        self._measured = None

    def _widths(self) -> tuple[int, ...]:
        """Return the room of title, summary and widest read-out, and of the last with intervals.

        Of the read-out with intervals it is that in each of the ever narrower letters.
        """
        texts = (self.title, self.summary, self._widest[0], self._long_summary, self._widest[1])
        if self._measured is None or self._measured[0] != texts:
            title, small = QFontMetrics(self._bold), QFontMetrics(self._small)
            others = map(small.horizontalAdvance, texts[1:4])
            narrow = (QFontMetrics(font).horizontalAdvance(texts[4]) for font in self._narrow)
            self._measured = texts, (title.horizontalAdvance(self.title), *others, *narrow)
        return self._measured[1]

    @property
    def line_width(self) -> int:
        """The width from which all texts stand in one line, with their intervals.

        Its letters are as wide as elsewhere: a second line is better than narrow ones.
        """
        title, summary, read_out, long_summary, long_read_out, *_narrower = self._widths()
        told = max(summary, long_summary) + max(read_out, long_read_out)
        return title + told + 4 * GRID + self._taken + self._kept

    def _fitting(self, room: int, second: int) -> tuple[Fitted, Fitted]:
        """Return summary and read-out with the room they take: with intervals where they fit.

        Those of the read-out stand in narrower letters where they fit no other way. There is room
        beside the title, and in a second line. Nothing changes while the threshold moves.
        """
        _title, summary, read_out, long_summary, *longs = self._widths()
        is_long, number = long_summary <= room, first_within(longs, second)
        if self._is_one_line():
            is_long, number = True, 0
        words, width = (self._long_summary, long_summary) if is_long else (self.summary, summary)
        told = Fitted(words, width, self._small)
        if number is None:
            return told, Fitted(self.read_out, read_out, self._small)
        return told, Fitted(self.with_intervals[1], longs[number], self._narrow[number])

    def align_with(self, others: list[PlotHeader]) -> None:
        """Use one line only where the others can, too: plots side by side look alike."""
        self._needed = max(header.line_width for header in others)
        self._fit()

    def _is_one_line(self) -> bool:
        return max(self._needed, self.line_width) <= self.width()

    def _fit(self) -> None:
        height = max(self._line, _BUTTON) + (0 if self._is_one_line() else self._line)
        if height != self.height() or self.minimumHeight() != height:
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_buttons()
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._take_font()
            for button in self._switches.values():
                button.setFont(self._small)
            self._place_buttons()
            self._fit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for the number of the read-out that is pointed at, or for the plot alone."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        found = self.number_at(event.position().toPoint())
        if found is None:
            self.maximise_requested.emit()
        else:
            measure, place = found
            self.number_asked.emit(measure, QRect(self.mapToGlobal(place.topLeft()), place.size()))

    def number_at(self, point: QPoint) -> tuple[str, QRect] | None:
        """Return the measure of the read-out at a place, and where it stands; None elsewhere.

        The threshold behind them is "".
        """
        box, shown, font = self._shown_at
        if not box.contains(point) or not self.measures:
            return None
        metrics, left = QFontMetrics(font), box.left()
        told, at, threshold = shown.rpartition(AT)
        if not at:
            told, threshold = threshold, ""
        parts = [part + BETWEEN for part in told.split(BETWEEN)] + [threshold]
        for measure, part in zip((*self.measures, ""), parts, strict=False):
            width = metrics.horizontalAdvance(part)
            if left <= point.x() < left + width:
                return measure, QRect(left, box.top(), width, box.height())
            left += width
        return None

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:  # which ends, whatever happens
            self.paint(painter, event.rect())

    def paint(self, painter: QPainter, exposed: QRect | None = None) -> None:
        """Paint the texts, on the screen or into a figure: those that are exposed, None for all."""
        if self._theme is None:
            return
        title = self._widths()[0]
        middle = Qt.AlignmentFlag.AlignVCenter
        top = max(self._line, _BUTTON)
        end = self.width() - self._taken - GRID // 2
        elide, right = Qt.TextElideMode.ElideRight, GRID // 2
        box = QRect(right, 0, min(title + _INK, end - right), top)
        if exposed is None or exposed.intersects(box):
            painter.setFont(self._bold)
            painter.setPen(QColor(self._theme.text))
            metrics, is_long = painter.fontMetrics(), box.width() < title
            shown_title = self.title.partition(", ")[0] if is_long else self.title
            painter.drawText(box, middle, metrics.elidedText(shown_title, elide, box.width()))
        painter.setFont(self._small)
        painter.setPen(QColor(self._theme.faint_text))
        left = right + title + GRID
        room = self._room_of_names(left, end)
        first = (end if room.top() else room.left()) - left
        second = (room.left() if room.top() else self.width()) - GRID
        (told, summary, _font), (shown, read_out, font) = self._fitting(first, second)
        if self.hides_values:
            told = shown = ""
        elif self._is_calm and not self._is_pointed:
            told, shown = "" if self._is_elsewhere else told, ""
        # A number of which the end is missing would be another one.
        box = QRect(left, 0, summary + _INK, top)
        if left + summary <= end and (exposed is None or exposed.intersects(box)):
            painter.drawText(box, middle, told)
        painter.setFont(font)
        if self._is_one_line():
            box = QRect(left + summary + GRID * bool(summary), 0, read_out + GRID, top)
        else:
            box = QRect(GRID // 2, top, self.width() - GRID, self.height() - top)
        fitted = whole_numbers(shown, painter.fontMetrics(), box.width())
        draw_read_out(painter, box, fitted, self._told.before, QColor(self._theme.accent))
        self._shown_at = box, fitted, font
        self._told_in = self.rect() if box.isEmpty() else box.adjusted(-_INK, 0, _INK, 0)
        if self.names.entries and (exposed is None or exposed.intersects(room)):
            self.names.paint(painter, self._small, room)

    def _room_of_names(self, left: int, end: int) -> QRect:
        """Return where lines are named: at the right of one of the lines, where it has more room.

        It is no part of a read-out, whichever that is. Empty where no line is named here.
        """
        if not self.names.entries:
            return QRect(end, 0, 0, 0)
        _title, summary, read_out, *_long = self._widths()
        top, needed = max(self._line, _BUTTON), self.names.width(self._small)
        is_one_line = self._is_one_line()
        first = left + summary + GRID * bool(summary)
        first += (read_out + GRID) * is_one_line
        second = self.width() - GRID if is_one_line else GRID + read_out + GRID
        if end - first >= min(needed, self.width() - GRID // 2 - second):
            start = max(first, end - needed)
            return QRect(start, 0, end - start, top)
        return QRect(second, top, self.width() - GRID // 2 - second, self.height() - top)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            known = ("", "", "") if self.hides_values else (*self.with_intervals, self.note)
            summary, read_out, note = (", ".join(one.splitlines()) for one in known)
            lines = (self.title, summary, self.names.words), (read_out, note)
            words = "\n".join(", ".join(filter(None, line)) for line in lines)
            QToolTip.showText(event.globalPos(), text.tip(words), self)
            return True
        return super().event(event)


_SAMPLE, _BESIDE, _BETWEEN = 12, 3, 8  # pixels
_LEAST = 36  # pixels of a name of which the end is left out
_THIN = 1.5


class NameRow:
    """Names of lines in one row, those of few in full, and of more as much as there is room for."""

    def __init__(self) -> None:
        self.entries: tuple[Entry, ...] = ()

    def take(self, entries: Sequence[Entry]) -> bool:
        """Take other names; return whether they are others."""
        if tuple(entries) == self.entries:
            return False
        self.entries = tuple(entries)
        return True

    @property
    def words(self) -> str:
        """All names in full."""
        return ", ".join(entry.name for entry in self.entries)

    def width(self, font: QFont) -> int:
        """Return the pixels that all names take in full."""
        metrics = QFontMetrics(font)
        names = sum(metrics.horizontalAdvance(entry.name) + 1 for entry in self.entries)
        return names + len(self.entries) * (_SAMPLE + _BESIDE + _BETWEEN) - _BETWEEN

    def shown(self, font: QFont, width: int) -> list[tuple[Entry, str, int]]:
        """Return which names stand in a row of some pixels, how, and how wide each may be.

        Names that are shorter than their share leave the rest of it to the others.
        """
        metrics, around = QFontMetrics(font), _SAMPLE + _BESIDE + _BETWEEN
        entries = self.entries[: max((width + _BETWEEN) // (_LEAST + around), 1)]
        left = width + _BETWEEN - len(entries) * around
        shares: dict[int, int] = {}
        needed = [metrics.horizontalAdvance(entry.name) + 1 for entry in entries]
        for done, number in enumerate(sorted(range(len(entries)), key=needed.__getitem__)):
            shares[number] = min(needed[number], left // (len(entries) - done))
            left -= shares[number]
        return [
            (entry, _fitted(entry.name, metrics, shares[number]), shares[number])
            for number, entry in enumerate(entries)
            if shares[number] >= min(_LEAST, needed[number])
        ]

    def paint(self, painter: QPainter, font: QFont, box: QRect) -> None:
        """Paint the names into a box, from its left."""
        x, middle = float(box.left()), box.center().y() + 0.5
        painter.setFont(font)
        for entry, name, width in self.shown(font, box.width()):
            pen = QPen(entry.pen)
            pen.setWidthF(max(pen.widthF(), _THIN))
            painter.setPen(pen)
            painter.drawLine(QLineF(x, middle, x + _SAMPLE, middle))
            painter.setPen(entry.pen.color())
            x += _SAMPLE + _BESIDE
            place = QRectF(x, box.top(), width, box.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)
            x += width + _BETWEEN


def _fitted(name: str, metrics: QFontMetrics, width: int) -> str:
    """Return a name in some pixels: without what stands in brackets before its own end is cut."""
    bare, bracket, _more = name.rpartition(" (")
    is_shorter = bool(bracket) and name.endswith(")") and metrics.horizontalAdvance(name) > width
    return metrics.elidedText(bare if is_shorter else name, Qt.TextElideMode.ElideRight, width)
