"""What the measures of a ranking are functions of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.areas import precision_recall_areas
from evalgui.core.biometrics.equal_error_rate import EqualErrorRate, equal_error_rate
from evalgui.core.intervals.average_precision import jackknife_variances
from evalgui.core.intervals.delong import ranked_area
from evalgui.core.intervals.subjects import degrees_of_subjects, jackknife_of_each
from evalgui.core.intervals.summaries_of_subjects import (
    area_of_subjects,
    average_precision_of_each,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.intervals.average_precision import Variances
    from evalgui.core.intervals.delong import RankedArea
    from evalgui.core.intervals.summaries_of_subjects import AreaOfSubjects
    from evalgui.core.ranked_subjects import RankedSubjects
    from evalgui.core.score_table import ScoreTable, Steps


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class Ranked:
    """What a measure of a ranking is a function of; what several of them need is made once.

    Parameters
    ----------
    table
        The scores, sorted.
    steps
        Its operating points.
    subjects
        Whose its rows are, where subjects were drawn; else None.
    """

    table: ScoreTable
    steps: Steps
    subjects: RankedSubjects | None = None

    @cached_property
    def precision_recall_areas(self) -> tuple[float, float, float]:
        """The area under the precision-recall curve by steps, by counts and by straight lines."""
        return precision_recall_areas(self.steps)

    @cached_property
    def equal_error_rate(self) -> EqualErrorRate:
        """Where both error rates cross."""
        return equal_error_rate(self.steps)

    @cached_property
    def area(self) -> RankedArea:
        """The area under the ROC curve, with what its variance is made of."""
        return ranked_area(self.table)

    @cached_property
    def area_of_subjects(self) -> AreaOfSubjects | None:
        """The same with the variance that subjects give it; None where none were drawn."""
        if self.subjects is None:
            return None
        return area_of_subjects(self.area, self.steps, self.subjects)

    @cached_property
    def average_precision_variances(self) -> Variances:
        """The variances of average precision from leaving out each row."""
        return jackknife_variances(self.steps)

    @cached_property
    def average_precision_variance_of_subjects(self) -> float:
        """The variance of average precision that subjects give it; NaN where none were drawn."""
        return jackknife_of_each(self._average_precision_of_each)

    @property
    def average_precision_degrees(self) -> float:
        """How many degrees of freedom that variance has, where subjects were drawn."""
        each = self._average_precision_of_each
        sizes = () if self.subjects is None else self.subjects.sizes
        has_rows = np.any([of_class > 0 for of_class in sizes], axis=0)
        return degrees_of_subjects(each - each.mean(), [of_class[has_rows] for of_class in sizes])

    @cached_property
    def _average_precision_of_each(self) -> NDArray[np.float64]:
        if self.subjects is None:
            return np.empty(0)
        return average_precision_of_each(self.steps, self.subjects)
