"""Where a threshold comes from, in words: told once, for window, reports and command line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.linking import link_in_words
from evalgui.core.phrases import within
from evalgui.core.provenance import TYPED, Origin
from evalgui.core.rules import RULES
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from evalgui.core.comparing.pair import Pair
    from evalgui.core.counts import Counts
    from evalgui.core.intervals.making import Interval
    from evalgui.core.provenance import Provenance
    from evalgui.core.rules.telling import Teller
    from evalgui.core.words import Words

FIXED = phrase("the threshold was fixed beforehand, though it was chosen on these rows")
"""What intervals at a threshold assume where `is_chosen_here`."""


OF_DATA = "PREV"
"""The only measure at a threshold that none changes."""


def is_chosen_here(made: Provenance | None) -> bool:
    """Return whether a threshold was chosen on the rows that are assessed at it.

    Numbers at it look better than they are on other rows, which no interval of them knows.
    That is not so of a rule that names the same number whatever the rows are.
    """
    if made is None or made.kind not in {Origin.CHOSEN, Origin.START}:
        return False
    rule = RULES.ids.get(made.rule or "")
    return rule is None or not rule.is_number


def beyond_in_words(counts: Counts) -> str:
    """Return that a threshold calls nothing positive, or everything; "" where it does neither."""
    if not counts.n:
        return ""
    if not counts.predicted_positives:
        return phrase("it calls nothing: there are no {positive_calls}")
    if not counts.predicted_negatives:
        return phrase("it calls everything: there are no {negative_calls}")
    return ""


def at_threshold(metric_id: str, interval: Interval, made: Provenance | None) -> Interval:
    """Return the interval of a measure at a threshold, of whose choice it says what it assumes."""
    if metric_id == OF_DATA or not interval.is_defined or not is_chosen_here(made):
        return interval
    assumes = joined("; ", filter(None, (interval.assumes, FIXED)))
    return interval._replace(assumes=assumes)


def at_thresholds(pair: Pair, made: Iterable[Provenance | None]) -> Pair:
    """Return a comparison that says where it does not know the choice of a threshold."""
    if not any(map(is_chosen_here, made)):
        return pair
    return replace(pair, assumes=joined("; ", (pair.assumes, FIXED)))


def origin_in_words(
    made: Provenance, words: Words, teller: Teller, named: Callable[[str], str]
) -> str:
    """Return how a threshold came to be, such as "chosen on these data by the rule ...".

    Parameters
    ----------
    made
        Where it comes from.
    words
        Those of a field.
    teller
        How numbers of rules are written.
    named
        Returns a name of the user's as it is shown.
    """
    by = by_in_words(made, words, teller, named)
    if made.kind is Origin.PRESPECIFIED:
        return "prespecified"
    if made.kind is Origin.FROZEN:
        source = named(made.source) or "other data"
        return f"frozen from {source}" + (f", chosen there {by}" if by else "")
    if made.kind is Origin.START:
        return f"the start, chosen on these data {by}" if by else "the start"
    return f"chosen on these data {by}" if by else "chosen on these data"


def by_in_words(made: Provenance, words: Words, teller: Teller, named: Callable[[str], str]) -> str:
    """Return what chose a threshold, "" where nobody knows; as of `origin_in_words`."""
    if made.rule is None:
        return ""
    if made.rule == TYPED:
        return "by hand"
    linked = link_in_words(made, named(str(dict(made.parameters).get("score", ""))))
    if linked is not None:
        return f"by {within(words.said(linked))}"
    rule = RULES.ids.get(made.rule)
    if rule is None:  # such as one of a later version
        quoted = named(made.rule)
    else:
        values = rule.values(dict(made.parameters))
        quoted = teller.rule(rule, values, words, sided="one-sided ")
    return f"by the rule \N{LEFT DOUBLE QUOTATION MARK}{quoted}\N{RIGHT DOUBLE QUOTATION MARK}"
