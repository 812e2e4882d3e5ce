"""Which columns hold one score a class, and of which class each is."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.building.probability_columns import (
    ClassMatch,
    add_up,
    match_classes,
    may_match,
    numbered_alike,
)
from evalgui.io.building.separation import below_chance
from evalgui.io.building.used_rows import scores_in
from evalgui.io.meaning import (
    Basis,
    Role,
    is_distance_name,
    is_for_the_well,
    is_score_name,
    listed,
    show_hidden,
)
from evalgui.io.proposing.ids import tells_rows_apart
from evalgui.io.proposing.score_roles import class_names
from evalgui.io.proposing.weighing import weigh

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.io.building.class_columns import ClassColumns
    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.proposing.weighing import Sign
    from evalgui.io.table import Profile

_MOST_LEFT_OUT = 50
_SAMPLE = 10_000


def propose_probabilities(draft: Draft) -> None:
    """Find one column a class: by the names of the classes in the names of the columns."""
    roles = draft.roles
    if roles.probabilities is not None or roles.truth is None:
        return
    draft.roles = replace(roles, probabilities=())
    if draft.wanted.predicted or draft.wanted.no_score:  # nothing but what was said is assessed
        return
    names = class_names(draft)
    signs: dict[str, Sign[ClassMatch]] = {
        "name": partial(name_of_match, names),
        "contents": partial(contents_of_match, draft, names),
    }
    found = weigh("probabilities", _matches(draft, names), signs)
    if not found:
        return
    match = found[0].what
    chosen = tuple(column for _, column in match.pairs)
    draft.roles = replace(roles, probabilities=match.pairs, scores=())
    sentence = phrase(
        "{names} are the scores of the classes by their numbers"
        if match.by_order
        else "{names} are the scores of the classes by their names",
        names=listed(chosen),
    )
    question = "" if found[0].is_sure else _question(found[0].signs[0], match, names)
    draft.find(Role.PROBABILITIES, sentence, Basis.NAME, *chosen, question=question)


def _matches(draft: Draft, names: Sequence[str]) -> Iterator[ClassMatch]:
    """Yield the columns that may be the scores of the classes, each with its class."""
    is_many, n_wanted = len(names) > 2, _n_wanted(names)
    columns = _columns_in_question(draft, names, n_wanted)
    match = match_classes(columns, names)
    if match.n_known < n_wanted:
        yield from _numbered_shares(draft, names) if is_many else ()
    elif match.is_bare and not draft.wanted.scores:
        yield _with_unnamed(draft, match, columns, is_many=is_many)
    else:
        yield match


def _n_wanted(names: Sequence[str]) -> float:
    """Return how many of some classes need columns of their own: two, and half of them."""
    return max(2, len(names) / 2)


def name_of_match(names: Sequence[str], match: ClassMatch) -> str:
    """Return how far the names of columns fit those of some classes."""
    if match.by_order:
        return "in_order"
    if not match.beyond(names):
        return "of_classes"
    if match.lacking(names):
        return "of_others"
    return "beside" if match.is_bare else "of_classes"


def contents_of_match(draft: Draft, names: Sequence[str], match: ClassMatch) -> str:
    """Return what speaks against columns that are called as classes are.

    Of two classes, numbers that are no shares of 1 may be anything; and scores that the user
    chose are all of classes, or none is.
    """
    chosen = tuple(column for _, column in match.pairs)
    if draft.wanted.scores:
        return "" if {*chosen} == {*draft.wanted.scores} else "not_all"
    return "" if len(names) > 2 or _add_up(draft, chosen) else "no_shares"


def _numbered_shares(draft: Draft, names: Sequence[str]) -> Iterator[ClassMatch]:
    """Yield numbered columns, whatever their name, that are the shares of so many classes."""
    if draft.wanted.scores:
        return
    others = {one.name: one for one in draft.others(draft.roles.truth)}
    for columns in numbered_alike(list(others), len(names)):
        if all(others[name].is_number for name in columns) and _add_up(draft, columns):
            yield ClassMatch(tuple(zip(names, columns, strict=True)), len(names), by_order=True)


def turn_named_for_other(draft: Draft, found: ClassColumns, positive: int) -> tuple[str, ...]:
    """Take lower values for positive of scores that are named for the other one of two classes.

    Returns
    -------
    tuple of str
        These scores. Where the class is a number, it may be that of a model: it is asked.
    """
    names = found.classes.names
    if len(names) != 2:
        return ()
    other, roles = names[1 - positive], draft.roles
    matched = {
        name for name in roles.scores if match_classes([name], names).pairs == ((other, name),)
    }
    turned = tuple(
        name
        for name in roles.scores
        if not is_distance_name(name)
        and (name in matched or is_for_the_well(name, roles.truth or "", names[positive], other))
    )
    if not turned:
        return ()
    lower = [name for name in roles.scores if (name in turned) == roles.is_higher_positive(name)]
    is_higher = roles.scores[0] not in lower
    opposite = tuple(name for name in roles.scores if (name in lower) == is_higher)
    draft.roles = replace(roles, higher_is_positive=is_higher, opposite=opposite)
    draft.reasons[:] = [
        one
        for one in draft.reasons
        if one.role is not Role.DIRECTION or set(turned).isdisjoint(one.columns)
    ]
    shown = show_hidden(names[positive])
    named = phrase_n(
        len(turned),
        "{names} is named for '{other}'",
        "{names} are named for '{other}'",
        names=listed(turned),
        other=show_hidden(other),
    )
    sentence = phrase("{named}: lower values are taken for '{shown}'", named=named, shown=shown)
    is_code = not other.strip("+-.0123456789") and not matched.isdisjoint(turned)
    by_words = [name for name in turned if name not in matched]
    question = ""
    if is_code or not all(_are_lower(draft, name, found, positive) for name in by_words):
        question = phrase("{named}: do lower values indicate '{shown}'?", named=named, shown=shown)
    draft.find(Role.DIRECTION, sentence, Basis.NAME, *turned, question=question)
    return turned


def _are_lower(draft: Draft, name: str, found: ClassColumns, positive: int) -> bool:
    """Return whether a score is clearly lower in the positive class, as its name says."""
    rows = np.flatnonzero(found.truth >= 0)
    values = scores_in(draft.table.column(name), draft.roles).values[rows]
    below = below_chance(values, found.truth[rows] == positive, higher_is_positive=True)
    return below is not None and below.is_clear


def _question(sign: str, match: ClassMatch, names: Sequence[str]) -> str:
    """Return what to ask about columns and classes, by how far their names fit."""
    beyond = match.beyond(names)
    if sign == "in_order":
        columns = listed([column for _, column in match.pairs])
        shown = listed([show_hidden(name) for name, _ in match.pairs])
        return phrase(
            "Do {columns} belong to {classes}, in this order?", columns=columns, classes=shown
        )
    if sign == "of_others":
        return phrase_n(
            len(beyond),
            "No column is named for {lacking}, and {names} is named for a class that no row has: "
            "which column is the score of which class?",
            "No column is named for {lacking}, and {names} are named for classes that no row has: "
            "which column is the score of which class?",
            lacking=listed([show_hidden(name) for name in match.lacking(names)]),
            names=listed(beyond),
        )
    return phrase_n(
        len(beyond),
        "{names} stands beside the scores of {others}, and no row is of that class: is it a class, "
        "too?",
        "{names} stand beside the scores of {others}, and no row is of those classes: are they "
        "classes, too?",
        names=listed(beyond),
        others=listed([column for _, column in match.pairs if column not in beyond]),
    )


def _with_unnamed(
    draft: Draft, match: ClassMatch, columns: Sequence[str], *, is_many: bool
) -> ClassMatch:
    """Return a match with columns of classes that no row has, by what the columns hold.

    Those that make the values of a row add up to 1; where no values do, numbers of the same
    kind as those of the classes that are known.
    """
    known = [column for _, column in match.pairs]
    scores = [_values(draft, name) for name in known]
    if add_up(scores):
        return match
    of_name = {one.name: one for one in draft.profiles}
    others = [of_name[name] for name in columns if name not in known]
    others = [one for one in others if _may_be_score_of_class(one)]
    parts = [one for one in others if _may_be_share(_values(draft, one.name))]
    for some in _subsets(parts) if len(parts) <= _MOST_LEFT_OUT else ():
        if add_up([*scores, *(_values(draft, one.name) for one in some)]):
            break
    else:
        some = [one for one in others if is_many and _is_alike(draft, one, of_name, known)]
    added = ((one.name, one.name) for one in some)
    return replace(match, pairs=(*match.pairs, *added))


def _subsets(profiles: Sequence[Profile]) -> Iterator[Sequence[Profile]]:
    """Yield all of some columns, each alone, and all but each."""
    if profiles:
        yield profiles
    if len(profiles) > 1:
        yield from ([one] for one in profiles)
        yield from ([one for one in profiles if one is not out] for out in profiles)


def _may_be_score_of_class(profile: Profile) -> bool:
    return not (is_score_name(profile.name) or tells_rows_apart(profile))


def _may_be_share(values: NDArray[np.floating]) -> bool:
    low, high = _range(values)
    return 0 <= low <= high <= 1


def _is_alike(
    draft: Draft, other: Profile, of_name: dict[str, Profile], known: Sequence[str]
) -> bool:
    """Return whether numbers lie where those of known classes do, and are as whole or not."""
    if other.is_whole != all(of_name[name].is_whole for name in known):
        return False
    ranges = [_range(_values(draft, name)) for name in known]
    low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    own_low, own_high = _range(_values(draft, other.name))
    room = (high - low) / 2
    return low - room <= own_low < own_high <= high + room


def _range(values: NDArray[np.floating]) -> tuple[float, float]:
    return float(np.fmin.reduce(values)), float(np.fmax.reduce(values))


def _values(draft: Draft, name: str) -> NDArray[np.floating]:
    """Return the first numbers of a column: enough to see of which kind they are."""
    return draft.table.column(name).parse_numbers().values[:_SAMPLE]


def _columns_in_question(draft: Draft, names: Sequence[str], n_wanted: float) -> list[str]:
    """Return the columns that may hold the scores of so many classes; none where none do."""
    roles = draft.roles
    if draft.wanted.scores:
        is_many = len(names) > 2 and len(roles.scores) >= 2
        return list(roles.scores) if is_many else []
    others = draft.others(roles.truth, roles.predicted)
    if not may_match([one.name for one in others], names, n_wanted):
        return []
    return [one.name for one in others if one.is_number]


def _add_up(draft: Draft, columns: Sequence[str]) -> bool:
    """Return whether these columns are the shares of the classes."""
    return add_up([draft.table.column(name).parse_numbers().values for name in columns])
