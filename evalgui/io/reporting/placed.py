"""Where a threshold stands and how it came there, in words."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from evalgui.core.digits import exact, percent_of
from evalgui.core.grey_zone import decision
from evalgui.core.provenance_words import beyond_in_words, origin_in_sentences
from evalgui.core.rules import inside_of_bin
from evalgui.core.texts import Style, Text
from evalgui.io.reporting.scores import score_text, threshold_text
from evalgui.io.reporting.wording import capital, name, percent
from evalgui.results.topics.rules import limit_text, limits_in_force

if TYPE_CHECKING:
    from evalgui.core.dataset import Score
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.provenance import Provenance
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.io.reporting.material import Material


def place_in_words(threshold: float, score: Score) -> str:
    """Return when a row is called positive, such as "marker \N{GREATER-THAN OR EQUAL TO} 0.42"."""
    found = decision(score, threshold, None, lambda one: threshold_text(one, score))
    return f"{name(score.name, 60)} {found.positive}"


def decided_in_words(material: Material) -> str:
    """Return which scores are called what, as sentences that know the grey zone."""
    snapshot, words, ends = material.snapshot, material.words, material.grey_zone
    point, score = snapshot.point, snapshot.score
    if point is None or score is None:
        return ""
    if ends is None:
        return words(
            "A row is called {decision} when {place}.",
            decision=words.decision,
            place=place_in_words(point.threshold, score),
        )
    found = decision(score, *ends, lambda one: threshold_text(one, score))
    own = name(score.name, 60)
    told = words(
        "A row is called {decision} when {positive_scores}, not {decision} when {negative_scores}, "
        "and indeterminate in between ({indeterminate}).",
        decision=words.decision,
        positive_scores=f"{own} {found.positive}",
        negative_scores=f"{own} {found.negative}",
        indeterminate=found.indeterminate,
    )
    at = threshold_text(point.threshold, score)
    one = words("All other numbers are those of one threshold, {at}.", at=at)
    if ranking := snapshot.ranking:
        row = ranking.table.steps.row_at
        if row(point.threshold) in {row(end) for end in ends}:
            is_lenient = row(point.threshold) == max(row(end) for end in ends)
            calls = words.called_positives if is_lenient else words.called_negatives
            one = words(
                "All other numbers are those of one threshold, {at}: indeterminate rows count as "
                "{calls} in them.",
                at=at,
                calls=calls,
            )
    return f"{told} {one}"


def origin_in_words(made: Provenance, words: Words, point: OperatingPoint | None = None) -> str:
    """Return how a threshold came to be, in sentences; with the limits that its rule asks for."""
    shown = partial(name, longest=60)
    style = Style(words, exact, shown, share=percent_of, rounded=exact, rate=percent)
    told = origin_in_sentences(made).told(style)
    if point is None:
        return told
    limits = limits_in_force(made, point.counts, point.all_intervals)
    return " ".join([told, *(f"{limit_text(one).told(style)}." for one in limits)])


def equivalents(snapshot: Snapshot, point: OperatingPoint, words: Words) -> str:
    """Return between which thresholds all counts are the same, as a sentence; "" without scores."""
    ranking = snapshot.ranking
    if ranking is None or not len(ranking.table.steps) or point.row < 0:
        return ""
    excluded, included = ranking.table.steps.interval(point.row)
    beyond = words.said(beyond_in_words(point.counts))
    told = f"{capital(beyond)}. " if beyond else ""
    if math.isnan(included):
        return told.rstrip()
    first, last = (score_text(one, ranking.score) for one in (excluded, included))
    inside = inside_of_bin(ranking.table.steps, point.threshold, ranking.score)
    if inside:
        return told + words("It lies {inside}.", inside=inside)
    if excluded == included:
        return told + words("It is the edge of a bin.")
    same = _EQUIVALENTS[ranking.score.higher_is_positive][
        math.isfinite(excluded), math.isfinite(included)
    ]
    return told + words.said(same.filled({"excluded": first, "included": last}))


_EVERY = Text("Every threshold gives the same counts.")
_EQUIVALENTS = {
    True: {
        (True, True): Text(
            "Every threshold above {excluded} up to {included} gives the same counts."
        ),
        (True, False): Text("Every threshold above {excluded} gives the same counts."),
        (False, True): Text("Every threshold up to {included} gives the same counts."),
        (False, False): _EVERY,
    },
    False: {
        (True, True): Text(
            "Every threshold from {included} below {excluded} gives the same counts."
        ),
        (True, False): Text("Every threshold below {excluded} gives the same counts."),
        (False, True): Text("Every threshold from {included} gives the same counts."),
        (False, False): _EVERY,
    },
}
"""By whether high scores are positive, then by which of both ends are finite."""
