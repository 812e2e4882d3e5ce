"""Summaries of fairness are what fairlearn says of the same rows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from fairlearn import metrics
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.between_groups.apart import summaries
from evalgui.core.counts import Counts

# Of each group: true and false positives, false and true negatives; every rate is defined.
GROUPS = st.lists(
    st.tuples(*(st.integers(0, 30) for _cell in range(4))).filter(
        lambda one: one[0] + one[2] and one[1] + one[3] and one[0] + one[1]
    ),
    min_size=2,
    max_size=6,
)
THEIRS = {
    "parity_difference": metrics.demographic_parity_difference,
    "parity_ratio": metrics.demographic_parity_ratio,
    "opportunity_difference": metrics.equal_opportunity_difference,
    "odds_difference": metrics.equalized_odds_difference,
    "odds_ratio": metrics.equalized_odds_ratio,
}


def positives(groups):
    """Return, of each ratio, how many are called in all that its rates count."""
    tp, fp, _fn, _tn = np.sum(groups, axis=0)
    return {"parity_ratio": (tp + fp,), "odds_ratio": (tp, fp)}


@settings(max_examples=25, deadline=None)
@given(groups=GROUPS)
def test_that_the_summaries_are_those_of_fairlearn(groups):
    ours = summaries([Counts(tp=tp, fp=fp, fn=fn, tn=tn) for tp, fp, fn, tn in groups])
    truth = np.concatenate([np.repeat((1, 0, 1, 0), one) for one in groups])
    called = np.concatenate([np.repeat((1, 1, 0, 0), one) for one in groups])
    group = np.repeat(np.arange(len(groups)), [sum(one) for one in groups])
    for name, of in THEIRS.items():
        mine, theirs = getattr(ours, name), of(truth, called, sensitive_features=group)
        # A ratio of rates that are 0 everywhere is undefined here, and 1 or missing there.
        is_of_nothing = name.endswith("ratio") and not all(positives(groups)[name])
        assert math.isnan(mine) if is_of_nothing else mine == pytest.approx(theirs), name


@given(groups=GROUPS)
def test_that_predictive_parity_is_the_largest_gap_of_precisions(groups):
    ours = summaries([Counts(tp=tp, fp=fp, fn=fn, tn=tn) for tp, fp, fn, tn in groups])
    shares = [tp / (tp + fp) for tp, fp, _fn, _tn in groups]
    assert ours.predictive_difference == pytest.approx(max(shares) - min(shares))
