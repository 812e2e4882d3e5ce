"""Who of two is right about each row: McNemar's table, row by row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalgui.core.comparing import DISCORDANT, Candidate, Right, RowByRow, compare_paired
from evalgui.core.dataset import Score
from tests.core.comparing.test_pair import candidate, drawn


def test_that_the_cells_hold_the_rows_that_the_test_counts() -> None:
    first, second, truth = drawn()
    one = candidate("a", first, truth, 0.5)
    other = candidate("b", second, truth, -0.3, higher=False)
    pair = compare_paired(one, other, 0.95)
    assert pair.rows is not None
    assert pair.calls is not None
    right = [(first >= 0.5) == truth, (second <= -0.3) == truth]
    by_cell = {
        Right.BOTH: right[0] & right[1],
        Right.FIRST: right[0] & ~right[1],
        Right.SECOND: ~right[0] & right[1],
        Right.NEITHER: ~right[0] & ~right[1],
    }
    for cell, expected in by_cell.items():
        assert pair.rows.places(cell).tolist() == np.flatnonzero(expected).tolist()
        for of in (True, False):
            of_class = np.flatnonzero(expected & (truth == of))
            assert pair.rows.places(cell, of=of).tolist() == of_class.tolist()
            assert pair.rows.counts()[cell, int(of)] == len(of_class)
    both, *alone, neither = (len(pair.rows.places(cell)) for cell in Right)
    counted = pair.calls.right
    assert (both, *alone, neither) == (
        counted.both,
        counted.first_only,
        counted.second_only,
        counted.neither,
    )
    apart = pair.rows.places(*DISCORDANT)
    calls = pair.rows.calls(apart)
    assert calls[0].tolist() == (first >= 0.5)[apart].tolist()
    assert calls[1].tolist() == (second <= -0.3)[apart].tolist()


def test_that_rows_without_both_scores_or_of_both_classes_are_in_no_cell() -> None:
    values = np.array([0.9, np.nan, 0.9, 0.1, 0.9])
    others = np.array([0.1, 0.9, np.nan, 0.1, 0.1])
    positives, negatives = np.array([1, 1, 1, 0, 3]), np.array([0, 0, 0, 2, 1])
    first, second = (
        Candidate(name, Score(name, one), 0.5, positives, negatives)
        for name, one in (("a", values), ("b", others))
    )
    rows = RowByRow.of(first, second)
    assert rows.right.tolist() == [Right.FIRST, -1, -1, Right.BOTH, -1]
    wide = rows.among(np.array([1, 2, 3, 5, 6]), 8)
    assert wide.places(Right.FIRST).tolist() == [1]
    assert wide.places(Right.BOTH, of=False).tolist() == [5]
    assert wide.scores[1][[0, 1]].tolist()[1] == 0.1
    assert np.isnan(wide.scores[0][7])


def test_that_only_what_is_asked_is_copied() -> None:
    first, second, truth = drawn(60)
    one, other = (candidate(name, v, truth, 0.0) for name, v in (("a", first), ("b", second)))
    rows = RowByRow.of(one, other)
    assert rows.scores[0] is one.score.values
    assert replace(rows, scores=()).places(Right.BOTH).tolist() == rows.places(Right.BOTH).tolist()
