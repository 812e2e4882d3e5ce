"""What rows are like by class, beside pandas, which counts and sorts them another way."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import pytest

from evalgui.core.baseline import MOST_COLUMNS, MOST_LEVELS, Described, Levels, Numbers, baseline
from evalgui.core.dataset import Dataset

N = 400
RANDOM = np.random.default_rng(7)
TRUTH = RANDOM.integers(0, 3, N)
VALUES = np.round(RANDOM.normal(size=N), 1)  # with ties
VALUES[RANDOM.random(N) < 0.2] = np.nan
CODES = RANDOM.integers(-1, 5, N)


@dataclass(frozen=True)
class Known:
    """A column that says what its cells are."""

    name: str
    cells: Described | str

    def __len__(self) -> int:
        cells = None if isinstance(self.cells, str) else self.cells
        known = None if cells is None else cells.values if cells.codes is None else cells.codes
        return N if known is None else len(known)

    def text(self, _row: int) -> str:
        return ""

    def order(self) -> np.ndarray:
        return np.arange(len(self))

    def described(self) -> Described | str:
        return self.cells


def numbers(values, name="x", **more):
    return Known(name, Described(values=np.asarray(values, dtype=float), **more))


def levels(codes, texts="abcde", name="level"):
    return Known(name, Described(codes=np.asarray(codes), texts=tuple(texts)))


def dataset(*columns, truth=TRUTH, classes=("p", "q", "r"), **more):
    return Dataset("d", classes, np.asarray(truth), 0, columns=columns, **more)


def of_numbers(data) -> Numbers:
    (found,) = baseline(data).columns
    assert isinstance(found, Numbers)
    return found


def of_levels(data) -> Levels:
    (found,) = baseline(data).columns
    assert isinstance(found, Levels)
    return found


def test_that_quartiles_of_each_class_are_those_of_pandas():
    found = of_numbers(dataset(numbers(VALUES, unit="mg")))
    frame = pd.DataFrame({"truth": TRUTH, "x": VALUES})
    parts = [frame[frame.truth == code].x for code in range(3)] + [frame.x]
    assert len(found.groups) == 4
    for group, own in zip(found.groups, parts, strict=True):
        assert (group.n, group.n_missing) == (own.count(), own.isna().sum())
        expected = own.quantile([0.25, 0.5, 0.75]).tolist()
        assert [group.low, group.median, group.high] == pytest.approx(expected, rel=1e-14)
    assert found.unit == "mg"


@pytest.mark.parametrize("n", range(1, 12))
def test_that_quartiles_of_few_rows_are_exact(n):
    values = RANDOM.permutation(np.arange(n, dtype=float))
    found = of_numbers(dataset(numbers(values), truth=np.zeros(n, int), classes=("p", "q")))
    here, nobody, every = found.groups
    assert (here.low, here.median, here.high) == tuple(np.quantile(values, [0.25, 0.5, 0.75]))
    assert every == here
    assert (nobody.n, nobody.n_missing) == (0, 0)
    assert math.isnan(nobody.median)


def test_that_infinite_numbers_have_places_but_no_middle_between_both():
    values = [-math.inf, -math.inf, 1.0, math.inf, math.inf]
    found = of_numbers(dataset(numbers(values), truth=[0] * 5, classes=("p",)))
    assert found.groups[0][2:] == (-math.inf, 1.0, math.inf)
    two = of_numbers(dataset(numbers(values[1:4:2]), truth=[0, 0], classes=("p",)))
    assert math.isnan(two.groups[0].median)


def test_that_levels_are_those_of_pandas_in_their_order():
    found = of_levels(dataset(levels(CODES)))
    frame = pd.DataFrame({"truth": TRUTH, "x": pd.Series(CODES).map(dict(enumerate("abcde")))})
    parts = [frame[frame.truth == code].x for code in range(3)] + [frame.x]
    assert found.texts == tuple("abcde")
    assert found.n_others == 0
    for group, own in zip(found.groups, parts, strict=True):
        expected = own.value_counts().reindex(list("abcde"), fill_value=0)
        assert group.counts == tuple(expected)
        assert (group.n, group.n_missing) == (own.count(), own.isna().sum())


def test_that_of_many_levels_the_most_frequent_stand_first_and_the_others_as_one():
    codes = np.repeat(np.arange(12), np.arange(1, 13))
    texts = tuple(f"level {place}" for place in range(12))
    truth = np.zeros(len(codes), int)
    found = of_levels(dataset(levels(codes, texts), truth=truth, classes=("p", "q")))
    assert found.texts == texts[: 11 - MOST_LEVELS : -1]
    assert found.n_others == 12 - MOST_LEVELS
    here, nobody, _every = found.groups
    assert here.counts == (12, 11, 10, 9, 8, 7, 6, 5, 1 + 2 + 3 + 4)
    assert set(nobody.counts) == {0}
    one_more = np.repeat(np.arange(MOST_LEVELS + 1), 3)
    whole = dataset(levels(one_more, texts), truth=0 * one_more, classes=("p",))
    assert of_levels(whole).n_others == 0, "one level is not called by the name of several"


def test_that_few_levels_that_are_numbers_stand_in_the_order_of_these():
    data = dataset(levels([2, 2, 2, 0, 1], ("10", "2", "none")), truth=[0] * 5, classes=("p",))
    assert of_levels(data).texts == ("2", "10", "none")


def test_that_rows_that_stand_for_several_count_as_often():
    counts = RANDOM.integers(0, 4, (N, 2))
    known = numbers(VALUES), levels(CODES)
    parts = [np.repeat(np.arange(N), own) for own in counts.T]
    truth = np.repeat([0, 1], [len(part) for part in parts])
    rows = np.concatenate(parts)
    again = numbers(VALUES[rows]), levels(CODES[rows])
    counted = baseline(
        dataset(*known, truth=np.zeros(0, int), classes=("p", "q"), row_counts=counts)
    )
    expanded = baseline(dataset(*again, truth=truth, classes=("p", "q")))
    assert counted.sizes == expanded.sizes
    for one, other in zip(counted.columns, expanded.columns, strict=True):
        for group, same in zip(one.groups, other.groups, strict=True):
            assert np.array_equal(np.hstack(group), np.hstack(same), equal_nan=True)


def test_that_weights_with_fractions_are_summed_and_quartiles_lie_where_they_reach():
    values, parts = [1.0, 2.0, 3.0, 4.0, math.nan], np.array([[1], [5], [2], [2], [7]])
    data = dataset(
        numbers(values), truth=np.zeros(0, int), classes=("p",), row_counts=parts, unit=4.0
    )
    found = of_numbers(data)
    assert found.groups[0] == (2.5, 1.75, 2.0, 2.0, 3.0)
    assert baseline(data).sizes == (4.25, 4.25)


def test_that_the_counts_of_rows_are_no_characteristic_of_them():
    counts = RANDOM.integers(1, 4, (N, 2))
    columns = numbers(counts[:, 1], "n_q"), numbers(counts.sum(axis=1), "n"), numbers(VALUES, "x")
    found = baseline(
        dataset(*columns, truth=np.zeros(0, int), classes=("p", "q"), row_counts=counts)
    )
    assert [one.name for one in found.columns] == ["x"]
    assert [name for name, _why in found.left_out] == ["n_q", "n"]


def test_that_truth_calls_and_what_is_neither_number_nor_level_are_left_out():
    columns = levels(TRUTH, "pqr", "truth"), levels(CODES, name="call"), Known("id", "an id")
    data = dataset(*columns, numbers(VALUES), truth_by="truth", called_by="call")
    found = baseline(data)
    assert [one.name for one in found.columns] == ["x"]
    assert found.left_out == (("id", "an id"),)


def test_that_of_many_classes_one_is_told_against_the_rest():
    truth = RANDOM.integers(0, 12, N)
    data = dataset(numbers(VALUES), truth=truth, classes=tuple("abcdefghijkl"))
    every = baseline(data)
    assert every.sizes == (N,)
    found = baseline(data, 3)
    own = truth == 3
    assert found.sizes == (own.sum(), N - own.sum(), N)
    two = replace(data, truth=np.where(own, 0, 1), classes=("d", "not d"))
    assert found.columns == baseline(two).columns


def test_that_nothing_but_missing_cells_has_no_number():
    found = of_numbers(dataset(numbers(np.full(N, np.nan))))
    assert [group.n for group in found.groups] == [0] * 4
    assert sum(group.n_missing for group in found.groups[:3]) == N
    assert all(math.isnan(group.median) for group in found.groups)


def test_that_of_very_many_columns_the_first_are_told_and_the_others_counted():
    columns = tuple(numbers(VALUES, f"gene {place}") for place in range(MOST_COLUMNS + 3))
    found = baseline(dataset(*columns))
    assert (len(found.columns), found.n_more) == (MOST_COLUMNS, 3)
