"""The bundled samples: their values, their counts, and that the scripts make them again."""

from __future__ import annotations

import csv
import importlib.util
import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "resources" / "samples"
GENERATORS = ROOT / "packaging" / "samples"

# Tharwat (2018), Table 1, retyped: threshold, TP, FN, TN, FP.
TABLE_1 = (
    ("inf", 0, 10, 10, 0),
    ("0.82", 1, 9, 10, 0),
    ("0.80", 2, 8, 10, 0),
    ("0.75", 2, 8, 9, 1),
    ("0.70", 3, 7, 9, 1),
    ("0.62", 4, 6, 9, 1),
    ("0.60", 5, 5, 9, 1),
    ("0.54", 5, 5, 8, 2),
    ("0.50", 5, 5, 7, 3),
    ("0.49", 6, 4, 7, 3),
    ("0.45", 6, 4, 6, 4),
    ("0.40", 7, 3, 6, 4),
    ("0.39", 7, 3, 5, 5),
    ("0.37", 8, 2, 5, 5),
    ("0.32", 8, 2, 4, 6),
    ("0.30", 8, 2, 3, 7),
    ("0.26", 8, 2, 2, 8),
    ("0.23", 9, 1, 2, 8),
    ("0.21", 9, 1, 1, 9),
    ("0.19", 10, 0, 1, 9),
    ("0.10", 10, 0, 0, 10),
)
# Binu (2022), the ROC example with n = 5: class and score, in the order of the text.
BINU = [("c1", "0.9"), ("c2", "0.8"), ("c1", "0.8"), ("c1", "0.8"), ("c2", "0.1")]
# The validation post, Example 1: class and score, in the order of the table.
VALIDATION_POST = [
    ("+", "0.25"),
    ("-", "0.43"),
    ("+", "0.53"),
    ("-", "0.76"),
    ("-", "0.85"),
    ("-", "0.85"),
    ("+", "0.85"),
    ("-", "0.87"),
    ("+", "0.93"),
    ("+", "0.95"),
]
MENU = ["tharwat-2018", "binu-2022", "validation-post", "clinical", "biometric"]
CLASS_COUNTS = {
    "tharwat-2018": {"positive": 10, "negative": 10},
    "binu-2022": {"c1": 3, "c2": 2},
    "validation-post": {"+": 5, "-": 5},
    "clinical": {"malignant": 212, "benign": 357},
    "biometric": {"genuine": 2_000, "impostor": 100_000},
    "iris": {"setosa": 50, "versicolor": 50, "virginica": 50},
}


def load_index() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((SAMPLES / "index.json").read_text(encoding="utf-8"))
    return entries


INDEX = {entry["id"]: entry for entry in load_index()}


def read_table(path: Path) -> tuple[list[str], list[list[str]]]:
    with path.open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream)
    return header, rows


def column(identifier: str, name: str) -> list[str]:
    header, rows = read_table(SAMPLES / INDEX[identifier]["file"])
    return [row[header.index(name)] for row in rows]


def truth_and_scores(identifier: str, score: str | None = None) -> tuple[list[bool], list[str]]:
    roles = INDEX[identifier]["roles"]
    truth = [name == roles["positive"] for name in column(identifier, roles["truth"])]
    return truth, column(identifier, score or roles["score"])


def naive_auc(truth: list[bool], scores: list[str]) -> Fraction:
    """Return the share of pairs in the right order, half for a tie, pair by pair."""
    exact = [Fraction(score) for score in scores]
    positive = [score for score, is_positive in zip(exact, truth, strict=True) if is_positive]
    negative = [score for score, is_positive in zip(exact, truth, strict=True) if not is_positive]
    won = sum((Fraction((p > n) - (p < n) + 1, 2) for p in positive for n in negative), Fraction())
    return won / (len(positive) * len(negative))


