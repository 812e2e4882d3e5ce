"""A label whose words change in each frame of a drag."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from evalgui.gui.panels.steady_label import SteadyLabel

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def test_that_words_are_found_once_they_are_painted_or_asked_for(qtbot: QtBot) -> None:
    label, found = SteadyLabel("name", "What it is"), []
    qtbot.addWidget(label)
    label.resize(200, 20)

    def words(number: int) -> str:
        found.append(number)
        return f"at {number}"

    for number in range(5):
        label.tell(partial(words, number))
    assert found == []
    label.grab()
    assert found == [4]
    assert label.text() == "at 4"
    assert label.accessibleDescription() == "at 4"
    assert found == [4]


def test_that_other_words_replace_those_that_nobody_asked_for(qtbot: QtBot) -> None:
    label = SteadyLabel("name", "What it is")
    qtbot.addWidget(label)
    label.tell(lambda: "later")
    label.set_text("now")
    assert label.text() == "now"
    assert label.accessibleDescription() == "now"
