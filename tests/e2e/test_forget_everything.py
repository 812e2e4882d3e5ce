"""File > Forget Everything: neither files, nor folders, nor choices are left on the disk."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, QSettings
from PySide6.QtWidgets import QFileDialog, QMessageBox

from evalgui.workspace.settings import RECENT_FILES, THEME


def trigger(program, answer):
    program.window.actions_by_id["forget"].trigger()
    box = program.window.findChild(QMessageBox, "forget_dialog")
    buttons = {box.buttonRole(button): button for button in box.buttons()}
    buttons[answer].click()


def test_that_everything_about_files_is_forgotten(program, tmp_path):
    path = tmp_path / "secret" / "patients.csv"
    path.parent.mkdir()
    path.write_text("truth,score\n1,0.75\n0,0.25\n1,0.5\n0,0.125\n")
    program.open_path(path)
    settings = program.application.settings
    settings.set_value(THEME, "dark")
    program.workspace.openings.remember_choices(program.workspace.opened.loaded)
    folder = settings.folder / "imports"
    qt = QSettings(QSettings.Scope.UserScope, "QtProject")
    qt.setValue("FileDialog/history", [str(path.parent)])
    qt.setValue("FileDialog/lastVisited", str(path.parent))
    qt.sync()
    QFileDialog().setDirectory(str(path.parent))
    settings.flush()
    on_disk = [settings.folder / "evalgui.ini", Path(qt.fileName())]
    assert all("secret" in file.read_text() for file in on_disk)
    assert len(list(folder.iterdir())) == 1

    trigger(program, QMessageBox.ButtonRole.RejectRole)
    assert settings.value(RECENT_FILES) == [str(path)]
    assert len(list(folder.iterdir())) == 1

    trigger(program, QMessageBox.ButtonRole.AcceptRole)
    assert settings.value(RECENT_FILES) == []
    assert list(folder.iterdir()) == []
    assert not any("secret" in file.read_text() for file in on_disk)
    assert QFileDialog().directory() == QDir.home()
    assert settings.value(THEME) == "dark"  # how the window looks says nothing of files
    assert program.snapshot.dataset.name == "patients.csv"
