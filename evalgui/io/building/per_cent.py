"""Whether scores that nobody declared to be anything are named as probabilities in per cent are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import exact
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import has_word, quoted, show_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.ranking import Ranking

PER_CENT = "percent_scores"
"""The code of the finding that asks whether scores are probabilities in per cent."""

_MOST = 100.0


def of_per_cent(ranking: Ranking) -> Iterator[Finding]:
    """Yield that scores may be probabilities in per cent, by their name and where they lie.

    Those lie in 0 to 100, some of them above 1, and a higher one speaks for the class; their name
    or their unit says per cent, or it speaks of a probability or a risk, and not of points.
    """
    score, known = ranking.score, ranking.table.steps.ascending[:-1]  # the last one calls nothing
    if not (score.higher_is_positive and len(known)) or score.base:
        return
    low, high = float(known[0]), float(known[-1])
    if low < 0 or not 1 < high <= _MOST:
        return
    says_so = "%" in score.name or score.unit == "%" or has_word(score.name, "per_cent")
    of_risk = has_word(score.name, "probability") or has_word(score.name, "risk")
    if not (says_so or (of_risk and not has_word(score.name, "points"))):
        return
    text = phrase(
        "the scores of {name} run from {low} to {high}: are these probabilities in per cent? Say "
        "so with --score-kind percent, or other",
        name=quoted(show_hidden(score.name)),
        low=exact(low),
        high=exact(high),
    )
    yield Finding(PER_CENT, text, subject=score.name)
