"""Any table of a result as a tree: groups that fold, and all that is known of one value a row.

A row shows its value, what stands beside it, its interval and the same value elsewhere. Cells are
asked for when they are looked at; a threshold that moves changes values and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QColor

from evalgui.core.digits import exact_percentage
from evalgui.core.intervals.pending import is_awaited
from evalgui.core.intervals.settings import DEFAULT_INTERVALS
from evalgui.core.languages import tr
from evalgui.core.measured import NOTHING, Measured
from evalgui.core.metrics import Vocabulary
from evalgui.core.texts import Text, as_text
from evalgui.core.vocabulary import words_in
from evalgui.gui.accessible import named_cell
from evalgui.gui.look import Theme, text
from evalgui.gui.results import intervals
from evalgui.gui.results.cells import (
    detail,
    left_open,
    number,
    printed,
    spoken_limits,
    style_of,
)
from evalgui.gui.results.intervals import Numbers
from evalgui.gui.results.sectioned import (
    ACCESSIBLE,
    ALIGNMENT,
    ANSWERED,
    DISPLAY,
    FONT,
    FOREGROUND,
    LEFT,
    RIGHT,
    TOOL_TIP,
    WHATS_THIS,
    Index,
    SectionedModel,
)
from evalgui.gui.results.tree_columns import FAINT, HEADER_TIPS, N_COLUMNS, NUMBERS, ColumnOf
from evalgui.render.columns import printed as printed_cells
from evalgui.render.columns import spread
from evalgui.results.result import NOTHING as NO_TEXT
from evalgui.results.result import Column, Row, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from evalgui.core.measured import Interval
    from evalgui.core.texts import Style, Told
    from evalgui.results.result import LongTable

RowT = TypeVar("RowT", bound=Row)

FAVOURITES = tr("Favourites")
_HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class Section(Generic[RowT]):
    """A group that folds, with its rows; its title is the same in every field."""

    title: str
    heading: Told
    rows: tuple[RowT, ...]


def sections_of(rows: Iterable[RowT]) -> tuple[Section[RowT], ...]:
    """Return rows that stand together by what they have in common."""
    found: dict[str, tuple[Told, list[RowT]]] = {}
    style = style_of(text.AT_FIRST)
    for row in rows:
        group = row.group or NO_TEXT
        found.setdefault(group.told(style), (group, []))[1].append(row)
    return tuple(Section(title, told, tuple(own)) for title, (told, own) in found.items())


class TreeModel(SectionedModel, Generic[RowT]):
    """Groups with their rows; other values of the same rows change some columns alone."""

    # Everything beside the names. Qt's own signal would come once for each group, and take a
    # tenth of a dragged frame on its way through heads and selection.
    values_changed = Signal()

    n_columns = N_COLUMNS

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._beside: Table | None = None
        self._beside_head, self._beside_at = "", ""
        self._level = DEFAULT_INTERVALS.level
        self._vocabulary = Vocabulary.MACHINE_LEARNING
        self._words = words_in(self._vocabulary)
        self._style = style_of(self._words)
        self._filter = ""
        self._has_all = False
        self._hides_answers = False
        self._favourites: tuple[str, ...] = ()
        self._sections: tuple[Section[RowT], ...] = ()
        self._table = table
        self._take_columns()
        self._arrange()

    # -------------------------------------------------------------------------- state

    def set_table(self, table: Table) -> None:
        """Show another table: of its columns the first, and one of id ``interval`` with limits."""
        before = self._table
        self._table = table
        if table.columns is not before.columns:
            self._take_columns()
        if table.rows is not before.rows and table.rows != before.rows:
            self._rebuild()
            return
        self.values_changed.emit()

    def _take_columns(self) -> None:
        self._value, *others = self._table.columns
        self._sure = next((one for one in others if one.id == "interval"), self._value)

    def set_level(self, level: float) -> None:
        """Name another level above the intervals."""
        if level != self._level:
            self._level = level
            self.headerDataChanged.emit(
                Qt.Orientation.Horizontal, ColumnOf.INTERVAL, ColumnOf.INTERVAL
            )

    def set_beside(self, table: Table | None, head: str = "", at: str = "") -> None:
        """Show other values of the same rows beside these, and where they are; None shows none.

        Parameters
        ----------
        table
            Its cells of None are those that there are no others of.
        head, at
            Where they are: in short, above them, and in full, for copies.
        """
        self._beside, self._beside_head, self._beside_at = table, head, at
        for place in range(len(self._sections)):
            self._announce_rows(place, ColumnOf.PINNED, ColumnOf.PINNED)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, ColumnOf.PINNED, ColumnOf.PINNED)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Tell everything as another field does."""
        self._vocabulary = vocabulary
        self._words = words_in(vocabulary)
        self._style = style_of(self._words)
        if self._on_show() != self._sections:
            self._rebuild()
            return
        for place in range(len(self._sections)):
            self._announce_rows(place, ColumnOf.NAME, ColumnOf.PINNED)
        self._announce_titles(ColumnOf.NAME)

    def set_filter(self, words: str) -> None:
        """Show only the rows one of whose names has every word; "" shows all."""
        if words != self._filter:
            self._filter = words
            self._rebuild()

    def set_all(self, *, has_all: bool) -> None:
        """Show the rows that are foreign to the field, too, or where they are sought alone."""
        if has_all != self._has_all:
            self._has_all = has_all
            self._rebuild()

    def set_favourites(self, ids: Sequence[str]) -> None:
        """Show some rows once more, before all groups."""
        if tuple(ids) != self._favourites:
            self._favourites = tuple(dict.fromkeys(ids))
            self._rebuild()

    def set_theme(self, theme: Theme) -> None:
        """Recolour what is faint."""
        self._faint = QColor(theme.faint_text)
        for place in range(len(self._sections)):
            self._announce_rows(place, ColumnOf.NAME, ColumnOf.PINNED)

    def _arrange(self) -> None:
        self._sections = self._on_show()
        self._sizes = tuple(len(section.rows) for section in self._sections)

    def _on_show(self) -> tuple[Section[RowT], ...]:
        """Return the sections to show."""
        rows = self.every_row()
        known = {row.id: row for row in rows}
        chosen = tuple(known[row_id] for row_id in self._favourites if row_id in known)
        favourites = Section(FAVOURITES, Text(FAVOURITES), chosen)
        found = (
            replace(section, rows=tuple(row for row in section.rows if self._is_shown(row, chosen)))
            for section in (favourites, *sections_of(rows))
        )
        return tuple(section for section in found if section.rows)

    def _is_shown(self, row: RowT, chosen: tuple[RowT, ...]) -> bool:
        """Return whether a row is what is sought; of none sought, one of the field."""
        if self._filter or self._has_all:
            return row.is_sought(self._filter, self.name(row))
        return row in chosen or not row.is_foreign(self._vocabulary)

    # --------------------------------------------------------------------- read-outs

    @property
    def table(self) -> Table:
        """What is shown."""
        return self._table

    @property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the names."""
        return self._vocabulary

    @property
    def favourites(self) -> tuple[str, ...]:
        """The ids of the rows that are shown first."""
        return self._favourites

    @property
    def faint(self) -> QColor:
        """The colour of what stands beside the values."""
        return self._faint

    @property
    def sections(self) -> tuple[Section[RowT], ...]:
        """The groups on show."""
        return self._sections

    def every_row(self) -> tuple[RowT, ...]:
        """Return the rows of the table, whatever is sought."""
        return cast("tuple[RowT, ...]", self._table.rows)

    def every_entry(self) -> Sequence[RowT]:
        """Return the rows that names have room for."""
        return self.every_row()

    def name(self, row: RowT) -> str:
        """Return what a row is called in the field."""
        return row.title.told(self._style)

    def entry(self, index: Index) -> RowT | None:
        """Return the row at an index; None for a group."""
        if not index.isValid() or index.internalId() == 0:
            return None
        return self._sections[index.internalId() - 1].rows[index.row()]

    def is_favourite(self, index: Index) -> bool:
        """Return whether a row is one of those on top."""
        entry = self.entry(index)
        return entry is not None and entry.id in self._favourites

    def section_of(self, index: Index) -> Section[RowT]:
        """Return the group of a row, or which a group is."""
        number = index.internalId()
        return self._sections[number - 1 if number else index.row()]

    def index_of(self, row_id: str, title: str = "") -> QModelIndex:
        """Return the first place of a row, or that in a group; invalid if it has none."""
        for place, section in enumerate(self._sections):
            if title in {"", section.title}:
                for row, entry in enumerate(section.rows):
                    if entry.id == row_id:
                        return self.index(row, 0, self.index(place, 0))
        return QModelIndex()

    def numbers(
        self, index: Index, *, with_interval: bool = True, with_pinned: bool = True
    ) -> Numbers | None:
        """Return all that is shown of a row beside its name; None for a group."""
        entry = self.entry(index)
        if entry is None:
            return None
        if self._hides_answers:
            return Numbers(_HIDDEN, self._detail(entry, self._cell(entry)), "", "", None)
        found = self._cell(entry, self._sure if with_interval else self._value)
        interval = found.interval if with_interval and found.is_defined else None
        before = self._known_last(entry, interval) if is_awaited(interval) else None
        shown, of_all = before or interval, entry.range
        return Numbers(
            number(entry.kind, found.value),
            self._detail(entry, found),
            self._interval_words(entry, found, shown) if with_interval else "",
            self._beside_text(entry) if with_pinned else "",
            None if of_all is None else intervals.bar(shown, found.value, of_all),
            before is not None,
        )

    def copied(self, indexes: Iterable[Index], write: Callable[[LongTable, Style], str]) -> str:
        """Return some rows as something writes them: values, limits, what stands beside them.

        Of no row there is nothing.
        """
        table = self._to_copy(indexes)
        style = replace(self._style, share=lambda share: f"{exact_percentage(share)}%")
        return write(spread(table, style, Text("x/n")), style) if table.rows else ""

    def printed(self, indexes: Iterable[Index]) -> list[list[str]]:
        """Return some rows as a page prints them, the heads first; nothing of hidden answers."""
        if self._hides_answers:
            return []
        table = self._to_copy(indexes)
        columns = (None, *table.columns)
        return printed_cells(table, table.rows, columns, self._style, printed) * bool(table.rows)

    def _to_copy(self, indexes: Iterable[Index]) -> Table:
        """Return some rows with their values, and what stands beside them."""
        rows = tuple(row for row in map(self.entry, indexes) if row is not None)
        columns = [replace(self._sure, title=self._value.title)]
        if self._beside_at and any(self._beside_value(row) is not None for row in rows):
            columns.append(Column("pinned", Text("Value {at}", {"at": self._beside_at})))

        def cell(row: Row, column: Column) -> Measured | None:
            if column is columns[0]:
                return self._table.cell(row, self._sure)
            value = self._beside_value(row)
            return None if value is None else Measured(value)

        def note(row: Row) -> Told | None:
            found = self._cell(row)
            beside = self._words.said(found.reason) or self._detail(row, found)
            return as_text(text.for_programs(beside))

        return Table("copied", tuple(columns), rows, cell, self._table.of_rows, note)

    # ------------------------------------------------------------------------- Qt

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == DISPLAY:
            names, value = self._table.of_rows.told(self._style), self._value.title
            sure = intervals.title(self._level)
            return (names, value.told(self._style), "x/n", sure, self._beside_head)[section]
        if role == ALIGNMENT:
            return RIGHT if section in NUMBERS else LEFT
        if role == ACCESSIBLE and section == ColumnOf.PINNED:
            return self._beside_head or tr("Pinned")
        if role not in {TOOL_TIP, WHATS_THIS}:
            return None
        words = HEADER_TIPS.get(ColumnOf(section), "")
        return (text.tip if role == TOOL_TIP else text.plain)(words)

    def data(self, index: Index, role: int = DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role not in ANSWERED:
            return None
        entry = self.entry(index)
        if entry is None:
            return self._section_data(index, role)
        if role == ACCESSIBLE:
            return named_cell(self, index, self._spoken(entry, index.column()))
        return self._entry_data(entry, index.column(), role)

    def _entry_data(self, entry: RowT, column: int, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == DISPLAY:
            return self._shown(entry, column)
        if role == ALIGNMENT:
            return RIGHT if column in NUMBERS else LEFT
        if role == FOREGROUND:
            return self._faint if column in FAINT else None
        if role == TOOL_TIP:
            return text.tip(self._tip(entry))
        if role == WHATS_THIS:
            return text.plain("\n".join([self._about(entry), *self._state(entry)]))
        return None

    def _spoken(self, entry: RowT, column: int) -> str:
        if column == ColumnOf.NAME and entry.id in self._favourites:
            return tr("{shown}, favourite", shown=self._shown(entry, column))
        found = self._cell(entry, self._sure if column == ColumnOf.INTERVAL else self._value)
        if column != ColumnOf.NAME and self._hides_answers:
            return tr("hidden") if column == ColumnOf.VALUE else ""
        if column == ColumnOf.INTERVAL and found.is_defined:
            return spoken_limits(entry.kind, found.interval, self._words)
        if column == ColumnOf.VALUE and not found.is_defined:
            return tr("undefined: {reason}", reason=self._words.said(found.reason))
        return self._shown(entry, column)

    def _section_data(self, index: Index, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        is_title = index.isValid() and index.column() == ColumnOf.NAME
        if role == ACCESSIBLE and index.isValid():
            return named_cell(self, index, self.data(index) or "")
        if is_title and role == DISPLAY:
            return self._sections[index.row()].heading.told(self._style)
        return self._bold if is_title and role == FONT else None

    def _shown(self, entry: RowT, column: int) -> str:
        if column == ColumnOf.NAME:
            return self.name(entry)
        if column != ColumnOf.DETAIL and self._hides_answers:
            return _HIDDEN if column == ColumnOf.VALUE else ""
        if column == ColumnOf.PINNED:
            return self._beside_text(entry)
        found = self._cell(entry, self._sure if column == ColumnOf.INTERVAL else self._value)
        if column == ColumnOf.VALUE:
            return number(entry.kind, found.value)
        if column == ColumnOf.INTERVAL:
            return self._interval_words(entry, found, found.interval)
        return self._detail(entry, found)

    def _interval_words(self, entry: RowT, found: Measured, interval: Interval | None) -> str:
        """Return the limits, or why there is no value in the first place."""
        if not found.is_defined:
            return self._words.said(found.reason)
        return intervals.brief(interval, entry.kind.written, is_share=entry.kind.is_share)

    def _cell(self, row: Row, column: Column | None = None) -> Measured:
        return self._table.cell(row, column or self._value) or NOTHING

    def _detail(self, row: Row, found: Measured) -> str:
        note = self._table.note
        if self._hides_answers:
            found = found._replace(bracket=None)
        return detail(row.kind, found, None if note is None else note(row), self._style)

    def _beside_value(self, row: Row) -> float | None:
        if self._beside is None:
            return None
        found = self._beside.cell(row, self._beside.columns[0])
        return None if found is None else found.value

    def _beside_text(self, entry: RowT) -> str:
        value = self._beside_value(entry)
        return "" if value is None else number(entry.kind, value)

    # ------------------------------------------------------------ what a topic knows better

    def _known_last(self, _row: RowT, _interval: Interval | None) -> Interval | None:
        """Return what stands for an interval that is being worked out; None for nothing."""
        return None

    def _about(self, row: RowT) -> str:
        """Return what a row is, whatever its value."""
        return self.name(row)

    def _sure_of(self, _row: RowT, found: Measured) -> list[str]:
        """Return what is known of how sure a value is, in sentences."""
        return [] if found.interval is None else intervals.sentences(found.interval, self._words)

    def _tip(self, row: RowT) -> str:
        """Return what a row is called, and why it has no value, or how it is computed."""
        name, *more = self._about(row).splitlines()
        found = self._cell(row, self._sure)
        is_told = found.is_defined and not self._hides_answers
        first = more if is_told and more else self._state(row)
        told = left_open(row.kind, found) if first is more else ""
        return "\n".join([name, *first, *[tr("Value {told}", told=told)] * bool(told)])

    def _state(self, row: RowT) -> list[str]:
        """Return what is known of the value of a row, in sentences."""
        found = self._cell(row, self._sure)
        beside = self._detail(row, found)
        state: list[str] = []
        if self._hides_answers:
            state = [tr("Hidden: View > Hide Answers shows it")]
        elif found.is_defined:
            of_what = f" ({beside})" if beside else ""
            value = tr(
                "Value: {value}{of_what}", value=text.threshold(found.value), of_what=of_what
            )
            told = left_open(row.kind, found)
            state = [
                value,
                *[tr("Value {told}", told=told)] * bool(told),
                *self._sure_of(row, found),
            ]
        elif found.reason:
            state = [tr("Undefined: {reason}", reason=self._words.said(found.reason))]
        return state
