"""How the file of a workspace of this program is told from a file with data."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.io.formats import zip_archive

if TYPE_CHECKING:
    from evalgui.io.bytes.source import Source

SUFFIX = ".evalgui"
DESCRIPTION = "workspace.json"
"""The file in the archive that says what the workspace holds; it stands first."""

_NAME = DESCRIPTION.encode()
_START = b"PK\x03\x04"
_NAME_AT = 30  # bytes of an archive before the name of its first file
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def is_workspace(source: Source) -> bool:
    """Return whether a file is a workspace, even a damaged one; nothing is unpacked."""
    if not zip_archive.is_archive(source):
        return False
    return _starts_as_one(source.head) or _NAME in zip_archive.names(source)


def n_files(source: Source) -> int:
    """Return how many files the directory of an archive lists; 0 where it is damaged."""
    return len(zip_archive.names(source))


def is_workspace_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is to be opened as a workspace, by its first bytes and its name.

    What cannot be read is none, unless its name ends as that of a workspace does.
    """
    if Path(path).suffix.lower() == SUFFIX:
        return True
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            return False
        descriptor = os.open(path, _FLAGS)
        try:
            return _starts_as_one(os.read(descriptor, 64))
        finally:
            os.close(descriptor)
    except (OSError, ValueError):
        return False


def _starts_as_one(head: bytes) -> bool:
    return head.startswith(_START) and head[_NAME_AT:].startswith(_NAME)
