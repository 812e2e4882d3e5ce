"""Open, decide, save, quit, reopen: everything is as it was, and no work is lost unasked."""

from __future__ import annotations

import errno
import json
import os
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QPushButton, QRadioButton

from evalgui.core.consequences.settings import (
    Consequences,
    Recalibrating,
    Recalibration,
    Scale,
)
from evalgui.core.requests import (
    NoteData,
    NotePoint,
    Pin,
    SelectScore,
    SetConsequences,
    SetGreyZone,
    SetPrevalence,
    SetThreshold,
)
from evalgui.gui.app import Application
from evalgui.gui.keeping import keeping, save_question
from evalgui.gui.results.table_view import TableView
from evalgui.gui.start_options import Start
from evalgui.gui.theme import Mode
from evalgui.io.writers.evaluation import evaluation
from evalgui.locations import resources
from evalgui.workspace.file_requests import AddRecalibrated, SetRowsAside
from tests.e2e.conftest import Program

ROWS = "site,truth,score,other\n" + "".join(
    f"{'AB'[n % 2]},{int(n * 7 % 10 > 4)},{n * 37 % 100 / 100},{n * 11 % 50}\n" for n in range(40)
)


@pytest.fixture
def asks(let_go_of_work, monkeypatch):  # noqa: ARG001 - it is undone
    """Let the program ask before work is lost, as it does."""
    monkeypatch.setattr(keeping, "ask_to_save", save_question.ask_to_save)


@pytest.fixture
def start(qapp, qtbot):
    """Start the program, as often as wanted."""
    made = []

    def begin():
        look = Start(size=QSize(1280, 800), appearance=Mode.LIGHT)
        application = Application(qapp, look)
        qtbot.addWidget(application.window)
        application.window.show()
        qtbot.waitExposed(application.window)
        made.append(application)
        return Program(application, qtbot)

    yield begin
    for application in made:
        application.commands.keeping._is_lost = True
        application.window.close()
        application.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def dialog(program, name):
    program.qtbot.waitUntil(lambda: bool(program.window.findChildren(QDialog, name)))
    return program.window.findChildren(QDialog, name)[-1]


def choose_place(program, path, *, with_data=False):
    """Answer the dialogs that save a workspace."""
    asked = dialog(program, "save_workspace_dialog")
    if with_data:
        asked.findChild(QRadioButton, "save_data").click()
    QTest.keyClick(asked, Qt.Key.Key_Return)  # the button of the Enter key
    place = dialog(program, "save_workspace_place")
    assert isinstance(place, QFileDialog)
    of_data = program.workspace.opened.path
    if isinstance(of_data, Path) and not of_data.is_relative_to(resources()):
        assert place.directory().absolutePath() == str(of_data.parent)
    with program.qtbot.waitSignal(program.application.commands.keeping.document.saved):
        place.fileSelected.emit(str(path))
    place.close()


def decide(program):
    workspace = program.workspace
    workspace.ask(SetThreshold(0.1 + 0.2))
    workspace.ask(Pin(0.77))
    workspace.ask(SetGreyZone(0.3, 0.55))
    workspace.ask(NoteData("Two sites"))
    workspace.ask(NotePoint("Agreed in May"))
    workspace.ask(SetPrevalence(0.05))
    workspace.ask(SetRowsAside((2, 5), "a copy"))
    program.qtbot.waitUntil(lambda: program.snapshot.dataset.n == 38)
    program.settle()


def told(program):
    """Return every number that is shown, and all that was decided."""
    snapshot = program.snapshot
    numbers = json.dumps(evaluation(snapshot), default=str)
    pinned = snapshot.pinned.counts, snapshot.pinned.threshold
    return numbers, repr(snapshot.choices), pinned, program.workspace.opened.decisions


