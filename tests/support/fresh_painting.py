"""Whether what a plot shows on the screen is what a new plot of the same would show.

The picture on the screen is taken as it is, without another painting that could heal it. Beside
it, a plot of the same kind is made, which has seen no other view, size, theme or data, and is
painted once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLayout

from evalgui.core.snapshot import EMPTY
from evalgui.gui.plots.plot import Plot

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from PySide6.QtWidgets import QWidget

    WaitUntil = Callable[[Callable[[], bool]], object]

_ALIKE = 24  # of 255, by which a channel may differ
_MOST = 0.0005  # of the pixels may differ by more


def visible_plots(window: QWidget) -> list[Plot]:
    """Return all plots of a window of which all can be seen: docks behind a tab stand outside."""
    return [
        plot
        for plot in window.findChildren(Plot)
        if plot.isVisible() and plot.visibleRegion().boundingRect() == plot.rect()
    ]


def is_settled(plot: Plot) -> bool:
    """Return whether a plot has drawn all that it is going to draw."""
    if plot._later.isActive() or plot.waits:
        return False
    return not plot.is_drawing


def paint_pending() -> None:
    """Let everything be painted that waits to be."""
    for _round in range(3):  # an item asks its view, the view its window
        QCoreApplication.sendPostedEvents()


def settle(window: QWidget, wait_until: WaitUntil) -> None:
    """Let all plots be drawn and painted; what is drawn may ask for another layout first."""

    in_turns = getattr(window, "in_turns", None)

    def are_settled() -> bool:
        is_held = in_turns is not None and in_turns.is_busy
        return not is_held and all(is_settled(plot) for plot in visible_plots(window))

    is_done = False
    while not is_done:
        wait_until(are_settled)
        paint_pending()
        is_done = are_settled()


def picture_on_screen(plot: Plot) -> QImage:
    """Return the pixels of a plot's canvas as they are on the screen now."""
    window, viewport = plot.window(), plot.canvas.viewport()
    shown = window.screen().grabWindow(window.winId()).toImage()
    ratio = shown.devicePixelRatio()
    corner = viewport.mapTo(window, QPoint())
    x, y = round(corner.x() * ratio), round(corner.y() * ratio)
    size = viewport.size() * ratio
    return shown.copy(x, y, size.width(), size.height())


def fresh_picture(plot: Plot, wait_until: WaitUntil) -> QImage:
    """Return the canvas of a new plot that shows the same data, range, size and theme."""
    twin = plot.for_figure()
    twin.setParent(plot.window(), Qt.WindowType.Window)
    try:
        twin.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        twin.setFont(plot.font())
        twin.setPalette(plot.palette())
        twin.header._needed = plot.header._needed  # as in the plots beside it
        layout = twin.layout()
        assert layout is not None
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # docks may be low
        twin.resize(plot.size())
        twin.set_theme(plot.theme)
        twin.show()
        twin.show_snapshot(EMPTY, plot.snapshot)
        layout.activate()  # now that the height of the header is known
        twin.grab()  # lays everything out
        twin.show_range(plot.viewport)
        twin.draw()
        twin.canvas.getPlotItem().layout.activate()  # for an axis of another width
        wait_until(lambda: is_settled(twin))
        picture: QImage = twin.canvas.viewport().grab().toImage()
    finally:
        twin.shut_down()
        twin.hide()
        twin.deleteLater()
    return picture


def share_that_differs(one: QImage, other: QImage) -> float:
    """Return the share of pixels that are not alike; 1 for pictures of other sizes."""
    if one.size() != other.size():
        return 1.0
    apart = np.abs(_pixels(one).astype(np.int16) - _pixels(other).astype(np.int16))
    return float(np.mean(apart.max(axis=2) > _ALIKE))


def _pixels(image: QImage) -> NDArray[np.uint8]:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    found = np.frombuffer(image.constBits(), dtype=np.uint8).copy()  # they go with the picture
    return found.reshape(image.height(), image.bytesPerLine() // 4, 4)[:, : image.width(), :3]


def stale_plots(window: QWidget, wait_until: WaitUntil) -> dict[str, float]:
    """Return the plots of a window that show anything else than a new one does.

    Parameters
    ----------
    window
        The window, which is on the screen; nothing is held with the mouse or pointed at.
    wait_until
        Handles events until a condition holds, as `qtbot.waitUntil` does.

    Returns
    -------
    dict
        Of each such plot its id and the share of its pixels that differ.
    """
    for plot in visible_plots(window):
        QApplication.sendEvent(plot.canvas, QEvent(QEvent.Type.Leave))
    settle(window, wait_until)
    shown = {plot: picture_on_screen(plot) for plot in visible_plots(window)}
    differing = {
        plot.plot_id: share_that_differs(picture, fresh_picture(plot, wait_until))
        for plot, picture in shown.items()
    }
    return {plot_id: share for plot_id, share in differing.items() if share > _MOST}
