"""The statement that is printed counts the same elsewhere, as the help page says it."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import evalgui
from evalgui.__main__ import main
from evalgui.io.counting.bins import Bins
from evalgui.locations import resources

PAGE = resources() / "help" / "larger.md"
COLUMNS = ["bin", "bin_low", "bin_high", "n_positive", "n_negative"]


def a_folder(folder: Path, n: int, n_files: int) -> tuple[Any, Any]:
    """Write files of comparisons; return truth and scores of all."""
    folder.mkdir()
    rng = np.random.default_rng(8)
    truths, scores = [], []
    for place in range(n_files):
        genuine = rng.random(n // n_files) < 0.1
        score = 1 / (1 + np.exp(-rng.normal(size=len(genuine)) - 3 * genuine))
        score[:6] = np.nan, np.inf, -np.inf, -0.0, 5e-324, 1.0
        text = pa.array(np.where(genuine, "genuine", "impostor").tolist())
        rows = pa.table({"truth": text, "score": pa.array(score)})
        parquet.write_table(rows, folder / f"part-{place}.parquet")
        truths.append(genuine)
        scores.append(score)
    return np.concatenate(truths), np.concatenate(scores)


def by_numpy(truth: Any, scores: Any, bins: Bins) -> list[tuple[Any, ...]]:
    found = bins.of(scores)
    order = np.lexsort((scores, found))
    at, first = np.unique(found[order], return_index=True)
    in_order = scores[order] + 0.0
    last = np.append(first[1:], len(scores)) - 1
    n = np.add.reduceat(truth[order].astype(int), first)
    sizes = np.diff(np.append(first, len(scores)))
    table = zip(at, in_order[first], in_order[last], n, sizes - n, strict=True)
    return [
        (None, None, None, int(n), int(m)) if key < 0 else (int(key), low, high, int(n), int(m))
        for key, low, high, n, m in table
    ]


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["count", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def counts_in(path: Path) -> list[tuple[Any, ...]]:
    columns = parquet.read_table(path).select(COLUMNS).to_pydict().values()
    return sorted(zip(*columns, strict=True), key=lambda row: -1 if row[0] is None else row[0])


@pytest.mark.parametrize("how", [["--exact"], ["--bins", "500"], ["--lower-is-positive"]])
def test_that_a_plain_engine_counts_as_this_program(how, tmp_path, capsys) -> None:
    truth, scores = a_folder(tmp_path / "all", 4000, 2)
    (tmp_path / "ends.txt").write_text("0\n1\n")
    asked = how if how == ["--exact"] else ["--edges", tmp_path / "ends.txt", *how]
    text = printed(capsys, tmp_path / "all/part-0.parquet", *asked, "--print-sql", "duckdb")
    database = duckdb.connect()
    database.register("scores", parquet.read_table(tmp_path / "all"))
    columns = COLUMNS if how != ["--exact"] else ["score", "n_positive", "n_negative"]
    found = database.sql(text).fetchall()
    out = tmp_path / "counts.parquet"
    printed(capsys, tmp_path / "all", *asked, "--out", out)
    own = parquet.read_table(out).select(columns).to_pydict().values()
    assert sorted(found, key=str) == sorted(zip(*own, strict=True), key=str)
    if how == ["--bins", "500"]:
        assert counts_in(out) == by_numpy(truth, scores, Bins.between(0, 1, 500))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--print-sql", "spark"], "the ends of the bins are not known"),
        (["--print-sql", "spark", "--exact", "--subset", "score > 0"], "no statement does"),
        (["--exact"], "one of the arguments --out and --print-sql is required"),
        (["--exact", "--bins", "4", "--print-sql", "spark"], "not allowed with"),
        (["--print-sql", "oracle"], "invalid choice"),
    ],
)
def test_that_what_cannot_be_printed_is_refused(more, words, tmp_path, capsys) -> None:
    a_folder(tmp_path / "all", 100, 1)
    code: object
    try:
        code = main(["count", str(tmp_path / "all"), *more])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert words in " ".join(capsys.readouterr().err.split())


def job(folder: Path) -> Path:
    """Write the script of the help page."""
    (text,) = re.findall(
        r"^```python\n(.*?SparkSession.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    (folder / "job.py").write_text(text)
    return folder / "job.py"


def test_that_the_script_of_the_help_page_counts_on_spark_as_numpy(tmp_path, capsys) -> None:
    """1e7 rows, two workers: the script, the printed statement, DuckDB and numpy."""
    pytest.importorskip("pyspark")
    truth, scores = a_folder(tmp_path / "comparisons", 10_000_000, 8)
    bins = Bins.between(0, 1, 2**20)
    own = Path(sys.executable).parent
    surroundings = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}
    surroundings["PATH"] = f"{own}{os.pathsep}{os.environ['PATH']}"
    submit: list[str | Path] = [own / "spark-submit", "--master", "local-cluster[2,1,1024]"]
    submit += ["--conf", "spark.ui.enabled=false", job(tmp_path)]
    out = tmp_path / "counts.parquet"
    run = functools.partial(subprocess.run, check=True, cwd=tmp_path, env=surroundings)
    run([*submit, tmp_path / "comparisons", out])
    expected = by_numpy(truth, scores, bins)
    assert counts_in(out) == expected
    (tmp_path / "ends.txt").write_text("0\n1\n")
    asked = ["--edges", tmp_path / "ends.txt", "--bins", 2**20]
    printed(capsys, tmp_path / "comparisons", *asked, "--out", tmp_path / "duckdb.parquet")
    assert counts_in(tmp_path / "duckdb.parquet") == expected
    text = printed(capsys, tmp_path / "comparisons", *asked, "--print-sql", "spark")
    (tmp_path / "counts.sql").write_text(text)
    (tmp_path / "plain.py").write_text(
        "from pyspark.sql import SparkSession\n"
        "spark = SparkSession.builder.getOrCreate()\n"
        "spark.read.parquet('comparisons').createOrReplaceTempView('scores')\n"
        "counts = spark.sql(open('counts.sql').read())\n"
        "counts.coalesce(1).write.parquet('counts')\n"
    )
    submit[-1] = tmp_path / "plain.py"
    run(submit)
    assert counts_in(tmp_path / "counts") == expected
    found = evalgui.evaluate(out, threshold=0.5)
    n = [np.count_nonzero((scores >= 0.5) & (truth == one)) for one in (True, False)]
    assert found.counts is not None
    assert [found.counts.tp, found.counts.fp] == n
