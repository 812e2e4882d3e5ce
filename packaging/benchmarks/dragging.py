"""One frame of a dragged threshold, with everything visible, at ten million rows."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from timing import median_ms, percentile_ms, say

from evalgui.core.dataset import Dataset, Score
from evalgui.core.requests import DragThreshold
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.gui import theme
from evalgui.gui.activity import under_way
from evalgui.gui.app import Application
from evalgui.gui.start_options import Start
from evalgui.workspace.data_sets import DataSet, DataSets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.snapshot import Snapshot

SIZES = (10_000, 1_000_000, 10_000_000)
N_FRAMES = 200


class NumberedColumn:
    """A column of made-up ids."""

    name = "id"

    def __init__(self, n: int) -> None:
        self._n = n

    def __len__(self) -> int:
        return self._n

    def text(self, row: int) -> str:
        """Return the id of a row."""
        return f"row {row}"

    def order(self) -> np.ndarray:
        """Return the rows as they are."""
        return np.arange(self._n)


def main() -> None:
    """Print the time of computing, setting and painting a frame for several sizes."""
    for n, taken in frame_times(SIZES):
        say(
            f"{n:>12,} rows: computing {median_ms(taken['computing']):.2f} ms, setting"
            f" {median_ms(taken['setting']):.2f} ms, from a request until all is set"
            f" {median_ms(taken['from a request']):.2f} ms, whole painted frame"
            f" {median_ms(taken['painted']):.1f} ms"
            f" (95th percentile {percentile_ms(taken['painted'], 0.95):.1f} ms)"
        )
    say("goals at 10,000,000: from a request until all is set <= 2 ms, painted <= 10 ms")


def frame_times(sizes: Sequence[int]) -> Iterator[tuple[int, dict[str, list[float]]]]:
    """Yield the seconds of the parts of each frame, for each number of rows."""
    application = QApplication.instance() or QApplication([])
    theme.apply(application, theme.LIGHT)
    program = Application(application, Start(size=QSize(1920, 1080), appearance=theme.Mode.LIGHT))
    program.window.show()
    for n in sizes:
        yield n, _measure(application, program, n)
    program.window.close()


def _measure(application: QApplication, program: Application, n: int) -> dict[str, list[float]]:
    rng = np.random.default_rng(1)
    truth = (rng.random(n) < 0.5).astype(np.int8)
    scores = rng.normal(truth * 1.5, 1.0)
    dataset = Dataset(
        "made.parquet", ("no", "yes"), truth, 1, (Score("s", scores),), columns=(NumberedColumn(n),)
    )
    window = program.window
    snapshot = resolve(Inputs(dataset))
    window.show_snapshot(EMPTY, snapshot)
    _settle(application)
    taken: dict[str, list[float]] = {}
    for number in range(N_FRAMES):
        wanted = replace(snapshot.inputs, threshold=-1.0 + 3.0 * number / N_FRAMES)
        start = time.perf_counter()
        moved = resolve(wanted, snapshot)
        computed = time.perf_counter()
        window.show_snapshot(snapshot, moved)
        shown = time.perf_counter()
        application.processEvents()
        painted = time.perf_counter()
        snapshot = moved
        for name, seconds in (
            ("computing", computed - start),
            ("setting", shown - computed),
            ("computing and setting", shown - start),
            ("painted", painted - start),
        ):
            taken.setdefault(name, []).append(seconds)
    window.show_snapshot(snapshot, EMPTY)
    taken["from a request"] = _from_requests(application, program, snapshot)
    return taken


def _from_requests(
    application: QApplication, program: Application, snapshot: Snapshot
) -> list[float]:
    """Return the seconds of frames from a request to the workspace until all who listen are done.

    Beside computing and setting that is what the workspace adds: rules that are marked, the way
    back, where the line came from.
    """
    workspace, taken = program.workspace, []
    before = workspace.data_sets
    workspace.shown.adopt(DataSets((DataSet(None, snapshot),)))
    _settle(application)
    while under_way(workspace):
        application.processEvents()
    _settle(application)
    for number in range(N_FRAMES):
        start = time.perf_counter()
        workspace.ask(DragThreshold(-1.0 + 3.0 * number / N_FRAMES))
        workspace.line.frame.hand_on()
        taken.append(time.perf_counter() - start)
        application.processEvents()
    workspace.shown.adopt(before)
    return taken


def _settle(application: QApplication) -> None:
    deadline = time.monotonic() + 2.0
    while time.monotonic() < deadline:
        application.processEvents()
