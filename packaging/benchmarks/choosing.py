"""From ten million scores to every rule, and all measures over a million thresholds."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import numpy as np
from timing import interleaved, median_ms, say

from evalgui.core.dataset import Score
from evalgui.core.metrics import METRICS
from evalgui.core.metrics.everywhere import BLOCK, MeasuresInBlocks
from evalgui.core.parallel import blocks_apart, spread
from evalgui.core.rules import RULES, choose
from evalgui.core.score_table import ScoreTable

if TYPE_CHECKING:
    from evalgui.core.score_table import Steps

N = 10_000_000
N_THRESHOLDS = 1_000_000


def main() -> None:
    """Print the time of all rules, the slowest of them, and of the measures beside np.sort."""
    rng = np.random.default_rng(0)
    for words, gap in (("a good score", 2.0), ("a useless score", 0.0)):
        truth = rng.random(N) < 0.3
        scores = rng.normal(size=N) + gap * truth
        steps = ScoreTable(scores, truth).steps
        score = Score("score", scores)
        choose(RULES.by_id("sensitivity-limit"), steps, score)  # loads what is loaded once
        taken = {}
        for rule in RULES:
            start = time.perf_counter()
            choose(rule, steps, score)
            taken[rule.id] = time.perf_counter() - start
        slowest = sorted(taken, key=taken.__getitem__, reverse=True)[:3]
        listed = ", ".join(f"{name} {taken[name] * 1e3:.0f} ms" for name in slowest)
        say(f"all {len(RULES)} rules, {words}: {sum(taken.values()) * 1e3:8.0f} ms ({listed})")
    scores = rng.random(N_THRESHOLDS)
    steps = ScoreTable(scores, rng.random(N_THRESHOLDS) < 0.5).steps
    taken_in_turn = interleaved(
        {
            "np.sort of the scores": lambda: np.sort(scores),
            f"{len(METRICS)} measures": lambda: compute_all(steps),
            "... and all of them kept": lambda: keep_all(steps),
        },
        rounds=15,
    )
    floor = median_ms(taken_in_turn["np.sort of the scores"])
    for name, seconds in taken_in_turn.items():
        ms = median_ms(seconds)
        say(f"{name:26} {ms:9.1f} ms  {ms / floor:6.2f} x np.sort")
    say("goals: all rules within 1 s, all measures within 12 x np.sort where they are not kept")


def compute_all(steps: Steps) -> None:
    """Compute all measures at all thresholds, each block over the one before."""
    measures, own = MeasuresInBlocks(steps, METRICS), threading.local()

    def fill(part: slice) -> None:
        if not hasattr(own, "values"):
            own.values = np.empty((len(METRICS), BLOCK))
        there = own.values[:, : part.stop - part.start]
        measures.fill(part, dict(zip(METRICS.ids, there, strict=True)))

    spread(fill, blocks_apart(len(steps), BLOCK))


def keep_all(steps: Steps) -> None:
    """Compute all measures at all thresholds into arrays that are new."""
    measures = MeasuresInBlocks(steps, METRICS)
    values = np.empty((len(METRICS), len(steps)))

    def fill(part: slice) -> None:
        measures.fill(part, dict(zip(METRICS.ids, values[:, part], strict=True)))

    spread(fill, blocks_apart(len(steps), BLOCK))
