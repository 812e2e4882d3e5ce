"""Formats that are recognised and not read: each is refused by its name, with the way out."""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.formats import zip_archive
from evalgui.io.formats.format import Format, starts
from evalgui.io.formats.workspace_files import is_workspace
from evalgui.io.text.encoding import is_wide

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.io.bytes.source import Source

_ELSE = phrase("Save or unpack the data as CSV or Parquet")
_R_TABLE = phrase("In R, write.csv(x, 'x.csv', row.names = FALSE) writes a table x as CSV")
_NO_LIBRARY = phrase("no library that reads it comes with this program")
_SPSS = phrase("In SPSS, save the data as .sav or as CSV")
_SAS = phrase("In SAS, proc export data=x outfile='x.csv' dbms=csv; run;")
_PANDAS = phrase(
    "In Python, a table of pandas is saved as CSV with to_csv, as Parquet with to_parquet"
)
_MATLAB = phrase("In MATLAB, writetable(t, 'x.csv') or writematrix(m, 'x.csv') writes CSV")
_DATABASE = phrase("Export the table or the query as CSV from the program of the database")
_OPEN_IT = phrase("Open it with its password, and save the data as CSV without one")
_UNPACK = phrase("Unpack it, and open the file with the table")
_PICKLE = phrase("a Python pickle, which could run code")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RIFF = b"RIFF"
_BY_ITSELF = phrase(
    "Open it by itself; without a window, evalgui replay and evalgui report take it"
)


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


OLD_OFFICE: tuple[Format, ...] = (
    Format(
        phrase("a workbook with a password"),
        starts(_OLE, then=_is_ole_with("EncryptedPackage", "EncryptionInfo")),
        remedy=_OPEN_IT,
    ),
    Format(
        phrase("a workbook with a password"), starts(_OLE, then=_has_locked_book), remedy=_OPEN_IT
    ),
    Format(
        phrase("a Word document"), starts(_OLE, then=_is_ole_with("WordDocument")), remedy=_ELSE
    ),
    Format(
        phrase("a presentation"),
        starts(_OLE, then=_is_ole_with("PowerPoint Document")),
        remedy=_ELSE,
    ),
)
"""Old documents of Office that are no workbook, or have a password: to be tried before that."""

