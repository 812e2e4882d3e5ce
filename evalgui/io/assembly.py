"""From a table and the roles of its columns to a data set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Exclusion
from evalgui.core.dataset import Dataset, Score
from evalgui.core.errors import DataError
from evalgui.io import complaints, oddities
from evalgui.io.class_columns import (
    ClassColumns,
    Declared,
    other_class,
    read_classes,
    require_classes,
)
from evalgui.io.labels import listed, show_hidden
from evalgui.io.matrix_table import build_matrix, find_matrix, no_matrix
from evalgui.io.probability_columns import ClassValues, class_values
from evalgui.io.row_filter import choose_rows
from evalgui.io.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Finding
    from evalgui.io.meaning import Roles
    from evalgui.io.numbers import Numbers
    from evalgui.io.raw_table import RawColumn, RawTable

_TWO_CLASSES = 2


@dataclass(frozen=True, slots=True, eq=False)
class UsedRows:
    """Which rows of a table are used, and why the others are not.

    Parameters
    ----------
    why : (n,) array of uint8
        0 for a row that is used, else the number of a reason, from 1.
    reasons
        The code and the words of each reason.
    """

    why: NDArray[np.uint8]
    reasons: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, table: RawTable) -> UsedRows:
        """Return the rows of a table but for those that were read in doubt."""
        rows = cls(np.zeros(table.n_rows, np.uint8))
        for exclusion in table.exclusions:
            places = np.asarray(exclusion.rows, np.intp) - 1
            rows = rows.without(places, exclusion.code, exclusion.reason)
        return rows

    @classmethod
    def chosen_of(cls, table: RawTable, subset: str) -> UsedRows:
        """Return the rows of a table that a subset chooses, but for those read in doubt."""
        rows = cls.of(table)
        if not subset:
            return rows
        choice = choose_rows(table, subset)
        left = np.flatnonzero(~choice.chosen & ~choice.undecided)
        rows = rows.without(left, "not_in_subset", f"not in the subset {subset}")
        words = f"a missing cell leaves it open whether it is in the subset {subset}"
        return rows.without(np.flatnonzero(choice.undecided), "subset_unknown", words)

    def without(self, places: NDArray[np.intp], code: str, words: str) -> UsedRows:
        """Return the rows after setting some aside; a row goes by its first reason."""
        places = places[self.why[places] == 0]
        if not len(places):
            return self
        why = self.why.copy()
        why[places] = len(self.reasons) + 1
        return UsedRows(why, (*self.reasons, (code, words)))

    def is_kept(self) -> NDArray[np.bool_] | None:
        """Return which rows are used: (n,) bools; None where all are."""
        return self.why == 0 if self.reasons else None

    def kept(self) -> NDArray[np.intp] | None:
        """Return the rows that are used, from 0; None where all are."""
        return np.flatnonzero(self.why == 0) if self.reasons else None

    def exclusions(self) -> tuple[Exclusion, ...]:
        """Return the rows that are set aside, by reason, numbered from 1."""
        return tuple(
            Exclusion(code, words, np.flatnonzero(self.why == number) + 1)
            for number, (code, words) in enumerate(self.reasons, start=1)
        )


def build(
    table: RawTable, roles: Roles, *, name: str | None = None, watch: Watch | None = None
) -> Dataset:
    """Return the data set that a table makes under these roles.

    Rows outside the subset, rows without a label and rows that were read in doubt are set
    aside, by reason; rows without a score stay, with NaN. Every row of the table is in the
    one or the other. A table that is a confusion matrix makes a data set without rows.

    Parameters
    ----------
    table
        The table as read.
    roles
        What its columns mean. The truth has to be decided; a positive class that is not is
        found by the meaning of the words, and where no decimal sign is, the one of the table
        is taken.
    name
        What to call the data set; None for the name of the table.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    DataError
        If a column is not there, the truth has one class only (unless the positive one is
        decided), there is no score and no predicted class, a score does not parse (its rows
        are listed) or is missing where that is refused, or no row is left.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    if roles.matrix_rows is not None:
        return _matrix_set(table, roles, name)
    truth = _truth(table, roles)
    rows = UsedRows.chosen_of(table, roles.subset)
    if np.all(rows.why):
        raise complaints.nothing_left(table, rows.exclusions())
    rows, parsed = _parse(table, roles, rows, watch.part(0.0, 0.6))
    watch.step(0.6, "reading the classes")
    found = _classes(table, truth, roles, rows.is_kept())
    rows = rows.without(np.flatnonzero(found.truth < 0), "missing_label", "the label is missing")
    kept = rows.kept()
    if kept is not None and not len(kept):
        raise complaints.nothing_left(table, rows.exclusions())
    require_classes(table.name, truth.name, found, roles.positive)
    if kept is not None:
        found = found.take(kept)
        parsed = {column: numbers.take(kept) for column, numbers in parsed.items()}
    watch.step(0.8, "looking for oddities")
    positive = _positive(table, truth, found, roles)
    return _dataset(table, roles, _Kept(rows, kept, found, parsed), positive, name)


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """What the rows that are used hold: their classes, and their scores by column."""

    rows: UsedRows
    kept: NDArray[np.intp] | None
    found: ClassColumns
    parsed: Mapping[str, Numbers]


