"""A file that changes or vanishes while it is open is noticed, and can be read once more."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QDialog, QMessageBox, QPlainTextEdit, QTreeWidget

from evalgui.core.requests import SetThreshold
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import OpenFiles, ShowDataSet

ROWS = [("P", n, 7 * n % 40, n % 3 == 0) for n in range(40)]
TEXT = "id,marker,other,label\n" + "".join(f"{p}{n},{n},{o},{t:d}\n" for p, n, o, t in ROWS)
ROLES = Roles(truth="label", scores=("other",), predicted="", positive="0")


@pytest.fixture
def path(program, tmp_path):
    path = tmp_path / "open.csv"
    path.write_text(TEXT, encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=ROLES))
    program.settle()
    program.qtbot.waitUntil(lambda: not program.workspace.openings.files._tasks.is_busy)
    return path


def notice(program):
    strip = program.window.findings
    assert strip.notice.isVisible() == strip.reload.isVisible()
    return strip.notice.text() if strip.notice.isVisible() else ""


def noticed(program, words):
    program.qtbot.waitUntil(lambda: words in notice(program))


def press_reload(program):
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.window.findings.reload.click()
    program.settle()


@pytest.mark.usefixtures("path")
def test_that_nothing_is_said_of_a_file_that_stays(program):
    program.workspace.openings.files.look()
    program.qtbot.waitUntil(lambda: not program.workspace.openings.files._tasks.is_busy)
    assert notice(program) == ""


def test_that_a_changed_file_is_noticed_and_read_once_more(program, path):
    program.workspace.ask(SetThreshold(12.5))
    before = program.snapshot
    path.write_text(TEXT + "P40,1,39,1\n", encoding="utf-8")
    noticed(program, "open.csv has changed since it was opened")
    assert program.snapshot is before  # nothing happens by itself
    program.window.actions_by_id["findings"].trigger()
    dialog = next(d for d in program.window.findChildren(QDialog, "findings_dialog"))
    tree = dialog.findChild(QTreeWidget)
    listed = [tree.topLevelItem(row).text(0) for row in range(tree.topLevelItemCount())]
    assert any("has changed" in words for words in listed)
    dialog.close()
    press_reload(program)
    assert notice(program) == ""
    snapshot = program.snapshot
    assert snapshot.dataset.n == 41
    assert (snapshot.score.name, snapshot.positive_name) == ("other", "0")
    assert snapshot.point.threshold == 12.5


def test_that_what_differs_is_listed_and_the_data_can_be_kept(program, path):
    path.write_text(TEXT.replace("P7,7,", "P7,7.5,") + "P40,1,39,1\n", encoding="utf-8")
    noticed(program, "has changed")
    before, strip = program.snapshot, program.window.findings
    strip.differ.click()
    program.qtbot.waitUntil(lambda: bool(program.window.findChildren(QDialog, "file_changes")))
    page = program.window.findChildren(QDialog, "file_changes")[0]
    words = page.findChild(QPlainTextEdit).toPlainText()
    assert "Rows before: 40, now: 41" in words
    assert "row 8: marker '7' \N{RIGHTWARDS ARROW} '7.5'" in words
    page.close()
    strip.keep.click()
    assert notice(program) == ""
    assert program.snapshot is before
    assert any("has changed" in one.text for one in strip._of_files)  # the list still says so
    path.unlink()
    noticed(program, "is no longer there")
    assert not strip.differ.isVisible()


def test_that_a_file_that_another_one_replaced_is_noticed_every_time(program, path):
    for n in range(3):
        other = path.with_name("new.csv")
        other.write_text(TEXT + f"P40,{n},39,1\n", encoding="utf-8")
        other.replace(path)
        noticed(program, "has changed")
        press_reload(program)
        assert program.snapshot.dataset.columns[1].text(40) == str(n)


def test_that_a_file_that_vanishes_is_noticed_and_forgiven(program, path):
    before = program.snapshot
    away = path.with_name("away.csv")
    path.rename(away)
    noticed(program, "open.csv is no longer there")
    with program.qtbot.waitSignal(program.workspace.failed):
        program.window.findings.reload.click()
    for box in program.window.findChildren(QMessageBox):
        box.close()
    assert program.snapshot is before
    away.rename(path)  # the same file is back
    program.qtbot.waitUntil(lambda: notice(program) == "")


def test_that_choices_that_no_longer_fit_are_let_go(program, path):
    path.write_text("label,marker\n" + "1,0.5\n0,0.25\n1,0.75\n0,0.125\n", encoding="utf-8")
    noticed(program, "has changed")
    press_reload(program)
    assert program.snapshot.score.name == "marker"
    assert program.snapshot.dataset.n == 4


def test_that_each_data_set_is_told_about_on_its_own(program, path):
    other = path.with_name("other.csv")
    alone = "truth,score\n" + "".join(f"{n % 2},{n * 7 % 30}\n" for n in range(30))
    other.write_text(alone, encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.data_sets_changed):
        program.application.commands.open_paths([path, other])
    program.qtbot.waitUntil(lambda: not program.workspace.openings.files._tasks.is_busy)
    other.write_text(alone + "1,39\n", encoding="utf-8")
    program.qtbot.waitUntil(lambda: bool(program.workspace.openings.files._states))
    assert notice(program) == ""
    program.workspace.ask(ShowDataSet(1))
    noticed(program, "other.csv has changed")


def test_that_what_is_told_in_words_is_what_is_heard(program, path):
    window = program.window
    path.write_text(TEXT + "P40,1,39,1\n", encoding="utf-8")
    noticed(program, "has changed")
    window.docks["confusion"].hide()  # which has the counts, else
    program.qtbot.waitUntil(window.threshold_bar.counts.isVisible)
    for label, shown in (
        (window.threshold_bar.counts, window.threshold_bar.counts.text()),
        (window.predictions.status, "40 rows"),
        (window.findings.notice, window.findings.notice.text()),
        (window.findings.badge, "1 to decide"),
        (window.data_bar.rows, window.data_bar.rows.text()),
    ):
        assert shown
        heard = QAccessible.queryAccessibleInterface(label).text(QAccessible.Text.Name)
        assert heard == shown


@pytest.mark.usefixtures("path")
def test_that_the_boxes_of_class_and_score_say_what_they_are_for(program):
    bar = program.window.data_bar
    for box, role, word in (
        (bar.positive, "Positive class", "Positive"),
        (bar.score, "Score column", "Positive at"),  # in the sentence of the decision
    ):
        heard = QAccessible.queryAccessibleInterface(box)
        assert box.accessibleName() == role
        assert heard.text(QAccessible.Text.Name) == role
        assert heard.text(QAccessible.Text.Value) == box.currentText()
        assert "<" not in heard.text(QAccessible.Text.Description)  # no markup of a tool-tip
        labels = [other.text(QAccessible.Text.Name) for other, _relation in heard.relations()]
        assert labels == [word]
