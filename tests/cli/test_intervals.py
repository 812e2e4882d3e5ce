"""How sure the numbers are, on the command line."""

from __future__ import annotations

import csv
import io
import json
import math

import numpy as np
import pytest
from scipy.stats import beta, norm
from statsmodels.stats.proportion import proportion_confint

from evalgui.__main__ import main
from evalgui.core.metrics import METRICS
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.loading import load
from evalgui.io.samples import sample_by_id
from tests.cli.running import THARWAT, evaluate, refused
from tests.support.exported import measures_table

IRIS = str(sample_by_id("iris").path)
FILE = (THARWAT, "--positive", "positive", "--threshold", "0.6", "--prespecified")


def test_that_every_measure_has_an_interval_with_its_method_and_n(capsys):
    found = evaluate(capsys, *FILE)
    assert list(found["intervals"]) == list(found["metrics"]) == [metric.id for metric in METRICS]
    assert found["sampling"] == "cohort"
    assert found["at_prevalence"] is None
    low, high = proportion_confint(5, 10, method="wilson")
    assert found["intervals"]["TPR"] == {
        "low": pytest.approx(low, abs=1e-12),
        "high": pytest.approx(high, abs=1e-12),
        "level": 0.95,
        "method": "Wilson",
        "n": 10,
        "undefined": None,
        "assumes": "the rows are independent",
        "sided": "two-sided",
    }
    assert found["intervals"]["MCC"]["n"] == [10, 10]
    assert found["per_class"]["positive"]["intervals"] == found["intervals"]
    other = found["per_class"]["negative"]["intervals"]["TPR"]
    assert (other["low"], other["high"]) == pytest.approx(
        proportion_confint(9, 10, method="wilson")
    )


def test_that_the_level_and_the_methods_are_those_that_were_asked_for(capsys):
    options = ("--level", "0.9", "--interval", "proportion=clopper-pearson", "--interval", "lr=log")
    found = evaluate(capsys, *FILE, *options)["intervals"]
    assert {entry["level"] for entry in found.values()} == {0.9}
    exact = (beta.ppf(0.05, 5, 6), beta.ppf(0.95, 6, 5))
    assert (found["TPR"]["low"], found["TPR"]["high"]) == pytest.approx(exact, abs=1e-12)
    assert found["TPR"]["method"] == "Clopper-Pearson"
    half = norm.ppf(0.95) * math.sqrt(1 / 5 - 1 / 10 + 1 / 1 - 1 / 10)
    log = (5 / math.exp(half), 5 * math.exp(half))
    assert (found["LRP"]["low"], found["LRP"]["high"]) == pytest.approx(log, rel=1e-12)
    assert found["LRP"]["method"] == "log method"


def test_that_a_claim_has_one_limit(capsys):
    found = evaluate(capsys, *FILE, "--interval", "proportion=one-sided-upper")["intervals"]["FPR"]
    assert (found["low"], found["sided"]) == (0.0, "one-sided upper")
    assert found["high"] == pytest.approx(beta.ppf(0.95, 2, 9), abs=1e-12)
    assert main(["evaluate", *FILE, "--interval", "proportion=one-sided-upper"]) == 0
    (line,) = (one for one in capsys.readouterr().out.splitlines() if one.startswith("FPR "))
    assert "at most 0.394 (" in line
    assert line.endswith("(one-sided Clopper-Pearson, upper, one-sided 95 %)")


def test_that_a_case_control_file_has_no_wilson_interval_of_what_its_share_decides(capsys):
    found = evaluate(capsys, *FILE, "--sampling", "case-control")
    assert found["sampling"] == "case-control"
    assert found["intervals"]["TPR"]["method"] == "Wilson"
    for metric_id in ("PPV", "NPV", "ACC", "F1", "JACC", "PPR", "MK"):
        entry = found["intervals"][metric_id]
        assert entry["method"] == "square-and-add of Wilson limits"
        assert entry["assumes"].endswith("at the share of positives of this file")
    prevalence = found["intervals"]["PREV"]
    assert (prevalence["low"], prevalence["method"]) == (None, None)
    assert "nothing is estimated" in prevalence["undefined"]


