"""The matrix of a grey zone: a column for what neither call decides, and what it comes to."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from evalgui.core.grey_zone import INDETERMINATE, grey_ends, grey_zone_of
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import MACHINE_LEARNING, words_in
from evalgui.core.zone_numbers import ZoneNumber, ZonePart
from evalgui.gui.confusion.cell_lines import MatrixFonts
from evalgui.gui.confusion.grey_texts import TWO_WAY, GreyTexts, grey_texts
from evalgui.gui.confusion.heat_scale import zone_shades
from evalgui.gui.confusion.zone_words import number_in_words
from evalgui.gui.described import Described
from evalgui.gui.look import GRID, LIGHT, Theme, text
from evalgui.gui.models.sentences import with_place

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPaintEvent

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.confusion.grey_texts import GreyCell

_N_ZONES, _N_CLASSES = 3, 2
_GAP = GRID // 2
_LONGEST_NAME = 24
_MOVES = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
_CHOOSING = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ELIDED = Qt.TextElideMode.ElideRight
_USUAL = "0.0000"  # the room of a number, which more digits seldom need
_BETWEEN = "between these"  # the heads at both sides tell the ends


class GreyMatrix(Described, QWidget):
    """Three zones by two classes, painted in one go, and the two-way table below them."""

    zone_chosen = Signal(int, int)  # 0 positive, 1 grey, 2 negative; 0 the positives, 1 the others

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("grey_matrix")
        self.setAccessibleName("Confusion matrix with a grey zone")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._theme = LIGHT
        self._words: Words = MACHINE_LEARNING
        self._fonts = MatrixFonts(self.font())
        self._texts: GreyTexts | None = None
        self._snapshot: Snapshot = EMPTY
        self._names = ("", "")
        self._focus = ZoneNumber(ZonePart.CELL, 1, actual=0)

    def sizeHint(self) -> QSize:
        return QSize(GRID * 42, GRID * 34)

    def minimumSizeHint(self) -> QSize:
        cells = _N_CLASSES * (self._fonts.heights["count"] + 2 * _GAP)
        return QSize(GRID * 26, self._heads_height() + cells + self._table_height())

    # --------------------------------------------------------------------------- view

    @property
    def texts(self) -> GreyTexts | None:
        """What is on show; None without a grey zone."""
        return self._texts

    def show_snapshot(self, new: Snapshot) -> None:
        """Show the grey zone of a snapshot, or nothing."""
        self._snapshot = new
        ends, zone, score = grey_ends(new), grey_zone_of(new), new.score
        if ends is None or zone is None or score is None:
            self._texts = None
            return
        texts = grey_texts(zone, ends, score, self._words, new.inputs.intervals.level)
        if self._texts is None:
            self.updateGeometry()
        names = self._row_names()
        if texts != self._texts or names != self._names:
            self._texts, self._names = texts, names
            self._describe()
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything."""
        self._theme = theme
        self.update()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name zones, classes and measures as a vocabulary does."""
        self._words = words_in(vocabulary)
        self.show_snapshot(self._snapshot)

    def again(self) -> GreyMatrix:
        """Return another one that shows the same."""
        result = GreyMatrix()
        result.set_vocabulary(self._words.vocabulary)
        result.show_snapshot(self._snapshot)
        return result

    def described(self, actual: int, zone: int) -> str:
        """Return a cell in words."""
        if self._texts is None:
            return ""
        cell, head = self._texts.cells[actual][zone], self._texts.heads[zone]
        of = (self._words.positives, self._words.negatives)[actual]
        name = f"{cell.name}, " if cell.name else ""
        return f"{name}{head.name} ({head.scores}): {cell.count} rows, {cell.share} of {of}"

    def _described(self, number: ZoneNumber) -> str:
        """Return any number in words."""
        texts, place = self._texts, number.place
        if number.part is ZonePart.CELL or texts is None:
            return self.described(number.actual, place)
        head, named = texts.heads[place], number_in_words(number, self._words)
        if number.part is ZonePart.MEASURE:
            return f"{named}: {texts.two_way[place][1][TWO_WAY.index(number.measure)]}"
        told = {ZonePart.SHARE: head.share, ZonePart.RATIO: head.ratio + head.limits}
        whole = told.get(number.part)
        return f"{head.name} ({head.scores})" + ("" if whole is None else f": {whole}")

    def sentence(self) -> str:
        """Return the number that the keys are at as a sentence, with where both lines stand."""
        grey = "" if self._texts is None else f", grey zone {self._texts.heads[1].scores}"
        said = text.with_point(self._described(self._focus) + grey)
        return with_place(said, self._snapshot, self._words)

    def _describe(self) -> None:
        self.describe(lambda: self._described(self._focus))

    # ---------------------------------------------------------------------- measuring

    def _left(self) -> int:
        """Return where the first column begins: behind the names of the rows."""
        widest = self._fonts.widest("label", self._row_names())
        return min(widest + 2 * GRID, self.width() * 3 // 10)

    def _row_names(self) -> tuple[str, str]:
        """Return the names of the rows: those of the matrix without a zone."""
        names = self._snapshot.positive_name, self._snapshot.rest_name
        return text.elided(names[0], _LONGEST_NAME), text.elided(names[1], _LONGEST_NAME)

    def _columns(self) -> list[tuple[int, int]]:
        """Return where each zone begins, and how wide it is."""
        left = self._left()
        width = (self.width() - left - GRID) // _N_ZONES
        return [(left + zone * width, width - _GAP) for zone in range(_N_ZONES)]

    @property
    def _n_lines(self) -> int:
        """How many lines the two-way table has, with its head."""
        return 1 + len(self._texts.two_way) if self._texts else 0

    def _heads_height(self) -> int:
        return self._fonts.heights["name"] + 3 * self._fonts.heights["small"] + GRID

    def _table_height(self) -> int:
        return self._n_lines * (self._fonts.heights["small"] + 2) + GRID

    def cell_rect(self, actual: int, zone: int) -> QRect:
        """Return where a cell is."""
        room = self.height() - self._heads_height() - self._table_height()
        height = max(room // _N_CLASSES, self._fonts.heights["count"] + _GAP)
        x, width = self._columns()[zone]
        top = self._heads_height() + actual * height
        return QRect(x, top, width, height - _GAP)

    def _head_rect(self, column: tuple[int, int], line: int) -> QRect:
        """Return where a line of a head is: its name, its scores, its share, or its ratio."""
        x, width = column
        name, small = self._fonts.heights["name"], self._fonts.heights["small"]
        if line == 0:
            return QRect(x, GRID // 2, width, name)
        return QRect(x, GRID // 2 + name + (line - 1) * small, width, small)

    def _two_way_columns(self) -> tuple[int, list[tuple[int, int]]]:
        """Return where the measures of the two-way table begin, and where those that fit stand."""
        texts = self._texts
        if texts is None:
            return 0, []
        names = [INDETERMINATE, *(name for name, _values in texts.two_way)]
        left = min(self._fonts.widest("small", names) + 2 * GRID, self.width() // 2)
        return left, self._spans(texts, left)

    def _spans(self, texts: GreyTexts, left: int) -> list[tuple[int, int]]:
        """Return where the columns of the two-way table begin, and their widths: those that fit."""
        room = self.width() - left - GRID
        columns = zip(texts.measures, *(values for _name, values in texts.two_way), strict=True)
        needed = [self._fonts.widest("small", (*one, _USUAL)) + GRID for one in columns]
        n_shown = max(1, sum(whole <= room for whole in accumulate(needed)))
        more = max(0, room - sum(needed[:n_shown])) // n_shown
        widths = [min(one + more, room) for one in needed[:n_shown]]
        starts = [left, *(left + taken for taken in accumulate(widths))]
        return [(x, width - _GAP) for x, width in zip(starts, widths, strict=False)]

    def _two_way_rect(self, span: tuple[int, int], line: int) -> QRect:
        """Return where a value stands in the two-way table; line 0 is its head."""
        height = self._fonts.heights["small"] + 2
        y = self.height() - self._table_height() + GRID // 2 + line * height
        return QRect(span[0], y, span[1], height)

    def _numbers(self) -> list[list[ZoneNumber]]:
        """Return all numbers that are on show, line by line."""
        n_shown = len(self._two_way_columns()[1])
        heads = (ZonePart.LINE, ZonePart.SHARE, ZonePart.RATIO)
        zones = range(_N_ZONES)
        return [
            *([ZoneNumber(part, zone) for zone in zones] for part in heads),
            *(
                [ZoneNumber(ZonePart.CELL, zone, one) for zone in zones]
                for one in range(_N_CLASSES)
            ),
            *(
                [ZoneNumber(ZonePart.MEASURE, way, measure=one) for one in TWO_WAY[:n_shown]]
                for way in range(self._n_lines - 1)
            ),
        ]

    def number_rect(self, number: ZoneNumber) -> QRect:
        """Return where a number is; nowhere if it has no room."""
        if number.part is ZonePart.CELL:
            return self.cell_rect(number.actual, number.place)
        if number.part is ZonePart.MEASURE:
            _left, spans = self._two_way_columns()
            column = TWO_WAY.index(number.measure)
            is_shown = column < len(spans)
            return self._two_way_rect(spans[column], 1 + number.place) if is_shown else QRect()
        lines = (ZonePart.LINE, ZonePart.SHARE, ZonePart.RATIO)
        return self._head_rect(self._columns()[number.place], 1 + lines.index(number.part))

    def number_at(self, point: QPoint) -> ZoneNumber | None:
        """Return the number at a place; None where there is none."""
        every = (one for line in self._numbers() for one in line)
        return next((one for one in every if self.number_rect(one).contains(point)), None)

    @property
    def focus_number(self) -> ZoneNumber:
        """The number that the keys are at."""
        return self._focus

    # ----------------------------------------------------------------------- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.paint(painter)

    def paint(self, painter: QPainter) -> None:
        """Paint everything, on the screen or into a figure."""
        texts = self._texts
        if texts is None:
            return
        self._paint_heads(painter, texts)
        for actual, name in enumerate(self._row_names()):
            row = self.cell_rect(actual, 0)
            area = QRect(GRID, row.y(), self._left() - 2 * GRID, row.height())
            self._write(painter, area, name, "label", self._theme.text, _LEFT)
            for zone in range(_N_ZONES):
                self._paint_cell(painter, texts, actual, zone)
        self._paint_two_way(painter, texts)
        focus = self.number_rect(self._focus)
        if self.hasFocus() and not focus.isEmpty():
            painter.setPen(QPen(QColor(self._theme.accent), 2))
            painter.drawRect(focus.adjusted(1, 1, -1, -1))

    def _paint_heads(self, painter: QPainter, texts: GreyTexts) -> None:
        for column, head in zip(self._columns(), texts.heads, strict=True):
            place = self._head_rect(column, 0)
            whole, width = head.ratio + head.limits, place.width()
            is_cut = self._fonts.width("name", head.name) > width
            name = head.short if is_cut else head.name
            self._write(painter, place, name, "name", self._theme.text, _CENTRE)
            ratio = whole if self._fonts.width("small", whole) <= width else head.ratio
            is_cut = self._fonts.width("small", head.scores) > width
            scores = _BETWEEN if is_cut and head is texts.heads[1] else head.scores
            is_cut = self._fonts.width("small", head.share) > width
            share = head.bare_share if is_cut else head.share
            for line, words in enumerate((scores, share, ratio), 1):
                area = self._head_rect(column, line)
                self._write(painter, area, words, "small", self._theme.faint_text, _CENTRE)

    def _paint_cell(self, painter: QPainter, texts: GreyTexts, actual: int, zone: int) -> None:
        cell, area = texts.cells[actual][zone], self.cell_rect(actual, zone)
        fill, letters = self._ground(cell)
        painter.fillRect(area, fill)
        inner = area.adjusted(GRID // 2, 2, -GRID // 2, -2)
        small, large = self._fonts.heights["small"], self._fonts.heights["count"]
        if inner.height() >= large + small:
            top = QRect(inner.x(), inner.y(), inner.width(), small)
            self._write(painter, top, cell.name, "name", letters, _LEFT)
            self._write(painter, top, cell.share, "small", letters, _RIGHT)
            inner = inner.adjusted(0, small, 0, 0)
        self._write(painter, inner, cell.count, "count", letters, _CENTRE)

    def _ground(self, cell: GreyCell) -> tuple[QColor, str]:
        """Return the colour of a cell, stronger where it holds more of its row, and of letters."""
        shades = zone_shades(self._theme)[cell.is_right]
        fill, letters = shades[round(cell.part * (len(shades) - 1))]
        return fill, letters.name()

    def _paint_two_way(self, painter: QPainter, texts: GreyTexts) -> None:
        left, spans = self._two_way_columns()
        lines = [(INDETERMINATE, texts.measures), *texts.two_way]
        for line, (name, values) in enumerate(lines):
            colour = self._theme.text if line else self._theme.faint_text
            area = self._two_way_rect((GRID, left - GRID), line)
            self._write(painter, area, name, "small", colour, _LEFT)
            for span, value in zip(spans, values, strict=False):
                area = self._two_way_rect(span, line)
                self._write(painter, area, value, "small", colour, _RIGHT)

    def _write(  # noqa: PLR0913, PLR0917 - all that a text needs
        self,
        painter: QPainter,
        area: QRect,
        words: str,
        font: str,
        colour: str,
        how: Qt.AlignmentFlag,
    ) -> None:
        """Write a text on one line, cut where it does not fit."""
        painter.setFont(self._fonts.fonts[font])
        painter.setPen(QColor(colour))
        if self._fonts.width(font, words) > area.width():
            words = self._fonts.metrics[font].elidedText(words, _ELIDED, area.width())
        painter.drawText(area, how, words)

    # ------------------------------------------------------------------------- events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.number_at(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or number is None:
            super().mousePressEvent(event)
            return
        self.go_to(number)
        self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _MOVES:
            self._move(*_MOVES[key])
        elif key in _CHOOSING:
            self._choose()
        else:
            super().keyPressEvent(event)

    def _move(self, down: int, across: int) -> None:
        """Go to the number next to that of the keys, where there is one."""
        lines = self._numbers()
        line = next((place for place, one in enumerate(lines) if self._focus in one), 0)
        column = lines[line].index(self._focus) if self._focus in lines[line] else 0
        wanted = lines[min(len(lines) - 1, max(0, line + down))]
        self.go_to(wanted[min(len(wanted) - 1, max(0, column + across))])

    def go_to(self, number: ZoneNumber) -> None:
        """Take the keys to a number."""
        self._focus = number
        self._describe()
        self.update()

    def _choose(self) -> None:
        if self._focus.part is ZonePart.CELL:
            self.zone_chosen.emit(self._focus.place, self._focus.actual)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fonts = MatrixFonts(self.font())
            self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self._tell(event)  # type: ignore[arg-type] # such an event is one of help
            return True
        return super().event(event)

    def _tell(self, event: QHelpEvent) -> None:
        number = self.number_at(event.pos())
        words = "" if number is None else text.plain(self._described(number))
        QToolTip.showText(event.globalPos(), words, self)
