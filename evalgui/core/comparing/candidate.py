"""A score as it is compared: with its threshold, the truth of its rows, and whose they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.consequences.settings import NO_RISKS
from evalgui.core.errors import DataError
from evalgui.core.intervals.delong import ranked_area
from evalgui.core.intervals.summaries_of_subjects import area_of_subjects
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable, is_called_positive
from evalgui.core.tabulation import open_bins
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.consequences.settings import AtRisks
    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.intervals.delong import RankedArea
    from evalgui.core.open_bins import OpenBins
    from evalgui.core.subjects import Subjects


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A score with the threshold at which it is compared, and the truth of its rows.

    Parameters
    ----------
    name
        What to call it.
    score
        n values, with their direction.
    threshold
        Beside the values of the score.
    positives, negatives : (n,) arrays of integers
        How many positive and how many negative instances each row stands for.
    sampling
        How the rows came into the data.
    subjects : of n rows
        Whose they are, where subjects were drawn and that is known; else None.
    unit
        As of `Dataset`: with other than 1 the rows have weights that are no counts.
    at_risks
        What is asked about net benefit.
    """

    name: str
    score: Score
    threshold: float
    positives: NDArray[np.integer]
    negatives: NDArray[np.integer]
    sampling: Sampling = Sampling.COHORT
    subjects: Subjects | None = None
    unit: float = 1.0
    at_risks: AtRisks = NO_RISKS

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - all that one is made of
        cls,
        name: str,
        dataset: Dataset,
        positive: int | None,
        score: Score,
        threshold: float,
        at_risks: AtRisks = NO_RISKS,
    ) -> Candidate:
        """Return a score of a data set, with one class against the rest."""
        counts = dataset.counts_of_rows(positive)
        if counts is None:
            truth = dataset.is_positive(positive)
            counts = truth.astype(np.int64), (~truth).astype(np.int64)
        by_subject = dataset.sampling is Sampling.BY_SUBJECT
        subjects = dataset.subjects if by_subject else None
        return cls(
            name, score, threshold, *counts, dataset.sampling, subjects, dataset.unit, at_risks
        )

    def require_counts(self) -> None:
        """Refuse to compare rows with weights that are not whole; raise DataError."""
        if self.unit != 1:
            message = phrase("{no_counts}, which tests of differences need", no_counts=NO_COUNTS)
            raise DataError(message, where=self.name, hint=phrase("Compare without weights"))

    def of_rows(self, rows: NDArray[Any]) -> Candidate:
        """Return it with some of its rows, by a mask or by their places."""
        return replace(
            self,
            score=self.score.taken(rows),
            positives=self.positives[rows],
            negatives=self.negatives[rows],
            subjects=None if self.subjects is None else self.subjects.taken(rows),
        )

    @property
    def bins(self) -> OpenBins | None:
        """The bins that the score is only known to lie in; None where none is open."""
        counts = self.positives.astype(np.int64), self.negatives.astype(np.int64)
        return open_bins(self.score, counts, self.unit, self.subjects)

    def in_order(self, *, is_best: bool) -> Candidate:
        """Return it in the best, or the worst, order that bins allow.

        Each row is two, the first half of which has the positives, the other the negatives.
        """
        bins, values, threshold = self.bins, np.tile(self.score.values, 2), self.threshold
        if bins is not None:
            values, threshold = bins.in_order(is_best=is_best), bins.place_of(threshold)
        rows = np.tile(np.arange(len(self.positives)), 2)
        return replace(
            self,
            score=replace(self.score, values=values, other_edge=None),
            threshold=threshold,
            positives=np.concatenate([self.positives, np.zeros_like(self.positives)]),
            negatives=np.concatenate([np.zeros_like(self.negatives), self.negatives]),
            subjects=None if self.subjects is None else self.subjects.taken(rows),
            at_risks=NO_RISKS,
        )

    @property
    def by_subject(self) -> bool:
        """Whether subjects were drawn, whose rows depend on each other."""
        return self.sampling is Sampling.BY_SUBJECT

    @property
    def has_single_rows(self) -> bool:
        """Whether each row stands for one instance."""
        return bool(np.all(self.positives + self.negatives == 1))

    @property
    def has_score(self) -> NDArray[np.bool_]:
        """Whether each row has a score."""
        return np.asarray(~np.isnan(self.score.values))

    @property
    def n_instances(self) -> int:
        """How many instances its rows stand for."""
        return int(np.sum(self.positives, dtype=np.int64) + np.sum(self.negatives, dtype=np.int64))

    @property
    def called(self) -> NDArray[np.bool_]:
        """Whether each row is called positive."""
        higher = self.score.higher_is_positive
        return is_called_positive(self.score.values, self.threshold, higher_is_positive=higher)

    @property
    def table(self) -> ScoreTable:
        """The score, sorted."""
        higher = self.score.higher_is_positive
        counts = (self.positives, self.negatives)
        return ScoreTable.from_counts(self.score.values, *counts, higher_is_positive=higher)

    def area_of(self, table: ScoreTable) -> RankedArea:
        """Return the area of its table, with the variance that subjects give it where known."""
        area, higher = ranked_area(table), self.score.higher_is_positive
        if self.subjects is None:
            return area
        counts = self.positives.astype(np.int64), self.negatives.astype(np.int64)
        values = self.score.values
        ranked = RankedSubjects.of_rows(values, self.subjects, counts, higher_is_positive=higher)
        return area_of_subjects(area, table.steps, ranked)
