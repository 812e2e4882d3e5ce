"""Curves of very many vertices are looked through in the background, then drawn."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.curves import turning
from evalgui.core.snapshot import EMPTY
from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel
from evalgui.gui.plots.curve_layer import CurveLayer
from evalgui.gui.plots.plot import Plot
from evalgui.gui.theme import LIGHT
from tests.gui.models.tables import make_dataset, snapshot_of

if TYPE_CHECKING:
    from typing import Any

    import pytest
    from pytestqt.qtbot import QtBot


def test_that_measures_of_many_steps_never_hold_up_the_window(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_through, threads = turning._looked_through, []

    def looked_through(*arguments: Any) -> Any:
        threads.append(threading.current_thread())
        return look_through(*arguments)

    monkeypatch.setattr(turning, "_looked_through", looked_through)
    monkeypatch.setattr(turning, "_MANY", 100)
    rng = np.random.default_rng(3)
    truth = (rng.random(5_000) < 0.4).astype(int).tolist()
    snapshot = snapshot_of(make_dataset(rng.random(5_000).tolist(), truth), 0.5)
    panel = MeasuresPlotPanel()
    qtbot.addWidget(panel)
    panel.set_theme(LIGHT)
    panel.resize(500, 400)
    panel.show()
    panel.show_snapshot(EMPTY, snapshot)
    assert panel.findChild(Plot) is None
    qtbot.waitUntil(lambda: panel.findChild(Plot) is not None)
    plot = panel.findChild(Plot)
    assert isinstance(plot, Plot)
    curves = plot.main
    assert isinstance(curves, CurveLayer)
    qtbot.waitUntil(lambda: curves._lines != [])
    panel.resize(700, 500)
    plot.draw()
    assert curves._lines
    assert len(threads) == 1
    assert threading.main_thread() not in threads
