"""What is saved comes back just as it was: every decision and every number."""

from __future__ import annotations

import json
import shutil
import threading
import zipfile
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from evalgui.__main__ import main
from evalgui.core.errors import DataError
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.linked_thresholds import Link
from evalgui.core.metrics import Parameters
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.core.requests import (
    ChooseClasses,
    GoToEnd,
    LinkThresholds,
    NoteData,
    NotePoint,
    Pin,
    Prespecify,
    SelectCells,
    SelectPositive,
    SelectScore,
    SetComparing,
    SetGreyZone,
    SetIntervals,
    SetLocked,
    SetMulticlass,
    SetParameters,
    SetThreshold,
    SetVocabulary,
    ShowBars,
    UseChoice,
)
from evalgui.core.snapshot import Inputs
from evalgui.core.vocabulary import Vocabulary
from evalgui.io.keeping import opening
from evalgui.io.keeping.lock import Owner, take_lock
from evalgui.io.keeping.opening import State, open_kept
from evalgui.io.meaning.roles import Roles
from evalgui.io.replaying import replay
from evalgui.io.samples import samples
from evalgui.io.typed_data import of_counts
from evalgui.io.worked_examples import worked_examples
from evalgui.io.writers.evaluation import evaluation
from evalgui.workspace.file_requests import (
    Close,
    OpenFiles,
    OpenText,
    OpenTyped,
    SetRowsAside,
    ShowDataSet,
)
from evalgui.workspace.keeping import document as documents
from evalgui.workspace.keeping.differing import changes_since_saved, found_at
from evalgui.workspace.keeping.document import Document
from evalgui.workspace.keeping.restoring import Answer
from evalgui.workspace.workspace import Workspace

ROWS = (
    "site,truth,score,other\n"
    "A,1,0.9,1\nB,1,0.8,2\nA,1,0.6,3\nB,0,0.7,4\nA,0,0.3,5\nB,0,0.1,6\nA,0,0.2,7\nB,1,0.4,8\n"
)
ROLES = Roles(
    truth="truth", scores=("score", "other"), predicted="", positive="1", higher_is_positive=True
)
COUNTS = "score,pos,neg\n0.1,1,30\n0.2,2,20\n0.4,9,8\n0.7,12,3\n0.9,20,1\n"


class Session:
    """A workspace and its document, as the program has them."""

    def __init__(self, qtbot):
        self.qtbot, self.failures, self.asked = qtbot, [], []
        self.workspace = Workspace()
        self.document = Document(self.workspace)
        self.document.failed.connect(self.failures.append)
        self.workspace.failed.connect(self.failures.append)

    def open(self, *paths, **how):
        with self.qtbot.waitSignal(self.workspace.begun):
            self.workspace.ask(OpenFiles(tuple(paths), **how))

    def settle(self):
        busy = self.workspace
        self.qtbot.waitUntil(
            lambda: not (busy.staged.staging.is_busy or busy.shown.rankings._sorting.is_busy)
        )

    def save(self, path=None, **how):
        with self.qtbot.waitSignal(self.document.saved):
            self.document.save(path, **how)

    def reopen(self, path):
        with self.qtbot.waitSignal(self.document.reopened):
            self.document.open(path)

    def end(self):
        self.document.close()
        self.workspace.shut_down()


@pytest.fixture
def session(qtbot):
    made = []

    def begin():
        made.append(Session(qtbot))
        return made[-1]

    yield begin
    for one in made:
        one.end()


@pytest.fixture
def eight(tmp_path):
    file = tmp_path / "eight.csv"
    file.write_text(ROWS, encoding="utf-8")
    return file


