"""Which columns of a count table are what: the user's word first, names second."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.io.labels import listed
from evalgui.io.names import counted_class, is_id_name, is_score_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.draft import Draft, Profile


def propose_counts(draft: Draft) -> None:
    """Find the columns that count either class, and the score; name the positive class."""
    _propose_other_counts(draft)
    _propose_counted_score(draft)
    roles = draft.roles
    if roles.n_positive is not None and roles.positive is None:
        positive, _ = class_names(roles.n_positive, roles.n_negative or "")
        draft.roles = replace(roles, positive=positive)


def class_names(n_positive: str, n_negative: str) -> tuple[str, str]:
    """Return what to call the classes that two columns count: what their names say.

    Examples
    --------
    >>> class_names("n_genuine", "impostor count"), class_names("hits", "n_neg")
    (('genuine', 'impostor'), ('hits', 'neg'))
    """
    found = [counted_class(name) for name in (n_positive, n_negative)]
    names = [
        given if counted is None else counted[1]
        for given, counted in zip((n_positive, n_negative), found, strict=True)
    ]
    return (names[0], names[1]) if names[0] != names[1] else (n_positive, n_negative)


def _propose_other_counts(draft: Draft) -> None:
    """Find the column of the other class where one is decided."""
    roles = draft.roles
    for is_positive, own, other in (
        (True, roles.n_positive, roles.n_negative),
        (False, roles.n_negative, roles.n_positive),
    ):
        if own is not None:
            continue
        found = [
            one.column.name
            for one in draft.others(other, *roles.number_columns)
            if (counted_class(one.column.header) or (None,))[0] is is_positive
        ]
        word = "positives" if is_positive else "negatives"
        if len(found) != 1:
            draft.doubts.append(f"Which column counts the {word}?")
            continue
        draft.reasons.append(f"'{found[0]}' counts the {word} by its name")
        if is_positive:
            draft.roles = replace(roles, n_positive=found[0])
        else:
            draft.roles = replace(roles, n_negative=found[0])


def _propose_counted_score(draft: Draft) -> None:
    """Find the score: the edge of bins from which on all of a bin is called, else by name."""
    roles = draft.roles
    if roles.scores and not set(roles.scores) <= set(roles.bins):
        draft.roles = replace(roles, bins=())  # a score of its own goes before bins
        return
    if roles.bins:
        low, high = roles.bins
        score = high if roles.higher_is_positive is False else low
        draft.roles = replace(roles, scores=(score,))
        draft.reasons.append(f"'{score}' is the score: from that edge on all of a bin is called")
        return
    free = [
        one
        for one in draft.others(roles.n_positive, roles.n_negative)
        if one.is_number and not is_id_name(one.column.name)
    ]
    chosen = [one for one in free if is_score_name(one.column.name)] or free
    if chosen:
        draft.roles = replace(roles, scores=(chosen[0].column.name,))
    if len(chosen) == 1:
        draft.reasons.append(f"'{_names(chosen)[0]}' is the score")
    elif chosen:
        draft.doubts.append(f"Which of {listed(_names(chosen))} is the score?")
    else:
        draft.doubts.append("Which column holds the score?")


def _names(profiles: Sequence[Profile]) -> list[str]:
    return [one.column.name for one in profiles]
