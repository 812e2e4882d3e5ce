"""A rule with what is set in it, and where a threshold comes from, in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.goals import held_at
from evalgui.core.grey_zone import INDETERMINATE, counts_grey_as_positive
from evalgui.core.languages import tr, tr_n
from evalgui.core.linked_thresholds import link_in_words
from evalgui.core.measured import Sided
from evalgui.core.metrics import metric_by_id
from evalgui.core.provenance import Origin
from evalgui.core.rules import RULES
from evalgui.core.rules.telling import Teller
from evalgui.gui.look import text
from evalgui.gui.models.rule_cells import BETWEEN, limit_in_words, rates
from evalgui.io.meaning import lock_in_words
from evalgui.results.topics.rules import limits_in_force

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.dataset import Score
    from evalgui.core.goals import Held
    from evalgui.core.provenance import Provenance
    from evalgui.core.rules import Rule
    from evalgui.core.rules.limits import Limit
    from evalgui.core.rules.rule import Value
    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.core.vocabulary import Words

TELLER = Teller(text.level, text.threshold, text.exact_percent)
_BY_HAND = tr("Put here by hand")
_KEPT = "\N{NO-BREAK SPACE}"
_DIGITS = 8
_WHY_SCANNED = tr(
    "A limit of a predictive value or a likelihood ratio rises and falls along the scores: where"
    " so many are looked at, one meets the target by chance, too, and its level does not hold."
    " Those of sensitivity, specificity and of the error rates hold."
)


def rule_in_words(rule: Rule, values: Mapping[str, Value], words: Words, *, sided: str = "") -> str:
    """Return a rule with what is set in it, as `Teller.rule` does, in the user's digits."""
    return TELLER.rule(rule, values, words, sided=sided)


def made_in_words(made: Provenance, words: Words) -> str:
    """Return the rule or the link of a provenance, or that a threshold was put there by hand."""
    rule = RULES.ids.get(made.rule or "")
    linked = link_in_words(made, text.elided(str(dict(made.parameters).get("score", "")), 30))
    if linked is not None:
        return words.said(linked)
    if rule is None:
        return _BY_HAND if made.kind is not Origin.START else tr("No rule finds a threshold")
    return rule_in_words(rule, rule.values(dict(made.parameters)), words)


def limits_at_point(snapshot: Snapshot) -> tuple[Limit, ...]:
    """Return the limits that the rule in force asks of measures, as they are at its threshold."""
    made, point = snapshot.provenance, snapshot.point
    return () if point is None else limits_in_force(made, point.counts, point.intervals)


def reason_in_words(snapshot: Snapshot, words: Words) -> tuple[str, str]:
    """Return how the sentence of the decision goes on: "because", and the rule that put the line.

    Of a limit that a rule asks for it speaks as of the value: the limit itself stands behind.
    """
    made = snapshot.provenance
    rule = None if made is None else RULES.ids.get(made.rule or "")
    if made is None or rule is None or made.kind is Origin.FROZEN:
        return "by" if rule is not None else "", rule_in_force(snapshot, words)
    values = rule.values(dict(made.parameters))
    has_limits = bool(limits_at_point(snapshot))
    lead, told = TELLER.reason(rule, values, words, on_value=has_limits)
    return lead, told


def limits_in_words(snapshot: Snapshot, words: Words) -> str:
    """Return the limits that the rule in force asks for, each on a line of its own."""
    return "\n".join(limit_in_words(one, words) for one in limits_at_point(snapshot))


def short_limits(snapshot: Snapshot) -> str:
    """Return the limits that the rule in force asks for: "(95 % limit 0.955)"."""
    limits = limits_at_point(snapshot)
    if not limits:
        return ""
    level = text.level(limits[0].level)
    values = (
        (text.rate if metric_by_id(one.metric_id).fraction else text.measure)(one.value)
        for one in limits
    )
    listed = text.both(list(values))
    return tr_n(
        len(limits), "({level} limit {list})", "({level} limits {list})", level=level, list=listed
    )


def rule_in_force(snapshot: Snapshot, words: Words) -> str:
    """Return the rule that put the line there; of one that chose on other data, what holds here.

    A target that was met there is no fact about the data that are shown.
    """
    made, point = snapshot.provenance, snapshot.point
    if made is None:
        return ""
    told, rule = made_in_words(made, words), RULES.ids.get(made.rule or "")
    if made.kind is not Origin.FROZEN or point is None:
        return told
    values = {} if rule is None else rule.values(dict(made.parameters))
    held = () if rule is None else held_at(rule, values, point.counts, point.intervals)
    holds = "; ".join(_held_in_words(one, words) for one in held)
    return f"{told}: {holds}" if holds else told


def _held_in_words(held: Held, words: Words) -> str:
    """Return whether a target holds for the data that are shown."""
    metric = metric_by_id(held.measure)
    name = words.within(words.rate(metric.id, metric.symbol_in(words.vocabulary)))
    if math.isnan(held.value):
        return tr("here {name} is undefined", name=name)
    told = text.rate if metric.fraction is not None else text.measure
    shown, met = (
        tr("{name} {value} here", name=name, value=told(held.value)),
        tr("met") if held.is_met else tr("not met"),
    )
    limit = held.limit
    if limit is None:
        return f"{shown}, {met}"
    if not limit.is_defined:
        return tr(
            "{shown}, of its limit it is not known: {reason}",
            shown=shown,
            reason=words.said(limit.reason),
        )
    end = limit.lower if limit.sided is Sided.LOWER else limit.upper
    return tr(
        "limit of {name} {end} here, {met}", name=name, end=told(end), met=met
    )  # short: what ends it is not to be elided


