"""Whole numbers that doubles cannot tell apart are shown and typed in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt

from evalgui.core.curves import ERROR_RATES
from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.gui.panels.threshold_bar import ThresholdBar
from evalgui.gui.plots.kinds import plot_of
from tests.support.locales import use_numbers
from tests.support.plots import plot_of_bars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot

SPACE = "\N{NARROW NO-BREAK SPACE}"
BASE = 12345678901234567890


def grouped(number: int) -> str:
    return f"{number:,}".replace(",", SPACE)


@pytest.fixture(autouse=True)
def point_as_decimal_sign() -> Iterator[None]:
    use_numbers("en")
    yield
    use_numbers("en")


@pytest.fixture
def snapshot() -> Snapshot:
    score = Score("s", np.arange(40.0), base=BASE)
    truth = (np.arange(40) >= 20).astype(np.int8)
    return resolve(Inputs(Dataset("large", ("0", "1"), truth, 1, (score,)), threshold=20.0))


def test_that_the_bar_shows_and_takes_every_digit(qtbot: QtBot, snapshot: Snapshot) -> None:
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    bar.show_snapshot(EMPTY, snapshot)
    field = bar.spin_box.lineEdit()
    assert field.text() == str(BASE + 20)
    asked: list[float] = []
    bar.threshold_requested.connect(asked.append)
    for typed in (f"{BASE + 7}", f"{BASE + 7}.5", "12 345 678 901 234 567 899"):
        field.setText(typed)
        field.setModified(True)
        qtbot.keyClick(bar.spin_box, Qt.Key.Key_Return)
    assert asked == [7.0, 8.0, 9.0]


@pytest.mark.parametrize("make", [plot_of_bars, lambda: plot_of(ERROR_RATES)])
def test_that_axis_and_read_out_have_every_digit(qtbot: QtBot, snapshot: Snapshot, make) -> None:
    plot = make()
    qtbot.addWidget(plot)
    plot.resize(900, 400)
    plot.show_snapshot(EMPTY, snapshot)
    step, places = plot.x_axis.ticks(0.0, 39.0, 800.0)
    texts = [plot.x_axis.tick_text(place, step) for place in places]
    assert len(texts) >= 2
    assert texts == [grouped(BASE + int(place)) for place in places]
    step, places = plot.x_axis.ticks(3.1, 4.2, 800.0)  # zoomed in: no digit is repeated
    assert [plot.x_axis.tick_text(place, step) for place in places] == [grouped(BASE + 4)]
    assert f"at {grouped(BASE + 20)}" in plot.canvas.accessibleDescription()
