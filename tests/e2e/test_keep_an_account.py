"""The import log and the help on files, read in the window."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QPlainTextEdit, QTextBrowser


def page(program, name):
    return next(d for d in program.window.findChildren(QDialog, name) if d.isVisible())


def test_that_the_import_log_can_be_read_copied_and_saved(program, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("truth,score\n1,3\n0,1\n1,\n,4\n0,2\n", encoding="utf-8")
    program.open_path(path)
    program.window.actions_by_id["import_log"].trigger()
    shown = page(program, "import_log")
    words = shown.findChild(QPlainTextEdit).toPlainText()
    assert "rows read: 5" in words
    assert "set aside: 1: the label is missing (row 4)" in words
    assert "rows used: 4" in words
    shown.findChild(object, "import_log_copy").click()
    assert QGuiApplication.clipboard().text() == words
    shown.findChild(object, "import_log_save").click()
    target = tmp_path / "log.txt"
    asked = program.window.findChild(QFileDialog, "save_text_dialog")
    asked.fileSelected.emit(str(target))
    asked.close()
    assert target.read_text(encoding="utf-8") == words


def test_that_what_was_not_imported_has_no_log(program):
    from evalgui.io.loading import load
    from evalgui.io.samples import sample_by_id

    sample = sample_by_id("tharwat-2018")
    program.workspace.show_dataset(load(sample.path, roles=sample.roles).dataset)
    program.window.actions_by_id["import_log"].trigger()
    box = next(w for w in program.window.findChildren(QMessageBox) if w.isVisible())
    assert "were not imported" in box.text()
    box.close()


def test_that_the_help_on_files_names_the_formats(program):
    program.window.actions_by_id["help_files"].trigger()
    words = page(program, "help_files").findChild(QTextBrowser).toPlainText()
    for name in ("CSV", "Parquet", "Excel", "JSON Lines", "NumPy", "gzip"):
        assert name in words
