"""Weights with fractions on the command line, in Python, tables, reports and kept work."""

from __future__ import annotations

import csv
import io
import json
import re
from decimal import Decimal

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, roc_auc_score

import evalgui
from evalgui.__main__ import main
from evalgui.core.weights import NO_COUNTS

RANDOM = np.random.default_rng(5)
TRUTH = RANDOM.random(200) < 0.4
SCORES = RANDOM.normal(TRUTH * 1.2, 1.0).round(1)
WEIGHTS = RANDOM.choice([0.1, 0.25, 1.3, 2.0], 200)
CALLS = SCORES >= 0.5


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("weights") / "w.csv"
    rows = zip(TRUTH.astype(int), SCORES, -SCORES, WEIGHTS, strict=True)
    lines = ["y,s,other,w", *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def run(file, capsys):
    def run(command, *words, code=0):
        roles = ["--truth", "y", "--score", "s", "--positive", "1", "--higher-is-positive"]
        found = main([command, str(file), *roles, "--weight", "w", *words])
        printed = capsys.readouterr()
        assert found == code, printed.err
        return printed.err if code else printed.out

    return run


def expected():
    (tn, fp), (fn, tp) = confusion_matrix(TRUTH, CALLS, sample_weight=WEIGHTS)
    return {"tp": tp, "fp": fp, "fn": fn, "tn": tn}


def test_that_json_and_python_have_the_weighted_numbers(run):
    found = json.loads(run("evaluate", "--threshold", "0.5", "--format", "json"))
    assert found["counts"] == pytest.approx(expected(), rel=1e-12)
    assert found["n"] == pytest.approx(WEIGHTS.sum(), rel=1e-12)
    area = roc_auc_score(TRUTH, SCORES, sample_weight=WEIGHTS)
    assert found["areas"]["roc_auc"] == pytest.approx(area, rel=1e-12)
    assert NO_COUNTS in found["area_intervals"]["roc_auc"]["undefined"]
    assert found["intervals"]["TPR"]["method"] == "Wilson, effective n by weight"
    columns = {"truth": TRUTH.astype(int), "score": SCORES, "weight": WEIGHTS}
    asked = {"positive": 1, "higher_is_positive": True, "threshold": 0.5}
    python = evalgui.evaluate(**columns, **asked)
    assert (python.counts.tp, python.counts.fn) == (found["counts"]["tp"], found["counts"]["fn"])
    assert python.value("roc_auc") == found["areas"]["roc_auc"]
    assert python.n == found["n"]
    whole = evalgui.evaluate(**columns | {"weight": np.ceil(WEIGHTS).astype(int)}, **asked)
    assert all(type(n) is int for n in (whole.counts.tp, whole.counts.tn, whole.n))


def test_that_tables_hold_sums_and_no_truncated_counts(run):
    counts = expected()
    lines = list(
        csv.DictReader(io.StringIO(run("table", "--table", "criterion", "--format", "csv")))
    )
    at = next(line for line in lines if line["threshold"] == "0.5")
    assert {name: float(at[name]) for name in counts} == pytest.approx(counts, rel=1e-12)
    intervals = json.loads(run("evaluate", "--threshold", "0.5", "--format", "json"))["intervals"]
    for measure in ("TPR", "TNR", "PPV", "NPV", "LRP", "LRN"):
        limits = [float(at[f"{measure}_{end}"]) for end in ("low", "high")]
        there = intervals[measure]
        assert limits == pytest.approx([there["low"], there["high"]], rel=1e-9)
    matrix = list(
        csv.reader(
            io.StringIO(run("table", "--table", "matrix", "--threshold", "0.5", "--format", "csv"))
        )
    )
    for line in matrix[1:]:  # decimals add up as they are written
        cells = [Decimal(cell) for cell in line[1:]]
        assert cells[0] + cells[1] == cells[2]
    assert float(matrix[1][1]) == pytest.approx(counts["tp"], rel=1e-12)
    for table in ("scores", "histogram"):
        lines = list(csv.DictReader(io.StringIO(run("table", "--table", table, "--format", "csv"))))
        total = sum(float(line["positive"]) for line in lines)
        assert total == pytest.approx(WEIGHTS[TRUTH].sum(), rel=1e-12)
    rules = run("table", "--table", "rules", "--format", "csv")
    assert "are no counts of cases" in next(one for one in rules.splitlines() if '"cost"' in one)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("evaluate", ["--at", "cost"]),
        ("evaluate", ["--at", "sensitivity-limit=0.9"]),
        ("evaluate", ["--at", "chi-squared"]),
        ("evaluate", ["--bootstrap", "100"]),
        ("evaluate", ["--stability", "50"]),
        ("evaluate", ["--interval", "proportion=clopper-pearson"]),
        ("evaluate", ["--interval", "auc=delong"]),
        ("rules", ["--biometrics"]),
    ],
)
def test_that_what_needs_counts_is_refused_by_name(run, command, words):
    assert NO_COUNTS in run(command, *words, code=2)


def test_that_scores_are_not_compared_by_weight(file, capsys):
    roles = ["--truth", "y", "--score", "s", "--score", "other", "--positive", "1"]
    assert main(["compare", str(file), *roles, "--weight", "w"]) == 2
    assert NO_COUNTS in capsys.readouterr().err


CLASSES = np.array(["a", "b", "c"])
TRUE_CLASSES = RANDOM.integers(0, 3, 200)
CALLED = np.where(RANDOM.random(200) < 0.7, TRUE_CLASSES, RANDOM.integers(0, 3, 200))


