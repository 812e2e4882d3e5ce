"""The baseline table, as tables, reports, Python and a pane have it, and as nothing else does."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree as ET

import pandas as pd
import pytest

import evalgui
from evalgui.__main__ import main
from evalgui.core.snapshot import resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.loading import load
from evalgui.io.meaning import Roles
from evalgui.io.table import RawColumn
from evalgui.io.writers.tables import TABLES, Contents
from evalgui.results.topics.baseline import BASELINE, baseline
from tests.io.reporting.reports import X, text_of

ROWS = [
    {
        "pat_id": f"P{place:03}",
        "truth": "sick" if place % 3 == 0 else "well",
        "risk": (place * 37 % 101) / 101,
        "age": "" if place % 11 == 0 else 20 + place * 7 % 60,
        "site": ["Lyon", "<b>Chur</b>", "NA"][place % 7 % 3],
        "visit": f"2024-0{1 + place % 9}-11",
    }
    for place in range(120)
]
FRAME = pd.DataFrame(ROWS).replace({"": None, "NA": None})


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "patients.csv"
    with path.open("w", newline="", encoding="utf-8") as target:
        writer = csv.DictWriter(target, list(ROWS[0]))
        writer.writeheader()
        writer.writerows(ROWS)
    return str(path)


@pytest.fixture
def snapshot(file):
    return evaluated(file)


def evaluated(file, **roles):
    from evalgui.core.snapshot import Inputs

    known = {"truth": "truth", "scores": ("risk",), "positive": "sick"} | roles
    loaded = load(file, roles=Roles(**known))
    assert loaded.dataset is not None
    return resolve(Inputs(loaded.dataset, positive=loaded.dataset.positive))


def told(result, words=Vocabulary.MACHINE_LEARNING):
    (table,) = result.tables
    style = Style(words_in(words))
    return {
        row.title.told(style): [table.said(row, column).told(style) for column in table.columns]
        for row in table.rows
    }


def test_that_each_class_has_a_column_the_positive_one_first(snapshot):
    result = baseline(snapshot)
    (table,) = result.tables
    style = Style(words_in(Vocabulary.CLINICAL))
    heads = [column.title.told(style) for column in table.columns]
    assert heads == ["diseased (sick)", "healthy (well)", "all"]
    shown = told(result)
    assert shown["rows"] == ["40 (0.333)", "80 (0.667)", "120 (1.000)"]
    known = FRAME.age.dropna().astype(float)
    quartiles = known.quantile([0.5, 0.25, 0.75]).tolist()
    assert shown["age"][2] == "{:g} ({:g} to {:g})".format(*quartiles)
    n = int(FRAME.age.isna().sum())
    assert shown["age, missing"][2] == f"{n} ({n / 120:.3f})"
    of_sick = FRAME[FRAME.truth == "sick"].site
    n, share = (of_sick == "Lyon").sum(), (of_sick == "Lyon").sum() / of_sick.count()
    assert shown["site: Lyon"][0] == f"{n} ({share:.3f})"
    assert list(shown) == [
        *("rows", "risk", "age", "age, missing"),
        *("site: <b>Chur</b>", "site: Lyon", "site, missing"),
    ]
    (left_out,) = result.facts
    assert left_out.values == {"left_out": ["pat_id", "visit"]}


def test_that_a_class_without_rows_has_no_numbers(file):
    shown = told(baseline(evaluated(file, subset='truth == "sick"')))
    assert shown["rows"] == ["40 (1.000)", "0 (0.000)", "40 (1.000)"]
    assert shown["age"][1] == "no number"
    assert shown["site: Lyon"][1] == "0"
    assert shown["age"][0] == shown["age"][2]


def test_that_the_table_has_every_digit(file, capsys):
    asked = ["table", file, "--score", "risk", "--positive", "sick", "--table", "baseline"]
    assert main([*asked, "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    for name, own in [*FRAME.groupby("truth"), ("all", FRAME)]:
        (found,) = (row for row in rows if (row["column"], row["class"]) == ("risk", name))
        expected = own.risk.quantile([0.25, 0.5, 0.75]).tolist()
        assert [float(found[one]) for one in ("low", "median", "high")] == pytest.approx(
            expected, rel=1e-14
        )
        assert (int(found["n"]), int(found["n_missing"])) == (len(own), 0)
        for level, n in own.site.value_counts().items():
            (found,) = (row for row in rows if (row["level"], row["class"]) == (level, name))
            assert int(found["n"]) == n
            assert float(found["share"]) == n / own.site.count()
            assert int(found["n_missing"]) == own.site.isna().sum()


def test_that_a_report_has_it_as_text(file, tmp_path):
    target = tmp_path / "report.html"
    asked = ["report", file, "--score", "risk", "--positive", "sick", "--preset", "stard"]
    assert main([*asked, "--out", str(target)]) == 0
    page = ET.fromstring(target.read_text(encoding="utf-8"))  # noqa: S314 - our own
    sections = {one.get("id"): one for one in page.iter(f"{X}section")}
    rows = [[text_of(cell) for cell in row] for row in sections["baseline"].iter(f"{X}tr")]
    assert ["age, missing", *(cells := rows[4])[1:]] == rows[4]
    assert len(cells) == 4
    assert any(row[0] == "site: <b>Chur</b>" for row in rows)
    assert "Left out: pat_id" in text_of(sections["baseline"])
    items = {text_of(row[0])[:3]: text_of(row[2]) for row in sections["checklist"].iter(f"{X}tr")}
    assert items["10."] == "filled"
    assert items["27."] == "partly"
    assert main([*asked, "--without", "baseline", "--out", str(target)]) == 0
    page = ET.fromstring(target.read_text(encoding="utf-8"))  # noqa: S314 - our own
    sections = {one.get("id"): one for one in page.iter(f"{X}section")}
    assert "baseline" not in sections
    items = {text_of(row[0])[:3]: text_of(row[2]) for row in sections["checklist"].iter(f"{X}tr")}
    assert items["10."] == "open"


def test_that_python_has_it(file):
    frame = evalgui.evaluate(file, score="risk", positive="sick").table("baseline")
    (row,) = frame[(frame.column == "age") & (frame["class"] == "all")].itertuples()
    assert row.median == FRAME.age.dropna().astype(float).median()


def test_that_nothing_looks_at_all_cells_unless_it_is_asked_for(
    file, capsys, tmp_path, monkeypatch
):
    def described(_column):
        pytest.fail("the cells were looked at")

    monkeypatch.setattr(RawColumn, "described", described)
    asked = [file, "--score", "risk", "--positive", "sick"]
    assert main(["evaluate", *asked]) == 0
    assert main(["evaluate", *asked, "--format", "json"]) == 0
    assert '"baseline"' not in capsys.readouterr().out
    assert main(["report", *asked, "--card", "--out", str(tmp_path / "c.html")]) == 0
    contents = Contents(evaluated(file))
    assert [kind.lacking(contents) for kind in TABLES if kind.id == "baseline"] == [""]
    waits = BASELINE.shown(contents.snapshot)
    assert waits is not None
    assert not waits.tables


def test_that_counts_and_weights_are_told(tmp_path, capsys):
    path = tmp_path / "weights.csv"
    lines = [f"{'ab'[at % 2]},{at / 40},{at % 4 + 0.5},{'xy'[at % 3 % 2]}" for at in range(40)]
    path.write_text("\n".join(["truth,score,weight,site", *lines]) + "\n", encoding="utf-8")
    asked = [str(path), "--truth", "truth", "--score", "score", "--positive", "b"]
    asked += ["--weight", "weight"]
    assert main(["table", *asked, "--table", "baseline", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert "weight" not in {row["column"] for row in rows}
    found = {row["level"]: row for row in rows if row["column"] == "site" and row["class"] == "all"}
    expected = {
        name: sum(at % 4 + 0.5 for at in range(40) if "xy"[at % 3 % 2] == name) for name in "xy"
    }
    assert {name: row["n"] for name, row in found.items()} == expected
    target = tmp_path / "report.html"
    assert main(["report", *asked, "--out", str(target)]) == 0
    assert "sums of weights; quartiles are weighted by them" in target.read_text(encoding="utf-8")


def test_that_counts_without_rows_have_none(tmp_path, capsys):
    path = tmp_path / "matrix.csv"
    path.write_text(",a,b\na,5,1\nb,2,7\n", encoding="utf-8")
    asked = ["--rows-are", "actual", "--positive", "b"]
    assert main(["table", str(path), *asked, "--table", "baseline"]) == 2
    assert "without rows of their own" in capsys.readouterr().err
