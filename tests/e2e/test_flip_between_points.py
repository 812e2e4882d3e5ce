"""A and B, what flips between them, a walk through the errors, and a number as a sentence."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from evalgui.core.flipping import flips
from evalgui.core.requests import ApplyRule, Prespecify, SetLocked, SetThreshold
from evalgui.core.vocabulary import words_in
from evalgui.gui import panes
from evalgui.gui.models.provenance_words import where_and_how
from evalgui.gui.results.tree_columns import ColumnOf

NO_KEY, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def press(program, key, modifiers=NO_KEY):
    QTest.keyClick(program.window, key, modifiers)


def test_that_two_points_are_compared_row_by_row(program):
    program.open_sample("clinical")
    window, model = program.window, program.window.predictions.model
    window.plots.setFocus()
    ways = [window.actions_by_id[name] for name in ("flip", "show_flips")]
    assert not any(way.isEnabled() for way in ways)  # nor are the buttons
    press(program, Qt.Key.Key_2, CONTROL)
    first = program.snapshot.point.threshold
    press(program, Qt.Key.Key_3, CONTROL)
    second = program.snapshot.point.threshold
    assert first != second
    assert all(way.isEnabled() for way in ways)

    press(program, Qt.Key.Key_QuoteLeft)
    assert program.snapshot.point.threshold == first
    found = flips(program.snapshot)
    assert window.threshold_bar.flips.what.text() == f"What flips: {found.n} rows"
    QTest.mouseClick(window.threshold_bar.flips.what, LEFT)
    program.qtbot.waitUntil(lambda: model.rowCount() == found.n)
    by_class = f"({found.positives} positive, {found.negatives} negative)"
    assert window.predictions.status.text().endswith(by_class)
    before = [model.look(place, model.outcome_column)[0] for place in range(found.n)]
    press(program, Qt.Key.Key_QuoteLeft)
    after = [model.look(place, model.outcome_column)[0] for place in range(found.n)]
    assert model.rowCount() == found.n
    assert all(one != other for one, other in zip(before, after, strict=True))
    window.predictions.clear_filter()

    scores, truth = program.snapshot.score.values, program.snapshot.dataset.truth
    press(program, Qt.Key.Key_F8)
    press(program, Qt.Key.Key_F8)
    [row] = window.predictions.selected_rows(5)
    wrong = (scores >= second) != (truth == program.snapshot.positive)
    if not program.snapshot.score.higher_is_positive:
        wrong = (scores <= second) != (truth == program.snapshot.positive)
    nearest = np.argsort(np.where(wrong, np.abs(scores - second), np.inf), kind="stable")
    assert row == nearest[1] + 1
    press(program, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert window.predictions.selected_rows(5) == [nearest[0] + 1]
    assert window.predictions.status.text().startswith(f"Error 1 of {int(wrong.sum())}: ")

    press(program, Qt.Key.Key_P)
    assert program.snapshot.choices.pinned == second
    press(program, Qt.Key.Key_P)
    assert program.snapshot.choices.pinned is None


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_that_a_number_is_copied_with_its_proof_and_leads_to_its_rows(program):
    program.open_sample("clinical")
    window = program.window
    program.workspace.ask(ApplyRule("youden"))
    tree, model = window.metrics.tree, window.metrics.model
    index = model.index_of("TPR")
    tree.scrollTo(index)
    tree.setFocus()
    QTest.mouseClick(tree.viewport(), LEFT, NO_KEY, tree.visualRect(index).center())
    QTest.keyClick(tree, Qt.Key.Key_C, CONTROL)
    sentence = QGuiApplication.clipboard().text()
    value = model.data(index.siblingAtColumn(ColumnOf.VALUE))
    fraction = model.data(index.siblingAtColumn(ColumnOf.DETAIL))
    assert sentence.startswith(f"{model.data(index)} {value} ({fraction}; 95")
    assert "chosen on these data by the rule" in sentence

    tree.customContextMenuRequested.emit(tree.visualRect(index).center())
    menu = window.metrics.findChild(QMenu, "metrics_menu")
    window.metrics.copies.rows_of_n.trigger()
    menu.close()
    n = program.snapshot.point.counts.actual_positives
    program.qtbot.waitUntil(lambda: window.predictions.model.rowCount() == n)

    view = window.confusion.matrix_view
    view.setFocus()
    QTest.mouseClick(view, LEFT, NO_KEY, view.cell_rect(0, 1).center())
    QTest.keyClick(view, Qt.Key.Key_C, CONTROL)
    missed = program.snapshot.point.counts.fn
    assert QGuiApplication.clipboard().text().startswith(f"{missed} false negative")


def test_that_every_copy_says_how_the_line_came_there(program):
    program.open_sample("clinical")
    window, workspace = program.window, program.workspace
    numbers, tree = window.place(panes.DECISION).pane.numbers, window.metrics.tree
    numbers.setCurrentIndex(numbers.model().index(0, 0))
    tree.setCurrentIndex(window.metrics.model.index_of("TPR"))
    start = program.snapshot.point
    low, high = program.snapshot.ranking.table.steps.interval(start.row)
    said = set()
    for step in (
        lambda: None,
        lambda: workspace.ask(Prespecify()),
        lambda: workspace.ask(ApplyRule("youden")),
        lambda: workspace.ask(SetThreshold(low + (high - low) / 2)),
        lambda: workspace.ask(SetLocked(is_locked=True)),
        workspace.history.undo,
        workspace.history.undo,
        workspace.history.undo,
    ):
        step()
        assert program.snapshot.point.counts == start.counts  # no number changes
        where = where_and_how(program.snapshot, words_in(program.snapshot.choices.vocabulary))
        for widget in (numbers, tree, window.confusion.matrix_view):
            QGuiApplication.clipboard().clear()
            widget.setFocus()
            QTest.keyClick(widget, Qt.Key.Key_C, CONTROL)
            assert QGuiApplication.clipboard().text().endswith(where)
        said.add(where)
    assert len(said) == 4
