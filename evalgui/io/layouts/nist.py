"""Scores and keys of the NIST speaker recognition evaluations: a header, tabs between cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
        known = complete(KEY, SCORE, f"'targettype' is the truth ({SCORES.name})")
    else:
        reason = f"'LLR' is the score of a model and a segment ({SCORES.name})"
        known = partial("key", reason, score=SCORE)
    return arranged(table, SCORES.name, renamed(table, {**_SCORES, **_KEYS}), known)


def _is_key(table: RawTable) -> bool:
    return set(_KEYS) <= _names(table)


def _read_key(table: RawTable) -> RawTable:
    known = partial("scores", f"'targettype' is the truth ({KEYS.name})", truth=KEY)
    return arranged(table, KEYS.name, renamed(table, _KEYS), known)


SCORES = Layout("NIST SRE scores", _is_scores, _read_scores)
KEYS = Layout("NIST SRE key", _is_key, _read_key)
