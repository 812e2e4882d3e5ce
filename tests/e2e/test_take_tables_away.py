"""Results leave as tables: chosen, saved or copied, read back, and the same numbers all along."""

from __future__ import annotations

import csv
import hashlib
import html
import io
import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from evalgui.core.requests import SetComparing, SetThreshold
from evalgui.gui import panes
from evalgui.gui.dialogs.tables import TablesDialog
from evalgui.io.meaning import Roles
from evalgui.io.writers.tables.declared import TABLES
from evalgui.io.writers.tables.formats import FORMATS
from evalgui.workspace.file_requests import OpenFiles
from tests.io.writers.tables.reading_back import READERS
from tests.support.exported import open_dialog, save_tables


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "two.csv"
    lines = [
        f"=p{row},{'ab'[row % 2]},{row * 7 % 40},{row * 3 % 11},{row % 2 + row % 3}"
        for row in range(60)
    ]
    path.write_text("id,truth,one,two,three\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def opened(program, path, *scores):
    roles = Roles(truth="truth", scores=scores or ("one", "two"), positive="a", predicted="")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=roles))
    program.settle()
    if not scores:
        program.workspace.ask(SetComparing(compares=True))
        program.qtbot.waitUntil(lambda: bool(program.snapshot.comparison.others))


def states(dialog):
    found = {}
    for row in range(dialog.tree.topLevelItemCount()):
        item = dialog.tree.topLevelItem(row)
        found[item.data(0, Qt.ItemDataRole.UserRole)] = (not item.isDisabled(), item.text(1))
    return found


def test_that_results_are_saved_with_what_they_rest_on(program, path, tmp_path):
    opened(program, path)
    program.workspace.ask(SetThreshold(0.1 + 12.2))
    out = tmp_path / "out"
    out.mkdir()
    said = save_tables(program, ["measures", "rows", "comparison"], "xlsx", out / "r.xlsx")
    assert said.startswith("Written: r.xlsx, ")
    data = (out / "r.xlsx").read_bytes()
    _head, rows = READERS["xlsx"](data, sheet=2)
    values = {row[0]: row[2] for row in rows}
    for metric_id, measured in program.snapshot.point.measured.items():
        if measured.is_defined:
            assert values[metric_id] in {measured.value, str(measured.value)}
    head, rows = READERS["xlsx"](data, sheet=4)
    assert [row[head.index("row")] for row in rows] == list(range(1, 61))
    assert {row[1] for row in rows} == {f"=p{row}" for row in range(60)}
    _head, rows = READERS["xlsx"](data, sheet=3)
    assert rows[0][2] == "roc_auc"
    # As text, the sum of the file beside it.
    said = save_tables(program, ["rules"], "csv", out / "t.csv")
    told = json.loads((out / "t.csv.about.json").read_text(encoding="utf-8"))
    assert told["about"]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert told["about"]["threshold"] == 0.1 + 12.2
    assert told["about"]["provenance"]["rule"] == "typed"
    assert "beside it" in said
    # What a spreadsheet would compute is said.
    assert "60 cells like a formula" in save_tables(program, ["rows"], "csv", out / "r.csv")


def test_that_a_comparison_is_that_of_the_window(program, path, tmp_path):
    opened(program, path)
    target = tmp_path / "c.json"
    save_tables(program, ["comparison"], "json", target)
    told = json.loads(target.read_text(encoding="utf-8"))
    with program.qtbot.waitSignal(program.workspace.differences.found) as found:
        program.workspace.differences.compare(
            program.workspace.snapshot, program.workspace.data_sets
        )
    pair = found.args[0].differences[0].pair
    (area,) = (row for row in told["rows"] if row["id"] == "roc_auc")
    assert (area["difference"], area["p"]) == (pair.area.difference, pair.area.p)
    assert (area["a"], area["b"]) == (pair.first, pair.second)
    assert [one["score"] for one in told["about"]["compared_with"]] == ["two"]


def test_that_rows_are_those_on_show_in_their_order_or_selected(program, path):
    opened(program, path)
    table, model = program.window.predictions.table, program.window.predictions.model
    program.window.predictions.search_field.setText("p5")
    program.window.predictions._search()
    program.qtbot.waitUntil(lambda: model.rowCount() == 11)
    table.sortByColumn(model.score_column(), Qt.SortOrder.DescendingOrder)
    program.qtbot.waitUntil(lambda: not model.is_sorting)
    wanted = model.file_rows(range(model.rowCount()))
    assert wanted != sorted(wanted)
    dialog = open_dialog(program)
    for rows, numbers in (("shown", wanted), ("all", list(range(1, 61)))):
        dialog.choose(["rows"], "csv", rows, guards=False)
        with program.qtbot.waitSignal(program.workspace.exports.ended):
            dialog.copy.click()
        lines = list(csv.reader(io.StringIO(copied().text()), delimiter="\t"))
        assert [int(line[0]) for line in lines[1:]] == numbers
    dialog.choose(["rows"], "csv", "selected", guards=False)
    table.clearSelection()
    dialog.copy.click()
    assert "No row is selected" in dialog.status.text()
    table.selectRow(2)
    with program.qtbot.waitSignal(program.workspace.exports.ended):
        dialog.copy.click()
    lines = copied().text().splitlines()
    assert [line.split("\t")[0] for line in lines[1:]] == [str(wanted[2])]
    dialog.close()


def copied():
    return QGuiApplication.clipboard().mimeData()


