"""Tables on the command line: any table in any format, with what reproduces it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from pathlib import Path

import pytest

from evalgui.__main__ import main
from evalgui.cli.tables import OF_PAIRS
from evalgui.core.digits import rounded
from evalgui.io.writers.tables.declared import TABLES
from evalgui.io.writers.tables.formats import FORMATS
from tests.cli.running import IRIS, THARWAT, evaluate
from tests.io.writers.tables.reading_back import READERS


def say(capsys, *arguments):
    assert main([*arguments]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


def refused(capsys, *arguments):
    try:
        code = main([*arguments])
    except SystemExit as exit_:
        code = exit_.code
    output = capsys.readouterr()
    assert (code, output.out) == (2, "")
    return output.err


@pytest.mark.parametrize("form", list(FORMATS), ids=lambda form: form.id)
def test_that_measures_are_those_of_evaluate_in_every_format(capsys, tmp_path, form):
    words = [THARWAT, "--positive", "positive", "--at", "eer", "--level", "0.9"]
    numbers = evaluate(capsys, *words)
    out = tmp_path / f"m{form.suffix}"
    told = say(capsys, "table", *words, "--table", "measures", "--out", str(out))
    assert told.startswith(f"{out.name}: ")
    _head, rows = READERS[form.id](out.read_bytes())
    found = {row[0]: row for row in rows}
    for metric_id, state in numbers["metrics"].items():
        value, low = found[metric_id][2], found[metric_id][6]
        if state["value"] is not None:
            assert float(value) == state["value"]
        limit = numbers["intervals"][metric_id]["low"]
        if limit is not None:
            assert float(low) == float(limit)
            assert float(found[metric_id][8]) == 0.9


COMPARED = (
    *("--truth", "label", "--score", "score", "--positive", "genuine"),
    *("--probe", "probe", "--reference", "reference"),
)


def comparisons(folder):
    """Return a file in which each of eight subjects is searched for among all."""
    pairs = [(one, other) for one in range(8) for other in range(8)]
    lines = [
        f"p{one},p{other},{'genuine' if one == other else 'impostor'},"
        f"{(one * 5 + other * 3) % 11 + 8 * (one == other)}"
        for one, other in pairs
    ]
    path = folder / "comparisons.csv"
    path.write_text("\n".join(["probe,reference,label,score", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", [one for one in TABLES if one.id not in OF_PAIRS])
def test_that_every_table_can_be_printed(capsys, tmp_path, kind):
    one = (THARWAT, "--positive", "positive", "--score-kind", "probability")
    one += ("--require", "TPR-limit>=0.5", "--fta", "1/20", "--species", "class")
    one += ("--reference-accuracy", "0.95/0.98")
    one += ("--calls", "class")
    one += ("--group", "class", *(["class"] if kind.id == "cross-groups" else []))
    if kind.id == "likelihood-ratios":
        one += ("--score-kind", "llr")
    words = (IRIS,) if kind.id.startswith("class") else one
    if kind.id == "class-costs":
        words += ("--class-cost", "setosa->virginica=3")
    if kind.id == "trend":
        path = tmp_path / "dated.csv"
        path.write_text("day,class,score\n2025-01-03,a,1\n2025-03-03,b,2\n", encoding="utf-8")
        words = (str(path), "--positive", "b", "--over", "day")
    if kind.id == "ordered-classes":
        path = tmp_path / "stages.csv"
        path.write_text("stage,marker\n1,0.5\n2,1.5\n3,1.5\n", encoding="utf-8")
        words = (str(path), "--truth", "stage", "--positive", "3")
    if kind.id in {"identification", "menagerie"}:
        words = (str(comparisons(tmp_path)), *COMPARED)
    told = say(capsys, "table", *words, "--table", kind.id)
    rows = list(csv.reader(io.StringIO(told), delimiter="\t"))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}


def test_that_tables_are_printed_as_a_paper_has_them(capsys):
    words = [THARWAT, "--positive", "positive", "--threshold", "0.45"]
    numbers = evaluate(capsys, *words)
    told = say(capsys, "table", *words, "--table", "measures", "--format", "paper")
    counts, measures, *_ranking = told.split("\n\n")
    assert counts.splitlines()[0] == "\tValue"
    heads, *lines = [line.split("\t") for line in measures.splitlines()]
    assert heads == ["", "x/n", "Value (95 % interval)"]
    assert len(lines) == len(numbers["metrics"])
    known = zip(numbers["metrics"].items(), lines, strict=True)
    for (metric_id, state), (_name, counted, shown) in known:
        x, n = state["numerator"], state["denominator"]
        assert counted == ("" if n is None else f"{x}/{n}")
        limits = numbers["intervals"].get(metric_id)
        if (
            state["value"] is None
            or limits is None
            or not all(isinstance(limits[end], float) for end in ("low", "high"))
        ):
            continue
        value, low, high = (rounded(one) for one in (state["value"], limits["low"], limits["high"]))
        between = f"{low} to {high}" if "-" in low + high else f"{low}-{high}"
        assert shown == f"{value} ({between})"


def test_that_what_no_page_could_hold_is_not_printed_for_a_paper(capsys):
    words = ["table", THARWAT, "--positive", "positive", "--format", "paper"]
    assert "too long" in refused(capsys, *words, "--table", "scores")


def test_that_what_is_needed_to_reproduce_it_lies_beside_it(capsys, tmp_path):
    out = tmp_path / "r.csv"
    words = ("--positive", "positive", "--threshold", "0.45", "--interval", "proportion=jeffreys")
    say(capsys, "table", THARWAT, *words, "--table", "rows", "--out", str(out))
    told = json.loads((tmp_path / "r.csv.about.json").read_text(encoding="utf-8"))
    about = told["about"]
    assert about["sha256"] == hashlib.sha256(Path(THARWAT).read_bytes()).hexdigest()
    assert (about["threshold"], about["rule"], about["positive"]) == (0.45, "typed", "positive")
    assert about["methods"]["proportion"] == "jeffreys"
    assert told["sha256_of_table"] == hashlib.sha256(out.read_bytes()).hexdigest()
    assert str(tmp_path) not in json.dumps(told)
    assert str(Path(THARWAT).parent) not in json.dumps(told)


def test_that_several_tables_go_to_one_workbook_or_to_files_of_their_own(capsys, tmp_path):
    wanted = ("--positive", "positive", "--table", "matrix", "--table", "rules")
    told = say(capsys, "table", THARWAT, *wanted, "--out", str(tmp_path / "a.xlsx"))
    assert told == "a.xlsx: 54 rows\n"
    told = say(capsys, "table", THARWAT, *wanted, "--out", str(tmp_path / "a.csv"))
    assert told.startswith("a-matrix.csv, a-rules.csv: 54 rows\n")
    assert "--out" in refused(capsys, "table", THARWAT, *wanted)


def test_that_a_comparison_is_written_as_a_table(capsys, tmp_path):
    path = tmp_path / "two.csv"
    lines = [f"{'ab'[row % 2]},{row % 7},{row * 3 % 11}" for row in range(60)]
    path.write_text("truth,one,two\n" + "\n".join(lines) + "\n", encoding="utf-8")
    words = ["compare", str(path), "--truth", "truth", "--positive", "a", "--level", "0.9"]
    words += ["--score", "one", "--score", "two", "--bootstrap", "50", "--seed", "7"]
    found = json.loads(say(capsys, *words, "--format", "json"))
    out = tmp_path / "c.json"
    assert say(capsys, *words, "--out", str(out)) == "c.json: 24 rows\n"
    told = json.loads(out.read_text(encoding="utf-8"))
    (area,) = (row for row in told["rows"] if row["id"] == "roc_auc")
    pair = found["pairs"][0]
    assert (area["difference"], area["p"]) == (pair["auc"]["difference"], pair["auc"]["p"])
    assert (area["low"], area["level"]) == (pair["auc"]["low"], 0.9)
    about = told["about"]
    assert (about["score"], about["level"]) == ("one", 0.9)
    assert [one["score"] for one in about["compared_with"]] == ["two"]
    assert about["drawn"] == [{"what": "areas", "replicates": 50, "seed": 7, "bins": None}]


def test_that_formulas_are_said_and_guarded_on_demand(capsys, tmp_path):
    path = tmp_path / "odd.csv"
    path.write_text("id,truth,score\n=1+1,a,1\n@x,b,2\nc,a,3\n", encoding="utf-8")
    words = [str(path), "--truth", "truth", "--score", "score", "--positive", "a"]
    words += ["--table", "rows", "--out", str(tmp_path / "t.tsv")]
    told = say(capsys, "table", *words)
    assert "2 cells like a formula" in told
    assert '"=1+1"' in (tmp_path / "t.tsv").read_text(encoding="utf-8")
    assert "--guard-formulas puts an apostrophe before it" in told
    say(capsys, "table", *words, "--guard-formulas")
    assert '"\'=1+1"' in (tmp_path / "t.tsv").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["table", "csv"])
def test_that_formulas_that_are_printed_are_said_beside_it(capsys, tmp_path, form):
    path = tmp_path / "odd.csv"
    path.write_text("id,truth,score\n=1+1,a,1\n-2,b,2\nc,a,3\n", encoding="utf-8")
    words = [str(path), "--truth", "truth", "--score", "score", "--positive", "a"]
    words += ["--table", "rows", "--format", form]
    for guard, cell, said in (
        ([], '"=1+1"', "evalgui: 1 cell like a formula"),
        (["--guard-formulas"], '"\'=1+1"', "evalgui: 1 cell like a formula, guarded by an"),
    ):
        assert main(["table", *words, *guard]) == 0
        told = capsys.readouterr()
        assert cell in told.out
        assert '"-2"' in told.out
        assert said in told.err
        assert ("--guard-formulas" in told.err) == (not guard)


def test_that_a_table_there_is_none_of_says_why(capsys, tmp_path):
    path = tmp_path / "k.csv"
    path.write_text("truth,call\na,a\nb,c\nc,c\na,b\n", encoding="utf-8")
    words = ("table", str(path), "--truth", "truth", "--predicted", "call", "--table", "rules")
    assert "there is no table 'rules': all classes are taken together" in refused(capsys, *words)
    assert "invalid choice" in refused(capsys, "table", THARWAT, "--table", "comparison")
    told = refused(capsys, "table", THARWAT, "--out", "t.ods")
    assert "does not end in .csv, .tsv, .xlsx, .json, .parquet, .tex, .md" in told


def test_that_a_folder_that_is_not_there_is_said_in_words(capsys, tmp_path):
    out = tmp_path / "nowhere" / "t.csv"
    words = ("table", THARWAT, "--positive", "positive", "--out", str(out))
    assert "there is no such folder" in refused(capsys, *words)
