"""Three classes and more on the command line: averages, orders, one class against the rest."""

from __future__ import annotations

import pytest

from evalgui.__main__ import main
from evalgui.io.samples import sample_by_id
from tests.cli.running import THARWAT, evaluate, refused


def test_that_three_classes_come_out_together_and_one_by_one(capsys):
    iris = str(sample_by_id("iris").path)
    found = evaluate(capsys, iris)
    assert found["classes"] == ["setosa", "versicolor", "virginica"]
    assert found["averages"]
    assert evaluate(capsys, iris, "--positive", "setosa")["averages"] is None
    assert found["matrix"] == [[50, 0, 0], [0, 47, 3], [0, 4, 46]]
    assert found["metrics"]["SMC_K"]["value"] == 143 / 150
    assert found["counts"] is None
    virginica = found["per_class"]["virginica"]
    assert virginica["support"] == 50
    assert virginica["roc_auc"] == pytest.approx(0.9968, abs=1e-3)
    assert virginica["counts"] == {"tp": 46, "fp": 3, "fn": 4, "tn": 97}
    assert virginica["metrics"]["TPR"]["value"] == 0.92
    one = evaluate(capsys, iris, "--positive", "virginica", "--threshold", "0.5")
    assert one["positive"] == "virginica"
    assert one["n"] == 150
    assert sum(one["counts"].values()) == 150


def test_that_a_confusion_matrix_is_a_file_too(capsys, tmp_path):
    file = tmp_path / "matrix.csv"
    file.write_text("actual,A,B,C\nA,80,15,5\nB,15,70,15\nC,0,10,90\n", encoding="utf-8")
    found = evaluate(capsys, str(file))
    assert found["matrix"] == [[80, 15, 5], [15, 70, 15], [0, 10, 90]]
    assert found["per_class"]["A"]["metrics"]["TPR"]["value"] == 0.8
    counts = tmp_path / "counts.csv"
    counts.write_text("TP,FN,FP,TN\n70,30,20,80\n", encoding="utf-8")
    found = evaluate(capsys, str(counts))
    assert found["counts"] == {"tp": 70, "fp": 20, "fn": 30, "tn": 80}
    assert found["metrics"]["TPR"]["value"] == 0.7


def test_that_a_threshold_needs_the_score_of_one_class(capsys):
    iris = str(sample_by_id("iris").path)
    assert "no score of one class" in refused(capsys, iris, "--at", "eer")


FIVE = "truth,p_a,p_b,p_c,p_d,p_e\n" + "".join(
    f"{row}\n"
    for row in (
        "a,0.9,0.1,0,0,0",
        "a,0.5,0.4,0.1,0,0",
        "a,0.3,0.4,0.2,0.1,0",
        "b,0.2,0.5,0.2,0.1,0",
        "b,0.1,0.6,0.1,0.1,0.1",
        "b,0.2,0.1,0.6,0.1,0",
        "d,0.4,0.4,0.1,0.1,0",
    )
)


@pytest.fixture
def five(tmp_path):
    file = tmp_path / "five.csv"
    file.write_text(FIVE, encoding="utf-8")
    return str(file)


def value_of(found, metric_id):
    return found["metrics"][metric_id]["value"]


def test_that_averages_are_over_the_classes_that_are_asked_for(capsys, five):
    usual = evaluate(capsys, five)
    assert usual["settings"] == {
        "average_over": "present",
        "classes": ["a", "b", "c", "d"],
        "undefined_as_zero": False,
        "top_k": 2,
    }
    assert value_of(usual, "MACRO_P") == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)
    assert usual["averages"]["MACRO_P"] == {"n_classes": 3, "left_out": ["d"], "as_zero": []}
    assert "SMC_K" not in usual["averages"]
    truth = evaluate(capsys, five, "--average-over", "truth", "--undefined-as-zero")
    assert truth["settings"]["classes"] == ["a", "b", "d"]
    assert truth["averages"]["MACRO_P"] == {"n_classes": 3, "left_out": [], "as_zero": ["d"]}
    assert value_of(truth, "MACRO_P") == pytest.approx(4 / 3 / 3)
    every = evaluate(capsys, five, "--average-over", "all", "--undefined-as-zero")
    assert value_of(every, "MACRO_P") == pytest.approx(4 / 3 / 5)
    chosen = evaluate(capsys, five, "--classes", "b", "--classes", "c", "--top-k", "1")
    assert chosen["settings"] == {
        "average_over": "chosen",
        "classes": ["b", "c"],
        "undefined_as_zero": False,
        "top_k": 1,
    }
    assert value_of(chosen, "MACRO_P") == pytest.approx(1 / 3)
    assert [value_of(found, "TOP_K") for found in (chosen, usual)] == [4 / 7, 5 / 7]


def test_that_names_of_classes_may_hold_commas(capsys, tmp_path):
    file = tmp_path / "commas.csv"
    rows = '"a,b","a,b"\nc,"a,b"\nd,d\n'
    file.write_text("truth,predicted\n" + rows, encoding="utf-8")
    found = evaluate(capsys, str(file), "--classes", "a,b", "--average-over", "chosen")
    assert found["settings"]["classes"] == ["a,b"]
    assert found["settings"]["top_k"] is None
    assert value_of(found, "MACRO_P") == 0.5


