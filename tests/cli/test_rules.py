"""Thresholds by rules, from another evaluation, with a grey zone, and the criterion table."""

from __future__ import annotations

import csv
import json
import math

import numpy as np
import pyarrow.parquet
import pytest

from evalgui.__main__ import main
from evalgui.core.rules import RULES, rule_by_id
from evalgui.core.rules.presets import PRESETS

SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.5, 0.4, 0.35, 0.3, 0.2]
TRUTH = ["pos", "pos", "neg", "pos", "pos", "neg", "neg", "pos", "neg", "neg"]
KEYS = [
    "id",
    "name",
    "parameters",
    "threshold",
    "low",
    "high",
    "value",
    "rates",
    "counts",
    "ties",
    "degenerate",
    "undefined",
]


@pytest.fixture
def file(tmp_path):
    lines = ["truth,score", *(f"{t},{s}" for t, s in zip(TRUTH, SCORES, strict=True))]
    path = tmp_path / "ten.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def say(file, capsys):
    def run(command, *words, code=0):
        given = [command, str(file), "--truth", "truth", "--positive", "pos", "--score", "score"]
        assert main([*given, *words]) == code
        printed = capsys.readouterr()
        return printed.out if code == 0 else printed.err

    return run


def refused(capsys, *words):
    with pytest.raises(SystemExit) as end:
        main([*words])
    assert end.value.code == 2
    return capsys.readouterr().err


def test_that_every_rule_has_just_the_fields_that_are_documented(say):
    found = json.loads(say("rules", "--format", "json"))
    # Neither log-likelihood ratios nor species of attacks.
    offered = [one.id for one in RULES if one.id not in {"bayes", "apcer", "apcer-limit"}]
    assert [entry["id"] for entry in found["rules"]] == offered
    for entry in found["rules"]:
        assert list(entry) == KEYS
        if entry["undefined"] is None:
            counts = entry["counts"]
            assert counts["tp"] + counts["fn"] == counts["fp"] + counts["tn"] == 5
            assert entry["rates"]["TPR"] == counts["tp"] / 5
        else:
            assert entry["threshold"] is entry["counts"] is entry["rates"] is None


@pytest.mark.parametrize(
    ("words", "threshold", "rule"),
    [
        (["--at", "youden"], 0.55, "youden"),
        (["--at", "sensitivity=1"], 0.35, "sensitivity"),
        (["--at", "sensitivity=0.8"], 0.55, "sensitivity"),
        (["--at", "fmr=0.2"], 0.55, "fmr"),
        (["--at", "fmr=0"], 0.8, "fmr"),
        (["--at", "zero-fmr"], 0.8, "zero-fmr"),
        (["--at", "specificity=0.6"], 0.5, "specificity"),
        (["--at", "both=0.8,0.8"], 0.55, "both"),
        (["--at", "eer-rocch"], 0.55, "eer-rocch"),
        (["--at", "min-dcf", "--p-target", "0.01"], 0.8, "min-dcf"),
        (["--at", "cost", "--cost-fn", "10"], 0.35, "cost"),
        (["--at", "cost", "--cost-fn", "0.1"], 0.8, "cost"),
        (["--at", "number=0.33"], 0.33, "number"),
        (["--at", "maximise=TNR", "--subject-to", "TPR>=0.8"], 0.55, "maximise"),
        (["--at", "half"], 0.5, "half"),
    ],
)
def test_that_evaluate_takes_any_rule_with_its_numbers(say, words, threshold, rule):
    found = json.loads(say("evaluate", *words, "--format", "json"))
    assert (found["threshold"], found["rule"]) == (threshold, rule)
    provenance = found["provenance"]
    assert (provenance["kind"], provenance["rule"]) == ("chosen", rule)
    assert provenance["source"] == "ten.csv"
    assert provenance["when"].endswith("Z")


def test_that_a_limit_has_a_level_of_its_own(say):
    words = ["--at", "sensitivity-limit=0.52", "--limit-level", "0.8", "--format", "json"]
    found = json.loads(say("evaluate", *words))
    assert found["provenance"]["parameters"] == {"sensitivity": 0.52, "level": 0.8}
    # The limit of 4 of 5 is 0.510, that of 5 of 5 is 0.725.
    assert found["threshold"] == 0.35
    (limit,) = found["limits"]
    assert limit["value"] == pytest.approx(0.2 ** (1 / 5))  # by Clopper and Pearson
    assert (limit["measure"], limit["sided"], limit["level"]) == ("TPR", "one-sided lower", 0.8)
    told = say("evaluate", *words[:-2]).splitlines()
    line = next(place for place, text in enumerate(told) if text.startswith("threshold: "))
    assert (
        told[line + 1]
        == "limit: 80\N{NARROW NO-BREAK SPACE}%, one-sided: true positive rate at least 0.725"
    )
    refusal = say("evaluate", "--at", "fmr-limit=0.1", code=2)
    assert "5 actual negatives are too few: even without an error, it takes 29" in refusal


