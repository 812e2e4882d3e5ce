"""What can be done about scores that nobody declared to be probabilities."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.consequences.settings import Scale
from evalgui.core.requests import SetConsequences
from evalgui.core.texts import Text
from evalgui.results.result import Way

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

_PROBABILITIES = (
    ("probability", Text("These are probabilities"), Scale.PROBABILITY),
    ("not_probability", Text("They are not"), Scale.OTHER),
)
_PER_CENT = (
    ("percent", Text("Probabilities in per cent"), Scale.PERCENT),
    ("not_percent", Text("They are not"), Scale.OTHER),
)


def of_scale(snapshot: Snapshot) -> tuple[Way, ...]:
    """Return the answers to what scores are, where nobody gave one and they may be probabilities.

    Those lie in 0 to 1, or in 0 to 100 per cent, and a higher one speaks for the class.
    """
    ranking, said = snapshot.ranking, snapshot.inputs.consequences
    if ranking is None or said.scale is not None or not ranking.score.higher_is_positive:
        return ()
    known = ranking.table.steps.ascending[:-1]  # the last one calls nothing
    if not len(known) or known[0] < 0 or known[-1] > Scale.PERCENT.of_one or ranking.score.base:
        return ()
    ways = _PROBABILITIES if known[-1] <= Scale.PROBABILITY.of_one else _PER_CENT
    return tuple(
        Way(name, title, SetConsequences(replace(said, scale=scale))) for name, title, scale in ways
    )
