"""What options choose, and what is refused in one line with exit code 2."""

from __future__ import annotations

import json

import pytest

from evalgui.__main__ import main
from evalgui.cli import parse
from evalgui.io.assessing import Assessed
from tests.cli.running import THARWAT, evaluate, refused


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


def test_that_the_choices_of_an_earlier_import_can_be_used_again(capsys, tmp_path):
    choices = {
        "format": "evalgui import",
        "version": 1,
        "columns": ["d", "m", "k"],
        "options": {"delimiter": ";", "decimal": ","},
        "roles": {"truth": "d", "score": "m", "positive": "y", "lower_is_positive": True},
    }
    spec, data = tmp_path / "choices.json", tmp_path / "data.csv"
    spec.write_text(json.dumps(choices), encoding="utf-8")
    data.write_text("d;m;k\ny;1,5;0\nn;2,5;1\nn;0,5;1\ny;0,25;3\n", encoding="utf-8")
    given = [str(data), "--import-spec", str(spec)]
    assert evaluate(capsys, *given)["areas"]["roc_auc"] == 0.75
    # What is said on the command line goes before what was chosen earlier.
    assert evaluate(capsys, *given, "--score", "k", "--positive", "n")["score"] == "k"
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
    with pytest.raises(SystemExit) as ended:
        parse(["--sample", "clinical", "--positive", "benign"])
    assert ended.value.code == 2
    assert "needs a file to open" in capsys.readouterr().err


def test_that_used_up_memory_is_one_line_and_exit_2(monkeypatch, capsys):
    def tabulate(*_):
        raise MemoryError

    monkeypatch.setattr(Assessed, "numbers", tabulate)
    assert main(["evaluate", THARWAT]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "there is not enough memory" in error
