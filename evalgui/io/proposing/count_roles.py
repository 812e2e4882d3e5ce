"""Which columns of a count table are what: the user's word first, names second."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import (
    Basis,
    Role,
    counted_classes,
    is_id_name,
    is_score_name,
    listed,
    named_class,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.table import Profile


def propose_counts(draft: Draft) -> None:
    """Find the columns that count either class, and the score; name the positive class."""
    _propose_other_counts(draft)
    _propose_counted_score(draft)
    roles = draft.roles
    if roles.n_positive is not None and roles.positive is None:
        positive, _ = counted_classes(roles.n_positive, roles.n_negative or "")
        draft.roles = replace(roles, positive=positive)


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
            if (named_class(one.column.header) or (None,))[0] is is_positive
        ]
        word = "positives" if is_positive else "negatives"
        role = Role.N_POSITIVE if is_positive else Role.N_NEGATIVE
        if len(found) != 1:
            question = phrase(f"Which column counts the {{{word}}}?")
            sentence = phrase(f"no one column counts the {{{word}}}")
            draft.leave_open(role, sentence, question=question)
            continue
        sentence = phrase(f"'{{name}}' counts the {{{word}}} by its name", name=found[0])
        draft.find(role, sentence, Basis.NAME, found[0])
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
        sentence = f"'{score}' is the score: from that edge on all of a bin is called"
        draft.find(Role.SCORE, sentence, Basis.CONVENTION, score)
        return
    free = [
        one
        for one in draft.others(roles.n_positive, roles.n_negative)
        if one.is_number and not is_id_name(one.column.name)
    ]
    by_name = [one for one in free if is_score_name(one.column.name)]
    names = _names(by_name or free)
    by = Basis.NAME if by_name else Basis.CONTENT
    if not names:
        question = "Which column holds the score?"
        draft.leave_open(Role.SCORE, "no other column holds numbers", question=question)
        return
    draft.roles = replace(roles, scores=names[:1])
    if len(names) == 1:
        draft.find(Role.SCORE, f"'{names[0]}' is the score", by, names[0])
        return
    question = f"Which of {listed(names)} is the score?"
    sentence = f"'{names[0]}' is the first column that may be the score"
    draft.guess(Role.SCORE, sentence, by, names[0], question=question)


def _names(profiles: Sequence[Profile]) -> tuple[str, ...]:
    return tuple(one.column.name for one in profiles)