def test_that_a_start_is_no_decision(say):
    found = json.loads(say("evaluate", "--format", "json"))
    assert found["provenance"] == {
        "kind": "start",
        "rule": "youden",
        "parameters": {},
        "source": "ten.csv",
        "when": None,
    }


def test_that_a_typed_threshold_may_be_prespecified(say, capsys, file):
    found = json.loads(say("evaluate", "--threshold", "0.42", "--format", "json"))
    assert (found["provenance"]["kind"], found["provenance"]["rule"]) == ("chosen", "typed")
    words = ["--threshold", "0.42", "--prespecified", "--format", "json"]
    found = json.loads(say("evaluate", *words))
    assert found["provenance"]["kind"] == "prespecified"
    assert found["provenance"]["source"] is None
    assert "needs --threshold" in refused(capsys, "evaluate", str(file), "--prespecified")


def test_that_the_threshold_of_another_evaluation_is_frozen(say, tmp_path):
    before = tmp_path / "w.json"
    before.write_text(say("evaluate", "--at", "fmr=0.2", "--format", "json"), encoding="utf-8")
    found = json.loads(say("evaluate", "--threshold-from", str(before), "--format", "json"))
    assert (found["threshold"], found["rule"]) == (0.55, "fmr")
    assert found["provenance"]["kind"] == "frozen"
    assert found["provenance"]["parameters"] == {"fmr": 0.2}
    infinite = tmp_path / "i.json"
    infinite.write_text(say("evaluate", "--threshold", "none", "--format", "json"))
    found = json.loads(say("evaluate", "--threshold-from", str(infinite), "--format", "json"))
    assert found["nothing_called"]
    words = ["--threshold-from", str(before), "--lower-is-positive"]
    assert "run the other way" in say("evaluate", *words, code=2)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", "{", '{"threshold": "x", "higher_is_positive": true}', "[" * 100_000],
)
def test_that_what_is_no_evaluation_is_refused_in_words(say, tmp_path, content):
    path = tmp_path / "w.json"
    path.write_text(content, encoding="utf-8")
    refusal = say("evaluate", "--threshold-from", str(path), code=2)
    assert refusal.startswith("evalgui: w.json: ")
    assert refusal.count("\n") == 1
    missing = say("evaluate", "--threshold-from", str(tmp_path / "none.json"), code=2)
    assert "cannot be read" in missing


def test_that_a_grey_zone_has_three_parts_and_two_ways(say):
    found = json.loads(say("evaluate", "--grey", "0.35", "0.6", "--format", "json"))["grey"]
    zones = {name: (one["positives"], one["negatives"]) for name, one in found["zones"].items()}
    assert zones == {"positive": (3, 1), "grey": (2, 2), "negative": (0, 2)}
    assert found["zones"]["positive"]["likelihood_ratio"]["value"] == 3.0
    assert found["zones"]["negative"]["likelihood_ratio"]["value"] == 0.0
    assert sum(one["share"] for one in found["zones"].values()) == pytest.approx(1)
    assert found["rows"] == [5, 6, 7, 8]
    assert found["n_indeterminate"] == 4
    ways = {name: one["counts"] for name, one in found["two_way"].items()}
    assert ways == {
        "grey_as_positive": {"tp": 5, "fp": 3, "fn": 0, "tn": 2},
        "grey_as_negative": {"tp": 3, "fp": 1, "fn": 2, "tn": 4},
        "without_grey": {"tp": 3, "fp": 1, "fn": 0, "tn": 2},
    }
    assert "is above" in say("evaluate", "--grey", "0.6", "0.35", code=2)


def test_that_rules_are_chosen_among_and_take_numbers(say):
    words = ["--at", "fmr=0.2", "--at", "sensitivity-limit", "--limit-level", "0.9"]
    found = json.loads(say("rules", *words, "--format", "json"))
    assert [(one["id"], one["parameters"]) for one in found["rules"]] == [
        ("fmr", {"fmr": 0.2}),
        ("sensitivity-limit", {"sensitivity": 0.95, "level": 0.9}),
    ]
    assert found["remarks"]["fmr"]["confidence"] < 0.5
    table = say("rules", "--at", "closest", "--at", "fmr-limit")
    assert "too few" in table
    assert "closest" in table


def test_that_the_rules_are_listed_with_their_parameters(capsys):
    assert main(["rules", "--list"]) == 0
    listed = capsys.readouterr().out
    assert all(f"\n{rule.id} (" in f"\n{listed}" for rule in RULES)
    assert "\nmin-dcf p-target: a number between 0 and 1 (default: 0.01)\n" in listed
    assert main(["rules", "--list", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rules"]) == len(RULES)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--at", "sens"], "there is no rule 'sens'"),
        (["--at", "sensitivity=2"], "sensitivity must be a number from 0 to 1"),
        (["--at", "sensitivity=x"], "x is no number"),
        (["--at", "youden=1"], "takes no number"),
        (["--at", "mcc", "--cost-fn", "2"], "--cost-fn needs --at cost"),
        (["--at", "maximise=QQ"], "there is no measure 'QQ'"),
        (["--at", "maximise=senstivity"], "Did you mean 'Sensitivity'?"),
        (["--at", "reach=recal,0.8"], "Did you mean 'recall'?"),
        (["--at", "maximise", "--subject-to", "specificty>=0.9"], "Did you mean 'Specificity'?"),
        (["--at", "maximise", "--subject-to", "TPR>0.9"], "no condition"),
        (["--limit-level", "0.9"], "--limit-level needs --at"),
        (["--at", "fmr-limit", "--limit-level", "0.5"], "level must be a number between 0.5 and 1"),
        (["--at", "fmr-limit", "--limit-level", "0"], "level must be a number between 0.5 and 1"),
        (["--at", "youden", "--threshold", "1"], "not allowed with"),
    ],
)
def test_that_a_mistake_in_a_rule_is_one_line(capsys, file, words, said):
    refusal = refused(capsys, "evaluate", str(file), *words)
    assert said in refusal
    assert refusal.count("\n") == 1


