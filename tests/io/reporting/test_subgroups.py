"""Operating points in subgroups, and errors row by row: against what is assessed by itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.__main__ import main
from evalgui.core.comparing.rates import unpaired
from evalgui.core.snapshot import resolve
from evalgui.io.assessing import Placing
from evalgui.io.reporting.material import OtherPoint
from evalgui.io.reporting.sections import make_report
from evalgui.results.topic import Beside
from evalgui.results.topics.subgroups import SUBGROUPS
from tests.io.reporting.reports import X, assess, at_rule, material, page, text_of, written

ROLES = {"truth": "truth", "scores": ("score",), "positive": "b", "higher_is_positive": True}
SITES = ("S1", "S2", "<b>")


def csv_of(n=300, seed=4):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    scores = np.round(truth * 0.3 + rng.random(n), 2)
    sites = rng.integers(0, 3, n)
    rows = zip(truth, scores, sites, strict=True)
    text = "".join(f"{'ab'[int(t)]},{s},{SITES[k] if k < 3 else ''}\n" for t, s, k in rows)
    return f"truth,score,site\n{text}", truth, scores, sites


def made(path, **asked):
    text, *_ = csv_of()
    placing = asked.pop("placing", Placing("0.6"))
    return material(written(path / "d.csv", text), **ROLES, placing=placing, **asked)


def with_other(one, threshold):
    there = resolve(replace(one.snapshot.inputs, threshold=threshold), one.snapshot)
    return replace(one, others=(OtherPoint(there.point, one.snapshot.provenance),))


CHOSEN = ('site == "S1"', 'site == "S2"', 'site == "<b>"')


@pytest.mark.parametrize("subset", ["", CHOSEN[1]])
def test_that_each_point_in_each_subgroup_is_what_that_subgroup_says_by_itself(subset, tmp_path):
    one = with_other(made(tmp_path, subset=subset), 0.9)
    one = replace(one, chosen=CHOSEN)
    found = {group.expression: group for group in one.subgroups}
    assert set(found) == {"", *CHOSEN}
    assert next(iter(found)) == ""
    for expression, group in found.items():
        for place, threshold in enumerate(("0.6", "0.9")):
            alone = assess(
                tmp_path / "d.csv", **ROLES, placing=Placing(threshold), subset=expression
            ).snapshot.point
            there = group.points[place]
            assert there.counts == alone.counts
            assert there.all_intervals["PPV"] == alone.all_intervals["PPV"]
    parts = sum(found[one].points[0].counts.n for one in CHOSEN)
    assert parts == found[""].points[0].counts.n


def test_that_gaps_are_of_the_rows_outside(tmp_path):
    one = replace(made(tmp_path), chosen=CHOSEN[:1])
    _text, truth, scores, sites = csv_of()
    told = SUBGROUPS.make(one.snapshot, Beside(groups=one.subgroups))
    gaps = told.table("gaps")
    found = [gaps.cell(gaps.rows[0], column) for column in gaps.columns]
    shown = [cell.value for cell in found] + [found[2].interval.lower, found[2].interval.upper]
    *_others, table = page(one, sections=["subgroups"]).iter(f"{X}table")
    first = list(table.iter(f"{X}tr"))[1]
    assert [float(cell.get("value")) for cell in first.iter(f"{X}data")] == shown[:3]
    inside, called = sites == 0, scores >= 0.6
    n = [(int((truth & called & at).sum()), int((truth & at).sum())) for at in (inside, ~inside)]
    rates = [k / of for k, of in n]
    assert shown[:3] == [*rates, pytest.approx(rates[0] - rates[1])]
    assert shown[3:] == [pytest.approx(limit) for limit in unpaired(*n, 0.95)]


def test_that_a_rule_that_follows_does_not_choose_again_in_a_subgroup(tmp_path):
    one = made(tmp_path, placing=at_rule("youden"))
    inputs = replace(one.snapshot.inputs, is_followed=True)
    one = replace(one, snapshot=replace(one.snapshot, inputs=inputs), chosen=CHOSEN[:1])
    thresholds = {group.points[0].threshold for group in one.subgroups}
    assert thresholds == {one.snapshot.point.threshold}


def test_that_what_cannot_be_said_has_a_reason_and_text_stays_text(tmp_path):
    one = replace(made(tmp_path), chosen=('site == "S9"', CHOSEN[2]))
    told = text_of(page(one, sections=["subgroups"]))
    assert "nothing can be said, since no row can be used" in told
    assert 'site == "<b>"' in told


def test_that_without_a_subgroup_nothing_is_said(tmp_path):
    one = made(tmp_path)
    assert one.subgroups == ()
    assert make_report(one, ["subgroups"]).parts == ()


def test_that_a_subgroup_without_the_positive_class_says_so(tmp_path):
    text = "truth,score\n" + "".join(f"{'ab'[n > 5]},{n}\n" for n in range(12))
    one = material(written(tmp_path / "e.csv", text), **ROLES, placing=Placing("4"))
    (whole, low) = replace(one, chosen=("score <= 5",)).subgroups
    assert whole.points
    assert low.reason or low.points[0].counts.actual_positives == 0


def test_that_the_errors_furthest_from_the_threshold_are_told_by_their_rows(tmp_path):
    one = made(tmp_path)
    _text, truth, scores, _sites = csv_of()
    rows = [*page(one, sections=["errors"]).iter(f"{X}tr")]
    kinds = (truth & (scores < 0.6), scores), (~truth & (scores >= 0.6), -scores)
    for place, (wrong, key) in enumerate(kinds):
        error = ("False negative", "False positive")[place]
        cells = [list(row)[1:] for row in rows if text_of(row).strip().startswith(error)]
        found = [int(next(cell.iter(f"{X}data")).get("value")) - 1 for cell, _score in cells]
        among = np.flatnonzero(wrong)
        assert found == among[np.argsort(key[among], kind="stable")][:10].tolist()
        assert [float(text_of(cell)) for _row, cell in cells] == scores[found].tolist()
        assert f"{wrong.sum()} false" in text_of(page(one, sections=["errors"]))


def test_that_rows_set_aside_keep_the_numbers_of_the_file(tmp_path):
    text = "truth,score\nb,1\nx?,\na,9\nb,8\na,2\n"
    roles = ROLES | {"missing_labels": ("x?",)}
    one = material(written(tmp_path / "e.csv", text), **roles, placing=Placing("5"))
    rows = [text_of(row) for row in page(one, sections=["errors"]).iter(f"{X}tr")]
    row_1, row_3 = (row.replace(" ", "") for row in rows[-2:])
    assert (row_1, row_3) == ("Falsenegative111", "Falsepositive139")  # with 1, and with 9


def test_that_a_mistyped_subgroup_is_refused(tmp_path, capsys):
    made(tmp_path)
    out = tmp_path / "r.html"
    asked = ["report", str(tmp_path / "d.csv"), "--truth", "truth", "--score", "score"]
    asked += ["--positive", "b", "--out", str(out), "--subgroup"]
    assert main([*asked, "age > 60"]) == 2
    assert "age" in capsys.readouterr().err
    assert not out.exists()
    assert main([*asked, CHOSEN[0]]) == 0
    assert "less the rows outside" in out.read_text(encoding="utf-8")
