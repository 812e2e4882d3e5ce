"""What can be done about scores that nobody declared to be probabilities, or ratios."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.compared_people import has_rows, lacks_probes, lacks_subjects
from evalgui.core.consequences.settings import Scale
from evalgui.core.ratios_worth import ONE_CLASS, base_of, no_ratios
from evalgui.core.requests import SetConsequences
from evalgui.core.texts import Text
from evalgui.results.result import Way

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_PROBABILITIES = (
    ("probability", Text("These are probabilities"), Scale.PROBABILITY),
    ("not_probability", Text("They are not"), Scale.OTHER),
)
_PER_CENT = (
    ("percent", Text("Probabilities in per cent"), Scale.PERCENT),
    ("not_percent", Text("They are not"), Scale.OTHER),
)

_RATIOS = (
    ("llr", Text("Base e"), Scale.LLR),
    ("log10_llr", Text("Base 10"), Scale.LOG10_LLR),
    ("not_llr", Text("They are not"), Scale.OTHER),
)
ARE_RATIOS = Text(
    "Are these scores log-likelihood ratios, and to which base? Cllr and its curves need that said."
)
OTHERS = Text(
    "These scores were declared to be something else than log-likelihood ratios: "
    "Data > The Scores Are says otherwise."
)
TURNED = Text(
    "A higher log-likelihood ratio has to speak for the positive class: here a lower one does."
)
NEEDS_BOTH = Text("It needs {actual_positives} and {actual_negatives}: there is one class alone.")


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
    return _declared(snapshot, ways)


def of_ratios(snapshot: Snapshot) -> tuple[Way, ...]:
    """Return the answers to whether scores are log-likelihood ratios, where nobody gave one."""
    if snapshot.ranking is None or snapshot.inputs.consequences.scale is not None:
        return ()
    return _declared(snapshot, _RATIOS)


def lacking_ratios(snapshot: Snapshot) -> Told:
    """Return what log-likelihood ratios lack to be assessed; "" where nothing."""
    said, scale = no_ratios(snapshot), snapshot.inputs.consequences.scale
    if scale is None:
        return ARE_RATIOS
    if base_of(snapshot) is None:
        return OTHERS
    return {"": Text(""), ONE_CLASS: NEEDS_BOTH}.get(said, TURNED)


PROBES = Text(
    "The columns of probe and reference have to be named first: View > Data gives columns these "
    "roles."
)
SUBJECTS = Text(
    "The columns of the subjects have to be named first: View > Data gives columns the roles probe "
    "and reference."
)
ROWS = Text("Each row has to be one comparison with a score: rows that are counts are none.")
NO_SUBJECT = Text("No subject has both genuine and impostor scores.")


def lacking_probes(snapshot: Snapshot) -> Told:
    """Return what searches lack; "" where nothing."""
    if not has_rows(snapshot):
        return ROWS
    return PROBES if lacks_probes(snapshot) else Text("")


def lacking_subjects(snapshot: Snapshot) -> Told:
    """Return what the menagerie lacks, where there is none."""
    if not has_rows(snapshot):
        return ROWS
    return SUBJECTS if lacks_subjects(snapshot) else NO_SUBJECT


def _declared(snapshot: Snapshot, ways: Sequence[tuple[str, Text, Scale]]) -> tuple[Way, ...]:
    said = snapshot.inputs.consequences
    return tuple(
        Way(name, title, SetConsequences(replace(said, scale=scale))) for name, title, scale in ways
    )
