"""The bar below everything gives way to a narrow window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from evalgui.core.snapshot import EMPTY
from evalgui.gui.panels.threshold_bar import ThresholdBar
from tests.gui.models.tables import make_dataset, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_that_rules_without_room_have_no_button(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    bar = ThresholdBar(window)
    bar.show_snapshot(EMPTY, snapshot_of(make_dataset(), 0.5))
    bar.resize(1600, bar.height())
    window.show()
    qtbot.waitExposed(window)
    buttons = list(bar._rules.values())
    assert all(button.isVisible() for button in buttons)
    least = bar.minimumSizeHint().width()
    bar.resize(least, bar.height())
    assert bar.width() == least
    assert not any(button.isVisible() for button in buttons)
    bar.resize(least + bar._room_of(buttons[0]), bar.height())
    assert [button.isVisible() for button in buttons] == [True, *[False] * (len(buttons) - 1)]
    assert bar.minimumSizeHint().width() == least
