"""What scores would be, recalibrated on these data: without a window, and in one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import evalgui
from evalgui.__main__ import main
from evalgui.core.consequences.recalibration import NOT_RECALIBRATED, recalibrated
from evalgui.core.consequences.settings import Recalibrating, recalibration
from evalgui.gui.dialogs.recalibration import RecalibrationDialog
from evalgui.io.meaning import Roles
from evalgui.io.remembered.roles_json import roles_from_json, roles_to_json
from evalgui.results.topics.calibration import CALIBRATION
from evalgui.workspace.file_requests import KeepOnly

CLINICAL = str(Path(__file__).parents[2] / "resources/samples/clinical.csv")
ASKED = (
    *(CLINICAL, "--truth", "diagnosis", "--positive", "malignant"),
    *("--score", "logistic_regression", "--score-kind", "probability"),
)
NAME = "recalibrated on these data (logistic): logistic_regression"


@pytest.fixture
def said(capsys):
    def run(*arguments):
        assert main([*arguments]) == 0
        return capsys.readouterr().out

    return run


def test_that_a_recalibrated_score_is_told_with_its_words_everywhere(said, tmp_path):
    text = said("evaluate", *ASKED, "--recalibrate", "logistic")
    assert f"positive: malignant, when {NAME} >= " in text
    assert "each value is by a map made without its row" in text
    found = json.loads(said("evaluate", *ASKED, "--recalibrate", "logistic", "--format", "json"))
    assert found["score"] == NAME
    told = found["calibration"]
    assert told["apparent"]["slope"]["value"] == pytest.approx(1)
    assert told["apparent"]["observed_expected"]["value"] == pytest.approx(1)
    assert told["slope"]["value"] != pytest.approx(1, abs=1e-4)
    assert told["apparent"]["brier"]["value"] < told["brier"]["value"]
    assert told["slope"]["none"].startswith("cross-fitted")
    assert "test" not in told
    assert found["decision_curve"]["apparent"]["model"]["value"] is not None
    report = tmp_path / "r.html"
    said("report", *ASKED, "--recalibrate", "logistic", "--out", str(report))
    html = report.read_text("utf-8")
    assert NAME in html
    assert "made without its row" in html
    assert "Apparent, too good" in html
    rows = said("table", *ASKED, "--recalibrate", "logistic", "--table", "rows", "--format", "json")
    assert NAME in rows


def test_that_the_score_itself_is_what_it_was(said):
    before = json.loads(said("evaluate", *ASKED, "--format", "json"))
    found = json.loads(said("compare", *ASKED, "--recalibrate", "isotonic", "--format", "json"))
    (pair,) = found["pairs"]
    assert (pair["a"], pair["paired"], pair["n"]) == ("logistic_regression", True, 569)
    assert pair["b"] == NAME.replace("(logistic)", "(isotonic)")
    assert pair["auc"]["a"] == before["areas"]["roc_auc"]
    assert pair["net_benefit"]["0.1"]["difference"] is not None


@pytest.mark.parametrize(
    ("left_out", "more", "why"),
    [
        (ASKED[-2:], ("--recalibrate", "logistic"), "needs scores that are probabilities"),
        ((), ("--recalibrate", "platt"), "is none of logistic, intercept"),
        (ASKED[-4:-2], ("--score", "mean_radius", "--recalibrate=beta"), "are not probabilities"),
    ],
)
def test_that_what_cannot_be_is_refused_with_the_reason(capsys, left_out, more, why):
    words = [one for one in ASKED if one not in left_out]
    try:
        code = main(["evaluate", *words, *more])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert why in capsys.readouterr().err


def test_that_python_has_what_the_command_line_has(said):
    asked = {"truth": "diagnosis", "positive": "malignant", "score": "logistic_regression"}
    found = evalgui.evaluate(
        CLINICAL, **asked, score_kind="probability", recalibrate="prevalence=0.1"
    )
    words = ("--recalibrate", "prevalence=0.1", "--format", "json")
    assert found.to_dict() == json.loads(said("evaluate", *ASKED, *words))
    assert "recalibrated on these data (prevalence=0.1)" in repr(found)
    compared = found.compare("logistic_regression").to_dict()
    assert [one["name"] for one in compared["classifiers"]] == [
        NAME.replace("(logistic)", "(prevalence=0.1)"),
        "logistic_regression",
    ]


def test_that_subjects_stay_whole(said, tmp_path):
    rng = np.random.default_rng(1)
    path = tmp_path / "s.csv"
    truth = rng.random(300) < 0.4
    p = (0.1 + 0.2 * truth + 0.6 * rng.random(300)).round(4)
    rows = [f"s{k // 3},{int(t)},{q}" for k, (t, q) in enumerate(zip(truth, p, strict=True))]
    path.write_text("\n".join(["who,truth,risk", *rows]) + "\n")
    asked = ["evaluate", str(path), "--truth", "truth", "--positive", "1", "--score", "risk"]
    asked += ["--score-kind", "probability", "--recalibrate", "logistic", "--format", "json"]
    alone = json.loads(said(*asked, "--sampling", "cohort"))["calibration"]
    whole = json.loads(said(*asked, "--subject", "who"))["calibration"]
    assert whole["apparent"]["brier"] == alone["apparent"]["brier"]
    assert whole["brier"]["value"] != alone["brier"]["value"]


def test_that_it_is_kept_as_method_and_seed_and_never_as_numbers():
    one = recalibration("prevalence=0.1", 100.0)
    roles = Roles(truth="t", scores=("p",), recalibrated=(one, recalibration("isotonic")))
    told = roles_to_json(roles)
    assert told["recalibrated"][0] == {
        "score": "",
        "method": "prevalence=0.1",
        "of": 100.0,
        "seed": 1,
    }
    assert roles_from_json(json.loads(json.dumps(told))) == roles
    assert roles.for_any_rows().recalibrated == ()
    for bad in (5, {}, {"score": "p", "method": "x"}, {"score": "p", "method": 1}):
        with pytest.raises(evalgui.DataError, match="not understood"):
            roles_from_json({"recalibrated": [bad]})


# ------------------------------------------------------------------------------- in a window


def declare(program):
    program.open_sample("clinical")
    action = program.window.actions_by_id["recalibrate"]
    assert not action.isEnabled()
    program.window.actions_by_id["scale_probability"].trigger()
    assert action.isEnabled()
    return action


def dialog_of(program, action):
    action.trigger()
    found = program.window.findChildren(RecalibrationDialog)
    return next(one for one in found if one.isVisible())


def add(program, action, method, prevalence=""):
    dialog = dialog_of(program, action)
    dialog.method.setCurrentIndex(dialog.method.findData(method))
    dialog.prevalence.setText(prevalence)
    with program.qtbot.waitSignal(program.workspace.file_opened, timeout=60_000):
        dialog.show_button.click()
    program.qtbot.waitUntil(lambda: program.snapshot.score.apparent is not None, timeout=60_000)


def names(program):
    return [one.name for one in program.snapshot.dataset.scores]


def test_that_it_is_added_shown_undone_and_done_again_in_the_window(program):
    action = declare(program)
    own, before = names(program), program.snapshot.score.values
    add(program, action, Recalibrating.LOGISTIC)
    assert names(program) == [*own, NAME]
    assert program.snapshot.score.name == NAME
    shown = program.window.data_bar.score
    assert shown.itemText(len(own)).startswith("recalibrated")
    assert shown.itemText(len(own)).endswith("regression")
    assert program.snapshot.dataset.scores[0].values.tolist() == before.tolist()
    told = CALIBRATION.shown(program.snapshot)
    assert [column.id for column in told.table("calibration").columns] == ["value", "apparent"]
    action.trigger()  # of what is recalibrated already
    assert program.window.findChildren(RecalibrationDialog) == []
    history = program.workspace.history
    history.undo()
    assert program.snapshot.score.name == own[0]
    assert names(program) == [*own, NAME]
    history.undo()
    program.qtbot.waitUntil(lambda: names(program) == own, timeout=60_000)
    assert program.snapshot.score.name == own[0]
    history.redo()
    program.qtbot.waitUntil(lambda: NAME in names(program), timeout=60_000)


def test_that_a_prevalence_is_asked_for_where_it_is_moved(program):
    action = declare(program)
    dialog = dialog_of(program, action)
    assert not dialog.prevalence.isVisible()
    dialog.method.setCurrentIndex(dialog.method.findData(Recalibrating.PREVALENCE))
    assert dialog.prevalence.isVisible()
    for typed in ("", "0", "120 %", "x"):
        dialog.prevalence.setText(typed)
        dialog.show_button.click()
        assert dialog.isVisible()
    dialog.prevalence.setText("5 %")
    with program.qtbot.waitSignal(program.workspace.file_opened, timeout=60_000):
        dialog.show_button.click()
    assert names(program)[-1] == NAME.replace("(logistic)", "(prevalence=0.05)")


def test_that_it_is_made_again_of_the_rows_in_use(program):
    action = declare(program)
    add(program, action, Recalibrating.ISOTONIC)
    name = NAME.replace("(logistic)", "(isotonic)")
    all_rows = program.snapshot.score.values
    with program.qtbot.waitSignal(program.workspace.file_opened, timeout=60_000):
        program.workspace.ask(KeepOnly("mean_radius > 12"))
    assert program.snapshot.score.name == name
    kept = program.snapshot.score
    assert len(kept.values) < len(all_rows)
    asked = replace(recalibration("isotonic"), score=names(program)[0])
    wanted = recalibrated(program.snapshot.dataset, asked)
    assert kept.values.tolist() == wanted.values.tolist()


def test_that_rows_that_cannot_be_recalibrated_say_so_and_keep_the_rest(program, tmp_path):
    path = tmp_path / "p.csv"
    rows = ["1,0.9", "1,0.7", "1,0.3", "0,0.8", "0,0.2", "0,0.1"] * 5 + ["1,0.95", "0,0.05"] * 9
    path.write_text("\n".join(["truth,risk", *rows]) + "\n")
    program.open_path(path)
    program.window.actions_by_id["scale_probability"].trigger()
    add(program, program.window.actions_by_id["recalibrate"], Recalibrating.BETA)
    with program.qtbot.waitSignal(program.workspace.file_opened, timeout=60_000):
        program.workspace.ask(KeepOnly("risk > 0.9 or risk < 0.1"))
    dataset = program.snapshot.dataset
    assert [one.name for one in dataset.scores] == ["risk"]
    (found,) = [one for one in dataset.findings if one.code == NOT_RECALIBRATED]
    assert "classes do not overlap" in found.text
