"""A table of scores against errors."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.comparing import ERROR_METRICS, errors_of
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.fnmr_at_fmr import fnmr_at_fmr, squared_and_added
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.rules.biometric_figures import FMR_TARGETS
from evalgui.core.rules.targets import NONE_ALLOWED
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import rank


def test_that_every_score_has_its_eer_and_fnmr_at_each_fmr_with_limits():
    rng = np.random.default_rng(1)
    truth = rng.random(3000) < 0.4
    score = Score("s", rng.normal(size=3000) + 2 * truth)
    ranking = rank(Dataset("d", ("a", "b"), truth.astype(np.int64), 1, (score,)), 0)
    found = errors_of(ranking, IntervalSettings(level=0.9), Sampling.COHORT)
    assert list(found) == ["eer", *(name.lower() for name in FMR_TARGETS)]
    assert found["eer"].value == ranking.value("eer")
    for name, bound in FMR_TARGETS.items():
        one = found[name.lower()]
        assert one.value == fnmr_at_fmr(ranking.table.steps, bound)
        if bound * ranking.table.n_negative < 1:
            assert one.interval.reason == NONE_ALLOWED
            continue
        limits = (one.interval.lower, one.interval.upper)
        assert limits == pytest.approx(squared_and_added(ranking.table.steps, bound, 0.9))
        assert one.interval.lower <= one.value <= one.interval.upper


def test_that_a_class_without_scores_is_said():
    score = Score("s", np.array([1.0, 2.0]))
    ranking = rank(Dataset("d", ("a", "b"), np.array([1, 1]), 1, (score,)), 0)
    found = errors_of(ranking, IntervalSettings(), Sampling.COHORT)
    assert not any(one.is_defined for one in found.values())
    assert all(one.reason for one in found.values())


def test_that_the_heads_say_the_bound_in_per_cent():
    names = [metric.name for metric in ERROR_METRICS]
    assert names[1] == "FNR at FPR \N{LESS-THAN OR EQUAL TO} 10 %"
    assert names[-1] == "FNR at FPR \N{LESS-THAN OR EQUAL TO} 0.0001 %"
