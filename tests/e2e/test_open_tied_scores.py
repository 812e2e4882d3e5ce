"""Scores that are equal, or nearly all: no work of the window grows faster than n log n."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtTest import QTest

from evalgui.core.requests import DragThreshold, SelectCells
from evalgui.gui.layouts import LAYOUTS
from evalgui.results import dots_picture
from tests.support.steps import steps_of


def write(path, n, share):
    rng = np.random.default_rng(0)
    truth = np.where(rng.random(n) < 0.3, "malignant", "benign")
    scores = np.round(rng.normal(0.0, 1.0, n), 3)
    scores[: int(share * n)] = 0.0
    lines = (f"{name},{score}\n" for name, score in zip(truth, scores.tolist(), strict=True))
    path.write_text("diagnosis,score\n" + "".join(lines))
    return path


def open_file(program, path):
    opened = []
    program.workspace.file_opened.connect(opened.append)
    program.application.commands.open_path(path)
    program.qtbot.waitUntil(lambda: bool(opened), timeout=60_000)
    program.settle()


def lay_out(program, layout):
    program.window.lay_out(layout)
    for width in (1600, 1500):
        program.window.resize(width, 1000)
        program.settle()
        program.window.grab()


def point_and_drag(program):
    for plot in program.window.plots.plots().values():
        for x in range(40, 200, 20):
            place = plot.canvas.mapFromScene(plot.view_box.mapToScene(QPointF(x, 80.0)))
            QTest.mouseMove(plot.canvas.viewport(), place)
            QCoreApplication.processEvents()
    for threshold in (0.0, 0.5, 1.0):
        program.workspace.ask(DragThreshold(threshold))
        program.workspace.line.frame.hand_on()
        program.settle()


def sort_and_select(program):
    table = program.window.predictions.table
    for column in range(table.model().columnCount()):
        for order in Qt.SortOrder:
            table.sortByColumn(column, order)
    program.workspace.ask(SelectCells(((0, 1), (1, 1))))
    program.settle()
    program.window.grab()


@pytest.mark.parametrize("share", [1.0, 0.9])
def test_that_twice_the_rows_take_at_most_two_and_a_half_times_the_steps(
    program, tmp_path, monkeypatch, share
):
    monkeypatch.setattr(dots_picture, "MOST_DOTS", 1_000_000)  # dots, where they would be strips
    steps: dict[str, list[int]] = {}
    for n in (500, 5_000, 10_000):  # for the first all is made that then is there
        path = write(tmp_path / f"{n}.csv", n, share)

        def count(name, job, *given):
            steps.setdefault(name, []).append(steps_of(lambda: job(program, *given)))

        count("opening", open_file, path)
        for layout in LAYOUTS:
            count(layout.title, lay_out, layout)
        assert set(program.window.plots.plots()) >= {"dots", "roc", "det"}
        count("pointing and dragging", point_and_drag)
        count("sorting and selecting", sort_and_select)
        assert program.snapshot.ranking.table.n == n
    grown = {name: twice / once for name, (_first, once, twice) in steps.items()}
    assert max(grown.values()) <= 2.5, grown
