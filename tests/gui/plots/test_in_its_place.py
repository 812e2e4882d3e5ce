"""Words in the place of a picture stay within it, and the mouse tells those that have no room."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGraphicsScene

from evalgui.core.curves.scales import Viewport
from evalgui.gui.plots.picture_items import InItsPlace
from evalgui.gui.theme import LIGHT

WORDS = "Are these scores probabilities?\nIf not, this threshold alone is drawn, " + "and on " * 20


@pytest.fixture
def message(qtbot):
    assert qtbot
    scene = QGraphicsScene()
    made = InItsPlace(None)
    scene.addItem(made)
    made.say(WORDS)
    yield made
    scene.clear()


def fitted(message, width, height, spare=0.0):
    message.fit(Viewport(0.0, 1.0, 0.0, 1.0, width, height), QFont(), LIGHT, spare)
    return message


def test_that_all_words_stand_where_they_have_room(message):
    assert fitted(message, 500.0, 300.0).shown == WORDS
    assert not message.toolTip()


@pytest.mark.parametrize("height", [20.0, 60.0, 100.0])
def test_that_words_without_room_are_told_by_the_mouse(message, height):
    fitted(message, 160.0, height, spare=2.0)
    assert message.shown.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert WORDS.startswith(message.shown[:-1])
    assert "probabilities?" in message.toolTip()
    one_line = message._told("x").height()
    assert message._told(message.shown).height() <= max(message._inner.height(), one_line * 1.01)


def test_that_more_room_takes_more_words(message):
    lengths = [len(fitted(message, 200.0, height).shown) for height in range(20, 400, 20)]
    assert lengths == sorted(lengths)
    assert lengths[-1] == len(WORDS)
