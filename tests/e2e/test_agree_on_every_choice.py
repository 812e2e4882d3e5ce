"""Each choice has one truth: however it was made, every place that shows it shows the same.

`WAYS` says how each choice can be made, `PLACES` where it can be read. Every way is tried, and
after each every place of every choice is asked; then the choice is taken back and made again.
"""

from __future__ import annotations

import csv
import html
import io
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPlainTextEdit

from evalgui.__main__ import main
from evalgui.core.thresholds import in_units
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.app import Application
from evalgui.gui.models.columns_model import NAME, ROLE
from evalgui.gui.start_options import Start
from evalgui.io.meaning.column_roles import ColumnRole
from evalgui.io.meaning.roles import Roles
from evalgui.io.remembered.import_spec import ImportSpec, read_import_spec
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.import_log import ImportLog
from evalgui.io.writers.measures import measures_table

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


# ---------------------------------------------------------------------------------- ways


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
    found = program.window.findChildren(QDialog, "import_dialog")
    return next(one for one in found if one.isVisible())


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


def subgroup_in_dock(program, value):
    data = program.window.data
    program.qtbot.waitUntil(lambda: data.group.findText("site") > 0)
    pick(data.group, "site")
    pick(data.value, "A" if value else "(all)")


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
        program.workspace.choose_threshold(value)
    press(program.window.metrics.pin_button)


def click_cell(program, cells):
    view = program.window.confusion.matrix_view
    for cell in cells:
        QTest.mouseClick(view, LEFT, pos=view.cell_rect(*cell).center())
    if not cells:
        QTest.mouseClick(program.window.predictions.show_all, LEFT)


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
        panel.table.selectRow(panel.model.row_of(index))


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
                p, lambda d: d.positive.setCurrentIndex(d.positive.findData(value))
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
            "list in the dock": subgroup_in_dock,
            "dialog": lambda p, value: in_dialog(p, lambda d: d.subset.setText(value)),
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


# -------------------------------------------------------------------------------- places


def log_of(program):
    """Return the lines of the import log as its page shows them."""
    program.window.actions_by_id["import_log"].trigger()
    found = program.window.findChildren(QDialog, "import_log")
    page = next(one for one in found if one.isVisible())
    lines = page.findChild(QPlainTextEdit).toPlainText().splitlines()
    page.close()
    page.deleteLater()
    return lines


def of_log(program, key):
    found = (line for line in log_of(program) if line.startswith(f"  {key}: "))
    return next(found, "").removeprefix(f"  {key}: ").strip()


def log_as_json(program):
    return ImportLog.of(program.workspace.opened.loaded).as_json()["roles"]


def saved_roles(program):
    loaded = program.workspace.opened.loaded
    return ImportSpec.of(loaded.table, loaded.proposal.roles).roles


def as_json(program, key):
    return json.loads(json.dumps(evaluation(program.snapshot)))[key]


def exported(program, key, place=2):
    table = measures_table(program.snapshot, program.window.vocabulary)
    lines = {line[0]: line for line in csv.reader(io.StringIO(table)) if line}
    return lines[key][place]


def in_the_dialog(program, read):
    dialog = import_dialog(program)
    found = read(dialog)
    dialog.reject()
    dialog.deleteLater()
    return found


def on_command_line(program, key):
    """Return what the command line says of the same choices, of which all numbers agree."""
    snapshot, dataset, score = program.snapshot, program.snapshot.dataset, program.snapshot.score
    direction = "--higher-is-positive" if score.higher_is_positive else "--lower-is-positive"
    threshold = in_units(snapshot.point.threshold, score)
    arguments = ["evaluate", str(program.path), "--truth", "diagnosis", "--score", score.name]
    arguments += ["--predicted", "", "--positive", snapshot.positive_name, direction]
    arguments += ["--threshold", repr(float(threshold)), "--subset", dataset.subset]
    program.capsys.readouterr()
    assert main([*arguments, "--format", "json"]) == 0
    found = json.loads(program.capsys.readouterr().out)
    shown = json.loads(json.dumps(evaluation(snapshot)))
    for part in ("counts", "metrics", "areas", "eer", "n", "n_rows", "positive", "negative"):
        assert found[part] == shown[part], part
    return found[key]


def is_higher_in_dock(program):
    model = program.window.data.model
    shown = {model.index(r, NAME).data(): model.index(r, ROLE).data() for r in range(5)}
    return {"score (high)": True, "score (low)": False}[shown[program.snapshot.score.name]]


