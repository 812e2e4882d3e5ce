"""The matrix says in grey what a threshold that is looked at would change."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from evalgui.core.snapshot import EMPTY
from evalgui.core.threshold_preview import preview_at
from evalgui.gui.confusion.confusion_panel import ConfusionPanel
from evalgui.gui.look import text
from evalgui.gui.theme import LIGHT
from tests.gui.models.tables import make_dataset, moved, snapshot_of


@pytest.fixture
def snapshot():
    return snapshot_of(make_dataset(), 0.5)


@pytest.fixture
def panel(qtbot, snapshot):
    made = ConfusionPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(480, 360)
    made.show_snapshot(EMPTY, snapshot)
    made.show()
    qtbot.waitExposed(made)
    return made


def differences(before, after):
    pairs = {
        (0, 0): after.tp - before.tp,
        (0, 1): after.fn - before.fn,
        (1, 0): after.fp - before.fp,
        (1, 1): after.tn - before.tn,
    }
    signs = {True: "+", False: text.MINUS}
    return {cell: f"{signs[n > 0]}{abs(n)}" for cell, n in pairs.items() if n}


@pytest.mark.parametrize("threshold", [0.1, 0.3, 0.7, 0.95])
def test_that_the_cells_say_what_would_change(panel, snapshot, threshold):
    preview = preview_at(snapshot, threshold)
    panel.show_preview(preview)
    expected = differences(snapshot.point.counts, preview.counts)
    assert panel.would_be.words == expected
    assert panel.would_be.isVisible() == bool(expected)
    panel.show_preview(None)
    assert panel.would_be.words == {}
    assert not panel.would_be.isVisible()


def test_that_the_differences_are_from_the_threshold_as_it_now_is(panel, snapshot):
    preview = preview_at(snapshot, 0.1)
    panel.show_preview(preview)
    now = moved(snapshot, 0.8)
    panel.show_snapshot(snapshot, now)
    assert panel.would_be.words == differences(now.point.counts, preview.counts)
    panel.show_snapshot(now, moved(now, 0.1))
    assert not panel.would_be.isVisible()


def test_that_they_are_painted_inside_of_their_cells_and_leave_the_rest(panel, snapshot):
    plain = panel.matrix_view.grab().toImage()
    panel.show_preview(preview_at(snapshot, 0.1))
    marked = panel.matrix_view.grab().toImage()
    changed = [
        (x, y)
        for x in range(plain.width())
        for y in range(plain.height())
        if plain.pixel(x, y) != marked.pixel(x, y)
    ]
    assert changed
    view = panel.matrix_view
    cells = [view.cell_rect(*cell) for cell in panel.would_be.words]
    ratio = view.devicePixelRatioF()
    for x, y in changed:
        assert any(cell.contains(int(x / ratio), int(y / ratio)) for cell in cells)
    panel.resize(QSize(600, 500))
    assert panel.would_be.size() == view.size()
