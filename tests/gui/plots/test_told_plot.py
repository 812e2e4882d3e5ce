"""What a screen reader is told of a plot, and the table that lies beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest

from evalgui.core.curves import curve_by_id
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.table_beside import TableBeside
from tests.gui.plots.bench import TEXTBOOK_SCORES, make_snapshot
from tests.support.plots import plot_of_bars, plot_of_dots

if TYPE_CHECKING:
    from collections.abc import Iterator

ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole
ROC, FAR_FRR = curve_by_id("roc"), curve_by_id("far-frr")
SPACE = "\N{NARROW NO-BREAK SPACE}"


@pytest.fixture
def said(monkeypatch) -> Iterator[list[str]]:
    """What is said aloud to a screen reader, which is there."""
    told: list[str] = []

    def update(event) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            told.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", update)
    QAccessible.setActive(True)
    yield told
    QAccessible.setActive(False)


def textbook(threshold):
    return make_snapshot(*zip(*TEXTBOOK_SCORES, strict=True), threshold=threshold)


def table_beside(plot):
    """Return the table beside a plot; None while there is none."""
    return plot.findChild(TableBeside)


def test_that_a_plot_is_a_chart_with_a_name_and_all_in_words(bench):
    b = bench(plot_of(ROC), textbook(0.6))
    spoken = QAccessible.queryAccessibleInterface(b.plot.canvas)
    assert spoken.role() is QAccessible.Role.Chart
    assert spoken.childCount() == 0
    assert spoken.text(QAccessible.Text.Name) == "ROC plot"
    told = spoken.text(QAccessible.Text.Description).replace(SPACE, " ")
    for words in (
        "AUC 0.",
        "at 0.6",
        "Across: False positive rate from 0.0 % to 100.0 %",
        "Up: True positive rate from 0.0 % to 100.0 %",
        "T shows it as a table",
    ):
        assert words in told


@pytest.mark.parametrize("make", [lambda: plot_of(FAR_FRR), plot_of_bars], ids=["curve", "bars"])
def test_that_lines_are_named_in_the_words_of_another_field_once_it_is_chosen(bench, make):
    b = bench(make(), textbook(0.6))
    for vocabulary in (Vocabulary.CLINICAL, Vocabulary.MACHINE_LEARNING):
        b.plot.set_vocabulary(vocabulary)
        fresh = bench(make(), textbook(0.6))
        fresh.plot.set_vocabulary(vocabulary)
        fresh.plot.render_ranking()
        told = b.plot.canvas.accessibleDescription()
        assert "Lines: " in told
        assert told == fresh.plot.canvas.accessibleDescription()
        names = {row.name for row in b.plot.picture.table()}
        assert names == {row.name for row in fresh.plot.picture.table()}


def test_that_the_lines_are_named_where_there_are_more(bench):
    b = bench(plot_of(FAR_FRR), textbook(0.6))
    assert "Lines: FAR and FRR." in b.plot.canvas.accessibleDescription()


def test_that_a_key_leads_to_the_table_and_escape_back(bench):
    b = bench(plot_of(ROC), textbook(0.6))
    b.plot.activateWindow()
    b.plot.canvas.setFocus()
    assert table_beside(b.plot) is None  # nothing is made while nobody asks
    QTest.keyClick(b.plot.canvas, Qt.Key.Key_T)
    table = table_beside(b.plot)
    assert b.plot.focusWidget() is table
    assert table.accessibleName() == "ROC as a table"
    model = table.model()
    n_points = sum(len(part.x) for part in b.plot.picture.table())
    assert model.rowCount() == 1 + n_points
    ranking, at = b.snapshot.ranking, b.snapshot.point
    fpr = 100 * at.counts.fp / ranking.table.n_negative
    named = table.currentIndex().siblingAtColumn(1).data(ACCESSIBLE).replace(SPACE, " ")
    assert named == f"Operating point, False positive rate: {fpr:.1f} %"
    last = [model.index(n_points, column).data().replace(SPACE, " ") for column in range(3)]
    assert last == ["ROC", "100.0 %", "100.0 %"]
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert b.plot.focusWidget() is b.plot.canvas
    assert not table.is_in_front
    assert not table.hasFocus()


@pytest.mark.parametrize("plot", [plot_of_bars, plot_of_dots, lambda: plot_of(FAR_FRR)])
def test_that_the_threshold_is_the_first_row(bench, plot):
    b = bench(plot(), textbook(0.6))
    b.plot.told.open_table()
    model = table_beside(b.plot).model()
    first = [model.index(0, column).data() for column in range(3)]
    assert first[0] == "Threshold"
    assert "0.6" in first[1:]


def test_that_no_cell_of_a_table_is_without_a_name(bench):
    for make in (plot_of_bars, plot_of_dots, lambda: plot_of(FAR_FRR), lambda: plot_of(ROC)):
        b = bench(make(), textbook(0.6))
        b.plot.told.open_table()
        model = table_beside(b.plot).model()
        heads = [model.headerData(one, Qt.Orientation.Horizontal) for one in range(3)]
        assert all(heads)
        for row in range(model.rowCount()):
            for column in range(3):
                name = model.index(row, column).data(ACCESSIBLE)
                assert name.startswith(model.index(row, 0).data())
                assert column == 0 or f", {heads[column]}: " in name


def test_that_what_moves_is_said_once_a_second_where_the_keys_are(bench, said, qtbot):
    b = bench(plot_of(ROC), textbook(0.6))
    b.plot.activateWindow()
    b.plot.canvas.setFocus()
    qtbot.waitUntil(b.plot.canvas.hasFocus)
    said.clear()
    b.plot.told._soon._pause.stop()
    for threshold in (0.5, 0.4, 0.55, 0.7):
        b.show(textbook(threshold))
    assert len(said) == 1
    assert said[0].endswith("at 0.5")
    qtbot.waitUntil(lambda: len(said) > 1)
    assert len(said) == 2
    assert said[1].endswith("at 0.7")


def test_that_the_table_lies_beside_the_plot_for_a_screen_reader(bench, said):
    b = bench(plot_of(ROC), textbook(0.6))
    spoken = QAccessible.queryAccessibleInterface(b.plot)
    parts = [spoken.child(place) for place in range(spoken.childCount())]
    roles = [part.role() for part in parts]
    assert roles.index(QAccessible.Role.Table) == roles.index(QAccessible.Role.Chart) - 1
    table = parts[roles.index(QAccessible.Role.Table)]
    assert table.text(QAccessible.Text.Name) == "ROC as a table"
    assert not table.state().invisible
    assert said == []  # the keys are elsewhere


def test_that_a_screen_reader_that_comes_later_finds_the_table(bench, qtbot):
    b = bench(plot_of(ROC), textbook(0.6))
    assert table_beside(b.plot) is None
    QAccessible.setActive(True)
    spoken = QAccessible.queryAccessibleInterface(b.plot.canvas)
    assert spoken.text(QAccessible.Text.Name) == "ROC plot"
    qtbot.waitUntil(lambda: table_beside(b.plot) is not None)
    assert table_beside(b.plot).model().rowCount()
    QAccessible.setActive(False)


def test_that_nothing_is_told_while_nobody_listens(bench, monkeypatch):
    b = bench(plot_of(ROC), textbook(0.6))
    found = []
    monkeypatch.setattr(type(b.plot.told), "description", lambda _told: found.append(1) or "")
    monkeypatch.setattr(type(b.plot.main), "moving_layers", lambda _main: found.append(2) or ())
    for threshold in (0.5, 0.4, 0.55, 0.7):
        b.show(textbook(threshold))
    assert found == []
    assert table_beside(b.plot) is None
