"""A file that a cell of the data names: read only below the folder of the data, following no link.

What a table says is foreign: it may name a device, a pipe that nobody writes to, a file of
another user behind a link, or a place on another machine. None of these is opened.
"""

from __future__ import annotations

import os
import stat
from contextlib import ExitStack
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST = 64 << 20
"""The largest file that is read, in bytes (64 MiB)."""

_LONGEST = 1_024  # letters of a path
_OF_WINDOWS = {
    *("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"),
    *(f"{name}{number}" for name in ("COM", "LPT") for number in "0123456789\u00b9\u00b2\u00b3"),
}
_REPARSED = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_HOW = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_FOLDER = os.O_RDONLY | _NO_LINK | getattr(os, "O_DIRECTORY", 0)
_HAS_PLACES = os.open in os.supports_dir_fd and os.stat in os.supports_dir_fd


def parts_below(named: str, folder: Path) -> tuple[str, ...]:
    r"""Return the folders and the name of a file as parts below a folder; looks at no disk.

    Parameters
    ----------
    named
        What a cell says; its separators may be those of any system.
    folder
        Where the data lie, absolute.

    Raises
    ------
    ReadingError
        If it names no place below.

    Examples
    --------
    >>> parts_below("images\\7.png", Path("/data")), parts_below("/data/x/8.png", Path("/data"))
    (('images', '7.png'), ('x', '8.png'))
    """
    if not named or len(named) > _LONGEST or not named.isprintable():
        raise ReadingError(phrase("this is no path"))
    given = PureWindowsPath(named)  # which knows both separators, drives and other machines
    parts = given.parts
    if "://" in named or named.startswith(("~", "//", "\\\\")):
        raise ReadingError(phrase("it names a place on a network, or in a folder of one's own"))
    if given.drive or given.root:
        own = PureWindowsPath(folder) if os.name == "nt" else PurePosixPath(folder)
        whole = given if os.name == "nt" else PurePosixPath(named)
        if not whole.is_relative_to(own):
            raise ReadingError(phrase("it lies outside the folder of the data"))
        parts = whole.relative_to(own).parts
    if ".." in parts:
        raise ReadingError(phrase("it leads out of the folder of the data"))
    if not parts:
        raise ReadingError(phrase("this is no path"))
    for part in parts:
        if ":" in part or part.rstrip(". ").partition(".")[0].strip().upper() in _OF_WINDOWS:
            raise ReadingError(phrase("it names a device, or what is no file everywhere"))
    return tuple(parts)


def read_below(named: str, folder: Path, largest: int = LARGEST) -> bytes:
    """Return the content of a file below a folder.

    Parameters
    ----------
    named, folder
        As of `parts_below`. Links in the folder itself are those of whoever opened the data.
    largest
        The most bytes that are read.

    Raises
    ------
    ReadingError
        If it names no place below, there is a link on the way, or there is no such file of
        that size that may be read.
    """
    parts = parts_below(named, folder)
    try:
        with ExitStack() as opened:
            descriptor = (_by_places if _HAS_PLACES else _by_path)(folder, parts, opened.callback)
            return _content(descriptor, largest)
    except FileNotFoundError:
        raise ReadingError(phrase("there is no such file")) from None
    except PermissionError:
        raise ReadingError(phrase("it may not be read")) from None
    except (OSError, ValueError):
        raise ReadingError(phrase("it cannot be read")) from None


def _by_places(folder: Path, parts: tuple[str, ...], later: Callable[..., object]) -> int:
    """Open a file by each folder on the way, of which none can be exchanged meanwhile."""
    place = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    later(os.close, place)
    *folders, name = parts
    for part in folders:
        _require(os.stat(part, dir_fd=place, follow_symlinks=False), stat.S_ISDIR)
        place = os.open(part, _FOLDER, dir_fd=place)
        later(os.close, place)
    _require(os.stat(name, dir_fd=place, follow_symlinks=False), stat.S_ISREG)
    found = os.open(name, _HOW, dir_fd=place)
    later(os.close, found)
    return found


def _by_path(folder: Path, parts: tuple[str, ...], later: Callable[..., object]) -> int:
    """Open a file where folders cannot be held: what is opened must be what was looked at."""
    path = folder
    *folders, name = parts
    for part in folders:
        path /= part
        _require(path.lstat(), stat.S_ISDIR)
    path /= name
    before = path.lstat()
    _require(before, stat.S_ISREG)
    found = os.open(path, _HOW)
    later(os.close, found)
    if not os.path.samestat(before, os.fstat(found)):
        raise ReadingError(phrase("it was exchanged while it was opened"))
    return found


def _require(found: os.stat_result, is_such: Callable[[int], bool]) -> None:
    if stat.S_ISLNK(found.st_mode) or getattr(found, "st_file_attributes", 0) & _REPARSED:
        raise ReadingError(phrase("it is, or goes through, a link"))
    if not is_such(found.st_mode):
        raise ReadingError(phrase("it is no ordinary file"))


def _content(descriptor: int, largest: int) -> bytes:
    found = os.fstat(descriptor)
    _require(found, stat.S_ISREG)
    if found.st_size > largest:
        raise ReadingError(phrase("it is larger than {n} bytes", n=grouped(largest)))
    parts, left = [], largest + 1
    while left > 0 and (part := os.read(descriptor, min(left, 1 << 20))):
        parts.append(part)
        left -= len(part)
    if left <= 0:
        raise ReadingError(phrase("it is larger than {n} bytes", n=grouped(largest)))
    return b"".join(parts)
