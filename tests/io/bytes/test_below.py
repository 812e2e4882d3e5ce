"""What a cell names is read below the folder of the data alone, and nothing else is opened."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from evalgui.core.errors import ReadingError
from evalgui.io.bytes import below
from evalgui.io.bytes.below import parts_below, read_below

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes as of POSIX")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a file in it, another one below, and a secret beside it."""
    found = tmp_path / "data"
    (found / "images").mkdir(parents=True)
    (found / "1.png").write_bytes(b"one")
    (found / "images" / "2.png").write_bytes(b"two")
    (tmp_path / "secret.png").write_bytes(b"secret")
    return found


@pytest.fixture(params=[True, False], ids=["by places", "by path"])
def ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read where folders can be held, and where they cannot."""
    monkeypatch.setattr(below, "_HAS_PLACES", request.param and below._HAS_PLACES)


@pytest.mark.usefixtures("ways")
def test_that_files_below_are_read(folder: Path) -> None:
    assert read_below("1.png", folder) == b"one"
    for named in ("images/2.png", "images\\2.png", "./images//2.png"):
        assert read_below(named, folder) == b"two"
    if os.name != "nt":
        assert read_below(str(folder / "images" / "2.png"), folder) == b"two"


@pytest.mark.usefixtures("ways")
@pytest.mark.parametrize(
    "named",
    [
        *("../secret.png", "images/../../secret.png", "..\\secret.png", "images/../1.png"),
        *("/etc/passwd", "/dev/zero", "C:\\secret.png", "c:secret.png", "\\secret.png"),
        *("\\\\server\\share\\1.png", "//server/share/1.png", "\\\\?\\C:\\1.png", "\\\\.\\NUL"),
        *("file:///etc/passwd", "https://example.org/1.png", "~/1.png", "1.png:stream"),
        *("NUL", "con.png", "images/COM1", "aux .png", "lpt\u00b9.png"),
        *("", ".", "a\x00b.png", "a\nb.png", "x" * 2_000, "gone.png", "images", "1.png/2.png"),
    ],
)
def test_that_nothing_else_is_opened(folder: Path, named: str) -> None:
    with pytest.raises(ReadingError):
        read_below(named, folder)


@POSIX
@pytest.mark.usefixtures("ways")
def test_that_no_link_is_followed(folder: Path) -> None:
    (folder / "out.png").symlink_to(folder.parent / "secret.png")
    (folder / "in.png").symlink_to(folder / "1.png")
    (folder / "up").symlink_to(folder.parent)
    (folder / "loop").symlink_to(folder / "loop")
    for named in ("out.png", "in.png", "up/secret.png", "up/data/1.png", "loop", "loop/1.png"):
        with pytest.raises(ReadingError, match="link"):
            read_below(named, folder)


@POSIX
@pytest.mark.usefixtures("ways")
def test_that_what_is_no_file_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe.png")
    with pytest.raises(ReadingError, match="no ordinary file"):
        read_below("pipe.png", folder)


@pytest.mark.usefixtures("ways")
def test_that_large_files_are_refused_before_they_are_read(folder: Path) -> None:
    with (folder / "huge.png").open("wb") as huge:
        huge.truncate(below.LARGEST + 1)
    with pytest.raises(ReadingError, match="larger than"):
        read_below("huge.png", folder)
    assert read_below("1.png", folder, largest=3) == b"one"
    with pytest.raises(ReadingError, match="larger than 2 bytes"):
        read_below("1.png", folder, largest=2)


@POSIX
def test_that_no_file_stays_open(folder: Path) -> None:
    opened = Path("/proc/self/fd")
    before = len([*opened.iterdir()]) if opened.exists() else 0
    for named in ("images/2.png", "images/gone.png", "../secret.png", "images"):
        try:
            read_below(named, folder)
        except ReadingError:
            continue
    if before:
        assert len([*opened.iterdir()]) == before


def test_that_a_folder_with_a_link_in_its_own_path_is_the_users(tmp_path: Path) -> None:
    assert parts_below("a/b.png", tmp_path) == ("a", "b.png")
    if sys.platform == "win32":
        return
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "1.png").write_bytes(b"one")
    (tmp_path / "data").symlink_to(tmp_path / "real")
    assert read_below("1.png", tmp_path / "data") == b"one"
