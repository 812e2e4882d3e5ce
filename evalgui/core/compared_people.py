"""What comparisons say of searches and of subjects: found out once, and kept with their ranking.

Nothing here depends on a threshold, but for what is asked of it at one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.biometrics.identification import Searches, searches
from evalgui.core.biometrics.menagerie import corners, dispersion, goats
from evalgui.core.calibrated import Part, Source, keep
from evalgui.core.errors import sentence_of
from evalgui.core.score_table import is_called_positive
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from evalgui.core.biometrics.menagerie import Corner, Dispersion
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.subjects import Subjects

_QUICK = 10_000  # so many comparisons nobody waits for
_SEARCHES, _ZOO = ("searches",), ("menagerie",)


class Searched(NamedTuple):
    """Searches of the references, one for each probe.

    Parameters
    ----------
    strict, optimistic
        The mate comes behind candidates of the same score, or before them; None where a search
        has two mates.
    reason
        Why there are none; "" where there are.
    n_not_compared
        Searches without a mate of somebody who is among the references: the mate was not compared.
    """

    strict: Searches | None
    optimistic: Searches | None
    reason: str
    n_not_compared: int


class Menagerie(NamedTuple):
    """Subjects with genuine and impostor scores.

    Parameters
    ----------
    subjects : (S,) array of int
        Their numbers in the data set.
    genuine, impostor : (S,) arrays of float
        Their mean scores, as they are.
    comparisons : (n_subjects,) array of int
        How many impostor comparisons each subject of the data set has.
    corners
        As of `evalgui.core.biometrics.menagerie.corners`.
    goats
        The statistic and the p of Kruskal-Wallis over genuine scores by subject; NaN for none.
    """

    subjects: NDArray[np.intp]
    genuine: NDArray[np.float64]
    impostor: NDArray[np.float64]
    comparisons: NDArray[np.int64]
    corners: Mapping[str, Corner]
    goats: tuple[float, float]


def lacks_probes(snapshot: Snapshot) -> bool:
    """Return whether no columns say which probe and which reference a row compares."""
    dataset = snapshot.dataset
    subjects = None if dataset is None else dataset.subjects
    return subjects is None or not subjects.is_two_sided


def lacks_subjects(snapshot: Snapshot) -> bool:
    """Return whether nothing says of whom the rows are."""
    return snapshot.dataset is None or snapshot.dataset.subjects is None


def has_rows(snapshot: Snapshot) -> bool:
    """Return whether each row is one comparison with a score, of two classes."""
    dataset = snapshot.dataset
    return snapshot.ranking is not None and dataset is not None and dataset.row_counts is None


def searched(snapshot: Snapshot) -> Searched:
    """Return what searches say, of rows with probe, reference and score."""
    return keep(_ranking(snapshot), _SEARCHES, lambda: _searched(snapshot))


def has_searched(snapshot: Snapshot) -> bool:
    """Return whether `searched` is known, or takes no time."""
    return _is_quick(snapshot) or _SEARCHES in _ranking(snapshot).calibrated


def of_threshold(snapshot: Snapshot) -> float:
    """Return the threshold where higher scores speak for the candidate, as of `searched`."""
    assert snapshot.point is not None  # noqa: S101 - who calls it has looked
    threshold = snapshot.point.threshold
    return threshold if _ranking(snapshot).score.higher_is_positive else -threshold


def menagerie(snapshot: Snapshot) -> Menagerie:
    """Return what comparisons say of subjects, of rows with subjects and scores."""
    return keep(_ranking(snapshot), _ZOO, lambda: _menagerie(snapshot))


def has_menagerie(snapshot: Snapshot) -> bool:
    """Return whether `menagerie` is known, or takes no time."""
    return _is_quick(snapshot) or _ZOO in _ranking(snapshot).calibrated


def false_matches(snapshot: Snapshot) -> tuple[NDArray[np.int64], Dispersion]:
    """Return the false matches of each subject of `menagerie`, and how far those of all gather.

    It looks at every row.
    """
    ranking, point, subjects = _ranking(snapshot), snapshot.point, _subjects(snapshot)
    assert point is not None  # noqa: S101 - who calls it has looked
    known, dataset = menagerie(snapshot), snapshot.dataset
    assert dataset is not None  # noqa: S101 - who calls it has looked
    values, is_higher = np.asarray(ranking.score.values), ranking.score.higher_is_positive
    called = is_called_positive(values, point.threshold, higher_is_positive=is_higher)
    called &= (dataset.truth != snapshot.positive) & np.isfinite(values)
    wrong = replace(subjects, codes=tuple(codes[called] for codes in subjects.codes))
    counted = wrong.summed(np.ones(len(wrong))).astype(np.int64)
    errors = np.append(counted, np.zeros(len(known.comparisons) - len(counted), dtype=np.int64))
    return errors[known.subjects], dispersion(errors, known.comparisons)


def _searched(snapshot: Snapshot) -> Searched:
    ranking, dataset, subjects = _ranking(snapshot), snapshot.dataset, _subjects(snapshot)
    assert dataset is not None  # noqa: S101 - who calls it has looked
    values = np.asarray(ranking.score.values, dtype=np.float64)
    known = ~np.isnan(values)
    probes, references = subjects.codes[subjects.probe], subjects.codes[1 - subjects.probe]
    is_probe, is_reference = (
        np.bincount(codes[known], minlength=subjects.n_subjects) > 0
        for codes in (probes, references)
    )
    probe = (np.cumsum(is_probe) - 1)[probes[known]]
    sign = 1.0 if ranking.score.higher_is_positive else -1.0
    is_mate = dataset.truth[known] == snapshot.positive
    given = probe, sign * values[known], is_mate
    try:
        strict = searches(*given)
    except ValueError as error:
        return Searched(None, None, sentence_of(error), 0)
    has_mate = np.bincount(probes[known][is_mate], minlength=subjects.n_subjects) > 0
    missing = int(np.count_nonzero(is_probe & is_reference & ~has_mate))
    return Searched(strict, searches(*given, is_optimistic=True), "", missing)


def _rows(snapshot: Snapshot) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return scores of which higher ones speak for the class, and the rows of each class."""
    ranking, dataset = _ranking(snapshot), snapshot.dataset
    assert dataset is not None  # noqa: S101 - who calls it has looked
    values = np.asarray(ranking.score.values, dtype=np.float64)
    known, is_genuine = np.isfinite(values), dataset.truth == snapshot.positive
    sign = 1.0 if ranking.score.higher_is_positive else -1.0
    higher = np.where(known, sign * values, 0.0)
    return higher, known & is_genuine, known & ~is_genuine


