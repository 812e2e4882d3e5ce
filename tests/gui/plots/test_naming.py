"""Names are placed in plots that somebody sees, and stand as if they had always been seen."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.curves import curve_by_id
from evalgui.gui.look import SMALL, scaled_font
from evalgui.gui.plots.kinds import plot_of
from tests.gui.plots.bench import make_snapshot
from tests.support.plots import plot_of_bars


@pytest.fixture
def snapshot():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 400)
    return make_snapshot(rng.normal(truth, 1.0), truth, threshold=0.5)


def made(kind: str):
    return plot_of_bars() if kind == "histogram" else plot_of(curve_by_id(kind))


@pytest.mark.parametrize("kind", ["histogram", "roc", "far-frr"])
def test_that_names_are_placed_once_they_are_seen(bench, snapshot, monkeypatch, kind):
    seen = bench(made(kind), snapshot, 600, 400).plot
    b = bench(made(kind), snapshot, 600, 400)
    b.plot.hide()
    tried = []
    monkeypatch.setattr(type(b.plot.legend), "place", lambda *_: tried.append(1))
    b.plot.name_all()
    assert not tried
    monkeypatch.undo()
    font = scaled_font(b.plot.font(), SMALL)
    b.plot.legend.set_entries(b.plot.legend.entries, font)  # without their places
    assert not b.plot.legend.beside
    b.plot.show()
    assert b.plot.legend.beside == seen.legend.beside
    assert b.plot.legend.isVisible() == seen.legend.isVisible()
