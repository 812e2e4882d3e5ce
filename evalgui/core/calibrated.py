"""Whether the probabilities of a score can be believed: found out once, and kept with its ranking.

Nothing here depends on a threshold. What is kept is small, however many rows there are.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from evalgui.core.consequences.corp import (
    SMOOTHED,
    binned,
    consistency,
    decompose,
    honest_band,
    is_drawn,
    isotonic,
    n_draws,
)
from evalgui.core.consequences.logistic import (
    BySubject,
    brier_interval,
    linear,
    log_score_interval,
    observed_expected,
    scaled_brier,
    spiegelhalter,
)
from evalgui.core.consequences.net_benefit import NOT_PROBABILITIES
from evalgui.core.consequences.people import ASKED
from evalgui.core.consequences.places import Places, logits
from evalgui.core.consequences.settings import Scale
from evalgui.core.consequences.smooth import Smooth, distances, loess, spline
from evalgui.core.digits import grouped
from evalgui.core.intervals.by_weight import BY_WEIGHT
from evalgui.core.measured import Asked, Interval, Measured, Refused
from evalgui.core.probabilities import Probabilities
from evalgui.core.sampling import Sampling
from evalgui.core.tabulation import probabilities_of
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from evalgui.core.consequences.corp import Band, Consistency, Decomposition
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot

    Found = TypeVar("Found")

ARE_THEY = Asked(
    phrase("are these scores probabilities? Say so where they are (--score-kind probability)")
)
SEED = 1
MOVED = phrase("at a typed prevalence: no interval that holds")
NO_INTERVAL = phrase("no interval of it holds")
OF_SUBJECTS = phrase("rows of one subject are not independent, as this test takes them to be")
OF_SHARE = (
    *("observed_expected", "in_the_large", "intercept", "brier", "scaled_brier", "log_score"),
    *("mcb", "dsc", "unc", "ici", "ece", "spiegelhalter", "likelihood_ratio", "test"),
)
"""What depends on the share of positives: all but the slope."""

QUICK = 10_000
"""So many distinct probabilities nobody waits for."""

MOST_OF_LOESS = 2_000
"""Of more distinct probabilities a local fit takes too long."""

N_BARS = 50
"""So many bars of equal width hold the probabilities."""

_FEWEST = 2  # rows of which there is no local fit
_KEPT = 12
_FINE = 128
_LINES = ("risk", "lower", "upper")


class Curve(NamedTuple):
    """The CORP curve: blocks of rows that have one share of positives, which rises.

    Parameters
    ----------
    low, high : (B,) arrays of float64
        The least and the largest probability of each block.
    shares : (B,) array of float64
        Its share of positives, at the prevalence that holds.
    brier
        The Brier score, taken apart.
    edges : (N_BARS + 1,) array of float64
        Of bars from 0 to 1; each holds its lower edge, the last one both.
    positives, negatives : (N_BARS,) arrays
        The rows of each bar, or sums of their weights.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    shares: NDArray[np.float64]
    brier: Decomposition
    edges: NDArray[np.float64]
    positives: NDArray[np.float64]
    negatives: NDArray[np.float64]

    def block_at(self, probability: float) -> int:
        """Return the number of the block whose step a probability lies on."""
        found = int(np.searchsorted(self.low, probability, side="right")) - 1
        return min(max(found, 0), len(self.low) - 1)

    def at(self, probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the height of the steps at probabilities; that of a gap is of its left end."""
        found = np.searchsorted(self.low, probabilities, side="right") - 1
        return np.asarray(self.shares[np.clip(found, 0, len(self.low) - 1)])


class Numbers(NamedTuple):
    """The numbers of calibration but for the test, and the smooth curve.

    Parameters
    ----------
    measured
        By their ids, in the order of Van Calster and others 2016.
    n, n_inside
        All rows, and those with a logit.
    smooth
        The curve at some hundred places from the least probability to the largest.
    """

    measured: Mapping[str, Measured]
    n: float
    n_inside: float
    smooth: Smooth


def no_probabilities(snapshot: Snapshot) -> str:
    """Return why scores are no probabilities, "" where they were declared to be and can be."""
    ranking, scale = snapshot.ranking, snapshot.inputs.consequences.scale
    if ranking is None:
        return Refused(phrase("there is no score"))
    known = ranking.table.steps.ascending[:-1]  # the last one calls nothing
    most = Scale.PROBABILITY.of_one if scale is None else scale.of_one
    inside = bool(len(known)) and known[0] >= 0 and known[-1] <= most
    if ranking.score.higher_is_positive and inside:
        return (
            ""
            if scale in {Scale.PROBABILITY, Scale.PERCENT}
            else (ARE_THEY if scale is None else Refused(NOT_PROBABILITIES))
        )
    return Refused(NOT_PROBABILITIES)


def curve(snapshot: Snapshot) -> Curve:
    """Return the CORP curve of scores that are probabilities, of at least one row."""
    return _kept(snapshot, "curve", lambda: _curve(places_of(snapshot)))


def numbers(snapshot: Snapshot) -> Numbers:
    """Return what calibration comes to: as of `curve`."""
    level = snapshot.inputs.intervals.level
    return _kept(snapshot, "numbers", lambda: _numbers(snapshot), level)


def band(snapshot: Snapshot, look: Callable[[float], None] | None = None) -> Consistency | None:
    """Return what calibrated models of this size show: as of `curve`.

    Parameters
    ----------
    snapshot
        With such scores.
    look
        Called with the share that is done; what it raises ends the work.

    Returns
    -------
    Consistency or None
        None where rows are not drawn: weights with fractions, count tables, a typed prevalence,
        rows by subject.
    """

    def make() -> Consistency | None:
        places = places_of(snapshot)
        if not is_drawn(places) or is_by_subject(snapshot):
            return None
        draws = n_draws(places.n)
        of_draw = None if look is None else lambda draw: look(draw / draws)
        return consistency(places, curve(snapshot).brier.mcb, SEED, draws, of_draw)

    return _kept(snapshot, "band", make)


def distances_by_chance(snapshot: Snapshot) -> tuple[float, float] | None:
    """Return the mean distance of the smooth curve (ICI) that calibrated models show: as of `band`.

    Returns
    -------
    (mean, p95) or None
        On average, and in 95 of 100 at most (quantile of type 7), of `SMOOTHED` models.
    """

    def make() -> tuple[float, float] | None:
        places = places_of(snapshot)
        if not is_drawn(places) or is_by_subject(snapshot):
            return None
        drawn = consistency(places, 0.0, SEED, SMOOTHED).ici
        return (float(drawn.mean()), float(np.quantile(drawn, 0.95))) if len(drawn) else None

    return _kept(snapshot, "distances", make)


def honest(snapshot: Snapshot) -> Band | None:
    """Return a band for any curve that rises, at the level of intervals: as of `band`."""

    def make() -> Band | None:
        places = places_of(snapshot)
        is_of_rows = is_drawn(places) and not is_by_subject(snapshot)
        return honest_band(places, level) if is_of_rows else None

    level = snapshot.inputs.intervals.level
    return _kept(snapshot, "honest", make, level)


def local(snapshot: Snapshot) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return a local quadratic fit: (K,) probabilities and risks; None where it takes too long."""

    def make() -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        if no_local(snapshot):
            return None
        places = places_of(snapshot)
        return places.values, loess(places)

    return _kept(snapshot, "local", make)


def no_local(snapshot: Snapshot) -> str:
    """Return why there is no `local`; "" where there is one."""
    ranking = snapshot.ranking
    if ranking is None or ranking.table.n <= _FEWEST:
        return phrase("of more than {fewest} rows alone", fewest=_FEWEST)
    too_many = len(ranking.table.steps) - 1 > MOST_OF_LOESS  # the last one calls nothing
    return (
        phrase(
            "of up to {most_of_loess} distinct probabilities alone",
            most_of_loess=grouped(MOST_OF_LOESS),
        )
        if too_many
        else ""
    )


class Part(NamedTuple):
    """Something that takes longer than a frame.

    Parameters
    ----------
    words
        What is being done.
    find
        Finds it out, given what is called with the share that is done, and raises to end it.
    """

    words: str
    find: Callable[[Snapshot, Callable[[float], None]], object]


class Source(NamedTuple):
    """Something that is found out in the background, part by part.

    Parameters
    ----------
    words
        What is being done.
    next_part
        Returns what is to be found out next; None where all is known, or nothing can be.
    key_of
        Returns what all of it depends on, beside the ranking.
    name
        What it is called.
    known
        Returns which parts are known; nothing where there are none.
    """

    words: str
    next_part: Callable[[Snapshot], Part | None]
    key_of: Callable[[Snapshot], tuple[object, ...]]
    name: str
    known: Callable[[Snapshot], tuple[bool, ...]]


def next_part(snapshot: Snapshot) -> Part | None:
    """Return what is to be found out next; None where all is known, or nothing can be."""
    if no_probabilities(snapshot) or snapshot.ranking is None or not snapshot.ranking.table.n:
        return None
    if not has_curve(snapshot):
        return Part(phrase("the calibration curve"), lambda of, _look: curve(of))
    is_made = snapshot.ranking.score.apparent is not None  # of these rows themselves
    if not has_band(snapshot) and not is_asked(snapshot) and not is_made:
        return Part(phrase("drawing calibrated models"), band)
    if not has_numbers(snapshot):  # of ten million rows they take longer than the draws
        return Part(phrase("measuring calibration"), lambda of, _look: numbers(of))
    return None


def key_of(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what all of it depends on, beside the ranking."""
    return _key(snapshot, "", snapshot.inputs.intervals.level)


def known(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return whether curve, numbers and band are known; nothing where there are none."""
    if snapshot.inputs.consequences.scale is None or no_probabilities(snapshot):
        return ()
    return has_curve(snapshot), has_numbers(snapshot), has_band(snapshot)


def has_curve(snapshot: Snapshot) -> bool:
    """Return whether `curve` is known, or takes no time."""
    return _is_quick(snapshot) or _knows(snapshot, "curve")


def has_numbers(snapshot: Snapshot) -> bool:
    """Return whether `numbers` are known, or take no time."""
    return _is_quick(snapshot) or _knows(snapshot, "numbers", snapshot.inputs.intervals.level)


def has_band(snapshot: Snapshot) -> bool:
    """Return whether `band` is known."""
    return _knows(snapshot, "band")


def is_asked(snapshot: Snapshot) -> bool:
    """Return whether a prevalence has to be typed first: the sizes of the classes were chosen."""
    dataset, typed = snapshot.dataset, snapshot.inputs.intervals.prevalence
    by_class = dataset is not None and dataset.sampling is Sampling.CASE_CONTROL
    return by_class and typed is None


def places_of(snapshot: Snapshot) -> Places:
    """Return the probabilities, with weights that make the prevalence that was typed for them.

    Only where the sizes of the classes were chosen, and there are both.
    """
    return _at_prevalence(snapshot, as_they_are(snapshot))


def as_they_are(snapshot: Snapshot) -> Places:
    """Return the probabilities of the rows, whatever was typed; with sums of weights, if any."""
    ranking = snapshot.ranking
    assert ranking is not None  # noqa: S101 - who calls it has looked
    if ranking.table.is_weighted:
        parts = Places.of(_data(snapshot))
        return parts.times(1.0 / ranking.table.steps.unit)
    return Places.of_steps(ranking.table.steps, _of_one(snapshot))


def leaves(found: Curve, around: Band) -> list[tuple[float, float]]:
    """Return between which probabilities the steps lie outside of a band, ends included.

    Between two neighbouring places of either a band is no narrower than at both.

    Parameters
    ----------
    found
        The steps.
    around
        A band whose lower limit is carried right, and its upper one left.
    """
    places = np.unique(np.concatenate([found.low, found.high, around.at]))
    places = places[(places >= found.low[0]) & (places <= found.high[-1])]
    shares = found.at(places)
    from_left = np.searchsorted(around.at, places, side="right") - 1
    to_right = np.searchsorted(around.at, places, side="left")
    lower = np.where(from_left < 0, 0.0, around.lower[from_left])
    upper = np.append(around.upper, 1.0)[to_right]
    outside = np.flatnonzero((shares < lower) | (shares > upper))
    runs = np.split(outside, np.flatnonzero(np.diff(outside) > 1) + 1) if len(outside) else []
    return [(float(places[run[0]]), float(places[run[-1]])) for run in runs]


# -------------------------------------------------------------------------------- found out


def _kept(
    snapshot: Snapshot, name: str, make: Callable[[], Found], level: float | None = None
) -> Found:
    """Return what is kept with the ranking, or what is made now, and keep that.

    A prevalence that is dragged makes many; the oldest go.
    """
    ranking = snapshot.ranking
    assert ranking is not None  # noqa: S101 - who calls it has looked
    return keep(ranking, _key(snapshot, name, level), make)


def keep(ranking: Ranking, key: tuple[object, ...], make: Callable[[], Found]) -> Found:
    """Return what is kept with a ranking by a key, or what is made now, and keep that."""
    known = ranking.calibrated
    found: Found | None = known.get(key)
    if found is None and key not in known:
        found = make()
        for oldest in list(known)[: len(known) + 1 - _KEPT]:
            known.pop(oldest, None)
        known[key] = found
    return found  # type: ignore[return-value]


def _is_quick(snapshot: Snapshot) -> bool:
    ranking = snapshot.ranking
    return ranking is not None and len(ranking.table.steps) <= QUICK


def _knows(snapshot: Snapshot, name: str, level: float | None = None) -> bool:
    ranking = snapshot.ranking
    return ranking is not None and _key(snapshot, name, level) in ranking.calibrated


def _key(snapshot: Snapshot, name: str, level: float | None) -> tuple[object, ...]:
    dataset = snapshot.dataset
    sampling = None if dataset is None else dataset.sampling
    return name, _of_one(snapshot), sampling, _moved(snapshot), level


CALIBRATION = Source(
    phrase("finding out how far probabilities can be believed"),
    next_part,
    key_of,
    phrase("Calibration"),
    known,
)
"""All of it, worked out in the background."""


def _of_one(snapshot: Snapshot) -> float:
    scale = snapshot.inputs.consequences.scale
    return Scale.PROBABILITY.of_one if scale is None else scale.of_one


def _moved(snapshot: Snapshot) -> float | None:
    """Return the prevalence of which rows get weights; None where they stand for themselves."""
    dataset = snapshot.dataset
    by_class = dataset is not None and dataset.sampling is Sampling.CASE_CONTROL
    return snapshot.inputs.intervals.prevalence if by_class else None


def _at_prevalence(snapshot: Snapshot, places: Places) -> Places:
    """Return the same with weights, or the very same where none are needed."""
    moved = _moved(snapshot)
    both = 0 < places.n_positive < places.n
    return places if moved is None or not both else places.at_prevalence(moved)


def _worth(snapshot: Snapshot) -> float:
    """Return what weights are multiplied by to add up to as many rows as they are worth."""
    steps = None if snapshot.ranking is None else snapshot.ranking.table.steps
    if steps is None or steps.squares is None:
        return 1.0
    parts = float(steps.n_positive + steps.n_negative)
    return steps.unit * parts / float(steps.squares[:, -1].sum())


def _curve(places: Places) -> Curve:
    fit = isotonic(places)
    starts, ends = fit.edges[:-1], fit.edges[1:] - 1
    edges = np.linspace(0.0, 1.0, N_BARS + 1)
    cuts = np.searchsorted(places.values, edges[1:-1], side="left")
    sums = (
        np.diff(np.concatenate([[0], one])[np.concatenate([[0], cuts, [len(one)]])])
        for one in map(np.cumsum, (places.positives, places.negatives))
    )
    brier = decompose(places, fit)
    return Curve(places.values[starts], places.values[ends], fit.shares, brier, edges, *sums)


def _numbers(snapshot: Snapshot) -> Numbers:
    level, worth = snapshot.inputs.intervals.level, _worth(snapshot)
    before = as_they_are(snapshot)
    before = before if worth == 1.0 else before.times(worth)
    of_line = linear(before, level, _subjects(snapshot, inside=True))
    sizes = before.n / worth, of_line.n / worth
    at = _fine(before.inside)
    if is_asked(snapshot):
        cells = dict.fromkeys(OF_SHARE, Measured(math.nan, ASKED))
        nothing = np.full(len(at), math.nan)
        none = Smooth(at, nothing, nothing, nothing, 0, ASKED)
        slope = of_line.slope if worth == 1.0 else _labelled(of_line.slope)
        return Numbers({**cells, "slope": slope}, *sizes, none)
    known = _at_prevalence(snapshot, before)
    moves = known is not before
    if moves:
        of_line = linear(known, level)._replace(slope=of_line.slope)
    of_brier, inside = curve(snapshot).brier, known.inside
    subjects = None if moves else _subjects(snapshot, inside=False)
    every = spline(known, np.concatenate([inside.values, at]), level)
    smooth = every._replace(
        at=at, **{name: getattr(every, name)[len(inside.values) :] for name in _LINES}
    )
    if subjects is not None:  # the band takes rows for independent
        nothing = np.full(len(at), math.nan)
        smooth = smooth._replace(lower=nothing, upper=nothing)
    risk = every.risk[: len(inside.values)]
    ici = math.nan if smooth.reason else distances(inside, risk).ici
    found = {
        "observed_expected": observed_expected(known, level, subjects),
        "in_the_large": of_line.in_the_large,
        "intercept": of_line.intercept,
        "slope": of_line.slope,
        "brier": brier_interval(known, level, subjects),
        "scaled_brier": scaled_brier(known, level, subjects),
        **{name: _bare(getattr(of_brier, name), level) for name in ("mcb", "dsc", "unc")},
        "log_score": log_score_interval(known, level, subjects),
        "likelihood_ratio": Measured(of_line.p, of_line.slope.reason),
        "spiegelhalter": Measured(spiegelhalter(known), phrase("no probability says anything")),
        "ici": _bare(ici, level, smooth.reason),
        "ece": _bare(binned(known).ece, level),
    }
    if moves:
        for name in OF_SHARE:
            if name in found and found[name].interval is not None:
                none_holds = Interval(level, "", math.nan, math.nan, reason=MOVED)
                found[name] = found[name]._replace(interval=none_holds)
    if subjects is not None:
        refused = Measured(math.nan, Refused(OF_SUBJECTS))
        found |= dict.fromkeys(("likelihood_ratio", "spiegelhalter"), refused)
    if worth != 1.0:
        found = {name: _labelled(one) for name, one in found.items()}
    return Numbers(found, *sizes, smooth)


def _labelled(of_weights: Measured) -> Measured:
    """Return a number with the method of its interval, which takes weights for rows."""
    interval = of_weights.interval
    if interval is None or not interval.is_defined:
        return of_weights
    named = interval._replace(method=joined(", ", (interval.method, BY_WEIGHT)))
    return of_weights._replace(interval=named)


def _fine(inside: Places) -> NDArray[np.float64]:
    """Return where a smooth curve is drawn: evenly along the probabilities, and along logits."""
    if not len(inside.values):
        return np.empty(0)
    from scipy.special import expit

    ends = inside.values[[0, -1]]
    low, high = ends.tolist()
    first, last = logits(ends).tolist()
    along = np.linspace(low, high, _FINE), expit(np.linspace(first, last, _FINE))
    return np.unique(np.clip(np.concatenate(along), low, high))


def _bare(value: float, level: float, reason: str = "") -> Measured:
    """Return a number of which no interval holds."""
    none = Interval(level, "", math.nan, math.nan, reason=NO_INTERVAL)
    return Measured(value, reason, interval=none)


def _data(snapshot: Snapshot) -> Probabilities:
    """Return the rows with their probabilities, in [0, 1]."""
    dataset, ranking, one = snapshot.dataset, snapshot.ranking, _of_one(snapshot)
    assert dataset is not None  # noqa: S101 - who calls it has looked
    assert ranking is not None  # noqa: S101 - likewise
    found = probabilities_of(dataset, ranking.score, snapshot.positive)
    return (
        found if one == 1.0 else Probabilities(found.values / one, found.is_positive, found.weights)
    )


def is_by_subject(snapshot: Snapshot) -> bool:
    """Return whether rows of one subject are not independent of each other."""
    dataset = snapshot.dataset
    if dataset is None or dataset.subjects is None or dataset.row_counts is not None:
        return False
    return dataset.sampling is Sampling.BY_SUBJECT


def _subjects(snapshot: Snapshot, *, inside: bool) -> BySubject | None:
    """Return the rows as they are where subjects were drawn; None elsewhere."""
    dataset, ranking = snapshot.dataset, snapshot.ranking
    if dataset is None or ranking is None or dataset.subjects is None:
        return None
    if not is_by_subject(snapshot):
        return None
    data = _data(snapshot)
    known = ~np.isnan(np.asarray(ranking.score.values, dtype=np.float64))
    if inside:
        known[known] = (data.values > 0) & (data.values < 1)
    subjects = dataset.subjects.taken(known)
    kept = (data.values > 0) & (data.values < 1) if inside else slice(None)
    truth = data.is_positive[kept].astype(np.float64)
    return BySubject(data.values[kept], truth, subjects.summed, subjects.n_subjects)
