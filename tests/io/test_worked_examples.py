"""The worked examples load, and the program computes from their data what is exact."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.loading import load_source
from evalgui.io.typed_data import OPTIONS
from evalgui.io.worked_examples import errata, worked_examples

EXAMPLES = worked_examples()
BY_ID = {example.id: example for example in EXAMPLES}


def dataset_of(example):
    """Return the data of an example as the window opens them."""
    typed = example.typed
    return load_source(typed.pasted.source(), roles=typed.roles, options=OPTIONS).dataset


def test_that_all_examples_values_and_misprints_are_there():
    assert len(EXAMPLES) == 70
    assert sum(len(example.values) for example in EXAMPLES) == 741
    assert len(errata()) == 63
    assert len({erratum.id for erratum in errata()}) == 63
    assert all(erratum.explanation for erratum in errata())


@pytest.mark.parametrize(
    "example", [e for e in EXAMPLES if e.typed is not None], ids=lambda e: e.id
)
def test_that_the_data_of_an_example_give_its_exact_values(example):
    snapshot = resolve(Inputs(dataset_of(example)))
    assert snapshot.dataset.name == example.id
    assert snapshot.matrix is not None
    values = {}
    if snapshot.point is not None and snapshot.ranking is None:
        values = dict(snapshot.point.measured)
    if snapshot.overall is not None:
        values |= snapshot.overall.measured
    values = {metric_id: found.value for metric_id, found in values.items()}
    checked = 0
    for value in example.values:
        if value.name in values and value.exact != "undefined":
            is_infinite = value.exact.endswith("inf")
            exact = float(value.exact if is_infinite else Fraction(value.exact))
            assert values[value.name] == pytest.approx(exact, rel=1e-12, abs=1e-12), value.name
            checked += 1
    if example.id == "tharwat-2018/binary-balanced":
        assert checked > 20


def test_that_a_misprint_shows_as_a_difference_with_its_reason():
    values = {v.name: v for v in BY_ID["rezankova-husek-2015/table3.1-100"].values}
    assert values["DIF2"].printed == "23"
    assert values["DIF2"].difference == 1.0
    assert values["DIF2"].erratum
    assert math.isnan(values["MUT"].difference) or abs(values["MUT"].difference) < 1e-12


def test_that_the_areas_of_the_scored_examples_are_exact():
    areas = {
        "tharwat-2018/roc-table1": Fraction(17, 25),
        "binu-2022/zaki-ties": Fraction(5, 6),
        "validation-post/roc": Fraction(14, 25),
    }
    for example_id, area in areas.items():
        ranking = resolve(Inputs(dataset_of(BY_ID[example_id]))).ranking
        assert ranking.value("roc_auc") == float(area)
