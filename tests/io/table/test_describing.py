"""Which columns are numbers, which are levels, and which are neither."""

from __future__ import annotations

import datetime as dt
import math

import pyarrow as pa
import pytest

from evalgui.core.baseline import Described
from evalgui.io.table import RawColumn
from evalgui.io.table.describing import described


def column(cells, name="x", kind=None):
    return RawColumn(name, pa.chunked_array([pa.array(cells, kind)]))


def numbers(cells, **more):
    found = described(column(cells, **more))
    assert isinstance(found, Described)
    assert found.values is not None
    return found


def levels(cells, **more):
    found = described(column(cells, **more))
    assert isinstance(found, Described)
    assert found.codes is not None
    return found.texts, found.codes.tolist()


def test_that_numbers_are_numbers_and_what_is_none_is_counted():
    found = numbers(["1.5", "NA", "2", "", "3", "unknown", "7", None])
    assert found.values[[0, 2, 4, 6]].tolist() == [1.5, 2.0, 3.0, 7.0]
    assert all(math.isnan(found.values[at]) for at in (1, 3, 5, 7))
    assert found.n_unreadable == 1
    assert numbers([1, 2, 5]).values.tolist() == [1.0, 2.0, 5.0]
    assert numbers(["12 kg", "13 kg", "15 kg"]).unit == "kg"


def test_that_two_numbers_are_levels_as_codes_are():
    assert levels(["0", "1", "1", "", "0"]) == (("0", "1"), [0, 1, 1, -1, 0])
    assert levels([1, 0, None]) == (("1", "0"), [0, 1, -1])


def test_that_words_for_missing_are_missing_and_blanks_around_a_level_are_none_of_it():
    assert levels(["m", " m ", "f", "NA", "", "f", None]) == (("m", "f"), [0, 0, 1, -1, -1, 1, -1])


def test_that_nothing_at_all_has_no_level():
    assert levels(["", "NA", None]) == ((), [-1, -1, -1])


@pytest.mark.parametrize(
    ("cells", "name", "why"),
    [
        ([str(place) for place in range(7, 30)], "Pat-Nr", "numbers of the rows"),
        ([f"P{place:03}" for place in range(12)], "Pat-Nr", "nearly every row"),
        (["a", "b", "c"], "patient_id", "by its name"),
        (["2024-01-31", "2024-02-01", "NA", "2023-12-24"], "visit", "dates"),
        (["31.1.2024", "1.2.24", "24.12.2023"], "seen", "dates"),
        ([dt.date(2024, 1, 31), dt.date(2024, 2, 1)], "day", "dates"),
        ([f"a remark of patient {place}" for place in range(40)], "remark", "nearly every row"),
        ([f"text {place}" for place in range(1_200)] * 6, "remark", "different texts"),
        ([[1.0], [2.0]], "list", "several values"),
    ],
)
def test_that_ids_dates_and_free_text_are_neither(cells, name, why):
    found = described(column(cells, name))
    assert isinstance(found, str)
    assert why in found


def test_that_numbers_that_rise_with_gaps_are_numbers():
    assert numbers([str(3 * place) for place in range(30)]).n_unreadable == 0


def test_that_many_levels_with_rows_enough_stay_levels():
    texts, codes = levels([f"site {place % 40}" for place in range(400)])
    assert len(texts) == 40
    assert codes[:3] == [0, 1, 2]
