"""What stands above the rows of a table as spreadsheets save it: titles, and rows of names.

A row counts as a title, or as a second row of names, only where nothing in it can be data: no
number above numbers, and no text that occurs again below it. Nothing is weighed here: each
condition is a fact, and a function of its own says it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.io.meaning import is_total, names_a_side
from evalgui.io.table import is_missing, is_number, number_share
from evalgui.io.text.header import is_header, is_name

if TYPE_CHECKING:
    from collections.abc import Sequence

_DEEPEST = 20
_WIDEST = 200  # there are no titles above wider tables
_MOSTLY = 0.8
_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class Heading:
    """The rows above the data.

    Parameters
    ----------
    n_above
        How many rows stand before the names: titles and what was written beside them.
    n_names
        How many rows hold names: 1 or 2.
    names
        One name for each column, "" where it has none.
    """

    n_above: int
    n_names: int
    names: tuple[str, ...]

    @property
    def n_rows(self) -> int:
        """How many rows come before the first row of data."""
        return self.n_above + self.n_names


def find_heading(rows: Sequence[Sequence[str]]) -> Heading | None:
    """Return what stands above a table; None where the first row alone is its header, or none.

    Parameters
    ----------
    rows
        The first rows that are not blank, all of one width.

    Examples
    --------
    >>> rows = [["Study 1", ""], ["truth", "score"], ["pos", "0.5"], ["neg", "0.25"]]
    >>> find_heading(rows)
    Heading(n_above=1, n_names=1, names=('truth', 'score'))
    >>> find_heading(rows[1:]) is None
    True
    """
    if len(rows) <= _SEVERAL or not _SEVERAL <= len(rows[0]) <= _WIDEST:
        return None
    place = _names_place(rows)
    if _is_second_row(rows, place):
        names = _joined(rows[place], rows[place + 1], main=0)
        return Heading(place, 2, names)
    if not place:
        return None
    if _is_group_row(rows[place - 1], rows[place], _Below(rows[place + 1 :])):
        names = _joined(rows[place - 1], rows[place], main=1)
        return Heading(place - 1, 2, names)
    return Heading(place, 1, tuple(rows[place]))


class _Below:
    """The rows below one that may hold names, by columns."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        self.rows = rows
        columns = list(zip(*rows, strict=True))
        self.texts = [{cell.strip() for cell in column} for column in columns]
        self.is_numeric = [number_share(column) > _MOSTLY for column in columns]
        self.is_usual = [
            sum(cell.strip() != "" for cell in column) > _MOSTLY * len(rows) for column in columns
        ]

    def may_hold(self, cells: Sequence[str]) -> bool:
        """Return whether some cell of a row may be one of these: a number, a text again."""
        is_value = is_number if _are_signs(cells) else _is_value
        return any(
            cell.strip() and (cell.strip() in texts or (is_numeric and is_value(cell)))
            for cell, texts, is_numeric in zip(cells, self.texts, self.is_numeric, strict=True)
        )

    def has_text_above(self, cells: Sequence[str]) -> bool:
        """Return whether a row has text above numbers."""
        return any(
            is_numeric and cell.strip() and not _is_value(cell)
            for cell, is_numeric in zip(cells, self.is_numeric, strict=True)
        )


def _names_place(rows: Sequence[Sequence[str]]) -> int:
    """Return the row with the names: the last that can be, below rows without any data."""
    found = 0
    most = 0  # cells in a row above
    for place in range(1, min(_DEEPEST, len(rows) - 1)):
        cells, most = rows[place], max(most, n_filled(rows[place - 1]))
        if not may_be_names(cells, most):
            continue
        below = _Below(_without(rows[place + 1 :], rows[place - 1], cells))
        if below.rows and _are_names(cells, below) and _all_above(rows[:place], cells, below):
            found = place
    return found


def may_be_names(cells: Sequence[str], most: int) -> bool:
    """Return whether a row may hold names by how many cells of it are filled, at a glance.

    Parameters
    ----------
    cells
        The row.
    most
        How many cells are filled in that of the rows above it which has most of them.

    Examples
    --------
    >>> may_be_names(["truth", "score"], 1), may_be_names(["Basel", ""], 1)
    (True, False)
    >>> may_be_names(["a", "0.5"], 2), may_be_names(["a", "b"], 2)  # as many as there are above
    (False, False)
    """
    if n_filled(cells) < _SEVERAL or (most > 1 and any(map(is_number, cells))):
        return False
    return n_filled(cells) > most or n_known(cells) >= _SEVERAL


def _without(
    rows: Sequence[Sequence[str]], first: Sequence[str], second: Sequence[str]
) -> list[Sequence[str]]:
    """Return the rows that do not repeat two rows: the second, or the first before it."""
    folded = [_folded(row) for row in rows]
    above, names = _folded(first), _folded(second)
    return [
        row
        for row, own, after in zip(rows, folded, [*folded, []][1:], strict=True)
        if own != names and not (own == above and after == names)
    ]


def _are_names(cells: Sequence[str], below: _Below) -> bool:
    """Return whether a row is a header, above numbers or with several names that are known."""
    if below.may_hold(cells) or not is_header(cells, below.rows):
        return False
    is_known = not any(below.is_numeric) and n_known(cells) >= _SEVERAL
    return is_known or below.has_text_above(cells)