def test_that_predictive_values_are_told_at_a_prevalence(capsys):
    found = evaluate(capsys, *FILE, "--prevalence", "0.02")["at_prevalence"]
    assert found["prevalence"] == 0.02
    value = 0.02 * 0.5 / (0.02 * 0.5 + 0.98 * 0.1)
    assert found["PPV"]["value"] == pytest.approx(value)
    # One rate at a time at its Wilson limits; the falls and the rises are squared and added.
    hits, calls = (proportion_confint(k, 10, method="wilson") for k in (5, 1))
    moved = [0.02 * hit / (0.02 * hit + 0.98 * 0.1) for hit in hits]
    false = [0.01 / (0.01 + 0.98 * call) for call in calls]
    low = value - math.hypot(value - moved[0], value - false[1])
    high = value + math.hypot(moved[1] - value, false[0] - value)
    assert (found["PPV"]["low"], found["PPV"]["high"]) == pytest.approx((low, high), abs=1e-12)
    assert main(["evaluate", *FILE, "--prevalence", "0.02"]) == 0
    assert "at a prevalence of 0.02:" in capsys.readouterr().out
    # The cost of a row there, which rules by costs look at, is moved by the same limits.
    costs = ("--parameter", "cost_fn=10", "--parameter", "cost_fp=2")
    entry = evaluate(capsys, *FILE, "--prevalence", "0.02", *costs)["at_prevalence"]["COST"]
    assert entry["value"] == pytest.approx(0.02 * 10 * 0.5 + 0.98 * 2 * 0.1)
    low = math.hypot(0.2 * (hits[1] - 0.5), 1.96 * (0.1 - calls[0]))
    high = math.hypot(0.2 * (0.5 - hits[0]), 1.96 * (calls[1] - 0.1))
    expected = (entry["value"] - low, entry["value"] + high)
    assert (entry["low"], entry["high"]) == pytest.approx(expected, abs=1e-12)
    assert main(["table", *FILE, "--table", "measures", "--prevalence", "0.02", *costs]) == 0
    told = f'\t"Expected cost at the prevalence 0.02"\t{entry["value"]!r}\t'
    assert told in capsys.readouterr().out
    nothing = evaluate(capsys, *FILE[:3], "--threshold", "none", "--prevalence", "0.02")
    assert nothing["at_prevalence"]["PPV"]["undefined"] == "no positive calls"


def test_that_infinite_limits_and_missing_ones_are_told_apart(capsys):
    found = evaluate(capsys, THARWAT, "--positive", "positive", "--threshold", "0.8")["intervals"]
    assert found["LRP"]["high"] == "+inf"
    assert isinstance(found["LRP"]["low"], float)
    found = evaluate(capsys, THARWAT, "--positive", "positive", "--threshold", "none")["intervals"]
    assert found["PPV"]["low"] is None
    assert found["PPV"]["undefined"] == "no positive calls"


def test_that_the_table_says_them_in_words(capsys):
    assert main(["evaluate", *FILE]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.endswith(" 95 % interval") for line in lines)
    assert "sampling: cohort" in lines
    (line,) = (line for line in lines if line.startswith("PPV "))
    assert line.endswith(" (Wilson)")


def test_that_the_table_asks_for_the_prevalence_where_sizes_were_chosen(capsys):
    chosen = (*FILE, "--sampling", "case-control")
    asks = "the sizes of the classes were chosen: what depends on the prevalence"
    assert main(["evaluate", *chosen]) == 0
    assert asks in capsys.readouterr().out
    for given in ((*chosen, "--prevalence", "0.1"), FILE):
        assert main(["evaluate", *given]) == 0
        assert asks not in capsys.readouterr().out


def test_that_the_table_tells_all_that_is_held_where_an_interval_has_no_end(capsys, tmp_path):
    rows = ["t,s", *["1,1"] * 11, *["1,0"] * 9, *["0,1"] * 10, *["0,0"] * 12]
    path = tmp_path / "useless.csv"
    path.write_text("\n".join([*rows, ""]), encoding="utf-8")
    given = [str(path), "--positive", "1", "--score", "s", "--threshold", "0.5", "--prespecified"]
    index = evaluate(capsys, *given)["intervals"]["YI"]
    assert main(["evaluate", *given]) == 0
    (line,) = (one for one in capsys.readouterr().out.splitlines() if one.startswith("NND "))
    assert " to +inf (" in line
    assert line.endswith(
        f"Youden's index may be 0, so that {1 / index['low']:.3f} and below is held, too)"
    )