def _menagerie(snapshot: Snapshot) -> Menagerie:
    subjects, ranking = _subjects(snapshot), _ranking(snapshot)
    higher, genuine, impostor = _rows(snapshot)
    sizes = [subjects.summed(rows.astype(np.float64)) for rows in (genuine, impostor)]
    both = (sizes[0] > 0) & (sizes[1] > 0)
    means = [
        subjects.summed(np.where(rows, higher, 0.0))[both] / n[both]
        for rows, n in zip((genuine, impostor), sizes, strict=True)
    ]
    sign = 1.0 if ranking.score.higher_is_positive else -1.0
    return Menagerie(
        np.flatnonzero(both),
        sign * means[0],
        sign * means[1],
        sizes[1].astype(np.int64),
        corners(*means),
        goats(higher[genuine], subjects.codes[0][genuine]),
    )


def _ranking(snapshot: Snapshot) -> Ranking:
    assert snapshot.ranking is not None  # noqa: S101 - who calls it has looked
    return snapshot.ranking


def _subjects(snapshot: Snapshot) -> Subjects:
    dataset = snapshot.dataset
    assert dataset is not None  # noqa: S101 - who calls it has looked
    assert dataset.subjects is not None  # noqa: S101 - likewise
    return dataset.subjects


def _is_quick(snapshot: Snapshot) -> bool:
    return snapshot.dataset is not None and snapshot.dataset.n <= _QUICK


def _next_part(snapshot: Snapshot) -> Part | None:
    if not has_rows(snapshot) or lacks_subjects(snapshot):
        return None
    if not lacks_probes(snapshot) and not has_searched(snapshot):
        return Part(phrase("ranking the mates of searches"), lambda of, _look: searched(of))
    if not has_menagerie(snapshot):
        return Part(phrase("taking subjects together"), lambda of, _look: menagerie(of))
    return None


def known(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return which of both are known; nothing where there are none."""
    dataset = snapshot.dataset
    if dataset is None or dataset.subjects is None or not has_rows(snapshot):
        return ()
    return not lacks_probes(snapshot) and has_searched(snapshot), has_menagerie(snapshot)


PEOPLE = Source(
    phrase("finding out what comparisons say of people"),
    _next_part,
    lambda snapshot: (snapshot.dataset,),
    phrase("Comparisons"),
    known,
)
"""Both, worked out in the background."""
