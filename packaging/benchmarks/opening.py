"""From a file to the first curve: CSV and Parquet, beside pandas and pyarrow alone."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from timing import interleaved, median_ms, say

from evalgui.core.snapshot import rank
from evalgui.io.loading import load


def main() -> None:
    """Print medians of opening files and of the plain libraries reading the same ones."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "million.csv", Path(folder) / "ten_million.parquet"
        _write(small, 1_000_000)
        _write(large, 10_000_000)
        _compare(
            "CSV of 1,000,000 rows",
            {
                "evalgui, to the first curve": lambda: _open(small),
                "pandas, reading alone": lambda: pd.read_csv(small),
                "pyarrow, reading alone": lambda: pyarrow.csv.read_csv(small),
            },
        )
        _compare(
            "Parquet of 10,000,000 rows",
            {
                "evalgui, to the first curve": lambda: _open(large),
                "pandas, reading alone": lambda: pd.read_parquet(large),
                "pyarrow, reading alone": lambda: pyarrow.parquet.read_table(large),
            },
        )


def _write(path: Path, n: int) -> None:
    rng = np.random.default_rng(2)
    truth = (rng.random(n) < 0.5).astype(np.int8)
    table = pa.table({"truth": truth, "score": np.round(rng.normal(truth * 1.5, 1.0), 6)})
    if path.suffix == ".csv":
        pyarrow.csv.write_csv(table, path)
    else:
        pyarrow.parquet.write_table(table, path)


def _open(path: Path) -> None:
    loaded = load(path)
    if loaded.dataset is None:
        message = "the benchmark file should open without a question"
        raise RuntimeError(message)
    rank(loaded.dataset, 0)


def _compare(title: str, jobs: dict) -> None:
    say(title)
    for name, seconds in interleaved(jobs, rounds=3).items():
        say(f"  {name:28} {median_ms(seconds):8.0f} ms")
