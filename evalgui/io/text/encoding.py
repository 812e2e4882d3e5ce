"""Bytes to UTF-8: which encoding a text file has, and where it breaks its rules."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.parallel import blocks, spread
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import ENCODINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from evalgui.io.bytes.source import Source

# A longer mark first: that of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE_SIZE = 1 << 16
_PART_SIZE = 1 << 20
_LAST_ASCII = 0x7F
_CYRILLIC_WORD = re.compile(rb"(?<![A-Za-z\xC0-\xFF])[\xC0-\xFF]{2,}(?![A-Za-z\xC0-\xFF])")
_OTHER_HINT = phrase("Save it again as UTF-8, or choose another encoding")
_FRESH_COPY = phrase("Get a fresh copy of the file")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text file as UTF-8.

    Parameters
    ----------
    data
        The text in UTF-8, valid throughout, without byte order mark and without NUL.
    encoding
        The encoding that the file has: a key of `ENCODINGS`.
    findings
        What was guessed.
    """

    data: bytes = field(repr=False)
    encoding: str
    findings: tuple[Finding, ...] = ()


def decode(name: str, data: bytes, wanted: str | None = None) -> Decoded:
    """Return a text file as UTF-8.

    Parameters
    ----------
    name
        The file name, for messages.
    data
        Every byte of the file.
    wanted
        The encoding to take for granted, a key of `ENCODINGS`; None to find out: a byte
        order mark decides, else UTF-16 by its pattern, else UTF-8 where all of it is valid,
        else a one-byte encoding by the look of its letters, which is a warning.

    Raises
    ------
    ReadingError
        If the bytes break the rules of the encoding, or hold NUL characters.
    """
    if wanted is not None:
        if wanted not in ENCODINGS:
            message = phrase("the encoding '{name}' is not known", name=wanted)
            raise ReadingError(message, where=name)
        return _decoded(name, _without_mark(data, wanted), wanted)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(name, data[len(mark) :], encoding)
    wide = _wide_encoding(data)
    if wide is not None:
        text = phrase(
            "the file has no mark of its encoding: it is read as {encoding}",
            encoding=ENCODINGS[wide],
        )
        return _decoded(name, data, wide, Finding("encoding_guess", text, level=Level.INFO))
    error = _first_error(data)
    if error is None:
        return _decoded(name, data, "utf-8")
    return _guess(name, data, error)


def _without_mark(data: bytes, encoding: str) -> bytes:
    mark = next((mark for mark, other in _MARKS if other == encoding), b"")
    return data[len(mark) :] if mark and data.startswith(mark) else data


def _decoded(name: str, data: bytes, encoding: str, *findings: Finding) -> Decoded:
    """Decode strictly, and refuse NUL characters."""
    if encoding != "utf-8":
        try:
            data = data.decode(encoding).encode()
        except UnicodeDecodeError as error:
            message = phrase(
                "the file is not valid {encoding}: it breaks the rules at byte {n}",
                encoding=ENCODINGS[encoding],
                n=grouped(error.start + 1),
            )
            raise ReadingError(message, where=name, hint=_OTHER_HINT) from None
    elif (offset := _first_error(data)) is not None:
        message = phrase(
            "the file is not valid UTF-8: byte {byte} (hexadecimal) in line {line}",
            byte=f"{data[offset]:02X}",
            line=grouped(line_at(data, offset)),
        )
        raise ReadingError(message, where=name, hint=_OTHER_HINT)
    place = data.find(0)
    if place >= 0:
        n_nul = data.count(0)
        message = phrase(
            "the file is damaged or not text: {n} NUL characters, the first in line {line}",
            n=grouped(n_nul),
            line=grouped(line_at(data, place)),
        )
        raise ReadingError(message, where=name, hint=_FRESH_COPY)
    return Decoded(data, encoding, findings)


@dataclass(frozen=True, slots=True)
class Utf8:
    """A text file as UTF-8 that was not copied if it was UTF-8 before.

    Parameters
    ----------
    view
        As `Decoded.data`.
    encoding, findings
        As of `Decoded`.
    """

    view: memoryview = field(repr=False)
    encoding: str
    findings: tuple[Finding, ...] = ()


def as_utf8(source: Source, wanted: str | None = None) -> Utf8:
    """Return what `decode` returns, for files of any size.

    Large files are looked through in parts: whoever waits in another thread gets a turn.

    Parameters
    ----------
    source
        The whole file.
    wanted
        As of `decode`.

    Raises
    ------
    ReadingError
        As `decode`.
    """
    if wanted in {None, "utf-8"} and _is_plain_utf8(source.content):
        return Utf8(source.content, "utf-8")
    decoded = decode(source.name, source.data, wanted)
    return Utf8(memoryview(decoded.data), decoded.encoding, decoded.findings)


def _is_plain_utf8(content: memoryview) -> bool:
    """Return whether this is valid UTF-8 without a byte order mark and without NUL."""
    if not len(content) or any(bytes(content[: len(mark)]) == mark for mark, _ in _MARKS):
        return False
    marks = np.frombuffer(content, np.uint8)
    parts = blocks(len(marks), _PART_SIZE)
    ends = spread(lambda part: (int(marks[part].min()), int(marks[part].max())), parts)
    if min(low for low, _ in ends) == 0:
        return False
    if max(high for _, high in ends) <= _LAST_ASCII:
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for part in parts:
            decoder.decode(content[part], final=part is parts[-1])
    except UnicodeDecodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Utf8Pieces:
    """A text file of any size as UTF-8, some of it at a time.

    Parameters
    ----------
    pieces
        The text in UTF-8, as of `Decoded`; a character may be cut between two of them.
    encoding, findings
        As of `Decoded`; what is not known of the first piece is not known.
    """

    pieces: Iterator[bytes] = field(repr=False)
    encoding: str
    findings: tuple[Finding, ...] = ()


