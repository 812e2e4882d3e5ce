"""Labels in one file and scores in another, row by row."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.errors import DataError
from evalgui.io.combinations import find
from evalgui.io.loading import assess
from evalgui.io.loading_together import load_together
from tests.io.combinations.made import area, cells, combined, table

NAME = "columns in files of their own"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_that_arrays_of_truth_and_score_are_one_table(tmp_path, order) -> None:
    scores = np.array([0.9, 0.4, 0.7, 0.1, 0.5], np.float32)
    np.save(tmp_path / "y_true.npy", np.array([1, 1, 1, 0, 0]))
    np.save(tmp_path / "y_score.npy", scores)
    paths = [tmp_path / "y_true.npy", tmp_path / "y_score.npy"]
    found = load_together([paths[place] for place in order])
    assert found.combination == NAME
    assert "the 5 rows of" in found.why
    assert found.why.endswith("belong together in their order")
    dataset = found.results[0].dataset
    assert dataset is not None
    assert area(dataset) == 5 / 6
    assert (dataset.scores[0].name, dataset.positive_class) == ("y_score", "1")
    assert dataset.scores[0].values.tobytes() == scores.tobytes()


def test_that_labels_in_words_need_no_telling_name() -> None:
    labels = table("a.txt", {"column 1": ["pos", "neg", "pos"]}, is_named=False)
    scores = table("b.txt", {"column 1": ["0.5", "0.25", "0.75"]}, is_named=False)
    dataset = combined(scores, labels)
    assert cells(dataset, "a") == ["pos", "neg", "pos"]
    assert dataset.scores[0].values.tolist() == [0.5, 0.25, 0.75]


def test_that_scores_of_several_systems_are_kept_under_the_names_of_their_files() -> None:
    tables = [
        table("truth.txt", {"column 1": ["1", "0", "1"]}, is_named=False),
        table("svm.txt", {"column 1": ["0.5", "0.25", "0.75"]}, is_named=False),
        table("mlp.txt", {"column 1": ["0.5", "0.75", "0.25"]}, is_named=False),
    ]
    found = find(tables)
    assert found.combined is not None
    assert found.combined.table.names == ("truth", "svm", "mlp")
    assert found.combined.table.place(1) == (
        "row 2 (line 2 of truth.txt, line 2 of svm.txt, line 2 of mlp.txt)"
    )


def test_that_a_probability_for_each_of_many_classes_is_asked_about() -> None:
    labels = table("y_true", {"column 1": ["0", "1", "2", "0"]}, is_named=False)
    columns = {"column 1": [0.5, 0.25, 0.125, 0.75], "column 2": [0.25, 0.5, 0.125, 0.125]}
    columns |= {"column 3": [0.25, 0.25, 0.75, 0.125]}
    found = find([labels, table("y_prob", columns, is_named=False)])
    assert (found.name, found.combined is not None) == (NAME, True)
    assert found.combined is not None
    assert found.combined.table.names == ("y_true", "y_prob 1", "y_prob 2", "y_prob 3")
    asked = assess(found.combined.table)
    assert asked.dataset is None
    assert asked.proposal.question.startswith(
        "Do 'y_prob 1', 'y_prob 2' and 'y_prob 3' belong to '0', '1' and '2', in this order?"
    )
    answered = assess(found.combined.table, asked.proposal.roles).dataset
    assert answered is not None
    assert answered.class_scores is not None
    assert answered.class_scores[0].tolist() == [0.5, 0.25, 0.25]


def test_that_columns_which_are_not_one_for_each_class_are_refused() -> None:
    labels = table("y_true", {"column 1": ["0", "1", "2", "0"]}, is_named=False)
    columns = {"column 1": [0.5, 0.25, 0.125, 0.75], "column 2": [0.25, 0.5, 0.125, 0.125]}
    with pytest.raises(DataError, match="there are 3 classes and 2 columns of scores"):
        find([labels, table("y_prob", columns, is_named=False)])


@pytest.mark.parametrize(
    "others",
    [
        {"column 1": ["0.5", "0.25"]},  # fewer rows
        {"column 1": ["a", "b", "c"]},  # no numbers
    ],
)
def test_that_other_files_are_no_such_columns(others) -> None:
    labels = table("y_true.txt", {"column 1": ["1", "0", "1"]}, is_named=False)
    assert find([labels, table("b.txt", others, is_named=False)]).name != NAME


def test_that_two_files_of_scores_are_one_for_each_class() -> None:
    tables = [table(name, {"column 1": ["0.5", "0.25"]}, is_named=False) for name in ("a", "b")]
    assert find(tables).name == "one file for each class"
