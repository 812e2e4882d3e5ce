"""What equal groups show of FMR and FNMR by group: labels of groups dealt out anew.

Summaries of differentials grow with small groups, so each stands beside what chance alone makes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.between_groups.chance import DRAWS, SEED
from evalgui.core.between_groups.differentials import Differentials, of_many

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.core.between_groups.apart import Rate

_DENSE = 3_000  # subjects whose pairs are a table
_FASTER = 40  # so many times a pair of a table is faster than one of a list
_WORK = 1_000_000_000  # pairs of subjects in all draws
_AT_ONCE = 2_000_000  # cells
_FEWEST = 999  # draws
_JOINT = 0.95


class Pairs(NamedTuple):
    """Comparisons of a class by their two subjects, each pair once.

    Parameters
    ----------
    first, second : (m,) arrays of int
        The subjects.
    k, n : (m,) arrays of float
        How many of their comparisons were wrong, and how many there are.
    """

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    k: NDArray[np.float64]
    n: NDArray[np.float64]


class Dealt(NamedTuple):
    """Rates of G groups that are alike, as chance makes them.

    Parameters
    ----------
    fmr, fnmr : (D, G) arrays of float64
        Of each draw; NaN where a group has no comparisons in it.
    """

    fmr: NDArray[np.float64]
    fnmr: NDArray[np.float64]


class ByChance(NamedTuple):
    """What groups that are alike show.

    Parameters
    ----------
    most
        The summaries: so much in 95 of 100 at most; of `Differentials.fdr`, which falls, at least.
    fmr, fnmr : (2, G) arrays of float64
        Between which limits all groups lie at once in at least 95 of 100.
    draws
        How many were drawn.
    """

    most: Differentials
    fmr: NDArray[np.float64]
    fnmr: NDArray[np.float64]
    draws: int


def dealt_comparisons(fmr: Sequence[Rate], fnmr: Sequence[Rate], seed: int = SEED) -> Dealt:
    """Deal out the wrong comparisons of all groups among them, as if these were independent.

    Parameters
    ----------
    fmr, fnmr
        Of each group: whole counts.
    seed
        Of the draws.

    Returns
    -------
    Dealt
        Of `DRAWS` draws: multivariate hypergeometric within each class.
    """
    generator = np.random.default_rng(seed)
    parts = []
    for rates in (fmr, fnmr):
        n = np.array([int(one.n) for one in rates], dtype=np.int64)
        k = sum(int(one.k) for one in rates)
        drawn = generator.multivariate_hypergeometric(n, k, DRAWS, method="marginals")
        parts.append(drawn / np.where(n > 0, n, math.nan))
    return Dealt(*parts)


def dealt_subjects(  # noqa: PLR0913, PLR0917 - two classes, and how they are dealt out
    impostors: Pairs,
    genuine: Pairs,
    labels: NDArray[np.intp],
    n_groups: int,
    seed: int = SEED,
    look: Callable[[float], None] = lambda _share: None,
) -> Dealt:
    """Deal out the labels of subjects: what two with the same label did is of their group then.

    Parameters
    ----------
    impostors, genuine
        The comparisons of both classes.
    labels : (S,) array of int
        The group of each subject; from `n_groups` on it is none that is compared.
    n_groups
        How many are compared.
    seed
        Of the draws.
    look
        Called with the share that is done; what it raises ends the work.

    Returns
    -------
    Dealt
        Each FMR is told at the level of all groups together as they are: those of dealt labels
        hold comparisons of different groups, too, which match less. They are fewer errors, so
        that the reference is rather too wide than too narrow.
    """
    now = _pooled(*_counted(impostors, labels, n_groups))
    n_subjects, dealt = len(labels), labels.copy()
    is_dense = n_subjects <= _DENSE
    work = n_subjects**2 * n_groups // _FASTER if is_dense else len(impostors.n)
    n_draws = int(min(DRAWS, max(_FEWEST, _WORK // max(1, work))))
    at_once = max(1, _AT_ONCE // (n_subjects * n_groups))
    tables = [_table(one, n_subjects) for one in (impostors, genuine)] if is_dense else []
    generator = np.random.default_rng(seed)
    parts: list[NDArray[np.float64]] = []
    for start in range(0, n_draws, at_once):
        look(start / n_draws)
        every = []
        for _draw in range(min(at_once, n_draws - start)):
            generator.shuffle(dealt)
            every.append(dealt.copy())
        if is_dense:
            found = _counted_at_once(tables, np.array(every), n_groups)
        else:
            pairs = impostors, genuine
            found = np.array([[_counted(of, one, n_groups) for one in every] for of in pairs])
            found = found.transpose(0, 2, 1, 3)
        parts.append(found)
    k, n = np.concatenate(parts, axis=2).transpose(1, 0, 2, 3)  # of each class, draw and group
    with np.errstate(divide="ignore", invalid="ignore"):
        pooled = k[0].sum(axis=1) / n[0].sum(axis=1)
        return Dealt(k[0] / n[0] * (now / pooled)[:, None], k[1] / n[1])


def _table(pairs: Pairs, n_subjects: int) -> NDArray[np.float64]:
    """Return the wrong comparisons and all of them as (2, S, S) tables."""
    found = np.zeros((2, n_subjects, n_subjects))
    for part, counts in zip(found, (pairs.k, pairs.n), strict=True):
        part[pairs.first, pairs.second] = counts
    return found


def _counted_at_once(
    tables: Sequence[NDArray[np.float64]], labels: NDArray[np.intp], n_groups: int
) -> NDArray[np.float64]:
    """Return `_counted` of many draws, (B, S) labels: (2 classes, k and n, B, G)."""
    (n_draws, n_subjects), groups = labels.shape, np.arange(n_groups)
    has = (labels.T[:, :, None] == groups).reshape(n_subjects, n_draws * n_groups).astype(float)
    sums = [[((part @ has) * has).sum(axis=0) for part in table] for table in tables]
    return np.array(sums).reshape(len(tables), 2, n_draws, n_groups)


def _counted(
    pairs: Pairs, labels: NDArray[np.intp], n_groups: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how many comparisons within each group were wrong, and how many there are."""
    of = labels[pairs.first]
    same = np.flatnonzero((of == labels[pairs.second]) & (of < n_groups))
    of = of[same]
    k = np.bincount(of, pairs.k[same], n_groups)
    return np.asarray(k), np.asarray(np.bincount(of, pairs.n[same], n_groups))