def test_that_a_recalibrated_score_is_made_again_after_a_restart(start, rows, tmp_path):
    """The method is kept, and no number of it."""
    one, file = start(), tmp_path / "work.evalgui"
    one.open_path(rows)
    one.workspace.ask(SetConsequences(Consequences(Scale.PROBABILITY)))
    asked = Recalibration(Recalibrating.INTERCEPT, "score")
    with one.qtbot.waitSignal(one.workspace.file_opened):
        one.workspace.ask(AddRecalibrated(asked))
    assert one.window.actions_by_id["undo"].text().startswith("&Undo")
    place = [score.name for score in one.snapshot.dataset.scores].index(asked.name)
    one.workspace.ask(SelectScore(place))
    one.settle()
    values, threshold = one.snapshot.score.values.tolist(), one.snapshot.point.threshold
    one.window.actions_by_id["save_workspace"].trigger()
    choose_place(one, file)
    with zipfile.ZipFile(file) as archive:
        kept = archive.read("workspace.json").decode()
    assert '"intercept"' in kept
    assert {number for number in values if repr(number) in kept} <= {0.0, threshold}
    one.window.close()
    two = start()
    two.window.start.recent[0].click()
    two.qtbot.waitUntil(lambda: two.title == "work.evalgui (rows.csv) - evalgui")
    assert two.snapshot.score.name == asked.name
    assert two.snapshot.score.values.tolist() == values
    assert two.snapshot.point.threshold == threshold


def test_that_groups_are_told_again_after_a_restart(start, rows, tmp_path):
    one, file = start(), tmp_path / "work.evalgui"
    rows.write_text("y,s,site\n" + "1,0.9,A\n0,0.2,A\n1,0.4,B\n0,0.5,B\n" * 9, encoding="utf-8")
    one.open_path(rows)
    one.workspace.ask(SetConsequences(Consequences(groups=("site",))))
    one.window.actions_by_id["save_workspace"].trigger()
    choose_place(one, file)
    one.window.close()
    two = start()
    two.window.start.recent[0].click()
    two.qtbot.waitUntil(lambda: two.title == "work.evalgui (rows.csv) - evalgui")
    assert two.snapshot.inputs.consequences.groups == ("site",)
    two.rest()
    two.application.commands.show_topic("groups")
    two.rest()
    table = two.window.results.findChild(TableView, "groups_each_table").model()
    assert [table.index(row, 0).data() for row in range(table.rowCount())] == ["A", "B"]


def test_that_work_is_as_it_was_after_a_restart(start, rows, tmp_path):
    one, file = start(), tmp_path / "work.evalgui"
    one.open_path(rows)
    assert one.window.windowTitle() == "rows.csv - evalgui"
    decide(one)
    one.qtbot.waitUntil(lambda: one.window.windowTitle() == "rows.csv[*] - evalgui")
    one.window.actions_by_id["save_workspace"].trigger()
    choose_place(one, file)
    assert one.window.windowTitle() == "work.evalgui (rows.csv) - evalgui"
    assert not one.window.isWindowModified()
    with zipfile.ZipFile(file) as archive:
        assert archive.namelist() == ["workspace.json"]  # no row
    before = told(one)
    one.window.close()
    assert not one.window.isVisible()
    two = start()
    assert two.window.start.recent[0].title == "work.evalgui"
    two.window.start.recent[0].click()
    two.qtbot.waitUntil(lambda: two.title == "work.evalgui (rows.csv) - evalgui")
    assert told(two) == before
    two.workspace.ask(SetThreshold(0.9))
    with two.qtbot.waitSignal(two.application.commands.keeping.document.saved):
        two.window.actions_by_id["save_workspace"].trigger()  # no question
    two.workspace.ask(SetThreshold(0.1))
    two.window.actions_by_id["save_workspace_as"].trigger()
    choose_place(two, tmp_path / "with.evalgui", with_data=True)
    rows.unlink()
    three = start()
    three.application.commands.open_paths([tmp_path / "with.evalgui"])
    asked = dialog(three, "sources_dialog")
    with three.qtbot.waitSignal(three.application.commands.keeping.document.occupied):
        asked.findChild(QPushButton, "open_answered").click()  # still open in the second program
    box = dialog(three, "occupied_question")
    read = next(one for one in box.buttons() if "Read-Only" in one.text())
    read.click()
    assert three.title == "with.evalgui (read-only) (rows.csv) - evalgui"
    assert three.snapshot.point.threshold == 0.1


