"""Accuracy, F1 and their like are said to hide something where nothing stands beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from evalgui.__main__ import main
from evalgui.core.consequences.settings import Consequences
from evalgui.core.dataset import Dataset, Score
from evalgui.core.requirements import requirement
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.building.alone import ALONE, of_alone
from evalgui.io.building.shown_findings import shown_findings

RATES = ": tell the true positive rate and the true negative rate, or the matrix, beside it"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (
            ["ACC"],
            "Accuracy alone hides which errors were made, and counts a missed one",
        ),
        (["accuracy"], "Accuracy alone"),
        (["ERR"], "Error rate alone"),
        (["F1"], "F1 score alone hides which errors were made, and leaves true negatives out:"),
        (["ACC", "F1"], "Accuracy, F1 score alone hides"),
        (["JACC"], "Jaccard alone"),
    ],
)
def test_that_what_counts_both_errors_together_is_named(names: list[str], told: str) -> None:
    (finding,) = of_alone(names)
    said = str(words_in(Vocabulary.MACHINE_LEARNING).said(finding.text))
    assert said.startswith(told)
    assert said.endswith(RATES)


@pytest.mark.parametrize(
    "names",
    [[], ["TPR"], ["ACC", "TPR", "TNR"], ["F1", "TPR"], ["roc_auc"], ["ACC", "brier"], ["MCC"]],
)
def test_that_others_and_what_stands_beside_them_hide_nothing(names: list[str]) -> None:
    assert list(of_alone(names)) == []


def test_that_it_is_said_in_the_words_of_a_field() -> None:
    (finding,) = of_alone(["ACC"])
    assert "tell the sensitivity and the specificity" in words_in(Vocabulary.CLINICAL).said(
        finding.text
    )


@pytest.mark.parametrize(("asked", "n"), [(("ACC>=0.5",), 1), (("ACC>=0.5", "TPR>=0.5"), 0)])
def test_that_a_requirement_of_accuracy_alone_says_so(asked: tuple[str, ...], n: int) -> None:
    score = Score("s", np.array([0.1, 0.9, 0.3, 0.8]))
    inputs = Inputs(
        Dataset("a.csv", ("0", "1"), np.array([0, 1, 0, 1], dtype=np.int8), 1, (score,))
    )
    said = Consequences(requirements=tuple(map(requirement, asked)))
    found = shown_findings(resolve(replace(inputs, consequences=said)))
    assert sum(one.code == ALONE for one in found) == n


def test_that_the_command_line_says_it_beside_the_requirement(tmp_path: Any, capsys: Any) -> None:
    path = tmp_path / "a.csv"
    path.write_text("truth,score\n1,0.9\n0,0.2\n1,0.7\n0,0.4\n", encoding="utf-8")
    assert main(["evaluate", str(path), "--require", "ACC>=0.5"]) == 0
    assert "info: Accuracy alone hides which errors were made" in capsys.readouterr().out
