"""The import log and the help on files, read in the window."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QMessageBox,
    QPlainTextEdit,
    QTreeWidget,
)

from evalgui.core.requests import SetVocabulary
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.dialogs.help_page import HelpWindow
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import OpenFiles
from tests.support.shown_data import show_dataset


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
    assert "the label is missing: row 4" in words
    assert "rows used: 4" in words
    shown.findChild(object, "import_log_copy").click()
    assert QGuiApplication.clipboard().text() == words
    shown.findChild(object, "import_log_save").click()
    target = tmp_path / "log.txt"
    asked = program.window.findChild(QFileDialog, "save_text_dialog")
    asked.fileSelected.emit(str(target))
    asked.close()
    assert target.read_text(encoding="utf-8") == words


def test_that_the_log_has_the_words_of_the_field(program, tmp_path):
    path = tmp_path / "recall.csv"
    lines = [f"{'genuine' if n % 2 else 'impostor'},{n}," for n in range(6)]
    text = "label,recall,predicted\n" + "\n".join([*lines, "genuine,,"]) + "\n"
    path.write_text(text, encoding="utf-8")
    roles = Roles(
        truth="label", scores=("recall",), predicted="", missing_scores="worst",
        higher_is_positive=False, subset='recall > 1 or label == "genuine"',
    )  # fmt: skip
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=roles))
    program.workspace.ask(SetVocabulary(Vocabulary.BIOMETRICS))
    program.window.actions_by_id["import_log"].trigger()
    words = page(program, "import_log").findChild(QPlainTextEdit).toPlainText()
    assert "\npositive: genuine" not in words
    assert "\ngenuine: genuine\n" in words
    assert "\nlower is genuine: yes\n" in words
    assert "\ndecision: none\n" in words
    assert "why: lower scores mean genuine (decided)\n" in words
    assert "it is never a match (decided)\n" in words
    assert "why: 'genuine' is the genuine class by its meaning (likely)\n" in words
    # The user's own words stay, whatever they are.
    assert "\nfile: recall.csv\n" in words
    assert "not in the subset recall > 1 or label" in words
    assert "\nscore: recall\n" in words
    assert "why: 'recall' is the score (decided)\n" in words


def test_that_what_was_not_imported_has_no_log(program):
    from evalgui.io.loading import load
    from evalgui.io.samples import sample_by_id

    sample = sample_by_id("tharwat-2018")
    show_dataset(program.workspace, load(sample.path, roles=sample.roles).dataset)
    program.window.actions_by_id["import_log"].trigger()
    box = next(w for w in program.window.findChildren(QMessageBox) if w.isVisible())
    assert "were not imported" in box.text()
    box.close()


def test_that_the_help_on_files_names_the_formats(program):
    program.window.actions_by_id["help_files"].trigger()
    words = program.window.findChild(HelpWindow).browser.toPlainText()
    for name in ("CSV", "Parquet", "Excel", "JSON Lines", "NumPy", "gzip"):
        assert name in words


def test_that_what_occurs_twice_is_said_when_the_curves_are_there(program, tmp_path):
    path = tmp_path / "twice.csv"
    rows = "".join(f"P{n // 2},{n % 4 // 2},{n}\n" for n in range(12))
    path.write_text(f"patient_id,truth,score\n{rows}", encoding="utf-8")
    told = []
    program.workspace.file_opened.connect(lambda _: told.append(program.window.findings.told))
    with program.qtbot.waitSignal(program.workspace.openings.previews.repeats_counted):
        program.open_path(path)
    assert "more than once" not in told[0]
    said = "6 ids occur more than once in 'patient_id' (12 of 12 rows)"
    assert said in program.window.findings.told
    program.window.actions_by_id["import_log"].trigger()
    assert said in page(program, "import_log").findChild(QPlainTextEdit).toPlainText()
    program.window.actions_by_id["findings"].trigger()
    tree = page(program, "findings_dialog").findChild(QTreeWidget)
    found = [tree.topLevelItem(n).text(0) for n in range(tree.topLevelItemCount())]
    assert any(words.startswith(said) for words in found)
    program.open_sample("tharwat-2018")
    assert "more than once" not in program.window.findings.told
