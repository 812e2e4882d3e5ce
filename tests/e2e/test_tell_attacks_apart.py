"""Presentation attacks are a kind of data: each species has its own error rate."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import evalgui
from evalgui.__main__ import main

SIZES = {"print": 80, "replay": 60, "mask": 20}
MEANS = {"print": -1.0, "replay": -0.5, "mask": 1.2}
BONA_FIDE = ("--positive", "bona fide", "--higher-is-positive", "--threshold", "1.25")
ATTACK = ("--positive", "attack", "--lower-is-positive", "--threshold", "1.25")


@pytest.fixture
def rows():
    rng = np.random.default_rng(11)
    parts = [pd.DataFrame({"label": "bona fide", "pai": "", "liveness": rng.normal(2.5, 1, 200)})]
    for name, n in SIZES.items():
        scores = rng.normal(MEANS[name], 1, n)
        parts.append(pd.DataFrame({"label": "attack", "pai": name, "liveness": scores}))
    found = pd.concat(parts, ignore_index=True)
    found["liveness"] = found["liveness"].round(2)
    return found[found["liveness"] != 1.25]  # where either rule calls a row otherwise


@pytest.fixture
def said(capsys, tmp_path):
    def ask(table, *arguments, command="evaluate"):
        path = tmp_path / "attacks.csv"
        table.to_csv(path, index=False)
        capsys.readouterr()
        code = main([command, str(path), *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return ask


def wilson(k, n):
    return stats.binomtest(k, n).proportion_ci(0.95, "wilson")


def pad_of(said, table, *arguments):
    code, out, err = said(table, *arguments, "--format", "json")
    assert code == 0, err
    return json.loads(out)["pad"]


@pytest.mark.parametrize("asked", [BONA_FIDE, ATTACK])
def test_that_either_class_may_be_positive(said, rows, asked):
    """A column that is called so is proposed; the numbers are those of scipy."""
    found = pad_of(said, rows, *asked)
    attacks = rows[rows["label"] == "attack"]
    accepted = (attacks["liveness"] >= 1.25).groupby(attacks["pai"]).sum()
    sizes = attacks["pai"].value_counts()
    limits = stats.beta.ppf(0.95, accepted + 1, sizes[accepted.index] - accepted)
    for (name, k), limit in zip(accepted.items(), limits, strict=True):
        cell = found["species"][name]["apcer"]
        assert (cell["value"], cell["high"]) == pytest.approx((k / sizes[name], limit))
    assert found["worst"] == "mask"
    bona_fide = rows.loc[rows["label"] == "bona fide", "liveness"]
    assert found["bpcer"]["value"] == pytest.approx((bona_fide < 1.25).mean())
    acer = (found["apcer"]["value"] + found["bpcer"]["value"]) / 2
    assert found["deprecated"]["acer"] == pytest.approx(acer)
    assert not {"without_species", "bona_fide_with_species"} & found.keys()


def test_that_both_ways_say_the_same(said, rows):
    assert pad_of(said, rows, *BONA_FIDE) == pad_of(said, rows, *ATTACK)


@pytest.mark.parametrize(("asked", "of_attacks"), [(BONA_FIDE, "FPR"), (ATTACK, "FNR")])
def test_that_a_rule_bounds_every_species(said, rows, asked, of_attacks):
    at = (*asked[:-2], "--at", "apcer=0.1", "--vocabulary", "pad")
    found = pad_of(said, rows, *at)
    assert max(one["apcer"]["value"] for one in found["species"].values()) <= 0.1
    assert found["bpcer"]["value"] == found["bpcer10"]["value"]
    _code, out, _err = said(rows, *at)
    (line,) = (one for one in out.splitlines() if one.startswith(of_attacks))
    assert "Pooled APCER" in line


def test_that_what_does_not_fit_is_counted(said, rows):
    """Attacks without a species are one of their own; a species means nothing for the others."""
    rows.loc[rows.index[-3:], "pai"] = ""
    rows.loc[rows.index[:2], "pai"] = "print"
    rows.loc[rows.index[2:9], "pai"] = "none"  # which no attack has
    code, out, _err = said(rows, *BONA_FIDE, "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert (found["pad"]["without_species"], found["pad"]["bona_fide_with_species"]) == (3, 2)
    assert set(found["pad"]["species"]) == {*SIZES, ""}
    counted = {one["code"]: one["count"] for one in found["findings"]}
    assert counted["attacks_without_species"] == 3
    assert counted["species_of_bona_fide"] == 2


def test_that_the_bona_fide_class_is_known_by_its_rows(said, rows):
    """Where names say nothing it is the one of which more rows have no species."""
    rows["label"] = rows["label"].map({"bona fide": "0", "attack": "1"})
    asked = ("--positive", "1", "--lower-is-positive", "--threshold", "1.25", "--species", "pai")
    assert pad_of(said, rows, *asked)["worst"] == "mask"


def test_that_a_pooled_rate_is_refused(said, rows):
    code, _out, err = said(rows, *BONA_FIDE, "--species", "", "--table", "pad", command="table")
    assert code == 2
    assert "a pooled rate hides the worst attack" in err
    assert "(--species COL)" in err
    _code, out, _err = said(rows, *BONA_FIDE, "--species", "", "--format", "json")
    assert "pad" not in json.loads(out)


def test_that_what_was_not_measured_is_asked_for_and_never_0(said, rows):
    found = pad_of(said, rows, *BONA_FIDE)
    assert "--iapar" in found["iapar"]["asked"]
    assert "--fta" in found["frr"]["asked"]
    found = pad_of(said, rows, *BONA_FIDE, "--iapar", "5/120")
    assert found["iapar"]["value"] == 5 / 120
    assert "--fta" in found["riapar"]["asked"]


def test_that_the_matched_attacks_of_the_worst_species_count(said, rows):
    """The sum has the limits of square-and-add over all rates that it is made of."""
    is_print = rows["pai"] == "print"
    rows["comparison"] = np.where(rows["pai"] == "", "", "non-match")
    rows.loc[is_print & (np.arange(len(rows)) % 4 == 0), "comparison"] = "Match"
    asked = (*BONA_FIDE, "--fta", "20/1000", "--iapar", "comparison")
    found = pad_of(said, rows, *asked)
    share = (rows.loc[is_print, "comparison"] == "Match").mean()
    assert (found["iapar_of"], found["iapar"]["value"]) == ("print", share)
    frr = 0.02 + 0.98 * found["bpcer"]["value"]
    assert found["frr"]["value"] == pytest.approx(frr)
    assert found["riapar"]["value"] == pytest.approx(share + frr)
    each = ((found["iapar"], 1.0), (found["bpcer"], 0.98))
    k = 20
    missed = wilson(k, 1000)
    below = [one["value"] - one["low"] for one, _part in each]
    above = [one["high"] - one["value"] for one, _part in each]
    part = 1 - found["bpcer"]["value"]
    below, above = (
        np.sqrt(side[0] ** 2 + (0.98 * side[1]) ** 2 + (part * end) ** 2)
        for side, end in ((below, 0.02 - missed[0]), (above, missed[1] - 0.02))
    )
    assert found["riapar"]["low"] == pytest.approx(share + frr - below)
    assert found["riapar"]["high"] == pytest.approx(share + frr + above)
    rows.loc[is_print, "comparison"] = "perhaps"
    code, _out, err = said(rows, *asked)
    assert code == 2
    assert "'perhaps' in 'comparison' is neither a match nor none" in err


def test_that_names_of_rows_are_no_species(said, rows):
    rows["file"] = [f"f{n}" for n in range(len(rows))]
    code, _out, err = said(rows, *BONA_FIDE, "--species", "file")
    assert code == 2
    assert "more than 200 different values" in err


def test_that_python_takes_the_column_itself(said, rows):
    asked = {"truth": rows["label"], "score": rows["liveness"], "threshold": 1.25}
    wanted = pad_of(said, rows, *BONA_FIDE)
    found = evalgui.evaluate(
        **asked, positive="bona fide", higher_is_positive=True, species=rows["pai"]
    )
    assert found.to_dict()["pad"] == wanted
