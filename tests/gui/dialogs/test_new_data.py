"""What the dialog of File > New calls what is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.dialogs.new_data import NewDataDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def labels_of(page: QWidget) -> set[str]:
    return {label.text().replace("&", "") for label in page.findChildren(QLabel)}


@pytest.mark.parametrize("vocabulary", Vocabulary)
def test_that_sides_and_classes_are_called_as_in_the_matrix(
    qtbot: QtBot, vocabulary: Vocabulary
) -> None:
    dialog, words = NewDataDialog(), words_in(vocabulary)
    qtbot.addWidget(dialog)
    dialog.set_vocabulary(vocabulary)
    sides = [side.capitalize() for side in words.axes]
    names = [name.capitalize() for name in (words.positive, words.negative)]
    said = labels_of(dialog.counts)
    assert said >= {f"{side}: {name}" for side in sides for name in ("positive", "negative")}
    assert said >= {f"{name} class:" for name in names} | set(words.shorts)
    assert f"{names[0]} class:" in labels_of(dialog.matrix)
    header = dialog.matrix.grid.horizontalHeaderItem
    shown = [item.text() for item in map(header, range(4)) if item is not None]
    assert shown == [f"{sides[0]} class", *(f"{sides[1]}: class {k}" for k in (1, 2, 3))]


def test_that_every_field_has_a_key_of_its_own(qtbot: QtBot) -> None:
    dialog = NewDataDialog()
    qtbot.addWidget(dialog)
    for vocabulary in Vocabulary:
        dialog.set_vocabulary(vocabulary)
        tabs = [dialog.tabs.tabText(place) for place in range(3)]
        for page in (dialog.counts, dialog.matrix, dialog.by_row):
            titles = [*tabs, "&Open", "&Clear", *(one.text() for one in page.findChildren(QLabel))]
            keys = [title[title.index("&") + 1].lower() for title in titles if "&" in title]
            assert len(keys) == len(set(keys))
