"""Every value of the worked examples of the four source texts, and every erratum."""

from __future__ import annotations

import json
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.counts import Counts
from evalgui.core.curves import PRECISION_RECALL, vertices
from evalgui.core.multiclass import matrix_metric_by_id
from evalgui.core.score_table import ScoreTable
from tests.core.worked_examples import COMPUTED, OVERALL, TWO_CLASS, claim, counts_of, of

ROOT = Path(__file__).parents[2]
DATA = json.loads((ROOT / "tests/data/core/all_worked_examples.json").read_text(encoding="utf-8"))
EXAMPLES = DATA["examples"]
BY_ID = {example["id"]: example for example in EXAMPLES}
SHIPPED = json.loads((ROOT / "resources/worked_examples/examples.json").read_text(encoding="utf-8"))
ERRATA = json.loads((ROOT / "resources/worked_examples/errata.json").read_text(encoding="utf-8"))


def number(text):
    """Read "7/15", "inf" and plain numbers; None is undefined."""
    if text is None:
        return math.nan
    return float(Fraction(text)) if isinstance(text, str) and "/" in text else float(text)


def check(found, expected, where):
    if isinstance(expected, list):
        assert len(found) == len(expected), where
        for place, (one, other) in enumerate(zip(found, expected, strict=True)):
            check(one, other, f"{where}[{place}]")
    elif isinstance(expected, dict):
        assert expected.keys() <= found.keys(), where
        for key, value in expected.items():
            check(found[key], value, f"{where}.{key}")
    elif isinstance(found, str):
        assert found == expected, where
    else:
        assert found == pytest.approx(number(expected), rel=1e-12, abs=1e-12, nan_ok=True), where


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_that_an_example_gives_every_one_of_its_values(example):
    found = COMPUTED[example["kind"]](example)
    for name, entry in example["expected"].items():
        check(found[name], entry["value"], f"{example['id']}: {name}")
        if "exact" in entry:
            check(found[name], entry["exact"], f"{example['id']}: {name}, exact")


def test_that_none_of_the_values_is_missing():
    assert len(EXAMPLES) == len(BY_ID) == 70
    assert sum(len(example["expected"]) for example in EXAMPLES) == 741
    assert set(COMPUTED) == {example["kind"] for example in EXAMPLES}


def test_that_a_formula_that_is_printed_wrongly_gives_another_value():
    for example_id, right, wrong in (
        ("tharwat-2018/mcc-second-form", "MCC", "as_printed_N_total"),
        ("tharwat-2018/mcc-second-form", "MCC", "as_printed_N_negatives"),
        ("rezankova-husek-2015/falpha-two-sides", "right_side", "left_side"),
        ("validation-post/f-proof", "F1", "as_printed"),
        ("rezankova-husek-2015/table3.1-333", "RH", "RH_eq35_as_printed"),
        ("binu-2022/cats-dogs", "F1", "F1_as_printed"),
    ):
        example = BY_ID[example_id]
        found = COMPUTED[example["kind"]](example)
        assert abs(found[right] - found[wrong]) > 0.01, example_id


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_that_a_printed_number_is_the_rounded_value_unless_an_erratum_says_otherwise(example):
    for name, entry in example["expected"].items():
        if "printed" not in entry or entry["value"] is None:
            continue
        digits = len(entry["printed"].partition(".")[2])
        half = 0.5 * 10**-digits + 1e-9
        agrees = abs(float(entry["printed"]) - entry["value"]) <= half
        assert agrees == entry["printed_ok"], name


def test_that_the_order_claim_fails_on_the_two_tables_that_were_left_out():
    found = claim(BY_ID["rezankova-husek-2015/table3.1-order-claim"])
    for one, other in (("3,1,1", "3,3,0"), ("3,3,1", "2,2,2")):
        rh = found["RH"][one] - found["RH"][other]
        norm = found["DIF2NORM"][one] - found["DIF2NORM"][other]
        assert rh * norm < 0
    diagonals = {
        tuple(map(int, example["id"][-3:]))
        for example in EXAMPLES
        if "table3.1-" in example["id"] and example["kind"] == "matrixKxK"
    }
    assert len(diagonals) == 20


