"""Tables that are gathered cell by cell, and XML that is walked through, for `markup`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Protocol
from xml.parsers import expat

from evalgui.io.widths import HINT, MOST_COLUMNS, too_many_columns

MOST_CELLS = 20_000_000
MOST_TABLES = 1_000
MOST_ROWS = 1_048_576
DEEPEST = 100

ELSE = "Save the data as CSV"
_NUMBER = re.compile(r"[1-9][0-9]{0,6}")


class Refusal(Exception):  # noqa: N818 - it is what the caller is told
    """What is wrong with the file, and what to do."""


@dataclass(slots=True)
class Table:
    """A table as it is read: its rows, and the cells that reach down into the next ones."""

    name: str = ""
    rows: list[list[str]] = field(default_factory=list)
    width: int = 0
    reaching: dict[int, int] = field(default_factory=dict)  # column: rows that are still covered
    new: dict[int, int] = field(default_factory=dict)

    def start_row(self, number: int | None = None) -> None:
        """Begin a row; the number says which, from 1, where it is not the next."""
        if number is not None and len(self.rows) < number <= MOST_ROWS:
            self.rows += [[] for _ in range(number - 1 - len(self.rows))]
        if len(self.rows) >= MOST_ROWS:
            raise Refusal("the table is too large: it has too many rows", ELSE)
        left = {column: n - 1 for column, n in self.reaching.items() if n > 1}
        self.reaching = left | self.new
        self.new = {}
        self.rows.append([])

    def start_cell(self, across: int, down: int, column: int | None = None) -> int:
        """Return the column of the next cell of the row, and keep room for it.

        Parameters
        ----------
        across, down
            How many columns and rows it covers.
        column
            Which column, from 1, where it is not the next.
        """
        row = self.rows[-1]
        if column is not None and len(row) < column <= MOST_COLUMNS:
            row += [""] * (column - 1 - len(row))
        while self.reaching.get(len(row), 0) and len(row) < MOST_COLUMNS:
            row.append("")
        place = len(row)
        row += [""] * across
        self.width = max(self.width, len(row))
        if len(row) > MOST_COLUMNS:
            raise Refusal(too_many_columns(), HINT)
        if len(self.rows) * self.width > MOST_CELLS:
            raise Refusal("the table is too large: it has too many cells", ELSE)
        if down > 1:
            self.new |= dict.fromkeys(range(place, place + across), down - 1)
        return place

    def cells(self) -> list[list[str]]:
        """Return the rows, all of one width."""
        return [[*row, *[""] * (self.width - len(row))] for row in self.rows]


class Gatherer(Protocol):
    """What XML is told to, element by element."""

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Begin an element; namespaces stand before names, with a blank between."""

    def end(self, name: str) -> None:
        """End an element."""

    def text(self, data: str) -> None:
        """Take text."""


def parse(data: bytes, gatherer: Gatherer) -> None:
    """Walk through XML that has no DTD and no entities of its own.

    Raises
    ------
    Refusal
        If it is damaged, or has them.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = _refuse_definitions
    parser.EntityDeclHandler = _refuse_definitions
    parser.StartElementHandler = gatherer.start
    parser.EndElementHandler = gatherer.end
    parser.CharacterDataHandler = gatherer.text
    parser.buffer_text = True
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat takes it by its place
    except expat.ExpatError:
        message = "the workbook in XML is damaged or incomplete"
        raise Refusal(message, "Save it again, or save the data as CSV") from None


def whole(text: str | None) -> int | None:
    """Return a whole number from 1; None where this is none."""
    found = _NUMBER.fullmatch((text or "").strip())
    return int(found[0]) if found else None


def _refuse_definitions(*_: object) -> None:
    message = "the workbook is unsafe: it defines XML entities or a DTD"
    raise Refusal(message, "Save it again, or save the data as CSV")
