"""Readers: what each calls, how two differ on the same rows, who is right there, who agrees."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np

from evalgui.core.comparing import Pair, Right, compare_paired
from evalgui.core.errors import DataError, sentence_of
from evalgui.core.intervals.settings import HIGHEST_LEVEL
from evalgui.core.intervals.subjects import SUBJECTS
from evalgui.core.measured import Measured
from evalgui.core.metrics import metric_by_id
from evalgui.core.multiclass.agreement import KAPPA_K, KAPPA_LINEAR, KAPPA_QUADRATIC, SMC_K
from evalgui.core.overall import Overall, take_together
from evalgui.core.readers import (
    NoCallsError,
    calls_in,
    candidate_of,
    of_each_other,
    snapshot_of,
)
from evalgui.core.requests import SelectRows
from evalgui.core.selection import Rows, Selection
from evalgui.core.texts import Count, Given, Joined, Name, Share, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, SHARE, Column, Fact, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_Made = TypeVar("_Made")
_TITLE = Text("Readers")
_TOGETHER = phrase(
    "all classes are taken together: choose one, or name two readers who agree or not"
)
_RATES = ("TPR", "TNR", "PPV", "NPV", "ACC")
_JOINT = ("TPR", "TNR")
_WHERE = Text("Compare > Readers says which columns hold what they call")
_MOST_ROWS = 100_000  # that a number selects one by one
_N = (
    Column("n_positive", Text("{Actual_positives}"), COUNT, keys={"number": "n_positive"}),
    Column("n_negative", Text("{Actual_negatives}"), COUNT, keys={"number": "n_negative"}),
    Column("n_without", Text("Without a call"), COUNT, keys={"number": "n_without"}),
)
_OF_RATES = tuple(
    Column(one, Name(metric_by_id(one)), SHARE, keys={"measured": one}) for one in _RATES
)
_OF_JOINT = tuple(
    Column(
        f"joint_{one}",
        Text("{rate}, joint", {"rate": Name(metric_by_id(one))}),
        SHARE,
        keys={"measured": f"joint_{one}"},
    )
    for one in _JOINT
)
_OF_CLASSES = (
    Column("all", Text("All"), COUNT, keys={"number": "all"}),
    Column("positives", Text("{Actual_positives}"), COUNT, keys={"number": "positives"}),
    Column("negatives", Text("{Actual_negatives}"), COUNT, keys={"number": "negatives"}),
)
_OF_CLASS = {"all": None, "positives": True, "negatives": False}
_KEYS = {"value_a": "number", "value_b": "number", "difference": "measured"}
_KEYS |= {"p": "number", "p_holm": "number", "test": "said", "undefined": "said", "n": "number"}
_AGREEING = (SMC_K, KAPPA_K, KAPPA_LINEAR, KAPPA_QUADRATIC)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader.

    Parameters
    ----------
    name
        Of the column.
    n_without
        The rows without a call.
    snapshot
        What is called, as the data say it.
    joint
        The same with intervals of which two hold together at the level that is asked about: the
        rows of one class tell nothing of those of the other. None beyond `HIGHEST_LEVEL`.
    """

    name: str
    n_without: int
    snapshot: Snapshot
    joint: Snapshot | None


_KNOWN: WeakKeyDictionary[Dataset, dict[str, tuple[object, Any]]] = WeakKeyDictionary()


def _once(make: Callable[[Snapshot], _Made]) -> Callable[[Snapshot], _Made]:
    """Have something worked out once, whatever the threshold is: readers do not know it."""

    def made(snapshot: Snapshot) -> _Made:
        inputs, dataset = snapshot.inputs, snapshot.dataset
        assert dataset is not None  # noqa: S101 - who asks has looked
        asked = inputs.consequences.readers, snapshot.positive, inputs.intervals
        asked_too = *asked, inputs.parameters, inputs.multiclass
        kept = _KNOWN.setdefault(dataset, {})
        known, found = kept.get(make.__name__, (None, None))
        if known != asked_too:
            found = make(snapshot)
            kept[make.__name__] = asked_too, found
        return cast("_Made", found)

    return made


