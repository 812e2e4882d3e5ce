"""The formats that are known: one file each, named in `FORMATS`.

A format looks at the bytes, never at the name of a file, and makes a table of them. What its
columns mean is not its business: `layouts` and `proposing` say that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError, ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import MACHINE_LEARNING, phrase
from evalgui.io import layouts
from evalgui.io.bytes import compression
from evalgui.io.bytes.compression import compression_of, unpacked
from evalgui.io.formats import (
    arff,
    arrow_file,
    delimited,
    foreign,
    hdf5,
    json_records,
    markup,
    numpy_array,
    orc,
    parquet,
    sas,
    spss,
    stata,
    weka_text,
    workbook,
    zip_archive,
)
from evalgui.io.meaning import FIND_OUT, ReadOptions
from evalgui.io.table import WITHOUT_COLLECTOR
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from evalgui.core.vocabulary import Words
    from evalgui.io.bytes.source import Source
    from evalgui.io.formats.format import Format
    from evalgui.io.table import RawTable


FORMATS: tuple[Format, ...] = (
    parquet.FORMAT,
    arrow_file.FORMAT,
    orc.FORMAT,
    numpy_array.FORMAT,
    hdf5.FORMAT,
    *foreign.OLD_OFFICE,
    workbook.FORMAT,
    markup.FORMAT,
    spss.FORMAT,
    stata.FORMAT,
    *sas.FORMATS,
    arff.FORMAT,
    weka_text.FORMAT,
    json_records.FORMAT,
    *foreign.FORMATS,
    delimited.FORMAT,
)
"""Every format, in the order in which they are tried; last resorts after all others."""

START = "<!-- formats: made of what they say of themselves -->"
END = "<!-- end of formats -->"
_HEAD = phrase("| format | what is understood |")
_HEAD_OF_OTHERS = phrase("| not read | what to do |")
_LINE = "|---|---|"


def sniff(source: Source) -> Format:
    """Return the format of a file, judged by its content and never by its name.

    Raises
    ------
    ReadingError
        If the file is empty, or of a format that cannot be read.
    """
    if not len(source.content):
        hint = phrase("Choose a file with data in it")
        raise ReadingError(phrase("the file is empty"), where=source.name, hint=hint)
    found = _sniffed(source)
    if found is None:
        foreign.require_text(source)
        found = _sniffed(source, last_resorts=True)
    if found is None:
        message = phrase("the format of this file is not known")
        hint = phrase("Save the data as CSV or Parquet")
        raise ReadingError(message, where=source.name, hint=hint)
    if found.read is None:
        raise found.refusal(source)
    return found


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
            message = phrase("there is a zip archive in the zip archive")
            hint = phrase("Unpack the outer one first")
            raise ReadingError(message, where=content.name, hint=hint)
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
        form = phrase("{format} in {name}", format=table.how.format, name=name)
        table = replace(table, how=replace(table.how, format=form))
    if not table.n_rows:
        message = phrase(
            "there are no data rows in this file, only a header line"
            if table.how.header
            else "there are no data rows in this file"
        )
        hint = phrase("Choose a file with data in it")
        raise DataError(message, where=source.name, hint=hint)
    return table


def _sniffed(source: Source, *, last_resorts: bool = False) -> Format | None:
    asked = (one for one in FORMATS if one.is_last_resort == last_resorts)
    return next((one for one in asked if one.sniff(source)), None)


def _is_archive(source: Source) -> bool:
    """Return whether a file is a zip archive, and of no format that only looks like one."""
    return zip_archive.is_archive(source) and _sniffed(source) is None


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


# ----------------------------------------------------------------------- dialog and help


def suffixes() -> tuple[str, ...]:
    """Return how the files end that can be opened, each once, text first."""
    found = [suffix for one in _readable() for suffix in one.suffixes]
    return tuple(dict.fromkeys([*found, zip_archive.SUFFIX, *compression.SUFFIXES]))


def patterns() -> str:
    """Return what the names of files that can be opened look like: ``"*.csv *.tsv"``."""
    return " ".join(f"*{suffix}" for suffix in suffixes())


def formats_table(words: Words = MACHINE_LEARNING) -> str:
    """Return the table of all formats in Markdown, a line each, the commonest first."""
    told = ((words.said(one.description), words.said(one.help)) for one in _readable())
    rows = (f"| {_cell(name)} | {_cell(understood)} |" for name, understood in told)
    return "\n".join((words.said(_HEAD), _LINE, *rows))


def remedies_table(words: Words = MACHINE_LEARNING) -> str:
    """Return the table of what is not read in Markdown, a line for each remedy."""
    names: dict[str, dict[str, None]] = {}
    for one in FORMATS:
        if one.read is None:
            names.setdefault(words.said(one.remedy), {})[words.said(one.name)] = None
    rows = [f"| {_cell('; '.join(own))} | {_cell(remedy)} |" for remedy, own in names.items()]
    return "\n".join((words.said(_HEAD_OF_OTHERS), _LINE, *rows))


def with_formats(page: str, words: Words = MACHINE_LEARNING) -> str:
    """Return a page of the help with the table of formats at its place, if it has one.

    Parameters
    ----------
    page
        Markdown; what stands between `START` and `END` is replaced.
    words
        Those of the language that the page is in.
    """
    before, start, rest = page.partition(START)
    _old, end, after = rest.partition(END)
    if not start or not end:
        return page
    tables = f"{formats_table(words)}\n\n{remedies_table(words)}"
    return f"{before}{START}\n\n{tables}\n\n{END}{after}"


def without_marks(page: str) -> str:
    """Return a page of the help as it is shown, without the marks of the table."""
    return page.replace(f"{START}\n\n", "").replace(f"{END}\n\n", "")


def _readable() -> list[Format]:
    """Return the formats that are read, text first."""
    found = [one for one in FORMATS if one.read is not None]
    return sorted(found, key=lambda one: not one.is_last_resort)


def _cell(words: str) -> str:
    return words.replace("|", r"\|")
