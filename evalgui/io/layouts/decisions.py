"""Tables of decisions without scores: ACCEPT and REJECT beside the truth, or beside ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.vocabulary import both, phrase
from evalgui.io.layouts.compared_ids import find_pair, reason_of_ids
from evalgui.io.layouts.making import (
    GENUINE,
    IMPOSTOR,
    PREDICTED,
    Layout,
    are_equal,
    arranged,
    free_name,
    has_words,
    truth_of,
)
from evalgui.io.meaning import (
    Basis,
    Known,
    Role,
    Roles,
    classes_of,
    is_score_name,
    likely,
    stated,
    visible,
)
from evalgui.io.table import Profile, RawColumn, arrow

if TYPE_CHECKING:
    from evalgui.io.meaning import Reason
    from evalgui.io.table import Encoded, RawTable

_ACCEPT_WORDS = frozenset({"accept", "accepted"})
_REJECT_WORDS = frozenset({"reject", "rejected"})
_DECISION_WORDS = _ACCEPT_WORDS | _REJECT_WORDS
_CHROME_OS = (
    "EnrollUser",
    "EnrollFinger",
    "VerifyUser",
    "VerifyFinger",
    "VerifySample",
    "Decision",
)
_LABEL_LIMIT = 1_000


# ------------------------------------------------------------------------------ ChromeOS


def _is_chrome_os(table: RawTable) -> bool:
    return tuple(name.strip() for name in table.names) == _CHROME_OS


def _read_chrome_os(table: RawTable) -> RawTable:
    columns = dict(zip(_CHROME_OS, table.columns, strict=True))
    equal = are_equal(
        table,
        (columns["EnrollUser"], columns["VerifyUser"]),
        (columns["EnrollFinger"], columns["VerifyFinger"]),
    )
    truth = truth_of(table, equal)
    words = phrase(
        "a row is genuine where user and finger are the same ({layout})", layout=CHROME_OS.name
    )
    reason = stated(Role.TRUTH, words, truth.name)
    return _decided(table, CHROME_OS.name, _Truth(truth, (IMPOSTOR, GENUINE), reason))


# --------------------------------------------------------------------- decisions in general


@dataclass(frozen=True, slots=True)
class _Truth:
    """The truth that stands beside decisions.

    Parameters
    ----------
    column
        The column.
    classes
        The class that is to be rejected, and the one that is to be accepted.
    reason
        Why it is the truth, with what to ask before it is believed.
    """

    column: RawColumn
    classes: tuple[str, str]
    reason: Reason


def _is_decisions(table: RawTable) -> bool:
    decision = _find_decision(table)
    if decision is None or _has_scores(table):
        return False
    return _find_truth(table, decision) is not None


def _read_decisions(table: RawTable) -> RawTable:
    decision = _find_decision(table)
    truth = None if decision is None else _find_truth(table, decision)
    return table if truth is None else _decided(table, table.how.format, truth)


def _find_decision(table: RawTable) -> RawColumn | None:
    """Return the only column with the words of decisions."""
    # The first cell costs little: almost every table is done with it.
    likely = [column for column in table.columns if _word(column.text(0)) in _DECISION_WORDS]
    found = [column for column in likely if has_words(Profile(column), _DECISION_WORDS)]
    return found[0] if len(found) == 1 else None


def _word(text: str) -> str:
    return visible(text).casefold()


def _has_scores(table: RawTable) -> bool:
    """Return whether a column is a score by its name: then the decisions add nothing."""
    named = [column for column in table.columns if is_score_name(column.name)]
    return any(Profile(column).is_number for column in named)


def _find_truth(table: RawTable, decision: RawColumn) -> _Truth | None:
    """Return the only column with two classes by their words, or what two ids say."""
    others = [Profile(one) for one in table.columns if one is not decision]
    found = [one for one in others if one.has_class_words]
    if not found:
        return _truth_of_ids(table)
    labels = found[0].labels
    if len(found) > 1 or labels is None:
        return None
    classes = classes_of(dict(zip(labels.texts, labels.counts, strict=True)))
    positive = classes.positive()
    if positive is None or len(classes.names) != 2:
        return None
    column = found[0].column
    names = (classes.names[1 - positive], classes.names[positive])
    sentence = phrase("'{name}' is the truth by its words", name=column.name)
    return _Truth(column, names, likely(Role.TRUTH, sentence, Basis.CONTENT, column.name))


def _truth_of_ids(table: RawTable) -> _Truth | None:
    pair = find_pair(table)
    if pair is None:
        return None
    column = truth_of(table, are_equal(table, (pair.first, pair.second)))
    names = both(f"'{one.name}'" for one in (pair.first, pair.second))
    sentence = phrase("a row is genuine where {names} are equal", names=names)
    return _Truth(column, (IMPOSTOR, GENUINE), reason_of_ids(column, sentence, pair.question))


# -------------------------------------------------------------------------------- reading


def _decided(table: RawTable, layout: str, truth: _Truth) -> RawTable:
    """Return the table with its decisions in the words of the truth."""
    decision = _find_decision(table) or table.columns[-1]
    derived = [] if truth.column in table.columns else [truth.column]
    taken = {*table.names, *(column.name for column in derived)}
    predicted = _in_words(decision, free_name(taken, PREDICTED), truth.classes)
    reason = phrase(
        "'{name}' is what was decided: an accepted row is called '{shown}'",
        name=decision.name,
        shown=truth.classes[1],
    )
    roles = Roles(
        truth=truth.column.name,
        predicted=predicted.name,
        positive=truth.classes[1],
        probabilities=(),
    )
    called = likely(Role.PREDICTED, reason, Basis.CONTENT, predicted.name)
    known = Known(roles, (truth.reason, called))
    return arranged(table, layout, table.names, known, [*derived, predicted])


def _in_words(decision: RawColumn, name: str, classes: tuple[str, str]) -> RawColumn:
    """Return decisions in the words of the classes; other words stay, for all to see."""
    encoded: Encoded | None = decision.encode(_LABEL_LIMIT)
    if encoded is None:
        return decision.renamed(name)
    words = [*classes, *encoded.texts]
    place_of = [
        1 if _word(text) in _ACCEPT_WORDS else 0 if _word(text) in _REJECT_WORDS else place
        for place, text in enumerate(encoded.texts, start=len(classes))
    ]
    places = np.array([*place_of, -1], np.int32)[encoded.codes]
    cells = arrow.DictionaryArray.from_arrays(
        arrow.array(places, mask=places < 0), arrow.array(words, arrow.string())
    )
    return RawColumn(name, arrow.chunked_array([cells]))


CHROME_OS = Layout(phrase("ChromeOS decisions"), _is_chrome_os, _read_chrome_os)
DECISIONS = Layout(phrase("decisions"), _is_decisions, _read_decisions)
