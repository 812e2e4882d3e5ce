"""The volume under the ROC surface, by every way that data can be turned."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import evalgui
from evalgui.__main__ import main

RNG = np.random.default_rng(3)
STAGE = np.repeat([1, 2, 3], 12)
MARKER = RNG.integers(0, 9, 36) + STAGE


def by_hand(marker):
    """Return the mean over all triples, a row of each class."""
    total = 0.0
    for low, middle, high in product(*(marker[stage == STAGE] for stage in (1, 2, 3))):
        orders = [(low < middle) + (low == middle) / 2, (middle < high) + (middle == high) / 2]
        total += 1 / 6 if low == middle == high else orders[0] * orders[1]
    return total / 12**3


@pytest.mark.parametrize("positive", ["1", "2", "3"])
@pytest.mark.parametrize("sign", [1, -1])
def test_that_it_is_the_share_of_triples_in_their_order(positive, sign):
    marker = sign * MARKER
    rises = {"1": sign < 0, "2": True, "3": sign > 0}[positive]
    found = evalgui.evaluate(
        truth=STAGE, score=marker, positive=positive, lower_is_positive=not rises
    )
    vus = found.table("ordered-classes").set_index("id")["value"]["vus"]
    along = marker if positive == "2" else MARKER
    assert vus == pytest.approx(by_hand(along))


def test_that_classes_without_an_order_say_so(tmp_path, capsys):
    path = tmp_path / "stages.csv"
    path.write_text("stage,marker\nmild,1\nhealthy,0\nsevere,2\n", encoding="utf-8")
    words = ("table", str(path), "--truth", "stage", "--positive", "severe")
    assert main([*words, "--table", "ordered-classes"]) == 2
    assert "--class-order" in capsys.readouterr().err
    order = ("--class-order", "healthy,mild,severe")
    assert main([*words, "--table", "ordered-classes", *order]) == 0
    assert '"vus"' in capsys.readouterr().out
