"""The formats that can be read: one module each, named in `READERS`.

A reader looks at the bytes, never at the name of a file, and makes a table of them. What its
columns mean is not its business: `layouts` and `proposing` say that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError, ReadingError
from evalgui.core.progress import Watch
from evalgui.io import layouts
from evalgui.io.bytes.compression import compression_of, unpacked
from evalgui.io.meaning import FIND_OUT, ReadOptions
from evalgui.io.readers import (
    arff,
    arrow_file,
    delimited,
    foreign,
    hdf5,
    json_records,
    markup,
    numpy_array,
    parquet,
    statistics,
    weka_text,
    workbook,
)
from evalgui.io.sandbox import zip_archive
from evalgui.io.table import WITHOUT_COLLECTOR
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from evalgui.io.bytes.source import Source
    from evalgui.io.readers.reader import Reader
    from evalgui.io.table import RawTable


READERS: tuple[Reader, ...] = (
    parquet.READER,
    arrow_file.READER,
    numpy_array.READER,
    hdf5.READER,
    workbook.READER,
    markup.READER,
    *statistics.READERS,
    arff.READER,
    weka_text.READER,
    json_records.READER,
    delimited.READER,
)
"""Every format, in the order in which they are tried; last resorts after all others."""


def sniff(source: Source) -> Reader:
    """Return the reader for a file, judged by its content and never by its name.

    Raises
    ------
    ReadingError
        If the file is empty, or of a format that cannot be read.
    """
    if not len(source.content):
        hint = "Choose a file with data in it"
        raise ReadingError("the file is empty", where=source.name, hint=hint)
    reader = _sniffed(source, last_resorts=False)
    if reader is not None:
        return reader
    foreign.refuse(source)
    reader = _sniffed(source, last_resorts=True)
    if reader is not None:
        return reader
    raise ReadingError(
        "the format of this file is not known",
        where=source.name,
        hint="Save the data as CSV or Parquet",
    )


def read(
    source: Source, options: ReadOptions | None = None, watch: Watch | None = None
) -> RawTable:
    """Return the table in a file.

    Parameters
    ----------
    source
        The whole file, compressed with gzip, bzip2, xz or zstd or not; or a zip archive, of
        which one file is read.
    options
        What the user decided; None to find out everything.
    watch
        Told about the progress, asked whether to go on.

    Raises
    ------
    ReadingError
        If the file is empty, damaged, or of a format that cannot be read.
    DataError
        If the table has no rows.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    options = options or FIND_OUT
    content = unpacked(source, watch)
    packed = [compression_of(source)]
    member = None
    if _is_archive(content):
        member = zip_archive.member(content, options.sheet, watch.part(0.0, 0.5))
        watch = watch.part(0.5, 1.0)
        content = unpacked(member.content, watch, len(source.content))
        packed = [compression_of(member.content), zip_archive.NAME, *packed]
        if len(member.names) > 1:
            options = replace(options, sheet=None)
        if _is_archive(content):
            message = "there is a zip archive in the zip archive"
            raise ReadingError(message, where=content.name, hint="Unpack the outer one first")
    with WITHOUT_COLLECTOR:
        table = sniff(content).table(content, options, watch)
    require_columns(source.name, len(table.columns))
    table = layouts.arrange(table)
    table = replace(table, name=source.name, findings=(*source.findings, *table.findings))
    given = ReadOptions(options.encoding, options.delimiter, options.header)
    if given != FIND_OUT:
        table = replace(table, how=replace(table.how, given=given))
    if member is not None:
        table = _of_member(table, member)
    for name in filter(None, packed):
        table = replace(table, how=replace(table.how, format=f"{table.how.format} in {name}"))
    if not table.n_rows:
        message = "there are no data rows in this file"
        if table.how.header:
            message += ", only a header line"
        raise DataError(message, where=source.name, hint="Choose a file with data in it")
    return table


def _sniffed(source: Source, *, last_resorts: bool) -> Reader | None:
    asked = (reader for reader in READERS if reader.is_last_resort == last_resorts)
    return next((reader for reader in asked if reader.sniff(source)), None)


def _is_archive(source: Source) -> bool:
    """Return whether a file is a zip archive, and of no format that only looks like one."""
    if not zip_archive.is_archive(source) or _sniffed(source, last_resorts=False):
        return False
    foreign.refuse(source)
    return True


def _of_member(table: RawTable, member: zip_archive.Member) -> RawTable:
    """Return the table of a file in an archive, with what is said of the archive."""
    how = table.how
    if len(member.names) > 1:
        how = replace(
            how,
            sheet=member.name,
            sheets=member.names,
            is_sheet_guess=member.is_guess,
            sheet_word="file",
        )
    return replace(table, how=how, findings=(*member.findings(), *table.findings))
