"""Descriptions are put into words once somebody asks, or can."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from evalgui.gui.described import Described

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


class Part(Described, QWidget):
    """Something that is told about, and how often it was put into words."""

    def __init__(self) -> None:
        super().__init__()
        self.state = 0
        self.n_told = 0

    def words(self) -> str:
        self.n_told += 1
        return f"at {self.state}"


@pytest.fixture
def part(qtbot: QtBot) -> Part:
    made = Part()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def reader() -> Iterator[None]:
    """Something that reads the screen."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def drag(part: Part) -> None:
    for state in (1, 2, 3):
        part.state = state
        part.describe(part.words)


def test_that_words_are_found_once_they_are_asked_for(part: Part) -> None:
    drag(part)
    assert part.n_told == 0
    assert part.accessibleDescription() == "at 3"
    assert part.accessibleDescription() == "at 3"
    assert part.n_told == 1


def test_that_what_qt_reads_is_told_a_moment_later(part: Part, qtbot: QtBot) -> None:
    drag(part)
    qtbot.waitUntil(lambda: QWidget.accessibleDescription(part) == "at 3")
    assert part.n_told == 1
    drag(part)
    part.state = 4
    qtbot.waitUntil(lambda: QWidget.accessibleDescription(part) == "at 4")


@pytest.mark.usefixtures("reader")
def test_that_a_screen_reader_is_told_at_once_and_then_once_a_second(
    part: Part, qtbot: QtBot
) -> None:
    drag(part)
    assert part.n_told == 1
    interface = QAccessible.queryAccessibleInterface(part)
    assert interface.text(QAccessible.Text.Description) == "at 1"
    qtbot.waitUntil(lambda: interface.text(QAccessible.Text.Description) == "at 3")
    assert part.n_told == 2
    part.state = 4
    part.describe(part.words, at_once=True)
    assert interface.text(QAccessible.Text.Description) == "at 4"
