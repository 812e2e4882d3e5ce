"""What a PDF rests on, written into it.

Qt writes a title into the information dictionary of a PDF and no subject. An incremental update
(ISO 32000-1, 7.5.6) adds another dictionary behind all that is there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_ENDING = re.compile(rb"\s*startxref\s+(\d+)\s+%%EOF\s*")
_INFO = re.compile(rb"/Info (\d+) 0 R")


def with_facts(content: bytes, title: str, facts: Sequence[str]) -> bytes:
    """Return a PDF whose document properties say what it rests on.

    Parameters
    ----------
    content
        A PDF with one cross-reference table, as Qt writes it.
    title, facts
        Its title, and the lines of its subject.
    """
    trailer, sign, rest = content.rpartition(b"trailer")[2].rpartition(b">>")
    ending = _ENDING.fullmatch(rest)
    info = _INFO.search(trailer)
    if not sign or ending is None or info is None:
        return content  # one that is written otherwise is left as it is
    number, start = int(info[1]), len(content)
    entries = {"Title": title, "Subject": "\n".join(facts), "Creator": "evalgui", "Producer": "Qt"}
    body = " ".join(f"/{name} {_text(words)}" for name, words in entries.items())
    added = f"{number} 0 obj\n<< {body} >>\nendobj\n".encode("ascii")
    table = f"xref\n{number} 1\n{start:010} 00000 n \n".encode("ascii")
    kept = trailer.partition(b"<<")[2].strip().decode("latin-1")
    again = f"trailer\n<< {kept} /Prev {int(ending[1])} >>\n"
    last = f"startxref\n{start + len(added)}\n%%EOF\n"
    return content + added + table + f"{again}{last}".encode("latin-1")


def _text(words: str) -> str:
    """Return a text string as hexadecimal UTF-16, in which no character has a meaning."""
    return f"<FEFF{words.encode('utf-16-be', 'replace').hex().upper()}>"
