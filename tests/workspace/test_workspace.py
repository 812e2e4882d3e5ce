"""The owner of the snapshot: requests are gathered, changes announced once, steps undone."""

from __future__ import annotations

import math
import threading

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication

from evalgui.core.counts import Counts
from evalgui.core.curves import PRECISION_RECALL, turning
from evalgui.core.dataset import Dataset, Score
from evalgui.core.digits import grouped
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.core.provenance import Origin
from evalgui.core.ranking_metrics import RankingMetric
from evalgui.core.requests import (
    ApplyRule,
    CommitDrag,
    DragThreshold,
    GoToEnd,
    MoveThreshold,
    MoveThresholdByPercentile,
    SelectPositive,
    SelectScore,
    SetMulticlass,
    SetThreshold,
)
from evalgui.core.snapshot import rank
from evalgui.core.thresholds import CALLS_NOTHING
from evalgui.io.loading import load
from evalgui.io.samples import sample_by_id
from evalgui.workspace import rankings, readings
from evalgui.workspace.file_requests import OpenFiles, Reload
from evalgui.workspace.workspace import Workspace
from tests.support.shown_data import show_dataset

ROWS = "truth,score,other\n1,0.9,1\n1,0.8,2\n0,0.7,3\n1,0.6,4\n0,0.3,5\n0,0.1,6\n"


@pytest.fixture
def workspace(qtbot, tmp_path):
    """A workspace with six rows open."""
    file = tmp_path / "six.csv"
    file.write_text(ROWS, encoding="utf-8")
    workspace = Workspace()
    from evalgui.io.meaning.roles import Roles

    roles = Roles(
        truth="truth",
        scores=("score", "other"),
        predicted="",
        positive="1",
        higher_is_positive=True,
    )
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((file,), roles=roles))
    yield workspace
    workspace.shut_down()


def test_that_many_requests_within_a_frame_are_announced_once_with_the_last(qtbot, workspace):
    announced = []
    workspace.changed.connect(lambda _old, new: announced.append(new.point.threshold))
    for threshold in np.linspace(0.2, 0.5, 50):
        workspace.ask(DragThreshold(float(threshold)))
    qtbot.waitUntil(lambda: announced != [])
    assert announced == [0.5]
    assert workspace.snapshot.point.counts == workspace.snapshot.ranking.table.counts_at(0.5)


def test_that_curves_are_looked_through_before_they_are_shown(qtbot, workspace, monkeypatch):
    monkeypatch.setattr(turning, "_MANY", 2)
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(Reload())
    assert turning.has_noted_turns(PRECISION_RECALL, workspace.snapshot.ranking.table.steps)
    with qtbot.waitSignal(workspace.loading_ended):
        workspace.ask(SelectScore(1))
    assert workspace.snapshot.score.name == "other"
    assert turning.has_noted_turns(PRECISION_RECALL, workspace.snapshot.ranking.table.steps)


def test_that_how_sure_areas_are_is_found_out_before_they_are_shown(qtbot, workspace, monkeypatch):
    made_by, plain = [], RankingMetric.interval_of

    def noted(metric, *given):
        made_by.append(threading.current_thread())
        return plain(metric, *given)

    monkeypatch.setattr(RankingMetric, "interval_of", noted)
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(Reload())
    n_of_first = len(made_by)
    with qtbot.waitSignal(workspace.loading_ended):
        workspace.ask(SelectScore(1))
    assert len(made_by) == 2 * n_of_first > 0
    assert threading.main_thread() not in made_by
    assert workspace.snapshot.summaries


def test_that_an_echo_of_the_same_threshold_is_not_announced(qtbot, workspace):
    workspace.ask(SetThreshold(0.5))
    with qtbot.assertNotEmitted(workspace.changed):
        workspace.ask(DragThreshold(0.5))
        qtbot.waitUntil(lambda: not workspace.line.frame.is_waiting)


