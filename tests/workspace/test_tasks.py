"""Background work: given up at once by all who wait, and its memory with it."""

from __future__ import annotations

import gc
import sys
import threading
import weakref

import pytest

from evalgui.core.errors import CancelledError
from evalgui.workspace.tasks import Tasks


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


def test_that_given_up_work_says_no_more_how_far_it_has_come(qtbot, tasks):
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
