"""The measures of a snapshot by family, as a tree model whose values alone ever change."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor, QFont

from evalgui.core.metrics import METRICS, Better, Family, Metric, Vocabulary
from evalgui.core.snapshot import EMPTY, Snapshot
from evalgui.gui import text
from evalgui.gui.theme import LIGHT, Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.snapshot import Ranking

Index: TypeAlias = QModelIndex | QPersistentModelIndex

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_FONT = int(Qt.ItemDataRole.FontRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_ANSWERED = {_DISPLAY, _TOOL_TIP, _FOREGROUND, _ALIGNMENT, _FONT, _ACCESSIBLE}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

RANKING = "Ranking"
_BETTER = {
    Better.HIGHER: "higher is better",
    Better.LOWER: "lower is better",
    Better.NEITHER: "neither direction is better",
}


class ColumnOf(IntEnum):
    """The columns of the panel."""

    NAME = 0
    VALUE = 1
    DETAIL = 2


_N_COLUMNS = len(ColumnOf)


class Entry(Protocol):
    """One row: a measure at the threshold, or one of the ranking."""

    @property
    def id(self) -> str:
        """Its stable name."""

    def name_in(self, vocabulary: Vocabulary) -> str:
        """Return its name in a vocabulary."""

    def matches(self, words: str) -> bool:
        """Return whether every word occurs in one of its names."""

    def value(self, snapshot: Snapshot) -> float:
        """Return its value, NaN where it is undefined."""

    def detail(self, snapshot: Snapshot) -> str:
        """Return x/n, or the threshold of the value; "" where there is neither."""

    def undefined_reason(self, snapshot: Snapshot) -> str:
        """Return why it has no value, "" where it has one."""

    def explanation(self, vocabulary: Vocabulary) -> str:
        """Return formula, range, direction, sources and other names, a line each."""


@dataclass(frozen=True, slots=True)
class MetricEntry:
    """A measure of the registry."""

    metric: Metric
    place: int  # in the values of an operating point

    @property
    def id(self) -> str:
        """Its stable name."""
        return self.metric.id

    def name_in(self, vocabulary: Vocabulary) -> str:
        """Return its name in a vocabulary."""
        return self.metric.name_in(vocabulary)

    def matches(self, words: str) -> bool:
        """Return whether every word occurs in one of its names."""
        return self.metric.matches(words)

    def value(self, snapshot: Snapshot) -> float:
        """Return its value, NaN where it is undefined."""
        return snapshot.point.values[self.place] if snapshot.point else math.nan

    def detail(self, snapshot: Snapshot) -> str:
        """Return the two counts of a proportion."""
        if snapshot.point is None or self.metric.fraction is None:
            return ""
        x, n = self.metric.fraction(snapshot.point.counts)
        return f"{text.count(int(x))}/{text.count(int(n))}"

    def undefined_reason(self, snapshot: Snapshot) -> str:
        """Return why it has no value, "" where it has one."""
        return self.metric.undefined_reason(snapshot.point.counts) if snapshot.point else ""

    def explanation(self, vocabulary: Vocabulary) -> str:
        """Return formula, range, direction, sources and other names, a line each."""
        metric = self.metric
        title = metric.name_in(vocabulary)
        names = [metric.name, *metric.names.values(), *metric.aliases]
        others = [name for name in dict.fromkeys(names) if name != title]
        lines = [
            title if metric.symbol in {"", title} else f"{title} ({metric.symbol})",
            f"Formula: {metric.formula}",
            f"Range: {_interval(metric.range)}, {_BETTER[metric.better]}",
        ]
        if others:
            lines.append(f"Also: {', '.join(others)}")
        if metric.sources:
            lines.append(f"Source: {'; '.join(metric.sources)}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class RankingEntry:
    """A summary of the scores over all thresholds."""

    id: str
    name: str
    formula: str
    better: Better
    read: Callable[[Ranking], float]
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    has_threshold: bool = False

    def name_in(self, _vocabulary: Vocabulary) -> str:
        """Return its name, the same in every vocabulary."""
        return self.name

    def matches(self, words: str) -> bool:
        """Return whether every word occurs in one of its names."""
        known = " ".join((self.id, self.name, *self.aliases)).casefold()
        return all(word in known for word in words.casefold().split())

    def value(self, snapshot: Snapshot) -> float:
        """Return its value, NaN where it is undefined."""
        return self.read(snapshot.ranking) if snapshot.ranking else math.nan

    def detail(self, snapshot: Snapshot) -> str:
        """Return the threshold at which the value is taken, if it is at one."""
        if not self.has_threshold or snapshot.ranking is None:
            return ""
        return f"at {text.short_threshold(snapshot.ranking.equal_error_rate.threshold)}"

    def undefined_reason(self, snapshot: Snapshot) -> str:
        """Return why it has no value, "" where it has one."""
        if snapshot.ranking is None or not math.isnan(self.value(snapshot)):
            return ""
        table = snapshot.ranking.table
        if table.n_positive == 0:
            return "no actual positives"
        return "no actual negatives" if table.n_negative == 0 else "no value"

    def explanation(self, _vocabulary: Vocabulary) -> str:
        """Return formula, range, direction, sources and other names, a line each."""
        lines = [
            self.name,
            f"Formula: {self.formula}",
            f"Range: {_interval((0.0, 1.0))}, {_BETTER[self.better]}",
            "Over all thresholds: it does not follow the line",
        ]
        if self.aliases:
            lines.append(f"Also: {', '.join(self.aliases)}")
        if self.sources:
            lines.append(f"Source: {'; '.join(self.sources)}")
        return "\n".join(lines)


RANKING_ENTRIES = (
    RankingEntry(
        "roc_auc",
        "ROC AUC",
        "P(positive above negative) + P(equal) / 2",
        Better.HIGHER,
        lambda ranking: ranking.areas.roc_auc,
        ("AUC", "area under the ROC curve", "c-statistic", "concordance", "AUROC"),
        ("tharwat-2018, section 4",),
    ),
    RankingEntry(
        "average_precision",
        "Average precision",
        "sum over thresholds of precision times the step in recall",
        Better.HIGHER,
        lambda ranking: ranking.areas.average_precision,
        ("AP", "AUPRC by steps", "area under the precision-recall curve"),
        ("tharwat-2018, section 5",),
    ),
    RankingEntry(
        "pr_auc_davis_goadrich",
        "PR area (Davis-Goadrich)",
        "area under the precision-recall curve, interpolated as the counts imply",
        Better.HIGHER,
        lambda ranking: ranking.areas.pr_auc_davis_goadrich,
        ("AUPRC", "area under the precision-recall curve", "PR AUC"),
        ("tharwat-2018, eq. 18",),
    ),
    RankingEntry(
        "eer",
        "Equal error rate",
        "FPR where FPR = FNR, interpolated between attainable points",
        Better.LOWER,
        lambda ranking: ranking.equal_error_rate.value,
        ("EER", "crossover error rate", "CER"),
        ("tharwat-2018, section 6",),
        has_threshold=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Section:
    """A family that folds, with the entries on show."""

    title: str
    entries: tuple[Entry, ...]


def all_sections() -> tuple[Section, ...]:
    """Return every family with its measures; those of the ranking, which stay, come last."""
    placed = [MetricEntry(metric, place) for place, metric in enumerate(METRICS)]
    sections = [
        Section(family.value, tuple(entry for entry in placed if entry.metric.family is family))
        for family in Family
    ]
    sections.append(Section(RANKING, RANKING_ENTRIES))
    return tuple(section for section in sections if section.entries)


class MetricsModel(QAbstractItemModel):
    """Families with their measures; a threshold changes two columns and nothing else."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._snapshot = EMPTY
        self._vocabulary = Vocabulary.MACHINE_LEARNING
        self._filter = ""
        self._everything = all_sections()
        self._sections = self._everything
        self._faint = QColor(LIGHT.faint_text)
        self._bold = QFont()
        self._bold.setBold(True)

    # -------------------------------------------------------------------------- state

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the values of another snapshot."""
        ranking_stays = snapshot.ranking is self._snapshot.ranking
        self._snapshot = snapshot
        for number, section in enumerate(self._sections):
            if not (ranking_stays and section.title == RANKING):
                self._announce(number, ColumnOf.VALUE, ColumnOf.DETAIL)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures as another field does."""
        if vocabulary is self._vocabulary:
            return
        self._vocabulary = vocabulary
        for number in range(len(self._sections)):
            self._announce(number, ColumnOf.NAME, ColumnOf.NAME)

    def set_filter(self, words: str) -> None:
        """Show only the measures one of whose names has every word; "" shows all."""
        if words == self._filter:
            return
        self._filter = words
        self.beginResetModel()
        chosen = (
            Section(section.title, tuple(e for e in section.entries if e.matches(words)))
            for section in self._everything
        )
        self._sections = tuple(section for section in chosen if section.entries)
        self.endResetModel()

    def set_theme(self, theme: Theme) -> None:
        """Recolour what is faint."""
        self._faint = QColor(theme.faint_text)
        for number in range(len(self._sections)):
            self._announce(number, ColumnOf.NAME, ColumnOf.DETAIL)

    def set_font(self, font: QFont) -> None:
        """Write the families in the bold of a font."""
        self._bold = QFont(font)
        self._bold.setBold(True)

    def _announce(self, section: int, first: ColumnOf, last: ColumnOf) -> None:
        n = len(self._sections[section].entries)
        self.dataChanged.emit(
            self.createIndex(0, first, section + 1), self.createIndex(n - 1, last, section + 1)
        )

    # --------------------------------------------------------------------- read-outs

    @property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of the names."""
        return self._vocabulary

    @property
    def faint(self) -> QColor:
        """The colour of what stands beside the values."""
        return self._faint

    @property
    def sections(self) -> tuple[Section, ...]:
        """The families on show."""
        return self._sections

    def entry(self, index: Index) -> Entry | None:
        """Return the measure of a row; None for a family."""
        if not index.isValid() or index.internalId() == 0:
            return None
        return self._sections[index.internalId() - 1].entries[index.row()]

    def index_of(self, metric_id: str) -> QModelIndex:
        """Return the row of a measure; an invalid index while it is filtered out."""
        for number, section in enumerate(self._sections):
            for row, entry in enumerate(section.entries):
                if entry.id == metric_id:
                    return self.index(row, 0, self.index(number, 0))
        return QModelIndex()

    def numbers(self, index: Index) -> tuple[str, str] | None:
        """Return value and detail of a measure as they are shown; None for a family."""
        entry = self.entry(index)
        if entry is None:
            return None
        value = entry.value(self._snapshot)
        return text.measure(value), self._detail(entry, value)

    def as_line(self, index: Index) -> tuple[str, str, str]:
        """Return a measure for a copy: name, value with every digit and a point, x/n or reason."""
        entry = self.entry(index)
        if entry is None:
            return (self._sections[index.row()].title, "", "")
        value = entry.value(self._snapshot)
        detail = self._detail(entry, value).replace("\N{NARROW NO-BREAK SPACE}", "")
        number = "" if math.isnan(value) else repr(value)
        return (entry.name_in(self._vocabulary), number, detail)

    # ------------------------------------------------------------------------- Qt

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's signature
        # Asked for each cell that is painted: `hasIndex` would ask back twice.
        if not parent.isValid():
            known, number = len(self._sections), 0
        elif parent.internalId() == 0:
            known, number = len(self._sections[parent.row()].entries), parent.row() + 1
        else:
            return QModelIndex()
        if 0 <= row < known and 0 <= column < _N_COLUMNS:
            return self.createIndex(row, column, number)
        return QModelIndex()

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        number = index.internalId()
        return self.createIndex(number - 1, 0, 0) if number else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        if not parent.isValid():
            return len(self._sections)
        if parent.internalId() or parent.column() > 0:
            return 0
        return len(self._sections[parent.row()].entries)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return _N_COLUMNS

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == _DISPLAY:
            return ("Metric", "Value", "x/n")[section]
        if role == _ALIGNMENT:
            return _RIGHT if section == ColumnOf.VALUE else _LEFT
        if role == _TOOL_TIP and section == ColumnOf.DETAIL:
            return "The two counts of a proportion, the threshold of a value, or why there is none"
        return None

    def data(self, index: Index, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role not in _ANSWERED:
            return None
        entry = self.entry(index)
        if entry is None:
            return self._section_data(index, role)
        return self._entry_data(entry, index.column(), role)

    def _entry_data(self, entry: Entry, column: int, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _DISPLAY:
            return self._shown(entry, column)
        if role == _ALIGNMENT:
            return _RIGHT if column == ColumnOf.VALUE else _LEFT
        if role == _FOREGROUND:
            return self._faint if column == ColumnOf.DETAIL else None
        if role == _TOOL_TIP:
            return text.plain(self._tip(entry))
        return self._spoken(entry, column) if role == _ACCESSIBLE else None

    def _spoken(self, entry: Entry, column: int) -> str:
        if column != ColumnOf.VALUE:
            return self._shown(entry, column)
        value = entry.value(self._snapshot)
        return text.with_reason(value, entry.undefined_reason(self._snapshot))

    def _section_data(self, index: Index, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if not index.isValid() or index.column() != ColumnOf.NAME:
            return None
        if role == _DISPLAY:
            return self._sections[index.row()].title
        return self._bold if role == _FONT else None

    def _shown(self, entry: Entry, column: int) -> str:
        if column == ColumnOf.NAME:
            return entry.name_in(self._vocabulary)
        value = entry.value(self._snapshot)
        if column == ColumnOf.VALUE:
            return text.measure(value)
        return self._detail(entry, value)

    def _detail(self, entry: Entry, value: float) -> str:
        if math.isnan(value):
            return entry.undefined_reason(self._snapshot)
        return entry.detail(self._snapshot)

    def _tip(self, entry: Entry) -> str:
        value = entry.value(self._snapshot)
        if math.isnan(value):
            reason = entry.undefined_reason(self._snapshot)
            state = f"Undefined: {reason}" if reason else ""
        else:
            detail = entry.detail(self._snapshot)
            state = f"Value: {text.threshold(value)}" + (f" ({detail})" if detail else "")
        return "\n".join(line for line in (entry.explanation(self._vocabulary), state) if line)


def _interval(limits: tuple[float, float]) -> str:
    low, high = (text.threshold(limit) for limit in limits)
    return f"{low} to {high}"