def rows_of_table(program):
    """Return the cells whose rows the table shows, having compared their number."""
    model, cells = program.window.predictions.model, program.window.predictions.model.cells
    counts = program.snapshot.matrix.counts
    n = sum(int(counts[cell]) for cell in cells) if cells else program.snapshot.dataset.n
    program.qtbot.waitUntil(lambda: model.rowCount() == n)
    return tuple(cells)


def subset_of_table(program):
    """Return which subset the rows of the table are, by their sites."""
    model = program.window.predictions.model
    names = [column.name for column in model.file_columns]
    if model.cells:
        return program.snapshot.dataset.subset
    assert model.n_all == program.snapshot.dataset.n
    sites = set(program.snapshot.dataset.columns[names.index("site")].column.texts())
    return SITE_A if sites == {"A"} else ""


def title_subset(program):
    title = program.window.windowTitle()
    return title.partition("[")[2].rpartition("]")[0]


def pinned(number):
    return None if number is None else float(number)


def vocabulary_of(shown, read):
    """Return the vocabulary in which something is called what is shown."""
    known = (Vocabulary.MACHINE_LEARNING, Vocabulary.CLINICAL)
    return next(one for one in known if read(words_in(one)) == shown)


PLACES: dict[str, dict[str, Callable[[Any], Any]]] = {
    "positive class": {
        "snapshot": lambda p: p.snapshot.positive_name,
        "toolbar": lambda p: p.window.data_bar.positive.currentText(),
        "dock": lambda p: p.window.data.positive.currentText(),
        "matrix": lambda p: p.window.confusion.matrix_view.matrix.classes[0],
        "log": lambda p: of_log(p, "positive"),
        "log as JSON": lambda p: log_as_json(p)["positive"],
        "saved choices": lambda p: saved_roles(p).positive,
        "export": lambda p: exported(p, "positive"),
        "JSON": lambda p: as_json(p, "positive"),
        "command line": lambda p: on_command_line(p, "positive"),
        "dialog": lambda p: in_the_dialog(p, lambda d: d.positive.currentData()),
    },
    "score": {
        "snapshot": lambda p: p.snapshot.score.name,
        "toolbar": lambda p: p.window.data_bar.score.currentText(),
        "turning it": lambda p: html.unescape(p.window.data_bar.direction.toolTip()).split("'")[1],
        "table": lambda p: (
            p.window.predictions.model.file_columns[p.window.predictions.model.score_column()].name
        ),
        "export": lambda p: exported(p, "score"),
        "JSON": lambda p: as_json(p, "score"),
        "command line": lambda p: on_command_line(p, "score"),
    },
    "direction": {
        "snapshot": lambda p: p.snapshot.score.higher_is_positive,
        "toolbar": lambda p: AT_LEAST in p.window.data_bar.direction.text(),
        "tool-tip": lambda p: "Higher values" in p.window.data_bar.direction.toolTip(),
        "dock": is_higher_in_dock,
        "table": lambda p: p.window.predictions.model.best_first() == Qt.SortOrder.DescendingOrder,
        "saved choices": lambda p: saved_roles(p).is_higher_positive(p.snapshot.score.name),
        "JSON": lambda p: as_json(p, "higher_is_positive"),
        "command line": lambda p: on_command_line(p, "higher_is_positive"),
        "dialog": lambda p: in_the_dialog(
            p, lambda d: d.roles().is_higher_positive(p.snapshot.score.name)
        ),
    },
    "subset": {
        "snapshot": lambda p: p.snapshot.dataset.subset,
        "dock": lambda p: p.window.data.subset.text(),
        "title": title_subset,
        "toolbar": lambda p: {"28": "", "14": SITE_A}[
            p.window.data_bar.rows.text().split(": ")[1].split(" ")[0]
        ],
        "table": lambda p: {28: "", 14: SITE_A}[p.window.predictions.model.n_all],
        "log": lambda p: of_log(p, "subset"),
        "log as JSON": lambda p: log_as_json(p).get("subset") or "",
        "saved choices": lambda p: saved_roles(p).subset,
        "JSON": lambda p: as_json(p, "subset") or "",
        "command line": lambda p: on_command_line(p, "subset") or "",
        "dialog": lambda p: in_the_dialog(p, lambda d: d.subset.text()),
    },
    "threshold": {
        "snapshot": lambda p: p.snapshot.point.threshold,
        "field": lambda p: p.window.threshold_bar.spin_box.value(),
        "text of the field": lambda p: float(p.window.threshold_bar.spin_box.text()),
        "plot": lambda p: p.window.plots.plots()["histogram"].line._threshold,
        "export": lambda p: float(exported(p, "threshold")),
        "JSON": lambda p: as_json(p, "threshold"),
        "command line": lambda p: on_command_line(p, "threshold"),
    },
    "pinned point": {
        "snapshot": lambda p: pinned(p.snapshot.choices.pinned),
        "point": lambda p: p.snapshot.pinned and p.snapshot.pinned.threshold,
        "measures": lambda p: p.window.metrics.model.pinned_threshold,
        "button": lambda p: (
            p.snapshot.choices.pinned if p.window.metrics.pin_button.isChecked() else None
        ),
        "copies": lambda p: pinned(p.window.metrics.model.pinned_at().removeprefix("at ") or None),
    },
    "cells": {
        "snapshot": lambda p: p.snapshot.choices.cells,
        "matrix": lambda p: tuple(p.window.confusion.matrix_view.selected),
        "table": rows_of_table,
        "button": lambda p: (
            p.snapshot.choices.cells if p.window.predictions.show_all.isVisible() else ()
        ),
    },
    "classes": {
        "snapshot": lambda p: p.snapshot.choices.classes,
        "table": lambda p: tuple(
            p.window.classes.model.class_at(index.row())
            for index in p.window.classes.table.selectionModel().selectedRows()
        ),
        "plots": lambda p: tuple(p.window.plots.class_grid.chosen),
        "button": lambda p: (
            p.snapshot.choices.classes if p.window.plots.class_grid.assess.isVisible() else ()
        ),
    },
    "vocabulary": {
        "snapshot": lambda p: p.snapshot.choices.vocabulary,
        "window": lambda p: p.window.vocabulary,
        "menu": lambda p: next(
            one for one, action in p.window.menus.vocabulary_actions.items() if action.isChecked()
        ),
        "toolbar": lambda p: vocabulary_of(
            p.window.data_bar.positive.accessibleName(),
            lambda words: f"{words.positive.capitalize()} class",
        ),
        "dock": lambda p: vocabulary_of(
            p.window.data.positive.accessibleName(),
            lambda words: f"{words.positive.capitalize()} class",
        ),
        "export": lambda p: {
            "Sensitivity": Vocabulary.CLINICAL,
        }.get(exported(p, "TPR", 1), Vocabulary.MACHINE_LEARNING),
        "settings": lambda p: p.application.settings.vocabulary(),
    },
}
OF_CLASSES = ("classes",)
OF_TWO = tuple(choice for choice in PLACES if choice != "classes")
# What opens a window each time is asked where the choice itself was made.
SLOW = ("dialog", "log", "command line")


