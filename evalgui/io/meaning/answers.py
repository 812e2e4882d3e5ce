"""The answers to a question about a file: what each one says, and what is decided by it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.meaning.labels import listed, show_hidden
from evalgui.io.meaning.reasons import Confidence, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.io.meaning.reading import Arrangement
    from evalgui.io.meaning.reasons import Reason
    from evalgui.io.meaning.roles import Roles

    Changes = Mapping[str, Any]
    Alternatives = Callable[[Roles], tuple[tuple[str, Changes], ...]]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question.

    Parameters
    ----------
    words
        What it says, as short as a button.
    roles
        What the columns mean with it.
    together
        How the files are put together instead; None where they are not read otherwise.
    """

    words: str
    roles: Roles
    together: Arrangement | None = None


def answers_to(reason: Reason, roles: Roles) -> tuple[Answer, ...]:
    """Return the answers to the question of a reason that asks.

    Parameters
    ----------
    reason
        A reason with a question.
    roles
        What is proposed, or was answered so far.

    Returns
    -------
    tuple of Answer
        Two and more where there are few; that it is as proposed where a guess is one of many
        columns or classes, the others of which are chosen from all of them; () where nothing is
        proposed either.
    """
    alternatives = _ALTERNATIVES.get(reason.role)
    found = () if alternatives is None else alternatives(roles)
    if not found and reason.confidence is not Confidence.OPEN:
        found = ((phrase("As proposed"), {}),)
    return tuple(Answer(words, replace(roles, **changes)) for words, changes in found)


def _of_labels(roles: Roles) -> tuple[tuple[str, Changes], ...]:
    labels = roles.missing_labels
    if not labels:
        return ()
    shown = listed([show_hidden(one) for one in labels])
    none = phrase_n(len(labels), "{labels} means no label", "{labels} mean no label", labels=shown)
    classes = phrase_n(len(labels), "It is a class", "They are classes")
    return ((none, {}), (classes, {"missing_labels": ()}))


def _of_weight(roles: Roles) -> tuple[tuple[str, Changes], ...]:
    if not roles.weight:
        return ()
    return (
        (phrase("'{column}' counts the rows", column=show_hidden(roles.weight)), {}),
        (phrase("Each row counts once"), {"weight": ""}),
    )


def _of_subjects(roles: Roles) -> tuple[tuple[str, Changes], ...]:
    if not roles.subjects:
        return ()
    return (
        (
            phrase("By {columns}", columns=listed(roles.subjects)),
            {"sampling": Sampling.BY_SUBJECT},
        ),
        (
            phrase("Each row is one of its own"),
            {"subjects": (), "sampling": Sampling.COHORT},
        ),
    )


def _of_matrix(roles: Roles) -> tuple[tuple[str, Changes], ...]:
    if roles.matrix_rows is None:
        return ()
    return (
        (phrase("Rows are the true classes"), {"matrix_rows": "actual"}),
        (phrase("Rows are the {predicted_classes}"), {"matrix_rows": "predicted"}),
    )


def _of_direction(roles: Roles) -> tuple[tuple[str, Changes], ...]:
    if not roles.scores:
        return ()
    return (
        (phrase("Higher scores mean {positive}"), {"higher_is_positive": True, "opposite": ()}),
        (phrase("Lower scores mean {positive}"), {"higher_is_positive": False, "opposite": ()}),
    )


def _of_predicted(roles: Roles) -> tuple[tuple[str, Changes], ...]:
    if not roles.predicted:
        return ()
    named = show_hidden(roles.predicted)
    return (
        (phrase("'{named}' is the {predicted_class}", named=named), {}),
        (phrase("It is not"), {"predicted": ""}),
    )


def _of_unreadable(roles: Roles) -> tuple[tuple[str, Changes], ...]:
    are_cells = any(map(roles.stands_alone, roles.scores))
    words = phrase("Leave these cells out" if are_cells else "Set these rows aside")
    return ((words, {}),)


_ALTERNATIVES: Mapping[Role, Alternatives] = {
    Role.DIRECTION: _of_direction,
    Role.LIMITS: lambda _roles: (
        (phrase("Below (above) every number"), {"limits": "below"}),
        (phrase("Exactly the limit"), {"limits": "at"}),
        (phrase("No result"), {"limits": "set-aside"}),
    ),
    Role.BLANK_LABELS: lambda _roles: (
        (phrase("The other class"), {"blank_labels": "other"}),
        (phrase("As in the row above"), {"blank_labels": "above"}),
        (phrase("No label: set aside"), {"blank_labels": "missing"}),
    ),
    Role.MISSING_LABELS: _of_labels,
    Role.MISSING_SCORES: lambda _roles: (
        (phrase("Leave these rows out"), {"missing_scores": "exclude"}),
        (phrase("They are {never_called_positive}"), {"missing_scores": "worst"}),
    ),
    Role.UNREADABLE: _of_unreadable,
    Role.WEIGHT: _of_weight,
    Role.SUBJECT: _of_subjects,
    Role.SAMPLING: _of_subjects,
    Role.MATRIX_ROWS: _of_matrix,
    Role.PREDICTED: _of_predicted,
}
"""Of each role with few possible answers, what they say and what they decide."""