def _dataset(
    table: RawTable, roles: Roles, used: _Kept, positive: int, name: str | None
) -> Dataset:
    found, kept = used.found, used.kept
    scores = tuple(_scores(used.parsed, found, roles, positive))
    class_scores = _class_scores(table, used.parsed, found, roles)
    findings = (
        *table.findings,
        *oddities.of_exclusions(table, used.rows.exclusions()),
        *oddities.of_classes(found, positive if scores else None),
        *(class_scores.findings if class_scores else ()),
        *oddities.of_calls(found, class_scores.predicted if class_scores else None),
    )
    predicted = found.predicted
    if predicted is None and class_scores is not None:
        predicted = class_scores.predicted
    return Dataset(
        name=table.name if name is None else name,
        classes=found.classes.names,
        truth=found.truth,
        positive=positive,
        scores=tuple(one.score for one in scores),
        predicted=predicted,
        class_scores=class_scores.scores if class_scores else None,
        columns=tuple(c if kept is None else c.take(kept) for c in table.columns),
        n_rows_in_file=table.n_rows,
        file_rows=None if kept is None else kept + 1,
        exclusions=used.rows.exclusions(),
        findings=(*findings, *_score_findings(scores, found, positive)),
        subset=roles.subset,
    )


def _matrix_set(table: RawTable, roles: Roles, name: str | None) -> Dataset:
    matrix = find_matrix(table)
    if matrix is None:
        raise no_matrix(table)
    return build_matrix(table, matrix, roles, name=name)


def _truth(table: RawTable, roles: Roles) -> RawColumn:
    """Return the column of the truth, or refuse a table that has no use for one."""
    if len(table.columns) == 1:
        raise complaints.one_column(table)
    if not roles.number_columns and not roles.predicted:
        raise complaints.no_score(table)
    if roles.truth is None:
        hint = "Choose the column that holds the true class"
        raise DataError("no column is chosen as the truth", where=table.name, hint=hint)
    return table.column(roles.truth)


def _parse(
    table: RawTable, roles: Roles, rows: UsedRows, watch: Watch
) -> tuple[UsedRows, dict[str, Numbers]]:
    """Return the columns of scores as numbers, and the rows that are left with them."""
    parsed: dict[str, Numbers] = {}
    for place, name in enumerate(roles.number_columns):
        watch.step(place / len(roles.number_columns), "reading the scores")
        column = table.column(name)
        parsed[column.name] = numbers = column.parse_numbers(roles.decimal)
        rows = _with_readable_scores(table, column, numbers, rows, roles)
        if roles.missing_scores == "refuse":
            missing = np.flatnonzero(np.isnan(numbers.values) & (rows.why == 0))
            if len(missing):
                raise complaints.missing_scores(table, column, missing)
    return rows, parsed


