"""Formats that are recognised and not read: each is refused by its name, with the way out."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.errors import ReadingError
from evalgui.io.sandbox import zip_archive
from evalgui.io.sandbox.workspace_files import is_workspace
from evalgui.io.text.encoding import is_wide

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.io.bytes.source import Source

_ELSE = "Save or unpack the data as CSV or Parquet"
_R_TABLE = "In R, write.csv(x, 'x.csv', row.names = FALSE) writes a table x as CSV"
_SPSS = "In SPSS, save the data as .sav or as CSV"
_SAS = "In SAS, proc export data=x outfile='x.csv' dbms=csv; run;"
_PANDAS = "In Python, a table of pandas is saved as CSV with to_csv, as Parquet with to_parquet"
_MATLAB = "In MATLAB, writetable(t, 'x.csv') or writematrix(m, 'x.csv') writes CSV"
_DATABASE = "Export the table or the query as CSV from the program of the database"
_OPEN_IT = "Open it with its password, and save the data as CSV without one"
_UNPACK = "Unpack it, and open the file with the table"
_PICKLE = "a Python pickle, which could run code"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RIFF = b"RIFF"
_BY_ITSELF = "Open it by itself; without a window, evalgui replay and evalgui report take it"


@dataclass(frozen=True, slots=True)
class Format:
    """A format that is not read.

    Parameters
    ----------
    name
        What a file of it is, with its article.
    hint
        How to get the data out of it.
    marks
        With which of these bytes a file of it starts; () where `is_one` tells it.
    is_one
        Whether a file with such a start, or any file, is one.
    why
        Why it is not read.
    """

    name: str
    hint: str = _ELSE
    marks: tuple[bytes, ...] = ()
    is_one: Callable[[Source], bool] = lambda _: True
    why: str = "that format is not read here"


def _has(pattern: bytes) -> Callable[[Source], bool]:
    found = re.compile(pattern, re.DOTALL)
    return lambda source: found.match(source.head) is not None


def _wide(text: str) -> bytes:
    """Return a name as old Office documents keep it."""
    return text.encode("utf-16-le")


def _is_ole_with(*names: str) -> Callable[[Source], bool]:
    """Return whether an old Office document has one of these parts, and no workbook."""

    def is_one(source: Source) -> bool:
        data = source.data
        has_book = _wide("Workbook") in data or _wide("Book") in data
        return not has_book and any(_wide(name) in data for name in names)

    return is_one


# The first record of a workbook, maybe protected, and behind it the one with the password.
_LOCKED = re.compile(
    rb"\x09\x08(?:\x10\x00.{16}|\x08\x00.{8})(?:\x86\x00\x00\x00)?\x2f\x00..", re.DOTALL
)


def _has_locked_book(source: Source) -> bool:
    return _LOCKED.search(source.data) is not None


def _has_names(*wanted: str) -> Callable[[Source], bool]:
    """Return whether an archive has files of all of these names; * is any part of one."""
    patterns = [re.compile(name.replace(".", r"\.").replace("*", ".*").encode()) for name in wanted]

    def is_one(source: Source) -> bool:
        names = zip_archive.names(source)
        return all(any(map(pattern.fullmatch, names)) for pattern in patterns)

    return is_one


def _is_document(kind: bytes) -> Callable[[Source], bool]:
    return lambda source: b"application/vnd.oasis.opendocument." + kind in source.head[:200]


def _is_dbase(source: Source) -> bool:
    head = source.head
    kinds = b"\x02\x03\x04\x05\x30\x31\x32\x43\x63\x83\x87\x8b\x8e\xcb\xe5\xf5\xfb"
    if len(head) < 33 or head[0] not in kinds:  # its shortest header
        return False
    month, day, _, size, width = struct.unpack_from("<BBIHH", head, 2)
    ends = [size - 1, size - 264]  # of FoxPro, a link to a database stands behind
    return (
        month in range(1, 13)
        and day in range(1, 32)
        and width > 1
        and any(0 < end < len(head) and head[end] == ord("\r") for end in ends)
    )


def _is_matlab_4(source: Source) -> bool:
    head = source.head
    for order in "<>":
        if len(head) < 20:  # its header
            return False
        kind, n_rows, n_columns, is_complex, length = struct.unpack_from(f"{order}5i", head)
        name = head[20 : 20 + max(length, 0)]
        is_name = re.fullmatch(rb"[A-Za-z]\w*\x00", name) is not None and length == len(name)
        if 0 <= kind < 5000 and min(n_rows, n_columns) >= 0 and is_complex in (0, 1) and is_name:
            return True
    return False


def _ends(*ends: bytes) -> Callable[[Source], bool]:
    return lambda source: bytes(source.content[-16:]).endswith(ends)


def _is_orc(source: Source) -> bool:
    return bytes(source.content[-4:-1]) == b"ORC"


def _is_locked_pdf(source: Source) -> bool:
    return b"/Encrypt" in source.data


# Digits, letters and signs, blanks and line ends of EBCDIC, in all its variants.
_EBCDIC_DIGITS = bytes([0x40, *range(0xF0, 0xFA)])
_EBCDIC = re.compile(
    rb"[\x05\x0d\x15\x25\x40\x4b-\x50\x5a-\x61\x6b-\x6f\x79-\x7f\x81-\x89\x91-\x99\xa1-\xa9"
    rb"\xc0-\xc9\xd0-\xd9\xe0\xe2-\xe9\xf0-\xf9]"
)
_EBCDIC_BYTES = b"".join(_EBCDIC.findall(bytes(range(256))))
_SHORTEST = 16
_SOME = 20  # one in so many


def _is_ebcdic(source: Source) -> bool:
    """Return whether nearly all bytes are letters, digits and signs of EBCDIC, and no ASCII."""
    head = source.head
    n_others = len(head.translate(None, _EBCDIC_BYTES))
    n_digits = len(head) - len(head.translate(None, _EBCDIC_DIGITS))
    return len(head) >= _SHORTEST and n_others * _SOME <= len(head) <= n_digits * _SOME


# As its specification has them: a map whose first key is a word, lists of maps or of numbers.
_PACKED_MAP = rb"(?:[\x81-\x8f]|\xde..|\xdf....)(?:[\xa1-\xbf]|\xd9.)[A-Za-z_]"
_PACKED_LIST = rb"(?:[\x91-\x9f]|\xdc..|\xdd....)"
_MESSAGE_PACK = rb"%b|%b(?:%b|%b?(?:(?:\xcb.{8}|\xca.{4}){2}|[\xa1-\xbf][A-Za-z_]\w*\xcb))" % (
    _PACKED_MAP,
    _PACKED_LIST,
    _PACKED_MAP,
    _PACKED_LIST,
)

_CONTROLS = bytes({*range(1, 32), 127} - set(b"\t\n\v\f\r\x1a\x1b"))
_FEW_KINDS = 3
_MOST_CONTROLS = 0.02


def _is_binary(source: Source) -> bool:
    """Return whether a file is no text: control characters of several kinds are common in it.

    NULs alone are what is left of a text where a disk was at fault.
    """
    head = source.head
    found = head.translate(None, bytes(set(range(256)) - set(_CONTROLS)))
    is_some = len(found) > _MOST_CONTROLS * len(head) and len(set(found)) >= _FEW_KINDS
    return is_some and not is_wide(bytes(source.head))


_PRINTED = re.compile(rb"\s*\[\[([ 0-9.eE+-]*)\]\s")


def is_printed_matrix(source: Source) -> bool:
    """Return whether a file is a matrix as numpy prints it: brackets, and blanks for commas."""
    found = _PRINTED.match(source.head)
    return found is not None and len(found[1].split()) > 1


FORMATS: tuple[Format, ...] = (
    Format(
        "a matrix as numpy prints it",
        "Write the names of the classes in the first row and the first column, and the counts "
        "between them with commas, as pandas' to_csv does",
        is_one=is_printed_matrix,
        why="it does not say which classes its rows and columns are",
    ),
    # ------------------------------------------------------------------ statistics packages
    Format(
        "R data, saved by R",
        f"{_R_TABLE}; x <- readRDS('x.rds') reads it",
        (b"X\n\0\0\0", b"B\n\2\0\0\0", b"B\n\3\0\0\0"),
    ),
    Format(
        "R data, saved by R",
        f"{_R_TABLE}; x <- readRDS('x.rds') reads it",
        (b"A\n2\n", b"A\n3\n"),
        _has(rb"A\n[23]\n[0-9]{6}\n[0-9]{6}\n"),
    ),
    Format(
        "an R workspace, saved by R",
        f"{_R_TABLE}; load('x.rda') names the tables",
        tuple(f"RD{kind}{version}\n".encode() for kind in "XAB" for version in (2, 3)),
    ),
    Format("an SPSS portable file (.por)", _SPSS, is_one=_has(rb".{0,400}SPSS PORT FILE")),
    Format("an SPSS file with a password", _SPSS, is_one=_has(rb".{8}ENCRYPTEDSAV")),
    Format(
        "a SAS catalog of formats, without data",
        _SAS,
        (bytes(12) + bytes.fromhex("c2ea8163b31411cfbd92080009c7318c181f1011"),),
    ),
    Format("a SAS transport file of PROC CPORT", _SAS, (b"**COMPRESSED** **COMPRESSED**",)),
    Format(
        "a JMP data table",
        "In JMP, export it as CSV",
        (b"\xff\xff\0\0\7\0\0\0", b"\xff\xff\0\0\6\0\0\0"),
    ),
    Format(
        "a jamovi document (.omv)",
        "In jamovi, choose Export, and save the data as CSV",
        (b"PK\3\4",),
        _has_names("META-INF/MANIFEST.MF", "metadata.json", "*data.bin"),
    ),
    Format(
        "a JASP document",
        "In JASP, choose Export Data, and save them as CSV",
        (b"PK\3\4",),
        _has_names("manifest.json", "internal.sqlite"),
    ),
    Format("SPSS output without data", _SPSS, (b"PK\3\4",), _has_names("outputViewer*.xml")),
    Format("a MATLAB file", _MATLAB, (b"MATLAB 7.3 MAT-file", b"MATLAB 5.0 MAT-file")),
    Format("an IDL save file", "In IDL, write_csv writes CSV", (b"SR\0\4", b"SR\0\6")),
    Format("a MATLAB file of version 4", _MATLAB, is_one=_is_matlab_4),
    Format(
        "an Octave file", "In Octave, csvwrite('x.csv', x) writes CSV", (b"# Created by Octave",)
    ),
    # -------------------------------------------------------------------------- spreadsheets
    Format(
        "a workbook with a password",
        _OPEN_IT,
        (_OLE,),
        _is_ole_with("EncryptedPackage", "EncryptionInfo"),
    ),
    Format("a workbook with a password", _OPEN_IT, (_OLE,), _has_locked_book),
    Format(
        "a document of Numbers, Pages or Keynote",
        "In Numbers, choose File > Export To > CSV",
        (b"PK\3\4",),
        _has_names("*.iwa"),
    ),
    Format("a Lotus worksheet", _ELSE, (b"\0\0\2\0\6\4", b"\0\0\x1a\0")),
    # -------------------------------------------------------------------------- column stores
    # The library that reads it ends the process when such a file is damaged.
    Format("a Feather file of version 1, which is no longer written", _PANDAS, (b"FEA1",)),
    Format("an ORC file", _PANDAS, (b"ORC",), _is_orc),
    Format("a Parquet file that is encrypted", "Save it without encryption", (b"PARE",)),
    Format("an Avro file", _PANDAS, (b"Obj\1",)),
    Format("a MessagePack file", _PANDAS, is_one=_has(_MESSAGE_PACK)),
    Format(
        "a dBase or FoxPro table (.dbf)",
        "Open it in a spreadsheet program, and save it as CSV",
        is_one=_is_dbase,
    ),
    # ------------------------------------------------------------------------------ databases
    Format("an SQLite database", _DATABASE, (b"SQLite format 3\0",)),
    Format(
        "an Access database", _DATABASE, (b"\0\1\0\0Standard Jet DB", b"\0\1\0\0Standard ACE DB")
    ),
    Format("a DuckDB database", _DATABASE, is_one=_has(rb".{8}DUCK")),
    Format("a FileMaker database", _DATABASE, (b"\0\1\0\0\0\2\0\1\0\5\0\2\0\2\xc0",)),
    Format("a database of Base (.odb)", _DATABASE, (b"PK\3\4",), _is_document(b"base")),
    Format(
        "a dump of a database",
        _DATABASE,
        (
            b"PGDMP",
            b"-- MySQL dump",
            b"-- MariaDB dump",
            b"--\n-- PostgreSQL",
            b"-- phpMyAdmin SQL",
        ),
    ),
    # -------------------------------------------------------------------------- Python objects
    Format(_PICKLE, _PANDAS, tuple(b"\x80" + bytes([n]) for n in range(2, 6)), _ends(b".")),
    Format(_PICKLE, _PANDAS, (b"\x80\x04\x95", b"\x80\x05\x95")),
    Format(_PICKLE, _PANDAS, (b"(dp", b"(lp", b"}q\0", b"]q\0", b"(iq"), _ends(b".")),
    Format(
        _PICKLE,
        _PANDAS,
        (b"c",),
        _has(rb"c(?:copy_?reg|pandas|numpy|sklearn|collections|builtins|__)[\w.]*\n\w+\n"),
    ),
    Format(
        "Python objects packed by joblib, which could run code", _PANDAS, (b"\x78\x9c", b"\x78\xda")
    ),
    Format(
        "a model of PyTorch, which could run code", _PANDAS, (b"PK\3\4",), _has_names("*/data.pkl")
    ),
    # ------------------------------------------------------------------------------ documents
    Format("a PDF document with a password", _OPEN_IT, (b"%PDF-",), _is_locked_pdf),
    Format("a PDF document", "Copy the table into a spreadsheet, and save it as CSV", (b"%PDF-",)),
    Format("a rich text document", _ELSE, (b"{\\rtf",)),
    Format("a Word document", _ELSE, (_OLE,), _is_ole_with("WordDocument")),
    Format("a presentation", _ELSE, (_OLE,), _is_ole_with("PowerPoint Document")),
    Format("a Word document", _ELSE, (b"PK\3\4",), _has_names("word/document.xml")),
    Format("a presentation", _ELSE, (b"PK\3\4",), _has_names("ppt/presentation.xml")),
    Format("a text document", _ELSE, (b"PK\3\4",), _is_document(b"text")),
    Format("a presentation", _ELSE, (b"PK\3\4",), _is_document(b"presentation")),
    Format("an XML document", _ELSE, (b"<?xml",)),
    # ---------------------------------------------------------------------- archives, secrets
    Format("a workspace", _BY_ITSELF, (b"PK\3\4",), is_workspace, "it holds no table"),
    Format("an empty zip archive", _ELSE, (b"PK\x05\x06",)),
    Format("compressed with gzip twice", _UNPACK, (b"\x1f\x8b",)),
    Format("compressed with xz twice", _UNPACK, (b"\xfd7zXZ\x00",)),
    Format("compressed with zstd twice", _UNPACK, (b"\x28\xb5\x2f\xfd",)),
    Format("compressed with bzip2 twice", _UNPACK, (b"BZh",)),
    Format("compressed with lz4", _UNPACK, (b"\x04\x22\x4d\x18",)),
    Format("compressed with compress", _UNPACK, (b"\x1f\x9d", b"\x1f\xa0")),
    Format("a 7-Zip archive", _UNPACK, (b"7z\xbc\xaf\x27\x1c",)),
    Format("a RAR archive", _UNPACK, (b"Rar!\x1a\x07",)),
    Format("a tar archive", _UNPACK, is_one=_has(rb".{257}ustar")),
    Format(
        "encrypted with a password or a key",
        "Decrypt it, and open the file in it",
        (b"age-encryption.org/", b"-----BEGIN PGP MESSAGE", b"Salted__", b"\x03\xd9\xa2\x9a"),
    ),
    # -------------------------------------------------------------------- pictures, recordings
    Format(
        "a picture", _ELSE, (b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*")
    ),
    Format("a picture", _ELSE, (b"BM",), _has(rb"BM.{4}\0{4}")),
    Format("a picture", _ELSE, (_RIFF,), _has(rb".{8}WEBP")),
    Format("a DICOM image", _ELSE, is_one=_has(rb".{128}DICM")),
    Format("a NIfTI image", _ELSE, is_one=_has(rb".{344}n(?:\+|i)1\0")),
    Format("a FITS file", _ELSE, (b"SIMPLE  = ",)),
    Format(
        "a recording of signals (EDF)", _ELSE, (b"0       ",), _has(rb".{184}[0-9]+ +.{64,68}[0-9]")
    ),
    Format(
        "a recording of sound or pictures",
        _ELSE,
        (_RIFF, b"ID3\2", b"ID3\3", b"ID3\4", b"OggS", b"fLaC"),
    ),
    Format("a recording of sound or pictures", _ELSE, is_one=_has(rb".{4}ftyp")),
    Format("a program", _ELSE, (b"\x7fELF", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe")),
    Format("a program", _ELSE, (b"MZ",), _has(rb"MZ.{0,60}\0\0\0")),
    # -------------------------------------------------------------------- what is left over
    Format(
        "text in EBCDIC, the encoding of mainframes",
        "Convert it to UTF-8, as by iconv -f IBM037 -t UTF-8",
        is_one=_is_ebcdic,
    ),
)
"""Every format that is not read, in the order in which they are tried."""


def refuse(source: Source) -> None:
    """Refuse a file whose bytes say that it is of a format that is not read, or no text.

    Raises
    ------
    ReadingError
        With the name of the format.
    """
    head = source.head
    for one in FORMATS:
        if (not one.marks or head.startswith(one.marks)) and one.is_one(source):
            raise _refusal(source, one)
    if not head.startswith(b"PK\3\4") and _is_binary(source):
        message = "this file is no text, and of no format that is known"
        hint = "Save the data as CSV or Parquet in the program that wrote it"
        raise ReadingError(message, where=source.name, hint=hint)


def refuse_locked(source: Source) -> None:
    """Refuse an old Office document that is no workbook, or has a password.

    Raises
    ------
    ReadingError
        With what it is.
    """
    for one in FORMATS:
        if _OLE in one.marks and source.head.startswith(_OLE) and one.is_one(source):
            raise _refusal(source, one)


def _refusal(source: Source, one: Format) -> ReadingError:
    message = f"this file is {one.name}: {one.why}"
    if "password" in one.name or "encrypt" in one.name:
        message = f"this file is {one.name}: it cannot be read"
    return ReadingError(message, where=source.name, hint=one.hint)
