"""Printing: where not every letter can be, and where nothing can any more."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
from pathlib import Path

from evalgui.core.digits import SPACE
from evalgui.core.languages import tr
from evalgui.core.vocabulary import phrase

_NAME = "evalgui.readable"
_LARGEST = 0xFFFF


def let_everything_print() -> None:
    """Let what the streams cannot encode become something readable, and never an error.

    A program of Windows without a console has none for errors: what is said there goes nowhere,
    and what is to be shown after it is shown.
    """
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - to the end
    codecs.register_error(_NAME, _readable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_NAME)


def say(text: str) -> None:
    """Print a text on the standard output, all of it.

    Raises
    ------
    WritingError
        If it cannot take it, such as where its disk is full.
    BrokenPipeError
        If nobody reads it any more.
    """
    from evalgui.io.keeping.safe_writing import WritingError, in_words  # when something is printed

    where = tr("standard output")
    if sys.stdout is None:
        raise WritingError(
            phrase("it is closed"), where=where, hint=phrase("Write to a file or a pipe")
        )
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _let_go_of_output()
        if isinstance(error, BrokenPipeError):
            raise
        message, hint = in_words(error)
        raise WritingError(message, where=where, hint=hint) from None


def _let_go_of_output() -> None:
    """Let what it still holds go nowhere: Python would try again when it ends."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


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
