"""A test that leaves something behind fails, and says what it was."""

from __future__ import annotations

import threading

import shiboken6
from PySide6.QtCore import QThreadPool, QTimer
from PySide6.QtWidgets import QWidget

from evalgui.workspace.tasks import Tasks
from tests.support import leaks
from tests.support.leaks import Present


def test_that_a_window_that_nobody_deletes_is_found(qapp):  # noqa: ARG001 - windows need it
    before = Present.now()
    window = QWidget()
    window.setObjectName("forgotten")
    assert before.left_since() == ["the window QWidget forgotten"]
    window.deleteLater()
    assert before.left_since() == []


def test_that_a_timer_that_runs_on_is_found(qapp):  # noqa: ARG001 - timers need it
    before = Present.now()
    owner = QTimer()
    owner.setObjectName("owner")
    timer = QTimer(owner)
    assert before.left_since() == []
    timer.start(60_000)
    assert before.left_since() == ["a timer of QTimer owner"]
    shiboken6.delete(owner)
    assert before.left_since() == []


def test_that_a_thread_that_does_not_end_is_found(monkeypatch):
    monkeypatch.setattr(leaks, "_PATIENCE", 0.01)
    before = Present.now()
    go_on = threading.Event()
    thread = threading.Thread(target=go_on.wait, name="stuck", daemon=True)
    thread.start()
    assert before.left_since() == ["the thread stuck"]
    go_on.set()
    thread.join()
    assert before.left_since() == []


def test_that_work_in_the_background_is_found(qapp, monkeypatch):  # noqa: ARG001 - for signals
    monkeypatch.setattr(leaks, "_PATIENCE", 0.01)
    before = Present.now()
    started, go_on = threading.Event(), threading.Event()
    tasks = Tasks()

    def work(_task):
        started.set()
        go_on.wait()

    tasks.start(work, on_success=str, on_failure=str, on_end=lambda: None)
    assert started.wait(60)
    assert before.left_since() == ["work in the background"]
    go_on.set()
    tasks.shut_down()
    QThreadPool.globalInstance().waitForDone()
    assert before.left_since() == []