@pytest.mark.usefixtures("asks")
def test_that_it_is_asked_before_work_is_lost(start, rows, tmp_path):
    one, file = start(), tmp_path / "work.evalgui"
    one.open_path(rows)
    one.workspace.ask(SetThreshold(0.9))

    def press(button):
        box = dialog(one, "save_question")
        box.button(button).click()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    buttons = QMessageBox.StandardButton
    one.window.close()
    press(buttons.Cancel)
    assert one.window.isVisible()
    one.window.findChild(object, "sample_clinical").trigger()
    press(buttons.Cancel)
    assert one.snapshot.dataset.name == "rows.csv"
    one.window.findChild(object, "sample_clinical").trigger()
    with one.qtbot.waitSignal(one.workspace.file_opened):
        press(buttons.Discard)
    assert one.snapshot.dataset.name != "rows.csv"
    one.workspace.ask(NoteData("Seen"))
    one.window.close()
    press(buttons.Save)
    choose_place(one, file)
    one.qtbot.waitUntil(lambda: not one.window.isVisible())
    assert file.exists()


def test_that_a_damaged_or_newer_workspace_is_refused_and_the_data_stay(start, rows, tmp_path):
    one, file = start(), tmp_path / "work.evalgui"
    one.open_path(rows)
    one.window.actions_by_id["save_workspace"].trigger()
    choose_place(one, file)
    whole = file.read_bytes()
    with zipfile.ZipFile(file) as archive:
        said = json.loads(archive.read("workspace.json"))
    newer = tmp_path / "newer.evalgui"
    with zipfile.ZipFile(newer, "w") as archive:
        archive.writestr("workspace.json", json.dumps(said | {"version": 99}))
    cut = tmp_path / "cut.evalgui"
    cut.write_bytes(whole[: len(whole) // 2])
    before = one.snapshot
    for bad, words in ((newer, "version 99"), (cut, "damaged")):
        with one.qtbot.waitSignal(one.workspace.failed):
            one.application.commands.open_path(bad)
        box = dialog(one, "failure_dialog")
        assert words in box.text()
        box.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert one.snapshot is before


@pytest.mark.parametrize(
    "fault",
    [
        (errno.ENODEV, "the disk is not there any more"),
        (errno.ENXIO, "the disk is not there any more"),
        (errno.EIO, "the disk reports an error"),
        (errno.ESTALE, "the network folder cannot be reached any more"),
        (errno.ENOTCONN, "the network folder cannot be reached any more"),
    ],
)
def test_that_a_disk_that_goes_while_it_is_saved_leaves_the_last_work(
    start, rows, tmp_path, monkeypatch, fault
):
    one, path = start(), tmp_path / "work.evalgui"
    code, words = fault
    one.open_path(rows)
    one.workspace.ask(SetThreshold(0.9))
    document = one.application.commands.keeping.document
    with one.qtbot.waitSignal(document.saved):
        document.save(path)
    before = path.read_bytes()
    one.workspace.ask(SetThreshold(0.5))

    def lost(_file):
        raise OSError(code, "the system's own words")

    monkeypatch.setattr(os, "fsync", lost)
    with one.qtbot.waitSignal(document.failed):
        document.save(path)
    monkeypatch.undo()
    assert words in dialog(one, "failure_dialog").text()
    assert path.read_bytes() == before
    assert [*tmp_path.glob(".evalgui-*-new"), *tmp_path.glob(".evalgui-*-old")] == []
    document.look()
    assert document.is_modified


def test_that_a_folder_that_cannot_be_written_loses_nothing(start, rows, tmp_path):
    one = start()
    one.open_path(rows)
    one.workspace.ask(SetThreshold(0.9))
    document = one.application.commands.keeping.document
    with one.qtbot.waitSignal(document.failed):
        document.save(tmp_path / "none" / "work.evalgui")
    box = dialog(one, "failure_dialog")
    assert "no such folder" in box.text()
    document.look()
    assert (document.path, document.is_modified) == (None, True)
    assert one.snapshot.point.threshold == 0.9
