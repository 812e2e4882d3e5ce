"""Every measure: its three states on all zero patterns, its range, and known identities."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as reference

from evalgui.core.counts import Counts
from evalgui.core.metrics import (
    METRICS,
    Better,
    Metric,
    Parameters,
    Vocabulary,
    measured_at,
    metric_by_id,
)
from evalgui.core.registry import UnknownIdError

PATTERNS = json.loads(
    (Path(__file__).parents[2] / "data/core/zero_patterns.json").read_text(encoding="utf-8")
)
SIZES = ((3, 5, 7, 11), (2, 2, 2, 2), (10**12, 3 * 10**12, 7, 10**12))
COUNTS = st.tuples(*[st.integers(0, 60)] * 4).map(lambda c: Counts(*c))


def value(metric_id, counts, **parameters):
    return metric_by_id(metric_id).value(counts, Parameters(**parameters))


def expected_state(metric_id, mask):
    assert metric_id in PATTERNS, "tests/data/core/zero_patterns.json says nothing of it"
    found = [state for state, masks in PATTERNS[metric_id].items() if mask in masks]
    return found[0] if found else "value"


def state_of(number):
    if math.isnan(number):
        return "undefined"
    if math.isinf(number):
        return "plus_inf" if number > 0 else "minus_inf"
    return "value"


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_the_zero_patterns_are_undefined_or_infinite_as_specified(metric):
    # the proportion form of AGM shares the patterns of the count form
    known = "AGM" if metric.id == "AGM_PROP" else metric.id
    for bits, sizes in itertools.product(itertools.product((0, 1), repeat=4), SIZES):
        mask = "".join("+" if bit else "0" for bit in bits)
        tp, fn, fp, tn = (bit * size for bit, size in zip(bits, sizes, strict=True))
        counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
        if metric.id == "NND" and sizes == (2, 2, 2, 2) and mask == "++++":
            continue  # no better than chance: infinite by its value, not by a zero
        number = float(metric.value(counts))
        assert state_of(number) == expected_state(known, mask), mask
        assert bool(metric.measured(counts).reason) == math.isnan(number), mask


@given(drawn=st.lists(COUNTS, min_size=1, max_size=8))
def test_that_arrays_give_what_scalars_give_and_stay_in_range(drawn):
    columns = {
        name: np.array([getattr(counts, name) for counts in drawn])
        for name in ("tp", "fp", "fn", "tn")
    }
    for metric in METRICS:
        together = metric.value(Counts(**columns))
        one_by_one = [float(metric.value(counts)) for counts in drawn]
        np.testing.assert_allclose(together, one_by_one, rtol=1e-12, atol=1e-15, err_msg=metric.id)
        low, high = metric.range
        for number in one_by_one:
            assert math.isnan(number) or low - 1e-12 <= number <= high + 1e-12, metric.id


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_margins_of_a_million_million_do_not_overflow(metric):
    sizes = (10**12, 3, 5 * 10**11, 10**12 - 7)
    scalar = float(metric.value(Counts(*sizes)))
    array = metric.value(Counts(*[np.array([size]) for size in sizes]))
    assert math.isfinite(scalar)
    assert float(array[0]) == pytest.approx(scalar, rel=1e-9)


@given(COUNTS.filter(lambda c: c.tp + c.fn > 0 and c.fp + c.tn > 0))
def test_that_scikit_learn_gives_the_same(counts):
    truth = np.repeat([1, 0, 1, 0], [counts.tp, counts.fp, counts.fn, counts.tn])
    called = np.repeat([1, 1, 0, 0], [counts.tp, counts.fp, counts.fn, counts.tn])
    assert value("ACC", counts) == pytest.approx(reference.accuracy_score(truth, called))
    assert value("BCR", counts) == pytest.approx(reference.balanced_accuracy_score(truth, called))
    assert value("TPR", counts) == pytest.approx(reference.recall_score(truth, called))
    assert value("F1", counts) == pytest.approx(reference.f1_score(truth, called))
    assert value("JACC", counts) == pytest.approx(reference.jaccard_score(truth, called))
    beta = reference.fbeta_score(truth, called, beta=0.7)
    assert value("FBETA", counts, beta=0.7) == pytest.approx(beta)
    assert value("KAPPA", counts) == pytest.approx(reference.cohen_kappa_score(truth, called))
    if counts.predicted_positives and counts.predicted_negatives:
        assert value("PPV", counts) == pytest.approx(reference.precision_score(truth, called))
        mcc = reference.matthews_corrcoef(truth, called)
        assert value("MCC", counts) == pytest.approx(mcc, abs=1e-12)


@given(COUNTS.filter(lambda c: min(c.tp, c.fp, c.fn, c.tn) > 0), st.floats(0, 5))
def test_that_the_known_identities_hold(counts, weight):
    def v(metric_id, **parameters):
        return float(value(metric_id, counts, **parameters))

    def close(one, other):
        assert one == pytest.approx(other, rel=1e-11, abs=1e-13)

    close(v("ACC"), v("TPR") * v("PREV") + v("TNR") * (1 - v("PREV")))
    close(v("ERR"), 1 - v("ACC"))
    close(v("YI"), v("TPR") + v("TNR") - 1)
    close(v("MK"), v("PPV") + v("NPV") - 1)
    close(v("SOMERS_CR"), v("YI"))
    close(v("SOMERS_RC"), v("MK"))
    close(v("SOMERS") * (1 / v("YI") + 1 / v("MK")) if v("YI") else 0.0, 2.0 if v("YI") else 0.0)
    close(v("MCC") ** 2, v("YI") * v("MK"))
    close(v("HC"), 2 * v("ACC") - 1)
    close(v("BCR"), (v("YI") + 1) / 2)
    close(v("BER"), 1 - v("BCR"))
    close(v("JACC"), v("F1") / (2 - v("F1")))
    close(v("SS1"), 2 * v("ACC") / (1 + v("ACC")))
    close(v("SS2"), v("JACC") / (2 - v("JACC")))
    close(v("SS4"), (v("YI") + v("MK") + 2) / 4)
    close(v("SS5") ** 2, v("TPR") * v("TNR") * v("PPV") * v("NPV"))
    close(v("RT"), v("ACC") / (2 - v("ACC")))
    close(v("OCHIAI") ** 2, v("TPR") * v("PPV"))
    close(v("DOR"), v("LRP") / v("LRN"))
    close(v("DP"), math.sqrt(3) / math.pi * math.log(v("DOR")))
    close(v("YULEQ"), (v("DOR") - 1) / (v("DOR") + 1))
    close(v("YULEY"), (math.sqrt(v("DOR")) - 1) / (math.sqrt(v("DOR")) + 1))
    close(v("FALPHA", alpha=weight**2), v("FBETA", beta=weight))
    close(v("TVERSKY", tversky_alpha=0.5, tversky_beta=0.5), v("F1"))
    close(v("TVERSKY", tversky_alpha=1, tversky_beta=1), v("JACC"))
    close(v("TVERSKY_SYM", tversky_alpha=1, tversky_beta=1), v("ACC"))


def test_that_every_measure_is_found_by_its_id_and_by_its_aliases():
    assert len({metric.id for metric in METRICS}) == len(METRICS)
    assert set(PATTERNS) <= {metric.id for metric in METRICS}
    for words in ("recall", "hit rate", "TMR", "sensitivity"):
        assert metric_by_id("TPR").matches(words), words
    assert not metric_by_id("TNR").matches("recall sensitivity")
    with pytest.raises(UnknownIdError):
        metric_by_id("EER of 2.2")


def test_that_each_vocabulary_has_its_name():
    sensitivity = metric_by_id("TPR")
    assert sensitivity.name_in(Vocabulary.MACHINE_LEARNING) == "True positive rate"
    assert sensitivity.name_in(Vocabulary.CLINICAL) == "Sensitivity"
    assert metric_by_id("FPR").name_in(Vocabulary.BIOMETRICS) == "FMR (false match rate)"
    assert metric_by_id("MCC").name_in(Vocabulary.SPEAKER) == "Matthews correlation coefficient"


def test_that_every_entry_is_complete():
    for metric in METRICS:
        assert metric.formula
        assert metric.sources
        assert metric.symbol
        assert metric.better in Better


def test_that_a_proportion_says_what_it_is_the_quotient_of():
    counts = Counts(tp=91, fp=12, fn=9, tn=188)
    assert metric_by_id("TPR").fraction(counts) == (91, 100)
    assert metric_by_id("TNR").fraction(counts) == (188, 200)
    assert metric_by_id("MCC").fraction is None


def test_that_the_reason_names_every_missing_margin():
    nothing_called = Counts(tp=0, fp=0, fn=3, tn=5)
    assert metric_by_id("PPV").measured(nothing_called).reason == "no positive calls"
    one_class = Counts(tp=0, fp=0, fn=0, tn=5)
    reason = metric_by_id("LRP").measured(one_class).reason
    assert reason == "no actual positives; no positive calls"
    assert metric_by_id("ACC").measured(Counts(0, 0, 0, 0)).reason == "no rows"


def test_that_a_weight_below_nought_is_refused():
    with pytest.raises(ValueError, match="beta"):
        Parameters(beta=-1.0)
    with pytest.raises(ValueError, match="alpha"):
        Parameters(alpha=math.inf)


@given(COUNTS)
def test_that_all_measures_at_a_point_are_those_of_each(counts):
    found = measured_at(counts, Parameters(beta=2.0))
    assert list(found) == [metric.id for metric in METRICS]
    for metric in METRICS:
        np.testing.assert_equal(found[metric.id], metric.measured(counts, Parameters(beta=2.0)))
    assert "no such measure" not in found
    with pytest.raises(KeyError):
        found["no such measure"]


def test_that_a_measure_at_a_point_is_computed_when_it_is_asked_for_and_once(monkeypatch):
    asked = []
    measured = Metric.measured

    def noted(metric, *arguments):
        asked.append(metric.id)
        return measured(metric, *arguments)

    monkeypatch.setattr(Metric, "measured", noted)
    found = measured_at(Counts(tp=3, fp=0, fn=1, tn=5))
    assert asked == []
    assert found["TPR"].value == found["TPR"].value == 0.75
    assert asked == ["TPR"]
