"""How wide intervals are in the mean study, where scores are probabilities.

Logit p is taken for normal, the truth for a logistic function of it; the interval is the
program's own, of the numbers of rows that are expected at each probability. It rests thus on the
same assumptions as the simulation of Riley and others 2021 (Statistics in Medicine 40:4230) and
2024 (BMJ 384:e074821), whose closed forms it takes the place of: theirs of the slope is that of
Wald, of observed : expected that of a fixed number expected, and of net benefit that of the delta
method, none of which are the intervals that are shown.

Simulated once: 2,000 studies of the n that is answered, seed 37, logit p normal with this SD, the
mean width of the intervals beside the one that was wanted, and how often they held at 95 %.

============================  ==========  ====  ======  ====  ==========  ======
measure                       prevalence  SD    wanted  n     mean width  held
============================  ==========  ====  ======  ====  ==========  ======
O:E 1                         0.1         1     0.4     789   0.399       95.4 %
O:E 1.2                       0.3         1.5   0.3     419   0.300       95.5 %
slope 1                       0.1         1     0.6     641   0.608       94.6 %
slope 0.8                     0.3         1.5   0.4     395   0.406       94.7 %
net benefit at 0.1            0.1         1     0.06    310   0.0594      94.7 %
net benefit at 0.1            0.3         1.5   0.1     362   0.0997      94.9 %
standardised, at 0.1          0.1         1     0.4     325   0.407       95.0 %
standardised, at 0.1          0.3         1.5   0.2     140   0.204       95.5 %
AUC 0.85 - 0.8, paired 0.5    0.3         1     0.15    154   0.150       94.1 %
AUC 0.7 - 0.7, paired 0.8     0.5         1     0.1     186   0.100       95.1 %
AUC 0.9 - 0.8, paired 0.2     0.1         1     0.2     260   0.207       95.3 %
AUC 0.85 - 0.8, unpaired      0.3         1     0.15    270   0.150       94.1 %
AUC 0.7 - 0.7, unpaired       0.5         1     0.1     822   0.100       94.9 %
AUC 0.9 - 0.8, unpaired       0.1         1     0.2     300   0.206       95.1 %
============================  ==========  ====  ======  ====  ==========  ======

The differences of two AUCs (`core.sample_size.auc_difference_error`) stand here, too; "paired" is
followed by the correlation of the scores.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.consequences.logistic import linear, observed_expected, root
from evalgui.core.consequences.net_benefit import worthwhile
from evalgui.core.consequences.places import Places
from evalgui.core.counts import Counts
from evalgui.core.errors import DataError
from evalgui.core.intervals.moving import Moving
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.measured import Measured
    from evalgui.core.planning.question import Assumed, Planned

_FARTHEST = 8.5
"""Beyond so many standard deviations nobody is expected."""
_NODES = 64


@dataclass(frozen=True, eq=False)
class Foretold:
    """Probabilities as they are expected, and what then happens.

    Parameters
    ----------
    values : (K,) array of float
        Probabilities, rising.
    shares : (K,) array of float
        The share of rows at each; they sum to 1.
    risks : (K,) array of float
        The share of positives among those.
    """

    values: NDArray[np.float64]
    shares: NDArray[np.float64]
    risks: NDArray[np.float64]

    @property
    def prevalence(self) -> float:
        """The share of positives."""
        return float(self.shares @ self.risks)

    def places(self, n: float) -> Places:
        """Return the numbers that are expected of so many rows; they are not whole."""
        totals = n * self.shares
        return Places(self.values, totals * self.risks, totals)

    def counts(self, n: float, risk: float) -> Counts:
        """Return the counts that are expected where p at or above a risk is called positive."""
        called = self.values >= risk
        hits, rows = self.shares * self.risks, self.shares
        tp, fp = float(hits[called].sum()), float((rows - hits)[called].sum())
        p = self.prevalence
        cells = (n * one for one in (tp, fp, p - tp, 1.0 - p - fp))
        return Counts(*cells)  # type: ignore[arg-type]  # as many as are expected


def foretold(
    measure: Planned, expected: float | None, prevalence: float, assumed: Assumed
) -> Foretold:
    """Return probabilities as they are expected.

    Parameters
    ----------
    measure
        Observed : expected, the slope, or a net benefit.
    expected
        Of the first two its value, else None; None is 1.
    prevalence
        The share of positives; what it says of the mean of logit p is left out where that is given.
    assumed
        Mean and standard deviation of logit p, and the risk threshold.

    Examples
    --------
    >>> from evalgui.core.planning.question import PLANNED, Assumed
    >>> found = foretold(PLANNED.by_id("slope"), 0.8, 0.2, Assumed(sd=1.2))
    >>> round(found.prevalence, 12), round(float(found.shares @ found.values), 12)
    (0.2, 0.2)
    """
    from scipy.special import expit

    value = 1.0 if expected is None else expected
    ratio, slope = (1.0, value) if measure.id == "slope" else (value, 1.0)
    mean = assumed.mean
    if mean is None:
        z, shares = _normal(0.0)
        mean = _centre(assumed.sd * z, shares, prevalence / ratio)
    at_risk = math.log(assumed.risk) - math.log1p(-assumed.risk)
    z, shares = _normal((at_risk - mean) / assumed.sd)
    logits = mean + assumed.sd * z
    values = expit(logits)
    moved = _centre(slope * logits, shares, ratio * float(shares @ values))
    return Foretold(values, shares, expit(moved + slope * logits))


def spread_of(places: Places) -> tuple[float, float] | None:
    """Return mean and standard deviation of logit p of rows; None of fewer than two values.

    Rows whose probability is 0 or 1 have no logit and take no part.
    """
    known = places.inside
    if len(known.values) < 2:
        return None
    shares = known.totals / known.n
    mean = float(shares @ known.logits)
    return mean, math.sqrt(float(shares @ np.square(known.logits - mean)))


def measured(measure: Planned, found: Foretold, n: int, risk: float, level: float) -> Measured:
    """Return the measure of the numbers that are expected of n rows, with its interval."""
    if measure.id == "observed_expected":
        return observed_expected(found.places(n), level)
    if measure.id == "slope":
        return linear(found.places(n), level).slope
    worth = worthwhile(Moving(found.counts(n, risk), level), risk)
    return worth.net_benefit if measure.id == "net_benefit" else worth.standardised


def width(measure: Planned, found: Foretold, n: int, risk: float, level: float) -> float:
    """Return how wide that interval is; infinite where it is open, or there is none."""
    if n < 2:
        return math.inf
    interval = measured(measure, found, n, risk, level).interval
    known = interval is not None and interval.is_defined
    return interval.upper - interval.lower if known and interval is not None else math.inf


def _normal(split: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return places of a standard normal and their shares, none across a split (Gauss-Legendre)."""
    at, weights = np.polynomial.legendre.leggauss(_NODES)
    ends = (-_FARTHEST, min(max(split, -_FARTHEST), _FARTHEST), _FARTHEST)
    halves = [(high - low) / 2.0 for low, high in pairwise(ends)]
    z = np.concatenate([low + half * (at + 1.0) for low, half in zip(ends, halves, strict=False)])
    shares = np.concatenate([half * weights for half in halves]) * np.exp(-z * z / 2.0)
    return z, shares / shares.sum()


def _centre(logits: NDArray[np.float64], shares: NDArray[np.float64], share: float) -> float:
    """Return what is to be added to logits so that they make a share in the mean."""
    from scipy.special import expit

    if not 0.0 < share < 1.0:
        raise DataError(
            phrase("so many cannot come about with these probabilities"),
            hint=phrase("Name another expected value, prevalence or mean"),
        )

    def beyond(moved: float) -> float:
        return float(shares @ expit(moved + logits)) - share

    most = float(np.abs(logits).max()) + 40.0
    return root(beyond, -most, most)
