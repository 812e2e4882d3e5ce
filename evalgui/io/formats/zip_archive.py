"""Zip archives: the names in them, and what is taken out of them in a child process.

The child loads nothing of the rest of the program: what only this side needs is imported where
it is used.
"""

from __future__ import annotations

import io
import struct
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.formats.tables import one_of_several
from evalgui.io.sandbox.columns import AGAIN, DAMAGED, Refusal
from evalgui.io.sandbox.parent import run

if TYPE_CHECKING:
    from evalgui.core.checks import Finding
    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source

NAME = "zip"
SUFFIX = ".zip"

LARGEST_CONTENT = 2 << 30
LARGEST_RATIO = 100
FREE_CONTENT = 256 << 20
MOST_PARTS = 16_384
FREE_TEXT = 64 << 20
LARGEST_TEXT_RATIO = 30

_MEMBER = b"PK\x03\x04"
_ENTRY = b"PK\x01\x02"
_END = b"PK\x05\x06"
_END_SIZE = 22
_ENTRY_SIZE = 46
_LONGEST_COMMENT = 0xFFFF
_MOST_NAMES = 16_384
_ENCRYPTED = 1  # the lowest of a member's flags
_DOCUMENTS = (".md", ".pdf", ".docx", ".rtf", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".py", ".r")


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
        return tuple(one_of_several("file", self.name, self.names, is_guess=self.is_guess))


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
    from evalgui.io.bytes.source import Source

    result = run(one_file, phrase("zip archives"), source, watch, wanted or "")
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


# ---------------------------------------------------------------------------- in the child


def arrays(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the .npy members of an archive, by their names without the ending."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        members = checked(opened, len(data))
        parts = {}
        for member in members:
            if not member.filename.endswith(".npy"):
                message = phrase("the archive holds other files beside NumPy arrays")
                raise Refusal(message, AGAIN)
            parts[member.filename[:-4]] = opened.read(member)
    return {}, parts


def checked(opened: zipfile.ZipFile, size: int) -> list[zipfile.ZipInfo]:
    """Return the members, or refuse an archive that announces more than a file may hold."""
    members = opened.infolist()
    total = sum(member.file_size for member in members)
    limit = min(LARGEST_CONTENT, max(FREE_CONTENT, LARGEST_RATIO * size))
    if total > limit or len(members) > MOST_PARTS:
        message = phrase(
            "the file becomes too large when it is unpacked: {n} bytes", n=grouped(total)
        )
        raise Refusal(message, phrase("Save the data as CSV or Parquet"))
    if len({member.filename for member in members}) < len(members):
        raise Refusal(DAMAGED, AGAIN)
    return members


def one_file(data: bytes, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return a file of an archive: the wanted one, or the largest that may hold a table."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        files = [member for member in opened.infolist() if not _is_additional(member)]
        tables = [member for member in files if not _is_document(member.filename)] or files
        if not tables:
            raise Refusal(
                phrase("the zip archive has no file in it"), phrase("Choose a file with data in it")
            )
        if len(tables) > MOST_PARTS or len({one.filename for one in tables}) < len(tables):
            raise Refusal(DAMAGED, AGAIN)
        chosen = max(tables, key=lambda member: member.file_size)
        if wanted and len(tables) > 1:
            named = [member for member in tables if member.filename == wanted]
            if not named:
                message = phrase(
                    "there is no file '{wanted}' in the zip archive", wanted=wanted[:100]
                )
                raise Refusal(message, phrase("There are {n} files", n=len(tables)))
            chosen = named[0]
        limit = max(FREE_TEXT, LARGEST_TEXT_RATIO * len(data))
        if chosen.file_size > limit:
            message = phrase(
                "the zip archive becomes too large when it is unpacked: {n} bytes",
                n=grouped(chosen.file_size),
            )
            hint = phrase("Unpack it with another program if you trust it, and open the result")
            raise Refusal(message, hint)
        if chosen.flag_bits & _ENCRYPTED:
            message = phrase("the zip archive has a password")
            raise Refusal(message, phrase("Unpack it with its password, and open the file in it"))
        facts = {"name": chosen.filename, "names": [member.filename for member in tables]}
        return facts, {"content": opened.read(chosen)}


def _is_additional(member: zipfile.ZipInfo) -> bool:
    """Return whether a member is a folder, or something that a system adds by itself."""
    parts = member.filename.split("/")
    is_hidden = parts[-1].startswith(".") or "__MACOSX" in parts
    return member.is_dir() or is_hidden or parts[-1].casefold() in {"thumbs.db", "desktop.ini"}


def _is_document(name: str) -> bool:
    plain = name.rsplit("/", 1)[-1].casefold()
    return plain.startswith(("readme", "license", "licence")) or plain.endswith(_DOCUMENTS)
