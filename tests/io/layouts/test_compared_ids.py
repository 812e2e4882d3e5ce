"""Comparisons of two ids in a table with a header."""

from __future__ import annotations

import pytest

from tests.io.layouts.opening import area_of, cells_of, classes_of, dataset, loaded, opened

ROWS = "007,007,0.9\n007,7,0.4\n8,8,0.3\n"


@pytest.mark.parametrize(
    "header",
    [
        "subject_a,subject_b,score",
        "subject1,subject2,score",
        "Reference Subject,Probe Subject,similarity",
        "enroll_speaker,test_speaker,LLR",
        "claimed_id,real_id,x",
        "gallery_person_id,probe_person_id,score",
    ],
)
def test_that_ids_of_persons_make_the_truth(header: str) -> None:
    table = opened(f"{header}\n{ROWS}")
    assert table.names == (*header.split(","), "truth")
    assert cells_of(table, "truth") == ["genuine", "impostor", "genuine"]
    data = dataset(f"{header}\n{ROWS}")
    # 0.9 is above 0.4, 0.3 is not.
    assert (classes_of(data), area_of(data)) == ({"genuine": 2, "impostor": 1}, 1 / 2)


@pytest.mark.parametrize("header", ["id1,id2,score", "reference,probe,score", "file_a,file_b,x"])
def test_that_ids_of_something_are_asked_about(header: str) -> None:
    found = loaded(f"{header}\n{ROWS}")
    assert found.dataset is None
    assert found.proposal.roles.truth == "truth"
    assert "Do '" in found.proposal.question
    opened_by_user = dataset(f"{header}\n{ROWS}", truth="truth")
    assert classes_of(opened_by_user) == {"genuine": 2, "impostor": 1}


def test_that_a_second_pair_of_ids_is_asked_about() -> None:
    text = "subject_a,finger_a,subject_b,finger_b,score\n1,l,1,l,0.9\n1,l,1,r,0.4\n1,l,2,l,0.1\n"
    found = loaded(text)
    assert found.dataset is None
    assert "'subject_a' and 'subject_b' are equal, and only they" in found.proposal.question


def test_that_a_distance_is_lower_for_one_person() -> None:
    data = dataset("subject_a,subject_b,distance\n1a,1a,0.1\n1a,2b,0.9\n3c,3c,0.4\n")
    assert (data.scores[0].higher_is_positive, area_of(data)) == (False, 1.0)


def test_that_several_scores_are_compared() -> None:
    data = dataset("subject_a,subject_b,score_x,score_y\n1a,1a,0.1,2\n1a,2b,0.9,1\n")
    assert [score.name for score in data.scores] == ["score_x", "score_y"]


@pytest.mark.parametrize(
    "text",
    [
        # Another column is the truth, by its words or by its name.
        "subject_a,subject_b,mated,score\n1,1,yes,0.9\n1,2,no,0.1\n",
        "subject_a,subject_b,label,score\n1,1,same,0.9\n1,2,other,0.1\n",
        # Ids that are never equal, or always.
        "subject_a,subject_b,score\n1,2,0.9\n1,3,0.1\n",
        "subject_a,subject_b,score\n1,1,0.9\n2,2,0.1\n",
        # Measured numbers and classes are no ids.
        "id_1,id_2,score\n0.5,0.5,0.9\n0.5,0.2,0.1\n",
        "reference,test,score\n1,1,0.9\n1,0,0.4\n0,0,0.1\n",
        # No score.
        "subject_a,subject_b,device\n1,1,x\n1,2,y\n",
        # No two sides.
        "subject,subject_b,score\n1,1,0.9\n1,2,0.1\n",
        "a,b,score\n5,5,0.9\n5,2,0.1\n",
    ],
)
def test_that_other_tables_are_left_alone(text: str) -> None:
    assert opened(text).known is None


def test_that_what_is_said_of_either_side_is_no_truth() -> None:
    rows = ["p1,p1,f,f,0.9,3.1", "p1,p2,f,m,0.2,1.0", "p2,p2,m,m,0.8,2.5", "p2,p1,m,f,0.1,0.4"]
    head = "probe_id,reference_id,sex_probe,sex_reference,arcface,cosface"
    found = loaded("\n".join([head, *rows])).proposal
    assert found.roles.truth == "truth"
    assert found.roles.scores == ("arcface", "cosface")
    assert "of a system each" in " ".join(one.question for one in found.reasons)
