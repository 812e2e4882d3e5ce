"""The few numbers that a decision rests on, as a list model: a measure a row."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from evalgui.core.goals import Wanted, can_be_asked
from evalgui.core.languages import between, tr
from evalgui.core.measured import NOTHING
from evalgui.core.metrics import Metric, Vocabulary
from evalgui.core.ranking_metrics import RankingMetric
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import text
from evalgui.gui.models.measures import (
    explanation,
    n_counted,
)
from evalgui.gui.results import intervals
from evalgui.gui.results.cells import (
    detail,
    left_open,
    number,
    open_in_short,
    printed,
    style_of,
)
from evalgui.gui.results.intervals import Numbers
from evalgui.gui.results.tree_model import sections_of
from evalgui.render.columns import printed as printed_cells
from evalgui.results.topics.measures import INTERVAL, VALUE, every_row, live, rows_on_show

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.measured import Measured
    from evalgui.core.rules.rule import Choice
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.result import Column, Table
    from evalgui.results.topics.measures import MeasureRow

Index: TypeAlias = QModelIndex | QPersistentModelIndex

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_WHATS_THIS = int(Qt.ItemDataRole.WhatsThisRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)

USUAL: Mapping[Vocabulary, tuple[str, ...]] = {
    Vocabulary.MACHINE_LEARNING: ("PPV", "TPR", "F1", "ACC", "TNR", "MCC"),
    Vocabulary.CLINICAL: ("TPR", "TNR", "PPV", "NPV", "LRP", "LRN"),
    Vocabulary.BIOMETRICS: ("FPR", "FNR", "BER", "eer", "fmr100", "fmr1000"),
    Vocabulary.SPEAKER: ("FPR", "FNR", "eer", "fmr100", "min_dcf_001", "min_dcf_005"),
    Vocabulary.PAD: ("FNR", "FPR", "eer"),
    Vocabulary.PAD_BONA_FIDE: ("FPR", "FNR", "eer"),
}
"""What each field looks at first."""

MOST_NUMBERS = 12


def wanted_of(entry: MeasureRow, snapshot: Snapshot) -> Wanted | None:
    """Return which number the value of an entry is when it is asked for; None for one of none."""
    if snapshot.ranking is None or not isinstance(entry.about, Metric):
        return None
    wanted = Wanted(entry.about.id, entry.prevalence)
    return wanted if can_be_asked(wanted, snapshot.inputs.parameters) else None


def choice_at(entry: MeasureRow, snapshot: Snapshot) -> Choice | None:
    """Return what the rule chooses that goes to where an entry is taken; None for one at none."""
    ranking, metric = snapshot.ranking, entry.about
    if ranking is None or not isinstance(metric, RankingMetric) or metric.taken_by is None:
        return None
    return ranking.choice(*metric.taken_by) if metric.id in ranking.taken_at else None


class DecisionModel(QAbstractListModel):
    """The chosen measures of the snapshot; a threshold changes their values and nothing else."""

    values_changed = Signal()  # of all rows: Qt's own signal takes long on its way in a drag

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._snapshot: Snapshot = EMPTY
        self.n = 0  # how many rows are counted
        self._words = text.AT_FIRST
        self._style = style_of(self._words)
        self._table: Table = live(EMPTY)
        self._chosen = dict(USUAL)
        every = rows_on_show(EMPTY)
        self.sections = sections_of(every)  # all measures that there are to choose from
        self._known = {row.id for row in every}
        self._entries: tuple[MeasureRow, ...] = ()
        self._arrange()

    # -------------------------------------------------------------------------- state

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the values of another snapshot."""
        before = self._snapshot.inputs.intervals.prevalence
        self._snapshot = snapshot
        self._table = live(snapshot, self._entries)
        self.n = n_counted(snapshot)
        if snapshot.inputs.intervals.prevalence != before:
            self._rebuild()
        elif self._entries:
            self.values_changed.emit()

    def keep_snapshot(self, snapshot: Snapshot) -> None:
        """Take a snapshot with the same numbers, of which something else is to be said."""
        self._snapshot = snapshot
        self._table = live(snapshot, self._entries)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Show the numbers that another field looks at, under its names."""
        self._words = words_in(vocabulary)
        self._style = style_of(self._words)
        self._rebuild()

    def choose(self, ids: Sequence[str], vocabulary: Vocabulary | None = None) -> None:
        """Show these measures, in this field or in that of now; without any the usual ones."""
        vocabulary = vocabulary or self.vocabulary
        known = [one for one in ids if one in self._known][:MOST_NUMBERS]
        self._chosen[vocabulary] = tuple(known) or USUAL[vocabulary]
        self._rebuild()

    def _rebuild(self) -> None:
        self.beginResetModel()
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        rows: dict[str, list[MeasureRow]] = {metric_id: [] for metric_id in self.chosen}
        for row in every_row(self._snapshot):
            if row.about.id in rows:
                rows[row.about.id].append(row)
        self._entries = tuple(row for own in rows.values() for row in own)
        self._table = live(self._snapshot, self._entries)

    # ---------------------------------------------------------------------- read-outs

    @property
    def snapshot(self) -> Snapshot:
        """Whose values are shown."""
        return self._snapshot

    @property
    def vocabulary(self) -> Vocabulary:
        """The field in whose words the numbers are named."""
        return self._words.vocabulary

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of the measures that are shown in this field."""
        return self._chosen[self.vocabulary]

    @property
    def chosen_by_field(self) -> Mapping[Vocabulary, tuple[str, ...]]:
        """The same for each field."""
        return self._chosen

    def told(self, said: Told) -> str:
        """Return a text in the words of the field."""
        return said.told(self._style)

    def entry(self, index: Index) -> MeasureRow:
        """Return the measure of a row."""
        return self._entries[index.row()]

    def name(self, index: Index) -> str:
        """Return what the measure of a row is called, in short where that is usual."""
        return self.full_name(index).partition(" (")[0]

    def full_name(self, index: Index) -> str:
        """Return the name of a measure with what an abbreviation stands for."""
        return self.told(self.entry(index).title)

    def short_name(self, index: Index) -> str:
        """Return the shortest name of a measure, where there is no room for the other one."""
        entry = self.entry(index)
        if entry.short is not None:
            return self.told(entry.short)
        metric = entry.about
        return self._words.rate(metric.id, metric.symbol_in(self.vocabulary)) or self.name(index)

    def numbers(self, index: Index) -> Numbers:
        """Return what a row shows beside its name."""
        entry = self.entry(index)
        if self._snapshot.choices.hides_answers:
            return Numbers("?", self._detail(entry, self._cell(entry)), "", "", None)
        found = self._cell(entry, INTERVAL)
        interval = found.interval if found.is_defined else None
        before = intervals.known_last(self._snapshot, entry.id, interval)
        shown = before or interval
        limits = intervals.brief(shown, entry.kind.written, is_share=entry.kind.is_share)
        told = self._words.said(found.reason)
        return Numbers(
            number(entry.kind, found.value),
            self._detail(entry, found),
            limits if found.is_defined else told,
            "",
            intervals.bar(shown, found.value, entry.about.range),
            before is not None,
            bool(open_in_short(entry.kind, found)),
        )

    def printed(self) -> list[list[str]]:
        """Return all rows as a page prints them, the heads first; nothing of hidden answers."""
        live_cell = self._table.cell
        table = replace(self._table, cell=lambda row, _value: live_cell(row, INTERVAL))
        if self._snapshot.choices.hides_answers or not table.rows:
            return []
        return printed_cells(table, table.rows, (None, VALUE), self._style, printed)

    def _cell(self, row: MeasureRow, column: Column = VALUE) -> Measured:
        return self._table.cell(row, column) or NOTHING

    def _detail(self, row: MeasureRow, found: Measured) -> str:
        note, point = self._table.note, self._snapshot.point
        if self._snapshot.choices.hides_answers:
            found = found._replace(bracket=None)
        told = detail(row.kind, found, None if note is None else note(row), self._style)
        if point is None or found.fraction is not None or not told:
            return told
        here = text.short_threshold(point.threshold, self._snapshot.score)
        return (
            tr("at this threshold") if told == self._style.words("at {place}", place=here) else told
        )

    def wanted(self, index: Index) -> Wanted | None:
        """Return which number is asked for in a row; None for one that no threshold changes."""
        return wanted_of(self.entry(index), self._snapshot)

    def choice(self, index: Index) -> Choice | None:
        """Return what the rule chooses that goes to where the number of a row is taken, if any."""
        return choice_at(self.entry(index), self._snapshot)

    # ------------------------------------------------------------------------- Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role not in {_DISPLAY, _TOOL_TIP, _WHATS_THIS, _ACCESSIBLE} or not index.isValid():
            return None
        if role == _DISPLAY:
            return self.name(index)
        if role == _ACCESSIBLE:
            return self._spoken(index)
        entry = self.entry(index)
        found = self._cell(entry, INTERVAL)
        state: list[str] = []
        if found.interval is not None and not self._snapshot.choices.hides_answers:
            state = intervals.at_point(entry.about, found.interval, self._snapshot, self._words)
        if not found.is_defined:
            state = [tr("Undefined: {reason}", reason=self._words.said(found.reason))]
        told = "" if self._snapshot.choices.hides_answers else left_open(entry.kind, found)
        of_bins = [tr("Value {told}", told=told)] * bool(told)
        asks = [tr("The pencil, F2 or Enter asks for another value")] * bool(self.wanted(index))
        ranking = self._snapshot.ranking
        is_taken = ranking is not None and entry.id in ranking.taken_at
        goes = [tr("A double click, F2 or Enter goes to its threshold")] * is_taken
        about = explanation(entry, self._style)
        if role == _WHATS_THIS:
            return text.plain("\n".join([about, *of_bins, *state, *asks, *goes]))
        undefined = [] if found.is_defined else state
        return text.tip("\n".join([about.splitlines()[0], *of_bins, *undefined, *asks, *goes]))

    def _spoken(self, index: Index) -> str:
        entry = self.entry(index)
        if self._snapshot.choices.hides_answers:
            return tr("{name}, hidden", name=self.name(index))
        found = self._cell(entry, INTERVAL)
        if not found.is_defined:
            return tr(
                "{name}, undefined: {reason}",
                name=self.name(index),
                reason=self._words.said(found.reason),
            )
        parts = [self.name(index), number(entry.kind, found.value), self._detail(entry, found)]
        sure = intervals.spoken(found.interval, self._words, is_share=entry.kind.is_share)
        parts.append(sure)
        return between().join(part for part in parts if part)
