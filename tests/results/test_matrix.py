"""The topic of the confusion matrix, and what shows any matrix of counts."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.dataset import Dataset
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.texts import Given, Style, Text
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.io.reporting.measured_rows import matrix_of
from evalgui.render.columns import of_matrix, tsv
from evalgui.render.frames import matrix_frame
from evalgui.render.html import matrix_parts
from evalgui.render.json import counts
from evalgui.render.text import tabbed
from evalgui.results.matrix import Matrix, Side
from evalgui.results.result import NOTHING
from evalgui.results.topics.matrix import confusion

STYLE = Style(MACHINE_LEARNING)
COUNTS = np.array([[5, 2, 0], [1, 7, 3]])
MADE = Matrix(
    "made",
    Side("truth", Text("the {positive}"), (Given("a<b>"), Given("b")), COUNTS.sum(axis=1)),
    Side("call", Text("call"), tuple(map(Given, "xyz")), COUNTS.sum(axis=0)),
    COUNTS,
    18,
)


def snapshot_of(positive):
    truth = np.array([0, 1, 2, 0, 1], dtype=np.int8)
    called = np.array([0, 1, 1, 0, 0], dtype=np.int8)
    data = Dataset("k.csv", ("a", "b", "c"), truth, 0, predicted=called)
    return resolve(Inputs(data, positive=positive))


def test_that_nothing_is_said_of_nothing():
    assert confusion(EMPTY) is None


def test_that_rows_are_true_classes():
    (matrix,) = confusion(snapshot_of(None)).matrices
    assert counts(matrix) == [[2, 0, 0], [1, 1, 0], [0, 1, 0]]
    assert matrix.rows.sums.tolist() == [2, 2, 1]
    assert matrix.columns.sums.tolist() == [3, 2, 0]
    assert matrix.total == 5
    assert matrix.key(1, 0) == "matrix.1.0"
    assert matrix.rows.words == ()


def test_that_one_class_against_the_rest_has_outcomes():
    result = confusion(snapshot_of(1))
    (matrix,) = result.matrices
    assert result.title.told(STYLE) == "Confusion matrix of k.csv"
    assert counts(matrix) == [[1, 1], [1, 2]]
    places = [[matrix.key(row, column) for column in range(2)] for row in range(2)]
    assert places == [["counts.tp", "counts.fn"], ["counts.fp", "counts.tn"]]
    clinical = Style(words_in(Vocabulary.CLINICAL))
    assert [word.told(clinical) for word in matrix.rows.words] == ["diseased", "healthy"]
    assert [word.told(clinical) for word in matrix.columns.words] == [
        "positive tests", "negative tests"
    ]  # fmt: skip


@pytest.mark.parametrize("is_turned", [False, True])
def test_that_an_order_moves_counts_names_and_sums_alike(is_turned):
    (matrix,) = confusion(snapshot_of(None)).matrices
    places = np.array([2, 0, 1])
    shown = matrix.arranged(places, is_turned=is_turned)
    assert [name.name for name in shown.rows.names] == ["c", "a", "b"]
    assert shown.counts.sum(axis=1).tolist() == shown.rows.sums.tolist()
    assert shown.counts.sum(axis=0).tolist() == shown.columns.sums.tolist()
    at = shown.counts.T if is_turned else shown.counts
    assert at.tolist() == [[0, 0, 1], [0, 2, 0], [0, 1, 1]]
    assert shown.rows.id == ("predicted" if is_turned else "actual")


def test_that_every_way_shows_every_count():
    columns = of_matrix(MADE, "matrix", NOTHING, STYLE, "total")
    assert tsv(columns, STYLE) == (
        "the positive \\ call\tx\ty\tz\ttotal\n"
        "a<b>\t5\t2\t0\t7\n"
        "b\t1\t7\t3\t11\n"
        "total\t6\t9\t3\t18\n"
    )
    assert list(tabbed(MADE, STYLE)) == [
        "the positive \\ call\tx\ty\tz", "a<b>\t5\t2\t0", "b\t1\t7\t3"
    ]  # fmt: skip
    frame = matrix_frame(MADE, STYLE)
    assert frame.loc["a<b>"].tolist() == [5, 2, 0]
    assert (frame.index.name, frame.columns.name) == ("truth", "call")
    page = "".join(matrix_parts(MADE, STYLE))
    assert "truth \\ call" in page
    assert ">a&lt;b&gt;</th><td>5</td><td>2</td><td>0</td></tr>" in page
    table = matrix_of(MADE, "caption", MACHINE_LEARNING)
    assert table.head == ("The positive", "x", "y", "z", "All")
    (group,) = table.groups
    assert [[cell.value for cell in row[1:]] for row in group.rows] == [
        [5, 2, 0, 7], [1, 7, 3, 11], [6, 9, 3, 18]
    ]  # fmt: skip
    assert [cell.of for cell in group.rows[1][1:4]] == ["made.1.0", "made.1.1", "made.1.2"]
