"""What is compared: other scores are sorted later and once, other data sets are there already."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.choices import Choices
from evalgui.core.comparison import NO_COMPARISON
from evalgui.core.dataset import Dataset, Score
from evalgui.core.requests import SelectPositive, SelectScore, SetComparing, SetThreshold
from evalgui.core.snapshot import EMPTY, Inputs, rank, resolve
from evalgui.gui.activity import under_way
from evalgui.io.meaning.roles import Roles
from evalgui.workspace import comparing, rankings
from evalgui.workspace.comparing import MOST, compare
from evalgui.workspace.data_sets import DataSet, DataSets
from evalgui.workspace.file_requests import AssignRoles, OpenFiles, ShowDataSet
from evalgui.workspace.workspace import Workspace

N = 60
RNG = np.random.default_rng(7)
TRUTH = RNG.integers(0, 2, N)


def text_of(n_scores):
    columns = [np.round(RNG.normal(TRUTH * (k + 1) / 2), 1) for k in range(n_scores)]
    head = ",".join(["truth", *(f"s{k}" for k in range(n_scores))])
    rows = [",".join(map(str, row)) for row in zip(TRUTH, *columns, strict=True)]
    return "\n".join([head, *rows]) + "\n"


def roles_of(n_scores):
    scores = tuple(f"s{k}" for k in range(n_scores))
    return Roles(truth="truth", scores=scores, predicted="", positive="1", higher_is_positive=True)


@pytest.fixture
def workspace():
    """A workspace that compares."""
    workspace = Workspace(choices=Choices(compares=True))
    yield workspace
    workspace.shut_down()


def open_scores(qtbot, workspace, tmp_path, n_scores, name="scores.csv"):
    path = tmp_path / name
    path.write_text(text_of(n_scores), encoding="utf-8")
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(OpenFiles((path,), roles=roles_of(n_scores)))


def filled(qtbot, workspace):
    qtbot.waitUntil(lambda: not under_way(workspace))
    return workspace.snapshot.comparison


def names(comparison):
    return [one.name for one in comparison.others]


def test_that_other_scores_come_after_what_is_shown(qtbot, workspace, tmp_path):
    announced = []
    workspace.changed.connect(lambda _old, new: announced.append(new))
    open_scores(qtbot, workspace, tmp_path, 3)
    assert announced[0].ranking is not None
    assert names(announced[0].comparison) == []
    comparison = filled(qtbot, workspace)
    assert comparison.name == "s0"
    assert [(one.name, one.score, one.data_set) for one in comparison.others] == [
        ("s1", 1, None),
        ("s2", 2, None),
    ]
    told = dict.fromkeys(tuple(names(one.comparison)) for one in announced)
    assert list(told) == [(), ("s1",), ("s1", "s2")]
    # One at a time, and what is shown is the same object all the time.
    assert {id(one.ranking) for one in announced} == {id(workspace.snapshot.ranking)}
    dataset = workspace.snapshot.dataset
    for one in comparison.others:
        assert one.ranking.value("roc_auc") == rank(dataset, one.score).value("roc_auc")
        assert one.positive_name == "1"


def test_that_a_compared_score_is_shown_at_once_and_keeps_its_ranking(qtbot, workspace, tmp_path):
    open_scores(qtbot, workspace, tmp_path, 3)
    comparison = filled(qtbot, workspace)
    ranking, shown = comparison.others[1].ranking, workspace.snapshot.ranking
    workspace.ask(SelectScore(2))
    assert workspace.snapshot.ranking is ranking
    now = workspace.snapshot.comparison
    assert names(now) == ["s0", "s1"]
    assert now.name == "s2"
    assert now.others[0].ranking is shown
    # Each keeps its place, and so its colour.
    assert [one.place for one in now.others] == [0, 1]
    assert [one.place for one in comparison.others] == [1, 2]


def test_that_the_comparison_is_the_same_object_while_the_threshold_moves(
    qtbot, workspace, tmp_path
):
    open_scores(qtbot, workspace, tmp_path, 3)
    comparison = filled(qtbot, workspace)
    for threshold in (0.1, 0.2, 0.3):
        workspace.ask(SetThreshold(threshold))
        assert workspace.snapshot.comparison is comparison
    workspace.history.undo()
    assert workspace.snapshot.comparison is comparison


def test_that_nothing_is_sorted_unless_it_is_compared(qtbot, tmp_path, monkeypatch):
    sorted_keys = []

    def note_and_rank(dataset, score, positive, step):
        sorted_keys.append(score)
        return rank(dataset, score, positive, step)

    monkeypatch.setattr(rankings, "rank", note_and_rank)
    workspace = Workspace()
    open_scores(qtbot, workspace, tmp_path, 3)
    assert workspace.snapshot.comparison == NO_COMPARISON
    workspace.ask(SetComparing(compares=True))
    assert names(filled(qtbot, workspace)) == ["s1", "s2"]
    assert sorted_keys == [1, 2]
    workspace.ask(SetComparing(compares=False))
    assert workspace.snapshot.comparison == NO_COMPARISON
    workspace.ask(SetComparing(compares=True))
    assert names(workspace.snapshot.comparison) == ["s1", "s2"]
    assert sorted_keys == [1, 2]
    workspace.shut_down()


def test_that_switching_it_off_stops_the_sorting(qtbot, workspace, tmp_path, monkeypatch):
    go_on, is_there = threading.Event(), threading.Event()

    def wait_and_rank(*arguments):
        is_there.set()
        assert go_on.wait(60)
        return rank(*arguments)

    monkeypatch.setattr(rankings, "rank", wait_and_rank)
    open_scores(qtbot, workspace, tmp_path, 2)
    qtbot.waitUntil(is_there.is_set)
    workspace.ask(SetComparing(compares=False))
    with qtbot.waitSignal(workspace.shown.rankings._filling.ended):
        go_on.set()
    assert workspace.snapshot.comparison == NO_COMPARISON


def test_that_a_score_chosen_while_it_is_sorted_for_a_comparison_is_shown_once(
    qtbot, workspace, tmp_path, monkeypatch
):
    go_on = threading.Event()

    def wait_and_rank(*arguments):
        assert go_on.wait(60)
        return rank(*arguments)

    monkeypatch.setattr(rankings, "rank", wait_and_rank)
    open_scores(qtbot, workspace, tmp_path, 2)
    qtbot.waitUntil(lambda: not workspace.shown.rankings._later.isActive())
    workspace.ask(SelectScore(1))
    go_on.set()
    qtbot.waitUntil(lambda: workspace.snapshot.score.name == "s1")
    shown = workspace.snapshot.ranking
    assert names(filled(qtbot, workspace)) == ["s0"]
    assert workspace.snapshot.ranking is shown
    assert workspace.shown.rankings.of(workspace.snapshot.inputs) is shown


def test_that_other_classes_are_compared_anew(qtbot, workspace, tmp_path):
    open_scores(qtbot, workspace, tmp_path, 2)
    before = filled(qtbot, workspace).others[0].ranking.value("roc_auc")
    with qtbot.waitSignal(workspace.changed):
        workspace.ask(SelectPositive(0))
    comparison = filled(qtbot, workspace)
    assert comparison.others[0].positive_name == "0"
    # The score speaks against the other class: the curve is that of the same order.
    assert comparison.others[0].ranking.value("roc_auc") == pytest.approx(before)
    assert comparison.others[0].ranking.table.n_positive == int(np.sum(TRUTH == 0))


def test_that_files_side_by_side_are_compared_with_what_is_shown_of_each(
    qtbot, workspace, tmp_path
):
    paths = [tmp_path / "left.csv", tmp_path / "right.csv"]
    paths[0].write_text("truth,score\n1,3\n0,2\n1,1\n0,0\n", encoding="utf-8")
    paths[1].write_text("truth,score\n1,3\n1,2\n0,1\n", encoding="utf-8")
    with qtbot.waitSignal(workspace.data_sets_changed):
        workspace.ask(OpenFiles(tuple(paths)))
    comparison = workspace.snapshot.comparison
    assert comparison.name == "left.csv"
    (other,) = comparison.others
    assert (other.name, other.score, other.data_set, other.place) == ("right.csv", None, 1, 1)
    assert other.ranking.value("roc_auc") == 1.0
    assert other.ranking.table.n == 3
    workspace.ask(ShowDataSet(1))
    assert workspace.snapshot.ranking is other.ranking
    (back,) = workspace.snapshot.comparison.others
    assert (back.name, back.place) == ("left.csv", 0)
    # What waits keeps no rankings of others alive.
    waiting = workspace.data_sets.items[0].snapshot
    assert waiting.comparison == NO_COMPARISON
    assert back.ranking is waiting.ranking


def test_that_a_subset_is_in_the_name_and_the_other_data_set_follows(qtbot, workspace, tmp_path):
    paths = [tmp_path / "left.csv", tmp_path / "right.csv"]
    for path in paths:
        path.write_text("truth,score\n1,3\n0,2\n1,1\n0,0\n", encoding="utf-8")
    with qtbot.waitSignal(workspace.data_sets_changed):
        workspace.ask(OpenFiles(tuple(paths)))
    roles = workspace.opened.loaded.proposal.roles
    with qtbot.waitSignal(workspace.file_opened):
        workspace.ask(AssignRoles(replace(roles, subset="score < 3")))
    assert workspace.snapshot.comparison.name == "left.csv [score < 3]"
    workspace.ask(ShowDataSet(1))
    (other,) = workspace.snapshot.comparison.others
    assert other.name == "left.csv [score < 3]"
    assert other.ranking.table.n == 3


# ------------------------------------------------------------------------------- the limits


def made(n_scores, n=6):
    truth = np.arange(n) % 2
    scores = tuple(Score(f"s{k}", np.arange(n) * float(k + 1)) for k in range(n_scores))
    return Dataset("made", ("no", "yes"), truth, 1, scores)


def found(dataset, n_sets=1, known=None):
    snapshot = resolve(Inputs(dataset))
    every = rank(dataset, 0)

    class Opened:
        name = "made"

    items = tuple(DataSet(Opened(), snapshot) for _ in range(n_sets))

    def of(inputs):
        return every if known is None or inputs.score in known else None

    return compare(snapshot, DataSets(items), of)


def test_that_at_most_so_many_are_compared_and_the_rest_is_counted():
    comparison, missing = found(made(12))
    assert names(comparison) == [f"s{k}" for k in range(1, MOST + 1)]
    assert comparison.n_more == 3
    assert str(MOST) in comparison.reason
    assert missing == ()
    comparison, _missing = found(made(MOST + 1))
    assert (len(comparison.others), comparison.n_more, comparison.reason) == (MOST, 0, "")


def test_that_scores_and_data_sets_share_the_room():
    comparison, _missing = found(made(12), n_sets=10)
    kinds = [one.score is None for one in comparison.others]
    assert kinds == [False] * (MOST // 2) + [True] * (MOST // 2)
    assert comparison.n_more == 11 + 9 - MOST
    assert comparison.name == "made: s0"
    comparison, _missing = found(made(3), n_sets=10)
    assert [one.score for one in comparison.others] == [1, 2] + [None] * 6
    comparison, _missing = found(made(12), n_sets=2)
    assert len([one for one in comparison.others if one.score is not None]) == MOST - 1
    # No two have the same place, the one that is shown included.
    assert len({one.place for one in comparison.others} | {0, 2}) == MOST + 2


def test_that_scores_of_too_many_rows_are_not_sorted_for_a_comparison(monkeypatch):
    monkeypatch.setattr(comparing, "MOST_ROWS", 13)
    comparison, missing = found(made(5), known=set())
    assert [one.score for one in missing] == [1, 2]
    assert comparison.others == ()
    assert comparison.n_more == 2
    assert "memory" in comparison.reason
    # One that was chosen is there anyway.
    comparison, missing = found(made(5), known={4})
    assert [one.score for one in missing] == [1, 2]
    assert names(comparison) == ["s4"]
    assert comparison.n_more == 1


def test_that_there_is_nothing_to_compare_without_scores():
    dataset = Dataset("labels", ("a", "b"), np.array([0, 1]), 1, predicted=np.array([0, 1]))
    comparison, missing = compare(
        resolve(Inputs(dataset)), DataSets((DataSet(None, EMPTY),)), lambda _inputs: None
    )
    assert (comparison, missing) == (NO_COMPARISON, ())
    comparison, _missing = found(made(1))
    assert (comparison.name, comparison.others, comparison.n_more) == ("", (), 0)
