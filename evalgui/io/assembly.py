"""From a table and the roles of its columns to a data set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Exclusion, Finding, Level
from evalgui.core.dataset import Dataset, Score
from evalgui.core.errors import DataError
from evalgui.io import complaints
from evalgui.io.class_columns import ClassColumns, read_classes, require_two_classes
from evalgui.io.labels import listed, show_hidden
from evalgui.io.separation import below_chance
from evalgui.io.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.io.meaning import Roles
    from evalgui.io.numbers import Numbers
    from evalgui.io.raw_table import RawColumn, RawTable

_FEW = 5


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
            places = np.array(exclusion.rows, np.intp) - 1
            rows = rows.without(places, exclusion.code, exclusion.reason)
        return rows

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

    def exclusions(self) -> tuple[Exclusion, ...]:
        """Return the rows that are set aside, by reason, numbered from 1."""
        return tuple(
            Exclusion(code, words, tuple((np.flatnonzero(self.why == number) + 1).tolist()))
            for number, (code, words) in enumerate(self.reasons, start=1)
        )


def build(
    table: RawTable, roles: Roles, *, name: str | None = None, watch: Watch | None = None
) -> Dataset:
    """Return the data set that a table makes under these roles.

    Rows without a label and rows that were read in doubt are set aside, by reason; rows
    without a score stay, with NaN. Every row of the table is in the one or the other.

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
        If a column is not there, the truth does not have two classes, there is no score and
        no predicted class, a score does not parse (its rows are listed), or no row is left.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    truth = _truth(table, roles)
    predicted = table.column(roles.predicted) if roles.predicted else None
    columns = [table.column(score) for score in roles.scores]
    rows = UsedRows.of(table)
    if np.all(rows.why):
        raise complaints.nothing_left(table, rows.exclusions())
    parsed = []
    for place, column in enumerate(columns):
        watch.step(0.6 * place / len(columns), "reading the scores")
        parsed.append(column.parse_numbers(roles.decimal))
        rows = _with_readable_scores(table, column, parsed[-1], rows, roles)
    watch.step(0.6, "reading the classes")
    missing = roles.missing_labels or ()
    found = read_classes(table.name, truth, predicted, rows.is_kept(), missing)
    rows = rows.without(np.flatnonzero(found.truth < 0), "missing_label", "the label is missing")
    is_kept = rows.is_kept()
    kept = None if is_kept is None else np.flatnonzero(is_kept)
    if kept is not None and not len(kept):
        raise complaints.nothing_left(table, rows.exclusions())
    require_two_classes(table.name, truth.name, found)
    if kept is not None:
        found = found.take(kept)
    positive = _positive(table, truth, found, roles.positive)
    scores = tuple(
        Score(
            name=column.name,
            values=numbers.values if kept is None else numbers.values[kept],
            higher_is_positive=roles.is_higher_positive(column.name),
        )
        for column, numbers in zip(columns, parsed, strict=True)
    )
    watch.step(0.8, "looking for oddities")
    findings = (
        *table.findings,
        *_exclusion_findings(table, rows.exclusions()),
        *_class_findings(found),
        *(f for score in scores for f in _score_findings(score, found, positive)),
        *(f for pair in zip(scores, parsed, strict=True) for f in _range_findings(*pair)),
    )
    return Dataset(
        name=table.name if name is None else name,
        classes=found.classes.names,
        truth=found.truth,
        positive=positive,
        scores=scores,
        predicted=found.predicted,
        columns=tuple(c if kept is None else c.take(kept) for c in table.columns),
        n_rows_in_file=table.n_rows,
        file_rows=None if kept is None else kept + 1,
        exclusions=rows.exclusions(),
        findings=findings,
    )


def _truth(table: RawTable, roles: Roles) -> RawColumn:
    """Return the column of the truth, or refuse a table that has no use for one."""
    if len(table.columns) == 1:
        raise complaints.one_column(table)
    if not roles.scores and not roles.predicted:
        raise complaints.no_score(table)
    if roles.truth is None:
        hint = "Choose the column that holds the true class"
        raise DataError("no column is chosen as the truth", where=table.name, hint=hint)
    return table.column(roles.truth)


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


