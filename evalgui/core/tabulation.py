"""From the rows of a data set, single or counted, to what is computed of a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.probabilities import Probabilities
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.ranking_metrics import NO_SCORES
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.open_bins import OpenBins
    from evalgui.core.subjects import Subjects


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
        table = ScoreTable.from_counts(
            score.values, *counts, higher_is_positive=higher, unit=dataset.unit
        )
        by_subject = dataset.sampling is Sampling.BY_SUBJECT
        subjects = dataset.subjects if by_subject else None
        bins = open_bins(score, counts, dataset.unit, subjects)
        if bins is not None:
            table.lie_in(bins)
        return table
    return ScoreTable(score.values, dataset.is_positive(positive), higher_is_positive=higher)


def open_bins(
    score: Score,
    counts: tuple[NDArray[np.int64], NDArray[np.int64]],
    unit: float,
    subjects: Subjects | None,
) -> OpenBins | None:
    """Return the bins of a score; None where each holds one score, or there are none.

    Parameters
    ----------
    score
        The score.
    counts
        How many positive and how many negative instances each row stands for.
    unit
        As of `Dataset`.
    subjects
        Whose the rows are, where subjects were drawn; else None.
    """
    if score.other_edge is None:
        return None
    from evalgui.core.open_bins import OpenBins  # when there are some

    ends = [np.asarray(one, np.float64) for one in (score.values, score.other_edge.values)]
    low, high = np.minimum(*ends), np.maximum(*ends)
    if not (low < high).any():
        return None
    return OpenBins(low, high, *counts, score.higher_is_positive, unit, subjects)


def table_of_calls(counts: Counts) -> ScoreTable:
    """Return the calls of a file as scores of 1 and 0.

    Parameters
    ----------
    counts
        Scalars.
    """
    positives, negatives = (
        np.array(pair) for pair in ((counts.tp, counts.fn), (counts.fp, counts.tn))
    )
    return ScoreTable.from_counts([1.0, 0.0], positives, negatives)


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


def subjects_of(
    dataset: Dataset, score: Score, positive: int | None = None
) -> RankedSubjects | None:
    """Return whose the rows with a score are; None where subjects were not drawn, or unknown.

    Parameters are those of `tabulate`.
    """
    subjects = dataset.subjects
    if subjects is None or dataset.sampling is not Sampling.BY_SUBJECT:
        return None
    higher, counts = score.higher_is_positive, dataset.counts_of_rows(positive)
    truth = dataset.is_positive(positive) if counts is None else counts
    return RankedSubjects.of_rows(score.values, subjects, truth, higher_is_positive=higher)


def subjects_of_calls(dataset: Dataset, positive: int) -> RankedSubjects | None:
    """Return whose the rows are that the file calls, the positive calls before the others.

    Parameters
    ----------
    dataset
        The rows, each one instance.
    positive
        The class against the rest, an index.

    Returns
    -------
    RankedSubjects or None
        None where subjects were not drawn, nobody knows whose the rows are, or none is called.
    """
    subjects, predicted = dataset.subjects, dataset.predicted
    by_subject = dataset.sampling is Sampling.BY_SUBJECT
    if subjects is None or predicted is None or not by_subject:
        return None
    calls = np.where(predicted < 0, np.nan, (predicted == positive).astype(np.float64))
    truth = dataset.is_positive(positive)
    return RankedSubjects.of_rows(calls, subjects, truth, higher_is_positive=True)


def no_probabilities(score: Score, table: ScoreTable) -> str:
    """Return why scores are no probabilities, "" where they are."""
    if not table.n:
        return NO_SCORES
    ascending = table.steps.ascending
    low, high = (ascending[0], ascending[-2])
    if not score.higher_is_positive:
        low, high = ascending[1], ascending[-1]
    # Neither the edge of a bin nor a difference from a base is a probability.
    if score.other_edge is not None:
        return phrase("scores are missing, or only known to lie in a bin: no probabilities")
    is_within = 0 <= low <= high <= 1 and not score.base
    return "" if is_within else phrase("a score is not in [0, 1]: no probabilities")
