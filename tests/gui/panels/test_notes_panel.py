"""Notes: plain text about the data and about operating points, undone as a stretch of typing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from evalgui.core.choices import Choices
from evalgui.core.notes import LONGEST, Notes, PointNote, as_note
from evalgui.core.notes_at_threshold import note_at
from evalgui.core.requests import NoteData, NotePoint, SetThreshold
from evalgui.core.snapshot import EMPTY
from evalgui.gui.panels.notes_panel import NotesPanel
from evalgui.io.samples import sample_by_id
from evalgui.workspace.file_requests import OpenFiles
from evalgui.workspace.workspace import Workspace


@pytest.fixture
def workspace(qtbot):
    sample = sample_by_id("clinical")
    made = Workspace()
    with qtbot.waitSignal(made.file_opened):
        made.ask(OpenFiles((sample.path,), roles=sample.roles))
    yield made
    made.shut_down()


@pytest.fixture
def panel(qtbot, workspace):
    made = NotesPanel()
    qtbot.addWidget(made)
    made.data_note_written.connect(lambda text: workspace.ask(NoteData(text)))
    made.point_note_written.connect(lambda text: workspace.ask(NotePoint(text)))
    made.threshold_requested.connect(lambda threshold: workspace.ask(SetThreshold(threshold)))
    workspace.changed.connect(made.show_snapshot)
    made.show_snapshot(EMPTY, workspace.snapshot)
    made.show()
    return made


def notes(workspace):
    return workspace.snapshot.choices.notes


def test_that_what_is_typed_is_noted_as_it_stands(panel, workspace):
    QTest.keyClicks(panel.about_data, "<b>Two</b> sites")
    assert notes(workspace).data == "<b>Two</b> sites"
    assert panel.about_data.toPlainText() == "<b>Two</b> sites"
    workspace.history.undo()
    assert (notes(workspace).data, panel.about_data.toPlainText()) == ("", "")


def test_that_typing_in_the_midst_goes_on_there(panel, workspace):
    QTest.keyClicks(panel.about_data, "ad")
    QTest.keyClick(panel.about_data, Qt.Key.Key_Left)
    QTest.keyClicks(panel.about_data, "bc")
    assert notes(workspace).data == "abcd"


def test_that_a_note_is_of_its_point_and_comes_back_with_it(panel, workspace):
    steps = workspace.snapshot.ranking.table.steps
    low, high = (float(one) for one in steps.ascending[[3, 9]])
    workspace.ask(SetThreshold(low))
    QTest.keyClicks(panel.about_point, "Low")
    workspace.ask(SetThreshold(high))
    assert panel.about_point.toPlainText() == ""
    assert [panel.others.item(0).data(Qt.ItemDataRole.UserRole), panel.others.count()] == [low, 1]
    QTest.keyClicks(panel.about_point, "High")
    between = (low + float(steps.ascending[2])) / 2  # counts the same
    workspace.ask(SetThreshold(between))
    assert panel.about_point.toPlainText() == "Low"
    panel.others.itemActivated.emit(panel.others.item(0))
    assert workspace.snapshot.point.threshold == high
    assert panel.about_point.toPlainText() == "High"
    panel.about_point.selectAll()
    QTest.keyClick(panel.about_point, Qt.Key.Key_Delete)
    assert [one.text for one in notes(workspace).points] == ["Low"]


def test_that_the_keys_of_undo_are_left_to_the_program(panel, qtbot):
    panel.activateWindow()
    panel.about_data.setFocus()
    QTest.keyClicks(panel.about_data, "One")
    asked = []
    from PySide6.QtGui import QKeySequence, QShortcut

    shortcut = QShortcut(QKeySequence("Ctrl+Z"), panel)
    shortcut.activated.connect(lambda: asked.append("undo"))
    qtbot.waitUntil(panel.about_data.hasFocus)
    QTest.keyClick(panel.about_data, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert asked == ["undo"]
    assert panel.about_data.toPlainText() == "One"


def test_that_rich_text_is_pasted_as_plain_text(panel, workspace):
    mime = QMimeData()
    mime.setHtml("<b>bold</b>")
    mime.setText("bold\r\nlines")
    QGuiApplication.clipboard().setMimeData(mime)
    panel.about_data.paste()
    assert notes(workspace).data == "bold\nlines"
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/x.csv")])
    assert not panel.about_data.acceptDrops()


def test_that_a_note_has_a_length_and_whole_characters(panel, workspace):
    panel.about_data.setPlainText("x" * (LONGEST + 10))
    assert notes(workspace).data == "x" * LONGEST == panel.about_data.toPlainText()
    assert as_note("a\ud800\x00b\u2028c\td") == "ab\nc\td"


def test_that_all_classes_together_have_no_point(qtbot, panel, workspace):
    sample = sample_by_id("iris")
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((sample.path,), roles=sample.roles))
    assert not panel.about_point.isEnabled()
    assert note_at(workspace.snapshot, workspace.snapshot.point) is None
    workspace.ask(NotePoint("Nowhere"))
    assert notes(workspace) == Notes()
    workspace.ask(NoteData("Flowers"))
    assert panel.about_data.toPlainText() == "Flowers"


def test_that_a_note_at_no_number_is_found_again():
    one = PointNote("s", "ill", float("nan"), "Nobody")
    found = Notes().with_point(one).with_point(PointNote("s", "ill", float("nan"), "All"))
    assert [note.text for note in found.points] == ["All"]
    assert not found.with_point(PointNote("s", "ill", float("nan"), ""))
    assert Choices(notes=found).of_any_score().notes is found
