"""Several files: scores and their key become one data set, others stand beside each other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QPlainTextEdit

from evalgui.core.requests import SetThreshold

SCORES = "a x 3.5\na y -1.0\nb x 0.5\nb y 2.0\nc x 9.0\n"
KEY = "a x target\na y nontarget\nb x nontarget\nb y target\nd x target\n"
LEFT = "truth,score\n" + "".join(f"{n % 2},{n * 7 % 30}\n" for n in range(30))
RIGHT = "truth,score\n" + "".join(f"{n % 3 == 0:d},{n}\n" for n in range(40))


def write(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def open_all(program, *paths):
    with program.qtbot.waitSignal(program.workspace.data_sets_changed):
        program.application.commands.open_paths(list(paths))
    program.settle()


def test_that_scores_and_their_key_are_one_data_set(program, tmp_path):
    paths = write(tmp_path, "scores.txt", SCORES), write(tmp_path, "trials.txt", KEY)
    open_all(program, *paths)
    table = program.snapshot.ranking.table
    assert (table.n_positive, table.n_negative) == (2, 2)
    # targets 3.5 and 2.0 are above nontargets -1.0 and 0.5
    assert program.snapshot.ranking.value("roc_auc") == 1.0
    assert table.n_missing == 1  # d x has no score
    assert not program.window.data.data_sets.isVisible()
    program.window.actions_by_id["unmatched"].trigger()
    page = next(d for d in program.window.findChildren(QDialog, "unmatched") if d.isVisible())
    words = page.findChild(QPlainTextEdit).toPlainText()
    assert "c x" in words
    assert "d x" in words
    page.findChild(object, "unmatched_save").click()
    asked = program.window.findChild(QFileDialog, "save_text_dialog")
    asked.fileSelected.emit(str(tmp_path / "unmatched.txt"))
    asked.close()
    assert (tmp_path / "unmatched.txt").read_text(encoding="utf-8") == words


def test_that_the_order_of_the_files_does_not_matter(program, tmp_path):
    paths = write(tmp_path, "trials.txt", KEY), write(tmp_path, "scores.txt", SCORES)
    open_all(program, *paths)
    assert program.snapshot.ranking.value("roc_auc") == 1.0
    assert program.snapshot.dataset.n == 5


def test_that_other_files_stand_beside_each_other_as_they_were_left(program, tmp_path):
    open_all(program, write(tmp_path, "left.csv", LEFT), write(tmp_path, "right.csv", RIGHT))
    listed = program.window.data.data_sets
    assert listed.isVisible()
    assert [listed.item(row, 0).text() for row in range(2)] == ["left.csv", "right.csv"]
    assert [listed.item(row, 1).text() for row in range(2)] == ["30", "40"]
    assert program.snapshot.dataset.name == "left.csv"
    program.workspace.ask(SetThreshold(11.0))
    listed.setCurrentCell(1, 0)
    assert program.snapshot.dataset.name == "right.csv"
    assert program.title == "right.csv - evalgui"
    assert listed.item(1, 2).text() == f"{program.snapshot.ranking.value('roc_auc'):.3f}"
    listed.setCurrentCell(0, 0)
    assert program.snapshot.dataset.name == "left.csv"
    assert program.snapshot.point.threshold == 11.0


def test_that_dropped_files_open_together(program, tmp_path):
    paths = write(tmp_path, "scores.txt", SCORES), write(tmp_path, "trials.txt", KEY)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    button, nothing = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, data, button, nothing)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.window.dropEvent(event)
    assert program.snapshot.ranking.value("roc_auc") == 1.0


def test_that_one_of_several_may_ask_and_comes_beside_the_others(program, tmp_path):
    unclear = "kind,x\n" + "".join(f"{'red' if n % 2 else 'blue'},{n}.5\n" for n in range(20))
    clear, asked = write(tmp_path, "clear.csv", LEFT), write(tmp_path, "unclear.csv", unclear)
    with program.qtbot.waitSignal(program.workspace.question_asked):
        program.application.commands.open_paths([clear, asked])
    assert program.snapshot.dataset.name == "clear.csv"
    dialog = program.question()
    with program.qtbot.waitSignal(program.workspace.data_sets_changed):
        dialog.open_button.click()
    assert program.snapshot.dataset.name == "unclear.csv"
    assert program.window.data.data_sets.rowCount() == 2


def questions(program):
    dialogs = program.window.findChildren(object, "import_dialog")
    return [dialog for dialog in dialogs if dialog.isVisible()]


@pytest.mark.parametrize("is_first_answered", [True, False])
def test_that_two_unclear_files_are_asked_about_one_after_the_other(
    program, tmp_path, is_first_answered
):
    unclear = "kind,x\n" + "".join(f"{'red' if n % 2 else 'blue'},{n}.5\n" for n in range(20))
    paths = [write(tmp_path, f"{name}.csv", unclear) for name in ("one", "two", "three")]
    program.open_sample("tharwat-2018")
    with program.qtbot.waitSignal(program.workspace.question_asked):
        program.application.commands.open_paths(paths)
    first = program.question()
    assert questions(program) == [first]
    assert "one.csv" in first.choices._how.text()
    with program.qtbot.waitSignal(program.workspace.question_asked):
        if is_first_answered:
            first.open_button.click()
        else:
            first.reject()
    for name in ("two", "three"):
        asked = program.question()
        assert questions(program) == [asked]
        assert f"{name}.csv" in asked.choices._how.text()
        with program.qtbot.waitSignal(program.workspace.data_sets_changed):
            asked.open_button.click()
        assert program.snapshot.dataset.name == f"{name}.csv"
    assert questions(program) == []
    names = [item.opened.name for item in program.workspace.data_sets.items]
    assert names == ["one.csv", "two.csv", "three.csv"][not is_first_answered :]


def test_that_a_file_that_is_refused_leaves_what_is_open(program, tmp_path):
    program.open_sample("tharwat-2018")
    before = program.snapshot
    with program.qtbot.waitSignal(program.workspace.failed):
        program.application.commands.open_paths(
            [write(tmp_path, "left.csv", LEFT), tmp_path / "gone.csv"]
        )
    assert program.snapshot is before
    box = next(w for w in program.window.findChildren(QMessageBox) if w.isVisible())
    assert "gone.csv" in box.text()
    box.close()


def test_that_a_data_set_alone_is_no_list(program, tmp_path):
    open_all(program, write(tmp_path, "left.csv", LEFT), write(tmp_path, "right.csv", RIGHT))
    program.open_path(write(tmp_path, "third.csv", LEFT))
    assert not program.window.data.data_sets.isVisible()
    with pytest.raises(IndexError):
        _ = program.workspace.data_sets.items[1]