def _positive(table: RawTable, truth: RawColumn, found: ClassColumns, wanted: str | None) -> int:
    names = [show_hidden(name) for name in found.classes.names]
    where = f"{table.name}, column '{truth.name}'"
    positive = found.classes.positive() if wanted is None else found.classes.find(wanted)
    if positive is not None:
        return positive
    hint = f"Choose one of {listed(names)}"
    if wanted is None:
        raise DataError("it is not known which class is positive", where=where, hint=hint)
    raise DataError(f"there is no class '{show_hidden(wanted)}'", where=where, hint=hint)


# ------------------------------------------------------------------------------- findings


def _exclusion_findings(table: RawTable, exclusions: Sequence[Exclusion]) -> Iterator[Finding]:
    """Yield what was set aside here; what was set aside in reading was said there."""
    said = {finding.code for finding in table.findings}
    for exclusion in exclusions:
        if exclusion.code not in said:
            rows = "row is" if exclusion.count == 1 else "rows are"
            text = f"{exclusion.count:,} {rows} set aside: {exclusion.reason}"
            yield Finding(exclusion.code, text, exclusion.count)


def _class_findings(found: ClassColumns) -> Iterator[Finding]:
    yield from found.classes.findings
    for name, count in zip(found.classes.names, found.n_true, strict=True):
        if count < _FEW:
            rows = "row" if count == 1 else "rows"
            text = f"there are few rows of the class '{show_hidden(name)}': only {count:,} {rows}"
            yield Finding("few_per_class", text, count)


def _score_findings(score: Score, found: ClassColumns, positive: int) -> Iterator[Finding]:
    """Yield what is odd about a score in the light of the classes."""
    missing = np.isnan(score.values)
    n_missing = int(np.count_nonzero(missing))
    if n_missing:
        counts = np.bincount(found.truth[missing], minlength=len(found.classes.names))
        parts = zip(found.classes.names, counts.tolist(), strict=True)
        by_class = ", ".join(f"{count:,} of '{show_hidden(name)}'" for name, count in parts)
        rows = "row has" if n_missing == 1 else "rows have"
        text = f"{n_missing:,} {rows} no score in '{score.name}': {by_class}"
        yield Finding("missing_score", text, n_missing)
    direction = "higher" if score.higher_is_positive else "lower"
    contrary = "lower" if score.higher_is_positive else "higher"
    separation = below_chance(
        score.values, found.truth == positive, higher_is_positive=score.higher_is_positive
    )
    if separation is not None:
        name = show_hidden(found.classes.names[positive])
        text = (
            f"the area under the ROC curve of '{score.name}' is {separation.auc:.3f}, below 0.5, "
            f"with {direction} scores for '{name}': do {contrary} scores mean '{name}'?"
        )
        level = Level.WARNING if separation.is_clear else Level.INFO
        yield Finding("reversed_score", text, level=level)


def _range_findings(score: Score, numbers: Numbers) -> Iterator[Finding]:
    """Yield what is odd about the numbers of a score."""
    name = f"'{score.name}'"
    # Unlike the other minimum and maximum, these pass over NaN.
    lowest, highest = np.fmin.reduce(score.values), np.fmax.reduce(score.values)
    if lowest == highest and len(score.values) > 1:
        n_scores = int(np.count_nonzero(score.values == lowest))
        yield Finding("constant_score", f"all scores in {name} are the same", n_scores)
    if np.isinf(lowest) or np.isinf(highest):
        n_infinite = int(np.count_nonzero(np.isinf(score.values))) - numbers.n_overflow
        if n_infinite > 0:
            text = f"infinite scores in {name}: {n_infinite:,}"
            yield Finding("inf_score", text, n_infinite, Level.INFO)
    for code, count, words in (
        ("overflow", numbers.n_overflow, "too large for a double"),
        ("underflow", numbers.n_underflow, "too small for a double"),
        ("precision_ties", numbers.n_merged, "not told apart at the precision of a double"),
    ):
        if count:
            yield Finding(code, f"different numbers in {name} {words}: {count:,}", count)
