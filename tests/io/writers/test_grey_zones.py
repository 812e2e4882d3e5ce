"""A grey zone in exports: the one that was pulled out is told as the command line tells its own."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.grey_zones import grey_numbers, grey_thresholds


def test_that_an_evaluation_has_the_grey_zone_that_was_pulled_out():
    scores = Score("marker", np.array([0.9, 0.8, 0.7, 0.3, 0.2, 0.1]))
    truth = np.array([1, 1, 0, 1, 0, 0], dtype=np.int8)
    snapshot = resolve(Inputs(Dataset("some.csv", ("b", "a"), truth, 1, (scores,)), threshold=0.75))
    assert "grey" not in evaluation(snapshot)
    pulled = replace(snapshot, choices=replace(snapshot.choices, second=0.25))
    found = evaluation(pulled)["grey"]
    assert found == grey_numbers(snapshot, *grey_thresholds(snapshot, "0.25", "0.75"))
    assert (found["low"], found["high"], found["rows"]) == (0.25, 0.75, [3, 4])
    assert found["zones"]["grey"]["n"] == found["n_indeterminate"] == 2
    assert json.loads(json.dumps(found, allow_nan=False)) == found
