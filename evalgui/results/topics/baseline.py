"""The baseline table: what the rows of each class are like, in any column of their file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from evalgui.core.baseline import MOST_CLASSES, MOST_COLUMNS, Levels, Numbers, Spread, groups_of
from evalgui.core.baseline import baseline as described
from evalgui.core.digits import SPACE, score
from evalgui.core.texts import ClassName, Count, Given, Joined, Rate, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import (
    COUNT,
    PLAIN,
    SHARE,
    TEXT,
    Column,
    Fact,
    LongTable,
    Result,
    Row,
    Said,
    Table,
    told_apart,
)
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.baseline import Baseline, Shared
    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_OF_ROWS = Text("median (quartiles), or number (share of those with a value)")
_DIGITS = 4
_MADE: WeakKeyDictionary[Dataset, dict[int | None, Baseline]] = WeakKeyDictionary()
_LONG = {
    "column": (phrase("Column"), TEXT),
    "level": (phrase("Level"), TEXT),
    "class": (phrase("Class"), TEXT),
    "n": (phrase("Rows"), COUNT),
    "share": (phrase("Share"), SHARE),
    "low": (phrase("First quartile"), PLAIN),
    "median": (phrase("Median"), PLAIN),
    "high": (phrase("Third quartile"), PLAIN),
    "n_missing": (phrase("Rows without a value"), COUNT),
}


@dataclass(frozen=True, slots=True)
class _Line(Row):
    """A row with what stands in each group, all rows last."""

    cells: tuple[Told, ...] = field(kw_only=True)
    remark: Told | None = None


def baseline(snapshot: Snapshot) -> Result | None:
    """Return what the rows of each class are like, in all columns but ids, dates and free text.

    Parameters
    ----------
    snapshot
        With rows.

    Returns
    -------
    Result or None
        The table ``baseline``: a column for each class, and one for all rows; a row for each
        column of numbers, for each level of others, and for what is missing. The long table
        ``baseline`` has the same numbers with every digit. None without rows.
    """
    dataset = snapshot.dataset
    if dataset is None or not dataset.n:
        return None
    return _told(snapshot, _made(snapshot, dataset))


def _live(snapshot: Snapshot) -> Result | None:
    """Return what is known of it without looking at a cell."""
    dataset = snapshot.dataset
    if dataset is None or not dataset.n:
        return None
    known = _MADE.get(dataset, {}).get(_key(snapshot, dataset))
    if known is None:
        waits = Fact("waits", Text("The cells of all columns are being looked at"))
        return Result("baseline", _TITLE, facts=(waits,))
    return _told(snapshot, known)


_TITLE = Text("Baseline characteristics")


def _key(snapshot: Snapshot, dataset: Dataset) -> int | None:
    return snapshot.positive if dataset.n_classes > MOST_CLASSES else None


def _made(snapshot: Snapshot, dataset: Dataset) -> Baseline:
    """Return what depends on the rows alone, once for each data set."""
    made, key = _MADE.setdefault(dataset, {}), _key(snapshot, dataset)
    if key not in made:
        made[key] = described(dataset, key)
    return made[key]


def _told(snapshot: Snapshot, found: Baseline) -> Result:
    dataset = snapshot.dataset
    assert dataset is not None  # noqa: S101 - who calls it has looked
    names = groups_of(dataset, _key(snapshot, dataset))
    places, titles = _order(snapshot, names)
    ids = told_apart([*(names[place] for place in places), "all"])
    columns = tuple(
        Column(one, title, TEXT) for one, title in zip(ids, (*titles, Text("all")), strict=True)
    )
    order = (*places, len(names))
    lines = tuple(_lines(found))
    row_ids = told_apart(line.id for line in lines)
    cells = {
        own: tuple(line.cells[place] for place in order)
        for own, line in zip(row_ids, lines, strict=True)
    }
    at = {column.id: place for place, column in enumerate(columns)}
    remarks = {own: line.remark for own, line in zip(row_ids, lines, strict=True)}
    rows = tuple(Row(own, line.title) for own, line in zip(row_ids, lines, strict=True))
    table = Table(
        "baseline",
        columns,
        rows,
        lambda _row, _column: None,
        _OF_ROWS,
        lambda row: remarks[row.id],
        text=lambda row, column: cells[row.id][at[column.id]],
    )
    kinds = {name: kind for name, (_title, kind) in _LONG.items()}
    if dataset.is_weighted:
        kinds |= dict.fromkeys(("n", "n_missing"), PLAIN)
    long_columns = tuple(
        Column(name, Text(title), kinds[name]) for name, (title, _kind) in _LONG.items()
    )
    groups = told_apart([*names, "all"])
    long = LongTable("baseline", _TITLE, long_columns, lambda: _long(found, groups))
    return Result("baseline", _TITLE, (table,), tuple(_facts(dataset, found)), long_tables=(long,))


def _order(snapshot: Snapshot, names: Sequence[str]) -> tuple[list[int], list[Told]]:
    """Return the places of groups in their order, of two the positive one first, and titles."""
    places = list(range(len(names)))
    if len(names) != len(("positive", "negative")) or snapshot.positive is None:
        return places, [Given(name) for name in names]
    places.sort(key=lambda place: names[place] != snapshot.positive_name)
    words = zip(places, ("positive", "negative"), strict=True)
    return places, [ClassName(names[place], word) for place, word in words]


# ------------------------------------------------------------------------------------ rows


def _lines(found: Baseline) -> Iterator[_Line]:
    *_groups, total = found.sizes
    n = tuple(_counted(size, total) for size in found.sizes)
    yield _Line("rows", Text("rows"), cells=n)
    for one in found.columns:
        yield from _of_numbers(one) if isinstance(one, Numbers) else _of_levels(one)
        groups: tuple[Spread | Shared, ...] = one.groups
        if any(group.n_missing for group in groups):
            pairs = zip(groups, found.sizes, strict=True)
            missing = tuple(_counted(group.n_missing, size) for group, size in pairs)
            title = Joined((Given(one.name), Text("missing")), ", ")
            yield _Line(phrase("{name}, missing", name=one.name), title, cells=missing)


def _of_numbers(column: Numbers) -> Iterator[_Line]:
    name: Told = Given(column.name)
    if column.unit and column.unit not in column.name:
        name = Joined((name, Given(column.unit)), ", ")
    remark = None
    if column.n_unreadable:
        n = {"n": Count(column.n_unreadable)}
        remark = Text("{n} cells hold no number, and count as missing", n)
    cells = tuple(_spread(group) for group in column.groups)
    yield _Line(column.name, name, cells=cells, remark=remark)


def _of_levels(column: Levels) -> Iterator[_Line]:
    titles: list[tuple[str, Told]] = [
        (f"{column.name}: {text}", Given(text)) for text in column.texts
    ]
    if column.n_others:
        others = Text("{n} others", {"n": Count(column.n_others)})
        titles.append((phrase("{name}, others", name=column.name), others))
    for place, (row_id, level) in enumerate(titles):
        cells = tuple(_counted(group.counts[place], group.n) for group in column.groups)
        yield _Line(row_id, Joined((Given(column.name), level), ": "), cells=cells)


def _counted(n: float, of: float) -> Told:
    """Return a number with its share."""
    if not of:
        return Said(Count(n), {"n": n, "share": None})
    share = n / of
    told = Text("{n} ({share})", {"n": Count(n), "share": Rate(share)})
    return Said(told, {"n": n, "share": share})


def _spread(group: Spread) -> Told:
    values = {name: getattr(group, name) for name in ("median", "low", "high")}
    if not group.n:
        return Said(Text("no number"), dict.fromkeys(values))
    return Said(
        Text("{median} ({low} to {high})", {name: _brief(value) for name, value in values.items()}),
        values,
    )


def _brief(value: float) -> float:
    """Return a number with the digits that tell it; what is not whole stays so."""
    return float(score(value, _DIGITS).replace(SPACE, ""))


# ------------------------------------------------------------------------------ facts, numbers


def _facts(dataset: Dataset, found: Baseline) -> Iterator[Fact]:
    if dataset.is_counted:
        what = Text("sums of weights" if dataset.is_weighted else "instances that rows stand for")
        told = Text("{what}; quartiles are weighted by them", {"what": what})
        yield Fact("weighted", Text("numbers"), told)
    for one in dataset.scores:
        if one.is_binned and one.other_edge is not None:
            both = {"one": Given(one.name), "other": Given(one.other_edge.name)}
            told = Text("{one} and {other}: scores lie between them", both)
            yield Fact("bins", Text("edges of bins"), told)
    if found.left_out:
        texts = tuple(
            Text("{column} ({why})", {"column": Given(name), "why": Text(why)})
            for name, why in found.left_out
        )
        names = [name for name, _why in found.left_out]
        yield Fact("left_out", Text("left out"), Joined(texts, ", "), {"left_out": names})
    if found.n_more:
        n = {"n": Count(found.n_more), "most": Count(MOST_COLUMNS)}
        told = Text("{n} columns behind the first {most}", n)
        yield Fact("left_out", Text("left out"), told, {"n_more": found.n_more})


def _long(found: Baseline, groups: Sequence[str]) -> list[list[Any]]:
    lines: list[tuple[Any, ...]] = []
    for one in found.columns:
        for place, name in enumerate(groups):
            group = one.groups[place]
            if isinstance(group, Spread):
                quartiles = (group.low, group.median, group.high)
                lines.append((one.name, None, name, group.n, None, *quartiles, group.n_missing))
            elif isinstance(one, Levels):
                lines += _long_levels(one, name, group)
    return [list(column) for column in zip(*lines, strict=True)] or [[] for _name in _LONG]


def _long_levels(column: Levels, group: str, found: Shared) -> Iterator[tuple[Any, ...]]:
    others = [phrase("({n_others} others)", n_others=column.n_others)] if column.n_others else []
    for level, n in zip((*column.texts, *others), found.counts, strict=True):
        share = n / found.n if found.n else None
        yield (column.name, level, group, n, share, None, None, None, found.n_missing)


BASELINE = Topic(
    id="baseline",
    name=_TITLE,
    explanation=Text("What the rows of each class are like, in any column of the file."),
    make=lambda snapshot, _beside: baseline(snapshot),
    live=_live,
    reads_cells=True,
)
