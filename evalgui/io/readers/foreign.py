"""Formats that are recognised and not read: each is refused by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.errors import ReadingError

if TYPE_CHECKING:
    from evalgui.io.source import Source

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x1f\x8b", "compressed with gzip twice"),
    (b"\xfd7zXZ\x00", "compressed with xz twice"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd twice"),
    (b"BZh", "compressed with bzip2 twice"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    # The library that reads it ends the process when such a file is damaged.
    (b"FEA1", "a Feather file of version 1, which is no longer written"),
    (b"MATLAB 7.3 MAT-file", "a MATLAB file"),
    (b"MATLAB 5.0 MAT-file", "a MATLAB file"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "a rich text document"),
    (b"\x80\x04\x95", "a Python pickle, which could run code"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"<?xml", "an XML document"),
)


def refuse(source: Source) -> None:
    """Refuse a file whose first bytes say that it is of a format that is not read.

    Raises
    ------
    ReadingError
        With the name of the format.
    """
    head = source.head
    name = next((name for mark, name in _SIGNATURES if head.startswith(mark)), None)
    if name is not None:
        raise ReadingError(
            f"this file is {name}: that format is not read here",
            where=source.name,
            hint="Save or unpack the data as CSV or Parquet",
        )
