"""Weights are known by the words of their names, and told from the weights of bodies."""

from __future__ import annotations

import pytest

from evalgui.io.meaning.weight_names import counting_name, may_weigh_bodies

OF_ROWS = [
    *("sample_weight", "sampling_weight", "sampweight", "samp_wt", "SampleWt", "survey_weight"),
    *("pweight", "pw", "PWEIGHT", "fweight", "fw", "aweight", "aw", "iweight", "ipw", "iptw"),
    *("fnlwgt", "repwgt17", "WTMEC2YR", "FINALWT", "case weights", "design.weight", "hhwt"),
    *("gewichtung", "Gewichtungsfaktor", "Fallgewicht", "poids_sondage", "pondération"),
    *("peso_muestral", "factor de expansión", "inverse probability weight", "weight_final"),
]
OF_EITHER = ["weight", "Weights", "wt", "wgt", "w", "Gewicht", "poids", "Peso", "baseline_weight"]
OF_THINGS = [
    *("body weight", "birth_weight", "birthweight", "weight_kg", "Weight (lb)", "tumor weight"),
    *("Körpergewicht", "Geburtsgewicht", "poids (kg)", "peso corporal", "overweight"),
    *("molecular_weight", "weight loss", "weighted_score", "lightweight", "WT1", "wtf", "pow"),
]


@pytest.mark.parametrize("name", OF_ROWS)
def test_that_weights_of_rows_are_known(name: str) -> None:
    assert counting_name(name) == "of_rows"
    assert not may_weigh_bodies(name, ["height", "bmi"], 48, 112)


@pytest.mark.parametrize("name", OF_EITHER)
def test_that_weights_may_be_of_rows_or_of_bodies(name: str) -> None:
    assert counting_name(name) == "weight"
    assert may_weigh_bodies(name, ["truth", "score"], 48, 112)
    assert may_weigh_bodies(name, ["truth", "Height (cm)"], 3, 19)
    assert not may_weigh_bodies(name, ["truth", "score"], 1, 30)
    assert not may_weigh_bodies(name, ["truth", "score"], 120, 4_500)


@pytest.mark.parametrize("name", OF_THINGS)
def test_that_weights_of_things_are_no_weights_of_rows(name: str) -> None:
    assert counting_name(name) == ""
    assert not may_weigh_bodies(name, ["height"], 48, 112)
