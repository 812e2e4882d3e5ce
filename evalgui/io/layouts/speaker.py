"""Scores and keys of speaker recognition: Kaldi, VoxCeleb, wespeaker, BOSARIS, SIDEKIT, SASV.

Lines of fields between blanks, without a header.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase
from evalgui.io.layouts.making import (
    ENROLL,
    KEY,
    SCORE,
    TEST,
    Layout,
    arranged_fields,
    complete,
    has_words,
    is_bare,
    look,
    may_be_ids,
    partial,
    recurs,
    words_of,
)

if TYPE_CHECKING:
    from evalgui.io.table import Profile, RawTable

TARGET_WORDS = frozenset(
    {*("target", "tgt"), *("nontarget", "non-target", "nontgt", "impostor", "imp")}
)
"""The words of a key, in lower case."""

_SPOOF_WORDS = TARGET_WORDS | {"spoof"}
_MOSTLY = 0.5
_ID_MARK = re.compile(r"[0-9/_]")


def is_key(profile: Profile) -> bool:
    """Return whether a column holds the words of a key, target or nontarget at least."""
    has_main = not words_of(profile).isdisjoint({"target", "nontarget", "non-target"})
    return has_main and has_words(profile, _SPOOF_WORDS)


def _fields(table: RawTable, width: int) -> list[Profile] | None:
    """Return what a glance at the fields shows; None where there are not so many."""
    if len(table.columns) != width or not is_bare(table):
        return None
    return look(table)


# ------------------------------------------------------------------------ score and key


def _is_compute_eer(table: RawTable) -> bool:
    fields = _fields(table, 2)
    return fields is not None and fields[0].is_number and is_key(fields[1])


def _read_compute_eer(table: RawTable) -> RawTable:
    reason = phrase("the second field is the truth ({layout})", layout=COMPUTE_EER.name)
    known = complete(KEY, SCORE, reason)
    return arranged_fields(table, COMPUTE_EER.name, (SCORE, KEY), known)


def _is_four(table: RawTable) -> bool:
    fields = _fields(table, 4)
    if fields is None:
        return False
    *ids, score, key = fields
    return score.is_number and is_key(key) and all(map(may_be_ids, ids))


def _is_sasv(table: RawTable) -> bool:
    return _is_four(table) and "spoof" in words_of(look(table)[3])


def _read_sasv(table: RawTable) -> RawTable:
    return _read_four(table, SASV.name)


def _read_wespeaker(table: RawTable) -> RawTable:
    return _read_four(table, WESPEAKER.name)


def _read_four(table: RawTable, layout: str) -> RawTable:
    known = complete(KEY, SCORE, phrase("the last field is the truth ({layout})", layout=layout))
    return arranged_fields(table, layout, (ENROLL, TEST, SCORE, KEY), known)


# --------------------------------------------------------------------------- score lists


def _is_scores(table: RawTable) -> bool:
    fields = _fields(table, 3)
    if fields is None or not fields[2].is_number:
        return False
    enroll, test, _ = fields
    if not (may_be_ids(enroll) and may_be_ids(test)) or (enroll.is_number and test.is_number):
        return False
    return not (enroll.is_counter or _are_rows_and_classes(enroll, test))


def _are_rows_and_classes(first: Profile, second: Profile) -> bool:
    """Return whether these are the ids of rows and their classes, or classes both.

    Ids of rows are all different, where classes are few and recur. Of classes on either
    side, the same two meet again; no list has the same trial twice.
    """
    labels = second.labels
    if labels is None or len(labels.texts) < 2:
        return False
    if first.labels is not None and recurs(first.column, second.column):
        return True
    return len(labels.texts) * 2 <= len(second.column) and not recurs(first.column)


def _read_scores(table: RawTable) -> RawTable:
    reason = phrase("the last field is the score of two ids ({layout})", layout=SCORES.name)
    known = partial("key", reason, score=SCORE)
    return arranged_fields(table, SCORES.name, (ENROLL, TEST, SCORE), known)


# ---------------------------------------------------------------------------------- keys


def _is_trials(table: RawTable) -> bool:
    fields = _fields(table, 3)
    if fields is None:
        return False
    *ids, key = fields
    return is_key(key) and all(map(may_be_ids, ids))


def _read_trials(table: RawTable) -> RawTable:
    reason = phrase("the last field is the truth of two ids ({layout})", layout=TRIALS.name)
    known = partial("scores", reason, truth=KEY)
    return arranged_fields(table, TRIALS.name, (ENROLL, TEST, KEY), known)


def _is_voxceleb(table: RawTable) -> bool:
    fields = _fields(table, 3)
    if fields is None:
        return False
    label, *ids = fields
    words = words_of(label)
    return bool(words) and words <= {"0", "1"} and all(map(_are_paths, ids))


def _are_paths(profile: Profile) -> bool:
    """Return whether texts look like names of recordings rather than like classes."""
    sample = profile.column.sample(100)
    n_marked = sum(_ID_MARK.search(text) is not None for text in sample)
    return may_be_ids(profile) and not profile.is_number and n_marked > _MOSTLY * len(sample)


def _read_voxceleb(table: RawTable) -> RawTable:
    reason = phrase(
        "the first field says 1 for two recordings of one speaker ({layout})", layout=VOXCELEB.name
    )
    known = partial("scores", reason, truth=KEY)
    return arranged_fields(table, VOXCELEB.name, (KEY, ENROLL, TEST), known)


COMPUTE_EER = Layout("Kaldi compute-eer", _is_compute_eer, _read_compute_eer)
SASV = Layout(phrase("SASV scores"), _is_sasv, _read_sasv)
WESPEAKER = Layout(phrase("wespeaker scores"), _is_four, _read_wespeaker)
SCORES = Layout(phrase("scores of trials (Kaldi, BOSARIS, SIDEKIT)"), _is_scores, _read_scores)
TRIALS = Layout(phrase("trials with a key (Kaldi, BOSARIS, SIDEKIT)"), _is_trials, _read_trials)
VOXCELEB = Layout(phrase("VoxCeleb trial list"), _is_voxceleb, _read_voxceleb)