@_once
def readers_of(snapshot: Snapshot) -> tuple[Reader, ...]:
    """Return the readers that were asked about.

    Raises
    ------
    NoCallsError
        If one of the columns does not say classes.
    """
    dataset, settings = snapshot.dataset, snapshot.inputs.intervals
    assert dataset is not None  # noqa: S101 - who asks has looked
    level, joint = math.sqrt(settings.level), None
    if level <= HIGHEST_LEVEL:
        joint = replace(
            snapshot, inputs=replace(snapshot.inputs, intervals=replace(settings, level=level))
        )
    return tuple(
        Reader(
            name,
            int(np.count_nonzero(calls_in(dataset, name) < 0)),
            snapshot_of(snapshot, name),
            snapshot_of(joint, name) if joint is not None else None,
        )
        for name in snapshot.inputs.consequences.readers
    )


def pairs_of_readers(snapshot: Snapshot) -> list[Pair]:
    """Return each two readers compared on the rows that both call, the first less the second.

    Raises
    ------
    NoCallsError
        If one of the columns does not say classes.
    DataError
        If rows have weights that are no counts.
    """
    dataset, positive = snapshot.dataset, snapshot.positive
    if dataset is None or positive is None:
        return []
    names = snapshot.inputs.consequences.readers
    known = [candidate_of(dataset, positive, name) for name in names]
    level, nothing = snapshot.inputs.intervals.level, np.broadcast_to(np.nan, dataset.n)
    pairs = [compare_paired(*two, level) for two in combinations(known, 2)]
    return [  # calls are no scores
        replace(pair, rows=pair.rows and replace(pair.rows, scores=(nothing, nothing)))
        for pair in pairs
    ]


def readers(snapshot: Snapshot) -> Result | None:
    """Return what readers call, how each two differ, who is right there, and how well they agree.

    Parameters
    ----------
    snapshot
        Of classes, and with columns of calls that were asked about.

    Returns
    -------
    Result or None
        Tables ``each``, a row a reader: rows, rates with their intervals, and sensitivity and
        specificity with limits that hold together; ``differences`` of each two on the rows that
        both call, with their tests; ``right``, how many rows both call rightly, one alone, and
        none, each of which selects its rows; ``agreement`` of each two, whatever is true. Facts
        ``changed`` say how many calls differ. With all classes together only the last table. None
        where no column was asked about; a fact ``refused`` where one does not say classes.
    """
    if not snapshot.inputs.consequences.readers or snapshot.dataset is None:
        return None
    return _told(snapshot)


@_once
def _told(snapshot: Snapshot) -> Result:
    dataset = snapshot.dataset
    assert dataset is not None  # noqa: S101 - who asks has looked
    try:
        known = readers_of(snapshot)
        pairs = pairs_of_readers(snapshot)
        agreeing = _agreeing(snapshot, dataset)
    except (NoCallsError, DataError) as error:
        why = Fact("refused", _TITLE, as_text(sentence_of(error)), {"refused": str(error)})
        return Result("readers", _TITLE, facts=(why,))
    tables: list[Table] = []
    if snapshot.positive is not None:
        tables = [_each(known)]
        if pairs:
            tables += [_differences(pairs), _right(pairs, dataset)]
    if agreeing:
        tables.append(_agreement(agreeing))
    if not tables:
        return Result("readers", _TITLE, facts=(Fact("refused", _TITLE, Text(_TOGETHER)),))
    return Result("readers", _TITLE, tuple(tables), tuple(_facts(snapshot, known, pairs)))


def _each(known: Sequence[Reader]) -> Table:
    by_name = {one.name: one for one in known}

    def cell(row: Row, column: Column) -> Measured | None:
        one = by_name[row.id]
        if column.id == "n_without":
            return Measured(one.n_without)
        shown = one.joint if column in _OF_JOINT else one.snapshot
        point = None if shown is None else shown.point
        if point is None:
            return Measured(
                math.nan,
                phrase("no interval holds above {highest_level}", highest_level=HIGHEST_LEVEL),
            )
        if column in _N:
            return Measured(getattr(point.counts, column.id.replace("n_", "actual_") + "s"))
        name = column.id.removeprefix("joint_")
        return point.measured[name]._replace(interval=point.all_intervals.get(name))

    rows = tuple(Row(one.name, Given(one.name)) for one in known)
    return Table("each", (*_N, *_OF_RATES, *_OF_JOINT), rows, cell, Text("reader"))


