"""Printing where not every letter can be: a terminal or a pipe that is not UTF-8."""

from __future__ import annotations

import codecs
import io
import sys

from evalgui.core.api import SPACE

_NAME = "evalgui.readable"
_LARGEST = 0xFFFF


def let_everything_print() -> None:
    """Let what the streams cannot encode become something readable, and never an error."""
    codecs.register_error(_NAME, _readable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_NAME)


def _readable(error: UnicodeError) -> tuple[str, int]:
    """Return a space for a narrow one, and for other letters the escapes that JSON has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(" " if letter == SPACE else _escape(letter) for letter in letters), error.end


def _escape(letter: str) -> str:
    number = ord(letter)
    if number <= _LARGEST:
        return f"\\u{number:04x}"
    high, low = divmod(number - _LARGEST - 1, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
