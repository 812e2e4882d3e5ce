"""The command line with several files: combined where they belong together."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path

import pytest

from evalgui.__main__ import main
from evalgui.cli import Window, parse

DATA = Path(__file__).resolve().parents[1] / "data" / "io" / "combinations"
KALDI = (str(DATA / "kaldi_trials.txt"), str(DATA / "kaldi_scores.txt"))
SYSTEMS = (str(DATA / "system-a.csv"), str(DATA / "system-b.csv"))


def run(capsys, *arguments):
    code = main(list(arguments))
    output = capsys.readouterr()
    return code, output.out, output.err


def as_json(capsys, *arguments):
    code, out, err = run(capsys, *arguments, "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_that_scores_and_key_are_evaluated_as_one(capsys):
    found = as_json(capsys, "evaluate", *KALDI, "--threshold", "1")
    assert found["combination"] == "scores and key"
    assert found["file"] == "kaldi_trials.txt + kaldi_scores.txt"
    assert found["counts"] == {"tp": 2, "fp": 1, "fn": 0, "tn": 2}
    assert (found["n"], found["n_missing"], found["rows_in_file"]) == (5, 1, 7)
    assert found["excluded"] == {"unmatched_scores": 1}
    assert found["areas"]["roc_auc"] == 5 / 6
    assert [file["sha256"] for file in found["files"]] == [
        hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in KALDI
    ]
    assert [(one["side"], one["count"]) for one in found["unmatched"]] == [
        ("key", 1),
        ("scores", 1),
    ]


def test_that_the_order_of_files_changes_no_number(capsys):
    one = as_json(capsys, "evaluate", *KALDI)
    other = as_json(capsys, "evaluate", *KALDI[::-1])
    assert one.pop("files") == other.pop("files")[::-1]
    assert one == other


def test_that_one_file_prints_what_it_always_did(capsys):
    found = as_json(capsys, "evaluate", SYSTEMS[0])
    assert not {"files", "combination", "unmatched", "why"} & set(found)


def test_that_files_kept_apart_are_a_list_of_results(capsys):
    found = as_json(capsys, "evaluate", *SYSTEMS, "--apart", "--threshold", "0.5")
    assert (found["combination"], found["why"]) == (None, "each file is opened by itself")
    assert [entry["file"] for entry in found["results"]] == ["system-a.csv", "system-b.csv"]
    counts = [entry["counts"] for entry in found["results"]]
    assert counts == [{"tp": 1, "fp": 1, "fn": 1, "tn": 1}, {"tp": 3, "fp": 0, "fn": 0, "tn": 2}]
    combined = as_json(capsys, "evaluate", *SYSTEMS, "--score", "system-b")
    assert combined["areas"]["roc_auc"] == 1.0


def test_that_people_read_what_has_no_partner(capsys):
    code, out, _ = run(capsys, "evaluate", *KALDI)
    assert code == 0
    assert "'kaldi_trials.txt' and 'kaldi_scores.txt' are joined by 'enroll' and 'test'" in out
    assert "1 row of kaldi_scores.txt without a partner in kaldi_trials.txt:" in out
    assert "  line 4: spk3 utt1" in out
    code, out, _ = run(capsys, "inspect", *KALDI)
    assert code == 0
    assert "7 rows: 5 used, 2 excluded" in out
    assert "  line 4: spk2 utt3" in out


def test_that_people_read_one_result_for_each_file_kept_apart(capsys):
    code, out, _ = run(capsys, "evaluate", *SYSTEMS, "--apart")
    assert code == 0
    assert "system-a.csv: 4 rows counted" in out
    assert "system-b.csv: 5 rows counted" in out
    assert out.endswith("each file is opened by itself\n")


def test_that_inspect_lists_each_file_that_is_a_data_set_of_its_own(capsys, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("id,label,score\ny1,pos,0.5\ny2,neg,0.25\n", encoding="utf-8")
    code, out, _ = run(capsys, "inspect", SYSTEMS[0], str(other))
    assert code == 0
    assert "each is a data set of its own" in out
    assert "\nother.csv\nloaded (likely)\n" in out


def test_that_the_full_list_without_a_partner_is_written(capsys, tmp_path):
    target = tmp_path / "unmatched.csv"
    assert run(capsys, "evaluate", *KALDI, "--unmatched", str(target))[0] == 0
    with target.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["side"], row["line"], row["enroll"], row["test"]) for row in rows] == [
        ("key", "4", "spk2", "utt3"),
        ("scores", "4", "spk3", "utt1"),
    ]


def test_that_a_list_that_cannot_be_written_is_refused(capsys, tmp_path):
    target = tmp_path / "none" / "unmatched.csv"
    code, out, err = run(capsys, "evaluate", *KALDI, "--unmatched", str(target))
    assert (code, out) == (2, "")
    assert err.startswith("evalgui: unmatched.csv: there is no such folder")


@pytest.mark.parametrize("command", ["evaluate", "inspect"])
def test_that_what_has_to_be_asked_is_code_2(capsys, tmp_path, command):
    for name, text in (("s1.txt", "0.5\n0.75\n"), ("s2.txt", "0.25\n0.6\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    code, out, err = run(capsys, command, str(tmp_path / "s1.txt"), str(tmp_path / "s2.txt"))
    assert code == 2
    assert "Which class is positive: 's1' or 's2'?" in out + err


def test_that_the_window_is_asked_for_several_files():
    window = parse(["a.csv", "b.csv"])
    assert isinstance(window, Window)
    assert window.files == (Path("a.csv"), Path("b.csv"))
