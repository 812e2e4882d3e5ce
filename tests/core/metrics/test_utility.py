"""What was added to the classic measures: yield, costs and P4."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.counts import Counts
from evalgui.core.metrics import Better, Family, Parameters, Vocabulary, metric_by_id

FULL = st.tuples(*[st.integers(1, 80)] * 4).map(lambda c: Counts(*c))
ANY = st.tuples(*[st.integers(0, 20)] * 4).map(lambda c: Counts(*c))
EXAMPLE = Counts(tp=70, fp=20, fn=30, tn=80)


def of(metric_id, counts, **parameters):
    return float(metric_by_id(metric_id).value(counts, Parameters(**parameters)))


def test_that_the_first_example_of_tharwat_gives_hand_made_values():
    assert of("P4", EXAMPLE) == float(Fraction(4 * 70 * 80, 4 * 70 * 80 + 150 * 50))
    assert of("NND", EXAMPLE) == 2.0
    assert of("NNM", EXAMPLE) == 4.0
    assert of("LIFT", EXAMPLE) == float(Fraction(14, 9))
    assert of("PT", EXAMPLE) == pytest.approx(math.sqrt(0.2) / (math.sqrt(0.7) + math.sqrt(0.2)))
    assert of("DP10", EXAMPLE) == pytest.approx(math.sqrt(3) / math.pi * math.log10(28 / 3))
    assert of("COST", EXAMPLE) == 0.25


@given(FULL)
def test_that_the_identities_of_the_newer_measures_hold(counts):
    rates = [of(name, counts) for name in ("PPV", "TPR", "TNR", "NPV")]
    assert of("P4", counts) == pytest.approx(4 / sum(1 / rate for rate in rates), rel=1e-12)
    assert of("NNM", counts) == pytest.approx(1 / of("ERR", counts), rel=1e-12)
    assert of("LIFT", counts) == pytest.approx(of("PPV", counts) / of("PREV", counts), rel=1e-12)
    assert of("DP10", counts) * math.log(10) == pytest.approx(of("DP", counts), rel=1e-12)
    # 1 / (1 + sqrt(LR+)) is the other form of the prevalence threshold
    threshold = 1 / (1 + math.sqrt(of("LRP", counts)))
    assert of("PT", counts) == pytest.approx(threshold, rel=1e-12)
    if of("YI", counts):
        assert of("NND", counts) * of("YI", counts) == pytest.approx(1, rel=1e-9)


@given(FULL)
def test_that_p4_is_the_same_for_either_class(counts):
    swapped = Counts(tp=counts.tn, fp=counts.fn, fn=counts.fp, tn=counts.tp)
    assert of("P4", counts) == of("P4", swapped)


def test_that_p4_is_nought_where_nothing_is_called_right():
    assert of("P4", Counts(tp=0, fp=4, fn=3, tn=0)) == 0.0
    array = metric_by_id("P4").value(
        Counts(*[np.array(cell) for cell in ([0, 0], [4, 0], [3, 0], [0, 0])])
    )
    np.testing.assert_array_equal(array, [0.0, np.nan])


def test_that_a_classifier_no_better_than_chance_needs_endless_diagnoses():
    assert of("NND", Counts(tp=2, fp=2, fn=2, tn=2)) == math.inf
    assert of("NND", Counts(tp=20, fp=80, fn=80, tn=20)) == pytest.approx(-1 / 0.6)
    assert metric_by_id("NND").better is Better.NEITHER


@given(ANY.filter(lambda c: c.n > 0), *[st.floats(-9, 9)] * 4)
def test_that_the_expected_cost_is_the_mean_over_rows(counts, tp, fp, fn, tn):
    costs = [tp] * counts.tp + [fp] * counts.fp + [fn] * counts.fn + [tn] * counts.tn
    found = of("COST", counts, cost_tp=tp, cost_fp=fp, cost_fn=fn, cost_tn=tn)
    assert found == pytest.approx(math.fsum(costs) / counts.n, rel=1e-9, abs=1e-9)


@given(ANY.filter(lambda c: c.n > 0))
def test_that_unit_costs_of_errors_give_the_error_rate(counts):
    assert of("COST", counts) == of("ERR", counts)


@pytest.mark.parametrize(("cost_fp", "cost_fn"), [(-2.0, -2.0), (-2.0, -1.0), (-0.0, -0.0)])
def test_that_a_cost_of_nothing_has_no_sign(cost_fp, cost_fn):
    found = of("COST", Counts(5, 0, 0, 7), cost_fp=cost_fp, cost_fn=cost_fn)
    assert repr(found) == "0.0"


def test_that_a_gain_is_a_cost_below_nought_and_infinity_is_refused():
    assert Parameters(cost_tp=-3.0).cost_tp == -3.0
    assert of("COST", Counts(1, 0, 0, 0), cost_tp=-3.0) == -3.0
    with pytest.raises(ValueError, match="cost_fn"):
        Parameters(cost_fn=math.nan)
    with pytest.raises(ValueError, match="tversky_alpha must be a finite number not below 0"):
        Parameters(tversky_alpha=-0.1)


@pytest.mark.parametrize(
    ("words", "metric_id"),
    [
        ("half total error rate", "BER"),
        ("HTER", "BER"),
        ("informedness", "YI"),
        ("threat score", "JACC"),
        ("critical success", "JACC"),
        ("fowlkes", "OCHIAI"),
        ("decimal logarithm", "DP10"),
        ("heidke", "KAPPA"),
    ],
)
def test_that_other_names_of_the_field_lead_to_the_measure(words, metric_id):
    assert metric_by_id(metric_id).matches(words)


def test_that_the_new_measures_have_a_family_of_their_own():
    assert metric_by_id("LIFT").family is Family.UTILITY
    assert metric_by_id("P4").family is Family.OVERALL
    assert metric_by_id("BER").name_in(Vocabulary.BIOMETRICS) == "HTER (half total error rate)"
