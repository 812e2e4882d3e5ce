"""Worked examples write numbers in one way, and what is said of them in the language spoken."""

from __future__ import annotations

import re

import pytest

from evalgui.core.languages import speak, spoken
from evalgui.core.metrics import Vocabulary
from evalgui.gui.dialogs.worked_examples import WorkedExamplesDialog
from evalgui.io.languages import language


@pytest.fixture
def german():
    before = spoken()
    speak(language("de"))
    yield
    speak(before)


def cells(dialog):
    items = map(dialog.values.topLevelItem, range(dialog.values.topLevelItemCount()))
    return [[item.text(column) for column in range(5)] for item in items]


@pytest.mark.usefixtures("german")
def test_that_all_numbers_of_an_example_have_the_decimal_sign(qtbot):
    dialog = WorkedExamplesDialog()
    qtbot.addWidget(dialog)
    dialog.set_vocabulary(Vocabulary.MACHINE_LEARNING)
    ppv = next(line for line in cells(dialog) if line[2] == "7/9")
    assert ppv[1:4] == ["0,78", "7/9", "+0,00222"]
    seen = []
    for item in dialog._items.values():
        dialog.examples.setCurrentItem(item)
        seen += cells(dialog)
    assert len(seen) > 700
    assert not [line for line in seen if "undefined" in line]
    numbers = [cell for line in seen for cell in line[1:4] if re.fullmatch("[+-]?[0-9.,]+", cell)]
    assert not [one for one in numbers if "." in one]
    assert not [line for line in seen if "rounded" in line[4]]


def test_that_english_ones_are_as_they_are_printed(qtbot):
    dialog = WorkedExamplesDialog()
    qtbot.addWidget(dialog)
    dialog.set_vocabulary(Vocabulary.MACHINE_LEARNING)
    ppv = next(line for line in cells(dialog) if line[2] == "7/9")
    assert ppv[1:4] == ["0.78", "7/9", "+0.00222"]