def test_that_a_rule_for_other_scores_is_asked_for_by_name_alone_and_says_so(capsys, tmp_path):
    path = tmp_path / "lab.csv"
    path.write_text("truth,marker\n" + "".join(f"{i // 5},{i * 30}\n" for i in range(10)))
    asked = ["rules", str(path), "--truth", "truth", "--positive", "1", "--score", "marker"]
    assert main(asked) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line]
    assert not {"half", "middle", "bayes"} & {*listed}
    assert main([*asked, "--at", "half", "--at", "middle", "--at", "bayes"]) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    kinds = ("probabilities", "probabilities", "log-likelihood ratios")
    assert len(lines) == len(kinds)
    for line, kind in zip(lines, kinds, strict=True):
        assert line.endswith(f"it is for {kind}, and these scores are not known to be such)")


def test_that_rules_need_a_file_or_a_list(capsys, file):
    assert "name a file" in refused(capsys, "rules")
    assert "takes no file" in refused(capsys, "rules", "--list", str(file))


def test_that_the_criterion_table_is_the_same_in_every_format(say, tmp_path, capsys, file):
    printed = list(csv.DictReader(say("table").splitlines(), delimiter="\t"))
    assert len(printed) == 11
    assert printed[0]["threshold"] == "inf"
    assert printed[0]["PPV"] == ""
    assert (printed[4]["threshold"], printed[4]["tp"], printed[4]["fp"]) == ("0.6", "3", "1")
    assert float(printed[4]["LRP"]) == pytest.approx(3)
    for ending in ("csv", "tsv", "json", "parquet"):
        out = tmp_path / f"t.{ending}"
        assert "11 thresholds" in say("table", "--out", str(out))
        if ending == "json":
            rows = json.loads(out.read_text(encoding="utf-8"))["rows"]
        elif ending == "parquet":
            rows = pyarrow.parquet.read_table(out).to_pylist()
        else:
            with out.open(encoding="utf-8", newline="") as opened:
                delimiter = "," if ending == "csv" else "\t"
                rows = list(csv.DictReader(opened, delimiter=delimiter))
        assert [list(row) for row in rows] == [list(printed[0])] * 11
        for row, shown in zip(rows, printed, strict=True):
            for name, cell in shown.items():
                value = row[name]
                if cell == "":
                    assert value in {None, ""}
                else:
                    assert float(value) == float(cell)
    assert "does not end in" in refused(capsys, "table", str(file), "--out", "t.xls")