def test_that_a_drag_is_one_step_to_undo(workspace):
    before = workspace.snapshot.point.threshold
    for threshold in (0.2, 0.3, 0.4):
        workspace.ask(DragThreshold(threshold))
    workspace.ask(CommitDrag())
    assert workspace.snapshot.point.threshold == 0.4
    workspace.history.undo()
    assert workspace.snapshot.point.threshold == before
    assert not workspace.history.can_undo
    workspace.history.redo()
    assert workspace.snapshot.point.threshold == 0.4


def test_that_stepping_visits_every_distinct_score_and_stops_at_the_ends(workspace):
    workspace.ask(GoToEnd(is_highest=False))
    seen = [workspace.snapshot.point.threshold]
    for _ in range(8):
        workspace.ask(MoveThreshold(1))
        seen.append(workspace.snapshot.point.threshold)
    assert seen == [0.1, 0.3, 0.6, 0.7, 0.8, 0.9, math.inf, math.inf, math.inf]
    workspace.ask(MoveThreshold(-1))
    assert workspace.snapshot.point.threshold == 0.9
    workspace.ask(SetThreshold(0.65))
    workspace.ask(MoveThreshold(-1))
    assert workspace.snapshot.point.threshold == 0.6
    workspace.ask(SetThreshold(0.65))
    workspace.ask(MoveThreshold(1))
    assert workspace.snapshot.point.threshold == 0.7


def test_that_a_percentile_step_moves_past_that_share_of_the_rows(workspace):
    workspace.ask(GoToEnd(is_highest=False))
    workspace.ask(MoveThresholdByPercentile(34))
    counts = workspace.snapshot.point.counts
    assert counts.predicted_positives == 4
    workspace.ask(MoveThresholdByPercentile(-100))
    assert workspace.snapshot.point.counts.predicted_positives == 6


def test_that_a_rule_goes_to_its_threshold(workspace):
    workspace.ask(ApplyRule("eer"))
    assert (
        workspace.snapshot.point.threshold == workspace.snapshot.ranking.equal_error_rate.threshold
    )


def test_that_a_threshold_says_where_it_comes_from(workspace):
    start = workspace.snapshot.provenance
    assert (start.kind, start.rule, start.source) == (Origin.START, "youden", "six.csv")
    threshold = workspace.snapshot.point.threshold
    workspace.ask(ApplyRule("youden"))  # nothing but the provenance is new
    chosen = workspace.snapshot.provenance
    assert workspace.snapshot.point.threshold == threshold
    assert (chosen.kind, chosen.rule, chosen.source) == (Origin.CHOSEN, "youden", "six.csv")
    assert chosen.when.endswith("Z")
    workspace.ask(SetThreshold(0.65))
    assert workspace.snapshot.provenance.rule == "typed"
    workspace.ask(DragThreshold(threshold))
    workspace.ask(CommitDrag())  # a line that is dragged there was chosen by hand
    assert workspace.snapshot.provenance.rule == "typed"
    for expected in ("typed", "youden", "youden"):
        workspace.history.undo()
        assert workspace.snapshot.provenance.rule == expected
    assert workspace.snapshot.provenance.kind is Origin.START
    assert not workspace.history.can_undo


def test_that_another_score_is_ranked_in_the_background_and_can_be_undone(qtbot, workspace):
    first = workspace.snapshot.ranking
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    assert workspace.snapshot.score.name == "other"
    assert workspace.snapshot.ranking is not first
    workspace.history.undo()
    assert workspace.snapshot.score.name == "score"
    assert workspace.snapshot.ranking is first


def test_that_a_refused_file_leaves_what_was_open(qtbot, workspace, tmp_path):
    before = workspace.snapshot
    with qtbot.waitSignal(workspace.failed) as failed:
        workspace.ask(OpenFiles((tmp_path / "missing.csv",)))
    assert "missing.csv" in str(failed.args[0])
    assert workspace.snapshot is before