def _heading(pair: Pair) -> Text:
    values = {"a": Given(pair.first), "b": Given(pair.second)}
    template = Text("{a} less {b}: {n} rows with both calls, {left_out} left out")
    return template.filled({**values, "n": pair.n[0], "left_out": pair.n_left_out})


def _title(rate: Told, pair: Pair) -> Text:
    """Return a rate with the names of two readers, where there are more."""
    values = {"rate": rate, "a": Given(pair.first), "b": Given(pair.second)}
    return Text("{rate}, {a} less {b}", values)


def _id(first: str, second: str, what: str) -> str:
    return f"{first}:{second}:{what}"


def _differences(pairs: Sequence[Pair]) -> Table:
    from evalgui.results.topics.comparison import differences, rows_of_pair  # when asked for

    table = differences(pairs)
    rows = [
        replace(row, id=_id(pair.first, pair.second, row.id), title=title, group=_heading(pair))
        for place, pair in enumerate(pairs)
        for row in rows_of_pair(table, place)
        if row.id in _RATES
        for title in [_title(row.title, pair) if len(pairs) > 1 else row.title]
    ]
    names = {"value_a": pairs[0].first, "value_b": pairs[0].second} if len(pairs) == 1 else {}
    columns = [
        replace(
            column,
            title=Given(names[column.id]) if column.id in names else column.title,
            keys={_KEYS[column.id]: column.id},
        )
        for column in table.columns
        if column.id in _KEYS
    ]
    return replace(table, columns=tuple(columns), rows=tuple(rows))


def _right(pairs: Sequence[Pair], dataset: Dataset) -> Table:
    """Return how many rows each two call rightly, one of them alone, and none."""
    cells: dict[str, NDArray[np.intp]] = {}
    rows = []
    for pair in pairs:
        assert pair.rows is not None  # noqa: S101 - all are of the same rows
        counts = pair.rows.counts()
        names = Given(pair.first), Given(pair.second)
        alone = [Text("{name} alone right", {"name": one}) for one in names]
        told: dict[str, tuple[Told, tuple[Right, ...]]] = {
            "apart": (Text("Called otherwise"), (Right.FIRST, Right.SECOND)),
            "second": (alone[1], (Right.SECOND,)),
            "first": (alone[0], (Right.FIRST,)),
            "both": (Text("Both right"), (Right.BOTH,)),
            "neither": (Text("Both wrong"), (Right.NEITHER,)),
        }
        group = Text("{a}, {b}", {"a": names[0], "b": names[1]})
        for name, (what, which) in told.items():
            row_id = _id(pair.first, pair.second, name)
            cells[row_id] = counts[list(which)].sum(axis=0)
            n = int(cells[row_id].sum())
            request = _selecting(pair.rows.places(*which), dataset) if n <= _MOST_ROWS else None
            title = Text("{what}: {of}", {"what": what, "of": group}) if len(pairs) > 1 else what
            rows.append(Row(row_id, title, COUNT, group, request=request))

    def cell(row: Row, column: Column) -> Measured:
        counts, of = cells[row.id], _OF_CLASS[column.id]
        return Measured(int(counts.sum() if of is None else counts[int(of)]))

    return Table("right", _OF_CLASSES, tuple(rows), cell, Text("rows"))


def _selecting(rows: NDArray[np.intp], dataset: Dataset) -> SelectRows | None:
    """Return the request for rows, by their numbers in the file; None for none."""
    if not len(rows):
        return None
    numbers = rows + 1 if dataset.file_rows is None else dataset.file_rows[rows]
    return SelectRows(Selection.of(Rows(tuple(numbers.tolist()))))