def told(workspace):
    """Return all that is decided and shown of each data set, each number in full."""
    found = []
    for item in workspace.data_sets.items:
        snapshot, opened = item.snapshot, item.opened
        inputs = {one.name: getattr(snapshot.inputs, one.name) for one in fields(Inputs)}
        inputs["dataset"] = opened.decisions
        choices = replace(snapshot.choices, vocabulary=workspace.snapshot.choices.vocabulary)
        numbers = json.dumps(evaluation(snapshot), default=str)
        pinned = None if snapshot.pinned is None else (snapshot.pinned.row, snapshot.pinned.counts)
        found.append((opened.name, opened.loaded.sha256, repr(inputs), repr(choices), pinned))
        found.append((numbers, [one.name for one in snapshot.dataset.columns]))
        found.append([one.text for one in snapshot.dataset.findings])
    return found, workspace.data_sets.current


def decide(workspace):
    """Decide something of each kind."""
    workspace.ask(SetThreshold(0.1 + 0.2))
    workspace.ask(Pin(0.65))
    workspace.ask(SetGreyZone(0.25, 0.65))
    workspace.ask(SetParameters(Parameters(beta=0.5)))
    workspace.ask(SetIntervals(IntervalSettings(0.9, {Kind.PROPORTION: "clopper-pearson"}, 0.05)))
    workspace.ask(NoteData("Two\nsites"))
    workspace.ask(NotePoint("Agreed in May"))


def test_that_every_number_and_decision_comes_back(session, eight, tmp_path):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    decide(one.workspace)
    one.workspace.ask(SetRowsAside((2,), "a copy"))
    one.settle()
    with one.qtbot.waitSignal(one.workspace.changed):
        one.workspace.ask(SelectScore(1))
    one.settle()
    one.workspace.ask(SetThreshold(4.5))
    one.workspace.ask(Prespecify())
    one.workspace.ask(SetLocked(is_locked=True))
    one.workspace.ask(SetVocabulary(Vocabulary.CLINICAL))
    one.workspace.ask(SetComparing(compares=True))
    one.workspace.ask(LinkThresholds(Link.SENSITIVITY))
    one.settle()
    one.save(file)
    before = told(one.workspace)
    one.end()
    two = session()
    two.reopen(file)
    assert told(two.workspace) == before
    assert two.workspace.snapshot.choices.compares
    assert two.workspace.snapshot.choices.link is Link.SENSITIVITY
    two.workspace.ask(LinkThresholds(Link.NONE))
    assert (two.document.path, two.document.is_modified) == (file, False)
    assert not two.workspace.history.can_undo
    with two.qtbot.waitSignal(two.workspace.changed):
        two.workspace.ask(SelectScore(0))
    two.settle()
    assert two.workspace.snapshot.point.threshold == 0.25  # of the other score
    assert one.failures == two.failures == []


@pytest.mark.parametrize("embeds", [False, True])
@pytest.mark.parametrize("k", [2, 3])
def test_that_weighed_calls_come_back(session, tmp_path, k, embeds):
    random = np.random.default_rng(k)
    truth, calls = random.integers(0, k, (2, 60))
    weights = random.choice([0.1, 0.25, 1.3], 60)
    rows = zip(truth, calls, weights, strict=True)
    path, file = tmp_path / "calls.csv", tmp_path / "work.evalgui"
    path.write_text(
        "y,pred,w\n" + "".join(f"c{a},c{b},{w}\n" for a, b, w in rows), encoding="utf-8"
    )
    roles = Roles(truth="y", predicted="pred", scores=(), weight="w")
    one = session()
    one.open(path, roles=replace(roles, positive="c1") if k == 2 else roles)
    one.settle()
    matrix = one.workspace.snapshot.overall.matrix
    cells = confusion_matrix(truth, calls, sample_weight=weights)
    np.testing.assert_allclose(matrix.counts, cells, rtol=1e-12)
    before = told(one.workspace)
    one.save(file, embeds=embeds)
    one.end()
    two = session()
    two.reopen(file)
    assert told(two.workspace) == before
    again = two.workspace.snapshot.overall
    assert again.matrix.squares.tolist() == matrix.squares.tolist()
    assert "effective n by weight" in again.intervals["SMC_K"].method
    assert one.failures == two.failures == []
    two.end()
    assert main(["replay", str(file)]) == 0


