"""From a table and the roles of its columns to a data set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.dataset import Dataset, Unverified
from evalgui.core.errors import DataError
from evalgui.core.near_names import meant
from evalgui.core.progress import Watch
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import joined, phrase
from evalgui.io.building import data_findings as oddities
from evalgui.io.building import refusals
from evalgui.io.building.class_columns import (
    ClassColumns,
    Declared,
    other_class,
    read_classes,
    require_classes,
)
from evalgui.io.building.count_table import build_counts
from evalgui.io.building.frequency_table import (
    cross_table,
    of_counted_scores,
    of_frequencies,
    of_unused_weights,
    read_frequencies,
    row_counts,
)
from evalgui.io.building.matrix_table import build_matrix, find_matrix, no_matrix
from evalgui.io.building.probability_columns import ClassValues, class_values
from evalgui.io.building.read_scores import ReadScore
from evalgui.io.building.row_filter import rows_where
from evalgui.io.building.species import with_species
from evalgui.io.building.subjects import of_subjects, read_subjects
from evalgui.io.building.used_rows import UsedRows, kept_rows, read_numbers
from evalgui.io.meaning import in_column, listed, show_hidden, start_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Finding
    from evalgui.core.subjects import Subjects
    from evalgui.io.meaning import Roles
    from evalgui.io.table import Numbers, RawColumn, RawTable


def build(
    table: RawTable, roles: Roles, *, name: str | None = None, watch: Watch | None = None
) -> Dataset:
    """Return the data set that a table makes under these roles.

    Rows outside the subset, rows without a label and rows that were read in doubt are set
    aside, by reason; rows without a score stay, with NaN. Every row of the table is in the
    one or the other. Frequencies that are not whole are weights. A table that
    is a confusion matrix makes a data set without rows; one of counts a data set whose rows
    stand for many instances.

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
        decided), there is no score and no predicted class, a score does not parse or a count
        is none (its rows are listed), a score is missing where that is refused, or no row is
        left.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    if roles.matrix_rows is not None:
        return _matrix_set(table, roles, name)
    if roles.is_count_table:
        counted = build_counts(table, roles, name, watch)
        return with_species(table, counted, roles.species) if roles.species else counted
    truth = _truth(table, roles)
    rows, parsed = read_numbers(table, roles, watch.part(0.0, 0.6))
    watch.step(0.6, phrase("reading the classes"))
    found = _classes(table, truth, roles, rows.is_kept())
    lacking = np.flatnonzero((found.truth < 0) & (rows.why == 0))
    rows = rows.without(lacking, "missing_label", phrase("the label is missing"))
    kept = kept_rows(table, rows)
    require_classes(table.name, truth.name, found, roles.positive)
    away = found.take(lacking), {name: numbers.take(lacking) for name, numbers in parsed.items()}
    if kept is not None:
        found = found.take(kept)
        parsed = {column: numbers.take(kept) for column, numbers in parsed.items()}
    frequencies, unit = None, 1.0
    if roles.weight:
        frequencies, unit = read_frequencies(table, roles, rows.is_kept())
        frequencies = frequencies if kept is None else frequencies[kept]
    watch.step(0.8, phrase("looking for oddities"))
    positive = _positive(table, truth, found, roles)
    whose = read_subjects(table, roles, kept)
    used = _Kept(rows, kept, found, parsed, frequencies, whose, unit)
    make = _dataset if frequencies is None else _counted_set
    dataset = make(table, roles, used, positive, name)
    if len(lacking) and frequencies is None:
        scores = tuple(one.score for one in _scores(away[1], away[0], roles, positive))
        dataset = replace(dataset, unverified=Unverified(scores, away[0].predicted))
    dataset = _with_recalibrated(dataset, roles) if roles.recalibrated else dataset
    return with_species(table, dataset, roles.species) if roles.species else dataset


def _with_recalibrated(dataset: Dataset, roles: Roles) -> Dataset:
    """Return a data set with the scores that are made of its own, each in a column, too."""
    import pyarrow as pa

    from evalgui.core.consequences.recalibration import with_recalibrated
    from evalgui.io.table import RawColumn

    found = with_recalibrated(dataset, roles.recalibrated)
    columns = [
        RawColumn(one.name, pa.chunked_array([pa.array(one.values, from_pandas=True)]))
        for one in found.scores[len(dataset.scores) :]
    ]
    return replace(found, columns=(*found.columns, *columns))


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """What the rows that are used hold: classes, scores by column, how many of them, and whose.

    `frequencies` is None where each row is one instance, `subjects` where nobody knows; `unit` is
    that of `Dataset`.
    """

    rows: UsedRows
    kept: NDArray[np.intp] | None
    found: ClassColumns
    parsed: Mapping[str, Numbers]
    frequencies: NDArray[np.int64] | None
    subjects: Subjects | None
    unit: float = 1.0


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
        *of_unused_weights(table, roles),
        *of_subjects(used.subjects),
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
        called_by=(roles.predicted or "") if found.predicted is not None else "",
        truth_by=roles.truth or "",
        class_scores=class_scores.scores if class_scores else None,
        columns=tuple(c if kept is None else c.take(kept) for c in table.columns),
        rows_where=rows_where,
        subjects=used.subjects,
        n_rows_in_file=table.n_rows,
        file_rows=None if kept is None else kept + 1,
        exclusions=used.rows.exclusions(),
        findings=(*findings, *_score_findings(scores, found, positive)),
        subset=roles.subset,
        sampling=roles.sampled,
        start_rule=start_rule(found.classes.names),
    )


