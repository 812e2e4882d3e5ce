"""The rows: as the file has them, with the score, what they are called and what came of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from evalgui.core.comparing.row_by_row import DISCORDANT, Right
from evalgui.core.dataset import TypedColumn
from evalgui.core.grey_zone import INDETERMINATE, called_between, grey_ends
from evalgui.core.score_table import is_called_positive
from evalgui.core.texts import Given, Text
from evalgui.results.result import (
    COUNT,
    PLAIN,
    TEXT,
    Column,
    LongTable,
    OnDemand,
    Result,
    told_apart,
)
from evalgui.results.topic import NOTHING_BESIDE, Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.comparing import Pair, RowByRow
    from evalgui.core.dataset import Column as FileColumn
    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.result import Kind
    from evalgui.results.topic import Beside

_KINDS = {"text": TEXT, "number": PLAIN, "count": COUNT}
_NO_SCORE, _NO_CALL = Text("no score"), Text("no call")
_RIGHT = Text("right"), Text("wrong")
_OUTCOMES = Text("{TP}"), Text("{FN}"), Text("{FP}"), Text("{TN}")

Codes: TypeAlias = "Callable[[NDArray[Any]], NDArray[Any]]"
"""Returns how rows at some places are called: -1 for not."""


def rows(snapshot: Snapshot, beside: Beside = NOTHING_BESIDE) -> Result | None:
    """Return rows of the file as they stand there, with what they are called and whether rightly.

    Parameters
    ----------
    snapshot
        What is assessed.
    beside
        Which rows are wanted.

    Returns
    -------
    Result or None
        The long table ``rows``, made a part at a time. The number of each in the file, from 1,
        comes first, and its columns follow; then the score that is assessed as a number, the
        call, and its outcome where a row is one instance. None where there are no rows.
    """
    dataset, chosen = snapshot.dataset, beside.rows
    if dataset is None or not dataset.n:
        return None
    known = list(_columns(snapshot))
    names = told_apart(name for name, _kind, _values in known)
    n_rows = dataset.n if chosen is None else len(chosen)

    def places(part: slice) -> NDArray[Any]:
        return np.arange(*part.indices(n_rows)) if chosen is None else chosen[part]

    columns = zip(names, known, strict=True)
    which = f", {beside.rows_in_words}" if beside.rows_in_words else ""
    table = LongTable(
        "rows",
        Text("Rows of {file}{which}", {"file": Given(beside.file or dataset.name), "which": which}),
        tuple(Column(name, Given(name), kind) for name, (_name, kind, _values) in columns),
        lambda: [values(n_rows, places) for _name, _kind, values in known],
    )
    return Result("rows", Text("Rows"), long_tables=(table,))


def discordant_rows(pairs: Sequence[Pair], snapshot: Snapshot) -> LongTable:
    """Return the rows that one of two alone calls rightly, those of each pair in their order.

    Parameters
    ----------
    pairs
        Of scores of these rows; others have none.
    snapshot
        The data of the first of each.

    Returns
    -------
    LongTable
        ``row``, the number in the file, and the columns of the file; then who is compared, ``a``,
        with its ``score_a`` and what it calls the row, ``call_a``; the same of ``b``; and which
        one is right, ``right``.
    """
    dataset = snapshot.dataset
    assert dataset is not None  # noqa: S101 - what is compared has data
    found = [(pair, pair.rows) for pair in pairs if pair.rows is not None]
    each = [by_row.places(*DISCORDANT) for _pair, by_row in found]
    rows = np.concatenate([np.zeros(0, np.intp), *each])
    of_pair = np.repeat(np.arange(len(found)), [len(part) for part in each])
    names = [Given(name) for pair, _by_row in found for name in (pair.first, pair.second)]
    calls = Given(snapshot.positive_name), Given(snapshot.rest_name)

    def joined(make: Callable[[RowByRow, NDArray[np.intp]], NDArray[Any]]) -> NDArray[Any]:
        parts = [make(by_row, part) for (_pair, by_row), part in zip(found, each, strict=True)]
        return np.concatenate([np.zeros(0, np.intp), *parts])

    def of_one(place: int, name: str) -> Iterator[tuple[str, Kind, Callable[..., OnDemand]]]:
        called = joined(lambda by_row, part: by_row.calls(part)[place])
        scores = joined(lambda by_row, part: by_row.scores[place][part])
        yield name, TEXT, _listed(2 * of_pair + place, (*names, None))
        yield f"score_{name}", PLAIN, _listed(scores.astype(np.float64))
        yield f"call_{name}", TEXT, _listed(np.where(called, 0, 1), (*calls, None))

    is_second = joined(lambda by_row, part: by_row.right[part] == Right.SECOND).astype(np.intp)
    right = _listed(2 * of_pair + is_second, (*names, None))
    known = [*_of_rows(dataset), *of_one(0, "a"), *of_one(1, "b"), ("right", TEXT, right)]
    columns = tuple(
        Column(name, Given(name), kind)
        for name, (_name, kind, _values) in zip(
            told_apart(name for name, _kind, _values in known), known, strict=True
        )
    )
    return LongTable(
        "discordant",
        Text("Rows that one of both alone calls rightly"),
        columns,
        lambda: [values(len(rows), lambda part: rows[part]) for _name, _kind, values in known],
    )


def _listed(values: NDArray[Any], labels: tuple[Told | None, ...] = ()) -> Callable[..., OnDemand]:
    """Return what makes a column of values that are there, whatever the places of rows."""
    return lambda n, _places: OnDemand(n, lambda part: values[part], labels)


def _of_rows(dataset: Dataset) -> Iterator[tuple[str, Kind, Callable[..., OnDemand]]]:
    """Yield the number in the file of each row, and the columns of the file."""
    numbers = dataset.file_rows
    yield "row", COUNT, _made(lambda at: at + 1 if numbers is None else numbers[at])
    for column in dataset.columns:
        yield column.name, *_of_file(column)


def _columns(snapshot: Snapshot) -> Iterator[tuple[str, Kind, Callable[..., OnDemand]]]:
    """Yield the name and the kind of each column, and what makes its values of places of rows."""
    dataset, score = snapshot.dataset, snapshot.score
    assert dataset is not None  # noqa: S101 - looked at before
    yield from _of_rows(dataset)
    if score is not None and not score.base:
        yield "score", PLAIN, _made(partial(_doubles, score))
    names, codes = _calls(snapshot)
    if codes is None:
        return
    none = _NO_CALL if score is None else _NO_SCORE
    yield "call", TEXT, _made(codes, (*names, none))
    if dataset.row_counts is None:  # else a row stands for several, not all right or wrong
        outcomes, told = _outcomes(codes, dataset.truth, snapshot.positive)
        yield "outcome", TEXT, _made(outcomes, (*told, None))


def _of_file(column: FileColumn) -> tuple[Kind, Callable[..., OnDemand]]:
    """Return what the cells of a column of the file are, and what makes them."""
    if isinstance(column, TypedColumn):
        return _KINDS[column.holds], _made(column.typed)

    def texts(places: NDArray[Any]) -> NDArray[Any]:
        return np.array([column.text(row) for row in places.tolist()], dtype=object)

    return TEXT, _made(texts)


def _made(values: Codes, labels: tuple[Told | None, ...] = ()) -> Callable[..., OnDemand]:
    return lambda n, places: OnDemand(n, lambda part: values(places(part)), labels)


def _doubles(score: Score, places: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(score.values[places], dtype=np.float64)


def _calls(snapshot: Snapshot) -> tuple[Sequence[Told], Codes | None]:
    """Return the names of calls, and what tells how rows are called; None where nothing does."""
    positive = snapshot.positive
    if positive is not None and snapshot.score is not None:
        names = snapshot.positive_name, snapshot.rest_name
        return (*map(Given, names), Text(INDETERMINATE)), _at_threshold(snapshot, snapshot.score)
    return _by_labels(snapshot, positive)


def _at_threshold(snapshot: Snapshot, score: Score) -> Codes | None:
    """Return what tells how rows are called: 0 positive, 1 negative, 2 indeterminate, -1 not."""
    point, ends = snapshot.point, grey_ends(snapshot)
    if point is None:
        return None

    def codes(places: NDArray[Any]) -> NDArray[Any]:
        values = score.values[places]
        called = is_called_positive(
            values, point.threshold, higher_is_positive=score.higher_is_positive
        )
        found = np.where(called, 0, 1)
        if ends is not None:
            found[called_between(score, *ends, places)] = 2
        found[np.isnan(values)] = -1
        return found

    return codes


def _by_labels(snapshot: Snapshot, positive: int | None) -> tuple[Sequence[Told], Codes | None]:
    """Return the names of calls, and what tells how the file calls rows; None where it does not."""
    dataset = snapshot.dataset
    predicted = None if dataset is None else dataset.predicted
    if dataset is None or predicted is None:
        return (), None
    if positive is None:
        names = tuple(map(Given, dataset.classes))
        return names, lambda places: predicted[places].astype(np.intp)

    def codes(places: NDArray[Any]) -> NDArray[Any]:
        called = predicted[places]
        return np.where(called < 0, -1, called != positive)

    return (Given(snapshot.positive_name), Given(snapshot.rest_name)), codes


def _outcomes(
    codes: Codes, truth: NDArray[np.integer], positive: int | None
) -> tuple[Codes, Sequence[Told]]:
    """Return what tells what came of the calls of rows, and what each outcome is called."""

    def right(places: NDArray[Any]) -> NDArray[Any]:
        called = codes(places)
        return np.where(called < 0, -1, called != truth[places])

    def outcomes(places: NDArray[Any]) -> NDArray[Any]:
        called = codes(places)
        is_decided = (called >= 0) & (called < 2)
        return np.where(is_decided, 2 * (truth[places] != positive) + called, -1)

    return (right, _RIGHT) if positive is None else (outcomes, _OUTCOMES)


ROWS = Topic(
    id="rows",
    name=Text("Rows"),
    explanation=Text("The rows as the file has them, with score, call and outcome."),
    make=rows,
    is_of_snapshot=False,
)
