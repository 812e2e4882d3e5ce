"""The child process that tries the window out: a sample is opened, and its line dragged.

What came of it goes to the standard output as JSON; whoever asked compares it. The settings of
the user are neither read nor written.
"""

from __future__ import annotations

import json
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSettings, QSize, Qt, QTimer, qVersion
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from evalgui.gui.activity import under_way
from evalgui.gui.app import Application
from evalgui.gui.hooks import run_loop
from evalgui.gui.look import Mode
from evalgui.gui.platform_noise import silence_platform
from evalgui.gui.start_options import Start
from evalgui.io.verifying.window import SAMPLE
from evalgui.workspace.tasks import end_process

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PLOT = "histogram"
_PLACES = tuple(place / 25 for place in range(1, 25))  # shares of the width of the plot
_PATIENCE = 120_000  # milliseconds
_BETWEEN_LOOKS = 5
FAILED = 1
_CALM = 4  # turns of the event loop: in one is laid out, in the next painted


def main() -> int:
    """Try it out; return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        for scope in QSettings.Scope:
            QSettings.setPath(QSettings.Format.IniFormat, scope, folder)
        application = QApplication([sys.argv[0]])
        silence_platform(application)
        start = Start(
            sample=SAMPLE, size=QSize(1600, 1000), appearance=Mode.LIGHT, layout="overview"
        )
        program = Application(application, start)
        program.begin()
        trial = _Trial(application, program)
        run_loop(application)
    if trial.places is None:
        return FAILED
    sys.stdout.write(json.dumps({"qt": qVersion(), "places": trial.places}))
    return end_process(0)


class _Trial(QObject):
    """Does one thing after the other, each when what came of the last one is shown."""

    def __init__(self, application: QApplication, program: Application) -> None:
        super().__init__(application)
        self._application, self._program = application, program
        self.places: list[dict[str, Any]] | None = None
        self._found: list[dict[str, Any]] = []
        self._steps = self._tried()
        self._until = next(self._steps)
        self._looks = QTimer(self)
        self._looks.timeout.connect(self._look)
        self._looks.start(_BETWEEN_LOOKS)
        QTimer.singleShot(_PATIENCE, self, application.exit)

    def _look(self) -> None:
        if not self._until():
            return
        try:
            self._until = next(self._steps)
        except StopIteration:
            self._looks.stop()
            self.places = self._found
            self._application.exit()

    def _tried(self) -> Iterator[Callable[[], bool]]:
        """Drag the line with the mouse; yield what says whether the next step may be done."""
        yield _is_calm(self._program)
        workspace = self._program.workspace
        plot: Any = self._program.window.plots.plots()[_PLOT]
        viewport, point = plot.canvas.viewport(), workspace.snapshot.point
        assert point is not None  # noqa: S101 - the sample has a score
        at = _pixel(plot, plot.x_scale.place(point.threshold))
        _mouse(viewport, QEvent.Type.MouseButtonPress, at)
        left, right = plot.view_box.viewRange()[0]
        for share in _PLACES:
            at = _pixel(plot, left + share * (right - left))
            _mouse(viewport, QEvent.Type.MouseMove, at)
            yield lambda: not workspace.line.frame.is_waiting
            here = workspace.snapshot.point
            assert here is not None  # noqa: S101
            counts = {cell: int(getattr(here.counts, cell)) for cell in ("tp", "fp", "fn", "tn")}
            self._found.append({"threshold": repr(float(here.threshold)), "counts": counts})
        _mouse(viewport, QEvent.Type.MouseButtonRelease, at)


def _pixel(plot: Any, x: float) -> QPoint:  # noqa: ANN401 - pyqtgraph's parts carry no types
    middle = sum(plot.view_box.viewRange()[1]) / 2
    place: QPoint = plot.canvas.mapFromScene(plot.view_box.mapViewToScene(QPointF(x, middle)))
    return place


def _mouse(viewport: Any, kind: QEvent.Type, at: QPoint) -> None:  # noqa: ANN401
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    held = (
        Qt.MouseButton.NoButton
        if kind == QEvent.Type.MouseButtonRelease
        else Qt.MouseButton.LeftButton
    )
    place = QPointF(at)
    everywhere = QPointF(viewport.mapToGlobal(at))
    nothing = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(kind, place, everywhere, button, held, nothing)
    QApplication.sendEvent(viewport, event)


def _is_calm(program: Application) -> Callable[[], bool]:
    """Return what says whether nothing changes any more."""
    turns = 0

    def is_calm() -> bool:
        nonlocal turns
        is_there = program.workspace.snapshot.point is not None
        is_busy = not is_there or under_way(program.workspace, program.window)
        turns = 0 if is_busy else turns + 1
        return turns >= _CALM

    return is_calm
