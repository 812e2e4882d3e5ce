"""Tables whose columns a format of the field gives a meaning: one module each, in `LAYOUTS`.

A reader turns bytes into columns. A layout knows what the columns of such a table are, as
fields of a score file often have no header: it names them, derives the truth where two ids
say it, and states the roles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.io.raw_table import RawTable


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


LAYOUTS: tuple[Layout, ...] = ()
"""Every layout, in the order in which they are tried: the most particular first."""


def arrange(table: RawTable) -> RawTable:
    """Return a table as its format means it; the table itself where no layout fits."""
    layout = next((layout for layout in LAYOUTS if layout.sniff(table)), None)
    return table if layout is None else layout.read(table)
