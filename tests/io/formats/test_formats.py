"""Every format that must open: a small file of each, and what is to come of it.

`resources/reference/formats/expected.json` has an entry for each file there. To add a format, add
its file and its entry. The entry says

- ``status``: "loaded" or "asked";
- ``format``: what the program calls it; ``columns``; ``rows`` as `inspect` counts them;
- where it is asked: the ``question``, and what the file ``lacks`` ("" for nothing);
- where it is loaded: ``truth``, ``scores``, ``predicted`` (if there is one), ``classes`` with
  the number of rows used of each, ``positive``, ``auc`` as a fraction worked out by hand, or
  null; ``matrix`` (true class, called class, rows) where there are calls; ``excluded`` rows by
  reason; and the codes of ``warnings`` but for "few_per_class", which all of them have.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from evalgui.core.confusion import ConfusionMatrix
from evalgui.io.loading import Loaded, load
from evalgui.io.writers.inspection import inspect

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset

FORMATS = Path(__file__).resolve().parents[3] / "resources" / "reference" / "formats"
EXPECTED: dict[str, dict[str, Any]] = json.loads(
    (FORMATS / "expected.json").read_text(encoding="utf-8")
)
LOADED = {name: entry for name, entry in EXPECTED.items() if entry["status"] == "loaded"}
ASKED = {name: entry for name, entry in EXPECTED.items() if entry["status"] == "asked"}


def cases(entries: dict[str, dict[str, Any]]) -> Any:
    return pytest.mark.parametrize(("name", "expected"), entries.items(), ids=list(entries))


def test_that_every_file_is_expected() -> None:
    assert {path.name for path in FORMATS.iterdir()} - {"expected.json"} == set(EXPECTED)
    assert set(EXPECTED) == set(LOADED) | set(ASKED)


@cases(EXPECTED)
def test_that_a_file_is_understood(name: str, expected: dict[str, Any]) -> None:
    found = inspect([FORMATS / name]).as_json()
    assert found["status"] == expected["status"], found["message"]
    assert found["columns"] == expected["columns"]
    codes = [warning["code"] for warning in found["warnings"]]
    if expected["status"] == "asked":
        assert found["message"] == expected["question"]
        assert (found["rows_total"], codes) == (expected["rows"], [])
        return
    excluded = expected.get("excluded", {})
    assert found["rows_total"] == expected["rows"]
    assert found["rows_excluded"] == excluded
    assert found["rows_used"] == expected["rows"] - sum(excluded.values())
    assert found["class_counts"] == expected["classes"]
    area = expected["auc"]
    assert found["auc"] == (None if area is None else pytest.approx(float(Fraction(area)), 1e-15))
    assert {code for code in codes if code != "few_per_class"} == set(expected.get("warnings", []))


@cases(ASKED)
def test_that_a_question_leaves_nothing_loaded(name: str, expected: dict[str, Any]) -> None:
    found = load(FORMATS / name)
    assert found.dataset is None
    assert found.proposal.question == expected["question"]
    assert found.table.how.format == expected["format"]
    known = found.table.known
    assert (known.lacks if known else "") == expected["lacks"]


@cases(LOADED)
def test_that_a_file_opens_at_once(name: str, expected: dict[str, Any]) -> None:
    found = load(FORMATS / name)
    assert found.proposal.certain
    assert found.table.how.format == expected["format"]
    roles = found.proposal.roles
    assert (roles.truth, roles.predicted or None) == (expected["truth"], expected.get("predicted"))
    dataset = dataset_of(found)
    assert [score.name for score in dataset.scores] == expected["scores"]
    assert all(score.higher_is_positive for score in dataset.scores)
    assert dataset.positive_class == expected["positive"]
    assert set(dataset.classes) == set(expected["classes"])
    if "matrix" in expected:
        assert matrix_of(dataset) == expected["matrix"]


def dataset_of(found: Loaded) -> Dataset:
    assert found.dataset is not None
    return found.dataset


def matrix_of(dataset: Dataset) -> dict[str, dict[str, int]]:
    """Return how many rows of each class are called what."""
    matrix = dataset.matrix
    if matrix is None:
        assert dataset.predicted is not None
        matrix = ConfusionMatrix.from_codes(dataset.truth, dataset.predicted, dataset.classes)
    return {
        true: dict(zip(dataset.classes, row, strict=True))
        for true, row in zip(dataset.classes, matrix.counts.tolist(), strict=True)
    }
