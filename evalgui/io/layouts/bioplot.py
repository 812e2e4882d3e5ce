"""Scores of Bioplot, type 3: seven fields between blanks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.layouts.making import (
    ENROLL,
    KEY,
    SCORE,
    TEST,
    Layout,
    are_equal,
    arranged_fields,
    complete,
    is_bare,
    is_measure,
    look,
    words_of,
)
from evalgui.io.table import kernels

if TYPE_CHECKING:
    from evalgui.io.table import RawTable

_NAMES = ("enroll_subject", ENROLL, "test_subject", TEST, SCORE, KEY, "condition")


def _is_type_3(table: RawTable) -> bool:
    if not is_bare(table) or len(table.columns) != len(_NAMES):
        return False
    *ids, score, key, condition = look(table)
    words = words_of(key)
    is_truth = bool(words) and words <= {"true", "false"}
    return score.is_number and is_truth and not any(map(is_measure, [*ids, condition]))


def _read_type_3(table: RawTable) -> RawTable:
    reason = phrase(
        "the sixth field says TRUE for two recordings of one subject ({layout})", layout=TYPE_3.name
    )
    known = complete(KEY, SCORE, reason)
    equal = are_equal(table, (table.columns[0], table.columns[2]))
    says_equal = kernels.equal(kernels.utf8_lower(table.columns[5].texts()), "true")
    differs = kernels.sum(kernels.not_equal(equal, says_equal)).as_py() or 0
    table = arranged_fields(table, TYPE_3.name, _NAMES, known)
    if not differs:
        return table
    text = phrase(
        "'{name}' contradicts the ids of the subjects; '{name}' counts: {n} rows",
        name=KEY,
        n=grouped(differs),
    )
    return replace(table, findings=(*table.findings, Finding("key_differs", text, differs)))


TYPE_3 = Layout(phrase("Bioplot, type 3"), _is_type_3, _read_type_3)
