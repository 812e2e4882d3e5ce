"""The dialog that exports figures: its fields have the room that their words need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox

from evalgui.gui.figures.export_dialog import FigureDialog
from evalgui.gui.figures.figure import Figure
from evalgui.gui.figures.form import FigureForm

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_that_no_words_are_cut_in_large_letters(qtbot: QtBot) -> None:
    form = FigureForm(Figure(""), "svg", in_inches=False)
    font = form.font()
    font.setPointSizeF(font.pointSizeF() * 1.6)
    form.setFont(font)
    dialog = FigureDialog(form)
    qtbot.addWidget(dialog)
    dialog.show()
    boxes = form.findChildren(QCheckBox)
    assert boxes
    assert all(box.width() >= box.sizeHint().width() for box in boxes)
