"""One class is positive: wherever it was chosen, every place that names it names the same."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPlainTextEdit

from evalgui.__main__ import main
from evalgui.gui.models.columns_model import ROLE
from evalgui.io.meaning.roles import Roles
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.further import further_objects
from evalgui.io.writers.import_log import log_of
from evalgui.io.writers.marked import mark
from evalgui.io.writers.origin import origin_of
from evalgui.render.json import facts
from evalgui.workspace.file_requests import OpenFiles

# Most malignant rows are high; of the two without a score there is one of each class.
ROWS = [(n, "malignant" if n % 3 else "benign", n) for n in range(12)]
ROWS += [(n, "benign", n - 12) for n in range(12, 24)]
TEXT = "id,diagnosis,marker,site\n" + "".join(
    f"{number},{label},{marker},{'AB'[number % 2]}\n" for number, label, marker in ROWS
)
TEXT += "24,malignant,,A\n25,benign,,B\n"
ROLES = Roles(truth="diagnosis", scores=("marker",), predicted="", missing_scores="worst")


@pytest.fixture
def path(tmp_path):
    target = tmp_path / "tumours.csv"
    target.write_text(TEXT, encoding="utf-8")
    return target


@pytest.fixture
def opened(program, path):
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=ROLES))
    program.window.docks["data"].raise_()
    program.window.docks["data"].show()
    program.qtbot.waitUntil(lambda: program.window.data.model.rowCount() == 4)
    return program


def choose(program, combo, text, signal=None):
    with program.qtbot.waitSignal(signal or program.workspace.changed):
        combo.setCurrentIndex(combo.findText(text))
        combo.activated.emit(combo.currentIndex())


def by_toolbar(program, name):
    choose(program, program.window.data_bar.positive, name)


def by_dock(program, name):
    choose(program, program.window.data.positive, name)


def by_dialog(program, name):
    program.application.commands.ask_columns()
    dialog = program.question()
    assert dialog.choices.positive.currentData() == program.snapshot.positive_name
    dialog.choices.positive.setCurrentIndex(dialog.choices.positive.findData(name))
    dialog.choices.positive.activated.emit(dialog.choices.positive.currentIndex())
    program.qtbot.waitUntil(
        lambda: not dialog._pause.isActive() and "Counting" not in dialog.outcome.counts.text()
    )
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)


def import_log_of(program):
    program.window.actions_by_id["import_log"].trigger()
    page = next(
        one for one in program.window.findChildren(QDialog, "import_log") if one.isVisible()
    )
    words = page.findChild(QPlainTextEdit).toPlainText()
    page.close()
    page.deleteLater()
    return words


def agree(program, name):
    """Ask every place which class is positive, and what the score says of it."""
    window, snapshot = program.window, program.snapshot
    other = {"malignant": "benign", "benign": "malignant"}[name]
    assert (snapshot.positive_name, snapshot.rest_name) == (name, other)
    is_higher = snapshot.score.higher_is_positive
    way = "higher" if is_higher else "lower"
    # the window
    assert window.data_bar.positive.currentText() == name
    assert ("\N{GREATER-THAN OR EQUAL TO}" in window.data_bar.direction.text()) == is_higher
    assert window.data.positive.currentText() == name
    shown = window.data.model.index(2, ROLE).data()
    assert shown == f"score ({'high' if is_higher else 'low'})"
    log = import_log_of(program)
    assert f"\npositive: {name}\n" in log
    assert f"'{other}' is the positive class" not in log
    assert f"'{name}' is the positive class" in log
    assert f"\nlower is positive: {'no' if is_higher else 'yes'}\n" in log or is_higher
    assert f"{'lower' if is_higher else 'higher'} scores mean positive" not in log
    # what is written
    numbers = evaluation(snapshot) | further_objects(snapshot)
    assert (numbers["positive"], numbers["negative"]) == (name, other)
    assert numbers["higher_is_positive"] is is_higher
    assert facts(origin_of(snapshot))["positive"] == name
    loaded = program.workspace.opened.loaded
    as_json = facts(log_of(loaded))
    assert as_json["roles"]["positive"] == name
    spec = ImportSpec.of(loaded.table, loaded.proposal.roles)
    assert spec.roles.positive == name
    assert spec.roles.is_higher_positive("marker") is is_higher
    # the numbers themselves, by hand
    rows = [(label, marker) for _, label, marker in ROWS] + [("malignant", None), ("benign", None)]
    worst = -1e9 if is_higher else 1e9
    scored = [(label, worst if marker is None else marker) for label, marker in rows]
    sign = 1 if is_higher else -1
    own = [sign * marker for label, marker in scored if label == name]
    rest = [sign * marker for label, marker in scored if label == other]
    won = sum((a > b) + (a == b) / 2 for a in own for b in rest)
    assert snapshot.ranking.value("roc_auc") == won / (len(own) * len(rest))
    called = [
        label
        for label, marker in scored
        if (sign * marker >= sign * snapshot.point.threshold) and abs(marker) != 1e9
    ]
    assert snapshot.point.counts.tp == called.count(name)
    assert snapshot.point.counts.fp == called.count(other)
    return numbers, spec, way


def test_that_toolbar_and_dock_and_dialog_say_the_same(opened):
    agree(opened, "malignant")
    by_toolbar(opened, "benign")
    agree(opened, "benign")
    by_dock(opened, "malignant")
    agree(opened, "malignant")
    by_dock(opened, "benign")
    agree(opened, "benign")
    by_toolbar(opened, "malignant")
    agree(opened, "malignant")
    by_dialog(opened, "benign")
    agree(opened, "benign")
    by_toolbar(opened, "malignant")
    agree(opened, "malignant")
    for go, may_go in (("undo", "can_undo"), ("redo", "can_redo")):
        passed = [opened.snapshot.positive_name]
        while getattr(opened.workspace.history, may_go):
            with opened.qtbot.waitSignal(opened.workspace.changed):
                getattr(opened.workspace.history, go)()
            passed.append(opened.snapshot.positive_name)
            agree(opened, passed[-1])
        assert passed == ["malignant", "benign"] * 3 + ["malignant"]


@pytest.mark.parametrize("lower", [False, True])
def test_that_the_dialog_turns_the_score_as_the_toolbar_does(program, path, lower):
    roles = replace(ROLES, positive="malignant", higher_is_positive=not lower)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=roles))
    by_toolbar(program, "benign")
    expected, _spec, way = agree_in_numbers(program)
    by_toolbar(program, "malignant")
    by_dialog(program, "benign")
    assert agree_in_numbers(program)[0] == expected
    assert way == ("higher" if lower else "lower")
    by_dialog(program, "malignant")
    assert program.snapshot.score.higher_is_positive is not lower


def agree_in_numbers(program):
    """Return the numbers, but where they come from; what the saved choices say; the way."""
    snapshot = program.snapshot
    loaded = program.workspace.opened.loaded
    way = "higher" if snapshot.score.higher_is_positive else "lower"
    numbers = evaluation(snapshot) | {"findings": ()} | further_objects(snapshot)
    return numbers, ImportSpec.of(loaded.table, loaded.proposal.roles).roles, way


PROBABILITIES = "truth,prob_cat,prob_dog\n" + "".join(
    f"{'cat' if n % 3 else 'dog'},{(n + 30 * (n % 3)) / 128},{1 - (n + 30 * (n % 3)) / 128}\n"
    for n in range(40)
)


def test_that_a_column_a_class_is_saved_as_the_toolbar_shows_it(program, tmp_path):
    path = tmp_path / "pets.csv"
    path.write_text(PROBABILITIES, encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=Roles(positive="cat")))
    by_toolbar(program, "dog")
    shown, roles, _way = agree_in_numbers(program)
    assert shown["areas"]["roc_auc"] > 0.5
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=roles))
    assert agree_in_numbers(program)[0] == shown
    by_dialog(program, "cat")
    assert program.snapshot.ranking.value("roc_auc") == shown["areas"]["roc_auc"]


def test_that_other_choices_keep_the_class(opened):
    by_toolbar(opened, "benign")
    dock, workspace = opened.window.data, opened.workspace
    dock.subset.setText('site == "A"')
    with opened.qtbot.waitSignal(workspace.file_opened):
        QTest.keyClick(dock.subset, Qt.Key.Key_Return)
    assert opened.snapshot.positive_name == "benign"
    assert dock.positive.currentText() == "benign"
    with opened.qtbot.waitSignal(workspace.file_opened):
        workspace.history.undo()
    agree(opened, "benign")
    # The score is turned for the class that is shown, and stays so for the other one.
    before = opened.snapshot.score.higher_is_positive
    with opened.qtbot.waitSignal(workspace.file_opened):
        opened.window.data_bar.direction.click()
    assert opened.snapshot.score.higher_is_positive is not before
    agree(opened, "benign")
    by_dock(opened, "malignant")
    assert opened.snapshot.score.higher_is_positive is before
    agree(opened, "malignant")
    for _step in range(2):
        with opened.qtbot.waitSignal(workspace.changed):
            workspace.history.undo()
    agree(opened, "benign")
    for _step in range(2):
        with opened.qtbot.waitSignal(workspace.changed):
            workspace.history.redo()
    agree(opened, "malignant")


def test_that_a_class_that_is_given_up_is_shown_nowhere(opened):
    for combo in (opened.window.data_bar.positive, opened.window.data.positive):
        combo.setCurrentIndex(combo.findText("benign"))
        with opened.qtbot.waitSignal(opened.workspace.loading_ended):
            combo.activated.emit(combo.currentIndex())
            opened.workspace.cancel_loading()
        agree(opened, "malignant")


def test_that_saved_choices_and_the_command_line_say_the_same(opened, tmp_path, capsys, path):
    by_toolbar(opened, "benign")
    numbers, spec, _way = agree(opened, "benign")
    saved = tmp_path / "choices.json"
    saved.write_text(spec.to_json(), encoding="utf-8")
    arguments = ["evaluate", str(path), "--import-spec", str(saved), "--format", "json"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["import"]["roles"]["positive"] == found["positive"] == "benign"
    assert found | {"import": None} == mark("evaluate") | numbers | {"import": None}
    # and opened once more in the window, with what was remembered
    with opened.qtbot.waitSignal(opened.workspace.file_opened):
        opened.workspace.ask(OpenFiles((path,), roles=spec.roles))
    agree(opened, "benign")
    assert main([*arguments, "--positive", "malignant"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["import"]["roles"]["positive"] == found["positive"] == "malignant"
