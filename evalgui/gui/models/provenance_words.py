"""Where a threshold stands and how it came there, in words for a copy: numbers have a point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.provenance_words import origin_in_words as told_of
from evalgui.core.rules.telling import Teller
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.core.api import Provenance, Score, Snapshot, Words


def origin_in_words(made: Provenance, words: Words) -> str:
    """Return how a threshold came to be, such as "chosen on these data by the rule ..."."""
    return told_of(made, words, _TELLER, text.elided)


_TELLER = Teller(
    lambda level: text.with_point(text.level(level)),
    lambda number: text.with_point(text.threshold(number)),
    lambda share: text.with_point(text.exact_percent(share)),
)


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
