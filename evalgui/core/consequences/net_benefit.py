"""Decision curves: whether acting on a call is worth it, for whom an alarm weighs how much.

The *risk threshold* t is the probability from which on acting is worth it; a false alarm then
weighs w = t / (1 - t) of a found positive.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from evalgui.core.consequences.people import ONE_CLASS
from evalgui.core.consequences.pooling import hull_rows
from evalgui.core.counts import divide
from evalgui.core.intervals.at_prevalence import Share, of_rates
from evalgui.core.intervals.by_weight import BY_WEIGHT
from evalgui.core.intervals.moving import SHARE_OF
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of, wilson
from evalgui.core.intervals.subjects import ONE_SUBJECT
from evalgui.core.measured import Interval, Measured
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.intervals.moving import Moving
    from evalgui.core.score_table import Steps

AT_ENDS = phrase("risk must lie strictly between 0 and 1")
NOT_PROBABILITIES = phrase("scores are not probabilities: typed point or envelope only")
MOVER_2 = phrase("MOVER of two cells of a multinomial")
MOVER_2_OF_SUBJECTS = phrase("{method}, effective n by subject", method=MOVER_2)
MOVER_2_OF_WEIGHTS = joined(", ", (MOVER_2, BY_WEIGHT))
PAIRED = phrase("paired, 1/2 added to each discordant count")
DRAWS = 20_000
CLEARLY = 0.8
"""From this probability on a model is told to be the best."""

_QUANTILES = 2_000
_AT_ONCE = 1 << 18  # scores
_ANY = (-math.inf, math.inf)


def weight(risk: float) -> float:
    """Return t / (1 - t), what a false alarm weighs; NaN unless 0 < t < 1."""
    return risk / (1.0 - risk) if 0 < risk < 1 else math.nan


def net_benefit(tp: Any, fp: Any, n: float, risk: Any) -> Any:  # noqa: ANN401 - of any shape
    """Return TP/n - t / (1 - t) FP/n; NaN unless 0 < t < 1 (Vickers and Elkin 2006)."""
    inside = np.where((np.asarray(risk) > 0) & (np.asarray(risk) < 1), risk, np.nan)
    found = divide(tp - inside / (1.0 - inside) * fp, n)
    return found if np.ndim(found) else float(found)


class Cells(NamedTuple):
    """Two cells of one multinomial, x = X/n and y = Y/n, with what their rows are worth.

    Parameters
    ----------
    x, y
        The shares.
    n_x, n_y
        As how many independent rows those of each count.
    correlation
        Of the two shares, at most 0 for independent rows.
    """

    x: float
    y: float
    n_x: float
    n_y: float
    correlation: float

    @classmethod
    def of(cls, x: float, y: float, n: float) -> Cells:
        """Take counts of n independent rows."""
        x, y = x / n, y / n
        spread = (1.0 - x) * (1.0 - y)
        correlation = -math.sqrt(x * y / spread) if x and y and spread > 0 else 0.0
        return cls(x, y, n, n, correlation)

    @classmethod
    def of_subjects(
        cls, x: NDArray[np.float64], y: NDArray[np.float64], rows: NDArray[np.float64]
    ) -> Cells:
        """Take counts of each of S subjects, and how many rows each has: (S,) arrays."""
        n, s = float(rows.sum()), len(rows)
        mean_x, mean_y = float(x.sum()) / n, float(y.sum()) / n
        apart = x - mean_x * rows, y - mean_y * rows
        scale = s / (s - 1) / n**2 if s > 1 else math.nan
        v_x, v_y = (scale * float(one @ one) for one in apart)
        both = scale * float(apart[0] @ apart[1])
        root = math.sqrt(v_x * v_y)
        correlation = both / root if root > 0 else 0.0
        return cls(mean_x, mean_y, worth(mean_x, v_x, n), worth(mean_y, v_y, n), correlation)


def worth(share: float, variance: float, n: float) -> float:
    """Return as how many independent rows n of them count where a share has a variance."""
    spread = share * (1.0 - share)
    return n if not (spread > 0 and variance > 0) else min(spread / variance, n)


def mover_2(cells: Cells, w: float, level: float) -> tuple[float, float]:
    """Return the limits of x - w y, where x and y are two cells of one multinomial.

    Parameters
    ----------
    cells
        The shares.
    w
        Above 0.
    level
        The two-sided confidence.

    Returns
    -------
    tuple of float
        From the Wilson limits of both and their correlation; NaN without rows.

    References
    ----------
    Zou and Donner 2008 (MOVER), with the correlation of the two.

    Examples
    --------
    >>> [round(one, 6) for one in mover_2(Cells.of(45, 20, 250), 1 / 9, 0.95)]
    [0.127599, 0.223974]
    """
    (low_x, high_x), (low_y, high_y) = (
        wilson(share * n, n, level) for share, n in ((cells.x, cells.n_x), (cells.y, cells.n_y))
    )
    value, r = cells.x - w * cells.y, cells.correlation

    def apart(of_x: float, of_y: float) -> float:
        return math.sqrt(max(0.0, of_x**2 + (w * of_y) ** 2 - 2 * r * w * of_x * of_y))

    return (
        value - apart(cells.x - low_x, high_y - cells.y),
        value + apart(high_x - cells.x, cells.y - low_y),
    )


class Worthwhile(NamedTuple):
    """What a fixed cut-off is worth at a risk threshold.

    Parameters
    ----------
    net_benefit, standardised, avoided
        Its net benefit; the same divided by the prevalence; and how many interventions are
        avoided a person beside treating all.
    over_all
        Its net benefit less that of treating all.
    all
        The net benefit of treating all.
    """

    net_benefit: Measured
    standardised: Measured
    avoided: Measured
    over_all: Measured
    all: float


def worthwhile(
    moving: Moving,
    risk: float,
    share: Share | None = None,
    of_subjects: NDArray[np.float64] | None = None,
) -> Worthwhile:
    """Return what a fixed cut-off is worth at a risk threshold, with intervals.

    Parameters
    ----------
    moving
        The counts there, scalars, and the level.
    risk
        The risk threshold, strictly between 0 and 1; else all is undefined.
    share
        A prevalence that was typed; None for that of the file, a cohort.
    of_subjects : (4, S) array of float, or None
        TP, FP, FN and TN of each subject, where subjects were drawn.

    Returns
    -------
    Worthwhile
        In a cohort by `mover_2`, the standardised one and those at a typed prevalence by
        square-and-add.

    References
    ----------
    Vickers and Elkin 2006 (MDM 26:565); Kerr and others 2016 (JCO 34:2534), standardised.
    """
    tp, fp, fn, tn = moving.cells()
    n, w = tp + fp + fn + tn, weight(risk)
    both = bool(tp + fn and fp + tn)
    reason = AT_ENDS if math.isnan(w) else "" if n else phrase("no rows")
    if not reason and share is not None and not both:
        reason = ONE_CLASS
    if reason:
        none = Measured(math.nan, reason)
        return Worthwhile(none, none, none, none, math.nan)
    known = Share.of_rows(moving) if share is None else share
    if share is None:
        found = _of_cells(moving, (0, 1), w, of_subjects)
        over_all = _turned(_of_cells(moving, (2, 3), w, of_subjects), -1.0)
    else:
        found = of_rates(lambda p, r: p * r.hit - (1 - p) * w * r.alarm, moving, share, _ANY)
        over_all = of_rates(lambda p, r: (1 - p) * w * r.right - p * r.miss, moving, share, _ANY)
    standardised = Measured(math.nan, ONE_CLASS)
    if both:
        standardised = of_rates(lambda p, r: r.hit - (1 - p) / p * w * r.alarm, moving, known, _ANY)
    of_all = known.value - (1.0 - known.value) * w
    return Worthwhile(found, standardised, _turned(over_all, 1.0 / w), over_all, of_all)


def regrets(
    moving: Moving,
    harm: float,
    benefit: float,
    share: Share | None = None,
    of_subjects: NDArray[np.float64] | None = None,
) -> tuple[Measured, Measured]:
    """Return what a fixed cut-off costs a row beyond calling nobody, and beyond calling everybody.

    Parameters
    ----------
    moving
        The counts there, scalars, and the level.
    harm, benefit
        What calling a negative costs, and what finding a positive spares; both above 0.
    share, of_subjects
        As of `worthwhile`.

    Returns
    -------
    tuple of Measured
        In the unit of the costs, below 0 where the cut-off costs less: minus the net benefit at
        the risk harm / (harm + benefit), and beyond treating all, times the benefit. So are their
        intervals.

    References
    ----------
    Vickers and Elkin 2006: at that risk the net benefit ranks as the expected cost does.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> from evalgui.core.intervals.moving import Moving
    >>> none, all = regrets(Moving(Counts(45, 20, 5, 180), 0.95), 1, 9)
    >>> round(none.value, 6), round(all.value, 6)  # 65/250 - 450/250 + 45/250, and less 200/250
    (-1.54, -0.54)
    """
    found = worthwhile(moving, harm / (harm + benefit), share, of_subjects)
    return _turned(found.net_benefit, -benefit), _turned(found.over_all, -benefit)


def _of_cells(
    moving: Moving, places: tuple[int, int], w: float, of_subjects: NDArray[np.float64] | None
) -> Measured:
    """Return x - w y of two of the cells TP, FP, FN, TN, by `mover_2`."""
    cells, level, (x, y) = moving.cells(), moving.level, places
    label: str = MOVER_2
    sizes = cells[0] + cells[2], cells[1] + cells[3]
    if of_subjects is None:
        known = Cells.of(cells[x], cells[y], sum(cells))
        if moving.subjects is not None and moving.subjects.label == BY_WEIGHT:
            rows = moving.subjects.worth(SHARE_OF).of(0, known.n_x)[1]
            known, label = known._replace(n_x=rows, n_y=rows), MOVER_2_OF_WEIGHTS
    else:
        known = Cells.of_subjects(of_subjects[x], of_subjects[y], of_subjects.sum(axis=0))
        label = MOVER_2_OF_SUBJECTS
    value = known.x - w * known.y
    if of_subjects is not None and of_subjects.shape[1] < 2:
        none = Interval(level, "", *UNDEFINED, sizes, reason=ONE_SUBJECT)
        return Measured(value, interval=none)
    return Measured(value, interval=Interval(level, label, *mover_2(known, w, level), sizes))


def _turned(found: Measured, factor: float) -> Measured:
    """Return a multiple of a number with its limits."""
    interval = found.interval
    if interval is not None and interval.is_defined:
        low, high = sorted((interval.lower * factor, interval.upper * factor))
        interval = interval._replace(lower=low, upper=high)
    return found._replace(value=found.value * factor, interval=interval)


def paired_difference(
    only_a: tuple[int, int], only_b: tuple[int, int], n: int, risk: float, level: float
) -> Measured:
    """Return the net benefit of A minus that of B on the same rows.

    Parameters
    ----------
    only_a, only_b
        The positives and the negatives that only A, and only B, calls positive.
    n
        All rows.
    risk, level
        The risk threshold, and the two-sided confidence.

    Returns
    -------
    Measured
        With a normal interval whose variance has 1/2 added to each discordant count.

    Examples
    --------
    >>> found = paired_difference((6, 5), (2, 9), 200, 0.1, 0.95)
    >>> round(found.value, 6), round(found.interval.lower, 6)
    (0.022222, -0.007318)
    """
    w = weight(risk)
    if math.isnan(w) or not n:
        return Measured(math.nan, AT_ENDS if n else phrase("no rows"))
    (b1, b0), (c1, c0) = only_a, only_b
    value = ((b1 - c1) - w * (b0 - c0)) / n
    spread = ((b1 + c1 + 1) + w * w * (b0 + c0 + 1)) / n - value * value
    half = deviate_of(level) * math.sqrt(spread / n)
    return Measured(value, interval=Interval(level, PAIRED, value - half, value + half, (n,)))


class Useful(NamedTuple):
    """How probable it is that a fixed cut-off is useful at a risk threshold.

    Parameters
    ----------
    over_none, over_all
        That it is better than treating nobody, and than treating all.
    """

    over_none: Any
    over_all: Any

    @property
    def both(self) -> Any:  # noqa: ANN401 - of their shape
        """That it is better than either: they are independent."""
        return self.over_none * self.over_all


def useful(counts: Counts, risk: Any) -> Useful:  # noqa: ANN401 - of any shape
    """Return how probable it is that a fixed cut-off is useful.

    Parameters
    ----------
    counts
        Scalars, of a cohort.
    risk
        The risk threshold, or an array of them.

    Returns
    -------
    Useful
        Of Dirichlet(counts + 1/2): the rows that are called, and those that are not, are
        independent parts of it, and each says one of the two. NaN unless 0 < t < 1.

    References
    ----------
    Cruz and Korthauer 2024 (Statistics in Medicine), bayesDCA, for the two parts; that they are
    independent is the aggregation property of the Dirichlet distribution.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> round(useful(Counts(tp=9, fp=30, fn=6, tn=84), 0.3).both, 6)
    0.173355
    """
    from scipy.special import betainc, betaincc  # a fifth of a start-up

    at = np.asarray(risk, dtype=np.float64)
    at = np.where((at > 0) & (at < 1), at, np.nan)
    tp, fp, fn, tn = (
        cast("int", one) + 0.5 for one in (counts.tp, counts.fp, counts.fn, counts.tn)
    )
    over_none, over_all = betaincc(tp, fp, at), betainc(fn, tn, at)
    return Useful(over_none, over_all) if at.ndim else Useful(float(over_none), float(over_all))


def useful_at(
    counts: Counts,
    risk: Any,  # noqa: ANN401 - of any shape
    prevalence: float,
    quantiles: int = _QUANTILES,
) -> Any:  # noqa: ANN401 - of that shape
    """Return how probable it is that a fixed cut-off is useful at a prevalence that is known.

    Parameters
    ----------
    counts
        Scalars.
    risk, prevalence
        Strictly between 0 and 1; else NaN. Of risks there may be an array.
    quantiles
        Over how many the mean is taken; fewer for a shade than for a number.

    Returns
    -------
    float, or array of it
        Of sensitivity and specificity, independent Beta(counts + 1/2): for each sensitivity the
        specificity has to be beyond two limits, and the mean is taken over its quantiles.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> round(useful_at(Counts(tp=45, fp=20, fn=5, tn=180), 0.1, 0.05), 4)
    1.0
    """
    from scipy.special import betaincc, betaincinv  # a fifth of a start-up

    at = np.asarray(risk, dtype=np.float64)
    at = np.where((at > 0) & (at < 1) & (0 < prevalence < 1), at, np.nan)
    tp, fp, fn, tn = (
        cast("int", one) + 0.5 for one in (counts.tp, counts.fp, counts.fn, counts.tn)
    )
    hits = betaincinv(tp, fn, (np.arange(quantiles) + 0.5) / quantiles)
    odds = (divide(prevalence, 1.0 - prevalence) / (at / (1.0 - at)))[..., np.newaxis]
    needed = np.clip(np.maximum(1.0 - odds * hits, odds * (1.0 - hits)), 0.0, 1.0)
    found = betaincc(tn, fp, needed).mean(axis=-1)
    return found if at.ndim else float(found)


def expected_value_of_information(
    counts: Counts, risk: float, seed: int, draws: int = DRAWS, *, prevalence: float | None = None
) -> float:
    """Return what deciding now costs at most, in net benefit a person.

    Parameters
    ----------
    counts
        Scalars, of a cohort.
    risk
        The risk threshold, strictly between 0 and 1; else NaN.
    seed, draws
        Where the random numbers begin, and how many draws there are.
    prevalence
        One that is known; None for that of the file, a cohort.

    Returns
    -------
    float
        ``E max(0, NB, NB_all) - max(0, E NB, E NB_all)``, at least 0, over draws of
        Dirichlet(counts + 1/2); at a prevalence that is known, of its two classes.

    References
    ----------
    Sadatsafavi and others 2023 (MDM), the value of information in validation.
    """
    joint = np.array([[counts.tp, counts.fp], [counts.fn, counts.tn]])
    return best_of(joint, risk, seed, draws, prevalence=prevalence)[1]


def best_of(
    joint: NDArray[np.integer],
    risk: float,
    seed: int,
    draws: int = DRAWS,
    *,
    prevalence: float | None = None,
) -> tuple[NDArray[np.float64], float]:
    """Return how probable it is that each of some fixed calls is best, and what knowing is worth.

    Parameters
    ----------
    joint : (2**M, 2) array of int
        How many positives and negatives each set of M models calls: bit k of the place is 1 where
        model k does not.
    risk
        The risk threshold, strictly between 0 and 1; else all is NaN.
    seed, draws
        Where the random numbers begin, and how many draws there are.
    prevalence
        One that is known; None for that of the rows, a cohort.

    Returns
    -------
    p_best : (M + 2,) array of float
        Of each model, of treating all, and of treating nobody; those that are equally good in a
        draw share it.
    evpi : float
        The expected value of perfect information, at least 0: E max NB - max E NB over all of
        them, over draws of Dirichlet(joint + 2**-M), in which each model alone has
        Dirichlet(counts + 1/2).

    References
    ----------
    Sadatsafavi and others 2023 (MDM); Cruz and Korthauer 2024 (Statistics in Medicine).
    """
    w, models = weight(risk), len(joint).bit_length() - 1
    if math.isnan(w):
        return np.full(models + 2, math.nan), math.nan
    prior = joint.astype(np.float64).ravel() + 1.0 / len(joint)
    drawn = np.random.default_rng(seed).dirichlet(prior, draws).reshape(draws, len(joint), 2)
    positives, negatives = drawn[:, :, 0], drawn[:, :, 1]
    if prevalence is not None:
        positives = positives * (prevalence / positives.sum(axis=1))[:, None]
        negatives = negatives * ((1.0 - prevalence) / negatives.sum(axis=1))[:, None]
    place = np.arange(len(joint))
    called = [place[place >> bit & 1 == 0] for bit in range(models)] + [place]
    worth = np.zeros((models + 2, draws))  # the last one is of treating nobody
    for one, rows in zip(worth, called, strict=False):
        one[:] = positives[:, rows].sum(axis=1) - w * negatives[:, rows].sum(axis=1)
    most = worth.max(axis=0)
    is_best = worth == most
    p_best = (is_best / is_best.sum(axis=0)).mean(axis=1)
    return p_best, max(0.0, float(most.mean()) - float(worth.mean(axis=1).max()))


# --------------------------------------------------------------------------------- the curve


@dataclass(frozen=True, eq=False)
class DecisionCurve:
    """The net benefit of acting on every probability at or above t, for every t: exactly.

    Parameters
    ----------
    steps
        Of scores that are probabilities, where a higher one speaks for the positive class.
    prevalence
        One that was typed; None for that of the file.
    """

    steps: Steps
    prevalence: float | None = None

    @cached_property
    def _of_one(self) -> tuple[float, float]:
        """What a true positive and a false positive add to what is counted for the net benefit."""
        n_positive, n_negative = self.steps.n_positive, self.steps.n_negative
        n, p = n_positive + n_negative, self.prevalence
        of_positive = 1.0 / n if p is None else cast("float", divide(p, n_positive))
        of_negative = 1.0 / n if p is None else cast("float", divide(1.0 - p, n_negative))
        return of_positive, of_negative

    def _shares(self, rows: Any) -> tuple[Any, Any]:  # noqa: ANN401 - whatever chooses rows
        """Return what true and false positives of some rows of the steps add, float64."""
        of_positive, of_negative = self._of_one
        return self.steps.tp_column[rows] * of_positive, self.steps.fp_column[rows] * of_negative

    def rows_at(self, risks: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the row of the steps that calls positive what is at or above each risk."""
        return len(self.steps) - 1 - np.searchsorted(self.steps.ascending[:-1], risks, side="left")

    def at(self, risks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the net benefit at risks: NaN unless 0 < t < 1."""
        return np.asarray(net_benefit(*self._shares(self.rows_at(risks)), 1.0, risks))

    def of_all(self, risks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the net benefit of treating all."""
        return self.of_row(-1, risks)

    def of_row(self, row: int, risks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the net benefit of a fixed cut-off."""
        return np.asarray(net_benefit(*self._shares(row), 1.0, risks))

    def envelope(self, risks: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the greatest net benefit of any cut-off: that of recalibrated risks.

        Whatever the scores are; optimistic, since the best is chosen on the same data.
        """
        found, alarms = self._shares(self._hull)
        w = risks / (1.0 - risks)
        # Along the hull what is found for an alarm falls: the best corner is where it passes w.
        rise, run = np.diff(found), np.diff(alarms)
        with np.errstate(divide="ignore"):
            slopes = rise / run
        best = np.searchsorted(-slopes, -w, side="right")
        return np.asarray(net_benefit(found[best], alarms[best], 1.0, risks))

    @cached_property
    def _hull(self) -> NDArray[np.intp]:
        return hull_rows(self.steps)

    def corners(self) -> NDArray[np.float64]:
        """Return the risks at which the counts change: the distinct probabilities inside."""
        known = self.steps.ascending[:-1]
        return known[(known > 0) & (known < 1)]

    def extremes(
        self, edges: NDArray[np.float64], *, avoided: bool = False
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the least and the greatest net benefit at any risk between neighbouring edges.

        Parameters
        ----------
        edges : (P + 1,) array of float64
            Risks, ascending, strictly between 0 and 1: such as those at the borders of pixels.
        avoided
            Whether it is not the net benefit, but the interventions avoided a person.

        Returns
        -------
        least, greatest : (P,) arrays of float64
            Exactly: between two scores the counts are constant, and what is asked about falls or
            rises all the way, so that it is looked at on both sides of every score.
        """
        known, last = self.steps.ascending[:-1], len(self.steps) - 1
        bounds = np.searchsorted(known, edges, side="left")
        of_all = self._shares(-1)

        def worth(rows: Any, risks: NDArray[np.float64]) -> NDArray[np.float64]:  # noqa: ANN401
            found, alarms = self._shares(rows)
            if avoided:
                w = risks / (1.0 - risks)
                return np.asarray((of_all[1] - alarms) - (of_all[0] - found) / w)
            return np.asarray(net_benefit(found, alarms, 1.0, risks))

        at_edges = worth(self.rows_at(edges), edges)
        least = np.minimum(at_edges[:-1], at_edges[1:])
        greatest = np.maximum(at_edges[:-1], at_edges[1:])
        # As many columns at once as have some scores, so that little memory is taken.
        first = 0
        while first < len(edges) - 1:
            end = int(np.searchsorted(bounds, bounds[first] + _AT_ONCE, side="right"))
            end = min(max(end - 1, first + 1), len(edges) - 1)
            begin, stop = int(bounds[first]), int(bounds[end])
            if stop > begin:
                risks = known[begin:stop]
                filled = first + np.flatnonzero(np.diff(bounds[first : end + 1]))
                starts = bounds[filled] - begin
                rows = np.arange(last - begin, last - stop, -1)
                for of in (worth(rows, risks), worth(rows - 1, risks)):
                    least[filled] = np.minimum(least[filled], np.minimum.reduceat(of, starts))
                    greatest[filled] = np.maximum(greatest[filled], np.maximum.reduceat(of, starts))
            first = end
        return least, greatest
