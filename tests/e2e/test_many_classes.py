"""Three classes and more: all together, and any one of them against the rest."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.metrics import METRICS


def test_that_iris_shows_its_matrix_and_every_class_can_have_a_threshold(program):
    program.open_sample("iris")
    snapshot = program.snapshot
    assert snapshot.positive is None
    assert snapshot.matrix.counts.tolist() == [[50, 0, 0], [0, 47, 3], [0, 4, 46]]
    assert program.window.plots._pages.currentWidget() is program.window.plots.class_grid
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
    assert window._centre.currentWidget() is window.large_confusion
    matrix = program.snapshot.overall.matrix
    assert len(matrix) == 26
    expected = int(((letters[truth] == "A") & (letters[called] == "A")).sum())
    a = matrix.classes.index("A")
    assert matrix.counts[a, a] == expected
    window.large_confusion.cell_selected.emit(a, a)
    model = window.predictions.model
    program.qtbot.waitUntil(lambda: model.rowCount() == expected)
    window.classes.class_requested.emit(a)
    program.qtbot.waitUntil(lambda: program.snapshot.positive == a)
    assert program.snapshot.point.counts.tp == expected
    values = dict(zip((m.id for m in METRICS), program.snapshot.point.values, strict=True))
    assert values["ACC"] == pytest.approx(
        float(((letters[truth] == "A") == (letters[called] == "A")).mean()), abs=1e-15
    )


def test_that_many_classes_can_be_confirmed_in_the_dialog(program, tmp_path):
    rows = "".join(f"k{n % 60},k{n * 7 % 60}\n" for n in range(600))
    path = tmp_path / "sixty.csv"
    path.write_text("truth,predicted\n" + rows, encoding="utf-8")
    program.open_path(path)
    program.window.actions_by_id["columns"].trigger()
    dialog = next(d for d in program.window.findChildren(object, "import_dialog") if d.isVisible())
    assert dialog.open_button.isEnabled()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        dialog.open_button.click()
    assert program.snapshot.dataset.n_classes == 60
