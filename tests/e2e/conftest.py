"""The whole program in a test: the real wiring, driven from outside."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from evalgui.core.curves import curve_by_id, point
from evalgui.gui.activity import under_way
from evalgui.gui.app import Application
from evalgui.gui.keeping import keeping
from evalgui.gui.start_options import Start
from evalgui.gui.theme import Mode
from tests.support.leaks import nothing_left_behind

__all__ = ["Program", "nothing_left_behind", "program"]

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Settled:
    """Waits for signals as `QtBot` does, and then until what they tell of is shown."""

    def __init__(self, qtbot: Any, window: Any) -> None:
        self._qtbot, self._window = qtbot, window

    def __getattr__(self, name: str) -> Any:
        return getattr(self._qtbot, name)

    @contextmanager
    def waitSignal(self, *given: Any, **options: Any) -> Iterator[Any]:
        with self._qtbot.waitSignal(*given, **options) as blocker:
            yield blocker
        self._qtbot.waitUntil(lambda: not self._window.in_turns.is_busy)


@dataclass
class Program:
    """The running program, and what a user sees and does in it."""

    application: Application
    qtbot: Any

    @property
    def window(self):
        return self.application.window

    @property
    def workspace(self):
        return self.application.workspace

    @property
    def snapshot(self) -> Any:
        return self.workspace.snapshot

    @property
    def title(self) -> Any:
        """The title of the window, without the mark of what is not saved."""
        return self.window.windowTitle().replace("[*]", "")

    def open_sample(self, sample_id: str) -> None:
        with self.qtbot.waitSignal(self.workspace.file_opened):
            self.window.findChild(object, f"sample_{sample_id}").trigger()
        self.settle()

    def open_path(self, path: Path) -> None:
        with self.qtbot.waitSignal(self.workspace.file_opened):
            self.application.commands.open_path(path)
        self.settle()

    def settle(self) -> None:
        """Wait until the plots are drawn."""
        self.qtbot.waitUntil(lambda: not self.window.in_turns.is_busy)
        plots = self.window.plots.plots().values()
        later = [plot._later for plot in plots]
        self.qtbot.waitUntil(lambda: not any(one.isActive() for one in later))

    def rest(self) -> None:
        """Wait until nothing changes any more: all is computed, drawn, laid out and painted."""
        n_calm = 0

        def is_calm() -> bool:
            nonlocal n_calm
            n_calm = 0 if under_way(self.workspace, self.window) else n_calm + 1
            return n_calm > 3  # turns of the event loop: in one is laid out, in the next painted

        self.qtbot.waitUntil(is_calm)

    def question(self) -> Any:
        """Wait for the dialog that asks what columns mean, and return it."""

        def asked() -> Any:
            found = self.window.findChildren(QDialog, "import_dialog")
            return next((dialog for dialog in found if dialog.isVisible()), None)

        self.qtbot.waitUntil(lambda: asked() is not None)
        return asked()

    def place_on(self, plot_id: str, threshold: float) -> Any:
        """Return the pixel of an operating point on a plot."""
        plot = self.window.plots.plots()[plot_id]
        table = self.snapshot.ranking.table
        if plot_id in {"histogram", "far-frr"}:
            middle = sum(plot.view_box.viewRange()[1]) / 2
            view = QPointF(plot.x_scale.place(threshold), middle)
        else:
            curve = curve_by_id(plot_id)
            x, ys = point(curve, table, table.counts_at(threshold), threshold)
            view = QPointF(plot.x_scale.place(x), plot.y_scale.place(ys[0]))
        return plot.canvas.mapFromScene(plot.view_box.mapViewToScene(view))

    def drag(self, plot_id: str, thresholds: list[float], after_each) -> None:
        """Drag the threshold with the left mouse button along a plot."""
        viewport = self.window.plots.plots()[plot_id].canvas.viewport()
        start = self.place_on(plot_id, self.snapshot.point.threshold)
        button, nothing = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mousePress(viewport, button, nothing, start)
        for threshold in thresholds:
            QTest.mouseMove(viewport, self.place_on(plot_id, threshold))
            self.qtbot.waitUntil(lambda: not self.workspace.line.frame.is_waiting)
            after_each()
        QTest.mouseRelease(viewport, button, nothing, self.place_on(plot_id, thresholds[-1]))
        after_each()


@pytest.fixture(autouse=True)
def let_go_of_work(monkeypatch):
    """Answer the question before work is lost as most tests want it: it is let go."""
    monkeypatch.setattr(keeping, "ask_to_save", lambda _parent, _name, _save, discard: discard())


@pytest.fixture
def program(qapp, qtbot):
    """The program with an empty window of 1600 x 1000 pixels."""
    # Every plot is seen, whatever the data.
    start = Start(size=QSize(1600, 1000), appearance=Mode.LIGHT, layout="overview")
    application = Application(qapp, start)
    qtbot.addWidget(application.window)
    application.window.show()
    qtbot.waitExposed(application.window)
    yield Program(application, Settled(qtbot, application.window))
    application.window.close()
    application.deleteLater()
    # What was to end does so now, and not in the middle of the next test.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
