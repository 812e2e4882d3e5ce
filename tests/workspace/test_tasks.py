"""Background work: given up at once by all who wait, and its memory with it."""

from __future__ import annotations

import gc
import math
import subprocess
import sys
import threading
import weakref

import pytest
import shiboken6
from PySide6.QtCore import Qt

from evalgui.core.errors import CancelledError
from evalgui.workspace import tasks as module
from evalgui.workspace.tasks import Task, Tasks


class Busy:
    """Work that goes on until it is let go, like one long call of a library."""

    def __init__(self):
        self.started = threading.Event()
        self.go_on = threading.Event()
        self.answer = None

    def __call__(self, _task):
        self.started.set()
        assert self.go_on.wait(60)
        answer = Large()
        self.answer = weakref.ref(answer)
        return answer


class Large:
    """Something whose memory is worth having back."""


@pytest.fixture
def busy():
    """Work that is let go at the end, whatever the test does."""
    work = Busy()
    yield work
    work.go_on.set()


@pytest.fixture
def tasks(qapp, busy):  # noqa: ARG001 - signals need an application
    """Tasks that are shut down after the work was let go."""
    tasks = Tasks()
    yield tasks
    busy.go_on.set()
    tasks.shut_down()


def listen(heard):
    return {
        "on_success": lambda answer: heard.append(("success", type(answer).__name__)),
        "on_failure": lambda error: heard.append(("failure", error)),
        "on_end": lambda: heard.append("ended"),
    }


def test_that_cancelled_work_has_ended_while_it_is_still_busy(qtbot, tasks, busy):
    heard = []
    tasks.start(busy, **listen(heard))
    assert busy.started.wait(60)
    tasks.cancel()
    assert heard == ["ended"]
    assert not busy.go_on.is_set()
    with qtbot.waitSignal(tasks.ended):
        busy.go_on.set()
    assert heard == ["ended"]


def test_that_what_cancelled_work_answers_is_let_go(qtbot, tasks, busy):
    tasks.start(busy, **listen([]))
    assert busy.started.wait(60)
    tasks.cancel()
    with qtbot.waitSignal(tasks.ended) as ended:
        busy.go_on.set()
    assert ended.args[1] is None
    gc.collect()
    assert busy.answer() is None


def test_that_newer_work_runs_beside_what_was_given_up(qtbot, tasks, busy):
    heard = []
    tasks.start(busy, **listen(heard))
    assert busy.started.wait(60)
    with qtbot.waitSignal(tasks.ended):
        tasks.start(lambda _task: Large(), **listen(heard))
    # Of work that newer work replaces, nothing is heard: its end is not the end of waiting.
    assert heard == [("success", "Large"), "ended"]
    assert not busy.go_on.is_set()


def test_that_what_was_given_up_before_its_turn_never_begins(qtbot, tasks, busy):
    heard, begun = [], []
    one, other = Busy(), busy
    for work in (one, other):
        tasks.start(work, **listen(heard))
        assert work.started.wait(60)
    tasks.start(lambda _task: begun.append("third"), **listen(heard))
    tasks.start(lambda _task: begun.append("fourth"), **listen(heard))
    assert (heard, begun, tasks.is_busy) == ([], [], True)
    tasks.cancel()
    assert (heard, tasks.is_busy) == (["ended"], False)
    tasks.start(lambda _task: begun.append("fifth"), **listen(heard))
    one.go_on.set()
    qtbot.waitUntil(lambda: not tasks.is_busy)
    assert begun == ["fifth"]
    assert heard == ["ended", ("success", "NoneType"), "ended"]


def test_that_work_of_one_kind_waits_for_no_other_kind(qtbot, tasks):
    kinds = [Tasks(tasks) for _ in range(8)]
    stuck = [Busy() for _ in kinds]
    try:
        for kind, work in zip(kinds, stuck, strict=True):
            kind.start(work, **listen([]))
            assert work.started.wait(60)
        heard = []
        tasks.start(lambda _task: Large(), **listen(heard))
        qtbot.waitUntil(lambda: not tasks.is_busy)
        assert heard == [("success", "Large"), "ended"]
    finally:
        for kind, work in zip(kinds, stuck, strict=True):
            work.go_on.set()
            kind.shut_down()


