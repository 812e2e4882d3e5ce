"""The topic of errors: the rows that are called wrongly, by their numbers in the file."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.render.text import fact_lines
from evalgui.results.topics.errors import errors

STYLE = Style(words_in(Vocabulary.CLINICAL))
VALUES = (0.1, 0.4, 0.4, 0.6, 0.9, np.nan)
TRUTH = (1, 1, 1, 0, 0, 1)


def told(values=VALUES, truth=TRUTH, *, higher=True, base=0, **known):
    score = Score("marker", np.array(values), higher_is_positive=higher, base=base)
    dataset = Dataset("a.csv", ("well", "ill"), np.array(truth, np.int8), 1, (score,), **known)
    return errors(resolve(Inputs(dataset, threshold=0.5)))


def cells(result):
    (table,) = result.tables
    return {
        row.id: tuple(table.cell(row, one).value for one in table.columns) for row in table.rows
    }


@pytest.mark.parametrize("sign", [1, -1])
def test_that_errors_furthest_from_the_threshold_come_first(sign):
    values = np.array(VALUES) if sign > 0 else 1 - np.array(VALUES)
    found = cells(told(values, higher=sign > 0))
    assert {name: row for name, (row, _score) in found.items()} == {
        "false_negative_1": 1,
        "false_negative_2": 2,  # of equal scores the first
        "false_negative_3": 3,
        "false_positive_1": 5,
        "false_positive_2": 4,
    }
    assert found["false_positive_1"][1] == values[4]


def test_that_at_most_ten_of_a_kind_are_named_and_all_are_counted():
    result = told((*np.linspace(0.0, 0.4, 12), 0.9), (1,) * 12 + (0,))
    assert [name for name in cells(result) if "negative" in name][-1] == "false_negative_10"
    assert list(fact_lines(result, STYLE)) == ["Errors: 12 false negatives, 1 false positive"]


def test_that_rows_have_their_numbers_in_the_file_and_what_they_stand_for():
    counts = np.array([[0, 2], [0, 3], [0, 1], [4, 0], [5, 0], [0, 1]])
    result = told(truth=(), file_rows=np.array([2, 3, 5, 7, 11, 13]), row_counts=counts)
    assert cells(result)["false_negative_2"] == (3, 0.4, 3)
    assert cells(result)["false_positive_1"] == (11, 0.9, 5)


def test_that_scores_are_in_the_units_of_the_file():
    base = 2**60
    values, truth = (-3.0, -1.0, 2.0), (1, 1, 0)
    assert cells(told(values, truth, base=base))["false_positive_1"] == (3, base + 2)


def test_that_there_are_no_errors_of_nothing():
    assert list(fact_lines(told((0.9, 0.1), (1, 0)), STYLE)) == [
        "Errors: 0 false negatives, 0 false positives"
    ]
    assert cells(told((0.9, 0.1), (1, 0))) == {}


def test_that_scores_that_are_missing_and_the_worst_lie_in_no_bins():
    """Their other edge is the other infinity, which they have for the other class."""
    own = np.array([0.9, -np.inf, 0.2, 0.8])
    other = Score("s", np.where(np.isfinite(own), own, np.inf), higher_is_positive=False)
    score = Score("s", own, other_edge=other)
    assert not score.is_binned
    truth = np.array([1, 1, 0, 0], np.int8)
    dataset = Dataset("a.csv", ("well", "ill"), truth, 1, (score,))
    (table,) = errors(resolve(Inputs(dataset, threshold=0.5))).tables
    assert "score" in {column.id for column in table.columns}
