"""``evalgui compare``: what is paired with what, and what is said of it."""

from __future__ import annotations

import csv
import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar

from evalgui.__main__ import main
from evalgui.core.comparing.rates import paired as paired_rates
from evalgui.core.digits import SPACE
from evalgui.io.samples import sample_by_id
from tests.cli.running import evaluate

CLINICAL = str(sample_by_id("clinical").path)
SYSTEMS = tuple(
    str(Path(__file__).parents[1] / "data" / "io" / "combinations" / f"system-{name}.csv")
    for name in "ab"
)


def compare(capsys: Any, *arguments: str) -> Any:
    assert main(["compare", *arguments, "--format", "json"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return json.loads(output.out)


def refused(capsys: Any, *arguments: str) -> str:
    try:
        code = main(["compare", *arguments])
    except SystemExit as exit_:
        code = exit_.code  # type: ignore[assignment]
    output = capsys.readouterr()
    assert (code, output.out) == (2, "")
    assert output.err.startswith("evalgui: ")
    return str(output.err)


def written(path: Path, header: str, rows: Any) -> str:
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return str(path)


def delong(first: Any, second: Any, truth: Any) -> tuple[float, float]:
    """Return the difference of the areas and its standard error, from all pairs."""
    parts = []
    for values in (first, second):
        kernel = np.sign(values[truth][:, None] - values[~truth][None, :]) / 2 + 0.5
        parts.append((kernel.mean(axis=1), kernel.mean(axis=0)))
    apart = [parts[0][k] - parts[1][k] for k in (0, 1)]
    return float(apart[0].mean()), math.sqrt(sum(np.var(d, ddof=1) / len(d) for d in apart))


def clinical(*names: str) -> list[Any]:
    with Path(CLINICAL).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = [np.array([float(row[name]) for row in rows]) for name in names]
    return [*columns, np.array([row["diagnosis"] == "malignant" for row in rows])]


def test_that_two_scores_of_a_file_are_paired(capsys: Any) -> None:
    names = ("logistic_regression", "mean_radius")
    asked = [part for name in names for part in ("--score", name)]
    found = compare(capsys, CLINICAL, *asked)
    (pair,) = found["pairs"]
    first, second, truth = clinical(*names)
    difference, se = delong(first, second, truth)
    assert (pair["a"], pair["b"], pair["paired"], pair["n"]) == (*names, True, 569)
    auc = pair["auc"]
    assert (auc["difference"], auc["se"]) == pytest.approx((difference, se), abs=1e-12)
    alone = auc["delong"]
    assert alone["z"] == pytest.approx(difference / se)
    assert alone["p"] == pytest.approx(math.erfc(abs(alone["z"]) / math.sqrt(2)))
    half = 1.959963984540054 * se
    assert (alone["low"], alone["high"]) == pytest.approx((difference - half, difference + half))
    # One area is 0.993: the p value is that of an interval that is at least as wide.
    assert (auc["z"], auc["low"]) == (None, pytest.approx(alone["low"]))
    assert auc["high"] > alone["high"]
    assert alone["p"] < auc["p"] < 1e-5
    assert (auc["method"], auc["p_holm"]) == ("MOVER of the limits of each area, paired", None)
    assert auc["undefined"] is None
    alone = [evaluate(capsys, CLINICAL, "--score", name) for name in names]
    called = [
        values >= one["threshold"] for values, one in zip((first, second), alone, strict=True)
    ]
    for name, rate in pair["at"].items():
        values = [one["metrics"][name]["value"] for one in alone]
        assert (rate["a"], rate["b"]) == pytest.approx(values)
    both, only = called[0] & called[1] & truth, called[0] & ~called[1] & truth
    other, neither = ~called[0] & called[1] & truth, ~(called[0] | called[1]) & truth
    cells = [int(np.count_nonzero(cell)) for cell in (both, only, other, neither)]
    assert pair["discordant"]["positives_called"] == dict(
        zip(("both", "only_a", "only_b", "neither"), cells, strict=True)
    )
    limits = paired_rates(cells[0], cells[1], cells[2], cells[3], 0.95)
    assert (pair["at"]["TPR"]["low"], pair["at"]["TPR"]["high"]) == limits
    right = [calls == truth for calls in called]
    split = [np.count_nonzero(right[k] & ~right[1 - k]) for k in (0, 1)]
    test = pair["mcnemar"]
    assert [test["only_a_right"], test["only_b_right"]] == split
    assert sum(split) == pair["discordant"]["n"]
    table = [[0, split[0]], [split[1], 0]]
    assert test["p"] == pytest.approx(mcnemar(table, exact=False, correction=False).pvalue)
    assert test["p_corrected"] == pytest.approx(mcnemar(table, exact=False).pvalue)
    assert test["p_exact"] == pytest.approx(mcnemar(table, exact=True).pvalue)


def test_that_all_scores_are_compared_where_none_is_named(capsys: Any) -> None:
    found = compare(capsys, CLINICAL)
    names = [one["score"] for one in found["classifiers"]]
    assert len(names) == 3
    pairs = [(pair["a"], pair["b"]) for pair in found["pairs"]]
    assert pairs == [(names[0], names[1]), (names[0], names[2]), (names[1], names[2])]
    ordered = sorted((pair["auc"]["p"], pair["auc"]["p_holm"]) for pair in found["pairs"])
    running = 0.0
    for place, (p, adjusted) in enumerate(ordered):
        running = max(running, min(1.0, p * (3 - place)))
        assert adjusted == pytest.approx(running)
    assert all(pair["mcnemar"]["p_holm"] >= pair["mcnemar"]["p"] for pair in found["pairs"])
    assert all(pair["at"]["TPR"]["p_holm"] >= pair["at"]["TPR"]["p"] for pair in found["pairs"])


def test_that_thresholds_are_one_for_all_or_one_for_each(capsys: Any) -> None:
    asked = [CLINICAL, "--score", "logistic_regression", "--score", "mean_radius"]
    each = compare(capsys, *asked, "--threshold", "0.5", "--threshold", "14")
    assert [one["threshold"] for one in each["classifiers"]] == [0.5, 14]
    assert [one["rule"] for one in each["classifiers"]] == ["typed", "typed"]
    same = compare(capsys, *asked, "--at", "eer")
    assert [one["rule"] for one in same["classifiers"]] == ["eer", "eer"]
    for one in same["classifiers"]:
        alone = evaluate(capsys, CLINICAL, "--score", one["score"], "--at", "eer")
        assert one["threshold"] == alone["threshold"]
    three = [word for value in "123" for word in ("--threshold", value)]
    assert "--threshold is given 3 times for 2 scores" in refused(capsys, *asked, *three)


def test_that_the_level_is_followed(capsys: Any) -> None:
    asked = [CLINICAL, "--score", "logistic_regression", "--score", "mean_radius"]
    wide, narrow = (
        compare(capsys, *asked, "--level", level)["pairs"][0] for level in ("0.99", "0.8")
    )
    assert wide["auc"]["low"] < narrow["auc"]["low"]
    assert wide["at"]["PPV"]["high"] > narrow["at"]["PPV"]["high"]
    assert (wide["auc"]["level"], narrow["at"]["TPR"]["level"]) == (0.99, 0.8)
    assert "no confidence" in refused(capsys, *asked, "--level", "95")


def test_that_rows_that_one_alone_calls_rightly_are_a_table(capsys: Any, tmp_path: Path) -> None:
    rows = [("p1", "ill", 0.9, 3), ("p2", "well", 0.8, 1), ("p3", "ill", "", 9)]
    rows += [("p4", "ill", 0.2, 8), ("p5", "well", 0.1, 2), ("p6", "ill", 0.7, 9)]
    path = written(tmp_path / "x.csv", "id,truth,a,b", rows)
    asked = ["--truth", "truth", "--positive", "ill", "--score", "a", "--score", "b"]
    asked += ["--threshold", "0.5", "--threshold", "5", "--table", "discordant"]
    assert main(["compare", path, *asked, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    told = found["rows"]
    assert [one["id"] for one in told] == ["p1", "p2", "p4"]
    keys = ("row", "score_a", "call_a", "score_b", "call_b", "right")
    assert [tuple(one[key] for key in keys) for one in told] == [
        (1, 0.9, "ill", 3.0, "well", "a"),
        (2, 0.8, "ill", 1.0, "well", "b"),
        (4, 0.2, "well", 8.0, "ill", "b"),
    ]
    out = tmp_path / "apart.csv"
    assert main(["compare", path, *asked, "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8").count("\n") == 4
    capsys.readouterr()
    apart = refused(capsys, path, path, *asked, "--apart")
    assert "each score has rows of its own" in apart


def test_that_only_rows_with_both_scores_are_compared(capsys: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    truth = np.arange(60) % 3 == 0
    a, b = (np.round(rng.normal(size=60) + truth, 3) for _ in range(2))
    cells = [[int(t), x, y] for t, x, y in zip(truth, a, b, strict=True)]
    for place in range(5):
        cells[place][1] = ""
    for place in range(3, 11):
        cells[place][2] = ""
    path = written(tmp_path / "x.csv", "truth,a,b", cells)
    asked = ["--truth", "truth", "--positive", "1", "--score", "a", "--score", "b"]
    found = compare(capsys, path, *asked, "--higher-is-positive")
    (pair,) = found["pairs"]
    assert (pair["n"], pair["n_left_out"]) == (49, 11)
    difference, se = delong(a[11:], b[11:], truth[11:])
    assert (pair["auc"]["difference"], pair["auc"]["se"]) == pytest.approx((difference, se))
    assert [one["n_missing"] for one in found["classifiers"]] == [5, 8]


def test_that_two_files_with_ids_are_joined_and_paired(capsys: Any) -> None:
    found = compare(capsys, *SYSTEMS)
    assert found["combination"]
    (pair,) = found["pairs"]
    assert pair["paired"] is True
    assert (pair["a"], pair["b"]) == ("system-a", "system-b")


def test_that_two_files_with_one_truth_bring_a_score_each(capsys: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(12)
    truth = np.arange(60) % 2 == 0
    a, b = (np.round(rng.normal(size=60) + truth, 3) for _ in range(2))
    ids = [f"r{place}" for place in range(60)]
    one = written(tmp_path / "one.csv", "id,truth,crp", zip(ids, truth.astype(int), a, strict=True))
    two = written(tmp_path / "two.csv", "id,pct", reversed([*zip(ids, b, strict=True)]))
    asked = ["--truth", "truth", "--positive", "1", "--higher-is-positive"]
    for files in ((one, two), (two, one)):
        (pair,) = compare(capsys, *files, *asked)["pairs"]
        assert (pair["a"], pair["b"], pair["paired"]) == ("crp", "pct", True)
        difference, se = delong(a, b, truth)
        assert (pair["auc"]["difference"], pair["auc"]["se"]) == pytest.approx((difference, se))


def test_that_a_name_that_both_files_have_stands_for_both(capsys: Any) -> None:
    with_names = compare(capsys, *SYSTEMS, "--score", "score")
    assert with_names["pairs"] == compare(capsys, *SYSTEMS)["pairs"]
    assert with_names["pairs"][0]["paired"] is True


@pytest.mark.parametrize("apart", [(), ("--apart",)])
def test_that_differences_go_by_subject(
    capsys: Any, tmp_path: Path, apart: tuple[str, ...]
) -> None:
    rows = [(f"s{place // 3}", place % 2, place, place * 7 % 11) for place in range(30)]
    path = written(tmp_path / "x.csv", "patient,truth,a,b", rows)
    asked = (
        [path, path, *apart, "--score", "a"] if apart else [path, "--score", "a", "--score", "b"]
    )
    asked += ["--truth", "truth", "--positive", "1", "--higher-is-positive"]
    (alone,) = compare(capsys, *asked, "--subject", "")["pairs"]
    fixed = "the threshold was fixed beforehand, though it was chosen on these rows"
    assert alone["assumes"] == f"the rows are independent; {fixed}"
    (pair,) = compare(capsys, *asked, "--subject", "patient")["pairs"]
    assert pair["assumes"] == f"the subjects are independent; {fixed}"
    for name, one in pair["at"].items():
        assert one["difference"] == alone["at"][name]["difference"]
        assert one["method"] is None or one["method"].endswith(", effective n by subject"), name
        assert one["test"] == one["method"]
    if not apart:  # the counts are told, and no p value that takes rows for independent
        assert pair["mcnemar"]["only_a_right"] == alone["mcnemar"]["only_a_right"]
        assert pair["mcnemar"]["p"] is pair["mcnemar"]["p_exact"] is None
        assert "see the accuracy" in pair["mcnemar"]["undefined"]
    assert pair["auc"]["assumes"] == "the subjects are independent"
    assert pair["auc"]["method"].endswith(", by subject")
    assert main(["compare", *asked, "--subject", "patient"]) == 0
    assert pair["assumes"] in capsys.readouterr().out


@pytest.mark.parametrize("apart", [(), ("--apart",)])
def test_that_areas_are_drawn_again_and_the_same_with_the_same_seed(
    capsys: Any, tmp_path: Path, apart: tuple[str, ...]
) -> None:
    rng = np.random.default_rng(5)
    rows = [
        (f"s{k % 15}", k % 2, round(rng.normal() + k % 2, 3), round(rng.normal() + k % 2, 3))
        for k in range(90)
    ]
    path = written(tmp_path / "x.csv", "patient,truth,a,b", rows)
    files = [path, path, *apart] if apart else [path]
    asked = [*files, "--score", "a", "--score", "b", "--truth", "truth", "--positive", "1"]
    asked += ["--higher-is-positive", "--bootstrap", "200", "--level", "0.9"]
    for subject, sampling in (("", "cohort"), ("", "case-control"), ("patient", "by-subject")):
        how = [*asked, "--subject", subject, "--sampling", sampling, "--seed", "3"]
        (pair,) = compare(capsys, *how)["pairs"]
        drawn = pair["auc"]["bootstrap"]
        for kind in ("percentile", "bca"):
            entry = drawn[kind]
            assert set(entry) == {"low", "high", "level", "method", "undefined"}
            assert entry["low"] < pair["auc"]["difference"] < entry["high"]
            assert entry["level"] == 0.9
            assert kind in entry["method"].casefold()
        of_each = [sampling, sampling] if apart else sampling
        n_units = 15 if subject else 90
        assert drawn["sampling"] == of_each
        assert drawn["n_units"] == ([n_units, n_units] if apart else n_units)
        assert drawn["units"] == ("subjects" if subject else "rows")
        assert (drawn["replicates"], drawn["seed"], drawn["p_holm"]) == (200, 3, None)
        assert drawn["se"] == pytest.approx(pair["auc"]["se"], rel=0.35)
        assert drawn["p"] == pytest.approx(math.erfc(abs(drawn["z"]) / math.sqrt(2)))
        assert pair["auc"]["method"].endswith("by subject") is bool(subject)
        assert compare(capsys, *how)["pairs"] == [pair]
        found = pair["bootstrap"]
        kind = "unpaired" if apart else "paired"
        assert found["method"] == f"{kind} bootstrap{' by subject' * bool(subject)}, 200 draws"
        for name in ("average_precision", "eer", "F1", "MCC"):
            one = found["differences"][name]
            assert one["low"] < one["difference"] < one["high"]
            assert one["method"] == one["test"] == found["method"]
            assert 2 / 201 <= one["p"] <= 1
    assert main(["compare", *how]) == 0
    told = capsys.readouterr().out
    assert "bootstrap BCa" in told
    assert "200 replicates of 15 " in told
    assert "assumed: the subjects are independent" in told


def test_that_nothing_is_drawn_unless_asked_for(capsys: Any) -> None:
    assert "bootstrap" not in compare(capsys, CLINICAL)["pairs"][0]["auc"]
    assert "--seed needs --bootstrap" in refused(capsys, CLINICAL, "--seed", "1")


def test_that_what_is_drawn_again_stands_in_tables_and_at_an_equal_rate(
    capsys: Any, tmp_path: Path
) -> None:
    rng = np.random.default_rng(5)
    rows = [
        (f"s{k % 15}", k % 2, round(rng.normal() + k % 2, 3), round(rng.normal() + k % 2, 3))
        for k in range(90)
    ]
    how = [written(tmp_path / "x.csv", "patient,truth,a,b", rows), "--score", "a", "--score", "b"]
    how += ["--truth", "truth", "--positive", "1", "--higher-is-positive", "--bootstrap", "200"]
    how += ["--subject", "patient", "--sampling", "by-subject"]
    (pair,) = compare(capsys, *how, "--at", "fmr=0.2", "--binned", "--measures", "ACC")["pairs"]
    rate = pair["equal"]["at"]["TPR"]
    assert rate["method"].endswith("bootstrap by subject, 200 draws")
    assert rate["low"] <= rate["difference"] <= rate["high"]
    assert pair["bootstrap"]["groups"] > 20
    assert {"eer", "ACC"} < set(pair["bootstrap"]["differences"]) - {"F1", "MCC"}
    low, high = pair["bootstrap"]["differences"]["eer"]["bracket"]
    assert low <= pair["bootstrap"]["differences"]["eer"]["difference"] <= high
    table = tmp_path / "out.csv"
    assert main(["compare", *how, "--out", str(table)]) == 0
    written_out = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    (drawn,) = (row for row in written_out if row["id"] == "F1")
    assert (drawn["a"], drawn["b"], drawn["n"]) == (pair["a"], pair["b"], "90")
    assert drawn["method"] == drawn["test"] != ""


def test_that_three_scores_have_one_test_of_all_areas(capsys: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    rows = [
        (f"s{k // 3}", k % 2, *(round(rng.normal() + k % 2, 3) for _ in range(3)))
        for k in range(240)
    ]
    path = written(tmp_path / "x.csv", "patient,truth,a,b,c", rows)
    asked = [path, "--truth", "truth", "--positive", "1", "--higher-is-positive"]
    asked += [word for name in "abc" for word in ("--score", name)]
    for subject in ("", "patient"):
        sampling = "by-subject" if subject else "cohort"
        how = [*asked, "--subject", subject, "--sampling", sampling]
        found = compare(capsys, *how)["areas_test"]
        design = ", by subject" * bool(subject)
        assert found["method"] == f"DeLong, chi-square of 3 areas, paired{design}"
        assert (found["freedom"], found["n"], found["undefined"]) == (2, 240, None)
        assert found["p"] == pytest.approx(math.exp(-found["statistic"] / 2))
        assert main(["compare", *how]) == 0
        assert f"all areas the same: chi-square {found['statistic']:.3f}"[:-2] in (
            capsys.readouterr().out
        )
    assert "areas_test" not in compare(capsys, *asked[:-2])


def test_that_tests_have_their_statistic(capsys: Any) -> None:
    for pair in compare(capsys, CLINICAL)["pairs"]:
        for name, rate in pair["at"].items():
            if rate["p"] is not None and rate["test"] != "McNemar, exact":
                told = math.erfc(math.sqrt(rate["statistic"] / 2))
                assert rate["p"] == pytest.approx(told), name


def test_that_a_class_without_rows_is_not_said_to_have_one(capsys: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "x.csv", "truth,a,b", [("n", k, -k) for k in range(20)])
    asked = ["--truth", "truth", "--positive", "p", "--score", "a", "--score", "b"]
    (pair,) = compare(capsys, path, *asked, "--higher-is-positive")["pairs"]
    assert pair["auc"]["undefined"] == "a class has no rows"


def test_that_two_files_apart_are_not_paired(capsys: Any) -> None:
    found = compare(capsys, *SYSTEMS, "--apart")
    (pair,) = found["pairs"]
    assert pair["paired"] is False
    assert (pair["mcnemar"], pair["discordant"]) == (None, None)
    assert pair["a"].startswith("system-a.csv")
    assert pair["auc"]["method"] == "MOVER of the limits of each area, unpaired"
    areas = [evaluate(capsys, path)["areas"]["roc_auc"] for path in SYSTEMS]
    assert pair["auc"]["difference"] == pytest.approx(areas[0] - areas[1])
    assert pair["n"] == [evaluate(capsys, path)["n"] for path in SYSTEMS]


def test_that_files_without_common_rows_are_compared_unpaired(capsys: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    parts, paths = [], []
    for name, n in (("one", 90), ("two", 70)):
        truth = np.arange(n) % 2 == 0
        values = np.round(rng.normal(size=n) + truth, 4)
        parts.append((values, truth))
        cells = zip(truth.astype(int), values, strict=True)
        paths.append(written(tmp_path / f"{name}.csv", f"truth,{name}", cells))
    asked = ["--truth", "truth", "--positive", "1", "--higher-is-positive", "--apart"]
    found = compare(capsys, *paths, *asked, "--score", "one", "--score", "two")
    (pair,) = found["pairs"]
    variances = []
    for values, truth in parts:
        kernel = np.sign(values[truth][:, None] - values[~truth][None, :]) / 2 + 0.5
        variances += [np.var(kernel.mean(axis=k), ddof=1) / kernel.shape[1 - k] for k in (0, 1)]
    assert pair["auc"]["se"] == pytest.approx(math.sqrt(sum(variances)))
    assert pair["auc"]["method"] == "DeLong, unpaired"
    assert (pair["a"], pair["b"]) == ("one.csv: one", "two.csv: two")
    assert pair["at"]["TPR"]["method"] == "Newcombe, method 10 (MOVER)"


def test_that_one_score_alone_is_refused_with_the_way_out(capsys: Any) -> None:
    told = refused(capsys, str(sample_by_id("tharwat-2018").path))
    assert "one score only" in told
    assert "--score" in told


def test_that_three_files_are_refused(capsys: Any) -> None:
    assert "one file, or two, not 3" in refused(capsys, CLINICAL, CLINICAL, CLINICAL)


def test_that_people_read_which_rows_of_two_files_have_no_partner(capsys: Any) -> None:
    assert main(["compare", *SYSTEMS]) == 0
    told = capsys.readouterr().out
    (one,) = compare(capsys, *SYSTEMS)["unmatched"]
    assert f"1 row of {one['file']} without a partner in {one['other']}:" in told
    assert told.endswith(f"\n  line {one['first'][0]['line']}: {one['first'][0]['ids']['id']}\n")


def test_that_people_read_a_table(capsys: Any) -> None:
    assert main(["compare", CLINICAL, "--vocabulary", "clinical"]) == 0
    told = capsys.readouterr().out
    assert "logistic_regression less decision_tree: 569 rows with both scores (" in told
    assert "Sensitivity" in told
    assert f"intervals: 95{SPACE}%" in told
    lines = [line.split("  ") for line in told.splitlines()]
    rows = [[cell.strip() for cell in line if cell] for line in lines if any(line)]
    names = ("logistic_regression", "decision_tree", "mean_radius")
    for both in combinations(names, 2):
        heads = ["id", "Measure", *both, "Difference", "95 % interval", "Method"]
        assert [*heads, "p value", "p value by Holm", "Test"] in rows
        alone = [f"By {name} alone" for name in both]
        assert ["id", "Measure", "By both", *alone, "By neither"] in rows
    (found, *_) = (row for row in rows if row[0] == "mcnemar")
    assert found[2:4] == ["25", "7"]
    assert found[-1] == "McNemar, asymptotic"
    assert "DeLong, paired" in next(row for row in rows if row[0] == "delong")
    assert (
        told.count("Least 1 - sensitivity where 1 - specificity \N{LESS-THAN OR EQUAL TO} 1 %") == 3
    )


def test_that_rows_of_one_subject_are_not_taken_for_more(capsys: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    rows = [
        (f"s{k % 20}", int(k % 2), round(rng.normal() + k % 2, 3), round(rng.normal() + k % 2, 3))
        for k in range(120)
    ]
    path = written(tmp_path / "x.csv", "patient,truth,a,b", rows)
    asked = [path, "--truth", "truth", "--positive", "1", "--score", "a", "--score", "b"]
    asked += ["--higher-is-positive", "--sampling", "by-subject", "--subject", "patient"]
    found = compare(capsys, *asked)
    assert {one["sampling"] for one in found["classifiers"]} == {"by-subject"}
    assert main(["compare", *asked]) == 0
    assert "assumed: the subjects are independent" in capsys.readouterr().out
    assert main(["compare", *asked[:-4], "--sampling", "cohort"]) == 0
    assert "assumed: the rows are independent" in capsys.readouterr().out


def test_that_thresholds_can_have_a_rate_in_common(capsys: Any) -> None:
    names = ("logistic_regression", "mean_radius", "decision_tree")
    asked = [CLINICAL, *(part for name in names for part in ("--score", name))]
    found = compare(capsys, *asked, "--at", "sensitivity=0.9", "--link", "fpr")
    first, *others = found["classifiers"]
    limit = first["counts"]["fp"]
    assert found["link"] == "fpr"
    for one, values in zip(others, clinical(*names)[1:-1], strict=True):
        truth = clinical(*names)[-1]
        assert one["counts"]["fp"] <= limit
        more = np.unique(values)[np.unique(values) < one["threshold"]]
        assert int(np.sum(values[~truth] >= more[-1])) > limit
    found = compare(capsys, *asked, "--threshold", "0.5", "--link", "value")
    assert {one["threshold"] for one in found["classifiers"]} == {0.5}
    said = refused(capsys, *asked, "--threshold", "1", "--threshold", "2", "--link", "value")
    assert "--link takes all thresholds from that of the first score" in said


def test_that_every_score_stands_against_its_errors(capsys: Any) -> None:
    names = ("logistic_regression", "mean_radius")
    asked = [CLINICAL, *(part for name in names for part in ("--score", name))]
    found = compare(capsys, *asked, "--level", "0.9")
    assert [one["name"] for one in found["errors"]] == list(names)
    *columns, truth = clinical(*names)
    for one, values in zip(found["errors"], columns, strict=True):
        at = min(t for t in np.unique(values) if np.mean(values[~truth] >= t) <= 0.01)
        assert one["fmr100"]["value"] == pytest.approx(np.mean(values[truth] < at))
        assert one["fmr100"]["low"] < one["fmr100"]["value"] < one["fmr100"]["high"]
        assert one["eer"]["level"] == 0.9
        alone = evaluate(capsys, CLINICAL, "--score", one["name"])
        assert one["eer"]["value"] == alone["eer"]["value"]
    assert main(["compare", *asked]) == 0
    assert "FNR at FPR \N{LESS-THAN OR EQUAL TO} 1 %" in capsys.readouterr().out


def test_that_rows_of_one_subject_are_pointed_out_until_it_is_said_whose_they_are(
    capsys: Any, tmp_path: Path
) -> None:
    rng = np.random.default_rng(4)
    rows = [(f"P{k // 2}", k % 4 // 2, *rng.normal(size=2).round(4)) for k in range(48)]
    path = written(tmp_path / "twice.csv", "patient,truth,one,other", rows)
    asked = (path, "--score", "one", "--score", "other", "--positive", "1")
    (finding,) = compare(capsys, *asked)["findings"]
    assert (finding["code"], finding["file"], finding["count"]) == ("repeated_ids", "twice.csv", 48)
    assert main(["compare", *asked]) == 0
    assert "warning: twice.csv: 24 ids occur more than once in 'patient'" in capsys.readouterr().out
    assert compare(capsys, *asked, "--subject", "patient")["findings"] == []
    assert compare(capsys, CLINICAL, *clinical_scores())["findings"] == []


def test_that_chosen_sizes_of_classes_are_said(capsys: Any) -> None:
    for sampling, is_said in (("cohort", False), ("case-control", True)):
        asked = (CLINICAL, *clinical_scores(), "--sampling", sampling)
        (pair,) = compare(capsys, *asked)["pairs"]
        told = "accuracy, and what depends on the share of positives otherwise"
        assert (told in pair["assumes"]) is is_said
        assert pair["auc"]["assumes"] == "the rows are independent"
        assert main(["compare", *asked]) == 0
        assert (told in capsys.readouterr().out) is is_said


def clinical_scores() -> tuple[str, ...]:
    return ("--score", "logistic_regression", "--score", "decision_tree")


def test_that_one_rule_for_both_says_what_is_left_at_an_equal_rate(capsys: Any) -> None:
    found = compare(capsys, CLINICAL, "--at", "specificity=0.9")
    for pair in found["pairs"]:
        equal = pair["equal"]
        assert (equal["rule"], equal["target"]) == ("specificity", 0.9)
        both = [one for one in found["classifiers"] if one["name"] in {pair["a"], pair["b"]}]
        assert equal["thresholds"] == [one["threshold"] for one in both]
        free, made = equal["at"]["TPR"], equal["at"]["TNR"]
        for rate, name in ((free, "TPR"), (made, "TNR")):
            assert (rate["a"], rate["b"]) == (pair["at"][name]["a"], pair["at"][name]["b"])
        assert free["low"] <= free["difference"] <= free["high"]
        assert free["high"] - free["low"] > pair["at"]["TPR"]["high"] - pair["at"]["TPR"]["low"]
        assert free["p_holm"] >= free["p"]
        assert (made["low"], made["p"]) == (None, None)
        assert made["undefined"] == "both thresholds were chosen for it"
    for options in ([], ["--at", "youden"], ["--threshold", "0.5"]):
        assert all("equal" not in pair for pair in compare(capsys, CLINICAL, *options)["pairs"])


def test_that_a_group_against_the_rest_is_two_files_of_their_rows(
    capsys: Any, tmp_path: Path
) -> None:
    rng = np.random.default_rng(4)
    truth = rng.random(120) < 0.4
    sexes, scores = np.where(rng.random(120) < 0.4, "w", "m"), truth + rng.normal(size=120)
    rows = [
        f"{sex},{int(of)},{score!r}"
        for sex, of, score in zip(sexes, truth, scores.tolist(), strict=True)
    ]
    whole, *parts = (tmp_path / f"{name}.csv" for name in ("all", "w", "m"))
    for path, of in ((whole, "wm"), *((path, path.stem) for path in parts)):
        chosen = [row for row in rows if row[0] in of]
        path.write_text("\n".join(["sex,truth,score", *chosen]) + "\n", encoding="utf-8")
    asked = ("--score", "score", "--truth", "truth", "--positive", "1")
    found = compare(capsys, str(whole), *asked, "--against-rest", 'sex == "w"')
    thresholds = {one["threshold"] for one in found["classifiers"]}
    assert len(thresholds) == 1
    at = ("--threshold", repr(thresholds.pop()))
    apart = compare(capsys, *map(str, parts), *asked, "--apart", *at)
    (one,), (other,) = found["pairs"], apart["pairs"]
    assert (one["a"], one["b"], one["paired"]) == ('sex == "w"', "the rest", False)
    named = {"a", "b", "assumes"}
    assert {key: one[key] for key in one.keys() - named} == {
        key: other[key] for key in other.keys() - named
    }
    counts = [[each["counts"] for each in told["classifiers"]] for told in (found, apart)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--against-rest", 'diagnosis == "x"'], "no row can be used"),
        (["--against-rest", "mean_radius >"], "it cannot be understood"),
        (["--against-rest", "mean_radius > 9", "--link", "fpr"], "rows of one file by one score"),
    ],
)
def test_that_a_group_that_cannot_be_compared_is_refused(capsys: Any, options, told) -> None:
    names = ("--score", "mean_radius")
    assert main(["compare", CLINICAL, *names, *options]) == 2
    assert told in capsys.readouterr().err


def test_that_net_benefit_is_compared_at_risks(capsys: Any) -> None:
    names = ("logistic_regression", "decision_tree")
    asked = [CLINICAL, *(part for name in names for part in ("--score", name))]
    before = compare(capsys, *asked)
    found = compare(
        capsys, *asked, "--score-kind", "probability", "--risk-threshold=.1", "--risk-threshold=.3"
    )
    (pair,), at = found["pairs"], found["decision_curve"]["at"]
    worth = pair.pop("net_benefit")
    assert (list(worth), [one["risk"] for one in at]) == (["0.1", "0.3"], [0.1, 0.3])
    *columns, truth = clinical(*names)
    for one, risk in zip(at, (0.1, 0.3), strict=True):
        w = risk / (1 - risk)
        values = [np.mean(np.where(truth, 1, -w) * (values >= risk)) for values in columns]
        models = one["models"]
        assert [model["name"] for model in models] == [*names]
        assert [model["net_benefit"] for model in models] == pytest.approx(values, abs=1e-12)
        told = worth[f"{risk}"]
        assert [told["a"], told["b"]] == pytest.approx(values, abs=1e-12)
        assert told["low"] < told["difference"] < told["high"]
        shares = [each["p_best"] for each in (*models, one["all"], one["none"])]
        assert sum(shares) == pytest.approx(1)
        assert one["evpi"] >= 0
    ranges = found["decision_curve"]["best_ranges"]
    (wide,) = (one for one in ranges if one["low"] <= 0.3 <= one["high"])
    assert wide["best"] == names[0]
    assert at[1]["models"][0]["p_best"] >= 0.8
    del found["decision_curve"]
    assert found == before
    assert main(["compare", *asked, "--score-kind", "probability"]) == 0
    told_text = capsys.readouterr().out
    assert f"Net benefit at a risk of 10{SPACE}%" in told_text
    assert "Probability to be best" in told_text


def test_that_cut_offs_of_one_score_are_compared_as_tests(capsys: Any) -> None:
    asked = [CLINICAL, "--score", "mean_radius", "--threshold", "13", "--threshold", "16"]
    found = compare(capsys, *asked, "--risk-threshold", "0.2")
    (pair,), (at,) = found["pairs"], found["decision_curve"]["at"]
    assert (pair["a"], pair["b"]) == ("mean_radius at 13", "mean_radius at 16")
    values, truth = clinical("mean_radius")
    wanted = [np.mean(np.where(truth, 1, -0.25) * (values >= at)) for at in (13, 16)]
    assert [one["net_benefit"] for one in at["models"]] == pytest.approx(wanted, abs=1e-12)


def test_that_two_files_have_no_joint_table(capsys: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    paths = []
    for name in "ab":
        rows = [(k % 3 // 2, round(rng.random() * 0.5 + (k % 3 // 2) * 0.4, 3)) for k in range(90)]
        paths.append(written(tmp_path / f"{name}.csv", "truth,risk", rows))
    asked = [*paths, "--apart", "--truth", "truth", "--positive", "1", "--score", "risk"]
    found = compare(capsys, *asked, "--score-kind", "probability")
    (pair,) = found["pairs"]
    assert pair["net_benefit"]["0.1"]["method"] == "square-and-add of both intervals"
    assert "decision_curve" not in found
    assert main(["compare", *asked, "--score-kind", "probability"]) == 0
    assert "there is no joint table to draw from" in capsys.readouterr().out


def test_that_several_models_are_worth_what_dcurves_says(capsys: Any) -> None:
    """Numbers of dcurves 1.1.7, ``dca`` with both models: it is too heavy to be installed here."""
    known = {
        0.05: (0.3498288779946351, 0.3546387938211081, 0.3395615576727407),
        0.2: (0.34226713532513175, 0.3400702987697715, 0.21572934973637958),
        0.5: (0.3216168717047452, 0.3022847100175747, -0.25483304042179267),
    }
    asked = [CLINICAL, "--score", "logistic_regression", "--score", "decision_tree"]
    asked += [f"--risk-threshold={risk}" for risk in known]
    found = compare(capsys, *asked, "--score-kind", "probability")
    for one in found["decision_curve"]["at"]:
        told = [*(each["net_benefit"] for each in one["models"]), one["all"]["net_benefit"]]
        assert told == pytest.approx(known[one["risk"]], abs=1e-12)
