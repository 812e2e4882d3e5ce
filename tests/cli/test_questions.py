"""Every question that the program can ask has an option on the command line that answers it."""

from __future__ import annotations

import ast
import functools
import json
import re
import zipfile
from pathlib import Path

import pytest
from sklearn.metrics import roc_auc_score

import evalgui
from evalgui.__main__ import main
from evalgui.cli.options import evaluate_parser
from evalgui.cli.questions import options_for, question_lines
from evalgui.io.meaning.reasons import Role, left_open
from evalgui.io.meaning.roles import MOST_ASKED
from tests.io.formats.test_workbook import workbook

ASKS = {"guess", "leave_open", "guessed", "left_open"}
ROWS = "truth,score\npos,0.9\nneg,0.1\npos,0.7\nneg,0.4\n"
TORN = "truth,score\npos,0.9\nneg,0.1,5\npos,0.7,7\nneg,0.4\npos,0.6,7\nneg,0.3\n"
SHIFTED = "id,truth,score\na,1,0,93\na,0,0,12\nb,1,0,71\nb,0,0,35\n"
IDS = "reference,probe,score\n007,007,0.9\n007,7,0.4\n8,8,0.3\n"
DOUBTFUL_DIRECTION = "truth,score,distance\n" + "".join(
    f"{n % 2},{0.5 + (n % 2) / 4 + n / 1000},{n % 2 + n / 100}\n" for n in range(40)
)
OFFSET = "truth,prob1,prob2,prob3\n0,0.7,0.2,0.1\n1,0.2,0.7,0.1\n2,0.1,0.2,0.7\n0,0.5,0.3,0.2\n"
MATRIX = ",cat,dog\ncat,8,3\ndog,1,9\n"
TWO_OF_A_NAME = "truth,score,score\n1,0.9,3\n0,0.1,2\n1,0.3,4\n"

