"""Readers: rates of each, paired differences, who is right, agreement, and boxes on the ROC."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

import evalgui
from evalgui.__main__ import main
from evalgui.core.selection import Rows, Selection
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.gui.results.table_view import TableView
from evalgui.results.picture import Line, Picture
from evalgui.results.readers_picture import READERS
from evalgui.workspace.file_requests import OpenFiles

NAMES = ("without_help", "with_help", "other")
ROLES = ("--truth", "truth", "--score", "score", "--positive", "ill")


@pytest.fixture
def read(tmp_path):
    rng = np.random.default_rng(11)
    n = 200
    truth = rng.random(n) < 0.4
    right = rng.random((3, n)) < np.array([[0.75], [0.85], [0.7]])
    right[1] = np.where(rng.random(n) < 0.8, right[0], right[1])
    calls = np.where(right, truth, ~truth)
    found = pd.DataFrame({"patient": [f"P{row}" for row in range(n)]})
    found["truth"] = np.where(truth, "ill", "well")
    found["score"] = np.round(rng.normal(size=n) + truth, 3)
    for name, one in zip(NAMES, calls, strict=True):
        found[name] = np.where(one, "ill", "well")
    found.loc[[3, 50], "other"] = ""
    path = tmp_path / "read.csv"
    found.to_csv(path, index=False)
    return path, found


def said(capsys: Any, *arguments: object) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([str(one) for one in arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def of_readers(capsys: Any, path: Any, *names: str) -> Any:
    code, out, _err = said(capsys, "evaluate", path, *ROLES, "--calls", *names, "--format", "json")
    assert code == 0
    return json.loads(out)["readers"]


def test_that_two_readers_differ_as_independent_programs_say(capsys, read):
    path, table = read
    told = of_readers(capsys, path, *NAMES[:2])
    is_ill = (table["truth"] == "ill").to_numpy()
    right = [(table[name] == table["truth"]).to_numpy() for name in NAMES[:2]]
    (changed,) = told["changed"]
    differ = right[0] != right[1]
    counts = int(differ.sum()), int((right[1] & ~right[0]).sum()), int((right[0] & ~right[1]).sum())
    assert (changed["n"], changed["right"], changed["wrong"]) == counts
    for rate, rows in (("TPR", is_ill), ("TNR", ~is_ill), ("ACC", is_ill | ~is_ill)):
        one = told["differences"][f"without_help:with_help:{rate}"]
        shares = [float(np.mean(each[rows])) for each in right]
        assert (one["value_a"], one["value_b"]) == pytest.approx(shares)
        assert one["difference"]["value"] == pytest.approx(shares[0] - shares[1])
        cells = [[0, np.sum(right[0] & ~right[1] & rows)], [np.sum(right[1] & ~right[0] & rows), 0]]
        exact = "exact" in one["test"]
        assert one["p"] == pytest.approx(mcnemar(cells, exact=exact, correction=False).pvalue)
    kappa = cohen_kappa_score(table[NAMES[0]], table[NAMES[1]])
    agreement = told["agreement"]["without_help:with_help:KAPPA_K"]["agreement"]
    assert agreement["value"] == pytest.approx(kappa)
    assert agreement["low"] < kappa < agreement["high"]
    joint = told["each"]["with_help"]["joint_TPR"]
    k, n = int(np.sum(right[1] & is_ill)), int(is_ill.sum())
    limits = proportion_confint(k, n, 1 - math.sqrt(0.95), method="wilson")
    assert (joint["low"], joint["high"]) == pytest.approx(limits)


def test_that_rows_without_a_call_are_counted_and_left_out_of_their_pairs(capsys, read):
    path, table = read
    told = of_readers(capsys, path, *NAMES)
    assert [told["each"][name]["n_without"] for name in NAMES] == [0, 0, 2]
    assert [one["n"] for key, one in told["differences"].items() if "TPR" in key] == [200, 198, 198]
    both = table[(table["other"] != "")]
    kappa = cohen_kappa_score(both["with_help"], both["other"])
    assert told["agreement"]["with_help:other:KAPPA_K"]["agreement"]["value"] == pytest.approx(
        kappa
    )
    code, out, _err = said(
        capsys, "table", path, *ROLES, "--calls", *NAMES[:2], "--table", "discordant"
    )
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out), delimiter="\t"))
    apart = table[table["without_help"] != table["with_help"]]
    assert [row["patient"].strip('"') for row in rows] == apart["patient"].to_list()
    assert {row["score_a"] for row in rows} == {""}


def test_that_weights_of_ordered_classes_count(capsys, tmp_path):
    rng = np.random.default_rng(2)
    grades = np.array(["1", "2", "3", "4"])
    truth = rng.integers(0, 4, 150)
    reads = [np.clip(truth + rng.integers(-1, 2, 150), 0, 3) for _reader in range(2)]
    table = pd.DataFrame({"truth": grades[truth], "predicted": grades[truth]})
    for name, calls in zip("ab", reads, strict=True):
        table[name] = grades[calls]
    path = tmp_path / "grades.csv"
    table.to_csv(path, index=False)
    asked = ("evaluate", path, "--truth", "truth", "--predicted", "predicted", "--calls", "a", "b")
    code, out, _err = said(capsys, *asked, "--class-order", "1,2,3,4", "--format", "json")
    assert code == 0
    told = json.loads(out)["readers"]
    assert "each" not in told
    for name, weights in (("LINEAR", "linear"), ("QUADRATIC", "quadratic")):
        expected = cohen_kappa_score(*reads, weights=weights)
        assert told["agreement"][f"a:b:KAPPA_{name}"]["agreement"]["value"] == pytest.approx(
            expected
        )


@pytest.mark.parametrize(
    ("calls", "why"),
    [("patient", "holds 'P0'"), ("score", "and the classes are"), ("gone", "there is no column")],
)
def test_that_what_holds_no_calls_is_refused(capsys, read, calls, why):
    path, _table = read
    code, out, err = said(capsys, "evaluate", path, *ROLES, "--calls", "with_help", calls)
    assert (code, out) == (2, "")
    assert f"'{calls}'" in err
    assert why in err


def test_that_python_says_the_same(capsys, read):
    path, _table = read
    asked = {"truth": "truth", "score": "score", "positive": "ill", "calls": list(NAMES[:2])}
    found = evalgui.evaluate(path, **asked)
    assert found.to_dict()["readers"] == of_readers(capsys, path, *NAMES[:2])


def opened(program: Any, path: Any) -> Any:
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,)))
    program.rest()
    return program


def test_that_readers_are_told_apart_in_the_window(program, read):
    path, table = read
    opened(program, path)
    program.window.actions_by_id["compare_readers"].trigger()
    program.rest()
    (dialog,) = program.window.findChildren(QDialog, "readers_dialog")
    boxes = [dialog.columns.item(row) for row in range(dialog.columns.count())]
    assert [one.text() for one in boxes] == list(NAMES)
    checked = Qt.CheckState.Checked
    assert [one.checkState() is checked for one in boxes] == [True, True, False]
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    program.rest()
    assert program.snapshot.inputs.consequences.readers == NAMES[:2]
    table_of_rows, model = program.window.predictions.table, program.window.predictions.model
    hidden = {model.title(at) for at in range(6) if table_of_rows.isColumnHidden(at)}
    assert hidden.isdisjoint({"patient", *NAMES[:2]})
    panel = program.window.results
    assert "with_help instead of without_help: changed" in panel.facts.text()
    right = panel.findChild(TableView, "readers_right_table")
    right.setCurrentIndex(right.model().index(0, 0))
    QTest.keyClick(right, Qt.Key.Key_Return)
    apart = np.flatnonzero(table["without_help"] != table["with_help"]) + 1
    assert program.snapshot.choices.selection == Selection.of(Rows(tuple(apart.tolist())))
    shown = READERS.whole(program.snapshot, Style(MACHINE_LEARNING))
    assert isinstance(shown, Picture)
    boxes_of = [one for one in shown.layers if isinstance(one, Line)]
    assert [one.name for one in boxes_of] == ["score", *NAMES[:2]]
    ((x, y),) = boxes_of[1].parts()
    is_ill = table["truth"] == "ill"
    k, n = int(((table["without_help"] == "ill") & is_ill).sum()), int(is_ill.sum())
    limits = proportion_confint(k, n, 1 - math.sqrt(0.95), method="wilson")
    assert (y.min(), y.max()) == pytest.approx(limits)
    assert 0 < x.min() < x.max() < 1
