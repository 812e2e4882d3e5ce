"""From a path to bytes: checked, complete and hashed, before any parser sees them.

No path is ever handed to a parser. A parser that opens files itself hangs on a FIFO,
reads a device for ever, dies of SIGBUS when a mapped file is cut, and returns part of the
rows of a file that changes under it.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import sys
import threading
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.checks import Finding

SIZE_LIMIT = 4 << 30
"""The largest file that is read into memory, in bytes (4 GiB)."""

FREE_SIZE = 64 << 20
"""Up to this size, in bytes, any file may grow when it is unpacked (64 MiB)."""

LARGEST_RATIO = 30
"""How many times its size a larger file may become: tables of numbers stay below 15."""

CHUNK_SIZE = 4 << 20
"""How much is read between two looks at the cancel button, in bytes."""

_HEAD = 4096


Stamp: TypeAlias = "tuple[int, int, int, int]"
"""Which file this is, how long, and when it was written."""


STANDARD_INPUT = Path("-")
"""The path that means the standard input; a file of that name has a folder before it."""


class Digest:
    """The SHA-256 of a file, found out when it is asked for, or beforehand in a thread.

    No number and no curve waits for it; whatever is written does.

    Parameters
    ----------
    find
        Returns it, 64 hexadecimal digits. What it holds is let go afterwards. None for no
        file.
    notes
        What is odd about where the data come from, such as out of a copy: it is told with
        them, and changes no number.
    """

    def __init__(
        self, find: Callable[[], str] | None = None, notes: tuple[Finding, ...] = ()
    ) -> None:
        self.notes = notes
        self._find = find
        self._value = ""
        self._finding = threading.Lock()

    @classmethod
    def of(cls, content: memoryview) -> Digest:
        """Return the digest of a content."""
        return cls(lambda: _sha256(content))

    @classmethod
    def of_several(cls, digests: Sequence[Digest]) -> Digest:
        """Return the digests of several files with " + " between."""
        return cls(lambda: " + ".join(digest.value() for digest in digests))

    def begin(self) -> None:
        """Start to find it out in a thread of its own."""
        if self._find is not None:
            # Without memory for a thread, it is found out when it is asked for.
            with contextlib.suppress(RuntimeError):
                threading.Thread(target=self.value, name="hash", daemon=True).start()

    def value(self) -> str:
        """Return it; wait for it where that is necessary. "" for no file."""
        with self._finding:
            if self._find is not None:
                self._value = self._find()
                self._find = None
            return self._value


def _sha256(content: memoryview) -> str:
    digest = hashlib.sha256()
    for start in range(0, len(content), CHUNK_SIZE):
        digest.update(content[start : start + CHUNK_SIZE])
    return digest.hexdigest()


class Source:
    """The complete content of a file, as it was at one moment.

    Parameters
    ----------
    name
        The file name without its folders, always valid Unicode.
    content
        Every byte of the file.
    digest
        The SHA-256 of the file; None where `content` is all of it.
    findings
        What was odd before they became these bytes, as about pasted text.
    """

    __slots__ = ("_data", "content", "digest", "findings", "name")

    def __init__(
        self,
        name: str,
        content: bytes | memoryview,
        digest: Digest | None = None,
        findings: tuple[Finding, ...] = (),
    ) -> None:
        self.name = name
        self.content = memoryview(content)
        self.digest = digest or Digest.of(self.content)
        self.findings = findings
        self._data = content if isinstance(content, bytes) else None

    def __reduce__(self) -> tuple[object, ...]:
        """Return what a copy is made of."""
        return Source, (self.name, self.data, None, self.findings)

    @classmethod
    def from_bytes(cls, name: str, data: bytes) -> Source:
        """Return a source for bytes that are already here, such as pasted cells."""
        return cls(name, data)

    @property
    def data(self) -> bytes:
        """Every byte of the file, for readers that need the methods of `bytes`.

        This is a copy where the file was read from a disk; `content` and `head` are none.
        """
        if self._data is None:
            self._data = bytes(self.content)
            self.content = memoryview(self._data)
        return self._data

    @property
    def head(self) -> bytes:
        """The first 4,096 bytes, by which formats are told."""
        return bytes(self.content[:_HEAD])

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file, 64 hexadecimal digits."""
        return self.digest.value()


