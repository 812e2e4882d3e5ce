"""What is typed becomes the text that a file would hold, and is read as one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.io.loading import load_source
from evalgui.io.meaning.labels import label_key
from evalgui.io.typed_data import OPTIONS, cells_of, matrix_of, of_counts, of_matrix, of_rows

TEN = [("1", "0,91"), ("1", "0,83"), ("1", "0,72"), ("0", "0,70"), ("1", "0,66")]
TEN += [("0", "0,51"), ("0", "0,42"), ("1", "0,40"), ("0", "0,2"), ("0", "0,13")]


def dataset_of(typed):
    return load_source(typed.pasted.source(), roles=typed.roles, options=OPTIONS).dataset


@pytest.mark.parametrize(
    ("positive", "negative"),
    [("positive", "negative"), ("0", "1"), ("#a", "b,c"), ('say "x"', "> y"), ("no", "yes")],
)
def test_that_four_counts_are_a_matrix_of_the_classes_as_they_are_called(positive, negative):
    dataset = dataset_of(of_counts(["45", "5", "1 007", "0"], positive, negative))
    assert dataset.classes == (positive, negative)
    assert dataset.positive_class == positive
    assert dataset.matrix.counts.tolist() == [[45, 5], [1007, 0]]


def test_that_the_side_that_was_chosen_is_the_actual_one():
    cells = [["5", "2", "0"], ["1", "7", "3"], ["0", "4", "9"]]
    for rows_are, counts in (
        ("actual", np.array(cells, int)),
        ("predicted", np.array(cells, int).T),
    ):
        dataset = dataset_of(of_matrix(["a", "b", "c"], cells, rows_are))
        assert dataset.classes == ("a", "b", "c")
        assert dataset.matrix.counts.tolist() == counts.tolist()


NAMES = st.text("abcxyz#,;'>\"0189 ", min_size=1, max_size=6).map(str.strip).filter(bool)


@given(st.data())
def test_that_any_matrix_comes_out_as_it_was_typed(data):
    # Names that begin with a number or a mark are as good as any.
    names = data.draw(st.lists(NAMES, min_size=2, max_size=5, unique_by=label_key))
    counts = st.integers(0, 10**9)
    cells = [[data.draw(counts) for _ in names] for _ in names]
    cells[0][0] += 1
    dataset = dataset_of(
        of_matrix(
            names,
            [[str(n) for n in row] for row in cells],
            positive=None if len(names) > 2 else names[1],
        )
    )
    assert [label_key(name) for name in dataset.classes] == [label_key(name) for name in names]
    assert dataset.matrix.counts.tolist() == cells


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (["5", "", "1", "2"], "a count is missing"),
        (["5", "0.5", "1", "2"], "'0.5' is no count"),
        (["5", "-1", "1", "2"], "'-1' is no count"),
        (["5", "1,5", "1", "2"], "'1,5' is no count"),
        (["5", "\N{ARABIC-INDIC DIGIT FIVE}", "1", "2"], "is no count"),
        (["5", "9" * 5000, "1", "2"], "is no count"),
        (["0", "0", "0", "0"], "every count is 0"),
    ],
)
def test_that_what_is_no_count_is_refused_with_its_place(cells, words):
    with pytest.raises(DataError, match=words) as found:
        of_counts(cells, "sick", "well")
    if words != "every count is 0":
        assert found.value.where == "actual 'sick', predicted 'well'"
    assert found.value.hint


@pytest.mark.parametrize(
    ("names", "words"), [(("a", " "), "no name"), (("1", "1.0"), "two classes")]
)
def test_that_each_class_needs_a_name_of_its_own(names, words):
    with pytest.raises(DataError, match=words):
        of_counts(["1", "2", "3", "4"], *names)


def test_that_rows_are_read_with_a_decimal_comma():
    dataset = dataset_of(of_rows([*TEN, ("", " "), ("", "")], "score"))
    assert dataset.n == 10
    assert dataset.positive_class == "1"
    wanted = [float(score.replace(",", ".")) for _, score in TEN]
    assert dataset.scores[0].values.tolist() == wanted
    assert [dataset.classes[at] for at in dataset.truth] == [truth for truth, _ in TEN]


def test_that_predictions_are_calls():
    dataset = dataset_of(
        of_rows([("sick", "sick"), ("well", "sick"), ("well", "well")], "predicted")
    )
    assert (dataset.n, dataset.scores, dataset.positive_class) == (3, (), "sick")


def test_that_the_row_without_a_score_is_kept_as_in_a_file():
    dataset = dataset_of(of_rows([*TEN, ("1", "")], "score"))
    assert dataset.n == 11
    assert np.isnan(dataset.scores[0].values[-1])


def test_that_nothing_is_no_data():
    with pytest.raises(DataError, match="nothing has been typed"):
        of_rows([("", " ")], "score")


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("1\t0,9\r\n0\t0,2\r\n", [["1", "0,9"], ["0", "0,2"]]),
        ("a b\t0.9", [["a b", "0.9"]]),
        ("1;0,9\n0;0,2", [["1", "0,9"], ["0", "0,2"]]),
        ("1,0.9\n0,0.2", [["1", "0.9"], ["0", "0.2"]]),
        ("1 0.9\n0 0.2", [["1", "0.9"], ["0", "0.2"]]),
        ("1, 0.9\n0, 0.2", [["1", "0.9"], ["0", "0.2"]]),
        ("0,9\n0,2", [["0,9"], ["0,2"]]),
        ("", []),
        ('"a\tb', [["a\tb"]]),
    ],
)
def test_that_copied_text_is_parted_as_it_was(text, cells):
    assert cells_of(text) == cells


@given(st.text(max_size=60))
def test_that_no_text_is_too_strange_to_paste(text):
    for row in cells_of(text):
        assert all(isinstance(cell, str) for cell in row)
    matrix_of(cells_of(text))


def test_that_a_block_that_is_no_matrix_is_not_taken_for_one():
    assert matrix_of([["1", "2"]]) is None
    assert matrix_of([["1", "2", "3"], ["1", "2", "3"]]) is None
    assert matrix_of([]) is None
