"""A report on ten million rows: from the file to a web page, and to pages."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from opening import NUMBERS, write
from timing import say

ROWS = 10_000_000
SECONDS, MEBIBYTES = 20, 5


def main() -> None:
    """Print how long each format takes, by the clock and of the processor, and how large it is."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "ten_million.parquet"
        write(data, ROWS, NUMBERS, 0)
        for ending in (".html", ".pdf"):
            out = Path(folder) / f"report{ending}"
            seconds, worked = _timed([str(data), "--positive", "1", "--out", str(out)])
            size = out.stat().st_size / 2**20
            say(
                f"{ROWS:,} rows, {ending}: {seconds:.1f} s ({worked:.1f} s of work), {size:.2f} MiB"
            )
    say(f"goals: below {SECONDS} s, and below {MEBIBYTES} MiB")


def _timed(arguments: list[str]) -> tuple[float, float]:
    """Run the program once; return its time by the clock, and that of the processor."""
    before, start = os.times(), time.perf_counter()
    command = [sys.executable, "-m", "evalgui", "report", *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after, seconds = os.times(), time.perf_counter() - start
    worked = after.children_user + after.children_system
    return seconds, worked - before.children_user - before.children_system
