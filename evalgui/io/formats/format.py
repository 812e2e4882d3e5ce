"""A format as a value: the dialogs, the help and what is refused are made from it.

It knows no library, so that a child process can load a format without the rest of the program.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import RawTable

_SUFFIX = re.compile(r"\.[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Format:
    """A format that is recognised, and read unless it has only a remedy.

    Parameters
    ----------
    name
        What the user calls the format; with its article where it is not read.
    sniff
        Returns whether a file looks like this format. It looks at a few bytes only.
    read
        Returns the table in a file of this format, or raises a ReadingError; None where it is
        not read.
    suffixes
        How the names of such files usually end, as ``(".csv", ".tsv")``: for the dialog that
        asks for a file, and never for what a file is.
    description
        The format at the head of its row in the help, as "Excel, OpenDocument".
    help
        What is understood of it: the rest of that row, in Markdown, as one line.
    remedy, why
        Of a format that is not read, and of it alone: how to get the data out of it, and why it
        is not read.
    is_last_resort
        Whether almost every file looks like this format, so that all others are asked before,
        and those which are known and not read are refused.

    Raises
    ------
    TypeError
        If `sniff` or `read` is no function.
    ValueError
        If something is missing; it says what to write.
    """

    name: str
    sniff: Callable[[Source], bool]
    read: Callable[[Source, ReadOptions, Watch], RawTable] | None = None
    suffixes: tuple[str, ...] = ()
    description: str = ""
    help: str = ""
    remedy: str = ""
    why: str = phrase("that format is not read here")
    is_last_resort: bool = False

    def __post_init__(self) -> None:
        """Refuse a format of which something is missing, in words."""
        if not self.name:
            message = 'a format needs a name: write name="Parquet"'
            raise ValueError(message)
        start = f"the format {self.name!r} needs"
        if self.remedy:  # and is not read
            return
        signatures = {"sniff": "(source)", "read": "(source, options, watch)"}
        for field, signature in signatures.items():
            if not callable(getattr(self, field)):
                message = f"{start} a function {field}{signature}: give it as {field}={field}"
                raise TypeError(message)
        given: object = self.suffixes  # which may be anything, as one string
        is_known = isinstance(given, tuple) and all(map(_SUFFIX.fullmatch, given))
        if not is_known or not given:
            message = (
                f"{start} how its files end, in small letters with the point, for the dialog that "
                f'opens files: write suffixes=(".pq",), and not {self.suffixes!r}'
            )
            raise ValueError(message)
        if not self.description:
            message = f'{start} its name in the help: write description="Excel, OpenDocument"'
            raise ValueError(message)
        if not self.help or "\n" in self.help:
            message = f'{start} one line for the help: write help="what is understood of a file"'
            raise ValueError(message)

    def table(self, source: Source, options: ReadOptions, watch: Watch) -> RawTable:
        """Return the table in a file of this format.

        Raises
        ------
        ReadingError
            If the format is not read, with its remedy.
        TypeError
            If `read` returns something else; it says what to write.
        """
        if self.read is None:
            raise self.refusal(source)
        from evalgui.io.table import RawTable

        found: object = self.read(source, options, watch)
        if isinstance(found, RawTable):
            return found
        message = (
            f"the format {self.name!r} is read as {type(found).__name__}: let read return a "
            f"RawTable of evalgui.io.table.raw_table"
        )
        raise TypeError(message)

    def refusal(self, source: Source) -> ReadingError:
        """Return what is said of a file of this format where it is not read."""
        is_secret = "password" in self.name or "encrypt" in self.name
        why = phrase("it cannot be read") if is_secret else self.why
        message = phrase("this file is {name}: {why}", name=self.name, why=why)
        return ReadingError(message, where=source.name, hint=self.remedy)


def starts(
    *marks: bytes, then: Callable[[Source], bool] = lambda _: True
) -> Callable[[Source], bool]:
    """Return a `sniff` for files that start with one of some marks, and pass a test then."""
    return lambda source: source.head.startswith(marks) and then(source)
