"""One instance of the program writes a workspace; a second one is told, and may read it."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from evalgui.io.keeping import lock as locking
from evalgui.io.keeping.lock import Lock, Owner, take_lock
from evalgui.io.keeping.system import host_name

HOLD = """
import sys
from evalgui.io.keeping.lock import Lock, take_lock
print(type(take_lock(sys.argv[1])).__name__, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def workspace(tmp_path):
    path = tmp_path / "W.evalgui"
    path.write_bytes(b"")
    return path


@pytest.fixture
def other(workspace):
    """Yield another process that has the workspace open."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(workspace)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "Lock\n"
        yield process
        process.kill()


def lock_file(workspace):
    (found,) = workspace.parent.glob(".evalgui-lock-*")
    return found


def test_that_a_second_process_is_told(workspace, other):
    found = take_lock(workspace)
    assert isinstance(found, Owner)
    assert (found.host, found.process) == (host_name(), other.pid)
    assert found.told == "it is open in another window of this program"
    assert found.since.endswith("Z")


def test_that_a_released_lock_can_be_taken(workspace):
    lock = take_lock(workspace)
    assert isinstance(take_lock(workspace), Owner)  # also by this process
    lock.release()
    lock.release()
    assert isinstance(take_lock(workspace), Lock)


def test_that_a_lock_leaves_nothing_behind(workspace):
    take_lock(workspace).release()
    assert [path.name for path in workspace.parent.iterdir()] == ["W.evalgui"]


def test_that_what_a_crash_left_is_taken_over(workspace, other):
    other.kill()
    other.wait()
    assert lock_file(workspace).exists()
    lock = take_lock(workspace)
    assert isinstance(lock, Lock)
    assert lock.is_ours


def said(workspace, **changes):
    """Change what the lock of another process says."""
    path = lock_file(workspace)
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells them apart")
def test_that_a_later_process_of_the_same_number_is_another_one(workspace, other):
    said(workspace, mark="before the last start of the machine 17")
    assert other.poll() is None
    assert isinstance(take_lock(workspace), Lock)


def test_that_a_lock_of_another_machine_is_held_until_it_is_taken_by_force(workspace, other):
    said(workspace, host="elsewhere")
    other.kill()
    other.wait()
    found = take_lock(workspace)
    assert isinstance(found, Owner)
    assert found.told == "it is open on the computer 'elsewhere'"
    lock = take_lock(workspace, by_force=True)
    assert isinstance(lock, Lock)
    assert lock.is_ours


def test_that_a_lock_that_was_taken_over_is_not_ours_any_more(workspace):
    lock = take_lock(workspace)
    assert lock.is_ours
    newer = take_lock(workspace, by_force=True)
    assert not lock.is_ours
    lock.release()  # takes nothing away from the other
    assert newer.is_ours


def test_that_a_lock_holds_no_private_data(workspace):
    take_lock(workspace)
    text = lock_file(workspace).read_text()
    assert set(json.loads(text)) == {"host", "process", "mark", "since", "token"}
    assert str(workspace.parent) not in text
    assert "USER" not in os.environ or os.environ["USER"] not in json.loads(text).values()


def test_that_a_damaged_lock_is_held_only_while_it_may_be_being_written(workspace):
    take_lock(workspace)
    path = lock_file(workspace)
    path.write_bytes(b"\xff nonsense")
    assert isinstance(take_lock(workspace), Owner)
    os.utime(path, (0, 0))
    assert isinstance(take_lock(workspace), Lock)


def test_that_a_folder_that_takes_no_lock_is_no_obstacle(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(locking.os, "open", refuse)
    lock = take_lock(tmp_path / "W.evalgui")
    assert isinstance(lock, Lock)
    assert lock.is_ours
    lock.release()


def test_that_names_that_lead_to_one_file_share_its_lock(workspace):
    link = workspace.with_name("link.evalgui")
    link.symlink_to(workspace)
    assert isinstance(take_lock(link), Lock)
    assert isinstance(take_lock(workspace), Owner)


def test_that_a_name_as_long_as_any_has_a_lock(tmp_path):
    long = tmp_path / ("n" * 255)
    assert isinstance(take_lock(long), Lock)
    assert isinstance(take_lock(long), Owner)


def test_that_of_many_only_one_gets_it(workspace):
    found = []
    start = threading.Barrier(8)

    def take() -> None:
        start.wait()
        found.append(take_lock(workspace))

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(one, Lock) for one in found) == 1
    assert Path(lock_file(workspace)).exists()
