"""How stable the choice of a rule is, and how much better it looks than it is: the value.

How it is found out stands in `evalgui.core.bootstrap.reselection`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.metrics import DEFAULT_PARAMETERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.metrics import Metric, Parameters
    from evalgui.core.rules.rule import Choice


@dataclass(frozen=True, slots=True, eq=False)
class Stability:
    """What became of a rule in the replicates.

    Parameters
    ----------
    choice
        What the rule chooses on all rows.
    n_replicates, seed
        How often rows were drawn, and where the random numbers began.
    thresholds : (R,) array of float
        What it chooses in each replicate, where that lies on an axis of scores: maybe infinite;
        NaN where it finds nothing there.
    outside : (R, 4) array of int64
        TP, FP, P and N of the rows that are not in a replicate, at the threshold that was
        chosen in it; all 0 where none was.
    error
        The standard error of what the rule makes as good as it can be, at the choice; NaN
        where it looks for something else.
    flat : tuple of (low, high)
        Runs of thresholds where that is within one standard error of the best, the lowest
        first; of each the end that calls more rows is left out. Empty where there is none.
    """

    choice: Choice
    n_replicates: int
    seed: int
    thresholds: NDArray[np.float64]
    outside: NDArray[np.int64]
    error: float
    flat: tuple[tuple[float, float], ...]

    def apparent(self, metric: Metric, parameters: Parameters = DEFAULT_PARAMETERS) -> float:
        """Return a measure at the choice, of the rows that it was made on."""
        counts = self.choice.counts
        return math.nan if counts is None else float(metric.value(counts, parameters))

    def expected(self, metric: Metric, parameters: Parameters = DEFAULT_PARAMETERS) -> float:
        """Return a measure as it is to be expected of new rows: the mean out of bag.

        Returns
        -------
        float
            NaN where it is not defined in most replicates.

        References
        ----------
        Efron and Tibshirani, "Improvements on cross-validation: the .632+ bootstrap method",
        JASA 92 (1997): the leave-one-out bootstrap; Thiele and Hirschfeld, "cutpointr", Journal
        of Statistical Software 98 (2021), section 2.5.
        """
        tp, fp, n_positive, n_negative = self.outside.T.copy()
        counts = Counts(tp=tp, fp=fp, fn=n_positive - tp, tn=n_negative - fp)
        values = np.asarray(metric.value(counts, parameters), dtype=np.float64)
        known = values[np.isfinite(values)]
        return float(known.mean()) if 2 * len(known) > len(values) else math.nan
