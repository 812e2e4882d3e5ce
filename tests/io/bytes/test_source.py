"""Reading bytes: only from regular files that hold still, and never for ever."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import socket
import stat
import sys
import threading
from pathlib import Path

import pytest

from evalgui.core.errors import CancelledError, ReadingError
from evalgui.io.bytes.source import CHUNK_SIZE, Source, display_name, read_source

needs_posix = pytest.mark.skipif(os.name != "posix", reason="special files of POSIX systems")


def refusal(path: Path | str, **options: int) -> ReadingError:
    with pytest.raises(ReadingError) as caught:
        read_source(path, **options)  # type: ignore[arg-type]
    return caught.value


def test_that_all_bytes_are_read_and_hashed(tmp_path: Path) -> None:
    data = bytes(range(256)) * (CHUNK_SIZE // 128)
    path = tmp_path / "scores.csv"
    path.write_bytes(data)
    found = read_source(path)
    assert found.data == data
    assert found.sha256 == hashlib.sha256(data).hexdigest()
    assert found.name == "scores.csv"


def test_that_nothing_is_hashed_before_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(b"truth,score\n")
    found = read_source(path)
    path.unlink()  # what was read is hashed, not what stands there later
    expected = hashlib.sha256(b"truth,score\n").hexdigest()
    found.digest.begin()
    assert found.digest.value() == found.sha256 == expected
    assert found.data is found.data


def test_that_an_empty_file_has_no_bytes(tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.touch()
    assert read_source(str(path)).data == b""


def test_that_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(b"x")
    link = tmp_path / "link.csv"
    link.symlink_to(path)
    assert read_source(link).data == b"x"


def test_that_a_source_does_not_show_its_data() -> None:
    assert "Jane Doe" not in repr(Source.from_bytes("a.csv", b"Jane Doe"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.csv", "no such file"),
        ("", "folder"),
        ("a.csv/inside.csv", "no such file"),
        ("a\0b.csv", "no such file"),
        ("x" * 300 + ".csv", "name is too long"),
    ],
)
def test_that_a_path_to_nothing_is_refused_in_words(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "a.csv").touch()
    error = refusal(f"{tmp_path}/{name}")
    assert words in str(error)
    assert error.hint
    assert str(tmp_path) not in str(error)


def test_that_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "loop.csv"
    link.symlink_to(link)
    assert "points to itself" in str(refusal(link))


@needs_posix
def test_that_a_pipe_without_a_writer_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    assert "pipe" in str(refusal(path))


@needs_posix
def test_that_a_pipe_that_took_the_place_of_a_file_does_not_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    # The look before opening still saw a file.
    regular = Path(__file__).stat()
    monkeypatch.setattr(Path, "stat", lambda _path: regular)
    assert "pipe" in str(refusal(path))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/full"])
def test_that_a_device_is_refused(device: str) -> None:
    assert "a device, not a regular file" in str(refusal(device))


@needs_posix
def test_that_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A socket's path must be short.
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.csv")
        assert "socket" in str(refusal("s.csv"))


@needs_posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read all")
def test_that_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "private.csv"
    path.write_bytes(b"x")
    path.chmod(0)
    assert "you may not read this file" in str(refusal(path))


def test_that_no_right_to_read_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "private.csv"
    path.write_bytes(b"x")

    def denied(*_arguments: object) -> int:
        raise PermissionError(errno.EACCES, "Jane Doe")

    monkeypatch.setattr("evalgui.io.bytes.source.os.open", denied)
    assert "you may not read this file" in str(refusal(path))
    assert "Jane Doe" not in str(refusal(path))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.EIO, "the disk reports an error"),
        (errno.ENODEV, "its disk or network folder cannot be reached any more"),
        (errno.ESTALE, "its disk or network folder cannot be reached any more"),
        (errno.ENOTCONN, "its disk or network folder cannot be reached any more"),
    ],
)
def test_that_an_error_of_the_disk_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"x")

    class Broken(io.FileIO):
        def readinto(self, *_arguments: object) -> int:
            raise OSError(code, "Jane Doe")

    monkeypatch.setattr("evalgui.io.bytes.source.FileIO", Broken)
    assert words in str(refusal(path))
    assert "Jane Doe" not in str(refusal(path))


def test_that_a_file_over_the_limit_is_refused_with_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    path.write_bytes(b"x" * 11)
    assert read_source(path, size_limit=11).data == b"x" * 11
    error = refusal(path, size_limit=10)
    assert "11 bytes" in str(error)
    assert "size limit is 10 bytes" in str(error)


@pytest.mark.skipif(not hasattr(os, "SEEK_HOLE"), reason="holes are not told here")
@pytest.mark.parametrize("start", [b"", b"truth,score\n1,0.5\n"])
def test_that_a_file_of_holes_is_refused_before_it_is_read(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "sparse.csv"
    path.write_bytes(start)
    try:
        os.truncate(path, 2 << 30)
    except OSError:
        pytest.skip("this disk takes no such file")
    steps: list[float] = []
    with pytest.raises(ReadingError, match=r"nearly empty: of its 2.147.483.648 bytes only"):
        read_source(path, progress=lambda share, _words: steps.append(share))
    assert steps == []


def test_that_a_sparse_file_of_a_tebibyte_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "sparse.csv"
    path.touch()
    try:
        os.truncate(path, 1 << 40)
    except OSError:
        pytest.skip("this file system has no files of that size")
    assert "too large" in str(refusal(path))


@pytest.mark.parametrize("change", ["cut", "grown", "touched"])
def test_that_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path, change: str) -> None:
    path = tmp_path / "growing.csv"
    path.write_bytes(b"x" * (2 * CHUNK_SIZE))

    def disturb(fraction: float, _text: str) -> None:
        if fraction == 0.5:
            if change == "touched":
                os.utime(path, ns=(1, 1))
            else:
                os.truncate(path, CHUNK_SIZE if change == "cut" else 3 * CHUNK_SIZE)

    with pytest.raises(ReadingError, match="changed while it was read"):
        read_source(path, progress=disturb)


def test_that_progress_rises_to_one(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"x" * (2 * CHUNK_SIZE + 1))
    seen: list[float] = []
    read_source(path, progress=lambda fraction, _text: seen.append(fraction))
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0.0, 1.0)
    assert len(seen) >= 4


def test_that_cancel_stops_before_the_next_chunk(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"x" * (3 * CHUNK_SIZE))
    stop = threading.Event()
    seen: list[float] = []

    def progress(fraction: float, _text: str) -> None:
        seen.append(fraction)
        stop.set()

    with pytest.raises(CancelledError):
        read_source(path, progress=progress, cancelled=stop.is_set)
    assert seen == [0.0]


def test_that_no_descriptor_is_left_open(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"x")
    before = os.open(path, os.O_RDONLY)
    os.close(before)
    for limit in (0, 10):
        try:
            read_source(path, size_limit=limit)
        except ReadingError:
            continue
    after = os.open(path, os.O_RDONLY)
    os.close(after)
    assert after == before


def test_that_a_name_is_always_text() -> None:
    assert display_name("folder/a.csv") == "a.csv"
    assert display_name("folder/\udcff.csv") == "?.csv"
    assert stat.S_ISDIR(Path("/").stat().st_mode)
    assert display_name("/") == "/"


class Stream:
    """A standard input that has these bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_that_a_dash_is_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stream(b"label,score\n1,0.5\n"))
    found = read_source("-")
    assert (found.name, found.data) == ("standard input", b"label,score\n1,0.5\n")
    assert found.sha256 == hashlib.sha256(found.data).hexdigest()


def test_that_the_standard_input_has_a_limit_and_may_be_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", Stream(b"x" * 100))
    with pytest.raises(ReadingError, match="too much data: the limit is 99 bytes"):
        read_source("-", size_limit=99)
    monkeypatch.setattr(sys, "stdin", Stream(b"x" * 100))
    with pytest.raises(CancelledError):
        read_source("-", cancelled=lambda: True)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(ReadingError, match="no standard input"):
        read_source("-")