def _all_above(above: Sequence[Sequence[str]], cells: Sequence[str], below: _Below) -> bool:
    """Return whether no row above the names may be a header of its own, or a row of data."""
    return all(
        _is_no_data(row, cells, below)
        and (is_title(row) or _is_less_of_a_header(row, cells, is_last=row is above[-1]))
        for row in above
    )


def _is_no_data(row: Sequence[str], names: Sequence[str], below: _Below) -> bool:
    """Return whether a row above the names is not the names again, and no row of the table."""
    return _folded(row) != _folded(names) and (is_fact(row, names) or not below.may_hold(row))


def _is_less_of_a_header(row: Sequence[str], names: Sequence[str], *, is_last: bool) -> bool:
    """Return whether the names below a row have more of a header than the row itself.

    One that has fewer cells needs no name that is known, or the names have one, too; else the
    names have more of them, or as many where the row stands next to them.
    """
    if n_filled(row) < n_filled(names):
        return is_side(row) or bool(n_known(names)) or not n_known(row)
    return n_known(names) >= max(n_known(row) + (not is_last), _SEVERAL)


def is_title(row: Sequence[str]) -> bool:
    """Return whether nothing but the first cell of a row is filled.

    Examples
    --------
    >>> is_title(["Study 1", ""]), is_title(["", "Study 1"])
    (True, False)
    """
    return bool(row[0].strip()) and n_filled(row) == 1


def is_fact(row: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether a row says something about the table, as ``Date: | 2024-05-01`` does.

    Examples
    --------
    >>> [is_fact(row, ["a", "b", "c"]) for row in (["Date:", "1", ""], ["Date", "1", ""])]
    [True, False]
    """
    return row[0].strip().endswith(":") and n_filled(row) < n_filled(names)


def is_side(row: Sequence[str]) -> bool:
    """Return whether the only cell of a row names a side of a matrix.

    Examples
    --------
    >>> is_side(["", "Predicted", ""]), is_side(["", "Predicted", "n"])
    (True, False)
    """
    return n_filled(row) == 1 and any(names_a_side(cell) for cell in row)


def _is_group_row(row: Sequence[str], names: Sequence[str], below: _Below) -> bool:
    """Return whether a row above the names says what several of them belong to."""
    if is_title(row) or any(cell.strip().endswith(":") for cell in row):
        return False
    return below.has_text_above(row) or not row[0].strip() or n_filled(row) == n_filled(names)


def _is_second_row(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Return whether the row below the names goes on with them, as a row of units does."""
    names, cells = rows[place], rows[place + 1]
    if not may_be_units(cells):
        return False
    below = _Below(_without(rows[place + 2 :], names, cells))
    if not below.rows or not below.has_text_above(cells):
        return False
    if any(map(below.may_hold, (cells, names))) or not is_header(names, below.rows):
        return False
    # A row of data begins with what its column always has.
    return are_bracketed(cells) or (below.is_usual[0] and below.has_text_above(names))


def may_be_units(cells: Sequence[str]) -> bool:
    """Return whether a row has no number and no first cell, unless all its cells are in brackets.

    Examples
    --------
    >>> may_be_units(["", "mg/l"]), may_be_units(["(id)", "[mg/l]"]), may_be_units(["id", "mg/l"])
    (True, True, False)
    """
    if not n_filled(cells) or any(map(is_number, cells)):
        return False
    return not cells[0].strip() or are_bracketed(cells)


def are_bracketed(cells: Sequence[str]) -> bool:
    """Return whether each cell that is filled stands in brackets.

    Examples
    --------
    >>> are_bracketed(["", "(mg/l)", "[1]"]), are_bracketed(["(a)", "b"])
    (True, False)
    """
    return all(cell[0] in "([" and cell[-1] in ")]" for cell in map(str.strip, cells) if cell)


def _joined(first: Sequence[str], second: Sequence[str], main: int) -> tuple[str, ...]:
    """Return one name for each column out of two rows: that of the main one, where it will do.

    A name that is not the only one of its kind takes the other's along, from the left where
    cells were merged.
    """
    rows = [[cell.strip() for cell in row] for row in (first, second)]
    merged, last = [], ""
    for above, under in zip(*rows, strict=True):
        last = above or last
        merged.append(last if under else above)
    n_above = sum(map(bool, rows[0]))
    if n_above == 1 and names_a_side(merged[-1]) and not rows[0][0]:
        pairs = zip(merged, rows[1], strict=True)
        return tuple(
            under if is_total(under) else f"{above} {under}".strip() for above, under in pairs
        )
    counts = Counter(rows[main])
    found = []
    for place, own in enumerate(rows[main]):
        if own and counts[own] == 1:
            found.append(own)
        else:
            found.append(f"{merged[place]} {rows[1][place]}".strip())
    return tuple(found)


def _is_value(cell: str) -> bool:
    return is_number(cell) or is_missing(cell)


def _are_signs(cells: Sequence[str]) -> bool:
    """Return whether a minus in a row is the name of a result, and no missing value."""
    return {"+", "-"} <= {cell.strip() for cell in cells}


def n_filled(cells: Sequence[str]) -> int:
    """Return how many cells are not blank."""
    return sum(cell.strip() != "" for cell in cells)


def n_known(cells: Sequence[str]) -> int:
    """Return how many cells are names that everyone uses, and no classes."""
    return sum(map(is_name, cells))


def _folded(cells: Sequence[str]) -> list[str]:
    return [cell.strip().casefold() for cell in cells]