def test_that_a_newer_file_replaces_one_that_is_still_being_read(qtbot, workspace, tmp_path):
    large = tmp_path / "large.csv"
    rng = np.random.default_rng(0)
    lines = [f"{int(s > 0.5)},{s:.6f}" for s in rng.random(200_000)]
    large.write_text("truth,score\n" + "\n".join(lines) + "\n", encoding="utf-8")
    small = tmp_path / "small.csv"
    small.write_text("truth,score\n1,2\n0,1\n", encoding="utf-8")
    opened = []
    workspace.file_opened.connect(lambda item: opened.append(item.path.name))
    workspace.ask(OpenFiles((large,)))
    with qtbot.waitSignal(workspace.loading_ended):
        workspace.ask(OpenFiles((small,)))
    workspace.shut_down()
    assert opened == ["small.csv"]
    assert workspace.snapshot.dataset.name == "small.csv"


def test_that_cancelling_leaves_what_was_open(qtbot, workspace, tmp_path):
    before = workspace.snapshot
    large = tmp_path / "large.csv"
    large.write_text("truth,score\n" + "1,0.5\n0,0.25\n" * 200_000, encoding="utf-8")
    with qtbot.waitSignal(workspace.loading_ended):
        workspace.ask(OpenFiles((large,)))
        workspace.cancel_loading()
    assert workspace.snapshot is before


def test_that_cancelling_ends_the_opening_while_the_reader_is_still_busy(
    qtbot, workspace, tmp_path, monkeypatch
):
    started, go_on = threading.Event(), threading.Event()

    def slow(path, **asked):
        asked["progress"](0.5, f"{grouped(1_200_000)} rows")
        started.set()
        assert go_on.wait(60)
        return load(path)

    monkeypatch.setattr(readings, "load", slow)
    before = workspace.snapshot
    said = []
    workspace.loading_progressed.connect(lambda _fraction, words: said.append(words))
    workspace.ask(OpenFiles((tmp_path / "six.csv",)))
    assert started.wait(60)
    qtbot.waitUntil(lambda: said == [f"{grouped(1_200_000)} rows"])
    with qtbot.waitSignal(workspace.loading_ended, timeout=0):
        workspace.cancel_loading()
    assert not go_on.is_set()
    with qtbot.assertNotEmitted(workspace.file_opened):
        go_on.set()
        workspace.shut_down()
        QCoreApplication.sendPostedEvents()
    assert workspace.snapshot is before


def test_that_every_part_of_the_work_says_how_far_it_has_come(qtbot, workspace, tmp_path):
    said = []
    workspace.loading_progressed.connect(lambda _fraction, words: said.append(words))
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((tmp_path / "six.csv",)))
    expected = [
        "reading the file: 0 of 0 MiB",
        "looking at the text",
        "0 rows",
        "6 rows: finding out what the columns mean",
        "6 rows: sorting the scores",
        "6 rows: counting at every threshold",
        "6 rows: measuring",
    ]
    assert [words for words in dict.fromkeys(said) if words in expected] == expected


def test_that_what_calls_nothing_is_a_number_where_there_is_one(workspace):
    workspace.ask(SetThreshold(CALLS_NOTHING))
    assert workspace.snapshot.point.threshold == math.inf
    assert workspace.snapshot.point.row == 0
    workspace.history.undo()
    assert workspace.snapshot.point.row > 0


