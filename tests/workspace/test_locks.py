"""A locked decision holds for other data: its class, direction, score, zone and prevalence."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.__main__ import main
from evalgui.core.provenance import Origin
from evalgui.core.requests import (
    SelectPositive,
    SelectScore,
    SetLocked,
    SetPrevalence,
    SetSecond,
    SetThreshold,
)
from evalgui.io.building.shown_findings import LOCK_WAITS, shown_findings
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import AssignRoles, OpenFiles, OpenTable, ShowDataSet
from evalgui.workspace.import_memory import ImportMemory
from evalgui.workspace.keeping.document import Document
from evalgui.workspace.workspace import Workspace

ROLES = Roles(truth="gruppe", scores=("marker",), positive="Fall", higher_is_positive=True)
CUT, SECOND, PREVALENCE = 27.25, 33.5, 0.1


def rows_of(seed, n=80, shift=0.0):
    """Return two normal groups; nothing in their names says which is the positive one."""
    random = np.random.default_rng(seed)
    ill = random.random(n) < 0.4
    markers = np.round(random.normal(20, 8, n) + 12 * ill + shift, 1)
    return [
        ("Fall" if one else "Kontrolle", marker) for one, marker in zip(ill, markers, strict=True)
    ]


def write(path, rows, header="gruppe,marker", swapped=False):
    lines = (f"{b},{a}" if swapped else f"{a},{b}" for a, b in rows)
    path.write_text(header + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def workspace(qtbot, tmp_path):
    """A workspace with a grey zone and a prevalence at a locked threshold."""
    made = Workspace(memory=ImportMemory(tmp_path / "memory"))
    with qtbot.waitSignal(made.file_opened):
        made.ask(OpenFiles((write(tmp_path / "dev.csv", rows_of(1)),), roles=ROLES))
    made.ask(SetThreshold(CUT))
    made.ask(SetSecond(SECOND))
    made.ask(SetPrevalence(PREVALENCE))
    made.ask(SetLocked(is_locked=True))
    assert is_in_force(made.snapshot)
    yield made
    made.shut_down()


def is_in_force(snapshot):
    """Return whether the lock holds, with all that was decided with it."""
    score, inputs = snapshot.score, snapshot.inputs
    return (
        (inputs.is_locked, inputs.waiting, snapshot.point.threshold) == (True, None, CUT)
        and (score.name, score.higher_is_positive) == ("marker", True)
        and (snapshot.positive_name, snapshot.choices.second) == ("Fall", SECOND)
        and inputs.intervals.prevalence == PREVALENCE
    )


def waits(snapshot):
    codes = [one.code for one in shown_findings(snapshot)]
    return not snapshot.inputs.is_locked and snapshot.inputs.has_lock and LOCK_WAITS in codes


def opened(qtbot, workspace, path):
    """Open a file that nothing may be asked about."""
    asked = []
    workspace.question_asked.connect(asked.append)
    with qtbot.waitSignal(workspace.file_opened, timeout=60_000):
        workspace.ask(OpenFiles((path,)))
    workspace.question_asked.disconnect(asked.append)
    assert asked == []
    return workspace.snapshot


def choose_class(qtbot, workspace, name):
    workspace.ask(SelectPositive(workspace.snapshot.dataset.classes.index(name)))
    qtbot.waitUntil(lambda: workspace.snapshot.positive_name == name, timeout=60_000)


def asked_about(qtbot, workspace, path):
    with qtbot.waitSignal(workspace.question_asked, timeout=60_000) as asking:
        workspace.ask(OpenFiles((path,)))
    return asking.args[0]


def answer(qtbot, workspace, question, roles, **how):
    with qtbot.waitSignal(workspace.file_opened, timeout=60_000):
        workspace.ask(OpenTable(question, question.loaded, roles, **how))
    return workspace.snapshot


def test_that_a_file_with_all_that_a_lock_is_about_opens_at_it_unasked(qtbot, workspace, tmp_path):
    path = write(tmp_path / "val.csv", rows_of(2, shift=1.5))
    snapshot = opened(qtbot, workspace, path)
    assert is_in_force(snapshot)
    assert snapshot.dataset.name == "val.csv"
    assert (snapshot.provenance.kind, snapshot.provenance.source) == (Origin.FROZEN, "dev.csv")
    assert snapshot.inputs.development.name == "dev.csv"
    assert snapshot.point.counts == snapshot.ranking.table.counts_at(CUT)
    # What was decided for such files before gives way where it is no fact about them.
    other = workspace.opened.loaded
    workspace.openings.remember_choices(
        replace(
            other,
            proposal=replace(
                other.proposal,
                roles=other.proposal.roles.for_class("Kontrolle", is_other_of_two=True),
            ),
        )
    )
    assert is_in_force(opened(qtbot, workspace, path))


def test_that_several_files_open_at_a_lock(qtbot, workspace, tmp_path):
    paths = [write(tmp_path / f"{name}.csv", rows_of(seed)) for seed, name in enumerate("ab", 2)]
    with qtbot.waitSignal(workspace.begun, timeout=60_000):
        workspace.ask(OpenFiles(tuple(paths)))
    assert len(workspace.data_sets.items) == 2
    assert all(is_in_force(one.snapshot) for one in workspace.data_sets.items)
    workspace.ask(ShowDataSet(1))
    assert is_in_force(workspace.snapshot)


@pytest.mark.parametrize(
    "found",
    [
        ("gruppe,titer", str, "no score 'marker'"),
        ("gruppe,marker", {"Fall": "krank", "Kontrolle": "gesund"}.get, "no class 'Fall'"),
    ],
)
def test_that_one_question_says_what_a_lock_asks_for(qtbot, workspace, tmp_path, found):
    header, rename, lack = found
    rows = [(rename(label), marker) for label, marker in rows_of(3)]
    question = asked_about(qtbot, workspace, write(tmp_path / "other.csv", rows, header))
    told = [one for one in question.loaded.proposal.asked if "locked threshold" in one.question]
    assert len(told) == 1
    assert "'marker' at or above 27.25 for 'Fall'" in told[0].question
    assert lack in told[0].question
    roles = question.loaded.proposal.roles
    assert roles.truth == "gruppe"
    assert len(question.loaded.proposal.asked) == 1
    roles = replace(roles, positive=rename("Fall"), higher_is_positive=True)
    # Another name of the score or of the class, which the user took for it.
    snapshot = answer(qtbot, workspace, question, roles)
    assert (snapshot.inputs.is_locked, snapshot.point.threshold) == (True, CUT)
    assert snapshot.positive_name == rename("Fall")
    assert (snapshot.choices.second, snapshot.inputs.intervals.prevalence) == (SECOND, PREVALENCE)


def test_that_a_direction_that_was_decided_otherwise_is_asked_about(qtbot, workspace, tmp_path):
    path = write(tmp_path / "val.csv", rows_of(2))
    turned = workspace.opened.loaded
    turned = replace(
        turned,
        proposal=replace(
            turned.proposal, roles=replace(turned.proposal.roles, higher_is_positive=False)
        ),
    )
    workspace.openings.remember_choices(turned)
    question = asked_about(qtbot, workspace, path)
    assert "lower values of 'marker' mean 'Fall'" in question.loaded.proposal.question
    roles = question.loaded.proposal.roles
    assert (roles.positive, roles.higher_is_positive) == ("Fall", True)  # as the lock asks
    assert is_in_force(answer(qtbot, workspace, question, roles))


@pytest.mark.parametrize("first", ["class", "direction"])
def test_that_to_correct_class_or_direction_brings_a_lock_back(qtbot, workspace, tmp_path, first):
    wrong = {
        "class": replace(ROLES, positive="Kontrolle"),
        "direction": replace(ROLES, higher_is_positive=False),
    }[first]
    with qtbot.waitSignal(workspace.file_opened, timeout=60_000):
        workspace.ask(OpenFiles((write(tmp_path / "val.csv", rows_of(2)),), roles=wrong))
    assert waits(workspace.snapshot)
    assert workspace.snapshot.choices.second is None
    if first == "class":
        with qtbot.waitSignal(workspace.file_opened, timeout=60_000):
            workspace.ask(SelectPositive(workspace.snapshot.dataset.classes.index("Fall")))
    else:
        with qtbot.waitSignal(workspace.file_opened, timeout=60_000):
            workspace.ask(AssignRoles(workspace.opened.loaded.proposal.roles.turned("marker")))
    assert is_in_force(workspace.snapshot)
    with qtbot.waitSignal(workspace.file_opened, timeout=60_000):
        workspace.history.undo()
    assert waits(workspace.snapshot)


def test_that_a_lock_outlasts_another_class_direction_and_score(qtbot, workspace):
    made = workspace.snapshot.provenance
    roles = workspace.opened.loaded.proposal.roles
    with qtbot.waitSignal(workspace.file_opened, timeout=60_000):
        workspace.ask(AssignRoles(roles.turned("marker")))
    assert waits(workspace.snapshot)
    with qtbot.waitSignal(workspace.file_opened, timeout=60_000):
        workspace.ask(AssignRoles(roles))
    assert is_in_force(workspace.snapshot)
    choose_class(qtbot, workspace, "Kontrolle")
    assert waits(workspace.snapshot)
    workspace.ask(SetThreshold(20.5))  # nothing is locked for this class
    choose_class(qtbot, workspace, "Fall")
    assert is_in_force(workspace.snapshot)
    assert (workspace.snapshot.provenance, workspace.snapshot.inputs.development) == (made, None)


def test_that_only_an_unlocking_or_an_opening_without_it_ends_a_lock(qtbot, workspace, tmp_path):
    choose_class(qtbot, workspace, "Kontrolle")
    workspace.ask(SetLocked(is_locked=False))
    assert not workspace.snapshot.inputs.has_lock
    workspace.history.undo()
    assert waits(workspace.snapshot)
    path = write(tmp_path / "other.csv", rows_of(3), "gruppe,titer")
    question = asked_about(qtbot, workspace, path)
    snapshot = answer(qtbot, workspace, question, question.loaded.proposal.roles, takes_lock=False)
    assert not snapshot.inputs.has_lock
    assert (snapshot.choices.second, snapshot.inputs.intervals.prevalence) == (None, None)


def test_that_a_lock_waits_through_data_that_have_no_score(qtbot, workspace, tmp_path):
    labels = write(tmp_path / "labels.csv", [("Fall", "Fall"), ("Kontrolle", "Fall")] * 9)
    roles = Roles(truth="gruppe", predicted="marker", positive="Fall", no_score=True)
    with qtbot.waitSignal(workspace.file_opened, timeout=60_000):
        workspace.ask(OpenFiles((labels,), roles=roles))
    assert waits(workspace.snapshot)
    assert math.isnan(workspace.snapshot.point.threshold)
    assert is_in_force(opened(qtbot, workspace, write(tmp_path / "val.csv", rows_of(2))))


BOTH = replace(ROLES, scores=("marker", "titer"), opposite=("titer",))
"""Lower values of the second score mean the class."""


def both_of(seed):
    """Return rows of two scores that run in opposite directions."""
    rows, random = rows_of(seed), np.random.default_rng(seed)
    return [(label, f"{at},{np.round(50 - at + random.normal(), 1)}") for label, at in rows]


def select_score(qtbot, workspace, name):
    names = [one.name for one in workspace.snapshot.dataset.scores]
    workspace.ask(SelectScore(names.index(name)))
    qtbot.waitUntil(lambda: workspace.snapshot.score.name == name, timeout=60_000)
    return workspace.snapshot


@pytest.fixture
def both(qtbot, tmp_path):
    """A workspace with two locked scores, the first with a grey zone, the second shown."""
    made = Workspace(memory=ImportMemory(tmp_path / "memory"))
    path = write(tmp_path / "dev.csv", both_of(1), "gruppe,marker,titer")
    with qtbot.waitSignal(made.file_opened):
        made.ask(OpenFiles((path,), roles=BOTH))
    made.ask(SetThreshold(CUT))
    made.ask(SetSecond(SECOND))
    made.ask(SetPrevalence(PREVALENCE))
    made.ask(SetLocked(is_locked=True))
    snapshot = select_score(qtbot, made, "titer")
    # This one can be moved and locked, too; the other one is locked meanwhile.
    assert not snapshot.inputs.has_lock_here
    assert snapshot.inputs.has_lock
    made.ask(SetThreshold(18.5))
    made.ask(SetLocked(is_locked=True))
    assert is_second_in_force(made.snapshot)
    yield made
    made.shut_down()


def is_second_in_force(snapshot):
    score = snapshot.score
    return (score.name, score.higher_is_positive, snapshot.positive_name) == (
        *("titer", False, "Fall"),
    ) and (snapshot.inputs.is_locked, snapshot.point.threshold) == (True, 18.5)


def test_that_the_lock_of_each_score_goes_along(qtbot, both, tmp_path):
    there = both.snapshot.point.counts
    path = write(tmp_path / "val.csv", both_of(2), "gruppe,marker,titer")
    snapshot = opened(qtbot, both, path)
    assert is_second_in_force(snapshot)
    assert snapshot.inputs.development.counts == there
    assert waiting_of(snapshot) == ["marker"]
    assert [one.code for one in shown_findings(snapshot)].count(LOCK_WAITS) == 0
    snapshot = select_score(qtbot, both, "marker")
    assert (snapshot.inputs.is_locked, snapshot.point.threshold) == (True, CUT)
    assert (snapshot.score.name, snapshot.choices.second) == ("marker", SECOND)
    assert snapshot.inputs.intervals.prevalence == PREVALENCE
    assert (snapshot.provenance.kind, snapshot.provenance.source) == (Origin.FROZEN, "dev.csv")
    assert snapshot.inputs.development.name == "dev.csv"
    assert waiting_of(snapshot) == ["titer"]
    assert is_second_in_force(select_score(qtbot, both, "titer"))


def waiting_of(snapshot):
    waiting = snapshot.inputs.waiting
    return [] if waiting is None else [one.score for one in waiting.each]


def test_that_the_lock_of_a_score_goes_along_that_is_not_shown(qtbot, both, tmp_path):
    both.ask(SetLocked(is_locked=False))
    assert waiting_of(both.snapshot) == ["marker"]
    path = write(tmp_path / "val.csv", both_of(2), "gruppe,marker,titer")
    snapshot = opened(qtbot, both, path)
    assert (snapshot.score.name, snapshot.point.threshold) == ("marker", CUT)
    assert snapshot.inputs.is_locked
    assert waiting_of(snapshot) == []


def test_that_the_lock_of_a_score_that_is_not_there_waits_and_says_so(qtbot, both, tmp_path):
    rows = [(label, two.split(",")[1]) for label, two in both_of(2)]
    snapshot = opened(qtbot, both, write(tmp_path / "val.csv", rows, "gruppe,titer"))
    assert is_second_in_force(snapshot)
    (told,) = (one.text for one in shown_findings(snapshot) if one.code == LOCK_WAITS)
    assert "'marker' at or above 27.25 for 'Fall', is not in force" in told
    both.ask(SetLocked(is_locked=False))
    assert waiting_of(both.snapshot) == ["marker"]
    both.ask(SetLocked(is_locked=False))
    assert not both.snapshot.inputs.has_lock
    both.history.undo()
    path = write(tmp_path / "third.csv", both_of(3), "gruppe,marker,titer")
    snapshot = opened(qtbot, both, path)
    assert (snapshot.score.name, snapshot.point.threshold) == ("marker", CUT)
    assert snapshot.inputs.is_locked


def test_that_two_locks_outlast_another_class(qtbot, both):
    choose_class(qtbot, both, "Kontrolle")
    assert waiting_of(both.snapshot) == ["titer", "marker"]
    choose_class(qtbot, both, "Fall")
    assert is_second_in_force(both.snapshot)
    snapshot = select_score(qtbot, both, "marker")
    assert (snapshot.point.threshold, snapshot.choices.second) == (CUT, SECOND)
    assert snapshot.inputs.is_locked


@pytest.mark.parametrize("embeds", [False, True])
def test_that_weights_with_fractions_are_kept_with_what_was_decided(qtbot, tmp_path, embeds):
    random = np.random.default_rng(9)
    weights = random.choice([0.1, 0.25, 0.7, 1.3], 80)
    rows = [(label, f"{at},{w}") for (label, at), w in zip(rows_of(2), weights, strict=True)]
    paths = [write(tmp_path / name, rows, "gruppe,marker,w") for name in ("dev.csv", "val.csv")]
    roles = replace(ROLES, weight="w")
    made, document = with_document(tmp_path)
    with qtbot.waitSignal(made.file_opened, timeout=60_000):
        made.ask(OpenFiles((paths[0],), roles=roles))
    made.ask(SetThreshold(CUT))
    made.ask(SetSecond(SECOND))
    made.ask(SetLocked(is_locked=True))
    counts = made.snapshot.point.counts
    called = np.array([at >= CUT for _, at in rows_of(2)])
    ill = np.array([label == "Fall" for label, _ in rows_of(2)])
    assert counts.tp == pytest.approx(weights[called & ill].sum(), rel=1e-12)
    with qtbot.waitSignal(made.file_opened, timeout=60_000):
        made.ask(OpenFiles((paths[1],), roles=roles))
    path = tmp_path / "work.evalgui"
    with qtbot.waitSignal(document.saved, timeout=60_000):
        document.save(path, embeds=embeds)
    shown = made.snapshot
    document.close()
    made.shut_down()
    again, reopened = with_document(tmp_path)
    with qtbot.waitSignal(reopened.reopened, timeout=60_000):
        reopened.open(path)
    snapshot = again.snapshot
    assert snapshot.inputs.development == shown.inputs.development
    assert snapshot.inputs.development.counts == snapshot.point.counts == counts
    assert all(isinstance(one, float) for one in (counts.tp, snapshot.inputs.development.counts.tp))
    assert (snapshot.dataset.unit, snapshot.inputs.is_locked) == (shown.dataset.unit, True)
    assert snapshot.choices.second == SECOND
    assert snapshot.point.intervals["TPR"] == shown.point.intervals["TPR"]
    reopened.close()
    again.shut_down()
    assert main(["replay", str(path)]) == 0


def with_document(tmp_path):
    made = Workspace(memory=ImportMemory(tmp_path / "memory"))
    document = Document(made)
    for one in (made, document):
        one.failed.connect(pytest.fail)
    return made, document
