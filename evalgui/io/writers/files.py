"""Writing a file completely or not at all."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from evalgui.core.api import EvalguiError

if TYPE_CHECKING:
    from pathlib import Path


class WritingError(EvalguiError):
    """A file could not be written; what was there before is untouched."""


def write_atomically(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file so that either all of it is there or the old one still is.

    The bytes go to a new file in the same folder, are forced to the disk and read back, and
    only then take the place of the old file.

    Parameters
    ----------
    path
        Where to.
    data
        All of the content.
    mode
        Who may read a new file and write to it, less what the process withholds.

    Raises
    ------
    WritingError
        If the folder, the disk or the rights do not allow it.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if fresh.read_bytes() != data:
            message = "what was written could not be read back"
            raise WritingError(message, where=path.name, hint="Choose another folder")
        fresh.replace(path)
    except OSError:
        message = "the file could not be written"
        hint = "Check that the folder exists, may be written to and has room"
        raise WritingError(message, where=path.name, hint=hint) from None
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
