"""Several models, or cut-offs, at risk thresholds: how their worth differs, and which is best."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.consequences.net_benefit import (
    CLEARLY,
    DRAWS,
    best_of,
    net_benefit,
    paired_difference,
    weight,
    worthwhile,
)
from evalgui.core.consequences.people import ASKED
from evalgui.core.counts import Counts
from evalgui.core.intervals.moving import Moving
from evalgui.core.intervals.square_and_add import square_and_add
from evalgui.core.measured import Interval, Measured, Refused
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.comparing.candidate import Candidate
    from evalgui.core.intervals.at_prevalence import Share

SEED = 1
MOST_MODELS = 8
"""Of more models nothing is drawn: their joint table has two cells for each set of them."""

BY_SUBJECT = phrase(
    "rows by subject depend on each other: no interval of a difference holds, none drawn"
)
MOVED = phrase("at a typed prevalence that both share: no interval of the difference holds")
TOO_MANY = phrase("more than {most_models} models: nothing is drawn", most_models=MOST_MODELS)
OF_BOTH = phrase("square-and-add of both intervals")


class WorthDifference(NamedTuple):
    """The net benefit of two models, or cut-offs, at a risk threshold.

    Parameters
    ----------
    first, second
        That of each, with its interval where it has one.
    difference
        The first less the second.
    on_risk
        Of each, whether it acts on its own probability; else it calls at its threshold.
    """

    first: Measured
    second: Measured
    difference: Measured
    on_risk: tuple[bool, bool]


def acts_on_risk(one: Candidate) -> bool:
    """Return whether scores are declared probabilities and can be such."""
    values = one.score.values[one.has_score]
    are_known = one.score.higher_is_positive and one.score.other_edge is None
    if math.isnan(one.at_risks.one) or not are_known or not len(values):
        return False
    return bool(values.min() >= 0 and values.max() <= one.at_risks.one)


def calls_at(one: Candidate, risk: float) -> NDArray[np.bool_]:
    """Return which rows are acted on: (n,) bools.

    Those whose probability is at or above the risk; where scores are no probabilities, those
    that are called at the threshold.
    """
    if acts_on_risk(one):
        return np.asarray(one.score.values / one.at_risks.one >= risk)
    return one.called


def differences_of_worth(
    one: Candidate, other: Candidate, level: float, *, is_paired: bool
) -> Mapping[float, WorthDifference]:
    """Return the net benefit of the first less that of the second, by the risks of the first.

    Parameters
    ----------
    one, other
        With a score in every row; of the same rows where `is_paired`.
    level
        The two-sided confidence of the intervals.
    is_paired
        Whether they are.

    Returns
    -------
    mapping
        On the same rows `paired_difference`; else square-and-add of the intervals of each. No
        interval by subject, nor on the same rows at a typed prevalence.
    """
    return {
        risk: _difference(one, other, level, risk, is_paired=is_paired)
        for risk in one.at_risks.risks
    }


def _difference(
    one: Candidate, other: Candidate, level: float, risk: float, *, is_paired: bool
) -> WorthDifference:
    both, typed = (one, other), one.at_risks.prevalence
    on_risk = acts_on_risk(one), acts_on_risk(other)
    if typed is None and any(each.sampling.fixes_shares for each in both):
        asked = Measured(math.nan, ASKED)
        return WorthDifference(asked, asked, asked, on_risk)
    by_subject = any(each.by_subject for each in both)
    calls = calls_at(one, risk), calls_at(other, risk)
    first, second = (
        _worth(each, called, risk, level, typed) for each, called in zip(both, calls, strict=True)
    )
    value = first.value - second.value
    is_moved = typed is not None and (is_paired or typed.n is not None)
    if by_subject or is_moved:
        reason = BY_SUBJECT if by_subject else MOVED
        none = Interval(level, "", math.nan, math.nan, reason=reason)
        if by_subject:
            first, second = (each._replace(interval=None) for each in (first, second))
        found = Measured(value, first.reason or second.reason, interval=none)
        return WorthDifference(first, second, found, on_risk)
    if is_paired:
        alone = [calls[0] & ~calls[1], calls[1] & ~calls[0]]
        only_a, only_b = (
            (int(one.positives[rows].sum()), int(one.negatives[rows].sum())) for rows in alone
        )
        found = paired_difference(only_a, only_b, one.n_instances, risk, level)
        return WorthDifference(first, second, found, on_risk)
    return WorthDifference(first, second, _apart(first, second, level), on_risk)


def _worth(
    one: Candidate, called: NDArray[np.bool_], risk: float, level: float, typed: Share | None
) -> Measured:
    """Return the net benefit of calls, as if rows were independent."""
    tp, fp = int(one.positives[called].sum()), int(one.negatives[called].sum())
    fn, tn = int(one.positives[~called].sum()), int(one.negatives[~called].sum())
    return worthwhile(Moving(Counts(tp, fp, fn, tn), level), risk, typed).net_benefit


def _apart(first: Measured, second: Measured, level: float) -> Measured:
    value = first.value - second.value
    one, other = first.interval, second.interval
    if one is None or other is None:
        return Measured(value, first.reason or second.reason)
    moved = [
        (one.lower - second.value, one.upper - second.value),
        (first.value - other.lower, first.value - other.upper),
    ]
    limits = square_and_add(value, moved)
    sizes = (sum(one.n), sum(other.n))
    return Measured(value, interval=Interval(level, OF_BOTH, *limits, sizes))


# ----------------------------------------------------------------------------- which is best


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """Which of several models, or treating all, or nobody, is best at a risk threshold.

    Parameters
    ----------
    risk
        The risk threshold.
    names
        What the models are called; behind them stand treating all and treating nobody.
    net_benefit : tuple of float
        Of each model, of treating all, and of treating nobody, which is 0.
    p_best : tuple of float
        How probable it is that each of them is best; they add up to 1. NaN where `reason`.
    evpi
        What deciding now costs at most, in net benefit a person. NaN where `reason`.
    reason
        Why nothing is drawn; "" where it is.
    """

    risk: float
    names: tuple[str, ...]
    net_benefit: tuple[float, ...]
    p_best: tuple[float, ...]
    evpi: float
    reason: str = ""


def best_at(candidates: Sequence[Candidate], risk: float, draws: int = DRAWS) -> Best:
    """Return which of several models of the same rows is best at a risk threshold.

    Parameters
    ----------
    candidates
        Of the same rows, in the same order; those without any of the scores take no part.
    risk
        Strictly between 0 and 1.
    draws
        How many times their joint table is drawn.
    """
    first = candidates[0]
    names = tuple(one.name for one in candidates)
    known = np.logical_and.reduce([one.has_score for one in candidates])
    parts = candidates if known.all() else [one.of_rows(known) for one in candidates]
    share, unknown = first.at_risks.prevalence, (math.nan,) * (len(parts) + 2)
    typed = None if share is None else share.value
    if typed is None and first.sampling.fixes_shares:
        return Best(risk, names, unknown, unknown, math.nan, ASKED)
    joint = joint_table([calls_at(one, risk) for one in parts], parts[0])
    worth = _each(joint, risk, typed)
    reason = Refused(BY_SUBJECT) if first.by_subject else ""
    reason = Refused(TOO_MANY) if len(parts) > MOST_MODELS else reason
    if reason:
        return Best(risk, names, worth, unknown, math.nan, reason)
    p_best, evpi = best_of(joint, risk, SEED, draws, prevalence=typed)
    return Best(risk, names, worth, tuple(p_best.tolist()), evpi)


def joint_table(calls: Sequence[NDArray[np.bool_]], rows: Candidate) -> NDArray[np.int64]:
    """Return how many rows of each class each set of models calls.

    Parameters
    ----------
    calls
        Of each of M models, which rows it calls: (n,) bools.
    rows
        The rows, for how many positives and negatives each stands.

    Returns
    -------
    (2**M, 2) array of int64
        Positives and negatives; bit k of the place is 1 where model k does not call.
    """
    place = np.zeros(len(rows.positives), dtype=np.intp)
    for bit, called in enumerate(calls):
        place += np.where(called, 0, 1 << bit)
    sums = [
        np.bincount(place, each, 1 << len(calls)).astype(np.int64)
        for each in (rows.positives, rows.negatives)
    ]
    return np.stack(sums, axis=1)


def _each(joint: NDArray[np.int64], risk: float, typed: float | None) -> tuple[float, ...]:
    """Return the net benefit of each model, of treating all, and of treating nobody."""
    totals, w = joint.sum(axis=0), weight(risk)
    n, p = int(totals.sum()), typed
    if typed is not None and not totals.all():
        return (math.nan,) * (len(joint).bit_length() + 1)
    shares = (1 / n, 1 / n) if p is None else (p / int(totals[0]), (1 - p) / int(totals[1]))
    found = []
    for bit in range(len(joint).bit_length() - 1):
        called = joint[(np.arange(len(joint)) >> bit) & 1 == 0].sum(axis=0)
        found.append(net_benefit(called[0] * shares[0], called[1] * shares[1], 1.0, risk))
    of_all = float(totals[0] * shares[0] - w * (totals[1] * shares[1]))
    return (*found, of_all, 0.0)


def best_of_several(candidates: Sequence[Candidate]) -> tuple[list[Best], list[Best]]:
    """Return which of several models is best at the risks that are asked about, and along them.

    Parameters
    ----------
    candidates
        As of `best_at`.

    Returns
    -------
    tuple of list of Best
        At the risks that are asked about; and, where nothing keeps them from being drawn, at each
        per cent from 1 to 99, for `best_ranges`.
    """
    asked = [best_at(candidates, risk) for risk in candidates[0].at_risks.risks]
    if any(one.reason for one in asked):
        return asked, []
    return asked, best_along(candidates)


def best_along(
    candidates: Sequence[Candidate], look: Callable[[float], None] | None = None
) -> list[Best]:
    """Return which of several models is best at each per cent from 1 to 99.

    Parameters
    ----------
    candidates
        As of `best_at`.
    look
        Called with the share that is done; what it raises ends the work.
    """
    found = []
    for percent in range(1, 100):
        if look is not None:
            look(percent / 100)
        found.append(best_at(candidates, percent / 100))
    return found


class Range(NamedTuple):
    """Risk thresholds at which one model is best with a probability of at least `CLEARLY`.

    Parameters
    ----------
    low, high
        Of the risks that were looked at, the first and the last.
    place
        Which one: a place among the models, behind which stand treating all and nobody.
    """

    low: float
    high: float
    place: int


def best_ranges(found: Sequence[Best], least: float = CLEARLY) -> list[Range]:
    """Return where a curve may be coloured: who is best with a probability of at least `least`.

    Parameters
    ----------
    found
        What is best at rising risks.
    least
        Above 1/2, so that it is one at most.
    """
    ranges: list[Range] = []
    before: int | None = None
    for one in found:
        clear = [place for place, p in enumerate(one.p_best) if p >= least]
        place = clear[0] if clear else None
        if place is not None and place == before:
            ranges[-1] = ranges[-1]._replace(high=one.risk)
        elif place is not None:
            ranges.append(Range(one.risk, one.risk, place))
        before = place
    return ranges
