"""The rules that choose a threshold, found by their id."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.counts import unbounded
from evalgui.core.histogram import finite_range
from evalgui.core.parallel import blocks, spread
from evalgui.core.thresholds import from_units
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.ranking import Ranking
    from evalgui.core.score_table import ScoreTable

_BLOCK = 65_536


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that chooses a threshold.

    Parameters
    ----------
    id
        Stable name, as on the command line.
    name
        The name on buttons and in menus.
    explanation
        One sentence for the tool-tip.
    choose
        A function of the table: the threshold, `CALLS_NOTHING` included; None where the rule
        finds none.
    is_number
        Whether it is the same number for all scores, in the units of the file.
    """

    id: str
    name: str
    explanation: str
    choose: Callable[[ScoreTable], float | None]
    is_number: bool = False


def youden_threshold(table: ScoreTable) -> float | None:
    """Return the strictest threshold with the greatest Youden index, found in integers.

    None where a class has no scores. Where calling nothing is the best, that is the threshold
    of row 0 of the steps. tharwat-2018, section 2.7.
    """
    steps = table.steps
    if not (table.n_positive and table.n_negative):
        return None
    largest = float(table.n_positive) * table.n_negative

    def best_of(part: slice) -> tuple[int, int]:
        counts = steps.counts(part)
        tp, fp = (unbounded(np.asarray(column), largest) for column in (counts.tp, counts.fp))
        gain = tp * table.n_negative - fp * table.n_positive
        row = int(np.argmax(gain))
        return int(gain[row]), -(part.start + row)

    # Of equal ones the strictest: that is the first row.
    _, row = max(spread(best_of, blocks(len(steps), _BLOCK)))
    return steps.threshold(-row)


def middle_threshold(table: ScoreTable) -> float | None:
    """Return the middle between the lowest and the highest finite score; None without any."""
    low, high = finite_range(table)
    if low > high:
        return None
    total = low + high  # halves lose the last digit of the smallest numbers, sums the greatest
    return total / 2 if math.isfinite(total) else low / 2 + high / 2


def _equal_errors(table: ScoreTable) -> float | None:
    crossing = equal_error_rate(table.steps)
    return crossing.threshold if crossing.is_defined else None


RULES: tuple[Rule, ...] = (
    Rule(
        "eer",
        "EER",
        "The attainable threshold nearest to the crossing of both error rates",
        _equal_errors,
    ),
    Rule(
        "youden",
        "Youden",
        phrase("The greatest {true_positive_rate} + {true_negative_rate} - 1"),
        youden_threshold,
    ),
    Rule(
        "half",
        "0.5",
        "The conventional threshold of a probability",
        lambda _table: 0.5,
        is_number=True,
    ),
    Rule(
        "middle",
        "Middle",
        "Halfway between the lowest and the highest score",
        middle_threshold,
    ),
)


def choose_threshold(rule_id: str, ranking: Ranking) -> float | None:
    """Return the threshold that a rule chooses for a score, None where it finds none.

    Raises
    ------
    KeyError
        If there is no such rule.
    """
    rule = rule_by_id(rule_id)
    chosen = rule.choose(ranking.table)
    if rule.is_number and chosen is not None:
        return from_units(repr(chosen), ranking.score)
    return chosen


def rule_by_id(rule_id: str) -> Rule:
    """Return a rule by its id; raise KeyError where there is none."""
    return {rule.id: rule for rule in RULES}[rule_id]
