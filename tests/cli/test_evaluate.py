"""Two classes on the command line: exact numbers, thresholds, curves and areas."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from evalgui.__main__ import main
from evalgui.core.metrics import METRICS
from tests.cli.running import BINU, POST, THARWAT, evaluate, refused


def test_that_table_1_of_tharwat_comes_out_exactly(capsys):
    found = evaluate(capsys, THARWAT, "--at", "eer")
    assert found["file"] == "tharwat-2018.csv"
    assert (found["n"], found["n_positive"], found["n_negative"], found["n_missing"]) == (
        20,
        10,
        10,
        0,
    )
    assert found["threshold"] == 0.45
    assert found["counts"] == {"tp": 6, "fp": 4, "fn": 4, "tn": 6}
    assert found["areas"]["roc_auc"] == 17 / 25
    assert found["eer"] == {
        "value": 0.4,
        "threshold": 0.45,
        "threshold_infinite": None,
        "low": 0.4,
        "high": 0.4,
    }
    assert found["areas_undefined"] == {}
    assert found["rule"] == "eer"
    state = {"value": 0.6, "infinite": None, "undefined": None}
    assert found["metrics"]["TPR"] == {**state, "numerator": 6, "denominator": 10}
    assert set(found["metrics"]) == {metric.id for metric in METRICS}


def test_that_tied_scores_come_out_exactly(capsys):
    assert evaluate(capsys, BINU, "--positive", "c1")["areas"]["roc_auc"] == 5 / 6
    assert evaluate(capsys, POST, "--positive", "+")["areas"]["roc_auc"] == 14 / 25


def test_that_each_of_the_three_states_is_told_apart(capsys):
    nothing = evaluate(capsys, THARWAT, "--threshold=inf")
    assert nothing["threshold"] is None
    assert nothing["threshold_infinite"] == "+inf"
    ppv = nothing["metrics"]["PPV"]
    state = {"value": None, "infinite": None, "undefined": "no positive calls"}
    assert ppv == {**state, "numerator": 0, "denominator": 0}
    strict = evaluate(capsys, THARWAT, "--threshold", "0.8")
    assert strict["counts"] == {"tp": 2, "fp": 0, "fn": 8, "tn": 10}
    state = {"value": None, "infinite": "+inf", "undefined": None}
    assert strict["metrics"]["LRP"] == {**state, "numerator": None, "denominator": None}
    assert strict["metrics"]["DP"]["infinite"] == "+inf"


@pytest.mark.parametrize("curve", ["roc", "pr", "det", "far-frr"])
def test_that_a_curve_has_one_vertex_for_each_distinct_score_and_one_more(capsys, curve):
    found = evaluate(capsys, THARWAT, "--curve", curve)["curve"]
    assert found["id"] == curve
    assert len(found["threshold"]) == len(found["x"]) == 21
    assert found["threshold"][0] is None
    assert found["threshold"][1:3] == [0.82, 0.8]


def test_that_the_21_rows_of_table_1_are_the_roc_curve(capsys):
    curve = evaluate(capsys, THARWAT, "--curve", "roc")["curve"]
    for threshold, x, y in zip(curve["threshold"], curve["x"], curve["ROC"], strict=True):
        if threshold is None:
            assert (x, y) == (0, 0)
            continue
        row = evaluate(capsys, THARWAT, "--threshold", repr(threshold))
        assert row["metrics"]["FPR"]["value"] == x
        assert row["metrics"]["TPR"]["value"] == y


def test_that_missing_scores_are_counted_apart(capsys, tmp_path):
    file = tmp_path / "gaps.csv"
    file.write_text("truth,score\n1,0.9\n1,\n0,NA\n0,0.1\n0,nan\n", encoding="utf-8")
    found = evaluate(capsys, str(file))
    assert (found["n"], found["n_missing"], found["rows_in_file"]) == (2, 3, 5)
    assert sum(found["counts"].values()) == found["n"]


def test_that_an_evaluation_never_imports_qt():
    code = (
        "import sys; from evalgui.__main__ import main; "
        f"main(['evaluate', {THARWAT!r}]); "
        "print(sorted(n for n in sys.modules if n.split('.')[0] in ('PySide6', 'pyqtgraph')))"
    )
    output = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    ).stdout
    assert output.splitlines()[-1] == "[]"


def test_that_a_count_table_comes_out_exactly(capsys, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("s,a,b\n0.3125,12,1000040177\n0.5,100,3\n0.1,2,9\n", encoding="utf-8")
    chosen = ("--score", "s", "--n-positive", "a", "--n-negative", "b")
    found = evaluate(capsys, str(path), *chosen, "--threshold", "0.3125")
    assert found["counts"] == {"tp": 112, "fp": 1000040180, "fn": 2, "tn": 9}
    assert (found["n"], found["n_rows"], found["rows_in_file"]) == (1000040303, 3, 3)
    assert (found["positive"], found["negative"]) == ("a", "b")
    twice = 100 * (2 * 1000040186 + 3) + 12 * (2 * 9 + 1000040177) + 2 * 9
    assert found["areas"]["roc_auc"] == twice / (2 * 114 * 1000040189)
    assert main(["evaluate", str(path), *chosen]) == 0
    heading = capsys.readouterr().out.splitlines()[0]
    assert heading == (
        "counts.csv: 1000040303 counted in 3 rows (114 positive, 1000040189 negative), "
        "0 without a score"
    )
    assert (
        "which column counts the negatives"
        in refused(capsys, str(path), "--score", "s", "--n-positive", "a").casefold()
    )


ODD = "truth,score\nneg,{}inf\nneg,{}3\npos,{}2\npos,{}1\n"


@pytest.mark.parametrize(("sign", "way"), [("", ()), ("-", ("--lower-is-positive",))])
def test_that_nothing_called_is_a_threshold_where_an_infinite_score_is_negative(
    capsys, tmp_path, sign, way
):
    file = tmp_path / "odd.csv"
    file.write_text(ODD.format(*[sign] * 4), encoding="utf-8")
    arguments = (str(file), "--positive", "pos", *way)
    infinity = f"{sign or '+'}inf"
    for choice in ((), ("--at", "youden"), ("--threshold", "none")):
        found = evaluate(capsys, *arguments, *choice)
        assert (found["threshold"], found["threshold_infinite"]) == (None, infinity)
        assert found["nothing_called"] is True
        assert found["counts"] == {"tp": 0, "fp": 0, "fn": 2, "tn": 2}
    found = evaluate(capsys, *arguments, f"--threshold={infinity}")
    assert (found["threshold"], found["threshold_infinite"]) == (None, infinity)
    assert found["nothing_called"] is False
    assert found["counts"] == {"tp": 0, "fp": 1, "fn": 2, "tn": 1}
    assert main(["evaluate", *arguments, "--at", "youden"]) == 0
    assert f"when score {'<' if sign else '>'} {infinity}\n" in capsys.readouterr().out


def test_that_every_vertex_says_which_infinity_its_threshold_is(capsys, tmp_path):
    file = tmp_path / "odd.csv"
    file.write_text(ODD.format(*[""] * 4), encoding="utf-8")
    curve = evaluate(capsys, str(file), "--positive", "pos", "--curve", "far-frr")["curve"]
    assert curve["threshold"] == curve["x"] == [None, None, 3.0, 2.0, 1.0]
    assert curve["threshold_infinite"] == curve["x_infinite"] == ["+inf", "+inf", *[None] * 3]
    assert curve["FAR"] == [0.0, 0.5, 1.0, 1.0, 1.0]
    assert main(["evaluate", str(file), "--positive", "pos", "--curve", "far-frr"]) == 0
    table = capsys.readouterr().out.splitlines()[-6:]
    assert table[0] == "threshold\tx\tFAR\tFRR"
    assert table[1] == "+inf\t+inf\t0\t1"


def test_that_an_infinite_log_loss_is_told_apart_from_none(capsys, tmp_path):
    file = tmp_path / "sure.csv"
    file.write_text("truth,p\nneg,1.0\npos,0.75\npos,1.0\nneg,0.25\n", encoding="utf-8")
    found = evaluate(capsys, str(file), "--positive", "pos")
    assert found["areas"]["log_loss"] == "+inf"
    assert found["areas_undefined"] == {}


def test_that_areas_without_a_value_say_why(capsys, tmp_path):
    file = tmp_path / "one.csv"
    file.write_text("truth,p\npos,0.5\npos,0.75\n", encoding="utf-8")
    found = evaluate(capsys, str(file), "--truth", "truth", "--positive", "pos")
    missing = {name for name, value in found["areas"].items() if value is None}
    assert missing == {"roc_auc", "brier_skill", "fmr100", "fmr1000", "min_dcf_001", "min_dcf_005"}
    assert found["eer"]["value"] is None
    assert found["eer"]["threshold_infinite"] is None
    assert set(found["areas_undefined"]) == missing | {"eer"}
    assert set(found["areas_undefined"].values()) == {"no actual negatives"}
    assert main(["evaluate", str(file), "--truth", "truth", "--positive", "pos"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (area,) = (line for line in lines if line.startswith("roc_auc "))
    assert area.split(maxsplit=3) == ["roc_auc", "ROC", "AUC", "undefined: no actual negatives"]


def test_that_whole_numbers_beyond_two_to_the_53_are_in_the_users_units(capsys, tmp_path):
    file = tmp_path / "large.csv"
    first = 2**53
    rows = [("neg", 0), ("pos", 1), ("neg", 2), ("pos", 3)]
    text = "truth,score\n" + "".join(f"{label},{first + n}\n" for label, n in rows)
    file.write_text(text, encoding="utf-8")
    found = evaluate(
        capsys, str(file), "--threshold", "9007199254740993", "--curve", "far-frr"
    )  # fmt: skip
    assert found["score"] == "score"
    assert found["threshold"] == first + 1
    assert found["counts"] == {"tp": 2, "fp": 1, "fn": 0, "tn": 1}
    assert found["eer"]["threshold"] in range(first, first + 4)
    assert found["curve"]["threshold"] == [None, *range(first + 3, first - 1, -1)]
    assert found["curve"]["x"] == found["curve"]["threshold"]
    between = evaluate(capsys, str(file), "--threshold", "9007199254740993.5")
    assert (between["threshold"], between["counts"]["tp"]) == (first + 2, 1)
    half = evaluate(capsys, str(file), "--at", "half")
    assert half["counts"] == {"tp": 2, "fp": 2, "fn": 0, "tn": 0}
    assert main(["evaluate", str(file), "--threshold", str(first + 1)]) == 0
    assert f"when score >= {first + 1}\n" in capsys.readouterr().out
