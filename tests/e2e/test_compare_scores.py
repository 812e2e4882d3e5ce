"""Compare > Differences: areas and rates of the scores of a file, and the rows called otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit
from sklearn.metrics import roc_auc_score
from statsmodels.stats.contingency_tables import mcnemar

from evalgui.core.comparing import ERROR_METRICS
from evalgui.core.requests import SelectScore, SetThreshold
from evalgui.gui.look import text
from evalgui.workspace.file_requests import OpenFiles


def page_of(program):
    program.window.actions_by_id["differences"].trigger()
    found = program.window.findChildren(QDialog, "differences")
    page = next(one for one in found if one.isVisible())
    program.qtbot.waitUntil(lambda: page.table.model().rowCount() > 0)
    return page


def rows_of(page, place):
    """Return the cells of the rows of a pair, by the ids of rows and columns."""
    model = page.table.model()
    indexes = [model.index(row, 0) for row in range(model.rowCount())]
    ids = [column.id for column in model.table.columns]
    return {
        page.table.row_at(index).id: {
            name: index.siblingAtColumn(at).data() for at, name in enumerate(ids, start=1)
        }
        for index in indexes
        if page.table.row_at(index).pair == place
    }


def test_that_scores_of_one_file_are_compared_on_the_same_rows(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    page = page_of(program)
    snapshot, dataset = program.snapshot, program.snapshot.dataset
    truth = dataset.is_positive(snapshot.positive)
    assert page.table.model().rowCount() == 2 * 13
    for place, beside in enumerate(snapshot.comparison.others):
        one = page._found[place]
        own, other = snapshot.ranking.score.values, beside.ranking.score.values
        areas = [roc_auc_score(truth, values) for values in (own, other)]
        assert (one.pair.area.first, one.pair.area.second) == pytest.approx(areas)
        calls = [values >= at for values, at in zip((own, other), one.thresholds, strict=True)]
        right = [called == truth for called in calls]
        only = [np.flatnonzero(right[0] & ~right[1]), np.flatnonzero(right[1] & ~right[0])]
        for mine, theirs in zip(one.apart, only, strict=True):
            assert mine.tolist() == theirs.tolist()
        table = [[0, len(only[0])], [len(only[1]), 0]]
        is_exact = one.pair.mcnemar.is_exact
        expected = mcnemar(table, exact=is_exact, correction=False).pvalue
        assert one.pair.mcnemar.p == pytest.approx(expected)
        shown = rows_of(page, place)
        assert shown["roc_auc"]["value_a"].startswith("0.9930")
        assert {cells["b"] for cells in shown.values()} == {beside.name}
        alone, test = shown["mcnemar"], one.pair.mcnemar
        assert (alone["value_a"], alone["value_b"]) == (str(test.first_only), str(test.second_only))
        assert (alone["difference"], alone["test"]) == (text.UNDEFINED, test.method)
        assert {"TPR", "ACC", "PPV"} <= set(shown)
        assert shown["roc_auc"]["method"] == one.pair.area_interval.method
        assert shown["ACC"]["method"] == one.pair.at["ACC"].interval.method
        assert float(shown["roc_auc"]["at_b"]) == one.thresholds[1]
    page.copy_button.click()
    copied = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert copied[0][:5] == ["Measure", "B", "Threshold of B", "First", "Second"]
    assert float(copied[1][3]) == page._found[0].pair.area.first
    assert len(copied) == 1 + 2 * 13
    page.close()


def test_that_the_rows_called_otherwise_are_one_press_away(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    page = page_of(program)
    page.table.selectRow(page.table.model().rowCount() - 1)
    assert page.rows_button.isEnabled()
    page.rows_button.click()
    (shown,) = page.findChildren(QDialog, "discordant")
    words = shown.findChild(QPlainTextEdit).toPlainText()
    first, second = page._found[-1].apart
    assert words.count("  row ") == len(first) + len(second)
    assert f"  row {first[0] + 1}:" in words
    shown.close()
    page.close()


def test_that_files_with_rows_of_their_own_are_compared_apart(program, tmp_path):
    paths = []
    for name, shift in (("left", 0.0), ("right", 0.4)):
        rng = np.random.default_rng(3)
        rows = [(n % 2, rng.normal() + n % 2 * (1 + shift)) for n in range(60)]
        path = tmp_path / f"{name}.csv"
        path.write_text(
            "truth,score\n" + "".join(f"{t},{s:.6f}\n" for t, s in rows), encoding="utf-8"
        )
        paths.append(path)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles(tuple(paths)))
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 1)
    page = page_of(program)
    (one,) = page._found
    assert not one.pair.is_paired
    assert one.apart is None
    assert not page.rows_button.isEnabled()
    assert "rows of its own" in page.note.text()
    page.close()


def test_that_a_single_score_has_nothing_to_be_compared_with(program, tmp_path):
    path = tmp_path / "one.csv"
    path.write_text("truth,score\n1,0.9\n0,0.1\n1,0.8\n0,0.3\n", encoding="utf-8")
    program.open_path(path)
    program.window.actions_by_id["differences"].trigger()
    (page,) = program.window.findChildren(QDialog, "differences")
    program.qtbot.waitUntil(lambda: "no other score" in page.note.text())
    assert not page.copy_button.isEnabled()
    page.close()


def test_that_thresholds_are_linked_by_choice_and_every_score_has_its_errors(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    page = page_of(program)
    before = [one.thresholds[1] for one in page._found]
    page.link_box.setCurrentIndex(page.link_box.findData("fpr"))
    with program.qtbot.waitSignal(program.workspace.differences.found):
        page.link_box.activated.emit(page.link_box.currentIndex())
    assert [one.thresholds[1] for one in page._found] != before
    for one in page._found:
        rate = one.pair.at["FPR"]
        assert rate.second <= rate.first
    page.tabs.setCurrentWidget(page.errors)
    errors = page.errors.model()
    assert errors.rowCount() == 3
    eer = program.snapshot.ranking.value("eer")
    cell = errors.index(0, 1)
    assert cell.data() == f"{eer:.3f}"
    assert errors.limits(cell).startswith("0.0")
    assert "95" in cell.data(Qt.ItemDataRole.ToolTipRole)
    assert "FPR" in errors.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert errors.columnCount() == 1 + len(ERROR_METRICS)
    page.errors.selectRow(1)
    page.copy_button.click()
    copied = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert len(copied) == 1 + 3
    assert copied[0][1:4] == [errors.head(1), f"{errors.head(1)} lower", f"{errors.head(1)} upper"]
    assert float(copied[1][1]) == eer
    assert float(copied[1][2]) < eer < float(copied[1][3])
    page.close()


def test_that_each_score_keeps_its_threshold_while_another_is_shown(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    workspace = program.workspace
    workspace.ask(SetThreshold(0.123))
    provenance = program.snapshot.provenance
    workspace.ask(SelectScore(1))
    page = page_of(program)
    own = [one for one in page._found if one.pair.second == "logistic_regression"]
    assert [one.thresholds[1] for one in own] == [0.123]
    page.close()
    workspace.ask(SelectScore(0))
    assert program.snapshot.point.threshold == 0.123
    assert program.snapshot.provenance == provenance
    workspace.history.undo()
    assert program.snapshot.inputs.score == 1


def test_that_other_scores_follow_the_line_by_the_link_that_was_chosen(program):
    """Several scores whose thresholds are linked: in the menu, the decision and the comparison."""
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    workspace, actions = program.workspace, program.window.actions_by_id
    assert actions["link_none"].isChecked()
    actions["link_fpr"].trigger()
    assert actions["link_fpr"].isChecked()
    workspace.ask(SetThreshold(0.7))
    first = program.snapshot
    workspace.ask(SelectScore(1))
    head = program.window.decision.head
    name = first.score.name
    assert head.rule.text() == f"The same false positive rate, or less, as {name}"
    point, most = program.snapshot.point, first.point.counts.fp
    assert point.counts.fp <= most
    assert program.snapshot.ranking.table.steps.counts_of(point.row + 1).fp > most
    page = page_of(program)
    assert page.link_box.currentData() == "fpr"
    assert [one.thresholds[1] for one in page._found if one.pair.second == name] == [0.7]
    page.close()
    workspace.ask(SelectScore(0))  # nothing has drifted
    assert program.snapshot.point.threshold == 0.7
    assert program.snapshot.provenance == first.provenance
    workspace.history.undo()
    assert program.snapshot.inputs.score == 1
    actions["link_none"].trigger()
    assert not actions["link_fpr"].isChecked()
