"""The formats that can be read: one module each, named in `READERS`.

A reader looks at the bytes, never at the name of a file, and makes a table of them. What its
columns mean is not its business: `layouts` and `proposing` say that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError, ReadingError
from evalgui.io import layouts
from evalgui.io.bytes.compression import compression_of, unpacked
from evalgui.io.progress import Watch
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
from evalgui.io.table.pieces import WITHOUT_COLLECTOR
from evalgui.io.table.reading import ReadOptions
from evalgui.io.table.widths import require_columns

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.io.bytes.source import Source
    from evalgui.io.table.raw_table import RawTable


@dataclass(frozen=True, slots=True)
class Reader:
    """A format that can be read.

    Parameters
    ----------
    name
        What the user calls the format.
    sniff
        Returns whether a file looks like this format. It looks at a few bytes only.
    read
        Returns the table in a file of this format, or raises a ReadingError.
    """

    name: str
    sniff: Callable[[Source], bool]
    read: Callable[[Source, ReadOptions, Watch], RawTable]


READERS: tuple[Reader, ...] = (
    Reader(parquet.NAME, parquet.sniff, parquet.read),
    Reader(arrow_file.NAME, arrow_file.sniff, arrow_file.read),
    Reader(numpy_array.NAME, numpy_array.sniff, numpy_array.read),
    Reader(hdf5.NAME, hdf5.sniff, hdf5.read),
    Reader(workbook.NAME, workbook.sniff, workbook.read),
    Reader(markup.NAME, markup.sniff, markup.read),
    *(
        Reader(one.name, one.sniff, one.read)
        for one in (statistics.SPSS, statistics.STATA, statistics.SAS, statistics.TRANSPORT)
    ),
    Reader(arff.NAME, arff.sniff, arff.read),
    Reader(weka_text.NAME, weka_text.sniff, weka_text.read),
    Reader(json_records.NAME, json_records.sniff, json_records.read),
    # Almost everything could be text: the last to be asked.
    Reader(delimited.NAME, delimited.sniff, delimited.read),
)
"""Every format, in the order in which they are tried."""


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
    own = (reader for reader in READERS[:-1] if reader.sniff(source))
    reader = next(own, None)
    if reader is not None:
        return reader
    foreign.refuse(source)
    if READERS[-1].sniff(source):
        return READERS[-1]
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
    options = options or ReadOptions()
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
        table = sniff(content).read(content, options, watch)
    require_columns(source.name, len(table.columns))
    table = layouts.arrange(table)
    table = replace(table, name=source.name, findings=(*source.findings, *table.findings))
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


def _is_archive(source: Source) -> bool:
    """Return whether a file is a zip archive, and of no format that only looks like one."""
    if not zip_archive.is_archive(source) or any(r.sniff(source) for r in READERS[:-1]):
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
