"""Scores and predicted classes in one file: either can be looked at, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from sklearn.metrics import roc_auc_score

from evalgui.gui.models.columns_model import ROLE
from evalgui.io.meaning.column_roles import ColumnRole
from tests.support.questions import asked

RNG = np.random.default_rng(12)
TRUTH = np.repeat([1, 0], 30)
SCORE = np.round(RNG.normal(size=60) + TRUTH, 2)
CALLS = (SCORE + RNG.normal(size=60) > 0.5).astype(int)


def write(path, names, columns):
    rows = zip(*columns, strict=True)
    lines = [",".join(map(str, row)) for row in [names, *rows]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def choose(program, combo, words):
    combo.setCurrentIndex(combo.findText(words))
    with program.qtbot.waitSignal(program.workspace.changed):
        combo.activated.emit(combo.currentIndex())


def cells(program):
    return program.window.confusion.matrix_view.matrix.counts.tolist()


def own_cells():
    return [[np.sum((t == TRUTH) & (c == CALLS)) for c in (1, 0)] for t in (1, 0)]


def test_that_the_calls_of_a_file_are_a_choice_beside_its_score(program, tmp_path):
    path = write(tmp_path / "a.csv", ("truth", "prediction", "score"), (TRUTH, CALLS, SCORE))
    program.open_path(path)
    window, combo = program.window, program.window.data_bar.score
    names = [combo.itemText(number) for number in range(combo.count())]
    assert names == ["score", "prediction (predicted class)"]
    assert combo.isVisible()
    first = cells(program)
    assert window.plots.isVisible()
    choose(program, combo, "prediction (predicted class)")
    assert combo.isVisible()
    assert combo.currentText() == "prediction (predicted class)"
    assert program.snapshot.ranking is None
    assert program.snapshot.matrix.counts.tolist() == own_cells()
    assert not window.threshold_bar.isEnabled()
    assert window.large_confusion.isVisible()
    assert not window.data_bar.direction.isVisible()
    choose(program, combo, "score")
    assert window.plots.isVisible()
    assert cells(program) == first
    window.actions_by_id["undo"].trigger()
    assert program.snapshot.matrix.counts.tolist() == own_cells()


def test_that_calls_stay_chosen_when_the_rows_are_others(program, tmp_path):
    sites = np.tile(["A", "B"], 30)
    columns = (TRUTH, CALLS, SCORE, sites)
    path = write(tmp_path / "a.csv", ("truth", "prediction", "score", "site"), columns)
    program.open_path(path)
    choose(program, program.window.data_bar.score, "prediction (predicted class)")
    panel = program.window.data
    panel.subset.setText('site == "A"')
    with program.qtbot.waitSignal(program.workspace.file_opened):
        panel.subset.returnPressed.emit()
    point, at_a = program.snapshot.point, sites == "A"
    assert program.snapshot.inputs.score is None
    assert point.counts.tp == np.sum((TRUTH == 1) & (CALLS == 1) & at_a)
    assert point.counts.n == 30


def test_that_a_number_beside_a_prediction_can_be_made_a_score_and_none_again(program, tmp_path):
    ages = np.arange(60) % 7 + 40
    path = write(tmp_path / "a.csv", ("truth", "prediction", "age"), (TRUTH, CALLS, ages))
    program.open_path(path)
    assert program.snapshot.matrix.counts.tolist() == own_cells()
    model = program.window.data.model
    for role, scores in ((ColumnRole.HIGHER, ["age"]), (ColumnRole.NONE, [])):
        with program.qtbot.waitSignal(program.workspace.file_opened):
            model.setData(model.index(2, ROLE), role.value)
        assert [one.name for one in program.snapshot.dataset.scores] == scores
    assert program.snapshot.matrix.counts.tolist() == own_cells()


@pytest.mark.parametrize("positive", ["target", "spoof", "nontarget"])
def test_that_one_score_of_three_classes_draws_each_class_against_the_rest(
    program, tmp_path, positive
):
    truth = np.repeat(["target", "nontarget", "spoof"], 30)
    score = np.round(RNG.normal(size=90) + 2 * (truth == "target"), 3)
    ids = np.arange(90)
    path = tmp_path / "sasv.txt"
    rows = zip(ids, ids, score, truth, strict=True)
    lines = [f"LA_{a:04} LA_E_{b} {s} {t}" for a, b, s, t in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    program.open_path(path)
    combo = program.window.data_bar.positive
    assert program.snapshot.positive_name == "target"
    assert [combo.itemText(n) for n in range(combo.count())] == ["nontarget", "spoof", "target"]
    if positive != "target":
        choose(program, combo, positive)
        program.qtbot.waitUntil(lambda: program.snapshot.positive_name == positive)
    expected = roc_auc_score(truth == positive, score)
    assert program.snapshot.ranking.value("roc_auc") == pytest.approx(expected, abs=1e-12)
    assert program.window.plots.isVisible()
    assert program.window.threshold_bar.isEnabled()
    program.drag("roc", [0.4, 0.8], lambda: None)
    called = score >= program.snapshot.point.threshold
    assert program.snapshot.point.counts.tp == np.sum(called & (truth == positive))
    assert program.snapshot.point.counts.fp == np.sum(called & (truth != positive))


SHARES = np.round(RNG.dirichlet(np.ones(3), 30), 3)


@pytest.mark.parametrize("typed", [("0", "1", "2"), ("1", "2", "3"), ("1", "2", "")])
def test_that_columns_are_given_to_classes_in_the_dialog(program, tmp_path, typed):
    codes = np.arange(30) % 3
    path = write(tmp_path / "a.csv", ("target", "prob1", "prob2", "prob3"), (codes, *SHARES.T))
    with program.qtbot.waitSignal(program.workspace.question_asked):
        program.application.commands.open_path(path)
    dialog = program.question()
    assert "'prob1', 'prob2' and 'prob3' belong to '0', '1' and '2'" in asked(dialog)
    card = next(card for card in dialog.cards if "'prob1'" in card.title.text())
    QTest.mouseClick(card.buttons[-1], Qt.MouseButton.LeftButton)  # Choose...
    pairs = dialog.choices.class_pairs
    assert pairs.isVisible()
    assert pairs.pairs() == (("0", "prob1"), ("1", "prob2"), ("2", "prob3"))
    for row, name in enumerate(typed):
        combo = pairs.cellWidget(row, 1)
        combo.lineEdit().selectAll()
        QTest.keyClicks(combo.lineEdit(), name or "(no class)")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    dataset = program.snapshot.dataset
    classes = sorted({"0", "1", "2", *filter(None, typed)})
    assert list(dataset.classes) == classes
    scores = np.full((30, len(classes)), -1.0)
    for column, name in enumerate(typed):
        if name:
            scores[:, classes.index(name)] = SHARES[:, column]
    assert dataset.predicted.tolist() == scores.argmax(axis=1).tolist()


@pytest.mark.parametrize("column", ["confidence", "probability"])
def test_that_how_sure_calls_are_is_asked_and_the_calls_are_proposed(program, tmp_path, column):
    sure = np.round(0.5 + RNG.random(60) / 2, 3)
    path = write(tmp_path / "a.csv", ("label", "prediction", column), (TRUTH, CALLS, sure))
    with program.qtbot.waitSignal(program.workspace.question_asked):
        program.application.commands.open_path(path)
    dialog = program.question()
    assert "may say how sure each prediction is" in asked(dialog)
    assert dialog.choices.scores.checked() == []
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert program.snapshot.matrix.counts.tolist() == own_cells()
