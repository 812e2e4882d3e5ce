"""Files of formats that are not read: named for what they are, with the way out."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import pickle
import sqlite3
import struct
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyreadstat
import pytest
import scipy.io

from evalgui.core.errors import EvalguiError
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source

if TYPE_CHECKING:
    from pathlib import Path

TABLE = pd.DataFrame({"label": ["ill", "well"] * 20, "score": np.linspace(0, 1, 40)})
CSV = TABLE.to_csv(index=False)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
R = b"\n\0\0\0\3\0\4\3\1\0\3\5\0\0\0\0\5UTF-8" + bytes(300)


def refusal(data: bytes) -> str:
    with pytest.raises(EvalguiError) as caught:
        load_source(Source.from_bytes("a.file", data))
    assert caught.value.hint
    text = str(caught.value)
    assert "damaged" not in text
    assert "delimiter" not in text
    return text


def archive(*names: str, **contents: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as opened:
        for name in names:
            opened.writestr(name, contents.get(name, b"\0x"))
        for name, content in contents.items():
            opened.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b"X" + R),
        bz2.compress(b"X" + R),
        lzma.compress(b"X" + R),
        b"X" + R,
        b"A\n3\n262913\n197888\n5\nUTF-8\n787\n",
        gzip.compress(b"RDX3\nX" + R),
        b"RDA2\nA\n2\n",
    ],
    ids=["gzip", "bzip2", "xz", "rds", "text", "gzip of rda", "rda"],
)
def test_that_data_of_r_are_named(data: bytes) -> None:
    text = refusal(data)
    assert "saved by R" in text
    assert "no library that reads it comes with this program. In R, write.csv(x, 'x.csv'" in text


@pytest.mark.parametrize("protocol", range(6))
def test_that_pickles_of_every_protocol_are_named(protocol: int) -> None:
    for one in ({"y": [1, 0], "s": [0.5, 0.25]}, [1, 2], TABLE):
        text = refusal(pickle.dumps(one, protocol))
        assert "a Python pickle, which could run code" in text
        assert "to_csv" in text


def test_that_files_of_statistics_programs_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.por"
    pyreadstat.write_por(TABLE, str(path))
    assert "an SPSS portable file (.por)" in refusal(path.read_bytes())
    assert "an SPSS file with a password" in refusal(
        b"\x1c" + bytes(7) + b"ENCRYPTEDSAV" + CSV.encode()
    )
    cport = b"**COMPRESSED** **COMPRESSED** **COMPRESSED**" + CSV.encode()
    assert "SAS transport file of PROC CPORT" in refusal(cport)
    assert "jamovi" in refusal(archive("META-INF/MANIFEST.MF", "metadata.json", "data.bin"))
    assert "JASP" in refusal(archive("manifest.json", "internal.sqlite"))
    for form in ("4", "5"):
        stream = io.BytesIO()
        save: Any = scipy.io.savemat
        save(stream, {"s": np.arange(9.0)}, format=form)
        text = refusal(stream.getvalue())
        assert "a MATLAB file" in text
        assert "writematrix" in text


def test_that_tables_of_other_programs_are_named() -> None:
    assert "Numbers" in refusal(archive("Index/Document.iwa", "Metadata/Properties.plist"))
    field = struct.pack("<11sc4xBB14x", b"SCORE", b"N", 8, 3)
    for version in (0x03, 0x30, 0x83, 0xF5):
        head = struct.pack("<4BIHH20x", version, 124, 11, 2, 2, 65, 9)
        data = head + field + b"\r" + b"    0.123    0.456\x1a"
        assert "a dBase or FoxPro table" in refusal(data)


def test_that_a_database_is_called_one(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "a.db") as base:
        base.execute("create table t (label text, score real)")
    base.close()
    document = archive(mimetype=b"application/vnd.oasis.opendocument.base")
    for data in (
        (tmp_path / "a.db").read_bytes(),
        b"\0\1\0\0Standard Jet DB\0" + bytes(900),
        b"\0\1\0\0Standard ACE DB\0" + bytes(900),
        bytes(range(8, 16)) + b"DUCK" + bytes(900),
        b"PGDMP\1\x0e" + bytes(90),
        document,
    ):
        text = refusal(data)
        assert "database" in text
        assert "Export the table" in text


@pytest.mark.parametrize(
    "data",
    [
        OLE + "EncryptionInfo".encode("utf-16-le") + bytes(90) + b"\1" * 900,
        # An old workbook: its first record, and the one of the password.
        OLE
        + "Workbook".encode("utf-16-le")
        + b"\x09\x08\x10\0"
        + bytes(16)
        + b"\x2f\0\x36\0"
        + bytes(90),
        b"%PDF-1.7\n" + b"x" * 9000 + b"trailer<</Root 1 0 R/Encrypt 5 0 R>>",
        archive(
            mimetype=b"application/vnd.oasis.opendocument.spreadsheet",
            **{"encrypted-package": b"x"},
        ),
        archive(
            mimetype=b"application/vnd.oasis.opendocument.spreadsheet",
            **{
                "META-INF/manifest.xml": b"<manifest:encryption-data/>",
                "content.xml": b"\x99" * 90,
            },
        ),
        b"\x1c" + bytes(7) + b"ENCRYPTEDSAV" + bytes(90),
    ],
)
def test_that_a_password_is_called_a_password(data: bytes) -> None:
    assert "password" in refusal(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (OLE + "WordDocument".encode("utf-16-le") + bytes(900), "a Word document"),
        (archive("word/document.xml"), "a Word document"),
        (archive(mimetype=b"application/vnd.oasis.opendocument.text"), "a text document"),
        (archive("model/data.pkl", "model/version"), "PyTorch"),
        (b"PARE" + bytes(90) + b"PARE", "a Parquet file that is encrypted"),
        (b"-----BEGIN PGP MESSAGE-----\n\nhQEMA\n", "encrypted with a password or a key"),
        (bytes(128) + b"DICM" + bytes(90), "a DICOM image"),
        (b"SR\0\4" + bytes(90), "an IDL save file"),
        (b"GIF89a" + bytes(90), "a picture"),
        (b"Rar!\x1a\7\1\0", "a RAR archive"),
        (b"a.csv" + bytes(252) + b"ustar\0", "a tar archive"),
    ],
)
def test_that_other_files_are_named(data: bytes, words: str) -> None:
    assert words in refusal(data)


@pytest.mark.parametrize("encoding", ["cp037", "cp500", "cp1140", "cp273"])
def test_that_text_of_mainframes_is_named(encoding: str) -> None:
    text = CSV.replace("\n", "\x85")
    assert "EBCDIC" in refusal(text.encode(encoding))
    lines = "".join(f"{n:04}{n % 2}{n / 40:9.4f}".ljust(80) for n in range(40))
    assert "EBCDIC" in refusal(lines.encode(encoding))


@pytest.mark.parametrize("seed", range(20))
def test_that_bytes_without_a_format_are_no_text(seed: int) -> None:
    data = b"\x01" + np.random.default_rng(seed).bytes(200 * (seed + 1))
    assert "no text, and of no format that is known" in refusal(data)
    numbers = np.random.default_rng(seed).normal(size=200)
    assert "no text" in refusal(numbers.tobytes())


@pytest.mark.parametrize(
    "encoding",
    [
        "utf-8",
        "utf-16",
        "utf-16-le",
        "utf-32",
        "cp1251",
        "koi8-r",
        "shift_jis",
        "gb18030",
        "cp1252",
    ],
)
def test_that_text_of_every_encoding_stays_text(encoding: str) -> None:
    words = {"shift_jis": "陽性", "gb18030": "阳性", "cp1251": "болен", "koi8-r": "болен"}
    text = CSV.replace("ill", words.get(encoding, "ill"))
    loaded = load_source(Source.from_bytes("a.csv", text.encode(encoding)))
    assert loaded.table.n_rows == 40


def test_that_no_remedy_speaks_of_delimiters_where_there_are_none() -> None:
    stream = io.BytesIO()
    np.save(stream, np.arange(9.0))
    assert "only one column" in refusal(stream.getvalue())
    stream = io.BytesIO()
    np.save(stream, np.zeros((2, 20_000)))
    assert "more than 16\u202f384 columns" in refusal(stream.getvalue())


def packed(value: Any) -> bytes:
    """Return a value as the specification of MessagePack has it: the shortest form."""
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, str):
        data = value.encode()
        return (
            bytes([0xA0 + len(data)]) if len(data) < 32 else b"\xd9" + bytes([len(data)])
        ) + data
    few, many, parts = (
        (0x80, 0xDE, [part for pair in value.items() for part in pair])
        if isinstance(value, dict)
        else (0x90, 0xDC, list(value))
    )
    start = bytes([few + len(value)]) if len(value) < 16 else struct.pack(">BH", many, len(value))
    return start + b"".join(map(packed, parts))


RECORDS = [{"label": "ill", "score": n / 7} for n in range(40)]


@pytest.mark.parametrize(
    "value",
    [
        RECORDS,
        RECORDS[:3],
        {"label": ["ill", "well"], "score": [0.5, 0.25]},
        {f"column {n:040}": [0.5] for n in range(20)},
        [0.5, 0.25, 0.125],
        [[0.5, 0.25], [0.125, 1.0]],
        [["ill", 0.5], ["well", 0.25]],
    ],
)
def test_that_message_pack_is_named(value: Any) -> None:
    assert "a MessagePack file" in refusal(packed(value))


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-16"])
def test_that_words_in_quotes_are_no_message_pack(encoding: str) -> None:
    text = CSV.replace("label", "\u201clabel\u201d")
    assert load_source(Source.from_bytes("a.csv", text.encode(encoding))).table.n_rows == 40
