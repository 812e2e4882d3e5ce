"""What the command line prints for people: tables, help, and the words of the field."""

from __future__ import annotations

import json

import pytest

from evalgui.__main__ import main
from evalgui.io.meaning.reasons import Confidence
from tests.cli.running import IRIS, THARWAT, refused

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
    assert lines[4].startswith("threshold chosen: on a.csv, rule sensitivity (sensitivity 0.5), 2")
    assert main(["evaluate", str(path), "--threshold", "2", "--prespecified"]) == 0
    assert "threshold chosen: before the data were seen, by hand, 2" in capsys.readouterr().out
    assert main(["evaluate", str(path)]) == 0
    assert "threshold chosen: by nobody yet, rule youden" in capsys.readouterr().out
    path.write_text("score,disease,n\n1,no,3\n2,yes,2\n", encoding="utf-8")
    assert main(["evaluate", str(path), "--weight", "n"]) == 0
    assert "truth: disease" in capsys.readouterr().out.splitlines()
    path.write_text("disease,call\nyes,yes\nno,yes\nno,no\n", encoding="utf-8")
    assert main(["evaluate", str(path), "--truth", "disease", "--predicted", "call"]) == 0
    output = capsys.readouterr().out
    assert "truth: disease; predicted: call" in output.splitlines()
    assert "threshold chosen" not in output


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
    first = lines.index("grey zone: 2.0 to 4.0; rows that are indeterminate: 2")
    rows = [[cell for cell in line.split("  ") if cell] for line in lines[first + 2 : first + 10]]
    cells = [[cell.strip() for cell in row] for row in rows]
    assert cells[0][:5] == ["zone", "diseased subjects", "healthy subjects", "rows", "share"]
    assert cells[1][:5] == ["positive tests", "1", "0", "1", "0.2"]
    assert cells[2][:7] == ["indeterminate", "1", "1", "2", "0.4", "0.5", "1.5"]
    assert cells[3][:5] == ["negative tests", "0", "2", "2", "0.4"]
    assert cells[5][:5] == ["grey rows", "TP", "FN", "FP", "TN"]
    assert cells[6][:6] == ["as positive tests", "2", "0", "1", "2", "1.0"]
    assert cells[7][:6] == ["as negative tests", "1", "1", "0", "3", "0.5"]
    assert main(asked[:-3]) == 0
    assert "grey zone" not in capsys.readouterr().out


def test_that_one_class_of_several_with_a_score_each_is_told(capsys):
    assert main(["evaluate", IRIS, "--positive", "setosa"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3] == "truth: species"
    assert lines[4] == "threshold chosen: by nobody yet, rule youden"
