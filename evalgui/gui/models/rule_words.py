"""A rule with what is set in it, and where a threshold comes from, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.api import RULES, Better, Origin, Unit, metric_by_id, within
from evalgui.gui.look import text
from evalgui.gui.models.rule_cells import rates

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.api import Parameter, Provenance, Rule, Score, Snapshot, Value, Words

_BY_HAND = "Put here by hand"
_DIGITS = 8
_SIDES = {"at-least": "at least", "at-most": "at most"}


def rule_in_words(rule: Rule, values: Mapping[str, Value], words: Words, *, sided: str = "") -> str:
    """Return a rule with what is set in it: "Sensitivity: 95 % limit at least 0.9".

    Beside intervals, which have two sides, `sided` says before the level how many a limit has.
    """
    if rule.id == "maximise":
        return _best_in_words(values, words, sided)
    if rule.id == "reach":
        side = values["value-side"]
        how = _SIDES.get(str(side), "nearest to") if side else _usual_side(values["measure"])
        return f"{_measure(values['measure'], words)} {how} {_number(values['value'])}"
    name = words.rule_name(rule.id, rule.name)
    level = values.get("level")
    if isinstance(level, float):
        name = name.replace("limit", f"{sided}{text.level(level)} limit", 1)
    targets = [one for one in rule.parameters if one.unit in {Unit.PROPORTION, Unit.RATIO}]
    own = [one for one in targets if one.id != "prevalence" or rule.id == "prevalence"]
    is_target = name.endswith(("at least", "at most"))
    told = [_number(values[one.id]) for one in own] if is_target else []
    others = [
        _setting(one, values[one.id], words)
        for one in rule.parameters
        if values[one.id] is not None and one.id != "level" and not (is_target and one in own)
    ]
    parts = [name, " and ".join(told), f"({', '.join(others)})" if others else ""]
    return " ".join(part for part in parts if part)


def _best_in_words(values: Mapping[str, Value], words: Words, sided: str) -> str:
    best = f"Best {_measure(values['maximise'], words)}"
    met = values["subject-to"]
    if met is None:
        return best
    side = values["side"]
    how = _SIDES.get(str(side), "") if side else _usual_side(met)
    level = values["level"]
    on_limit = values["on"] == "limit"
    is_known = on_limit and isinstance(level, float)
    shown = f"{sided}{text.level(float(level))}" if is_known and level else ""
    of_limit = f"the {shown} limit of " if shown else ""
    return f"{best} where {of_limit}{_measure(met, words)} is {how} {_number(values['target'])}"


def _usual_side(metric_id: Value) -> str:
    known = {Better.HIGHER: "at least", Better.LOWER: "at most"}
    return known.get(metric_by_id(str(metric_id)).better, "nearest to")


def _measure(metric_id: Value, words: Words) -> str:
    return metric_by_id(str(metric_id)).name_in(words.vocabulary)


def _number(value: Value) -> str:
    return text.threshold(value) if isinstance(value, float) else str(value)


def _setting(parameter: Parameter, value: Value, words: Words) -> str:
    name = words.said(parameter.name)
    if parameter.unit is Unit.PROPORTION and isinstance(value, float):
        return f"{name} {text.exact_percent(value)}"
    return f"{name} {_number(value)}"


def made_in_words(made: Provenance, words: Words) -> str:
    """Return the rule of a provenance, or that a threshold was put where it is by hand."""
    rule = RULES.ids.get(made.rule or "")
    if rule is None:
        return _BY_HAND if made.kind is not Origin.START else "No rule finds a threshold"
    return rule_in_words(rule, rule.values(dict(made.parameters)), words)


def origin_in_words(snapshot: Snapshot, words: Words) -> str:
    """Return where the threshold of a snapshot comes from, and whether anything can move it."""
    made, inputs = snapshot.provenance, snapshot.inputs
    if made is None:
        return ""
    rule = RULES.ids.get(made.rule or "")
    name = "" if rule is None else words.rule_name(rule.id, rule.name)
    source = text.elided(made.source, 40)
    known = {
        Origin.START: f"start: {name}, chosen on these data" if name else "start",
        Origin.CHOSEN: "chosen on these data",
        Origin.PRESPECIFIED: "prespecified",
        Origin.FROZEN: f"frozen from {source}",
    }
    told = [known[made.kind]]
    if inputs.is_followed and snapshot.choice is not None:
        missed = snapshot.choice.threshold is None
        told = [_missed(snapshot, words)] if missed else [*told, "followed"]
    if inputs.is_locked:
        told.append("locked")
    return "; ".join([*told, *filter(None, [expected_in_words(snapshot, words)])])


def expected_in_words(snapshot: Snapshot, words: Words) -> str:
    """Return what to expect of new rows at a threshold that was chosen here, "" if not known."""
    found = snapshot.stability
    if found is None:
        return ""
    parts = []
    for metric in rates(words):
        value = found.expected(metric)
        if not math.isnan(value):
            name = within(words.rate(metric.id, metric.symbol_in(words.vocabulary)))
            parts.append(f"{name} {text.measure(value)}")
    return words("expected on {new_rows}: ") + ", ".join(parts) if parts else ""


def _missed(snapshot: Snapshot, words: Words) -> str:
    choice = snapshot.choice
    if choice is None:
        return ""
    name = rule_in_words(choice.rule, choice.parameters, words)
    why = text.sentence(words.said(choice.undefined)) or "it finds none"
    return f"no threshold for {text.elided(name, 60)}: {why}; the line stays"


def equivalents(ends: tuple[float, float], score: Score) -> str:
    """Return between which thresholds the counts are the same, given the ends in any order."""
    if any(map(math.isnan, ends)):
        return ""
    low, high = sorted(ends)
    first, last = (text.short_threshold(end, score, _DIGITS) for end in (low, high))
    if math.isinf(low) and math.isinf(high):
        return "same counts everywhere"
    if math.isinf(high):
        return f"same counts above {first}"
    if math.isinf(low):
        return f"same counts up to {last}"
    return f"same counts from {first} to {last}"
