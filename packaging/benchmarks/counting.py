"""From ten million scores to counts: beside np.sort and scikit-learn, in one run."""

from __future__ import annotations

import numpy as np
from sklearn.metrics import roc_curve
from timing import interleaved, median_ms, say

from evalgui.core.intervals.delong import ranked_area
from evalgui.core.score_table import ScoreTable

N = 10_000_000


def main() -> None:
    """Print medians and ratios to one np.sort of the same scores."""
    rng = np.random.default_rng(0)
    scores = rng.random(N)
    truth = rng.random(N) < 0.5
    taken = interleaved(
        {
            "np.sort of the scores": lambda: np.sort(scores),
            "live index": lambda: ScoreTable(scores, truth),
            "full table": lambda: ScoreTable(scores, truth).steps,
            "full table and exact AUC": lambda: _with_area(scores, truth),
            "full table and DeLong": lambda: _with_variance(scores, truth),
            "sklearn roc_curve": lambda: roc_curve(truth, scores),
        },
        rounds=3,
    )
    floor = median_ms(taken["np.sort of the scores"])
    sklearn = median_ms(taken["sklearn roc_curve"])
    for name, seconds in taken.items():
        ms = median_ms(seconds)
        say(f"{name:26} {ms:9.1f} ms  {ms / floor:6.2f} x np.sort  {sklearn / ms:6.1f} x faster")
    say("goals: live index <= 1.5, full table <= 2.5, with DeLong <= 2.2")
    say("and at least 12 x faster than roc_curve")


def _with_area(scores: np.ndarray, truth: np.ndarray) -> float:
    table = ScoreTable(scores, truth)
    return table.auc if len(table.steps) else 0.0


def _with_variance(scores: np.ndarray, truth: np.ndarray) -> float:
    table = ScoreTable(scores, truth)
    return ranked_area(table).variance if len(table.steps) else 0.0
