"""A count table in the window: a row stands for many, and everything follows the threshold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from sklearn.metrics import confusion_matrix

from evalgui.core.multiclass import MATRIX_METRICS
from evalgui.core.requests import SetThreshold
from evalgui.core.weights import NO_COUNTS
from evalgui.gui import text
from evalgui.gui.dialogs.findings import accounting
from evalgui.gui.models.columns_model import ROLE
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.io.meaning.column_roles import ColumnRole
from evalgui.io.meaning.roles import Roles
from evalgui.results.topics.planning import sizes_of
from evalgui.workspace.file_requests import OpenFiles
from tests.e2e.test_open_a_file import write

FORMATS = Path(__file__).resolve().parents[2] / "resources" / "reference" / "formats"
LEFT = Qt.MouseButton.LeftButton

# Two bells of 41 scores each, some 4 * 10**9 comparisons.
BELLS = "score,n_genuine,n_impostor\n" + "".join(
    f"{n / 2},{int(9_000 * 0.8 ** abs(n - 26))},{int(7e8 * 0.7 ** abs(n - 12))}\n"
    for n in range(41)
)


def check_that_everything_agrees(program):
    window, snapshot = program.window, program.snapshot
    dataset, threshold = snapshot.dataset, snapshot.point.threshold
    called = dataset.scores[0].values >= threshold
    positives, negatives = dataset.counts_of_rows()
    tp, fn = int(positives[called].sum()), int(positives[~called].sum())
    fp, tn = int(negatives[called].sum()), int(negatives[~called].sum())
    counts = snapshot.point.counts
    assert (counts.tp, counts.fp, counts.fn, counts.tn) == (tp, fp, fn, tn)
    bar = window.threshold_bar.counts
    for name, number in (("TP", tp), ("FP", fp), ("FN", fn), ("TN", tn)):
        assert bar.isHidden() or f"{name} {text.count(number)}" in bar.text()
    assert window.confusion.matrix_view.matrix.counts.tolist() == [[tp, fn], [fp, tn]]
    metrics = window.metrics.model
    for metric_id, found in snapshot.point.measured.items():
        index = metrics.index_of(metric_id).siblingAtColumn(ColumnOf.VALUE)
        assert metrics.data(index) == text.measure(found.value), metric_id
    model = window.predictions.model
    for place in range(model.rowCount()):
        row = model.data_row(place)
        names = ("TP", "FP") if called[row] else ("FN", "TN")
        parts = zip(names, (positives[row], negatives[row]), strict=True)
        expected = [f"{name} {text.count(int(number))}" for name, number in parts if number]
        shown = model.data(model.index(place, model.outcome_column))
        assert shown == (" \N{MIDDLE DOT} ".join(expected) or text.UNDEFINED)
        call = model.data(model.index(place, model.call_column))
        assert call == ("genuine" if called[row] else "impostor")


def test_that_everything_agrees_after_every_event_of_a_drag(program, tmp_path):
    program.open_path(write(tmp_path, "bells.csv", BELLS))
    check_that_everything_agrees(program)
    seen = []

    def after_each():
        check_that_everything_agrees(program)
        seen.append(program.snapshot.point.threshold)

    for plot_id in ("roc", "pr", "det", "far-frr", "histogram"):
        seen.clear()
        program.drag(plot_id, [7.0, 12.5, 10.0, 16.0, 9.0], after_each)
        assert len(set(seen)) > 3, plot_id


def test_that_rows_and_what_they_count_are_told_apart(program, tmp_path):
    program.open_path(write(tmp_path, "bells.csv", BELLS))
    dataset = program.snapshot.dataset
    total = text.count(dataset.n_instances)
    assert program.window.data_bar.rows.text() == f"bells.csv: 41 rows that count {total}"
    assert program.window.predictions.status.text() == "41 rows"
    assert f"They count {text.count(int(dataset.row_counts[:, 0].sum()))} of 'impostor'" in (
        accounting(dataset)
    )
    header = program.window.predictions.table.horizontalHeader()
    model = program.window.predictions.model
    first = [header.logicalIndex(place) for place in range(3)]
    assert first == [0, model.outcome_column, model.call_column]


def test_that_a_cell_of_the_matrix_shows_the_rows_that_contribute_to_it(program):
    program.open_path(FORMATS / "binned_count_table.csv")
    program.workspace.ask(SetThreshold(0.5))
    view = program.window.confusion.matrix_view
    QTest.mouseClick(view, LEFT, pos=view.cell_rect(1, 0).center())
    assert program.window.predictions.status.text() == "8 rows; 2 selected: with FP"
    program.window.predictions.selection_bar.only.click()
    model = program.window.predictions.model
    shown = [model.data(model.index(place, 0)) for place in range(model.rowCount())]
    assert shown == ["0.5", "0.7"]
    assert program.window.predictions.status.text() == "2 of 8 rows: with FP"
    assert "false positive: 3 instances, 30.0" in view.tip_at(view.cell_rect(1, 0).center())
    assert "bin" in program.window.findings.told


def test_that_counts_of_ten_digits_stand_in_the_matrix(program, tmp_path):
    program.open_path(write(tmp_path, "bells.csv", BELLS))
    fields = [field for field, _ in program.window.confusion.matrix_view._lines]
    assert "count" in fields


def test_that_the_columns_of_counts_can_be_chosen_and_changed(program, tmp_path):
    path = write(tmp_path, "unnamed.csv", "s,hits,misses\n0.5,3,4\n0.1,5,6\n0.7,1,1\n")
    with program.qtbot.waitSignal(program.workspace.question_asked):
        program.application.commands.open_path(path)
    dialog = program.question()
    dialog.choices.scores.choose("s")
    counts = dialog.findChild(QLabel, "import_counts")
    assert dialog.choices.truth.isVisible()
    assert not dialog.choices.n_positive.isVisible()
    assert not dialog.choices.n_negative.isVisible()
    dialog.choices.rows_are.setCurrentIndex(dialog.choices.rows_are.findData(True))
    assert not dialog.choices.truth.isVisible()
    assert not dialog.choices.positive.isVisible()
    assert dialog.choices.n_positive.isVisible()
    dialog.choices.n_positive.setCurrentIndex(dialog.choices.n_positive.findData("hits"))
    assert not dialog.open_button.isEnabled()
    assert counts.text() == "Choose both columns of counts, and a score."
    with program.qtbot.waitSignal(program.workspace.openings.previews.previewed):
        dialog.choices.n_negative.setCurrentIndex(dialog.choices.n_negative.findData("misses"))
    assert counts.text().splitlines() == [
        "3 rows read, 3 used",
        "misses: 11 counted",
        "hits: 9 counted  (positive)",
    ]
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, LEFT)
    assert program.snapshot.dataset.classes == ("misses", "hits")
    assert program.snapshot.dataset.n_instances == 20


def test_that_a_count_table_can_be_read_as_rows_after_all(program, tmp_path):
    content = "group,score,n_pos,n_neg\n" + "a,0.5,30,4\nb,0.1,5,60\na,0.7,9,1\nb,0.2,8,7\n"
    program.open_path(write(tmp_path, "either.csv", content))
    assert program.snapshot.dataset.row_counts is not None
    program.window.actions_by_id["columns"].trigger()
    dialog = program.question()
    dialog.all_choices.click()
    assert dialog.choices.n_positive.isVisible()
    dialog.choices.rows_are.setCurrentIndex(dialog.choices.rows_are.findData(False))
    assert dialog.choices.truth.isVisible()
    assert not dialog.choices.n_positive.isVisible()
    dialog.choices.truth.setCurrentIndex(dialog.choices.truth.findData("group"))
    dialog.choices.positive.setCurrentIndex(dialog.choices.positive.findData("a"))
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, LEFT)
    assert program.snapshot.dataset.row_counts is None
    assert program.snapshot.ranking.value("roc_auc") == 1.0


def test_that_the_data_dock_takes_columns_for_counts_and_back(program, tmp_path):
    content = "group,score,a,n_neg\nyes,0.5,30,4\nno,0.1,5,60\nyes,0.7,9,1\nno,0.2,8,7\n"
    path = write(tmp_path, "either.csv", content)
    roles = Roles(truth="group", positive="yes", scores=("score",), predicted="")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=roles))
    model = program.window.data.model
    with program.qtbot.waitSignal(program.workspace.file_opened):
        model.setData(model.index(2, ROLE), ColumnRole.POSITIVES.value)
    shown = [model.data(model.index(row, ROLE)) for row in range(4)]
    assert shown == ["\N{EN DASH}", "score (high)", "n positive", "n negative"]
    assert program.snapshot.dataset.n_instances == 124
    with program.qtbot.waitSignal(program.workspace.file_opened):
        model.setData(model.index(0, ROLE), ColumnRole.TRUTH.value)
    assert program.snapshot.dataset.row_counts is None
    assert model.data(model.index(2, ROLE)) == "\N{EN DASH}"


def test_that_the_other_edge_of_bins_is_named_in_the_data_dock(program):
    program.open_path(FORMATS / "binned_count_table.csv")
    model = program.window.data.model
    assert [model.data(model.index(row, ROLE)) for row in range(2)] == [
        "score (high)",
        "edge of bins",
    ]
    with program.qtbot.waitSignal(program.workspace.file_opened):
        model.setData(model.index(0, ROLE), ColumnRole.LOWER.value)
    assert program.snapshot.score.name == "bin_high"


@pytest.mark.parametrize("k", [2, 4])
def test_that_weighed_calls_are_shown_as_sums_of_weights(program, tmp_path, k):
    random = np.random.default_rng(k)
    truth, calls = random.integers(0, k, (2, 90))
    weights = random.choice([0.1, 0.25, 1.3], 90)
    rows = "".join(f"c{a},c{b},{w}\n" for a, b, w in zip(truth, calls, weights, strict=True))
    roles = Roles(truth="y", predicted="pred", scores=(), weight="w")
    if k == 2:
        roles = replace(roles, positive="c0")
    with program.qtbot.waitSignal(program.workspace.file_opened, timeout=60_000):
        program.workspace.ask(
            OpenFiles((write(tmp_path, "calls.csv", "y,pred,w\n" + rows),), roles=roles)
        )
    program.settle()
    window, snapshot = program.window, program.snapshot
    cells = confusion_matrix(truth, calls, sample_weight=weights)
    shown = window.confusion.matrix_view.shown
    for row, column in np.ndindex(k, k):
        assert shown.cell(row, column).count == text.count(float(cells[row, column]))
        assert shown.interval(row, column).is_defined
        worth = "by their weights they count as"
        assert worth in shown.interval(row, column).assumes
    assert [shown.count(place, k) for place in range(k)] == pytest.approx(cells.sum(axis=1))
    classes = window.classes.model
    support = classes.section_of("support")
    for row, size in enumerate(cells.sum(axis=1).tolist()):
        assert classes.data(classes.index(row, support)) == text.count(size)
    metrics = window.metrics.model
    for metric_id, found in snapshot.overall.measured.items():
        index = metrics.index_of(metric_id).siblingAtColumn(ColumnOf.VALUE)
        assert metrics.data(index) == text.measure(
            found.value, MATRIX_METRICS.by_id(metric_id).written
        )
        if metric_id == "CHI2_P":
            assert NO_COUNTS in metrics.data(index, Qt.ItemDataRole.ToolTipRole)
    assert sizes_of(snapshot) is None  # weights are no cases that support a claim
