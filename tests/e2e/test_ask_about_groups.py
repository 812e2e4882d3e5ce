"""Groups under one threshold, from the command line and from Python."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

import evalgui
from evalgui.__main__ import main
from evalgui.core.between_groups.chance import IN_TWO_GROUPS
from evalgui.core.intervals.proportions import wilson

ROLES = ("--truth", "diagnosis", "--score", "risk", "--positive", "ill", "--threshold", "0.2")


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(3)
    n = 640
    found = pd.DataFrame(
        {
            "diagnosis": np.where(rng.random(n) < 0.3, "ill", "well"),
            "sex": rng.choice(["F", "M", ""], n, p=[0.45, 0.52, 0.03]),
            "site": rng.choice(["Basel", "Lyon"], n),
            "patient": [f"P{row // 2}" for row in range(n)],
        }
    )
    lower = 0.8 * (found["sex"] == "F")
    found["risk"] = np.round(
        1 / (1 + np.exp(1.5 - 2 * (found["diagnosis"] == "ill") + lower - rng.normal(size=n))), 4
    )
    path = tmp_path / "groups.csv"
    found.to_csv(path, index=False)
    return path, found


@pytest.fixture
def said(capsys):
    def ask(*arguments):
        capsys.readouterr()
        code = main([str(one) for one in arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return ask


def told(said, path, *more):
    code, out, err = said("evaluate", path, *ROLES, "--format", "json", *more)
    assert code == 0, err
    return json.loads(out)["groups"]


def test_that_groups_are_counted_under_the_one_threshold(said, table):
    path, rows = table
    found = told(said, path, "--group", "sex")
    assert (found["by"], found["reference"]) == (["sex"], "M")
    assert set(found["each"]) == {"F", "M", "(missing)"}
    for name, of_group in rows.groupby("sex"):
        ill = of_group[of_group["diagnosis"] == "ill"]
        one = found["each"][name or "(missing)"]
        k, n = int((ill["risk"] >= 0.2).sum()), len(ill)
        assert (one["n_positive"], one["n_negative"]) == (n, len(of_group) - n)
        assert one["TPR"]["value"] == pytest.approx(k / n)
        assert [one["TPR"]["low"], one["TPR"]["high"]] == pytest.approx(wilson(k, n, 0.95))
        assert one["PPR"]["value"] == pytest.approx((of_group["risk"] >= 0.2).mean())


def test_that_areas_differ_by_delong_of_rows_of_their_own_all_at_once(said, table):
    path, rows = table
    rows["ward"] = np.arange(len(rows)) % 3
    rows.to_csv(path, index=False)
    found = told(said, path, "--group", "ward")
    parts = []
    for _ward, part in rows.groupby("ward"):
        ill, well = (part["risk"][part["diagnosis"] == name].to_numpy() for name in ("ill", "well"))
        kernel = np.sign(ill[:, None] - well[None, :]) / 2 + 0.5
        of_each = [kernel.mean(axis=k) for k in (1, 0)]
        parts.append((kernel.mean(), sum(np.var(one, ddof=1) / len(one) for one in of_each)))
    largest = int(found["reference"])
    for ward in {0, 1, 2} - {largest}:
        one = found["differences"][f"roc_auc:{ward}"]["difference"]
        gap = parts[ward][0] - parts[largest][0]
        half = norm.ppf(1 - 0.05 / 4) * np.sqrt(parts[ward][1] + parts[largest][1])
        assert one["value"] == pytest.approx(gap)
        assert [one["low"], one["high"]] == pytest.approx([gap - half, gap + half])
        assert one["method"] == "DeLong, unpaired, Bonferroni over 2"


def test_that_a_group_is_worth_what_its_rows_alone_are_and_as_far_off(said, table):
    path, _rows = table
    risks = ("--score-kind", "probability")
    found = told(said, path, "--group", "sex", *risks)
    assert found["risk"] == 0.2
    for sex in "FM":
        alone = ("--subset", f'sex == "{sex}"', "--format", "json")
        code, out, _err = said("evaluate", path, *ROLES, *risks, *alone)
        assert code == 0
        of_rows, one = json.loads(out), found["worth"][sex]
        curve, calibration = of_rows["decision_curve"], of_rows["calibration"]
        assert one["net_benefit"] == curve["net_benefit"]
        assert one["treating_all"] == curve["all"]["value"]
        assert one["ici"] == calibration["ici"]["value"]
        by_chance = calibration["ici_of_calibrated"]
        assert (one["ici_mean"], one["ici_most"]) == (by_chance["mean"], by_chance["p95"])
    bare = told(said, path, "--group", "sex", "--risk-threshold", "0.1")
    assert bare["risk"] == 0.1
    assert set(bare["worth"]["F"]) == {"net_benefit", "treating_all"}
    assert "worth" not in told(said, path, "--group", "sex")


def test_that_a_report_draws_groups_and_names_those_that_it_leaves_out(said, table, tmp_path):
    path, rows = table
    rows["ward"] = [f"W{row % 11:02}" for row in range(len(rows))]
    rows.to_csv(path, index=False)
    for column, names, left_out in (("site", ["Basel", "Lyon"], 0), ("ward", ["W00", "W07"], 3)):
        out = tmp_path / f"{column}.html"
        risks = ("--score-kind", "probability")
        code, _out, err = said("report", path, *ROLES, *risks, "--group", column, "--out", out)
        assert code == 0, err
        report = out.read_text(encoding="utf-8")
        for name in names:
            of_group = rows[rows[column] == name]
            ill = int((of_group["diagnosis"] == "ill").sum())
            told = f"{name}  n+ {ill}, n\N{MINUS SIGN} {len(of_group) - ill}"
            assert report.count(told) >= 5, "ROC, precision-recall, DET, calibration, net benefit"
        assert ("The 8 largest groups are drawn; left out: " in report) == bool(left_out)


def test_that_small_groups_take_no_part_in_gaps_and_are_named(said, table):
    path, _rows = table
    found = told(said, path, "--group", "sex")
    assert not {"TPR:(missing)", "roc_auc:(missing)"} & set(found["differences"])
    one = found["differences"]["TPR:F"]["difference"]
    women, men = (found["each"][sex]["TPR"]["value"] for sex in "FM")
    assert one["value"] == pytest.approx(women - men)
    assert one["low"] < one["value"] < one["high"]
    gap = found["gaps"]["TPR"]
    assert gap["gap"] == pytest.approx(men - women)
    assert gap["between"] == ["F", "M"]
    assert 0 < gap["p"] < 0.05
    assert gap["mean"] < gap["most"] < gap["gap"]
    _code, text, _err = said("evaluate", path, *ROLES, "--group", "sex")
    assert "fewer than 20 rows, no part in gaps and p: without a value" in text
    assert "AUC: fewer than 20 rows of a class, no part in differences: without a value" in text


def test_that_labels_of_subjects_are_dealt_out_where_subjects_were_drawn(said, table, tmp_path):
    path, rows = table
    by_subject = ("--subject", "patient", "--sampling", "by-subject")
    mixed = told(said, path, *by_subject, "--group", "sex")
    assert mixed["gaps"]["TPR"]["no_p"] == IN_TWO_GROUPS
    rows["sex"] = rows.groupby("patient")["sex"].transform("first")
    rows.to_csv(tmp_path / "whole.csv", index=False)
    whole = told(said, tmp_path / "whole.csv", *by_subject, "--group", "sex")
    assert 0 < whole["gaps"]["TPR"]["p"] <= 1
    assert "subject" in whole["each"]["F"]["TPR"]["method"]


def test_that_two_columns_are_crossed(said, table):
    path, rows = table
    found = told(said, path, "--group", "sex", "site")
    pairs = rows.assign(sex=rows["sex"].replace("", "(without a value)")).groupby(["sex", "site"])
    assert set(found["each"]) == {f"{sex}, {site}" for (sex, site), _rows in pairs}
    one = pairs.get_group(("F", "Lyon"))
    counted = found["each"]["F, Lyon"]
    assert counted["n_positive"] + counted["n_negative"] == len(one)


def test_that_an_expression_is_a_group_and_what_it_does_not_choose_another(said, table):
    path, rows = table
    rows["age"] = np.where(np.arange(len(rows)) % 50, rows["risk"].rank() % 70 + 20, np.nan)
    rows.to_csv(path, index=False)
    found = told(said, path, "--group", 'age > 60 and site == "Basel"')
    names = ['age > 60 and site == "Basel"', 'not (age > 60 and site == "Basel")', "(missing)"]
    assert list(found["each"]) == names
    unknown = rows["age"].isna() & (rows["site"] == "Basel")  # of Lyon it is known that it fails
    chosen = (rows["age"] > 60) & (rows["site"] == "Basel")
    for name, part in zip(names, (chosen, ~chosen & ~unknown, unknown), strict=True):
        one = found["each"][name]
        assert one["n_positive"] == (part & (rows["diagnosis"] == "ill")).sum()
        assert one["n_negative"] == (part & (rows["diagnosis"] == "well")).sum()
    code, out, _err = said("evaluate", path, *ROLES, "--format", "json", "--subset", names[1])
    assert code == 0
    assert json.loads(out)["areas"]["roc_auc"] == found["each"][names[1]]["roc_auc"]["value"]
    crossed = told(said, path, "--group", "site", "age > 60")
    assert set(crossed["each"]) == {
        f"{site}, {side}"
        for site in ("Basel", "Lyon")
        for side in ("age > 60", "not (age > 60)", "(without a value)")
    }


def test_that_the_table_has_a_row_a_group(said, table):
    path, _rows = table
    code, out, _err = said(
        "table", path, *ROLES, "--table", "groups", "--by", "site", "--format", "csv"
    )
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert [row["group"] for row in rows] == ["Basel", "Lyon"]
    assert {"n_positive", "TPR", "TPR_low", "TPR_high", "PPV", "roc_auc"} <= set(rows[0])


def test_that_python_says_the_same(said, table):
    path, rows = table
    found = evalgui.evaluate(
        rows, truth="diagnosis", score="risk", positive="ill", threshold=0.2, group="site"
    )
    assert found.to_dict()["groups"] == told(said, path, "--group", "site")


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (("nowhere",), "there is no column 'nowhere'"),
        (("nowhere > 3",), "there is no column 'nowhere'"),
        (("sex >",), "there is no column 'sex >'"),
        (("sex > 3",), "'sex' holds no numbers"),
        (("patient",), "more than 200 different values"),
    ],
)
def test_that_what_has_no_groups_is_said(said, table, columns, words):
    path, _rows = table
    assert main(["evaluate", str(path), *ROLES, "--group", *columns]) == 2
    code, _out, err = said("table", path, *ROLES, "--table", "groups", "--by", *columns)
    assert code == 2
    assert words in err


def test_that_a_table_without_a_column_says_what_it_lacks(said, table):
    path, _rows = table
    code, _out, err = said("table", path, *ROLES, "--table", "groups")
    assert code == 2
    assert "which column holds the groups has to be said first" in err


def test_that_what_groups_are_set_beside_can_be_chosen(said, table):
    path, rows = table
    ill = rows[rows["diagnosis"] == "ill"]
    called = ill.assign(called=ill["risk"] >= 0.2).groupby("sex")["called"].mean()
    found = told(said, path, "--group", "sex", "--against", "pooled")
    assert (found["reference"], found["against"]) == (None, "pooled")
    pooled = float((ill["risk"] >= 0.2).mean())
    for sex in "FM":
        one = found["differences"][f"TPR:{sex}"]["difference"]
        assert one["value"] == pytest.approx(called[sex] - pooled)
        assert one["low"] < one["value"] < one["high"]
        assert "Bonferroni over 2" in one["method"]
    found = told(said, path, "--group", "site", "--against", "Basel")
    assert found["reference"] == "Basel"
    assert [one for one in found["differences"] if one.startswith("TPR")] == ["TPR:Lyon"]
    found = told(said, path, "--group", "sex", "site", "--against", "pairs", "--few", "1")
    assert found["reference"] is None
    pairs = [one for one in found["differences"] if one.startswith("PREV:")]
    n = len(found["each"])
    assert len(pairs) == n * (n - 1) // 2
    assert "PREV:F, Basel|M, Lyon" in pairs
    one = found["differences"]["PREV:F, Basel|M, Lyon"]["difference"]["value"]
    each = [found["each"][name]["PREV"]["value"] for name in ("F, Basel", "M, Lyon")]
    assert one == pytest.approx(each[0] - each[1])


def test_that_the_rows_from_which_groups_are_compared_are_chosen(said, table):
    path, _rows = table
    n = told(said, path, "--group", "sex")["each"]["(missing)"]["n_positive"]
    for few, is_in in ((n, True), (n + 1, False)):
        found = told(said, path, "--group", "sex", "--few", few)
        assert found["few"] == few
        assert ("TPR:(missing)" in found["differences"]) is is_in
    with pytest.raises(SystemExit):
        said("evaluate", path, *ROLES, "--group", "sex", "--few", "0")


def test_that_probabilities_of_a_group_are_told_with_their_fit(said, table):
    path, rows = table
    found = told(said, path, "--group", "sex", "--score-kind", "probability")
    for sex in "FM":
        own = rows[rows["sex"] == sex]
        one = found["each"][sex]
        expected = (own["diagnosis"] == "ill").sum() / own["risk"].sum()
        assert one["observed_expected"]["value"] == pytest.approx(expected)
        assert one["slope"]["low"] < one["slope"]["value"] < one["slope"]["high"]
        needed, rate = one["needed_TPR"], one["TPR"]["value"]
        width = [wilson(rate * n, n, 0.95) for n in (needed - 1, needed)]
        assert width[0][1] - width[0][0] > 0.1 >= width[1][1] - width[1][0]
    assert "slope" not in told(said, path, "--group", "sex")["each"]["F"]


def test_that_a_group_that_is_not_there_is_refused(said, table):
    path, rows = table
    code, _out, err = said("evaluate", path, *ROLES, "--group", "site", "--against", "Bern")
    assert code == 2
    assert "there is no group 'Bern' to set others beside" in err
    assert "Basel, Lyon" in err
    found = evalgui.evaluate(
        rows,
        truth="diagnosis",
        score="risk",
        positive="ill",
        threshold=0.2,
        group="sex",
        against="(missing)",
        few=1,
    )
    asked = ("--group", "sex", "--against", "(missing)", "--few", "1")
    assert found.to_dict()["groups"] == told(said, path, *asked)


@pytest.mark.parametrize("case", ["one value", "rows of their own", "many"])
def test_that_columns_that_are_hardly_groups_are_told_in_words(said, table, case, tmp_path):
    _path, rows = table
    n = len(rows)
    names = {
        "one value": ["A"] * n,
        "rows of their own": [f"A{row}" if row < 30 else "B" for row in range(n)],
        "many": [f"A{row}" for row in range(n)],
    }
    rows.assign(which=names[case]).to_csv(tmp_path / "odd.csv", index=False)
    code, out, err = said(
        "evaluate", tmp_path / "odd.csv", *ROLES, "--group", "which", "--format", "json"
    )
    if case == "many":
        assert (code, out) == (2, "")
        assert "more than 200 different values, and so no groups" in err
        return
    assert code == 0
    found = json.loads(out)["groups"]
    assert found["gaps"] == {}
    assert [*found["differences"]] == []
    _code, text, _err = said("evaluate", tmp_path / "odd.csv", *ROLES, "--group", "which")
    words = {"one value": "one group", "rows of their own": "fewer than 20 rows"}
    assert words[case] in text


def test_that_rows_of_a_subject_count_as_dependent_in_differences():
    rng = np.random.default_rng(8)
    truth = rng.random(300) < 0.5
    score = rng.normal(size=300) + truth
    group, subject = rng.choice(["a", "b"], 300), np.arange(300)
    once = {"truth": truth.astype(int), "score": score, "group": group}
    asked = {"truth": "truth", "score": "score", "positive": 1, "threshold": 0.5, "group": "group"}

    def apart(columns, **more):
        found = evalgui.evaluate(columns, **asked, **more).to_dict()["groups"]["differences"]
        (one,) = (cell for name, cell in found.items() if name.startswith("TPR:"))
        return one["difference"]

    def width(one):
        return one["high"] - one["low"]

    four = {name: np.repeat(column, 4) for name, column in once.items()}
    four["subject"] = np.repeat(subject, 4)
    alone, rows = apart(once), apart(four, sampling="cohort")
    by_subject = apart(four, subject="subject", sampling="by-subject")
    assert width(rows) == pytest.approx(width(alone) / 2, rel=0.05)
    assert width(by_subject) == pytest.approx(width(alone), rel=0.03)
    assert "effective n" in by_subject["method"]
    four["group"] = np.tile(["a", "b"], 600)
    both = apart(four, subject="subject", sampling="by-subject")
    assert "in two groups" in both["none"]
