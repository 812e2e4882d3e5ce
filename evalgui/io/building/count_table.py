"""From a count table to a data set whose rows stand for many instances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.dataset import Dataset
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.building import data_findings as oddities
from evalgui.io.building import refusals
from evalgui.io.building.count_columns import counted_scores, findings, read_counts
from evalgui.io.building.row_filter import rows_where
from evalgui.io.building.subjects import of_subjects, read_subjects
from evalgui.io.building.used_rows import kept_rows, read_numbers
from evalgui.io.meaning import classes_of_counts, label_key, listed, show_hidden, start_rule

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.meaning import Roles
    from evalgui.io.table import RawTable


def build_counts(table: RawTable, roles: Roles, name: str | None, watch: Watch) -> Dataset:
    """Return the data set of a count table: its rows as they are, never expanded.

    Parameters and errors are those of `evalgui.io.building.assembly.build`.
    """
    if not roles.scores:
        raise refusals.no_score(table)
    rows, parsed = read_numbers(table, roles, watch.part(0.0, 0.6))
    watch.step(0.6, phrase("reading the counts"))
    kept = kept_rows(table, rows)
    counts = read_counts(table, roles, rows.is_kept())
    if kept is not None:
        counts = counts[kept]
        parsed = {column: numbers.take(kept) for column, numbers in parsed.items()}
    scores = counted_scores(table, parsed, roles, kept)
    classes = classes_of_counts(table.known, roles)
    positive = _positive(table, classes, roles.positive)
    is_grouped = table.known is not None and bool(table.known.by)
    watch.step(0.8, phrase("looking for oddities"))
    subjects = read_subjects(table, roles, kept)
    return Dataset(
        name=table.name if name is None else name,
        classes=classes,
        truth=np.empty(0, np.int8),
        positive=positive,
        scores=tuple(one.score for one in scores),
        row_counts=counts,
        columns=tuple(c if kept is None else c.take(kept) for c in table.columns),
        rows_where=rows_where,
        subjects=subjects,
        subject_totals=None if table.known is None else table.known.totals,
        n_rows_in_file=table.n_rows,
        file_rows=None if kept is None else kept + 1,
        exclusions=rows.exclusions(),
        findings=(
            *table.findings,
            *oddities.of_exclusions(table, rows.exclusions()),
            *findings(scores, counts, classes, positive, is_grouped=is_grouped),
            *of_subjects(subjects),
        ),
        subset=roles.subset,
        sampling=roles.sampled,
        start_rule=start_rule(classes),
    )


def _positive(table: RawTable, classes: tuple[str, str], wanted: str | None) -> int:
    """Return the positive class of two that are counted: the counted positives, or as wanted."""
    keys = [label_key(name) for name in classes]
    if wanted is None:
        return 1
    if label_key(wanted) not in keys:
        shown = listed([show_hidden(name) for name in classes])
        hint = phrase("Choose one of {names}", names=shown)
        message = phrase("there is no class '{name}'", name=show_hidden(wanted))
        raise DataError(message, where=table.name, hint=hint)
    return keys.index(label_key(wanted))
