"""Several labels of a row, each with a truth and a score: a row for each of them."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import f1_score, recall_score, roc_auc_score

from evalgui import evaluate
from evalgui.core.sampling import Sampling
from tests.io.layouts.opening import area_of, cells_of, dataset, loaded, opened, rows_of

TEXT = (
    "id,true_a,true_b,true_c,prob_a,prob_b,prob_c\n"
    "x,1,1,0,0.9,0.8,0.7\ny,0,1,1,0.4,0.1,0.6\nz,0,0,1,0.2,0.3,0.5\n"
)
ASKED = {"truth": "truth", "positive": "1"}


def test_that_each_label_of_a_row_becomes_a_row() -> None:
    table = opened(TEXT)
    assert table.names == ("id", "row", "label", "truth", "score")
    assert rows_of(table) == [
        *(["x", "1", "a", "1", "0.9"], ["y", "2", "a", "0", "0.4"], ["z", "3", "a", "0", "0.2"]),
        *(["x", "1", "b", "1", "0.8"], ["y", "2", "b", "1", "0.1"], ["z", "3", "b", "0", "0.3"]),
        *(["x", "1", "c", "0", "0.7"], ["y", "2", "c", "1", "0.6"], ["z", "3", "c", "1", "0.5"]),
    ]
    assert [table.line(row) for row in range(9)] == [2, 3, 4] * 3


def test_that_it_is_asked_and_rows_are_drawn_together() -> None:
    assert "several of the labels 'a', 'b', 'c'" in str(loaded(TEXT).proposal.question)
    found = dataset(TEXT, **ASKED)
    assert found.sampling is Sampling.BY_SUBJECT
    assert found.subjects is not None
    assert found.subjects.n_subjects == 3


@pytest.mark.parametrize(
    "header",
    [
        "y_a,y_b,y_c,score_a,score_b,score_c",
        "gtA,gtB,gtC,predA,predB,predC",
        "target-a,target-b,target-c,p-a,p-b,p-c",
    ],
)
def test_that_other_words_say_the_same(header: str) -> None:
    text = TEXT.replace("true_a,true_b,true_c,prob_a,prob_b,prob_c", header)
    assert cells_of(opened(text), "label") == ["a"] * 3 + ["b"] * 3 + ["c"] * 3


@pytest.mark.parametrize(
    "text",
    [
        # One label of each row alone: classes.
        "true_a,true_b,true_c,p_a,p_b,p_c\n1,0,0,0.9,0.1,0\n0,1,0,0.2,0.8,0\n0,0,1,0,0,1\n",
        # Two truths; a truth without a score; a score that is none; three values.
        "true_a,true_b,prob_a,prob_b\n1,1,0.9,0.8\n0,0,0.1,0.2\n",
        "true_a,true_b,true_c,prob_a,prob_b\n1,1,0,0.9,0.8\n0,0,1,0.1,0.2\n",
        "true_a,true_b,true_c,p_a,p_b,p_c\n1,1,0,high,low,low\n0,0,0,low,low,low\n",
        "true_a,true_b,true_c,p_a,p_b,p_c\n1,2,0,0.9,0.8,0.1\n0,0,0,0.1,0.2,0.3\n",
    ],
)
def test_that_other_tables_stay_as_they_are(text: str) -> None:
    assert list(opened(text).names) == text.partition("\n")[0].split(",")


def test_that_a_missing_truth_of_one_label_sets_that_row_aside_alone() -> None:
    found = dataset(TEXT.replace("y,0,1", "y,,1"), **ASKED)
    assert found.n == 8
    assert sum(one.count for one in found.exclusions) == 1


def test_that_labels_are_groups_with_both_averages(tmp_path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text(TEXT.replace("z,0,0,1,0.2", "z,0,1,1,0.6"))
    found = evaluate(
        path,
        truth="truth",
        positive="1",
        score="score",
        threshold=0.5,
        group="label",
        sampling="cohort",
    )
    averages = found.to_dict()["groups"]["averages"]
    # Of a 1 of 1 is found and 1 of 2 is spared; of b 1 of 3, and there is nobody to spare; of c
    # both are found.
    assert averages["macro"]["TPR"] == pytest.approx((1 + 1 / 3 + 1) / 3)
    assert averages["micro"]["TPR"] == pytest.approx(4 / 6)
    assert averages["macro"]["TNR"] is None
    assert "in a group" in averages["macro"]["no_TNR"]


def test_that_micro_and_macro_are_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(4)
    truth = (rng.random((200, 3)) < (0.5, 0.2, 0.4)).astype(int)
    score = np.round(0.3 * rng.random((200, 3)) + 0.4 * truth + 0.2 * rng.random((200, 3)), 3)
    lines = [
        ",".join(f"{cell}" for cell in (*one, *two)) for one, two in zip(truth, score, strict=True)
    ]
    found = dataset("\n".join(["true_a,true_b,true_c,p_a,p_b,p_c", *lines]), **ASKED)
    assert area_of(found) == pytest.approx(roc_auc_score(truth, score, average="micro"))
    called = (score >= 0.5).astype(int)
    ours = found.scores[0].values >= 0.5
    positive = found.is_positive()
    assert recall_score(positive, ours) == recall_score(truth, called, average="micro")
    assert f1_score(positive, ours) == f1_score(truth, called, average="micro")
