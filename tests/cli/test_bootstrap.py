"""Bootstrap intervals on the command line."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from evalgui.__main__ import main
from tests.cli.running import THARWAT, evaluate, refused

_AREAS = ["roc_auc", "average_precision", "eer"]


def test_that_each_area_and_measure_has_both_intervals(capsys):
    found = evaluate(
        capsys, THARWAT, "--bootstrap", "200", "--seed", "7", "--measures", "TPR,PPV,LRP"
    )
    assert list(found["bootstrap"]) == [*_AREAS, "TPR", "PPV", "LRP"]
    for entries in found["bootstrap"].values():
        assert list(entries) == ["percentile", "bca"]
        for kind, entry in entries.items():
            assert set(entry) == {"low", "high", "level", "method", "n", "undefined"}
            assert entry["level"] == 0.95
            assert kind in entry["method"].casefold()
    area = found["bootstrap"]["roc_auc"]["percentile"]
    assert area["low"] < found["areas"]["roc_auc"] < area["high"]
    assert area["n"] == [10, 10]
    counts = found["counts"]
    assert found["bootstrap"]["TPR"]["bca"]["n"] == 10
    assert found["bootstrap"]["PPV"]["bca"]["n"] == counts["tp"] + counts["fp"]
    assert found["bootstrap_run"] == {
        "replicates": 200,
        "seed": 7,
        "sampling": "cohort",
        "units": "rows",
        "n_units": 20,
        "bins": None,
        "bracket": None,
    }


def test_that_rows_of_one_subject_are_drawn_and_counted_together(capsys, tmp_path):
    path = tmp_path / "twice.csv"
    rows = [f"{n % 3 == 0:d},{n // 8 % 5 + 3 * (n % 3 == 0)},p{n // 4}" for n in range(80)]
    path.write_text("\n".join(["truth,score,person", *rows]), encoding="utf-8")
    asked = [str(path), "--truth", "truth", "--score", "score", "--positive", "1"]
    asked += ["--higher-is-positive", "--subject", "person", "--sampling", "by-subject"]
    run = evaluate(capsys, *asked, "--bootstrap", "50")["bootstrap_run"]
    assert (run["units"], run["n_units"]) == ("subjects", 20)
    assert main(["rules", *asked, "--biometrics", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["biometrics"]
    assert found["by_subject"]
    rates = [one["fnmr"] for one in found["fnmr_at_fmr"]]
    assert {rate["n"] for rate in rates} == {27}
    assert any(rate["n_effective"] < 27 for rate in rates)


def test_that_a_seed_gives_the_same_numbers_whatever_is_asked_for(capsys):
    first = evaluate(capsys, THARWAT, "--bootstrap", "60", "--seed", "5")
    again = evaluate(capsys, THARWAT, "--bootstrap", "60", "--seed", "5", "--measures", "TPR")
    other = evaluate(capsys, THARWAT, "--bootstrap", "60", "--seed", "6")
    for area in _AREAS:
        assert first["bootstrap"][area] == again["bootstrap"][area]
    assert first["bootstrap"] != other["bootstrap"]
    default = evaluate(capsys, THARWAT, "--bootstrap", "60")
    assert default["bootstrap"] == evaluate(
        capsys, THARWAT, "--bootstrap", "60", "--seed", "0"
    )["bootstrap"]  # fmt: skip


def test_that_there_is_nothing_of_it_unless_asked_for(capsys):
    assert "bootstrap" not in evaluate(capsys, THARWAT)


def test_that_what_says_nothing_says_why(capsys, tmp_path):
    path = tmp_path / "apart.csv"
    path.write_text("truth,score\n" + "1,0.9\n1,0.8\n0,0.2\n0,0.1\n" * 5)
    found = evaluate(capsys, str(path), "--bootstrap", "50", "--measures", "TPR")
    for name in ("roc_auc", "TPR"):
        entry = found["bootstrap"][name]["percentile"]
        assert (entry["low"], entry["high"]) == (None, None)
        assert entry["undefined"] == "it is the same in all replicates"


def test_that_an_infinite_limit_is_a_word(capsys, tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("truth,score\n" + "1,0.9\n" * 8 + "1,0.1\n0,0.9\n" + "0,0.1\n" * 9)
    found = evaluate(
        capsys, str(path), "--bootstrap", "400", "--measures", "LRP", "--threshold", "0.5"
    )["bootstrap"]["LRP"]  # fmt: skip
    assert found["percentile"]["high"] == "+inf"


def test_that_groups_of_scores_state_their_bracket(capsys, tmp_path):
    path = tmp_path / "long.csv"
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 9000)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["truth", "score"])
        writer.writerows(zip(truth.tolist(), (rng.normal(size=9000) + truth).tolist(), strict=True))
    found = evaluate(capsys, str(path), "--bootstrap", "60", "--binned", "--measures", "TPR")
    run = found["bootstrap_run"]
    assert 2000 < run["bins"] <= 4098
    for area in ("roc_auc", "average_precision"):
        low, high = run["bracket"][area]
        assert low <= found["areas"][area] <= high
    low, high = run["bracket"]["eer"]
    assert low <= found["eer"]["value"] <= high


def test_that_people_can_read_it(capsys):
    assert main(["evaluate", THARWAT, "--bootstrap", "100", "--measures", "TPR"]) == 0
    told = capsys.readouterr().out
    assert "bootstrap: 100 replicates of 20 rows (cohort), seed 0" in told
    lines = {line.split()[0]: line for line in told.splitlines() if line}
    for word in ("roc_auc", "TPR"):
        assert lines[f"{word}.percentile"].endswith("(bootstrap percentile)")
        assert lines[f"{word}.bca"].endswith("(bootstrap BCa)")


def test_that_bca_stands_first_and_too_short_limits_are_said_to_be(capsys, tmp_path):
    rows = [(place, place % 5 == 0) for place in range(100)]
    path = tmp_path / "few.csv"
    for higher, is_said in ((20, False), (900, True)):
        cells = [f"{one + higher * truth},{int(truth)}" for one, truth in rows]
        path.write_text("\n".join(["score,truth", *cells]), encoding="utf-8")
        asked = [str(path), "--truth", "truth", "--positive", "1", "--higher-is-positive"]
        run = evaluate(capsys, *asked, "--bootstrap", "50")["bootstrap_run"]
        assert ("too short" in run.get("note", "")) is is_said
        assert main(["evaluate", *asked, "--bootstrap", "50"]) == 0
        told = capsys.readouterr().out
        assert ("drawn again are too short" in told) is is_said
        assert told.index("roc_auc.bca") < told.index("roc_auc.percentile")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--bootstrap", "5"), "too few"),
        (("--bootstrap", "9999999"), "too many"),
        (("--bootstrap", "x"), "no whole number"),
        (("--bootstrap", "100", "--seed", "-1"), "no whole number from 0"),
        (("--bootstrap", "100", "--measures", "TPR,nope"), "there is no measure"),
        (("--bootstrap", "100", "--measures", ","), "names no measure"),
        (("--seed", "1"), "--seed needs --bootstrap"),
        (("--measures", "TPR"), "--measures needs --bootstrap"),
        (("--binned",), "--binned needs --bootstrap"),
    ],
)
def test_that_a_mistake_is_one_line(capsys, arguments, told):
    assert told in refused(capsys, THARWAT, *arguments)


def test_that_all_classes_together_are_told_the_way_out(capsys, tmp_path):
    file = tmp_path / "three.csv"
    file.write_text("truth,predicted\na,a\nb,b\nc,a\na,b\nb,b\nc,c\n", encoding="utf-8")
    told = refused(capsys, str(file), "--bootstrap", "60")
    assert "Name a class with --positive" in told
    assert evaluate(capsys, str(file), "--bootstrap", "60", "--positive", "a")["bootstrap"] == {}


def test_that_curves_come_with_their_bands(capsys):
    found = evaluate(capsys, THARWAT, "--bootstrap", "60", "--curve", "roc", "--curve", "far-frr")
    bands = {(one["curve"], one["line"], one["joint"]): one for one in found["bands"]}
    assert set(bands) == {
        ("roc", "TPR", False),
        ("roc", "TPR", True),
        ("far-frr", "FPR", False),
        ("far-frr", "FNR", False),
    }
    for band in bands.values():
        assert len(band["x"]) == len(band["low"]) == len(band["high"])
        assert all(low <= high for low, high in zip(band["low"], band["high"], strict=True))
    assert bands["far-frr", "FPR", False]["x"][-1] == "+inf"
    assert "bands" not in evaluate(capsys, THARWAT, "--bootstrap", "60")
