"""What is not saved survives the end of the program, and is nobody else's."""

from __future__ import annotations

import errno
import gc
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from dataclasses import replace

import pytest

from evalgui.core.requests import SetThreshold
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import AssignRoles, OpenFiles
from evalgui.workspace.keeping.autosave import EVERY, Autosave
from evalgui.workspace.keeping.document import Document
from evalgui.workspace.workspace import Workspace

ROWS = "site,truth,score\nA,1,0.9\nB,1,0.8\nA,1,0.6\nB,0,0.7\nA,0,0.3\nB,0,0.1\n"
ROLES = Roles(truth="truth", scores=("score",), predicted="", positive="1")


class Session:
    """A workspace with a document and a copy of what is not saved."""

    def __init__(self, qtbot, folder):
        self.qtbot = qtbot
        self.workspace = Workspace()
        self.document = Document(self.workspace)
        self.autosave = Autosave(self.workspace, self.document, folder)

    def open(self, file):
        with self.qtbot.waitSignal(self.workspace.begun):
            self.workspace.ask(OpenFiles((file,), roles=ROLES))

    def copy(self):
        with self.qtbot.waitSignal(self.autosave.written):
            self.autosave.copy()

    def end(self, *, is_clean=True):
        self.autosave.close(is_clean=is_clean)
        self.document.close()
        self.workspace.shut_down()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "state" / "unsaved"


@pytest.fixture
def session(qtbot, folder):
    made = []

    def begin():
        made.append(Session(qtbot, folder))
        return made[-1]

    yield begin
    for one in made:
        one.end()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "six.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def copies(folder):
    return sorted(path.name for path in folder.glob("*.evalgui"))


def test_that_a_copy_is_written_after_a_change_and_goes_once_all_is_saved(
    session, file, folder, tmp_path
):
    one = session()
    one.open(file)
    assert one.autosave._timer.interval() == EVERY == 20_000
    one.autosave.copy()
    assert copies(folder) == []  # nothing would be lost
    one.workspace.ask(SetThreshold(0.65))
    assert one.autosave._timer.isActive()
    one.copy()
    (name,) = copies(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.glob("[0-9]*")} == {0o600}
    assert b"0.65" not in (folder / name).read_bytes()  # it is packed
    assert one.autosave.left() == ()  # it is in use
    with one.qtbot.waitSignal(one.document.saved):
        one.document.save(tmp_path / "work.evalgui")
    assert copies(folder) == []
    one.workspace.ask(SetThreshold(0.35))
    one.copy()
    one.end()  # the user lets go of it
    assert copies(folder) == []


def crash(folder, code):
    """Run a program that ends without closing anything."""
    words = f"""
import os, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
app = QCoreApplication([])
from evalgui.core.requests import NotePoint, SetThreshold
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.keeping.autosave import Autosave
from evalgui.workspace.keeping.document import Document
from evalgui.workspace.workspace import Workspace
from evalgui.workspace.file_requests import OpenFiles, OpenText
workspace = Workspace()
document = Document(workspace)
autosave = Autosave(workspace, document, Path({str(folder)!r}))
workspace.failed.connect(lambda error: sys.exit(str(error)))
autosave.written.connect(lambda: os._exit(9))
{code}
app.exec()
"""
    ended = subprocess.run([sys.executable, "-c", words], check=False, timeout=60)
    assert ended.returncode == 9


DECIDE = """
def decide():
    workspace.ask(SetThreshold(0.65))
    workspace.ask(NotePoint("Agreed"))
    autosave.copy()
workspace.begun.connect(decide)
"""


def test_that_work_is_restored_after_a_crash_and_then_kept_anew(session, file, folder):
    opening = f"workspace.ask(OpenFiles((Path({str(file)!r}),), roles={ROLES!r}))"
    crash(folder, DECIDE + opening)
    one = session()
    (left,) = one.autosave.left()
    assert (left.name, left.own) == ("six.csv", None)
    with one.qtbot.waitSignals([one.document.reopened, one.autosave.written]):
        one.autosave.take_up(left)
    assert one.workspace.snapshot.point.threshold == 0.65
    assert one.workspace.snapshot.choices.notes.points[0].text == "Agreed"
    assert one.document.is_modified
    (name,) = copies(folder)
    assert name.startswith(f"{os.getpid()}-")  # its own; the one of the crash is gone


def test_that_pasted_data_survive_and_nothing_is_lost_twice(session, folder):
    crash(
        folder,
        DECIDE + 'workspace.ask(OpenText("truth\\tscore\\n1\\t0.9\\n0\\t0.2\\n1\\t0.7\\n"))',
    )
    one, two = session(), session()
    (left,) = one.autosave.left()
    with one.qtbot.waitSignals([one.document.reopened, one.autosave.written]):
        one.autosave.take_up(left)
    assert one.workspace.snapshot.dataset.n == 3
    assert two.autosave.left() == ()


def test_that_a_copy_of_a_saved_workspace_belongs_to_it(session, file, folder, tmp_path):
    work = tmp_path / "work.evalgui"
    saving = f"""
saved = []
def change():
    saved.append(1)
    workspace.ask(SetThreshold(0.35))
    autosave.copy()
document.saved.connect(change)
workspace.begun.connect(lambda: document.save(Path({str(work)!r})))
workspace.ask(OpenFiles((Path({str(file)!r}),), roles={ROLES!r}))
"""
    crash(folder, saving)
    one = session()
    (left,) = one.autosave.left()
    assert left.own == work
    with one.qtbot.waitSignals([one.document.reopened, one.autosave.written]):
        one.autosave.take_up(left)
    assert (one.document.path, one.document.is_modified) == (work, True)
    with one.qtbot.waitSignal(one.document.saved):
        one.document.save()
    assert copies(folder) == []
    one.end()
    two = session()
    with two.qtbot.waitSignal(two.document.reopened):
        two.document.open(work)
    assert two.workspace.snapshot.point.threshold == 0.35


