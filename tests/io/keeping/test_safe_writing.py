"""A file is written completely or not at all, whatever fails on the way, and this is said."""

import errno
import itertools
import os
import resource
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from evalgui.core.errors import CancelledError, DataError
from evalgui.core.progress import Watch
from evalgui.io.keeping import safe_writing
from evalgui.io.keeping.safe_writing import WritingError, write_safely
from evalgui.io.keeping.system import is_running

OLD, NEW = b"old" * 1_000, b"new content" * 5_000
OPERATIONS = ("open", "write", "fsync", "fstat", "read", "close", "replace", "link")
ERRORS = ("ENOSPC", "EIO", "ESTALE", "EROFS", "EACCES", "EDQUOT", "ENODEV", "ENXIO", "ENOTCONN")


class Faults:
    """Lets the n-th call of a function of the system fail."""

    def __init__(self, monkeypatch, operation, n, code, *, is_done_first=False):
        self.n_left, self.hit = n, False
        real = getattr(os, operation)

        def call(*arguments, **options):
            self.n_left -= 1
            if self.n_left:
                return real(*arguments, **options)
            self.hit = True
            if is_done_first:
                real(*arguments, **options)
            raise OSError(code, "the system's own words")

        monkeypatch.setattr(os, operation, call)


def left_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_that_a_file_is_written_and_replaced(tmp_path):
    path = tmp_path / "a.evalgui"
    for data in (NEW, OLD, b""):
        write_safely(path, data)
        assert path.read_bytes() == data
    assert left_in(tmp_path) == ["a.evalgui"]


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("exists", [True, False])
def test_that_the_nth_failure_leaves_the_old_or_the_new(tmp_path, operation, exists):
    for n in itertools.count(1):
        folder = tmp_path / str(n)
        folder.mkdir()
        path = folder / "a.evalgui"
        if exists:
            path.write_bytes(OLD)
        for is_done_first in (False, True) if operation in {"close", "replace"} else (False,):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(safe_writing, "_PIECE", 20_000)
                code = getattr(errno, ERRORS[n % len(ERRORS)])
                faults = Faults(patch, operation, n, code, is_done_first=is_done_first)
                message = ""
                try:
                    write_safely(path, NEW)
                except WritingError as error:
                    message = str(error)
            found = path.read_bytes() if path.exists() else None
            if not message or "may not last" in message:
                assert found == NEW
            else:
                assert found == (OLD if exists else None)
                assert message.startswith("a.evalgui: ")
                assert "own words" not in message
            # What is given a second name, and a rename that was made, may fail in silence.
            assert message or not faults.hit or operation == "link" or is_done_first
            assert left_in(folder) in ([], ["a.evalgui"])
        if not faults.hit:
            break
    assert n > 1


@pytest.mark.parametrize("operation", ["write", "fsync"])
def test_that_an_interruption_leaves_nothing_behind(tmp_path, monkeypatch, operation):
    path = tmp_path / "a.evalgui"
    path.write_bytes(OLD)

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, operation, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_safely(path, NEW)
    assert path.read_bytes() == OLD
    assert left_in(tmp_path) == ["a.evalgui"]


def test_that_what_is_cancelled_at_any_moment_leaves_the_old_file(tmp_path):
    file, content = tmp_path / "a.txt", b"new" * 4_000_000
    file.write_bytes(b"old")
    for n_looks in itertools.count():
        left = iter(range(n_looks))
        watch = Watch(cancelled=lambda left=left: next(left, None) is None)
        try:
            write_safely(file, content, watch=watch)
        except CancelledError:
            assert file.read_bytes() == b"old"
            assert left_in(tmp_path) == ["a.txt"]
        else:
            break
    assert n_looks > 5
    assert file.read_bytes() == content


def test_that_writing_tells_how_far_it_has_come(tmp_path):
    told = []
    watch = Watch(lambda share, _words: told.append(share)).part(0.5, 1.0)
    write_safely(tmp_path / "a", b"x" * 20_000_000, watch=watch)
    assert told == sorted(told)
    assert (told[0], len(told) > 8, told[-1] <= 1.0) == (0.5, True, True)


