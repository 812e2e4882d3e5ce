"""A figure shows what the screen shows: line, marks, intervals, curves beside, bands, grey zone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage

from evalgui.core.curves import CURVES
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.theme import LIGHT
from tests.gui.plots.bench import TEXTBOOK_SCORES, make_snapshot, marked
from tests.support.plots import plot_of_bars

BLOCK = 6  # pixels: edges of lines differ by less
MOST = 40  # of 255, in the mean of a block
MOST_APART = 0.01  # of the blocks
MAKERS = [*(lambda curve=curve: plot_of(curve) for curve in CURVES), plot_of_bars]
IDS = [*(curve.id for curve in CURVES), "histogram"]


def blocks(widget):
    found = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(found.constBits(), np.uint8).reshape(found.height(), -1)
    colours = rows[:, : found.width() * 3].reshape(found.height(), -1, 3).astype(float)
    height, width = (length // BLOCK * BLOCK for length in colours.shape[:2])
    shape = (height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3)
    return colours[:height, :width].reshape(shape).mean(axis=(1, 3))


def states():
    """Return snapshots by what is to be seen in them."""
    scores, truth = zip(*TEXTBOOK_SCORES, strict=True)
    plain = make_snapshot(scores, truth, threshold=0.6)
    grey = replace(plain, choices=replace(plain.choices, second=0.3))
    return {"plain": plain, "marks": marked(plain), "grey": grey}


@pytest.mark.parametrize("state", ["plain", "marks", "grey"])
@pytest.mark.parametrize("maker", MAKERS, ids=IDS)
def test_that_a_figure_of_the_same_size_is_the_same_picture(bench, maker, state):
    plot = bench(maker(), states()[state], 420, 380).plot
    plot.names.are_shown = False  # what is dragged takes their places on the screen alone
    plot.names.place()
    plot.draw()
    figure = copy_of(plot, LIGHT, plot.canvas.size(), plot.font(), has_names=False)
    assert figure.canvas.size() == plot.canvas.size() or plot.main.is_square
    if figure.canvas.size() == plot.canvas.size():
        # Dashes begin elsewhere, and what can be pulled on the screen has no hand on paper.
        apart = np.abs(blocks(plot.canvas) - blocks(figure.canvas)).max(axis=2)
        assert (apart > MOST).mean() < MOST_APART
        assert apart.mean() < 1
    figure.deleteLater()


@pytest.mark.parametrize("state", ["marks", "grey"])
@pytest.mark.parametrize("maker", MAKERS, ids=IDS)
def test_that_what_is_marked_is_seen_in_the_figure(bench, maker, state):
    found = []
    for one in (state, "plain"):
        plot = bench(maker(), states()[one], 420, 380).plot
        if state == "grey" and plot.grey is None:
            return  # a zone lies on the axis of the scores
        figure = copy_of(plot, LIGHT, plot.canvas.size(), plot.font(), has_names=False)
        found.append(blocks(figure.canvas))
        figure.deleteLater()
    if found[0].shape == found[1].shape:
        assert np.abs(found[0] - found[1]).max() > MOST


def test_that_paper_has_no_hand_to_pull(bench):
    plot = bench(plot_of_bars(), states()["plain"], 420, 380).plot
    figure = copy_of(plot, LIGHT)
    assert plot.grey.handle.isVisible()
    assert not figure.grey.handle.isVisible()
    figure.deleteLater()
