"""What the rows of each class are like: quartiles of numbers and shares of levels, by class.

There are no p values: classes are what the rows were chosen or found by, so that a test would ask
whether chance made a difference that nobody doubts, and STARD and TRIPOD+AI ask for none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np

from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset

MOST_LEVELS = 8
"""So many levels of a column are told, the most frequent; the others are one."""

MOST_COLUMNS = 100
"""So many columns are looked at: a page can tell no more, and a file of genes has thousands."""

MOST_CLASSES = 8
"""Of more classes, the one that is assessed is told, and the rest as one; of none but all rows."""

_QUARTERS = (0.25, 0.5, 0.75)
_NOTHING = (math.nan,) * len(_QUARTERS)


class Described(NamedTuple):
    """All cells of a column, as what it measures or names.

    Parameters
    ----------
    values : (n,) array of float64, or None
        Numbers, NaN where there is none; None where they are levels.
    codes : (n,) array of int, or None
        Levels, as indices into `texts`; -1 where there is none. None where they are numbers.
    texts
        The levels.
    n_unreadable
        How many cells hold something that is no number, and count as missing.
    unit
        What stands behind the numbers; "" for nothing.
    """

    values: NDArray[np.float64] | None = None
    codes: NDArray[np.integer] | None = None
    texts: tuple[str, ...] = ()
    n_unreadable: int = 0
    unit: str = ""


@runtime_checkable
class DescribedColumn(Protocol):
    """A column that knows what its cells are."""

    @property
    def name(self) -> str:
        """Its name."""

    def described(self) -> Described | str:
        """Return all cells, or why they are not to be told by class: as ids, text, dates."""


class Spread(NamedTuple):
    """Numbers of a group of rows.

    Parameters
    ----------
    n, n_missing
        How many rows have a number, and how many have none: sums of weights where rows have some.
    low, median, high
        The quartiles; NaN without a number.
    """

    n: float
    n_missing: float
    low: float
    median: float
    high: float


class Shared(NamedTuple):
    """Levels of a group of rows.

    Parameters
    ----------
    counts
        How many rows have each level, in the order of the column.
    n, n_missing
        As of `Spread`.
    """

    counts: tuple[float, ...]
    n: float
    n_missing: float


@dataclass(frozen=True, slots=True)
class Numbers:
    """A column of numbers: what they are in each group, and last in all rows."""

    name: str
    groups: tuple[Spread, ...]
    n_unreadable: int = 0
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Levels:
    """A column of levels: of many the most frequent ones first, and the others last as one.

    Parameters
    ----------
    name
        Of the column.
    texts
        The levels that are told.
    n_others
        How many others are taken together; 0 where all are told.
    groups
        What they are in each group, and last in all rows.
    """

    name: str
    texts: tuple[str, ...]
    n_others: int
    groups: tuple[Shared, ...]


Summary: TypeAlias = Numbers | Levels


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the rows of each class are like.

    Parameters
    ----------
    columns
        In the order of the file.
    left_out
        The names of the others, each with why.
    sizes
        How many rows each group has, and last all.
    n_more
        How many columns nobody looked at, behind the first `MOST_COLUMNS`.
    """

    columns: tuple[Summary, ...]
    left_out: tuple[tuple[str, str], ...]
    sizes: tuple[float, ...]
    n_more: int = 0


def groups_of(dataset: Dataset, positive: int | None) -> tuple[str, ...]:
    """Return the names of the groups that are told beside all rows: classes, or one and the rest.

    Parameters
    ----------
    dataset, positive
        As of `baseline`.
    """
    if dataset.n_classes <= MOST_CLASSES:
        return dataset.classes
    return () if positive is None else (dataset.classes[positive], dataset.rest_of(positive))


def baseline(dataset: Dataset, positive: int | None = None) -> Baseline:
    """Return what the rows of each class are like: looks at every cell.

    Parameters
    ----------
    dataset
        With rows. Those of a count table, or with weights, count as often as they say.
    positive
        The class that is told against the rest where there are more than `MOST_CLASSES`.

    Returns
    -------
    Baseline
        Without the columns of the truth and of the calls. Quartiles lie between rows as those of
        numpy and of R do (Hyndman and Fan 1996, type 7); of weights with fractions they are the
        least number up to which that much of the weight lies.

    References
    ----------
    Bossuyt and others 2015, STARD, item 20; Collins and others 2024, TRIPOD+AI, item 20b.
    """
    rows = _Rows(dataset, positive)
    columns: list[Summary] = []
    left_out: list[tuple[str, str]] = []
    told_elsewhere = {dataset.truth_by, dataset.called_by} - {""}
    known = [one for one in dataset.columns if isinstance(one, DescribedColumn)]
    wanted = [one for one in known if one.name not in told_elsewhere]
    for column in wanted[:MOST_COLUMNS]:
        cells = column.described()
        if isinstance(cells, str):
            left_out.append((column.name, cells))
        elif rows.are_counts(cells):
            left_out.append((column.name, phrase("how many each row stands for")))
        elif cells.values is not None:
            spread = tuple(rows.spread(cells.values))
            columns.append(Numbers(column.name, spread, cells.n_unreadable, cells.unit))
        else:
            columns.append(_levels(column.name, cells, rows))
    n_more = max(0, len(wanted) - MOST_COLUMNS)
    return Baseline(tuple(columns), tuple(left_out), rows.sizes, n_more)


