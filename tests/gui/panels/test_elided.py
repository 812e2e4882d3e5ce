"""What gives way where there is little room tells the whole where the mouse rests."""

from __future__ import annotations

import html

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QToolTip, QWidget

from evalgui.gui.panels.elided import ElidedBox, ElidedButton

WORDS = "a long & <b>plain</b> text, which takes more room than there is"

LONG = WORDS.replace("&", "&&")


def made(qtbot, kind):
    window = QWidget()
    qtbot.addWidget(window)
    button = kind(window)
    button.setText(LONG)
    button.setToolTip("what it is for")
    row = QHBoxLayout(window)
    row.addWidget(button)
    row.addStretch(1)
    return window, button


def tip_of(button):
    at = button.rect().center()
    QToolTip.hideText()
    event = QHelpEvent(QEvent.Type.ToolTip, at, button.mapToGlobal(at))
    QApplication.sendEvent(button, event)
    return QToolTip.text()


@pytest.mark.parametrize("kind", [ElidedButton, ElidedBox])
def test_that_a_button_gives_way_and_tells_the_whole(qtbot, kind):
    window, button = made(qtbot, kind)
    window.resize(1200, 60)
    with qtbot.waitExposed(window):
        window.show()
    assert button.width() == button.sizeHint().width()
    assert tip_of(button) == "what it is for"
    window.resize(160, 60)
    qtbot.waitUntil(lambda: button.width() < 160)
    assert button._shown().endswith("\N{HORIZONTAL ELLIPSIS}")
    assert button.text() == LONG  # heard in full
    assert tip_of(button) == f"{html.escape(WORDS)}\nwhat it is for"
