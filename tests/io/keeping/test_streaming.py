"""A file that is written piece by piece is written completely or not at all, as any other."""

import contextlib
import errno
import hashlib
import itertools
import os

import pytest

from evalgui.core.errors import CancelledError, DataError
from evalgui.io.keeping.safe_writing import WritingError
from evalgui.io.keeping.streaming import write_streamed

OLD = b"old" * 1_000
PIECES = [bytes([number]) * 700_000 for number in range(5)]


def write(file):
    for piece in PIECES:
        file.write(piece)


def left_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_that_all_pieces_are_there_and_their_sum_is_told(tmp_path):
    path = tmp_path / "large.csv"
    told = write_streamed(path, write)
    assert path.read_bytes() == b"".join(PIECES)
    assert told == hashlib.sha256(path.read_bytes()).hexdigest()
    assert left_in(tmp_path) == ["large.csv"]


@pytest.mark.parametrize("operation", ["open", "write", "fsync", "fstat", "read", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_that_the_nth_failure_leaves_the_old_file_or_the_new(tmp_path, operation, code):
    real = getattr(os, operation)
    for n in itertools.count(1):
        path = tmp_path / str(n) / "large.csv"
        path.parent.mkdir()
        path.write_bytes(OLD)
        calls = itertools.count(1)

        def fails(*arguments, n=n, calls=calls, **options):
            if next(calls) == n:
                raise OSError(code, "the system's own words")
            return real(*arguments, **options)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, operation, fails)
            try:
                write_streamed(path, write)
                failure = ""
            except WritingError as error:
                failure = error.message
        assert "own words" not in failure
        is_new = path.read_bytes() == b"".join(PIECES)
        assert is_new or path.read_bytes() == OLD
        assert left_in(path.parent) == ["large.csv"]
        if next(calls) <= n:  # it was never reached
            assert is_new
            return


@pytest.mark.parametrize("error", [CancelledError("no"), DataError("odd"), ValueError("bug")])
def test_that_whoever_writes_may_give_up(tmp_path, error):
    path = tmp_path / "large.csv"
    path.write_bytes(OLD)

    def gives_up(file):
        file.write(PIECES[0])
        file.write(PIECES[1])
        raise error

    with pytest.raises(type(error)):
        write_streamed(path, gives_up)
    assert path.read_bytes() == OLD
    assert left_in(tmp_path) == ["large.csv"]


def test_that_an_error_of_the_disk_cannot_be_kept_secret(tmp_path, monkeypatch):
    def full(_file, _data):
        raise OSError(errno.ENOSPC, "")

    def keeps_it(file):
        with contextlib.suppress(OSError):
            file.write(b"x" * (1 << 21))

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(WritingError, match="the disk is full"):
        write_streamed(tmp_path / "large.csv", keeps_it)
    assert left_in(tmp_path) == []
