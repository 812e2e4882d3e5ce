"""Scores of bob: two, four or five fields between blanks, or CSV with a header.

The fields are those of bob.bio.base and bob.measure (`bob.bio.base.score.load`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Exclusion, Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.layouts.making import (
    GENUINE,
    IMPOSTOR,
    KEY,
    SCORE,
    SPOOF,
    Layout,
    are_equal,
    arranged,
    arranged_fields,
    class_column,
    complete,
    has_both,
    is_bare,
    look,
    may_be_ids,
    recurs,
    truth_of,
)
from evalgui.io.meaning import Basis, Role, guessed, label_key
from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from evalgui.io.meaning import Known
    from evalgui.io.table import Profile, RawColumn, RawTable

_TWO_NAMES = (KEY, SCORE)
_FOUR_NAMES = ("claimed_id", "real_id", "test_label", SCORE)
_FIVE_NAMES = ("claimed_id", "model_label", "real_id", "test_label", SCORE)
_SUBJECTS = ("bio_ref_subject_id", "probe_subject_id")
_ATTACK = "probe_attack_type"
_SAMPLE = 200
_MOSTLY = 0.5
_FEW_PERSONS = 10  # no more than a table of classes may well have


# ---------------------------------------------------------------------------- two fields


def _is_two(table: RawTable) -> bool:
    if not is_bare(table) or len(table.columns) != len(_TWO_NAMES):
        return False
    label, score = look(table)
    # Two columns of signs are classes and what was predicted.
    return _are_signs(label) and score.is_number and not _are_signs(score)


def _are_signs(profile: Profile) -> bool:
    """Return whether a column holds nothing but 1 and -1."""
    if profile.labels is None:
        return False
    keys = {label_key(text) for text in profile.labels.texts if not text.startswith("#")}
    return bool(keys) and keys <= {"1", "-1"}


def _read_two(table: RawTable) -> RawTable:
    reason = phrase(
        "the first field says 1 for genuine and -1 for impostor ({layout})", layout=TWO.name
    )
    known = complete(KEY, SCORE, reason)
    return arranged_fields(_without_comments(table), TWO.name, _TWO_NAMES, known)


# ------------------------------------------------------------------- four and five fields


def _is_four(table: RawTable) -> bool:
    return _is_comparison(table, _FOUR_NAMES)


def _read_four(table: RawTable) -> RawTable:
    return _read_comparison(table, FOUR.name, _FOUR_NAMES)


def _is_five(table: RawTable) -> bool:
    return _is_comparison(table, _FIVE_NAMES)


def _read_five(table: RawTable) -> RawTable:
    return _read_comparison(table, FIVE.name, _FIVE_NAMES)


def _is_comparison(table: RawTable, names: tuple[str, ...]) -> bool:
    """Return whether the fields are ids of which some say the same person, and a score."""
    if len(table.columns) != len(names) or not (is_bare(table) or _is_named(table, names)):
        return False
    *ids, score = look(table)
    if not score.is_number or not all(map(may_be_ids, ids)) or ids[-1].is_number:
        return False
    claimed, real = _persons(table, names)
    if not _is_sure(table, names) and claimed.distinct(_FEW_PERSONS) is not None:
        return False
    return has_both(are_equal(table, (claimed, real)))


def _is_sure(table: RawTable, names: tuple[str, ...]) -> bool:
    """Return whether the labels tell that the ids are those of persons.

    A table of classes, predicted classes, ids of rows and scores looks alike.
    """
    label = table.columns[len(names) - 2]
    return _names_person(label, _persons(table, names)[1]) or recurs(label)


def _is_named(table: RawTable, names: tuple[str, ...]) -> bool:
    """Return whether a header, or a comment in its place, has the names of the format."""
    known = {*names, "label", "claimed_label", "probe_label"}
    return all(column.header.strip() in known for column in table.columns)


def _persons(table: RawTable, names: tuple[str, ...]) -> tuple[RawColumn, RawColumn]:
    return table.columns[0], table.columns[names.index("real_id")]


def _names_person(label: RawColumn, person: RawColumn) -> bool:
    """Return whether the labels of recordings mostly hold the id of their person."""
    pairs = list(zip(label.sample(_SAMPLE), person.sample(_SAMPLE), strict=True))
    return sum(one in other for other, one in pairs if one) > _MOSTLY * len(pairs)


def _read_comparison(table: RawTable, layout: str, names: tuple[str, ...]) -> RawTable:
    table = _without_comments(table)
    truth = truth_of(table, are_equal(table, _persons(table, names)))
    reason = phrase(
        "a row is genuine where the claimed and the real id are equal ({layout})", layout=layout
    )
    known = _of_subjects(complete(truth.name, SCORE, reason), ("claimed_id", "real_id"))
    if not _is_sure(table, names):
        first, second = (names.index(name) + 1 for name in ("claimed_id", "real_id"))
        question = phrase(
            "Do the fields {first} and {second} hold the ids of persons, so that a row is genuine "
            "where they are equal?",
            first=first,
            second=second,
        )
        doubt = guessed(Role.TRUTH, reason, Basis.FORMAT, truth.name, question=question)
        known = replace(known, reasons=(doubt, *known.reasons[1:]))
    return arranged_fields(table, layout, names, known, [truth])


def _without_comments(table: RawTable) -> RawTable:
    """Return the table without the comments that have as many words as a row has fields."""
    starts = kernels.starts_with(table.columns[0].texts(), "#")
    if not kernels.any(starts).as_py():
        return table
    rows = np.flatnonzero(starts.to_numpy()) + 1
    words = phrase("comment lines that start with #")
    text = phrase("comment lines that start with #, set aside: {n}", n=grouped(len(rows)))
    finding = Finding("comment_rows", text, len(rows))
    return replace(
        table,
        exclusions=(*table.exclusions, Exclusion("comment_rows", words, rows)),
        findings=(*table.findings, finding),
    )


# ----------------------------------------------------------------------------------- CSV


def _is_csv(table: RawTable) -> bool:
    return {*_SUBJECTS, SCORE} <= set(table.names)


def _read_csv(table: RawTable) -> RawTable:
    first, second = (table.column(name) for name in _SUBJECTS)
    equal = are_equal(table, (first, second))
    truth = truth_of(table, equal)
    reason = phrase(
        "a row is genuine where '{first}' and '{second}' are equal ({layout})",
        first=first.name,
        second=second.name,
        layout=CSV.name,
    )
    reasons = [reason]
    if _ATTACK in table.names:
        attack = kernels.utf8_trim_whitespace(kernels.fill_null(table.column(_ATTACK).texts(), ""))
        is_attack = kernels.greater(kernels.binary_length(attack), 0)
        if kernels.any(is_attack).as_py():
            # An attack claims the identity that it imitates: its ids are equal.
            places = kernels.cast(equal, arrow.int8())
            places = kernels.if_else(is_attack, arrow.scalar(2, arrow.int8()), places)
            truth = class_column(truth.name, places, (IMPOSTOR, GENUINE, SPOOF))
            reason = phrase(
                "a row is a spoof where '{name}' is filled in ({layout})",
                name=_ATTACK,
                layout=CSV.name,
            )
            reasons.append(reason)
    known = _of_subjects(complete(truth.name, SCORE, *reasons), _SUBJECTS)
    return arranged(table, CSV.name, table.names, known, [truth])


def _of_subjects(known: Known, names: tuple[str, str]) -> Known:
    """Return what is known with the columns that say whose samples are compared."""
    return replace(known, roles=replace(known.roles, subjects=names, sampling=None))


TWO = Layout(phrase("bob, 2 columns"), _is_two, _read_two)
FOUR = Layout(phrase("bob, 4 columns"), _is_four, _read_four)
FIVE = Layout(phrase("bob, 5 columns"), _is_five, _read_five)
CSV = Layout("bob CSV", _is_csv, _read_csv)
