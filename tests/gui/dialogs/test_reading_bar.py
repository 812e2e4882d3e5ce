"""The row of choices about how a file is read."""

from __future__ import annotations

from dataclasses import replace

from evalgui.gui.dialogs.import_options import ReadingBar
from evalgui.io.meaning.reading import Reading
from evalgui.io.meaning.roles import Roles


def test_that_a_file_of_an_archive_is_chosen_beside_how_text_is_read(qtbot):
    bar = ReadingBar()
    qtbot.addWidget(bar)
    text = Reading("delimited text in zip", "utf-8", ",", header=True)
    bar.show_reading(replace(text, sheet="a.csv", sheets=("a.csv", "b.csv")), Roles())
    bar.sheet.setCurrentIndex(1)
    wanted = bar.options()
    assert (wanted.sheet, wanted.delimiter, wanted.encoding) == ("b.csv", ",", "utf-8")
    bar.show_reading(text, Roles())
    assert bar.options().sheet is None


def test_that_the_choices_may_be_narrower_than_their_words(qtbot):
    bar = ReadingBar()
    qtbot.addWidget(bar)
    bar.show_reading(Reading("delimited text", "utf-8", ",", header=True), Roles())
    assert bar.minimumSizeHint().width() < bar.sizeHint().width() - 100


def test_that_any_character_can_be_typed_as_the_separator(qtbot):
    bar = ReadingBar()
    qtbot.addWidget(bar)
    text = Reading("delimited text", "utf-8", ",", header=True)
    bar.show_reading(text, Roles())
    for typed, wanted in (("^", "^"), (";", ";"), ("::", ";"), ('"', ";")):
        asked = []
        bar.options_requested.connect(asked.append)
        bar.separator.setEditText(typed)
        bar.separator.lineEdit().editingFinished.emit()
        bar.options_requested.disconnect()
        assert [one.delimiter for one in asked] == ([typed] if typed == wanted else [])
        assert bar.options().delimiter == wanted
    bar.show_reading(replace(text, delimiter="\x1f"), Roles())
    assert (bar.separator.currentText(), bar.options().delimiter) == ("U+001F", "\x1f")
