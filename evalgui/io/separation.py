"""Whether a score runs the way it is said to run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.score_table import ScoreTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CHANCE = 0.5
_SAMPLE = 200_000
_DEVIATIONS = 2.0


@dataclass(frozen=True, slots=True)
class Separation:
    """How a score separates two classes.

    Parameters
    ----------
    auc
        The area under the ROC curve, exact, in [0, 1].
    is_clear
        Whether it is below 0.5 by more than chance explains: by two standard deviations of
        the Mann-Whitney statistic.
    """

    auc: float
    is_clear: bool


def below_chance(
    values: NDArray[np.floating], is_positive: NDArray[np.bool_], *, higher_is_positive: bool
) -> Separation | None:
    """Return the AUC of a score where it is below 0.5; None where it is not, or undefined.

    Of a long column, a part decides whether the whole is worth a sort: only where it is
    clearly below 0.5 there, the whole is looked at.

    Parameters
    ----------
    values : (n,) array of float
        The scores; NaN where there is none.
    is_positive : (n,) array of bool
        The true classes.
    higher_is_positive
        How the score is said to run.
    """
    rows = _sample(len(values))
    if rows is not None:
        part = ScoreTable(values[rows], is_positive[rows], higher_is_positive=higher_is_positive)
        if not _separation(part).is_clear:
            return None
    return _below_chance(ScoreTable(values, is_positive, higher_is_positive=higher_is_positive))


def below_chance_counted(
    values: NDArray[np.floating],
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    *,
    higher_is_positive: bool,
) -> Separation | None:
    """Return what `below_chance` does for scores with how many of each class have them."""
    columns = (values, positives, negatives)
    rows = _sample(len(values))
    if rows is not None:
        drawn = (column[rows] for column in columns)
        part = ScoreTable.from_counts(*drawn, higher_is_positive=higher_is_positive)
        if not _separation(part).is_clear:
            return None
    return _below_chance(ScoreTable.from_counts(*columns, higher_is_positive=higher_is_positive))


def _sample(n: int) -> NDArray[np.intp] | None:
    """Return some of n rows, the same each time; None where there are too few for it."""
    if n <= 2 * _SAMPLE:
        return None
    # Drawn by chance, not every so many rows: classes may take turns.
    return np.random.default_rng(0).integers(n, size=_SAMPLE)


def _below_chance(table: ScoreTable) -> Separation | None:
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
    auc = table.auc
    return Separation(auc, is_clear=bool(auc < _CHANCE - _DEVIATIONS * deviation))
