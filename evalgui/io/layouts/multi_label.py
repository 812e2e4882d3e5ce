"""Several labels that may hold of a row at once: a truth and a score for each, side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase
from evalgui.io.layouts.making import SCORE, TRUTH, Layout, class_column, free_name
from evalgui.io.meaning import Basis, Known, Role, Roles, guessed, plain_name, stated, words_of
from evalgui.io.table import Profile, RawColumn, arrow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from evalgui.io.table import ArrowColumn, RawTable

LABEL = "label"
"""What the column is called that says of which label a row is."""
ROW = "row"
"""What the column is called that says which row of the file a row came from."""
_FEWEST = 3  # two truths are rather two references, of which one is chosen
_YES_OR_NO = {"1": 1, "true": 1, "yes": 1, "0": 0, "false": 0, "no": 0, "": -1}


class _Label(NamedTuple):
    name: str
    truth: RawColumn
    score: RawColumn


def _labels(table: RawTable) -> list[_Label]:
    """Return the labels that have a truth and a score of their own, by the names of columns."""
    truths, scores = (
        dict(_named(table, prefixes)) for prefixes in ("truth_of_label", "score_of_label")
    )
    return [_Label(name, truths[name], scores[name]) for name in truths if name in scores]


def _named(table: RawTable, prefixes: str) -> Iterator[tuple[str, RawColumn]]:
    """Yield columns whose names are one of such words and the name of a label behind it."""
    known = words_of(prefixes)
    for column in table.columns:
        first, separator, label = plain_name(column.name).partition("_")
        if first in known and separator:
            yield label, column


def _is_multi_label(table: RawTable) -> bool:
    labels = _labels(table)
    if table.how.header is False or len(labels) < _FEWEST:
        return False
    for one in labels:
        if not {cell.strip().lower() for cell in Profile(one.truth).sample} <= _YES_OR_NO.keys():
            return False
        if not Profile(one.score).is_number:
            return False
    held = [_holds(one.truth) for one in labels]
    if any(one is None for one in held):
        return False
    # One label of each row alone is a class of several.
    return bool(np.any(sum(one > 0 for one in held if one is not None) != 1))


def _holds(truth: RawColumn) -> NDArray[np.int8] | None:
    """Return whether a label holds of each row, -1 where nobody says; None for other words."""
    texts = np.asarray(truth.texts().to_numpy(zero_copy_only=False), dtype=object)
    known = {cell: _YES_OR_NO.get(str(cell or "").strip().lower(), 2) for cell in set(texts)}
    found = np.array([known[cell] for cell in texts], np.int8)
    return None if np.any(found == 2) else found


def _read(table: RawTable) -> RawTable:
    labels = _labels(table)
    n, times = table.n_rows, len(labels)
    held = np.concatenate([_holds(one.truth) for one in labels])
    truth = class_column(
        free_name(table.names, TRUTH),
        arrow.chunked_array([arrow.array(held, mask=held < 0)]),
        ["0", "1"],
    )
    taken = {column.name for one in labels for column in (one.truth, one.score)}
    places = np.repeat(np.arange(times, dtype=np.int8), n)
    label = class_column(
        free_name(table.names, LABEL), arrow.chunked_array([places]), [one.name for one in labels]
    )
    row = RawColumn(
        free_name(table.names, ROW), arrow.chunked_array([np.tile(np.arange(1, n + 1), times)])
    )
    scores = [one.score for one in labels]
    score = RawColumn(
        free_name(table.names, SCORE), _below_each_other(scores), decimal=table.how.decimal
    )
    others = [
        RawColumn(one.name, arrow.chunked_array(one.cells().chunks * times), decimal=one.decimal)
        for one in table.columns
        if one.name not in taken
    ]
    names = ", ".join(f"'{one.name}'" for one in labels[:5]) + (", ..." if times > 5 else "")
    sentence = phrase("{names} are labels, each with a truth and a score of its own", names=names)
    question = phrase(
        "May several of the labels {names} hold of one row, each with a score of its own?",
        names=names,
    )
    roles = Roles(
        truth=truth.name,
        scores=(score.name,),
        positive="1",
        predicted="",
        probabilities=(),
        subjects=(row.name,),
        sampling=Sampling.BY_SUBJECT,
    )
    known = Known(
        roles,
        (
            guessed(Role.TRUTH, sentence, Basis.NAME, truth.name, question=question),
            stated(
                Role.SCORE,
                phrase("'{name}' is the score of the label", name=score.name),
                score.name,
            ),
        ),
    )
    return replace(
        table,
        columns=(*others, row, label, truth, score),
        n_rows=n * times,
        how=replace(table.how, format=MULTI_LABEL.name),
        exclusions=tuple(
            replace(one, rows=np.concatenate([one.rows + n * time for time in range(times)]))
            for one in table.exclusions
        ),
        lines=_lines(table, times),
        first_line=0,
        known=known,
    )


def _below_each_other(columns: list[RawColumn]) -> ArrowColumn:
    """Return the cells of columns one below the other, in their own type if it is one."""
    parts = [column.cells() for column in columns]
    if any(part.type != parts[0].type for part in parts):
        parts = [column.texts() for column in columns]
    joined: ArrowColumn = arrow.chunked_array([chunk for part in parts for chunk in part.chunks])
    return joined


def _lines(table: RawTable, times: int) -> NDArray[np.integer] | None:
    """Return the line of each row; None where the file has no lines."""
    if table.lines is None and not table.first_line:
        return None
    lines = table.first_line + np.arange(table.n_rows) if table.lines is None else table.lines
    return np.tile(lines, times)


MULTI_LABEL = Layout(phrase("several labels, a truth and a score each"), _is_multi_label, _read)
