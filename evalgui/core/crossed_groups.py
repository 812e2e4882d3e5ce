"""Comparisons by the group of the probe and that of the reference, counted at any threshold.

Rows are sorted once, within each pair of groups: a threshold costs one bisection a pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalgui.core.between_groups.apart import Rate
from evalgui.core.between_groups.chance import IN_TWO_GROUPS, ONE_GROUP
from evalgui.core.between_groups.dealt import (
    Pairs,
    by_chance,
    dealt_comparisons,
    dealt_subjects,
)
from evalgui.core.calibrated import Part, Source, keep
from evalgui.core.counts import Counts
from evalgui.core.groups import NoGroupsError, placed, snapshots_by
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import is_called_positive
from evalgui.core.snapshot import against_rest
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.between_groups.dealt import ByChance
    from evalgui.core.dataset import Dataset
    from evalgui.core.measured import Interval
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot

GENUINE, IMPOSTOR = 0, 1
"""The places of the classes: those of the same subject are the positives."""

_QUICK = 200_000  # rows


AS_IF_INDEPENDENT = phrase("comparisons as if independent: no subject ids")
OF_FRACTIONS = phrase("weights with fractions are no comparisons that could be dealt out")


class Own(NamedTuple):
    """A group within itself.

    Parameters
    ----------
    name
        "" for rows without a value.
    fmr, fnmr
        False matches of its impostor comparisons, and false non-matches of its genuine ones.
    """

    name: str
    fmr: Rate
    fnmr: Rate


class Chance(NamedTuple):
    """What groups that are alike show within themselves.

    Parameters
    ----------
    found
        None where that cannot be said.
    words
        Whose labels were dealt out, or why none were.
    limits
        Of each group within itself, by its name, the intervals of FMR and of FNMR.
    """

    found: ByChance | None
    words: str
    limits: Mapping[str, tuple[Interval | None, Interval | None]]


def is_by_subject(snapshot: Snapshot) -> bool:
    """Return whether subjects were drawn, so that intervals go by them."""
    return snapshot.subjects is not None


def limits_of(snapshot: Snapshot, one: Own) -> tuple[Interval | None, Interval | None]:
    """Return the intervals of FMR and of FNMR of a group, as if its rows were independent."""
    cells: list[Any] = [int(part) if part == int(part) else part for part in (*one.fmr, *one.fnmr)]
    wrong, impostors, missed, genuine = cells
    counts = Counts(tp=genuine - missed, fp=wrong, fn=missed, tn=impostors - wrong)
    return _limits(against_rest(counts, snapshot.inputs))


def _limits(point: OperatingPoint) -> tuple[Interval | None, Interval | None]:
    return point.all_intervals.get("FPR"), point.all_intervals.get("FNR")


def _every_limit(
    snapshot: Snapshot, own: Sequence[Own]
) -> dict[str, tuple[Interval | None, Interval | None]]:
    if not is_by_subject(snapshot):
        return {one.name: limits_of(snapshot, one) for one in own}
    found = snapshots_by(snapshot, *_columns(snapshot))
    return {
        group.parts[0]: _limits(there.point)
        for group, there in found
        if group.parts[0] == group.parts[1] and there.point is not None
    }


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
    _before: NDArray[np.int64]  # what the rows of earlier pairs count, of each class
    _n_steps: int
    _unit: float

    def called(self, row: int) -> NDArray[Any]:
        """Return how many are called at a row of the table of scores: (2, P, R), as `n`.

        Of calls without scores there is no other row than that of -1.
        """
        found = self._called(np.arange(self.n[0].size), row)
        return np.reshape(found, self.n.shape)

    def _called(self, cells: NDArray[np.intp], row: int) -> NDArray[Any]:
        keys = cells.astype(np.int64) * self._n_steps + max(row, 0)
        counts = [
            one.until(keys) - before[cells]
            for one, before in zip(self._classes, self._before, strict=True)
        ]
        return _in_weights(np.array(counts), self._unit)

    def own(self, row: int) -> list[Own]:
        """Return each group that is compared with itself, at a row of the table of scores."""
        at = {name: place for place, name in enumerate(self.references)}
        pairs = [(one, at[name]) for one, name in enumerate(self.probes) if name in at]
        pairs = [pair for pair in pairs if self.is_pair[pair]]
        cells = np.array([one * len(self.references) + other for one, other in pairs], np.intp)
        counts = self.n.reshape(2, -1)[:, cells], self._called(cells, row)
        n, k = (np.asarray(part, np.float64) for part in counts)
        missed = n[GENUINE] - k[GENUINE]
        rates = zip(k[IMPOSTOR], n[IMPOSTOR], missed, n[GENUINE], strict=True)
        return [
            Own(self.probes[one], Rate(*map(float, each[:2])), Rate(*map(float, each[2:])))
            for (one, _other), each in zip(pairs, rates, strict=True)
        ]


def comparable(own: Sequence[Own]) -> list[Own]:
    """Return the groups that have comparisons of both classes."""
    return [one for one in own if one.fmr.n and one.fnmr.n]


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
    asked = snapshot.inputs.consequences.groups  # without a call: that is in each frame of a drag
    return (is_at_hand(snapshot),) if asked[1:] else ()


def _knows_chance(snapshot: Snapshot) -> tuple[bool, ...]:
    asked = snapshot.inputs.consequences.groups
    return (chance_at_hand(snapshot) is not None,) if asked[1:] else ()


def key_of(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what they depend on, beside the ranking."""
    return "crossed", _columns(snapshot)


