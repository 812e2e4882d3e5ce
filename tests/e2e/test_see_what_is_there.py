"""What the window offers and says fits what is open, and what is being opened."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from evalgui.gui import panes
from evalgui.gui.dialogs.findings import accounting
from evalgui.gui.figures.layout import WindowFigures
from evalgui.gui.panels.data_panel import account


def offered(program) -> set[str]:
    return set(WindowFigures(program.window, program.snapshot).titles())


def test_that_figures_of_each_class_are_offered_for_three_classes_alone(program):
    assert offered(program) == set()
    program.open_sample("clinical")
    assert offered(program) == {*program.window.plots.kinds, "matrix", "dashboard"}
    program.open_sample("iris")
    of_classes = {"classes-roc", "classes-pr", "classes-det"}
    assert offered(program) == {*of_classes, "matrix", "dashboard"}


def test_that_a_matrix_has_counts_and_no_rows(program, tmp_path):
    path = tmp_path / "cm.csv"
    path.write_text("TP,FP,FN,TN\n80,10,6,40\n", encoding="utf-8")
    program.open_path(path)
    assert program.window.data_bar.rows.text() == "cm.csv: 136 counted in a confusion matrix"
    dataset = program.snapshot.dataset
    for words in (accounting(dataset), account(dataset)):
        assert "136" in words
        assert "0 rows" not in words
    said = [label.text() for label in program.window.findChildren(QLabel) if label.isVisible()]
    assert not [words for words in said if "0 rows" in words]


def in_sight(program) -> list[str]:
    labels = program.window.findChildren(QLabel)
    return [label.text() for label in labels if label.isVisible()]


def test_that_one_place_says_how_to_begin(program):
    window = program.window
    assert window.panes.centre.currentWidget() is window.place(panes.START)
    assert len([words for words in in_sight(program) if "drop" in words.lower()]) == 1
    named = ("open_a_file", "paste_data", "type_new_data")
    named += tuple(f"start_sample_{one}" for one in ("biometric", "clinical", "tharwat-2018"))
    assert all(window.findChild(QAbstractButton, name).isVisible() for name in named)
    program.open_sample("clinical")
    assert window.panes.centre.currentWidget() is window.place(panes.PLOTS)


def test_that_nobody_is_asked_for_a_file_while_one_is_opened(program):
    seen = []
    started = program.workspace.loading_started
    started.connect(lambda _name: seen.append(in_sight(program)))
    program.open_sample("clinical")
    assert "Opening clinical.csv\N{HORIZONTAL ELLIPSIS}" in seen[0]
    assert not any("drop" in words.lower() for words in seen[0])


@pytest.mark.parametrize("name", ["<b>a</b>.csv", "x" * 300])
def test_that_the_name_of_a_file_that_cannot_be_opened_goes_away(program, name):
    page = program.window.start
    page.show_opening(name)
    assert page.opening.isVisible()
    assert not page.open_button.isVisible()
    page.show_opening("")
    assert page.open_button.isVisible()
    assert not page.opening.isVisible()


def test_that_the_start_page_is_reached_and_used_by_keys_alone(program, qtbot):
    window = program.window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    entry = window.findChild(QAbstractButton, "start_sample_clinical")
    for _press in range(100):
        if window.focusWidget() is entry:
            break
        QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
    assert window.focusWidget() is entry
    with qtbot.waitSignal(program.workspace.file_opened):
        QTest.keyClick(entry, Qt.Key.Key_Return)
    assert program.snapshot.dataset.name == "clinical.csv"


def test_that_recent_work_is_offered_by_name_and_place(program, tmp_path, qtbot):
    path = tmp_path / "A & B.csv"
    path.write_text("truth,score\n1,0.5\n0,0.25\n1,0.75\n0,0.125\n", encoding="utf-8")
    program.open_path(path)
    (entry,) = program.window.start.recent
    assert (entry.title, entry.detail) == ("A & B.csv", str(tmp_path))
    with qtbot.waitSignal(program.workspace.file_opened):
        entry.click()
    program.settle()
    program.application.settings.clear_recent_files()
    assert program.window.start.recent == []
