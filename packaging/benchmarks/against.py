"""Measure this checkout and another one in turn: the ratio of each figure.

A machine that drifts slows both sides of a round, so ratios are taken round by round. The
median of them stands with an interval from order statistics, which assumes no distribution:
the ranks are those whose binomial coverage is at least 95 %. Byte code is
kept, whatever the environment says: the second start is what a user waits for.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from opening import NUMBERS, WORDS, write
from timing import median_interval, say

HERE = Path(__file__).resolve().parents[2]
FILES = (
    ("million.csv", 1_000_000, NUMBERS),
    ("million_words.csv", 1_000_000, WORDS),
    ("ten_million.parquet", 10_000_000, NUMBERS),
    ("ten_million_words.parquet", 10_000_000, WORDS),
)


def main(other: Path, rounds: int) -> None:
    """Print the median ratio of every figure, this checkout's to the other's."""
    ratios: dict[str, list[float]] = {}
    ours: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "files"
        folder.mkdir()
        for name, n, labels in FILES:
            write(folder / name, n, labels, 0)
        for number in range(rounds):
            sides = (HERE, other) if number % 2 else (other, HERE)
            found = {side: one_round(side, folder) for side in sides}
            for name, seconds in found[HERE].items():
                if name in found[other]:
                    ratios.setdefault(name, []).append(seconds / found[other][name])
                    ours.setdefault(name, []).append(seconds)
            say(f"round {number + 1} of {rounds}")
    for name, values in ratios.items():
        middle, low, high = median_interval(values)
        say(
            f"{name:42} {statistics.median(ours[name]) * 1e3:8.1f} ms"
            f"  ratio {middle:.3f} ({low:.3f} to {high:.3f})"
        )


def one_round(checkout: Path, folder: Path) -> dict[str, float]:
    """Return the figures of a checkout, measured by its own script where it has one."""
    benchmarks = Path("packaging", "benchmarks")
    measures_itself = (checkout / benchmarks / "one_round.py").is_file()
    script = (checkout if measures_itself else HERE) / benchmarks / "run.py"
    environment = os.environ | {
        "PYTHONPATH": str(checkout),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(folder.with_name("byte-code")),
    }
    command = [sys.executable, str(script), "one_round", str(folder)]
    found = subprocess.run(
        command, env=environment, check=True, stdout=subprocess.PIPE, cwd=checkout
    )
    figures: dict[str, float] = json.loads(found.stdout.splitlines()[-1])
    return figures
