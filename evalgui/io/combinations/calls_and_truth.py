"""True classes in one file and predicted ones in another: line by line, or by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.combinations.making import (
    Combined,
    FileRows,
    NotTogetherError,
    Places,
    has_name,
    is_measured,
    join,
    of_files,
    one_each,
    share_ids,
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
    is_predicted_name,
    likely,
    listed,
    name_columns,
    plain_name,
    words_of,
)
from evalgui.io.table import RawTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.progress import Watch
    from evalgui.io.combinations.parts import Chosen, Part
    from evalgui.io.table import Profile, RawColumn

NAME = phrase("true and predicted classes")

_FILES = 2
_MOST_CLASSES = 1_000


def sniff(chosen: Chosen) -> bool:
    """Return whether two files have one column of the same classes each, and no scores.

    Where nothing but these columns is there, one of them has to be named for predictions: two
    lists of whole numbers may be scores of two groups.
    """
    parts = chosen.parts
    if len(parts) != _FILES or chosen.roles.scores or chosen.roles.truth or chosen.roles.predicted:
        return False
    found = [_labels(part) for part in parts]
    if None in found or parts[0].table.n_rows != parts[1].table.n_rows:
        return False
    first, second = (one.column for one in found if one is not None)
    if not _share_classes(first, second):
        return False
    widths = {len(part.profiles) for part in parts}
    if widths == {1}:
        return any(map(_is_of_calls, parts))
    return 1 not in widths and first.header == second.header


def _labels(part: Part) -> Profile | None:
    """Return the only column of a file that holds classes; None where others may be scores."""
    known = part.table.known
    if (known is not None and known.lacks != "other class") or any(
        is_measured(one) for one in part.profiles
    ):
        return None
    if len(part.profiles) == 1:
        (one,) = part.profiles
        recurs = one.labels is not None and 1 < len(one.labels.texts) < len(one.column) / 2
        return one if recurs else None
    if len(part.profiles) != 2 or part.truth is None:
        return None
    return next(one for one in part.profiles if one.column.name == part.truth)


def _share_classes(first: RawColumn, second: RawColumn) -> bool:
    found = [column.distinct(_MOST_CLASSES) for column in (first, second)]
    own = [classes_of(dict.fromkeys(() if one is None else one.texts, 1)) for one in found]
    texts = [text for one in found if one is not None for text in one.texts]
    both = classes_of(dict.fromkeys(texts, 1))
    return len(both.names) == max(len(one.names) for one in own) > 1


def _is_of_calls(part: Part) -> bool:
    """Return whether a file holds predictions by the name of its column, or by its own."""
    return any(
        is_predicted_name(name)
        or not words_of("calls_file").isdisjoint(plain_name(name).split("_"))
        for name in _names(part)
    )


def _is_of_truth(part: Part) -> bool:
    """Return whether a file holds what is true by the name of its column, or by its own."""
    parts = {word for name in _names(part) for word in plain_name(name).split("_")}
    return not words_of("truth_file").isdisjoint(parts)


def _names(part: Part) -> tuple[str, ...]:
    column = part.profiles[-1].column
    return (stem(part.table), *((column.name,) if has_name(column) else ()))


def combine(chosen: Chosen, watch: Watch) -> Combined:
    """Return the true and the predicted class of each row, and its id.

    Parameters
    ----------
    chosen
        The files. Which of them holds the truth is asked where no name says it.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    NotTogetherError
        If the files have ids, and not the same ones.
    CancelledError
        If the watch says so.
    """
    watch.step(0.0, phrase("making one table"))
    first, second = chosen.parts
    calls = [_is_of_calls(part) for part in chosen.parts]
    is_said = calls[0] != calls[1] or _is_of_truth(first) != _is_of_truth(second)
    if calls == [True, False] or (calls[0] == calls[1] and _is_of_truth(second)):
        first, second = second, first
    tables, rows = [first.table, second.table], _rows(first, second, watch)
    labels = [one.column for one in map(_labels, (first, second)) if one is not None]
    ids = [one.column for one in first.profiles if one.column.name != labels[0].name]
    given = [column.name if has_name(column) else "" for column in labels]
    if "" in given or given[0] == given[1]:
        given = [stem(table) for table in tables]
    names = name_columns([*(one.name for one in ids), *given])[0]
    columns = [column.renamed(name) for column, name in zip((*ids, labels[0]), names, strict=False)]
    columns.append(labels[1].take(rows).renamed(names[-1]))
    truth, predicted = names[-2:]
    files = tuple(table.name for table in tables)
    why = phrase(
        "{files} hold true and predicted classes of the same rows, by their ids"
        if ids
        else "{files} hold true and predicted classes of the same rows, line by line",
        files=listed(files),
    )
    n = first.table.n_rows
    table = RawTable(
        name=" + ".join(files),
        columns=tuple(columns),
        n_rows=n,
        how=Reading(NAME, decimal=tables[0].how.decimal),
        findings=tuple(of_files(tables)),
        exclusions=one_each(exclusion for one in tables for exclusion in one.exclusions),
        known=_known(truth, predicted, why, is_said=is_said),
        origin=Places((FileRows(tables[0], np.arange(n)), FileRows(tables[1], rows))),
    )
    return Combined(table, why, files)


def _rows(first: Part, second: Part, watch: Watch) -> NDArray[np.integer]:
    """Return for each row of the first file that of the second: its own place, or by the ids."""
    n = first.table.n_rows
    if len(first.profiles) == 1:
        return np.arange(n)
    ids = share_ids([first, second])
    if ids is None:
        why = phrase("no column of both files holds the same ids")
        raise NotTogetherError(why)
    joined = join([first, second], ids, watch)
    rows = joined.rows[1][:n]
    if joined.n_rows != n or joined.n_common != (n,) or (rows < 0).any():
        why = phrase("not all of the {n} rows have the same ids in both files", n=grouped(n))
        raise NotTogetherError(why)
    return rows


def _known(truth: str, predicted: str, why: str, *, is_said: bool) -> Known:
    roles = Roles(truth=truth, predicted=predicted, probabilities=())
    if is_said:
        sentence = phrase("{why}: '{name}' is the truth", why=why, name=truth)
        of_calls = phrase("'{name}' is the {predicted_class} by its name", name=predicted)
        reasons = (
            likely(Role.TRUTH, sentence, Basis.NAME, truth),
            likely(Role.PREDICTED, of_calls, Basis.NAME, predicted),
        )
        return Known(roles, reasons)
    question = phrase(
        "{why}: which is the truth, '{first}' or '{second}'?",
        why=why,
        first=truth,
        second=predicted,
    )
    sentence = phrase("'{name}' is taken for the truth, being the first", name=truth)
    reason = guessed(Role.TRUTH, sentence, Basis.CONVENTION, truth, question=question)
    return Known(roles, (reason,))
