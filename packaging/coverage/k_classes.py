"""Three and five classes together: accuracy, kappa, correlation, averages over the classes."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import ndtr
from tally import LEVEL, Column, Tally

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.intervals.cells_of_subjects import CellsOfSubjects
from evalgui.core.intervals.k_classes import IntervalsOfClasses
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.metrics import DEFAULT_PARAMETERS
from evalgui.core.multiclass import MulticlassSettings, Over, matrix_metric_by_id
from evalgui.core.sampling import Sampling
from evalgui.core.subjects import Subjects

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.multiclass import OverallMetric

NAME = "k-classes"
MEASURES = (
    *("SMC_K", "KAPPA_K", "KAPPA_LINEAR", "KAPPA_QUADRATIC", "MCC_K", "BACC"),
    *("MACRO_P", "MACRO_R", "F_MACRO", "WEIGHTED_F", "MICRO_F", "MICRO_J"),
)
SIZES = (60, 200)
SHARES = {
    3: {"equal": (1, 1, 1), "unequal": (6, 3, 1)},
    5: {"equal": (1, 1, 1, 1, 1), "unequal": (40, 25, 20, 10, 5)},
}
RECALLS = {"high": (0.95, 0.95), "falling": (0.95, 0.5)}
"""Of the first class and of the last one, evenly between; each class errs into all others alike."""
FEWEST = 5  # expected in the smallest class
SUBJECTS = (40, 100)
ROWS = 5  # of each subject
ALIKE = 0.9  # of the rows of a subject are surely of the subject's own class
LEAN = 0.5  # of the variance of what decides whether a row is called right is that of the subject
_LARGE = 10**9  # rows, of which the shares and the recalls are whole numbers


def cells() -> list[dict[str, Any]]:
    """Return what each cell is."""
    found = []
    for sampling, (k, of_classes) in product(
        (Sampling.COHORT, Sampling.CASE_CONTROL), SHARES.items()
    ):
        for n, shares, recalls in product(SIZES, of_classes, RECALLS):
            if n * min(_shares(k, shares)) >= FEWEST:
                where = {"sampling": sampling.value, "classes": k, "n": n}
                found.append({**where, "shares": shares, "recalls": recalls})
    for n_subjects, (k, of_classes) in product(SUBJECTS, SHARES.items()):
        for shares, recalls in product(of_classes, RECALLS):
            if n_subjects * min(_shares(k, shares)) >= FEWEST:
                where = {"sampling": "by subject", "classes": k, "subjects": n_subjects}
                found.append({**where, "shares": shares, "recalls": recalls})
    return found


def columns() -> list[Column]:
    """Return what is looked at."""
    found = []
    for metric in _metrics():
        cohort, fixed, of_subjects = (_label(metric, sampling) for sampling in Sampling)
        label = cohort if fixed == cohort else f"{cohort}; case-control: {fixed}"
        found.append(Column(metric.name, f"{label}; by subject: {of_subjects}"))
    return found


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each interval holds the truth."""
    k, sampling = cell["classes"], Sampling(cell["sampling"].replace(" ", "-"))
    n = cell["subjects"] * ROWS if sampling.draws_subjects else cell["n"]
    shares, calls = _shares(k, cell["shares"]), _calls(k, cell["recalls"])
    limits = []
    for _ in range(n_replicates):
        if sampling.draws_subjects:
            rows = _rows_of_subjects(cell, random)
            matrix = ConfusionMatrix.from_codes(*rows[:2], tuple("abcde"[:k]))
            limits.append(_limits(matrix, sampling, CellsOfSubjects.of_rows(matrix, *rows)))
            continue
        if sampling is Sampling.COHORT:
            counts = random.multinomial(n, (shares[:, np.newaxis] * calls).ravel()).reshape(k, k)
        else:
            sizes = np.round(shares * n).astype(np.int64)
            counts = random.multinomial(sizes, calls)
        limits.append(_limits(_matrix(counts), sampling))
    # Sizes that were chosen are the truth of a case-control file.
    weights = np.round(shares * n) if sampling.fixes_shares else shares * n
    every = np.round(weights[:, np.newaxis] / weights.sum() * calls * _LARGE).astype(np.int64)
    large, once = _matrix(every), np.ones(n_replicates, dtype=np.int64)
    found = {}
    for number, metric in enumerate(_metrics()):
        found[number] = Tally()
        truth = metric.value(large, _taken(k))
        found[number].add(np.array(limits)[:, number], truth, once)
    return found