def test_that_a_table_of_distances_and_infinite_scores_begins_with_nothing_called(tmp_path, capsys):
    path = tmp_path / "d.csv"
    path.write_text("truth,score\na,-inf\nb,2\na,1\nb,inf\n", encoding="utf-8")
    words = ["--truth", "truth", "--positive", "a", "--score", "score", "--lower-is-positive"]
    assert main(["table", str(path), *words, "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["threshold"] for row in rows] == ["-inf", "-inf", 1.0, 2.0, "+inf"]
    assert [row["tp"] + row["fp"] for row in rows] == [0, 1, 2, 3, 4]
    assert main(["rules", str(path), *words, "--format", "json"]) == 0
    rules = {one["id"]: one for one in json.loads(capsys.readouterr().out)["rules"]}
    assert rules["youden"]["threshold"] == 1.0
    assert (rules["youden"]["low"], rules["youden"]["high"]) == (1.0, 2.0)
    assert rules["queue"]["threshold"] == "< -inf"
    assert (rules["queue"]["low"], rules["queue"]["high"]) == ("< -inf", "-inf")
    assert rules["queue"]["degenerate"]


def test_that_scores_are_chosen_for_one_by_one(tmp_path, capsys):
    rng = np.random.default_rng(1)
    lines = ["truth,a,b"]
    lines += [
        f"{t},{t + x:.3f},{t * 2 + y:.3f}"
        for t, x, y in zip(
            rng.integers(0, 2, 60), rng.normal(size=60), rng.normal(size=60), strict=True
        )
    ]
    path = tmp_path / "two.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = ["--truth", "truth", "--positive", "1", "--score", "a", "--score", "b"]
    assert main(["rules", str(path), *words, "--at", "youden", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["results"]
    assert [one["score"] for one in found] == ["a", "b"]
    assert all(math.isfinite(one["rules"][0]["threshold"]) for one in found)
    assert main(["table", str(path), *words]) == 2
    assert "a table is of one score" in capsys.readouterr().err


def test_that_biometric_figures_stand_beside_the_rules(say):
    found = json.loads(say("rules", "--preset", "fvc2006", "--biometrics", "--format", "json"))
    assert [one["id"] for one in found["rules"]] == [
        "eer-fvc",
        "fmr",
        "fmr",
        "zero-fmr",
        "zero-fnmr",
    ]
    figures = found["biometrics"]
    assert figures["eer"]["low"] <= figures["eer"]["interpolated"] <= figures["eer"]["high"]
    at_one_percent = next(one for one in figures["fnmr_at_fmr"] if one["name"] == "FMR100")
    assert at_one_percent["fmr"] == {
        "value": 0.0,
        "errors": 0,
        "n": 5,
        "n_effective": 5,
        "upper": pytest.approx(1 - 0.05 ** (1 / 5)),
    }
    assert (at_one_percent["fnmr"]["errors"], at_one_percent["fnmr"]["n"]) == (3, 5)
    assert not at_one_percent["supported"]
    assert at_one_percent["bound"] == pytest.approx(2.9957 / 5, abs=1e-4)
    costs = {one["name"]: one for one in figures["dcf"]}
    assert costs["NIST SRE16"]["min"] == pytest.approx(0.6)
    assert costs["as given"]["costs"] == [{"p_target": 0.01, "c_miss": 1.0, "c_fa": 1.0}]
    words = say("rules", "--preset", "biopp", "--biometrics", "--limit-level", "0.8")
    assert "ZeroFMR" in words
    assert "too few" in words


@pytest.mark.parametrize("preset", [preset.id for preset in PRESETS])
def test_that_each_preset_is_what_rules_can_do(say, preset):
    found = json.loads(say("rules", "--preset", preset, "--format", "json"))
    expected = [rule_by_id(one).values(values) for one, values in PRESETS.by_id(preset).rules]
    assert [one["parameters"] for one in found["rules"]] == expected


def test_that_each_rule_says_at_which_prevalence_it_chooses(say):
    def line(*words):
        return next(one for one in say("rules", *words).splitlines() if one.startswith("cost "))

    assert "at the prevalence of the data" in line()
    assert "at the prevalence 0.02" in line("--prevalence", "0.02")
    told = say("evaluate", "--at", "cost", "--prevalence", "0.02")
    assert "prevalence 2" in next(one for one in told.splitlines() if "Least expected cost" in one)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (["--at", "maximise=recall"], ["--at", "maximise=TPR"]),
        (["--at", "maximise=f1 score"], ["--at", "maximise=F1"]),
        (["--at", "reach=precision,0.6"], ["--at", "reach=PPV,0.6"]),
        (
            ["--at", "maximise=accuracy", "--subject-to", "sensitivity >= 0.8"],
            ["--at", "maximise=ACC", "--subject-to", "TPR>=0.8"],
        ),
        (
            ["--at", "maximise=specificity", "--subject-to", "false-match-rate-limit<=0.9"],
            ["--at", "maximise=TNR", "--subject-to", "FPR-limit<=0.9"],
        ),
    ],
)
def test_that_rules_know_measures_by_any_name(capsys, file, said, meant):
    found = []
    for words in (meant, said):
        assert main(["evaluate", str(file), *words, "--format", "json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
        found[-1]["provenance"].pop("when")  # to the second
    assert found[0] == found[1]
