"""A group against the rest: two independent samples under one score."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm
from statsmodels.stats.proportion import confint_proportions_2indep

from evalgui.core.comparing import REST, Candidate, compare_with_rest
from evalgui.core.comparing.pair import SHARED_SUBJECTS
from evalgui.core.dataset import Score
from evalgui.core.equal_rate import AtEqual, Equal
from evalgui.core.errors import DataError
from evalgui.core.sampling import Sampling
from evalgui.core.subjects import Subjects

RNG = np.random.default_rng(3)
N = 300
TRUTH = (RNG.random(N) < 0.4).astype(int)
VALUES = TRUTH * 0.9 + RNG.normal(size=N)
GROUP = RNG.random(N) < 0.4
WHOLE = Candidate("s", Score("s", VALUES), 0.6, TRUTH, 1 - TRUTH)


def placements(rows):
    positives, negatives = VALUES[rows & (TRUTH == 1)], VALUES[rows & (TRUTH == 0)]
    above = positives[:, None] > negatives[None, :]
    area = above.mean()
    spread = [np.var(above.mean(axis=axis), ddof=1) for axis in (1, 0)]
    return area, spread[0] / len(positives) + spread[1] / len(negatives)


def test_areas_are_delongs_of_two_samples_and_rates_newcombes():
    pair = compare_with_rest(WHOLE, "women", (GROUP, ~GROUP), 0.95)
    assert (pair.first, pair.second) == ("women", REST)
    assert (pair.n, pair.n_left_out) == ((int(GROUP.sum()), int((~GROUP).sum())), 0)
    (one, variance_1), (two, variance_2) = placements(GROUP), placements(~GROUP)
    assert (pair.area.first, pair.area.second) == pytest.approx((one, two))
    z = (one - two) / np.sqrt(variance_1 + variance_2)
    assert pair.area.delong.p == pytest.approx(2 * norm.sf(abs(z)))
    called = VALUES >= 0.6
    for name, rows in (("TPR", TRUTH == 1), ("FPR", TRUTH == 0)):
        counts = [
            (int((called & rows & side).sum()), int((rows & side).sum()))
            for side in (GROUP, ~GROUP)
        ]
        rate = pair.at[name]
        limits = confint_proportions_2indep(
            counts[0][0], counts[0][1], counts[1][0], counts[1][1], method="newcomb"
        )
        assert (rate.interval.lower, rate.interval.upper) == pytest.approx(limits)


def test_rows_in_neither_and_without_a_score_are_left_out():
    values = VALUES.copy()
    values[:5] = np.nan
    open_rows = np.zeros(N, dtype=bool)
    open_rows[10:20] = True
    whole = replace(WHOLE, score=Score("s", values))
    pair = compare_with_rest(whole, "g", (GROUP & ~open_rows, ~GROUP & ~open_rows), 0.95)
    assert pair.n_left_out == 15
    assert sum(pair.n) == N - 15


def test_a_subject_on_both_sides_leaves_neither_interval_nor_test():
    codes = np.arange(N, dtype=np.int32) // 2
    drawn = replace(WHOLE, sampling=Sampling.BY_SUBJECT, subjects=Subjects((codes,), ("id",)))
    at = AtEqual(Equal.SENSITIVITY, 0.9)
    pair = compare_with_rest(drawn, "g", (GROUP, ~GROUP), 0.95, at)
    assert pair.area_interval.reason == SHARED_SUBJECTS
    assert {one.interval.reason for one in pair.at.values()} == {SHARED_SUBJECTS}
    apart = codes < 75
    pair = compare_with_rest(drawn, "g", (apart, ~apart), 0.95)
    assert pair.area_interval.is_defined
    assert pair.at["TPR"].interval.is_defined


@pytest.mark.parametrize("is_all", [True, False])
def test_nothing_to_compare_is_refused_in_words(is_all):
    group = np.full(N, fill_value=is_all)
    with pytest.raises(DataError, match="every row is in it" if is_all else "no row with a score"):
        compare_with_rest(WHOLE, "g", (group, ~group), 0.95)
