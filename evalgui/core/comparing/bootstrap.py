"""The difference of two areas in rows, or subjects, that are drawn anew."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.bootstrap.jackknife import together
from evalgui.core.bootstrap.resampling import groups_of, multinomial, no_subjects, row_weights
from evalgui.core.bootstrap.run import MOST_GROUPS, limits_of
from evalgui.core.comparing.areas import Apart, Order
from evalgui.core.comparing.p_values import two_sided
from evalgui.core.leave_one_out import LeftOut, roc_areas_left_out
from evalgui.core.parallel import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    from evalgui.core.bootstrap.limits import Limits
    from evalgui.core.comparing.candidate import Candidate
    from evalgui.core.sampling import Sampling

    Weights = tuple[NDArray[np.integer], NDArray[np.integer]]


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class DrawnDifference:
    """The difference of two areas in each replicate.

    Parameters
    ----------
    difference
        That of the rows themselves: the first less the second.
    values : (R,) array of float
        That of each replicate; NaN where a class has no rows there.
    strata
        What it is without each unit, of the units that were drawn together; of rows of their
        own up to a number that is the same for all.
    seed
        Where the random numbers began.
    sampling
        How the rows came into the data, of each score.
    n_units
        What was drawn: rows, or subjects; of rows of their own two numbers.
    """

    difference: float
    values: NDArray[np.float64]
    strata: tuple[LeftOut, ...]
    seed: int
    sampling: tuple[Sampling, ...]
    n_units: tuple[int, ...]

    @property
    def n_replicates(self) -> int:
        """How many were drawn."""
        return len(self.values)

    @cached_property
    def se(self) -> float:
        """The standard deviation of the replicates; NaN where fewer than two are defined."""
        held = self.values[~np.isnan(self.values)]
        return float(np.std(held, ddof=1)) if len(held) > 1 else math.nan

    @property
    def z(self) -> float:
        """The difference in standard errors; NaN without a spread."""
        return self.difference / self.se if self.se > 0 else math.nan

    @property
    def p(self) -> float:
        """The two-sided p value of the normal distribution; NaN without a spread.

        References
        ----------
        Hanley and McNeil, "A method of comparing the areas under ROC curves derived from the
        same cases", Radiology 148 (1983), with the standard error of the replicates.
        """
        return two_sided(self.z)

    def limits(self, level: float) -> dict[str, Limits]:
        """Return the intervals of the difference: ``percentile`` and ``bca``.

        Parameters
        ----------
        level
            The confidence, in (0, 1).
        """
        return limits_of(self.values, self.difference, self.strata, level)


def draw_paired(
    first: Candidate,
    second: Candidate,
    *,
    n_replicates: int,
    seed: int,
    step: Callable[[float, str], None] | None = None,
) -> DrawnDifference:
    """Draw the rows of two scores again, both of a row together.

    Parameters
    ----------
    first, second
        Of the same rows, in the same order, each with both scores; how they came into the data
        is that of the first.
    n_replicates, seed
        How often, and where the random numbers begin: each replicate has a seed of its own that
        is spawned from it.
    step
        Called again and again, in the thread of the caller, with the share that is done and a
        few words; what it raises ends the work.

    Returns
    -------
    DrawnDifference
        The same for any number of threads.
    """
    sample = _Sample.of(first)
    ranked = [Order.of(one.score) for one in (first, second)]

    def difference(weights: Weights) -> float:
        return _area(ranked[0], weights) - _area(ranked[1], weights)

    values = _replicates(lambda rng: difference(sample.draw(rng)), n_replicates, seed, step)
    if sample.groups:
        strata = _units([difference(sample.without(group)) for group in sample.groups])
    else:
        parts = Apart.of(first.score, second.score, first.positives, first.negatives).left_out()
        strata = sample.strata(parts)
    own = difference((first.positives, first.negatives))
    return DrawnDifference(own, values, strata, seed, (first.sampling,), (sample.n_units,))


def draw_unpaired(
    first: Candidate,
    second: Candidate,
    *,
    n_replicates: int,
    seed: int,
    step: Callable[[float, str], None] | None = None,
) -> DrawnDifference:
    """Draw the rows of two scores again, each of its own; parameters as of `draw_paired`."""
    both = first, second
    samples, ranked = [_Sample.of(one) for one in both], [Order.of(one.score) for one in both]

    def drawn(rng: Generator) -> float:
        areas = [
            _area(order, sample.draw(rng)) for sample, order in zip(samples, ranked, strict=True)
        ]
        return areas[0] - areas[1]

    values = _replicates(drawn, n_replicates, seed, step)
    areas = [
        _area(order, (one.positives, one.negatives))
        for one, order in zip(both, ranked, strict=True)
    ]
    strata: tuple[LeftOut, ...] = ()
    for one, sample, order, sign in zip(both, samples, ranked, (1.0, -1.0), strict=True):
        if sample.groups:
            found = _units([_area(order, sample.without(group)) for group in sample.groups])
        else:
            found = sample.strata(roc_areas_left_out(one.table.steps))
        strata += tuple(LeftOut(sign * part.values, part.n_units) for part in found)
    return DrawnDifference(
        areas[0] - areas[1],
        values,
        strata,
        seed,
        tuple(one.sampling for one in both),
        tuple(sample.n_units for sample in samples),
    )


def _area(order: Order, weights: Weights) -> float:
    """Return the area where rows count so often; NaN where a class has none."""
    tp, fp = (order.called(one).astype(np.float64) for one in weights)
    if not (tp[-1] and fp[-1]):
        return math.nan
    return float(np.dot(np.diff(fp), tp[1:] + tp[:-1]) / (2.0 * tp[-1] * fp[-1]))


@dataclass(frozen=True, slots=True, eq=False)
class _Sample:
    """Rows that can be drawn as they came into the data.

    Parameters
    ----------
    one
        A score of these rows.
    groups
        Which subjects to leave out together; none where rows are drawn.
    """

    one: Candidate
    groups: Sequence[NDArray[np.bool_]]

    @classmethod
    def of(cls, one: Candidate) -> _Sample:
        """Return how rows are drawn; raise DataError where subjects are to be, and are unknown."""
        subjects = one.subjects
        if subjects is None and one.by_subject:
            raise no_subjects(one.name)
        return cls(one, [] if subjects is None else groups_of(subjects.n_subjects, MOST_GROUPS))

    @property
    def n_units(self) -> int:
        """How many rows, or subjects, there are to draw."""
        return self.one.n_instances if self.one.subjects is None else self.one.subjects.n_subjects

    def draw(self, rng: Generator) -> Weights:
        """Return how many positive and negative instances each row stands for in a replicate."""
        one = self.one
        if one.subjects is not None:
            n = one.subjects.n_subjects
            return self._under(np.bincount(rng.integers(0, n, n), minlength=n))
        if not one.has_single_rows:
            if one.sampling.fixes_shares:
                return multinomial(rng, one.positives), multinomial(rng, one.negatives)
            both = multinomial(rng, np.concatenate([one.positives, one.negatives]))
            return both[: len(one.positives)], both[len(one.positives) :]
        if not one.sampling.fixes_shares:
            weights = row_weights(rng, len(one.positives))
            return weights * one.positives, weights * one.negatives
        drawn = []
        for column in (one.positives, one.negatives):
            held = np.flatnonzero(column)
            weights = np.zeros(len(column), dtype=np.int64)
            weights[held] = row_weights(rng, len(held))
            drawn.append(weights)
        return drawn[0], drawn[1]

    def without(self, group: NDArray[np.bool_]) -> Weights:
        """Return how many instances each row stands for without some subjects."""
        return self._under((~group).astype(np.int64))

    def strata(self, parts: tuple[LeftOut, LeftOut]) -> tuple[LeftOut, ...]:
        """Return the units of both classes as they were sampled: apart, or together."""
        return parts if self.one.sampling.fixes_shares else together(parts)

    def _under(self, drawn: NDArray[np.integer]) -> Weights:
        subjects = self.one.subjects
        if subjects is None:
            message = "nobody knows whose the rows are"
            raise ValueError(message)
        times = subjects.times(drawn)
        return times * self.one.positives, times * self.one.negatives


def _replicates(
    value: Callable[[Generator], float],
    n_replicates: int,
    seed: int,
    step: Callable[[float, str], None] | None,
) -> NDArray[np.float64]:
    seeds = np.random.SeedSequence(seed).spawn(n_replicates)

    def look(place: int) -> None:
        if step is not None:
            words = f"{place} of {n_replicates} replicates"
            step(place / n_replicates, words)

    return np.array(spread(lambda one: value(np.random.default_rng(one)), seeds, look))


def _units(values: list[float]) -> tuple[LeftOut, ...]:
    return (LeftOut(np.array(values), np.ones(len(values), dtype=np.int64)),)
