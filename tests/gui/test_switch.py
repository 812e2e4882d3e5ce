"""A switch that is on looks it, whatever the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor

from evalgui.gui import theme as themes
from evalgui.gui.confusion.heat_scale import contrast
from evalgui.gui.switch import Switch
from evalgui.gui.theme import DARK, HIGH_CONTRAST, LIGHT, Theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


def ground_of(switch: Switch) -> QColor:
    """Return the colour of a switch beside its letters."""
    picture = switch.grab().toImage()
    return picture.pixelColor(5, picture.height() // 2)


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST])
def test_that_a_switch_that_is_on_stands_out_and_can_be_read(
    qapp: QApplication, qtbot: QtBot, theme: Theme
) -> None:
    before = qapp.palette()
    try:
        themes.apply(qapp, theme)
        switch = Switch()
        qtbot.addWidget(switch)
        switch.setText("Follow")
        off = ground_of(switch)
        switch.setChecked(True)
        on = ground_of(switch)
        assert contrast(on, off) >= 1.4
        assert contrast(QColor(theme.text), on) >= 4.5
        switch.setChecked(False)
        assert ground_of(switch) == off
    finally:
        themes.apply(qapp, LIGHT)
        qapp.setPalette(before)
