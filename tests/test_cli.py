"""The command line: the same numbers as the window, exact, with every refusal on one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from evalgui.__main__ import main
from evalgui.cli import commands, parse
from evalgui.core.metrics import METRICS
from evalgui.io.samples import sample_by_id
from evalgui.io.table.reasons import Confidence

THARWAT = str(sample_by_id("tharwat-2018").path)
BINU = str(sample_by_id("binu-2022").path)
POST = str(sample_by_id("validation-post").path)


def evaluate(capsys, *arguments):
    assert main(["evaluate", *arguments, "--format", "json"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return json.loads(output.out)


def refused(capsys, *arguments):
    try:
        code = main(["evaluate", *arguments])
    except SystemExit as exit_:
        code = exit_.code
    output = capsys.readouterr()
    assert code == 2
    assert output.out == ""
    assert output.err.startswith("evalgui: ")
    assert output.err.count("\n") == 1
    return output.err


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


def test_that_lower_scores_can_mean_positive_in_the_users_own_units(capsys, tmp_path):
    file = tmp_path / "distance.csv"
    file.write_text("truth,distance\n1,0.1\n1,0.2\n0,0.3\n0,0.4\n", encoding="utf-8")
    found = evaluate(capsys, str(file), "--lower-is-positive", "--threshold", "0.2")
    assert found["counts"] == {"tp": 2, "fp": 0, "fn": 0, "tn": 2}
    assert found["areas"]["roc_auc"] == 1.0
    assert found["higher_is_positive"] is False


def test_that_the_columns_can_be_named(capsys, tmp_path):
    file = tmp_path / "many.csv"
    file.write_text("a,b,c\nx,1,4\ny,2,3\nx,3,2\ny,4,1\n", encoding="utf-8")
    found = evaluate(
        capsys, str(file), "--truth", "a", "--score", "c", "--positive", "x", "--threshold", "3.5"
    )
    assert (found["score"], found["positive"], found["negative"]) == ("c", "x", "y")
    assert found["counts"] == {"tp": 1, "fp": 0, "fn": 1, "tn": 2}


def test_that_missing_scores_are_counted_apart(capsys, tmp_path):
    file = tmp_path / "gaps.csv"
    file.write_text("truth,score\n1,0.9\n1,\n0,NA\n0,0.1\n0,nan\n", encoding="utf-8")
    found = evaluate(capsys, str(file))
    assert (found["n"], found["n_missing"], found["rows_in_file"]) == (2, 3, 5)
    assert sum(found["counts"].values()) == found["n"]


def test_that_refusals_are_one_line_and_exit_2(capsys, tmp_path):
    assert "gone.csv" in refused(capsys, str(tmp_path / "gone.csv"))
    assert tmp_path.name in refused(capsys, str(tmp_path))
    empty = tmp_path / "empty.csv"
    empty.write_text("", encoding="utf-8")
    assert "empty" in refused(capsys, str(empty))
    single = tmp_path / "single.csv"
    single.write_text("truth,score\nx,2\nx,3\n", encoding="utf-8")
    assert "class" in refused(capsys, str(single))
    assert "no number" in refused(capsys, THARWAT, "--threshold", "abc")
    assert "not allowed" in refused(capsys, THARWAT, "--threshold", "1", "--at", "eer")
    assert "nowhere" in refused(capsys, THARWAT, "--truth", "nowhere")


def test_that_a_table_for_people_says_why_a_measure_is_undefined(capsys):
    assert main(["evaluate", THARWAT, "--threshold=inf"]) == 0
    output = capsys.readouterr().out
    assert "undefined: no positive calls" in output
    assert "TP 0  FP 0  FN 10  TN 10" in output


def test_that_help_explains_window_and_evaluation(capsys):
    for arguments, words in (
        (["--help"], "evalgui evaluate FILE"),
        (["evaluate", "--help"], "--at"),
    ):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 0
        assert words in capsys.readouterr().out


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
        cwd=Path(__file__).parents[1],
    ).stdout
    assert output.splitlines()[-1] == "[]"


def test_that_three_classes_come_out_together_and_one_by_one(capsys):
    iris = str(sample_by_id("iris").path)
    found = evaluate(capsys, iris)
    assert found["classes"] == ["setosa", "versicolor", "virginica"]
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


def test_that_the_choices_of_an_earlier_import_can_be_used_again(capsys, tmp_path):
    choices = {
        "format": "evalgui import",
        "version": 1,
        "columns": ["d", "m", "w"],
        "options": {"delimiter": ";", "decimal": ","},
        "roles": {"truth": "d", "score": "m", "positive": "y", "lower_is_positive": True},
    }
    spec, data = tmp_path / "choices.json", tmp_path / "data.csv"
    spec.write_text(json.dumps(choices), encoding="utf-8")
    data.write_text("d;m;w\ny;1,5;0\nn;2,5;1\nn;0,5;1\ny;0,25;3\n", encoding="utf-8")
    given = [str(data), "--import-spec", str(spec)]
    assert evaluate(capsys, *given)["areas"]["roc_auc"] == 0.75
    # What is said on the command line goes before what was chosen earlier.
    assert evaluate(capsys, *given, "--score", "w", "--positive", "n")["score"] == "w"
    assert main(["inspect", *given, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["auc"] == 0.75
    spec.write_text("{}", encoding="utf-8")
    assert "choices.json: these are no import choices" in refused(capsys, *given)


def test_that_a_role_that_is_none_is_said(capsys, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("label,score\n1,0.5\n0,0.25\n1,0.75\n0,0.1\n", encoding="utf-8")
    roles = {"truth": "label", "subsett": "score > 0.2"}
    assert main(["inspect", str(data), "--roles", json.dumps(roles), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (unknown,) = [one for one in found["warnings"] if one["code"] == "unknown_role"]
    assert unknown["text"].startswith("'subsett': no role, and passed over; the roles are truth,")
    assert found["rows_used"] == 4


# d is true and never called, c is called and never true, e has a column and no row
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


def test_that_inspect_tells_what_a_count_table_counts(capsys, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("score,n_mated,n_nonmated\n0.3,12,40177\n0.5,100,3\n", encoding="utf-8")
    assert main(["inspect", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == [
        "2 rows: 2 used, 0 excluded",
        "  nonmated: 40180 counted",
        "  mated: 112 counted",
    ]
    assert lines[0] == "loaded (likely)"
    assert "  'n_mated' counts the positives by its name (likely)" in lines


def test_that_inspect_has_the_words_of_the_field(capsys, tmp_path):
    path = tmp_path / "recall.csv"
    path.write_text("label,recall\nmated,0.5\nnonmated,0.2\n", encoding="utf-8")
    given = [str(path), "--vocabulary", "biometrics"]
    assert main(["inspect", *given]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  higher values of 'recall' are taken for genuine, as is usual (likely)" in lines
    assert "  'mated' is the genuine class by its meaning (likely)" in lines
    assert "columns: label, recall" in lines
    assert main(["inspect", *given, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["proposal"][-1]["reason"] == "'mated' is the positive class by its meaning"
    path.write_text("label,recall\na,0.5\nb,0.2\n", encoding="utf-8")
    assert main(["inspect", *given]) == 2
    line = capsys.readouterr().out.splitlines()[0]
    assert line == "asked (guess): Which class is genuine: 'a' or 'b'? Say so with --positive."


def test_that_the_help_of_inspect_explains_how_sure_a_role_is(capsys):
    with pytest.raises(SystemExit):
        main(["inspect", "--help"])
    told = capsys.readouterr().out
    assert all(f"\n  {level.word} " in told for level in Confidence)
    assert '{"role", "column", "reason", "by", "confidence"}' in told


def test_that_the_table_has_the_words_of_the_field_and_json_its_ids(capsys):
    for vocabulary, heading, counts, line in (
        ("machine-learning", "positive: positive, when score >= 0.45", "TP 6  FP 4", "Precision"),
        (
            "clinical",
            "diseased: positive, test positive when score >= 0.45",
            "TP 6  FP 4  FN 4  TN 6",
            "Positive predictive value",
        ),
        (
            "biometrics",
            "genuine: positive, match when score >= 0.45",
            "TM 6  FM 4  FNM 4  TNM 6",
            "FNMR (false non-match rate)",
        ),
        (
            "speaker",
            "target: positive, accept when score >= 0.45",
            "Hit 6  FA 4  Miss 4  CR 6",
            "P_miss (miss probability)",
        ),
    ):
        asked = ["evaluate", THARWAT, "--threshold", "0.45", "--vocabulary", vocabulary]
        assert main(asked) == 0
        output = capsys.readouterr().out
        assert heading in output.splitlines()[1]
        assert output.splitlines()[2].startswith(counts)
        assert line in output
        assert main([*asked, "--format", "json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["counts"] == {"tp": 6, "fp": 4, "fn": 4, "tn": 6}
        assert set(found["metrics"]) >= {"TPR", "PPV", "BER"}


def test_that_reasons_in_the_table_have_the_words_of_the_field(capsys):
    assert main(["evaluate", THARWAT, "--threshold=inf", "--vocabulary", "speaker"]) == 0
    assert "undefined: no accepted trials" in capsys.readouterr().out
    assert "invalid choice" in refused(capsys, THARWAT, "--vocabulary", "forensic")


@pytest.fixture
def called(tmp_path):
    """Rows with their truth, a prediction, an age and a score that is another classifier's."""
    path = tmp_path / "called.csv"
    rows = [
        "pos,pos,33,0.9",
        "pos,neg,80,0.8",
        "neg,neg,78,0.7",
        "neg,pos,61,0.1",
        "pos,pos,60,0.6",
    ]
    path.write_text("truth,prediction,age,score\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


def test_that_what_the_options_name_is_assessed_and_nothing_else(capsys, called):
    by_file = {"tp": 2, "fp": 1, "fn": 1, "tn": 1}
    for options in (
        ("--truth", "truth", "--predicted", "prediction"),
        ("--predicted", "prediction"),
    ):
        found = evaluate(capsys, called, *options)
        assert (found["score"], found["counts"]) == (None, by_file)
        assert found["areas"] is None
    assert evaluate(capsys, called)["score"] == "score"
    found = evaluate(capsys, called, "--score", "age")
    assert found["score"] == "age"
    assert found["import"]["roles"].get("predicted", "") == ""
    assert "no score" in refused(capsys, called, "--predicted", "prediction", "--threshold", "1")


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
    assert table[1] == "+inf\t+inf\t0.0\t1.0"


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
    assert missing == {"roc_auc", "brier_skill"}
    assert found["eer"]["value"] is None
    assert found["eer"]["threshold_infinite"] is None
    assert set(found["areas_undefined"]) == missing | {"eer"}
    assert set(found["areas_undefined"].values()) == {"no actual negatives"}
    assert main(["evaluate", str(file), "--truth", "truth", "--positive", "pos"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(
        line.split() == ["roc_auc", "undefined:", "no", "actual", "negatives"] for line in lines
    )


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


def test_that_a_sample_that_is_not_there_is_refused_at_once(capsys):
    with pytest.raises(SystemExit) as ended:
        parse(["--sample", "nosuch", "--screenshot", "a.png"])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("evalgui: there is no sample 'nosuch'; there are tharwat-2018, ")


def test_that_choices_of_an_import_need_a_file(capsys):
    with pytest.raises(SystemExit) as ended:
        parse(["--sample", "clinical", "--import-spec", "a.json"])
    assert ended.value.code == 2
    assert "--import-spec needs a file to open" in capsys.readouterr().err


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
            "undefined": "needs an order of the classes",
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


def test_that_used_up_memory_is_one_line_and_exit_2(monkeypatch, capsys):
    def tabulate(*_):
        raise MemoryError

    monkeypatch.setattr(commands.Evaluate, "_numbers", tabulate)
    assert main(["evaluate", THARWAT]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "there is not enough memory" in error
