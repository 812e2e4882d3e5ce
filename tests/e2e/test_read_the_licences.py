"""Help > About leads to the licences of all that the program rests on."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QMessageBox, QPlainTextEdit

from evalgui.gui.dialogs.messages import show_about
from evalgui.gui.dialogs.page import Page


def test_that_licences_are_read_as_plain_text(program):
    show_about(program.window)
    box = program.window.findChild(QMessageBox, "about_dialog")
    box.findChild(QAbstractButton, "about_licences").click()
    page = program.window.findChild(Page, "licences")
    text = page.findChild(QPlainTextEdit, "licences_text")
    assert text.isReadOnly()
    assert "GNU Lesser General Public License, version 3" in text.toPlainText()
    page.close()