def own_by_chance(
    snapshot: Snapshot, look: Callable[[float], None] = lambda _share: None
) -> Chance:
    """Return what groups that are alike show at the threshold; drawn once, and kept.

    Parameters
    ----------
    snapshot
        As of `crossed_of`, whose errors these are, with a threshold.
    look
        Called with the share that is done; what it raises ends the work.

    Returns
    -------
    Chance
        Of the groups in `comparable`. Labels of subjects are dealt out where these were drawn and
        both are known, else comparisons.
    """
    ranking, point = snapshot.ranking, snapshot.point
    assert point is not None  # noqa: S101 - who calls it has looked
    every = crossed_of(snapshot).own(point.row)

    def make() -> Chance:
        found, words = _dealt(snapshot, comparable(every), look)
        return Chance(found, words, _every_limit(snapshot, every))

    if ranking is None:
        return make()
    known, key = ranking.calibrated, _chance_key(snapshot)
    for other in [one for one in known if one[0] == key[0] and one != key]:
        known.pop(other, None)  # of another threshold
    return keep(ranking, key, make)


def chance_at_hand(snapshot: Snapshot) -> Chance | None:
    """Return `own_by_chance` where it was drawn; None where not."""
    ranking = snapshot.ranking
    return None if ranking is None else ranking.calibrated.get(_chance_key(snapshot))


def _chance_key(snapshot: Snapshot) -> tuple[object, ...]:
    row = None if snapshot.point is None else snapshot.point.row
    settings, alpha = snapshot.inputs.intervals, snapshot.inputs.consequences.alpha
    methods = tuple((kind.value, method) for kind, method in settings.methods.items())
    return phrase("own by chance"), _columns(snapshot), alpha, row, settings.level, methods


def _dealt(
    snapshot: Snapshot, own: Sequence[Own], look: Callable[[float], None]
) -> tuple[ByChance | None, str]:
    dataset, alpha = snapshot.dataset, snapshot.inputs.consequences.alpha
    assert dataset is not None  # noqa: S101 - who calls it has looked
    if len(own) < 2:
        return None, ONE_GROUP
    subjects, ranking = dataset.subjects, snapshot.ranking
    rates = [one.fmr for one in own], [one.fnmr for one in own]
    if any(part != int(part) for of_class in rates for one in of_class for part in one):
        return None, OF_FRACTIONS
    by_subject = dataset.sampling is Sampling.BY_SUBJECT and ranking is not None
    if subjects is None or not subjects.is_two_sided or not by_subject:
        return by_chance(dealt_comparisons(*rates), alpha), AS_IF_INDEPENDENT
    names, columns = [one.name for one in own], _columns(snapshot)
    labels = _labels(dataset, names, columns)
    if labels is None:  # the first column may be that of the other subject
        labels = _labels(dataset, names, columns[::-1])
    if labels is None:
        return None, IN_TWO_GROUPS
    impostors, genuine = (_pairs(snapshot, of_class) for of_class in (IMPOSTOR, GENUINE))
    found = dealt_subjects(impostors, genuine, labels, len(own), look=look)
    words = phrase(
        "labels of {n} subjects dealt out {times} times", n=len(labels), times=len(found.fmr)
    )
    return by_chance(found, alpha), words