def _levels(name: str, cells: Described, rows: _Rows) -> Levels:
    """Return levels by class, the most frequent first, and those that are left as one."""
    counts = rows.counts(cells)  # (groups, 1 + levels)
    order = np.argsort(-counts[-1, 1:], kind="stable")
    occurring = order[counts[-1, 1:][order] > 0]
    shown = occurring if len(occurring) <= MOST_LEVELS + 1 else occurring[:MOST_LEVELS]
    others = occurring[len(shown) :]
    if not len(others):
        shown = np.array(sorted(shown.tolist(), key=lambda at: _place(cells.texts[at])), np.intp)
    groups = []
    for own in counts:
        found = own[1:]
        told = [*found[shown].tolist(), *([found[others].sum().item()] if len(others) else [])]
        parts = rows.told([*told, found.sum().item(), own[0].item()])
        groups.append(Shared(tuple(parts[:-2]), *parts[-2:]))
    return Levels(name, tuple(cells.texts[at] for at in shown), len(others), tuple(groups))


def _place(text: str) -> tuple[float, str]:
    """Return a key that sorts numbers as numbers, before texts."""
    try:
        return float(text), text
    except ValueError:
        return math.inf, text


class _Rows:
    """The rows of each group, and how much each counts."""

    def __init__(self, dataset: Dataset, positive: int | None) -> None:
        self._dataset = dataset
        self._n_groups = len(groups_of(dataset, positive))
        self._is_grouped = dataset.n_classes > MOST_CLASSES
        self._positive = positive
        counts = dataset.row_counts
        self._counts = None if counts is None else self._grouped(counts)
        sizes = self._grouped(dataset.class_sizes[np.newaxis])[0]
        self.sizes = (*sizes.tolist(), dataset.n_instances)

    def _grouped(self, of_classes: NDArray[Any]) -> NDArray[Any]:
        """Return numbers of each class as those of the groups: (n, groups)."""
        if not self._is_grouped:
            return of_classes
        if self._positive is None:
            return of_classes[:, :0]
        own = of_classes[:, self._positive]
        return np.stack([own, of_classes.sum(axis=1) - own], axis=1)

    def _groups(self) -> Iterator[NDArray[np.bool_]]:
        """Yield which rows each group has, and last all."""
        truth = self._dataset.truth
        if not self._is_grouped:
            yield from (truth == place for place in range(self._n_groups))
        elif self._positive is not None:
            yield from (truth == self._positive, truth != self._positive)
        yield np.ones(len(truth), np.bool_)

    def told(self, parts: Sequence[Any]) -> list[Any]:
        """Return sums of rows, or of parts of weights, as they are told."""
        return [self._dataset.in_weights(int(one)) for one in parts]

    def are_counts(self, cells: Described) -> bool:
        """Return whether numbers are what the rows count, rather than what they are like."""
        counts = self._dataset.row_counts
        if counts is None or cells.values is None:
            return False
        values = cells.values * self._dataset.unit
        return any(np.array_equal(values, one) for one in (counts.sum(axis=1), *counts.T))

    def counts(self, cells: Described) -> NDArray[np.integer]:
        """Return how many rows of each group, and of all, have which level: (groups + 1, L + 1).

        The first column is that of rows without one.
        """
        codes, n_levels = cells.codes, len(cells.texts)
        assert codes is not None  # noqa: S101 - of a column of levels
        places = codes.astype(np.intp) + 1
        if self._counts is None:
            found = [np.bincount(places[own], minlength=n_levels + 1) for own in self._groups()]
            return np.stack(found)
        table = np.zeros((self._n_groups + 1, n_levels + 1), np.int64)
        whole = self._dataset.row_counts
        assert whole is not None  # noqa: S101 - as the counts of groups are
        for own, counts in zip(table, (*self._counts.T, whole.sum(axis=1)), strict=True):
            np.add.at(own, places, counts)
        return table

    def spread(self, values: NDArray[np.float64]) -> list[Spread]:
        """Return the quartiles of each group, and of all."""
        is_known, whole = ~np.isnan(values), self._dataset.row_counts
        if self._counts is None or whole is None:
            groups = self._groups()
            return [_quartiles(values[own & is_known], int(own.sum())) for own in groups]
        order = np.flatnonzero(is_known)[np.argsort(values[is_known], kind="stable")]
        known = values[order]
        each = (*self._counts.T, whole.sum(axis=1))
        return [self._weighted(known, own[order], int(own.sum())) for own in each]

    def _weighted(self, known: NDArray[np.float64], counts: NDArray[Any], n: int) -> Spread:
        """Return the quartiles of ascending numbers that count as often as is said."""
        reached = np.cumsum(counts)
        total = int(reached[-1]) if len(reached) else 0
        found = _NOTHING
        if total and self._dataset.is_weighted:
            places = [np.searchsorted(reached, share * total) for share in _QUARTERS]
            found = tuple(float(known[place]) for place in places)
        elif total:

            def at(place: int) -> float:
                return float(known[np.searchsorted(reached, place, "right")])

            found = tuple(_between(at, share, total) for share in _QUARTERS)
        return Spread(*self.told([total, n - total]), *found)


def _quartiles(known: NDArray[np.float64], n: int) -> Spread:
    total = len(known)
    if not total:
        return Spread(0, n, *_NOTHING)
    wanted = {int(share * (total - 1)) for share in _QUARTERS}
    wanted |= {min(place + 1, total - 1) for place in wanted}
    parted = np.partition(known, sorted(wanted))
    found = (_between(lambda place: float(parted[place]), share, total) for share in _QUARTERS)
    return Spread(total, n - total, *found)


def _between(at: Callable[[int], float], share: float, total: int) -> float:
    """Return a quantile between two numbers next to each other, of type 7.

    NaN between both infinities.
    """
    place = int(share * (total - 1))
    low, part = at(place), share * (total - 1) - place
    if not part:
        return low
    high = at(place + 1)
    if math.isinf(low) or math.isinf(high):
        return low + high
    return low if low == high else low + part * (high - low)