def _rows_of_subjects(
    cell: dict[str, Any], random: np.random.Generator
) -> tuple[NDArray[np.intp], NDArray[np.intp], Subjects]:
    """Return what the rows of subjects are and are called, each as any row is by itself."""
    k, n_subjects = cell["classes"], cell["subjects"]
    shares, calls = _shares(k, cell["shares"]), _calls(k, cell["recalls"])
    whose = np.repeat(np.arange(n_subjects, dtype=np.int32), ROWS)
    own, n = random.choice(k, size=n_subjects, p=shares), len(whose)
    truth = np.where(random.random(n) < ALIKE, own[whose], random.choice(k, size=n, p=shares))
    lean = LEAN**0.5 * random.standard_normal(n_subjects)[whose]
    place = ndtr(lean + (1 - LEAN) ** 0.5 * random.standard_normal(n))
    # The right class comes first, so that a subject who is hard to call is so for every class.
    order = (np.arange(k)[:, np.newaxis] + np.arange(k)) % k
    upto = np.take_along_axis(calls, order, axis=1).cumsum(axis=1)[:, :-1]
    called = order[truth, (place[:, np.newaxis] > upto[truth]).sum(axis=1)]
    return truth, called, Subjects((whose,), ("subject",))


@cache
def _metrics() -> tuple[OverallMetric[ConfusionMatrix], ...]:
    return tuple(map(matrix_metric_by_id, MEASURES))


def _label(metric: OverallMetric[ConfusionMatrix], sampling: Sampling) -> str:
    """Return the label of what makes the interval of a measure."""
    counts = np.array([[40, 3, 2], [4, 25, 6], [1, 5, 14]])
    matrix, subjects = _matrix(counts), None
    if sampling.draws_subjects:
        truth, called = np.divmod(np.repeat(np.arange(counts.size), counts.ravel()), 3)
        whose = Subjects((np.arange(len(truth), dtype=np.int32),), ("subject",))
        subjects = CellsOfSubjects.of_rows(matrix, truth, called, whose)
    return _intervals(matrix, sampling, subjects)[metric.id].method


def _limits(
    matrix: ConfusionMatrix, sampling: Sampling, subjects: CellsOfSubjects | None = None
) -> list[tuple[float, float]]:
    intervals = _intervals(matrix, sampling, subjects)
    return [(intervals[name].lower, intervals[name].upper) for name in MEASURES]


def _intervals(
    matrix: ConfusionMatrix, sampling: Sampling, subjects: CellsOfSubjects | None
) -> IntervalsOfClasses:
    taken = _taken(len(matrix))
    measured = {metric.id: metric.measured(matrix, taken) for metric in _metrics()}
    settings = IntervalSettings(LEVEL)
    given = measured, taken, DEFAULT_PARAMETERS, settings, sampling, subjects
    return IntervalsOfClasses(matrix, *given)


@cache
def _taken(k: int) -> MulticlassSettings:
    """Return that all classes are taken in, in the order of their names."""
    return MulticlassSettings(Over.ALL, order=tuple("abcde"[:k]))


def _matrix(counts: NDArray[np.int64]) -> ConfusionMatrix:
    return ConfusionMatrix(tuple("abcde"[: len(counts)]), counts)


def _shares(k: int, name: str) -> NDArray[np.float64]:
    parts = np.array(SHARES[k][name], dtype=np.float64)
    return np.asarray(parts / parts.sum())


def _calls(k: int, name: str) -> NDArray[np.float64]:
    """Return how each class is called: (K, K), rows sum up to 1."""
    first, last = RECALLS[name]
    recalls = np.linspace(first, last, k)
    rest = np.repeat((1 - recalls)[:, np.newaxis] / (k - 1), k, axis=1)
    return np.where(np.eye(k, dtype=bool), recalls[:, np.newaxis], rest)
