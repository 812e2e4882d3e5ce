"""The dialog that exports figures: its fields have the room that their words need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox

from evalgui.gui.figures.export_dialog import FigureDialog
from evalgui.gui.figures.figure import DASHBOARD, Figure
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


def test_that_a_slide_of_everything_has_a_text_that_all_its_parts_have_room_for(
    qtbot: QtBot,
) -> None:
    form = FigureForm(Figure(DASHBOARD), "svg", in_inches=False)
    qtbot.addWidget(form)
    place = next(n for n in range(form.preset.count()) if "Slide" in form.preset.itemText(n))
    form.preset.setCurrentIndex(place)
    figure = form.figure
    assert form.preset.currentIndex() == place
    assert (figure.width, figure.height) == (254.0, 143.0)
    assert figure.font_size == 10.0
    one = FigureForm(Figure("roc"), "svg", in_inches=False)
    qtbot.addWidget(one)
    one.preset.setCurrentIndex(place)
    assert one.figure.font_size == 16.0
