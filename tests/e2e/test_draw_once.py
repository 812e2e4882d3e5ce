"""A plot is drawn and painted once for what it comes to show, not for all that comes before it."""

from __future__ import annotations

import pytest

from evalgui.gui.plots.lines import LinesItem
from evalgui.gui.plots.plot import Plot


@pytest.fixture
def made(monkeypatch):
    """Return a list of the items whose lines are painted anew."""
    items = []
    paint = LinesItem._picture

    def counted(item, wanted):
        items.append(item)
        return paint(item, wanted)

    monkeypatch.setattr(LinesItem, "_picture", counted)
    return items


def plots(program):
    return program.window.plots.plots().values()


def test_that_nothing_is_painted_while_plots_take_another_data_set(program, made, monkeypatch):
    program.open_sample("clinical")
    program.rest()
    painted_within = []
    show = Plot.show_snapshot

    def watched(plot, old, new):
        before = len(made)
        show(plot, old, new)
        painted_within.append(len(made) - before)

    monkeypatch.setattr(Plot, "show_snapshot", watched)
    program.open_sample("biometric")
    program.rest()
    assert len(painted_within) >= 5
    assert set(painted_within) == {0}


def test_that_all_plots_come_back_as_they_were(program, made):
    program.open_sample("clinical")
    program.rest()
    grid = program.window.plots
    sizes = [plot.size() for plot in plots(program)]
    grid.maximise("roc")
    program.rest()
    assert [plot.plot_id for plot in plots(program) if plot.isVisible()] == ["roc"]
    made.clear()
    grid.maximise("")
    program.rest()
    assert [plot.size() for plot in plots(program)] == sizes
    # Only the one that was alone has another size.
    assert set(made) <= {grid.plots()["roc"].lines}
