"""The table of classes, driven with mouse and keys."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.metrics import METRICS, Vocabulary
from evalgui.core.requests import SelectPositive
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.gui.panels.classes_panel import DEFAULT_COLUMNS, ClassesPanel
from evalgui.gui.plots.class_pens import class_pen
from evalgui.gui.theme import LIGHT
from evalgui.results.topics.classes import live_columns
from tests.gui.models.tables import make_classes

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot

AUC = "AUC"
LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def column_ids() -> tuple[str, ...]:
    return tuple(column.id for column in live_columns())


@pytest.fixture
def snapshot() -> Snapshot:
    return resolve(Inputs(make_classes()))


@pytest.fixture
def panel(qtbot: QtBot, snapshot: Snapshot) -> ClassesPanel:
    made = ClassesPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(600, 300)
    made.show_snapshot(EMPTY, snapshot)
    made.show()
    qtbot.waitExposed(made)
    made.table.setFocus()
    qtbot.waitUntil(made.table.hasFocus)
    return made


def names(panel: ClassesPanel) -> list[str]:
    model = panel.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def place_of(panel: ClassesPanel, row: int) -> QPoint:
    return panel.table.visualRect(panel.model.index(row, 0)).center()


def click_header(panel: ClassesPanel, column_id: str) -> None:
    header = panel.table.horizontalHeader()
    column = column_ids().index(column_id) + 1
    x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
    QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(x, header.height() // 2))


def test_that_a_click_on_a_head_sorts(panel: ClassesPanel) -> None:
    assert names(panel) == ["cat", "dog", "emu"]
    click_header(panel, "TPR")
    assert names(panel) == ["emu", "cat", "dog"]
    click_header(panel, "TPR")
    assert names(panel) == ["dog", "cat", "emu"]
    click_header(panel, "TPR")
    assert names(panel) == ["cat", "dog", "emu"]


def test_that_a_double_click_and_enter_ask_for_the_class(panel: ClassesPanel, qtbot: QtBot) -> None:
    click_header(panel, "TPR")
    with qtbot.waitSignal(panel.requested) as asked:
        QTest.mouseClick(panel.table.viewport(), LEFT, pos=place_of(panel, 0))
        QTest.mouseDClick(panel.table.viewport(), LEFT, pos=place_of(panel, 0))
    assert asked.args == [SelectPositive(2)]
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.requested) as asked:
        QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert asked.args == [SelectPositive(0)]


def test_that_the_rates_of_a_class_stand_beside_its_name(panel: ClassesPanel) -> None:
    header = panel.table.horizontalHeader()
    shown = [header.logicalIndex(place) for place in range(header.count())]
    titles = [panel.model.head(place) for place in shown if not header.isSectionHidden(place)]
    assert titles == ["Class", "TPR", "PPV", "F1", "TNR", "Support", "MCC"]


def test_that_the_selected_classes_are_copied_with_every_digit(panel: ClassesPanel) -> None:
    panel.set_columns(["support", "TPR", "PPV"])
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    heads, *lines = QGuiApplication.clipboard().text().splitlines()
    assert heads.split("\t") == [
        *("Class", "TPR", "TPR lower", "TPR upper", "PPV", "PPV lower", "PPV upper", "Support")
    ]
    rows = {line.split("\t")[0]: line.split("\t")[1:] for line in lines}
    assert rows["emu"][3:6] == ["", "", ""]  # never called
    for name, support, *counts in (("cat", "2", (1, 2), (1, 2)), ("dog", "1", (1, 1), (1, 2))):
        assert rows[name][-1] == support
        for place, (k, n) in zip((0, 3), counts, strict=True):
            value, *limits = map(float, rows[name][place : place + 3])
            assert value == k / n
            assert limits == pytest.approx(proportion_confint(k, n, method="wilson"))
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=place_of(panel, 1))
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text().splitlines()[1].startswith("dog\t1.0\t")
    QTest.keyClick(panel.table, Qt.Key.Key_A, CONTROL)
    QTest.keyClick(panel.table, Qt.Key.Key_C, CONTROL)
    assert len(QGuiApplication.clipboard().text().splitlines()) == 4


# The offscreen platform says that a menu cannot take the keyboard there.
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_that_columns_are_chosen_in_a_menu_on_the_heads(panel: ClassesPanel, qtbot: QtBot) -> None:
    assert set(panel.columns) == set(DEFAULT_COLUMNS)
    panel.table.horizontalHeader().customContextMenuRequested.emit(QPoint(5, 5))
    menu = panel.findChild(QMenu, "class_columns_menu")
    assert menu is not None
    actions = {action.objectName(): action for action in menu.findChildren(QAction)}
    assert {f"class_column_{metric.id}" for metric in METRICS} <= set(actions)
    assert actions["class_column_TPR"].isChecked()
    with qtbot.waitSignal(panel.columns_changed) as changed:
        actions["class_column_KAPPA"].trigger()
    assert set(changed.args[0]) == {*DEFAULT_COLUMNS, "KAPPA"}
    actions["class_column_TPR"].trigger()
    assert "TPR" not in panel.columns
    actions["all_class_columns"].trigger()
    assert panel.columns == column_ids()
    actions["usual_class_columns"].trigger()
    assert set(panel.columns) == set(DEFAULT_COLUMNS)
    menu.close()


def test_that_unknown_columns_of_another_version_are_left_out(panel: ClassesPanel) -> None:
    panel.set_columns(["TPR", "no such measure"])
    assert panel.columns == ("TPR",)


# The offscreen platform says that a menu cannot take the keyboard there.
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_that_the_menu_offers_what_keys_and_mouse_do(panel: ClassesPanel, qtbot: QtBot) -> None:
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=place_of(panel, 2))
    panel.table.customContextMenuRequested.emit(QPoint(5, 5))
    menu = panel.findChild(QMenu, "classes_menu")
    assert menu is not None
    assert [action.objectName() for action in menu.actions()[:4]] == [
        "assess_class",
        "copy_classes",
        "copy_classes_for_paper",
        "select_all_classes",
    ]
    with qtbot.waitSignal(panel.requested) as asked:
        menu.actions()[0].trigger()
    assert asked.args == [SelectPositive(2)]
    menu.close()


def test_that_the_class_under_assessment_is_marked(panel: ClassesPanel, snapshot: Snapshot) -> None:
    after = resolve(replace(snapshot.inputs, positive=1), snapshot)
    panel.show_snapshot(snapshot, after)
    assert panel.model.index(1, 0).data(Qt.ItemDataRole.FontRole).bold()
    panel.show_snapshot(after, resolve(replace(after.inputs, positive=None), after))
    assert panel.model.index(1, 0).data(Qt.ItemDataRole.FontRole) is None


def test_that_the_vocabulary_renames_the_heads(panel: ClassesPanel) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)
    column = column_ids().index("TPR") + 1
    head = panel.model.headerData(column, Qt.Orientation.Horizontal)
    assert head == "Sensitivity"


def test_that_a_thousand_classes_are_not_looked_at_one_by_one(
    panel: ClassesPanel, snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = np.repeat(np.arange(1000), 2)
    many = make_classes(truth.tolist(), truth[::-1].tolist(), tuple(f"c{i}" for i in range(1000)))
    after = resolve(Inputs(many))
    asked = 0
    original = type(panel.model).data

    def counting(self, index, role=0):
        nonlocal asked
        asked += 1
        return original(self, index, role)

    monkeypatch.setattr(type(panel.model), "data", counting)
    panel.show_snapshot(snapshot, after)
    panel.grab()
    click_header(panel, "F1")
    panel.grab()
    assert panel.model.rowCount() == 1000
    assert asked < 10_000


@pytest.fixture
def with_curves(panel: ClassesPanel, snapshot: Snapshot) -> ClassesPanel:
    """The panel with three classes that have a score each."""
    rows = [[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.6, 0.3], [0.3, 0.3, 0.4], [0.25, 0.4, 0.35]]
    dataset = replace(make_classes(), class_scores=np.array(rows))
    panel.show_snapshot(snapshot, resolve(Inputs(dataset)))
    return panel


def is_shown(panel: ClassesPanel, column_id: str) -> bool:
    return not panel.table.isColumnHidden(column_ids().index(column_id) + 1)


def test_that_areas_are_shown_where_classes_have_scores(
    with_curves: ClassesPanel, snapshot: Snapshot
) -> None:
    panel = with_curves
    assert is_shown(panel, AUC)
    place = column_ids().index(AUC) + 1
    areas = [panel.model.index(row, place).data() for row in range(3)]
    # cat: of 0.7 and 0.2 against 0.1, 0.3 and 0.25 four pairs of six are in order.
    assert areas == ["0.667", "1.000", "1.000"]
    panel.show_snapshot(EMPTY, snapshot)
    assert not is_shown(panel, AUC)
    assert AUC in panel.columns  # it is wanted all the same


def test_that_a_name_shows_how_its_curve_is_drawn(
    with_curves: ClassesPanel, snapshot: Snapshot
) -> None:
    model = with_curves.model
    role = Qt.ItemDataRole.DecorationRole
    colours = []
    for row in range(3):
        image = model.index(row, 0).data(role).pixmap(24, 12).toImage()
        line = [image.pixelColor(x, 6) for x in range(2, 22)]  # between the dashes is nothing
        colours.append(max(line, key=QColor.alpha).name())
    assert colours == [class_pen(place, LIGHT, 2.0).color().name() for place in range(3)]
    with_curves.show_snapshot(EMPTY, snapshot)
    assert model.index(0, 0).data(role) is None


def test_that_selected_classes_stand_out_in_the_order_of_the_choice(
    with_curves: ClassesPanel, qtbot: QtBot
) -> None:
    table = with_curves.table
    with qtbot.waitSignal(with_curves.classes_chosen) as chosen:
        QTest.mouseClick(table.viewport(), LEFT, pos=place_of(with_curves, 2))
    assert chosen.args == [[2]]
    with qtbot.waitSignal(with_curves.classes_chosen) as chosen:
        QTest.mouseClick(table.viewport(), LEFT, CONTROL, place_of(with_curves, 0))
    assert chosen.args == [[2, 0]]
    with qtbot.waitSignal(with_curves.classes_chosen) as chosen:
        QTest.mouseClick(table.viewport(), LEFT, CONTROL, place_of(with_curves, 2))
    assert chosen.args == [[0]]


def test_that_classes_chosen_elsewhere_are_selected_without_an_echo(
    with_curves: ClassesPanel, qtbot: QtBot
) -> None:
    click_header(with_curves, "TPR")
    with qtbot.assertNotEmitted(with_curves.classes_chosen):
        with_curves.show_chosen((2, 1))
    selected = with_curves.table.selectionModel().selectedRows()
    assert sorted(index.data() for index in selected) == ["dog", "emu"]
    with qtbot.assertNotEmitted(with_curves.classes_chosen):
        with_curves.show_chosen(())
    assert not with_curves.table.selectionModel().hasSelection()
