"""Which columns of a count table are what: the user's word first, names second."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import Basis, Role, classes_of_counts, is_score_name, listed, named_class
from evalgui.io.proposing.ids import is_id
from evalgui.io.proposing.weighing import weigh

if TYPE_CHECKING:
    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.table import Profile


def propose_counts(draft: Draft) -> None:
    """Find the columns that count either class, and the score; name the positive class."""
    if draft.roles.n_positive is None:
        _propose_count(draft, "n_positive", Role.N_POSITIVE, "positives")
    if draft.roles.n_negative is None:
        _propose_count(draft, "n_negative", Role.N_NEGATIVE, "negatives")
    _propose_counted_score(draft)
    roles = draft.roles
    if roles.n_positive is not None and roles.positive is None:
        _, positive = classes_of_counts(draft.table.known, roles)
        draft.roles = replace(roles, positive=positive)


def _propose_count(draft: Draft, field: str, role: Role, word: str) -> None:
    """Find the column that counts a class where that of the other one is decided."""
    roles = draft.roles
    free = draft.others(roles.n_positive, roles.n_negative, *roles.number_columns)
    found = weigh(field, free, {"name": name_of_count})
    if len(found) != 1:
        question = phrase(f"Which column counts the {{{word}}}?")
        sentence = phrase(f"no one column counts the {{{word}}}")
        draft.leave_open(role, sentence, question=question)
        return
    name = found[0].what.name
    sentence = phrase(f"'{{name}}' counts the {{{word}}} by its name", name=name)
    draft.find(role, sentence, Basis.NAME, name)
    changes: dict[str, Any] = {field: name}
    draft.roles = replace(roles, **changes)


def name_of_count(profile: Profile) -> str:
    """Return which class a column is called after, and so counts where another is counted."""
    named = named_class(profile.column.header)
    return "" if named is None else "of_positives" if named[0] else "of_negatives"


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
    free = draft.others(roles.n_positive, roles.n_negative)
    signs = {"contents": contents_of_counted, "name": name_of_counted}
    found = weigh("counted_score", free, signs)
    if not found:
        question = "Which column holds the score?"
        draft.leave_open(Role.SCORE, "no other column holds numbers", question=question)
        return
    names = [one.what.name for one in found]
    by = Basis.NAME if found[0].is_named else Basis.CONTENT
    draft.roles = replace(roles, scores=(names[0],))
    is_one = len(names) == 1
    question = "" if is_one else f"Which of {listed(names)} is the score?"
    sentence = f"'{names[0]}' is the {'' if is_one else 'first column that may be the '}score"
    draft.find(Role.SCORE, sentence, by, names[0], question=question)


def name_of_counted(profile: Profile) -> str:
    """Return whether a column is called as scores are."""
    return "named" if is_score_name(profile.name) else ""


def contents_of_counted(profile: Profile) -> str:
    """Return whether a column holds numbers, which are no ids."""
    return "numbers" if profile.is_number and not is_id(profile) else "no_numbers"
