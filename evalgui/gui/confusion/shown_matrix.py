"""A confusion matrix as it is displayed: orientation, order, what shares are of, and texts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.confusion import Normalisation
from evalgui.core.counts import divide, whole_or_sum
from evalgui.core.goals import CELLS, TOTALS, Wanted
from evalgui.core.languages import tr, tr_n
from evalgui.core.texts import Style
from evalgui.core.weights import SumOfWeights
from evalgui.gui.look import text
from evalgui.gui.results import intervals
from evalgui.render.columns import of_matrix, tsv
from evalgui.results.result import NOTHING
from evalgui.results.topics.matrix import counts_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.confusion import ClassOrder, ConfusionMatrix
    from evalgui.core.measured import Interval
    from evalgui.core.vocabulary import Words
    from evalgui.gui.confusion.cell_intervals import CellIntervals

LEVELS = 256
_MOST_WITH_LIMITS = 50  # classes of which a copy has the limits of all shares
ROWS = (tr("row"), tr("rows"))  # what a matrix counts, one and many

FEW = 8
"""Classes, up to which each cell says all that there is to say of it."""


class Shares(StrEnum):
    """What a cell is shown as a share of."""

    ROW = "row"
    COLUMN = "column"
    OVERALL = "overall"
    COUNTS = "counts"
    ERRORS = "errors"  # of the row, the diagonal left out


@dataclass(frozen=True, slots=True)
class Cell:
    """One rectangle of a displayed matrix.

    Parameters
    ----------
    actual, predicted
        Its classes.
    name, plain, count, share
        Its texts: "TP", "found", "91", "91.0 %".
    of_what
        What the share is of: "of actual positives"; "" where counts alone are shown.
    with_limits
        The share with its interval: "91.0 % (83.8-95.2 %)"; the share alone where there is none.
    is_of_before
        Whether the interval is one of before, which will be replaced.
    """

    actual: int
    predicted: int
    name: str
    plain: str
    count: str
    share: str
    of_what: str
    with_limits: str
    is_of_before: bool = False


@dataclass(frozen=True, eq=False)
class ShownMatrix:
    """A matrix and how it is to be displayed.

    Parameters
    ----------
    matrix
        The counts.
    has_outcomes
        Whether there are two classes of which the first is the positive one, so that the
        cells are the four outcomes.
    rows_are_actual
        Whether rows are the actual classes and columns the predicted ones.
    shares
        What the colours, and the shares in the cells, are of.
    has_shares
        Whether shares stand in the cells, below the counts.
    order
        What the classes are sorted by; None leaves them as the file has them.
    nouns
        What one that is counted is called, and what many are.
    words
        What outcomes and axes are called.
    intervals
        Where the true shares lie; None where nobody says.
    """

    matrix: ConfusionMatrix
    has_outcomes: bool = False
    rows_are_actual: bool = True
    shares: Shares = Shares.ROW
    has_shares: bool = False
    order: ClassOrder | None = None
    nouns: tuple[str, str] = ROWS
    words: Words = text.AT_FIRST
    intervals: CellIntervals | None = None

    @property
    def k(self) -> int:
        """The number of classes."""
        return len(self.matrix)

    @property
    def axes(self) -> tuple[str, str]:
        """What rows and columns are: "actual" and "predicted", or the reverse."""
        truth, call = self.words.axes
        return (truth, call) if self.rows_are_actual else (call, truth)

    @property
    def names_of_choices(self) -> tuple[str, str]:
        """What choosing a row and choosing a column is called, before the name of the class."""
        truth, call = self.words.truth_rows, self.words.call_rows
        return (truth, call) if self.rows_are_actual else (call, truth)

    @cached_property
    def classes(self) -> NDArray[np.intp]:
        """The index of the class at each place, for rows and columns alike: (K,) ints."""
        if self.order is None or self.has_outcomes:
            return np.arange(self.k)
        return self.matrix.order_by(self.order)

    @cached_property
    def places(self) -> NDArray[np.intp]:
        """The place of each class: (K,) ints."""
        return np.argsort(self.classes)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of the class at each place."""
        return tuple(self.matrix.classes[index] for index in self.classes.tolist())

    def heads(self, axis: int) -> tuple[str, ...]:
        """Return what stands before the rows (axis 0), or above the columns (1), in one line each.

        The two calls have names of their own; all else are the names of the classes.
        """
        is_of_calls = self.has_outcomes and (axis == 0) != self.rows_are_actual
        names = self.words.calls if is_of_calls else self.names
        return tuple(" ".join(name.split()) for name in names)

    def counted(self, number: float) -> str:
        """Return a number with what is counted: "24 rows"."""
        return f"{text.count(number)} {self.nouns[number != 1]}"

    @property
    def shade(self) -> str:
        """What the colour of a cell says, in words."""
        return tr("shade: {shades}", shades=SHADES[self.shares])

    @cached_property
    def row_totals(self) -> NDArray[np.int64]:
        """The total of each row: (K,) ints."""
        totals = self.matrix.actual if self.rows_are_actual else self.matrix.predicted
        return np.asarray(totals[self.classes])

    @cached_property
    def column_totals(self) -> NDArray[np.int64]:
        """The total of each column: (K,) ints."""
        totals = self.matrix.predicted if self.rows_are_actual else self.matrix.actual
        return np.asarray(totals[self.classes])

    @cached_property
    def levels(self) -> NDArray[np.uint16]:
        """The colour of each cell: (K, K), 0 where there is no share, else 1 to `LEVELS`.

        The shares of rows and columns are coloured as they are; of other numbers the largest
        is the brightest.
        """
        matrix = self.matrix
        if self.shares in {Shares.ROW, Shares.COLUMN, Shares.ERRORS}:
            of_actual = (self.shares is not Shares.COLUMN) == self.rows_are_actual
            shares = matrix.shares(Normalisation.ACTUAL if of_actual else Normalisation.PREDICTED)
        else:
            shares = matrix.counts.astype(np.float64)
        if self.shares is Shares.ERRORS:
            np.fill_diagonal(shares, np.nan)
        if self.shares in {Shares.OVERALL, Shares.COUNTS, Shares.ERRORS}:
            shares = np.asarray(divide(shares, np.fmax.reduce(shares, axis=None, initial=0.0)))
        raised = np.minimum(np.floor(np.nan_to_num(shares, nan=-1.0) * LEVELS) + 1, LEVELS)
        levels = np.asarray(np.maximum(raised, 0), dtype=np.uint16)
        if not self.rows_are_actual:
            levels = levels.T
        if self.order is None:
            return levels
        return np.asarray(levels[np.ix_(self.classes, self.classes)])

    @cached_property
    def shades(self) -> NDArray[np.uint16]:
        """The place of each cell's colour among all: (K, K), its level.

        The four outcomes have two tints: errors come `LEVELS` after what is right.
        """
        if not self.has_outcomes:
            return self.levels
        is_error = ~np.eye(self.k, dtype=np.bool_) & (self.levels > 0)
        return np.asarray(self.levels + LEVELS * is_error, dtype=np.uint16)

    def count(self, row: int, column: int) -> int:
        """Return the number of rows in a displayed cell, or that of a total."""
        counts: Any = (self.matrix.counts[cell].item() for cell in self.cells_at(row, column))
        return sum(map(SumOfWeights, counts) if self.matrix.is_weighted else counts)

    def at(self, row: int, column: int) -> tuple[int, int]:
        """Return the classes of a displayed cell, (actual, predicted)."""
        first, second = int(self.classes[row]), int(self.classes[column])
        return (first, second) if self.rows_are_actual else (second, first)

    def place_of(self, actual: int, predicted: int) -> tuple[int, int]:
        """Return where a cell is displayed, (row, column)."""
        first, second = int(self.places[actual]), int(self.places[predicted])
        return (first, second) if self.rows_are_actual else (second, first)

    def cells_at(self, row: int, column: int) -> tuple[tuple[int, int], ...]:
        """Return a cell (actual, predicted), or at row or column `k` those of a total."""
        rows = range(self.k) if row == self.k else (row,)
        columns = range(self.k) if column == self.k else (column,)
        return tuple(self.at(one, other) for one in rows for other in columns)

    def total_at(self, row: int, column: int) -> str:
        """Return which of `TOTALS` is displayed at a row or column `k`; "" for a cell."""
        if max(row, column) < self.k:
            return ""
        of_called = (column == self.k) != self.rows_are_actual
        return TOTALS[-1 if row == column else min(row, column) + 2 * of_called]

    def wanted(self, row: int, column: int) -> Wanted | None:
        """Return which count is displayed, to be asked for; None where none can be."""
        if not self.has_outcomes:
            return None
        actual, predicted = self.at(row, column) if max(row, column) < self.k else (0, 0)
        return Wanted(self.total_at(row, column) or CELLS[2 * actual + predicted])

    def name_of_total(self, row: int, column: int) -> str:
        """Return what a total counts."""
        return self.words.totals[TOTALS.index(self.total_at(row, column))]

    def share(self, row: int, column: int) -> float:
        """Return the share of a displayed cell, in [0, 1]; NaN where there is none."""
        if self.shares is Shares.COUNTS:
            return math.nan
        return float(divide(self.count(row, column), self._whole(row, column)))

    def fraction(self, row: int, column: int) -> tuple[int, int]:
        """Return the two counts that the share of a displayed cell is the quotient of."""
        return self.count(row, column), self._whole(row, column)

    def cell(self, row: int, column: int) -> Cell:
        """Return a displayed cell with its texts."""
        actual, predicted = self.at(row, column)
        outcome = self.words.outcomes[2 * actual + predicted] if self.has_outcomes else None
        with_share = self.shares is not Shares.COUNTS
        share = text.percent(self.share(row, column)) if with_share else ""
        # Of many classes it is only said of the cell that is pointed at.
        known = None if self.intervals is None else self.intervals.keeping_last()
        found = self._interval(row, column, known) if self.k <= FEW else None
        limits = intervals.brief_percent(found)
        return Cell(
            actual,
            predicted,
            "" if outcome is None else outcome.short,
            "" if outcome is None else outcome.plain,
            text.count(self.count(row, column)),
            share,
            self._of_what(row, column) if with_share else "",
            f"{share} ({limits})" if limits else share,
            is_of_before=bool(limits) and known is not None and known.are_awaited,
        )

    def interval(self, row: int, column: int) -> Interval | None:
        """Return where the true share of a displayed cell lies; None where nobody says."""
        return self._interval(row, column, self.intervals)

    def _interval(self, row: int, column: int, known: CellIntervals | None) -> Interval | None:
        cell = self.at(row, column)
        if known is None or self.shares is Shares.COUNTS:
            return None
        if self.shares is Shares.OVERALL:
            return known.of_all(*cell)
        is_of_row = self.shares in _OF_ROWS
        of_actual = is_of_row == self.rows_are_actual
        return (known.of_actual if of_actual else known.of_predicted)(*cell)

    def described(self, row: int, column: int) -> str:
        """Return a displayed cell, or a total, in words."""
        if self.total_at(row, column):
            return self.brief(row, column)
        cell = self.cell(row, column)
        counted = self.counted(self.count(row, column))
        said = f"{self.long_name(cell.actual, cell.predicted)}: {counted}"
        if not cell.of_what:
            return said
        if math.isnan(self.share(row, column)):
            return f"{said}, {cell.of_what}"
        said = f"{said}, {cell.share} {cell.of_what}"
        found = self.interval(row, column)
        if found is None or not intervals.is_defined(found):
            return said
        limits = text.percent_interval(found.lower, found.upper)
        return f"{said} ({intervals.title(found.level)} {limits}, {self.words.said(found.method)})"

    def brief(self, row: int, column: int) -> str:
        """Return a displayed cell, or a total, in few words."""
        if self.total_at(row, column):
            name = tr("all") if row == column else self.name_of_total(row, column)
            return f"{name}: {self.counted(self.count(row, column))}"
        cell = self.cell(row, column)
        counted = self.counted(self.count(row, column))
        if self.has_outcomes:
            return f"{self.long_name(cell.actual, cell.predicted)}: {counted}"
        whole = _WHOLE_WORDS.get(self.shares, "")
        share = tr(", {share} of {whole}", share=cell.share, whole=whole) if whole else ""
        actual, called = (
            text.elided(self.matrix.classes[index], 24) for index in (cell.actual, cell.predicted)
        )
        return tr(
            "{actual} called {called}: {counted}{share}",
            actual=actual,
            called=called,
            counted=counted,
            share=share,
        )

    def long_name(self, actual: int, predicted: int) -> str:
        """Return what a cell holds, in words."""
        if self.has_outcomes:
            return self.words.outcomes[2 * actual + predicted].long
        classes, words = self.matrix.classes, self.words
        return f"{words.truth} {classes[actual]}, {words.call} {classes[predicted]}"

    def about_head(self, place: int, axis: int) -> str:
        """Return the name of a class and how often it is true and called; of two, the call."""
        index = int(self.classes[place])
        name = self.matrix.classes[index]
        if self.has_outcomes:
            return name if (axis == 0) == self.rows_are_actual else f"{self.words.call}: {name}"
        actual, called = (n[index].item() for n in (self.matrix.actual, self.matrix.predicted))
        true_in = tr("true of {rows}", rows=_rows(actual)) if actual else tr("true of no row")
        called_in = tr("called in {rows}", rows=_rows(called)) if called else tr("never called")
        return f"{name}\n{true_in}, {called_in}"

    def as_table(self, *, of_shares: bool = False) -> str:
        """Return the matrix as text between tabs, with its labels; counts have totals, too."""
        if not of_shares or self.shares is Shares.COUNTS:
            counts = counts_of(self.matrix, has_outcomes=self.has_outcomes)
            arranged = counts.arranged(self.classes, is_turned=not self.rows_are_actual)
            style = Style(self.words)
            return tsv(of_matrix(arranged, arranged.id, NOTHING, style, tr("total")), style)
        rows, columns = self.axes
        names = [" ".join(name.split()) for name in self.names]
        counts_shown = self.matrix.counts[np.ix_(self.classes, self.classes)]
        shares = self._all_shares(counts_shown if self.rows_are_actual else counts_shown.T)
        corner = tr(
            "share of {whole_words}: {rows} \\ {columns}",
            whole_words=_WHOLE_WORDS[self.shares],
            rows=rows,
            columns=columns,
        )
        lines = [[corner, *names]]
        for name, numbers in zip(names, shares.tolist(), strict=True):
            lines.append([name, *map(_written, numbers)])
        lines += self._tables_of_limits(corner, names)
        return "\n".join("\t".join(line) for line in lines) + "\n"

    def _tables_of_limits(self, corner: str, names: list[str]) -> list[list[str]]:
        """Return the lower limits of the shares as a table, and the upper ones."""
        found = [[self.interval(row, column) for column in self._few] for row in self._few]
        if not any(intervals.is_defined(one) for row in found for one in row):
            return []
        lines = []
        heads = {
            "lower": tr("lower limit of the {corner}", corner=corner),
            "upper": tr("upper limit of the {corner}", corner=corner),
        }
        for limit, head in heads.items():
            lines += [[], [head, *names]]
            for name, row in zip(names, found, strict=True):
                limits = (math.nan if one is None else getattr(one, limit) for one in row)
                lines.append([name, *map(_written, limits)])
        return lines

    @property
    def _few(self) -> range:
        """The places of all classes, or none where there are too many to compute so much."""
        return range(self.k if self.k <= _MOST_WITH_LIMITS else 0)

    def _all_shares(self, counts: NDArray[np.int64]) -> NDArray[np.float64]:
        whole = np.asarray(self.matrix.n)
        if self.shares in _OF_ROWS:
            whole = self.row_totals[:, None]
        elif self.shares is Shares.COLUMN:
            whole = self.column_totals[None, :]
        return np.asarray(divide(counts, whole))

    def _whole(self, row: int, column: int) -> int:
        if self.shares in _OF_ROWS:
            return whole_or_sum(self.row_totals[row].item())
        if self.shares is Shares.COLUMN:
            return whole_or_sum(self.column_totals[column].item())
        return self.matrix.n

    def _of_what(self, row: int, column: int) -> str:
        is_any = bool(self._whole(row, column))
        if self.shares is Shares.OVERALL:
            return (
                tr("of all {things}", things=self.nouns[1])
                if is_any
                else tr("no {things}", things=self.nouns[1])
            )
        place, axis = (row, 0) if self.shares in _OF_ROWS else (column, 1)
        things = self._group(place, axis)
        return tr("of {things}", things=things) if is_any else tr("no {things}", things=things)

    def _group(self, place: int, axis: int) -> str:
        """Return what a row (axis 0) or a column holds, such as "actual positives"."""
        words = self.words
        if not self.has_outcomes:
            return f"{self.axes[axis]} {self.names[place]}"
        if (axis == 0) == self.rows_are_actual:
            return (words.positives, words.negatives)[place]
        return (words.called_positives, words.called_negatives)[place]


_OF_ROWS = {Shares.ROW, Shares.ERRORS}
_WHOLE_WORDS = {
    Shares.ROW: tr("the row"),
    Shares.ERRORS: tr("the row"),
    Shares.COLUMN: tr("the column"),
    Shares.OVERALL: tr("all rows"),
}


SHADES = {
    Shares.ROW: tr("share of the row"),
    Shares.COLUMN: tr("share of the column"),
    Shares.OVERALL: tr("share of all"),
    Shares.COUNTS: tr("count"),
    Shares.ERRORS: tr("share of the row, errors alone"),
}
"""What the colours say."""


def _written(number: float) -> str:
    return "" if math.isnan(number) else repr(number)


def _rows(number: int) -> str:
    return tr_n(number, "1 row", "{n} rows", n=text.count(number))
