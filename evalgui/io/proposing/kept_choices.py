"""What the user decided about the columns, as reasons beside those that were proposed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase
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
    "exclude": "a row without a score is left out and counted as no result",
    "worst": phrase("a row without a score has the worst score: it is {never_called_positive}"),
    "refuse": "a row without a score is a reason to refuse the file",
}
_BLANKS = {
    "missing": "an empty cell of the truth is no label",
    "other": "an empty cell of the truth is the other class",
    "above": "an empty cell of the truth has the label of the last cell above that has one",
}
_THOUSANDS = {",": "commas", ".": "points", "'": "apostrophes", " ": "blanks"}
_LIMITS = {
    "below": "limits such as <0.05 are less than all numbers, upper ones more",
    "at": "limits such as <0.05 are taken for the limit itself",
    "half": "limits such as <0.05 are taken for half of the limit, upper ones for the limit",
    "set-aside": "rows whose score is a limit such as <0.05 are set aside",
}
SAMPLED = {
    Sampling.COHORT: "the rows are drawn from one population (a cohort)",
    Sampling.CASE_CONTROL: "the sizes of the classes were chosen (case-control)",
    Sampling.BY_SUBJECT: "subjects were drawn, each with all of their rows",
}
"""How the rows came into a file, in words."""

OF_SPECIES = "says of what kind each attack is"
"""What a column of species does."""

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


def _columns(names: Sequence[str | None], one: str, many: str = "") -> tuple[str, tuple[str, ...]]:
    found = tuple(filter(None, names))
    if not found:
        return phrase("no column {is_it}", is_it=one), ()
    are_they = one if len(found) == 1 else many
    return phrase("{names} {are_they}", names=listed(found), are_they=are_they), found


def _direction(roles: Roles) -> tuple[str, tuple[str, ...]]:
    higher = roles.higher_is_positive is not False
    words = ("higher", "lower") if higher else ("lower", "higher")
    sentence = "{one} scores mean {positive}"
    if roles.opposite:
        sentence += ", and {other} ones of {names}"
    opposite = listed(roles.opposite) if roles.opposite else ""
    told = phrase(sentence, one=words[0], other=words[1], names=opposite)
    return (told if roles.scores else ""), roles.scores


def _decimal(roles: Roles) -> tuple[str, tuple[str, ...]]:
    sign = "comma" if roles.decimal == "," else "point"
    sentence = f"the decimal sign is a {sign}"
    if roles.thousands:
        sentence += f", and {_THOUSANDS[roles.thousands]} separate thousands"
    return sentence, ()


def _positive(roles: Roles) -> tuple[str, tuple[str, ...]]:
    shown = show_hidden(roles.positive or "")
    return phrase("'{shown}' is the {positive} class", shown=shown) if shown else "", ()


def _limits(roles: Roles) -> tuple[str, tuple[str, ...]]:
    meaning = roles.limits or "set-aside"
    if meaning == "set-aside" and any(map(roles.stands_alone, roles.scores)):
        return "limits such as <0.05 are left out for their own score alone", ()
    return _LIMITS[meaning], ()


def _unreadable(roles: Roles) -> tuple[str, tuple[str, ...]]:
    if roles.set_aside_unreadable and any(map(roles.stands_alone, roles.scores)):
        return "a cell that is no number is left out for its own score alone", ()
    if roles.set_aside_unreadable:
        return "rows with a score that is no number are set aside", ()
    return "a score that is no number is a reason to refuse the file", ()


def _missing_labels(roles: Roles) -> tuple[str, tuple[str, ...]]:
    labels = [show_hidden(one) for one in roles.missing_labels or ()]
    return f"{listed(labels)}: no label" if labels else "every label is one of a class", ()


def _set_aside(roles: Roles) -> tuple[str, tuple[str, ...]]:
    n = n_rows(roles.set_aside)
    shown = "1 row is" if n == 1 else f"{grouped(n)} rows are"
    return (f"{shown} set aside by hand" if n else ""), ()


def _weight(roles: Roles) -> tuple[str, tuple[str, ...]]:
    if roles.weight:
        return f"'{roles.weight}' says how many each row stands for", (roles.weight,)
    return "each row counts once", ()


_WORDS: dict[Role, Callable[[Roles], tuple[str, tuple[str, ...]]]] = {
    Role.TRUTH: lambda r: _columns([r.truth], "is the truth"),
    Role.SCORE: lambda r: _columns(r.scores, "is the score", "are the scores"),
    Role.PREDICTED: lambda r: _columns([r.predicted], phrase("is the {predicted_class}")),
    Role.POSITIVE: _positive,
    Role.DIRECTION: _direction,
    Role.DECIMAL: _decimal,
    Role.MISSING_LABELS: _missing_labels,
    Role.BLANK_LABELS: lambda r: (_BLANKS[r.blank_labels or "missing"], ()),
    Role.UNREADABLE: _unreadable,
    Role.PROBABILITIES: lambda r: _columns(
        r.probability_columns, "is the score of a class", "are the scores of the classes"
    ),
    Role.MATRIX_ROWS: lambda r: (f"the rows of the matrix are the {r.matrix_rows} classes", ()),
    Role.MISSING_SCORES: lambda r: (_MISSING[r.missing_scores or "exclude"], ()),
    Role.SUBSET: lambda r: (f"only the rows {quoted(r.subset, 80)} are assessed", ()),
    Role.SET_ASIDE: _set_aside,
    Role.N_POSITIVE: lambda r: _columns([r.n_positive], phrase("counts the {positives}")),
    Role.N_NEGATIVE: lambda r: _columns([r.n_negative], phrase("counts the {negatives}")),
    Role.BINS: lambda r: _columns(r.bins, "is an edge of bins", "are the edges of bins"),
    Role.WEIGHT: _weight,
    Role.SUBJECT: lambda r: _columns(
        r.subjects or (), "says whose each row is", "say whose samples each row compares"
    ),
    Role.SAMPLING: lambda r: (SAMPLED[r.sampled], ()),
    Role.SPECIES: lambda r: _columns([r.species], OF_SPECIES),
    Role.LIMITS: _limits,
}
