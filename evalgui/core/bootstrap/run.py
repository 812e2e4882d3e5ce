"""All replicates: drawn side by side, the same ones from any number of threads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, cast

import numpy as np

from evalgui.core.bootstrap import limits
from evalgui.core.bootstrap.jackknife import (
    acceleration,
    areas_left_out,
    measure_left_out,
    together,
)
from evalgui.core.bootstrap.resampling import RowResampler, SubjectResampler
from evalgui.core.bootstrap.sizes import REPLICATES
from evalgui.core.bootstrap.statistics import AREAS, Grid, Lines, Seen, look_at
from evalgui.core.counts import Counts
from evalgui.core.digits import grouped
from evalgui.core.leave_one_out import LeftOut
from evalgui.core.metrics import DEFAULT_PARAMETERS
from evalgui.core.parallel import spread
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.bootstrap.limits import Limits
    from evalgui.core.metrics import Metric, Parameters

MOST_GROUPS = 400
"""More subjects than these are left out in groups of equal size."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What is to be drawn.

    Parameters
    ----------
    resampler
        How, and of what.
    row
        The row of its operating points at which counts are kept.
    n_replicates
        How many.
    seed
        Where the random numbers begin, at least 0. Each replicate has a seed of its own that
        is spawned from it, so that fewer replicates are the first ones of more.
    grid
        Where to look at lines of curves; None for nowhere.
    """

    resampler: RowResampler | SubjectResampler
    row: int
    n_replicates: int = REPLICATES
    seed: int = 0
    grid: Grid | None = None


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class Replicates:
    """What was drawn.

    Parameters
    ----------
    plan
        What was to be.
    original
        What the same functions make of the original.
    areas : (R, 3) array of float
        Each of `AREAS` in each replicate; NaN where undefined.
    counts : (R, 4) array of int64
        TP, FP, P and N at the threshold in each.
    left_out
        The same without each subject, or each group of them; none where rows are drawn.
    lines
        What lines of curves do in each; none where they were not looked at.
    """

    plan: Plan
    original: Seen
    areas: NDArray[np.float64]
    counts: NDArray[np.int64]
    left_out: tuple[Seen, ...]
    lines: tuple[Lines, ...]

    def area_values(self, area_id: str) -> NDArray[np.float64]:
        """Return an area in each replicate: (R,) floats, NaN where undefined."""
        return self.areas[:, _place(area_id)]

    def measure_values(
        self, metric: Metric, parameters: Parameters = DEFAULT_PARAMETERS
    ) -> NDArray[np.float64]:
        """Return a measure at the threshold in each replicate: (R,) floats, maybe infinite."""
        return np.asarray(metric.value(_counts(self.counts), parameters), dtype=np.float64)

    def area_limits(self, area_id: str, level: float) -> dict[str, Limits]:
        """Return the intervals of an area: ``percentile`` and ``bca``.

        Parameters
        ----------
        area_id
            That of one of `AREAS`.
        level
            The confidence, in (0, 1).
        """
        place = _place(area_id)
        if self.left_out:
            strata = _units([one.areas[place] for one in self.left_out])
        else:
            strata = self._strata(self._areas_left_out[area_id])
        return limits_of(self.areas[:, place], self.original.areas[place], strata, level)

    def limits_of_areas(self, level: float) -> dict[str, dict[str, Limits]]:
        """Return the intervals of all areas by their ids, as `area_limits` does."""
        return {area.id: self.area_limits(area.id, level) for area in AREAS}

    def measure_limits(
        self, metric: Metric, level: float, parameters: Parameters = DEFAULT_PARAMETERS
    ) -> dict[str, Limits]:
        """Return the intervals of a measure of two classes at the threshold.

        Parameters
        ----------
        metric, parameters
            The measure, and the numbers in its formula.
        level
            The confidence, in (0, 1).
        """
        follows = metric.estimate.following
        if follows is not None and follows.pole is not None:
            used = {name: getattr(parameters, name) for name in metric.parameters}
            base = self.measure_limits(cast("Metric", follows.of), level, parameters)
            return {name: limits.followed(one, follows, used) for name, one in base.items()}
        tp, fp, n_positive, n_negative = self.original.counts
        counts = Counts(tp=tp, fp=fp, fn=n_positive - tp, tn=n_negative - fp)
        if self.left_out:
            cells = np.array([one.counts for one in self.left_out], dtype=np.int64)
            strata = _units(np.asarray(metric.value(_counts(cells), parameters)))
        else:
            strata = self._strata(measure_left_out(metric, counts, parameters))
        values = self.measure_values(metric, parameters)
        return limits_of(values, float(metric.value(counts, parameters)), strata, level)

    @cached_property
    def _areas_left_out(self) -> dict[str, tuple[LeftOut, LeftOut]]:
        return areas_left_out(self.plan.resampler.steps)

    def _strata(self, parts: tuple[LeftOut, LeftOut]) -> tuple[LeftOut, ...]:
        drawn = self.plan.resampler
        is_stratified = isinstance(drawn, RowResampler) and drawn.is_stratified
        return parts if is_stratified else together(parts)


def bootstrap(plan: Plan, step: Callable[[float, str], None] | None = None) -> Replicates:
    """Draw all replicates.

    Parameters
    ----------
    plan
        What is to be drawn.
    step
        Called again and again, in the thread of the caller, with the share that is done and a
        few words; what it raises ends the work.

    Returns
    -------
    Replicates
        The same for any number of threads.
    """
    resampler = plan.resampler
    original = look_at(resampler.steps, plan.row, plan.grid)
    seeds = np.random.SeedSequence(plan.seed).spawn(plan.n_replicates)
    groups = resampler.groups(MOST_GROUPS)

    several = resampler.at_once

    def drawn(start: int) -> list[Seen]:
        rngs = [np.random.default_rng(seed) for seed in seeds[start : start + several]]
        return [look_at(one, plan.row, plan.grid) for one in resampler.draw_several(rngs)]

    def left_out(start: int) -> list[Seen]:
        parts = resampler.without(groups[start : start + several])
        return [look_at(one, plan.row) for one in parts]

    parts = [(drawn, start) for start in range(0, len(seeds), several)]
    parts += [(left_out, start) for start in range(0, len(groups), several)]

    def look(place: int) -> None:
        if step is not None:
            told = min(place * several, plan.n_replicates)
            words = phrase(
                "{told} of {n_replicates} replicates",
                told=grouped(told),
                n_replicates=grouped(plan.n_replicates),
            )
            step(place / len(parts), words)

    made = spread(lambda part: part[0](part[1]), parts, look)
    found = list(chain.from_iterable(made))
    replicates, without = found[: plan.n_replicates], found[plan.n_replicates :]
    return Replicates(
        plan,
        original,
        np.array([one.areas for one in replicates], dtype=np.float64).reshape(-1, len(AREAS)),
        np.array([one.counts for one in replicates], dtype=np.int64).reshape(-1, 4),
        tuple(without),
        tuple(one.lines for one in replicates if one.lines is not None),
    )


def _units(values: NDArray[np.float64] | list[float]) -> tuple[LeftOut, ...]:
    found = np.asarray(values, dtype=np.float64)
    return (LeftOut(found, np.ones(len(found), dtype=np.int64)),)


def limits_of(
    values: NDArray[np.float64], original: float, strata: tuple[LeftOut, ...], level: float
) -> dict[str, Limits]:
    """Return the intervals of a number: ``percentile`` and ``bca``.

    Parameters
    ----------
    values : (R,) array of float
        The number in each replicate; NaN where it is undefined there.
    original
        The number itself.
    strata
        What it is without each unit.
    level
        The confidence, in (0, 1).
    """
    return {
        "percentile": limits.percentile(values, level),
        "bca": limits.bca(values, original, acceleration(strata), level),
    }


def _counts(rows: NDArray[np.int64]) -> Counts:
    tp, fp, n_positive, n_negative = rows.T.copy()
    return Counts(tp=tp, fp=fp, fn=n_positive - tp, tn=n_negative - fp)


def _place(area_id: str) -> int:
    return [area.id for area in AREAS].index(area_id)
