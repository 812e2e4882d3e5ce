"""The panel of measures, driven with mouse and keys."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QItemSelectionModel, QLocale, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.gui import text
from evalgui.gui.models.metrics_model import ColumnOf
from evalgui.gui.panels.metrics_panel import MetricsPanel, aligned
from evalgui.gui.theme import LIGHT
from tests.gui.models.tables import make_dataset, moved, snapshot_of
from tests.gui.panels.pictures import on_screen, repainted

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def snapshot() -> Snapshot:
    return snapshot_of(make_dataset(), 0.5)


@pytest.fixture
def panel(qtbot: QtBot, snapshot: Snapshot) -> MetricsPanel:
    made = MetricsPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(360, 600)
    made.show_snapshot(EMPTY, snapshot)
    made.show()
    qtbot.waitExposed(made)
    made.tree.setFocus()
    qtbot.waitUntil(made.tree.hasFocus)
    return made


def value(panel: MetricsPanel, metric_id: str) -> str:
    index = panel.model.index_of(metric_id).siblingAtColumn(ColumnOf.VALUE)
    return str(panel.model.data(index))


def test_that_values_follow_the_threshold(panel: MetricsPanel, snapshot: Snapshot) -> None:
    assert value(panel, "TPR") == "0.500"
    panel.show_snapshot(snapshot, moved(snapshot, 0.45))
    assert value(panel, "TPR") == "0.600"


def test_that_typing_filters_and_escape_shows_all(panel: MetricsPanel) -> None:
    QTest.keyClicks(panel.search_field, "hit rate")
    shown = [entry.id for section in panel.model.sections for entry in section.entries]
    assert shown == ["TPR"]
    assert panel.tree.isExpanded(panel.model.index(0, 0))
    QTest.keyClick(panel.search_field, Qt.Key.Key_Escape)
    assert panel.search_field.text() == ""
    assert panel.model.rowCount() > 5


def test_that_a_search_without_result_says_so(panel: MetricsPanel) -> None:
    assert not panel.nothing_found.isVisible()
    QTest.keyClicks(panel.search_field, "zzz")
    assert panel.nothing_found.isVisible()
    panel.search_field.clear()
    assert not panel.nothing_found.isVisible()


def test_that_down_leads_from_the_field_into_the_tree(panel: MetricsPanel, qtbot: QtBot) -> None:
    panel.focus_search()
    QTest.keyClicks(panel.search_field, "precision")
    with qtbot.waitSignal(panel.metric_selected) as chosen:
        QTest.keyClick(panel.search_field, Qt.Key.Key_Down)
    assert chosen.args == ["PPV"]
    qtbot.waitUntil(panel.tree.hasFocus)


def test_that_families_fold_by_mouse_and_stay_folded(panel: MetricsPanel) -> None:
    tree = panel.tree
    family = panel.model.index(1, 0)
    tree.setCurrentIndex(family)
    QTest.keyClick(tree, Qt.Key.Key_Left)
    assert not tree.isExpanded(family)
    panel.search_field.setText("precision")
    assert tree.isExpanded(panel.model.index(0, 0))
    panel.search_field.clear()
    assert not tree.isExpanded(panel.model.index(1, 0))
    assert tree.isExpanded(panel.model.index(0, 0))
    panel.unfold_action.trigger()
    assert tree.isExpanded(panel.model.index(1, 0))
    panel.fold_action.trigger()
    assert not tree.isExpanded(panel.model.index(0, 0))


def test_that_selected_measures_are_copied_with_every_digit(
    panel: MetricsPanel, snapshot: Snapshot
) -> None:
    panel.show_snapshot(snapshot, moved(snapshot, math.inf))
    select = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for metric_id in ("PPV", "ACC", "FNR"):
        panel.tree.selectionModel().select(panel.model.index_of(metric_id), select)
    QTest.keyClick(panel.tree, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == (
        "False negative rate\t1.0\t10/10\nPrecision\t\tno positive calls\nAccuracy\t0.5\t10/20\n"
    )


def test_that_names_follow_the_vocabulary(panel: MetricsPanel) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)
    assert panel.model.data(panel.model.index_of("TPR")) == "Sensitivity"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("0.910", "0.910"),
        ("123.4", "123.4\N{FIGURE SPACE}\N{FIGURE SPACE}"),
        (text.INFINITE, f"{text.INFINITE}\N{PUNCTUATION SPACE}" + "\N{FIGURE SPACE}" * 3),
        ("1.000e\N{MINUS SIGN}05", "1.000e\N{MINUS SIGN}05"),
    ],
)
def test_that_numbers_meet_at_the_decimal_sign(shown: str, expected: str) -> None:
    assert aligned(shown) == expected


def test_that_another_locale_changes_the_sign_and_no_copy(panel: MetricsPanel) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    assert value(panel, "TPR") == "0,500"
    assert aligned("123,4") == "123,4\N{FIGURE SPACE}\N{FIGURE SPACE}"
    panel.tree.setCurrentIndex(panel.model.index_of("TPR"))
    QTest.keyClick(panel.tree, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == "True positive rate\t0.5\t5/10\n"


def test_that_the_quick_way_of_painting_gives_the_same_picture(
    panel: MetricsPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    """After a drag only numbers are painted; painting everything must change no pixel."""
    panel.tree.setCurrentIndex(panel.model.index_of("TNR"))
    qtbot.waitUntil(lambda: on_screen(panel) == repainted(panel))
    before = on_screen(panel)
    panel.show_snapshot(snapshot, moved(snapshot, 0.85))
    qtbot.waitUntil(lambda: on_screen(panel) != before)
    assert panel.tree._number_columns != ()
    assert on_screen(panel) == repainted(panel)
    assert panel.tree._number_columns == ()


def test_that_everything_fits_the_width(panel: MetricsPanel) -> None:
    for width in (300, 360, 900):
        panel.resize(width, 600)
        panel.grab()
        header = panel.tree.header()
        assert header.length() == panel.tree.viewport().width()


def test_that_without_data_it_says_what_to_do(qtbot: QtBot, snapshot: Snapshot) -> None:
    panel = MetricsPanel()
    qtbot.addWidget(panel)
    panel.show()
    assert not panel.tree.isVisible()
    panel.show_snapshot(EMPTY, snapshot)
    assert panel.tree.isVisible()
    panel.show_snapshot(snapshot, EMPTY)
    assert not panel.tree.isVisible()
