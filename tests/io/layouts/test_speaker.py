"""Scores and keys of speaker recognition: complete files, and halves of a pair."""

from __future__ import annotations

import pytest

from evalgui.io.building.refusals import lacking
from tests.io.layouts.opening import area_of, classes_of, codes_of, dataset, loaded, opened, rows_of

SCORES = "m1 u1 1.5\nm1 u2 -0.5\nm2 u1 0.25\n"
TRIALS = "m1 u1 target\nm1 u2 nontarget\nm2 u1 nontarget\n"
VOXCELEB = "1 a/1.wav a/2.wav\n0 a/1.wav b/1.wav\n"
SASV = "s1 u1 3.0 target\ns1 u2 1.0 nontarget\ns1 u3 2.0 spoof\ns2 u4 1.5 target\n"


@pytest.mark.parametrize(
    ("text", "names", "lacks", "truth", "scores"),
    [
        (SCORES, ("enroll", "test", "score"), "key", None, ("score",)),
        (SCORES.replace(" ", "\t"), ("enroll", "test", "score"), "key", None, ("score",)),
        ("1001 u1 3\n1001 u2 5\n1002 u1 4\n", ("enroll", "test", "score"), "key", None, ("score",)),
        (TRIALS, ("enroll", "test", "key"), "scores", "key", ()),
        (TRIALS.replace("nontarget", "imp"), ("enroll", "test", "key"), "scores", "key", ()),
        ("1001 2001 target\n1001 2002 nontarget\n", ("enroll", "test", "key"), "scores", "key", ()),
        (VOXCELEB, ("key", "enroll", "test"), "scores", "key", ()),
    ],
)
def test_that_half_a_pair_names_its_columns_and_waits(
    text: str, names: tuple[str, ...], lacks: str, truth: str | None, scores: tuple[str, ...]
) -> None:
    found = loaded(text)
    assert found.table.names == names
    assert found.table.known is not None
    assert found.table.known.lacks == lacks
    assert found.dataset is None
    assert (found.proposal.roles.truth, found.proposal.roles.scores) == (truth, scores)
    assert (found.proposal.question,) == lacking(found.table.known.lacks)
    assert found.proposal.reasons


def test_that_nothing_is_said_of_a_missing_header() -> None:
    assert codes_of(opened(SCORES)) == codes_of(opened(TRIALS)) == set()


def test_that_scores_with_a_truth_of_the_user_open() -> None:
    text = SCORES + "m2 u2 0.75\n"
    data = dataset(text, truth="test", positive="u1")
    assert (classes_of(data), area_of(data)) == ({"u1": 2, "u2": 2}, 3 / 4)


def test_that_a_key_with_scores_of_the_user_opens() -> None:
    text = "7 1 target\n8 2 nontarget\n7 3 nontarget\n"
    data = dataset(text, scores=("test",))
    assert classes_of(data) == {"nontarget": 2, "target": 1}
    assert area_of(data) == 0.0


def test_that_a_target_first_is_no_header_of_a_long_list() -> None:
    lines = [f"m{n} u{n} nontarget" for n in range(300)]
    table = opened("\n".join(["ma ub target", *lines]) + "\n")
    assert (table.n_rows, rows_of(table)[0]) == (301, ["ma", "ub", "target"])
    assert table.names == ("enroll", "test", "key")


def test_that_a_score_before_its_key_is_complete() -> None:
    data = dataset("3.5 target\n-1 nontarget\n0.5 target\n0.5 nontarget\n")
    assert (data.positive_class, area_of(data)) == ("target", 3.5 / 4)


def test_that_four_fields_are_complete() -> None:
    found = loaded("m1 u1 0.5 target\nm1 u2 0.75 nontarget\nm2 u2 0.9 target\n")
    assert found.table.names == ("enroll", "test", "score", "key")
    assert found.table.how.format == "wespeaker scores"
    assert found.dataset is not None
    assert area_of(found.dataset) == 1 / 2


def test_that_a_spoof_counts_against_targets_unless_the_user_says_otherwise() -> None:
    found = loaded(SASV)
    assert found.table.how.format == "SASV scores"
    data = found.dataset
    assert data is not None
    assert classes_of(data) == {"nontarget": 1, "spoof": 1, "target": 2}
    # 3.0 is above both others, 1.5 above one of them.
    assert (data.positive_class, area_of(data)) == ("target", 3 / 4)
    spoofs = dataset(SASV, positive="spoof", higher_is_positive=True)
    assert (spoofs.positive_class, area_of(spoofs)) == ("spoof", 2 / 3)


def test_that_an_unknown_word_in_the_key_is_asked_about() -> None:
    text = "m1 u1 3 target\nm1 u2 1 nontarget\nm1 u3 2 unknown\nm2 u4 1.5 target\n"
    found = loaded(text)
    assert (found.table.how.format, found.dataset) == ("wespeaker scores", None)
    assert "'unknown' in 'key' (1 row) may be a class or a missing label" in found.proposal.question
    a_class = loaded(text, missing_labels=())
    assert a_class.dataset is None or classes_of(a_class.dataset)["unknown"] == 1
    left_out = dataset(text, missing_labels=("unknown",))
    assert classes_of(left_out) == {"nontarget": 1, "target": 2}