def of_rules(session, folder):
    session.open(folder / "eight.csv", roles=ROLES)
    choice = session.workspace.snapshot.ranking.choice("sensitivity", {"sensitivity": 0.5})
    session.workspace.ask(UseChoice(choice, is_followed=True))


def of_frozen(session, folder):
    session.open(folder / "eight.csv", roles=ROLES)
    session.workspace.ask(SetThreshold(0.65))
    session.workspace.ask(SetLocked(is_locked=True))
    other = folder / "evaluation.csv"
    other.write_text(ROWS.replace("0.6,", "0.64,"), encoding="utf-8")
    session.open(other, roles=ROLES)
    assert session.workspace.snapshot.inputs.development is not None


def of_several(session, folder):
    other = folder / "other" / "eight.csv"
    other.parent.mkdir()
    other.write_text(ROWS.replace("0.9", "0.95"), encoding="utf-8")
    session.open(folder / "eight.csv", other, roles=ROLES)
    session.workspace.ask(SetThreshold(0.35))
    session.workspace.ask(ShowDataSet(1))
    session.workspace.ask(SetThreshold(0.75))


def of_parts(session, folder):
    scores, key = folder / "scores.csv", folder / "key.csv"
    scores.write_text("id,score\n" + "".join(f"p{n},{n / 7}\n" for n in range(7)), encoding="utf-8")
    key.write_text("id,truth\n" + "".join(f"p{n},{n % 2}\n" for n in range(1, 8)), encoding="utf-8")
    session.open(key, scores, roles=Roles(positive="1"))
    assert len(session.workspace.opened.files) == 2
    session.workspace.ask(SetThreshold(0.5))


def of_counts_table(session, folder):
    file = folder / "counts.csv"
    file.write_text(COUNTS, encoding="utf-8")
    session.open(file, roles=Roles(scores=("score",), n_positive="pos", n_negative="neg"))
    session.workspace.ask(SetThreshold(0.3))


def of_typed(session, _folder):
    with session.qtbot.waitSignal(session.workspace.begun):
        session.workspace.ask(OpenTyped(of_counts(("1 000", "12", "7", "90"), "ill", "well")))
    session.workspace.ask(NoteData("Typed"))


def of_pasted(session, _folder):
    with session.qtbot.waitSignal(session.workspace.begun):
        session.workspace.ask(OpenText("> truth\tscore\n> 1\t0.9\n> 0\t0.2\n> 1\t0.7\n> 0\t0.8\n"))
    session.workspace.ask(SetThreshold(0.75))


def of_three(session, _folder):
    sample = next(one for one in samples() if one.id == "iris")
    session.open(sample.path, roles=sample.roles)
    names = session.workspace.snapshot.dataset.classes
    session.workspace.ask(SetMulticlass(MulticlassSettings(Over.CHOSEN, names[:2])))
    session.workspace.ask(ChooseClasses((2, 0)))
    with session.qtbot.waitSignal(session.workspace.changed):
        session.workspace.ask(SelectPositive(1))
    session.settle()
    session.workspace.ask(SetThreshold(0.35))


def of_nothing_called(session, folder):
    session.open(folder / "eight.csv", roles=ROLES)
    session.workspace.ask(GoToEnd(is_highest=True))
    session.workspace.ask(Pin(float("nan")))


SESSIONS = {
    one.__name__.removeprefix("of_"): one
    for one in (
        *(of_rules, of_frozen, of_several, of_parts, of_counts_table, of_typed, of_pasted),
        *(of_three, of_nothing_called),
    )
}


@pytest.mark.parametrize("embeds", [False, True], ids=["beside", "embedded"])
@pytest.mark.parametrize("name", SESSIONS)
def test_that_each_kind_of_work_comes_back(session, tmp_path, eight, name, embeds):
    one, file = session(), tmp_path / "work.evalgui"
    SESSIONS[name](one, eight.parent)
    one.settle()
    before = told(one.workspace)
    one.save(file, embeds=embeds)
    one.end()
    two = session()
    two.reopen(file)
    assert told(two.workspace) == before
    assert not two.document.is_modified
    again = tmp_path / "again.evalgui"
    two.save(again)
    two.end()
    three = session()
    three.reopen(again)
    assert told(three.workspace) == before
    assert one.failures == two.failures == three.failures == []


