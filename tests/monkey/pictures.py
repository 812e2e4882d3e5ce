"""Whether what is on the screen is what a painting from scratch gives."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import shiboken6
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QDockWidget, QFileDialog, QGraphicsView, QWidget

from evalgui.gui.activity import LONGEST_TIMER
from evalgui.gui.plots.plot import Plot

if TYPE_CHECKING:
    from pathlib import Path

_ONCE = Qt.ConnectionType.SingleShotConnection
_ROUNDED = 1  # of 255: what a gradient differs by that is painted from its middle on


def on_screen(window) -> QImage:
    """Return the pixels that the window has on the screen now; nothing is painted."""
    shown: QImage = window.screen().grabWindow(window.winId()).toImage()
    return shown.convertToFormat(QImage.Format.Format_RGB32)


def windows(window) -> list[QWidget]:
    """Return the window and what stands before or beside it: dialogs of ours, panes set loose."""
    others = [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isWindow() and widget.isVisible() and isinstance(widget, (QDialog, QDockWidget))
    ]
    return [window, *(one for one in others if not isinstance(one, QFileDialog))]


def hold_notes(window) -> list[tuple[QTimer, int]]:
    """Keep notes from running out between two looks; return their timers and for how long."""
    held = []
    for timer in window.findChildren(QTimer):
        is_note = timer.isSingleShot() and timer.interval() >= LONGEST_TIMER
        if is_note and timer.isActive():
            held.append((timer, timer.interval()))
            timer.stop()
    return held


def let_notes_run_out(held: list[tuple[QTimer, int]]) -> None:
    """Let notes that were held go, as soon as the program waits; others will stay as long."""
    for timer, interval in held:
        if shiboken6.isValid(timer):
            timer.timeout.connect(partial(timer.setInterval, interval), _ONCE)
            timer.start(0)


def forget_everything(window) -> None:
    """Throw away all that was painted or kept for painting; the next frame starts anew."""
    for plot in window.findChildren(Plot):
        if plot.isVisible():
            plot.draw()
    for view in window.findChildren(QGraphicsView):
        view.resetCachedContent()
        for item in view.scene().items():
            item.update()
    for widget in [window, *window.findChildren(QWidget)]:
        widget.update()


def differing(before: QImage, after: QImage) -> tuple[int, tuple[int, int, int, int]] | None:
    """Return how many pixels differ, and the rectangle they lie in; None where all agree."""
    if before.size() != after.size():
        return -1, (0, 0, after.width(), after.height())
    first, second = _pixels(before), _pixels(after)
    apart = np.abs(first.astype(np.int16) - second)
    rows, columns = np.nonzero((apart > _ROUNDED).any(axis=2))
    if not len(rows):
        return None
    left, top = int(columns.min()), int(rows.min())
    return len(rows), (left, top, int(columns.max()) - left + 1, int(rows.max()) - top + 1)


def who_is_there(window, box: tuple[int, int, int, int]) -> str:
    """Return what stands in the middle of a rectangle, by its names from inside out."""
    x, y, width, height = box
    widget = window.childAt(x + width // 2, y + height // 2)
    names = []
    while widget is not None and widget is not window:
        names.append(widget.objectName() or type(widget).__name__)
        widget = widget.parentWidget()
    return " in ".join(names[:4]) or "the window"


def keep(pictures: dict[str, QImage], folder: Path) -> None:
    """Write pictures to look at."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        picture.save(str(folder / f"{name}.png"))


def _pixels(image: QImage) -> np.ndarray:
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : image.width() * 4].reshape(image.height(), image.width(), 4)[:, :, :3]