def load_generator(name: str) -> ModuleType:
    if name != "make_biometric":
        pytest.importorskip("sklearn")
    specification = importlib.util.spec_from_file_location(name, GENERATORS / f"{name}.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


# The index and the files


def test_that_the_index_names_every_sample_and_nothing_else() -> None:
    listed = [entry["file"] for entry in load_index()]
    assert sorted(listed) == sorted(path.name for path in SAMPLES.glob("*.csv"))
    assert len({entry["id"] for entry in load_index()}) == len(listed)


def test_that_the_menu_lists_the_two_class_samples_first_and_then_iris() -> None:
    shown = [entry["id"] for entry in load_index()]
    assert shown == [*MENU, "iris"]
    assert all(INDEX[identifier]["kind"] == "two-class" for identifier in MENU)


@pytest.mark.parametrize("identifier", INDEX)
def test_that_an_entry_is_complete(identifier: str) -> None:
    entry = INDEX[identifier]
    named = {"id", "file", "title", "description", "kind", "roles"}
    assert named <= set(entry) <= {*named, "stands_for"}
    assert entry["title"].strip() == entry["title"] != ""
    assert re.fullmatch(r"[A-Z][^.]*\.", entry["description"])


@pytest.mark.parametrize("identifier", MENU)
def test_that_the_roles_of_a_two_class_sample_fit_its_file(identifier: str) -> None:
    roles = INDEX[identifier]["roles"]
    header, _ = read_table(SAMPLES / INDEX[identifier]["file"])
    others = roles.get("other_scores", [])
    assert set(roles) - {"other_scores"} == {"truth", "score", "positive", "higher_is_positive"}
    assert {roles["truth"], roles["score"], *others} <= set(header)
    assert roles["positive"] in CLASS_COUNTS[identifier]
    truth, scores = truth_and_scores(identifier)
    numbers = np.array(scores, dtype=np.float64)
    positive = np.array(truth)
    assert np.isfinite(numbers).all()
    # A positive row scores higher than a negative one more often than lower.
    negative = np.sort(numbers[~positive])
    below = np.searchsorted(negative, numbers[positive], side="left").sum()
    above = (len(negative) - np.searchsorted(negative, numbers[positive], side="right")).sum()
    assert below > above
    assert roles["higher_is_positive"] is True


def test_that_the_roles_of_the_three_class_sample_fit_its_file() -> None:
    roles = INDEX["iris"]["roles"]
    header, _ = read_table(SAMPLES / INDEX["iris"]["file"])
    assert set(roles["scores"]) == set(CLASS_COUNTS["iris"])
    assert {roles["truth"], roles["predicted"], *roles["scores"].values()} <= set(header)


@pytest.mark.parametrize("identifier", INDEX)
def test_that_a_sample_has_the_stated_rows_of_each_class(identifier: str) -> None:
    truth = column(identifier, INDEX[identifier]["roles"]["truth"])
    assert Counter(truth) == CLASS_COUNTS[identifier]


@pytest.mark.parametrize("identifier", INDEX)
def test_that_a_sample_is_plain_csv(identifier: str) -> None:
    path = SAMPLES / INDEX[identifier]["file"]
    content = path.read_bytes()
    assert content.isascii()
    assert b"\r" not in content
    assert content.endswith(b"\n")
    header, rows = read_table(path)
    assert len(set(header)) == len(header)
    assert {len(row) for row in rows} == {len(header)}
    assert all(cell == cell.strip() != "" for row in rows for cell in row)


@pytest.mark.parametrize("identifier", INDEX)
def test_that_the_readme_gives_provenance_and_licence(identifier: str) -> None:
    readme = (SAMPLES / "README.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"(?ms)^## (\S+)\n(.*?)(?=^## |\Z)", readme))
    section = sections[INDEX[identifier]["file"]]
    assert re.search(r"(?m)^(Source: |Made by )", section)
    assert re.search(r"(?m)^Licence: \S", section)


def test_that_no_file_names_a_host() -> None:
    texts = [*SAMPLES.glob("*.md"), *SAMPLES.glob("*.json"), *GENERATORS.glob("*.py")]
    assert len(texts) == 5
    for path in texts:
        content = path.read_text(encoding="utf-8")
        found = re.search(r"://|\blocalhost\b|\w\.(com|org|net|io|dev|edu)\b", content)
        assert found is None, (path.name, found)


# The retyped examples


def test_that_tharwat_gives_every_row_of_table_1() -> None:
    truth, scores = truth_and_scores("tharwat-2018")
    assert scores == [threshold for threshold, *_ in TABLE_1[1:]]
    for threshold, *counts in TABLE_1:
        called = [threshold != "inf" and Fraction(score) >= Fraction(threshold) for score in scores]
        outcome = Counter(zip(truth, called, strict=True))
        recount = [outcome[True, True], outcome[True, False]]
        recount += [outcome[False, False], outcome[False, True]]
        assert recount == counts, threshold


def test_that_binu_is_the_example_of_the_text() -> None:
    pairs = zip(column("binu-2022", "class"), column("binu-2022", "score"), strict=True)
    assert list(pairs) == BINU


def test_that_the_validation_post_is_the_example_of_the_text() -> None:
    classes = column("validation-post", "actual_class")
    scores = column("validation-post", "predicted_probability")
    assert list(zip(classes, scores, strict=True)) == VALIDATION_POST


@pytest.mark.parametrize(
    ("identifier", "area"),
    [
        ("tharwat-2018", Fraction(17, 25)),
        ("binu-2022", Fraction(5, 6)),
        ("validation-post", Fraction(14, 25)),
    ],
)
def test_that_the_area_of_a_retyped_example_is_exact(identifier: str, area: Fraction) -> None:
    assert naive_auc(*truth_and_scores(identifier)) == area


# The clinical sample


def test_that_the_clinical_scores_are_of_different_worth() -> None:
    areas = [
        naive_auc(*truth_and_scores("clinical", name))
        for name in ("logistic_regression", "decision_tree", "mean_radius")
    ]
    assert areas == sorted(areas, reverse=True)
    assert areas[0] > Fraction(99, 100)
    assert Fraction(9, 10) < areas[2] < Fraction(19, 20)


def test_that_the_tree_ties_and_the_regression_does_not() -> None:
    assert len(set(column("clinical", "decision_tree"))) < 50
    assert len(set(column("clinical", "logistic_regression"))) == 569


# The biometric sample


def test_that_every_probe_meets_its_own_reference_once_and_fifty_others() -> None:
    header, rows = read_table(SAMPLES / "biometric.csv")
    assert header[:4] == ["probe_subject", "probe_sample", "reference_subject", "comparison"]
    per_probe: dict[tuple[str, str], Counter[str]] = {}
    for subject, sample, reference, comparison, _ in rows:
        assert (subject == reference) == (comparison == "genuine")
        per_probe.setdefault((subject, sample), Counter())[reference] += 1
    assert len({subject for subject, _ in per_probe}) == 200
    assert len(per_probe) == 2_000
    for (subject, _), references in per_probe.items():
        assert references[subject] == 1
        assert len(references) == references.total() == 51


def test_that_the_biometric_scores_are_realistic() -> None:
    truth, text = truth_and_scores("biometric")
    assert "-0.0000" not in text
    scores = np.array(text, dtype=np.float64)
    positive = np.array(truth)
    assert -1 < scores.min() < 0 < scores.max() < 1
    assert len(set(text)) < len(text) / 10
    thresholds = np.unique(scores)
    misses = np.searchsorted(np.sort(scores[positive]), thresholds) / positive.sum()
    alarms = 1 - np.searchsorted(np.sort(scores[~positive]), thresholds) / (~positive).sum()
    nearest = np.abs(misses - alarms).argmin()
    assert 0.02 < misses[nearest] < 0.04
    assert 0.02 < alarms[nearest] < 0.04


def test_that_genuine_scores_of_one_subject_are_alike() -> None:
    header, rows = read_table(SAMPLES / "biometric.csv")
    genuine = [row for row in rows if row[header.index("comparison")] == "genuine"]
    scores = np.array([row[-1] for row in genuine], dtype=np.float64).reshape(200, 10)
    # Independent scores would give a ratio near 1: the variance of means of ten, times ten.
    ratio = 10 * scores.mean(axis=1).var(ddof=1) / scores.var(axis=1, ddof=1).mean()
    assert ratio > 5


def test_that_the_biometric_file_is_small_enough_to_ship() -> None:
    assert (SAMPLES / "biometric.csv").stat().st_size < 4_000_000


# The three-class sample


def test_that_the_iris_prediction_is_the_likeliest_class() -> None:
    roles = INDEX["iris"]["roles"]
    names = list(roles["scores"])
    columns = [column("iris", name) for name in roles["scores"].values()]
    probabilities = np.array(columns, dtype=np.float64).T
    assert probabilities.min() >= 0
    assert np.abs(probabilities.sum(axis=1) - 1).max() < 2e-8
    likeliest = [names[index] for index in probabilities.argmax(axis=1)]
    assert column("iris", roles["predicted"]) == likeliest


def test_that_some_iris_flowers_are_confused() -> None:
    species = column("iris", "species")
    wrong = sum(a != b for a, b in zip(species, column("iris", "predicted"), strict=True))
    assert 3 <= wrong <= 15


# The scripts


# Rounding in the last written decimal is allowed to differ between platforms and versions.
@pytest.mark.parametrize(
    ("identifier", "n_numbers", "tolerance"),
    [("clinical", 3, 1e-6), ("biometric", 1, 1.5e-4), ("iris", 3, 1e-6)],
)
def test_that_the_script_makes_the_file_again(
    identifier: str, n_numbers: int, tolerance: float, tmp_path: Path
) -> None:
    module = load_generator(f"make_{identifier}")
    module.main([str(tmp_path / "made.csv")])
    made_header, made = read_table(tmp_path / "made.csv")
    header, rows = read_table(SAMPLES / f"{identifier}.csv")
    assert made_header == header
    assert [row[:-n_numbers] for row in made] == [row[:-n_numbers] for row in rows]
    made_numbers = np.array([row[-n_numbers:] for row in made], dtype=np.float64)
    numbers = np.array([row[-n_numbers:] for row in rows], dtype=np.float64)
    np.testing.assert_allclose(made_numbers, numbers, rtol=0, atol=tolerance)


def test_that_the_clinical_sample_agrees_with_its_source() -> None:
    datasets = pytest.importorskip("sklearn.datasets")
    source = datasets.load_breast_cancer()
    truth = [str(source.target_names[index]) for index in source.target]
    assert column("clinical", "diagnosis") == truth
    radius = np.array(column("clinical", "mean_radius"), dtype=np.float64)
    np.testing.assert_array_equal(radius, source.data[:, 0])
