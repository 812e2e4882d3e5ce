"""The bar below everything gives way to a narrow window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from evalgui.core.snapshot import EMPTY, resolve
from evalgui.gui.actions import ACTIONS
from evalgui.gui.panels.threshold_bar import ThresholdBar
from tests.gui.models.tables import make_dataset, snapshot_of
from tests.gui.plots.bench import make_snapshot

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_that_buttons_without_room_are_not_shown(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    bar = ThresholdBar(window)
    bar.show_snapshot(EMPTY, snapshot_of(make_dataset(), 0.5))
    bar.resize(1600, bar.height())
    window.show()
    qtbot.waitExposed(window)
    extras = [*bar._rules.values()]
    assert all(part.isVisible() for part in extras)
    least = bar.minimumSizeHint().width()
    bar.resize(least, bar.height())
    assert bar.width() == least
    assert not any(part.isVisible() for part in extras)
    bar.resize(least + bar._room_of(extras[0]), bar.height())
    assert [part.isVisible() for part in extras] == [True, *[False] * (len(extras) - 1)]
    assert bar.minimumSizeHint().width() == least


def test_that_the_counts_of_many_rows_leave_the_window_as_narrow_as_it_is(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    bar = ThresholdBar(window)
    bar.show_snapshot(EMPTY, snapshot_of(make_dataset(), 0.5))
    bar.show_counts(shown=False)
    needed = bar.minimumSizeHint().width() + sum(map(bar._room_of, bar._extras))
    bar.resize(needed, bar.height())
    window.show()
    qtbot.waitExposed(window)
    last_rule = list(bar._rules.values())[-1]
    assert last_rule.isVisible()
    bar.show_counts(shown=True)
    assert bar.counts.isVisible()
    assert not last_rule.isVisible()
    assert bar.minimumSizeHint().width() <= bar.width()
    bar.show_counts(shown=False)
    assert last_rule.isVisible()


def test_that_a_locked_field_says_so_when_something_is_typed(qtbot: QtBot) -> None:
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    free = snapshot_of(make_dataset(), 0.5)
    locked = resolve(replace(free.inputs, is_locked=True), free)
    bar.show_snapshot(EMPTY, free)
    bar.show_snapshot(free, locked)
    bar.show()
    field, shown = bar.spin_box, bar.spin_box.text()
    qtbot.keyClick(field, Qt.Key.Key_Left)
    assert field.message.isHidden()
    with qtbot.assertNotEmitted(bar.threshold_requested):
        qtbot.keyClicks(field, "7")
    assert field.text() == shown
    assert not field.message.isHidden()
    assert "locked" in field.message.text()
    assert "locked" in field.accessibleDescription()


@pytest.mark.parametrize(
    ("factor", "shown"),
    [(1.0, {"eer", "youden", "half", "middle"}), (100.0, {"eer", "youden"})],
)
def test_that_rules_of_probabilities_have_buttons_for_probabilities_alone(
    qtbot: QtBot, factor: float, shown: set[str]
) -> None:
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    bar.resize(2_000, bar.height())
    bar.show()
    truth = np.arange(20) % 2
    probabilities = make_snapshot(np.linspace(0.05, 0.95, 20), truth)
    scaled = make_snapshot(factor * np.linspace(0.05, 0.95, 20), truth)
    bar.show_snapshot(EMPTY, probabilities)
    bar.show_snapshot(probabilities, scaled)
    assert {rule.id for rule, button in bar._rules.items() if button.isVisible()} == shown
    offered = {one.id.removeprefix("rule_") for one in ACTIONS if one.rule and one.enabled(scaled)}
    assert offered == shown
