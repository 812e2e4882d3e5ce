"""Data are counted into a count table, which opens and is assessed as the rows are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from evalgui.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path


_LABEL = ("--missing-label", "NA")


def _rows(folder: Path, n: int = 4000) -> list[Path]:
    rng = np.random.default_rng(5)
    truth = np.array(["genuine", "impostor", "NA"])[rng.choice(3, n, p=[0.2, 0.77, 0.03])]
    scores = np.round(rng.normal(size=n) + 2 * (truth == "genuine"), 3)
    table = pa.table({"truth": pa.array(truth), "similarity": pa.array(scores)})
    paths = []
    for place, start in enumerate(range(0, n, n // 4)):
        paths.append(folder / f"part{place}.parquet")
        parquet.write_table(table.slice(start, n // 4), paths[-1])
    parquet.write_table(table, folder / "all.parquet")
    return paths


def _evaluated(path: Path, capsys, *more: str) -> Any:
    assert main(["evaluate", str(path), "--format", "json", *more]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("how", [["--exact"], ["--bins", "100"]])
def test_that_a_count_of_files_is_assessed_as_their_rows(how, tmp_path, capsys) -> None:
    paths = _rows(tmp_path)
    out = tmp_path / "counts.parquet"
    assert main(["count", *map(str, paths), *how, *_LABEL, "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "of 4 files" in said
    assert "not counted" in said
    threshold = str(parquet.read_table(out).column(0 if how == ["--exact"] else 1)[20].as_py())
    rows = _evaluated(tmp_path / "all.parquet", capsys, *_LABEL, "--threshold", threshold)
    counted = _evaluated(out, capsys, "--threshold", threshold)
    assert counted["counts"] == rows["counts"]
    assert counted["n_positive"] == rows["n_positive"]
    assert not list(tmp_path.glob(".evalgui*"))


@pytest.mark.parametrize("how", [["--exact"], ["--bins", "16"]])
def test_that_no_number_is_no_large_score(how, tmp_path) -> None:
    scores = np.arange(300) / 100
    scores[::10] = np.nan  # which the statistics of a row group leave out
    truth = np.where(np.arange(300) % 3 == 0, "genuine", "impostor")
    rows = pa.table({"truth": pa.array(truth), "score": pa.array(scores)})
    parquet.write_table(rows, tmp_path / "rows.parquet")
    out = tmp_path / "counts.parquet"
    assert main(["count", str(tmp_path / "rows.parquet"), *how, "--out", str(out)]) == 0
    table = parquet.read_table(out)
    for name in set(table.column_names) - {"n_positive", "n_negative"}:
        assert not np.isnan(table.column(name).drop_null().to_numpy()).any()
    (missing,) = (row for row in table.to_pylist() if row[table.column_names[0]] is None)
    assert missing["n_positive"] == int((truth[::10] == "genuine").sum())
    assert missing["n_negative"] == int((truth[::10] == "impostor").sum())


_OF_DATA = {"areas", "areas_undefined", "eer", "averages", "n_positive", "n_negative", "counts"}
_OF_DATA |= {"metrics", "intervals", "area_intervals", "people", "gain", "cost_curve", "positive"}
_OF_DATA |= {"predictiveness", "precision_recall_gain", "threshold", "classes", "matrix", "score"}


@pytest.mark.parametrize("is_text", [True, False])
def test_that_every_measure_of_a_text_is_that_of_its_rows(is_text, tmp_path, capsys) -> None:
    rng = np.random.default_rng(7)
    n = 300
    truth = rng.choice(["genuine", "Genuine ", "impostor", "NA"], n, p=[0.2, 0.1, 0.6, 0.1])
    numbers = np.round(rng.normal(size=n) + (truth != "impostor"), 2)
    texts = [f"{one:.2f}".replace(".", ",") for one in numbers]
    for place, odd in enumerate(["<0,5", "NA", "", "-inf", "1.000,5", " 0,25", "none", "x"]):
        texts[place * 9] = odd
    columns = {"label": truth, "similarity": texts, "w": rng.integers(0, 4, n).tolist()}
    columns["site"] = rng.choice(["A", "B"], n)
    if is_text:
        path = tmp_path / "rows.csv"
        rows = zip(*columns.values(), strict=True)
        lines = [";".join(columns), *(";".join(map(str, row)) for row in rows)]
        path.write_bytes("\r\n".join(lines).encode("utf-8-sig"))
    else:
        path = tmp_path / "rows.feather"
        feather.write_feather(pa.table(columns), path)
    said = ["--truth", "label", "--score", "similarity", "--positive", "genuine", *_LABEL]
    said += ["--limits", "below", "--set-aside-unreadable", "--decimal", ","]
    said += ["--subset", 'site == "A" or w > 1', "--weight", "w", "--thousands", "."]
    out = tmp_path / "counts.parquet"
    assert main(["count", str(path), "--exact", *said, "--out", str(out)]) == 0
    told = capsys.readouterr().out
    rows, counted = (
        _evaluated(one, capsys, "--threshold", "0.5", *more)
        for one, more in ((path, said), (out, ()))
    )
    for name in sorted(_OF_DATA):
        own, its = (
            {**one[name]} if isinstance(one[name], dict) else one[name] for one in (counted, rows)
        )
        assert own == its, name
    aside = {one["reason"]: one["count"] for one in rows["import"]["set_aside"]}
    assert sorted(aside.values()) == sorted(
        int(line.split(":")[1].split(",")[0]) for line in told.splitlines()[1:]
    )
