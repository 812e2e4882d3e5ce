"""How sure the area of each class against the rest is: one at a time, when it is asked for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.measured import Interval
from evalgui.core.ranked import Ranked
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.summary_intervals import of_area
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.multiclass.class_scores import ClassScores
    from evalgui.core.sampling import Sampling
    from evalgui.core.subjects import Subjects

MOST_ROWS = 50_000
"""More rows would be sorted for too long, class by class, while somebody looks."""

TOO_MANY = phrase(
    "of more than {most_rows} rows it is told of the class that is assessed",
    most_rows=grouped(MOST_ROWS),
)


class ClassAreas:
    """The intervals of the areas of classes, each made when it is first asked for.

    Parameters
    ----------
    scores
        A score a class.
    settings
        The level, and the methods.
    sampling
        How the rows came into the data.
    subjects
        Whose the rows are; None where nobody knows.
    """

    def __init__(
        self,
        scores: ClassScores,
        settings: IntervalSettings,
        sampling: Sampling,
        subjects: Subjects | None = None,
    ) -> None:
        self._scores, self._settings, self._sampling = scores, settings, sampling
        self._subjects = subjects if sampling.draws_subjects else None
        self._known: dict[int, Interval] = {}

    def __call__(self, index: int) -> Interval:
        """Return the interval of the area of a class, by its index."""
        if index not in self._known:
            self._known[index] = self._of(index)
        return self._known[index]

    def _of(self, index: int) -> Interval:
        if self._scores.n > MOST_ROWS:
            return Interval(self._settings.level, "", math.nan, math.nan, reason=TOO_MANY)
        table, scores, whose = self._scores.table(index), self._scores, None
        if self._subjects is not None:
            given = scores.columns[index], self._subjects, scores.truth == index
            whose = RankedSubjects.of_rows(*given, higher_is_positive=True)
        return of_area(Ranked(table, table.steps, whose), self._settings, self._sampling)