def test_that_short_writes_are_completed(tmp_path, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda file, data: real(file, data[: len(data) // 3 + 1]))
    write_safely(tmp_path / "a", NEW)
    assert (tmp_path / "a").read_bytes() == NEW


def test_that_a_disk_that_takes_nothing_is_no_endless_loop(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "write", lambda _file, _data: 0)
    with pytest.raises(WritingError, match="error"):
        write_safely(tmp_path / "a", NEW)
    assert left_in(tmp_path) == []


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: b"X" + data[1:]])
def test_that_what_reads_back_as_something_else_is_refused(tmp_path, monkeypatch, change):
    path = tmp_path / "a"
    path.write_bytes(OLD)
    real = os.read
    monkeypatch.setattr(os, "read", lambda file, n: change(real(file, n)))
    with pytest.raises(WritingError, match="reads back as something else"):
        write_safely(path, NEW)
    assert path.read_bytes() == OLD
    assert left_in(tmp_path) == ["a"]


def test_that_a_rename_that_removes_the_old_file_first_loses_nothing(tmp_path, monkeypatch):
    # As on a network folder whose server renames in two steps.
    path = tmp_path / "a"
    path.write_bytes(OLD)
    real, calls = os.replace, []

    def replace(source, target):
        calls.append(source)
        if len(calls) == 1:
            Path(target).unlink()
            raise OSError(errno.ESTALE, "")
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(WritingError, match="network folder"):
        write_safely(path, NEW)
    assert path.read_bytes() == OLD
    assert left_in(tmp_path) == ["a"]


def test_that_the_content_is_checked_before_anything_is_touched(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(OLD)

    def refuse(data):
        assert data == NEW
        raise DataError("it does not read back")

    with pytest.raises(DataError, match="does not read back"):
        write_safely(path, NEW, check=refuse)
    assert path.read_bytes() == OLD


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("ENOSPC", "the disk is full. Make room"),
        ("EDQUOT", "your share of the disk"),
        ("EROFS", "can only be read"),
        ("ESTALE", "network folder"),
        ("ENOTCONN", "network folder"),
        ("ENODEV", "the disk is not there any more. Connect it again"),
        ("ENXIO", "the disk is not there any more. Connect it again"),
        ("EIO", "the disk reports an error"),
        ("EACCES", "may not write here. Choose another folder"),
        ("ENAMETOOLONG", "too long. Choose a shorter"),
        ("ENFILE", "code ENFILE"),
    ],
)
def test_that_each_failure_is_told_with_a_way_out(tmp_path, monkeypatch, code, words):
    Faults(monkeypatch, "write", 1, getattr(errno, code))
    with pytest.raises(WritingError, match=words):
        write_safely(tmp_path / "a", NEW)


@pytest.mark.parametrize("operation", ["fsync", "write", "read", "replace"])
def test_that_a_folder_that_vanishes_meanwhile_is_told(tmp_path, monkeypatch, operation):
    folder = tmp_path / "drive"
    folder.mkdir()
    real = getattr(os, operation)

    def vanish(*arguments):
        if folder.exists():
            shutil.rmtree(folder)
        return real(*arguments)

    monkeypatch.setattr(os, operation, vanish)
    with pytest.raises(WritingError, match=r"no such folder\. Choose another"):
        write_safely(folder / "a", NEW)
    assert left_in(tmp_path) == []


@pytest.mark.parametrize("code", ["EINVAL", "ENOTSUP", "ENOSYS"])
def test_that_a_file_system_need_not_force_folders(tmp_path, monkeypatch, code):
    faults = Faults(monkeypatch, "fsync", 2, getattr(errno, code))
    write_safely(tmp_path / "a", NEW)
    assert faults.hit
    assert (tmp_path / "a").read_bytes() == NEW


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere/a", "no such folder"),
        ("file/a", "no such folder"),
        ("n" * 300, "too long"),
        ("folder", "this is a folder"),
        ("loop", "points to itself"),
        ("fifo", "not a file"),
        ("a\0b", "no file can have this name"),
    ],
)
def test_that_places_that_cannot_be_written_are_refused(tmp_path, name, words):
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "fifo")
    before = left_in(tmp_path)
    with pytest.raises(WritingError, match=words):
        write_safely(tmp_path / name, NEW)
    assert left_in(tmp_path) == before


