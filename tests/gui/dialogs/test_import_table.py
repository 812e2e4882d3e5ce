"""The first rows of a file in the import dialog: as wide as what is in them, found out quickly."""

from __future__ import annotations

import pytest

from evalgui.gui.dialogs.import_table import FirstRows, Preview
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read

ROWS = "\n".join(f"{row},{'w' * row},{'long ' * row},x{row % 7}" for row in range(40))


@pytest.fixture
def table():
    header = "n,a name that is wider than all that is below it,long,"
    return read(Source.from_bytes("a.csv", f"{header}\n{ROWS}\n".encode()))


def test_that_columns_are_as_wide_as_what_is_in_them(qtbot, table):
    preview = Preview()
    qtbot.addWidget(preview)
    preview.show_table(table)
    widths = [preview.columnWidth(place) for place in range(4)]
    for place in range(4):
        preview.resizeColumnToContents(place)
    assert widths == [preview.columnWidth(place) for place in range(4)]
    assert len(set(widths)) == 4


def test_that_no_cell_is_asked_for_all_that_qt_wants_to_know_of_it(qtbot, table, monkeypatch):
    asked, plain = [], FirstRows.data
    monkeypatch.setattr(
        FirstRows, "data", lambda self, *what: asked.append(what) or plain(self, *what)
    )
    preview = Preview()
    qtbot.addWidget(preview)
    preview.show_table(table)
    assert asked == []


def test_that_no_turn_measures_more_columns_than_are_seen(qtbot):
    names = ",".join(f"m{place}" for place in range(60))
    cells = ",".join("a text that is wider than its column at first" for _ in range(60))
    preview = Preview()
    qtbot.addWidget(preview)
    preview.show_table(read(Source.from_bytes("a.csv", f"{names}\n{cells}\n".encode())))
    plain = preview.horizontalHeader().defaultSectionSize()

    def measured():
        return [place for place in range(60) if preview.columnWidth(place) != plain]

    assert measured() == [*range(12)]
    qtbot.waitUntil(lambda: measured() == [*range(50)])
