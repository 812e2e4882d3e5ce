"""A threshold that is looked at does what it would do if it were taken."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.consequence import Consequence, consequence
from evalgui.core.counts import Counts
from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.threshold_preview import preview_at
from tests.core.strategies import labelled_scores


@given(labelled_scores(), st.floats(allow_nan=True))
def test_that_a_preview_counts_as_the_threshold_does_once_it_is_taken(drawn, threshold):
    scores, truth, higher = drawn
    score = Score("s", np.asarray(scores, dtype=np.float64), higher)
    dataset = Dataset("d", ("n", "p"), np.asarray(truth, dtype=np.int64), 1, (score,))
    snapshot = resolve(Inputs(dataset))
    preview = preview_at(snapshot, threshold)
    if not len(scores):
        assert preview is None
        return
    taken = resolve(replace(snapshot.inputs, threshold=threshold), snapshot)
    assert preview.counts == taken.point.counts
    assert preview.row == taken.point.row
    now = snapshot.point.counts
    change = preview.changes(now)
    assert (change.tp + change.fn, change.fp + change.tn) == (0, 0)
    brought = consequence(now, taken.point.counts)
    assert (brought.found, brought.alarms) == (change.tp, change.fp)
    assert brought.found * brought.alarms >= 0


def test_that_there_is_no_preview_without_a_threshold():
    assert preview_at(EMPTY, 0.5) is None


@pytest.mark.parametrize(
    ("found", "alarms", "price"), [(12, 40, 40 / 12), (-2, -5, 2.5), (3, 0, 0.0), (0, 7, math.nan)]
)
def test_that_alarms_are_counted_for_one_that_is_found(found, alarms, price):
    before = Counts(tp=20, fp=30, fn=30, tn=70)
    after = Counts(tp=20 + found, fp=30 + alarms, fn=30 - found, tn=70 - alarms)
    brought = consequence(before, after)
    assert brought == Consequence(found, alarms)
    assert brought.alarms_for_one == pytest.approx(price, nan_ok=True)
