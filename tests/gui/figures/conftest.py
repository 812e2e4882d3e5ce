"""Plots on the screen, to make figures of."""

from tests.gui.plots.conftest import bench, textbook

__all__ = ["bench", "textbook"]
