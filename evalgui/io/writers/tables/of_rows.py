"""Tables of rows: of the file with what they are called, and of the import."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.grey_zone import INDETERMINATE, called_between, grey_ends
from evalgui.core.score_table import is_called_positive
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.table import RawColumn, arrow
from evalgui.io.writers.import_log import log_of
from evalgui.io.writers.tables.out_table import (
    BLOCK,
    CellKind,
    OutColumn,
    OutTable,
    cells_of,
    of_rows,
    told_apart,
)
from evalgui.render.text import fact_parts
from evalgui.results.topics.flow import WITHOUT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Column, Dataset, Score
    from evalgui.io.table import ArrowArray
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.results.result import Result

    Cells = Callable[[NDArray[Any]], ArrowArray]

_NO_SCORE, _NO_CALL = "no score", "no call"


def no_rows(contents: Contents) -> str:
    """Return why there are no rows; "" where there are."""
    return "" if contents.dataset.n else "the data are counts, without rows of their own"


def no_log(contents: Contents) -> str:
    """Return why there is no import log; "" where there is one."""
    return "" if contents.loaded is not None else "the data come with the program: nothing was read"


# ----------------------------------------------------------------------------------- rows


def rows(contents: Contents) -> OutTable:
    """Return rows of the file as they stand there, with what they are called and whether rightly.

    Their number in the file, from 1, comes first. Text of the file stays text, and numbers of a
    file that has such stay numbers; the score that is assessed follows as a number, then the
    call and its outcome.
    """
    dataset, chosen = contents.dataset, contents.rows
    parts = [_row_number(dataset), *map(_file_column, dataset.columns), *_calls(contents)]
    names = told_apart(name for name, _kind, _cells in parts)
    columns = [
        OutColumn(name, name, kind)
        for name, (_name, kind, _cells) in zip(names, parts, strict=True)
    ]
    n_rows = dataset.n if chosen is None else len(chosen)

    def blocks() -> Iterator[list[ArrowArray]]:
        for start in range(0, n_rows, BLOCK):
            stop = min(start + BLOCK, n_rows)
            places = np.arange(start, stop) if chosen is None else chosen[start:stop]
            yield [cells(places) for _name, _kind, cells in parts]

    which = f", {contents.rows_in_words}" if contents.rows_in_words else ""
    title = f"Rows of {contents.file}{which}"
    return OutTable("rows", title, tuple(columns), n_rows, blocks)


def _row_number(dataset: Dataset) -> tuple[str, CellKind, Cells]:
    numbers = dataset.file_rows

    def cells(places: NDArray[Any]) -> ArrowArray:
        return cells_of(CellKind.COUNT, places + 1 if numbers is None else numbers[places])

    return "row", CellKind.COUNT, cells


def _file_column(column: Column) -> tuple[str, CellKind, Cells]:
    """Return a column of the file: numbers where the file has such, else text."""
    if not isinstance(column, RawColumn):

        def texts(places: NDArray[Any]) -> ArrowArray:
            return cells_of(CellKind.TEXT, [column.text(place) for place in places.tolist()])

        return column.name, CellKind.TEXT, texts
    kind, raw = _kind_of(column), column

    def cells(places: NDArray[Any]) -> ArrowArray:
        taken = raw.take(places)
        found = taken.as_text() if kind is CellKind.TEXT else taken.cells()
        return cells_of(kind, found.combine_chunks())

    return column.name, kind, cells


def _kind_of(column: RawColumn) -> CellKind:
    """Return what a column of the file holds: a type that says it all, else text."""
    own = column.own_type
    if arrow.types.is_float32(own) or arrow.types.is_float64(own):
        return CellKind.NUMBER
    is_whole = arrow.types.is_integer(own) and not arrow.types.is_uint64(own)
    return CellKind.COUNT if is_whole else CellKind.TEXT


def _calls(contents: Contents) -> Iterator[tuple[str, CellKind, Cells]]:
    """Yield the score as a number, what rows are called, and what came of it."""
    snapshot, dataset = contents.snapshot, contents.dataset
    score, positive, words = snapshot.score, snapshot.positive, contents.words
    if score is not None and not score.base:
        yield "score", CellKind.NUMBER, lambda at: cells_of(CellKind.NUMBER, _doubles(score, at))
    if positive is None or score is None:
        names, codes = _by_labels(contents)
    else:
        names = (snapshot.positive_name, snapshot.rest_name, INDETERMINATE)
        codes = _at_threshold(contents)
    if codes is None:
        return
    none = _NO_CALL if score is None else _NO_SCORE
    known = np.array([*names, none], dtype=object)  # a code of -1 is the last one
    yield "call", CellKind.TEXT, lambda at: cells_of(CellKind.TEXT, known[codes(at)])
    if dataset.row_counts is not None:
        return  # a row stands for several, which are not all right or wrong
    shorts = np.array([*words.shorts, None], dtype=object)
    truth = dataset.truth

    def outcomes(at: NDArray[Any]) -> ArrowArray:
        called, actual = codes(at), truth[at]
        if positive is None:
            told = np.array(["right", "wrong", None], dtype=object)
            which = np.where(called < 0, -1, called != actual)
        else:
            told = shorts
            is_decided = (called >= 0) & (called < 2)
            which = np.where(is_decided, 2 * (actual != positive) + called, -1)
        return cells_of(CellKind.TEXT, told[which])

    yield "outcome", CellKind.TEXT, outcomes


def _doubles(score: Score, places: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(score.values[places], dtype=np.float64)


def _at_threshold(contents: Contents) -> Any:  # noqa: ANN401 - a function of places
    """Return what tells how rows are called: 0 positive, 1 negative, 2 indeterminate, -1 not."""
    snapshot = contents.snapshot
    score, point, ends = snapshot.score, snapshot.point, grey_ends(snapshot)
    if score is None or point is None:
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


def _by_labels(contents: Contents) -> tuple[Sequence[str], Any]:
    """Return the names of calls, and what tells how the file calls rows; None where it does not."""
    dataset, positive = contents.dataset, contents.snapshot.positive
    predicted = dataset.predicted
    if predicted is None:
        return (), None
    if positive is None:
        return dataset.classes, lambda places: predicted[places].astype(np.intp)
    names = contents.snapshot.positive_name, contents.snapshot.rest_name

    def codes(places: NDArray[Any]) -> NDArray[Any]:
        called = predicted[places]
        return np.where(called < 0, -1, called != positive)

    return names, codes


# ------------------------------------------------------------------------------ import log

_LOG = (
    OutColumn("part", "Part", CellKind.TEXT),
    OutColumn("item", "Item", CellKind.TEXT),
    OutColumn("told", "What", CellKind.TEXT),
    OutColumn("count", "Rows", CellKind.COUNT),
)


def import_log(contents: Contents) -> OutTable:
    """Return what became of every row of the file, and why columns mean what they do."""
    if contents.loaded is None:
        message = "nothing was read"
        raise ValueError(message)
    log, style = log_of(contents.loaded, contents.more, contents.shown), Style(contents.words)
    return of_rows(
        "import-log", log.title.told(style), _LOG, _log_rows(log, contents.dataset, style)
    )


def _log_rows(log: Result, dataset: Dataset, style: Style) -> Iterator[tuple[Any, ...]]:
    _rows, set_aside, classes = log.tables
    yield ("rows", "read", None, dataset.n_rows_in_file)
    for row, cell in set_aside.cells("n"):
        yield ("set aside", row.id, row.title.told(Style(MACHINE_LEARNING)), cell.value)
    yield ("rows", "used", None, dataset.n)
    for column in classes.columns:
        part, told = "class", None
        if column is not classes.columns[0]:
            score = column.id.removeprefix(WITHOUT)
            part, told = "missing score", f"without a score in {score}"
        for row, cell in classes.cells(column.id):
            yield (part, row.id, told, cell.value)
    for kind, item in (("column", True), ("reason", False), ("finding", False)):
        for fact in log.all_facts(kind):
            *title, told = fact_parts(fact, style)
            yield (kind, title[0] if item else None, told, None)