def test_that_the_end_of_a_session_leaves_a_copy(session, file, folder):
    one = session()
    one.open(file)
    one.workspace.ask(SetThreshold(0.65))
    one.end(is_clean=False)  # as by a signal
    assert len(copies(folder)) == 1


def test_that_work_goes_on_where_no_copy_can_be(session, file, folder):
    folder.parent.mkdir(parents=True)
    folder.write_text("a file in its place", encoding="utf-8")
    one = session()
    one.open(file)
    one.workspace.ask(SetThreshold(0.65))
    with one.qtbot.waitSignal(one.autosave.failed) as told:
        one.autosave.copy()
    assert folder.read_text(encoding="utf-8") == "a file in its place"
    assert one.autosave.left() == ()
    assert one.document.is_modified
    (error,) = told.args
    assert str(error) == (
        f"{folder}: no copy of what is not saved can be kept: nothing can be written there. "
        "Save your work yourself: a crash would lose what is not saved."
    )


def test_that_a_disk_that_is_gone_is_named(session, file, folder, monkeypatch):
    one = session()
    one.open(file)
    one.workspace.ask(SetThreshold(0.65))
    with one.qtbot.waitSignal(one.autosave.written):
        one.autosave.copy()
    kept = copies(folder)

    def lost(_file, _data):
        raise OSError(errno.ENODEV, "the system's own words")

    monkeypatch.setattr(os, "write", lost)
    one.workspace.ask(SetThreshold(0.35))
    with one.qtbot.waitSignal(one.autosave.failed) as told:
        one.autosave.copy()
    why = "the disk is not there any more"
    assert f"no copy of what is not saved can be kept: {why}" in str(told.args[0])
    monkeypatch.undo()
    assert copies(folder) == kept
    assert one.document.is_modified


def test_that_a_folder_that_is_gone_is_made_again(session, file, folder):
    one = session()
    one.open(file)
    for threshold in (0.65, 0.35):
        one.workspace.ask(SetThreshold(threshold))
        with one.qtbot.waitSignal(one.autosave.written):
            one.autosave.copy()
        assert len(copies(folder)) == 1
        shutil.rmtree(folder)


def test_that_a_lack_of_copies_is_told_once_until_there_is_one(session, file, folder):
    folder.parent.mkdir(parents=True)
    folder.write_text("a file in its place", encoding="utf-8")
    one = session()
    one.open(file)
    told = []
    one.autosave.failed.connect(told.append)

    def try_again(threshold):
        one.workspace.ask(SetThreshold(threshold))
        one.autosave.copy()
        one.qtbot.waitUntil(lambda: not one.autosave._tasks.is_busy)

    try_again(0.65)
    try_again(0.35)
    assert len(told) == 1
    folder.unlink()
    try_again(0.75)
    assert len(told) == 1
    assert len(copies(folder)) == 1


@pytest.mark.parametrize("content", [b"", b"nonsense", b"[1]", b'{"name": 3, "own": 4}'])
def test_that_nonsense_beside_a_copy_is_no_obstacle(session, folder, content):
    folder.mkdir(parents=True)
    (folder / "1-aa.evalgui").write_bytes(b"no workspace")
    (folder / "1-aa.json").write_bytes(content)
    one = session()
    (left,) = one.autosave.left()
    with one.qtbot.waitSignal(one.workspace.failed):
        one.autosave.take_up(left)
    assert one.workspace.snapshot.dataset is None


def test_that_embedded_data_are_made_once_however_often_a_copy_is_written(
    session, file, folder, monkeypatch
):
    from evalgui.io.keeping import embedded

    made, make = [], embedded.embedded_bytes
    monkeypatch.setattr(embedded, "embedded_bytes", lambda *given: made.append(1) or make(*given))
    one = session()
    one.open(file)
    file.unlink()  # nothing but the workspace holds the data now
    sizes = []
    for threshold in (0.65, 0.35, 0.75):
        one.workspace.ask(SetThreshold(threshold))
        one.copy()
        (name,) = copies(folder)
        sizes.append(zip_sizes(folder / name))
    assert len(made) == 1
    assert sizes[0] == sizes[2]
    roles = one.workspace.opened.loaded.proposal.roles
    with one.qtbot.waitSignal(one.workspace.file_opened):
        one.workspace.ask(AssignRoles(replace(roles, subset='site == "A"')))
    one.copy()
    assert len(made) == 1  # other rows of the same table are assessed


def test_that_embedded_bytes_go_with_their_table(session, file):
    one = session()
    one.open(file)
    file.unlink()
    one.workspace.ask(SetThreshold(0.65))
    one.copy()
    assert len(one.document.embedding._known) == 1
    other = file.with_name("other.csv")
    other.write_text(ROWS, encoding="utf-8")
    one.open(other)
    gc.collect()
    assert len(one.document.embedding._known) == 0


def zip_sizes(path):
    with zipfile.ZipFile(path) as archive:
        return {
            info.filename: info.file_size for info in archive.infolist() if "data/" in info.filename
        }
