"""Comparisons of people: cross-group false matches, attacks, searches, the menagerie."""

from __future__ import annotations

import csv
import io
import json
import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import evalgui
from evalgui.__main__ import main

ROLES = ("--truth", "label", "--score", "score", "--positive", "genuine", "--threshold", "2")
PAIRS = ("--probe", "probe", "--reference", "reference")


@pytest.fixture
def table(tmp_path):
    rng = np.random.default_rng(6)
    subjects = pd.DataFrame({"who": [f"p{n}" for n in range(24)], "group": list("AB") * 12})
    found = subjects.merge(subjects, how="cross", suffixes=("", "_b"))
    found = found.rename(columns={"who": "probe", "who_b": "reference"})
    same = found["probe"] == found["reference"]
    found = found[~same | ~found["probe"].isin(["p3", "p4"])]  # who are not in the gallery
    same = found["probe"] == found["reference"]
    near = 0.7 * (found["group"] == found["group_b"])
    found["score"] = np.round(rng.normal(size=len(found)) + 3 * same + near, 3)
    found["label"] = np.where(same, "genuine", "impostor")
    path = tmp_path / "pairs.csv"
    found.to_csv(path, index=False)
    return path, found


@pytest.fixture
def said(capsys):
    def ask(*arguments):
        capsys.readouterr()
        code = main([str(one) for one in arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return ask


def table_of(said, *arguments):
    code, out, err = said("table", *arguments, "--format", "csv")
    assert code == 0, err
    return list(csv.DictReader(io.StringIO(out)))


def test_that_false_matches_are_told_by_both_groups(said, table):
    path, rows = table
    asked = (*ROLES, "--group", "group", "group_b", "--format", "json")
    code, out, err = said("evaluate", path, *asked)
    found = json.loads(out)["cross_groups"]
    assert (code, err) == (0, "")
    wrong = rows[rows["label"] == "impostor"]
    assert found["target"] == pytest.approx((wrong["score"] >= 2).mean())
    for (one, other), of_pair in wrong.groupby(["group", "group_b"]):
        cell = found["cells"][f"{one}|{other}"]
        k, n = int((of_pair["score"] >= 2).sum()), len(of_pair)
        assert (cell["errors"], cell["n"]) == (k, n)
        assert cell["upper"] == pytest.approx(stats.beta.ppf(0.95, k + 1, n - k))
        assert cell["log10"] == pytest.approx(math.log10(k / n / found["target"]))
    assert 0 <= found["garbe"]["value"] <= 1
    other = table_of(said, path, *ROLES, "--table", "cross-groups", "--by", "group", "group_b")
    assert [(row["probe"], row["reference"]) for row in other] == [
        (a, b) for a in "AB" for b in "AB"
    ]


def test_that_equal_groups_stand_beside_the_summaries(said, table):
    path, rows = table
    asked = (*ROLES, "--group", "group", "group_b", "--fmr-target", "0.02", "--format", "json")
    pairs = ("--subject", "probe", "--subject-b", "reference")
    nobody = path.with_name("nobody.csv")
    rows.drop(columns=["probe", "reference"]).to_csv(nobody, index=False)
    _code, out, _err = said("evaluate", nobody, *asked)
    plain = json.loads(out)["cross_groups"]
    _code, out, _err = said("evaluate", path, *asked, *pairs)
    found = json.loads(out)["cross_groups"]
    assert found["target"] == 0.02
    wrong = rows[(rows["label"] == "impostor") & (rows["group"] == rows["group_b"])]
    for name, of_group in wrong.groupby("group"):
        rate = (of_group["score"] >= 2).mean()
        own = found["own"][name]
        assert own["fmr"]["value"] == pytest.approx(rate)
        assert own["over_target"] == pytest.approx(rate / 0.02)
        assert "by subject" in own["fmr"]["method"]
        assert "by subject" not in plain["own"][name]["fmr"]["method"]
    assert found["garbe"] == plain["garbe"]
    beside = found["equal_groups"], plain["equal_groups"]
    assert all(0 < one["garbe"]["value"] < 1 for one in beside)
    assert beside[0] != beside[1]
    again = evalgui.evaluate(
        nobody,
        truth="label",
        score="score",
        positive="genuine",
        threshold=2,
        group=["group", "group_b"],
        fmr_target=0.02,
    )
    assert again.to_dict()["cross_groups"] == plain


def test_that_few_comparisons_show_nothing_of_a_low_target(said, table):
    path, _rows = table
    where = (*ROLES[:-2], "--at", "fmr=0.01", "--group", "group", "group_b", "--format", "json")
    _code, out, _err = said("evaluate", path, *where)
    cells = json.loads(out)["cross_groups"]["cells"]
    assert {key: one.get("verdict") for key, one in cells.items()} == dict.fromkeys(
        cells, "cannot tell"
    )


def test_that_the_worst_species_counts(said, table):
    path, rows = table
    _code, out, _err = said("evaluate", path, *ROLES, "--species", "group_b", "--format", "json")
    found = json.loads(out)["pad"]
    wrong = rows[rows["label"] == "impostor"]
    accepted = wrong.groupby("group_b")["score"].agg(lambda one: (one >= 2).sum())
    sizes = wrong.groupby("group_b").size()
    limits = stats.beta.ppf(0.95, accepted + 1, sizes - accepted)
    assert found["apcer"]["value"] == pytest.approx((accepted / sizes).max())
    assert found["apcer"]["high"] == pytest.approx(limits.max())
    assert found["worst"] == (accepted / sizes).idxmax()
    assert found["bpcer10"]["value"] <= found["bpcer20"]["value"] <= found["bpcer100"]["value"]


def test_that_lower_scores_may_be_the_better_ones(said, table, tmp_path):
    path, rows = table
    turned = tmp_path / "turned.csv"
    rows.assign(score=-rows["score"]).to_csv(turned, index=False)
    _code, out, _err = said("evaluate", path, *ROLES, "--species", "group_b", "--format", "json")
    lower = (*ROLES[:-1], "-2", "--lower-is-positive")
    _code, other, _err = said(
        "evaluate", turned, *lower, "--species", "group_b", "--format", "json"
    )
    assert json.loads(other)["pad"] == json.loads(out)["pad"]
    same = ("--table", "identification", *PAIRS)
    assert table_of(said, turned, *lower, *same) == table_of(said, path, *ROLES, *same)


def test_that_the_mate_has_a_rank(said, table):
    path, rows = table
    found = table_of(said, path, *ROLES, "--table", "identification", *PAIRS)
    ranks = []
    for _probe, of_probe in rows.groupby("probe"):
        mate = of_probe.loc[of_probe["label"] == "genuine", "score"]
        if len(mate):
            others = of_probe.loc[of_probe["label"] == "impostor", "score"]
            ranks.append(1 + int((others >= mate.iloc[0]).sum()))
    assert len(ranks) == 22
    for row in found:
        rate = np.mean([rank <= int(row["rank"]) for rank in ranks])
        assert float(row["rate"]) == pytest.approx(rate)
        assert float(row["low"]) <= rate <= float(row["high"])


def test_that_two_mates_of_a_search_are_refused(said, table, tmp_path):
    _path, rows = table
    twice = tmp_path / "twice.csv"
    pd.concat([rows, rows[rows["label"] == "genuine"].head(1)]).to_csv(twice, index=False)
    code, _out, err = said("table", twice, *ROLES, "--table", "identification", *PAIRS)
    assert code == 2
    assert "more than one mate" in err


def test_that_the_menagerie_has_a_row_a_subject(said, table):
    path, rows = table
    found = table_of(said, path, *ROLES, "--table", "menagerie", *PAIRS)
    assert len(found) == 22  # of the other two there is no genuine score
    one = found[0]
    about = rows[(rows["probe"] == "p0") | (rows["reference"] == "p0")]
    means = about.groupby("label")["score"].mean()
    assert float(one["genuine"]) == pytest.approx(means["genuine"])
    assert float(one["impostor"]) == pytest.approx(means["impostor"])
    wrong = about[about["label"] == "impostor"]
    assert float(one["false_matches"]) == (wrong["score"] >= 2).sum()
    corners = [sum(int(float(row[name])) for name in ("dove", "worm")) for row in found]
    assert max(corners) <= 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cross-groups", "(--group A B)"),
        ("pad", "(--species COL)"),
        ("identification", "(--probe, --reference)"),
        ("menagerie", "(--probe, --reference)"),
    ],
)
def test_that_each_table_says_what_it_lacks(said, table, tmp_path, name, words):
    _path, rows = table
    bare = tmp_path / "bare.csv"
    rows[["score", "label"]].to_csv(bare, index=False)
    code, _out, err = said("table", bare, *ROLES, "--table", name)
    assert code == 2
    assert words in err


def test_that_python_asks_the_same(said, table):
    path, rows = table
    asked = (*ROLES, "--species", "group_b", "--alpha", "0.3", "--group", "group", "group_b")
    _code, out, _err = said("evaluate", path, *asked, "--format", "json")
    found = evalgui.evaluate(
        rows.reset_index(drop=True),
        truth="label",
        score="score",
        positive="genuine",
        threshold=2,
        species="group_b",
        alpha=0.3,
        group=["group", "group_b"],
    ).to_dict()
    for name in ("pad", "cross_groups"):
        assert found[name] == json.loads(out)[name]
