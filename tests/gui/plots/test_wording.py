from __future__ import annotations

import math

import pytest

from evalgui.core.counts import Counts
from evalgui.core.curves import DET, ERROR_RATES, PRECISION_RECALL, ROC, in_vocabulary
from evalgui.core.measured import Interval
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.gui import text
from evalgui.gui.plots import wording
from tests.support.locales import use_numbers

KNOWN = (ROC, PRECISION_RECALL, DET, ERROR_RATES)
SPACE = "\N{NARROW NO-BREAK SPACE}"
FIGURE_SPACE = "\N{FIGURE SPACE}"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0, "0.0 %"),
        (1.0, "100.0 %"),
        (0.5, "50.0 %"),
        (0.012, "1.2 %"),
        (0.00512, "0.51 %"),
        (0.00003, "0.0030 %"),
        (0.9997, "99.970 %"),
        (math.nan, "\N{EN DASH}"),
    ],
)
def test_that_rates_close_to_0_and_1_keep_two_telling_digits(value, words):
    assert text.percent(value).replace(SPACE, " ") == words


def test_that_each_curve_has_short_names():
    assert [wording.names(curve) for curve in KNOWN] == [
        ("FPR", "TPR"),
        ("recall", "precision"),
        ("FPR", "FNR"),
        ("FAR", "FRR"),
    ]


def test_that_numbers_of_a_read_out_take_the_same_room():
    few = wording.read_out(("FPR", "TPR"), (0.013, 0.5), 0.25)
    many = wording.read_out(("FPR", "TPR"), (0.113, 0.75), 0.75)
    assert len(few) == len(many)
    assert few == f"FPR {FIGURE_SPACE}1.3{SPACE}%, TPR 50.0{SPACE}% at 0.25"


def test_that_limits_leave_their_room_behind_them():
    """No hole parts a number from its name, and what follows stands where it did."""
    few, many = (
        wording.read_out(
            ("FPR", "TPR"), rates, 0.25, intervals=[Interval(0.95, "Wilson", *ends)] * 2
        )
        for rates, ends in (((0.018, 0.018), (0.015, 0.02)), ((0.5, 0.5), (0.453, 0.647)))
    )
    dash, pad = "\N{EN DASH}", FIGURE_SPACE * 2
    assert many == f"FPR 50.0{SPACE}% (45.3{dash}64.7), TPR 50.0{SPACE}% (45.3{dash}64.7) at 0.25"
    one = f"{FIGURE_SPACE}1.8{SPACE}% (1.5{dash}2.0)"
    assert few == f"FPR {one}, {pad}TPR {one}{pad} at 0.25"
    assert len(few) == len(many)


def test_that_a_read_out_begins_with_a_capital_letter():
    assert wording.read_out(("recall",), (0.5,), 1.0).startswith("Recall ")


def test_that_the_four_counts_have_thin_spaces_between_thousands():
    words = wording.four_counts(Counts(tp=91_000, fp=12, fn=9, tn=188), MACHINE_LEARNING)
    assert words.replace(SPACE, " ") == "TP 91 000  FP 12  FN 9  TN 188"


def test_that_a_read_out_has_the_decimal_sign_of_the_locale():
    use_numbers("de")
    try:
        words = wording.read_out(("FAR",), (0.105,), 0.4375)
    finally:
        use_numbers("en")
    assert words == f"FAR 10,5{SPACE}% at 0,4375"


@pytest.mark.parametrize(
    ("vocabulary", "names"),
    [
        (
            Vocabulary.CLINICAL,
            [
                ("1 - specificity", "sensitivity"),
                ("sensitivity", "PPV"),
                ("1 - specificity", "1 - sensitivity"),
                ("1 - specificity", "1 - sensitivity"),
            ],
        ),
        (
            Vocabulary.BIOMETRICS,
            [("FMR", "TMR"), ("TMR", "precision"), ("FMR", "FNMR"), ("FMR", "FNMR")],
        ),
        (
            Vocabulary.SPEAKER,
            [
                ("P_fa", "1 - P_miss"),
                ("1 - P_miss", "precision"),
                ("P_fa", "P_miss"),
                ("P_fa", "P_miss"),
            ],
        ),
    ],
)
def test_that_read_outs_have_the_short_names_of_the_field(vocabulary, names):
    assert [wording.names(in_vocabulary(curve, vocabulary)) for curve in KNOWN] == names


def test_that_the_four_counts_have_the_marks_of_the_field():
    counts = Counts(tp=91, fp=12, fn=9, tn=188)
    assert wording.four_counts(counts, words_in(Vocabulary.SPEAKER)) == (
        "Hit 91  FA 12  Miss 9  CR 188"
    )
