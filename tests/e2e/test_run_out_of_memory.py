"""Used up memory: one sentence tells of it, and what is open stays as it was."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pyarrow as pa
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from shiboken6 import isValid

from evalgui.core.requests import DragThreshold, SetThreshold
from evalgui.workspace import readings, tasks
from tests.e2e.test_drag_the_threshold import check_that_everything_agrees
from tests.support.allocations import counted

SHOWING = "there is not enough memory for showing the data."
MATRIX = "there is not enough memory for drawing the matrix."
ASSESSING = "there is not enough memory for assessing the data."
HINT = "Close something, or open a part of the data."


def boxes(program, name: str) -> list[QMessageBox]:
    found = program.window.findChildren(QMessageBox, name)
    return [box for box in found if not box.isHidden()]


def fail(*_args: object, **_named: object) -> None:
    raise MemoryError


@pytest.fixture
def hooked(program, monkeypatch):
    """The program with a sample; its errors go where they go for a user."""
    program.open_sample("clinical")
    monkeypatch.setattr("sys.excepthook", program.application._hooks._on_exception)
    return program


@pytest.mark.parametrize("error", [MemoryError(), pa.lib.ArrowMemoryError("realloc of size 9")])
def test_that_the_threads_of_the_window_tell_it_in_one_sentence(hooked, error, capsys):
    hook = hooked.application._hooks._on_exception
    for _ in range(3):
        hook(type(error), error, None)
    hooked.qtbot.waitUntil(lambda: len(boxes(hooked, "failure_dialog")) == 1)
    (box,) = boxes(hooked, "failure_dialog")
    assert (box.text(), box.informativeText()) == (SHOWING, HINT)
    assert boxes(hooked, "crash_dialog") == []
    assert capsys.readouterr().err == ""
    box.close()
    hooked.qtbot.waitUntil(lambda: not isValid(box))
    hook(type(error), error, None)  # once it is closed, the next is told again
    hooked.qtbot.waitUntil(lambda: len(boxes(hooked, "failure_dialog")) == 1)
    (box,) = boxes(hooked, "failure_dialog")
    box.close()


def test_that_a_view_without_memory_leaves_the_others(hooked, monkeypatch):
    monkeypatch.setattr(hooked.window.confusion.matrix_view, "set_matrix", fail)
    for threshold in (0.2, 0.4):
        hooked.workspace.ask(DragThreshold(threshold))
        hooked.qtbot.waitUntil(lambda at=threshold: hooked.snapshot.point.threshold == at)
        assert f"at {threshold}" in hooked.window.plots.plots()["roc"].header.read_out
    (box,) = boxes(hooked, "failure_dialog")
    assert box.text() == MATRIX
    assert boxes(hooked, "crash_dialog") == []
    box.close()


def test_that_all_of_the_open_work_stays(hooked, monkeypatch, tmp_path):
    workspace, window = hooked.workspace, hooked.window
    workspace.ask(SetThreshold(0.4))
    hooked.qtbot.waitUntil(lambda: hooked.snapshot.point.threshold == 0.4)
    before, name = hooked.snapshot, window._shown
    rows = window.predictions.model
    shown = [
        rows.index(row, column).data(Qt.ItemDataRole.DisplayRole)
        for row in range(20)
        for column in range(rows.columnCount())
    ]
    n_rows = rows.rowCount()
    path = tmp_path / "large.csv"
    path.write_text("truth,score\n1,0.9\n0,0.1\n")
    monkeypatch.setattr(readings, "load", fail)
    with hooked.qtbot.waitSignal(workspace.failed):
        hooked.application.commands.open_path(path)
    (box,) = boxes(hooked, "failure_dialog")
    assert ASSESSING in box.text()
    box.close()
    assert hooked.snapshot.dataset is before.dataset
    assert np.array_equal(hooked.snapshot.dataset.truth, before.dataset.truth)
    assert hooked.snapshot.point.threshold == 0.4
    assert window._shown == name
    assert rows.rowCount() == n_rows
    assert shown == [
        rows.index(row, column).data(Qt.ItemDataRole.DisplayRole)
        for row in range(20)
        for column in range(rows.columnCount())
    ]
    assert workspace.history.can_undo
    workspace.history.undo()
    hooked.qtbot.waitUntil(lambda: hooked.snapshot.point.threshold != 0.4)
    assert hooked.snapshot.dataset is before.dataset


@pytest.mark.parametrize(
    "place",
    [
        "evalgui.workspace.keeping.gathering.packed",  # before anything is written
        "evalgui.io.keeping.safe_writing.written_by",  # while it is
        "evalgui.io.keeping.safe_writing._require_same",  # and after all of it was
    ],
)
def test_that_a_workspace_that_cannot_be_saved_stays_as_it_was(
    hooked, monkeypatch, tmp_path, place
):
    document, path = hooked.application.commands.keeping.document, tmp_path / "work.evalgui"
    with hooked.qtbot.waitSignal(document.saved):
        document.save(path, embeds=True)
    before = path.read_bytes()
    hooked.workspace.ask(SetThreshold(0.4))
    with monkeypatch.context() as patched:
        patched.setattr(place, fail)
        with hooked.qtbot.waitSignal(document.failed):
            document.save(path)
    (box,) = boxes(hooked, "failure_dialog")
    assert box.text() == "there is not enough memory for saving the workspace."
    box.close()
    assert path.read_bytes() == before
    assert [*tmp_path.glob(".evalgui-*-new"), *tmp_path.glob(".evalgui-*-old")] == []
    document.look()
    assert document.is_modified
    with hooked.qtbot.waitSignal(document.saved):
        document.save(path)
    assert path.read_bytes() != before
    assert not document.is_modified


N_ROWS = 3000


@pytest.fixture
def everywhere(monkeypatch):
    """Let one allocation fail, in work in the background as well: return what does that."""
    work = tasks._Run._work_and_tell

    @contextmanager
    def fails(refused):
        with counted(refused) as allocations, monkeypatch.context() as patched:

            def in_thread(run):
                with counted(following=allocations):
                    work(run)

            patched.setattr(tasks._Run, "_work_and_tell", in_thread)
            yield allocations

    return fails


@pytest.fixture
def large(hooked, tmp_path):
    """The program with data whose columns are large allocations."""
    rng = np.random.default_rng(41)
    truth = rng.integers(0, 2, N_ROWS)
    path = tmp_path / "scores.csv"
    rows = zip(truth, rng.normal(truth).round(4), strict=True)
    path.write_text("\n".join(["truth,score", *(f"{a},{b}" for a, b in rows), ""]))
    hooked.open_path(path)
    return hooked


@pytest.mark.parametrize(
    ("what", "refused"),
    [("dragging", 1), ("opening", 1), ("opening", 300)],
)
def test_that_a_failed_allocation_leaves_the_window_usable(
    large, everywhere, tmp_path, what, refused
):
    other = tmp_path / "other.csv"
    other.write_bytes((tmp_path / "scores.csv").read_bytes())
    before = large.snapshot.dataset
    with everywhere(refused) as allocations:
        if what == "dragging":
            large.workspace.ask(SetThreshold(0.3))
        else:
            large.application.commands.open_path(other)
        large.rest()
    assert allocations.n_large >= refused
    assert boxes(large, "crash_dialog") == []
    told = boxes(large, "failure_dialog")
    assert told
    for box in told:
        assert "there is not enough memory for " in box.text()
        box.close()
    if refused == 1:
        assert large.snapshot.dataset is before
    for threshold in (0.4, 0.5):
        large.workspace.ask(SetThreshold(threshold))
        large.rest()
        assert large.snapshot.point.threshold == threshold
        check_that_everything_agrees(large)
    large.open_path(other)
    assert large.snapshot.dataset is not before