# What asks, as the text of one or several files; the option that answers; what the rest takes.
CASES = {
    "delimiter": (
        "id^truth^score\n" + "".join(f"k-{n}^{n % 2}^{n % 5}.5\n" for n in range(9)),
        Role.DELIMITER,
        "--delimiter ^",
    ),
    "two ids": (
        "probe,gallery,score,truth\n"
        + "".join(f"P{n // 10},G{n % 10},{n % 7},{int(n % 10 == n // 10)}\n" for n in range(100)),
        Role.SAMPLING,
        "--subject probe --subject-b gallery",
    ),
    "truth open": ("a,b\n0.5,0.2\n0.1,0.7\n", Role.TRUTH, "--truth a --positive 0.5"),
    "truth of several": (
        "a,b,score\nx,u,0.9\ny,v,0.2\nx,v,0.7\n",
        Role.TRUTH,
        "--truth a --positive x",
    ),
    "truth by ids": (IDS, Role.TRUTH, "--truth truth"),
    "rows without a label": (
        "truth,score\n1,0.9\n0,0.1\n,0.2\n,0.3\n,0.4\n",
        Role.TRUTH,
        "--truth truth",
    ),
    "scores": ("truth,a,b\n1,0.9,3\n0,0.1,2\n1,0.3,4\n", Role.SCORE, "--score a"),
    "how sure": (
        "truth,prediction,confidence\npos,pos,0.9\nneg,neg,0.8\npos,neg,0.6\nneg,neg,0.9\n",
        Role.SCORE,
        "--no-score",
    ),
    "predicted": ("truth,other\na,a\nb,a\na,b\nb,b\n", Role.PREDICTED, "--predicted other"),
    "positive": ("truth,score\na,0.9\nb,0.1\na,0.7\nb,0.4\n", Role.POSITIVE, "--positive a"),
    "positive of three": (
        "truth,score\na,0.9\nb,0.1\nc,0.7\nb,0.4\n",
        Role.POSITIVE,
        "--positive b",
    ),
    "direction": (DOUBTFUL_DIRECTION, Role.DIRECTION, "--higher-is-positive"),
    "decimal": ("truth;score\n1;4,708\n0;3,080\n1;2,125\n", Role.DECIMAL, "--decimal ,"),
    "thousands": ("truth;score\n1;4,708\n0;3,080\n1;2,125\n", Role.DECIMAL, "--thousands ,"),
    "shifted": (SHIFTED, Role.DECIMAL, "--decimal . --truth truth --score score"),
    "missing label": (
        "truth,score\n1,0.9\n0,0.1\n9,0.2\n1,0.7\n",
        Role.MISSING_LABELS,
        "--missing-label 9",
    ),
    "no missing label": (
        "truth,score\n1,0.9\n0,0.1\n9,0.2\n1,0.7\n",
        Role.MISSING_LABELS,
        "--missing-label= --positive 1",
    ),
    "unreadable": (
        "truth,score\n1,0.9\n0,none of it\n1,0.3\n0,0.1\n",
        Role.UNREADABLE,
        "--set-aside-unreadable",
    ),
    "torn rows": (TORN, Role.UNREADABLE, "--set-aside-unreadable --score score"),
    "empty labels": ("truth,score\nx,3\n,1\nx,2\n,0\n", Role.BLANK_LABELS, "--blank-labels other"),
    "labels of groups": (
        "truth,score\na,3\n,4\n,5\n,3\nb,1\n,2\n,0\n,3\n",
        Role.BLANK_LABELS,
        "--blank-labels above --positive a",
    ),
    "falling counts": (
        "score,positives,negatives\n1,9,8\n2,7,5\n3,4,2\n4,2,1\n",
        Role.N_POSITIVE,
        "--n-positive positives --n-negative negatives",
    ),
    "limits": ("truth,score\n1,3\n0,<0.05\n1,2\n0,1\n", Role.LIMITS, "--limits below"),
    "probabilities": (
        OFFSET,
        Role.PROBABILITIES,
        "--probability 0=prob1 --probability 1=prob2 --probability 2=prob3",
    ),
    "matrix": (MATRIX, Role.MATRIX_ROWS, "--rows-are predicted"),
    "weight": (
        "truth,score,weight\n1,0.9,2\n0,0.1,1\n1,0.3,3\n",
        Role.WEIGHT,
        "--weight weight",
    ),
    "two pairs of persons": (
        "subject_a,subject_b,speaker_a,speaker_b,truth,score\n"
        + "".join(f"s{r % 3},s{r % 4},t{r % 4},t{r % 5},{r % 2},0.{r}\n" for r in range(1, 9)),
        Role.SUBJECT,
        "--subject subject_a --subject-b subject_b",
    ),
    "no weight": ("truth,score,weight\n1,0.9,2\n0,0.1,1\n1,0.3,3\n", Role.WEIGHT, "--weight="),
}


def outcome(capsys, *arguments):
    try:
        code = main(["evaluate", *map(str, arguments)])
    except SystemExit as ended:
        code = ended.code
    return code, *capsys.readouterr()