def utf8_pieces(name: str, chunks: Iterator[bytes], wanted: str | None = None) -> Utf8Pieces:
    """Return what `decode` returns, for a file that is not held as a whole.

    Parameters
    ----------
    name, wanted
        As of `decode`; of a file in several chunks, the first tells the encoding.
    chunks
        The bytes of the file.

    Raises
    ------
    ReadingError
        As `decode`; where a later chunk breaks the rules, when the piece is asked for.
    """
    first, second = next(chunks, b""), next(chunks, b"")
    if not second:
        decoded = decode(name, first, wanted)
        return Utf8Pieces(iter([decoded.data]), decoded.encoding, decoded.findings)
    if wanted is not None or is_wide(first):
        marked = next((own for mark, own in _MARKS if first.startswith(mark)), None)
        encoding = wanted or marked or _wide_encoding(first[: len(first) // 2 * 2])
        head = Decoded(b"", encoding or "utf-8")
    else:  # whole lines, so that no character is cut
        head = decode(name, first[: first.rfind(b"\n") + 1] or first)
    chunks = chain([_without_mark(first, head.encoding), second], chunks)
    return Utf8Pieces(_decoded_pieces(name, chunks, head.encoding), head.encoding, head.findings)


def _decoded_pieces(name: str, chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)()
    n_before = 0
    for chunk in chain(chunks, [b""]):
        try:
            if encoding != "utf-8":
                piece = decoder.decode(chunk, final=not chunk).encode()
            else:
                piece = chunk
                if not (chunk.isascii() and chunk) or decoder.getstate()[0]:
                    decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            message = phrase(
                "the file is not valid {encoding}: it breaks the rules near byte {n}",
                encoding=ENCODINGS[encoding],
                n=grouped(n_before + error.start + 1),
            )
            raise ReadingError(message, where=name, hint=_OTHER_HINT) from None
        if 0 in piece:
            message = phrase("the file is damaged or not text: there are NUL characters")
            raise ReadingError(message, where=name, hint=_FRESH_COPY)
        n_before += len(chunk)
        yield piece


def line_at(data: bytes, offset: int) -> int:
    """Return the number of the line, from 1, that holds a byte of UTF-8 text."""
    end = b"\n" if b"\n" in data else b"\r"
    return data.count(end, 0, offset) + 1


def _first_error(data: bytes) -> int | None:
    """Return the offset of the first byte that is not UTF-8; None where all of it is."""
    if data.isascii():
        return None
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return None


def is_wide(head: bytes) -> bool:
    """Return whether the start of a file is UTF-16 or UTF-32, by its mark or its NULs."""
    return head.startswith(tuple(mark for mark, _ in _MARKS)) or bool(_wide_encoding(head))


def _wide_encoding(data: bytes) -> str | None:
    """Return the kind of UTF-16 that the pattern of NULs speaks for; None for none."""
    sample = data[:_SAMPLE_SIZE]
    half = len(sample) // 2
    if not half or len(data) % 2:
        return None
    even, odd = sample[0 : 2 * half : 2].count(0), sample[1 : 2 * half : 2].count(0)
    most, few = 0.7 * half, 0.05 * half
    if odd >= most and even <= few:
        return "utf-16-le"
    if even >= most and odd <= few:
        return "utf-16-be"
    return None


def _guess(name: str, data: bytes, error: int) -> Decoded:
    """Decode a file that is neither UTF-8 nor marked as anything else."""
    line = line_at(data, error)
    text = data.decode("utf-8", "replace")
    n_bad = text.count("\ufffd")
    n_other = len(text) - len(text.encode("ascii", "ignore")) - n_bad
    if n_other > n_bad:
        message = phrase(
            "the file is damaged: it is UTF-8, but for {n} bytes, the first in line {line}",
            n=grouped(n_bad),
            line=grouped(line),
        )
        hint = phrase("Repair that line, or save it again as utf-8, or choose another encoding")
        raise ReadingError(message, where=name, hint=hint)
    encoding = _one_byte_encoding(data)
    said = phrase(
        "the encoding is a guess: the file is not valid UTF-8 (first in line {line}) and is read "
        "as {encoding}",
        line=grouped(line),
        encoding=ENCODINGS[encoding],
    )
    return _decoded(name, data, encoding, Finding("encoding_guess", said))


def _one_byte_encoding(data: bytes) -> str:
    """Return the one-byte encoding that the letters look like.

    Cyrillic words are bytes from C0 upward throughout; in Western languages such bytes stand
    beside plain letters, as in "Größe". Small letters are E0-FF in Windows-1251 and C0-DF in
    KOI8-R.
    """
    high = bytes(1 if byte >= 0xC0 else 0 for byte in range(256))  # see above
    n_high = data.translate(high).count(1)
    n_in_words = sum(map(len, _CYRILLIC_WORD.findall(data)))
    if n_high and n_in_words > 0.8 * n_high:
        upper = bytes(1 if 0xC0 <= byte < 0xE0 else 0 for byte in range(256))
        n_upper = data.translate(upper).count(1)
        return "koi8-r" if n_upper > n_high - n_upper else "cp1251"
    undefined = {0x81, 0x8D, 0x8F, 0x90, 0x9D}
    return "iso8859-1" if undefined & set(data) else "cp1252"
