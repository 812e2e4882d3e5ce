"""Lines to cells, exactly: every cell keeps its text, and no row vanishes in a quote."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.widths import MOST_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BLANKS = " "
"""The delimiter that stands for any run of blanks and tabs."""

LONGEST_CELL = 10_000
"""How many lines a quoted cell may span."""

LONGEST_LINE = 1 << 24
"""How many characters a line may have."""

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_RUN = re.compile(r"[ \t]+")
# What stands inside quotes, in pieces: between two of them, other threads have their turn.
_INSIDE = re.compile(r'[^"]*+(?:""[^"]*+){0,20000}+')


class Row(NamedTuple):
    """One row of a delimited text.

    Parameters
    ----------
    line
        The line, from 1, at which the row starts.
    cells
        The texts of the cells, without the quotes around them.
    has_stray_quote
        Whether text follows a closing quote; such a cell keeps its quotes.
    """

    line: int
    cells: list[str]
    has_stray_quote: bool

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing in the cells but blanks and tabs: such a line is no row."""
        return are_blank(self.cells)


def are_blank(cells: Sequence[str]) -> bool:
    """Return whether there is nothing in these cells but blanks and tabs."""
    return not cells[0].strip(" \t") and not "".join(cells).strip(" \t")


@dataclass(frozen=True, slots=True)
class Tokeniser:
    """The rules by which a text becomes rows of cells.

    A cell that starts with a quote ends at the next quote that is not doubled, and may hold
    delimiters and line ends. A quote anywhere else is a character like others. CR LF, LF and
    CR end a line; the line separators of Unicode do not.

    Parameters
    ----------
    name
        The file name, for messages.
    delimiter
        A single character; `BLANKS` for any run of blanks and tabs.
    looks_like_rows
        Asked about the lines that a quoted cell spans: True when each of them looks like a
        row of its own. Then the quote is a stray one that would swallow rows.
    """

    name: str
    delimiter: str
    looks_like_rows: Callable[[Sequence[str]], bool] | None = None

    def rows(self, text: str, first_line: int = 1) -> Iterator[Row]:
        """Yield the rows of a text, empty lines included.

        Parameters
        ----------
        text
            Complete lines; the last may lack its line end.
        first_line
            The number of the first line.

        Raises
        ------
        ReadingError
            If a quote is not closed, or closes only after swallowing rows, or a line has more
            than `LONGEST_LINE` characters.
        """
        lines = _lines(text)
        number = first_line
        for line, end in lines:
            if len(line) > LONGEST_LINE:
                raise too_long(self.name, number)
            if '"' not in line:
                yield Row(number, self._split_plain(line), has_stray_quote=False)
                number += 1
                continue
            found = self.split(line)
            n_lines = 1
            if found is None:
                found, n_lines = self._continue(line, end, lines, number)
            yield Row(number, *found)
            number += n_lines

    def split(self, line: str) -> tuple[list[str], bool] | None:
        """Return the cells of a line and whether a stray quote is in it; None if one is open."""
        cells: list[str] = []
        is_stray = False
        if self.delimiter == BLANKS:
            line = line.strip(" \t")
        place = 0
        while True:
            start = place
            while line.startswith(" ", place):
                place += 1
            if line.startswith('"', place):
                closed = _quoted(line, place)
                if closed is None:
                    return None
                cell, after = closed
                place, is_end = self._cell_end(line, after)
                if not is_end:
                    is_stray = True
                    place = self._find(line, after)
                    cell = line[start:place]
            else:
                place = self._find(line, start)
                cell = line[start:place]
            cells.append(cell)
            if place >= len(line):
                return cells, is_stray
            place = self._skip(line, place)
            if len(cells) == MOST_COLUMNS:
                return [*cells, line[place:]], is_stray

    def _split_plain(self, line: str) -> list[str]:
        if self.delimiter == BLANKS:
            return _RUN.split(line.strip(" \t"), maxsplit=MOST_COLUMNS)
        return line.split(self.delimiter, MOST_COLUMNS)

    def _find(self, line: str, start: int) -> int:
        """Return where the next delimiter is, or the end of the line."""
        if self.delimiter == BLANKS:
            match = _RUN.search(line, start)
            return match.start() if match else len(line)
        place = line.find(self.delimiter, start)
        return place if place >= 0 else len(line)

    def _skip(self, line: str, place: int) -> int:
        """Return where the cell after the delimiter at this place starts."""
        if self.delimiter == BLANKS:
            match = _RUN.match(line, place)
            return match.end() if match else place
        return place + 1

    def _cell_end(self, line: str, after: int) -> tuple[int, bool]:
        """Return where a quoted cell ends, and whether nothing but blanks follows its quote."""
        place = after
        if self.delimiter != BLANKS:
            while line.startswith(" ", place):
                place += 1
        return place, place == len(line) or self._find(line, place) == place

    def _continue(
        self, line: str, end: str, lines: Iterator[tuple[str, str]], number: int
    ) -> tuple[tuple[list[str], bool], int]:
        """Return the cells of a row with a quoted cell that spans lines, and their number."""
        physical = [line]
        parts = [line]
        found = None
        for further, further_end in lines:
            parts += [end, further]
            physical.append(further)
            end = further_end
            # Pairs of quotes are text of the cell that is open: only a single one can close it.
            if '"' in further.replace('""', ""):
                found = self.split("".join(parts))
            if found is not None or len(physical) > LONGEST_CELL:
                break
        is_suspect = self.looks_like_rows is not None and self.looks_like_rows(physical)
        if found is None or found[1] or is_suspect:
            raise self._unclosed(number, len(physical))
        return found, len(physical)

    def _unclosed(self, number: int, n_lines: int) -> ReadingError:
        line = grouped(number)
        message = phrase("a quote opens in line {line} and is not closed there", line=line)
        if n_lines > 1:
            message = phrase(
                "a quote opens in line {line} and is not closed there: it would swallow the {n} "
                "lines after it",
                line=line,
                n=grouped(n_lines - 1),
            )
        hint = phrase('Remove the stray " in line {line}, or close it', line=line)
        return ReadingError(message, where=_in_line(self.name, number), hint=hint)


def too_long(name: str, line: int) -> ReadingError:
    """Return the refusal of a line that is too long to be one of a table."""
    message = phrase(
        "the line is longer than {most} characters: this is no table", most=grouped(LONGEST_LINE)
    )
    hint = phrase("Choose a file with one row a line")
    return ReadingError(message, where=_in_line(name, line), hint=hint)


def _in_line(file: str, line: int) -> str:
    return phrase("{file}, line {line}", file=file, line=grouped(line))


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line of a text with its line end."""
    for match in _LINE.finditer(text):
        if match.end() > match.start():
            yield match.group(1), match.group(2)


def _quoted(line: str, start: int) -> tuple[str, int] | None:
    """Return the text of the quoted cell at this place and where it ends; None if open."""
    place = start + 1
    while (match := _INSIDE.match(line, place)) is not None and match.end() > place:
        place = match.end()
    if place >= len(line):
        return None
    return line[start + 1 : place].replace('""', '"'), place + 1