def test_that_the_numbers_behind_the_errata_hold():
    balanced, skewed = Counts(70, 20, 30, 80), Counts(70, 200, 30, 800)
    assert of("F1", skewed) == 140 / (140 + 10 * 20 + 30)  # E03: FN does not grow
    assert 140 / (140 + 200 + 300) == 0.21875
    assert of("YI", Counts(0, 90, 90, 0)) == -1.0  # E04
    rounded = 0.79 - (of("TNR", skewed) - of("TPR", skewed)) / 1.5
    assert round(rounded, 3) == 0.723  # E05
    assert round(of("OP", skewed), 3) == 0.724
    table = BY_ID["tharwat-2018/roc-table1"]["inputs"]
    plain = ScoreTable(table["scores"], table["labels"])
    assert ScoreTable(2 * np.array(table["scores"]) - 1, table["labels"]).auc == plain.auc  # E09
    assert vertices(PRECISION_RECALL, plain).ys[0][-1] == 0.5  # E15
    assert round(of("PREV", skewed), 4) == 0.0909  # E26
    assert round(of("PPR", skewed), 4) == 0.2455
    assert of("DOR", balanced) == pytest.approx(of("LRP", balanced) / of("LRN", balanced))  # E30
    assert of("SS1", balanced) == 2 * 150 / (2 * 150 + 50)  # E32
    assert of("RT", balanced) == 150 / (150 + 2 * 50)
    assert format(0.625, ".2f") == "0.62"  # E53
    assert of("KAPPA", Counts(10, 40, 40, 10)) == pytest.approx(-0.6)  # E54


def test_that_the_examples_shipped_for_teaching_are_these():
    assert [example["id"] for example in SHIPPED] == [example["id"] for example in EXAMPLES]
    for shipped in SHIPPED:
        known = BY_ID[shipped["id"]]
        assert shipped["title"]
        assert (shipped["source"], shipped["place"]) == (known["source"], known["place"])
        assert [entry["name"] for entry in shipped["values"]] == list(known["expected"])
        for entry in shipped["values"]:
            facts = known["expected"][entry["name"]]
            for field in ("exact", "value", "printed"):
                assert entry.get(field) == facts.get(field), (shipped["id"], entry["name"])
            if facts.get("printed_ok") is False:
                assert entry["erratum"] in shipped["errata"]


def opened(shipped):
    """Load a shipped example by what the file says of it alone."""
    inputs = shipped["inputs"]
    if shipped["opens"] == "matrix":
        return ConfusionMatrix.from_table(
            inputs["table"], inputs["classes"], rows_are_actual=inputs["rows_are_actual"]
        )
    if shipped["opens"] == "labels":
        return ConfusionMatrix.from_codes(
            np.array(inputs["actual"]), np.array(inputs["predicted"]), ("0", "1")
        )
    c = counts_of(inputs)
    return ConfusionMatrix(("positive", "negative"), [[c.tp, c.fn], [c.fp, c.tn]])


@pytest.mark.parametrize(
    "shipped",
    [e for e in SHIPPED if e["opens"] in ("matrix", "labels", "counts")],
    ids=lambda shipped: shipped["id"],
)
def test_that_a_shipped_example_finds_its_own_measures(shipped):
    matrix = opened(shipped)
    for entry in shipped["values"]:
        name = entry.get("class", matrix.classes[1 if entry.get("swapped") else 0])
        counts = matrix.one_versus_rest(matrix.index(name))
        if "count" in entry:
            found = getattr(counts, entry["count"].lower())
        elif entry["metric"] is None:
            continue
        elif entry["metric"] in OVERALL and entry["metric"] not in TWO_CLASS:
            found = matrix_metric_by_id(entry["metric"]).value(matrix)
        else:
            found = of(entry["metric"], counts, **entry.get("parameters", {}))
        check(found, entry["value"], entry["name"])


def test_that_every_erratum_is_explained_in_one_sentence():
    facts = DATA["errata"]
    assert [e["id"] for e in ERRATA] == [e["id"] for e in facts] == sorted(e["id"] for e in facts)
    assert len(ERRATA) == 63
    for shipped, known in zip(ERRATA, facts, strict=True):
        assert all(shipped[field] == known[field] for field in ("source", "place", "kind"))
        assert shipped["printed"]
        assert shipped["correct"]
        sentence = shipped["explanation"]
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert sentence.count(". ") == 0
    known_ids = {erratum["id"] for erratum in ERRATA}
    for example in SHIPPED:
        assert set(example["errata"]) <= known_ids
        assert {e["erratum"] for e in example["values"] if "erratum" in e} <= set(example["errata"])


def test_that_the_errata_name_measures_that_exist():
    of_curves = {"ROC", "AUC", "PR", "PR_AUC", "PR_INTERP", "FAR", "FRR", "EER", "DET"}
    of_scores = {"AUC_TOTAL", "HAND_TILL"}
    named = Counter(name for erratum in ERRATA for name in erratum["metrics"])
    assert set(named) <= TWO_CLASS | OVERALL | of_curves | of_scores