def origin_in_words(snapshot: Snapshot, words: Words, *, has_limits: bool = True) -> str:
    """Return where the threshold of a snapshot comes from, and whether anything can move it.

    The limits that its rule asks for are left out where they stand in the sentence above.
    """
    made, inputs, dataset = snapshot.provenance, snapshot.inputs, snapshot.dataset
    if made is None:
        return BETWEEN.join(_waiting(inputs, words))
    rule = RULES.ids.get(made.rule or "")
    source = text.elided(made.source, 40)
    if dataset is not None and dataset.is_part and made.source == dataset.name:
        source = tr("all of {source}", source=source)
    scanned = tr(" by scanning, not guaranteed") if _is_scanned(made) else ""
    known = {
        Origin.START: words("start, chosen on these {rows}") if rule else tr("start"),
        Origin.CHOSEN: words("chosen on these {rows}") + scanned,
        Origin.PRESPECIFIED: tr("prespecified"),
        Origin.FROZEN: tr("frozen from {source}", source=source),
    }
    told, point = [known[made.kind]], snapshot.point
    if point is not None and snapshot.choices.second is not None:
        which = text.short_threshold(point.threshold, snapshot.score)
        told = [f"{which}: {known[made.kind]}"]
    if inputs.is_followed and snapshot.choice is not None:
        missed = snapshot.choice.threshold is None
        told = [_missed(snapshot, words)] if missed else [*told, tr("followed")]
    if inputs.is_locked:
        told.append(tr("locked"))
    told += _waiting(inputs, words)
    if has_limits:
        told += [limit_in_words(one, words) for one in limits_at_point(snapshot)]
    as_positive = counts_grey_as_positive(snapshot)
    if as_positive is not None:
        told.append(grey_in_words(words, as_positive=as_positive))
    told += filter(None, [expected_in_words(snapshot, words)])
    return BETWEEN.join([told[0][:1].upper() + told[0][1:], *told[1:]])


def _waiting(inputs: Inputs, words: Words) -> list[str]:
    """Return that locked thresholds wait, unless that is of another score of the data."""
    locks = [words.said(lock_in_words(one)) for one in inputs.waits_here]
    return [tr("the locked threshold, {lock}, waits", lock=lock) for lock in locks]


def grey_in_words(words: Words, *, as_positive: bool) -> str:
    """Return how the numbers at the threshold count the rows of the grey zone."""
    calls = words.called_positives if as_positive else words.called_negatives
    return tr(
        "{indeterminate} rows counted as {calls}", indeterminate=tr(INDETERMINATE), calls=calls
    )


def doubt_in_words(made: Provenance | None) -> str:
    """Return why what a rule was to reach is not guaranteed, "" where it is, or was elsewhere."""
    return _WHY_SCANNED if made is not None and _is_scanned(made) else ""


def _is_scanned(made: Provenance) -> bool:
    """Return whether a limit was met by looking for it on these data."""
    rule = RULES.ids.get(made.rule or "")
    if rule is None or made.kind is not Origin.CHOSEN:
        return False
    return rule.is_scanned(rule.values(dict(made.parameters)))


def expected_in_words(snapshot: Snapshot, words: Words) -> str:
    """Return what to expect of new rows at a threshold that was chosen here, "" if not known."""
    found = snapshot.stability
    if found is None:
        return ""
    parts = []
    for metric in rates(words):
        value = found.expected(metric)
        if not math.isnan(value):
            name = words.within(words.rate(metric.id, metric.symbol_in(words.vocabulary)))
            parts.append(tr("{name} near {value}", name=name, value=text.rate(value)))
    return words("in new {rows} expect {list}", list=text.both(parts)) if parts else ""


def _missed(snapshot: Snapshot, words: Words) -> str:
    choice = snapshot.choice
    if choice is None:
        return ""
    name = rule_in_words(choice.rule, choice.parameters, words)
    why = words.said(choice.undefined) or tr("it finds none")
    return tr("no threshold for {name}: {why}; the line stays", name=text.elided(name, 60), why=why)


def equivalents(ends: tuple[float, float], score: Score) -> str:
    """Return between which thresholds the counts are the same, given the ends in any order."""
    if any(map(math.isnan, ends)):
        return ""
    low, high = sorted(ends)
    first, last = (text.short_threshold(end, score, _DIGITS) for end in (low, high))
    if low == high:
        return tr("at the edge of a bin")
    if math.isinf(low) and math.isinf(high):
        return tr("same counts everywhere")
    if math.isinf(high):
        return tr("same counts above {first}", first=first)
    if math.isinf(low):
        return tr("same counts up to {last}", last=last)
    return tr(
        "same counts from {first}{kept}to{kept}{last}", first=first, kept=_KEPT, last=last
    )  # both in one line, if in two at all
