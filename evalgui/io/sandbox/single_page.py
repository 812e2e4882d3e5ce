"""Web pages in one file (MHTML), as spreadsheet programs save them, taken apart for `markup`.

References
----------
RFC 2557, MIME Encapsulation of Aggregate Documents, such as HTML.
"""

from __future__ import annotations

import re
from email import message_from_bytes
from typing import TYPE_CHECKING

from evalgui.io.sandbox.sheets import MOST_TABLES, Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHARSET = re.compile(rb"\bcharset=[\"']?([A-Za-z0-9_-]{1,40})")
_HEAD = 4_096
_BLANK = b"\xef\xbb\xbf \t\r\n"


def pages_of(data: bytes) -> Iterator[bytes]:
    """Yield each page of a file, in UTF-8.

    Raises
    ------
    Refusal
        If there are too many parts, or a page is not in the encoding that it names.
    """
    try:
        parts = [
            part
            for part in message_from_bytes(data.lstrip(_BLANK)).walk()
            if not part.is_multipart()
        ]
    except RecursionError:
        raise Refusal("the parts of the page are nested too deep", "Save it as CSV") from None
    if len(parts) > MOST_TABLES:
        raise Refusal("there are too many parts in this page", "Save it as CSV")
    for part in parts:
        page = part.get_payload(decode=True)
        if part.get_content_type() == "text/html" and isinstance(page, bytes):
            yield _in_utf8(page, part.get_content_charset())


def _in_utf8(page: bytes, declared: str | None) -> bytes:
    said = _CHARSET.search(page[:_HEAD])
    named = declared if declared not in {None, "us-ascii"} else (said and said[1].decode())
    # What names none is in UTF-8, or as the system of old had it.
    for encoding in (named,) if named else ("utf-8", "cp1252"):
        try:
            return page.decode(encoding or "utf-8").encode()
        except (UnicodeDecodeError, LookupError):
            continue
    message = "the page is not in the encoding that it names"
    raise Refusal(message, "Save it again as CSV")
