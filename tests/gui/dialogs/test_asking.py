"""Dialogs that ask for a few fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel

from evalgui.gui.dialogs.asking import AskingDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_that_a_long_note_is_whole_where_the_screen_is_too_narrow_for_the_dialog(
    qtbot: QtBot,
) -> None:
    dialog = AskingDialog("asked", "Asked", "A word and another. " * 40, None)
    qtbot.addWidget(dialog)
    dialog.form.addRow("x" * 60, QLabel("y" * 60))
    dialog.show()
    qtbot.waitExposed(dialog)
    assert dialog.note.height() >= dialog.note.heightForWidth(dialog.note.width())
