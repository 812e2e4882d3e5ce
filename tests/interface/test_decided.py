"""What is decided in the window that `evalgui.show` opens is what it returns."""

from __future__ import annotations

import json
import pickle
import shlex
import subprocess

import numpy as np
import pandas as pd
import pytest

import evalgui
from evalgui.__main__ import main
from evalgui.cli import parse
from evalgui.core.requests import Prespecify, SelectScore, SetLocked, SetThreshold, UseChoice
from evalgui.core.rules import choose, rule_by_id
from evalgui.gui.copied_commands import decision
from evalgui.interface import window_process
from evalgui.io.meaning import Roles
from evalgui.io.samples import sample_by_id
from evalgui.io.sandbox.parent import command as own_program
from evalgui.io.typed_data import Typed, of_rows
from evalgui.workspace.file_requests import OpenFiles, OpenTyped
from evalgui.workspace.workspace import Workspace

TABLE = pd.DataFrame(
    {
        "sick": [True, True, False, True] * 10,
        "größe": np.arange(40) % 17 / 7,
        "other": np.arange(40.0)[::-1],
    }
)
ASKED = {"truth": "sick", "score": "größe", "positive": True}
CLINICAL = sample_by_id("clinical").path


@pytest.fixture
def show(qtbot, monkeypatch):
    """`evalgui.show` with the workspace behind a window, in which something is done."""
    workspace = Workspace()

    def ask(request):
        is_opening = isinstance(request, (OpenFiles, OpenTyped))
        with qtbot.waitSignal(workspace.file_opened if is_opening else workspace.changed):
            workspace.ask(request)

    def shown(do, *data, **options):
        def run(words, **known):
            monkeypatch.setattr("evalgui.cli.handing_over.received", lambda: known["input"])
            asked = parse(words[len(own_program("")) - 1 :])
            spec = asked.choices()
            roles = Roles() if spec is None else spec.roles
            if asked.handed is None:
                ask(OpenFiles(asked.files, roles=roles))
            else:
                ask(OpenTyped(Typed(asked.handed, roles)))
            for request in do(workspace) if callable(do) else do:
                ask(request)
            told = decision(workspace) if asked.tells else ""
            return subprocess.CompletedProcess(words, 0, told.encode("ascii"), b"")

        monkeypatch.setattr(window_process.subprocess, "run", run)
        return evalgui.show(*data, **options)

    yield shown
    workspace.shut_down()


def sensitivity(workspace):
    ranking = workspace.snapshot.ranking
    rule = rule_by_id("sensitivity")
    chosen = choose(rule, ranking.table.steps, ranking.score, {"sensitivity": 0.9})
    return UseChoice(chosen), SetLocked(is_locked=True)


def test_that_nothing_is_returned_where_nobody_decided(show):
    assert show((), TABLE, **ASKED) is None


def test_that_a_typed_threshold_comes_back_with_its_counts(show):
    found = show((SetThreshold(1.0),), TABLE, **ASKED)
    assert isinstance(found, evalgui.Evaluation)
    known = evalgui.evaluate(TABLE, **ASKED, threshold=1.0)
    assert (found.threshold, found.rule, found.locked) == (1.0, "typed", False)
    assert found.counts == known.counts
    pd.testing.assert_frame_equal(found.measures, known.measures)
    assert (found.score, found.positive) == (known.score, known.positive)


def test_that_a_rule_and_a_lock_come_back(show):
    found = show(sensitivity, TABLE, **ASKED)
    assert (found.rule, found.locked) == ("sensitivity", True)
    assert found.counts == evalgui.evaluate(TABLE, **ASKED, at="sensitivity=0.9").counts
    assert found.to_dict()["provenance"]["parameters"] == {"sensitivity": 0.9}
    assert pickle.loads(pickle.dumps(found)).locked  # noqa: S301 - our own


def test_that_columns_given_alone_are_shown_and_decided_about(show):
    truth, score = TABLE["sick"].to_numpy(), TABLE["größe"].tolist()
    found = show((SetThreshold(0.5), Prespecify()), truth, score, positive=True)
    assert found.to_dict()["provenance"]["kind"] == "prespecified"
    assert found.counts == evalgui.evaluate(truth, score, positive=True, threshold=0.5).counts


def test_that_a_file_comes_back(show):
    known = {"truth": "diagnosis", "positive": "malignant", "score": "mean_radius"}
    found = show((SetThreshold(14.0),), CLINICAL, **known)
    assert (found.score, found.threshold) == ("mean_radius", 14.0)
    assert found.counts == evalgui.evaluate(CLINICAL, **known, threshold=14.0).counts


def test_that_what_was_opened_and_chosen_in_the_window_is_decided_about(show):
    scores = ("logistic_regression", "mean_radius")
    roles = Roles(truth="diagnosis", positive="malignant", scores=scores)
    asked = OpenFiles((CLINICAL,), roles=roles), SelectScore(1), SetThreshold(12.5)
    found = show(asked, TABLE, **ASKED)
    assert (found.name, found.score, found.threshold) == ("clinical.csv", "mean_radius", 12.5)


def test_that_other_data_without_a_file_are_refused(show):
    typed = of_rows([("yes", "4"), ("no", "2"), ("yes", "3"), ("no", "1")], "score")
    with pytest.raises(evalgui.EvalguiError, match="cannot be evaluated here"):
        show((OpenTyped(typed), SetThreshold(2.5)), TABLE, **ASKED)


def test_that_the_decision_is_a_command_for_scripts(show, monkeypatch, capsys):
    told = []
    monkeypatch.setattr(window_process, "evaluation_of", lambda text, *_data: told.append(text))
    show((SetThreshold(14.0),), CLINICAL, truth="diagnosis", score="mean_radius")
    decided = json.loads(told[0])["decided"]
    assert (decided["threshold"], decided["remarks"]) == (14.0, [])
    assert main([*shlex.split(decided["command"])[1:], "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == decided["counts"]
