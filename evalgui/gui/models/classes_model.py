"""Every class against the rest: one row a class, one column a measure, as a table over arrays."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor, QFont

from evalgui.core.counts import whole_or_sum
from evalgui.core.metrics import METRICS, Vocabulary
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import LIGHT, Theme, text
from evalgui.gui.models.class_columns import (
    AUC,
    AUC_COLUMN,
    COUNT_COLUMNS,
    FIRST_METRIC,
    NAME_COLUMN,
    column_ids,
    limits,
    number,
    short_title,
    told,
)
from evalgui.gui.models.intervals import sentences
from evalgui.gui.models.row_arrangement import stable_order

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray
    from PySide6.QtGui import QIcon

    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.measured import Interval
    from evalgui.core.multiclass import ClassScores, PerClass

Index: TypeAlias = QModelIndex | QPersistentModelIndex

_NO_SCORES = "the data have no score a class"
_AUC_FORMULA = "P(a row of the class above another) + P(equal) / 2"
_MEASURED = 50  # classes whose limits give the width of a column
# The overload of the two layout signals that says what kind of change it is; Qt's stubs do
# not know that signals have overloads.
_WITH_HINT = "QList<QPersistentModelIndex>,QAbstractItemModel::LayoutChangeHint"
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_FONT = int(Qt.ItemDataRole.FontRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_DECORATION = int(Qt.ItemDataRole.DecorationRole)
_ANSWERED = {_DISPLAY, _TOOL_TIP, _FOREGROUND, _ALIGNMENT, _FONT, _ACCESSIBLE, _DECORATION}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class ClassesModel(QAbstractTableModel):
    """The name of each class, its counts against the rest, and every two-class measure."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._per_class: PerClass | None = None
        self._n_columns = 1 + len(column_ids())
        self._scores: ClassScores | None = None
        self._intervals: Callable[[int], Mapping[str, Interval]] | None = None
        self._areas: Callable[[int], Interval] | None = None
        self._swatches: Mapping[int, QIcon] = {}
        self._blank: QIcon | None = None
        self._order: NDArray[np.integer] = np.zeros(0, dtype=np.int64)
        self._sorted_by: tuple[int, bool] | None = None
        self._assessed: int | None = None
        self._vocabulary = Vocabulary.MACHINE_LEARNING
        self._faint = QColor(LIGHT.faint_text)
        self._bold = QFont()
        self._bold.setBold(True)

    # -------------------------------------------------------------------------- state

    def set_per_class(
        self,
        per_class: PerClass | None,
        scores: ClassScores | None = None,
        intervals: Callable[[int], Mapping[str, Interval]] | None = None,
        areas: Callable[[int], Interval] | None = None,
    ) -> None:
        """Show other values, and areas where there is a score a class; the order lives on.

        `intervals` gives those of a class by the ids of the measures, `areas` that of its area.
        """
        before, after = self._per_class, per_class
        self._areas = areas
        self._scores, self._intervals = scores, intervals
        if before is not None and after is not None and _same_classes(before.matrix, after.matrix):
            self._per_class = after
            self._rearrange()
            return
        self.beginResetModel()
        self._per_class = per_class
        self._order = self._sorted()
        self.endResetModel()

    def set_assessed(self, index: int | None) -> None:
        """Write the class that is assessed against the rest in bold."""
        if index != self._assessed:
            self._assessed = index
            self._announce([_FONT, _ACCESSIBLE])

    def set_swatches(self, swatches: Mapping[int, QIcon], blank: QIcon | None) -> None:
        """Show before a name how its curve is drawn; those without one get the blank."""
        self._swatches, self._blank = swatches, blank
        self._announce([_DECORATION])

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures in another vocabulary, and write all numbers anew."""
        self._vocabulary = vocabulary
        self._announce([_DISPLAY, _TOOL_TIP, _ACCESSIBLE])
        last = self.columnCount() - 1
        if last > 0:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last)

    def set_theme(self, theme: Theme) -> None:
        """Recolour what has no value."""
        self._faint = QColor(theme.faint_text)
        self._announce([_FOREGROUND])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, stably, what is undefined last; -1 is the order of the data."""
        descending = order == Qt.SortOrder.DescendingOrder
        self._sorted_by = (column, descending) if column >= 0 else None
        self._rearrange()

    # ---------------------------------------------------------------------- read-outs

    @property
    def per_class(self) -> PerClass | None:
        """The values on show."""
        return self._per_class

    def class_at(self, row: int) -> int:
        """Return the index of the class in a row."""
        return int(self._order[row])

    def row_of(self, index: int) -> int:
        """Return the row of a class; -1 where there is none."""
        found = np.flatnonzero(self._order == index)
        return int(found[0]) if len(found) else -1

    def title(self, column: int) -> str:
        """Return the head of a column."""
        if column == NAME_COLUMN:
            return "Class"
        if column == AUC_COLUMN:
            return AUC
        if column < FIRST_METRIC:
            counted = COUNT_COLUMNS[column - 1]
            return words_in(self._vocabulary).said(counted.title)
        return short_title(METRICS[column - FIRST_METRIC], self._vocabulary)

    def full_title(self, column: int) -> str:
        """Return what a column holds, in words."""
        if column == NAME_COLUMN:
            return "Class"
        if column == AUC_COLUMN:
            return "ROC AUC against the rest"
        if column < FIRST_METRIC:
            return COUNT_COLUMNS[column - 1].explanation
        return METRICS[column - FIRST_METRIC].name_in(self._vocabulary)

    def widest(self, column: int) -> str:
        """Return a text as wide as the widest value of a measure."""
        if self._per_class is None:
            return text.UNDEFINED
        values = self._values(self._per_class, column)
        known = values[np.isfinite(values)]
        sizes = np.abs(known[known != 0])
        others = sizes[sizes != 1]
        if not len(others):
            return number(column, 0.0)
        nearest = others[np.abs(others - 1).argmin()]
        telling = (float(one) for one in (others.min(), others.max(), nearest))
        longest = max((number(column, one) for one in telling), key=len)
        return (text.MINUS if (known < 0).any() else "") + longest

    @property
    def faint(self) -> QColor:
        """The colour of what stands below the values."""
        return self._faint

    def interval_words(self, index: Index) -> str:
        """Return the limits of a value, "" where there are none."""
        column = index.column()
        found = self._interval(column, self.class_at(index.row()))
        return "" if found is None or not found.is_defined else limits(column, found)

    def widest_limits(self, column: int) -> str:
        """Return a text as wide as the widest limits of a measure of some classes."""
        rows = range(min(self.rowCount(), _MEASURED))
        shown = [self.interval_words(self.index(row, column)) for row in rows]
        return max(shown, key=len, default="")

    def raw_limits(self, row: int, column: int) -> tuple[str, ...]:
        """Return both limits of a cell for a copy; none for what is no estimate."""
        says = self._areas if column == AUC_COLUMN else self._intervals
        if column < AUC_COLUMN or says is None:
            return ()
        found = self._interval(column, self.class_at(row))
        if found is None or not found.is_defined:
            return "", ""
        return repr(found.lower), repr(found.upper)

    def raw_cell(self, row: int, column: int) -> str:
        """Return a cell for a copy: every digit and a point; "" where undefined."""
        per_class = self._per_class
        if per_class is None:
            return ""
        index = self.class_at(row)
        if column == NAME_COLUMN:
            return per_class.matrix.classes[index]
        if column < AUC_COLUMN:
            return str(self._count(per_class, column, index))
        value = float(self._values(per_class, column)[index])
        return "" if math.isnan(value) else repr(value)

    # ------------------------------------------------------------------------- Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else self._n_columns

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == _DISPLAY:
            return self.title(section)
        if role == _ALIGNMENT:
            return _LEFT if section == NAME_COLUMN else _RIGHT
        return text.plain(self._head_tip(section)) if role == _TOOL_TIP else None

    def data(self, index: Index, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        per_class = self._per_class
        if role not in _ANSWERED or not index.isValid() or per_class is None:
            return None
        column, of_class = index.column(), int(self._order[index.row()])
        if role == _ALIGNMENT:
            return _LEFT if column == NAME_COLUMN else _RIGHT
        if role == _FONT:
            return self._bold if of_class == self._assessed else None
        if column == NAME_COLUMN:
            return self._name_data(per_class.matrix.classes[of_class], of_class, role)
        if column < AUC_COLUMN:
            counted = text.count(self._count(per_class, column, of_class))
            return counted if role in {_DISPLAY, _ACCESSIBLE} else None
        return self._value_data(per_class, column, of_class, role)

    def _name_data(self, name: str, of_class: int, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _DISPLAY:
            return text.elided(name)
        if role == _TOOL_TIP:
            return text.plain(name)
        if role == _ACCESSIBLE:
            return f"{name}, assessed against the rest" if of_class == self._assessed else name
        return self._swatches.get(of_class, self._blank) if role == _DECORATION else None

    def _value_data(self, per_class: PerClass, column: int, of_class: int, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        value = float(self._values(per_class, column)[of_class])
        if role == _DISPLAY:
            return number(column, value)
        if role == _FOREGROUND:
            return self._faint if math.isnan(value) else None
        if role == _ACCESSIBLE:
            reason = self._reason(per_class, column, of_class) if math.isnan(value) else ""
            found, words = self._interval(column, of_class), words_in(self._vocabulary)
            sure = told(column, found, words)
            shown = f"undefined: {reason}" if reason else number(column, value)
            return f"{shown}, {sure}" if sure and not reason else shown
        return text.plain(self._tip(per_class, column, of_class)) if role == _TOOL_TIP else None

    # ------------------------------------------------------------------------- inside

    def _values(self, per_class: PerClass, column: int) -> NDArray[np.float64]:
        """Return what a column holds, by class."""
        if column != AUC_COLUMN:
            return np.asarray(per_class.values[column - FIRST_METRIC])
        no_areas = np.full(len(per_class.matrix), math.nan)
        return no_areas if self._scores is None else self._scores.aucs

    def _reason(self, per_class: PerClass, column: int, of_class: int) -> str:
        if column == AUC_COLUMN:
            return _NO_SCORES if self._scores is None else self._scores.auc(of_class).reason
        reason = per_class.measured(column - FIRST_METRIC, of_class).reason
        return words_in(self._vocabulary).said(reason)

    def _tip(self, per_class: PerClass, column: int, of_class: int) -> str:
        value, name = float(self._values(per_class, column)[of_class]), self.full_title(column)
        title = f"{name} of {per_class.matrix.classes[of_class]}"
        if math.isnan(value):
            return f"{title}\nUndefined: {self._reason(per_class, column, of_class)}"
        fraction = None
        if column != AUC_COLUMN:
            fraction = per_class.measured(column - FIRST_METRIC, of_class).fraction
        of_what = "" if fraction is None else f" ({text.fraction(fraction)})"
        found = self._interval(column, of_class)
        sure = [] if found is None else sentences(found, words_in(self._vocabulary))
        return "\n".join([f"{title}: {text.threshold(value)}{of_what}", *sure])

    def _interval(self, column: int, of_class: int) -> Interval | None:
        """Return where the true value of a measure of a class lies; None where nobody says."""
        if column == AUC_COLUMN and self._areas is not None:
            return self._areas(of_class)
        if column < FIRST_METRIC or self._intervals is None:
            return None
        return self._intervals(of_class).get(METRICS[column - FIRST_METRIC].id)

    def _head_tip(self, column: int) -> str:
        if column == AUC_COLUMN:
            return f"{self.full_title(column)}\nFormula: {_AUC_FORMULA}"
        if column < FIRST_METRIC:
            return self.full_title(column)
        metric = METRICS[column - FIRST_METRIC]
        formula = words_in(self._vocabulary).formula(metric.formula)
        return f"{metric.name_in(self._vocabulary)}\nFormula: {formula}"

    def _count(self, per_class: PerClass, column: int, of_class: int) -> int:
        of_all = COUNT_COLUMNS[column - 1].read(per_class.counts)
        return whole_or_sum(of_all[of_class].item())

    def _sorted(self) -> NDArray[np.integer]:
        """Return the classes in the order of the rows."""
        per_class = self._per_class
        if per_class is None:
            return np.zeros(0, dtype=np.int64)
        n = len(per_class.matrix)
        if self._sorted_by is None:
            return np.arange(n)
        column, descending = self._sorted_by
        if column == NAME_COLUMN:
            names = per_class.matrix.classes
            rising = sorted(range(n), key=lambda index: names[index].casefold())
            return np.array(rising[::-1] if descending else rising, dtype=np.int64)
        if column < AUC_COLUMN:
            keys = np.asarray(COUNT_COLUMNS[column - 1].read(per_class.counts))
        else:
            keys = self._values(per_class, column)
        return stable_order(keys, descending=descending)

    def _rearrange(self) -> None:
        """Sort the rows again; what is selected stays so."""
        hint = QAbstractItemModel.LayoutChangeHint.VerticalSortHint
        self.layoutAboutToBeChanged[_WITH_HINT].emit([], hint)  # type: ignore[index]
        before, self._order = self._order, self._sorted()
        place_of = np.zeros(len(self._order), dtype=np.int64)
        place_of[self._order] = np.arange(len(self._order))
        kept = self.persistentIndexList()
        moved = [self.index(int(place_of[before[index.row()]]), index.column()) for index in kept]
        self.changePersistentIndexList(kept, moved)
        self.layoutChanged[_WITH_HINT].emit([], hint)  # type: ignore[index]

    def _announce(self, roles: list[int]) -> None:
        if len(self._order):
            last = self.index(len(self._order) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last, roles)


def _same_classes(before: ConfusionMatrix, after: ConfusionMatrix) -> bool:
    return before.classes == after.classes