def test_that_a_table_says_what_the_averages_take_in_and_what_is_odd(capsys, five):
    assert main(["evaluate", five, "--average-over", "truth"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == (
        "averages over 3 of 5 classes (truth); an undefined value is left out; "
        "top-k accuracy: k = 2"
    )
    odd = [line for line in lines if line.startswith("warning: ")]
    assert odd[1:] == [
        "warning: 1 row has the same greatest score for several classes: the first is taken",
        "warning: 'd' is true but never called",
        "warning: 'c' is called but never true",
        "warning: 'e' is named but without a row",
    ]
    macro = next(line for line in lines if line.startswith("MACRO_P "))
    assert macro.endswith("(left out: 'd')")
    assert main(["evaluate", five, "--undefined-as-zero"]) == 0
    assert "(counted as 0: 'd')" in capsys.readouterr().out


def test_that_settings_that_nothing_follows_are_refused(capsys, five, tmp_path):
    assert "no class 'zebra'" in refused(capsys, five, "--classes", "zebra")
    assert "not allowed" in refused(capsys, five, "--classes", "a", "--average-over", "all")
    assert "needs --classes" in refused(capsys, five, "--average-over", "chosen")
    assert "no whole number" in refused(capsys, five, "--top-k", "0")
    assert "against the rest" in refused(capsys, five, "--positive", "a", "--top-k", "3")
    assert "against the rest" in refused(capsys, THARWAT, "--undefined-as-zero")
    labels = tmp_path / "labels.csv"
    labels.write_text("truth,predicted\na,b\nb,b\nc,c\n", encoding="utf-8")
    assert "no top-k accuracy" in refused(capsys, str(labels), "--top-k", "3")


def test_that_one_class_has_no_settings_of_many(capsys):
    found = evaluate(capsys, THARWAT)
    assert (found["settings"], found["averages"]) == (None, None)


def test_that_one_score_of_three_classes_needs_the_class_it_speaks_for(capsys, tmp_path):
    rows = ["t 3.5", "t 1.0", "n -1.5", "n 2.0", "s 0.5", "s -0.5"] * 3
    path = tmp_path / "three.csv"
    path.write_text("truth,score\n" + "\n".join(rows).replace(" ", ","), encoding="utf-8")
    assert "for which class does it speak" in refused(capsys, str(path))
    found = evaluate(capsys, str(path), "--positive", "t", "--threshold", "1")
    assert (found["n_positive"], found["n_negative"]) == (6, 12)
    assert found["counts"] == {"tp": 6, "fp": 3, "fn": 0, "tn": 9}
    assert found["areas"]["roc_auc"] == pytest.approx(7 / 8, abs=1e-15)
    assert "against the rest" in refused(capsys, str(path), "--positive", "t", "--top-k", "2")


def test_that_pairs_of_class_and_column_can_be_stated(capsys, tmp_path):
    path = tmp_path / "a.csv"
    rows = ["0,.7,.2,.1", "1,.1,.8,.1", "2,.5,.2,.3", "0,.2,.7,.1"]
    path.write_text("label,prob1,prob2,prob3\n" + "\n".join(rows) + "\n", encoding="utf-8")
    question = refused(capsys, str(path))
    assert "'prob1', 'prob2' and 'prob3' belong" in question
    assert "Say so with --probability" in question
    pairs = [("--probability", f"{code}=prob{code + 1}") for code in range(3)]
    found = evaluate(capsys, str(path), *(part for pair in pairs for part in pair))
    assert found["matrix"] == [[1, 1, 0], [0, 1, 0], [1, 0, 0]]
    assert "no class and column" in refused(capsys, str(path), "--probability", "prob1")


GRADES = ["low,low", "low,mid", "mid,mid", "mid,high", "high,high", "high,low", "low,low"]


def test_that_an_order_of_the_classes_can_be_given(capsys, tmp_path):
    file = tmp_path / "grades.csv"
    file.write_text("truth,prediction\n" + "\n".join(GRADES) + "\n", encoding="utf-8")
    without = evaluate(capsys, str(file))
    assert without["class_order"] is None
    for metric_id in ("KAPPA_LINEAR", "KAPPA_QUADRATIC"):
        assert without["metrics"][metric_id] == {
            "value": None,
            "infinite": None,
            "undefined": "no order of classes",
            "numerator": None,
            "denominator": None,
        }
    found = evaluate(capsys, str(file), "--class-order", "low, mid,high")
    assert found["class_order"] == ["low", "mid", "high"]
    assert found["class_order_by"] == "chosen"
    # By hand: 1 - n sum w n_ij / sum w n_i+ n_+j, n = 7, w = |i - j|
    assert found["metrics"]["KAPPA_LINEAR"]["value"] == 1 - 7 * 4 / (12 + 8 + 2 * 12)
    turned = evaluate(capsys, str(file), "--class-order", "high,mid,low")
    assert turned["metrics"]["KAPPA_LINEAR"] == found["metrics"]["KAPPA_LINEAR"]
    other = evaluate(capsys, str(file), "--class-order", "mid,low,high")
    assert other["metrics"]["KAPPA_LINEAR"] != found["metrics"]["KAPPA_LINEAR"]
    assert "lacks 'high'" in refused(capsys, str(file), "--class-order", "low,mid")
    assert "no class 'x'" in refused(capsys, str(file), "--class-order", "low,mid,high,x")
    assert "twice" in refused(capsys, str(file), "--class-order", "low,mid,high,low")
    assert "against the rest" in refused(capsys, THARWAT, "--class-order", "positive,negative")


def test_that_classes_that_are_numbers_are_ordered_by_them(capsys, tmp_path):
    file = tmp_path / "grades.csv"
    rows = [row.replace("low", "2").replace("mid", "10").replace("high", "11") for row in GRADES]
    file.write_text("truth,prediction\n" + "\n".join(rows) + "\n", encoding="utf-8")
    found = evaluate(capsys, str(file), "--truth", "truth", "--predicted", "prediction")
    assert found["class_order"] == ["2", "10", "11"]
    assert found["class_order_by"] == "numbers"
    assert found["metrics"]["KAPPA_LINEAR"]["value"] == 1 - 7 * 4 / (12 + 8 + 2 * 12)
