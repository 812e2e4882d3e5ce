"""Every format through the window: it opens, the dialog confirms it, and the numbers stay."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

FORMATS = Path(__file__).resolve().parents[2] / "resources" / "reference" / "formats"
EXPECTED = json.loads((FORMATS / "expected.json").read_text(encoding="utf-8"))
LOADED = [name for name, entry in EXPECTED.items() if entry["status"] == "loaded"]
ASKED = [name for name, entry in EXPECTED.items() if entry["status"] == "asked"]
# Those that one program opens, one after the other.
TOGETHER = [LOADED[place::6] for place in range(6)]


def hold(program, name):
    """Compare what is shown with what is to come of a file."""
    expected = EXPECTED[name]
    snapshot = program.snapshot
    dataset = snapshot.dataset
    if dataset.matrix is not None:
        sizes = dict(zip(dataset.classes, dataset.matrix.actual.tolist(), strict=True))
    elif dataset.row_counts is not None:  # every row of the samples has a score
        sizes = dict(zip(dataset.classes, dataset.class_sizes.tolist(), strict=True))
    else:
        used = np.ones(dataset.n, bool)
        if dataset.scores:
            used = ~np.isnan(dataset.scores[0].values)
        elif dataset.class_scores is not None:
            used = dataset.predicted >= 0
        counts = np.bincount(dataset.truth[used], minlength=dataset.n_classes).tolist()
        sizes = dict(zip(dataset.classes, counts, strict=True))
    assert sizes == expected["classes"], name
    assert dataset.positive_class == expected["positive"], name
    if snapshot.ranking is not None and expected["auc"] is not None:
        area = float(Fraction(expected["auc"]))
        assert snapshot.ranking.value("roc_auc") == pytest.approx(area, abs=1e-15), name


@pytest.mark.parametrize("names", TOGETHER, ids=lambda names: f"{names[0]} and others")
def test_that_files_open_and_the_dialog_confirms_them(program, names):
    for name in names:
        program.open_path(FORMATS / name)
        assert program.snapshot.dataset.name == name
        hold(program, name)
        program.window.actions_by_id["columns"].trigger()
        dialog = program.question()
        assert dialog.open_button.isEnabled(), name
        with program.qtbot.waitSignal(program.workspace.file_opened):
            QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
        hold(program, name)
        program.workspace.openings.forget_choices()  # else they answer for the next such file


def test_that_a_question_is_asked_and_can_be_left(program):
    for name in ASKED:
        with program.qtbot.waitSignal(program.workspace.question_asked):
            program.application.commands.open_path(FORMATS / name)
        dialog = program.question()
        assert dialog.cards, name
        for card in dialog.cards:
            assert card.title.text() in EXPECTED[name]["question"], name
        dialog.reject()
        assert program.snapshot.dataset is None, name