@pytest.fixture(params=[2, 3])
def called(request, tmp_path):
    """Return a file of calls alone, what to say of it, and its truth and calls."""
    two = request.param == 2
    truth = TRUTH.astype(int) if two else CLASSES[TRUE_CLASSES]
    calls = CALLS.astype(int) if two else CLASSES[CALLED]
    path = tmp_path / "calls.csv"
    lines = [
        "y,pred,w",
        *(",".join(map(str, row)) for row in zip(truth, calls, WEIGHTS, strict=True)),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = ["--truth", "y", "--predicted", "pred", "--weight", "w"]
    return path, said + ["--positive", "1"] * two, truth, calls


def test_that_calls_alone_are_weighed(called, capsys, tmp_path):
    path, said, truth, calls = called

    def printed(command, *words):
        assert main([command, str(path), *said, *words]) == 0
        return capsys.readouterr().out

    found = json.loads(printed("evaluate", "--format", "json"))
    cells = confusion_matrix(truth, calls, sample_weight=WEIGHTS)
    cells = cells if len(cells) == 3 else cells[::-1, ::-1]  # the positive class is first
    np.testing.assert_allclose(found["matrix"], cells, rtol=1e-12)
    assert found["n"] == pytest.approx(WEIGHTS.sum(), rel=1e-12)
    rate = "TPR" if len(cells) == 2 else "BACC"
    assert "effective n by weight" in found["intervals"][rate]["method"]
    sizes = [one["support"] for one in found["per_class"].values()]
    assert sizes == pytest.approx(cells.sum(axis=1).tolist(), rel=1e-12)

    matrix = list(csv.reader(io.StringIO(printed("table", "--table", "matrix", "--format", "csv"))))
    for line in matrix[1:]:  # decimals add up as they are written
        *own, total = map(Decimal, line[1:])
        assert sum(own) == total
    classes = csv.DictReader(io.StringIO(printed("table", "--table", "classes", "--format", "csv")))
    assert {float(one["support"]) for one in classes} == set(sizes)

    report = tmp_path / "calls.html"
    printed("report", "--out", str(report))
    told = re.sub(r"(?s)<svg.*?</svg>|<path[^>]*>", "", report.read_text(encoding="utf-8"))
    assert "effective n by weight" in told
    for text in (told, printed("evaluate")):
        assert not re.search(r"\d\.\d*(0000000|9999999)\d?\b", text)
        assert f"{WEIGHTS.sum():.10g}" in text
    flow = re.search(r"Flow of the rows.*?</svg>", report.read_text(encoding="utf-8"), re.DOTALL)
    assert f"{cells[0, 0]:.4f}".rstrip("0").rstrip(".") in flow.group()

    given = {"truth": truth, "predicted": calls, "weight": WEIGHTS}
    python = evalgui.evaluate(**given, **({"positive": 1} if len(cells) == 2 else {}))
    assert python.n == found["n"]
    assert python.matrix.to_numpy().tolist() == found["matrix"]
    accuracy = python.measures.set_index("id").loc["ACC" if len(cells) == 2 else "SMC_K"]
    assert accuracy["denominator"] == found["n"]


def test_that_methods_that_know_the_worth_of_weights_are_taken(called, capsys):
    path, said, *_ = called
    words = ["--interval", "k-classes=delta", "--interval", "proportion=jeffreys"]
    assert main(["evaluate", str(path), *said, *words]) == 0
    assert "Jeffreys, effective n by weight" in capsys.readouterr().out


def test_that_exact_intervals_of_calls_alone_are_refused_by_name(called, capsys):
    path, said, *_ = called
    words = ["--interval", "proportion=clopper-pearson"]
    assert main(["evaluate", str(path), *said, *words]) == 2
    assert NO_COUNTS in capsys.readouterr().err


def test_that_a_report_has_them(run, tmp_path):
    path = tmp_path / "r.html"
    run("report", "--threshold", "0.5", "--grey", "0.1", "0.9", "--out", str(path))
    told = path.read_text(encoding="utf-8")
    counts = expected()
    assert f"{counts['fn']:.4f}".rstrip("0").rstrip(".") in told
    assert "effective n by weight" in told
    assert NO_COUNTS in told


def test_that_sums_are_told_as_short_as_weights_are(run, tmp_path):
    path = tmp_path / "r.html"
    run("report", "--threshold", "0.5", "--out", str(path))
    report = re.sub(r"(?s)<svg.*?</svg>|<path[^>]*>", "", path.read_text(encoding="utf-8"))
    wanted = ["--threshold", "0.5", "--grey", "0.1", "0.9"]
    found = json.loads(run("evaluate", *wanted, "--format", "json"))
    states = found["metrics"]["ACC"], found["per_class"]["1"]["metrics"]["ERR"]
    told = [found["n"], found["n_positive"], found["per_class"]["1"]["support"]]
    told += [one[name] for one in states for name in ("numerator", "denominator")]
    told += [zone["n"] for zone in found["grey"]["zones"].values()]
    assert all(len(repr(one)) <= 7 for one in told), told
    printed = run("evaluate", *wanted)
    assert not re.search(r"\d\.\d*(0000000|9999999)\d?\b", f"{report}{printed}")
    assert f"({WEIGHTS[TRUTH].sum():.10g} positive" in printed
