"""Calibration in the background: in parts, given up with other scores, and never in the way."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from evalgui.core import calibrated
from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.requests import MoveThreshold, SelectScore, SetConsequences
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import OpenFiles
from evalgui.workspace.workspace import Workspace

CLINICAL = Path(__file__).parents[2] / "resources/samples/clinical.csv"
ROLES = Roles(
    truth="diagnosis",
    scores=("logistic_regression", "decision_tree"),
    predicted="",
    positive="malignant",
    higher_is_positive=True,
)
PROBABILITY = SetConsequences(Consequences(Scale.PROBABILITY))


@pytest.fixture
def workspace(qtbot):
    made = Workspace()
    with qtbot.waitSignal(made.file_opened, timeout=60_000):
        made.ask(OpenFiles((CLINICAL,), roles=ROLES))
    yield made
    made.shut_down()


@pytest.fixture
def held(monkeypatch):
    """Let nobody draw before the event is set."""
    go_on, draw = threading.Event(), calibrated.band

    def wait(snapshot, look=None):
        if not calibrated.has_band(snapshot):
            go_on.wait(60)
        return draw(snapshot, look)

    monkeypatch.setattr(calibrated, "band", wait)
    yield go_on
    go_on.set()


def test_that_nothing_is_found_out_of_scores_that_nobody_declared(workspace):
    workspace.calibrations.find_out()
    assert not workspace.calibrations.is_busy
    assert workspace.snapshot.calibrated == ()


def test_that_the_band_comes_after_the_curve_and_is_told(qtbot, workspace):
    workspace.ask(PROBABILITY)
    assert workspace.snapshot.calibrated == (True, True, False)
    with qtbot.waitSignal(workspace.calibrations.ended, timeout=60_000):
        workspace.calibrations.find_out()
    assert workspace.snapshot.calibrated == (True, True, True)
    again = calibrated.band(workspace.snapshot)
    workspace.ask(MoveThreshold(1))
    assert calibrated.band(workspace.snapshot) is again
    assert workspace.snapshot.calibrated == (True, True, True)


def test_that_many_are_told_part_by_part(qtbot, workspace, monkeypatch):
    monkeypatch.setattr(calibrated, "QUICK", 0)
    told, begun = [], []
    workspace.ask(PROBABILITY)
    assert workspace.snapshot.calibrated == (False, False, False)
    workspace.changed.connect(lambda _old, new: told.append(new.calibrated))
    workspace.calibrations.started.connect(begun.append)
    with qtbot.waitSignal(workspace.calibrations.ended, timeout=60_000):
        workspace.calibrations.find_out()
    assert told == [(True, False, False), (True, False, True), (True, True, True)]
    assert len(begun) == 1


def test_that_other_scores_give_it_up_at_once_and_nothing_of_it_is_kept(qtbot, workspace, held):
    workspace.ask(PROBABILITY)
    before = workspace.snapshot
    workspace.calibrations.find_out()
    assert workspace.calibrations.is_busy
    with qtbot.waitSignal(workspace.calibrations.ended, timeout=60_000):
        workspace.ask(SelectScore(1))
        qtbot.waitUntil(lambda: workspace.snapshot.ranking is not before.ranking, timeout=60_000)
    assert not workspace.calibrations.is_busy
    held.set()
    assert not calibrated.has_band(workspace.snapshot)


def test_that_a_user_gives_it_up_for_good_until_settings_are_others(qtbot, workspace, held):
    workspace.ask(PROBABILITY)
    workspace.calibrations.find_out()
    with qtbot.waitSignal(workspace.calibrations.ended, timeout=60_000):
        workspace.cancel_loading()
    held.set()
    workspace.calibrations.find_out()
    assert not workspace.calibrations.is_busy
    before = workspace.snapshot
    workspace.ask(SelectScore(1))
    qtbot.waitUntil(lambda: workspace.snapshot.ranking is not before.ranking, timeout=60_000)
    with qtbot.waitSignal(workspace.calibrations.ended, timeout=60_000):
        workspace.calibrations.find_out()
    assert calibrated.has_band(workspace.snapshot)


def test_that_a_user_who_gave_it_up_can_have_it_drawn(qtbot, workspace, held):
    workspace.ask(PROBABILITY)
    workspace.calibrations.find_out()
    with qtbot.waitSignal(workspace.calibrations.ended, timeout=60_000):
        workspace.cancel_loading()
    held.set()
    with qtbot.waitSignal(workspace.calibrations.ended, timeout=60_000):
        workspace.calibrations.find_out_again()
    assert calibrated.has_band(workspace.snapshot)


def test_that_closing_waits_for_no_draw(workspace, held):
    workspace.ask(PROBABILITY)
    workspace.calibrations.find_out()
    assert workspace.calibrations.is_busy
    held.set()
    workspace.shut_down()
    assert not calibrated.has_band(workspace.snapshot) or not workspace.calibrations.is_busy
