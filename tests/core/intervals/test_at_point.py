"""Every measure of two classes has an interval of its kind, by the sampling of the data."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.counts import Counts
from evalgui.core.intervals.at_point import INDEPENDENT, IntervalsAt
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.measured import Sided
from evalgui.core.metrics import METRICS, Parameters, measured_at
from evalgui.core.sampling import Sampling

EXAMPLE = Counts(tp=90, fp=20, fn=10, tn=180)
CLAIM = Counts(tp=59, fp=0, fn=1, tn=3000)


def intervals(counts, sampling=Sampling.COHORT, parameters=None, **settings):
    parameters = parameters or Parameters()
    measured = measured_at(counts, parameters)
    return IntervalsAt(counts, measured, parameters, IntervalSettings(**settings), sampling)


def limits(interval):
    return interval.lower, interval.upper


def test_that_an_interval_is_made_when_it_is_asked_for_and_once():
    found = intervals(EXAMPLE)
    assert found["MCC"] is found["MCC"]
    assert list(found) == [metric.id for metric in METRICS]
    assert "no measure" not in found
    with pytest.raises(KeyError):
        found["no measure"]


def test_that_what_depends_on_the_share_of_positives_is_never_wilson_where_it_was_chosen():
    cohort, chosen = intervals(EXAMPLE), intervals(EXAMPLE, Sampling.CASE_CONTROL)
    assert cohort["PPV"].method == "Wilson"
    for metric in METRICS:
        made = chosen[metric.id]
        if metric.invariance.class_ratio is True:
            assert limits(made) == limits(cohort[metric.id])
        else:
            assert "Wilson" not in made.method.removeprefix("square-and-add of Wilson limits")
            told = "share of positives of this file" in made.assumes or "chosen" in made.reason
            assert told, metric.id


def test_that_the_prevalence_of_a_case_control_file_has_no_interval():
    found = intervals(EXAMPLE, Sampling.CASE_CONTROL)["PREV"]
    assert math.isnan(found.lower)
    assert found.reason == (
        "at the chosen sizes of the classes no rate changes it: nothing is estimated"
    )


def test_that_a_measure_that_follows_another_takes_over_its_limits():
    found = intervals(EXAMPLE)
    low, high = limits(found["ERR"])
    assert limits(found["NNM"]) == pytest.approx((1 / high, 1 / low), rel=1e-14)
    assert found["NNM"].method == "Wilson on Error rate, transformed"
    assert limits(found["COST"]) == pytest.approx((low, high), rel=1e-14)
    low, high = limits(found["JACC"])
    expected = (2 * low / (1 + low), 2 * high / (1 + high))
    for metric_id in ("F1", "TVERSKY"):
        assert limits(found[metric_id]) == pytest.approx(expected, rel=1e-14)
    same = intervals(EXAMPLE, parameters=Parameters(beta=1.0, alpha=1.0))
    for metric_id in ("FBETA", "FALPHA"):
        assert limits(same[metric_id]) == limits(found["F1"])


@pytest.mark.parametrize("swapped", [False, True])
def test_that_the_number_needed_to_diagnose_of_a_perhaps_useless_test_is_a_ray(swapped):
    # Youden's index may be 0: what is held is all but what lies between two numbers.
    cells = (11, 10, 9, 12)
    tp, fp, fn, tn = (cells[2], cells[3], cells[0], cells[1]) if swapped else cells
    found = intervals(Counts(tp=tp, fp=fp, fn=fn, tn=tn))
    low, high = limits(found["YI"])
    assert low < 0 < high
    needed = found["NND"]
    if swapped:
        assert limits(needed) == (-math.inf, pytest.approx(1 / low, rel=1e-14))
        beyond = f"{1 / high:.3f} and above"
    else:
        assert limits(needed) == (pytest.approx(1 / high, rel=1e-14), math.inf)
        beyond = f"{1 / low:.3f} and below"
    assert needed.assumes.endswith(f"Youden's index may be 0, so that {beyond} is held, too")
    assert needed.method == "square-and-add of Wilson limits on Youden's index, transformed"
    for side in (Sided.LOWER, Sided.UPPER):
        claim = found.one_sided("NND", side, 0.95)
        assert claim.reason == "Youden's index may be 0"
        assert claim.level == 0.95


def test_that_an_infinite_number_needed_to_diagnose_goes_through_infinity():
    found = intervals(Counts(tp=5, fp=5, fn=5, tn=5))
    low, high = limits(found["YI"])
    needed = found["NND"]
    assert needed.is_defined
    assert limits(needed) == (pytest.approx(1 / high, rel=1e-14), math.inf)
    assert needed.assumes.endswith(f"so that {1 / low:.3f} and below is held, too")


def test_that_a_useful_test_has_two_limits_of_the_number_needed_to_diagnose():
    found = intervals(EXAMPLE)
    low, high = limits(found["YI"])
    assert limits(found["NND"]) == pytest.approx((1 / high, 1 / low), rel=1e-14)
    claim = found.one_sided("NND", Sided.UPPER, 0.975)
    assert claim.upper == pytest.approx(1 / low, rel=1e-12)


@pytest.mark.parametrize("sampling", [Sampling.COHORT, Sampling.CASE_CONTROL])
def test_that_a_number_reaches_its_peak_where_both_rates_may_be_the_same(sampling):
    # Greatest, and the accuracy itself, where they are: it estimates itself too low there.
    balanced = intervals(Counts(tp=32, fp=10, fn=8, tn=50), sampling=sampling)
    assert balanced["OP"].upper == balanced["ACC"].upper
    apart = intervals(Counts(tp=38, fp=30, fn=2, tn=30), sampling=sampling)
    assert apart["OP"].upper < apart["ACC"].lower


def test_that_a_corner_that_no_rate_alone_leaves_has_a_width():
    found = intervals(Counts(tp=10, fp=0, fn=0, tn=30))["YULEQ"]
    assert found.upper == 1
    assert 0.5 < found.lower < 1


def test_that_limits_of_a_rate_that_was_called_perfect_are_exact():
    found = intervals(Counts(tp=10, fp=0, fn=0, tn=30))
    assert found["TPR"].upper == found["TNR"].upper == found["ACC"].upper == found["F1"].upper == 1
    assert found["FPR"].lower == found["FNR"].lower == found["ERR"].lower == 0
    assert found["LRP"].upper == found["NNM"].upper == math.inf
    assert found["LRN"].lower == 0


def test_that_the_label_is_that_of_what_ran():
    found = intervals(EXAMPLE, methods={Kind.PROPORTION: "jeffreys", Kind.LR: "log"})
    assert found["TPR"].method == "Jeffreys"
    assert found["LRP"].method == "log method"
    zero = intervals(Counts(tp=10, fp=4, fn=0, tn=26), methods={Kind.LR: "log"})
    assert zero["LRN"].method == "log method, 1/2 in every cell"
    assert zero["DOR"].method == "Woolf, 1/2 in every cell"
    assert "since one is 0" in zero["DOR"].assumes


def test_that_halves_are_added_only_where_the_ratio_needs_them():
    methods = {Kind.LR: "log"}
    found = intervals(Counts(tp=10, fp=4, fn=0, tn=26), methods=methods)["LRP"]
    assert (found.method, found.assumes) == ("log method", INDEPENDENT)
    factor = math.exp(1.959963984540054 * math.sqrt(1 / 4 - 1 / 30))  # Simel et al.: 1/10 - 1/10
    assert limits(found) == pytest.approx((7.5 / factor, 7.5 * factor), rel=1e-12)
    for counts, metric_id in (
        (Counts(tp=10, fp=0, fn=3, tn=26), "LRP"),
        (Counts(tp=10, fp=26, fn=0, tn=0), "LRP"),  # no variance, as if it were certain
        (Counts(tp=0, fp=5, fn=10, tn=6), "LRP"),
    ):
        found = intervals(counts, methods=methods)[metric_id]
        assert found.method == "log method, 1/2 in every cell"
        assert found.lower < found.upper


def test_that_a_claim_has_the_whole_error_on_one_side():
    found = intervals(CLAIM)
    lower = found.one_sided("TPR", Sided.LOWER, 0.95)
    assert limits(lower) == pytest.approx((0.9233600050654955, 1.0), abs=1e-12)
    assert lower.sided is Sided.LOWER
    upper = found.one_sided("FPR", Sided.UPPER, 0.95)
    assert limits(upper) == pytest.approx((0.0, 0.0009980790119965865), abs=1e-12)
    falls = found.one_sided("NNM", Sided.LOWER, 0.95)
    assert falls.sided is Sided.LOWER
    assert falls.lower == pytest.approx(1 / found.one_sided("ERR", Sided.UPPER, 0.95).upper)
    assert falls.upper == math.inf
    smooth = found.one_sided("YI", Sided.LOWER, 0.95)
    assert smooth.lower == pytest.approx(intervals(CLAIM, level=0.9)["YI"].lower)
    assert (smooth.upper, smooth.level) == (1.0, 0.95)


counts = st.builds(Counts, *[st.integers(0, 60)] * 4)


@given(counts, st.sampled_from(Sampling), st.floats(0.8, 0.999))
def test_that_limits_hold_the_value_within_the_range_or_say_why_not(drawn, sampling, level):
    found = intervals(drawn, sampling, level=level)
    measured = measured_at(drawn)
    for metric in METRICS:
        made, value = found[metric.id], measured[metric.id].value
        if not made.is_defined:
            assert made.reason, metric.id
            assert math.isnan(made.upper)
            continue
        assert not math.isnan(value)
        assert made.method
        assert made.assumes
        assert metric.range[0] <= made.lower <= made.upper <= metric.range[1], metric.id
        if "1/2 is added" not in made.assumes:
            slack = 1e-12 * max(1.0, abs(value)) if math.isfinite(value) else 0.0
            assert made.lower - slack <= value <= made.upper + slack, metric.id


@pytest.mark.parametrize("bad", [{"level": 0.5}, {"level": 1.0}, {"prevalence": 0.0}])
def test_that_settings_out_of_range_are_refused(bad):
    with pytest.raises(ValueError, match="must"):
        IntervalSettings(**bad)
