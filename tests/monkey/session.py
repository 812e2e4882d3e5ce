"""One run of the monkey in one process: random acts in the real window, watched throughout."""

from __future__ import annotations

import faulthandler
import random
import sys
import time
import traceback
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QSize, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog

from evalgui.gui.activity import under_way
from evalgui.gui.app import Application
from evalgui.gui.hooks import run_loop
from evalgui.gui.plots.plot import Plot
from evalgui.gui.start_options import Start
from tests.monkey import acts, pictures
from tests.monkey.choice import choose
from tests.monkey.faults import Faults
from tests.monkey.files import Zoo
from tests.monkey.numbers import disagreements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

_TICK = 3  # milliseconds
_CALM = 6  # ticks without anything under way, after which the program is taken to be quiet
_PATIENCE = 60_000  # milliseconds that anything may be under way
_STUCK = 150  # seconds after which the process says where it is, and ends
_CHECKED_EVERY = 4  # steps
_BLENDED = 60  # pixels of corners and small arrows, which the style blends with what was there
_SCROLLED_BY = 150  # milliseconds after a click, in which views of Qt scroll to what was clicked
_LEFT_OPEN = 120  # milliseconds that a menu of the monkey stays open which waits for its answer


def _go_on(then: Callable[[], None], *, opens_data: bool = False) -> None:
    del opens_data
    then()


