"""Opening files as a user does: by the dialog, by dropping, from the menus, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QMessageBox

from evalgui.io.samples import sample_by_id
from evalgui.workspace.file_requests import KeepOnly, OpenFiles
from evalgui.workspace.settings import RECENT_FILES
from tests.support.questions import asked

CLEAR = "id;truth;score\n" + "".join(
    f"{n:03};{'yes' if n % 3 == 0 else 'no'};{n / 7:.4f}\n".replace(".", ",") for n in range(60)
)
UNCLEAR = "who,first,second,outcome\n" + "".join(
    f"p{n},{n / 10},{(n * 7 % 11) / 10},{'red' if n % 2 else 'blue'}\n" for n in range(40)
)


def write(folder, name, content):
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def shown_dialog(program, kind):
    program.qtbot.waitUntil(lambda: any(d.isVisible() for d in program.window.findChildren(kind)))
    return next(d for d in program.window.findChildren(kind) if d.isVisible())


def test_that_a_file_opens_through_the_dialog(program, tmp_path):
    path = write(tmp_path, "marker.csv", CLEAR)
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    program.window.actions_by_id["open"].trigger()
    dialog = shown_dialog(program, QFileDialog)
    field = dialog.findChild(object, "fileNameEdit")
    field.setText(str(path))
    buttons = dialog.findChild(QDialogButtonBox)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        open_button = buttons.button(QDialogButtonBox.StandardButton.Open)
        QTest.mouseClick(open_button, Qt.MouseButton.LeftButton)
    dataset = program.snapshot.dataset
    assert dataset.name == "marker.csv"
    assert (dataset.n, dataset.positive_class) == (60, "yes")
    np.testing.assert_array_equal(dataset.scores[0].values, np.round(np.arange(60) / 7, 4))
    assert program.title == "marker.csv - evalgui"
    assert "60 rows" in program.window.data_bar.rows.text()
    assert program.application.settings.value(RECENT_FILES) == [str(path)]
    # ids keep their leading zeros
    model = program.window.predictions.model
    names = [model.headerData(n, Qt.Orientation.Horizontal) for n in range(model.columnCount())]
    assert model.data(model.index(7, names.index("id"))) == "007"


def test_that_an_unclear_file_asks_and_opens_with_the_answer(program, tmp_path):
    path = write(tmp_path, "unclear.csv", UNCLEAR)
    with program.qtbot.waitSignal(program.workspace.question_asked):
        program.application.commands.open_path(path)
    dialog = program.question()
    assert asked(dialog)
    assert program.snapshot.dataset is None
    dialog.choices.truth.setCurrentIndex(dialog.choices.truth.findData("outcome"))
    dialog.choices.positive.setCurrentIndex(dialog.choices.positive.findData("red"))
    dialog.choices.scores.choose("second")
    dialog.choices.direction.setCurrentIndex(1)
    assert dialog.open_button.isEnabled()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    dataset = program.snapshot.dataset
    assert dataset.positive_class == "red"
    assert [score.name for score in dataset.scores] == ["second"]
    assert not dataset.scores[0].higher_is_positive
    assert "\N{LESS-THAN OR EQUAL TO}" in program.window.data_bar.direction.text()
    point = program.snapshot.point
    called = dataset.scores[0].values <= point.threshold
    assert point.counts.tp == int((called & dataset.is_positive()).sum())


def test_that_the_same_dialog_changes_the_positive_class_of_an_open_file(program):
    program.open_sample("clinical")
    before = program.snapshot.ranking.value("roc_auc")
    program.window.actions_by_id["columns"].trigger()
    dialog = program.question()
    dialog.choices.positive.setCurrentIndex(dialog.choices.positive.findData("benign"))
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert program.snapshot.dataset.positive_class == "benign"
    # The score turns with the class, as it does in the toolbar.
    assert abs(program.snapshot.ranking.value("roc_auc") - before) < 1e-15
    assert not program.snapshot.score.higher_is_positive


def test_that_a_dropped_file_opens(program, tmp_path):
    path = write(tmp_path, "dropped.csv", CLEAR)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    button, nothing = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, data, button, nothing)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.window.dropEvent(event)
    assert program.snapshot.dataset.name == "dropped.csv"


def test_that_a_refusal_says_why_and_what_was_open_stays(program, tmp_path):
    program.open_sample("tharwat-2018")
    before = program.snapshot
    empty = write(tmp_path, "<b>empty<b>.csv", "")
    with program.qtbot.waitSignal(program.workspace.failed):
        program.application.commands.open_path(empty)
    box = shown_dialog(program, QMessageBox)
    assert "<b>empty<b>.csv" in box.text()
    assert "empty" in box.text()
    assert box.textFormat() == Qt.TextFormat.PlainText
    assert program.snapshot is before
    box.close()


def test_that_a_class_named_like_markup_is_shown_as_it_stands(program, tmp_path):
    name = "<img src=x>"
    rows = "".join(f"{name if n % 2 else 'no'},{n}\n" for n in range(20))
    path = write(tmp_path, "markup.csv", "truth,score\n" + rows)
    from evalgui.io.meaning.roles import Roles

    roles = Roles(
        truth="truth", scores=("score",), predicted="", positive=name, higher_is_positive=True
    )
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=roles))
    program.settle()
    assert program.window.data_bar.positive.currentText() == name
    assert "&lt;img" in program.window.data_bar.positive.toolTip()


def test_that_missing_scores_are_counted_by_class_and_said(program, tmp_path):
    rows = "".join(f"{n % 2},{'' if n < 4 else n}\n" for n in range(30))
    program.open_path(write(tmp_path, "missing.csv", "truth,score\n" + rows))
    table = program.snapshot.ranking.table
    assert (table.n_missing_positive, table.n_missing_negative, table.n) == (2, 2, 26)
    assert "4" in program.window.findings.told
    assert program.snapshot.dataset.n == 30


def test_that_a_refused_reading_leaves_the_dialog_as_the_file_was_read(program, tmp_path):
    program.open_path(write(tmp_path, "marker.csv", CLEAR))
    program.window.actions_by_id["columns"].trigger()
    dialog = program.question()
    separator = dialog.choices.reading.separator
    before = separator.currentData()
    separator.setCurrentIndex(separator.findData("\t"))
    with program.qtbot.waitSignal(program.workspace.openings.previews.preview_refused):
        separator.activated.emit(separator.currentIndex())
        assert not dialog.open_button.isEnabled()
    assert separator.currentData() == before == ";"
    assert "only one column" in dialog.outcome.counts.text()
    assert dialog.open_button.isEnabled()
    assert dialog.roles().decimal == ","
    dialog.close()


def test_that_a_sample_says_that_it_is_one(program, tmp_path):
    window, rows = program.window, program.window.data_bar.rows
    program.open_sample("clinical")
    assert program.title == "Sample clinical.csv - evalgui"
    assert rows.text() == "Sample clinical.csv: 569 rows"
    assert "no data of yours" in rows.toolTip()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(KeepOnly("mean_radius > 20"))
    assert program.title == "Sample clinical.csv [mean_radius > 20] - evalgui"
    assert rows.text().startswith("Sample clinical.csv: ")
    program.open_path(write(tmp_path, "clinical.csv", CLEAR))
    assert program.title == "clinical.csv - evalgui"
    assert rows.text() == "clinical.csv: 60 rows"
    assert "no data of yours" not in rows.toolTip()
    window.actions_by_id["close"].trigger()
    assert program.title == "evalgui"
    assert rows.text() == "No data"
    program.open_sample("iris")
    assert program.title == "Sample iris.csv - evalgui"


def test_that_a_sample_says_so_by_whatever_path_it_is_opened(program, tmp_path, monkeypatch):
    path = sample_by_id("tharwat-2018").path
    monkeypatch.chdir(path.parent.parent)
    link = tmp_path / "mine.csv"
    link.symlink_to(path)
    for other in (Path("samples/tharwat-2018.csv"), Path("help/../samples/tharwat-2018.csv"), link):
        program.open_path(other)
        assert program.title == f"Sample {other.name} - evalgui"
    assert program.application.settings.value(RECENT_FILES) == []
