"""A histogram of impostors beside genuine scores: a name tells it from scores."""

from __future__ import annotations

import shutil

import pytest

from evalgui.io.writers.inspection import inspect
from tests.io.combinations.made import DATA

FORMATS = DATA.parents[3] / "resources" / "reference" / "formats"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_that_the_counts_of_the_histogram_are_those_of_scores(order) -> None:
    paths = [FORMATS / "impostor_histogram.txt", FORMATS / "genuine_scores.txt"]
    found = inspect([paths[place] for place in order]).as_json()
    assert found["status"] == "loaded"
    assert found["combination"] == "histogram of impostors and genuine scores"
    assert found["auc"] == 27 / 40
    assert found["why"] == (
        "'impostor_histogram.txt' counts the impostors of each score, beside the genuine scores "
        "of 'genuine_scores.txt'"
    )


def test_that_whole_numbers_are_scores_where_no_name_says_otherwise(tmp_path) -> None:
    shutil.copy(FORMATS / "impostor_histogram.txt", tmp_path / "impostor.txt")
    shutil.copy(FORMATS / "genuine_scores.txt", tmp_path / "genuine.txt")
    found = inspect([tmp_path / "genuine.txt", tmp_path / "impostor.txt"]).as_json()
    assert found["combination"] == "one file for each class"
    assert "maybe_histogram" in {warning["code"] for warning in found["warnings"]}
