"""Three classes and more: all together, and any one of them against the rest."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from sklearn.metrics import roc_auc_score

from evalgui.core.multiclass import MulticlassSettings, Over, OverallFamily
from evalgui.core.requests import SelectPositive
from evalgui.gui import text
from evalgui.gui.app import Application
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.gui.results.tree_model import sections_of
from evalgui.gui.start_options import Start
from evalgui.gui.theme import Mode
from evalgui.io.worked_examples import worked_examples
from evalgui.io.writers.origin import origin_of
from evalgui.render.json import facts
from evalgui.results.topics.calibration import CALIBRATION
from evalgui.results.topics.classes import LIVE_AREA
from evalgui.results.topics.measures import VALUE, every_row, live


def test_that_iris_shows_its_matrix_and_every_class_can_have_a_threshold(program):
    program.open_sample("iris")
    snapshot = program.snapshot
    assert snapshot.positive is None
    assert snapshot.matrix.counts.tolist() == [[50, 0, 0], [0, 47, 3], [0, 4, 46]]
    assert program.window.plots.class_grid.isVisible()
    choice = program.window.data_bar.positive
    choice.setCurrentIndex(choice.findData(1))
    with program.qtbot.waitSignal(program.workspace.changed):
        choice.activated.emit(choice.currentIndex())
    one = program.snapshot
    assert (one.positive_name, one.rest_name) == ("versicolor", "not versicolor")
    assert program.window.actions_by_id["rule_eer"].isEnabled()
    truth = one.dataset.truth == 1
    called = one.dataset.class_scores[:, 1] >= one.point.threshold
    assert one.point.counts.tp == int((truth & called).sum())
    assert one.point.counts.fp == int((~truth & called).sum())
    assert program.window.confusion.matrix_view.matrix.counts.sum() == 150
    program.settle()
    program.drag("far-frr", [0.4, 0.6], lambda: None)
    called = one.dataset.class_scores[:, 1] >= program.snapshot.point.threshold
    assert program.snapshot.point.counts.tp == int((truth & called).sum())
    choice.setCurrentIndex(choice.findData(None))
    choice.activated.emit(choice.currentIndex())
    program.qtbot.waitUntil(lambda: program.snapshot.positive is None)


def test_that_labels_alone_show_a_large_matrix_and_the_rows_of_its_cells(program, tmp_path):
    rng = np.random.default_rng(1)
    letters = np.array(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    truth = rng.integers(0, 26, 2000)
    called = np.where(rng.random(2000) < 0.8, truth, rng.integers(0, 26, 2000))
    lines = [f"{letters[a]},{letters[b]}" for a, b in zip(truth, called, strict=True)]
    path = tmp_path / "letters.csv"
    path.write_text("truth,predicted\n" + "\n".join(lines) + "\n", encoding="utf-8")
    program.open_path(path)
    window = program.window
    assert window.large_confusion.isVisible()
    matrix = program.snapshot.overall.matrix
    assert len(matrix) == 26
    expected = int(((letters[truth] == "A") & (letters[called] == "A")).sum())
    a = matrix.classes.index("A")
    assert matrix.counts[a, a] == expected
    window.large_confusion.cell_selected.emit(a, a)
    window.predictions.selection_bar.only.click()
    model = window.predictions.model
    program.qtbot.waitUntil(lambda: model.rowCount() == expected)
    window.classes.requested.emit(SelectPositive(a))
    program.qtbot.waitUntil(lambda: program.snapshot.positive == a)
    assert program.snapshot.point.counts.tp == expected
    assert program.snapshot.point.measured["ACC"].value == pytest.approx(
        float(((letters[truth] == "A") == (letters[called] == "A")).mean()), abs=1e-15
    )


def test_that_many_classes_can_be_confirmed_in_the_dialog(program, tmp_path):
    rows = "".join(f"k{n % 60},k{n * 7 % 60}\n" for n in range(600))
    path = tmp_path / "sixty.csv"
    path.write_text("truth,predicted\n" + rows, encoding="utf-8")
    program.open_path(path)
    program.window.actions_by_id["columns"].trigger()
    dialog = program.question()
    assert dialog.open_button.isEnabled()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        dialog.open_button.click()
    assert program.snapshot.dataset.n_classes == 60


def metric(program, metric_id):
    """Return the value of a measure as the panel shows it."""
    model = program.window.metrics.model
    return model.data(model.index_of(metric_id).siblingAtColumn(ColumnOf.VALUE))


def test_that_k_and_the_classes_of_averages_change_what_is_shown(program):
    program.open_sample("iris")
    editor = program.window.metrics.multiclass
    assert editor.scope.text() == "Averages over all 3 classes"
    assert (metric(program, "TOP_K"), metric(program, "BACC")) == ("1.000", "0.953")
    editor.top_k.setFocus()
    editor.top_k.selectAll()
    QTest.keyClicks(editor.top_k, "1")
    QTest.keyClick(editor.top_k, Qt.Key.Key_Return)
    assert metric(program, "TOP_K") == "0.953"
    QTest.keyClick(editor.over, Qt.Key.Key_End)
    boxes = editor._choice.list
    area = boxes.visualRect(boxes.model().index(0, 0))
    QTest.mouseClick(
        boxes.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QPoint(area.x() + 11, area.center().y()),
    )
    assert editor.scope.text() == "Averages over 2 of 3 classes"
    # versicolor 47/51 and 47/50, virginica 46/49 and 46/50
    assert metric(program, "BACC") == "0.930"
    assert metric(program, "MACRO_P") == f"{(47 / 51 + 46 / 49) / 2:.3f}"
    program.window.metrics.metric_selected.emit("MACRO_P")
    classes = program.window.explain.facts["classes"]
    assert classes.text() == "2 of 3: 'versicolor', 'virginica'"
    assert facts(origin_of(program.snapshot))["settings"] == {
        "average_over": "chosen",
        "classes": ["versicolor", "virginica"],
        "undefined_as_zero": False,
        "top_k": 1,
    }
    program.window.actions_by_id["undo"].trigger()
    assert metric(program, "BACC") == "0.953"
    assert classes.text() == "3 of 3: 'setosa', 'versicolor', 'virginica'"
    editor._choice.close()


def test_that_k_is_remembered_and_chosen_classes_are_not(program, qapp, qtbot):
    program.open_sample("iris")
    chosen = MulticlassSettings(Over.CHOSEN, ("setosa",), undefined_as_zero=True, top_k=3)
    program.window.metrics.multiclass_requested.emit(chosen)
    assert program.snapshot.inputs.multiclass == chosen
    again = Application(qapp, Start(size=QSize(1280, 720), appearance=Mode.LIGHT))
    qtbot.addWidget(again.window)
    kept = MulticlassSettings(undefined_as_zero=True, top_k=3)
    assert again.workspace.snapshot.inputs.multiclass == kept
    again.window.close()
    again.deleteLater()


def test_that_odd_classes_and_ties_stand_in_the_strip(program, tmp_path):
    path = tmp_path / "ties.csv"
    rows = "a,.5,.5,0,0\na,.1,.8,.1,0\nb,.1,.8,.1,0\nb,.2,.1,.7,0\n" * 5
    path.write_text("truth,p_a,p_b,p_c,p_d\n" + rows + "a,1,0,0,0\n", encoding="utf-8")
    program.open_path(path)
    strip = program.window.findings
    said = strip.told
    assert "5 rows have the same greatest score for several classes" in said
    assert "'c' is called but never true" in said
    assert "'d' is named but without a row" in said
    assert strip.told.startswith("5 rows have the same greatest score")


def test_that_the_matrix_of_a_worked_example_has_its_findings(program):
    examples = {example.id: example for example in worked_examples()}
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.application.commands.open_typed(examples["rezankova-husek-2015/table3.1-300"].typed)
    assert "true but never called" in program.window.findings.told


def probabilities(n_classes, n=600, seed=4):
    """Return a file of probabilities as text."""
    rng = np.random.default_rng(seed)
    names = [f"kind-{number:02d}" for number in range(n_classes)]
    truth = np.arange(n) % n_classes
    scores = rng.normal(size=(n, n_classes))
    scores[np.arange(n), truth] += 2.0
    scores = np.exp(scores)
    scores /= scores.sum(axis=1, keepdims=True)
    rows = (
        ",".join([names[of], *(f"{value:.6f}" for value in row)])
        for of, row in zip(truth, scores, strict=True)
    )
    return "\n".join([",".join(["truth", *names]), *rows]) + "\n"


def selected_classes(program):
    return sorted(
        index.data() for index in program.window.classes.table.selectionModel().selectedRows()
    )


def test_that_every_class_of_forty_can_be_looked_at_and_assessed(program, tmp_path):
    path = tmp_path / "forty.csv"
    path.write_text(probabilities(40), encoding="utf-8")
    program.open_path(path)
    window, qtbot = program.window, program.qtbot
    grid = window.plots.class_grid
    assert grid.isVisible()
    qtbot.waitUntil(lambda: all(len(p.main.every.drawn.lines) == 40 for p in grid.class_plots))
    table = window.classes.table
    table.selectRow(33)
    assert grid.chosen == (33,)
    assert list(grid.class_plots[0].main.standing_out.drawn.lines) == [33]
    grid.class_plots[0].class_clicked.emit(7)
    assert selected_classes(program) == ["kind-07"]
    table.clearSelection()
    assert grid.chosen == ()
    with qtbot.waitSignal(program.workspace.changed):
        grid.class_plots[2].class_requested.emit(39)
    assert program.snapshot.positive_name == "kind-39"
    assert not grid.isVisible()
    assert program.snapshot.ranking.value("roc_auc") == program.snapshot.class_scores.aucs[39]


def test_that_the_threshold_of_one_class_moves_its_table_and_matrix(program):
    program.open_sample("iris")
    window = program.window
    with program.qtbot.waitSignal(program.workspace.changed):
        window.classes.requested.emit(SelectPositive(2))
    program.settle()
    dataset = program.snapshot.dataset
    truth, scores = dataset.truth == 2, dataset.class_scores[:, 2]

    def everything_agrees():
        called = scores >= program.snapshot.point.threshold
        cells = [[truth & called, truth & ~called], [~truth & called, ~truth & ~called]]
        expected = [[int(rows.sum()) for rows in line] for line in cells]
        assert window.confusion.matrix_view.matrix.counts.tolist() == expected
        model = window.predictions.model
        calls = [model.raw_cell(row, model.call_column) for row in range(150)]
        assert [call == "virginica" for call in calls] == called.tolist()
        roc = window.plots.plots()["roc"]
        x = roc.viewport.pixels(expected[1][0] / 100, expected[0][0] / 50)[0]
        assert roc.main.markers[0].x() == pytest.approx(x)

    everything_agrees()
    program.drag("far-frr", [0.2, 0.8, 0.5], everything_agrees)
    window.confusion.cell_selected.emit(0, 1)
    window.predictions.selection_bar.only.click()
    n_missed = int((truth & (scores < program.snapshot.point.threshold)).sum())
    assert window.predictions.model.rowCount() == n_missed


def test_that_areas_of_classes_and_of_all_together_are_shown(program):
    program.open_sample("iris")
    window, dataset = program.window, program.snapshot.dataset
    place = window.classes.model.section_of(LIVE_AREA.id)
    assert not window.classes.table.isColumnHidden(place)
    model = window.classes.model
    areas = [
        roc_auc_score(dataset.truth == index, dataset.class_scores[:, index]) for index in range(3)
    ]
    assert [model.index(row, place).data() for row in range(3)] == [text.measure(a) for a in areas]
    section = next(
        s for s in sections_of(every_row(program.snapshot)) if OverallFamily.RANKING in s.title
    )
    table = live(program.snapshot)
    values = {row.id: table.cell(row, VALUE).value for row in section.rows}
    truth, scores = dataset.truth, dataset.class_scores
    for metric_id, options in {
        "AUC_TOTAL": {"multi_class": "ovr", "average": "weighted"},
        "AUC_MACRO": {"multi_class": "ovr", "average": "macro"},
        "AUC_MICRO": {"multi_class": "ovr", "average": "micro"},
        "HAND_TILL": {"multi_class": "ovo", "average": "macro"},
    }.items():
        assert values[metric_id] == pytest.approx(roc_auc_score(truth, scores, **options))
    rows = window.metrics.model
    shown = set()
    for row in range(rows.rowCount()):
        parent = rows.index(row, 0)
        shown |= {rows.index(child, 0, parent).data() for child in range(rows.rowCount(parent))}
    assert {row.about.name for row in section.rows} <= shown


def test_that_probabilities_of_classes_are_declared_and_looked_at(program):
    program.open_sample("iris")
    action = program.window.actions_by_id["scale_probability"]
    assert action.isEnabled()
    told = CALIBRATION.shown(program.snapshot)
    assert [fact.id for fact in told.facts] == ["asked"]
    action.trigger()
    assert action.isChecked()
    told = CALIBRATION.shown(program.snapshot)
    assert [table.id for table in told.tables] == ["calibration", "classes", "calls"]
    assert [row.id for row in told.table("classes").rows] == [*program.snapshot.dataset.classes]
    assert "test" not in [column.id for column in told.table("classes").columns]  # drawn elsewhere
