"""Measure every figure of this checkout once and print them as JSON, in seconds.

``against.py`` has it started in turn in two checkouts, so each measures itself: what a figure
calls may have another name in the other one.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from dragging import frame_times
from opening import first_curve
from starting import PROGRAM

from evalgui.core.score_table import ScoreTable
from evalgui.io.samples import sample_by_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

N_SCORES = 10_000_000
REPEATS = 3


def main(folder: Path) -> None:
    """Print the figures of one round; the files to open are in a folder."""
    figures: dict[str, float] = {}
    for part in (starting(), counting(), opening(folder), dragging()):
        figures.update(part)
    sys.stdout.write(json.dumps(figures) + "\n")


def starting() -> Iterator[tuple[str, float]]:
    """Measure whole processes."""
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"HOME": home, "XDG_CONFIG_HOME": str(Path(home) / "config")}

        def run(*arguments: str) -> None:
            command = [sys.executable, *arguments]
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

        yield "start with a sample", shortest(lambda: run("-c", PROGRAM))
        # As a user starts it: what a test imports beside it would be counted, too.
        command = ("-m", "evalgui", "evaluate", str(sample_by_id("tharwat-2018").path))
        yield "evaluate a file", shortest(lambda: run(*command))


def counting() -> Iterator[tuple[str, float]]:
    """Measure the sort and what is derived from it."""
    rng = np.random.default_rng(0)
    scores = rng.random(N_SCORES)
    truth = rng.random(N_SCORES) < 0.5

    def with_area() -> float:
        table = ScoreTable(scores, truth)
        return table.auc if len(table.steps) else 0.0

    yield "live index, 10 million", shortest(lambda: ScoreTable(scores, truth))
    yield "full table, 10 million", shortest(lambda: ScoreTable(scores, truth).steps)
    yield "full table and AUC, 10 million", shortest(with_area)


def opening(folder: Path) -> Iterator[tuple[str, float]]:
    """Measure from a file to its first curve."""
    for path in sorted(folder.iterdir()):
        first_curve(path)  # what is imported at first use
        yield f"first curve of {path.name}", shortest(lambda path=path: first_curve(path))


def dragging() -> Iterator[tuple[str, float]]:
    """Measure one frame of a dragged threshold with everything visible."""
    for n, taken in frame_times((10_000, N_SCORES)):
        for name in ("computing and setting", "from a request", "painted"):
            yield f"drag frame, {name}, {n:,} rows", statistics.median(taken[name])


def shortest(job: Callable[[], Any]) -> float:
    """Return the seconds of the shortest of some runs."""
    taken = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        job()
        taken.append(time.perf_counter() - start)
    return min(taken)