@pytest.mark.parametrize("higher", [True, False])
def test_that_nothing_called_is_a_place_to_go_to_and_to_come_back_from(workspace, higher):
    infinity = math.inf if higher else -math.inf
    sign = 1 if higher else -1
    score = Score("s", np.array([infinity, sign * 3.0, sign * 2.0, sign * 1.0]), higher)
    truth = np.array([0, 1, 0, 1], dtype=np.int8)
    show_dataset(workspace, Dataset("odd", ("0", "1"), truth, 1, (score,)))
    workspace.ask(GoToEnd(is_highest=higher))
    point = workspace.snapshot.point
    assert point.row == 0
    assert math.isnan(point.threshold)
    assert workspace.snapshot.threshold_on_axis == infinity
    assert point.counts == Counts(tp=0, fp=0, fn=2, tn=2)
    workspace.ask(MoveThreshold(sign))
    assert workspace.snapshot.point is point  # the end
    workspace.ask(MoveThreshold(-sign))
    assert workspace.snapshot.point.threshold == infinity
    assert workspace.snapshot.point.counts == Counts(tp=0, fp=1, fn=2, tn=1)
    workspace.ask(MoveThreshold(-sign))
    assert workspace.snapshot.point.threshold == sign * 3.0
    workspace.ask(MoveThreshold(sign * 2))
    assert workspace.snapshot.point.row == 0
    workspace.history.undo()
    assert workspace.snapshot.point.threshold == sign * 3.0
    workspace.history.redo()
    assert workspace.snapshot.point.row == 0


def test_that_the_best_may_be_to_call_nothing(workspace):
    score = Score("s", np.array([math.inf, 3.0, 2.0, 1.0]))
    show_dataset(workspace, Dataset("odd", ("0", "1"), np.array([0, 0, 1, 1]), 1, (score,)))
    assert workspace.snapshot.point.row == 0
    workspace.ask(SetThreshold(2.0))
    workspace.ask(ApplyRule("youden"))
    assert workspace.snapshot.point.row == 0


@pytest.fixture
def iris(qtbot):
    """A workspace with three classes and their probabilities open."""
    workspace = Workspace(multiclass=MulticlassSettings(top_k=3))
    sample = sample_by_id("iris")
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((sample.path,), roles=sample.roles))
    yield workspace
    workspace.shut_down()


def test_that_settings_of_many_classes_are_one_step_to_undo(iris):
    assert iris.snapshot.overall.measured["TOP_K"].value == 1.0
    assert not iris.history.can_undo
    iris.ask(SetMulticlass(MulticlassSettings(top_k=1)))
    assert iris.snapshot.overall.measured["TOP_K"].value == 143 / 150
    chosen = MulticlassSettings(Over.CHOSEN, ("setosa", "virginica"), top_k=1)
    iris.ask(SetMulticlass(chosen))
    assert iris.snapshot.overall.measured["BACC"].value == pytest.approx((1 + 0.92) / 2)
    iris.history.undo()
    assert iris.snapshot.inputs.multiclass == MulticlassSettings(top_k=1)
    assert iris.snapshot.overall.measured["BACC"].value == pytest.approx((1 + 0.94 + 0.92) / 3)
    iris.history.undo()
    assert iris.snapshot.overall.measured["TOP_K"].value == 1.0
    assert not iris.history.can_undo
    iris.history.redo()
    iris.history.redo()
    assert iris.snapshot.inputs.multiclass == chosen


def test_that_the_same_settings_are_no_step(qtbot, iris):
    with qtbot.assertNotEmitted(iris.changed):
        iris.ask(SetMulticlass(MulticlassSettings(top_k=3)))
    assert not iris.history.can_undo


def test_that_settings_stay_when_one_class_is_assessed(qtbot, iris):
    wanted = MulticlassSettings(Over.CHOSEN, ("setosa",), top_k=1)
    iris.ask(SetMulticlass(wanted))
    with qtbot.waitSignal(iris.changed):
        iris.ask(SelectPositive(1))
    assert iris.snapshot.inputs.multiclass == wanted
    iris.ask(SelectPositive(None))
    assert iris.snapshot.inputs.multiclass == wanted
    assert iris.snapshot.overall.measured["BACC"].value == 1.0


