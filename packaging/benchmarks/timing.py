"""How long things take: medians of interleaved runs, so that a drifting machine is fair."""

from __future__ import annotations

import statistics
import sys
import time
from math import comb
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def interleaved(jobs: dict[str, Callable[[], Any]], rounds: int = 5) -> dict[str, list[float]]:
    """Run all jobs in turn, several rounds after a warm-up; return the seconds of each."""
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    for number in range(rounds + 1):
        for name, job in jobs.items():
            start = time.perf_counter()
            job()
            if number:
                taken[name].append(time.perf_counter() - start)
    return taken


def median_ms(seconds: list[float]) -> float:
    """Return the median in milliseconds."""
    return statistics.median(seconds) * 1e3


def percentile_ms(seconds: list[float], share: float) -> float:
    """Return a percentile in milliseconds."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1e3


def median_interval(values: list[float], level: float = 0.95) -> tuple[float, float, float]:
    """Return the median, and the order statistics that hold it with at least the level, if any."""
    ordered = sorted(values)
    n = len(ordered)
    outside = 0.0
    low = 0
    for rank in range(n // 2):
        outside += 2 * comb(n, rank) / 2**n
        if 1.0 - outside < level:
            break
        low = rank
    return statistics.median(ordered), ordered[low], ordered[n - 1 - low]


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
