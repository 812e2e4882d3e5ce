"""From files of 1e6 to 1e8 rows to a count table: whole commands, beside plain DuckDB.

The plain query does the same in a process of its own: ends, bins and the counts of both classes by
the same formula, the smallest and the largest score of each, written as Parquet.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import parquet
from timing import say

N_BINS = 1 << 20
SIZES = {1_000_000: 5, 10_000_000: 3, 100_000_000: 3}  # rows, and rounds
MEMORY = "800MB"

_GROUP = 1_000_000
_PLAIN = """
import sys, duckdb
file, out, spill, memory, threads, n, is_exact = sys.argv[1:]
settings = {"threads": int(threads), "memory_limit": memory, "temp_directory": spill}
con = duckdb.connect(config=settings | {"preserve_insertion_order": False})
rows = f"read_parquet('{file}')"
counts = "count(*) FILTER (truth = 1) p, count(*) FILTER (truth = 0) n"
if is_exact == "True":
    what = f"SELECT score, {counts} FROM {rows} GROUP BY score ORDER BY score"
else:
    low, high = con.execute(f"SELECT min(score), max(score) FROM {rows}").fetchone()
    n = int(n)
    bin = f"least(floor((score - {low!r}) * {n / (high - low)!r}), {n - 1})::BIGINT"
    ends = "min(score) low, max(score) high"
    what = f"SELECT {bin} bin, {ends}, {counts} FROM {rows} GROUP BY 1 ORDER BY 1"
con.execute(f"COPY ({what}) TO '{out}' (FORMAT parquet)")
"""


def main() -> None:
    """Print seconds, rows a second, memory, and ratios to the plain query."""
    with tempfile.TemporaryDirectory(prefix="evalgui-bench-") as name:
        folder = Path(name)
        for n, rounds in SIZES.items():
            file = folder / "rows.parquet"
            _make(file, n)
            for is_exact in (False, True):
                _compare(file, n, rounds if not is_exact else min(rounds, 2), is_exact=is_exact)
            file.unlink()
    say("goals: bins <= 1.2 x plain and at most 1 GB at 1e8 rows, exact <= 1.3 x plain")


def _make(file: Path, n: int) -> None:
    rng = np.random.default_rng(1)
    schema = pa.schema([("truth", pa.int8()), ("score", pa.float64())])
    with parquet.ParquetWriter(file, schema) as writer:
        for _ in range(n // _GROUP):
            truth = rng.random(_GROUP) < 0.1
            scores = rng.normal(truth * 2.0, 1.0)
            writer.write_table(pa.table({"truth": truth.astype(np.int8), "score": scores}, schema))


def _compare(file: Path, n: int, rounds: int, *, is_exact: bool) -> None:
    how = ["--exact"] if is_exact else ["--bins", str(N_BINS)]
    out, spill = file.with_name("out.parquet"), file.parent
    own = ["-P", "-m", "evalgui", "count", file, "--out", out, "--memory", MEMORY, *how]
    plain = ["-c", _PLAIN, file, out, spill, MEMORY, os.cpu_count(), N_BINS, is_exact]
    taken: dict[str, list[tuple[float, float]]] = {"plain": [], "own": []}
    for _ in range(rounds):
        for which, arguments in (("plain", plain), ("own", own)):
            taken[which].append(_run([str(one) for one in arguments]))
            out.unlink()
    seconds = {which: float(np.median([one for one, _ in found])) for which, found in taken.items()}
    most = {which: max(memory for _, memory in found) / 2**20 for which, found in taken.items()}
    what = "exact" if is_exact else f"{N_BINS:,} bins"
    speed = f"{n / seconds['own'] / 1e6:5.1f} million rows a second"
    say(
        f"{n:>11,} rows, {what:<15} {seconds['own']:6.1f} s, {speed}, "
        f"{seconds['own'] / seconds['plain']:5.2f} x plain, "
        f"{most['own']:5.0f} MB (plain {most['plain']:5.0f} MB)"
    )


def _run(arguments: list[str]) -> tuple[float, float]:
    """Return the seconds that a process took, and the most memory of one of its tree, in bytes."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, arguments[:3])
    return time.perf_counter() - start, used.ru_maxrss * 1024.0
