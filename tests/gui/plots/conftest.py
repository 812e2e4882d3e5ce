"""Plots on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from tests.gui.plots.bench import TEXTBOOK_SCORES, Bench, make_snapshot

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.plot import Plot


class PutOnBench(Protocol):
    def __call__(
        self, plot: Plot, snapshot: Snapshot, width: int = ..., height: int = ...
    ) -> Bench: ...


@pytest.fixture
def textbook() -> Snapshot:
    """The twenty scores of tharwat-2018, Table 1, at the threshold 0.6."""
    scores, truth = zip(*TEXTBOOK_SCORES, strict=True)
    return make_snapshot(scores, truth, threshold=0.6)


@pytest.fixture
def bench(qtbot: QtBot) -> PutOnBench:
    """Return a function that puts a plot on the screen and shows a snapshot in it."""

    def put(plot: Plot, snapshot: Snapshot, width: int = 420, height: int = 360) -> Bench:
        qtbot.addWidget(plot)
        plot.resize(width, height)
        result = Bench(plot, snapshot)
        with qtbot.waitExposed(plot):
            plot.show()
        plot.draw()
        return result

    return put
