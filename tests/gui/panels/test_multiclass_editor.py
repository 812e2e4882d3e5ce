"""The settings of the measures of K classes, driven with mouse and keys."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from shiboken6 import isValid

from evalgui.core.dataset import Dataset
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.core.snapshot import EMPTY, Inputs, Snapshot, resolve
from evalgui.gui.panels.metrics_panel import MetricsPanel
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.gui.theme import DARK, LIGHT
from tests.gui.models.tables import make_classes, make_dataset, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.gui.panels.class_choice import ClassChoiceDialog

LEFT = Qt.MouseButton.LeftButton
NO_KEY = Qt.KeyboardModifier.NoModifier


class Answering:
    """A panel whose requests are answered, as the workspace does."""

    def __init__(self, panel: MetricsPanel, snapshot: Snapshot) -> None:
        self.panel, self.snapshot = panel, EMPTY
        self.asked: list[MulticlassSettings] = []
        panel.multiclass_requested.connect(self.answer)
        self.show(snapshot)

    def show(self, snapshot: Snapshot) -> None:
        old, self.snapshot = self.snapshot, snapshot
        self.panel.show_snapshot(old, snapshot)

    def answer(self, settings: MulticlassSettings) -> None:
        self.asked.append(settings)
        self.show(resolve(replace(self.snapshot.inputs, multiclass=settings), self.snapshot))

    @property
    def editor(self):
        return self.panel.multiclass

    @property
    def dialog(self) -> ClassChoiceDialog:
        opened: ClassChoiceDialog | None = self.panel.multiclass._choice
        assert opened is not None
        return opened

    def pick(self, kind: Over) -> None:
        """Choose an entry of the list of kinds by keys."""
        place = self.editor.over.findData(kind)
        self.editor.over.setFocus()
        QTest.keyClick(self.editor.over, Qt.Key.Key_Home)
        for _ in range(place):
            QTest.keyClick(self.editor.over, Qt.Key.Key_Down)

    def tick(self, row: int) -> None:
        """Click on the box of a row."""
        view = self.dialog.list
        area = view.visualRect(view.model().index(row, 0))
        QTest.mouseClick(view.viewport(), LEFT, NO_KEY, QPoint(area.x() + 11, area.center().y()))

    def press(self, name: str) -> None:
        """Click on a button of the dialog."""
        button = self.dialog.findChild(QPushButton, name)
        assert button is not None
        QTest.mouseClick(button, LEFT)

    def value(self, metric_id: str) -> str:
        index = self.panel.model.index_of(metric_id).siblingAtColumn(ColumnOf.VALUE)
        return str(self.panel.model.data(index))


def make_scored() -> Dataset:
    """Return the five rows of `make_classes` with one score a class."""
    scores = np.array(
        [[0.8, 0.1, 0.1], [0.4, 0.5, 0.1], [0.1, 0.8, 0.1], [0.3, 0.4, 0.3], [0.6, 0.1, 0.3]]
    )
    return replace(make_classes(), class_scores=scores)


@pytest.fixture
def panel(qtbot: QtBot) -> MetricsPanel:
    made = MetricsPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(360, 600)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def shown(panel: MetricsPanel) -> Answering:
    return Answering(panel, snapshot_of(make_scored()))


def test_that_settings_are_there_where_all_classes_are_together(
    panel: MetricsPanel, shown: Answering
) -> None:
    assert shown.editor.isVisible()
    shown.show(resolve(replace(shown.snapshot.inputs, positive=1), shown.snapshot))
    assert not shown.editor.isVisible()
    shown.show(resolve(replace(shown.snapshot.inputs, positive=None), shown.snapshot))
    assert shown.editor.isVisible()
    shown.show(snapshot_of(make_dataset()))
    assert not panel.multiclass.isVisible()


def test_that_k_is_for_scores_alone(shown: Answering) -> None:
    assert shown.editor.top_k.isVisible()
    shown.show(snapshot_of(make_classes()))
    assert shown.editor.isVisible()
    assert not shown.editor.top_k.isVisible()


def test_that_typing_k_changes_top_k_accuracy(shown: Answering) -> None:
    # ranks of the true class: 0, 1, 0, 2 (first of equals is better), 1
    assert shown.value("TOP_K") == "0.800"
    field = shown.editor.top_k
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1")
    assert shown.asked == []
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert shown.asked == [MulticlassSettings(top_k=1)]
    assert shown.value("TOP_K") == "0.400"
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert shown.value("TOP_K") == "0.800"
    assert field.maximum() == 3


def test_that_a_remembered_k_beyond_the_classes_is_shown_as_it_is(panel: MetricsPanel) -> None:
    inputs = Inputs(make_scored(), multiclass=MulticlassSettings(top_k=9))
    shown = Answering(panel, resolve(inputs))
    assert shown.editor.top_k.value() == 9
    assert shown.asked == []


def test_that_undefined_counts_as_zero_by_the_box(shown: Answering) -> None:
    # precision: cat 1/2, dog 1/2, emu 0/0
    assert shown.value("MACRO_P") == "0.500"
    words = shown.editor.scope
    assert words.text() == "Averages over all 3 classes; left out: 1 without PPV"
    assert "left out, having no PPV: &#x27;emu&#x27;" in words.toolTip()
    QTest.mouseClick(shown.editor.as_zero, LEFT, NO_KEY, QPoint(8, 10))
    assert shown.asked == [MulticlassSettings(undefined_as_zero=True)]
    assert shown.value("MACRO_P") == "0.333"
    assert words.text() == "Averages over all 3 classes; counted as 0: 1 without PPV"
    shown.show(snapshot_of(make_scored()))
    assert not shown.editor.as_zero.isChecked()


def test_that_the_kind_of_classes_is_picked_by_keys(shown: Answering) -> None:
    shown.pick(Over.TRUTH)
    assert shown.snapshot.inputs.multiclass == MulticlassSettings(Over.TRUTH)
    assert shown.editor.over.currentText() == "Classes in the truth"
    assert not shown.editor.choose_button.isVisible()


def test_that_choosing_starts_with_what_is_averaged_and_boxes_act_at_once(
    shown: Answering,
) -> None:
    before = shown.value("MACRO_R")
    shown.pick(Over.CHOSEN)
    assert shown.asked[-1] == MulticlassSettings(Over.CHOSEN, ("cat", "dog", "emu"))
    assert shown.value("MACRO_R") == before
    assert shown.editor.choose_button.isVisible()
    shown.tick(2)
    assert shown.asked[-1].chosen == ("cat", "dog")
    assert shown.editor.scope.text() == "Averages over 2 of 3 classes"
    assert shown.value("MACRO_R") == "0.750"  # cat 1/2, dog 1/1
    assert shown.dialog.words.text() == "2 of 3 chosen"
    shown.tick(2)
    assert shown.asked[-1] == MulticlassSettings(Over.CHOSEN, ("cat", "dog", "emu"))


def test_that_a_choice_is_kept_while_another_kind_is_in_force(shown: Answering) -> None:
    shown.pick(Over.CHOSEN)
    shown.tick(0)
    shown.pick(Over.PRESENT)
    shown.pick(Over.CHOSEN)
    assert shown.snapshot.inputs.multiclass == MulticlassSettings(Over.CHOSEN, ("dog", "emu"))


def test_that_no_class_at_all_is_said(shown: Answering) -> None:
    shown.pick(Over.CHOSEN)
    shown.press("check_no_class")
    assert shown.asked[-1] == MulticlassSettings(Over.CHOSEN)
    assert shown.editor.scope.text() == "Averages over none of 3 classes"
    assert shown.snapshot.overall is not None
    assert shown.snapshot.overall.measured["MACRO_P"].reason == "no class is chosen"
    shown.press("check_all_classes")
    assert shown.asked[-1].chosen == ("cat", "dog", "emu")


def two_hundred() -> Dataset:
    truth = np.arange(400) % 200
    return Dataset(
        "many", tuple(f"class {n:03}" for n in range(200)), truth, 0, predicted=truth[::-1]
    )


def test_that_two_hundred_classes_are_found_by_name(panel: MetricsPanel) -> None:
    shown = Answering(panel, snapshot_of(two_hundred()))
    shown.pick(Over.CHOSEN)
    shown.press("check_no_class")
    QTest.keyClicks(shown.dialog.search_field, "CLASS 19")
    view = shown.dialog.list
    assert view.model().rowCount() == 10
    shown.press("check_all_classes")
    assert shown.asked[-1].chosen == tuple(f"class {n}" for n in range(190, 200))
    QTest.keyClick(shown.dialog.search_field, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Space)
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert shown.asked[-1].chosen == tuple(f"class {n}" for n in range(191, 200))
    QTest.keyClick(view, Qt.Key.Key_Space)  # one of both was unchecked: both are checked
    assert len(shown.asked[-1].chosen) == 10
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert shown.asked[-1].chosen == tuple(f"class {n}" for n in range(192, 200))
    QTest.keyClick(shown.dialog.search_field, Qt.Key.Key_Escape)
    assert view.model().rowCount() == 200
    assert shown.dialog.words.text() == "8 of 200 chosen"


def test_that_classes_are_sorted_by_their_sizes(panel: MetricsPanel) -> None:
    shown = Answering(panel, snapshot_of(make_scored()))
    shown.pick(Over.CHOSEN)
    view = shown.dialog.list
    found = view.model()
    names = lambda: [found.index(row, 0).data() for row in range(found.rowCount())]  # noqa: E731
    assert names() == ["cat", "dog", "emu"]
    view.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert names()[0] == "dog"
    shown.tick(0)
    assert shown.asked[-1].chosen == ("cat", "emu")


def test_that_undo_is_followed_by_the_boxes_and_other_data_close_them(
    shown: Answering, qtbot: QtBot
) -> None:
    shown.pick(Over.CHOSEN)
    inputs = shown.snapshot.inputs
    shown.tick(0)
    shown.show(resolve(inputs, shown.snapshot))
    assert shown.dialog.model.chosen == {"cat", "dog", "emu"}
    dialog = shown.dialog
    shown.show(snapshot_of(make_classes()))
    qtbot.waitUntil(lambda: not isValid(dialog))
    assert shown.editor._choice is None
    shown.pick(Over.CHOSEN)
    assert shown.dialog.model.chosen == {"cat", "dog", "emu"}
    dialog = shown.dialog
    shown.show(resolve(replace(shown.snapshot.inputs, positive=1), shown.snapshot))
    qtbot.waitUntil(lambda: not isValid(dialog))
    assert shown.editor._choice is None


def test_that_a_hostile_name_stays_text(panel: MetricsPanel) -> None:
    names = ("<b>bold</b>", "a,b", "x" * 300)
    shown = Answering(panel, snapshot_of(make_classes(classes=names)))
    shown.pick(Over.CHOSEN)
    index = shown.dialog.list.model().index(0, 0)
    assert index.data() == "<b>bold</b>"
    assert "&lt;b&gt;" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert len(shown.dialog.list.model().index(2, 0).data()) < 50
    shown.tick(2)
    assert shown.asked[-1].chosen == names[:2]


def test_that_undo_keys_and_a_wheel_passing_by_are_left_to_others(
    shown: Answering, panel: MetricsPanel
) -> None:
    field = shown.editor.top_k
    panel.tree.setFocus()
    for widget in (field, shown.editor.over):
        middle = QPointF(widget.rect().center())
        turned = QWheelEvent(
            middle,
            widget.mapToGlobal(middle),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            NO_KEY,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, turned)
    assert shown.asked == []
    field.setFocus()
    field.stepUp()
    QTest.keySequence(field, QKeySequence(QKeySequence.StandardKey.Undo))
    assert field.value() == 3


def test_that_the_tree_keeps_its_place_when_only_values_change(shown: Answering) -> None:
    bar = shown.panel.tree.verticalScrollBar()
    bar.setValue(bar.maximum())
    place = bar.value()
    assert place > 0
    shown.editor.top_k.stepUp()
    assert shown.value("TOP_K") == "1.000"
    assert bar.value() == place


def test_that_boxes_can_be_seen_on_dark_ground(shown: Answering, panel: MetricsPanel) -> None:
    shown.pick(Over.CHOSEN)
    panel.set_theme(DARK)
    role = shown.editor.as_zero.palette().ColorRole.Window
    assert shown.editor.as_zero.palette().color(role).name() == DARK.faint_text
    assert shown.dialog.list._boxes.theme is DARK


def test_that_the_classes_are_put_in_order(qtbot: QtBot) -> None:
    classes = ("high", "low", "mid")
    truth = np.array([1, 1, 2, 2, 0, 0, 1], dtype=np.int8)
    called = np.array([1, 2, 2, 0, 0, 1, 1], dtype=np.int8)
    dataset = Dataset("grades", classes, truth, 0, predicted=called)
    panel = MetricsPanel()
    qtbot.addWidget(panel)
    panel.show()
    answering = Answering(panel, resolve(Inputs(dataset)))
    overall = answering.snapshot.overall
    assert overall is not None
    assert overall.measured["KAPPA_LINEAR"].reason == "no order of classes"
    QTest.mouseClick(answering.editor.order_button, LEFT)
    dialog = answering.editor._order
    assert dialog is not None
    assert "no order" in dialog.state.text()
    assert not dialog.forget.isEnabled()
    assert dialog.order() == classes
    dialog.list.setCurrentRow(0)
    for _step in range(2):
        QTest.mouseClick(dialog.down, LEFT)
    assert answering.asked[-1].order == dialog.order() == ("low", "mid", "high")
    assert dialog.list.currentRow() == 2
    assert "This order is used" in dialog.state.text()
    overall = answering.snapshot.overall
    assert overall is not None
    assert overall.measured["KAPPA_LINEAR"].value == 1 - 7 * 4 / (12 + 8 + 2 * 12)
    shown = panel.model.index_of("KAPPA_LINEAR").siblingAtColumn(ColumnOf.DETAIL).data()
    assert "'low', 'mid', 'high'" in shown
    QTest.mouseClick(dialog.forget, LEFT)
    assert answering.snapshot.inputs.multiclass == MulticlassSettings()
    assert "no order" in dialog.state.text()
    dialog.close()
    assert answering.editor._order is None
