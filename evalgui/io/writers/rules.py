"""What the rules choose as plain data, and as lines of text for people."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped, rounded
from evalgui.core.measured import Sided
from evalgui.core.metrics import metric_by_id
from evalgui.core.planning import percent_of
from evalgui.core.rules import RULES
from evalgui.core.rules.limits import Limit
from evalgui.core.rules.telling import Teller
from evalgui.core.thresholds import in_units
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.render.json import finite, infinity
from evalgui.render.text import brief, digits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.core.dataset import Score
    from evalgui.core.rules.rule import Choice, RuleFamily
    from evalgui.core.vocabulary import Words

_TELLER = Teller(percent_of, brief, brief)
KEY_RATES = ("TPR", "TNR", "FPR", "FNR", "PPV", "NPV", "LRP", "LRN", "ACC", "F1", "YI")
"""The measures that stand beside each rule."""


def rule_numbers(choice: Choice, score: Score) -> dict[str, Any]:
    """Return what a rule chooses as JSON types, at full precision.

    Parameters
    ----------
    choice
        What it chooses.
    score
        The score, in whose units thresholds are told.

    Returns
    -------
    dict
        ``id``, ``name``, ``parameters`` by id; ``threshold`` with ``low`` and ``high``, the ends
        of the half-open interval of thresholds with the same counts: numbers, ``"+inf"``,
        ``"-inf"``, and ``"> inf"`` or ``"< -inf"`` beyond scores that are infinite; ``value`` of
        what the rule looks at; ``rates`` by the ids of `KEY_RATES`; ``counts``; ``ties``, the
        thresholds of all that do as well with the chosen one among them, empty where none does;
        ``degenerate``, whether everything or nothing is called positive; ``undefined``, why there
        is no threshold. What there is none of is None.
    """
    counts = choice.counts
    found = counts is not None
    rates: dict[str, Any] = {}
    if counts is not None:
        values = {
            metric_id: float(metric_by_id(metric_id).value(counts)) for metric_id in KEY_RATES
        }
        rates = {name: infinity(value) or finite(value) for name, value in values.items()}
    return {
        "id": choice.rule.id,
        "name": str(choice.rule.name),
        "parameters": dict(choice.parameters),
        "threshold": _place(choice.threshold, score) if found else None,
        "low": _place(choice.low, score) if found else None,
        "high": _place(choice.high, score) if found else None,
        "value": infinity(choice.value) or finite(choice.value),
        "rates": rates if found else None,
        "counts": None
        if counts is None
        else {"tp": counts.tp, "fp": counts.fp, "fn": counts.fn, "tn": counts.tn},
        "ties": [_place(one, score) for one in choice.ties],
        "degenerate": choice.is_degenerate,
        "undefined": None if found else (str(choice.undefined) or "it finds no threshold"),
    }


def _place(threshold: float | None, score: Score) -> float | str | None:
    """Return a threshold in the units of the score."""
    if threshold is None:
        return None
    if math.isnan(threshold):
        return "> inf" if score.higher_is_positive else "< -inf"
    return infinity(threshold) or finite(in_units(threshold, score))


def remarks(choices: Iterable[Choice]) -> dict[str, Any]:
    """Return what has to be said of choices beside their numbers, by the ids of the rules.

    Returns
    -------
    dict
        Of each rule of which there is anything to say: ``notes``, and ``confidence``, with which
        the data say that the true number meets the target; None where there is none. ``limits``:
        the one-sided limits that had to meet targets, each with ``measure``, ``value``, ``sided``,
        ``level`` and ``by_subject``.
    """
    return {
        one.rule.id: {
            "notes": list(map(str, one.notes)),
            "confidence": finite(one.confidence),
            "limits": [limit_entry(limit) for limit in one.limits],
        }
        for one in choices
        if one.notes or one.limits or math.isfinite(one.confidence)
    }


def limit_entry(limit: Limit) -> dict[str, Any]:
    """Return a limit that a rule asks for as JSON types, by the names of `Limit`."""
    return {
        "measure": limit.metric_id,
        "value": infinity(limit.value) or finite(limit.value),
        "sided": str(limit.side),
        "level": limit.level,
        "by_subject": limit.by_subject,
    }


def limit_lines(entries: Iterable[dict[str, Any]], words: Words) -> list[str]:
    """Return limits, each a `limit_entry`, as lines of text for people."""
    found = (
        Limit(
            one["measure"],
            float(one["value"]),
            Sided(one["sided"]),
            one["level"],
            one["by_subject"],
        )
        for one in entries
    )
    return [f"limit: {_TELLER.limit(one, words, brief)}" for one in found]


def rules_listed() -> dict[str, Any]:
    """Return every rule with its parameters as JSON types."""
    return {
        "rules": [
            {
                "id": rule.id,
                "name": str(rule.name),
                "explanation": str(rule.explanation),
                "family": rule.family.value,
                "parameters": [
                    {
                        "id": one.id,
                        "name": str(one.name),
                        "default": one.default,
                        "unit": one.unit.value,
                        "range": one.range_in_words(),
                    }
                    for one in rule.parameters
                ],
            }
            for rule in RULES
        ]
    }


def rules_in_words(words: Words = MACHINE_LEARNING) -> str:
    """Return every rule, what it does and what can be set in it, as lines of text."""
    lines: list[str] = []
    families: set[RuleFamily] = set()
    for rule in RULES:
        if rule.family not in families:
            lines += ["", rule.family.value] if families else [rule.family.value]
            families.add(rule.family)
        lines.append(f"  {rule.id:22} {words.rule_reason(rule.id, rule.explanation)}")
        for one in rule.parameters:
            default = "from the data" if one.default is None else one.default
            lines.append(f"  {'':22}   {one.id}: {one.range_in_words()} (default: {default})")
    return "\n".join(lines)


def choices_in_words(choices: Iterable[tuple[Choice, Score]], words: Words) -> str:
    """Return what rules choose as lines of text: one line each, undefined with its reason."""
    return "\n".join(_line(choice, score, words) for choice, score in choices)


def _line(choice: Choice, score: Score, words: Words) -> str:
    numbers = rule_numbers(choice, score)
    name = words.rule_name(choice.rule.id, choice.rule.name)
    start = f"{choice.rule.id:22} {name:28}"
    if numbers["undefined"] is not None:
        return f"{start} undefined: {words.said(choice.undefined) or numbers['undefined']}"
    counts = numbers["counts"]
    shorts = dict(zip(("tp", "fn", "fp", "tn"), words.shorts, strict=True))
    told = "  ".join(f"{shorts[key]} {grouped(counts[key])}" for key in shorts)
    place, value = digits(numbers["threshold"]), brief(numbers["value"])
    parts = [f"{start} {place:>22}", f"value {value}", told]
    if choice.rule.takes_prevalence:
        given = choice.parameters["prevalence"]
        share = "of the data" if given is None else repr(given)
        parts.append(words("at the {prevalence} {share}", share=share))
    if choice.ties:
        others = [one for one in numbers["ties"] if one != numbers["threshold"]]
        parts.append(f"ties: {', '.join(map(digits, others[:5]))}{' ...' if others[5:] else ''}")
    if choice.is_degenerate:
        parts.append("degenerate")
    if math.isfinite(choice.confidence):
        parts.append(f"confidence {rounded(choice.confidence)}")
    parts += [_TELLER.limit(one, words, brief) for one in choice.limits]
    return "  ".join([*parts, *(words.said(note) for note in choice.notes)])