def test_that_what_there_is_no_table_of_says_why_and_follows_the_data(program, path):
    program.open_sample("iris")
    dialog = open_dialog(program)
    found = states(dialog)
    assert list(found) == [kind.id for kind in TABLES]
    assert found["rules"] == (
        False,
        "All classes are taken together: choose one to be assessed against the rest.",
    )
    assert found["classes"][0]
    dialog.choose(["rules"], "csv", "all", guards=False)
    assert dialog.ids == ()
    assert not dialog.save.isEnabled()
    assert dialog.note.text() == "Choose a table."
    opened(program, path)
    program.qtbot.waitUntil(lambda: states(dialog)["rules"][0] and states(dialog)["comparison"][0])
    assert dialog.ids == ("rules",)
    assert dialog.save.isEnabled()
    dialog.close()


def test_that_choices_are_remembered_and_one_dialog_is_enough(program, path):
    opened(program, path)
    dialog = open_dialog(program)
    assert dialog.ids == ("measures",)
    assert open_dialog(program) is dialog
    dialog.choose(["matrix", "rules"], "parquet", "shown", guards=True)
    dialog.save.click()
    chooser = dialog.findChild(QFileDialog, "export_tables_dialog")
    chooser.reject()
    dialog.close()
    program.qtbot.waitUntil(lambda: program.window.findChild(TablesDialog) is None)
    again = open_dialog(program)
    assert again.ids == ("matrix", "rules")
    assert again.table_format is FORMATS.by_id("parquet")
    assert again.rows.currentData() == "shown"
    assert again.guard.isChecked()
    assert not again.guard.isEnabled()  # cells have types there
    again.close()


def test_that_files_that_were_not_named_are_replaced_only_on_demand(program, path, tmp_path):
    opened(program, path)
    there = tmp_path / "r-rules.csv"
    there.write_text("mine", encoding="utf-8")
    dialog = open_dialog(program)
    dialog.choose(["matrix", "rules"], "csv", "all", guards=False)
    for answer in (QMessageBox.ButtonRole.RejectRole, QMessageBox.ButtonRole.AcceptRole):
        dialog.save.click()
        chooser = dialog.findChildren(QFileDialog, "export_tables_dialog")[-1]
        chooser.fileSelected.emit(str(tmp_path / "r.csv"))
        chooser.close()
        box = dialog.findChildren(QMessageBox, "replace_dialog")[-1]
        assert "r-rules.csv" in box.text()
        assert there.read_text(encoding="utf-8") == "mine"
        (button,) = (one for one in box.buttons() if box.buttonRole(one) == answer)
        if answer == QMessageBox.ButtonRole.RejectRole:
            button.click()
            assert not (tmp_path / "r-matrix.csv").exists()
        else:
            with program.qtbot.waitSignal(program.workspace.exports.ended):
                button.click()
    assert there.read_text(encoding="utf-8").startswith("id,name,")
    assert (tmp_path / "r-matrix.csv").exists()
    dialog.close()


def test_that_a_folder_that_is_gone_is_said_in_the_dialog(program, path, tmp_path):
    opened(program, path)
    said = save_tables(program, ["measures"], "csv", tmp_path / "gone" / "m.csv")
    assert "no such folder" in said.lower()


def test_that_a_copy_is_text_and_an_html_table_in_which_all_text_is_escaped(program, tmp_path):
    path = tmp_path / "odd.csv"
    path.write_text(
        'id,truth,score\n<b>x</b>,a,1\n=1+1,b,2\n"a\tb",a,3\n007,b,4\n', encoding="utf-8"
    )
    opened(program, path, "score")
    dialog = open_dialog(program)
    dialog.choose(["rows"], "csv", "all", guards=False)
    with program.qtbot.waitSignal(program.workspace.exports.ended):
        dialog.copy.click()
    assert "looks like a formula has an apostrophe before it" in dialog.status.text()
    dialog.close()
    lines = [line.split("\t") for line in copied().text().splitlines()]
    assert lines[0][:4] == ["row", "id", "truth", "score"]
    assert [line[1] for line in lines[1:]] == ["<b>x</b>", "'=1+1", "a b", "007"]
    page = copied().html()
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "<b>" not in page
    as_text = "<td style=\"mso-number-format:'\\@'\">"
    assert f"{as_text}=1+1</td>" in page
    assert f"{as_text}007</td>" in page
    assert "<td>1</td>" in page


def test_that_the_list_is_used_with_the_keyboard(program):
    program.open_sample("clinical")
    dialog = open_dialog(program)
    dialog.choose([], "csv", "all", guards=False)
    dialog.tree.setFocus()
    QTest.keyClick(dialog.tree, Qt.Key.Key_Space)
    assert dialog.ids == ("measures",)
    QTest.keyClick(dialog.tree, Qt.Key.Key_Down)
    QTest.keyClick(dialog.tree, Qt.Key.Key_Space)
    assert dialog.ids == ("measures", "matrix")
    assert "file of its own" in dialog.note.text()
    dialog.close()


def test_that_panes_copy_their_tables_as_text_and_as_html(program):
    program.open_sample("clinical")
    window = program.window
    window.panes.raise_dock(panes.RULES)
    program.qtbot.waitUntil(lambda: bool(window.rules._on_show()))
    window.predictions.table.selectRow(1)
    window.metrics.tree.selectAll()
    for name in ("copy_rules", "copy_rows", "copy_matrix", "copy_measures_as_table"):
        QGuiApplication.clipboard().clear()
        (action,) = window.findChildren(QAction, name)
        action.trigger()
        lines = [line.split("\t") for line in copied().text().splitlines()]
        assert len(lines) > 1, name
        page = copied().html()
        assert page.count("<tr>") == len(lines), name
        assert all(f">{html.escape(cell)}</t" in page for line in lines for cell in line), name