@functools.cache
def asked_roles():
    """Return every role that a call in the program asks about."""
    found = set()
    for path in Path(evalgui.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not any(name in text for name in ASKS):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in ASKS:
                    found |= {
                        part.attr
                        for part in ast.walk(node.args[0])
                        if isinstance(part, ast.Attribute)
                    }
    return {Role[name] for name in found if name in Role.__members__}


def test_that_every_role_that_is_asked_about_has_an_option():
    known = set(re.findall(r"--[a-z-]+", evaluate_parser().format_help()))
    roles = asked_roles()
    assert {Role.TRUTH, Role.SHEET, Role.LIMITS} <= roles
    for role in roles - {Role.TABLE}:  # another file completes this one
        assert options_for(role), role
        assert known.issuperset(options_for(role)), role


def test_that_every_such_role_is_tried_here():
    elsewhere = {Role.TABLE, Role.SHEET, Role.TOGETHER, Role.N_POSITIVE, Role.N_NEGATIVE}
    assert asked_roles() - elsewhere <= {role for _, role, _ in CASES.values()}


@pytest.mark.parametrize("text", [IDS, "cases,controls\n0.9,0.1\n0.7,0.5\n0.8,0.2\n"])
def test_that_a_truth_that_is_no_column_of_the_file_is_named(text, tmp_path, capsys):
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    code, _, err = outcome(capsys, tmp_path / "a.csv")
    assert code == 2
    assert "Say so with --truth truth." in err
    assert outcome(capsys, tmp_path / "a.csv", "--truth", "truth")[0] == 0


@pytest.mark.parametrize("name", CASES)
def test_that_an_option_answers_a_question(capsys, tmp_path, name):
    text, role, answer = CASES[name]
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    code, out, err = outcome(capsys, path)
    assert (code, out) == (2, "")
    lines = [line for line in err.splitlines() if "Say so with" in line]
    of_role = [line for line in lines if all(option in line for option in options_for(role))]
    assert of_role, err
    assert any(option in answer for option in options_for(role))
    code, out, err = outcome(capsys, path, *answer.split(), "--format", "json")
    if "Say so with" in err:  # whatever else is open, this is answered
        assert not any(line in err for line in of_role), err
    else:
        assert code == 0, err
        json.loads(out)


@pytest.mark.parametrize(
    ("given", "answer"),
    [("--n-positive a", "--n-negative b"), ("--n-negative b", "--n-positive a")],
)
def test_that_the_other_count_can_be_named(capsys, tmp_path, given, answer):
    path = tmp_path / "counts.csv"
    path.write_text("score,a,b\n1,2,9\n2,8,3\n", encoding="utf-8")
    code, _, err = outcome(capsys, path, *given.split())
    assert (code, answer.split()[0] in err) == (2, True)
    code, out, err = outcome(capsys, path, *given.split(), *answer.split(), "--format", "json")
    assert code == 0, err
    assert json.loads(out)["n"] == 22


def test_that_the_edges_of_bins_can_be_named(capsys, tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("from,upto,n_genuine,n_impostor\n0,1,2,9\n1,2,8,3\n", encoding="utf-8")
    arguments = ("--n-positive", "n_genuine", "--n-negative", "n_impostor", "--format", "json")
    code, out, err = outcome(capsys, path, *arguments, "--bins", "from", "upto")
    assert code == 0, err
    assert json.loads(out)["score"] == "from"


def test_that_one_of_two_columns_of_a_name_can_be_named(capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(TWO_OF_A_NAME, encoding="utf-8")
    code, _, err = outcome(capsys, path, "--score", "score")
    assert (code, "which of 'score (1)' and 'score (2)'?" in err) == (2, True)
    assert "Say so with --score" in err
    found = numbers(capsys, path, "--score", "score (2)")
    assert (found["score"], found["areas"]["roc_auc"]) == ("score (2)", 1.0)


def test_that_a_sheet_can_be_named(capsys, tmp_path):
    path = tmp_path / "two.xlsx"
    head = [["truth", "score"], [1.0, 0.9], [0.0, 0.1], [1.0, 0.7]]
    path.write_bytes(workbook({"first": [*head, [0.0, 0.4]], "second": [*head, [0.0, 0.8]]}))
    code, _, err = outcome(capsys, path)
    assert code == 2
    assert "'first' and 'second': is 'first' the one? Say so with --sheet." in err
    for name, area in (("first", 1.0), ("second", 0.75)):
        code, out, err = outcome(capsys, path, "--sheet", name, "--format", "json")
        assert code == 0, err
        assert json.loads(out)["areas"]["roc_auc"] == area
    code, _, err = outcome(capsys, path, "--sheet", "third")
    assert (code, "'third'" in err) == (2, True)


def test_that_a_sheet_of_a_file_without_sheets_is_refused(capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(ROWS, encoding="utf-8")
    code, _, err = outcome(capsys, path, "--sheet", "first")
    assert (code, "Leave out --sheet" in err) == (2, True)


def test_that_five_questions_are_listed_and_the_rest_counted():
    asked = [
        left_open(Role.TRUTH, "nothing says so", question=f"Question {place}?")
        for place in range(MOST_ASKED + 2)
    ]
    lines = question_lines("a.csv", asked)
    assert lines[0] == "a.csv: there are 7 questions"
    assert lines[1:-1] == [f"  Question {n}? Say so with --truth." for n in range(MOST_ASKED)]
    assert lines[-1] == "  and 2 more questions"
    assert question_lines("a.csv", asked[:1]) == ["a.csv: Question 0? Say so with --truth."]


def test_that_questions_show_some_of_the_cells(capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(CASES["scores"][0], encoding="utf-8")
    _, _, err = outcome(capsys, path)
    assert "'a' holds '0.9', '0.1' and '0.3'; 'b' holds '3', '2' and '4'." in err


SEVERAL = "id,truth,x,y,site\n1,1,0.5,3,A\n2,0,-0.25,2,A\n3,1,0.75,1,B\n4,0,0.25,0,B\n"


@pytest.fixture
def several(tmp_path):
    path = tmp_path / "several.csv"
    path.write_text(SEVERAL, encoding="utf-8")
    return path


def numbers(capsys, *arguments):
    code, out, err = outcome(capsys, *arguments, "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_that_each_of_several_scores_and_curves_has_an_entry(capsys, several):
    curves = ("--curve", "roc", "--curve", "det")
    found = numbers(capsys, several, "--score", "x", "--score", "y", *curves)
    assert set(found) == {"evalgui", "file", "results"}
    for entry, name in zip(found["results"], "xy", strict=True):
        alone = numbers(capsys, several, "--score", name, *curves)
        assert {"evalgui": found["evalgui"], **entry} == alone
        assert [curve["id"] for curve in entry["curves"]] == ["roc", "det"]
        assert "curve" not in entry
    truth = [1, 0, 1, 0]
    areas = [entry["areas"]["roc_auc"] for entry in found["results"]]
    assert areas == [
        roc_auc_score(truth, [0.5, -0.25, 0.75, 0.25]),
        roc_auc_score(truth, [3, 2, 1, 0]),
    ]
    one = numbers(capsys, several, "--score", "x", "--curve", "roc")
    assert (one["curve"]["id"], "curves" in one, "results" in one) == ("roc", False, False)


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        ((), "youden"),
        (("--at", "eer"), "eer"),
        (("--at", "half"), "half"),
        (("--threshold", "0.3"), "typed"),
    ],
)
def test_that_it_is_said_what_chose_the_threshold(capsys, several, arguments, rule):
    assert numbers(capsys, several, "--score", "x", *arguments)["rule"] == rule


def test_that_no_rule_chose_where_there_is_no_threshold(capsys, tmp_path):
    path = tmp_path / "calls.csv"
    path.write_text("truth,prediction\n1,1\n0,0\n1,0\n0,0\n", encoding="utf-8")
    found = numbers(capsys, path)
    assert found["rule"] is None
    assert found["metrics"]["TPR"]["numerator"] == 1
    assert found["metrics"]["TPR"]["denominator"] == 2


@pytest.mark.parametrize("text", ["-1e-5", "-2.5E-1", "-inf", "-.25", "-0,0"])
def test_that_negative_thresholds_need_no_equals_sign(capsys, several, text):
    code, out, err = outcome(
        capsys, several, "--score", "x", "--threshold", text, "--format", "json"
    )
    if text == "-0,0":
        assert code == 2
        return
    assert code == 0, err
    found = json.loads(out)
    assert float(found["threshold_infinite"] or found["threshold"]) == float(text)


def test_that_proportions_have_their_counts(capsys, several):
    found = numbers(capsys, several, "--score", "x", "--threshold", "0.3")
    assert found["counts"] == {"tp": 2, "fp": 0, "fn": 0, "tn": 2}
    n_of = {
        name: (state["numerator"], state["denominator"])
        for name, state in found["metrics"].items()
        if state["denominator"] is not None
    }
    assert (n_of["TPR"], n_of["FPR"], n_of["PPV"], n_of["ACC"]) == ((2, 2), (0, 2), (2, 2), (4, 4))
    assert "MCC" not in n_of
    for name, (numerator, denominator) in n_of.items():
        value = found["metrics"][name]["value"]
        assert value == numerator / denominator if denominator else value is None


def test_that_proportions_of_many_classes_have_their_counts(capsys, tmp_path):
    path = tmp_path / "calls.csv"
    rows = ["a,a", "a,b", "b,b", "c,c", "c,a", "c,c"]
    path.write_text("\n".join(["truth,prediction", *rows, ""]), encoding="utf-8")
    metrics = numbers(capsys, path)["metrics"]
    for name, pair in {"SMC_K": (4, 6), "ERR_K": (2, 6), "NIR": (3, 6), "MICRO_P": (4, 6)}.items():
        state = metrics[name]
        assert (state["numerator"], state["denominator"]) == pair
        assert state["value"] == pytest.approx(pair[0] / pair[1], abs=1e-15)
    assert metrics["KAPPA_K"]["numerator"] is metrics["MACRO_P"]["denominator"] is None


def test_that_numbers_in_formulas_can_be_set(capsys, several):
    arguments = (several, "--score", "y", "--threshold", "2")
    half = numbers(capsys, *arguments, "--parameter", "beta=0.5")["metrics"]["FBETA"]["value"]
    # TP 1, FP 1, FN 1: precision and recall are 1/2.
    assert half == 0.5
    costs = ("--parameter", "cost_fn=10", "--parameter", "cost_fp=3")
    assert numbers(capsys, *arguments, *costs) != numbers(capsys, *arguments)
    for wrong, words in {
        "gamma=1": "there are beta, alpha",
        "beta=x": "x is no number",
        "beta=-1": "not below 0",
        "beta": "is no number",
    }.items():
        code, _, err = outcome(capsys, *arguments, "--parameter", wrong)
        assert (code, words in err) == (2, True), err


def test_that_rows_can_be_chosen_and_missing_scores_have_a_meaning(capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(SEVERAL + "5,1,,4,A\n", encoding="utf-8")
    found = numbers(capsys, path, "--score", "x", "--subset", 'site == "A"')
    assert (found["n"], found["n_missing"], found["subset"]) == (2, 1, 'site == "A"')
    worst = numbers(capsys, path, "--score", "x", "--missing-scores", "worst")
    assert (worst["n"], worst["n_missing"]) == (5, 0)
    code, _, err = outcome(capsys, path, "--score", "x", "--missing-scores", "refuse")
    assert (code, "no score" in err) == (2, True)


def test_that_calls_can_be_assessed_without_the_score_beside_them(capsys, tmp_path):
    path = tmp_path / "a.csv"
    text = "truth,prediction,score\n1,1,0.9\n0,0,0.1\n1,0,0.7\n0,0,0.4\n"
    path.write_text(text, encoding="utf-8")
    assert numbers(capsys, path)["score"] == "score"
    found = numbers(capsys, path, "--no-score")
    assert (found["score"], found["counts"]) == (None, {"tp": 1, "fp": 0, "fn": 1, "tn": 2})
    code, _, err = outcome(capsys, path, "--no-score", "--score", "score")
    assert (code, "not allowed" in err) == (2, True)


@pytest.mark.parametrize("name", CASES)
def test_that_inspect_asks_and_is_answered_alike(capsys, tmp_path, name):
    given, role, answer = CASES[name]
    texts = [given] if isinstance(given, str) else given
    files = [tmp_path / f"{number}.csv" for number, _ in enumerate(texts)]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    assert main(["inspect", *map(str, files)]) == 2
    lines = capsys.readouterr().out.splitlines()
    asked = [line for line in lines if "Say so with" in line]
    assert any(all(option in line for option in options_for(role)) for line in asked)
    assert all(line.endswith(".") for line in asked)
    main(["inspect", *map(str, files), *answer.split(" "), "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    left = found.get("results", [found])[0].get("questions", [])
    assert role.value not in [one["role"] for one in left]


def test_that_inspect_takes_the_file_of_an_archive(capsys, tmp_path):
    path = tmp_path / "two.zip"
    with zipfile.ZipFile(path, "w") as opened:
        opened.writestr("a.csv", ROWS)
        opened.writestr("b.csv", ROWS + "pos,0.8\n")
    assert main(["inspect", str(path)]) == 2
    assert "Say so with --sheet." in capsys.readouterr().out
    assert main(["inspect", str(path), "--sheet", "b.csv", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows_total"] == 5


def test_that_an_option_comes_before_the_roles_as_json(capsys, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b,score\nx,u,0.9\ny,v,0.2\nx,v,0.7\n")
    arguments = ["--roles", '{"truth": "b", "positive": "u"}', "--truth", "a", "--positive", "x"]
    assert main(["inspect", str(path), *arguments, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["class_counts"] == {"x": 2, "y": 1}