def _with_readable_scores(
    table: RawTable, column: RawColumn, numbers: Numbers, rows: UsedRows, roles: Roles
) -> UsedRows:
    """Return the rows whose score is a number or missing, or refuse the column."""
    if column.is_nested:
        raise complaints.nested(table, column)
    if not len(numbers.bad) and numbers.n_numbers:
        return rows
    doubtful = numbers.bad[rows.why[numbers.bad] == 0]
    if not numbers.n_numbers or (len(doubtful) and not roles.set_aside_unreadable):
        raise complaints.not_numbers(table, column, numbers)
    words = f"'{column.name}' is not a number"
    return rows.without(doubtful, "nonnumeric_score", words)


def _classes(
    table: RawTable, truth: RawColumn, roles: Roles, kept: NDArray[np.bool_] | None
) -> ClassColumns:
    """Return all classes: of the truth, of the predictions, and of columns of scores."""
    predicted = table.column(roles.predicted) if roles.predicted else None
    declared = Declared.by(roles)
    found = read_classes(table.name, truth, predicted, kept, declared)
    if roles.positive is not None and len(found.classes.names) == 1:
        declared = replace(declared, extra=(other_class(found, roles.positive),))
        found = read_classes(table.name, truth, predicted, kept, declared)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _ReadScore:
    """A score with the column it came from, and how many missing ones were replaced."""

    score: Score
    column: str
    numbers: Numbers
    n_replaced: int


def _scores(
    read: Mapping[str, Numbers], found: ClassColumns, roles: Roles, positive: int
) -> Iterator[_ReadScore]:
    """Yield the scores: of two classes with a column each, that of the positive one."""
    names = roles.scores
    pairs = roles.probabilities or ()
    if pairs and len(found.classes.names) > _TWO_CLASSES:
        return
    if set(names) <= set(roles.probability_columns):
        names = tuple(column for name, column in pairs if found.classes.find(name) == positive)
        names = names or roles.scores
    for name in names:
        numbers, is_higher = read[name], roles.is_higher_positive(name)
        values, n_replaced = numbers.values, 0
        if roles.missing_scores == "worst":
            missing = np.isnan(values)
            n_replaced = int(np.count_nonzero(missing))
            worst = values.dtype.type(-np.inf if is_higher else np.inf)
            values = np.where(missing, worst, values)
        shown = f"{name} - {numbers.base}" if numbers.base else name
        yield _ReadScore(Score(shown, values, is_higher), name, numbers, n_replaced)


def _score_findings(
    scores: Sequence[_ReadScore], found: ClassColumns, positive: int
) -> Iterator[Finding]:
    for one in scores:
        yield from oddities.of_score(one.score, found, positive)
        yield from oddities.of_range(one.score, one.column, one.numbers, one.n_replaced)


def _class_scores(
    table: RawTable, read: Mapping[str, Numbers], found: ClassColumns, roles: Roles
) -> ClassValues | None:
    if not roles.probabilities or len(found.classes.names) <= _TWO_CLASSES:
        return None
    pairs = [(name, read[column].in_full) for name, column in roles.probabilities]
    return class_values(table.name, pairs, roles.probability_columns, found)


def _positive(table: RawTable, truth: RawColumn, found: ClassColumns, roles: Roles) -> int:
    """Return the positive class; of many classes without a single score, the first will do."""
    wanted = roles.positive
    names = [show_hidden(name) for name in found.classes.names]
    where = f"{table.name}, column '{truth.name}'"
    positive = found.classes.positive() if wanted is None else found.classes.find(wanted)
    if positive is not None:
        return positive
    hint = f"Choose one of {listed(names)}"
    if wanted is not None:
        raise DataError(f"there is no class '{show_hidden(wanted)}'", where=where, hint=hint)
    if len(names) > _TWO_CLASSES and (roles.probabilities or not roles.scores):
        return 0
    raise DataError("it is not known which class is positive", where=where, hint=hint)
