"""What readers call, out of the columns of a file."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evalgui.core.dataset import Dataset
from evalgui.core.readers import NoCallsError, are_calls, calls_in, candidate_of, of_each_other
from evalgui.core.snapshot import Inputs, resolve


class Column:
    """A column of texts."""

    def __init__(self, name: str, *cells: str) -> None:
        self.name, self.cells = name, cells

    def __len__(self) -> int:
        return len(self.cells)

    def text(self, row: int) -> str:
        return self.cells[row]

    def order(self) -> Any:
        return np.argsort(self.cells, kind="stable")


def dataset(*columns: Column, classes: tuple[str, ...] = ("well", "ill")) -> Dataset:
    truth = np.arange(len(columns[0])) % len(classes)
    return Dataset("a.csv", classes, truth, 1, columns=columns)


def test_that_cells_are_read_as_classes_and_blanks_as_no_call() -> None:
    data = dataset(Column("reader", "ill", " Well ", "", "NA", "ILL"))
    assert calls_in(data, "reader").tolist() == [1, 0, -1, -1, 1]
    assert calls_in(data, "reader") is calls_in(data, "reader")
    values = candidate_of(data, 1, "reader").score.values
    assert values[[0, 1, 4]].tolist() == [1.0, 0.0, 1.0]
    assert np.isnan(values[2:4]).all()


def test_that_capitals_matter_where_classes_differ_by_them_alone() -> None:
    data = dataset(Column("reader", "a", "A"), Column("other", "b", "A"), classes=("A", "a"))
    assert calls_in(data, "reader").tolist() == [1, 0]
    with pytest.raises(NoCallsError, match=r"'other' holds 'b', and the classes are 'A', 'a'"):
        calls_in(data, "other")


def test_that_what_says_no_classes_is_refused_in_words() -> None:
    many = Column("many", *(str(number) for number in range(300)))
    data = dataset(many, Column("nobody", *[""] * 300))
    for name, why in (("many", "200 different"), ("nobody", "no row has"), ("gone", "no column")):
        with pytest.raises(NoCallsError, match=why):
            calls_in(data, name)
    assert are_calls(("ill", ""), data.classes)
    assert not are_calls(("ill", "maybe"), data.classes)
    assert not are_calls(("", "NA"), data.classes)


def test_that_one_reader_stands_for_the_truth_of_another() -> None:
    first = Column("first", "ill", "well", "", "ill")
    data = dataset(first, Column("second", "ill", "ill", "ill", ""))
    both = of_each_other(data, "first", "second")
    assert both.truth.tolist() == [1, 0]
    assert both.predicted is not None
    assert both.predicted.tolist() == [1, 1]
    assert resolve(Inputs(both, score=None)).matrix is not None
