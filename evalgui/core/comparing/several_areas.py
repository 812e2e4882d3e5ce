"""Whether the areas under the ROC curves of several scores are the same: one test of all."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.comparing.areas import FEW_ROWS, NO_ROWS, NO_SPREAD, ONE_ROW, Apart
from evalgui.core.intervals import auc
from evalgui.core.intervals.subjects import ONE_SUBJECT, UNKNOWN_SUBJECTS
from evalgui.core.measured import NOT_KNOWN
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.comparing.candidate import Candidate
    from evalgui.core.subjects import Subjects

_NO_SHARE = 1e-10  # of the largest part of a covariance, which rounding alone leaves
ROUGH = phrase(
    "an area lies near 0 or 1, or rests on few rows or subjects: the chi-square is rough there"
)


@dataclass(frozen=True, slots=True)
class AreasTest:
    """The test that several areas are the same.

    Parameters
    ----------
    statistic
        A chi-square; NaN where there is none.
    freedom
        Its degrees of freedom: one less than there are scores, or fewer where the areas of some
        follow from those of others.
    p
        How likely so large a one is where all areas are the same; NaN without.
    method
        The name of the test.
    n
        The instances that are compared: of the same rows one number, else that of each.
    reason
        Why there is none; "" where there is.
    note
        What to keep in mind; "" for nothing.
    """

    statistic: float
    freedom: int
    p: float
    method: str
    n: tuple[int, ...]
    reason: str = ""
    note: str = ""


def areas_alike(candidates: Sequence[Candidate], *, is_paired: bool) -> AreasTest:
    """Test whether the areas of several scores are the same.

    Parameters
    ----------
    candidates
        Three or more, or two.
    is_paired
        Whether they are scores of the same rows in the same order; those that have all scores
        take part.

    Returns
    -------
    AreasTest
        ``d' V^-1 d`` of the differences d from the first area, whose covariances V are those of
        the placements of rows (DeLong) or of what these sum up to for each subject (Obuchowski).

    References
    ----------
    DeLong, DeLong and Clarke-Pearson, Biometrics 44 (1988), eq. 5 to 8; Obuchowski, Biometrics 53
    (1997), for subjects.
    """
    by_subject = any(one.by_subject for one in candidates)
    if by_subject:
        design = phrase("paired, by subject") if is_paired else phrase("unpaired, by subject")
    else:
        design = phrase("paired") if is_paired else phrase("unpaired")
    method = phrase("DeLong, chi-square of {n} areas, {design}", n=len(candidates), design=design)
    if is_paired:
        rows = reduce(np.logical_and, (one.has_score for one in candidates))
        parts = [one.of_rows(rows) for one in candidates]
        n: tuple[int, ...] = (parts[0].n_instances,)
    else:
        parts = [one.of_rows(one.has_score) for one in candidates]
        n = tuple(one.n_instances for one in parts)
    if any(one.by_subject and one.subjects is None for one in parts):
        return AreasTest(math.nan, 0, math.nan, method, n, UNKNOWN_SUBJECTS)
    apart, covariance, smallest = (_paired if is_paired else _unpaired)(parts)
    if not np.all(np.isfinite(covariance)):
        reason = (ONE_SUBJECT if by_subject else ONE_ROW) if smallest else NO_ROWS
        return AreasTest(math.nan, 0, math.nan, method, n, reason)
    statistic, freedom = _chi_square(apart, covariance)
    if not freedom:
        return AreasTest(math.nan, 0, math.nan, method, n, NO_SPREAD)
    from scipy.special import chdtrc  # a fifth of a start-up

    areas = [one.area_of(one.table) for one in parts]
    is_rough = smallest < FEW_ROWS or not all(map(auc.is_plain, areas))
    is_open = any(one.bins is not None for one in candidates)
    note = joined("; ", [ROUGH] * is_rough + [NOT_KNOWN] * is_open)
    return AreasTest(statistic, freedom, float(chdtrc(freedom, statistic)), method, n, "", note)


def _chi_square(apart: NDArray[np.float64], covariance: NDArray[np.float64]) -> tuple[float, int]:
    """Return the statistic of differences, and how many of them vary freely."""
    spreads, directions = np.linalg.eigh(covariance)
    held = spreads > _NO_SHARE * max(float(spreads.max()), 0.0)
    along = directions.T @ apart
    return float(np.sum(along[held] ** 2 / spreads[held])), int(np.count_nonzero(held))


def _paired(
    parts: Sequence[Candidate],
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """Return each area less the first, the covariances of these, and the smallest class."""
    first, *others = parts
    counts, subjects = (first.positives, first.negatives), first.subjects
    found = [Apart.of(one.score, first.score, *counts) for one in others]
    m, n = found[0].sizes
    apart = np.array([one.areas[0].auc - one.areas[1].auc for one in found])
    unknown = np.full((len(found), len(found)), math.nan)
    if not (m and n):
        return apart, unknown, 0
    # What each row is placed otherwise, as a share, less what that is on average.
    placed = [
        np.stack([one.between[place] for one in found]) / (2.0 * of_others)
        for place, of_others in enumerate((n, m))
    ]
    means = [(one @ of_class / size)[:, np.newaxis] for one, of_class, size in _of(placed, counts)]
    from_mean = [one - mean for one, mean in zip(placed, means, strict=True)]
    if subjects is not None:
        return apart, *_of_subjects(from_mean, counts, subjects)
    if min(m, n) < 2:
        return apart, unknown, min(m, n)
    covariance = sum(
        (one * of_class) @ one.T / (size - 1.0) / size
        for one, of_class, size in _of(from_mean, counts)
    )
    return apart, np.asarray(covariance), min(m, n)


def _of(
    placed: Sequence[NDArray[np.float64]], counts: Sequence[NDArray[np.integer]]
) -> list[tuple[NDArray[np.float64], NDArray[np.integer], int]]:
    """Return of each class what is known of its rows, how many they stand for, and their sum."""
    return [
        (one, of_class, int(of_class.sum())) for one, of_class in zip(placed, counts, strict=True)
    ]


def _of_subjects(
    from_mean: Sequence[NDArray[np.float64]],
    counts: Sequence[NDArray[np.integer]],
    subjects: Subjects,
) -> tuple[NDArray[np.float64], int]:
    """Return the covariances that subjects give, and how many have rows of the rarer class."""
    sums = [
        np.stack([subjects.summed(values * of_class) for values in one]) / size
        for one, of_class, size in _of(from_mean, counts)
    ]
    has = [subjects.sums(of_class.astype(np.int64)) > 0 for of_class in counts]
    held = [int(np.count_nonzero(one)) for one in has]
    if min(held) < 2:
        return np.full((len(sums[0]), len(sums[0])), math.nan), min(held)
    both = int(np.count_nonzero(has[0] | has[1]))
    across = sums[0] @ sums[1].T
    covariance = both / (both - 1) * (across + across.T)
    for one, count in zip(sums, held, strict=True):
        covariance = covariance + count / (count - 1) * (one @ one.T)
    return covariance, min(held)


def _unpaired(
    parts: Sequence[Candidate],
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """Return the same of scores that have rows of their own."""
    first, *others = (one.area_of(one.table) for one in parts)
    apart = np.array([one.auc - first.auc for one in others])
    covariance = first.variance + np.diag([one.variance for one in others])
    sizes = [min(one.n_positive, one.n_negative) for one in (first, *others)]
    return apart, covariance, min(sizes)
