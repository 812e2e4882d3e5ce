"""Short names of rules for the marks on plots, and what is said when one is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.metrics import Vocabulary
from evalgui.core.rules.biometric_figures import FMR_TARGETS
from evalgui.core.thresholds import is_same_threshold
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.dataset import Score
    from evalgui.core.rules.rule import Choice
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words

_AT_LEAST, _AT_MOST = "\N{GREATER-THAN OR EQUAL TO}", "\N{LESS-THAN OR EQUAL TO}"
_TARGETS = {
    "sensitivity": ("TPR", _AT_LEAST),
    "specificity": ("TNR", _AT_LEAST),
    "fmr": ("FPR", _AT_MOST),
    "fnmr": ("FNR", _AT_MOST),
    "ppv": ("PPV", _AT_LEAST),
    "npv": ("NPV", _AT_LEAST),
}
_OF_BIOMETRICS = {"zero-fmr": "ZeroFMR", "zero-fnmr": "ZeroFNMR"}
_FIELDS = frozenset({Vocabulary.BIOMETRICS, Vocabulary.SPEAKER})


def short_name(choice: Choice, words: Words) -> str:
    """Return the name of a rule with what is set in it, as short as a mark needs it."""
    rule, given = choice.rule, choice.parameters
    is_biometric = words.vocabulary in _FIELDS
    kind = rule.id.removesuffix("-limit")
    if kind in _TARGETS and isinstance(target := given.get(kind), float):
        return _target(rule.id, target, words) + _there(choice)
    if is_biometric and rule.id in _OF_BIOMETRICS:
        return _OF_BIOMETRICS[rule.id]
    if rule.id == "cost":
        miss, alarm = given.get("cost-fn"), given.get("cost-fp")
        if isinstance(miss, float) and isinstance(alarm, float):
            costs = f"{text.short_threshold(miss)} : {text.short_threshold(alarm)}"
            return f"cost {costs}{_there(choice)}"
    if rule.id == "min-dcf" and isinstance(prior := given.get("p-target"), float):
        return f"minDCF {text.short_threshold(prior)}"
    if rule.id == "closest":
        return "closest"
    return text.rule_name(rule, words)


def _there(choice: Choice) -> str:
    """Return at which prevalence a rule chooses, where that is not the one of the data."""
    prevalence = choice.parameters.get("prevalence")
    return f" at {text.exact_percent(prevalence)}" if isinstance(prevalence, float) else ""


def _target(rule_id: str, target: float, words: Words) -> str:
    """Return a target on a rate: FMR100, or Sensitivity >= 95 %; that of a limit says so."""
    kind = rule_id.removesuffix("-limit")
    usual = {share: name for name, share in FMR_TARGETS.items()}
    if kind == "fmr" and words.vocabulary in _FIELDS and target in usual:
        name = usual[target]
    else:
        metric_id, sign = _TARGETS[kind]
        name = f"{words.rate(metric_id)} {sign} {text.exact_percent(target)}"
    return name if rule_id == kind else f"{name} (limit)"


def told(choices: Sequence[Choice], score: Score | None, words: Words) -> str:
    """Return what is said of a mark: its rules, what they do, and where they put the threshold."""
    lines = []
    for choice in choices:
        rule = choice.rule
        lines.append(f"{text.rule_name(rule, words)}: {text.rule_reason(rule, words)}")
    threshold = choices[0].threshold
    if threshold is not None:
        which = "it" if len(choices) == 1 else "one of them"
        lines.append(f"At {text.short_threshold(threshold, score)}; click to use {which}")
    return "\n".join(lines)


def is_in_force(choice: Choice, snapshot: Snapshot) -> bool:
    """Return whether the threshold of a snapshot is where this rule put it."""
    source, point = snapshot.provenance, snapshot.point
    if source is None or point is None or choice.threshold is None:
        return False
    is_same = source.rule == choice.rule.id and is_same_threshold(point.threshold, choice.threshold)
    return is_same and source.parameters in {(), tuple(choice.parameters.items())}
