"""The measures of a snapshot by family, as a tree model whose values alone ever change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QColor

from evalgui.core.digits import exact_percentage
from evalgui.core.measured import NOTHING, Measured
from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY, Snapshot
from evalgui.core.texts import Text, as_text
from evalgui.core.thresholds import written
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import Theme, text
from evalgui.gui.models.measures import (
    Section,
    explanation,
    sections_of,
)
from evalgui.gui.models.metric_columns import (
    FAINT,
    HEADER_TIPS,
    N_COLUMNS,
    NUMBERS,
    ColumnOf,
)
from evalgui.gui.models.sectioned import (
    ACCESSIBLE,
    ALIGNMENT,
    ANSWERED,
    DISPLAY,
    FONT,
    FOREGROUND,
    LEFT,
    RIGHT,
    TOOL_TIP,
    Index,
    SectionedModel,
)
from evalgui.gui.results import intervals
from evalgui.gui.results.cells import detail, number, style_of
from evalgui.gui.results.intervals import Numbers
from evalgui.render.columns import spread
from evalgui.results.result import Column, Table
from evalgui.results.topics.measures import (
    INTERVAL,
    VALUE,
    MeasureRow,
    drawn,
    every_row,
    live,
    on_show,
    rows_on_show,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from evalgui.core.measured import Interval
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.texts import Told
    from evalgui.render.columns import Spread
    from evalgui.results.result import Row

FAVOURITES = "Favourites"
_HIDDEN = "?"


class MetricsModel(SectionedModel):
    """Families with their measures; a threshold changes two columns and nothing else."""

    # Everything beside the names. Qt's own signal would come once for each family, and take a
    # tenth of a dragged frame on its way through heads and selection.
    values_changed = Signal()

    n_columns = N_COLUMNS

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._snapshot = EMPTY
        self._rows = rows_on_show(EMPTY)
        self._table: Table = live(EMPTY, self._rows)
        self._pinned: Snapshot | None = None
        self._pinned_table: Table | None = None
        self._pinned_letter = ""
        self._vocabulary = Vocabulary.MACHINE_LEARNING
        self._words = words_in(self._vocabulary)
        self._style = style_of(self._words)
        self._filter = ""
        self._has_all = False
        self._favourites: tuple[str, ...] = ()
        self._sections: tuple[Section, ...] = ()
        self._arrange()

    # -------------------------------------------------------------------------- state

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the values of another snapshot."""
        before, self._snapshot = self._snapshot, snapshot
        if on_show(snapshot) != on_show(before):
            self._rows = rows_on_show(snapshot)
            self._table = live(snapshot, self._rows)
            self._rebuild()
            return
        self._table = live(snapshot, self._rows)
        if snapshot.inputs.intervals != before.inputs.intervals:
            self.headerDataChanged.emit(
                Qt.Orientation.Horizontal, ColumnOf.INTERVAL, ColumnOf.INTERVAL
            )
        self.values_changed.emit()

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Take a snapshot with the same numbers, of which something else is to be said."""
        self._snapshot = snapshot
        self._table = live(snapshot, self._rows)

    def set_pinned(self, point: OperatingPoint | None, letter: str = "") -> None:
        """Show the values at another threshold beside the live ones; None shows none."""
        self._pinned_letter = letter
        self._pinned = None if point is None else replace(self._snapshot, point=point)
        self._pinned_table = None if self._pinned is None else live(self._pinned, self._rows)
        for place in range(len(self._sections)):
            self._announce_rows(place, ColumnOf.PINNED, ColumnOf.PINNED)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, ColumnOf.PINNED, ColumnOf.PINNED)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures as another field does."""
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
        """Show only the measures one of whose names has every word; "" shows all."""
        if words != self._filter:
            self._filter = words
            self._rebuild()

    def set_all(self, *, has_all: bool) -> None:
        """Show the measures that are foreign to the field, too, or where they are sought alone."""
        if has_all != self._has_all:
            self._has_all = has_all
            self._rebuild()

    def set_favourites(self, ids: Sequence[str]) -> None:
        """Show some measures once more, before all families."""
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

    def _on_show(self) -> tuple[Section, ...]:
        """Return the sections to show."""
        known = {row.id: row for row in self._rows}
        chosen = tuple(known[row_id] for row_id in self._favourites if row_id in known)
        favourites = Section(FAVOURITES, Text(FAVOURITES), chosen)
        found = (
            replace(section, rows=tuple(row for row in section.rows if self._is_shown(row, chosen)))
            for section in (favourites, *sections_of(self._rows))
        )
        return tuple(section for section in found if section.rows)

    def _is_shown(self, row: MeasureRow, chosen: tuple[MeasureRow, ...]) -> bool:
        """Return whether a measure is what is sought; of none sought, one of the field."""
        if self._filter or self._has_all:
            return row.about.matches(self._filter)
        return row in chosen or self._vocabulary not in row.about.foreign_to

    # --------------------------------------------------------------------- read-outs

    @property
    def snapshot(self) -> Snapshot:
        """Whose values are shown."""
        return self._snapshot

    @property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the names."""
        return self._vocabulary

    @property
    def favourites(self) -> tuple[str, ...]:
        """The ids of the measures that are shown first."""
        return self._favourites

    def pinned_at(self) -> str:
        """Return at which threshold values are pinned, in full and with a point."""
        if self._pinned is None or self._pinned.point is None or self._pinned.score is None:
            return ""
        return f"at {written(self._pinned.point.threshold, self._pinned.score)}"

    @property
    def faint(self) -> QColor:
        """The colour of what stands beside the values."""
        return self._faint

    @property
    def sections(self) -> tuple[Section, ...]:
        """The families on show."""
        return self._sections

    def every_entry(self) -> list[MeasureRow]:
        """Return the measures that may be on show, whatever is sought."""
        return [row for row in every_row(self._snapshot) if row.prevalence is None]

    def name(self, row: MeasureRow) -> str:
        """Return what a measure is called in the field."""
        return row.title.told(self._style)

    def entry(self, index: Index) -> MeasureRow | None:
        """Return the measure of a row; None for a family."""
        if not index.isValid() or index.internalId() == 0:
            return None
        return self._sections[index.internalId() - 1].rows[index.row()]

    def is_favourite(self, index: Index) -> bool:
        """Return whether the measure of a row is one of those on top."""
        entry = self.entry(index)
        return entry is not None and entry.id in self._favourites

    def section_of(self, index: Index) -> Section:
        """Return the family of a row, or which a row is."""
        number = index.internalId()
        return self._sections[number - 1 if number else index.row()]

    def index_of(self, metric_id: str, title: str = "") -> QModelIndex:
        """Return the first row of a measure, or its row in a family; invalid if it has none."""
        for place, section in enumerate(self._sections):
            if title in {"", section.title}:
                for row, entry in enumerate(section.rows):
                    if entry.id == metric_id:
                        return self.index(row, 0, self.index(place, 0))
        return QModelIndex()

    def numbers(
        self, index: Index, *, with_interval: bool = True, with_pinned: bool = True
    ) -> Numbers | None:
        """Return all that is shown of a measure beside its name; None for a family."""
        entry = self.entry(index)
        if entry is None:
            return None
        if self._snapshot.choices.hides_answers:
            return Numbers(_HIDDEN, self._detail(entry, self._cell(entry)), "", "", None)
        found = self._cell(entry, INTERVAL if with_interval else VALUE)
        interval = found.interval if with_interval and found.is_defined else None
        before = intervals.known_last(self._snapshot, entry.id, interval)
        shown = before or interval
        return Numbers(
            number(entry.kind, found.value),
            self._detail(entry, found),
            self._interval_words(entry, found, shown) if with_interval else "",
            self._pinned_text(entry) if with_pinned else "",
            intervals.bar(shown, found.value, entry.about.range),
            before is not None,
        )

    def copied(self, indexes: Iterable[Index]) -> list[Spread]:
        """Return the measures of some rows as columns for a copy: values, limits, what is pinned.

        Of no measure there are no columns.
        """
        rows = tuple(row for row in map(self.entry, indexes) if row is not None)
        if not rows:
            return []
        at, has_pinned = self.pinned_at(), any(self._pinned_value(row) is not None for row in rows)
        columns = [replace(INTERVAL, title=VALUE.title)]
        if at and has_pinned:
            columns.append(Column("pinned", Text("Value {at}", {"at": at})))

        def cell(row: Row, column: Column) -> Measured | None:
            if column is columns[0]:
                return self._table.cell(row, INTERVAL)
            assert isinstance(row, MeasureRow)  # noqa: S101 - its own rows
            value = self._pinned_value(row)
            return None if value is None else Measured(value)

        def note(row: Row) -> Told:
            assert isinstance(row, MeasureRow)  # noqa: S101 - as above
            found = self._cell(row)
            beside = self._words.said(found.reason) or self._detail(row, found)
            return as_text(text.for_programs(beside))

        table = Table("copied", tuple(columns), rows, cell, Text("Metric"), note)
        style = replace(self._style, share=lambda share: f"{exact_percentage(share)}%")
        return spread(table, style, Text("x/n"))

    # ------------------------------------------------------------------------- Qt

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == DISPLAY:
            level = self._snapshot.inputs.intervals.level
            known = ("Metric", "Value", "x/n", intervals.title(level), self._pinned_title())
            return known[section]
        if role == ALIGNMENT:
            return RIGHT if section in NUMBERS else LEFT
        return HEADER_TIPS.get(ColumnOf(section)) if role == TOOL_TIP else None

    def data(self, index: Index, role: int = DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role not in ANSWERED:
            return None
        entry = self.entry(index)
        if entry is None:
            return self._section_data(index, role)
        return self._entry_data(entry, index.column(), role)

    def _entry_data(self, entry: MeasureRow, column: int, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == DISPLAY:
            return self._shown(entry, column)
        if role == ALIGNMENT:
            return RIGHT if column in NUMBERS else LEFT
        if role == FOREGROUND:
            return self._faint if column in FAINT else None
        if role == TOOL_TIP:
            return text.plain(self._tip(entry))
        return self._spoken(entry, column) if role == ACCESSIBLE else None

    def _spoken(self, entry: MeasureRow, column: int) -> str:
        if column == ColumnOf.NAME and entry.id in self._favourites:
            return f"{self._shown(entry, column)}, favourite"
        found = self._cell(entry, INTERVAL if column == ColumnOf.INTERVAL else VALUE)
        if column != ColumnOf.NAME and self._snapshot.choices.hides_answers:
            return "hidden" if column == ColumnOf.VALUE else ""
        if column == ColumnOf.INTERVAL and found.is_defined:
            return intervals.spoken(found.interval, self._words, is_share=entry.kind.is_share)
        if column == ColumnOf.VALUE and not found.is_defined:
            return f"undefined: {self._words.said(found.reason)}"
        return self._shown(entry, column)

    def _section_data(self, index: Index, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        is_title = index.isValid() and index.column() == ColumnOf.NAME
        if is_title and role == DISPLAY:
            return self._sections[index.row()].heading.told(self._style)
        return self._bold if is_title and role == FONT else None

    def _shown(self, entry: MeasureRow, column: int) -> str:
        if column == ColumnOf.NAME:
            return self.name(entry)
        if column != ColumnOf.DETAIL and self._snapshot.choices.hides_answers:
            return _HIDDEN if column == ColumnOf.VALUE else ""
        if column == ColumnOf.PINNED:
            return self._pinned_text(entry)
        found = self._cell(entry, INTERVAL if column == ColumnOf.INTERVAL else VALUE)
        if column == ColumnOf.VALUE:
            return number(entry.kind, found.value)
        if column == ColumnOf.INTERVAL:
            return self._interval_words(entry, found, found.interval)
        return self._detail(entry, found)

    def _interval_words(self, entry: MeasureRow, found: Measured, interval: Interval | None) -> str:
        """Return the limits, or why there is no value in the first place."""
        if not found.is_defined:
            return self._words.said(found.reason)
        return intervals.brief(interval, entry.kind.written, is_share=entry.kind.is_share)

    def _cell(self, row: MeasureRow, column: Column = VALUE) -> Measured:
        return self._table.cell(row, column) or NOTHING

    def _detail(self, row: MeasureRow, found: Measured) -> str:
        note = self._table.note
        return detail(found, None if note is None else note(row), self._style)

    def _pinned_title(self) -> str:
        if self._pinned is None or self._pinned.point is None:
            return ""
        place = text.short_threshold(self._pinned.point.threshold, self._pinned.score)
        return f"{self._pinned_letter} at {place}".lstrip()

    def _pinned_value(self, entry: MeasureRow) -> float | None:
        if self._pinned_table is None or not entry.about.follows_threshold:
            return None
        return (self._pinned_table.cell(entry, VALUE) or NOTHING).value

    def _pinned_text(self, entry: MeasureRow) -> str:
        value = self._pinned_value(entry)
        return "" if value is None else number(entry.kind, value)

    def _tip(self, entry: MeasureRow) -> str:
        found = self._cell(entry, INTERVAL)
        beside = self._detail(entry, found)
        state: list[str] = []
        if self._snapshot.choices.hides_answers:
            state = ["Hidden: View > Hide Answers shows it"]
        elif found.is_defined:
            of_what = f" ({beside})" if beside else ""
            state = [f"Value: {text.threshold(found.value)}{of_what}"]
            if found.interval is not None:
                known = entry.about, found.interval, self._snapshot, self._words
                state += intervals.at_point(*known)
            state += [told.told(self._style) for told in drawn(entry, self._snapshot)]
        elif found.reason:
            state = [f"Undefined: {self._words.said(found.reason)}"]
        return "\n".join([explanation(entry, self._style), *state])