def test_that_both_classes_have_the_intervals_of_subjects(capsys, tmp_path):
    rng = np.random.default_rng(6)
    codes = np.repeat(np.arange(24), 5)
    truth = codes % 2
    scores = (rng.normal(size=24)[codes] + rng.normal(size=120) + 1.5 * truth).round(3)
    lines = [f"P{who},{cls},{score}" for who, cls, score in zip(codes, truth, scores, strict=True)]
    path = tmp_path / "visits.csv"
    path.write_text("\n".join(["patient,truth,score", *lines, ""]), encoding="utf-8")
    found = evaluate(capsys, str(path), "--positive", "1", "--subject", "patient")
    own, of_classes = found["intervals"], found["per_class"]
    assert own["TPR"]["method"] == "Wilson, effective n by subject"
    assert of_classes["1"]["intervals"] == own
    other = of_classes["0"]["intervals"]
    for name, turned in (("TPR", "TNR"), ("FNR", "FPR"), ("PPV", "NPV"), ("ACC", "ACC")):
        assert other[name] == own[turned]
        assert other[turned] == own[name]
    for name in ("KAPPA", "MCC", "YI", "DOR"):
        limits = [(one[name]["low"], one[name]["high"]) for one in (other, own)]
        assert limits[0] == pytest.approx(limits[1])


def test_that_measures_of_all_classes_go_by_subject(capsys, tmp_path):
    rows = [f"P{n // 4},{'abc'[n % 3]},{'abc'[n % 3 * (n % 5 > 0)]}" for n in range(60)]
    path = tmp_path / "three.csv"
    path.write_text("\n".join(["patient,truth,predicted", *rows, ""]), encoding="utf-8")
    given = [str(path), "--truth", "truth", "--predicted", "predicted", "--subject", "patient"]
    found = evaluate(capsys, *given)
    for name, method in (("KAPPA_K", "delta method, 2/K^2 in every cell"), ("SMC_K", "Wilson")):
        assert found["intervals"][name]["method"] == f"{method}, effective n by subject"
        assert "the subjects are independent: 15 of them" in found["intervals"][name]["assumes"]
    for entry in found["per_class"].values():
        assert entry["intervals"]["TPR"]["method"] == "Wilson, effective n by subject"


def test_that_a_copy_for_spreadsheets_has_them_in_columns():
    snapshot = resolve(Inputs(load(THARWAT).dataset, threshold=0.6))
    text = measures_table(snapshot)
    lines = {line["id"]: line for line in csv.DictReader(io.StringIO(text))}
    cells = lines["TPR"]
    interval = snapshot.point.intervals["TPR"]
    assert (cells["low"], cells["high"]) == (str(interval.lower), str(interval.upper))
    assert (cells["level"], cells["method"]) == ("0.95", "Wilson")


def test_that_all_classes_together_have_theirs(capsys):
    found = evaluate(capsys, IRIS, "--sampling", "case-control")
    assert list(found["intervals"]) == list(found["metrics"])
    kappa = found["intervals"]["KAPPA_K"]
    assert kappa["method"] == "delta method, 2/K^2 in every cell"
    assert "at the shares of the classes of this file" in kappa["assumes"]
    assert found["intervals"]["CHI2"]["undefined"]
    for entry in found["per_class"].values():
        assert entry["intervals"]["TPR"]["method"] == "Wilson"
        assert "Wilson" not in entry["intervals"]["PPV"]["method"].removeprefix(
            "square-and-add of Wilson"
        )


def test_that_what_cannot_be_is_refused(capsys):
    assert "from 0.8 to 0.999" in refused(capsys, *FILE, "--level", "95")
    assert "between 0 and 1" in refused(capsys, *FILE, "--prevalence", "1")
    assert "write one of proportion, f1" in refused(capsys, *FILE, "--interval", "rate=wilson")
    assert "write one of wilson" in refused(capsys, *FILE, "--interval", "proportion=wald")
    assert "invalid choice" in refused(capsys, *FILE, "--sampling", "random")
    many = (IRIS, "--prevalence", "0.1")
    assert "Name a class with --positive" in refused(capsys, *many)
    json.dumps(evaluate(capsys, IRIS, "--positive", "setosa"))