@pytest.mark.parametrize("sample", samples(), ids=lambda one: one.id)
def test_that_every_sample_comes_back(session, tmp_path, sample):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(sample.path, roles=sample.roles)
    before = told(one.workspace)
    one.save(file)
    one.end()
    two = session()
    two.reopen(file)
    assert told(two.workspace) == before
    assert two.workspace.opened.loaded.proposal.roles.direction_of is None


def test_that_a_sample_is_found_where_the_program_is(session, tmp_path):
    sample = samples()[0]
    one, file = session(), tmp_path / "here" / "deep" / "work.evalgui"
    file.parent.mkdir(parents=True)
    one.open(sample.path, roles=sample.roles)
    one.save(file)
    one.end()
    elsewhere = tmp_path / "work.evalgui"
    shutil.move(file, elsewhere)
    (source,) = open_kept(elsewhere).kept.sources
    assert (source.path, source.sample) == (None, sample.id)
    assert [found.is_identical for found in replay(open_kept(elsewhere))] == [True]
    two = session()
    two.reopen(elsewhere)
    assert two.workspace.opened.path.samefile(sample.path)


def test_that_a_sample_of_another_version_is_told_to_have_changed(session, tmp_path, monkeypatch):
    sample, file = samples()[0], tmp_path / "work.evalgui"
    one = session()
    one.open(sample.path, roles=sample.roles)
    one.save(file)
    one.end()
    newer = tmp_path / "newer.csv"
    newer.write_bytes(sample.path.read_bytes() + b"\n")
    monkeypatch.setattr(opening, "samples", lambda: (replace(sample, path=newer),))
    assert open_kept(file).states_of(0) == (State.CHANGED,)


def test_that_a_worked_example_is_not_lost_when_it_is_closed(session, tmp_path):
    example = next(one for one in worked_examples() if one.typed is not None)
    one, file = session(), tmp_path / "work.evalgui"
    with one.qtbot.waitSignal(one.workspace.begun):
        one.workspace.ask(OpenTyped(example.typed))
    one.document.look()
    assert not one.document.is_modified
    assert one.document.work.is_in_no_file
    one.workspace.ask(NoteData("As printed"))
    one.document.look()
    assert one.document.is_modified
    before = told(one.workspace)
    one.save(file)
    one.end()
    two = session()
    two.reopen(file)
    assert told(two.workspace) == before


# ------------------------------------------------------------------------------ cancelled


def test_that_saving_that_is_cancelled_leaves_the_old_file(session, eight, tmp_path, monkeypatch):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    one.save(file)
    before, known = file.read_bytes(), sorted(tmp_path.iterdir())
    one.workspace.ask(SetThreshold(0.65))
    document, write = one.document, documents._write
    begun, events = threading.Event(), []

    def write_when_given_up(*what, **how):
        begun.set()
        assert document._unwanted.wait(60)
        write(*what, **how)

    monkeypatch.setattr(documents, "_write", write_when_given_up)
    document.saving_started.connect(events.append)
    document.saved.connect(events.append)
    document.save(embeds=True, then=lambda: events.append("then"))
    document.when_written(lambda: events.append("close"))
    one.qtbot.waitUntil(begun.is_set)
    with one.qtbot.waitSignal(document.saving_ended):
        document.cancel_saving()
    assert events == ["work.evalgui"]
    assert file.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == known
    document.look()
    assert (document.is_modified, document.embeds, one.failures) == (True, False, [])
    monkeypatch.setattr(documents, "_write", write)
    one.save()
    document.look()
    assert not document.is_modified
    assert file.read_bytes() != before


