"""Scores and keys of ASVspoof: trials that are one recording, bona fide or spoofed.

Fields of the keys as in the evaluation package of ASVspoof 2021 and the protocols of 2019.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.vocabulary import phrase
from evalgui.io.building.matrix_table import find_matrix
from evalgui.io.layouts.making import (
    ENROLL,
    KEY,
    SCORE,
    TEST,
    TRIAL,
    Layout,
    arranged_fields,
    has_words,
    is_bare,
    is_measure,
    look,
    may_be_ids,
    partial,
    recurs,
    words_of,
)
from evalgui.io.layouts.speaker import is_key as is_target_key

if TYPE_CHECKING:
    from evalgui.io.table import Profile, RawTable

_CLASSES = {"bonafide", "spoof"}
_SCORE_WIDTH = 2
_LEAST_KEY_WIDTH = 2
_TARGET_KEY_WIDTH = 4
_N_IDS = 2

# Behind the speaker and the trial: the other fields, by how many fields there are in all.
_FIELD_NAMES = {
    5: ("environment", "attack", KEY),
    8: ("codec", "transmission", "attack", KEY, "trim", "subset"),
    13: ("codec", "source", "attack", KEY, "trim", "subset", "vocoder"),
}


def _is_scores(table: RawTable) -> bool:
    if not is_bare(table) or len(table.columns) != _SCORE_WIDTH:
        return False
    trial, score = look(table)
    is_trial = may_be_ids(trial) and not trial.is_number and not recurs(trial.column)
    # The four counts of a confusion matrix have names, too.
    return is_trial and score.is_number and find_matrix(table) is None


def _read_scores(table: RawTable) -> RawTable:
    reason = phrase("the second field is the score of a trial ({layout})", layout=SCORES.name)
    known = partial("key", reason, score=SCORE)
    return arranged_fields(table, SCORES.name, (TRIAL, SCORE), known)


def _is_key(table: RawTable) -> bool:
    if not is_bare(table) or len(table.columns) < _LEAST_KEY_WIDTH:
        return False
    profiles = look(table)
    return _key_place(profiles) is not None and not any(map(is_measure, profiles))


def _key_place(profiles: list[Profile]) -> int | None:
    """Return which field is the key: of speaker verification, else of a countermeasure."""
    if len(profiles) >= _TARGET_KEY_WIDTH:
        # Two ids stand before it.
        found = [place for place, one in enumerate(profiles) if is_target_key(one)]
        if found and found[0] >= _N_IDS:
            return found[0]
    for place, one in enumerate(profiles):
        if words_of(one) >= _CLASSES and has_words(one, _CLASSES):
            return place
    return None


def _read_key(table: RawTable) -> RawTable:
    profiles = look(table)
    place = _key_place(profiles) or 0
    names = list(table.names)
    width = len(names)
    if width in _FIELD_NAMES and _FIELD_NAMES[width].index(KEY) + 2 == place:
        others = _FIELD_NAMES[width]
        names[2 : 2 + len(others)] = others
    names[place] = KEY
    if is_target_key(profiles[place]):
        names[:2] = [ENROLL, TEST]
    elif place > 1:
        names[:2] = ["speaker", TRIAL]
    else:
        names[1 - place] = TRIAL
    reason = phrase("'{name}' is the truth of each trial ({layout})", name=KEY, layout=KEYS.name)
    return arranged_fields(table, KEYS.name, names, partial("scores", reason, truth=KEY))


SCORES = Layout(phrase("scores by trial (ASVspoof)"), _is_scores, _read_scores)
KEYS = Layout(phrase("key of trials (ASVspoof)"), _is_key, _read_key)
