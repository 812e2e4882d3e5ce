"""What became of every row: in the file, set aside and why, used, of which class, called what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from evalgui.core.counts import whole_or_sum
from evalgui.core.grey_zone import INDETERMINATE, grey_ends, grey_zone
from evalgui.core.measured import Measured
from evalgui.core.texts import ClassName, Count, Given, Joined, RowNumbers, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, Column, Fact, Result, Row, Table
from evalgui.results.topic import NOTHING_UNDERSTOOD, Topic
from evalgui.results.topics.measures import VALUE
from evalgui.results.topics.origin import rows_by_hand

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from evalgui.core.checks import Exclusion
    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.topic import Source, Understood

BY_HAND = Text("by hand")
WITHOUT = "without:"
"""What stands before the name of a score in the id of the column of rows without it."""
_CLASS = Text("Class")
_MADE: WeakKeyDictionary[Dataset, tuple[Table, Table, Table]] = WeakKeyDictionary()


def _column(column_id: str, title: str) -> Column:
    return Column(column_id, Text(title), COUNT)


_ALL = _column("n", "rows")
_POSITIVE, _NEGATIVE = (
    _column(name, f"{{{name}}}") for name in ("predicted_positives", "predicted_negatives")
)
_GREY = _column("grey", INDETERMINATE)
_MISSING = _column("n_missing", phrase("without a score"))
_OF_IMPORT = (
    *("file", "sha256", "read_as", "rows_read", "set_aside", "set_aside_by_hand", "rows_used"),
    *("by_class", "without_score", "roles", "reasons", "proposal"),
)


@dataclass(frozen=True, slots=True)
class AsideRow(Row):
    """The row of what was set aside for one reason.

    Parameters
    ----------
    exclusion
        Which rows, and why.
    """

    exclusion: Exclusion = field(kw_only=True)


def flow(snapshot: Snapshot, ends: tuple[float, float] | None = None) -> Result | None:
    """Return what became of every row, up to what it is called.

    Parameters
    ----------
    snapshot
        What is assessed.
    ends
        Of a grey zone, beside the values of the score; None for the zone that was pulled out.

    Returns
    -------
    Result or None
        Tables ``rows``, ``set_aside`` (a row for each reason, with a note on which rows),
        ``classes`` (with those without a score) and, where rows are called, ``calls``; None
        without data.

    References
    ----------
    Bossuyt et al., STARD 2015, item 19: the flow of participants.
    """
    if snapshot.dataset is None:
        return None
    ends = grey_ends(snapshot) if ends is None else ends
    known = (*_of_the_data(snapshot.dataset), _calls(snapshot, ends))
    return Result("flow", Text("Flow of the rows"), tuple(filter(None, known)))


def import_log(
    dataset: Dataset, source: Source | None, understood: Understood = NOTHING_UNDERSTOOD
) -> Result:
    """Return the account of one load: what was read, set aside and why, used, and taken for what.

    Parameters
    ----------
    dataset
        What was made of it.
    source
        The file; None for data that come with the program.
    understood
        What its columns were taken for, and what was odd.

    Returns
    -------
    Result
        Facts ``file``, ``sha256``, ``read_as``, ``read`` and ``used``, one ``column`` for each
        role, ``reason`` and ``finding``; and the tables of `flow` without calls. Their values are
        ``file``, ``sha256``, ``read_as``, ``rows_read``, ``set_aside`` (``code``, ``reason`` and
        ``count`` of each), ``set_aside_by_hand`` (see `rows_by_hand`), ``rows_used``,
        ``by_class``, ``without_score`` by the name of the score and then of the class, ``roles``,
        ``reasons``, and ``proposal``: why, and how sure each is.
    """
    name = dataset.name if source is None else source.file
    sha256 = "" if source is None else source.sha256
    read_as = phrase("data of the program's own") if source is None else source.read_as
    _rows, _set_aside, classes = tables = _of_the_data(dataset)
    n, *without = (
        {row.id: cell.value for row, cell in classes.cells(column.id)} for column in classes.columns
    )
    aside = dataset.exclusions
    codes = [{"code": one.code, "reason": str(one.own_words), "count": one.count} for one in aside]
    scores = [column.id.removeprefix(WITHOUT) for column in classes.columns[1:]]
    facts = (
        Fact("file", Text("file"), Given(name), {"file": name}),
        Fact("sha256", Text("SHA-256"), Given(sha256), {"sha256": sha256}),
        Fact(
            "read_as",
            Text("read as"),
            as_text(read_as),
            {
                "read_as": read_as,
                "roles": dict(understood.roles),
                "reasons": list(understood.sentences),
                "proposal": list(understood.proposal),
            },
        ),
        Fact(
            "read",
            Text("rows read"),
            Count(dataset.n_rows_in_file),
            {
                "rows_read": dataset.n_rows_in_file,
                "set_aside": codes,
                "set_aside_by_hand": rows_by_hand(aside),
            },
        ),
        Fact(
            "used",
            Text("rows used"),
            Count(dataset.n),
            {
                "rows_used": dataset.n,
                "by_class": n,
                "without_score": dict(zip(scores, without, strict=True)),
            },
        ),
        *_understood(understood),
    )
    title = Text("Import log of {file}", {"file": Given(name)})
    return Result("import", title, tables, facts, _OF_IMPORT)


# ------------------------------------------------------------------------------- of the data


def _of_the_data(dataset: Dataset) -> tuple[Table, Table, Table]:
    """Return what does not move with a threshold; it looks at every row, so it is made once."""
    known = _MADE.get(dataset)
    if known is None:
        known = _MADE[dataset] = _rows_of(dataset), _set_aside(dataset), _classes(dataset)
    return known


def _rows_of(dataset: Dataset) -> Table:
    matrix = dataset.matrix
    known: list[tuple[str, str, str, Any]] = [
        ("read", phrase("Rows in the file"), "rows_in_file", dataset.n_rows_in_file),
        ("used", phrase("Rows used"), "n_rows", dataset.n),
    ]
    if dataset.is_counted:
        n = dataset.n_instances if matrix is None else matrix.n
        known.append(("instances", phrase("Instances that they stand for"), "", n))
    if dataset.subjects is not None:
        known.append(("subjects", phrase("Subjects"), "", dataset.subjects.n_subjects))
    cells = {row_id: Measured(n) for row_id, _title, _key, n in known}
    rows = tuple(Row(row_id, Text(title), COUNT, key=key) for row_id, title, key, _n in known)
    return Table("rows", (VALUE,), rows, lambda row, _column: cells[row.id])


def _set_aside(dataset: Dataset) -> Table:
    """Return how many rows take no part, by reason; the notes are their numbers in the file."""
    rows = tuple(
        AsideRow(
            one.code,
            # An expression of the user's is no phrase of ours.
            Given(one.reason) if one.code == "not_in_subset" else as_text(one.own_words),
            COUNT,
            BY_HAND if one.is_by_hand else None,
            exclusion=one,
        )
        for one in dataset.exclusions
    )
    return Table(
        "set_aside",
        (Column("n", Text("Rows"), COUNT),),
        rows,
        lambda row, _column: Measured(_aside(row).count),
        Text("Reason"),
        _which,
    )


def _which(row: Row) -> Told:
    """Return the numbers in the file of the rows that are set aside for one reason."""
    rows = _aside(row).rows
    return Text("row {rows}" if len(rows) == 1 else "rows {rows}", {"rows": RowNumbers(rows)})


def _aside(row: Row) -> Exclusion:
    assert isinstance(row, AsideRow)  # noqa: S101 - of this table
    return row.exclusion


def _classes(dataset: Dataset) -> Table:
    """Return the sizes of the classes, and how many rows of each have no score, if any."""
    columns = [Column("n", Text("Counted" if dataset.is_counted else "Rows"), COUNT)]
    cells = {columns[0].id: dataset.class_sizes.tolist()}
    for score in dataset.scores:
        missing = _without_score(dataset, score.values)
        if sum(missing):
            title = Text("Without a score in {score}", {"score": Given(score.name)})
            columns.append(Column(f"{WITHOUT}{score.name}", title, COUNT))
            cells[columns[-1].id] = missing
    places = {name: place for place, name in enumerate(dataset.classes)}
    return Table(
        "classes",
        tuple(columns),
        tuple(Row(name, Given(name), COUNT) for name in dataset.classes),
        lambda row, column: Measured(cells[column.id][places[row.id]]),
        _CLASS,
    )


def _without_score(dataset: Dataset, values: Any) -> list[Any]:  # noqa: ANN401 - an array
    """Return how many rows of each class have no score."""
    missing = np.isnan(values)
    if not missing.any():
        return []
    found: list[Any]
    if dataset.row_counts is not None:
        found = dataset.in_weights(dataset.row_counts[missing].sum(axis=0)).tolist()
    else:
        found = np.bincount(dataset.truth[missing], minlength=dataset.n_classes).tolist()
    return found


# ----------------------------------------------------------------------------- of the import


def _understood(found: Understood) -> Iterator[Fact]:
    """Yield what the columns were taken for, why, and what was odd about the data."""
    for role, value in found.roles.items():
        if role != "set_aside":  # which are told of by their reasons
            yield Fact("column", _role_name(role), _value(value))
    yield from reasons(found.why)
    yield from (Fact("finding", Text("finding"), as_text(one.text)) for one in found.findings)


def reasons(why: Iterable[str]) -> Iterator[Fact]:
    """Yield why columns are what they are, a fact for each reason."""
    return (Fact("reason", Text("why"), as_text(one)) for one in why)


_ROLES = {
    "blank_labels": Text("blank labels"),
    "lower_is_positive": Text("lower is {positive}"),
    "matrix_rows": Text("matrix rows"),
    "missing_labels": Text("missing labels"),
    "missing_scores": Text("missing scores"),
    "n_negative": Text("n {negative}"),
    "n_positive": Text("n {positive}"),
    "negative": Text("{negative}"),
    "no_score": Text("no score"),
    "positive": Text("{positive}"),
    "predicted": Text("{call}"),
    "set_aside_unreadable": Text("set aside unreadable"),
    "bins": Text("bins"),
    "decimal": Text("decimal"),
    "limits": Text("limits"),
    "opposite": Text("opposite"),
    "probabilities": Text("probabilities"),
    "recalibrated": Text("recalibrated"),
    "sampling": Text("sampling"),
    "score": Text("score"),
    "species": Text("species"),
    "subject": Text("subject"),
    "subset": Text("subset"),
    "thousands": Text("thousands"),
    "truth": Text("truth"),
    "weight": Text("weight"),
}
"""What columns and settings of an import are called, by their names in JSON."""


def _role_name(role: str) -> Text:
    return _ROLES.get(role) or Text("{role}", {"role": role.replace("_", " ")})


def _value(value: object) -> Told:
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    texts: list[Told] = []
    if isinstance(value, list):
        texts += (Given(str(one)) for one in value)
    elif isinstance(value, dict):
        texts += (
            Text("{name}: {column}", {"name": Given(name), "column": Given(str(column))})
            for name, column in value.items()
        )
    elif str(value):
        texts.append(Given(str(value)))
    return Joined(tuple(texts), ", ") if texts else Text("none")


# -------------------------------------------------------------------------------- what is called


def _calls(snapshot: Snapshot, ends: tuple[float, float] | None) -> Table | None:
    """Return how many rows of each class are called what; None where nothing is called."""
    point, overall = snapshot.point, snapshot.overall
    if point is not None:
        return _calls_of_two(snapshot, point.counts, ends)
    return None if overall is None else _calls_of_all(overall.matrix)


def _calls_of_all(matrix: ConfusionMatrix) -> Table:
    columns = (
        _ALL,
        _column("right", phrase("called so")),
        _column("wrong", phrase("called another")),
    )
    ids, cells = [column.id for column in columns], {}
    for place, name in enumerate(matrix.classes):
        counts = matrix.one_versus_rest(place)
        found = (counts.actual_positives, counts.tp, counts.fn)
        cells[name] = dict(zip(ids, map(whole_or_sum, found), strict=True))
    rows = tuple(Row(name, Given(name), COUNT) for name in matrix.classes)

    def cell(row: Row, column: Column) -> Measured:
        return Measured(cells[row.id][column.id])

    return Table("calls", columns, rows, cell, _CLASS)


def _calls_of_two(snapshot: Snapshot, counts: Counts, ends: tuple[float, float] | None) -> Table:
    ranking = snapshot.ranking
    missing = (0, 0)
    if ranking is not None:
        missing = ranking.table.n_missing_positive, ranking.table.n_missing_negative
    actual = whole_or_sum(counts.actual_positives), whole_or_sum(counts.actual_negatives)
    found: dict[str, tuple[Any, Any]] = {
        _ALL.id: (actual[0] + missing[0], actual[1] + missing[1]),
        _POSITIVE.id: (whole_or_sum(counts.tp), whole_or_sum(counts.fp)),
        _NEGATIVE.id: (whole_or_sum(counts.fn), whole_or_sum(counts.tn)),
        _MISSING.id: missing,
    }
    columns = [_ALL, _POSITIVE, _NEGATIVE, _MISSING]
    if ends is not None and ranking is not None:
        zone = grey_zone(ranking.table.steps, *ends)
        columns.insert(2, _GREY)
        parts = {_POSITIVE.id: zone.positive, _GREY.id: zone.grey, _NEGATIVE.id: zone.negative}
        found |= {call: (one.positives, one.negatives) for call, one in parts.items()}
    names = {"positive": snapshot.positive_name, "negative": snapshot.rest_name}
    rows = tuple(Row(side, ClassName(name, side), COUNT) for side, name in names.items())

    def cell(row: Row, column: Column) -> Measured | None:
        n = found[column.id][row is not rows[0]]
        return None if column is _MISSING and not n else Measured(n)

    return Table("calls", tuple(columns), rows, cell, _CLASS)


FLOW = Topic(
    id="flow",
    name=Text("Flow of the rows"),
    explanation=Text("What became of every row, up to what it is called."),
    make=lambda snapshot, beside: flow(snapshot, beside.ends),
)
