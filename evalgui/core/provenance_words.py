"""Where a threshold comes from, in words: told once, for window, reports and command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalgui.core.digits import Moment
from evalgui.core.linked_thresholds import link_in_words
from evalgui.core.provenance import TYPED, Origin
from evalgui.core.rules import RULES
from evalgui.core.rules.telling import Teller
from evalgui.core.texts import Given, Text
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from evalgui.core.comparing.pair import Pair
    from evalgui.core.counts import Counts
    from evalgui.core.intervals.making import Interval
    from evalgui.core.provenance import Provenance
    from evalgui.core.texts import Style

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


_CAME = {
    Origin.PRESPECIFIED: (Text("prespecified"), Text("prespecified")),
    Origin.FROZEN: (Text("frozen from {source}"), Text("frozen from {source}, chosen there {by}")),
    Origin.START: (Text("the start"), Text("the start, chosen on these data {by}")),
    Origin.CHOSEN: (Text("chosen on these data"), Text("chosen on these data {by}")),
}
_CAME_IN_SENTENCES = {
    Origin.PRESPECIFIED: (Text("It was prespecified: settled before these data were seen."),) * 2,
    Origin.FROZEN: (
        Text("It was frozen on other data ({source})."),
        Text("It was frozen on other data ({source}), where it was chosen {by}."),
    ),
    Origin.START: (
        Text("Nobody has decided on it: it is where the program starts."),
        Text(
            "Nobody has decided on it: it is where the program starts, chosen on these data {by}."
        ),
    ),
    Origin.CHOSEN: (
        Text("It was chosen on these data: this is exploratory."),
        Text("It was chosen on these data {by}: this is exploratory."),
    ),
}


def origin(made: Provenance) -> Text:
    """Return how a threshold came to be, such as "chosen on these data by the rule ...".

    Parameters
    ----------
    made
        Where it comes from.
    """
    return _came(made, _CAME, Text("other data"))


def origin_in_sentences(made: Provenance) -> Text:
    """Return how a threshold came to be, and when, as a report says it."""
    came = _came(made, _CAME_IN_SENTENCES, Text("not named"))
    if not made.when:
        return came
    return Text("{came} Decided {when} (UTC).", {"came": came, "when": Moment(made.when)})


def _came(made: Provenance, templates: Mapping[Origin, tuple[Text, Text]], unnamed: Text) -> Text:
    by = None if made.rule is None else ChosenBy(made)
    source = Given(made.source) if made.source.strip() else unnamed
    return replace(templates[made.kind][by is not None], values={"source": source, "by": by})


@dataclass(frozen=True, slots=True)
class ChosenBy:
    """What chose a threshold: a rule, the threshold of another score, or a hand."""

    made: Provenance

    def told(self, style: Style) -> str:
        """Return it with what is set in the rule, in the words and the digits of a style."""
        rule_id, words = self.made.rule or "", style.words
        if rule_id == TYPED:
            return words("by hand")
        linked = link_in_words(
            self.made, style.name(str(dict(self.made.parameters).get("score", "")))
        )
        if linked is not None:
            return words("by {linked}", linked=words.within(words.said(linked)))
        rule = RULES.ids.get(rule_id)
        if rule is None:  # such as one of a later version
            quoted = style.name(rule_id)
        else:
            values = rule.values(dict(self.made.parameters))
            teller = Teller(style.share, style.number, style.share)
            quoted = teller.rule(rule, values, words, sided="one-sided ")
        return words(
            "by the rule \N{LEFT DOUBLE QUOTATION MARK}{rule}\N{RIGHT DOUBLE QUOTATION MARK}",
            rule=quoted,
        )
