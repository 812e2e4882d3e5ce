"""Which columns of a count table are what: the user's word first, names second."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.vocabulary import phrase
from evalgui.io.layouts.count_table import counts_by_name
from evalgui.io.meaning import Basis, Role, classes_of_counts, is_score_name, listed, named_class
from evalgui.io.proposing.ids import is_id
from evalgui.io.proposing.weighing import weigh

if TYPE_CHECKING:
    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.table import Profile


def propose_counts(draft: Draft) -> None:
    """Find the columns that count either class, and the score; name the positive class."""
    if draft.roles.n_positive is None:
        _propose_count(draft, Role.N_POSITIVE, is_of_positives=True)
    if draft.roles.n_negative is None:
        _propose_count(draft, Role.N_NEGATIVE, is_of_positives=False)
    _propose_counted_score(draft)
    roles = draft.roles
    if roles.n_positive is not None and roles.positive is None:
        _, positive = classes_of_counts(draft.table.known, roles)
        draft.roles = replace(roles, positive=positive)


def _propose_count(draft: Draft, role: Role, *, is_of_positives: bool) -> None:
    """Find the column that counts a class where that of the other one is decided."""
    roles, field = draft.roles, role.value
    free = draft.others(roles.n_positive, roles.n_negative, *roles.number_columns)
    found = weigh(field, free, {"name": name_of_count})
    if len(found) != 1:
        question = phrase(
            "Which column counts the {positives}?"
            if is_of_positives
            else "Which column counts the {negatives}?"
        )
        sentence = phrase(
            "no one column counts the {positives}"
            if is_of_positives
            else "no one column counts the {negatives}"
        )
        draft.leave_open(role, sentence, question=question)
        return
    name = found[0].what.name
    reason = counts_by_name(name, is_of_positives=is_of_positives)
    draft.find(role, reason, Basis.NAME, name)
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
        sentence = phrase(
            "'{score}' is the score: from that edge on all of a bin is called", score=score
        )
        draft.find(Role.SCORE, sentence, Basis.CONVENTION, score)
        return
    free = draft.others(roles.n_positive, roles.n_negative)
    signs = {"contents": contents_of_counted, "name": name_of_counted}
    found = weigh("counted_score", free, signs)
    if not found:
        question = phrase("Which column holds the score?")
        sentence = phrase("no other column holds numbers")
        draft.leave_open(Role.SCORE, sentence, question=question)
        return
    names = [one.what.name for one in found]
    by = Basis.NAME if found[0].is_named else Basis.CONTENT
    draft.roles = replace(roles, scores=(names[0],))
    if len(names) > 1:
        sentence = phrase("'{name}' is the first column that may be the score", name=names[0])
        question = phrase("Which of {names} is the score?", names=listed(names))
        draft.guess(Role.SCORE, sentence, by, names[0], question=question)
        return
    draft.find(Role.SCORE, phrase("'{name}' is the score", name=names[0]), by, names[0])


def name_of_counted(profile: Profile) -> str:
    """Return whether a column is called as scores are."""
    return "named" if is_score_name(profile.name) else ""


def contents_of_counted(profile: Profile) -> str:
    """Return whether a column holds numbers, which are no ids."""
    return "numbers" if profile.is_number and not is_id(profile) else "no_numbers"