def agree(program, choice, value):
    """Ask all places of the choice for its value, and those of all others for one of theirs."""
    program.settle()
    for name in OF_CLASSES if WAYS[choice].is_of_classes else OF_TWO:
        places = PLACES[name]
        expected = value if name == choice else places["snapshot"](program)
        told = {
            place: read(program)
            for place, read in places.items()
            if name == choice or place not in SLOW
        }
        assert told == dict.fromkeys(told, expected), (choice, name)
    if not WAYS[choice].is_of_classes:
        count_by_hand(program)


def count_by_hand(program):
    """Compare the four counts and the area with what comes of the rows themselves."""
    snapshot = program.snapshot
    higher, name = snapshot.score.higher_is_positive, snapshot.positive_name
    at = 2 if snapshot.score.name == "marker" else 3
    rows = [row for row in ROWS if not snapshot.dataset.subset or row[0] % 2 == 0]
    sign = 1 if higher else -1
    own = [sign * row[at] for row in rows if row[1] == name]
    rest = [sign * row[at] for row in rows if row[1] != name]
    cut, counts = sign * snapshot.point.threshold, snapshot.point.counts
    assert (counts.tp, counts.fp) == tuple(sum(s >= cut for s in one) for one in (own, rest))
    assert (counts.actual_positives, counts.actual_negatives) == (len(own), len(rest))
    won = sum((a > b) + (a == b) / 2 for a in own for b in rest)
    assert snapshot.ranking.value("roc_auc") == won / (len(own) * len(rest))


