"""What a locked threshold asks of the columns of another file: proposed, or asked about once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import both, phrase
from evalgui.io.meaning import (
    Basis,
    Confidence,
    Reason,
    Role,
    Roles,
    classes_of,
    left_open,
    lock_in_words,
    quoted,
    show_hidden,
)
from evalgui.io.proposing.kept_choices import decisions_on, reasons_under
from evalgui.io.table import Profile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.deciding import Locked
    from evalgui.io.meaning import Proposal
    from evalgui.io.table import RawTable

_MOST_CLASSES = 1000


def as_locked(table: RawTable, proposal: Proposal, lock: Locked) -> Proposal:
    """Return a proposal with the truth, score, class and direction of a locked threshold.

    Parameters
    ----------
    table
        The table.
    proposal
        What its columns seem to mean. One of counts or of a matrix stays as it is.
    lock
        What was locked on other data.

    Returns
    -------
    Proposal
        With one question more where the table lacks something that the lock asks for, or where
        it is stated or decided that the score runs the other way.
    """
    roles = proposal.roles
    if roles.is_count_table or roles.matrix_rows is not None:
        return proposal
    is_known = _is_known(proposal)
    roles = _with_truth(table, roles, lock)
    positive, n_classes = _class_in(table, roles, lock.positive)
    has_score = _has_score(table, roles, lock)
    if positive is not None:
        roles = _with_class(roles, positive, n_classes)
        roles = _with_others(table, roles, lock, is_known=is_known)
    if has_score:
        roles = _with_score(roles, lock)
    meant = roles if positive is None else _with_direction(roles, lock)
    there = {Role.TRUTH: meant.truth == lock.truth, Role.POSITIVE: positive is not None}
    there |= {Role.SCORE: has_score, Role.DIRECTION: has_score and positive is not None}
    settled = _settled(proposal, meant, [role for role, is_there in there.items() if is_there])
    found = replace(proposal, roles=meant, reasons=settled)
    lacks = list(_lacks(meant, lock, positive, has_score=has_score))
    if lacks:
        return _asking(found, lock, phrase("this file has {lacks}", lacks=both(lacks)))
    sentence = phrase("read as the locked threshold asks: {lock}", lock=lock_in_words(lock))
    first = Reason(Role.TABLE, sentence, Basis.USER, Confidence.DECIDED)
    found = replace(found, reasons=(first, *settled))
    is_contrary = meant != roles and proposal.roles.positive is not None and is_known
    return _asking(found, lock, _contrary(lock, positive or "")) if is_contrary else found


def _settled(proposal: Proposal, roles: Roles, there: Sequence[Role]) -> tuple[Reason, ...]:
    """Return the reasons under roles in which a lock decides those that are there."""
    own = reasons_under(roles, proposal)
    settled = [one for one in own if not (one.role in there and one.confidence.asks)]
    known = {one.role for one in settled}
    decided = [one for role in there if role not in known for one in decisions_on(role, roles)]
    return (*settled, *decided)


def _contrary(lock: Locked, positive: str) -> str:
    """Return in words that a score runs the other way than a lock says."""
    return phrase(
        "it is decided or stated for this file that lower values of {score} mean {name}"
        if lock.higher_is_positive
        else "it is decided or stated for this file that higher values of {score} mean {name}",
        score=quoted(show_hidden(lock.score)),
        name=quoted(show_hidden(positive)),
    )


def _with_truth(table: RawTable, roles: Roles, lock: Locked) -> Roles:
    """Return roles with the truth of a lock, if it is there, which is then no prediction."""
    truth = lock.truth if lock.truth in table.names else roles.truth
    predicted = None if roles.predicted == truth else roles.predicted
    return replace(roles, truth=truth, predicted=predicted)


def _class_in(table: RawTable, roles: Roles, name: str) -> tuple[str | None, int]:
    """Return the class of a name as the truth spells it, None for none, and how many there are."""
    found = table.column(roles.truth).distinct(_MOST_CLASSES) if roles.truth else None
    if found is None:
        return None, 0
    counts = dict(zip(found.texts, found.counts, strict=True))
    classes = classes_of(counts, roles.missing_labels or ())
    place = classes.find(name)
    return (None if place is None else classes.names[place]), len(classes.names)


def _has_score(table: RawTable, roles: Roles, lock: Locked) -> bool:
    """Return whether there is a score of that name, or one of each class."""
    if lock.score in roles.number_columns or (roles.probabilities and not roles.scores):
        return True
    is_taken = lock.score in {*roles.class_columns, roles.weight}
    is_there = lock.score in table.names and not is_taken
    return is_there and Profile(table.column(lock.score)).is_number


def _lacks(roles: Roles, lock: Locked, positive: str | None, *, has_score: bool) -> Iterator[str]:
    """Yield what a table does not have."""
    if not has_score:
        yield phrase("no score {name}", name=quoted(show_hidden(lock.score)))
    if positive is None:
        yield phrase(
            "no class {name} in {truth}" if roles.truth else "no class {name}",
            name=quoted(show_hidden(lock.positive)),
            truth=quoted(show_hidden(roles.truth or "")),
        )


def _with_others(table: RawTable, roles: Roles, lock: Locked, *, is_known: bool) -> Roles:
    """Return roles with the scores of other locks, in their direction where none is known."""
    for other in lock.others:
        if _has_score(table, roles, other):
            roles = _with_score(roles, other)
            roles = roles if is_known else _with_direction(roles, other)
    return roles


def _with_direction(roles: Roles, lock: Locked) -> Roles:
    """Return roles in which the score of a lock, if it is one, runs as the lock says."""
    is_as_meant = roles.is_higher_positive(lock.score) == lock.higher_is_positive
    return roles if is_as_meant or lock.score not in roles.scores else roles.turned(lock.score)


def _with_class(roles: Roles, positive: str, n_classes: int) -> Roles:
    """Return roles for a class; for the other one of two every score says the same."""
    if roles.positive == positive:
        return roles
    is_other = n_classes == 2 and roles.positive is not None
    return roles.for_class(positive, is_other_of_two=is_other)


def _with_score(roles: Roles, lock: Locked) -> Roles:
    """Return roles with the score of a lock among the scores."""
    if lock.score in roles.scores or (roles.probabilities and not roles.scores):
        return roles
    others = [name for name in roles.scores if name not in roles.probability_columns]
    return replace(roles, scores=(lock.score, *others), no_score=None)


def _is_known(proposal: Proposal) -> bool:
    """Return whether the direction was stated by the format, or decided for such files."""
    return any(
        one.role is Role.DIRECTION and one.confidence >= Confidence.STATED
        for one in proposal.reasons
    )


def _asking(proposal: Proposal, lock: Locked, why: str) -> Proposal:
    """Return a proposal that asks, beside all else, about a lock."""
    asks = phrase(
        "The locked threshold, {lock}, asks for that score and that class (higher scores mean it): "
        "{why}. Choose what stands for them, or open the file without the lock."
        if lock.higher_is_positive
        else "The locked threshold, {lock}, asks for that score and that class (lower scores mean "
        "it): {why}. Choose what stands for them, or open the file without the lock.",
        lock=lock_in_words(lock),
        why=why,
    )
    sentence = phrase("the locked threshold asks for another reading: {why}", why=why)
    open_one = left_open(Role.TABLE, sentence, question=asks)
    return replace(proposal, reasons=(open_one, *proposal.reasons))