def test_that_shutting_down_waits_for_what_has_begun_alone(tasks, busy):
    one, other = Busy(), busy
    for work in (one, other):
        tasks.start(work, **listen([]))
        assert work.started.wait(60)
    tasks.start(lambda _task: None, **listen([]))  # waits for its turn
    for work in (one, other):
        work.go_on.set()
    tasks.shut_down()
    assert all(task.has_stopped.is_set() for task in tasks._running)
    assert len(tasks._running) == 2


def test_that_work_that_often_says_how_far_it_has_come_is_heard_now_and_then(
    qtbot, tasks, monkeypatch
):
    said = []
    monkeypatch.setattr(module, "_MOMENT", math.inf)

    def work(task):
        for column in range(3_500):
            task.report(0.5, f"column {column} of 3\u202f500")
        task.report(0.9, "sorting")

    tasks.progressed.connect(lambda _fraction, words: said.append(words))
    with qtbot.waitSignal(tasks.ended):
        tasks.start(work, **listen([]))
    assert said == ["column 0 of 3\u202f500", "sorting"]


def test_that_given_up_work_says_no_more_how_far_it_has_come(qtbot, tasks, monkeypatch):
    monkeypatch.setattr(module, "_MOMENT", 0)
    went_on, look = threading.Event(), threading.Event()

    def work(task):
        task.report(0.1, "1 row")
        assert look.wait(60)
        task.report(0.2, "2 rows")
        went_on.set()
        raise CancelledError("as you asked")

    said = []
    tasks.progressed.connect(lambda _fraction, words: said.append(words))
    with qtbot.waitSignal(tasks.progressed):
        tasks.start(work, **listen([]))
    tasks.cancel()
    with qtbot.waitSignal(tasks.ended):
        look.set()
    assert went_on.is_set()
    assert said == ["1 row"]


def test_that_work_without_memory_fails_in_words_and_is_no_bug(qtbot, tasks, monkeypatch):
    bugs, heard = [], []
    monkeypatch.setattr(sys, "excepthook", lambda *found: bugs.append(found))

    def work(_task):
        raise MemoryError

    tasks.start(work, **listen(heard))
    qtbot.waitUntil(lambda: "ended" in heard)
    ((kind, error), _) = heard
    assert kind == "failure"
    assert "there is not enough memory" in str(error)
    assert not bugs


def test_that_what_was_worked_on_is_let_go_before_the_end_is_told(qtbot, tasks):
    large, seen, is_let_go = Large(), [], threading.Event()
    known = weakref.ref(large)

    def work(_task, _large=large):
        assert is_let_go.wait(60)

    tasks.ended.connect(lambda *_: seen.append(known()), Qt.ConnectionType.DirectConnection)
    tasks.start(work, on_success=str, on_failure=str, on_end=lambda: None)
    del large, work
    is_let_go.set()
    qtbot.waitUntil(lambda: not tasks.is_busy)
    assert seen == [None]


def test_that_nobody_is_told_of_work_whose_owner_is_deleted(qapp):  # noqa: ARG001 - for signals
    tasks = Tasks()
    report = tasks._report
    seen = []

    def work(task):
        seen.append(task)
        task.report(0.5, "half")

    run = module._Run(tasks, Task(report), work)
    shiboken6.delete(tasks)
    run.run()
    assert len(seen) == 1
    assert seen[0] not in module._Run.unended


ENDLESS = """
import sys, threading
from PySide6.QtCore import QCoreApplication, QTimer
from evalgui.workspace import tasks as module

application = QCoreApplication([])
module._PATIENCE = 0.01
tasks = module.Tasks(application)
started = threading.Event()

def work(_task):
    started.set()
    threading.Event().wait()  # as a call of a library that nothing interrupts

def close():
    started.wait()
    tasks.shut_down()
    application.exit(3)

tasks.start(work, on_success=print, on_failure=print, on_end=lambda: None)
QTimer.singleShot(0, close)
sys.exit(module.end_process(application.exec()))
"""


def test_that_the_program_ends_though_work_does_not():
    ended = subprocess.run(
        [sys.executable, "-c", ENDLESS], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, "", "")