def _pooled(k: NDArray[np.float64], n: NDArray[np.float64]) -> np.float64:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.float64(k.sum()) / np.float64(n.sum())


def by_chance(dealt: Dealt, alpha: float) -> ByChance:
    """Sum up draws: summaries as those of the groups themselves, and bands that hold at once.

    Parameters
    ----------
    dealt
        The rates of at least two groups. Draws in which one is undefined are passed over.
    alpha
        The weight of FMR in summaries of both rates.
    """
    is_known = ~np.isnan(dealt.fmr + dealt.fnmr).any(axis=1)
    fmr, fnmr = dealt.fmr[is_known], dealt.fnmr[is_known]
    ends = []
    for name, values in of_many(fmr, fnmr, alpha).items():
        known = np.sort(values[~np.isnan(values)])
        falls = name == "fdr"
        place = math.floor(0.05 * len(known)) if falls else math.ceil(0.95 * len(known)) - 1
        ends.append(float(known[place]) if len(known) else math.nan)
    return ByChance(Differentials(*ends), _joint(fmr), _joint(fnmr), len(fmr))


def _joint(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return between which order statistics all columns lie at once in `_JOINT` of the rows."""
    n = len(drawn)
    if not n:
        return np.full((2, drawn.shape[1]), math.nan)
    ordered = np.sort(drawn, axis=0)
    depths = np.empty_like(drawn)
    for column in range(drawn.shape[1]):
        of_column, values = ordered[:, column], drawn[:, column]
        below = of_column.searchsorted(values, "right")
        above = n - of_column.searchsorted(values, "left")
        depths[:, column] = np.minimum(below, above)
    depth = max(1, int(np.sort(depths.min(axis=1))[math.floor((1.0 - _JOINT) * n)]))
    return np.array([ordered[depth - 1], ordered[n - depth]])
