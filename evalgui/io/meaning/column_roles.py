"""What a column may be taken for, one role at a time, and what that changes in the others."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase
from evalgui.io.meaning.column_names import plain_name
from evalgui.io.meaning.evidence.words import words_of

if TYPE_CHECKING:
    from evalgui.io.meaning.roles import Roles

_WORD = re.compile(r"[a-z]+|[0-9]+")


class ColumnRole(StrEnum):
    """What a column may be taken for, in the words of the table."""

    NONE = "\N{EN DASH}"
    TRUTH = "truth"
    HIGHER = "score (high)"
    LOWER = "score (low)"
    PREDICTED = "predicted"
    PROBABILITY = "class score"
    POSITIVES = "n positive"
    NEGATIVES = "n negative"
    EDGE = "edge of bins"
    FREQUENCY = "frequency"
    SUBJECT = "subject"
    PROBE = "probe"
    REFERENCE = "reference"
    SPECIES = "attack species"


ROLE_NAMES = {
    ColumnRole.NONE: ColumnRole.NONE.value,
    ColumnRole.TRUTH: phrase("truth"),
    ColumnRole.HIGHER: phrase("score (high)"),
    ColumnRole.LOWER: phrase("score (low)"),
    ColumnRole.PREDICTED: phrase("{call}"),
    ColumnRole.PROBABILITY: phrase("class score"),
    ColumnRole.POSITIVES: phrase("n {positive}"),
    ColumnRole.NEGATIVES: phrase("n {negative}"),
    ColumnRole.EDGE: phrase("edge of bins"),
    ColumnRole.FREQUENCY: phrase("frequency"),
    ColumnRole.SUBJECT: phrase("subject"),
    ColumnRole.PROBE: phrase("probe"),
    ColumnRole.REFERENCE: phrase("reference"),
    ColumnRole.SPECIES: phrase("attack species"),
}
"""What each is called, in the words of any field."""


def with_role(roles: Roles, name: str, role: ColumnRole) -> Roles:  # noqa: PLR0911 - one for each
    """Return roles in which a column is taken for something else.

    Parameters
    ----------
    roles
        The roles so far.
    name
        The column.
    role
        What it is now: every role that it had is taken from it.

    Examples
    --------
    >>> from evalgui.io.meaning.roles import Roles
    >>> with_role(Roles(truth="t", scores=("a", "b")), "a", ColumnRole.TRUTH).scores
    ('b',)
    >>> with_role(Roles(truth="t", scores=("a", "b")), "a", ColumnRole.LOWER).scores  # turned
    ('a', 'b')
    """
    before = roles.scores
    scores = tuple(score for score in roles.scores if score != name)
    opposite = tuple(score for score in roles.opposite if score != name)
    pairs = roles.probabilities
    if name in roles.probability_columns:
        pairs = ()  # one column a class, or none
    roles = replace(
        roles,
        truth=None if roles.truth == name else roles.truth,
        predicted="" if roles.predicted == name else roles.predicted,
        scores=scores,
        opposite=opposite,
        probabilities=pairs,
        n_positive=None if roles.n_positive == name else roles.n_positive,
        n_negative=None if roles.n_negative == name else roles.n_negative,
        weight="" if roles.weight == name else roles.weight,
        subjects=_others(roles.subjects, name),
        species="" if roles.species == name else roles.species,
    )
    if role in {ColumnRole.POSITIVES, ColumnRole.NEGATIVES}:
        is_positive = role is ColumnRole.POSITIVES
        pair = (name, roles.n_negative) if is_positive else (roles.n_positive, name)
        return roles.as_counts(*pair)
    if role is ColumnRole.TRUTH:
        # Another truth has other classes.
        return replace(roles.as_rows(), truth=name, positive=None, probabilities=None)
    if role in {ColumnRole.PREDICTED, ColumnRole.FREQUENCY}:
        is_called, rows = role is ColumnRole.PREDICTED, roles.as_rows()
        return replace(rows, predicted=name) if is_called else replace(rows, weight=name)
    if role is ColumnRole.SPECIES:
        return replace(roles, species=name)
    if role in {ColumnRole.NONE, ColumnRole.SUBJECT, ColumnRole.PROBE, ColumnRole.REFERENCE}:
        # Of probe and reference there are two: a third one takes the place of the first.
        other = (roles.subjects or ())[-1:]
        both = (name, *other) if role is ColumnRole.PROBE else (*other, name)
        return roles if role is ColumnRole.NONE else replace(roles, subjects=both)
    is_higher = role is ColumnRole.HIGHER
    if not scores:
        return replace(roles, scores=(name,), higher_is_positive=is_higher, opposite=())
    if is_higher != (roles.higher_is_positive is not False):
        opposite = (*opposite, name)
    scores = before if name in before else (*scores, name)  # in its place, if it is turned
    return replace(roles, scores=scores, opposite=opposite)


def place_of_probe(names: tuple[str, ...]) -> int:
    """Return which of two columns of subjects is that of the probe: the first, or the second.

    It is the second where their names say so, as of files that name the reference first.

    Examples
    --------
    >>> place_of_probe(("ref_id", "probe_id")), place_of_probe(("probe_id", "ref_id"))
    (1, 0)
    >>> place_of_probe(("id_a", "id_b")), place_of_probe(("patient",))
    (0, 0)
    """
    if len(names) < 2:
        return 0
    first, second = (_WORD.findall(plain_name(name)) for name in names)
    references, probes = (words_of(one) for one in ("first_sample", "second_sample"))
    says = [[word for word in one if len(word) > 1] for one in (first, second)]
    is_turned = not references.isdisjoint(says[0]) and not probes.isdisjoint(says[1])
    return int(is_turned)


def _others(names: tuple[str, ...] | None, name: str) -> tuple[str, ...] | None:
    """Return the names but for one; None where nothing was decided."""
    return None if names is None else tuple(one for one in names if one != name)