class Session(QObject):
    """Makes step after step, each from the seed and its number, until a fault or the end."""

    def __init__(self, seed: int, first: int, last: int, folder: Path) -> None:
        super().__init__()
        self.seed, self.steps, self.folder = seed, last, folder
        self.faults = Faults(self.say)
        rng = random.Random(f"start {seed} {first}")  # noqa: S311 - nothing secret
        sample = rng.choice(["", "clinical", "tharwat-2018", "iris", "validation-post", "clinical"])
        self._qt = QApplication(["evalgui"])
        font = self._qt.font()
        font.setPointSize(rng.choice([7, 9, 9, 9, 9, 10, 12, 16]))
        self._qt.setFont(font)
        self._qt.setCursorFlashTime(0)  # a blinking cursor is no stale picture
        self._qt.setDoubleClickInterval(1)  # for as long views wait before they scroll
        self._qt.setQuitOnLastWindowClosed(False)
        self.zoo = Zoo(folder / "zoo", seed)
        start = Start(sample=sample, size=QSize(1280, 800))
        self.application = Application(self._qt, start)
        self.window = self.application.window
        self.application.commands.quit = lambda: None  # type: ignore[method-assign]
        # No work of a monkey is asked about before it is let go.
        self.application.commands.keeping.guard = _go_on  # type: ignore[method-assign]
        self.say(f"seed {seed}, sample {sample or 'none'}, letters of {font.pointSize()} points")
        self._step = first - 1
        self._act: Iterator[str] | None = None
        self._is_inside = False
        self._wanted = acts.QUIET
        self._calm = 0
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_tick)
        # One of its own: Qt lets no timer fire anew before the slot it called has returned.
        self._closer = QTimer(self)
        self._closer.timeout.connect(self._close_what_waits)

    def run(self) -> int:
        """Run to the end; return 0 where nothing was found."""
        self.application.begin()
        self.faults.watch()
        self._since.start()
        self._timer.start(_TICK)
        self._closer.start(_LEFT_OPEN)
        run_loop(self._qt)
        self.application.window.close()
        return 1 if self.faults.found else 0

    def say(self, words: str) -> None:
        """Log what is about to be done, before it is: a crash must not lose it."""
        sys.stdout.write(words + "\n")
        sys.stdout.flush()

    def name_of(self, widget: QObject | None) -> str:
        """Return what to call a widget in the log."""
        if widget is None or not self.is_alive(widget):
            return "nothing"
        return f"{type(widget).__name__} {widget.objectName()}".strip()

    @staticmethod
    def is_alive(thing: object) -> bool:
        """Return whether Qt still has an object."""
        return shiboken6.isValid(thing)

    # --------------------------------------------------------------------------- inside

    def _on_tick(self) -> None:
        if self._is_inside:
            return
        if self.faults.found:
            self._end()
            return
        self._is_inside = True
        try:
            self._go_on()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is to be told
            self.faults.add(f"in the monkey: {error!r}\n{traceback.format_exc()}")
        finally:
            self._is_inside = False

    def _close_what_waits(self) -> None:
        """Close what an act has opened and is waiting for, such as the menu of a button."""
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if popup is not None and self._is_inside:
            if isinstance(popup, QDialog):
                popup.reject()
            popup.close()

    def _go_on(self) -> None:
        if self._wanted == acts.STILL and self._since.elapsed() < _SCROLLED_BY:
            return
        if self._wanted != acts.SOON and not self._is_quiet():
            return
        self._since.restart()
        self._calm = 0
        if self._act is None:
            if self._step >= self.steps:
                self._end()
                return
            self._act = self._next_step()
        try:
            self._wanted = next(self._act)
        except StopIteration:
            self._act = None

    def _next_step(self) -> Iterator[str]:
        self._step += 1
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()  # as by a press elsewhere, of which Qt's tests tell no popup
        faulthandler.dump_traceback_later(_STUCK, exit=True)
        if self._step % _CHECKED_EVERY == 0 or self._step == self.steps:
            return self._checked()
        rng = random.Random(f"{self.seed} {self._step}")  # noqa: S311 - nothing secret
        name, act = choose(self, rng)
        self.say(f"{self._step:5} {name}")
        return act

    def _end(self) -> None:
        self._timer.stop()
        self._closer.stop()
        faulthandler.cancel_dump_traceback_later()
        self._qt.exit()

    def _is_quiet(self) -> bool:
        busy = self._what_is_under_way()
        if not busy:
            self._calm += 1
            return self._calm > _CALM
        self._calm = 0
        if self._since.elapsed() > _PATIENCE:
            self.faults.add(f"still under way after {_PATIENCE / 1000:.0f} s: {busy}")
        return False

    def _what_is_under_way(self) -> str:
        waited_for = under_way(self.application, self.window)
        if waited_for:
            return waited_for
        for button in self.window.findChildren(QAbstractButton):
            of_qt = isinstance(button.window(), QFileDialog)  # where some stay down
            if button.isDown() and button.isVisible() and not of_qt:
                return f"the press of {button.objectName()}"
        return ""

    # --------------------------------------------------------------------------- checks

    def _checked(self) -> Iterator[str]:
        """Compare numbers and picture with what they have to be."""
        for plot in self.window.findChildren(Plot):  # as a mouse does that goes elsewhere
            QApplication.sendEvent(plot.canvas, QEvent(QEvent.Type.Leave))
        yield acts.STILL
        for words in disagreements(self.application):
            self.faults.add(words)
        box = self.window.findChild(QObject, "crash_dialog")
        if box is not None:
            self.faults.add("the program says that it met an error of its own")
        popup: QWidget | None = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
            yield acts.STILL
        notes = pictures.hold_notes(self.window)
        windows = pictures.windows(self.window)
        before = [pictures.on_screen(one) for one in windows]
        pictures.forget_everything(self.window)
        yield acts.QUIET
        for one, shown in zip(windows, before, strict=True):
            if self.is_alive(one) and one.isVisible():
                self._compare(one, shown, pictures.on_screen(one))
        pictures.let_notes_run_out(notes)
        yield acts.QUIET

    def _compare(self, window: QWidget, before: QImage, after: QImage) -> None:
        found = pictures.differing(before, after)
        if found is None:
            return
        n, place = found
        where = pictures.who_is_there(window, place)
        if 0 <= n <= _BLENDED and "plot" not in where:
            return
        self.faults.add(f"stale picture: {n} pixels at {place} of {self.name_of(window)}, {where}")
        pictures.keep({"on_screen": before, "painted_again": after}, self.folder)


def run(seed: int, first: int, last: int, folder: Path) -> int:
    """Run the steps of a session from one to another; return 0 where nothing was found."""
    started = time.monotonic()
    session = Session(seed, first, last, folder)
    code = session.run()
    session.say(f"end after {time.monotonic() - started:.1f} s")
    return code
