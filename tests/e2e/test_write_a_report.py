"""File > Export > Report: chosen, written in the background, read back, refused in words."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from evalgui.core.requests import NoteData, NotePoint
from evalgui.gui.reporting import commands
from evalgui.io.reporting import report_file
from evalgui.io.writers.evaluation import evaluation

if TYPE_CHECKING:
    from evalgui.core.progress import Watch


def dialog_of(program):
    program.window.actions_by_id["export_report"].trigger()
    (dialog,) = [
        one
        for one in program.window.findChildren(commands.QObject, "report_dialog")
        if one.isVisible()
    ]
    return dialog


def write(program, dialog, path):
    dialog.write_button.click()
    (chooser,) = dialog.findChildren(QFileDialog, "report_file_dialog")
    chooser.fileSelected.emit(str(path))
    chooser.close()
    program.qtbot.waitUntil(dialog.bar.isHidden)


def check(dialog, section, *, wanted):
    for row in range(dialog.sections.count()):
        item = dialog.sections.item(row)
        if item.data(Qt.ItemDataRole.UserRole) == section:
            item.setCheckState(Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)


def parsed(path):
    return ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - our own


def test_that_a_report_is_chosen_written_and_opened_on_demand_alone(program, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    program.workspace.ask(NoteData("Intended use: a second reading\n<b>two</b> sites"))
    program.workspace.ask(NotePoint("Agreed by all"))
    dialog = dialog_of(program)
    assert "second reading" in dialog.notes.toPlainText()
    assert "Agreed by all" in dialog.notes.toPlainText()
    check(dialog, "exact", wanted=False)
    path = tmp_path / "r.html"
    write(program, dialog, path)
    assert dialog.message.text().startswith("Written: r.html, with ")
    page = parsed(path)
    sections = {one.get("id") for one in page.iter() if one.tag.endswith("}section")}
    assert "comparison" in sections
    assert "exact" not in sections
    told = "".join(page.itertext())
    assert "a second reading" in told
    assert "<b>two</b> sites" in told
    assert "Agreed by all" in told
    assert "adjusted by Holm" in told
    numbers = evaluation(program.snapshot)
    shown = {one.get("data-of"): one.get("value") for one in page.iter() if one.get("data-of")}
    for metric_id in ("TPR", "TNR", "PPV", "NPV"):
        value = shown[f"metrics.{metric_id}.value"]
        assert float(value) == numbers["metrics"][metric_id]["value"]
    assert opened == []
    assert dialog.open_button.isVisible()
    dialog.open_button.click()
    assert opened == [str(path)]
    # What was chosen is there again, but for what the next report is about.
    dialog.close()
    again = dialog_of(program)
    assert "exact" not in again.wanted().sections
    again.close()


def test_that_a_card_is_written_as_pdf(program, tmp_path):
    program.open_sample("tharwat-2018")
    dialog = dialog_of(program)
    dialog.format.setCurrentIndex(dialog.format.findData(".pdf"))
    dialog.card.setChecked(True)
    assert not dialog.sections.isEnabled()
    write(program, dialog, tmp_path / "card.pdf")
    assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF-")
    dialog.close()


def test_that_what_cannot_be_written_is_said_in_the_dialog(program, tmp_path):
    program.open_sample("tharwat-2018")
    dialog = dialog_of(program)
    write(program, dialog, tmp_path / "no" / "where" / "r.html")
    assert "there is no such folder" in dialog.message.text()
    assert not dialog.open_button.isVisible()
    assert list(tmp_path.glob("*.html")) == []
    dialog.close()


@pytest.mark.parametrize("by_closing", [False, True])
def test_that_writing_is_given_up_and_leaves_nothing(by_closing, program, tmp_path, monkeypatch):

    begun = []

    def endless(_report, _path, watch: Watch):
        begun.append(True)
        while True:
            watch.step(0.5, "laying out pages")

    monkeypatch.setattr(report_file, "write", endless)
    program.open_sample("tharwat-2018")
    dialog = dialog_of(program)
    dialog.write_button.click()
    (chooser,) = dialog.findChildren(QFileDialog, "report_file_dialog")
    chooser.fileSelected.emit(str(tmp_path / "r.html"))
    chooser.close()
    program.qtbot.waitUntil(lambda: bool(begun) and dialog.cancel_button.isVisible())
    assert not dialog.write_button.isEnabled()
    if by_closing:
        dialog.close()
    else:
        dialog.cancel_button.click()
        assert dialog.message.text() == "Nothing was written"
        assert dialog.write_button.isEnabled()
        dialog.close()
    assert not (tmp_path / "r.html").exists()


def test_that_without_data_there_is_nothing_to_report(program):
    assert not program.window.actions_by_id["export_report"].isEnabled()
