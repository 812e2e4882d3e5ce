"""Titles, axes and lines of the curves in each field, exactly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalgui.core.curves import CURVES, DET, PRECISION_RECALL, ROC, in_vocabulary
from evalgui.core.curves.curve import Axis, Curve, Series
from evalgui.core.metrics.rates import TPR
from evalgui.core.vocabulary import Vocabulary


def _axes(curve, vocabulary):
    named = in_vocabulary(curve, vocabulary)
    return [(axis.title, axis.short) for axis in (named.x_axis, named.y_axis)]


@pytest.mark.parametrize(
    ("vocabulary", "false_positive", "true_positive", "false_negative"),
    [
        (
            Vocabulary.MACHINE_LEARNING,
            ("False positive rate", "FPR"),
            ("True positive rate", "TPR"),
            ("False negative rate", "FNR"),
        ),
        (
            Vocabulary.CLINICAL,
            ("1 - specificity", "1 - specificity"),
            ("Sensitivity", "Sensitivity"),
            ("1 - sensitivity", "1 - sensitivity"),
        ),
        (
            Vocabulary.BIOMETRICS,
            ("FMR (false match rate)", "FMR"),
            ("TMR (true match rate)", "TMR"),
            ("FNMR (false non-match rate)", "FNMR"),
        ),
        (
            Vocabulary.SPEAKER,
            ("P_fa (false alarm probability)", "P_fa"),
            ("1 - P_miss", "1 - P_miss"),
            ("P_miss (miss probability)", "P_miss"),
        ),
    ],
)
def test_that_the_axes_have_the_names_of_the_measures(
    vocabulary, false_positive, true_positive, false_negative
):
    assert _axes(ROC, vocabulary) == [false_positive, true_positive]
    assert _axes(DET, vocabulary) == [false_positive, false_negative]


@pytest.mark.parametrize(
    ("vocabulary", "recall", "precision"),
    [
        (Vocabulary.MACHINE_LEARNING, ("Recall", ""), ("Precision", "")),
        (
            Vocabulary.CLINICAL,
            ("Sensitivity", "Sensitivity"),
            ("Positive predictive value", "PPV"),
        ),
        (Vocabulary.BIOMETRICS, ("TMR (true match rate)", "TMR"), ("Precision", "")),
        (Vocabulary.SPEAKER, ("1 - P_miss", "1 - P_miss"), ("Precision", "")),
    ],
)
def test_that_recall_and_precision_are_named_so_where_the_field_does(vocabulary, recall, precision):
    assert _axes(PRECISION_RECALL, vocabulary) == [recall, precision]


@pytest.mark.parametrize(
    ("vocabulary", "title", "axis", "lines"),
    [
        (
            Vocabulary.MACHINE_LEARNING,
            "FAR-FRR",
            "Error rate, of comparisons",
            ["FAR", "FRR"],
        ),
        (Vocabulary.CLINICAL, "Error rates", "Error rate", ["1 - specificity", "1 - sensitivity"]),
        (
            Vocabulary.BIOMETRICS,
            "FMR(t) / FNMR(t)",
            "Error rate, of comparisons",
            ["FMR", "FNMR"],
        ),
        (Vocabulary.SPEAKER, "P_miss / P_fa", "Error probability, of trials", ["P_fa", "P_miss"]),
    ],
)
def test_that_both_error_rates_have_their_title_and_lines(vocabulary, title, axis, lines):
    (declared,) = (curve for curve in CURVES if curve.id == "far-frr")
    named = in_vocabulary(declared, vocabulary)
    assert (named.id, named.title, named.y_axis.title) == ("far-frr", title, axis)
    assert [series.name for series in named.series] == lines
    assert named.x_axis == declared.x_axis


def test_that_an_axis_knows_its_other_names_and_not_its_own():
    axis = in_vocabulary(ROC, Vocabulary.CLINICAL).y_axis
    assert axis.title == "Sensitivity"
    assert {"True positive rate", "TMR (true match rate)", "recall", "hit rate"} <= set(axis.also)
    assert "Sensitivity" not in axis.also
    assert in_vocabulary(PRECISION_RECALL, Vocabulary.MACHINE_LEARNING).x_axis.also[0] == (
        "True positive rate"
    )


def test_that_what_is_no_measure_keeps_its_name():
    axis, lines = Axis(title="Value"), (Series(TPR, "Mine"),)
    curve = Curve(id="mine", title="Mine", x_axis=axis, y_axis=axis, series=lines)
    for vocabulary in Vocabulary:
        assert in_vocabulary(curve, vocabulary) == curve


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_other_names_leave_what_holds_of_a_curve(curve: Curve) -> None:
    for vocabulary in Vocabulary:
        named = in_vocabulary(curve, vocabulary)
        assert named == replace(named)  # which is looked at anew
        assert named.traits == replace(named).traits == curve.traits
        assert named.id == curve.id