@pytest.mark.parametrize("request_", [Close(), OpenText("truth,score\n1,0.9\n0,0.1\n1,0.8\n")])
@pytest.mark.parametrize("is_other", [False, True])
def test_that_what_is_opened_meanwhile_does_not_become_the_file(
    session, eight, tmp_path, monkeypatch, *, request_, is_other
):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    if not is_other:
        one.save(file)
    one.workspace.ask(SetThreshold(0.65))
    before, may_write = told(one.workspace), threading.Event()

    def later(step):
        def wait_and_do(*what, **how):
            assert may_write.wait(60)
            return step(*what, **how)

        return wait_and_do

    for step in (documents._lock_of, documents._require_untouched, documents._write):
        monkeypatch.setattr(documents, step.__name__, later(step))
    one.document.save(file)
    with one.qtbot.waitSignal(one.workspace.begun):
        one.workspace.ask(request_)
    with one.qtbot.waitSignal(one.document.saved):
        may_write.set()
    one.document.look()
    assert (one.document.path, one.failures) == (None, [])
    two = session()
    two.reopen(file)  # which nobody has open
    assert told(two.workspace) == before


def test_that_what_is_left_while_it_is_written_can_be_opened_again(
    session, eight, tmp_path, monkeypatch
):
    one, file, asked = session(), tmp_path / "work.evalgui", []
    one.open(eight, roles=ROLES)
    one.save(file)
    one.workspace.ask(SetThreshold(0.65))
    before, may_write, check = told(one.workspace), threading.Event(), documents._require_untouched

    def check_later(*what):
        assert may_write.wait(60)
        check(*what)

    monkeypatch.setattr(documents, "_require_untouched", check_later)
    one.document.occupied.connect(lambda *_: asked.append("occupied"))
    one.document.save()
    with one.qtbot.waitSignal(one.workspace.begun):
        one.workspace.ask(Close())
    assert isinstance(take_lock(file), Owner)  # nobody else may write it meanwhile
    with one.qtbot.waitSignal(one.document.reopened):
        one.document.open(file)
        may_write.set()
    assert (told(one.workspace), one.document.path, one.failures, asked) == (before, file, [], [])


# ------------------------------------------------------------------------------- modified


def test_what_is_not_saved(session, eight, tmp_path):
    one, file = session(), tmp_path / "work.evalgui"
    document, workspace = one.document, one.workspace

    def is_modified():
        document.look()
        return document.is_modified

    assert not is_modified()
    one.open(eight, roles=ROLES)
    assert not is_modified()
    workspace.ask(SetThreshold(0.65))
    assert is_modified()
    workspace.history.undo()
    assert not is_modified()
    workspace.history.redo()
    one.save(file)
    assert not is_modified()
    workspace.ask(SetVocabulary(Vocabulary.CLINICAL))
    workspace.ask(SelectCells(((0, 1),)))
    workspace.ask(ShowBars(are_shown=False))
    assert not is_modified()
    workspace.ask(NoteData("x"))
    assert is_modified()
    one.save()
    assert not is_modified()
    workspace.ask(LinkThresholds(Link.FPR))  # alone, and no threshold goes anywhere
    assert is_modified()
    workspace.ask(LinkThresholds(Link.NONE))
    assert not is_modified()
    workspace.ask(LinkThresholds(Link.SENSITIVITY))
    one.save()
    assert not is_modified()
    one.open(eight, roles=ROLES)
    assert (document.path, is_modified()) == (None, False)
    with one.qtbot.waitSignal(workspace.begun):
        workspace.ask(OpenText("truth\tscore\n1\t0.9\n0\t0.2\n"))
    assert is_modified()  # nothing else holds it


def test_that_what_changes_while_it_is_written_is_not_saved(session, eight, tmp_path):
    one = session()
    one.open(eight, roles=ROLES)
    one.workspace.ask(SetThreshold(0.65))
    with one.qtbot.waitSignal(one.document.saved):
        one.document.save(tmp_path / "work.evalgui")
        one.workspace.ask(SetThreshold(0.35))
    assert one.document.is_modified
    one.save()
    two = session()
    one.document.close()
    two.reopen(tmp_path / "work.evalgui")
    assert two.workspace.snapshot.point.threshold == 0.35


