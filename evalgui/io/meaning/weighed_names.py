"""What a name as a whole says: each part that nothing explains counts against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.io.meaning.column_names import is_called, is_id_name, plain_name
from evalgui.io.meaning.evidence.words import groups_of, weights_of, words_of

if TYPE_CHECKING:
    from collections.abc import Collection

NAMED = 0.5
"""From which weight on a name alone says what a column is."""

REACH = 0.3
"""How far the next candidate must be behind for one to be taken without a question."""

_UNEXPLAINED = -0.3
_OTHER = -1.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a role, and against it.

    Parameters
    ----------
    weight
        How much, from about -1 (against it) by 0 (nothing is said) to about 1.
    against
        The words that speak of something else.
    """

    weight: float = 0.0
    against: tuple[str, ...] = ()


def weigh_score_name(name: str, explained: Collection[str] = ()) -> Evidence:
    """Return what the name of a column says for and against its being a score.

    Parameters
    ----------
    name
        Of the column.
    explained
        Words that something else explains: the names of classes, the name of the truth, what
        the names of several scores have in common.

    Examples
    --------
    >>> [weigh_score_name(name).weight for name in ("y_score", "RAC1P", "marker_batch", "PRE_1")]
    [1.0, 0.3, -0.3, 1.0]
    """
    parts = [part for part in plain_name(name).split("_") if part]
    scores, others = weights_of("score"), groups_of("no_score")
    if plain_name(name) in scores:
        return Evidence(scores[plain_name(name)])
    own = [scores[part] for part in parts if part in scores]
    against = tuple(part for part in parts if part in others and part not in explained)
    if not own:
        return Evidence(_OTHER if against else 0.0, against)
    known = words_of("beside_score")
    rest = [
        part
        for part in parts
        if not (part in scores or part in known or part in explained or part.isdigit())
    ]
    unexplained = [part for part in rest if len(part) > 1 and part not in against]
    weight = max(own) + _UNEXPLAINED * len(unexplained) + _OTHER * bool(against)
    return Evidence(round(weight, 6), against)


def is_score_name(name: str) -> bool:
    """Return whether a name as a whole is that of a score.

    Examples
    --------
    >>> [is_score_name(name) for name in ("Risk score", "marker_batch", "RAC1P", "CRP")]
    [True, False, False, False]
    """
    return weigh_score_name(name).weight >= NAMED


def is_known_name(name: str) -> bool:
    """Return whether this text is the name of a column rather than a cell, score or not.

    Examples
    --------
    >>> [is_known_name(name) for name in ("Patient ID", "y_true", "distance_km", "cat", "p")]
    [True, True, True, False, False]
    """
    parts = plain_name(name).split("_")
    if len(plain_name(name)) == 1:
        return False  # a letter is as often a label
    is_listed = is_called(name, "truth_name") or is_called(name, "predicted_name")
    return is_listed or is_id_name(name) or not weights_of("score").keys().isdisjoint(parts)


def speaks_only_of(name: str) -> str:
    """Return what a name speaks of that is no score, "" where it says anything else, too.

    Examples
    --------
    >>> [speaks_only_of(name) for name in ("followup_months", "distance_km", "glucose_day2", "day")]
    ['time', 'place', '', 'time']
    """
    others, scores = groups_of("no_score"), weights_of("score")
    parts = [part for part in plain_name(name).split("_") if part]
    found = {others[part] for part in parts if part in others}
    known = words_of("beside_score")
    rest = [part for part in parts if not (part in others or part in scores or part in known)]
    return found.pop() if len(found) == 1 and not rest else ""
