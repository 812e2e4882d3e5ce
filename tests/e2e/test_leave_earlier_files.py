"""Files that are opened one after the other: nothing of an earlier one is left."""

from __future__ import annotations

import gc
from collections import Counter

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from evalgui.core.dataset import Dataset
from evalgui.core.ranking import Ranking
from evalgui.core.requests import SetThreshold
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import EMPTY, Snapshot
from evalgui.gui.plots.plot import Plot
from evalgui.io.table.raw_table import RawTable

N_FILES = 30
KEPT = (Snapshot, Ranking, ScoreTable, Dataset, RawTable)


def write(path, seed):
    rng = np.random.default_rng(seed)
    truth = rng.random(60) < 0.4
    scores = rng.random(60) + truth
    names = (("benign", "malignant"), ("impostor", "genuine"), ("no", "yes"))[seed % 3]
    lines = (f"{names[int(one)]},{score}\n" for one, score in zip(truth, scores, strict=True))
    path.write_text("truth,score\n" + "".join(lines))
    return path


def alive():
    """Return how many objects of each kind there are, and which windows."""
    for _ in range(2):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    objects = [one for one in gc.get_objects() if isinstance(one, (*KEPT, Plot))]
    counts = Counter(type(one) for one in objects if one is not EMPTY)
    names = {one.name for one in objects if isinstance(one, Dataset)}
    windows = Counter(type(one).__name__ for one in QApplication.topLevelWidgets())
    return counts, names, windows


def test_that_nothing_of_an_earlier_file_is_alive(program, tmp_path):
    seen, before = [], alive()[1]  # of other tests, which may keep what they opened
    for number in range(N_FILES):
        path = write(tmp_path / f"{number}.csv", number)
        opened = []
        program.workspace.file_opened.connect(opened.append)
        program.application.commands.open_path(path)
        program.qtbot.waitUntil(lambda opened=opened: bool(opened), timeout=60_000)
        program.workspace.file_opened.disconnect(opened.append)
        opened.clear()
        program.settle()
        program.workspace.ask(SetThreshold(0.7))
        program.window.grab()
        if number in {N_FILES // 2 - 1, N_FILES - 1}:  # by then all is made that is made once
            counts, names, windows = alive()
            assert names - before == {path.name}
            seen.append((counts, windows))
    assert seen[0] == seen[1]