def test_that_other_data_keep_the_settings_but_for_chosen_classes(qtbot, iris):
    iris.ask(
        SetMulticlass(MulticlassSettings(Over.CHOSEN, ("setosa",), undefined_as_zero=True, top_k=1))
    )
    sample = sample_by_id("iris")
    with qtbot.waitSignal(iris.file_opened):
        iris.ask(OpenFiles((sample.path,), roles=sample.roles))
    kept = MulticlassSettings(undefined_as_zero=True, top_k=1)
    assert iris.snapshot.inputs.multiclass == kept
    assert iris.snapshot.overall.settings == kept
    show_dataset(iris, iris.snapshot.dataset)
    assert iris.snapshot.inputs.multiclass == kept


def test_that_settings_changed_while_a_file_is_read_stay_changed(qtbot, iris):
    sample = sample_by_id("iris")
    with qtbot.waitSignal(iris.file_opened):
        iris.ask(OpenFiles((sample.path,), roles=sample.roles))
        iris.ask(SetMulticlass(MulticlassSettings(top_k=2)))
    assert iris.snapshot.inputs.multiclass == MulticlassSettings(top_k=2)
    assert iris.snapshot.overall.notes["TOP_K"] == "k = 2"


def test_that_settings_need_data():
    workspace = Workspace()
    workspace.ask(SetMulticlass(MulticlassSettings(top_k=9)))
    assert workspace.snapshot.inputs.multiclass == MulticlassSettings()
    assert not workspace.history.can_undo


@pytest.fixture
def held(workspace, monkeypatch):  # noqa: ARG001 - it ends after this fixture
    """Let the next ranking of the workspace wait until it is told to go on."""
    go_on, is_there = threading.Event(), threading.Event()

    def wait_and_rank(*arguments):
        is_there.set()
        assert go_on.wait(60)
        return rank(*arguments)

    monkeypatch.setattr(rankings, "rank", wait_and_rank)
    yield go_on, is_there
    go_on.set()


def test_that_choosing_a_score_does_not_cancel_a_file_that_is_being_opened(
    qtbot, workspace, tmp_path, monkeypatch
):
    go_on = threading.Event()
    load = readings.load

    def wait_and_load(*arguments, **options):
        assert go_on.wait(60)
        return load(*arguments, **options)

    monkeypatch.setattr(readings, "load", wait_and_load)
    file = tmp_path / "next.csv"
    file.write_text("truth,score\n1,2\n0,1\n", encoding="utf-8")
    ended = []
    workspace.loading_ended.connect(lambda: ended.append(workspace.snapshot.dataset.name))
    workspace.ask(OpenFiles((file,)))
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectScore(1))
    assert workspace.snapshot.score.name == "other"
    assert ended == []
    with qtbot.waitSignal(workspace.file_opened):
        go_on.set()
    qtbot.waitUntil(lambda: ended == ["next.csv"])
    assert workspace.snapshot.score.name == "score"
    assert not workspace.history.can_undo


def test_that_a_ranking_of_data_that_were_replaced_is_dropped(qtbot, workspace, held, tmp_path):
    go_on, is_there = held
    started = []
    workspace.loading_started.connect(started.append)
    workspace.ask(SelectScore(1))
    assert started == ["six.csv"]
    assert is_there.wait(60)
    file = tmp_path / "next.csv"
    file.write_text("truth,score\n1,2\n0,1\n", encoding="utf-8")
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((file,)))
    shown = workspace.snapshot
    with qtbot.waitSignal(workspace.shown.rankings._sorting.ended):
        go_on.set()
    assert workspace.snapshot is shown
    assert workspace.snapshot.dataset.name == "next.csv"


def test_that_cancelling_stops_a_ranking_too(qtbot, workspace, held):
    go_on, is_there = held
    before = workspace.snapshot
    workspace.ask(SelectScore(1))
    assert is_there.wait(60)
    with qtbot.waitSignal(workspace.loading_ended, timeout=0):
        workspace.cancel_loading()
    with qtbot.waitSignal(workspace.shown.rankings._sorting.ended):
        go_on.set()
    assert workspace.snapshot is before
