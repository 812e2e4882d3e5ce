"""Three and five classes together: accuracy, kappa, correlation, averages over the classes."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from tally import LEVEL, Column, Tally

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.intervals.k_classes import IntervalsOfClasses
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.multiclass import MulticlassSettings, Over, matrix_metric_by_id
from evalgui.core.sampling import Sampling

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
    return found


def columns() -> list[Column]:
    """Return what is looked at."""
    found = []
    for metric in _metrics():
        names = [_label(metric, sampling) for sampling in (Sampling.COHORT, Sampling.CASE_CONTROL)]
        found.append(Column(metric.name, "; case-control: ".join(dict.fromkeys(names))))
    return found


def simulate(
    cell: dict[str, Any], n_replicates: int, random: np.random.Generator
) -> dict[int, Tally]:
    """Draw data sets and count how often each interval holds the truth."""
    k, n, sampling = cell["classes"], cell["n"], Sampling(cell["sampling"])
    shares, calls = _shares(k, cell["shares"]), _calls(k, cell["recalls"])
    limits = []
    for _ in range(n_replicates):
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


@cache
def _metrics() -> tuple[OverallMetric[ConfusionMatrix], ...]:
    return tuple(map(matrix_metric_by_id, MEASURES))


def _label(metric: OverallMetric[ConfusionMatrix], sampling: Sampling) -> str:
    """Return the label of what makes the interval of a measure."""
    matrix = _matrix(np.array([[40, 3, 2], [4, 25, 6], [1, 5, 14]]))
    return _intervals(matrix, sampling)[metric.id].method


def _limits(matrix: ConfusionMatrix, sampling: Sampling) -> list[tuple[float, float]]:
    intervals = _intervals(matrix, sampling)
    return [(intervals[name].lower, intervals[name].upper) for name in MEASURES]


def _intervals(matrix: ConfusionMatrix, sampling: Sampling) -> IntervalsOfClasses:
    taken = _taken(len(matrix))
    measured = {metric.id: metric.measured(matrix, taken) for metric in _metrics()}
    settings = IntervalSettings(LEVEL)
    return IntervalsOfClasses(matrix, measured, taken, settings=settings, sampling=sampling)


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
