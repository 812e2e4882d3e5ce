"""Bytes to UTF-8: every encoding is named, every guess is said, damage has a place."""

from __future__ import annotations

import codecs
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.checks import Level
from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.io.bytes.source import Source
from evalgui.io.meaning.reading import ENCODINGS
from evalgui.io.text import encoding as encoding_module
from evalgui.io.text.encoding import Utf8, as_utf8, decode, line_at

TEXT = "id,label,score\nMüller,pos,0.5\n"
CYRILLIC = "id,label,score\n" + "P1,болен,0.5\nP2,здоров,0.25\n" * 5


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), "utf-32-le"),
        (codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"), "utf-32-be"),
    ],
)
def test_that_a_marked_or_valid_encoding_is_no_guess(data: bytes, encoding: str) -> None:
    found = decode("a.csv", data)
    assert (found.data.decode(), found.encoding, found.findings) == (TEXT, encoding, ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_that_utf_16_without_a_mark_is_recognised_and_said(encoding: str) -> None:
    found = decode("a.csv", TEXT.encode(encoding))
    assert (found.data.decode(), found.encoding) == (TEXT, encoding)
    assert [(f.code, f.level) for f in found.findings] == [("encoding_guess", Level.INFO)]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (TEXT, "cp1252"),
        ("Größe,Befund\n12,müde\n", "cp1252"),
        ("Größe\n1,auffällig\n2,übermäßig\n", "cp1252"),
        ("âge,décédé\n61,été\n", "cp1252"),
        (CYRILLIC, "cp1251"),
        (CYRILLIC, "koi8-r"),
        ("балл,y\n1,да\n2,нет\n", "cp1251"),
    ],
)
def test_that_a_one_byte_encoding_is_a_warning_with_the_line(text: str, encoding: str) -> None:
    found = decode("a.csv", text.encode(encoding))
    assert (found.data.decode(), found.encoding) == (text, encoding)
    (finding,) = found.findings
    assert (finding.code, finding.level) == ("encoding_guess", Level.WARNING)
    line = next(n for n, one in enumerate(text.splitlines(), start=1) if not one.isascii())
    assert f"(first in line {line})" in finding.text
    assert ENCODINGS[encoding] in finding.text


def test_that_bytes_that_windows_1252_does_not_have_are_still_kept() -> None:
    found = decode("a.csv", b"a,\x81\nb,\xe9\n")
    assert found.encoding == "iso8859-1"
    assert found.data.decode() == "a,\x81\nb,é\n"


def test_that_a_late_bad_byte_is_found() -> None:
    data = b"id,label\n" + b"P1,pos\n" * 50_000 + b"P2,ne\xc9g\n" + b"P3,pos\n"
    found = decode("a.csv", data)
    assert f"line {grouped(50_002)}" in found.findings[0].text


def test_that_an_overlong_sequence_is_no_slash() -> None:
    assert b"/" not in decode("a.csv", b"a\xc0\xafb").data


def test_that_damaged_utf_8_is_refused_with_the_line() -> None:
    data = "id,name\n1,Müller\n2,Ärger\n3,Öl\n4,x".encode() + b"\xc9\n"
    with pytest.raises(ReadingError, match="1 bytes, the first in line 5"):
        decode("a.csv", data)


def test_that_the_user_may_open_damaged_utf_8_in_another_encoding() -> None:
    found = decode("a.csv", "é".encode() + b"\xc9", "cp1252")
    assert (found.data.decode(), found.findings) == ("Ã©É", ())


@pytest.mark.parametrize(
    ("data", "encoding"),
    [(b"a\n\xff", "utf-8"), (b"abc", "utf-16-le"), (b"\x00\xd8a\x00", "utf-16-le")],
)
def test_that_a_chosen_encoding_is_not_stretched(data: bytes, encoding: str) -> None:
    with pytest.raises(ReadingError, match="is not valid UTF"):
        decode("a.csv", data, encoding)


def test_that_a_chosen_encoding_drops_its_mark() -> None:
    assert decode("a.csv", codecs.BOM_UTF16_LE + b"a\0", "utf-16-le").data == b"a"


def test_that_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(ReadingError, match="not known"):
        decode("a.csv", b"a", "rot13")


def test_that_nul_characters_are_refused_with_the_line() -> None:
    with pytest.raises(ReadingError, match="3 NUL characters, the first in line 3"):
        decode("a.csv", b"id,label\n1,pos\n2,\0\0\0")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_that_every_encoding_on_offer_decodes(encoding: str) -> None:
    assert decode("a.csv", "a,b\n1,2\n".encode(encoding), encoding).data == b"a,b\n1,2\n"


def test_that_lines_are_counted_for_old_line_ends_too() -> None:
    assert line_at(b"a\rb\rc", 4) == 3
    assert line_at(b"a\r\nb\r\nc", 6) == 3


@given(st.text())
def test_that_any_text_survives_utf_8(text: str) -> None:
    text = text.replace("\0", "").lstrip("\ufeff")
    data = text.encode("utf-8", "ignore")
    assert decode("a.csv", data, "utf-8").data == data


@given(st.binary(max_size=200))
def test_that_any_bytes_are_decoded_or_refused(data: bytes) -> None:
    try:
        found = decode("a.csv", data)
    except ReadingError:
        return
    found.data.decode()
    assert 0 not in found.data


def decoded_or_refused(work: Any) -> Any:
    try:
        found = work()
    except ReadingError as error:
        return str(error)
    view = found.view if isinstance(found, Utf8) else found.data
    return bytes(view), found.encoding, found.findings


@given(st.binary(max_size=40) | st.text(max_size=20).map(str.encode))
def test_that_a_view_is_what_decoding_returns(data: bytes) -> None:
    expected = decoded_or_refused(lambda: decode("a.csv", data))
    with patch.object(encoding_module, "_PART_SIZE", 3):
        found = decoded_or_refused(lambda: as_utf8(Source.from_bytes("a.csv", data)))
    assert found == expected


def test_that_plain_utf_8_is_not_copied() -> None:
    source = Source.from_bytes("a.csv", TEXT.encode())
    assert as_utf8(source).view is source.content
