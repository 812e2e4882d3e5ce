"""What the scores of a class say without a threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.biometrics.equal_error_rate import EqualErrorRate
    from evalgui.core.dataset import Score
    from evalgui.core.measured import Measured
    from evalgui.core.score_table import ScoreTable


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """What the scores say without a threshold: the sorted table and its measures.

    Parameters
    ----------
    score
        The score, with its direction for the class that is assessed.
    table
        The score, sorted.
    measured
        The measures of `RANKING_METRICS` and of `PROBABILITY_METRICS` by their ids.
    taken_at
        The threshold at which a value is taken, by the id of its measure.
    equal_error_rate
        Where both error rates cross, with what is attainable around it.
    are_probabilities
        Whether every score is in [0, 1], and known better than by the bin that it lies in.
    """

    score: Score
    table: ScoreTable
    measured: Mapping[str, Measured]
    taken_at: Mapping[str, float]
    equal_error_rate: EqualErrorRate
    are_probabilities: bool

    def value(self, metric_id: str) -> float:
        """Return the value of a measure by its id, NaN where it is undefined."""
        return self.measured[metric_id].value
