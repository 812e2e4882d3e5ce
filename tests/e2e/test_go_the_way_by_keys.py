"""A clinician's way by keys alone, from a file to its written report, and around the window."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QTabBar

from evalgui.gui.focus import is_in_sight
from evalgui.gui.table_beside import TableBeside
from evalgui.io.samples import sample_by_id

NOTHING, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
KEY = Qt.Key


class Hands:
    """Press keys where the focus is, and count what that takes: a chord, or a text, is one."""

    def __init__(self, program) -> None:
        self._program = program
        self.done: list[str] = []

    @property
    def focused(self):
        found = QApplication.focusWidget() or QApplication.activeWindow()
        assert found is not None
        return found

    def press(self, key, modifiers=NOTHING) -> None:
        QTest.keyClick(self.focused, key, modifiers)
        self.done.append(str(key))

    def type(self, words: str) -> None:
        QTest.keyClicks(self.focused, words)
        self.done.append(words)

    def wait_for_dialog(self, name: str):
        """Wait until a dialog has the keys, and return it."""

        def found():
            window = QApplication.activeWindow()
            is_it = isinstance(window, QDialog) and window.objectName() == name
            return window if is_it and QApplication.focusWidget() is not None else None

        self._program.qtbot.waitUntil(lambda: found() is not None, timeout=60_000)
        return found()


@pytest.fixture
def hands(program):
    window = program.window
    window.activateWindow()
    program.qtbot.waitUntil(window.isActiveWindow)
    return Hands(program)


def test_that_a_report_is_written_by_twelve_actions_of_keys(program, hands, tmp_path):
    source, report = tmp_path / "ward.csv", tmp_path / "report.html"
    shutil.copy(sample_by_id("clinical").path, source)
    waits = program.qtbot.waitUntil
    hands.press(KEY.Key_O, CONTROL)
    hands.wait_for_dialog("open_dialog")
    hands.type(str(source))
    hands.press(KEY.Key_Return)
    hands.wait_for_dialog("import_dialog")
    with program.qtbot.waitSignal(program.workspace.file_opened, timeout=60_000):
        hands.press(KEY.Key_Return)
    program.settle()
    program.window.activateWindow()  # as a desktop does when a dialog is gone
    waits(program.window.isActiveWindow)
    hands.press(KEY.Key_K, CONTROL)
    waits(lambda: hands.focused.objectName() == "palette_field")
    hands.type("sensitivity at least")
    hands.press(KEY.Key_Return)
    program.window.activateWindow()
    waits(program.window.isActiveWindow)
    hands.press(KEY.Key_R, CONTROL | SHIFT)
    dialog = hands.wait_for_dialog("report_dialog")
    hands.press(KEY.Key_Return)
    hands.wait_for_dialog("report_file_dialog")
    hands.type(str(report))
    hands.press(KEY.Key_Return)
    waits(lambda: dialog.message.text().startswith("Written: report.html"), timeout=60_000)
    assert report.exists()
    assert len(hands.done) <= 12, hands.done
    dialog.close()


@pytest.mark.parametrize("key", [NOTHING, SHIFT])
def test_that_one_key_goes_round_all_parts_and_comes_back(program, hands, key):
    program.open_sample("clinical")
    program.rest()
    window = program.window
    window.statusBar().show()
    hands.press(KEY.Key_F6, key)
    first = window.focusWidget()
    found = [first]
    for _ in range(60):
        hands.press(KEY.Key_F6, key)
        if window.focusWidget() is first:
            break
        found.append(window.focusWidget())
        assert is_in_sight(found[-1]), found[-1]
    assert len({*found}) == len(found) < 60
    canvases = {plot.canvas for plot in window.plots.plots().values() if plot.isVisible()}
    assert len(canvases) > 3
    assert canvases <= {*found}
    bars = (window.menus.toolbar, window.decision.head, window.threshold_bar, window.progress)
    seen = [dock for dock in window.docks.values() if is_in_sight(dock.widget())]
    tabs = [bar for bar in window.findChildren(QTabBar) if bar.parent() is window and bar.count()]
    tabs = [bar for bar in tabs if is_in_sight(bar)]
    assert tabs
    for part in (*bars, *seen, *tabs):
        has_it = any(part is one or part.isAncestorOf(one) for one in found)
        assert has_it, part.objectName()


def test_that_a_table_in_front_takes_the_keys_of_its_plot(program, hands):
    program.open_sample("clinical")
    program.settle()
    plot = program.window.plots.plots()["roc"]
    plot.canvas.setFocus()
    hands.press(KEY.Key_T)
    table = plot.findChild(TableBeside)
    assert hands.focused is table
    before = program.snapshot.point.threshold
    hands.press(KEY.Key_Down)
    hands.press(KEY.Key_Right)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (1, 1)
    assert program.snapshot.point.threshold == before
    hands.press(KEY.Key_F6)
    assert hands.focused is not table
    hands.press(KEY.Key_F6, SHIFT)
    assert hands.focused is table
    hands.press(KEY.Key_Escape)
    assert hands.focused is plot.canvas
