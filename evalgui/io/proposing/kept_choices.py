"""What the user decided about the columns, as reasons beside those that were proposed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.meaning import (
    Confidence,
    Proposal,
    Reason,
    Role,
    Roles,
    decided,
    listed,
    n_rows,
    quoted,
    show_hidden,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_FIELDS = {
    Role.TRUTH: ("truth",),
    Role.SCORE: ("scores", "no_score"),
    Role.PREDICTED: ("predicted",),
    Role.POSITIVE: ("positive",),
    Role.DIRECTION: ("higher_is_positive", "opposite"),
    Role.DECIMAL: ("decimal", "thousands"),
    Role.MISSING_LABELS: ("missing_labels",),
    Role.BLANK_LABELS: ("blank_labels",),
    Role.UNREADABLE: ("set_aside_unreadable",),
    Role.PROBABILITIES: ("probabilities",),
    Role.MATRIX_ROWS: ("matrix_rows",),
    Role.MISSING_SCORES: ("missing_scores",),
    Role.SUBSET: ("subset",),
    Role.SET_ASIDE: ("set_aside",),
    Role.N_POSITIVE: ("n_positive",),
    Role.N_NEGATIVE: ("n_negative",),
    Role.BINS: ("bins",),
    Role.WEIGHT: ("weight",),
    Role.SUBJECT: ("subjects",),
    Role.SAMPLING: ("sampling",),
    Role.SPECIES: ("species",),
    Role.LIMITS: ("limits",),
}
_MISSING = {
    "exclude": phrase("a row without a score is left out and counted as no result"),
    "worst": phrase("a row without a score has the worst score: it is {never_called_positive}"),
    "refuse": phrase("a row without a score is a reason to refuse the file"),
}
_BLANKS = {
    "missing": phrase("an empty cell of the truth is no label"),
    "other": phrase("an empty cell of the truth is the other class"),
    "above": phrase("an empty cell of the truth has the label of the last cell above that has one"),
}
_THOUSANDS = {
    ",": phrase("commas"),
    ".": phrase("points"),
    "'": phrase("apostrophes"),
    " ": phrase("blanks"),
}
_LIMITS = {
    "below": phrase("limits such as <0.05 are less than all numbers, upper ones more"),
    "at": phrase("limits such as <0.05 are taken for the limit itself"),
    "half": phrase(
        "limits such as <0.05 are taken for half of the limit, upper ones for the limit"
    ),
    "set-aside": phrase("rows whose score is a limit such as <0.05 are set aside"),
}
SAMPLED = {
    Sampling.COHORT: phrase("the rows are drawn from one population (a cohort)"),
    Sampling.CASE_CONTROL: phrase("the sizes of the classes were chosen (case-control)"),
    Sampling.BY_SUBJECT: phrase("subjects were drawn, each with all of their rows"),
}
"""How the rows came into a file, in words."""

_OF_FILE = (Role.TABLE, Role.TOGETHER, Role.DELIMITER, Role.SHEET)  # on which no role decides
_ORDER = (*_OF_FILE, *_FIELDS)
_OF_CLASSES = (Role.TRUTH, Role.PREDICTED, Role.PROBABILITIES)  # of which counts have none
_ASSESSED = (Role.SCORE, Role.PREDICTED)
_NOTHING = Proposal(Roles(), ())


def reasons_under(roles: Roles, before: Proposal | None = None) -> list[Reason]:
    """Return why each role is what it is: as was proposed, or else by decision.

    Parameters
    ----------
    roles
        The roles, decided or not.
    before
        What was proposed before: its reasons hold, with their questions, for the roles that
        are still the same. None where nothing was.
    """
    before = _NOTHING if before is None else before
    others = filter(None, [roles.weight, roles.species, *(roles.subjects or ())])
    named = {*roles.class_columns, *roles.number_columns, *others}
    stale = {one.role for one in before.reasons if not named.issuperset(one.columns)}
    changed = [role for role in _FIELDS if role in stale or _differs(roles, before.roles, role)]
    beside = _OF_CLASSES if roles.is_count_table else ()
    reasons = [one for one in before.reasons if one.role not in {*changed, *beside}]
    for role in changed:
        reasons += decisions_on(role, roles)
    return sorted(reasons, key=lambda one: _ORDER.index(one.role))


def confirmed(roles: Roles, before: Proposal | None = None) -> list[Reason]:
    """Return the same of decided roles: what was asked about is decided now.

    A guess that was left as it was is no decision, but accepted: nobody may have looked at it.
    """
    reasons: list[Reason] = []
    for one in reasons_under(roles, before):
        if one.role in _OF_FILE:
            reasons += () if one.confidence.asks else (one,)
        elif one.confidence is Confidence.GUESS and is_decided(roles, one.role):
            reasons.append(replace(one, confidence=Confidence.ACCEPTED, question=""))
        elif one.confidence.asks:
            reasons += decisions_on(one.role, roles)
        elif is_decided(roles, one.role):
            reasons.append(one)
    return reasons


def with_class(proposal: Proposal, name: str, *, is_other_of_two: bool) -> Proposal:
    """Return a proposal in which the user decided for another class; the rest stays.

    Parameters
    ----------
    proposal
        What was proposed or decided.
    name
        The class that is positive now.
    is_other_of_two
        Whether it is the other one of two, for which every score runs the other way.
    """
    roles = proposal.roles.for_class(name, is_other_of_two=is_other_of_two)
    return replace(proposal, roles=roles, reasons=tuple(reasons_under(roles, proposal)))


def as_proposed(roles: Roles, before: Proposal, role: Role) -> Roles:
    """Return roles in which one is again what was proposed; of a table, all are as they are."""
    return replace(roles, **{name: getattr(before.roles, name) for name in _FIELDS.get(role, ())})


def only_decided(roles: Roles, before: Proposal) -> Roles:
    """Return the roles that the user decided: those that are not as they were proposed.

    Seeing a proposal does not make it a decision; one that was decided before stays. Of what
    is assessed, scores or predicted classes, whoever decides on the one decides on the other.
    """
    decided_before = {one.role for one in before.reasons if one.confidence >= Confidence.DECIDED}
    proposed = [
        role
        for role in _FIELDS
        if role not in decided_before and not _differs(roles, before.roles, role)
    ]
    if not {*_ASSESSED, Role.PROBABILITIES} <= set(proposed):
        proposed = [role for role in proposed if role not in _ASSESSED]
    blank = Roles()
    names = [name for role in proposed for name in _FIELDS[role]]
    return replace(roles, **{name: getattr(blank, name) for name in names})


def _differs(roles: Roles, others: Roles, role: Role) -> bool:
    """Return whether two say another thing of a role; nothing said is as much as "none"."""
    return _said(roles, role) != _said(others, role)


def _said(roles: Roles, role: Role) -> list[object]:
    values = [getattr(roles, name) for name in _FIELDS[role]]
    if role is Role.UNREADABLE:
        return [value or None for value in values]
    return [None if value in ((), "", "exclude") else value for value in values]


def is_decided(roles: Roles, role: Role) -> bool:
    """Return whether a role is decided, if only that there is none; no user decides on a table."""
    if role not in _FIELDS:
        return False
    return any(getattr(roles, name) != getattr(Roles(), name) for name in _FIELDS[role])


def decisions_on(role: Role, roles: Roles) -> Iterator[Reason]:
    """Yield that a role was decided, in words; nothing where it was not."""
    sentence, columns = _WORDS[role](roles)
    if sentence and is_decided(roles, role):
        yield decided(role, sentence, *columns)


def says_species(name: str) -> str:
    """Return in words what a column of species does, by its name in quotes."""
    return phrase("{name} says of what kind each attack is", name=name)


def says_owner(names: Sequence[str]) -> str:
    """Return in words what the columns of subjects do: one, or two of what rows compare."""
    return phrase_n(
        len(names),
        "{names} says whose each row is",
        "{names} say whose samples each row compares",
        names=listed(names),
    )


def _columns(
    names: Sequence[str | None], none: str, some: Callable[[tuple[str, ...]], str]
) -> tuple[str, tuple[str, ...]]:
    """Return what was decided on columns, and these: that there are none, or what they are."""
    found = tuple(filter(None, names))
    return (some(found) if found else none), found


def _column(name: str | None, none: str, one: Callable[[str], str]) -> tuple[str, tuple[str, ...]]:
    """Return the same of one column; in `one`, its name is in quotes."""
    return _columns([name], none, lambda found: one(listed(found)))


def _direction(roles: Roles) -> tuple[str, tuple[str, ...]]:
    if not roles.scores:
        return "", ()
    is_higher = roles.higher_is_positive is not False
    if roles.opposite:
        told = phrase(
            "higher scores mean {positive}, and lower ones of {names}"
            if is_higher
            else "lower scores mean {positive}, and higher ones of {names}",
            names=listed(roles.opposite),
        )
    else:
        told = phrase(
            "higher scores mean {positive}" if is_higher else "lower scores mean {positive}"
        )
    return told, roles.scores


def _decimal(roles: Roles) -> tuple[str, tuple[str, ...]]:
    is_comma = roles.decimal == ","
    if not roles.thousands:
        return phrase(
            "the decimal sign is a comma" if is_comma else "the decimal sign is a point"
        ), ()
    return phrase(
        "the decimal sign is a comma, and {signs} separate thousands"
        if is_comma
        else "the decimal sign is a point, and {signs} separate thousands",
        signs=_THOUSANDS[roles.thousands],
    ), ()


def _positive(roles: Roles) -> tuple[str, tuple[str, ...]]:
    shown = show_hidden(roles.positive or "")
    return phrase("'{shown}' is the {positive} class", shown=shown) if shown else "", ()


def _limits(roles: Roles) -> tuple[str, tuple[str, ...]]:
    meaning = roles.limits or "set-aside"
    if meaning == "set-aside" and any(map(roles.stands_alone, roles.scores)):
        return phrase("limits such as <0.05 are left out for their own score alone"), ()
    return _LIMITS[meaning], ()


def _unreadable(roles: Roles) -> tuple[str, tuple[str, ...]]:
    if roles.set_aside_unreadable and any(map(roles.stands_alone, roles.scores)):
        return phrase("a cell that is no number is left out for its own score alone"), ()
    if roles.set_aside_unreadable:
        return phrase("rows with a score that is no number are set aside"), ()
    return phrase("a score that is no number is a reason to refuse the file"), ()


def _missing_labels(roles: Roles) -> tuple[str, tuple[str, ...]]:
    labels = [show_hidden(one) for one in roles.missing_labels or ()]
    if not labels:
        return phrase("every label is one of a class"), ()
    return phrase("{labels}: no label", labels=listed(labels)), ()


def _set_aside(roles: Roles) -> tuple[str, tuple[str, ...]]:
    n = n_rows(roles.set_aside)
    if not n:
        return "", ()
    return phrase_n(
        n, "1 row is set aside by hand", "{n} rows are set aside by hand", n=grouped(n)
    ), ()


def _weight(roles: Roles) -> tuple[str, tuple[str, ...]]:
    if roles.weight:
        sentence = phrase("'{name}' says how many each row stands for", name=roles.weight)
        return sentence, (roles.weight,)
    return phrase("each row counts once"), ()


def _matrix_rows(roles: Roles) -> tuple[str, tuple[str, ...]]:
    return phrase(
        "the rows of the matrix are the predicted classes"
        if roles.matrix_rows == "predicted"
        else "the rows of the matrix are the actual classes"
    ), ()


def _subset(roles: Roles) -> tuple[str, tuple[str, ...]]:
    return phrase("only the rows {subset} are assessed", subset=quoted(roles.subset, 80)), ()


_WORDS: dict[Role, Callable[[Roles], tuple[str, tuple[str, ...]]]] = {
    Role.TRUTH: lambda r: _column(
        r.truth,
        phrase("no column is the truth"),
        lambda name: phrase("{name} is the truth", name=name),
    ),
    Role.SCORE: lambda r: _columns(
        r.scores,
        phrase("no column is the score"),
        lambda found: phrase_n(
            len(found), "{names} is the score", "{names} are the scores", names=listed(found)
        ),
    ),
    Role.PREDICTED: lambda r: _column(
        r.predicted,
        phrase("no column is the {predicted_class}"),
        lambda name: phrase("{name} is the {predicted_class}", name=name),
    ),
    Role.POSITIVE: _positive,
    Role.DIRECTION: _direction,
    Role.DECIMAL: _decimal,
    Role.MISSING_LABELS: _missing_labels,
    Role.BLANK_LABELS: lambda r: (_BLANKS[r.blank_labels or "missing"], ()),
    Role.UNREADABLE: _unreadable,
    Role.PROBABILITIES: lambda r: _columns(
        r.probability_columns,
        phrase("no column is the score of a class"),
        lambda found: phrase_n(
            len(found),
            "{names} is the score of a class",
            "{names} are the scores of the classes",
            names=listed(found),
        ),
    ),
    Role.MATRIX_ROWS: _matrix_rows,
    Role.MISSING_SCORES: lambda r: (_MISSING[r.missing_scores or "exclude"], ()),
    Role.SUBSET: _subset,
    Role.SET_ASIDE: _set_aside,
    Role.N_POSITIVE: lambda r: _column(
        r.n_positive,
        phrase("no column counts the {positives}"),
        lambda name: phrase("{name} counts the {positives}", name=name),
    ),
    Role.N_NEGATIVE: lambda r: _column(
        r.n_negative,
        phrase("no column counts the {negatives}"),
        lambda name: phrase("{name} counts the {negatives}", name=name),
    ),
    Role.BINS: lambda r: _columns(
        r.bins,
        phrase("no column is an edge of bins"),
        lambda found: phrase_n(
            len(found),
            "{names} is an edge of bins",
            "{names} are the edges of bins",
            names=listed(found),
        ),
    ),
    Role.WEIGHT: _weight,
    Role.SUBJECT: lambda r: _columns(
        r.subjects or (), phrase("no column says whose each row is"), says_owner
    ),
    Role.SAMPLING: lambda r: (SAMPLED[r.sampled], ()),
    Role.SPECIES: lambda r: _column(
        r.species, phrase("no column says of what kind each attack is"), says_species
    ),
    Role.LIMITS: _limits,
}
