"""Help > Worked examples: what the sources print beside what is exact, and their data."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.core.requests import ApplyRule, NoteData
from evalgui.io.keeping.opening import open_kept
from evalgui.io.replaying import replay


def choose(dialog, example_id):
    for number in range(dialog.examples.topLevelItemCount()):
        branch = dialog.examples.topLevelItem(number)
        for row in range(branch.childCount()):
            if branch.child(row).data(0, Qt.ItemDataRole.UserRole) == example_id:
                dialog.examples.setCurrentItem(branch.child(row))
                return
    raise AssertionError(example_id)


def opened_dialog(program):
    program.window.actions_by_id["worked_examples"].trigger()
    return program.window.findChild(object, "worked_examples_dialog")


def open_data(program, dialog):
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)


def test_that_an_example_shows_its_misprint_and_opens_its_data(program):
    dialog = opened_dialog(program)
    choose(dialog, "rezankova-husek-2015/table3.1-100")
    lines = {}
    for row in range(dialog.values.topLevelItemCount()):
        item = dialog.values.topLevelItem(row)
        lines[item.text(0)] = [item.text(column) for column in range(1, 5)]
    assert lines["DIF2"][:3] == ["23", "22", "+1"]
    assert lines["DIF2"][3]
    assert lines["SMC_K"][:3] == ["0.111", "1/9", "-0.000111"] or lines["SMC_K"][1] == "1/9"
    open_data(program, dialog)
    assert program.snapshot.overall.measured["DIF2"].value == 22.0
    assert program.snapshot.matrix.counts.tolist() == [[1, 2, 0], [0, 0, 3], [3, 0, 0]]
    dialog.close()


def test_that_the_scores_of_table_1_open_with_their_curve(program):
    dialog = opened_dialog(program)
    choose(dialog, "tharwat-2018/roc-table1")
    open_data(program, dialog)
    assert program.snapshot.ranking.value("roc_auc") == 17 / 25
    dialog.close()


@pytest.mark.parametrize(
    "example_id", ["tharwat-2018/roc-table1", "binu-2022/iris", "binu-2022/sklearn"]
)
def test_that_an_example_is_saved_reopened_and_computed_again(program, tmp_path, example_id):
    dialog = opened_dialog(program)
    choose(dialog, example_id)
    open_data(program, dialog)
    dialog.close()
    if program.snapshot.ranking is not None:
        program.workspace.ask(ApplyRule("youden"))
    program.workspace.ask(NoteData("as printed"))
    before, path = program.snapshot, tmp_path / "example.evalgui"
    document = program.application.commands.keeping.document
    with program.qtbot.waitSignal(document.saved):
        document.save(path)
    program.open_sample("clinical")
    with program.qtbot.waitSignal(document.reopened):
        program.application.commands.open_path(path)
    after = program.snapshot
    assert after.dataset.name == example_id
    assert after.inputs.threshold == before.inputs.threshold
    assert after.matrix.counts.tolist() == before.matrix.counts.tolist()
    assert after.choices.notes == before.choices.notes
    assert [found.is_identical for found in replay(open_kept(path))] == [True]


def test_that_all_63_misprints_are_listed_with_a_sentence_each(program):
    dialog = opened_dialog(program)
    last = dialog.examples.topLevelItem(dialog.examples.topLevelItemCount() - 1)
    dialog.examples.setCurrentItem(last)
    assert dialog.values.topLevelItemCount() == 63
    assert all(dialog.values.topLevelItem(row).text(4) for row in range(63))
    dialog.close()
