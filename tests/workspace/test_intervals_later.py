"""Intervals of many subjects wait until the line rests; until then those of before are known."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core import ranked_subjects
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.pending import is_awaited, outdated
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.requests import SetIntervals, SetThreshold
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects
from evalgui.gui.activity import under_way
from evalgui.workspace.workspace import Workspace
from tests.support.shown_data import show_dataset

pytestmark = pytest.mark.usefixtures("qapp")


def made(name="made", **changed):
    rng = np.random.default_rng(2)
    truth = (rng.random(120) < 0.4).astype(np.int8)
    scores = rng.normal(truth * 1.2, 1.0).round(3)
    whose = Subjects((np.arange(120, dtype=np.int32) // 4,), ("who",))
    dataset = Dataset(
        name,
        ("no", "yes"),
        truth,
        1,
        (Score("s", scores),),
        subjects=whose,
        sampling=Sampling.BY_SUBJECT,
    )
    return replace(dataset, **changed)


@pytest.fixture
def workspace(monkeypatch):
    """A workspace for which thirty subjects are many."""
    monkeypatch.setattr(ranked_subjects, "_FEW_SUBJECTS", 10)
    workspace = Workspace()
    yield workspace
    workspace.shut_down()


def limits(point):
    return {metric_id: point.intervals[metric_id][:4] for metric_id in ("TPR", "PPV", "MCC", "DOR")}


def test_that_intervals_of_many_subjects_come_when_the_line_rests(qtbot, workspace):
    dataset = made()
    show_dataset(workspace, dataset)
    assert workspace.snapshot.point.is_awaited
    assert is_awaited(workspace.snapshot.point.intervals["TPR"])
    qtbot.waitUntil(lambda: not workspace.snapshot.point.is_awaited)
    shown = []
    workspace.changed.connect(lambda _old, new: shown.append(new.point))
    for threshold in (0.2, 0.5, 0.9):
        workspace.ask(SetThreshold(threshold))
    # What is shown first says that it is not known; then comes that of the last threshold.
    assert all(point.is_awaited for point in shown)
    qtbot.waitUntil(lambda: not workspace.snapshot.point.is_awaited)
    assert shown[-1].threshold == workspace.snapshot.point.threshold == 0.9
    expected = resolve(Inputs(dataset, threshold=0.9)).point
    assert limits(workspace.snapshot.point) == limits(expected)
    workspace.history.undo()
    assert workspace.snapshot.point.is_awaited
    qtbot.waitUntil(lambda: not workspace.snapshot.point.is_awaited)


def test_that_those_of_before_stand_for_them_while_scores_and_level_are_the_same(qtbot, workspace):
    show_dataset(workspace, made())
    assert workspace.snapshot.point.intervals.before is None
    qtbot.waitUntil(lambda: not workspace.snapshot.point.is_awaited)
    known = workspace.snapshot.point.intervals
    for threshold in (0.2, 0.5):  # those that never came are passed over
        workspace.ask(SetThreshold(threshold))
        waiting = workspace.snapshot.point.intervals
        assert outdated(waiting, "TPR") == known["TPR"]
        assert math.isnan(waiting["TPR"].lower)  # no table and no copy has them
    qtbot.waitUntil(lambda: not workspace.snapshot.point.is_awaited)
    assert outdated(workspace.snapshot.point.intervals, "TPR") is None
    workspace.ask(SetIntervals(IntervalSettings(0.9)))
    assert workspace.snapshot.point.is_awaited
    assert outdated(workspace.snapshot.point.intervals, "TPR") is None
    show_dataset(workspace, made("other"))
    assert outdated(workspace.snapshot.point.intervals, "TPR") is None


def test_that_what_was_given_up_is_taken_up_again(workspace):
    show_dataset(workspace, made())
    awaited = workspace.snapshot
    show_dataset(workspace, made("other", sampling=Sampling.COHORT))
    assert not workspace.snapshot.point.is_awaited
    assert not is_awaited(workspace.snapshot.point.intervals["TPR"])
    found = workspace.shown._later.of(awaited)
    assert found is awaited
    assert under_way(workspace)


def test_that_few_subjects_move_with_the_line():
    workspace = Workspace()
    show_dataset(workspace, made())
    assert not workspace.snapshot.point.is_awaited
    workspace.ask(SetThreshold(0.3))
    assert not workspace.snapshot.point.is_awaited
    workspace.shut_down()
