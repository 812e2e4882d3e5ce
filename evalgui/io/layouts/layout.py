"""What a layout is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.io.table import RawTable


@dataclass(frozen=True, slots=True)
class Layout:
    """A meaning that the columns of a table have by the rules of a format.

    Parameters
    ----------
    name
        What the user calls the format.
    sniff
        Returns whether a table looks like this format. A glance at some rows decides, unless
        only all rows can.
    read
        Returns the table with its columns named, the derived ones behind those of the file,
        and with `known` set.
    """

    name: str
    sniff: Callable[[RawTable], bool]
    read: Callable[[RawTable], RawTable]
