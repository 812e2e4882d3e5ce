"""Scores that may be in per cent are asked about once, by their name and where they lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.building.per_cent import PER_CENT
from evalgui.io.building.shown_findings import shown_findings

TRUTH = np.array([0, 1, 0, 1], dtype=np.int8)


def asked(score: Score, scale: Scale | None = None) -> list[str]:
    inputs = Inputs(Dataset("a.csv", ("0", "1"), TRUTH, 1, (score,)))
    inputs = replace(inputs, consequences=Consequences(scale))
    return [one.text for one in shown_findings(resolve(inputs)) if one.code == PER_CENT]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "risk score (%)",
            "risk (%)",
            "% risk",
            "risk_percent",
            "prob",
            "Probability of death",
            "PCT",
            "my risk",
        ),
        *("Risiko", "Wahrscheinlichkeit", "risque", "probabilidad", "kans op sterfte"),
    ],
)
def test_that_the_name_asks_in_several_languages(name: str) -> None:
    (text,) = asked(Score(name, np.array([3.0, 88.5, 12.0, 100.0])))
    assert text == (
        f"the scores of '{name}' run from 3 to 100: are these probabilities in per cent? "
        "Say so with --score-kind percent, or other"
    )


def test_that_the_unit_asks() -> None:
    assert asked(Score("model", np.array([3.0, 88.0, 12.0, 60.0]), unit="%"))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("risk", [0.1, 0.9, 0.2, 1.0]),
        ("risk", [3.0, 100.5, 12.0, 60.0]),
        ("risk", [-1.0, 88.0, 12.0, 60.0]),
        ("risk", [3.0, np.inf, 12.0, 60.0]),
        ("mean_radius", [3.0, 88.0, 12.0, 60.0]),
        ("asterisk", [3.0, 88.0, 12.0, 60.0]),
        ("risk_score", [3.0, 8.0, 1.0, 6.0]),
        ("Risiko Punkte", [3.0, 8.0, 1.0, 6.0]),
    ],
)
def test_that_others_are_not_asked_about(name: str, values: list[float]) -> None:
    assert asked(Score(name, np.array(values))) == []


def test_that_lower_ones_are_not() -> None:
    score = Score("risk", np.array([3.0, 88.0, 12.0, 60.0]), higher_is_positive=False)
    assert asked(score) == []


@pytest.mark.parametrize("scale", list(Scale))
def test_that_nothing_is_asked_once_it_was_said(scale: Scale) -> None:
    assert asked(Score("risk", np.array([3.0, 88.0, 12.0, 60.0])), scale) == []
