"""Pasting the cells of a spreadsheet, or a block out of a mail, into the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from evalgui.workspace.settings import RECENT_FILES
from tests.support.questions import asked

CELLS = "id\tlabel\tscore\n" + "".join(
    f"{n:03}\t{'yes' if n % 3 == 0 else 'no'}\t{n / 7:.4f}\n".replace(".", ",") for n in range(30)
)
UNCLEAR = "".join(f"p{n};{n / 10};{'red' if n % 2 else 'blue'}\n" for n in range(20))


@pytest.fixture
def clipboard(program):
    """The clipboard, as another program would fill it, left empty behind a test."""
    assert program.window.isVisible()
    yield QGuiApplication.clipboard()
    QGuiApplication.clipboard().clear()


def press_paste(widget):
    QTest.keyClick(widget, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def shown(program, kind, name=""):
    found = program.window.findChildren(kind, name) if name else program.window.findChildren(kind)
    return next((dialog for dialog in found if dialog.isVisible()), None)


def test_that_copied_cells_open_like_a_file(program, clipboard):
    clipboard.setText(CELLS)
    program.window.activateWindow()
    program.window.setFocus()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        press_paste(program.window)
    dataset = program.snapshot.dataset
    assert (dataset.name, dataset.n, dataset.positive_class) == ("clipboard", 30, "yes")
    assert dataset.scores[0].values.tolist() == [round(n / 7, 4) for n in range(30)]
    assert program.title == "clipboard - evalgui"
    # It is no file: there is nothing that could be opened again.
    assert program.application.settings.value(RECENT_FILES) == []


def test_that_paste_into_a_text_field_pastes_into_it(program, clipboard):
    clipboard.setText("recall")
    program.window.actions_by_id["find_metric"].trigger()
    field = program.window.focusWidget()
    program.window.activateWindow()
    program.qtbot.waitUntil(field.hasFocus)
    press_paste(field)
    assert field.text() == "recall"
    assert program.snapshot.dataset is None
    assert shown(program, QMessageBox) is None


@pytest.mark.parametrize(
    ("text", "words"), [("", "no text on the clipboard"), ("0.5\n0.7\n", "only one column")]
)
def test_that_what_was_open_stays_when_the_text_is_refused(program, clipboard, text, words):
    program.open_sample("tharwat-2018")
    before = program.snapshot
    clipboard.setText(text)
    with program.qtbot.waitSignal(program.workspace.failed):
        program.window.actions_by_id["paste"].trigger()
    program.qtbot.waitUntil(lambda: shown(program, QMessageBox) is not None)
    box = shown(program, QMessageBox)
    assert words in box.text()
    assert program.snapshot is before
    box.close()


def test_that_nothing_but_plain_text_is_looked_at(program, clipboard):
    data = QMimeData()
    data.setHtml("<table><tr><td>label</td><td>score</td></tr></table>")
    data.setText(CELLS)
    clipboard.setMimeData(data)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.window.actions_by_id["paste"].trigger()
    assert program.snapshot.dataset.n == 30


def test_that_unclear_cells_ask_and_can_be_read_in_another_way(program, clipboard):
    clipboard.setText(UNCLEAR)
    with program.qtbot.waitSignal(program.workspace.question_asked):
        program.window.actions_by_id["paste"].trigger()
    dialog = program.question()
    assert asked(dialog)
    header = dialog.choices.reading.header
    header.setCurrentIndex(header.findData(True))
    with program.qtbot.waitSignal(program.workspace.openings.previews.previewed):
        header.activated.emit(header.currentIndex())
    assert dialog.choices.preview.model().rowCount() == 19
    header.setCurrentIndex(header.findData(False))
    with program.qtbot.waitSignal(program.workspace.openings.previews.previewed):
        header.activated.emit(header.currentIndex())
    dialog.choices.positive.setCurrentIndex(dialog.choices.positive.findData("red"))
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert program.snapshot.dataset.positive_class == "red"
    assert program.snapshot.dataset.n == 20
    # The dialog opens again for what is open, although there is no file.
    program.window.actions_by_id["columns"].trigger()
    again = program.question()
    assert again is not dialog
    again.close()
