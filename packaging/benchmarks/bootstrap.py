"""The bootstrap of a million distinct scores: time, memory, and how soon it ends at will."""

from __future__ import annotations

import resource
import time
from typing import TYPE_CHECKING

import numpy as np
from timing import say

from evalgui.core.bootstrap.run import Plan, bootstrap
from evalgui.core.bootstrap.sizes import BINS, REPLICATES
from evalgui.core.dataset import Dataset, Score
from evalgui.core.redraw import plan_of
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

N = 1_000_000
_SUBJECTS = 1000


class _Ended(Exception):  # noqa: N818 - no error
    pass


def main() -> None:
    """Print what all replicates of areas and bands take."""
    for sampling in (Sampling.COHORT, Sampling.CASE_CONTROL, Sampling.BY_SUBJECT):
        shown = _shown(sampling)
        for n_bins in (None, BINS):
            plan = plan_of(shown, n_bins=n_bins, with_lines=True)
            started, used = time.perf_counter(), time.process_time()
            bootstrap(plan)
            seconds = time.perf_counter() - started, time.process_time() - used
            kind = "binned" if n_bins else "exact"
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            say(
                f"{REPLICATES} replicates, {sampling.value:12} {kind:7} {seconds[0]:6.1f} s "
                f"({seconds[1]:6.1f} s of processors), at most {most:5.0f} MiB so far"
            )
        say(f"cancelled after {_cancelled(plan_of(shown, with_lines=True)) * 1e3:.0f} ms")
    say("goals on 2 processors: 40 s exactly, 4 s binned, 1 GB, cancelled within 200 ms")


def _shown(sampling: Sampling) -> Snapshot:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, N).astype(np.int8)
    codes = rng.integers(0, _SUBJECTS, N).astype(np.int32)
    scores = rng.normal(size=N) + truth
    subjects = Subjects((codes,), ("subject",))
    score = Score("score", scores)
    data = Dataset("a", ("0", "1"), truth, 1, (score,), subjects=subjects, sampling=sampling)
    return resolve(Inputs(data))


def _cancelled(plan: Plan) -> float:
    """Return how long it takes from the wish to end the work until it has ended."""
    began = time.perf_counter()
    wished = 0.0

    def step(_share: float, _words: str) -> None:
        nonlocal wished
        if wished:
            raise _Ended
        if time.perf_counter() - began > 1:
            wished = time.perf_counter()

    try:
        bootstrap(plan, step)
    except _Ended:
        return time.perf_counter() - wished
    return 0.0
