"""Tables with an id on each side of a comparison: genuine where the ids are equal.

The names of the columns tell which are the two sides (subject_a and subject_b, probe_id and
reference_id). Where they do not say that these are persons, the user is asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.layouts.making import (
    Layout,
    are_equal,
    arranged,
    has_both,
    is_measure,
    may_be_ids,
    truth_of,
)
from evalgui.io.meaning import (
    Basis,
    Known,
    Role,
    Roles,
    guessed,
    is_called,
    is_id_name,
    is_score_name,
    likely,
    listed,
    plain_name,
    words_of,
)
from evalgui.io.table import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.meaning import Reason
    from evalgui.io.table import RawColumn, RawTable

_WORD = re.compile(r"[a-z]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class IdPair:
    """The two columns with the ids of a comparison.

    Parameters
    ----------
    first, second
        The columns.
    question
        What to ask before equal ids are taken for the truth; "" where the names say it all.
    """

    first: RawColumn
    second: RawColumn
    question: str = ""


@dataclass(frozen=True, slots=True)
class _Sided:
    """A column by its name: what it names, and on which side."""

    column: RawColumn
    what: frozenset[str]
    is_second: bool


def find_pair(table: RawTable) -> IdPair | None:
    """Return the only two columns with ids that tell the truth; None where there are none.

    Two columns of persons go before any others. Some of their rows are equal and some are
    not.
    """
    sided = [one for one in map(_sided, table.columns) if one is not None]
    pairs = [
        tuple(sorted(two, key=lambda one: one.is_second))
        for two in combinations(sided, 2)
        if two[0].what == two[1].what and two[0].is_second != two[1].is_second
    ]
    persons = [pair for pair in pairs if not words_of("person").isdisjoint(pair[0].what)]
    claims = [pair for pair in pairs if _are_claims(pair)]
    chosen = persons or claims or pairs
    if len(chosen) != 1:
        return None
    first, second = (one.column for one in chosen[0])
    if not all(may_be_ids(Profile(column)) for column in (first, second)):
        return None
    if not has_both(are_equal(table, (first, second))):
        return None
    names = listed([first.name, second.name])
    if len(pairs) > 1:
        question = phrase("Is a row genuine where {names} are equal, and only they?", names=names)
        return IdPair(first, second, question)
    if persons or claims:
        return IdPair(first, second)
    question = phrase(
        "Do {names} name persons: is a row genuine where they are equal?", names=names
    )
    return IdPair(first, second, question)


@dataclass(frozen=True, slots=True)
class ComparedIds:
    """The columns that say which two things each row compares.

    Parameters
    ----------
    pairs
        Columns that name the same on either side, the first side first.
    are_persons
        For each pair whether its ids are those of persons, rather than of their samples.
    are_bare
        For each pair whether its names say the sides and nothing else, such as probe and
        reference.
    are_all
        Whether no id of one side alone is beside them: then they say which comparison it is.
    """

    pairs: tuple[tuple[RawColumn, RawColumn], ...]
    are_persons: tuple[bool, ...]
    are_bare: tuple[bool, ...]
    are_all: bool

    @property
    def persons(self) -> tuple[RawColumn, RawColumn] | None:
        """The only pair with the ids of persons; None for none, or for several."""
        return self._only(self.are_persons)

    @property
    def bare(self) -> tuple[RawColumn, RawColumn] | None:
        """The only pair whose names say nothing but the sides; None for none, or for several."""
        return self._only(self.are_bare)

    def _only(self, which: tuple[bool, ...]) -> tuple[RawColumn, RawColumn] | None:
        return self.pairs[which.index(True)] if sum(which) == 1 else None


def find_compared(columns: Sequence[RawColumn]) -> ComparedIds | None:
    """Return the columns with the ids of comparisons, by their names; None where there are none.

    A claimed and a real identity are none: the sample that was compared has no id there.
    """
    sided = [one for one in map(_sided, columns) if one is not None]
    pairs = []
    for what in dict.fromkeys(one.what for one in sided):
        own = sorted((one for one in sided if one.what == what), key=lambda one: one.is_second)
        if [one.is_second for one in own] == [False, True] and not _are_claims(own):
            pairs.append(own)
    if not pairs or not all(may_be_ids(Profile(one.column)) for own in pairs for one in own):
        return None
    return ComparedIds(
        tuple((first.column, second.column) for first, second in pairs),
        tuple(not words_of("person").isdisjoint(first.what) for first, _ in pairs),
        tuple(not first.what for first, _ in pairs),
        are_all=len(sided) == 2 * len(pairs),
    )


def _sided(column: RawColumn) -> _Sided | None:
    """Return what a name says of a column; None where it speaks of no side or no id."""
    words = set(_WORD.findall(plain_name(column.name))) - {"bio"}
    sides = words & (words_of("first_sample") | words_of("second_sample"))
    what = words - sides
    if len(sides) != 1 or not what <= words_of("person") | words_of("sampled_thing"):
        return None
    if not what and sides <= {"a", "b", "1", "2"}:
        return None
    is_second = sides <= words_of("second_sample")
    return _Sided(column, frozenset(what - {"id", "ids", "name"}), is_second)


def is_sided(column: RawColumn) -> bool:
    """Return whether a column is named for one side of comparisons, such as "probe"."""
    return _sided(column) is not None


def _are_claims(pair: Sequence[_Sided]) -> bool:
    """Return whether these are the identity that was claimed, and the real one."""
    names = [plain_name(one.column.name) for one in pair]
    return names[0].startswith("claimed") and names[1].startswith("real")


# ------------------------------------------------------------------------------- scores


def _is_compared(table: RawTable) -> bool:
    if not table.how.header and table.how.delimiter is not None:
        return False
    if sum(_sided(column) is not None for column in table.columns) < 2:  # a pair
        return False
    pair = find_pair(table)
    return pair is not None and bool(_scores(table, pair)) and not has_truth(table, pair)


def has_truth(table: RawTable, pair: IdPair | None) -> bool:
    """Return whether another column may be the truth, by its name or by its words.

    What is said of either side, such as the sex of both, is not true of the comparison.
    """
    of_sides = _of_either_side(table) if pair is not None else set()
    others = [
        column
        for column in table.columns
        if not _is_of(pair, column) and column.name not in of_sides
    ]
    profiles = [Profile(column) for column in others]
    return any(
        one.has_class_words or (is_called(one.column.name, "truth_name") and not is_measure(one))
        for one in profiles
    )


def _of_either_side(table: RawTable) -> set[str]:
    """Return the columns that say the same of the one side and of the other, by their names."""
    first, second = words_of("first_sample"), words_of("second_sample")
    found: dict[frozenset[str], list[tuple[bool, str]]] = {}
    for column in table.columns:
        words = set(_WORD.findall(plain_name(column.name)))
        sides = words & (first | second)
        if len(sides) == 1:
            own = found.setdefault(frozenset(words - sides), [])
            own.append((sides <= second, column.name))
    pairs = (own for what, own in found.items() if what)
    return {name for own in pairs if len({side for side, _ in own}) == 2 for _, name in own}


def _is_of(pair: IdPair | None, column: RawColumn) -> bool:
    return pair is not None and column.name in (pair.first.name, pair.second.name)


def _scores(table: RawTable, pair: IdPair) -> tuple[str, ...]:
    """Return the columns of scores: those with such a name, else all of numbers."""
    free = [
        Profile(column)
        for column in table.columns
        if not _is_of(pair, column) and not is_id_name(column.name) and _sided(column) is None
    ]
    numbers = [one for one in free if one.is_number and not one.is_counter]
    by_name = [one for one in numbers if is_score_name(one.column.name)]
    return tuple(one.column.name for one in by_name or numbers)


def _read_compared(table: RawTable) -> RawTable:
    pair = find_pair(table)
    if pair is None:
        return table
    truth = truth_of(table, are_equal(table, (pair.first, pair.second)))
    names = listed([pair.first.name, pair.second.name])
    scores = _scores(table, pair)
    known = Known(
        Roles(
            truth=truth.name,
            scores=scores,
            predicted="",
            probabilities=(),
            subjects=(pair.first.name, pair.second.name),
        ),
        (
            reason_of_ids(
                truth,
                phrase("a row is genuine where {names} are equal", names=names),
                pair.question,
            ),
            _reason_of_scores(scores),
        ),
    )
    return arranged(table, table.how.format, table.names, known, [truth])


def reason_of_ids(truth: RawColumn, sentence: str, question: str) -> Reason:
    """Return why two ids tell the truth: by their names, which do not always say enough."""
    if question:
        return guessed(Role.TRUTH, sentence, Basis.NAME, truth.name, question=question)
    return likely(Role.TRUTH, sentence, Basis.NAME, truth.name)


def _reason_of_scores(scores: Sequence[str]) -> Reason:
    """Return why columns are scores: several that no name calls so may be something else."""
    sentence = _score_reason(scores)
    if len(scores) > 1 and not any(map(is_score_name, scores)):
        question = phrase(
            "Are {names} scores of the comparisons, of a system each?", names=listed(scores)
        )
        return guessed(Role.SCORE, sentence, Basis.CONTENT, *scores, question=question)
    return likely(Role.SCORE, sentence, Basis.NAME, *scores)


def _score_reason(scores: Sequence[str]) -> str:
    return phrase_n(
        len(scores), "{names} is the score", "{names} are the scores", names=listed(scores)
    )


COMPARED = Layout(phrase("ids and scores of comparisons"), _is_compared, _read_compared)