FORMATS: tuple[Format, ...] = (
    Format(
        phrase("a matrix as numpy prints it"),
        is_printed_matrix,
        remedy=(
            phrase(
                "Write the names of the classes in the first row and the first column, and the "
                "counts between them with commas, as pandas' to_csv does"
            )
        ),
        why=phrase("it does not say which classes its rows and columns are"),
    ),
    # ------------------------------------------------------------------ statistics packages
    Format(
        phrase("R data, saved by R"),
        starts(b"X\n\0\0\0", b"B\n\2\0\0\0", b"B\n\3\0\0\0"),
        remedy=phrase("{how}; x <- readRDS('x.rds') reads it", how=_R_TABLE),
        why=_NO_LIBRARY,
    ),
    Format(
        phrase("R data, saved by R"),
        starts(b"A\n2\n", b"A\n3\n", then=_has(rb"A\n[23]\n[0-9]{6}\n[0-9]{6}\n")),
        remedy=phrase("{how}; x <- readRDS('x.rds') reads it", how=_R_TABLE),
        why=_NO_LIBRARY,
    ),
    Format(
        phrase("an R workspace, saved by R"),
        starts(*(f"RD{kind}{version}\n".encode() for kind in "XAB" for version in (2, 3))),
        remedy=phrase("{how}; load('x.rda') names the tables", how=_R_TABLE),
        why=_NO_LIBRARY,
    ),
    Format(phrase("an SPSS portable file (.por)"), _has(rb".{0,400}SPSS PORT FILE"), remedy=_SPSS),
    Format(phrase("an SPSS file with a password"), _has(rb".{8}ENCRYPTEDSAV"), remedy=_SPSS),
    Format(
        phrase("a SAS catalog of formats, without data"),
        starts(bytes(12) + bytes.fromhex("c2ea8163b31411cfbd92080009c7318c181f1011")),
        remedy=_SAS,
    ),
    Format(
        phrase("a SAS transport file of PROC CPORT"),
        starts(b"**COMPRESSED** **COMPRESSED**"),
        remedy=_SAS,
    ),
    Format(
        phrase("a JMP data table"),
        starts(b"\xff\xff\0\0\7\0\0\0", b"\xff\xff\0\0\6\0\0\0"),
        remedy=phrase("In JMP, export it as CSV"),
    ),
    Format(
        phrase("a jamovi document (.omv)"),
        starts(b"PK\3\4", then=_has_names("META-INF/MANIFEST.MF", "metadata.json", "*data.bin")),
        remedy=phrase("In jamovi, choose Export, and save the data as CSV"),
    ),
    Format(
        phrase("a JASP document"),
        starts(b"PK\3\4", then=_has_names("manifest.json", "internal.sqlite")),
        remedy=phrase("In JASP, choose Export Data, and save them as CSV"),
    ),
    Format(
        phrase("SPSS output without data"),
        starts(b"PK\3\4", then=_has_names("outputViewer*.xml")),
        remedy=_SPSS,
    ),
    Format(
        phrase("a MATLAB file"),
        starts(b"MATLAB 7.3 MAT-file", b"MATLAB 5.0 MAT-file"),
        remedy=_MATLAB,
    ),
    Format(
        phrase("an IDL save file"),
        starts(b"SR\0\4", b"SR\0\6"),
        remedy=phrase("In IDL, write_csv writes CSV"),
    ),
    Format(phrase("a MATLAB file of version 4"), _is_matlab_4, remedy=_MATLAB),
    Format(
        phrase("an Octave file"),
        starts(b"# Created by Octave"),
        remedy=phrase("In Octave, csvwrite('x.csv', x) writes CSV"),
    ),
    # -------------------------------------------------------------------------- spreadsheets
    Format(
        phrase("a document of Numbers, Pages or Keynote"),
        starts(b"PK\3\4", then=_has_names("*.iwa")),
        remedy=phrase("In Numbers, choose File > Export To > CSV"),
    ),
    Format(phrase("a Lotus worksheet"), starts(b"\0\0\2\0\6\4", b"\0\0\x1a\0"), remedy=_ELSE),
    # -------------------------------------------------------------------------- column stores
    # The library that reads it ends the process when such a file is damaged.
    Format(
        phrase("a Feather file of version 1, which is no longer written"),
        starts(b"FEA1"),
        remedy=_PANDAS,
    ),
    Format(
        phrase("a Parquet file that is encrypted"),
        starts(b"PARE"),
        remedy=phrase("Save it without encryption"),
    ),
    Format(phrase("an Avro file"), starts(b"Obj\1"), remedy=_PANDAS),
    Format(phrase("a MessagePack file"), _has(_MESSAGE_PACK), remedy=_PANDAS),
    Format(
        phrase("a dBase or FoxPro table (.dbf)"),
        _is_dbase,
        remedy=phrase("Open it in a spreadsheet program, and save it as CSV"),
    ),
    # ------------------------------------------------------------------------------ databases
    Format(phrase("an SQLite database"), starts(b"SQLite format 3\0"), remedy=_DATABASE),
    Format(
        phrase("an Access database"),
        starts(b"\0\1\0\0Standard Jet DB", b"\0\1\0\0Standard ACE DB"),
        remedy=_DATABASE,
    ),
    Format(phrase("a DuckDB database"), _has(rb".{8}DUCK"), remedy=_DATABASE),
    Format(
        phrase("a FileMaker database"),
        starts(b"\0\1\0\0\0\2\0\1\0\5\0\2\0\2\xc0"),
        remedy=_DATABASE,
    ),
    Format(
        phrase("a database of Base (.odb)"),
        starts(b"PK\3\4", then=_is_document(b"base")),
        remedy=_DATABASE,
    ),
    Format(
        phrase("a dump of a database"),
        starts(
            b"PGDMP",
            b"-- MySQL dump",
            b"-- MariaDB dump",
            b"--\n-- PostgreSQL",
            b"-- phpMyAdmin SQL",
        ),
        remedy=_DATABASE,
    ),
    # -------------------------------------------------------------------------- Python objects
    Format(
        _PICKLE,
        starts(*(b"\x80" + bytes([n]) for n in range(2, 6)), then=_ends(b".")),
        remedy=_PANDAS,
    ),
    Format(_PICKLE, starts(b"\x80\x04\x95", b"\x80\x05\x95"), remedy=_PANDAS),
    Format(
        _PICKLE, starts(b"(dp", b"(lp", b"}q\0", b"]q\0", b"(iq", then=_ends(b".")), remedy=_PANDAS
    ),
    Format(
        _PICKLE,
        starts(
            b"c",
            then=_has(rb"c(?:copy_?reg|pandas|numpy|sklearn|collections|builtins|__)[\w.]*\n\w+\n"),
        ),
        remedy=_PANDAS,
    ),
    Format(
        phrase("Python objects packed by joblib, which could run code"),
        starts(b"\x78\x9c", b"\x78\xda"),
        remedy=_PANDAS,
    ),
    Format(
        phrase("a model of PyTorch, which could run code"),
        starts(b"PK\3\4", then=_has_names("*/data.pkl")),
        remedy=_PANDAS,
    ),
    # ------------------------------------------------------------------------------ documents
    Format(
        phrase("a PDF document with a password"),
        starts(b"%PDF-", then=_is_locked_pdf),
        remedy=_OPEN_IT,
    ),
    Format(
        phrase("a PDF document"),
        starts(b"%PDF-"),
        remedy=phrase("Copy the table into a spreadsheet, and save it as CSV"),
    ),
    Format(phrase("a rich text document"), starts(b"{\\rtf"), remedy=_ELSE),
    Format(
        phrase("a Word document"),
        starts(b"PK\3\4", then=_has_names("word/document.xml")),
        remedy=_ELSE,
    ),
    Format(
        phrase("a presentation"),
        starts(b"PK\3\4", then=_has_names("ppt/presentation.xml")),
        remedy=_ELSE,
    ),
    Format(phrase("a text document"), starts(b"PK\3\4", then=_is_document(b"text")), remedy=_ELSE),
    Format(
        phrase("a presentation"),
        starts(b"PK\3\4", then=_is_document(b"presentation")),
        remedy=_ELSE,
    ),
    Format(phrase("an XML document"), starts(b"<?xml"), remedy=_ELSE),
    # ---------------------------------------------------------------------- archives, secrets
    Format(
        phrase("a workspace"),
        starts(b"PK\3\4", then=is_workspace),
        remedy=_BY_ITSELF,
        why=phrase("it holds no table"),
    ),
    Format(phrase("an empty zip archive"), starts(b"PK\x05\x06"), remedy=_ELSE),
    Format(phrase("compressed with gzip twice"), starts(b"\x1f\x8b"), remedy=_UNPACK),
    Format(phrase("compressed with xz twice"), starts(b"\xfd7zXZ\x00"), remedy=_UNPACK),
    Format(phrase("compressed with zstd twice"), starts(b"\x28\xb5\x2f\xfd"), remedy=_UNPACK),
    Format(phrase("compressed with bzip2 twice"), starts(b"BZh"), remedy=_UNPACK),
    Format(phrase("compressed with lz4"), starts(b"\x04\x22\x4d\x18"), remedy=_UNPACK),
    Format(phrase("compressed with compress"), starts(b"\x1f\x9d", b"\x1f\xa0"), remedy=_UNPACK),
    Format(phrase("a 7-Zip archive"), starts(b"7z\xbc\xaf\x27\x1c"), remedy=_UNPACK),
    Format(phrase("a RAR archive"), starts(b"Rar!\x1a\x07"), remedy=_UNPACK),
    Format(phrase("a tar archive"), _has(rb".{257}ustar"), remedy=_UNPACK),
    Format(
        phrase("encrypted with a password or a key"),
        starts(b"age-encryption.org/", b"-----BEGIN PGP MESSAGE", b"Salted__", b"\x03\xd9\xa2\x9a"),
        remedy=phrase("Decrypt it, and open the file in it"),
    ),
    # -------------------------------------------------------------------- pictures, recordings
    Format(
        phrase("a picture"),
        starts(b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*"),
        remedy=_ELSE,
    ),
    Format(phrase("a picture"), starts(b"BM", then=_has(rb"BM.{4}\0{4}")), remedy=_ELSE),
    Format(phrase("a picture"), starts(_RIFF, then=_has(rb".{8}WEBP")), remedy=_ELSE),
    Format(phrase("a DICOM image"), _has(rb".{128}DICM"), remedy=_ELSE),
    Format(phrase("a NIfTI image"), _has(rb".{344}n(?:\+|i)1\0"), remedy=_ELSE),
    Format(phrase("a FITS file"), starts(b"SIMPLE  = "), remedy=_ELSE),
    Format(
        phrase("a recording of signals (EDF)"),
        starts(b"0       ", then=_has(rb".{184}[0-9]+ +.{64,68}[0-9]")),
        remedy=_ELSE,
    ),
    Format(
        phrase("a recording of sound or pictures"),
        starts(_RIFF, b"ID3\2", b"ID3\3", b"ID3\4", b"OggS", b"fLaC"),
        remedy=_ELSE,
    ),
    Format(phrase("a recording of sound or pictures"), _has(rb".{4}ftyp"), remedy=_ELSE),
    Format(
        phrase("a program"),
        starts(b"\x7fELF", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe"),
        remedy=_ELSE,
    ),
    Format(phrase("a program"), starts(b"MZ", then=_has(rb"MZ.{0,60}\0\0\0")), remedy=_ELSE),
    # -------------------------------------------------------------------- what is left over
    Format(
        phrase("text in EBCDIC, the encoding of mainframes"),
        _is_ebcdic,
        remedy=phrase("Convert it to UTF-8, as by iconv -f IBM037 -t UTF-8"),
    ),
)
"""All others that are not read, in the order in which they are tried."""


def require_text(source: Source) -> None:
    """Refuse a file that is no text, and of no format that is known.

    Raises
    ------
    ReadingError
        With a remedy.
    """
    if not source.head.startswith(b"PK\3\4") and _is_binary(source):
        message = phrase("this file is no text, and of no format that is known")
        hint = phrase("Save the data as CSV or Parquet in the program that wrote it")
        raise ReadingError(message, where=source.name, hint=hint)