def _agreeing(snapshot: Snapshot, dataset: Dataset) -> list[tuple[tuple[str, str], Overall]]:
    """Return all classes of each two readers together, one in the place of the truth."""
    inputs, found = snapshot.inputs, []
    for two in combinations(inputs.consequences.readers, 2):
        rows = of_each_other(dataset, *two)
        if rows.n:
            both = take_together(rows, inputs.parameters, inputs.multiclass, inputs.intervals)
            assert both is not None  # noqa: S101 - both call all of these rows
            found.append((two, both))
    return found


def _agreement(known: Sequence[tuple[tuple[str, str], Overall]]) -> Table:
    rows, of = [], {}
    for (first, second), both in known:
        group = Text("{a}, {b}", {"a": Given(first), "b": Given(second)})
        for metric in _AGREEING:
            if metric.settings and len(both.matrix) < 3:  # as good as without weights
                continue
            row_id = _id(first, second, metric.id)
            title = Text("Agreement") if metric is SMC_K else Text(metric.name)
            if len(known) > 1:
                title = Text("{what}: {of}", {"what": title, "of": group})
            rows.append(Row(row_id, title, SHARE, group))
            of[row_id] = both, metric.id

    def cell(row: Row, _column: Column) -> Measured:
        both, metric_id = of[row.id]
        return both.measured[metric_id]._replace(interval=both.intervals[metric_id])

    value = replace(VALUE, keys={"measured": "agreement"})
    return Table("agreement", (value,), tuple(rows), cell, Text("of the calls"))


def _facts(snapshot: Snapshot, known: Sequence[Reader], pairs: Sequence[Pair]) -> Iterator[Fact]:
    level = Share(snapshot.inputs.intervals.level)
    changed = [_changed(pair) for pair in pairs]
    for place, values in enumerate(changed):
        words: dict[str, object] = {name: Given(str(values[name])) for name in "ab"}
        words |= {name: Count(int(values[name])) for name in ("n", "right", "wrong")}
        told = Text("{b} instead of {a}: changed {n} calls, {right} right, {wrong} wrong", words)
        yield Fact("changed", Text("calls"), told, {} if place else {"changed": changed})
    if snapshot.positive is not None:
        told = Text("of each reader both joint limits hold together at {level}", {"level": level})
        yield Fact("joint", Text("joint limits"), told)
    lacking = [one for one in known if one.n_without]
    if lacking:
        each = tuple(
            Text("{name} {n}", {"name": Given(one.name), "n": Count(one.n_without)})
            for one in lacking
        )
        told = Text("rows without a call: {each}", {"each": Joined(each, ", ")})
        yield Fact("without", Text("left out"), told)
    if pairs and pairs[0].assumes:
        assumed = SUBJECTS if pairs[0].are_of_subjects else phrase("the rows are independent")
        yield Fact("assumed", Text("assumed"), Text(assumed))


def _changed(pair: Pair) -> dict[str, str | int]:
    """Return how many calls of the second are others than those of the first, and how many well."""
    calls = pair.calls
    assert calls is not None  # noqa: S101 - all are of the same rows
    right = calls.right
    told: dict[str, str | int] = {"a": pair.first, "b": pair.second}
    return told | {
        "n": right.test.discordant,
        "right": right.second_only,
        "wrong": right.first_only,
    }


def _live(snapshot: Snapshot) -> Result | None:
    """Return the same for a window, which says where readers are chosen."""
    if snapshot.dataset is None or snapshot.matrix is None:
        return None
    if not snapshot.inputs.consequences.readers:
        return Result("readers", _TITLE, facts=(Fact("asked", _TITLE, _WHERE),))
    return readers(snapshot)


_ASKED = phrase("which columns hold the calls of readers has to be said first (--calls)")

READERS = Topic(
    id="readers",
    name=_TITLE,
    explanation=Text("What readers call: rates, paired differences, who is right, and agreement."),
    make=lambda snapshot, _beside: readers(snapshot),
    live=_live,
    rests=lambda snapshot: bool(snapshot.inputs.consequences.readers),
    follows_threshold=False,
    lacks=lambda _snapshot: _ASKED,
)
