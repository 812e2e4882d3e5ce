"""Scores that are all equal, or nearly all: what the window takes to show them."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from timing import say

from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.gui import theme
from evalgui.gui.app import Application
from evalgui.gui.start_options import Start

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (2_900, 10_000_000)  # the first are dots in the plot of every row
SHARES = (0.0, 0.9, 1.0)


def main() -> None:
    """Print the seconds of counting, showing, a resize and a frame, by the share that is equal."""
    application = QApplication.instance() or QApplication([])
    theme.apply(application, theme.LIGHT)
    start = Start(size=QSize(1920, 1080), appearance=theme.Mode.LIGHT, layout="overview")
    program = Application(application, start)
    window = program.window
    window.show()

    def seconds(job: Callable[[], object]) -> float:
        begun = time.perf_counter()
        job()
        application.processEvents()
        while window.in_turns.is_busy:
            application.processEvents()
        return time.perf_counter() - begun

    shown = EMPTY
    for n in (SIZES[0], *SIZES):  # at first all is made that then is there
        for share in SHARES:
            counting = time.perf_counter()
            snapshot = resolve(Inputs(_made(n, share)))
            counting = time.perf_counter() - counting
            moved = resolve(replace(snapshot.inputs, threshold=1.0), snapshot)
            showing = seconds(lambda new=snapshot, old=shown: window.show_snapshot(old, new))
            resizing = seconds(lambda: (window.resize(1800, 1000), window.grab()))
            frame = seconds(lambda old=snapshot, new=moved: window.show_snapshot(old, new))
            window.resize(1920, 1080)
            shown = moved
            say(
                f"{n:>12,} rows, {share:4.0%} of them 0: counting {counting:.3f} s, showing"
                f" {showing:.3f} s, a resize {resizing:.3f} s, a frame {frame:.3f} s"
            )
    window.close()


def _made(n: int, share: float) -> Dataset:
    rng = np.random.default_rng(1)
    truth = (rng.random(n) < 0.3).astype(np.int8)
    scores = rng.normal(truth * 1.5, 1.0)
    scores[: int(share * n)] = 0.0
    return Dataset("made.parquet", ("no", "yes"), truth, 1, (Score("s", scores),))
