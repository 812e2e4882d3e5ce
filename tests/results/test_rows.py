"""The rows of a file with what they are called: made a part at a time, by the one rule."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np

from evalgui.core.choices import Choices
from evalgui.core.dataset import Dataset, Score
from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import words_in
from evalgui.results.topic import Beside
from evalgui.results.topics.rows import rows

STYLE = Style(words_in(Vocabulary.MACHINE_LEARNING))
TRUTH, SCORES = np.array([1, 0, 1, 0, 1]), np.array([0.9, 0.8, 0.3, 0.1, np.nan])


class Cells:
    """A column of a file that knows which of its cells somebody asked for."""

    name = "call"

    def text(self, row):
        return f"cell {row}"

    def __len__(self):
        return len(TRUTH)

    def order(self):
        return np.arange(len(TRUTH))


def snapshot_of(**known):
    scores = (Score("marker", SCORES),)
    dataset = Dataset("a.csv", ("well", "ill"), TRUTH, 1, scores, columns=(Cells(),), **known)
    return resolve(Inputs(dataset, threshold=0.5))


def columns_of(result, part=slice(0, 5)):
    (table,) = result.long_tables
    found = {}
    for column, values in zip(table.columns, table.values(), strict=True):
        told = [None if one is None else one.told(STYLE) for one in values.labels]
        cells = values[part].tolist()
        found[column.id] = [told[at] for at in cells] if told else cells
    return found


def test_that_rows_are_called_by_the_threshold_and_judged():
    found = columns_of(rows(snapshot_of()))
    assert found["row"] == [1, 2, 3, 4, 5]
    assert found["call"] == [f"cell {place}" for place in range(5)]
    assert found["call 2"] == ["ill", "ill", "well", "well", "no score"]
    assert found["outcome"] == ["TP", "FP", "FN", "TN", None]
    assert np.array_equal(found["score"], SCORES, equal_nan=True)


def test_that_what_is_between_two_thresholds_is_neither_right_nor_wrong():
    shown = replace(snapshot_of(), choices=Choices(second=0.2))
    found = columns_of(rows(shown))
    assert found["call 2"] == ["ill", "ill", "indeterminate", "well", "no score"]
    assert found["outcome"] == ["TP", "FP", None, "TN", None]


def test_that_the_rows_that_are_wanted_come_in_their_order():
    shown = snapshot_of(file_rows=np.array([2, 3, 5, 8, 9]))
    wanted = Beside(rows=np.array([3, 0]), rows_in_words="those called right", file="b.csv")
    found = rows(shown, wanted)
    assert columns_of(found, slice(0, 2))["row"] == [8, 2]
    assert columns_of(found, slice(1, 2))["outcome"] == ["TP"]
    (table,) = found.long_tables
    assert table.title.told(STYLE) == "Rows of b.csv, those called right"
    assert {len(values) for values in table.values()} == {2}


def test_that_calls_of_the_file_are_right_or_wrong_where_all_classes_are_together():
    truth, calls = np.array([0, 1, 2, 2]), np.array([0, 1, 1, -1])
    shown = resolve(Inputs(Dataset("k.csv", ("x", "y", "z"), truth, 0, predicted=calls)))
    found = columns_of(rows(shown), slice(0, 4))
    assert found["call"] == ["x", "y", "y", "no call"]
    assert found["outcome"] == ["right", "right", "wrong", None]


def test_that_of_many_rows_only_a_part_is_made():
    n = 1_000_000
    truth = np.broadcast_to(np.int8(1), n)
    dataset = Dataset("a.csv", ("well", "ill"), truth, 1, predicted=truth)
    shown = resolve(Inputs(dataset))
    tracemalloc.start()
    found = columns_of(rows(shown), slice(n - 2, n))
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found["row"] == [n - 1, n]
    assert found["call"] == ["ill", "ill"]
    assert peak < n / 8  # no array of all of them