def display_name(path: str | os.PathLike[str]) -> str:
    """Return the last part of a path as text that any widget and any encoder accepts."""
    if Path(path) == STANDARD_INPUT:
        return phrase("standard input")
    name = Path(path).name or str(path)
    return name.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def read_source(
    path: str | os.PathLike[str],
    *,
    size_limit: int = SIZE_LIMIT,
    progress: Callable[[float, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Source:
    """Read a whole regular file, and be sure that it held still.

    Parameters
    ----------
    path
        Where the file is; `STANDARD_INPUT` for what a program before this one writes.
    size_limit
        The largest size that is accepted, in bytes.
    progress
        Called with the share that is read, in [0, 1], and a few words.
    cancelled
        Asked before every chunk of 4 MiB; True stops the reading.

    Returns
    -------
    Source
        All bytes with their SHA-256.

    Raises
    ------
    ReadingError
        If there is no such file, it is no regular file (a folder, a pipe, a device), it may
        not be read, it is larger than `size_limit`, or it changed while it was read.
    CancelledError
        If `cancelled` answered True.
    """
    name = display_name(path)
    watch = Watch(progress, cancelled)
    if Path(path) == STANDARD_INPUT:
        return _read_standard_input(name, size_limit, watch)
    try:
        # A look before opening: opening a device can already have an effect.
        _require_regular(Path(path).stat(), name, size_limit)
        descriptor = os.open(path, _OPEN_FLAGS)
    except (OSError, ValueError) as error:
        raise _failure(error, name) from None
    try:
        return _read_open_file(descriptor, name, size_limit, watch)
    except OSError as error:
        raise _failure(error, name) from None
    finally:
        os.close(descriptor)


# Without O_NONBLOCK, a FIFO that took the file's place after the look would block for ever.
_OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def _read_standard_input(name: str, size_limit: int, watch: Watch) -> Source:
    """Read what is written to this program until its end."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        message = phrase("there is no standard input")
        raise ReadingError(message, where=name, hint=phrase("Name a file instead of -"))
    data = bytearray()
    try:
        while piece := stream.read(CHUNK_SIZE):
            data += piece
            watch.step(0.5, phrase("reading: {n} MiB", n=grouped(len(data) >> 20)))
            if len(data) > size_limit:
                message = phrase(
                    "there is too much data: the limit is {n} bytes", n=grouped(size_limit)
                )
                raise ReadingError(
                    message, where=name, hint=phrase("Keep only the columns that are needed")
                )
    except OSError as error:
        raise _failure(error, name) from None
    return Source(name, bytes(data))


def _read_open_file(descriptor: int, name: str, size_limit: int, watch: Watch) -> Source:
    before = os.fstat(descriptor)
    _require_regular(before, name, size_limit)
    _require_whole(descriptor, before.st_size, name)
    # Memory of numpy's comes in large pages, which are there at once.
    room = np.empty(before.st_size, np.uint8).data
    n_read = 0
    with FileIO(descriptor, closefd=False) as file:
        while n_read < before.st_size:
            words = phrase(
                "reading the file: {n} of {size} MiB",
                n=grouped(n_read >> 20),
                size=grouped(before.st_size >> 20),
            )
            watch.step(n_read / before.st_size, words)
            n_more = file.readinto(room[n_read : n_read + CHUNK_SIZE])
            if not n_more:
                break
            n_read += n_more
        # A file that grows has more bytes than it announced.
        n_read += len(file.read(1) or b"")
    after = os.fstat(descriptor)
    if n_read != before.st_size or _identity(before) != _identity(after):
        message = phrase("the file changed while it was read")
        raise ReadingError(
            message, where=name, hint=phrase("Wait until it is complete, then try again")
        )
    watch.step(1.0, phrase("reading the file"))
    return Source(name, room)


def stamp_of(path: str | os.PathLike[str]) -> Stamp | None:
    """Return what changes when a file does, without opening it; None where there is none."""
    try:
        return _identity(Path(path).stat())
    except (OSError, ValueError):
        return None


def _identity(status: os.stat_result) -> Stamp:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _require_regular(status: os.stat_result, name: str, size_limit: int) -> None:
    """Raise unless this is a regular file of an acceptable size."""
    hint = phrase("Choose a file that holds the data itself")
    if not stat.S_ISREG(status.st_mode):
        message = phrase("this is {kind}, not a regular file", kind=_kind(status.st_mode))
        raise ReadingError(message, where=name, hint=hint)
    if status.st_size > size_limit:
        message = phrase(
            "the file is too large: {size} bytes, and the size limit is {limit} bytes",
            size=grouped(status.st_size),
            limit=grouped(size_limit),
        )
        hint = phrase("Keep only the columns that are needed, for example as Parquet")
        raise ReadingError(message, where=name, hint=hint)


def _require_whole(descriptor: int, size: int, name: str) -> None:
    """Refuse a file of holes, which takes no room on the disk and becomes zeros in memory."""
    if size <= FREE_SIZE or not hasattr(os, "SEEK_HOLE"):
        return
    n_there = place = 0
    with contextlib.suppress(OSError):  # behind the last data; or the disk knows no holes
        while n_there * LARGEST_RATIO < size:
            start = os.lseek(descriptor, place, os.SEEK_DATA)
            place = os.lseek(descriptor, start, os.SEEK_HOLE)
            n_there += place - start
    os.lseek(descriptor, 0, os.SEEK_SET)
    if n_there * LARGEST_RATIO < size:
        message = phrase(
            "the file is nearly empty: of its {size} bytes only {n_there} are there, and the "
            "others are holes",
            size=grouped(size),
            n_there=grouped(n_there),
        )
        raise ReadingError(message, where=name, hint=phrase("Copy or download it again"))


def _kind(mode: int) -> str:
    kinds = (
        (stat.S_ISDIR, phrase("a folder")),
        (stat.S_ISFIFO, phrase("a pipe (FIFO)")),
        (stat.S_ISCHR, phrase("a device")),
        (stat.S_ISBLK, phrase("a device")),
        (stat.S_ISSOCK, phrase("a socket")),
    )
    return next((words for test, words in kinds if test(mode)), phrase("something special"))


_OUT_OF_REACH = {
    *("ENODEV", "ESTALE", "ENOTCONN", "ENOLINK", "EREMOTEIO", "ETIMEDOUT", "ECONNABORTED"),
    *("ECONNRESET", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH"),
}
"""How systems, of which not each has all, call that a disk or a folder of the network is gone."""


def _failure(error: OSError | ValueError, name: str) -> ReadingError:
    """Return the failure in words; the operating system's own text is not quoted."""
    code = error.errno if isinstance(error, OSError) else None
    if isinstance(error, (FileNotFoundError, NotADirectoryError)) or code is None:
        return ReadingError(
            phrase("there is no such file"), where=name, hint=phrase("Check the name and folder")
        )
    if isinstance(error, PermissionError):
        hint = phrase("Ask its owner for the right to read it")
        return ReadingError(phrase("you may not read this file"), where=name, hint=hint)
    if isinstance(error, IsADirectoryError):
        hint = phrase("Choose a file in it")
        return ReadingError(phrase("this is a folder, not a regular file"), where=name, hint=hint)
    words = {
        errno.EIO: phrase("the disk reports an error while reading"),
        errno.ELOOP: phrase("the link leads nowhere: it points to itself"),
        errno.ENAMETOOLONG: phrase("the name is too long for this system"),
        errno.ENXIO: phrase("this is a socket or a device, not a regular file"),
    }
    symbol = errno.errorcode.get(code, str(code))
    if symbol in _OUT_OF_REACH:
        message = phrase("its disk or network folder cannot be reached any more")
        return ReadingError(message, where=name, hint=phrase("Connect it again"))
    unknown = phrase("the system could not read the file (code {symbol})", symbol=symbol)
    message = words.get(code, unknown)
    return ReadingError(message, where=name, hint=phrase("Copy it to another place and try again"))
