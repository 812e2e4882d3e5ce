"""File > New: four counts, a matrix or rows, by the keys that a spreadsheet knows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QPushButton
from sklearn.metrics import roc_auc_score

from evalgui.core.requests import SetVocabulary
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.dialogs.new_data import NewDataDialog
from evalgui.gui.dialogs.page import Page
from evalgui.workspace.settings import RECENT_FILES

TEN = [(1, "0,91"), (1, "0,83"), (1, "0,72"), (0, "0,70"), (1, "0,66")]
TEN += [(0, "0,51"), (0, "0,42"), (1, "0,40"), (0, "0,2"), (0, "0,13")]
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
WELL = 'say "what"'


@pytest.fixture
def dialog(program):
    """The dialog as the key opens it."""
    program.window.activateWindow()
    program.qtbot.waitUntil(program.window.isActiveWindow)
    action = program.window.actions_by_id["new"]
    assert action.isEnabled()
    assert action.shortcut() == QKeySequence(QKeySequence.StandardKey.New)
    QTest.keyClick(program.window, Qt.Key.Key_N, CTRL)
    made = program.window.findChild(NewDataDialog)
    program.qtbot.waitUntil(made.isActiveWindow)
    yield made
    QGuiApplication.clipboard().clear()


def test_that_the_empty_window_leads_to_it(program):
    program.window.findChild(QPushButton, "type_new_data").click()
    made = program.window.findChild(NewDataDialog)
    assert made is not None
    assert made.isVisible()


def press(key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def write(words):
    for letter in words:
        QTest.keyClicks(QApplication.focusWidget(), letter)


def at(grid, row, column):
    """Return whether a cell is the current one, and none is edited."""
    return (grid.currentRow(), grid.currentColumn()) == (row, column) and grid.hasFocus()


def paste(words):
    QGuiApplication.clipboard().setText(words)
    press(Qt.Key.Key_V, CTRL)


def opens(program, dialog):
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.keyClick(dialog, Qt.Key.Key_O, ALT)
    assert not dialog.isVisible()
    return program.snapshot.dataset


def state(dialog):
    return dialog.findChild(QLabel, "new_data_state").text()


def test_that_ten_rows_are_typed_as_in_a_spreadsheet(program, dialog):
    QTest.keyClick(dialog, Qt.Key.Key_W, ALT)
    grid = dialog.by_row.grid
    assert at(grid, 0, 0)
    for row, (truth, score) in enumerate(TEN):
        write(str(truth))
        press(Qt.Key.Key_Tab)
        assert at(grid, row, 1)
        write(score)
        press(Qt.Key.Key_Return)
        program.qtbot.waitUntil(lambda row=row: at(grid, row + 1, 0))
    assert dialog.isVisible()
    press(Qt.Key.Key_Tab)  # in an empty row: on to what comes after the grid
    assert not grid.hasFocus()
    dataset = opens(program, dialog)
    assert (dataset.name, dataset.n, dataset.positive_class) == ("New data", 10, "1")
    scores = [float(score.replace(",", ".")) for _, score in TEN]
    assert dataset.scores[0].values.tolist() == scores
    wanted = roc_auc_score([truth for truth, _ in TEN], scores)
    assert program.snapshot.ranking.value("roc_auc") == pytest.approx(wanted, abs=1e-15)
    assert program.application.settings.value(RECENT_FILES) == []
    program.window.actions_by_id["import_log"].trigger()
    page = program.window.findChild(Page, "import_log")
    words = page.findChild(QPlainTextEdit, "import_log_text").toPlainText()
    assert "New data" in words
    assert "decimal comma" in words
    page.close()


def test_that_enter_goes_down_a_column_and_tab_back(program, dialog):
    dialog.tabs.setCurrentWidget(dialog.by_row)
    grid = dialog.by_row.grid
    grid.setFocus()
    grid.setCurrentCell(0, 1)
    write("5")
    press(Qt.Key.Key_Return)
    program.qtbot.waitUntil(lambda: at(grid, 1, 1))
    press(Qt.Key.Key_Return)
    assert at(grid, 2, 1)
    press(Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert at(grid, 2, 0)
    grid.setCurrentCell(0, 1)
    press(Qt.Key.Key_Delete)
    assert grid.cell(0, 1) == ""


def test_that_four_counts_are_the_matrix(program, dialog):
    counts = dialog.counts
    assert counts.fields[0].hasFocus()
    for field in (counts.negative, counts.positive):
        press(Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        assert field.hasFocus()
    for words in ("sick", WELL, "45", "5", "10", "1 940"):
        write(words)
        press(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is dialog.open_button
    with program.qtbot.waitSignal(program.workspace.file_opened):
        press(Qt.Key.Key_Return)
    dataset = program.snapshot.dataset
    assert (dataset.classes, dataset.positive_class) == (("sick", WELL), "sick")
    found = program.snapshot.point.counts
    assert (found.tp, found.fn, found.fp, found.tn) == (45, 5, 10, 1940)


def test_that_a_count_that_lacks_is_said_and_nothing_is_lost(program, dialog):
    before = program.snapshot
    write("45")
    press(Qt.Key.Key_Return)
    assert state(dialog) == (
        "Actual 'positive', predicted 'negative': a count is missing. Type 0 where there is none."
    )
    assert dialog.isVisible()
    assert program.snapshot is before
    press(Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    program.window.actions_by_id["new"].trigger()
    assert dialog.isVisible()
    assert dialog.counts.fields[0].text() == "45"
    assert state(dialog) == ""
    QTest.mouseClick(dialog.findChild(object, "new_data_clear"), Qt.MouseButton.LeftButton)
    assert dialog.counts.fields[0].text() == ""


def test_that_a_matrix_is_typed_with_its_names(program, dialog):
    QTest.keyClick(dialog, Qt.Key.Key_M, ALT)
    page, grid = dialog.matrix, dialog.matrix.grid
    assert at(grid, 0, 0)
    page.number.setValue(2)
    for row in (("cat", "5", "2"), ("dog", "1", "7")):
        for cell in row:
            write(cell)
            press(Qt.Key.Key_Tab)
    assert grid.horizontalHeaderItem(2).text() == "Predicted: dog"
    page.positive.setCurrentText("dog")
    dataset = opens(program, dialog)
    assert (dataset.classes, dataset.positive_class) == (("cat", "dog"), "dog")
    assert dataset.matrix.counts.tolist() == [[5, 2], [1, 7]]


def test_that_a_matrix_that_is_pasted_brings_its_size_and_names(program, dialog):
    QTest.keyClick(dialog, Qt.Key.Key_M, ALT)
    paste("\ta\tb\tc\td\na\t9\t1\t0\t0\nb\t2\t8\t0\t0\nc\t0\t0\t7\t3\nd\t0\t0\t4\t6\n")
    assert dialog.matrix.number.value() == 4
    assert dialog.matrix.names() == ["a", "b", "c", "d"]
    dialog.matrix.rows_are.setCurrentIndex(1)
    dataset = opens(program, dialog)
    assert dataset.matrix.counts.tolist() == [
        [9, 2, 0, 0], [1, 8, 0, 0], [0, 0, 7, 4], [0, 0, 3, 6],
    ]  # fmt: skip


def test_that_cells_of_a_spreadsheet_fill_the_rows(program, dialog):
    QTest.keyClick(dialog, Qt.Key.Key_W, ALT)
    grid = dialog.by_row.grid
    paste("label\tscore\n" + "".join(f"{truth}\t{score}\n" for truth, score in TEN))
    assert grid.rows()[:10] == [[str(truth), score] for truth, score in TEN]
    # Into a cell that is being edited, too.
    grid.setCurrentCell(10, 0)
    write("x")
    paste("1\t0,05\n0\t0,01\n")
    program.qtbot.waitUntil(grid.hasFocus)
    assert grid.rows()[10:13] == [["1", "0,05"], ["0", "0,01"], ["", ""]]
    paste("1\t2\t3\n")
    assert "Edit > Paste Data" in state(dialog)
    assert opens(program, dialog).n == 12


def test_that_predictions_can_be_typed_and_names_follow_the_vocabulary(program, dialog):
    dialog.reject()
    program.workspace.ask(SetVocabulary(Vocabulary.BIOMETRICS))
    program.window.actions_by_id["new"].trigger()
    program.qtbot.waitUntil(dialog.isActiveWindow)
    words = [label.text() for label in dialog.counts.findChildren(QLabel)]
    assert "TP" not in words
    dialog.tabs.setCurrentWidget(dialog.by_row)
    dialog.by_row.second.setCurrentIndex(1)
    grid = dialog.by_row.grid
    grid.setCurrentCell(0, 0)
    grid.fill([["yes", "yes"], ["no", "yes"], ["no", "no"], ["yes", "no"], ["no", "no"]])
    dataset = opens(program, dialog)
    found = program.snapshot.point.counts
    assert (dataset.n, found.tp, found.fn, found.fp, found.tn) == (5, 1, 1, 1, 2)


def test_that_a_question_about_rows_is_asked_as_of_a_file(program, dialog):
    QTest.keyClick(dialog, Qt.Key.Key_W, ALT)
    paste("red\t1.5\nblue\t2.5\nred\t0.5\nblue\t3.5\nred\t2.25\n")
    with program.qtbot.waitSignal(program.workspace.question_asked):
        QTest.keyClick(dialog, Qt.Key.Key_O, ALT)
    question = program.question()
    question.choices.positive.setCurrentIndex(question.choices.positive.findData("red"))
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(question.open_button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()
    assert program.snapshot.dataset.positive_class == "red"


def test_that_another_file_does_not_close_it(program, dialog):
    write("45")
    program.open_sample("clinical")
    assert dialog.isVisible()
    dialog.reject()
