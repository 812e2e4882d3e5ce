"""What two operating points call otherwise, and the step between neighbours, counted row by row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.choices import Choices
from evalgui.core.dataset import Dataset, Score
from evalgui.core.flipping import flips
from evalgui.core.pins import Placed
from evalgui.core.provenance import START
from evalgui.core.score_table import is_called_positive
from evalgui.core.singled_out import singled_out
from evalgui.core.snapshot import Inputs, resolve
from tests.core.strategies import labelled_scores

THRESHOLDS = st.floats(allow_nan=True)


def shown(drawn, now, before):
    """Return a snapshot whose line stood at another threshold before."""
    scores, truth, higher = drawn
    score = Score("s", np.asarray(scores, dtype=np.float64), higher)
    dataset = Dataset("d", ("n", "p"), np.asarray(truth, dtype=np.int64), 1, (score,))
    snapshot = resolve(Inputs(dataset))
    if len(scores):
        snapshot = resolve(replace(snapshot.inputs, threshold=now), snapshot)
    return singled_out(snapshot, Choices(last=Placed(before, START)))


def calls(drawn, threshold):
    scores, _truth, higher = drawn
    return is_called_positive(scores, threshold, higher_is_positive=higher)


@given(labelled_scores(), THRESHOLDS, THRESHOLDS)
def test_that_the_rows_that_flip_are_those_that_only_one_point_calls(drawn, now, before):
    snapshot = shown(drawn, now, before)
    found, truth = flips(snapshot), drawn[1]
    if snapshot.point is None:
        assert found is None
        return
    here, there = calls(drawn, snapshot.point.threshold), calls(drawn, before)
    flipped = here != there
    assert (found is None) == (not flipped.any())
    if found is not None:
        assert found.positives == np.count_nonzero(flipped & truth)
        assert found.negatives == np.count_nonzero(flipped & ~truth)
        assert (found.n, found.n_all) == (np.count_nonzero(flipped), len(truth))
        assert found.are_called == bool(here[flipped].all())


@given(labelled_scores(), THRESHOLDS, THRESHOLDS)
def test_that_a_step_is_told_of_one_distinct_score_alone(drawn, now, before):
    snapshot, (scores, truth, _higher) = shown(drawn, now, before), drawn
    step = snapshot.step
    if snapshot.point is None:
        assert step is None
        return
    here, there = calls(drawn, snapshot.point.threshold), calls(drawn, before)
    assert (step is not None) == (len(np.unique(scores[here != there])) == 1)
    if step is not None:
        assert step.counts.tp == np.count_nonzero(there & truth)
        assert step.counts.fp == np.count_nonzero(there & ~truth)
        assert step.changes.tp == snapshot.point.counts.tp - step.counts.tp
        assert step.changes.tn == snapshot.point.counts.tn - step.counts.tn
