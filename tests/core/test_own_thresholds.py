"""Each score of a data set has a threshold of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalgui.core.dataset import Dataset, Score
from evalgui.core.own_thresholds import of_score, own_threshold
from evalgui.core.provenance import START, Origin, Provenance
from evalgui.core.snapshot import Inputs, resolve

CHOSEN = Provenance(Origin.CHOSEN, "eer", source="d")


def inputs():
    scores = (Score("s", np.array([1.0, 2.0, 3.0])), Score("t", np.array([3.0, 1.0, 2.0])))
    return Inputs(Dataset("d", ("a", "b"), np.array([0, 1, 1]), 1, scores))


def test_that_a_score_comes_back_with_its_threshold_and_where_it_came_from():
    at_two = replace(inputs(), threshold=2.0, provenance=CHOSEN)
    other = of_score(at_two, 1)
    assert (other.score, other.threshold, other.provenance) == (1, None, START)
    assert own_threshold(other, 0).threshold == 2.0
    back = of_score(replace(other, threshold=9.0), 0)
    assert (back.score, back.threshold, back.provenance) == (0, 2.0, CHOSEN)
    assert own_threshold(back, 1).threshold == 9.0
    assert resolve(back).point.threshold == 2.0


def test_that_a_threshold_nobody_chose_is_not_kept():
    there = of_score(inputs(), 1)
    assert there.others == ()
    assert resolve(of_score(there, 0)).point.threshold == resolve(inputs()).point.threshold


def test_that_each_class_has_thresholds_of_its_own():
    at_two = replace(inputs(), positive=0, threshold=2.0)
    other = replace(of_score(at_two, 1), positive=1)
    assert of_score(other, 0).threshold is None
    assert of_score(replace(other, positive=0), 0).threshold == 2.0


def test_that_a_lock_comes_back_and_a_rule_that_is_followed_stays():
    locked = replace(inputs(), threshold=2.0, provenance=CHOSEN, is_locked=True)
    other = of_score(locked, 1)
    assert not other.is_locked
    assert of_score(other, 0).is_locked
    followed = of_score(replace(locked, is_followed=True), 1)
    assert (followed.is_followed, followed.provenance) == (True, CHOSEN)
    assert (followed.threshold, followed.is_locked) == (None, False)
