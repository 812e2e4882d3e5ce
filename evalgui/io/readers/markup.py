"""Tables in web pages, also in one file (MHTML), and workbooks in XML: often named .xls."""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.io.bytes.source import Source
from evalgui.io.meaning import ENCODINGS, Reading
from evalgui.io.readers import workbook
from evalgui.io.readers.reader import Reader
from evalgui.io.sandbox.parent import run
from evalgui.io.text.encoding import as_utf8

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import RawTable

NAME = "HTML table"
XML_NAME = "workbook in XML"
FLAT_NAME = "flat OpenDocument"
SINGLE_NAME = "web page in one file"

_PAGE = re.compile(rb"(?i)<(?:!doctype\s+html|html|head|body|meta|table|style|div|center|font)\b")
_HEAD = 4_096
_SHEET_XML = b"urn:schemas-microsoft-com:office:spreadsheet"
_FLAT = b"application/vnd.oasis.opendocument.spreadsheet"
_FIELD = re.compile(rb"[A-Za-z-]{1,60}:")
_CHARSET = re.compile(rb"\bcharset=[\"']?([A-Za-z0-9_-]{1,40})")


def sniff(source: Source) -> bool:
    """Return whether a file starts as a web page does, or as a workbook in XML."""
    if _is_single_page(source):
        return True
    return source.head.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<") and (
        _is_sheet_xml(source) or _is_flat(source) or _is_page(source)
    )


def _is_single_page(source: Source) -> bool:
    """Return whether it is web pages in one file (MHTML), which begins as a mail does."""
    head = source.head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if _FIELD.match(head) is None:
        return False
    head = head[:_HEAD].lower()
    return b"mime-version:" in head and b"multipart/related" in head


def _is_flat(source: Source) -> bool:
    """Return whether it is a flat OpenDocument with sheets (.fods)."""
    head = source.head.replace(b"\0", b"")
    return b"office:document" in head and _FLAT in head and not _is_page(source)


def _is_sheet_xml(source: Source) -> bool:
    return _SHEET_XML in source.head.replace(b"\0", b"") and not _is_page(source)


def _is_page(source: Source) -> bool:
    head = source.head.replace(b"\0", b"")
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe \t\r\n")
    for start, end in ((b"<?xml", b"?>"), (b"<!--", b"-->")):
        while head.startswith(start):
            head = head.partition(end)[2].lstrip()
    return _PAGE.match(head) is not None


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return a table of a web page, or a sheet of a workbook in XML, read in a child process.

    A cell has the text that is shown in it, or the number that stands in full beside it.
    Parameters and errors are those of `workbook.read`, and the encoding is of interest, too.
    """
    if _is_single_page(source):
        result = run("markup", source, watch.part(0.0, 0.8), "pages", options.sheet or "")
        how = Reading(SINGLE_NAME, sheet_word="table")
        return workbook.table_of(source, options, result, watch, how)
    if _is_flat(source):
        result = run("markup", source, watch.part(0.0, 0.8), "flat", options.sheet or "")
        return workbook.table_of(source, options, result, watch, Reading(FLAT_NAME))
    if _is_sheet_xml(source):
        result = run("markup", source, watch.part(0.0, 0.8), "sheets", options.sheet or "")
        return workbook.table_of(source, options, result, watch, Reading(XML_NAME))
    decoded = as_utf8(source, options.encoding or _declared(source))
    page = Source(source.name, decoded.view, source.digest)
    result = run("markup", page, watch.part(0.0, 0.8), "page", options.sheet or "")
    how = Reading(NAME, encoding=decoded.encoding, sheet_word="table")
    table = workbook.table_of(page, options, result, watch, how)
    return replace(table, findings=(*decoded.findings, *table.findings))


def _declared(source: Source) -> str | None:
    """Return the encoding that a page says it has; None where it says none that is known."""
    found = _CHARSET.search(source.head)
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode()).name
    except LookupError:
        return None
    return name if name in ENCODINGS and name != "utf-8" else None


READER = Reader(
    NAME,
    sniff,
    read,
    suffixes=(".htm", ".html", ".mht", ".mhtml", ".xml", ".fods"),
    description="HTML, XML named .xls",
    help=(
        "what hospital systems export: the table of a web page (asked which where there are "
        "several), with the number that Excel keeps beside the one it shows; web pages in "
        "one file (MHTML), as spreadsheet programs save them; workbooks in Excel's XML of "
        "2003 and in flat OpenDocument (.fods)"
    ),
)
