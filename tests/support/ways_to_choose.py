"""Every way to choose each thing that can be chosen, for the tests that ask what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView, QToolButton

from evalgui.core.kind import Kind
from evalgui.core.requests import SetThreshold
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.models.columns_model import NAME, ROLE
from evalgui.gui.panels.sampling_choice import SAMPLINGS
from evalgui.io.meaning.column_roles import ColumnRole
from evalgui.io.meaning.roles import Roles
from evalgui.io.remembered.import_spec import ImportSpec, read_import_spec
from tests.support.sureness import (
    as_prevalence,
    in_intervals,
    pick_method,
    switch_bars,
    type_prevalence,
)

if TYPE_CHECKING:
    from collections.abc import Callable

LEFT = Qt.MouseButton.LeftButton
AT_LEAST = "\N{GREATER-THAN OR EQUAL TO}"
SITE_A = 'site == "A"'

# Of both scores malignant rows have the higher ones, and each goes its own way.
ROWS = [
    (number, label, number % 13, number * 7 % 11 + (4 if label == "malignant" else 0))
    for number in range(28)
    for label in ["malignant" if number % 3 or number > 20 else "benign"]
]
TEXT = "id,diagnosis,marker,other,site\n" + "".join(
    f"r{number},{label},{marker},{other},{'AB'[number % 2]}\n"
    for number, label, marker, other in ROWS
)
ROLES = Roles(
    truth="diagnosis",
    scores=("marker", "other"),
    predicted="",
    positive="malignant",
    higher_is_positive=True,
)
CLASSES = "truth,p_ant,p_bee,p_cat\n" + "".join(
    f"{('ant', 'bee', 'cat')[n % 3]},{0.5 if n % 3 == 0 else 0.25},"
    f"{0.5 if n % 3 == 1 else 0.125},{0.25 if n % 3 < 2 else 0.625}\n"
    for n in range(30)
)


def pick(combo, text):
    """Choose an entry of a pull-down as a press on it does."""
    combo.setCurrentIndex(combo.findText(text))
    combo.activated.emit(combo.currentIndex())


def by_key(combo, text):
    """Choose an entry of a pull-down with the arrow keys."""
    key = Qt.Key.Key_Down if combo.findText(text) > combo.currentIndex() else Qt.Key.Key_Up
    while combo.currentText() != text:
        QTest.keyClick(combo, key)


def in_dialog(program, change):
    """Change something in the import dialog, and open."""
    dialog = import_dialog(program)
    change(dialog)
    program.qtbot.waitUntil(
        lambda: not dialog._pause.isActive() and "Counting" not in dialog.outcome.counts.text()
    )
    QTest.mouseClick(dialog.open_button, LEFT)


def import_dialog(program):
    program.application.commands.ask_columns()
    return program.question()


def with_roles(program, **changes):
    """Open the file once more with choices that were saved to a file, and read from it."""
    loaded = program.workspace.opened.loaded
    roles = loaded.proposal.roles
    if "turns" in changes:
        roles = roles.turned(changes.pop("turns"))
    if "positive" in changes:
        roles = Roles(positive=changes.pop("positive")).over(roles)
    roles = replace(roles, **changes)
    saved = program.folder / "choices.json"
    saved.write_text(ImportSpec.of(loaded.table, roles).to_json(), encoding="utf-8")
    spec = read_import_spec(saved)
    program.application.commands.open_paths([program.path], spec)


def turn_in_dock(program, value):
    model = program.window.data.model
    place = next(
        row for row in range(model.rowCount()) if model.index(row, NAME).data() == "marker"
    )
    model.setData(model.index(place, ROLE), ColumnRole.HIGHER if value else ColumnRole.LOWER)


def subset_in_dock(program, value):
    program.window.data.subset.setText(value)
    QTest.keyClick(program.window.data.subset, Qt.Key.Key_Return)


def subgroup_in_bar(program, value):
    filter_by(program, "site", "A" if value else "all")


def filter_by(program, column, words):
    """Press the button of a value in the chip of a column, which is added where it is not there."""
    bar = program.window.data_bar.filters

    def buttons():
        chips = [chip for chip in bar.chips if chip.columns == (column,)]
        found = [one for chip in chips for one in chip.findChildren(QToolButton, "filter_value")]
        return {one.text(): one for one in found if not one.isHidden()}

    if not any(chip.columns == (column,) for chip in bar.chips):
        QTest.mouseClick(bar.add, LEFT)
        view = bar.editor.findChild(QListView, "filter_columns")
        names = [view.model().index(row, 0).data() for row in range(view.model().rowCount())]
        place = view.visualRect(view.model().index(names.index(column), 0)).center()
        QTest.mouseClick(view.viewport(), LEFT, pos=place)
    program.qtbot.waitUntil(lambda: words in buttons())
    QTest.mouseClick(buttons()[words], LEFT)


def type_threshold(program, value):
    field = program.window.threshold_bar.spin_box.lineEdit()
    field.selectAll()
    QTest.keyClicks(field, str(value))
    QTest.keyClick(field, Qt.Key.Key_Return)


def step_to(program, value):
    """Step with the arrow keys of the field from score to score."""
    bar = program.window.threshold_bar
    higher = value > program.snapshot.point.threshold
    while program.snapshot.point.threshold != value:
        with program.qtbot.waitSignal(program.workspace.changed):
            QTest.keyClick(bar.spin_box, Qt.Key.Key_Up if higher else Qt.Key.Key_Down)


def drag_to(program, value):
    """Drag the line, which rests on the shortest number that counts the same."""
    steps = program.snapshot.ranking.table.steps
    program.drag("histogram", [value - 0.5], lambda: None)
    found = program.snapshot.point.threshold
    assert steps.row_at(found) == steps.row_at(value)
    return found


def pin_at(program, value, press):
    """Pin the threshold, which is moved there before, or take the pin away."""
    if value is not None and program.snapshot.point.threshold != value:
        program.workspace.ask(SetThreshold(value))
    press(program.window.metrics.pin_button)


def click_cell(program, cells):
    view = program.window.confusion.matrix_view
    for cell in cells:
        QTest.mouseClick(view, LEFT, pos=view.cell_rect(*cell).center())
    if not cells:
        QTest.mouseClick(program.window.predictions.selection_bar.clear, LEFT)


def enter_cell(program, cells):
    view = program.window.confusion.matrix_view
    if not cells:
        QTest.keyClick(view, Qt.Key.Key_Escape)
    for cell in cells:
        for key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
            QTest.keyClick(view, key)
        place = cell if view.rows_are_actual else cell[::-1]
        for key, steps in zip((Qt.Key.Key_Down, Qt.Key.Key_Right), place, strict=True):
            for _step in range(steps):
                QTest.keyClick(view, key)
        QTest.keyClick(view, Qt.Key.Key_Space)


def select_class(program, classes):
    panel = program.window.classes
    panel.table.clearSelection()
    for index in classes:
        panel.table.selectRow(panel.model.place_of(index))


def click_class(program, classes):
    plot = program.window.plots.class_grid.class_plots[0]
    plot.class_clicked.emit(classes[0] if classes else -1)


def choose_score(program, value):
    """Ask for another score where curves are laid over each other."""
    names = [score.name for score in program.snapshot.dataset.scores]
    program.window.plots.score_requested.emit(names.index(value))


def choose_vocabulary(program, value):
    program.window.findChild(object, f"vocabulary_{value.value}").trigger()


@dataclass(frozen=True)
class Choice:
    """What can be chosen: two values, the first of which holds at first, and the ways."""

    values: tuple[Any, Any]
    ways: dict[str, Callable[[Any, Any], object]]
    is_step: bool = True
    is_of_classes: bool = False


WAYS = {
    "positive class": Choice(
        ("malignant", "benign"),
        {
            "toolbar": lambda p, value: pick(p.window.data_bar.positive, value),
            "key": lambda p, value: by_key(p.window.data_bar.positive, value),
            "dock": lambda p, value: pick(p.window.data.positive, value),
            "key in the dock": lambda p, value: by_key(p.window.data.positive, value),
            "dialog": lambda p, value: in_dialog(
                p, lambda d: d.choices.positive.setCurrentIndex(d.choices.positive.findData(value))
            ),
            "saved choices": lambda p, value: with_roles(p, positive=value),
        },
    ),
    "score": Choice(
        ("marker", "other"),
        {
            "toolbar": lambda p, value: pick(p.window.data_bar.score, value),
            "key": lambda p, value: by_key(p.window.data_bar.score, value),
            "plots": choose_score,
        },
    ),
    "direction": Choice(
        (True, False),
        {
            "toolbar": lambda p, _value: QTest.mouseClick(p.window.data_bar.direction, LEFT),
            "key": lambda p, _value: QTest.keyClick(p.window.data_bar.direction, Qt.Key.Key_Space),
            "dock": turn_in_dock,
            "findings": lambda p, _value: p.window.findings.turn_requested.emit("marker"),
            "dialog": lambda p, _value: in_dialog(
                p, lambda d: d.outcome.flip_requested.emit("marker")
            ),
            "saved choices": lambda p, _value: with_roles(p, turns="marker"),
        },
    ),
    "subset": Choice(
        ("", SITE_A),
        {
            "dock": subset_in_dock,
            "chip": subgroup_in_bar,
            "dialog": lambda p, value: in_dialog(p, lambda d: d.choices.subset.setText(value)),
            "saved choices": lambda p, value: with_roles(p, subset=value),
        },
    ),
    "threshold": Choice(
        (6.0, 7.0),
        {
            "field": type_threshold,
            "key": step_to,
            "plot": drag_to,
        },
    ),
    "pinned point": Choice(
        (None, 6.0),
        {
            "button": lambda p, value: pin_at(p, value, lambda b: QTest.mouseClick(b, LEFT)),
            "key": lambda p, value: pin_at(p, value, lambda b: QTest.keyClick(b, Qt.Key.Key_Space)),
        },
    ),
    "sampling": Choice(
        (Sampling.COHORT, Sampling.CASE_CONTROL),
        {
            "dock": lambda p, value: pick(p.window.data.sampling, SAMPLINGS[value]),
            "key": lambda p, value: by_key(p.window.data.sampling, SAMPLINGS[value]),
            "saved choices": lambda p, value: with_roles(p, sampling=value),
        },
    ),
    "prevalence": Choice(
        (None, 0.25),
        {
            "dock": lambda p, value: type_prevalence(p.window.data.prevalence, value),
            "measures": lambda p, value: type_prevalence(p.window.metrics.prevalence.field, value),
            "dialog": as_prevalence,
        },
    ),
    "level": Choice(
        (0.95, 0.8),
        {"dialog": lambda p, value: in_intervals(p, lambda d: d.level.setValue(100 * value))},
    ),
    "method": Choice(
        ("wilson", "clopper-pearson"),
        {
            "dialog": lambda p, value: in_intervals(
                p, lambda d: pick_method(d.methods[Kind.PROPORTION], value)
            )
        },
    ),
    "bars": Choice((True, False), {"menu": switch_bars}, is_step=False),
    "cells": Choice(((), ((1, 0),)), {"mouse": click_cell, "key": enter_cell}, is_step=False),
    "classes": Choice(
        ((), (1,)), {"table": select_class, "curve": click_class}, is_of_classes=True
    ),
    "vocabulary": Choice(
        (Vocabulary.MACHINE_LEARNING, Vocabulary.CLINICAL),
        {"menu": choose_vocabulary},
        is_step=False,
    ),
}