def _labels(
    dataset: Dataset, own: Sequence[str], columns: Sequence[str]
) -> NDArray[np.intp] | None:
    """Return the group of each subject, those of others last; None where one is in two."""
    assert dataset.subjects is not None  # noqa: S101 - who calls it has looked
    place = {name: at for at, name in enumerate(own)}
    labels = np.full(dataset.subjects.n_subjects, -1, dtype=np.intp)
    sides = []
    for codes, column in zip(dataset.subjects.codes, columns, strict=True):
        of_row, names, _lacking = placed(dataset, column)
        of_name = [place.setdefault(name, len(place)) for name in names]
        of_row = np.array(of_name, dtype=np.intp)[of_row]
        labels[codes] = of_row
        sides.append((codes, of_row))
    is_one = all(bool((labels[codes] == of_row).all()) for codes, of_row in sides)
    return np.where(labels < 0, len(place), labels) if is_one else None


def _pairs(snapshot: Snapshot, of_class: int) -> Pairs:
    """Return the comparisons of a class by their two subjects, those without a score left out."""
    dataset, ranking, point = snapshot.dataset, snapshot.ranking, snapshot.point
    assert dataset is not None  # noqa: S101 - who calls it has looked
    assert dataset.subjects is not None  # noqa: S101 - likewise
    assert ranking is not None  # noqa: S101 - likewise
    assert point is not None  # noqa: S101 - likewise
    values = np.asarray(ranking.score.values, np.float64)
    counts = dataset.counts_of_rows(snapshot.positive)
    if counts is None:
        is_genuine = dataset.is_positive(snapshot.positive)
        weights = (is_genuine if of_class == GENUINE else ~is_genuine).astype(np.float64)
    else:
        weights = counts[of_class] / dataset.unit
    rows = np.flatnonzero(~np.isnan(values) & (weights > 0))
    higher = ranking.score.higher_is_positive
    is_called = is_called_positive(values[rows], point.threshold, higher_is_positive=higher)
    is_wrong = is_called if of_class == IMPOSTOR else ~is_called
    first, second = (codes[rows].astype(np.int64) for codes in dataset.subjects.codes)
    n_subjects = dataset.subjects.n_subjects
    keys, places = np.unique(first * n_subjects + second, return_inverse=True)
    k, n = (np.bincount(places, weights[rows] * part) for part in (is_wrong, 1.0))
    sides = keys // n_subjects, keys % n_subjects
    return Pairs(*sides, np.asarray(k, np.float64), np.asarray(n, np.float64))


def _next_part(snapshot: Snapshot) -> Part | None:
    if len(_columns(snapshot)) < 2 or snapshot.ranking is None or snapshot.point is None:
        return None
    if is_at_hand(snapshot):
        return None
    return Part(phrase("sorting comparisons by their groups"), lambda of, _look: _found(of))


def _next_of_own(snapshot: Snapshot) -> Part | None:
    first = _next_part(snapshot)
    if first is not None or snapshot.ranking is None or len(_columns(snapshot)) < 2:
        return first
    if chance_at_hand(snapshot) is not None or not isinstance(_found(snapshot), Crossed):
        return None
    return Part(phrase("dealing out labels of groups"), own_by_chance)


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
    until = np.array([one.until(edges) for one in (first, second)])
    sizes = _in_weights(np.diff(until).reshape(2, *shape), dataset.unit)
    known = probes, references, is_pair, sizes
    return Crossed(*known, (first, second), until[:, :-1], n_steps, dataset.unit)


def _side(dataset: Dataset, column: str) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Return the group of each row, and the names of those that have rows."""
    places, names, _lacking = placed(dataset, column)
    is_there = np.bincount(places, minlength=len(names)) > 0
    known = tuple(name for name, there in zip(names, is_there.tolist(), strict=True) if there)
    return (np.cumsum(is_there) - 1)[places], known


CROSSED = Source(
    phrase("sorting comparisons by their groups"), _next_part, key_of, phrase("Groups"), known
)
"""They, sorted in the background."""

OWN = Source(
    phrase("dealing out labels of groups"),
    _next_of_own,
    _chance_key,
    phrase("Equal groups"),
    _knows_chance,
)
"""What chance makes of each group within itself, drawn in the background."""
