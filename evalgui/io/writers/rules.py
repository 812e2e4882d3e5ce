"""What the rules choose as plain data, and as lines of text for people."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.rules import RULES
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.writers.measures import style_of
from evalgui.render import json
from evalgui.render.json import finite, number
from evalgui.render.text import lines
from evalgui.results.topics.rules import limit_fact

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.core.rules.limits import Limit
    from evalgui.core.rules.rule import Choice, RuleFamily
    from evalgui.core.vocabulary import Words
    from evalgui.results.result import Result

_KEYS = (
    "id",
    "name",
    "parameters",
    "threshold",
    "low",
    "high",
    "value",
    "rates",
    "counts",
    "ties",
    "degenerate",
    "undefined",
)


def rule_objects(told: Result) -> list[dict[str, Any]]:
    """Return what rules choose as JSON types, at full precision.

    Parameters
    ----------
    told
        Of the topic of rules.

    Returns
    -------
    list of dict
        ``id``, ``name``, ``parameters`` by id; ``threshold`` with ``low`` and ``high``, the ends
        of the half-open interval of thresholds with the same counts: numbers, ``"+inf"``,
        ``"-inf"``, and ``"> inf"`` or ``"< -inf"`` beyond scores that are infinite; ``value`` of
        what the rule looks at; ``rates`` by the ids of `KEY_RATES`; ``counts``; ``ties``, the
        thresholds of all that do as well with the chosen one among them, empty where none does;
        ``degenerate``, whether everything or nothing is called positive; ``undefined``, why there
        is no threshold. What there is none of is None.
    """
    (table,) = told.tables
    style, empty = Style(MACHINE_LEARNING), dict.fromkeys(_KEYS)
    return [
        empty | {"id": row.id, "name": row.title.told(style)} | found
        for row, found in zip(table.rows, json.listed(table), strict=True)
    ]


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
    told: dict[str, Any] = json.plain(dict(limit_fact(limit).values), finite=number)
    return told


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
    told: list[str] = []
    families: set[RuleFamily] = set()
    for rule in RULES:
        if rule.family not in families:
            told += ["", rule.family.value] if families else [rule.family.value]
            families.add(rule.family)
        told.append(f"  {rule.id:22} {words.rule_reason(rule.id, rule.explanation)}")
        for one in rule.parameters:
            default = "from the data" if one.default is None else one.default
            told.append(f"  {'':22}   {one.id}: {one.range_in_words()} (default: {default})")
    return "\n".join(told)


def rule_lines(told: Result, words: Words) -> list[str]:
    """Return what rules choose as lines of text: one line each, undefined with its reason."""
    (table,) = told.tables
    style = replace(style_of(words), count=grouped)
    return list(lines(table, style, ("threshold", "value", "tp", "fn", "fp", "tn")))
