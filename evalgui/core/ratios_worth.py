"""What scores that are log-likelihood ratios are worth: found out once, kept with their ranking.

Nothing here depends on a threshold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.calibrated import Part, Source, keep
from evalgui.core.consequences.likelihood_ratios import LikelihoodRatios, best_of, error_at
from evalgui.core.consequences.settings import Scale
from evalgui.core.intervals.proportions import UNDEFINED
from evalgui.core.measured import Interval, Measured
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot

BASES = {Scale.LLR: "e", Scale.LOG10_LLR: "10"}
"""The base of the logarithm of what scores were declared to be."""

NO_INTERVAL_OF_LEAST = phrase("no interval of the least value holds")
REVERSED = phrase("a higher log-likelihood ratio has to speak for the positive class")
OF_SUBJECTS = phrase("no interval that holds where subjects were drawn")
ONE_CLASS = phrase("there is one class alone")
PRIOR_ODDS = np.linspace(-7.0, 7.0, 141)
"""The prior odds that are told, in natural logarithms."""

_QUICK = 1_000  # so many distinct ratios nobody waits for


class Numbers(NamedTuple):
    """Cllr and its least value, in bits."""

    cllr: Measured
    least: Measured


class Along(NamedTuple):
    """What is told at each of `PRIOR_ODDS`.

    Parameters
    ----------
    priors : (P,) array of float64
        The prior probabilities.
    entropies : (3, P) array of float64
        The empirical cross-entropy in bits: actual, least, and of a ratio of 1.
    errors : (2, P) array of float64
        The normalised Bayes error: actual and least.
    best
        The counts at the thresholds that may have the least error.
    """

    priors: NDArray[np.float64]
    entropies: NDArray[np.float64]
    errors: NDArray[np.float64]
    best: Counts


def base_of(snapshot: Snapshot) -> str | None:
    """Return the base of scores that are declared log-likelihood ratios; None for others."""
    return BASES.get(snapshot.inputs.consequences.scale or Scale.OTHER)


def no_ratios(snapshot: Snapshot) -> str:
    """Return why declared ratios cannot be assessed; "" where they can, or none are declared."""
    ranking = snapshot.ranking
    if ranking is None or base_of(snapshot) is None:
        return ""
    if not (ranking.table.n_positive and ranking.table.n_negative):
        return ONE_CLASS
    return "" if ranking.score.higher_is_positive else REVERSED


def numbers(snapshot: Snapshot) -> Numbers:
    """Return Cllr and its least value, of ratios that can be assessed."""
    ranking, level = _ranking(snapshot), snapshot.inputs.intervals.level
    is_by_subject = (
        snapshot.dataset is not None and snapshot.dataset.sampling is Sampling.BY_SUBJECT
    )

    def make() -> Numbers:
        ratios = _ratios(snapshot)
        cllr = ratios.cllr(level)
        none = Interval(level, "", *UNDEFINED, reason=NO_INTERVAL_OF_LEAST)
        if is_by_subject:
            cllr = cllr._replace(interval=none._replace(reason=OF_SUBJECTS))
        return Numbers(cllr, Measured(ratios.least_cllr, interval=none))

    return keep(ranking, _key(snapshot, "numbers", level, is_by_subject), make)


def along(snapshot: Snapshot, look: Callable[[float], None] = lambda _share: None) -> Along:
    """Return what is told along priors, of ratios that can be assessed.

    Parameters
    ----------
    snapshot
        With such scores.
    look
        Called with the share that is done; what it raises ends the work.
    """
    ranking, base = _ranking(snapshot), base_of(snapshot) or "e"

    def make() -> Along:
        ratios, steps = _ratios(snapshot), ranking.table.steps
        best = best_of(steps)
        priors = 1.0 / (1.0 + np.exp(-PRIOR_ODDS))
        entropies, errors = [], []
        for place, prior in enumerate(priors.tolist()):
            look(place / len(priors))
            entropies.append(ratios.entropy(prior))
            errors.append(error_at(steps, best, DetectionCost(prior), base))
        return Along(priors, np.array(entropies).T, np.array(errors).T, best)

    return keep(ranking, _key(snapshot, "along"), make)


def has_along(snapshot: Snapshot) -> bool:
    """Return whether `along` is known, or takes no time."""
    ranking = _ranking(snapshot)
    return len(ranking.table.steps) <= _QUICK or _key(snapshot, "along") in ranking.calibrated


def _ranking(snapshot: Snapshot) -> Ranking:
    assert snapshot.ranking is not None  # noqa: S101 - who calls it has looked
    return snapshot.ranking


def _ratios(snapshot: Snapshot) -> LikelihoodRatios:
    steps = _ranking(snapshot).table.steps
    make = LikelihoodRatios.of_steps
    base = base_of(snapshot) or "e"
    return keep(_ranking(snapshot), _key(snapshot, "ratios"), lambda: make(steps, base))


def _key(snapshot: Snapshot, name: str, *more: object) -> tuple[object, ...]:
    return "ratios", base_of(snapshot), name, *more


def _is_assessed(snapshot: Snapshot) -> bool:
    has_base = snapshot.ranking is not None and base_of(snapshot) is not None
    return has_base and not no_ratios(snapshot)


def _next_part(snapshot: Snapshot) -> Part | None:
    if not _is_assessed(snapshot) or has_along(snapshot):
        return None
    return Part(phrase("what log-likelihood ratios are worth along priors"), along)


def known(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return whether it is known; nothing where it cannot be."""
    if snapshot.inputs.consequences.scale is None or not _is_assessed(snapshot):
        return ()
    return (has_along(snapshot),)


RATIOS = Source(
    phrase("finding out what log-likelihood ratios are worth"),
    _next_part,
    lambda snapshot: _key(snapshot, "along"),
    phrase("Log-likelihood ratios"),
    known,
)
"""It along priors, worked out in the background."""
