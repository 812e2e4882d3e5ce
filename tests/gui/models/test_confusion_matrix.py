"""The matrix as a value: cells, shares, names and text."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evalgui.core.counts import Counts
from evalgui.gui.models.confusion_matrix import ConfusionMatrix, as_table, cells, of_outcomes

COUNTS = Counts(tp=91, fp=12, fn=9, tn=188)
THREE = ConfusionMatrix(np.array([[5, 1, 0], [2, 7, 1], [0, 0, 0]]), ("a", "b", "c"))


def test_that_the_four_counts_stand_in_reading_order() -> None:
    shown = cells(of_outcomes(COUNTS, "ill", "well"), rows_actual=True)
    assert [[cell.name for cell in line] for line in shown] == [["TP", "FN"], ["FP", "TN"]]
    assert [[cell.count for cell in line] for line in shown] == [["91", "9"], ["12", "188"]]
    assert shown[0][0].level == 0.91
    assert shown[1][0].level == 12 / 200
    assert shown[0][0].of_what == "of actual positives"
    assert shown[1][1].of_what == "of actual negatives"


def test_that_swapped_axes_show_shares_of_the_calls() -> None:
    shown = cells(of_outcomes(COUNTS, "ill", "well"), rows_actual=False)
    assert [[cell.name for cell in line] for line in shown] == [["TP", "FP"], ["FN", "TN"]]
    assert shown[0][1].level == 12 / 103
    assert shown[0][1].of_what == "of predicted positives"
    assert (shown[0][1].actual, shown[0][1].predicted) == (1, 0)


def test_that_an_empty_row_has_no_share_and_says_so() -> None:
    shown = cells(of_outcomes(Counts(tp=0, fp=0, fn=3, tn=4), "ill", "well"), rows_actual=False)
    assert math.isnan(shown[0][0].level)
    assert shown[0][0].of_what == "no predicted positives"
    three = cells(THREE, rows_actual=True)
    assert three[2][1].of_what == "no actual c"


def test_that_more_classes_have_no_outcomes() -> None:
    shown = cells(THREE, rows_actual=True)
    assert {cell.name for line in shown for cell in line} == {""}
    assert shown[1][1].of_what == "of actual b"
    assert THREE.long_name(1, 0) == "actual b, predicted a"


def test_that_shape_and_names_must_agree() -> None:
    with pytest.raises(ValueError, match="3 classes"):
        ConfusionMatrix(np.zeros((2, 2), dtype=np.int64), ("a", "b", "c"))


def test_that_the_text_has_labels_and_totals() -> None:
    assert as_table(of_outcomes(COUNTS, "ill", "well\tor so"), rows_actual=True) == (
        "actual \\ predicted\till\twell or so\ttotal\n"
        "ill\t91\t9\t100\n"
        "well or so\t12\t188\t200\n"
        "total\t103\t197\t300\n"
    )
    swapped = as_table(THREE, rows_actual=False).splitlines()
    assert swapped[0] == "predicted \\ actual\ta\tb\tc\ttotal"
    assert swapped[1] == "a\t5\t2\t0\t7"
