"""Comparisons by the group of the probe and that of the reference, counted at any threshold.

Rows are sorted once, within each pair of groups: a threshold costs one bisection a pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.calibrated import Part, Source, keep
from evalgui.core.groups import NoGroupsError, placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot

GENUINE, IMPOSTOR = 0, 1
"""The places of the classes: those of the same subject are the positives."""

_QUICK = 200_000  # rows


@dataclass(frozen=True, slots=True, eq=False)
class _Sorted:
    """Rows of a class, by their pair of groups and by the step from which on they are called."""

    keys: NDArray[np.int64]
    below: NDArray[np.int64] | None  # what the rows before each one count; None for 1 each

    def until(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return what the rows up to some keys count."""
        found = self.keys.searchsorted(keys, "right")
        return found if self.below is None else self.below[found]


@dataclass(frozen=True, slots=True, eq=False)
class Crossed:
    """Rows of two classes by two columns of groups.

    Parameters
    ----------
    probes, references
        The names of the P and of the R groups, "" for rows without a value.
    is_pair : (P, R) array of bool
        Whether there are rows at all, be it without a score.
    n : (2, P, R) array
        How many rows there are, of each class; sums of weights where rows have some.
    """

    probes: tuple[str, ...]
    references: tuple[str, ...]
    is_pair: NDArray[np.bool_]
    n: NDArray[Any]
    _classes: tuple[_Sorted, _Sorted]
    _n_steps: int
    _unit: float

    def called(self, row: int) -> NDArray[Any]:
        """Return how many are called at a row of the table of scores: (2, P, R), as `n`.

        Of calls without scores there is no other row than that of -1.
        """
        starts = np.arange(self.n[0].size, dtype=np.int64) * self._n_steps
        row = max(row, 0)
        counts = [one.until(starts + row) - one.until(starts - 1) for one in self._classes]
        return _in_weights(np.reshape(counts, self.n.shape), self._unit)


def _in_weights(parts: NDArray[np.int64], unit: float) -> NDArray[Any]:
    return parts if unit == 1 else parts / unit


def crossed_of(snapshot: Snapshot) -> Crossed:
    """Return the comparisons of a snapshot by both columns of groups; sorted once, and kept.

    Parameters
    ----------
    snapshot
        With data of one class against the rest, and two columns of groups that were asked about.

    Raises
    ------
    NoGroupsError
        If a column has no groups.
    """
    found = _found(snapshot)
    if isinstance(found, NoGroupsError):
        raise NoGroupsError(*found.args)
    return found


def _found(snapshot: Snapshot) -> Crossed | NoGroupsError:
    dataset, ranking, columns = snapshot.dataset, snapshot.ranking, _columns(snapshot)
    assert dataset is not None  # noqa: S101 - who calls it has looked

    def make() -> Crossed | NoGroupsError:
        try:
            return _crossed(dataset, snapshot.positive, ranking, columns)
        except NoGroupsError as error:
            return error

    return make() if ranking is None else keep(ranking, key_of(snapshot), make)


def is_at_hand(snapshot: Snapshot) -> bool:
    """Return whether `crossed_of` has sorted them, or is quick to."""
    dataset, ranking = snapshot.dataset, snapshot.ranking
    if dataset is None or ranking is None or dataset.n <= _QUICK:
        return True
    return key_of(snapshot) in ranking.calibrated


def known(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return whether they are at hand; nothing where no groups were asked about."""
    return (is_at_hand(snapshot),) if len(_columns(snapshot)) > 1 else ()


def key_of(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what they depend on, beside the ranking."""
    return "crossed", _columns(snapshot)


def _next_part(snapshot: Snapshot) -> Part | None:
    if len(_columns(snapshot)) < 2 or is_at_hand(snapshot):
        return None
    return Part("sorting comparisons by their groups", lambda of, _look: _found(of))


def _columns(snapshot: Snapshot) -> tuple[str, ...]:
    return snapshot.inputs.consequences.groups


def _crossed(
    dataset: Dataset, positive: int | None, ranking: Ranking | None, columns: Sequence[str]
) -> Crossed:
    (probe, probes), (reference, references) = (_side(dataset, one) for one in columns)
    shape = len(probes), len(references)
    cell = probe * len(references) + reference
    is_pair = np.bincount(cell, minlength=shape[0] * shape[1]).reshape(shape) > 0
    if ranking is None:
        assert dataset.predicted is not None  # noqa: S101 - without scores there are calls
        is_here = dataset.predicted >= 0
        steps, n_steps = np.where(dataset.predicted == positive, 0, 1), 2
    else:
        values = np.asarray(ranking.score.values, np.float64)
        is_here = ~np.isnan(values)
        steps, n_steps = ranking.table.steps.rows_at(values), len(ranking.table.steps)
    keys, counts = cell * n_steps + steps, dataset.counts_of_rows(positive)
    if counts is None:
        is_positive = dataset.is_positive(positive)
        first, second = (
            _Sorted(np.sort(keys[is_here & of_class]), None)
            for of_class in (is_positive, ~is_positive)
        )
    else:
        order = np.flatnonzero(is_here)[np.argsort(keys[is_here], kind="stable")]
        first, second = (
            _Sorted(keys[order], np.concatenate([[0], np.cumsum(one[order])])) for one in counts
        )
    edges = np.arange(is_pair.size + 1, dtype=np.int64) * n_steps - 1
    n = np.array([np.diff(one.until(edges)) for one in (first, second)]).reshape(2, *shape)
    sizes = _in_weights(n, dataset.unit)
    return Crossed(probes, references, is_pair, sizes, (first, second), n_steps, dataset.unit)


def _side(dataset: Dataset, column: str) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Return the group of each row, and the names of those that have rows."""
    places, names, _lacking = placed(dataset, column)
    is_there = np.bincount(places, minlength=len(names)) > 0
    known = tuple(name for name, there in zip(names, is_there.tolist(), strict=True) if there)
    return (np.cumsum(is_there) - 1)[places], known


CROSSED = Source("sorting comparisons by their groups", _next_part, key_of, "Groups", known)
"""They, sorted in the background."""
