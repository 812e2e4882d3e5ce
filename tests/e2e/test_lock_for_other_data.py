"""A cut-off is locked on one file and assessed on another one: nothing of it is lost on the way."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from evalgui.core.requests import Pin, SelectPositive, SetLocked, SetThreshold, UseChoice
from evalgui.core.rules import choose, rule_by_id
from evalgui.gui.keeping import keeping
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import OpenFiles
from tests.support.questions import asked

LEFT = Qt.MouseButton.LeftButton
ROLES = Roles(truth="gruppe", scores=("marker",), positive="Fall", higher_is_positive=True)


def write(folder, name, seed, shift=0.0, score="marker"):
    random = np.random.default_rng(seed)
    ill = random.random(120) < 0.4
    markers = np.round(random.normal(20, 8, 120) + 12 * ill + shift, 1)
    lines = [f"{'Fall' if one else 'Kontrolle'},{at}" for one, at in zip(ill, markers, strict=True)]
    path = folder / name
    path.write_text(f"gruppe,{score}\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def locked(program, tmp_path, monkeypatch):
    """The program with a false positive rate of at most 0.1 locked, and what it asks to save."""
    asked = []
    monkeypatch.setattr(keeping, "ask_to_save", lambda _parent, name, *_then: asked.append(name))
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((write(tmp_path, "dev.csv", 1),), roles=ROLES))
    ranking = program.snapshot.ranking
    rule = rule_by_id("fmr")
    program.workspace.ask(UseChoice(choose(rule, ranking.table.steps, ranking.score, {"fmr": 0.1})))
    QTest.mouseClick(program.window.decision.head.lock, LEFT)
    assert program.snapshot.inputs.is_locked
    return asked


def headline(program):
    return program.window.decision.head.rule.text()


def test_that_the_next_file_opens_at_a_lock_and_says_whether_its_target_holds(
    program, tmp_path, locked
):
    there = program.snapshot.point.threshold
    assert headline(program).endswith("at most 0.1")  # chosen here, it is a fact
    program.open_path(write(tmp_path, "same.csv", 3, -3.0))
    program.open_path(write(tmp_path, "val.csv", 2, 6.0))
    assert locked == []  # nothing was lost by it
    point = program.snapshot.point
    assert (program.snapshot.inputs.is_locked, point.threshold) == (True, there)
    share = point.counts.fp / point.counts.actual_negatives
    assert share > 0.1
    assert headline(program).endswith(f"at most 0.1: FPR {share:.3g} here, not met")
    program.open_path(tmp_path / "same.csv")
    assert headline(program).endswith("here, met")
    # It is still in no file: to end asks.
    program.application.commands.keeping.document.look()
    assert program.application.commands.keeping.document.is_modified
    assert not program.window.close()
    assert locked == ["same.csv"]


@pytest.mark.parametrize("shift", [-6.0, 6.0])
def test_that_the_limit_of_a_target_is_computed_on_the_next_file(program, tmp_path, locked, shift):
    program.workspace.ask(SetLocked(is_locked=False))
    ranking = program.snapshot.ranking
    values = {"fmr": 0.2, "level": 0.95}
    program.workspace.ask(
        UseChoice(choose(rule_by_id("fmr-limit"), ranking.table.steps, None, values))
    )
    QTest.mouseClick(program.window.decision.head.lock, LEFT)
    program.open_path(write(tmp_path, "val.csv", 2, shift))
    counts = program.snapshot.point.counts
    limit = scipy.stats.beta.ppf(0.95, counts.fp + 1, counts.tn)  # Clopper and Pearson
    assert (limit <= 0.2) == (shift < 0)
    met = "met" if shift < 0 else "not met"
    assert headline(program).endswith(f"limit of FPR {limit:.3g} here, {met}")
    assert locked == []


def test_that_a_saved_workspace_asks_nothing_of_what_goes_along(program, tmp_path, locked):
    document = program.application.commands.keeping.document
    program.workspace.ask(SetLocked(is_locked=False))
    with program.qtbot.waitSignal(document.saved, timeout=60_000):
        document.save(tmp_path / "work.evalgui")
    program.workspace.ask(SetLocked(is_locked=True))
    program.open_path(write(tmp_path, "val.csv", 2))
    assert program.snapshot.inputs.is_locked
    assert locked == []
    assert document.path is None
    # The lock is in no file yet.
    assert not program.window.close()
    assert locked == ["val.csv"]


@pytest.mark.parametrize("is_saved", [True, False])
def test_that_a_threshold_beside_a_lock_that_waits_is_asked_about(
    program, tmp_path, locked, is_saved
):
    document = program.application.commands.keeping.document
    if is_saved:
        with program.qtbot.waitSignal(document.saved, timeout=60_000):
            document.save(tmp_path / "work.evalgui")
    program.workspace.ask(SelectPositive(program.snapshot.dataset.classes.index("Kontrolle")))
    program.qtbot.waitUntil(lambda: program.snapshot.positive_name == "Kontrolle", timeout=60_000)
    path = write(tmp_path, "val.csv", 2)
    assert document.goes_along
    program.workspace.ask(SetThreshold(20.0))  # which is locked for no data
    program.application.commands.open_path(path)
    assert locked == ["work.evalgui" if is_saved else "dev.csv"]


def test_that_what_does_not_go_along_is_asked_about(program, tmp_path, locked):
    program.workspace.ask(Pin(program.snapshot.point.threshold))
    program.application.commands.open_path(write(tmp_path, "val.csv", 2))
    assert locked == ["dev.csv"]


@pytest.mark.usefixtures("locked")
def test_that_a_file_can_be_opened_without_a_lock(program, tmp_path):
    program.application.commands.open_path(write(tmp_path, "other.csv", 2, score="titer"))
    dialog = program.question()
    assert "asks for that score and that class" in asked(dialog)
    assert "no score 'marker'" in asked(dialog)
    assert dialog.take_lock.isVisible()
    assert "'marker' at or above" in dialog.take_lock.text()
    dialog.take_lock.setChecked(False)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, LEFT)
    assert not program.snapshot.inputs.has_lock
    # Where nothing is locked, there is nothing to do without.
    program.application.commands.ask_columns()
    assert not program.question().take_lock.isVisible()
    program.question().reject()
    found = program.window.findChildren(QDialog, "import_dialog")
    program.qtbot.waitUntil(lambda: not any(one.isVisible() for one in found), timeout=60_000)


def test_that_a_lock_that_waits_says_so_and_its_button_ends_it(program, locked):
    head, findings = program.window.decision.head, program.window.findings
    program.workspace.ask(SelectPositive(program.snapshot.dataset.classes.index("Kontrolle")))
    program.qtbot.waitUntil(lambda: program.snapshot.positive_name == "Kontrolle", timeout=60_000)
    program.settle()
    assert head.lock.isChecked()
    assert "waits" in head.origin.text()
    assert "is not in force: choose that score, class and direction" in findings.told
    assert program.window.actions_by_id["lock_threshold"].isChecked()
    QTest.mouseClick(head.lock, LEFT)
    assert not program.snapshot.inputs.has_lock
    assert not head.lock.isChecked()
    assert "not in force" not in findings.told
    program.workspace.history.undo()
    assert "not in force" in findings.told
    assert locked == []
