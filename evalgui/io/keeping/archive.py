"""The file of a workspace: a zip archive of its description, and of data where that is wanted."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.formats.workspace_files import DESCRIPTION, is_workspace, n_files
from evalgui.io.keeping.workspace_json import from_workspace_json, is_intact, to_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.io.bytes.source import Source
    from evalgui.io.keeping.kept import Kept

_DATA = re.compile(r"data/[0-9A-Za-z_-]{1,60}\.parquet")
_MOST_MEMBERS = 2_000
_FREE, _FREE_DESCRIPTION = 64 << 20, 16 << 20
_LARGEST_RATIO = 30
"""What all of it may become when it is unpacked: 64 MiB, or 30 times the archive; the description
16 MiB, or likewise, since a value of JSON takes thirty times the memory of its text."""

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the first that an archive can name
_PIECE = 1 << 20  # bytes that are put in at once
_UNIX, _RIGHTS = 3, 0o600 << 16
_IS_ENCRYPTED = 0x1
_COPY = phrase("Open a copy of it, or the file that the data come from")
_DAMAGED = phrase("the workspace is damaged")


@dataclass(frozen=True, slots=True, eq=False)
class Archive:
    """What is in the file of a workspace.

    Parameters
    ----------
    kept
        The workspace.
    data
        The embedded files by their names.
    is_intact
        Whether all of it is as it was written, by its digest; None where it has none.
    """

    kept: Kept
    data: Mapping[str, bytes]
    is_intact: bool | None = None


def packed(
    kept: Kept, data: Mapping[str, bytes] | None = None, watch: Watch | None = None
) -> bytes:
    """Return a workspace as the bytes of a file: the same for the same workspace.

    Parameters
    ----------
    kept
        The workspace.
    data
        The embedded files that it names (`evalgui.io.keeping.embedded.embedded_bytes`).
    watch
        Asked whether to go on.

    Raises
    ------
    CancelledError
        If the watch says so.
    DataError
        If these are not the files that it names, or it does not read back as what it is.
    """
    data, watch = data or {}, watch or Watch()
    _require_named(kept, data)
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as archive:
        _add(archive, DESCRIPTION, to_json(kept, data), zipfile.ZIP_DEFLATED, watch)
        for name in sorted(data):
            _add(archive, name, data[name], zipfile.ZIP_STORED, watch)
    return sink.getvalue()


def _add(archive: zipfile.ZipFile, name: str, content: bytes, how: int, watch: Watch) -> None:
    """Add a file that says nothing of when and where it was written.

    It goes in piece by piece: no other thread runs while one is copied.
    """
    info = zipfile.ZipInfo(name, _FIRST_DAY)
    info.compress_type, info.create_system, info.external_attr = how, _UNIX, _RIGHTS
    info.file_size = len(content)
    with archive.open(info, "w") as file:
        for start in range(0, len(content), _PIECE):
            watch.look()
            file.write(content[start : start + _PIECE])


def unpacked(source: Source) -> Archive:
    """Return what is in the file of a workspace: all of it, or a refusal in words.

    Parameters
    ----------
    source
        The whole file.

    Raises
    ------
    ReadingError
        If it is no workspace, damaged, has a password, or becomes too large.
    DataError
        If what it says is not as this program writes it.
    """
    if not is_workspace(source):
        message = phrase(
            "this is no workspace of this program, or what is left of it is too little"
        )
        raise ReadingError(message, where=source.name, hint=_COPY)
    try:
        members = _members(source)
        text = members.pop(DESCRIPTION)
        kept = from_workspace_json(text, source.name)
    except _BROKEN:
        raise ReadingError(_DAMAGED, where=source.name, hint=_COPY) from None
    try:
        _require_named(kept, members)
    except DataError as error:
        raise DataError(error.message, where=source.name, hint=_COPY) from None
    return Archive(kept, members, is_intact(text, members))


_BROKEN: tuple[type[Exception], ...] = (
    *(zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, OverflowError),
    *(NotImplementedError, RuntimeError, OSError),
)
"""What the standard library raises when it is given a damaged archive."""


def _require_named(kept: Kept, data: Mapping[str, bytes]) -> None:
    """Refuse embedded files that are not just those that the description names."""
    named = {one.embedded for one in kept.data_sets if one.embedded is not None}
    if named != set(data):
        lacks = named - set(data)
        message = phrase(
            "the workspace lacks data that its description names"
            if lacks
            else "the workspace holds data that nobody names"
        )
        raise DataError(message)


def _members(source: Source) -> dict[str, bytes]:
    """Return all files in the archive, within limits."""
    if not 0 < n_files(source) <= _MOST_MEMBERS:
        raise zipfile.BadZipFile
    found: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
        infos = archive.infolist()
        if sum(info.compress_size for info in infos) > len(source.content):
            raise zipfile.BadZipFile  # files that lie over each other
        _require_bounded(infos, source)
        for info in infos:
            if info.filename == "data/":
                continue  # some programs that pack it again name the folder
            _require_plain(info, source, found)
            found[info.filename] = _content(archive, info)
    return found


def _require_plain(info: zipfile.ZipInfo, source: Source, found: Mapping[str, bytes]) -> None:
    """Refuse a file that no workspace has."""
    if info.filename != DESCRIPTION and not _DATA.fullmatch(info.filename):
        message = phrase("there is a file in the workspace that no workspace has")
        raise ReadingError(message, where=source.name, hint=_COPY)
    if info.filename in found:
        message = phrase("two files in the workspace have one name")
        raise ReadingError(message, where=source.name, hint=_COPY)
    if info.flag_bits & _IS_ENCRYPTED:
        message = phrase("the workspace has a password")
        hint = phrase("Unpack it, and pack it again without one")
        raise ReadingError(message, where=source.name, hint=hint)


def _require_bounded(infos: Sequence[zipfile.ZipInfo], source: Source) -> None:
    """Refuse what would become too large, by what the archive says, before it is unpacked."""
    described = [info for info in infos if info.filename == DESCRIPTION]
    for is_whole, parts, free in ((True, infos, _FREE), (False, described, _FREE_DESCRIPTION)):
        most = max(free, _LARGEST_RATIO * len(source.content))
        if sum(info.file_size for info in parts) > most:
            message = phrase(
                "the workspace becomes larger than {most} bytes when it is unpacked"
                if is_whole
                else "the description in the workspace becomes larger than {most} bytes when it is "
                "unpacked",
                most=grouped(most),
            )
            raise ReadingError(message, where=source.name, hint=_COPY)


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Return a file of the archive, which may be no larger than it says."""
    with archive.open(info) as file:
        content = file.read(info.file_size + 1)
        if len(content) != info.file_size or file.read(1):
            raise zipfile.BadZipFile
    return content
