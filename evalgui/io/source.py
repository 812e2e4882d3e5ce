"""From a path to bytes: checked, complete and hashed, before any parser sees them.

No path is ever handed to a parser. A parser that opens files itself hangs on a FIFO,
reads a device for ever, dies of SIGBUS when a mapped file is cut, and returns part of the
rows of a file that changes under it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.errors import ReadingError
from evalgui.io.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.checks import Finding

SIZE_LIMIT = 4 << 30
"""The largest file that is read into memory, in bytes (4 GiB)."""

CHUNK_SIZE = 4 << 20
"""How much is read between two looks at the cancel button, in bytes."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The complete content of a file, as it was at one moment.

    Parameters
    ----------
    name
        The file name without its folders, always valid Unicode.
    data
        Every byte of the file.
    sha256
        The SHA-256 of `data`, 64 hexadecimal digits.
    findings
        What was odd before they became these bytes, as about pasted text.
    """

    name: str
    data: bytes = field(repr=False)
    sha256: str
    findings: tuple[Finding, ...] = ()

    @classmethod
    def from_bytes(cls, name: str, data: bytes) -> Source:
        """Return a source for bytes that are already here, such as pasted cells."""
        return cls(name, data, hashlib.sha256(data).hexdigest())


def display_name(path: str | os.PathLike[str]) -> str:
    """Return the last part of a path as text that any widget and any encoder accepts."""
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
        Where the file is.
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


def _read_open_file(descriptor: int, name: str, size_limit: int, watch: Watch) -> Source:
    before = os.fstat(descriptor)
    _require_regular(before, name, size_limit)
    digest = hashlib.sha256()
    chunks: list[bytes] = []
    n_read = 0
    # One byte more than announced is asked for: a file that grows shows itself.
    while n_read <= before.st_size:
        watch.step(n_read / max(before.st_size, 1), "reading the file")
        chunk = os.read(descriptor, min(CHUNK_SIZE, before.st_size + 1 - n_read))
        if not chunk:
            break
        digest.update(chunk)
        chunks.append(chunk)
        n_read += len(chunk)
    after = os.fstat(descriptor)
    if n_read != before.st_size or _identity(before) != _identity(after):
        message = "the file changed while it was read"
        raise ReadingError(message, where=name, hint="Wait until it is complete, then try again")
    watch.step(1.0, "reading the file")
    return Source(name, b"".join(chunks), digest.hexdigest())


def _identity(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _require_regular(status: os.stat_result, name: str, size_limit: int) -> None:
    """Raise unless this is a regular file of an acceptable size."""
    hint = "Choose a file that holds the data itself"
    if not stat.S_ISREG(status.st_mode):
        message = f"this is {_kind(status.st_mode)}, not a regular file"
        raise ReadingError(message, where=name, hint=hint)
    if status.st_size > size_limit:
        message = (
            f"the file is too large: {status.st_size:,} bytes, "
            f"and the size limit is {size_limit:,} bytes"
        )
        hint = "Keep only the columns that are needed, for example as Parquet"
        raise ReadingError(message, where=name, hint=hint)


def _kind(mode: int) -> str:
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe (FIFO)"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
        (stat.S_ISSOCK, "a socket"),
    )
    return next((words for test, words in kinds if test(mode)), "something special")


def _failure(error: OSError | ValueError, name: str) -> ReadingError:
    """Return the failure in words; the operating system's own text is not quoted."""
    code = error.errno if isinstance(error, OSError) else None
    if isinstance(error, (FileNotFoundError, NotADirectoryError)) or code is None:
        return ReadingError("there is no such file", where=name, hint="Check the name and folder")
    if isinstance(error, PermissionError):
        hint = "Ask its owner for the right to read it"
        return ReadingError("you may not read this file", where=name, hint=hint)
    if isinstance(error, IsADirectoryError):
        hint = "Choose a file in it"
        return ReadingError("this is a folder, not a regular file", where=name, hint=hint)
    words = {
        errno.EIO: "the disk reports an error while reading",
        errno.ELOOP: "the link leads nowhere: it points to itself",
        errno.ENAMETOOLONG: "the name is too long for this system",
        errno.ENXIO: "this is a socket or a device, not a regular file",
    }
    symbol = errno.errorcode.get(code, str(code))
    message = words.get(code, f"the system could not read the file (code {symbol})")
    return ReadingError(message, where=name, hint="Copy it to another place and try again")
