"""From the rows of a data set, single or counted, to what is computed of a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.probabilities import Probabilities
from evalgui.core.score_table import ScoreTable

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset, Score


def tabulate(dataset: Dataset, score: Score, positive: int | None = None) -> ScoreTable:
    """Sort a score of a data set.

    Parameters
    ----------
    dataset
        The rows.
    score
        The score, with its direction for the class.
    positive
        The class against the rest, an index; None means the one of the data set.
    """
    higher = score.higher_is_positive
    counts = dataset.counts_of_rows(positive)
    if counts is not None:
        return ScoreTable.from_counts(score.values, *counts, higher_is_positive=higher)
    return ScoreTable(score.values, dataset.is_positive(positive), higher_is_positive=higher)


def probabilities_of(dataset: Dataset, score: Score, positive: int | None = None) -> Probabilities:
    """Take a score of a data set for the probability of the positive class.

    Parameters are those of `tabulate`.
    """
    higher = score.higher_is_positive
    counts = dataset.counts_of_rows(positive)
    if counts is not None:
        return Probabilities.from_counts(score.values, *counts, higher_is_positive=higher)
    truth = dataset.is_positive(positive)
    return Probabilities.from_scores(score.values, truth, higher_is_positive=higher)