def test_that_a_file_opened_beside_is_nothing_to_save(session, eight, tmp_path):
    one = session()
    other = tmp_path / "other.csv"
    other.write_text(ROWS, encoding="utf-8")
    one.open(eight, other, roles=ROLES)
    one.workspace.ask(ShowDataSet(1))
    one.document.look()
    assert not one.document.is_modified


# --------------------------------------------------------------------------------- trouble


def test_that_nothing_is_half_opened(session, eight, tmp_path):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    one.save(file)
    content = file.read_bytes()
    two = session()
    two.open(eight, roles=ROLES)
    two.workspace.ask(SetThreshold(0.65))
    before = told(two.workspace)
    bad = tmp_path / "bad.evalgui"
    newer = tmp_path / "newer.zip"
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(newer, "w") as archive:
        said = json.loads(old.read("workspace.json"))
        archive.writestr("workspace.json", json.dumps(said | {"version": 2}))
    for damaged in (
        b"",
        content[:100],
        content[: len(content) // 2],
        newer.read_bytes(),
        content[:-9],
    ):
        bad.write_bytes(damaged)
        with two.qtbot.waitSignal(two.workspace.failed):
            two.document.open(bad)
        assert told(two.workspace) == before
        assert two.document.path is None
    assert len(two.failures) == 5
    assert "version 2" in two.failures[3].message


def test_that_a_failure_to_save_keeps_what_was_there(session, eight, tmp_path):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    one.save(file)
    before = file.read_bytes()
    one.workspace.ask(SetThreshold(0.65))
    one.document.look()
    with one.qtbot.waitSignal(one.document.failed):
        one.document.save(tmp_path / "no" / "such" / "folder.evalgui")
    assert (one.document.path, one.document.is_modified) == (file, True)
    file.write_bytes(before + b"x")  # another program
    with one.qtbot.waitSignal(one.document.failed):
        one.document.save()
    assert file.read_bytes() == before + b"x"
    assert "another program" in one.failures[-1].message


def test_that_a_second_instance_reads_and_writes_elsewhere(session, eight, tmp_path):
    one, two, file = session(), session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    one.save(file)
    with two.qtbot.waitSignal(two.document.occupied) as told_by:
        two.document.open(file)
    owner, open_to_read = told_by.args
    assert owner.is_here
    assert two.workspace.snapshot.dataset is None
    open_to_read()
    assert (two.document.path, two.document.is_read_only) == (file, True)
    with two.qtbot.waitSignal(two.document.failed):
        two.document.save()
    copy = tmp_path / "copy.evalgui"
    two.save(copy)
    assert (two.document.path, two.document.is_read_only) == (copy, False)
    one.document.close()
    assert not isinstance(take_lock(file), Owner)


def test_that_a_changed_or_missing_file_is_asked_about(session, eight, tmp_path):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    decide(one.workspace)
    one.save(file, embeds=True)
    before = told(one.workspace)
    one.end()
    eight.write_text(ROWS + "A,1,0.95,9\n", encoding="utf-8")

    def asked():
        two = session()
        with two.qtbot.waitSignal(two.document.asked) as told_by:
            two.document.open(file)
        found, go_on = told_by.args
        return two, found, go_on

    two, found, go_on = asked()
    assert found.unsettled == (0,)
    assert found.states_of(0) == (State.CHANGED,)
    looked = []
    two.workspace.openings.files_looked_at.connect(looked.append)
    with two.qtbot.waitSignal(two.document.reopened):
        go_on({0: Answer.KEPT}, found)
    assert told(two.workspace) == before
    assert two.workspace.opened.was_embedded
    (note,) = two.workspace.opened.loaded.digest.notes
    copy = "the data are the copy in the workspace work.evalgui: eight.csv has changed since"
    assert note.text.startswith(copy)
    assert note in looked[-1]
    two.save(tmp_path / "kept.evalgui", embeds=False)  # nothing else holds them
    two.end()
    three, found, go_on = asked()
    with three.qtbot.waitSignal(three.document.reopened):
        go_on({0: Answer.NOW}, found)
    assert three.workspace.snapshot.dataset.n == 9
    assert three.workspace.opened.loaded.digest.notes == ()
    assert three.workspace.snapshot.choices.pinned == 0.65
    eight.unlink()
    four, found, go_on = asked()
    assert found.states_of(0) == (State.MISSING,)
    four.end()
    five = session()
    with five.qtbot.waitSignal(five.document.asked) as told_by:
        five.document.open(tmp_path / "kept.evalgui")
    found, go_on = told_by.args
    with five.qtbot.waitSignal(five.document.reopened):
        go_on({0: Answer.KEPT}, found)
    assert told(five.workspace) == before


def test_that_a_change_by_another_hand_is_told_as_long_as_the_data_are_open(
    session, eight, tmp_path
):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    one.save(file)
    one.end()
    with zipfile.ZipFile(file) as archive:
        text = archive.read("workspace.json")
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("workspace.json", text.replace(b'"link": "none"', b'"link": "fpr"'))
    two = session()
    looked = []
    two.workspace.openings.files_looked_at.connect(looked.append)
    two.reopen(file)
    two.workspace.ask(SetRowsAside((2,), "a copy"))
    two.settle()
    assert two.workspace.snapshot.dataset.n == 7
    (note,) = looked[-1]
    assert note.text.startswith("the workspace work.evalgui was changed by another hand since")


def test_that_decisions_that_fit_no_more_are_named(session, eight, tmp_path):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    decide(one.workspace)
    one.workspace.ask(SetRowsAside((2,), "a copy"))
    one.settle()
    one.save(file)
    one.end()
    eight.write_text("truth,other\n1,0.5\n0,0.25\n1,0.75\n0,0.125\n", encoding="utf-8")
    two = session()
    with two.qtbot.waitSignal(two.document.asked) as told_by:
        two.document.open(file)
    found, go_on = told_by.args
    with two.qtbot.waitSignal(two.document.reopened):
        go_on({0: Answer.NOW}, found)
    texts = [one.text for one in two.workspace.snapshot.dataset.findings]
    assert any("no score 'score'" in text for text in texts)
    assert any("set aside by hand before" in text for text in texts)
    assert two.workspace.snapshot.choices.notes.data == "Two\nsites"
    assert Path(eight).is_file()


class Looking:
    """What work in the background asks and tells; nobody listens."""

    def report(self, _share, _words):
        pass

    def is_cancelled(self):
        return False


def test_that_a_missing_file_is_known_by_its_hash(session, eight, tmp_path):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    decide(one.workspace)
    one.save(file)
    before = told(one.workspace)
    one.end()
    away = tmp_path / "away"
    away.mkdir()
    moved, other = away / "other name.csv", away / "other.csv"
    eight.rename(moved)
    other.write_text(ROWS + "A,1,0.95,9\n", encoding="utf-8")
    two = session()
    with two.qtbot.waitSignal(two.document.asked) as told_by:
        two.document.open(file)
    found, go_on = told_by.args
    assert found_at(found, other, Looking()).states_of(0) == (State.CHANGED,)  # it may be meant
    again = found_at(found, away, Looking())
    assert again.unsettled == ()
    with two.qtbot.waitSignal(two.document.reopened):
        go_on({}, again)
    assert told(two.workspace) == before
    assert two.workspace.opened.path.samefile(moved)


def test_that_what_differs_is_told_where_the_data_are_in_the_workspace(session, eight, tmp_path):
    one, file = session(), tmp_path / "work.evalgui"
    one.open(eight, roles=ROLES)
    one.save(file, embeds=True)
    one.end()
    eight.write_text(ROWS.replace("0.3,5", "0.35,5"), encoding="utf-8")
    changes = changes_since_saved(open_kept(file), 0, Looking())
    assert changes.changed.tolist() == [[5, 5]]
    two = session()
    two.open(eight, roles=ROLES)
    two.save(file, embeds=False)
    two.end()
    eight.write_text(ROWS, encoding="utf-8")
    with pytest.raises(DataError, match="not in the workspace"):
        changes_since_saved(open_kept(file), 0, Looking())
