"""Outcomes against the four counts of the core."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.dataset import Score
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.gui.models.calls.outcomes import NO_SCORE, outcomes, rows_of_cell, same_calls
from tests.gui.models.tables import make_dataset, moved, snapshot_of

ROWS = st.lists(
    st.tuples(
        st.sampled_from([-math.inf, -1.0, -0.0, 0.0, 0.5, 1.0, math.inf, math.nan]), st.booleans()
    ),
    min_size=1,
    max_size=30,
)


@given(
    rows=ROWS,
    threshold=st.sampled_from([-math.inf, -1.0, 0.0, 0.25, 1.0, math.inf]),
    higher=st.booleans(),
)
def test_that_outcomes_count_up_to_the_counts_at_the_threshold(
    rows: list[tuple[float, bool]], threshold: float, higher: bool
) -> None:
    scores = [score for score, _ in rows]
    dataset = make_dataset(scores, [int(positive) for _, positive in rows], higher=higher)
    snapshot = snapshot_of(dataset, threshold)
    assert snapshot.point is not None
    codes = outcomes(
        dataset.scores[0].values, dataset.is_positive(), threshold, higher_is_positive=higher
    )
    shares = np.bincount(codes, minlength=5)
    counts = snapshot.point.counts
    assert shares[:4].tolist() == [counts.tp, counts.fn, counts.fp, counts.tn]
    assert shares[NO_SCORE] == np.isnan(scores).sum()
    for actual in (0, 1):
        for predicted in (0, 1):
            inside = rows_of_cell(
                dataset.scores[0], dataset.is_positive(), threshold, (actual, predicted)
            )
            assert inside.tolist() == (codes == 2 * actual + predicted).tolist()


def test_that_a_float32_score_is_called_as_the_core_calls_it() -> None:
    scores = np.array([0.1], dtype=np.float32)  # a little above the double of that name
    codes = outcomes(scores, np.array([True]), 0.1, higher_is_positive=True)
    assert MACHINE_LEARNING.shorts[codes[0]] == "TP"
    score = Score("marker", scores, higher_is_positive=False)
    assert rows_of_cell(score, np.array([True]), 0.1, (0, 1)).tolist() == [True]


@pytest.mark.parametrize(("threshold", "expected"), [(0.41, True), (0.45, True), (0.4, False)])
def test_that_thresholds_between_two_scores_make_the_same_calls(
    threshold: float, expected: bool
) -> None:
    snapshot = snapshot_of(make_dataset(), 0.44)
    assert same_calls(snapshot, moved(snapshot, threshold)) is expected
