"""Costs of several classes, and a threshold for each of them, by every way."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from sklearn.metrics import confusion_matrix

import evalgui
from evalgui.__main__ import main
from evalgui.locations import resources

IRIS = str(resources() / "samples" / "iris.csv")
NAMES = ["setosa", "versicolor", "virginica"]
DEAR = "virginica->versicolor=10"


def told(capsys, *words):
    capsys.readouterr()
    code = main([*words])
    return code, capsys.readouterr()


def by_hand():
    """Return the true classes of the sample and the cheapest calls, each row by itself."""
    rows = pd.read_csv(IRIS)
    probabilities = rows[[f"p_{name}" for name in NAMES]].to_numpy()
    costs = 1 - np.eye(3)
    costs[2, 1] = 10
    cheapest = np.argmin(probabilities @ costs, axis=1)
    return rows["species"].tolist(), [NAMES[place] for place in cheapest]


def test_that_the_cheapest_calls_are_counted_by_true_class(capsys):
    code, printed = told(capsys, "evaluate", IRIS, "--class-cost", DEAR, "--format", "json")
    found = json.loads(printed.out)["class_costs"]
    truth, called = by_hand()
    counts = confusion_matrix(truth, called, labels=NAMES)
    assert code == 0
    assert [[found["cheapest"][row][call] for call in NAMES] for row in NAMES] == counts.tolist()
    wrong = counts.sum() - np.trace(counts) + 9 * counts[2, 1]
    assert found["costs"]["cheapest"]["total"] == wrong
    assert found["costs"]["cheapest"]["mean"] == pytest.approx(wrong / 150)
    assert found["costs"]["cheapest"]["total"] < found["costs"]["called"]["total"]
    assert found["costs"]["always:versicolor"]["total"] == 50 + 500
    assert found["typed"] == [["virginica", "versicolor", 10]]


@pytest.mark.parametrize("text", ["a=3", "a->b", "a->b=x", "a->b=inf"])
def test_that_what_is_no_cost_is_refused(capsys, text):
    with pytest.raises(SystemExit) as ended:
        told(capsys, "evaluate", IRIS, f"--class-cost={text}")
    assert ended.value.code == 2


def test_that_a_class_that_is_not_there_is_named(capsys):
    _code, printed = told(
        capsys, "evaluate", IRIS, "--class-cost", "rosa->setosa=2", "--format", "json"
    )
    assert "'rosa'" in json.loads(printed.out)["class_costs"]["refused"]


def test_that_without_costs_the_table_says_what_it_lacks(capsys):
    code, printed = told(capsys, "table", "--table", "class-costs", IRIS)
    assert code == 2
    assert "--class-cost" in printed.err


def test_that_each_class_has_the_threshold_it_has_alone(capsys):
    found = evalgui.evaluate(IRIS).table("class-thresholds").set_index("id")["value"]
    for name in NAMES:
        _code, printed = told(capsys, "evaluate", IRIS, "--positive", name, "--format", "json")
        alone = json.loads(printed.out)
        assert found[f"{name}_threshold"] == pytest.approx(alone["threshold"], rel=1e-7)
        assert found[f"{name}_TPR"] == alone["metrics"]["TPR"]["value"]


def test_that_costs_are_typed_into_a_grid(program):
    program.open_sample("iris")
    program.window.actions_by_id["class_costs"].trigger()
    dialog = program.window.findChild(QDialog, "class_costs_dialog")
    assert dialog.grid.cell(2, 1) == "1"
    dialog.grid.set_cell(2, 1, "ten")
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert (dialog.grid.currentRow(), dialog.grid.currentColumn()) == (2, 1)
    dialog.grid.set_cell(2, 1, "10")
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    program.rest()
    said = program.snapshot.inputs.consequences
    assert said.class_costs == (("virginica", "versicolor", 10.0),)
    assert program.window.results.topic.id == "class_costs"
    program.window.results.show_topic("class_thresholds")
    program.rest()
    program.open_sample("clinical")
    assert not program.window.actions_by_id["class_costs"].isEnabled()
