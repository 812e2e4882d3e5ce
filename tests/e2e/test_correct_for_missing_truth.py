"""Truth that is missing for some rows, or errs: what the test is worth all the same."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

import evalgui
from evalgui.__main__ import main
from evalgui.core.requests import SetThreshold

# Of 1,000, 150 are called: all of them have a truth; of the others 85, of whom 4 are ill.
CELLS = {("ill", 2): 96, ("well", 2): 54, ("ill", 0): 4, ("well", 0): 81, ("", 0): 765}
ROWS = "truth,marker\n" + "".join(f"{truth},{score}\n" * n for (truth, score), n in CELLS.items())
ROLES = ("--truth", "truth", "--score", "marker", "--positive", "ill", "--threshold", "1")


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "verified.csv"
    found.write_text(ROWS, encoding="utf-8")
    return found


@pytest.fixture
def told(path, capsys):
    def ask(*more, command="evaluate"):
        capsys.readouterr()
        code = main([command, str(path), *ROLES, *more])
        return code, capsys.readouterr()

    return ask


def value(found, name):
    return found[name]["value"]["value"]


def test_that_missing_truth_is_corrected_for(told):
    code, printed = told("--format", "json")
    answer = json.loads(printed.out)
    found = answer["references"]["verified"]
    called, ppv, npv = 0.15, 96 / 150, 81 / 85
    assert code == 0
    ill = called * ppv + (1 - called) * (1 - npv)
    assert value(found, "sensitivity") == pytest.approx(called * ppv / ill)
    assert value(found, "specificity") == pytest.approx((1 - called) * npv / (1 - ill))
    assert value(found, "missing_called") == 0
    assert value(found, "missing_others") == pytest.approx(765 / 850)
    limits = found["sensitivity"]["value_interval"]
    assert limits["low"] < value(found, "sensitivity") < limits["high"]
    assert [one["code"] for one in answer["findings"]].count("verification") == 1


def test_that_a_threshold_between_scores_calls_rows_without_a_truth_itself(tmp_path, capsys):
    path = tmp_path / "between.csv"
    path.write_text("truth,marker\nill,5\nill,4\nwell,1\nwell,2\n,3\n,3.5\n", encoding="utf-8")
    roles = ROLES[:-1]
    found = {}
    for threshold in ("3.2", "3.9"):
        main(["evaluate", str(path), *roles, threshold, "--format", "json"])
        answer = json.loads(capsys.readouterr().out)["references"]["verified"]
        found[threshold] = value(answer, "missing_called"), value(answer, "missing_others")
    assert found == {"3.2": (1 / 3, 1 / 3), "3.9": (0.0, 0.5)}


def test_that_a_reference_that_errs_has_bounds(told):
    _code, printed = told("--reference-accuracy", "0.97/0.98", "--format", "json")
    found = json.loads(printed.out)["references"]
    share = (100 / 235 + 0.98 - 1) / (0.97 + 0.98 - 1)
    assert value(found["imperfect"], "prevalence") == pytest.approx(share)
    for name in ("sensitivity", "specificity"):
        one = found["imperfect"][name]
        assert one["least"] < one["value"]["value"] < one["most"]
    assert found["reference"] == [0.97, 0.98]


def test_that_an_impossible_reference_is_said_to_be_one(told):
    _code, printed = told("--reference-accuracy", "0.5/0.4", "--format", "json")
    found = json.loads(printed.out)["references"]["imperfect"]
    for one in found.values():
        assert "could not have produced" in one["value"]["undefined"]


def test_that_a_case_control_file_is_refused_in_words(told):
    _code, printed = told("--sampling", "case-control", "--format", "json")
    answer = json.loads(printed.out)
    assert "who was verified" in answer["references"]["refused"]
    assert "verification" not in [one["code"] for one in answer["findings"]]


def test_that_a_file_with_all_of_its_truth_says_what_is_lacking(tmp_path, capsys):
    path = tmp_path / "whole.csv"
    path.write_text(ROWS.replace("\n,0", "\nwell,0"), encoding="utf-8")
    code = main(["table", "--table", "references", str(path), *ROLES])
    assert code == 2
    assert "--reference-accuracy" in capsys.readouterr().err


def test_that_calls_alone_are_corrected_as_scores_are(tmp_path, capsys):
    path = tmp_path / "calls.csv"
    rows = ROWS.replace(",2\n", ",ill\n").replace(",0\n", ",well\n").replace("marker", "call")
    path.write_text(rows, encoding="utf-8")
    main(["evaluate", str(path), *ROLES[:2], "--predicted", "call", *ROLES[4:6], "--format=json"])
    found = json.loads(capsys.readouterr().out)["references"]["verified"]
    assert value(found, "sensitivity") == pytest.approx(0.7058823529411765)
    assert value(found, "specificity") == pytest.approx(0.9375)


def test_that_python_says_the_same(path):
    found = evalgui.evaluate(
        path, truth="truth", score="marker", positive="ill", threshold=1, reference_accuracy="1/1"
    )
    said = found.to_dict()["references"]
    assert value(said["imperfect"], "sensitivity") == pytest.approx(0.96)


@pytest.mark.parametrize("text", ["1.2/0.9", "-0.1/1", "nan/1", "x", "0.9"])
def test_that_what_is_no_share_is_refused(told, text):
    with pytest.raises(SystemExit) as ended:
        told(f"--reference-accuracy={text}")
    assert ended.value.code == 2


def test_that_the_window_offers_it_where_truth_is_missing_below_the_line(program, path):
    program.application.commands.open_path(path)
    dialog = program.question()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    program.workspace.ask(SetThreshold(1.0))
    program.rest()
    strip = program.window.findings
    assert any("missing more often" in one.words for one in strip.listed)
    program.window.actions_by_id["show_references"].trigger()
    dialog = program.window.findChild(QDialog, "references_dialog")
    sensitivity, specificity = dialog.fields
    QTest.keyClicks(sensitivity, "90 %")
    QTest.keyClicks(specificity, "1.5")
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    specificity.clear()
    QTest.keyClicks(specificity, "0.95")
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    program.rest()
    assert program.workspace.snapshot.inputs.consequences.reference == (0.9, 0.95)
    assert program.window.docks["results"].isVisible()
