"""Zip archives: the names in them, and the one file that is read, in a child process."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding, Level
from evalgui.io.bytes.source import Source
from evalgui.io.meaning import listed
from evalgui.io.sandbox.parent import run

if TYPE_CHECKING:
    from evalgui.core.progress import Watch

NAME = "zip"
SUFFIX = ".zip"

_MEMBER = b"PK\x03\x04"
_ENTRY = b"PK\x01\x02"
_END = b"PK\x05\x06"
_END_SIZE = 22
_ENTRY_SIZE = 46
_LONGEST_COMMENT = 0xFFFF
_MOST_NAMES = 16_384


@dataclass(frozen=True, slots=True)
class Member:
    """The file of an archive that is read.

    Parameters
    ----------
    content
        Its bytes, with the SHA-256 of the archive.
    name
        Its name in the archive.
    names
        The names of all files that may hold a table.
    is_guess
        Whether there are several and nobody said which is meant.
    """

    content: Source
    name: str
    names: tuple[str, ...]
    is_guess: bool

    def findings(self) -> tuple[Finding, ...]:
        """Return which files of the archive were not read."""
        others = [name for name in self.names if name != self.name]
        if not others:
            return ()
        text = f"the file '{self.name}' was read, and not {listed(others)}"
        level = Level.WARNING if self.is_guess else Level.INFO
        return (Finding("multi_sheet", text, len(self.names), level),)


def is_archive(source: Source) -> bool:
    """Return whether a file starts as a zip archive does."""
    return source.head.startswith(_MEMBER)


def member(source: Source, wanted: str | None, watch: Watch) -> Member:
    """Return the file in an archive: the one that is wanted, the only one, or the largest.

    Documents such as a README, and what systems add, are no files to choose from.

    Raises
    ------
    ReadingError
        If the archive is damaged, empty, has a password, or what is in it becomes larger
        than 64 MiB and than 30 times the archive, or there are several files and none of
        that name.
    CancelledError
        If the watch says so.
    """
    result = run("zip", source, watch, wanted or "")
    facts = result.facts
    name = facts["name"]
    content = Source(f"{source.name}, '{name}'", result.parts["content"], source.digest)
    is_guess = wanted is None and len(facts["names"]) > 1
    return Member(content, name, tuple(facts["names"]), is_guess)


def names(source: Source) -> list[bytes]:
    """Return the names that the directory at the end of an archive lists.

    Nothing is unpacked. Empty where there is no such directory, or it is damaged.
    """
    content = source.content
    tail = bytes(content[-(_LONGEST_COMMENT + _END_SIZE) :])
    at = tail.rfind(_END)
    if at < 0 or at + _END_SIZE > len(tail):
        return []
    (size,) = struct.unpack_from("<I", tail, at + 12)
    end = len(content) - len(tail) + at
    place = end - size
    found: list[bytes] = []
    while 0 <= place <= end - _ENTRY_SIZE and len(found) < _MOST_NAMES:
        if content[place : place + 4] != _ENTRY:
            return found
        length, extra, comment = struct.unpack_from("<3H", content, place + 28)
        start = place + _ENTRY_SIZE
        found.append(bytes(content[start : start + length]))
        place = start + length + extra + comment
    return found