def _counted_set(
    table: RawTable, roles: Roles, used: _Kept, positive: int, name: str | None
) -> Dataset:
    """Return a data set whose rows stand for many: of a score, or a confusion matrix of calls."""
    found, kept, frequencies = used.found, used.kept, used.frequencies
    if frequencies is None:
        message = "each row is one instance"
        raise ValueError(message)
    if roles.probabilities and len(found.classes.names) > 2:
        message = phrase(
            "frequencies are used with a score or a {predicted_class}, not with a score a class"
        )
        hint = phrase("Choose one score or the {predicted_class}, or let each row count once")
        raise DataError(message, where=table.name, hint=hint)
    if used.unit != 1:
        _require_use_of_weights(table, roles)
    exclusions = used.rows.exclusions()
    odd = (
        *table.findings,
        *oddities.of_exclusions(table, exclusions),
        *found.classes.findings,
        *of_frequencies(roles, len(found.truth), frequencies, used.unit),
        *of_subjects(used.subjects),
    )
    classes, shown = found.classes.names, table.name if name is None else name
    scores = tuple(_scores(used.parsed, found, roles, positive))
    if not scores:
        matrix = cross_table(found, frequencies, used.unit)
        return Dataset(
            name=shown,
            classes=classes,
            truth=np.empty(0, np.int8),
            positive=positive,
            matrix=matrix,
            unit=used.unit,
            exclusions=exclusions,
            findings=(*odd, *matrix.findings()),
            subset=roles.subset,
            sampling=roles.sampled,
        )
    counts = row_counts(table, found, frequencies)
    return Dataset(
        name=shown,
        classes=classes,
        truth=np.empty(0, np.int8),
        positive=positive,
        scores=tuple(one.score for one in scores),
        row_counts=counts,
        unit=used.unit,
        columns=tuple(c if kept is None else c.take(kept) for c in table.columns),
        rows_where=rows_where,
        subjects=used.subjects,
        n_rows_in_file=table.n_rows,
        file_rows=None if kept is None else kept + 1,
        exclusions=exclusions,
        findings=(*odd, *of_counted_scores(scores, counts, classes, positive, used.unit)),
        subset=roles.subset,
        sampling=roles.sampled,
        start_rule=start_rule(classes),
    )


def _require_use_of_weights(table: RawTable, roles: Roles) -> None:
    """Refuse weights with fractions where nothing can be said by them."""
    if roles.sampled is Sampling.BY_SUBJECT:
        message = phrase(
            "weights with fractions are not used by subject: no interval of both is known"
        )
        hint = phrase("Choose another sampling, or let each row count once")
        raise DataError(message, where=table.name, hint=hint)


def _matrix_set(table: RawTable, roles: Roles, name: str | None) -> Dataset:
    matrix = find_matrix(table, is_said=True)
    if matrix is None:
        raise no_matrix(table)
    if roles.set_aside:
        message = phrase("a confusion matrix has no rows that could be set aside by hand")
        raise DataError(message, where=table.name, hint=phrase("Change the counts instead"))
    return build_matrix(table, matrix, roles, name=name)


def _truth(table: RawTable, roles: Roles) -> RawColumn:
    """Return the column of the truth, or refuse a table that has no use for one."""
    if len(table.columns) == 1:
        raise refusals.one_column(table)
    if not roles.number_columns and not roles.predicted:
        raise refusals.no_score(table)
    if roles.truth is None:
        hint = phrase("Choose the column that holds the true class")
        raise DataError(phrase("no column is chosen as the truth"), where=table.name, hint=hint)
    return table.column(roles.truth)


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


def _scores(
    read: Mapping[str, Numbers], found: ClassColumns, roles: Roles, positive: int
) -> Iterator[ReadScore]:
    """Yield the scores: of two classes with a column each, that of the positive one."""
    names = roles.scores
    pairs = roles.probabilities or ()
    if pairs and len(found.classes.names) > 2:
        return
    if set(names) <= set(roles.probability_columns):
        names = tuple(column for name, column in pairs if found.classes.find(name) == positive)
        names = names or roles.scores
    for name in names:
        yield ReadScore.of(name, read[name], roles)


def _score_findings(
    scores: Sequence[ReadScore], found: ClassColumns, positive: int
) -> Iterator[Finding]:
    for one in scores:
        yield from oddities.of_score(one.score, found, positive)
        yield from oddities.of_range(one.score, one.column, one.numbers, one.n_replaced)


def _class_scores(
    table: RawTable, read: Mapping[str, Numbers], found: ClassColumns, roles: Roles
) -> ClassValues | None:
    if not roles.probabilities or len(found.classes.names) <= 2:
        return None
    pairs = [(name, read[column].in_full) for name, column in roles.probabilities]
    return class_values(table.name, pairs, roles.probability_columns, found)


def _positive(table: RawTable, truth: RawColumn, found: ClassColumns, roles: Roles) -> int:
    """Return the positive class; of many classes without a single score, the first will do."""
    wanted = roles.positive
    names = [show_hidden(name) for name in found.classes.names]
    where = in_column(table.name, truth.name)
    positive = found.classes.positive() if wanted is None else found.classes.find(wanted)
    if positive is not None:
        return positive
    hint = phrase("Choose one of {names}", names=listed(names))
    if wanted is not None:
        near = meant(show_hidden(wanted), names)
        message = phrase("there is no class '{name}'", name=show_hidden(wanted))
        raise DataError(message, where=where, hint=joined("", [near, hint]))
    if len(names) > 2 and (roles.probabilities or not roles.scores):
        return 0
    raise DataError(phrase("it is not known which class is {positive}"), where=where, hint=hint)
