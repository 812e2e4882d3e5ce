"""How wide the columns of the rows are, and which hold numbers: by their first rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QFontMetrics

from evalgui.core.grey_zone import INDETERMINATE
from evalgui.core.languages import tr
from evalgui.gui.look import GRID, text
from evalgui.gui.results.wrapped_heads import in_halves
from evalgui.workspace.staging import FIRST_COLUMNS, FIRST_ROWS

if TYPE_CHECKING:
    from evalgui.gui.models.predictions_model import PredictionsModel
    from evalgui.gui.panels.predictions_table import PredictionsTable

_AT_ONCE = 12  # columns that are looked at in one turn of the event loop: about as many as are seen
_NARROWEST, _WIDEST = GRID * 6, GRID * 26
_WIDE = GRID * 11  # so wide may the whole name of an outcome, truth or score make its column
_LEAST_OF_WORDS = GRID * 9  # of a column of words that gives way to the score
_DECIDING = 3  # columns: outcome, truth and score
_TITLE = 60  # letters that a width is made for; of outcome, truth and score the table says it


class FirstColumns(QObject):
    """Dresses the first columns of the rows: those that are seen at once, others in later turns.

    The others keep the width that Qt gives them, and are written as text.
    """

    def __init__(self, table: PredictionsTable, model: PredictionsModel) -> None:
        super().__init__(table)
        self._table, self._model = table, model
        self._left: list[int] = []
        self._wished: dict[int, int] = {}  # the widths that what is in the columns needs
        self._given: dict[int, int] = {}  # those that they have, unless somebody changed them
        self.fills = False  # whether the score takes all the room that is left, where it is last
        table.resized.connect(self.make_room)
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._dress_some)

    def dress(self) -> None:
        """Dress the columns of another file."""
        model = self._model
        self._wished, self._given = {}, {}
        leading = model.leading_columns()
        self._table.dress_columns((model.outcome_column, model.call_column), leading)
        sampled = range(min(len(model.file_columns), FIRST_COLUMNS))
        self._left = [*dict.fromkeys((*leading, *sampled))]
        self._dress_some()

    def fit(self, column: int) -> None:
        """Make a column as wide as what is in it needs."""
        self._wished[column] = self._width_of(column)
        self._resize(column, self._wished[column])

    def widen(self, column: int) -> None:
        """Make a column as wide as what is in it needs, unless it is wider."""
        if self._table.heads.sectionSize(column) < self._width_of(column):
            self.fit(column)

    def make_room(self) -> None:
        """Narrow what is in words before the score, down to a bound, until that is seen whole.

        What somebody has made wider or narrower stays so.
        """
        model, table, wished = self._model, self._table, self._wished
        leading, score, header = model.leading_columns(), model.score_column(), table.heads
        if score not in leading:
            return
        if score not in wished:
            self.fit(score)
        before = [one for one in leading[: leading.index(score)] if one != model.outcome_column]
        words = [one for one in before if header.sectionSize(one) == self._given.get(one)]
        others = {*leading[: leading.index(score) + 1]} - {*words}
        rows = table.verticalHeader()
        taken = table.verticalScrollBar().sizeHint().width()
        taken += 0 if rows.isHidden() else rows.minimumWidth()
        needed = sum(map(header.sectionSize, others)) + sum(wished[one] for one in words) + taken
        if self.fills:
            needed += wished[score] - header.sectionSize(score)
        lacks = max(needed - table.width(), 0)
        for column in words:
            width = max(wished[column] - lacks, min(wished[column], _LEAST_OF_WORDS))
            lacks -= wished[column] - width
            self._resize(column, width)
        if self.fills and header.count() - header.hiddenSectionCount() <= _DECIDING:
            rest = sum(header.sectionSize(one) for one in leading if one != score) + taken
            self._resize(score, max(table.width() - rest, wished[score]))

    def _resize(self, column: int, width: int) -> None:
        header = self._table.heads
        header.resizeSection(column, width)
        self._given[column] = header.sectionSize(column)

    def _dress_some(self) -> None:
        now, self._left = self._left[:_AT_ONCE], self._left[_AT_ONCE:]
        model, n_own = self._model, len(self._model.file_columns)
        self._table.align_numbers([c for c in now if c < n_own and model.is_numeric(c)])
        for column in now:
            self.fit(column)
        if self._left:
            self._next.start()

    def _width_of(self, column: int) -> int:
        """Return a width that the first rows fit in, between bounds."""
        model, metrics = self._model, QFontMetrics(self._table.font())
        places = range(min(FIRST_ROWS, model.rowCount()))
        cells = {model.raw_cell(place, column)[:100] for place in places}
        if column == model.call_column:
            cells = {*(model.calls.widest if model.calls else ())}
            cells |= set() if model.seen.grey is None else {tr(INDETERMINATE)}
        elif column == model.outcome_column:
            cells = {model.calls.widest_outcome if model.calls else ""}
        widest = max(map(metrics.horizontalAdvance, cells), default=0)
        leads = column in model.leading_columns()
        longest = self._table.leading_letters() if leads else _TITLE
        is_words = leads and column != model.score_column()
        margin = GRID * 5 // 4 if is_words else GRID * 2  # a number keeps all its digits
        title = text.elided(model.title(column), longest)
        needed = max(metrics.horizontalAdvance(title), widest) + margin
        head = self._table.heads.narrowest(column, title)
        if leads:
            head = max(head, self._width_in_halves(column))
        return max(_NARROWEST, min(_WIDEST, max(needed, head)))

    def _width_in_halves(self, column: int) -> int:
        """Return the width that the whole name needs in two lines, 0 where that is too wide."""
        heads, name = self._table.heads, text.elided(self._model.title(column), _TITLE)
        width = heads.narrowest(column, in_halves(name, heads.fontMetrics()))
        return width if width <= _WIDE else 0
