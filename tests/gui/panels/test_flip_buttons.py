"""The buttons for A and B say how many rows flip, and jump nowhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QWidget

from evalgui.core.pins import Placed
from evalgui.core.provenance import typed
from evalgui.core.snapshot import EMPTY, Snapshot
from evalgui.gui.panels.flip_buttons import FlipButtons
from tests.gui.models.tables import make_dataset, moved, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton


def left_at(snapshot: Snapshot, threshold: float) -> Snapshot:
    """Return a snapshot whose threshold stood elsewhere before."""
    last = Placed(threshold, typed("some.csv", ""))
    return replace(snapshot, choices=replace(snapshot.choices, last=last))


@pytest.fixture
def buttons(qtbot: QtBot) -> FlipButtons:
    made = FlipButtons()
    qtbot.addWidget(made)
    return made


def test_that_nothing_flips_without_another_point(buttons: FlipButtons) -> None:
    buttons.show_snapshot(EMPTY, snapshot_of(make_dataset(), 0.5))
    assert (buttons.flip.isEnabled(), buttons.what.isEnabled()) == (False, False)
    assert buttons.what.text() == "What flips"


def test_that_they_say_how_many_rows_flip(buttons: FlipButtons, qtbot: QtBot) -> None:
    first = left_at(snapshot_of(make_dataset(), 0.5), 0.7)
    buttons.show_snapshot(EMPTY, first)
    assert buttons.what.text() == "What flips: 4 rows"  # 0.62, 0.6, 0.54 and 0.5
    width = buttons.what.width()
    second = left_at(moved(first, 0.7001), 0.7)
    buttons.show_snapshot(first, second)
    assert buttons.what.text() == "What flips: 1 row"
    assert buttons.what.width() == width >= buttons.what.sizeHint().width()
    with qtbot.waitSignal(buttons.flip_requested):
        QTest.mouseClick(buttons.flip, LEFT)
    with qtbot.waitSignal(buttons.rows_requested):
        QTest.mouseClick(buttons.what, LEFT)
    buttons.show_snapshot(second, replace(second, choices=replace(second.choices, last=None)))
    assert not buttons.flip.isEnabled()


def test_that_of_very_many_rows_the_share_is_said(buttons: FlipButtons) -> None:
    scores = np.linspace(0.0, 1.0, 100_000)
    one = make_dataset()
    dataset = replace(
        one,
        truth=np.arange(100_000) % 2,
        scores=(replace(one.scores[0], values=scores),),
        columns=(),
        n_rows_in_file=100_000,
    )
    buttons.show_snapshot(EMPTY, left_at(snapshot_of(dataset, 0.5), 0.25))
    assert buttons.what.text() == "What flips: 25.0\N{NARROW NO-BREAK SPACE}%"


def test_that_another_number_lays_nothing_out(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    buttons = FlipButtons()
    QHBoxLayout(window).addWidget(buttons)
    first = left_at(snapshot_of(make_dataset(), 0.5), 0.7)
    buttons.show_snapshot(EMPTY, first)
    window.show()
    qtbot.waitExposed(window)
    QCoreApplication.sendPostedEvents()
    asked: list[QEvent.Type] = []

    class Listener(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            asked.append(event.type())
            return False

    listener = Listener()
    buttons.installEventFilter(listener)
    buttons.show_snapshot(first, left_at(moved(first, 0.7001), 0.7))
    QCoreApplication.sendPostedEvents()
    assert buttons.what.text() == "What flips: 1 row"
    assert QEvent.Type.LayoutRequest not in asked
    buttons.removeEventFilter(listener)
