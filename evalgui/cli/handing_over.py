"""Data from another program on this computer, through a pipe: nothing of them is on a disk.

What comes is one line of JSON, with the name of the data and the words that are said of them,
and then the table as text between tabs, every cell quoted.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from evalgui.cli.window import window_parser
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.clipboard import Pasted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def packed(name: str, words: Sequence[str], text: bytes) -> bytes:
    """Return what is written to the pipe; the text is UTF-8."""
    head = json.dumps({"name": name, "words": list(words)})
    return b"%b\n%b" % (head.encode("ascii"), text)


def unpacked(data: bytes) -> tuple[argparse.Namespace, Pasted]:
    """Return what is said of the data, and the data.

    Raises
    ------
    DataError
        If this was not written by `packed`.
    """
    head, _, text = data.partition(b"\n")
    try:
        said = json.loads(head)
        options = window_parser().parse_args(said["words"])
        return options, Pasted(text.decode("utf-8"), said["name"])
    except (ValueError, KeyError, TypeError):
        raise DataError(
            phrase("no data were handed over"), hint=phrase("Use show() of Python")
        ) from None


def received() -> bytes:
    """Return all that comes through the pipe."""
    return b"" if sys.stdin is None else sys.stdin.buffer.read()
