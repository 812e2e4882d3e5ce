"""Where a threshold stands and how it came there, in words for a copy: numbers have a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.grey_zone import counts_grey_as_positive, decision
from evalgui.core.languages import tr
from evalgui.core.provenance_words import origin
from evalgui.core.texts import Style
from evalgui.gui.look import text
from evalgui.gui.models.rule_words import grey_in_words

if TYPE_CHECKING:
    from evalgui.core.dataset import Score
    from evalgui.core.provenance import Provenance
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words


def origin_in_words(made: Provenance, words: Words) -> str:
    """Return how a threshold came to be, such as "chosen on these data by the rule ..."."""
    style = Style(
        words,
        text.threshold,
        text.elided,
        share=text.exact_percent,
    )
    return origin(made).told(style)


def place_in_words(threshold: float, score: Score) -> str:
    """Return where a threshold stands, such as "marker \N{GREATER-THAN OR EQUAL TO} 0.42"."""
    found = decision(score, threshold, None, lambda one: text.threshold(one, score))
    return f"{text.elided(score.name) or tr('score')} {found.positive}"


def where_and_how(snapshot: Snapshot, words: Words) -> str:
    """Return where the threshold of a snapshot stands, and how it came there.

    Where there is none, what the numbers rest on instead; "" where there are none.
    """
    point, score, made = snapshot.point, snapshot.score, snapshot.provenance
    if point is not None and score is not None and made is not None:
        place = tr(
            "at {place}, {origin}",
            place=place_in_words(point.threshold, score),
            origin=origin_in_words(made, words),
        )
        as_positive = counts_grey_as_positive(snapshot)
        if as_positive is None:
            return place
        return f"{place}, {grey_in_words(words, as_positive=as_positive)}"
    dataset = snapshot.dataset
    if dataset is not None and (dataset.called_by or dataset.matrix is not None):
        return tr("as called in the data")
    return ""
