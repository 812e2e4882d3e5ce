"""Scores and keys of the NIST speaker recognition evaluations: a header, tabs between cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase
from evalgui.io.layouts.making import (
    ENROLL,
    KEY,
    SCORE,
    SIDE,
    TEST,
    Layout,
    arranged,
    complete,
    partial,
    renamed,
)
from evalgui.io.meaning import plain_name

if TYPE_CHECKING:
    from evalgui.io.table import RawTable

_IDS = {"modelid": ENROLL, "segmentid": TEST, "side": SIDE}
_SCORES = {**_IDS, "llr": SCORE}
_KEYS = {**_IDS, "targettype": KEY}


def _names(table: RawTable) -> set[str]:
    return {plain_name(name) for name in table.names}


def _is_scores(table: RawTable) -> bool:
    return set(_SCORES) <= _names(table)


def _read_scores(table: RawTable) -> RawTable:
    if "targettype" in _names(table):
        reason = phrase("'targettype' is the truth ({layout})", layout=SCORES.name)
        known = complete(KEY, SCORE, reason)
    else:
        reason = phrase(
            "'LLR' is the score of a model and a segment ({layout})", layout=SCORES.name
        )
        known = partial("key", reason, score=SCORE)
    return arranged(table, SCORES.name, renamed(table, {**_SCORES, **_KEYS}), known)


def _is_key(table: RawTable) -> bool:
    return set(_KEYS) <= _names(table)


def _read_key(table: RawTable) -> RawTable:
    reason = phrase("'targettype' is the truth ({layout})", layout=KEYS.name)
    known = partial("scores", reason, truth=KEY)
    return arranged(table, KEYS.name, renamed(table, _KEYS), known)


SCORES = Layout(phrase("NIST SRE scores"), _is_scores, _read_scores)
KEYS = Layout(phrase("NIST SRE key"), _is_key, _read_key)
