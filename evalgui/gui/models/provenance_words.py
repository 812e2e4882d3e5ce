"""Where a threshold stands and how it came there, in words for a copy: numbers have a point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.api import RULES, TYPED, Origin, link_in_words, within
from evalgui.gui.look import text
from evalgui.gui.models.rule_words import rule_in_words

if TYPE_CHECKING:
    from evalgui.core.api import Provenance, Score, Snapshot, Words


def origin_in_words(made: Provenance, words: Words) -> str:
    """Return how a threshold came to be, such as "chosen on these data by the rule ..."."""
    by = _by(made, words)
    if made.kind is Origin.PRESPECIFIED:
        return "prespecified"
    if made.kind is Origin.FROZEN:
        source = text.elided(made.source) or "other data"
        return f"frozen from {source}" + (f", chosen there {by}" if by else "")
    if made.kind is Origin.START:
        return f"the start, chosen on these data {by}" if by else "the start"
    return f"chosen on these data {by}" if by else "chosen on these data"


def _by(made: Provenance, words: Words) -> str:
    """Return what chose a threshold, "" where nobody knows."""
    if made.rule is None:
        return ""
    if made.rule == TYPED:
        return "by hand"
    linked = link_in_words(made, text.elided(str(dict(made.parameters).get("score", ""))))
    if linked is not None:
        return f"by {within(words.said(linked))}"
    rule = RULES.ids.get(made.rule)
    if rule is None:  # such as one of a later version
        quoted = text.elided(made.rule)
    else:
        values = rule.values(dict(made.parameters))
        quoted = text.with_point(rule_in_words(rule, values, words, sided="one-sided "))
    return f"by the rule \N{LEFT DOUBLE QUOTATION MARK}{quoted}\N{RIGHT DOUBLE QUOTATION MARK}"


def place_in_words(threshold: float, score: Score) -> str:
    """Return where a threshold stands, such as "marker \N{GREATER-THAN OR EQUAL TO} 0.42"."""
    name, stands = text.elided(score.name) or "score", text.threshold(threshold, score)
    stands = text.with_point(stands)
    if math.isnan(threshold):  # beyond all scores: the sign is part of it
        return f"{name} {stands}"
    sign = (
        "\N{GREATER-THAN OR EQUAL TO}" if score.higher_is_positive else "\N{LESS-THAN OR EQUAL TO}"
    )
    return f"{name} {sign} {stands}"


def where_and_how(snapshot: Snapshot, words: Words) -> str:
    """Return where the threshold of a snapshot stands, and how it came there.

    Where there is none, what the numbers rest on instead; "" where there are none.
    """
    point, score, made = snapshot.point, snapshot.score, snapshot.provenance
    if point is not None and score is not None and made is not None:
        return f"at {place_in_words(point.threshold, score)}, {origin_in_words(made, words)}"
    dataset = snapshot.dataset
    if dataset is not None and (dataset.called_by or dataset.matrix is not None):
        return "as called in the data"
    return ""
