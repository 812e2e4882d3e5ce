"""What the rules choose as plain data, and as lines of text for people."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.texts import Style, Text
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.writers.measures import style_of
from evalgui.render import json
from evalgui.render.json import number
from evalgui.render.text import fact_lines, grid, lines
from evalgui.results.result import Result
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics.rules import known_rules, limit_fact
from evalgui.results.topics.stability import STABILITY

if TYPE_CHECKING:
    from evalgui.core.rules.limits import Limit
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words

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


def biometric_objects(told: Result | None) -> dict[str, Any] | None:
    """Return biometric figures as JSON types.

    Returns
    -------
    dict or None
        As of `evalgui.results.topics.biometrics.biometrics`; the figures of ``fnmr_at_fmr`` and
        of ``dcf`` have a ``name``. ``zero_fmr`` and ``zero_fnmr`` are those whose target is 0.
    """
    if told is None:
        return None
    eer, fnmr, fmr, costs = told.tables
    at_fmr, at_fnmr, least = map(json.listed, (fnmr, fmr, costs))
    return {
        **json.facts(told),
        "eer": json.facet(eer, "number"),
        "fnmr_at_fmr": [{"name": row.id} | one for row, one in zip(fnmr.rows, at_fmr, strict=True)][
            :-1
        ],
        "fmr_at_fnmr": at_fnmr[:-1],
        "zero_fmr": at_fmr[-1],
        "zero_fnmr": at_fnmr[-1],
        "dcf": [{"name": row.id} | one for row, one in zip(costs.rows, least, strict=True)],
    }


def biometric_lines(told: Result | None, words: Words) -> list[str]:
    """Return biometric figures as lines of text, a table for each kind."""
    if told is None:
        return [words("biometric figures: a class has no scores")]
    style, lines = style_of(words), []
    for table in told.tables:
        columns = [column.id for column in table.columns]
        lines += ["", *grid(table, columns, style, with_ids=True)]
    return [*fact_lines(told, style), *lines]


def remarks(told: Result) -> dict[str, Any]:
    """Return what the topic of rules says of choices beside their numbers, by the ids of rules."""
    return {one.id: json.plain(dict(one.values), finite=number) for one in told.facts}


def limit_entry(limit: Limit) -> dict[str, Any]:
    """Return a limit that a rule asks for as JSON types, by the names of `Limit`."""
    told: dict[str, Any] = json.plain(dict(limit_fact(limit).values), finite=number)
    return told


def rules_listed() -> dict[str, Any]:
    """Return every rule with its parameters as JSON types."""
    return {"rules": [dict(fact.values) for fact in known_rules() if fact.values]}


def rules_in_words(words: Words = MACHINE_LEARNING) -> str:
    """Return every rule, what it does and what can be set in it, as lines of text."""
    told = Result("rules", Text("Rules"), facts=tuple(known_rules()))
    return "\n".join(fact_lines(told, style_of(words)))


def rule_lines(told: Result, words: Words) -> list[str]:
    """Return what rules choose as lines of text: one line each, undefined with its reason."""
    (table,) = told.tables
    style = replace(style_of(words), count=grouped)
    return list(lines(table, style, ("threshold", "value", "tp", "fn", "fp", "tn")))


def stability_entry(snapshot: Snapshot) -> dict[str, Any]:
    """Return what became of the rule of a threshold as JSON types.

    Returns
    -------
    dict
        ``stability``: the ``rule`` with its ``parameters``, ``replicates`` and ``seed``; its
        ``threshold`` with ``low``, ``high``, ``level``, ``method`` and ``undefined``; the
        ``standard_error`` of what it looks for, and the ``flat`` list of [low, high] where that
        is within one standard error of the best (None and empty where it looks for something
        else); ``measures`` by their ids, each ``apparent`` and ``out_of_bag``, what is to be
        expected of new rows. Empty where no rule chose again.
    """
    told = STABILITY.make(snapshot, NOTHING_BESIDE)
    if told is None:
        return {}
    known, (threshold, flat, measures) = json.facts(told), told.tables
    error = {"standard_error": known.pop("standard_error")}
    runs = {"flat": [[*run.values()] for run in json.listed(flat)]}
    limits, both = json.objects(threshold), {"measures": json.objects(measures)}
    return {"stability": known | limits | error | runs | both}
