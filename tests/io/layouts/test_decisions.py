"""Decisions without scores."""

from __future__ import annotations

import pytest

from tests.io.layouts.opening import cells_of, classes_of, codes_of, dataset, loaded, opened

CHROME_OS = "EnrollUser,EnrollFinger,VerifyUser,VerifyFinger,VerifySample,Decision\n"


def test_that_user_and_finger_make_the_truth() -> None:
    rows = "1,0,1,0,5,ACCEPT\n1,0,1,1,5,REJECT\n1,0,2,0,5,ACCEPT\n2,1,2,1,6,REJECT\n"
    table = opened(CHROME_OS + rows)
    assert table.how.format == "ChromeOS decisions"
    assert cells_of(table, "truth") == ["genuine", "impostor", "impostor", "genuine"]
    assert cells_of(table, "predicted") == ["genuine", "impostor", "genuine", "impostor"]
    data = dataset(CHROME_OS + rows)
    assert (data.scores, data.positive_class) == ((), "genuine")
    assert data.predicted is not None
    assert data.predicted.tolist() == [0, 1, 0, 1]


def test_that_another_decision_is_there_for_all_to_see() -> None:
    data = dataset(CHROME_OS + "1,0,1,0,5,ACCEPT\n1,0,2,0,5,REJECT\n1,0,2,0,6,TIMEOUT\n")
    assert data.classes == ("TIMEOUT", "genuine", "impostor")
    assert "class_only_in_predictions" in codes_of(data)


def test_that_an_empty_decision_is_none() -> None:
    data = dataset(CHROME_OS + "1,0,1,0,5,ACCEPT\n1,0,2,0,5,REJECT\n1,0,2,0,6,\n")
    assert classes_of(data) == {"genuine": 1, "impostor": 2}
    assert codes_of(data) == {"row_without_call"}


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (("genuine", "impostor"), ("ACCEPT", "REJECT")),
        (("1", "0"), ("accepted", "rejected")),
        (("mated", "nonmated"), (" Accept", "reject ")),
    ],
)
def test_that_decisions_take_the_words_of_the_truth(
    labels: tuple[str, str], words: tuple[str, str]
) -> None:
    (yes, no), (accept, reject) = labels, words
    text = f"t,d,age\n{yes},{accept},30\n{yes},{reject},31\n{no},{reject},33\n{no},{accept},3\n"
    data = dataset(text)
    assert (data.positive_class, data.scores) == (yes, ())
    assert cells_of(opened(text), "predicted") == [yes, no, no, yes]


@pytest.mark.parametrize(
    "text",
    [
        # A score says more than a decision.
        "label,score,decision\npos,0.9,ACCEPT\nneg,0.1,REJECT\n",
        # No truth, and two of them.
        "id,decision\na,ACCEPT\nb,REJECT\n",
        "a,b,decision\n1,yes,ACCEPT\n0,no,REJECT\n",
    ],
)
def test_that_other_tables_with_decisions_are_left_alone(text: str) -> None:
    assert opened(text).known is None


def test_that_ids_of_images_are_asked_about() -> None:
    found = loaded("image_1,image_2,call\na,a,ACCEPT\na,b,REJECT\nb,b,ACCEPT\n")
    assert found.dataset is None
    assert "'image_1' and 'image_2'" in found.proposal.question
