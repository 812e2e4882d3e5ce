"""Whether a score runs the way it is said to run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset

_CHANCE = 0.5
_SAMPLE = 200_000
_GLANCE = 10_000
_DEVIATIONS = 2.0
_BEYOND_DOUBT = 10.0
_MOST_VALUES = 2_000_000  # whose medians are found while somebody waits


@dataclass(frozen=True, slots=True)
class Separation:
    """How a score separates two classes.

    Parameters
    ----------
    auc
        The area under the ROC curve, exact, in [0, 1].
    deviation
        The standard deviation that the Mann-Whitney statistic has by chance; infinite where
        a class has no scores.
    """

    auc: float
    deviation: float

    @property
    def is_clear(self) -> bool:
        """Whether the area is below 0.5 by more than chance explains: two deviations."""
        return self.auc < _CHANCE - _DEVIATIONS * self.deviation

    @property
    def is_above_beyond_doubt(self) -> bool:
        """Whether the area is so far above 0.5 that more rows cannot change it."""
        return self.auc > _CHANCE + _BEYOND_DOUBT * self.deviation


def below_chance(
    values: NDArray[np.floating], is_positive: NDArray[np.bool_], *, higher_is_positive: bool
) -> Separation | None:
    """Return the AUC of a score where it is below 0.5; None where it is not, or undefined.

    Of a long column, a part decides whether the whole is worth a sort: only where it is
    clearly below 0.5 there, the whole is looked at. A glance will do where that leaves no
    doubt.

    Parameters
    ----------
    values : (n,) array of float
        The scores; NaN where there is none.
    is_positive : (n,) array of bool
        The true classes.
    higher_is_positive
        How the score is said to run.
    """
    for rows in _samples(len(values)):
        part = ScoreTable(values[rows], is_positive[rows], higher_is_positive=higher_is_positive)
        if not _may_be_below(_separation(part), rows):
            return None
    return below_chance_sorted(
        ScoreTable(values, is_positive, higher_is_positive=higher_is_positive)
    )


def below_chance_counted(
    values: NDArray[np.floating],
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    *,
    higher_is_positive: bool,
) -> Separation | None:
    """Return what `below_chance` does for scores with how many of each class have them."""
    columns = (values, positives, negatives)
    for rows in _samples(len(values)):
        drawn = (column[rows] for column in columns)
        part = ScoreTable.from_counts(*drawn, higher_is_positive=higher_is_positive)
        if not _may_be_below(_separation(part), rows):
            return None
    return below_chance_sorted(
        ScoreTable.from_counts(*columns, higher_is_positive=higher_is_positive)
    )


def _samples(n: int) -> Iterator[NDArray[np.intp]]:
    """Yield a few of n rows and then more, the same each time; none where n is too few."""
    if n > 2 * _SAMPLE:
        # Drawn by chance, not every so many rows: classes may take turns.
        draw = np.random.default_rng(0)
        for size in (_GLANCE, _SAMPLE):
            yield draw.integers(n, size=size)


def _may_be_below(part: Separation, rows: NDArray[np.intp]) -> bool:
    """Return whether the whole may be below 0.5, for what a part of it shows."""
    return part.is_clear if len(rows) == _SAMPLE else not part.is_above_beyond_doubt


def below_chance_sorted(table: ScoreTable) -> Separation | None:
    """Return what `below_chance` does for scores that are sorted by now."""
    whole = _separation(table)
    return whole if whole.auc < _CHANCE else None


def _separation(table: ScoreTable) -> Separation:
    """Return the AUC of these scores; NaN where a class has none.

    References
    ----------
    Mann and Whitney (1947): the variance of U is n m (n + m + 1) / 12.
    """
    n_pairs = table.n_positive * table.n_negative
    deviation = np.sqrt((table.n + 1) / (12.0 * n_pairs)) if n_pairs else np.inf
    return Separation(table.auc, float(deviation))


def medians_of_classes(dataset: Dataset) -> list[list[float]]:
    """Return the median of each score in each class, as what is seen of a class before a curve.

    Parameters
    ----------
    dataset
        A data set with rows.

    Returns
    -------
    list of list of float
        For each score, one number a class, in the unit of the score; NaN where a class has no
        score. Empty where rows count several instances, or where it would take long.
    """
    if dataset.row_counts is not None or dataset.n * len(dataset.scores) > _MOST_VALUES:
        return []
    members = [dataset.truth == place for place in range(dataset.n_classes)]
    return [[_median(score.values[of]) for of in members] for score in dataset.scores]


def _median(values: NDArray[np.floating]) -> float:
    known = values[~np.isnan(values)]
    return float(np.median(known)) if known.size else float("nan")
