"""Every JSON says who wrote it and what it is, and is what the schema that is shipped says."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from jsonschema import Draft202012Validator

import evalgui
from evalgui.__main__ import main
from evalgui.io.samples import sample_by_id
from evalgui.io.writers.json_schema import closed, json_schema
from evalgui.io.writers.marked import SCHEMA, Kind
from evalgui.locations import resources
from evalgui.version import __version__
from tests.io.keeping.saving import saved

SHIPPED = resources() / "reference" / "evalgui.schema.json"
CLINICAL, IRIS, THARWAT, BIOMETRIC = (
    str(sample_by_id(one).path) for one in ("clinical", "iris", "tharwat-2018", "biometric")
)
ROLES = ["--truth", "diagnosis", "--positive", "malignant", "--score", "logistic_regression"]
ONE = [CLINICAL, *ROLES]
TWO = [*ONE, "--score", "mean_radius"]
RICH = [
    *("--score-kind", "probability", "--risk-threshold", "0.1", "--group", "score > 0.5"),
    *("--bootstrap", "200", "--stability", "200", "--grey", "0.3", "0.5", "--curve", "roc"),
    *("--prevalence", "0.1", "--reference-accuracy", "0.9/0.95", "--fta", "1/100"),
    *("--require", "TPR>=0.9 in every class", "--require", "TNR-limit>=0.99"),
]
COMMANDS = {
    "all that can be asked": ("evaluate", THARWAT, *RICH),
    "two scores": ("evaluate", *TWO, "--at", "sensitivity-limit=0.9"),
    "three classes": ("evaluate", IRIS),
    "comparisons of persons": ("evaluate", BIOMETRIC),
    "two curves": ("evaluate", THARWAT, "--curve", "roc", "--curve", "det"),
    "two files": ("evaluate", THARWAT, THARWAT, "--apart"),
    "probabilities compared": ("compare", *TWO, "--score-kind", "probability"),
    "three compared": ("compare", *TWO, "--score", "decision_tree", "--at", "sensitivity=0.9"),
    "rules": ("rules", *ONE),
    "rules of biometrics": ("rules", THARWAT, "--biometrics"),
    "all rules": ("rules", "--list"),
    "criterion table": ("table", *ONE),
    "rows": ("table", *ONE, "--table", "rows"),
    "inspection": ("inspect", *ONE),
    "two files inspected": ("inspect", THARWAT, CLINICAL),
    "questions": ("inspect", str(resources() / "help" / "json.md")),
    "a size": ("sample-size", "--measure", "TPR", "--expect", "0.9", "--width", "0.1"),
    "support": ("sample-size", "--have", "150", "450", "--expect", "0.9"),
}


@pytest.fixture(scope="module")
def strict():
    """A validator that allows no key that is not declared."""
    return Draft202012Validator(closed(json_schema()))


def faults(validator, found):
    def deepest(error):
        while error.context:
            error = max(error.context, key=lambda one: len(one.absolute_path))
        return [*error.absolute_path], error.message[:200]

    return list(map(deepest, validator.iter_errors(found)))


def test_that_the_schema_is_the_one_that_is_shipped(capsys):
    assert main(["schema"]) == 0
    printed = capsys.readouterr().out
    assert printed == SHIPPED.read_text(encoding="utf-8"), "evalgui schema > " + SHIPPED.name
    Draft202012Validator.check_schema(json.loads(printed))


@pytest.mark.parametrize("name", COMMANDS)
def test_that_what_is_printed_is_what_the_schema_says(name, strict, capsys):
    code = main([*COMMANDS[name], "--format", "json"])
    output = capsys.readouterr()
    found = json.loads(output.out)
    assert found["evalgui"]["version"] == __version__
    assert found["evalgui"]["schema"] == SCHEMA
    assert faults(strict, found) == []
    assert code in {0, 1, 2}


def test_that_a_workspace_that_is_replayed_is_what_the_schema_says(strict, tmp_path, capsys):
    file = tmp_path / "a.csv"
    file.write_bytes(sample_by_id("tharwat-2018").path.read_bytes())
    saved(tmp_path / "W.evalgui", file)
    assert main(["replay", str(tmp_path / "W.evalgui"), "--format", "json"]) == 0
    assert faults(strict, json.loads(capsys.readouterr().out)) == []


def test_that_what_stands_beside_a_table_is_what_the_schema_says(strict, tmp_path):
    assert main(["table", *ONE, "--out", str(tmp_path / "t.csv")]) == 0
    words = ["--table", "measures", "--table", "matrix", "--out", str(tmp_path / "two.json")]
    assert main(["table", *ONE, *words]) == 0
    written = [json.loads(one.read_text(encoding="utf-8")) for one in tmp_path.glob("*.json")]
    assert sorted(map(len, written)) == [3, 9]
    assert [faults(strict, one) for one in written] == [[], []]


def test_that_python_has_the_same(strict):
    found = evalgui.evaluate(truth=[1, 0, 1, 0], score=[4, 3, 2, 1], positive=1)
    assert found.to_dict()["evalgui"]["kind"] == "evaluate"
    assert faults(strict, found.to_dict()) == []


def test_that_each_kind_is_tested():
    told = {"replay", "decision", *(words[0] for words in COMMANDS.values())}
    assert told | {"rule-list"} == set(get_args(Kind))


@pytest.mark.parametrize(
    "wrong",
    [
        {"evalgui": {"version": "0.1", "kind": "evaluate", "schema": SCHEMA}},
        {"evalgui": {"version": "0.1", "kind": "poem", "schema": SCHEMA}},
        {"evalgui": {"version": "0.1", "kind": "decision", "schema": 99}, "decided": None},
        {"decided": None},
    ],
)
def test_that_the_schema_refuses_what_is_none(wrong):
    assert faults(Draft202012Validator(json_schema()), wrong) != []


def test_that_more_keys_are_allowed_to_who_reads():
    mark = {"version": "9.9", "kind": "decision", "schema": SCHEMA, "more": 1}
    assert faults(Draft202012Validator(json_schema()), {"evalgui": mark, "decided": None}) == []
