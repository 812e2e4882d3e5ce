"""The topic of the thresholds: what each does, as the core computes it, when it is asked for."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evalgui.core.criterion_table import criterion_table
from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.thresholds import on_axis
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.io.writers.tables.blocks import rows_of
from evalgui.results.result import COUNT, EXACT_THRESHOLD, PLAIN, SHARE, THRESHOLD
from evalgui.results.topics import criterion as topic
from evalgui.results.topics.criterion import criterion

STYLE = Style(MACHINE_LEARNING)


def snapshot_of(values=(0.9, 0.8, 0.7, 0.7, 0.2), *, higher=True, base=0):
    score = Score("marker", np.array(values), higher_is_positive=higher, base=base)
    truth = np.array([1, 1, 0, 1, 0], dtype=np.int8)
    return resolve(Inputs(Dataset("some.csv", ("b", "a"), truth, 1, (score,))))


def test_that_each_threshold_is_what_the_core_computes():
    snapshot = snapshot_of()
    (table,) = criterion(snapshot).long_tables
    steps = snapshot.ranking.table.steps
    places, *values = table.values()
    known = criterion_table(steps, 0.95)
    assert [column.id for column in table.columns] == ["threshold", *known]
    for column, wanted in zip(values, known.values(), strict=True):
        np.testing.assert_array_equal(column, wanted)
    assert places.tolist() == [math.inf, 0.9, 0.8, 0.7, 0.2]
    counts = [column.tolist() for column in values[:4]]
    assert counts == [[0, 1, 2, 3, 3], [0, 0, 0, 1, 2], [3, 2, 1, 0, 0], [2, 2, 2, 1, 0]]


def test_that_nothing_is_computed_before_it_is_asked_for(monkeypatch):
    asked = []
    monkeypatch.setattr(topic, "criterion_table", lambda *_given, **_how: asked.append(1) or {})
    (table,) = criterion(snapshot_of()).long_tables
    assert asked == []
    with pytest.raises(KeyError):
        table.values()
    assert asked == [1]


def test_that_titles_are_those_of_a_field():
    (table,) = criterion(snapshot_of()).long_tables
    style = Style(words_in(Vocabulary.CLINICAL))
    titles = {column.id: column.title.told(style) for column in table.columns}
    assert titles["TPR_low"] == "Sensitivity (lower limit)"
    assert titles["LRP_high"] == "Positive likelihood ratio (upper limit)"
    assert table.title.told(style) == "What each threshold on marker does"
    kinds = {one.id: table.kind(one) for one in table.columns}
    assert kinds["TPR_low"] == SHARE
    assert kinds["LRP"] == PLAIN
    assert (kinds["threshold"], kinds["tp"]) == (THRESHOLD, COUNT)


def test_that_thresholds_beyond_doubles_are_written_in_full():
    base = 2**60
    (table,) = criterion(snapshot_of((4, 3, 2, 2, 1), base=base)).long_tables
    assert table.kind(table.columns[0]) == EXACT_THRESHOLD
    assert table.n_rows == 5
    first = [row[0] for row in rows_of(table)]
    assert first == ["inf", *(str(base + away) for away in (4, 3, 2, 1))]


@pytest.mark.parametrize(("higher", "beyond"), [(True, math.inf), (False, -math.inf)])
def test_that_the_first_lies_where_an_axis_ends(higher, beyond):
    score = Score("s", np.array([1.0]), higher_is_positive=higher)
    assert on_axis(np.array([math.nan, 3.0]), score).tolist() == [beyond, 3.0]
    assert on_axis(np.array([]), score).tolist() == []


def test_that_nothing_is_said_without_scores():
    assert criterion(EMPTY) is None


def test_that_sums_of_weights_are_no_shares():
    score, parts = Score("s", np.array([0.9, 0.5, 0.1])), np.array([[0, 2], [5, 0], [0, 8]])
    data = Dataset(
        "w.csv", ("b", "a"), np.zeros(0, np.int8), 1, (score,), row_counts=parts, unit=4.0
    )
    (table,) = criterion(resolve(Inputs(data))).long_tables
    kinds = {one.id: table.kind(one) for one in table.columns}
    assert {kinds[name] for name in ("tp", "fp", "fn", "tn")} == {PLAIN}
