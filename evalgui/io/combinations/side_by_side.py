"""Labels in one file and scores in another, row by row: as `y_true.npy` and `y_score.npy`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.confusion import MOST_CLASSES
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.combinations.making import (
    Combined,
    FileRows,
    Places,
    has_name,
    is_measured,
    of_files,
    one_each,
    stem,
)
from evalgui.io.meaning import (
    Basis,
    Known,
    Reading,
    Role,
    Roles,
    classes_of,
    guessed,
    likely,
    listed,
    name_columns,
    plain_name,
    show_hidden,
    words_of,
)
from evalgui.io.table import RawTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.progress import Watch
    from evalgui.io.combinations.parts import Chosen, Part
    from evalgui.io.table import RawColumn

NAME = phrase("columns in files of their own")

_MOST_COLUMNS = 1_000


def sniff(chosen: Chosen) -> bool:
    """Return whether one file has nothing but labels, and the others as many rows of numbers.

    A square of numbers may be a matrix of scores, whose sides have ids and no labels.
    """
    tables = chosen.tables
    if len({table.n_rows for table in tables}) > 1:
        return False
    widths = [len(table.columns) for table in tables]
    if min(widths) > 1 or max(widths) > _MOST_COLUMNS or any(map(_is_square, tables)):
        return False
    labels = [part for part in chosen.parts if _has_labels(part)]
    others = [part for part in chosen.parts if part not in labels]
    return len(labels) == 1 and bool(others) and all(map(_has_numbers, others))


def _is_square(table: RawTable) -> bool:
    return table.n_rows == len(table.columns)


def _has_labels(part: Part) -> bool:
    """Return whether the only column of a file holds classes, by their words or by a name."""
    if len(part.profiles) != 1:
        return False
    (one,) = part.profiles
    if one.has_class_words:
        return True
    names = {plain_name(_name(part, one.column)), plain_name(stem(part.table))}
    recurs = one.labels is not None and len(one.labels.texts) < len(one.column)
    # "genuine" is the name of a truth, too, but more often that of a file of scores.
    return (
        recurs
        and not is_measured(one)
        and not names.isdisjoint(words_of("truth_name") - words_of("formats_positive"))
    )


def _has_numbers(part: Part) -> bool:
    """Return whether a file has only numbers, and nothing that would name its rows."""
    is_bare = len(part.profiles) == 1 or not any(has_name(one.column) for one in part.profiles)
    return is_bare and all(one.is_number for one in part.profiles)


def _name(part: Part, column: RawColumn) -> str:
    if has_name(column):
        return column.name
    place = [one.column for one in part.profiles].index(column) + 1
    return stem(part.table) if len(part.profiles) == 1 else f"{stem(part.table)} {place}"


def combine(chosen: Chosen, watch: Watch) -> Combined:
    """Return the columns of all files beside each other.

    Parameters
    ----------
    chosen
        The files. Their order decides about that of the scores, and about nothing else.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    DataError
        If a file has several columns, and not one for each class.
    CancelledError
        If the watch says so.
    """
    watch.step(0.0, phrase("making one table"))
    parts = sorted(chosen.parts, key=lambda part: not _has_labels(part))
    tables = [part.table for part in parts]
    columns = [(part, one.column) for part in parts for one in part.profiles]
    names = name_columns([_name(part, column) for part, column in columns])[0]
    files = tuple(table.name for table in tables)
    n_rows = tables[0].n_rows
    why = phrase(
        "the {n} rows of {files} belong together in their order",
        n=grouped(n_rows),
        files=listed(files),
    )
    rows = np.arange(n_rows)
    table = RawTable(
        name=" + ".join(files),
        columns=tuple(
            column.renamed(name) for (_, column), name in zip(columns, names, strict=True)
        ),
        n_rows=n_rows,
        how=Reading(NAME, decimal="," if any(t.how.decimal == "," for t in tables) else "."),
        findings=tuple(of_files(tables)),
        exclusions=one_each(exclusion for table in tables for exclusion in table.exclusions),
        known=_known(parts, names, why),
        origin=Places(tuple(FileRows(table, rows) for table in tables)),
    )
    return Combined(table, why, files)


def _known(parts: Sequence[Part], names: Sequence[str], why: str) -> Known:
    """Return what the columns mean; that several belong to the classes in order is asked."""
    truth, *scores = names
    if all(len(part.profiles) == 1 for part in parts):
        roles = Roles(truth=truth, scores=tuple(scores), predicted="")
        return Known(roles, (likely(Role.TABLE, why, Basis.CONTENT),))
    labels = parts[0].table.columns[0].distinct(MOST_CLASSES)
    classes = () if labels is None else classes_of(dict.fromkeys(labels.texts, 1)).names
    if len(parts) > 2 or len(classes) != len(scores):
        message = phrase(
            "there are {n_classes} classes and {n_scores} columns of scores",
            n_classes=grouped(len(classes)),
            n_scores=grouped(len(scores)),
        )
        hint = phrase(
            "Choose scores with one column for each class, or one for the {positive} class"
        )
        raise DataError(message, where=" + ".join(part.name for part in parts), hint=hint)
    pairs = tuple(zip(classes, scores, strict=True))
    shown = listed([show_hidden(name) for name in classes])
    question = phrase(
        "Do {columns} belong to {classes}, in this order?", columns=listed(scores), classes=shown
    )
    roles = Roles(truth=truth, probabilities=pairs, predicted="")
    sentence = phrase("{names} are the scores of the classes, in their order", names=listed(scores))
    order = guessed(Role.PROBABILITIES, sentence, Basis.CONVENTION, *scores, question=question)
    return Known(roles, (likely(Role.TABLE, why, Basis.CONTENT), order))