def test_that_a_name_as_long_as_any_is_written(tmp_path):
    path = tmp_path / ("n" * 255)
    write_safely(path, NEW)
    write_safely(path, OLD)
    assert path.read_bytes() == OLD


def test_that_what_a_link_leads_to_is_written(tmp_path):
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to("far/a")
    write_safely(tmp_path / "link", NEW)  # of a file that is yet to be
    write_safely(tmp_path / "link", OLD)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "far" / "a").read_bytes() == OLD


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_that_a_file_keeps_its_rights(tmp_path, mode):
    path = tmp_path / "a"
    path.write_bytes(OLD)
    path.chmod(mode)
    write_safely(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_that_nobody_else_reads_what_takes_the_place_of_a_private_file(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_bytes(OLD)
    path.chmod(0o600)
    real, made = os.open, []

    def note(name, flags, mode=0o777, **options):
        made.append(mode)
        return real(name, flags, mode, **options)

    monkeypatch.setattr(os, "open", note)
    write_safely(path, NEW)
    assert made[0] == 0o600


def test_that_a_file_can_be_made_private(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(OLD)
    path.chmod(0o644)
    write_safely(path, NEW, mode=0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is denied to root")
def test_that_a_file_that_may_only_be_read_stays(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(OLD)
    path.chmod(0o444)
    with pytest.raises(WritingError, match="may only be read"):
        write_safely(path, NEW)
    assert path.read_bytes() == OLD


@pytest.mark.parametrize(
    ("flags", "words"), [(0, "this file may only be read"), (os.ST_RDONLY, "this disk can only")]
)
def test_that_a_disk_that_can_only_be_read_is_told_from_such_a_file(
    tmp_path, monkeypatch, flags, words
):
    path = tmp_path / "a"
    path.write_bytes(OLD)
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "statvfs", lambda _path: SimpleNamespace(f_flag=flags))
    with pytest.raises(WritingError, match=words):
        write_safely(path, NEW)
    assert path.read_bytes() == OLD


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is denied to root")
def test_that_nothing_is_written_into_a_folder_that_may_only_be_read(tmp_path):
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(WritingError, match="may not write here"):
            write_safely(tmp_path / "a", NEW)
    finally:
        tmp_path.chmod(0o755)


def in_another_process(code, *arguments):
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
    )


def test_that_a_limit_of_the_system_is_told_and_the_old_file_stays(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(OLD)
    code = """
import resource, sys
from pathlib import Path
from evalgui.io.keeping.safe_writing import WritingError, write_safely
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    write_safely(sys.argv[1], b"x" * 50_000)
except WritingError as error:
    print(error)
"""
    finished = in_another_process(code, path)
    expected = "a: the file is larger than the system allows. Choose another disk.\n"
    assert (finished.stdout, finished.stderr) == (expected, "")
    assert path.read_bytes() == OLD
    assert left_in(tmp_path) == ["a"]


def test_that_the_next_writing_removes_what_a_killed_process_left(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(OLD)
    code = """
import os, signal, sys
from evalgui.io.keeping.safe_writing import write_safely
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
write_safely(sys.argv[1], b"x" * 50_000)
"""
    finished = in_another_process(code, path)
    assert finished.returncode == -9
    assert path.read_bytes() == OLD
    assert len(left_in(tmp_path)) == 3
    write_safely(tmp_path / "b", NEW)  # another file is no business of its
    assert len(left_in(tmp_path)) == 4
    write_safely(path, NEW)
    assert left_in(tmp_path) == ["a", "b"]
    assert path.read_bytes() == NEW


def test_that_what_a_running_process_writes_is_left_alone(tmp_path):
    own = tmp_path / f".evalgui-{safe_writing._mark(tmp_path / 'a')}-{os.getppid()}-0-new"
    own.write_bytes(b"")
    write_safely(tmp_path / "a", NEW)
    write_safely(tmp_path / "a", NEW)
    assert own.exists()


def test_that_processes_are_known_to_run_or_not():
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert is_running(os.getpid())
    assert is_running(1)  # of another user
    assert not is_running(ended.pid)
    assert not is_running(10**12)
