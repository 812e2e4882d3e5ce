"""What a threshold did elsewhere: with the intervals that its subjects gave it there."""

from __future__ import annotations

import math
from dataclasses import astuple

import numpy as np
import pytest

from evalgui.core.comparing import compare_counts
from evalgui.core.dataset import Dataset, Score
from evalgui.core.deciding import Development
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.intervals.settings import DEFAULT_INTERVALS
from evalgui.core.metrics import DEFAULT_PARAMETERS, METRICS
from evalgui.core.operating_point import point_at
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, operate, rank
from evalgui.core.subjects import Subjects

SETTINGS = DEFAULT_PARAMETERS, DEFAULT_INTERVALS


def patients(seed, sampling=Sampling.BY_SUBJECT):
    random = np.random.default_rng(seed)
    codes = np.repeat(np.arange(60, dtype=np.int32), 4)
    truth = (random.random(240) < np.where(codes % 2, 0.8, 0.3)).astype(np.int8)
    values = truth + random.standard_normal(60)[codes] + random.standard_normal(240)
    subjects = Subjects((codes,), ("patient",))
    scores = (Score("s", values),)
    data = Dataset("x", ("no", "yes"), truth, 1, scores, subjects=subjects, sampling=sampling)
    return operate(rank(data, 0), 0.5, Inputs(data))


def test_that_every_interval_is_the_one_it_had_there():
    point = patients(1)
    kept = Development.of("x", point, Sampling.BY_SUBJECT, "0.5")
    again = point_at(math.nan, -1, kept.counts, *SETTINGS, kept.sampling, weights=kept.worth)
    for metric in METRICS:
        there, here = point.all_intervals[metric.id], again.intervals[metric.id]
        assert here.is_defined == there.is_defined, metric.id
        expected = there.lower, there.upper
        assert (here.lower, here.upper) == pytest.approx(expected, nan_ok=True), metric.id
        assert here.method == there.method


def test_that_differences_of_it_are_those_of_the_subjects():
    before, now = patients(1), patients(2)
    kept = Development.of("x", before, Sampling.BY_SUBJECT, "0.5")
    whose = subjects_at(now.all_intervals)
    known = now.counts, before.counts, 0.95
    found = compare_counts(*known, (whose, kept.worth))
    expected = compare_counts(*known, (whose, subjects_at(before.all_intervals)))
    assert {key: astuple(value) for key, value in found.items()} == {
        key: astuple(value) for key, value in expected.items()
    }
    rows = compare_counts(*known)["TPR"].interval
    wide = found["TPR"].interval
    assert wide.upper - wide.lower > rows.upper - rows.lower


def test_that_nothing_is_kept_of_independent_rows():
    kept = Development.of("x", patients(1, Sampling.COHORT), Sampling.COHORT, "0.5")
    assert kept.effective == {}
    assert kept.worth is None
    assert not kept.lacks_subjects


@pytest.mark.parametrize("n", [0.0, -1.0, math.inf, math.nan])
def test_that_rows_that_count_as_none_are_refused(n):
    with pytest.raises(ValueError, match="independent ones"):
        Development("x", patients(1).counts, Sampling.BY_SUBJECT, "0.5", {"TPR": n})
