"""What the program still does by itself: work in the background, what waits, what moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractAnimation, QTimer

from evalgui.gui.plots.plot import Plot
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

LONGEST_TIMER = 2_000
"""Milliseconds; a longer timer shows a note for a while, or looks at something now and then."""


def under_way(*roots: QObject) -> str:
    """Return in words something that will change what is shown; "" where all is there.

    Parameters
    ----------
    *roots
        Where to look: at these and all that they own.
    """
    for root in roots:
        for tasks in root.findChildren(Tasks):
            if tasks.is_busy:
                return f"{tasks.what}, for {type(tasks.parent()).__name__}"
        for plot in root.findChildren(Plot):
            if plot.is_drawing:  # by items of its scene, which no widget owns
                return f"lines of {plot.title}"
        for timer in root.findChildren(QTimer):
            is_short = timer.isSingleShot() and timer.interval() < LONGEST_TIMER
            if timer.isActive() and is_short:
                return f"a timer of {type(timer.parent()).__name__}"
        for animation in root.findChildren(QAbstractAnimation):
            if animation.state() == QAbstractAnimation.State.Running:
                return f"an animation of {type(animation.parent()).__name__}"
    return ""
