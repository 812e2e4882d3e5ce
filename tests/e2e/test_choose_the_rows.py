"""The data dock: roles, positive class and subgroups change, and everything follows."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QListView,
    QMessageBox,
    QPushButton,
    QToolButton,
)

from evalgui.core.requests import SetThreshold
from evalgui.gui import text
from evalgui.gui.models.columns_model import KIND, MISSING, NAME, ROLE
from evalgui.gui.panels.data_panel import account
from evalgui.io.meaning.column_roles import ColumnRole
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import OpenFiles
from tests.support.shown_data import show_dataset
from tests.support.ways_to_choose import filter_by

TEXT = "id,site,age,truth,score,other\n" + "".join(
    f"{n:03},{'AB'[n % 2]},{'' if n % 10 == 9 else 20 + n},{int(n % 3 == 0)},{n * 7 % 40},{n % 5}\n"
    for n in range(40)
)
NO_ROLE = ["\N{EN DASH}"]


def choose(combo, value):
    combo.setCurrentIndex(combo.findData(value))
    combo.activated.emit(combo.currentIndex())


@pytest.fixture
def dock(program, tmp_path):
    path = tmp_path / "sites.csv"
    path.write_text(TEXT, encoding="utf-8")
    roles = Roles(
        truth="truth", scores=("score",), predicted="", positive="1", higher_is_positive=True
    )
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=roles))
    with program.qtbot.waitSignal(program.workspace.openings.previews.columns_described):
        program.window.docks["data"].raise_()
    return program.window.data


def cells(dock, column):
    model = dock.model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def reassessed(program, ask):
    with program.qtbot.waitSignal(program.workspace.file_opened):
        ask()
    return program.snapshot.dataset


def chosen(program, ask):
    with program.qtbot.waitSignal(program.workspace.changed):
        ask()


def test_that_the_columns_are_listed_with_role_type_and_missing_cells(dock):
    assert cells(dock, NAME) == ["id", "site", "age", "truth", "score", "other"]
    assert cells(dock, ROLE) == [*NO_ROLE * 3, "truth", "score (high)", *NO_ROLE]
    whole = "whole"  # numbers, as the tip says
    assert cells(dock, KIND) == [whole, "text", whole, whole, whole, whole]
    assert cells(dock, MISSING) == ["0", "0", "4", "0", "0", "0"]


def test_that_a_role_says_why_a_column_has_it(program, dock, tmp_path):
    def why(row):
        return dock.model.index(row, ROLE).data(Qt.ItemDataRole.WhatsThisRole)

    assert why(3) == text.plain("The true class of each row\n'truth' is the truth (decided)")
    path = tmp_path / "named.csv"
    path.write_text("label,score\n1,0.5\n0,0.25\n", encoding="utf-8")
    program.open_path(path)
    assert why(0) == text.plain(
        "The true class of each row\n'label' is the truth by its name (likely)"
    )
    assert why(1) == text.plain(
        "A score: high values indicate the positive class\n"
        "'score' is the score by its name (likely)\n"
        "Higher values of 'score' are taken for positive, as is usual (likely)"
    )


def test_that_an_expression_chooses_the_rows_everywhere(program, dock):
    program.workspace.ask(SetThreshold(12.0))
    dock.subset.setFocus()
    QTest.keyClicks(dock.subset, 'site == "A" and age > 30')
    dataset = reassessed(program, lambda: QTest.keyClick(dock.subset, Qt.Key.Key_Return))
    wanted = [n for n in range(40) if n % 2 == 0 and n > 10]
    assert dataset.file_rows.tolist() == [n + 1 for n in wanted]
    assert program.window.predictions.model.rowCount() == len(wanted)
    # The threshold is the one that was chosen: subgroups are compared at it.
    point = program.snapshot.point
    assert point.threshold == 12.0
    called = [n * 7 % 40 >= 12 for n in wanted]
    true = [n % 3 == 0 for n in wanted]
    assert point.counts.tp == int(np.sum(np.logical_and(called, true)))
    assert point.counts.n == len(wanted)
    assert program.title == 'sites.csv [site == "A" and age > 30] - evalgui'
    assert "26 set aside (not in the subset" in dock.summary.text()
    # Without a word all rows are back.
    dataset = reassessed(program, dock.subset.clear)
    assert dataset.n == 40
    assert program.title == "sites.csv - evalgui"


def chip_of(program, column):
    return next(one for one in program.window.data_bar.filters.chips if one.columns == (column,))


def pressed(chip):
    return [one.text() for one in chip.findChildren(QToolButton, "filter_value") if one.isChecked()]


def test_that_a_subgroup_is_one_of_the_rows_that_are_kept(program, dock):
    dock.subset.setText("age > 30 or age < 25")
    kept = reassessed(program, lambda: QTest.keyClick(dock.subset, Qt.Key.Key_Return)).n
    counts = {}
    for site in ("B", "A"):
        counts[site] = reassessed(program, partial(filter_by, program, "site", site)).n
        assert dock.subset.text() == f'(age > 30 or age < 25) and (site == "{site}")'
        assert pressed(chip_of(program, "site")) == [site]
        rows = program.window.data_bar.rows.text()
        assert rows == f"sites.csv: {counts[site]} of 40 rows"
    assert counts["A"] + counts["B"] == kept
    undo = program.window.actions_by_id["undo"]
    assert reassessed(program, undo.trigger).n == counts["B"]
    assert pressed(chip_of(program, "site")) == ["B"]
    assert reassessed(program, partial(filter_by, program, "site", "all")).n == kept
    assert dock.subset.text() == "age > 30 or age < 25"
    assert pressed(chip_of(program, "site")) == ["all"]
    assert reassessed(program, partial(filter_by, program, "site", "A")).n == counts["A"]
    remove = chip_of(program, "site").findChild(QToolButton, "filter_remove")
    assert reassessed(program, remove.click).n == kept
    assert [one.columns for one in program.window.data_bar.filters.chips] == [("age",)]


def test_that_keys_go_through_chips_from_left_to_right(program, dock):
    reassessed(program, partial(filter_by, program, "site", "A"))
    bar, said = program.window.data_bar.filters, []
    first = bar.chips[0].buttons[0]
    program.window.activateWindow()
    first.setFocus(Qt.FocusReason.TabFocusReason)
    program.qtbot.waitUntil(first.hasFocus)
    for _ in range(5):
        said.append(QApplication.focusWidget().accessibleName())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert said == ["site: all", "site: A", "site: B", "Remove filter: site", "Add a filter"]
    assert dock.subset.text() == 'site == "A"'


def edit_filter(program, column):
    """Open what may be asked of a column whose values are many or numbers."""
    bar = program.window.data_bar.filters
    bar.add.click()
    view = bar.editor.findChild(QListView, "filter_columns")
    model = view.model()
    (index,) = (
        model.index(n, 0) for n in range(model.rowCount()) if model.index(n, 0).data() == column
    )
    view.activated.emit(index)
    program.qtbot.waitUntil(lambda: bar.editor.findChild(QPushButton, "filter_use") is not None)
    return bar.editor


def test_that_numbers_are_filtered_between_two_that_are_typed(program, dock):
    editor = edit_filter(program, "age")
    least, most = (editor.findChild(QLineEdit, f"filter_{name}") for name in ("from", "to"))
    QTest.keyClicks(least, "3O")
    QTest.keyClick(least, Qt.Key.Key_Return)
    assert editor.isVisible()  # no number
    least.setText("30")
    most.setText("41,5")
    dataset = reassessed(program, lambda: QTest.keyClick(most, Qt.Key.Key_Return))
    assert dataset.file_rows.tolist() == [n + 1 for n in range(10, 22) if n % 10 != 9]
    assert dock.subset.text() == "age >= 30 and age <= 41.5"
    chip = chip_of(program, "age")
    assert chip.words == "age: 30\N{EN DASH}41.5"
    chip.findChild(QToolButton, "filter_open").click()
    least = program.window.data_bar.filters.editor.findChild(QLineEdit, "filter_from")
    assert least.text() == "30"
    remove = program.window.data_bar.filters.editor.findChild(QPushButton, "filter_remove")
    assert reassessed(program, remove.click).n == 40
    assert not program.window.data_bar.filters.chips


def test_that_some_of_many_values_are_checked(program, tmp_path):
    path = tmp_path / "towns.csv"
    towns = ["Bern", "Basel", "Chur", "Genf", "Lyon"]
    rows = [f"{towns[n % 5]},{int(n % 3 == 0)},{n * 7 % 40}\n" for n in range(40)]
    path.write_text("town,truth,score\n" + "".join(rows), encoding="utf-8")
    program.open_path(path)
    editor = edit_filter(program, "town")
    model = editor.findChild(QListView, "filter_values").model()
    for row in (0, 3):
        model.setData(model.index(row, 0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    dataset = reassessed(program, editor.findChild(QPushButton, "filter_use").click)
    assert dataset.subset == 'town in ["Basel", "Genf"]'
    assert dataset.n == 16
    assert chip_of(program, "town").words == "town: Basel, Genf"


@pytest.mark.usefixtures("dock")
def test_that_filters_without_room_are_counted_and_still_in_reach(program):
    reassessed(program, partial(filter_by, program, "site", "A"))
    bar = program.window.data_bar.filters
    wide = bar.chips[0].width_if(is_compact=False) + 2 * bar.add.sizeHint().width()
    for width, is_seen, words in ((wide, True, "+ Filter"), (100, False, "1 filter")):
        bar.setFixedWidth(width)
        bar.resize(width, bar.height())
        assert bar.chips[0].isHidden() == (not is_seen)
        assert bar.add.text().startswith(words)
    bar.add.click()
    bar.editor.findChild(QPushButton, "hidden_filter").click()
    remove = bar.editor.findChild(QPushButton, "filter_remove")
    assert reassessed(program, remove.click).n == 40


def test_that_undo_brings_all_rows_back_and_redo_the_subset(program, dock):
    undo, redo = (program.window.actions_by_id[name] for name in ("undo", "redo"))
    program.workspace.ask(SetThreshold(12.0))
    dock.subset.setText('site == "A"')
    reassessed(program, lambda: QTest.keyClick(dock.subset, Qt.Key.Key_Return))
    program.workspace.ask(SetThreshold(20.0))
    undo.trigger()
    assert program.snapshot.point.threshold == 12.0
    assert program.snapshot.dataset.n == 20
    dataset = reassessed(program, undo.trigger)
    assert dataset.n == 40
    assert dock.subset.text() == ""
    assert program.title == "sites.csv - evalgui"
    assert dock.summary.text() == account(dataset)
    assert program.window.predictions.model.rowCount() == 40
    counts = program.snapshot.point.counts
    called = [n * 7 % 40 >= 12 for n in range(40)]
    true = [n % 3 == 0 for n in range(40)]
    assert counts.tp == int(np.sum(np.logical_and(called, true)))
    assert counts.fp == sum(called) - counts.tp
    dataset = reassessed(program, redo.trigger)
    assert dataset.n == 20
    assert dock.subset.text() == 'site == "A"'
    assert program.title == 'sites.csv [site == "A"] - evalgui'
    assert program.snapshot.point.threshold == 12.0
    redo.trigger()
    assert program.snapshot.point.threshold == 20.0
    assert not redo.isEnabled()
    undo.trigger()
    assert reassessed(program, undo.trigger).n == 40
    undo.trigger()
    assert not undo.isEnabled()


def test_that_undo_brings_the_roles_and_the_positive_class_back(program, dock):
    undo = program.window.actions_by_id["undo"]
    before = program.snapshot.ranking.value("roc_auc")
    index = dock.model.index(5, ROLE)
    dock.table.edit(index)
    editor = dock.table.findChild(QComboBox, "role_choice")
    editor.setCurrentText("score (low)")
    reassessed(program, lambda: editor.activated.emit(editor.currentIndex()))
    chosen(program, lambda: choose(dock.positive, "0"))
    program.settle()
    assert dock.positive.currentData() == "0"
    assert cells(dock, ROLE)[4:] == ["score (low)", "score (high)"]
    undo.trigger()
    program.settle()
    assert program.snapshot.positive_name == "1"
    assert dock.positive.currentData() == "1"
    assert cells(dock, ROLE)[4:] == ["score (high)", "score (low)"]
    reassessed(program, undo.trigger)
    assert cells(dock, ROLE)[4:] == ["score (high)", *NO_ROLE]
    assert program.snapshot.ranking.value("roc_auc") == before
    assert not undo.isEnabled()


def test_that_a_table_keeps_its_truth_until_another_is_chosen(program, dock):
    model = dock.model
    (row,) = [one for one, role in enumerate(cells(dock, ROLE)) if role == "truth"]
    dock.table.edit(model.index(row, ROLE))
    editor = dock.table.findChild(QComboBox, "role_choice")
    offered = [editor.itemData(number) for number in range(editor.count())]
    assert ColumnRole.NONE not in offered
    assert ColumnRole.TRUTH in offered
    with program.qtbot.assertNotEmitted(dock.roles_requested):
        model.setData(model.index(row, ROLE), ColumnRole.NONE.value)
    assert ColumnRole.NONE in model.choices(model.name(row + 1))


def test_that_a_wrong_expression_is_refused_and_nothing_changes(program, dock):
    before = program.snapshot
    dock.subset.setText("site = A")
    with program.qtbot.waitSignal(program.workspace.failed):
        QTest.keyClick(dock.subset, Qt.Key.Key_Return)
    box = next(w for w in program.window.findChildren(QMessageBox) if w.isVisible())
    assert "cannot be understood" in box.text()
    box.close()
    assert program.snapshot is before


def test_that_a_role_is_changed_in_the_table(program, dock):
    index = dock.model.index(5, ROLE)
    dock.table.edit(index)
    editor = dock.table.findChild(QComboBox, "role_choice")
    editor.setCurrentText("score (low)")
    dataset = reassessed(program, lambda: editor.activated.emit(editor.currentIndex()))
    assert [(s.name, s.higher_is_positive) for s in dataset.scores] == [
        ("score", True),
        ("other", False),
    ]
    assert cells(dock, ROLE)[4:] == ["score (high)", "score (low)"]


def test_that_a_list_of_roles_goes_with_the_file_it_was_about(program, dock):
    dock.table.setFocus()
    dock.table.edit(dock.model.index(5, ROLE))
    editor = dock.table.findChild(QComboBox, "role_choice")
    program.qtbot.waitUntil(editor.view().isVisible)
    with program.qtbot.assertNotEmitted(dock.roles_requested):
        program.open_sample("biometric")
    program.qtbot.waitUntil(lambda: not dock.table.findChildren(QComboBox, "role_choice"))


def test_that_rows_stand_for_as_many_as_a_column_says_and_undo_takes_it_back(program, dock):
    before = program.snapshot.point.counts
    model = dock.model
    row = cells(dock, NAME).index("other")
    wanted = ColumnRole.FREQUENCY.value
    counted = reassessed(program, lambda: model.setData(model.index(row, ROLE), wanted))
    assert counted.n_instances == sum(n % 5 for n in range(40))
    assert program.snapshot.ranking.table.n == counted.n_instances
    assert cells(dock, ROLE)[row] == "frequency"
    reassessed(program, program.workspace.history.undo)
    assert program.snapshot.point.counts == before
    assert cells(dock, ROLE)[row] == ColumnRole.NONE.value


def test_that_the_positive_class_is_changed(program, dock):
    before = program.snapshot.ranking.value("roc_auc")
    chosen(program, lambda: choose(dock.positive, "0"))
    assert program.snapshot.positive_name == "0"
    assert not program.snapshot.score.higher_is_positive
    assert program.snapshot.ranking.value("roc_auc") == before


def test_that_worked_examples_have_no_columns_to_choose(program, dock):
    from evalgui.io.loading import load
    from evalgui.io.samples import sample_by_id

    sample = sample_by_id("tharwat-2018")
    show_dataset(program.workspace, load(sample.path, roles=sample.roles).dataset)
    program.settle()
    assert dock.model.rowCount() == 0
    assert not dock.subset.isEnabled()


def test_that_a_refused_expression_does_not_stand_where_another_is_in_force(program, dock):
    in_force = 'site == "A"'
    dock.subset.setText(in_force)
    reassessed(program, lambda: QTest.keyClick(dock.subset, Qt.Key.Key_Return))
    before = program.snapshot
    for refused in ("site = ", "nosuch > 3", 'site == "no such site"'):
        dock.subset.setText(refused)
        with program.qtbot.waitSignal(program.workspace.loading_ended):
            QTest.keyClick(dock.subset, Qt.Key.Key_Return)
        for box in program.window.findChildren(QMessageBox):
            box.close()
        assert dock.subset.text() == in_force
        assert program.snapshot is before
    # What was begun meanwhile stays.
    dock.subset.setText("site = ")
    with program.qtbot.waitSignal(program.workspace.loading_ended):
        QTest.keyClick(dock.subset, Qt.Key.Key_Return)
        dock.subset.setText("age > 3")
    assert dock.subset.text() == "age > 3"


def test_that_a_choice_that_is_given_up_is_not_shown(program, dock):
    dock.positive.setCurrentIndex(0)
    with program.qtbot.waitSignal(program.workspace.loading_ended):
        dock.positive.activated.emit(0)
        program.workspace.cancel_loading()
    assert dock.positive.currentData() == "1"
    assert program.snapshot.positive_name == "1"
