"""Where a threshold stands and how it came there, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.api import RULES, SPACE, TYPED, Origin, Unit, exact, in_units, metric_by_id
from evalgui.io.reporting.scores import score_text
from evalgui.io.reporting.wording import INFINITE, MINUS, level, name

if TYPE_CHECKING:
    from evalgui.core.api import (
        OperatingPoint,
        Parameter,
        Provenance,
        Score,
        Snapshot,
        Value,
        Words,
    )

_TARGETS = ("at least", "at most")
_AT_LEAST, _AT_MOST = "\N{GREATER-THAN OR EQUAL TO}", "\N{LESS-THAN OR EQUAL TO}"


def threshold_text(threshold: float, score: Score) -> str:
    """Return a threshold with all its digits, in the units of the file."""
    if math.isnan(threshold):
        return f"> {INFINITE}" if score.higher_is_positive else f"< {MINUS}{INFINITE}"
    return score_text(threshold, score)


def place_in_words(threshold: float, score: Score) -> str:
    """Return when a row is called positive, such as "marker \N{GREATER-THAN OR EQUAL TO} 0.42"."""
    stands = threshold_text(threshold, score)
    if math.isnan(threshold):
        return f"{name(score.name, 60)} {stands}"
    sign = _AT_LEAST if score.higher_is_positive else _AT_MOST
    return f"{name(score.name, 60)} {sign} {stands}"


def rule_in_words(rule_id: str, values: dict[str, Value], words: Words) -> str:
    """Return the name of a rule with what is set in it; its id where it is not known."""
    if rule_id not in RULES.ids:
        return name(rule_id, 60)
    rule = RULES.ids[rule_id]
    told_name = words.rule_name(rule.id, rule.name)
    known = [one for one in rule.parameters if values.get(one.id) is not None]
    if known and told_name.endswith(_TARGETS):
        told_name, known = f"{told_name} {_value(known[0], values, words)}", known[1:]
    told = [f"{words.said(one.name)} {_value(one, values, words)}" for one in known]
    return ", ".join([told_name, *told])


def _value(parameter: Parameter, values: dict[str, Value], words: Words) -> str:
    value = values[parameter.id]
    if isinstance(value, str) or value is None:
        if parameter.unit is Unit.MEASURE and value is not None:
            return metric_by_id(value).name_in(words.vocabulary)
        return str(value)
    if parameter.unit is Unit.LEVEL:
        return level(value)
    if parameter.unit is Unit.PROPORTION:
        return f"{exact(round(100 * value, 12))}{SPACE}%"
    return exact(value)


def origin_in_words(made: Provenance, words: Words) -> str:
    """Return how a threshold came to be, as a sentence."""
    by = _by(made, words)
    if made.kind is Origin.PRESPECIFIED:
        told = "It was prespecified: settled before these data were seen."
    elif made.kind is Origin.FROZEN:
        told = f"It was frozen on other data ({name(made.source, 60) or 'not named'})"
        told += f", where it was chosen {by}." if by else "."
    elif made.kind is Origin.START:
        told = "Nobody has decided on it: it is where the program starts"
        told += f", chosen on these data {by}." if by else "."
    else:
        told = f"It was chosen on these data{f' {by}' if by else ''}: this is exploratory."
    return told + (f" Decided {made.when} (UTC)." if made.when else "")


def _by(made: Provenance, words: Words) -> str:
    if made.rule is None:
        return ""
    if made.rule == TYPED:
        return "by hand"
    return f"by the rule \N{LEFT DOUBLE QUOTATION MARK}{_quoted(made, words)}"


def _quoted(made: Provenance, words: Words) -> str:
    told = rule_in_words(made.rule or "", dict(made.parameters), words)
    return f"{told}\N{RIGHT DOUBLE QUOTATION MARK}"


def equivalents(snapshot: Snapshot, point: OperatingPoint) -> str:
    """Return between which thresholds all counts are the same, as a sentence; "" without scores."""
    ranking = snapshot.ranking
    if ranking is None or not len(ranking.table.steps) or point.row < 0:
        return ""
    excluded, included = ranking.table.steps.interval(point.row)
    if math.isnan(included):
        return "No score is beyond it, so that nothing is called."
    first, last = (score_text(one, ranking.score) for one in (excluded, included))
    if math.isinf(excluded) and math.isinf(included):
        return "Every threshold gives the same counts."
    if ranking.score.higher_is_positive:
        low, high = f"above {first}", f"up to {last}"
        parts = [low * math.isfinite(excluded), high * math.isfinite(included)]
    else:
        low, high = f"from {last}", f"below {first}"
        parts = [low * math.isfinite(included), high * math.isfinite(excluded)]
    where = " ".join(part for part in parts if part)
    return f"Every threshold {where} gives the same counts."


def exact_threshold(threshold: float, score: Score) -> float | int | None:
    """Return a threshold as an evaluation has it: None where it is infinite."""
    return in_units(threshold, score) if math.isfinite(threshold) else None
