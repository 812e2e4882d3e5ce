"""Compressed files: gzip, bzip2, xz and zstd, unpacked piece by piece and never without a limit."""

from __future__ import annotations

import bz2
import lzma
import re
import zlib
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import CHUNK_SIZE, FREE_SIZE, LARGEST_RATIO, SIZE_LIMIT, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from evalgui.core.progress import Watch

SUFFIXES = (".gz", ".bz2", ".xz", ".zst")
"""How the names of compressed files end."""

_XZ_MEMORY = 256 << 20
_FORMATS = ((b"\x1f\x8b", "gzip"), (b"\xfd7zXZ\x00", "xz"), (b"\x28\xb5\x2f\xfd", "zstd"))
# Letters alone could be text: behind them stands pi, or of an empty file its square root.
_BZIP2 = re.compile(rb"BZh[1-9](?:1AY|\x17rE)")


def compression_of(source: Source) -> str | None:
    """Return ``"gzip"``, ``"bzip2"``, ``"xz"`` or ``"zstd"`` by the first bytes, else None."""
    if _BZIP2.match(source.head):
        return "bzip2"
    return next((name for mark, name in _FORMATS if source.head.startswith(mark)), None)


def unpacked(source: Source, watch: Watch, size_of_file: int | None = None) -> Source:
    """Return the content of a compressed file; any other file as it is.

    Parameters
    ----------
    source
        The whole file.
    watch
        Told about the progress after every piece of 4 MiB, asked whether to go on.
    size_of_file
        How large the file is that the source comes from, in bytes; None for the source itself.

    Returns
    -------
    Source
        The content, with the name and the SHA-256 of the file itself.

    Raises
    ------
    ReadingError
        If the file is damaged or cut off, or becomes larger than 64 MiB and than 30 times
        its size, or larger than any file may be (4 GiB). It is given up at that moment: no
        more than that is ever held.
    CancelledError
        If the watch says so.
    """
    name = compression_of(source)
    if name is None:
        return source
    size_of_file = len(source.content) if size_of_file is None else size_of_file
    limit = min(SIZE_LIMIT, max(FREE_SIZE, LARGEST_RATIO * size_of_file))
    pieces: list[bytes] = []
    size = 0
    try:
        for piece in _OPENERS[name](source.data):
            size += len(piece)
            if size > limit:
                raise _too_large(source, name, limit)
            pieces.append(piece)
            watch.step(0.5, phrase("unpacking: {n} MiB", n=grouped(size >> 20)))
    except (zlib.error, lzma.LZMAError, EOFError, OSError) as error:
        message = (
            phrase("the {name} file is cut off: it is incomplete", name=name)
            if isinstance(error, EOFError)
            else phrase("the {name} file is damaged", name=name)
        )
        hint = phrase("Copy or download it again")
        raise ReadingError(message, where=source.name, hint=hint) from None
    return Source(source.name, b"".join(pieces), source.digest, source.findings)


def _too_large(source: Source, name: str, limit: int) -> ReadingError:
    return ReadingError(
        phrase(
            "the {name} file becomes too large when it is unpacked: more than {limit} bytes from "
            "{size}",
            name=name,
            limit=grouped(limit),
            size=grouped(len(source.content)),
        ),
        where=source.name,
        hint=phrase("Unpack it with another program if you trust it, and open the result"),
    )


def _gzip(data: bytes) -> Iterator[bytes]:
    """Yield the content of all members, one behind the other; zeros may fill up the end."""
    return _members(data, lambda: zlib.decompressobj(wbits=31))


def _xz(data: bytes) -> Iterator[bytes]:
    return _members(data, lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY))


def _bzip2(data: bytes) -> Iterator[bytes]:
    return _members(data, bz2.BZ2Decompressor)


def _members(data: bytes, opener: Callable[[], Any]) -> Iterator[bytes]:
    rest = memoryview(data)
    while rest.nbytes:
        member = opener()
        left = yield from _one_member(member, rest)
        rest = rest[rest.nbytes - left :]
        if not bytes(rest[:8]).strip(b"\0"):
            # Padding, as tape drives and xz write it. Anything else is a next member, or damage.
            if any(rest):
                raise zlib.error
            return


def _one_member(member: Any, rest: memoryview) -> Generator[bytes, None, int]:  # noqa: ANN401 - zlib or lzma
    """Yield what one member holds; return how many bytes stand behind it."""
    position = 0
    pending = b""
    while not member.eof:
        if not pending and getattr(member, "needs_input", True):
            if position >= rest.nbytes:
                raise EOFError
            pending = bytes(rest[position : position + CHUNK_SIZE])
            position += len(pending)
        yield member.decompress(pending, CHUNK_SIZE)
        pending = getattr(member, "unconsumed_tail", b"")
    return len(member.unused_data) + rest.nbytes - position


def _zstd(data: bytes) -> Iterator[bytes]:
    from evalgui.io.table import arrow

    stream = arrow.CompressedInputStream(arrow.BufferReader(data), "zstd")
    while piece := stream.read(CHUNK_SIZE):
        yield piece


_OPENERS: dict[str, Callable[[bytes], Iterator[bytes]]] = {
    "gzip": _gzip,
    "bzip2": _bzip2,
    "xz": _xz,
    "zstd": _zstd,
}
