"""The topic of biometric figures: what it says is what the core computes, in units of the file."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.dataset import Dataset, Score
from evalgui.core.rules.biometric_figures import (
    FMR_TARGETS,
    equal_errors,
    fnmr_at_fmr,
    minimal_cost,
)
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.writers.rules import biometric_lines, biometric_objects
from evalgui.results.topics.biometrics import biometrics

RNG = np.random.default_rng(36)
TRUTH = (np.arange(80) % 4 == 0).astype(np.int8)


def shown(values, truth=TRUTH, **options):
    scores = (Score("s", np.asarray(values, float), **options),)
    return resolve(Inputs(Dataset("s.csv", ("other", "same"), truth, 1, scores)))


@pytest.fixture
def snapshot():
    return shown(RNG.normal(size=80) + 2 * TRUTH)


def test_that_every_cell_is_what_the_core_computed(snapshot):
    typed = (DetectionCost(0.2, 3.0),)
    told, steps = biometrics(snapshot, 0.9, {"as given": typed}), snapshot.ranking.table.steps
    eer, fnmr, _fmr, costs = told.tables
    assert {row.id: cell.value for row, cell in eer.cells("value")} == dataclasses.asdict(
        equal_errors(steps)
    )
    targets = {**FMR_TARGETS, "ZeroFMR": 0.0}
    assert [row.id for row in fnmr.rows] == list(targets)
    for row, cell in fnmr.cells("fnmr"):
        found = fnmr_at_fmr(steps, targets[row.id], 0.9)
        assert (cell.value, cell.fraction) == (found.fnmr.value, (found.fnmr.errors, 20))
        assert cell.interval.upper == found.fnmr.upper_limit
    least = minimal_cost(steps, "as given", typed, snapshot.point.counts)
    cells = {column.id: costs.cell(costs.rows[-1], column) for column in costs.columns}
    assert (cells["min"].value, cells["min_raw"].value) == (least.normalised, least.raw)
    assert cells["actual"].value == least.actual


def test_that_a_limit_says_that_it_is_one_sided_and_of_which_counts(snapshot):
    told = biometrics(snapshot)
    lines = biometric_lines(told, words_in(Vocabulary.BIOMETRICS))
    assert lines[0].split() == ["limits:", "one-sided", "exact", "95", "%"]
    (line,) = (line for line in lines if line.startswith("ZeroFMR "))
    none = fnmr_at_fmr(snapshot.ranking.table.steps, 0.0)
    assert "FNMR where FMR is 0" in line
    assert f"0.000 (0/60; at most {none.fmr.upper_limit:.3f})" in line


def test_that_thresholds_are_exact_and_beyond_infinite_scores_words():
    scores = np.where(np.arange(80) < 2, np.inf, RNG.integers(0, 9, 80))
    found = biometric_objects(biometrics(shown(scores)))
    assert found["zero_fmr"]["threshold"] == "> inf"
    large = biometric_objects(biometrics(shown(RNG.integers(0, 9, 80), base=2**53)))
    at = [one["threshold"] for one in large["fnmr_at_fmr"] if one["threshold"] != "+inf"]
    assert at
    assert all(isinstance(one, int) and one >= 2**53 for one in at)


def test_that_there_are_none_where_a_class_has_no_scores():
    assert biometrics(shown(np.where(TRUTH == 1, math.nan, 1.0))) is None
    assert biometric_objects(None) is None
