"""What the scores of a class say without a threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.biometrics.equal_error_rate import EqualErrorRate
    from evalgui.core.dataset import Score
    from evalgui.core.score_table import ScoreTable


@dataclass(frozen=True, slots=True)
class Areas:
    """The areas under the curves, each under its own name; NaN where undefined.

    Parameters
    ----------
    roc_auc
        P(positive above negative) + P(equal) / 2.
    average_precision
        The step-wise area under the precision-recall curve.
    pr_auc_davis_goadrich
        The same area with the interpolation that counts imply (tharwat-2018, eq. 18).
    pr_auc_trapezoid
        The same area under straight lines: biased upward.
    """

    roc_auc: float
    average_precision: float
    pr_auc_davis_goadrich: float
    pr_auc_trapezoid: float


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """What the scores say without a threshold: the sorted table and its summaries.

    Parameters
    ----------
    score
        The score, with its direction for the class that is assessed.
    table
        The score, sorted.
    areas, equal_error_rate
        Its summaries.
    as_probability
        The measures of probabilities by their ids in lower case (``brier``, ``log_loss``,
        ``brier_skill``), where every score is in [0, 1]; empty where one is not, and where
        scores are only known to lie in a bin.
    """

    score: Score
    table: ScoreTable
    areas: Areas
    equal_error_rate: EqualErrorRate
    as_probability: Mapping[str, float]

    def summary(self, summary_id: str) -> float:
        """Return an area, a measure of probabilities or the ``eer`` by its id; NaN without one."""
        if summary_id == "eer":
            return self.equal_error_rate.value
        if summary_id in self.as_probability:
            return self.as_probability[summary_id]
        return float(getattr(self.areas, summary_id, math.nan))

    def undefined_reason(self, summary_id: str) -> str:
        """Return why a `summary` has no value, "" where it has one."""
        if not math.isnan(self.summary(summary_id)):
            return ""
        if not self.table.n:
            return "no row has a score"
        if not (hasattr(self.areas, summary_id) or summary_id in {"eer", *self.as_probability}):
            if self.score.other_edge is not None:
                return "scores are missing, or only known to lie in a bin: no probabilities"
            return "a score is not in [0, 1]: no probabilities"
        if self.table.n_positive:
            return phrase("no {actual_negatives}")
        return phrase("no {actual_positives}")