# --------------------------------------------------------------------------------- tests


@pytest.fixture
def asked(program, tmp_path, capsys):
    """The program, with what the ways and places need beside it."""
    program.folder, program.capsys = tmp_path, capsys
    return program


def open_two(program):
    program.path = program.folder / "tumours.csv"
    program.path.write_text(TEXT, encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.open_file(program.path, roles=ROLES)
    program.window.docks["data"].show()
    program.window.docks["data"].raise_()
    program.qtbot.waitUntil(lambda: program.window.data.model.rowCount() == 5)
    program.settle()


def open_classes(program):
    program.path = program.folder / "pets.csv"
    program.path.write_text(CLASSES, encoding="utf-8")
    program.open_path(program.path)
    program.window.docks["classes"].show()
    program.window.docks["classes"].raise_()
    program.settle()


def wait_for(program, choice, value):
    """Wait until a choice holds, and nothing is on its way."""
    read = PLACES[choice]["snapshot"]
    program.qtbot.waitUntil(
        lambda: read(program) == value and not program.workspace._staging.is_busy
    )


def make(program, choice, way, value):
    """Make a choice, wait until it holds, and return it; a mouse chooses what counts the same."""
    made = WAYS[choice].ways[way](program, value)
    value = made if choice == "threshold" and made is not None else value
    wait_for(program, choice, value)
    return value


EVERY_WAY = [(choice, way) for choice, about in WAYS.items() for way in about.ways]


@pytest.mark.parametrize(("choice", "way"), EVERY_WAY)
def test_that_every_place_shows_what_was_chosen_in_every_way(asked, choice, way):
    about = WAYS[choice]
    (open_classes if about.is_of_classes else open_two)(asked)
    first, other = about.values
    if choice == "threshold":
        asked.workspace.choose_threshold(first)
    agree(asked, choice, first)
    other = make(asked, choice, way, other)
    agree(asked, choice, other)
    if about.is_step and way != "saved choices":  # which open the file anew
        for go, value in (("undo", first), ("redo", other)):
            getattr(asked.workspace, go)()
            wait_for(asked, choice, value)
            agree(asked, choice, value)
    agree(asked, choice, make(asked, choice, way, first))


def test_that_every_choice_has_ways_and_places():
    assert set(WAYS) == set(PLACES)
    assert all(len(places) > 1 and "snapshot" in places for places in PLACES.values())


def test_that_no_choice_leaks_into_another_data_set(asked):
    open_two(asked)
    second = asked.folder / "second.csv"
    second.write_text(TEXT.replace("\nr", "\ns"), encoding="utf-8")
    with asked.qtbot.waitSignal(asked.workspace.file_opened):
        asked.workspace.open_files([asked.path, second], roles=ROLES)
    chosen = [choice for choice in OF_TWO if choice != "vocabulary"]
    show = asked.window.data.data_set_selected.emit
    show(0)
    fresh = {choice: PLACES[choice]["snapshot"](asked) for choice in chosen}
    asked.workspace.choose_threshold(7.0)
    for choice in chosen:
        value = WAYS[choice].values[1]
        if PLACES[choice]["snapshot"](asked) != value:
            make(asked, choice, next(iter(WAYS[choice].ways)), value)
    kept = {choice: PLACES[choice]["snapshot"](asked) for choice in chosen}
    assert all(kept[choice] != fresh[choice] for choice in chosen)
    n_steps = len(asked.workspace._data_sets.shown.history.past)
    show(1)
    for choice in chosen:
        agree(asked, choice, fresh[choice])
    assert not asked.workspace.can_undo
    show(0)
    for choice in chosen:
        agree(asked, choice, kept[choice])
    assert len(asked.workspace._data_sets.shown.history.past) == n_steps


def test_that_the_next_start_remembers_the_vocabulary_alone(asked, qapp):
    open_two(asked)
    make(asked, "vocabulary", "menu", Vocabulary.CLINICAL)
    make(asked, "positive class", "toolbar", "benign")
    asked.window.close()
    again = Application(qapp, Start())
    asked.qtbot.addWidget(again.window)
    again.window.show()
    try:
        assert again.workspace.snapshot.choices.vocabulary is Vocabulary.CLINICAL
        assert again.window.vocabulary is Vocabulary.CLINICAL
        assert again.workspace.snapshot.dataset is None
    finally:
        again.window.close()
        again.deleteLater()
