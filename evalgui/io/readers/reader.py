"""What a format says of itself: the dialogs, the help and the docs are made from it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.io.table import RawTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions

_SUFFIX = re.compile(r"\.[a-z0-9]+")


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
    suffixes
        How the names of such files usually end, as ``(".csv", ".tsv")``: for the dialog that
        asks for a file, and never for what a file is.
    description
        The format at the head of its row in the help, as "Excel, OpenDocument".
    help
        What is understood of it: the rest of that row, in Markdown, as one line.
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
    read: Callable[[Source, ReadOptions, Watch], RawTable]
    suffixes: tuple[str, ...] = ()
    description: str = ""
    help: str = ""
    is_last_resort: bool = False

    def __post_init__(self) -> None:
        """Refuse a format of which something is missing, in words."""
        if not self.name:
            message = 'a reader needs the name of its format: write name="Parquet"'
            raise ValueError(message)
        start = f"the reader of {self.name!r} needs"
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
        TypeError
            If `read` returns something else; it says what to write.
        """
        found: object = self.read(source, options, watch)
        if isinstance(found, RawTable):
            return found
        message = (
            f"the reader of {self.name!r} returns {type(found).__name__}: let read return a "
            f"RawTable of evalgui.io.table.raw_table"
        )
        raise TypeError(message)
