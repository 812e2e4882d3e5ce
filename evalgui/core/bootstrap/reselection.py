"""How stable the choice of a rule is, and how much better it looks than it is.

The rule chooses anew in every replicate. Where its thresholds lie says how stable it is; the
rows that a replicate leaves out say what its threshold does to rows that had no part in the
choice.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.bootstrap.resampling import at_rows, drawn_rows
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.parallel import blocks, spread
from evalgui.core.rules.optima import criterion_of_rule
from evalgui.core.stability import Stability
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.random import Generator
    from numpy.typing import NDArray

    from evalgui.core.bootstrap.run import Plan
    from evalgui.core.rules.rule import Choice
    from evalgui.core.score_table import Steps

_BLOCK = 16_384
_ROUNDING = 1e-12  # beside the best value: what is as good is not left out


class _Seen(NamedTuple):
    """What is kept of a replicate."""

    row: int
    outside: tuple[int, int, int, int]
    value: float


def reselect(
    choice: Choice, plan: Plan, step: Callable[[float, str], None] | None = None
) -> Stability:
    """Let a rule choose again in every replicate.

    Parameters
    ----------
    choice
        What the rule chooses on all rows, with a threshold.
    plan
        How rows are drawn, and how often.
    step
        As of `evalgui.core.bootstrap.run.bootstrap`.

    Returns
    -------
    Stability
        The same for any number of threads.

    Raises
    ------
    DataError
        If the rule finds nothing on all rows, names a number whatever the rows are, or looks at a
        limit where subjects were drawn.
    """
    rule, steps = choice.rule, plan.resampler.steps
    if choice.threshold is None:
        message = phrase(
            "the rule {id} finds no threshold: {undefined}", id=rule.id, undefined=choice.undefined
        )
        raise DataError(message, where="stability", hint=phrase("Choose another rule"))
    if rule.is_number:
        message = phrase("the rule {id} names the same threshold whatever the rows are", id=rule.id)
        raise DataError(
            message, where="stability", hint=phrase("Choose a rule that looks at the rows")
        )

    if choice.limits and steps.subjects is not None:
        message = phrase(
            "how often a limit by subject is met elsewhere is not known of drawn subjects"
        )
        raise DataError(
            message, where="stability", hint=phrase("Put the target on the value itself")
        )

    def seen(seed: np.random.SeedSequence) -> _Seen:
        return _replicate(choice, plan, np.random.default_rng(seed))

    def look(place: int) -> None:
        if step is not None:
            words = phrase(
                "{place} of {n_replicates} replicates",
                place=grouped(place),
                n_replicates=grouped(plan.n_replicates),
            )
            step(place / plan.n_replicates, words)

    seeds = np.random.SeedSequence(plan.seed).spawn(plan.n_replicates)
    found = spread(seen, seeds, look)
    rows = np.array([one.row for one in found], dtype=np.intp)
    values = np.array([one.value for one in found])
    known = values[np.isfinite(values)]
    error = float(known.std(ddof=1)) if len(known) > 1 else math.nan
    return Stability(
        choice,
        plan.n_replicates,
        plan.seed,
        _on_axis(steps, rows),
        np.array([one.outside for one in found], dtype=np.int64).reshape(-1, 4),
        error,
        () if math.isnan(error) else flat_optimum(choice, steps, error),
    )


def _replicate(choice: Choice, plan: Plan, rng: Generator) -> _Seen:
    """Draw rows, let the rule choose, and count the rows that were left out."""
    rule, values = choice.rule, choice.parameters
    inside, outside = plan.resampler.draw_with_rest(rng)
    rows = drawn_rows(inside)
    drawn = at_rows(inside, rows)
    has_both = drawn.n_positive > 0 and drawn.n_negative > 0
    criterion = criterion_of_rule(rule, drawn, values) if has_both else None
    value = math.nan
    if criterion is not None:
        value = criterion.value(inside.counts_of(choice.row))
    found = rule.find(drawn, values)
    if found.threshold is not None:
        row = inside.row_at(found.threshold)
    elif found.row >= 0:
        row = int(rows[found.row])
    else:
        return _Seen(-1, (0, 0, 0, 0), value)
    called = int(outside.tp_column[row]), int(outside.fp_column[row])
    return _Seen(row, (*called, outside.n_positive, outside.n_negative), value)


def _on_axis(steps: Steps, rows: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the thresholds of rows on an axis of scores, NaN for row -1."""
    beyond = math.inf if steps.higher_is_positive else -math.inf
    found = steps.thresholds[np.maximum(rows, 0)]
    found = np.where(np.isnan(found), beyond, found)
    return np.where(rows < 0, np.nan, found)


def flat_optimum(choice: Choice, steps: Steps, margin: float) -> tuple[tuple[float, float], ...]:
    """Return the thresholds where what a rule looks for is at most a margin from the best.

    Parameters
    ----------
    choice
        What the rule chooses.
    steps
        The operating points that it was chosen from.
    margin
        In the units of the criterion, not negative.

    Returns
    -------
    tuple of (low, high)
        As of `Stability.flat`; empty where the rule looks for no best value.
    """
    criterion = criterion_of_rule(choice.rule, steps, choice.parameters)
    if criterion is None:
        return ()
    best = float(criterion.goodness(steps.counts(np.array([choice.row])))[0])
    least = best - margin - _ROUNDING * max(1.0, abs(best))
    parts = blocks(len(steps), _BLOCK)
    is_flat = np.concatenate(
        spread(lambda part: criterion.goodness(steps.counts(part)) >= least, parts)
    )
    edges = np.flatnonzero(np.diff(np.concatenate([[False], is_flat, [False]]).astype(np.int8)))
    runs = []
    for begin, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        strict, lenient = _on_axis(steps, np.array([begin]))[0], steps.interval(end - 1)[0]
        runs.append((min(strict, lenient), max(strict, lenient)))
    return tuple(sorted((float(low), float(high)) for low, high in runs))
