"""Writing a file that is too large to be made at once: as safely as any other."""

from __future__ import annotations

import hashlib
import io
import os
from typing import TYPE_CHECKING

from evalgui.io.keeping.safe_writing import Content, write_content, written_by

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

_PIECE = 1 << 20


def write_streamed(
    path: str | os.PathLike[str],
    write: Callable[[BinaryIO], object],
    *,
    mode: int | None = None,
) -> str:
    """Write a file piece by piece so that all of it is there, or what was there before.

    The protocol is that of `write_safely`; what is read back is compared by its SHA-256.

    Parameters
    ----------
    path
        Where to.
    write
        Called with a file that takes bytes one after the other, and can go back nowhere. What
        it raises ends the writing, and what was there before stays.
    mode
        As of `write_safely`.

    Returns
    -------
    str
        The SHA-256 of what was written, 64 hexadecimal digits.

    Raises
    ------
    WritingError
        If the folder, the disk or the rights do not allow it, in words, with a way out.
    """
    content = _Streamed(write)
    write_content(path, content, mode)
    return content.digest.hexdigest()


class _Streamed(Content):
    """What a function writes."""

    def __init__(self, write: Callable[[BinaryIO], object]) -> None:
        self._write = write
        self.digest = hashlib.sha256()

    def write_to(self, descriptor: int) -> None:
        """Have it written, all at the end; what the disk said goes before what came of it."""
        self.digest = hashlib.sha256()
        raw = _Hashing(descriptor, self.digest.update)
        file = io.BufferedWriter(raw, _PIECE)
        try:
            self._write(file)
            file.flush()
        except Exception:
            if raw.error is not None:
                raise raw.error from None
            raise
        finally:
            raw.is_over = True  # what is still held back goes nowhere
        if raw.error is not None:  # and somebody kept it to himself
            raise raw.error

    def is_in(self, descriptor: int) -> bool:
        """Return whether a file reads back as it."""
        found = hashlib.sha256()
        while piece := os.read(descriptor, _PIECE):
            found.update(piece)
        return found.digest() == self.digest.digest()


class _Hashing(io.RawIOBase):
    """A file that only grows, told of all that is written, and that keeps the error of a disk."""

    def __init__(self, descriptor: int, tell: Callable[[bytes], object]) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._told = tell
        self._place = 0
        self.error: OSError | None = None
        self.is_over = False

    def writable(self) -> bool:
        """Return that it takes bytes."""
        return True

    def tell(self) -> int:
        """Return how many bytes it has taken."""
        return self._place

    def write(self, data: object) -> int:
        """Write what the system takes at once."""
        piece = bytes(data)  # type: ignore[call-overload] # bytes, or a view of them
        if self.is_over:
            return len(piece)
        try:
            written = written_by(os.write(self._descriptor, piece)) if piece else 0
        except OSError as error:
            self.error = error
            raise
        self._told(piece[:written])
        self._place += written
        return written
