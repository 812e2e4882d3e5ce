"""The figures that a field, a competition or a standard asks for, each as what rules choose.

A figure is a rule with what is set in it; its value, both error rates that are reached and its
threshold are those of the choice. `biometric_figures` has the same as numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.biometrics.other_equal_errors import fvc_interval
from evalgui.core.rules import rule_by_id
from evalgui.core.rules.biometric_figures import (
    COSTS,
    FMR_TARGETS,
    FNMR_TARGETS,
    ErrorRate,
    claimable,
    reached,
)
from evalgui.core.rules.costs import detection_cost
from evalgui.core.rules.presets import PRESETS
from evalgui.core.rules.targets import FALSE_NEGATIVES, FALSE_POSITIVES
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.biometrics.detection_cost import DetectionCost
    from evalgui.core.counts import Counts
    from evalgui.core.rules.presets import Asked
    from evalgui.core.rules.rule import Choice
    from evalgui.core.score_table import Steps

EQUAL_ERROR_RULES = ("eer", "eer-rocch", "eer-fvc", "eer-nearest", "minimax")
"""The rules whose values are equal error rates, one for each definition."""

_RATES = {"fmr": FALSE_POSITIVES, "fnmr": FALSE_NEGATIVES}


@dataclass(frozen=True, slots=True)
class Figure:
    """One number that is asked for.

    Parameters
    ----------
    name
        What it is called beside what its rule says, such as ``"FMR100"``; "" for nothing.
    asked
        The id of its rule and what is set in it; of several the mean of their values is meant,
        which has no threshold of its own.
    """

    name: str
    asked: tuple[Asked, ...]

    def value(self, choices: tuple[Choice, ...]) -> float:
        """Return it, given what its rules chose; NaN where one of them found nothing."""
        return sum(choice.value for choice in choices) / len(choices) if choices else math.nan

    def actual(self, counts: Counts) -> float:
        """Return a normalised detection cost at an operating point; NaN of other figures."""
        if any(rule_id != "min-dcf" for rule_id, _values in self.asked):
            return math.nan
        costs = [detection_cost(rule_by_id(rule_id).values(given)) for rule_id, given in self.asked]
        return sum(float(cost.normalised(counts)) for cost in costs) / len(costs)

    def bracket(self, steps: Steps) -> tuple[float, float] | None:
        """Return the error rates between which an equal error rate lies; None of other figures.

        Of the interpolated one they are attainable rates on either side of the crossing, of that
        of the fingerprint verification competitions the two whose middle it is.
        """
        rule_id, _values = self.asked[0]
        if not (steps.n_positive and steps.n_negative):
            return None
        if rule_id == "eer":
            found = equal_error_rate(steps)
            return found.low, found.high
        return fvc_interval(steps)[:2] if rule_id == "eer-fvc" else None

    def claimable(self, steps: Steps, level: float) -> float:
        """Return what may be claimed after no error where the target allows not even one.

        As of `biometric_figures.claimable`; NaN of figures without a target on an error rate.
        """
        rule_id, values = self.asked[0]
        target, rate = values.get(rule_id), _RATES.get(rule_id)
        if rate is None or not isinstance(target, float) or not rate.n(steps) or steps.is_weighted:
            return math.nan
        return claimable(steps, rate, target, level)


@dataclass(frozen=True, slots=True)
class FigureGroup:
    """Figures that are told together.

    Parameters
    ----------
    id
        Stable name.
    figures
        The figures, in order.
    """

    id: str
    figures: tuple[Figure, ...]


def _costs(name: str, costs: tuple[DetectionCost, ...]) -> tuple[Figure, ...]:
    """Return the least of each of some detection costs, and of several their mean."""
    asked: tuple[Asked, ...] = tuple(
        ("min-dcf", {"p-target": one.p_target, "c-miss": one.c_miss, "c-fa": one.c_fa})
        for one in costs
    )
    each = tuple(Figure(name, (one,)) for one in asked)
    return each if len(each) == 1 else (*each, Figure(name, asked))


def biometric_groups(typed: DetectionCost | None = None) -> tuple[FigureGroup, ...]:
    """Return the figures of a biometric evaluation by groups.

    Parameters
    ----------
    typed
        A detection cost beside the usual ones, or None.

    Examples
    --------
    >>> [group.id for group in biometric_groups()]
    ['equal-errors', 'fnmr-at-fmr', 'fmr-at-fnmr', 'detection-costs']
    """
    errors = tuple(Figure("", ((rule_id, {}),)) for rule_id in EQUAL_ERROR_RULES)
    at_fmr = [Figure(name, (("fmr", {"fmr": bound}),)) for name, bound in FMR_TARGETS.items()]
    at_fnmr = [Figure("", (("fnmr", {"fnmr": bound}),)) for bound in FNMR_TARGETS]
    costs = [figure for name, several in COSTS.items() for figure in _costs(name, several)]
    if typed is not None:
        costs += _costs(phrase("as typed"), (typed,))
    return (
        FigureGroup("equal-errors", errors),
        FigureGroup("fnmr-at-fmr", (*at_fmr, Figure("ZeroFMR", (("zero-fmr", {}),)))),
        FigureGroup("fmr-at-fnmr", (*at_fnmr, Figure("ZeroFNMR", (("zero-fnmr", {}),)))),
        FigureGroup("detection-costs", tuple(costs)),
    )


def preset_group(preset_id: str) -> FigureGroup:
    """Return the figures that a preset asks for; raise UnknownIdError where there is none."""
    preset = PRESETS.by_id(preset_id)
    each = tuple(Figure("", (asked,)) for asked in preset.rules)
    is_mean = len(each) > 1 and all(rule_id == "min-dcf" for rule_id, _values in preset.rules)
    return FigureGroup(preset.id, (*each, Figure("", preset.rules)) if is_mean else each)


def error_rates(choice: Choice, level: float, steps: Steps) -> tuple[ErrorRate, ErrorRate] | None:
    """Return FMR and FNMR where a choice puts the threshold; None without one, and of weights."""
    counts = choice.counts
    if counts is None or isinstance(counts.fp, float):  # whose limits are not exact
        return None
    false_matches = reached(steps, FALSE_POSITIVES, int(counts.fp), level)
    return false_matches, reached(steps, FALSE_NEGATIVES, int(counts.fn), level)
