"""What the command line prints for people: tables, help, and the words of the field."""

from __future__ import annotations

import json
import re

import pytest

from evalgui.__main__ import main
from evalgui.core.digits import SPACE, rounded
from evalgui.core.provenance import Origin, Provenance, prespecified
from evalgui.core.provenance_words import FIXED, origin
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.models.provenance_words import origin_in_words
from evalgui.io.meaning.reasons import Confidence
from evalgui.io.samples import sample_by_id
from tests.cli.running import IRIS, THARWAT, refused

QUOTES = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"
YOUDEN = "Youden".join(QUOTES)
LISTED = "disease,marker\nyes,4\nno,3\nyes,2\nno,1\nno,0\n"


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


def test_that_inspect_tells_what_a_count_table_counts(capsys, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("score,n_mated,n_nonmated\n0.3,12,40177\n0.5,100,3\n", encoding="utf-8")
    assert main(["inspect", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:4] == [
        "2 rows: 2 used, 0 excluded",
        "nonmated: 40180 counted",
        "mated: 112 counted",
    ]
    assert lines[0] == "loaded (likely)"
    assert "why: 'n_mated' counts the positives by its name (likely)" in lines


def test_that_inspect_has_the_words_of_the_field(capsys, tmp_path):
    path = tmp_path / "recall.csv"
    path.write_text("label,recall\nmated,0.5\nnonmated,0.2\n", encoding="utf-8")
    given = [str(path), "--vocabulary", "biometrics"]
    assert main(["inspect", *given]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "why: higher values of 'recall' are taken for genuine, as is usual (likely)" in lines
    assert "why: 'mated' is the genuine class by its meaning (likely)" in lines
    assert "columns: label, recall" in lines
    assert main(["inspect", *given, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    reasons = {one["role"]: one["reason"] for one in found["proposal"]}
    assert reasons["positive"] == "'mated' is the positive class by its meaning"
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


def test_that_the_table_says_where_truth_and_threshold_come_from(capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(LISTED.replace("marker", "score"), encoding="utf-8")
    assert main(["evaluate", str(path), "--at", "sensitivity=0.5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3] == "truth: disease"
    rule = "True positive rate at least 0.5".join(QUOTES)
    assert lines[4].startswith(f"threshold: chosen on these data by the rule {rule}, 2")
    assert lines[5] == f"intervals at the threshold assume: {FIXED}"
    assert main(["evaluate", str(path), "--threshold", "2", "--prespecified"]) == 0
    output = capsys.readouterr().out
    assert "threshold: prespecified, 2" in output
    assert FIXED not in output
    assert main(["evaluate", str(path)]) == 0
    assert f"threshold: the start, chosen on these data by the rule {YOUDEN}" in (
        capsys.readouterr().out
    )
    path.write_text("score,disease,n\n1,no,3\n2,yes,2\n", encoding="utf-8")
    assert main(["evaluate", str(path), "--weight", "n"]) == 0
    assert "truth: disease" in capsys.readouterr().out.splitlines()
    path.write_text("disease,call\nyes,yes\nno,yes\nno,no\n", encoding="utf-8")
    assert main(["evaluate", str(path), "--truth", "disease", "--predicted", "call"]) == 0
    output = capsys.readouterr().out
    assert "truth: disease; predicted: call" in output.splitlines()
    assert "\nthreshold: " not in output


def test_that_the_table_names_scores_that_it_is_not_about(capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("label,score_a,score_b\n1,3,1\n0,2,5\n1,1,7\n0,0,2\n", encoding="utf-8")
    assert main(["evaluate", str(path)]) == 0
    told = "truth: label; scores that are not assessed here: 'score_b'"
    assert told in capsys.readouterr().out.splitlines()
    assert main(["evaluate", str(path), "--score", "score_b"]) == 0
    assert "not assessed" not in capsys.readouterr().out


def test_that_the_table_has_the_grey_zone(capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(LISTED.replace("marker", "score"), encoding="utf-8")
    asked = ["evaluate", str(path), "--threshold", "3", "--grey", "2", "4"]
    assert main([*asked, "--vocabulary", "clinical"]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = lines.index("Grey zone")
    rows = [[cell for cell in line.split("  ") if cell] for line in lines[first + 2 : first + 14]]
    cells = [[cell.strip() for cell in row] for row in rows]
    assert cells[1:3] == [
        ["low", "Grey zone, low end", "2"], ["high", "Grey zone, high end", "4"]
    ]  # fmt: skip
    cells = [row[1:] for row in cells[4:]]
    assert cells[0][:5] == ["zone", "diseased subjects", "healthy subjects", "rows", "share"]
    assert cells[1][:5] == ["positive tests", "1", "0", "1", "0.200"]
    assert cells[2][:7] == ["indeterminate", "1", "1", "2", "0.400", "0.500", "1.500"]
    assert cells[3][:5] == ["negative tests", "0", "2", "2", "0.400"]
    assert cells[5][:5] == ["grey rows", "TP", "FP", "FN", "TN"]
    assert cells[6][:6] == ["as positive tests", "2", "1", "0", "2", "1.000"]
    assert cells[7][:6] == ["as negative tests", "1", "0", "1", "3", "0.500"]
    assert main(asked[:-3]) == 0
    assert "Grey zone" not in capsys.readouterr().out


def test_that_one_class_of_several_with_a_score_each_is_told(capsys):
    assert main(["evaluate", IRIS, "--positive", "setosa"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3] == "truth: species"
    assert lines[4] == f"threshold: the start, chosen on these data by the rule {YOUDEN}"


def test_that_numbers_are_rounded_as_in_the_window_and_thresholds_are_whole(capsys):
    assert main(["evaluate", THARWAT, "--threshold", "0.45", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main(["evaluate", THARWAT, "--threshold", "0.45"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "positive: positive, when score >= 0.45"
    cells = {line[:18].strip(): line[66:].split("(")[0].split(" to ") for line in lines}
    for metric_id in ("TPR", "PPV", "F1", "LRP", "MCC"):
        value, limits = found["metrics"][metric_id]["value"], found["intervals"][metric_id]
        low, *rest = cells[metric_id]
        assert low.split() == [rounded(value), rounded(limits["low"])]
        assert [one.strip() for one in rest] == [rounded(limits["high"])]
    area = next(line for line in lines if line.startswith("roc_auc "))
    assert area.split()[:3] == ["roc_auc", "ROC", "AUC"]
    assert area.split()[3] == rounded(found["areas"]["roc_auc"])


@pytest.mark.parametrize(
    "command",
    [
        ["compare", "--score", "logistic_regression", "--score", "mean_radius"],
        ["rules", "--biometrics", "--score", "mean_radius"],
        ["evaluate", "--grey", "13", "15", "--bootstrap", "200", "--score", "mean_radius"],
    ],
    ids=lambda command: command[0],
)
def test_that_no_text_has_more_digits_than_one_reads(command, capsys):
    name, *options = command
    file = [str(sample_by_id("clinical").path), "--truth", "diagnosis", "--positive", "malignant"]
    assert main([name, *file, *options]) == 0
    text = capsys.readouterr().out
    # Thresholds of one score are fractions with many digits, and stay whole.
    text = re.sub(r"threshold [-0-9.e]+|(>=|<=) [-0-9.e]{9,}", "", text)
    assert re.findall(r"0[.][0-9]{8,}", text) == []


def test_that_the_text_has_the_words_of_the_window():
    made = Provenance(Origin.CHOSEN, "fmr-limit", (("fmr", 0.0001), ("level", 0.95)), "a.csv")
    for one in (made, made.frozen(), prespecified("")):
        words = words_in(Vocabulary.BIOMETRICS)
        assert origin(one).told(Style(words)) == origin_in_words(one, words).replace(SPACE, " ")


@pytest.mark.parametrize("low", [0, 2**60 + 3])
def test_that_a_threshold_beyond_all_scores_says_what_it_calls(low, capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("y,s\n" + "".join(f"{n // 2},{low + n}\n" for n in range(4)), encoding="utf-8")
    asked = ["evaluate", str(path), "--truth", "y", "--score", "s", "--positive", "1"]
    asked += ["--vocabulary", "biometrics"]
    for typed, told in (
        ("-7", "it calls everything: there are no non-matches"),
        ("9e18", "it calls nothing: there are no matches"),
        (str(low + 1), ""),
    ):
        assert main([*asked, "--threshold", typed]) == 0
        text = capsys.readouterr().out
        line = next(one for one in text.splitlines() if one.startswith("threshold: "))
        assert line.endswith(told or "Z")


def test_that_a_threshold_is_never_shown_as_another_number(capsys, tmp_path):
    path = tmp_path / "a.csv"
    low = 2**60 + 3
    path.write_text("y,s\n" + "".join(f"{n // 2},{low + n}\n" for n in range(4)), encoding="utf-8")
    assert main(["evaluate", str(path), "--positive", "1", "--threshold", "0"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "positive: 1, when s >= -inf"


@pytest.mark.parametrize("command", [["inspect"], ["rules"], ["evaluate"], ["table"], []])
def test_that_options_that_contradict_each_other_are_refused_in_a_line(command, capsys, tmp_path):
    spec = tmp_path / "a.json"
    for given, told in (
        (["--subject-b", "x"], "--subject-b needs --subject"),
        (["--subset", "", "--import-spec", str(spec)], "--subset '' chooses all rows"),
    ):
        with pytest.raises(SystemExit) as stopped:
            main([*command, THARWAT, *given])
        assert stopped.value.code == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"evalgui: {told}")


def test_that_a_name_of_a_class_stays_on_its_line(tmp_path, capsys):
    path = tmp_path / "odd.csv"
    path.write_text('truth,predicted\n"a\tb\nc","a\tb\nc"\nd,d\ne,d\nd,e\n', encoding="utf-8")
    assert main(["evaluate", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("class "))
    assert [line.split()[0] for line in lines[start + 1 : start + 4]] == [
        "a<U+0009>b<U+000A>c",
        "d",
        "e",
    ]
    heads = lines[start + 5].split("\t")
    assert heads[1:] == ["a<U+0009>b<U+000A>c", "d", "e"]
    assert lines[start + 6].split("\t") == ["a<U+0009>b<U+000A>c", "1", "0", "0"]
