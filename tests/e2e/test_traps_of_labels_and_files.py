"""Small files with a trap in them: the window and the command line give what is right."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.__main__ import main
from evalgui.core.requests import SetThreshold
from evalgui.io.writers.evaluation import evaluation

DATA = Path(__file__).parents[1] / "data" / "io" / "labels_and_files.json"
CASES = json.loads(DATA.read_text(encoding="utf-8"))["cases"]
OF_ONE_CLASS = {"tpr": "TPR", "tnr": "TNR", "acc": "ACC"}
OF_ALL_CLASSES = {"acc": "SMC_K", "bacc_multiclass": "BACC", "macro_f1": "F_MACRO"}


def number(value):
    return math.nan if value is None else value


def answer(found, quantity):
    """Return what an evaluation says of a quantity of the reference."""
    simple = {
        "n_rows": lambda: found["rows_in_file"],
        "n_dropped": lambda: found["n_missing"] + sum(found["excluded"].values()),
        "n_pos": lambda: found["n_positive"],
        "n_neg": lambda: found["n_negative"],
        "roc.auc": lambda: number(found["areas"]["roc_auc"]),
        "count.tp": lambda: found["counts"]["tp"],
        "n_classes": lambda: len(found["classes"]),
        "label_order": lambda: found["classes"],
        "confusion_matrix": lambda: found["matrix"],
    }
    if quantity in simple:
        return simple[quantity]()
    if quantity.startswith("per_class."):
        metric = quantity.removeprefix("per_class.").upper()
        entries = found["per_class"].values()
        return [number(entry["metrics"][metric]["value"]) for entry in entries]
    known = OF_ALL_CLASSES if found["counts"] is None else OF_ONE_CLASS
    return number(found["metrics"][known[quantity]]["value"])


def hold(found, case):
    """Compare every quantity that the reference has."""
    assert case["expected"]
    for expected in case["expected"]:
        right = expected["value"]
        if isinstance(right, list) and isinstance(right[0], float):
            right = [math.nan if value == "nan" else value for value in right]
        said = answer(found, expected["quantity"])
        if expected["quantity"] in {"label_order", "confusion_matrix"}:
            assert said == right
        else:
            right = math.nan if right == "nan" else right
            assert said == pytest.approx(right, abs=expected["abs_tol"], nan_ok=True)


@pytest.fixture(params=CASES, ids=lambda case: case["id"].partition("/")[2])
def case(request):
    return request.param


@pytest.fixture
def file(case, tmp_path):
    path = tmp_path / "case.csv"
    path.write_bytes(case["inputs"]["content"].encode())
    return path


def threshold_of(case):
    given = (expected.get("params", {}) for expected in case["expected"])
    return next((params["threshold"] for params in given if "threshold" in params), None)


def test_that_the_command_line_is_right(case, file, capsys):
    arguments = ["evaluate", str(file), "--format", "json"]
    if "pos_label" in case["inputs"]:
        arguments += ["--positive", case["inputs"]["pos_label"]]
    if threshold_of(case) is not None:
        arguments += ["--threshold", str(threshold_of(case))]
    assert main(arguments) == 0
    hold(json.loads(capsys.readouterr().out), case)


def test_that_the_window_is_right(case, file, program):
    workspace, answers = program.workspace, []
    workspace.file_opened.connect(answers.append)
    workspace.question_asked.connect(answers.append)
    program.application.commands.open_path(file)
    program.qtbot.waitUntil(lambda: bool(answers))
    if program.snapshot.dataset is None:
        dialog = program.question()
        positive = dialog.choices.positive.findData(case["inputs"]["pos_label"])
        dialog.choices.positive.setCurrentIndex(positive)
        with program.qtbot.waitSignal(workspace.file_opened):
            QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    if threshold_of(case) is not None:
        workspace.ask(SetThreshold(threshold_of(case)))
    hold(evaluation(program.snapshot), case)
    assert "rows" in program.window.data_bar.rows.text()
