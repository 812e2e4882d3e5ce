"""The rules: the threshold that each chooses, and what it does there."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from evalgui.core.digits import Numeral
from evalgui.core.goals import limits_at
from evalgui.core.measured import Measured, Sided
from evalgui.core.metrics import METRICS, metric_by_id
from evalgui.core.rules import RULES as KNOWN
from evalgui.core.texts import (
    Computed,
    Given,
    Joined,
    Name,
    Rate,
    Share,
    Symbol,
    Text,
    Within,
    as_text,
)
from evalgui.core.thresholds import in_units
from evalgui.core.vocabulary import phrase
from evalgui.results.result import (
    COUNT,
    TEXT,
    THRESHOLD,
    Column,
    Fact,
    Kind,
    Result,
    Row,
    Said,
    Table,
)
from evalgui.results.topic import Topic
from evalgui.results.topics.zone import COUNTS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Score
    from evalgui.core.measured import Interval
    from evalgui.core.provenance import Provenance
    from evalgui.core.rules import Choice, Rule
    from evalgui.core.rules.limits import Limit
    from evalgui.core.rules.rule import Value
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told

KEY_RATES = ("TPR", "TNR", "FPR", "FNR", "PPV", "NPV", "LRP", "LRN", "ACC", "F1", "YI")
"""The measures that stand beside each rule."""

_LISTED = 5  # thresholds that do as well, of which a sentence tells
_NOTHING_FOUND = phrase("it finds no threshold")
_LIMITS = {
    (Sided.LOWER, False): Text("{level}, one-sided: {measure} at least {value}"),
    (Sided.UPPER, False): Text("{level}, one-sided: {measure} at most {value}"),
    (Sided.LOWER, True): Text("{level}, one-sided, by subject: {measure} at least {value}"),
    (Sided.UPPER, True): Text("{level}, one-sided, by subject: {measure} at most {value}"),
}

THRESHOLDS = (
    Column(
        "threshold",
        Text("Threshold"),
        THRESHOLD,
        keys={"number": "threshold", "said": "threshold", "why": "undefined"},
    ),
    Column("low", Text("Same counts from"), THRESHOLD, keys={"number": "low", "said": "low"}),
    Column("high", Text("Same counts to"), THRESHOLD, keys={"number": "high", "said": "high"}),
)
PARAMETERS = Column("parameters", Text("Set in it"), TEXT, keys={"said": "parameters"})
VALUE = Column(
    "value",
    Text("What it looks at"),
    short=Text("value"),
    keys={"number": "value", "bracket": "bracket"},
)
TIES = Column("ties", Text("Thresholds that do as well"), COUNT, keys={"said": "ties"})
DEGENERATE = Column("degenerate", Text("Calls all or nothing"), TEXT, keys={"said": "degenerate"})
RATES = tuple(
    Column(
        metric.id,
        Name(metric),
        Kind(metric.written),
        Symbol(metric.id),
        {"number": f"rates.{metric.id}"},
    )
    for metric in map(metric_by_id, KEY_RATES)
)
COLUMNS = (PARAMETERS, *THRESHOLDS, VALUE, *COUNTS, *RATES, TIES, DEGENERATE)


@dataclass(frozen=True, slots=True)
class RuleName:
    """The name of a rule, which fields call their own way."""

    rule: Rule

    def told(self, style: Style) -> str:
        """Return it as a field calls it."""
        return style.words.rule_name(self.rule.id, self.rule.name)


@dataclass(frozen=True, slots=True)
class RuleReason:
    """What a rule does, which fields say in their own words."""

    rule: Rule

    def told(self, style: Style) -> str:
        """Return it as a field says it."""
        return style.words.rule_reason(self.rule.id, self.rule.explanation)


@dataclass(frozen=True, slots=True)
class RuleRow(Row):
    """The row of what a rule chooses.

    Parameters
    ----------
    choice
        What it chooses.
    """

    choice: Choice = field(kw_only=True)


def rules(score: Score, choices: Collection[Choice]) -> Result:
    """Return what rules choose.

    Parameters
    ----------
    score
        The score that they choose on, in whose units thresholds are told.
    choices
        What they choose.

    Returns
    -------
    Result
        A fact by the id of each of which there is anything to say beside its numbers: ``notes``;
        ``confidence``, with which the data say that the true number meets the target, NaN where
        there is none; and ``limits``, the one-sided ones that had to meet targets, as of
        `limit_fact`.
        A table with a row for each: ``parameters``, what was set in it; ``threshold`` with
        ``low`` and ``high``, the ends of the half-open interval of thresholds with the same
        counts, in words beyond scores that are infinite, and NaN with its reason where there is
        none; ``value`` of what the rule looks at; the four counts; the measures of `KEY_RATES`;
        ``ties``, how many thresholds do as well, the chosen one among them, 0 where none does;
        ``degenerate``, whether everything or nothing is called positive. The notes are what has
        to be said of it beside these numbers.
    """
    rows = tuple(
        RuleRow(one.rule.id, RuleName(one.rule), choice=one, group=Text(one.rule.family.value))
        for one in choices
    )
    title = Text("What rules choose on {score}", {"score": Given(score.name)})
    text, note = partial(_text, score), partial(_note, score)
    table = Table("rules", COLUMNS, rows, partial(_cell, score), Text("Rule"), note=note, text=text)
    return Result("rules", title, (table,), tuple(_remarks(choices)))


def _remarks(choices: Iterable[Choice]) -> Iterator[Fact]:
    for one in choices:
        if one.notes or one.limits or math.isfinite(one.confidence):
            values = {
                "notes": list(map(str, one.notes)),
                "confidence": one.confidence,
                "limits": [dict(limit_fact(limit).values) for limit in one.limits],
            }
            yield Fact(one.rule.id, RuleName(one.rule), Joined(tuple(_said(one))), values)


def _said(choice: Choice) -> Iterator[Told]:
    """Yield what has to be said of a choice beside its numbers and what it was made for."""
    if math.isfinite(choice.confidence):
        yield Text("confidence {share}", {"share": Computed(choice.confidence)})
    yield from map(limit_text, choice.limits)
    yield from map(as_text, choice.notes)


def known_rules() -> Iterator[Fact]:
    """Yield every rule, with what can be set in it behind it; the values are those of rules."""
    for rule in KNOWN:
        values = {
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
        names = {"id": rule.id, "name": RuleName(rule), "family": Text(rule.family.value)}
        yield Fact("rule", Text("{id} ({name}; {family})", names), RuleReason(rule), values)
        for one in rule.parameters:
            title = Text("{rule} {id}", {"rule": rule.id, "id": one.id})
            default = phrase("from the data") if one.default is None else str(one.default)
            told = {"range": one.range_in_words(), "default": default}
            yield Fact("parameter", title, Text("{range} (default: {default})", told))


def _cell(score: Score, row: Row, column: Column) -> Measured | None:
    assert isinstance(row, RuleRow)  # noqa: S101 - its own rows
    choice = row.choice
    if column in THRESHOLDS:
        found = _place(getattr(choice, column.id), score) if choice.counts is not None else None
        value = found if isinstance(found, (int, float)) else math.nan
        is_found = choice.counts is not None
        return Measured(value, "" if is_found else choice.undefined or _NOTHING_FOUND)
    if column is TIES:
        return Measured(len(choice.ties))
    if column is VALUE:
        return Measured(choice.value, bracket=choice.bracket)
    if choice.counts is None or column in (PARAMETERS, DEGENERATE):
        return None
    if column in COUNTS:
        return Measured(getattr(choice.counts, column.id))
    return METRICS.ids[column.id].measured(choice.counts)


def _text(score: Score, row: Row, column: Column) -> Told | None:
    assert isinstance(row, RuleRow)  # noqa: S101 - its own rows
    choice = row.choice
    if column is PARAMETERS:
        return Said(set_in_rule(choice.parameters), dict(choice.parameters))
    if column is DEGENERATE:
        return Said(Text("yes" if choice.is_degenerate else "no"), choice.is_degenerate)
    if column is TIES:
        places = [_place(one, score) for one in choice.ties]
        return Said(_listed(places), places)
    if column in THRESHOLDS and choice.counts is not None:
        found = _place(getattr(choice, column.id), score)
        return Said(Text(found), found) if isinstance(found, str) else None
    return None


def _place(threshold: float | None, score: Score) -> float | str | None:
    """Return a threshold in the units of the score; in words beyond one that is infinite."""
    if threshold is None:
        return None
    if math.isnan(threshold):
        return "> inf" if score.higher_is_positive else "< -inf"
    return threshold if math.isinf(threshold) else in_units(threshold, score)


def _listed(places: Iterable[float | str | None]) -> Told:
    return Joined(tuple(Text("{place}", {"place": place}) for place in places), ", ")


def set_in_rule(values: Mapping[str, Value]) -> Told:
    """Return what is set in a rule, by the ids of its parameters: "npv 0.99, ...".

    A prevalence is named in any case.
    """
    told = (
        Text("{name} of the data", {"name": name})
        if value is None
        else Text("{name} {value}", {"name": name, "value": Numeral(value)})
        for name, value in values.items()
        if value is not None or name == "prevalence"
    )
    return Joined(tuple(told), ", ")


def _note(score: Score, row: Row) -> Told | None:
    """Return what has to be said of a choice beside its numbers."""
    assert isinstance(row, RuleRow)  # noqa: S101 - its own rows
    choice = row.choice
    if choice.counts is None:
        return None
    told: list[Told] = []
    if choice.rule.takes_prevalence:
        given = choice.parameters["prevalence"]
        share = Text("at the {prevalence} of the data")
        told.append(share if given is None else Text("at the {prevalence} {p}", {"p": given}))
    places = (_place(one, score) for one in choice.ties)
    others = [place for place in places if place != _place(choice.threshold, score)]
    if others:
        more = Text("ties: {others} ...") if len(others) > _LISTED else Text("ties: {others}")
        told.append(more.filled({"others": _listed(others[:_LISTED])}))
    if choice.is_degenerate:
        told.append(Text("degenerate"))
    told += _said(choice)
    return Joined(tuple(told)) if told else None


def limit_text(limit: Limit) -> Text:
    """Return a limit that a rule asks for: "95 %, one-sided: sensitivity at least 0.955"."""
    metric = metric_by_id(limit.metric_id)
    values = {
        "level": Share(limit.level),
        "measure": Within(Name(metric)),
        "value": (Computed if metric.fraction is None else Rate)(limit.value),
    }
    return _LIMITS[limit.side, limit.by_subject].filled(values)


def limit_fact(limit: Limit) -> Fact:
    """Return a limit that a rule asks for; its values are named as in `Limit`, but ``measure``."""
    values = {
        "measure": limit.metric_id,
        "value": limit.value,
        "sided": limit.side.value,
        "level": limit.level,
        "by_subject": limit.by_subject,
    }
    return Fact("limit", Text("limit"), limit_text(limit), values)


def limits_in_force(
    made: Provenance | None, counts: Counts, intervals: Mapping[str, Interval]
) -> tuple[Limit, ...]:
    """Return the limits that the rule of a threshold asks of measures, as they are there.

    Parameters
    ----------
    made
        How the threshold came to be; None for not at all.
    counts, intervals
        As of `evalgui.core.goals.limits_at`.
    """
    rule = None if made is None else KNOWN.ids.get(made.rule or "")
    if made is None or rule is None:
        return ()
    return limits_at(rule, rule.values(dict(made.parameters)), counts, intervals)


def offered(
    snapshot: Snapshot, given: Mapping[str, Mapping[str, Value]] = MappingProxyType({})
) -> tuple[Choice, ...]:
    """Return what each rule chooses that means something for the score; nothing without one.

    Parameters
    ----------
    snapshot
        What is shown; at its prevalence rules choose that have none of their own.
    given
        What is set in rules, by the ids of these and of their parameters.
    """
    ranking, prevalence = snapshot.ranking, snapshot.inputs.intervals.prevalence
    if ranking is None:
        return ()
    return tuple(
        ranking.choice(one.id, one.at_prevalence(given.get(one.id, {}), prevalence))
        for one in filter(ranking.is_offered, KNOWN)
    )


def _make(snapshot: Snapshot, choices: tuple[Choice, ...] | None) -> Result | None:
    ranking = snapshot.ranking
    if ranking is None:
        return None
    told = rules(ranking.score, offered(snapshot) if choices is None else choices)
    point = snapshot.point
    found: tuple[Limit, ...] = ()
    if point is not None:
        found = limits_in_force(snapshot.provenance, point.counts, point.all_intervals)
    return replace(told, facts=tuple(map(limit_fact, found)))


RULES = Topic(
    id="rules",
    name=Text("Rules"),
    explanation=Text("The threshold that each rule chooses, and what it does there."),
    make=lambda snapshot, beside: _make(snapshot, beside.choices),
)
