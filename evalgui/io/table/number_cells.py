"""Whether cells are numbers, with any signs: for a look at columns whose form is not known yet."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from evalgui.io.table import numbers
from evalgui.io.table.number_forms import bare_cells, is_grouped

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from evalgui.io.meaning import DecimalSign

_MOSTLY = 0.5
_PLAIN = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_BEGINNING = re.compile(r"\s*[+-]?(?:[.,]?[0-9]|[iI][nN][fF])")  # of every number


def is_number(cell: str) -> bool:
    """Return whether a cell is a number, with any signs; it may be in per cent."""
    cell = numbers.plain_signs(cell)
    if _BEGINNING.match(cell) is None:
        return False
    bare = cell.strip().removesuffix("%")
    return numbers.is_number(bare) or numbers.is_number(bare, ",") or is_grouped(bare)


def are_plain(cells: Collection[str]) -> bool:
    """Return whether all cells are numbers of the plainest form: a glance at most columns of them.

    Examples
    --------
    >>> are_plain(["0.5", "-12"]), are_plain(["0.5", "1e-5"]), are_plain([])
    (True, False, False)
    """
    return bool(cells) and all(map(_PLAIN.fullmatch, cells))


def number_share(cells: Collection[str]) -> float:
    """Return the share of numbers among the cells that are not missing; 0 if there are none.

    Examples
    --------
    >>> number_share(["0.5", "1,5", "NA", "x"])
    0.6666666666666666
    """
    if are_plain(cells):
        return 1.0
    n_present = n_numbers = 0
    for cell, n in Counter(cells).items():
        if is_number(cell):
            n_numbers += n
            n_present += n
        elif not numbers.is_missing(cell):
            n_present += n
    return n_numbers / n_present if n_present else 0.0


def are_mostly_numbers(cells: Sequence[str], *, may_have_unit: bool = True) -> bool:
    """Return whether most cells of a sample are numbers, what is missing left out.

    Parameters
    ----------
    cells
        The sample.
    may_have_unit
        Whether what stands behind every number may be a unit, rather than a part of an id.
    """
    if are_plain(cells):
        return True
    if may_have_unit:
        cells = bare_cells(cells, list(map(numbers.is_missing, cells)))
    return number_share(cells) > _MOSTLY


def likely_decimal(cells: Collection[str]) -> DecimalSign:
    """Return the decimal sign that more of the numbers among these cells have."""
    n_commas = sum("," in cell and numbers.is_number(cell, ",") for cell in cells)
    if not n_commas:  # as in every file whose cells lie between commas
        return "."
    n_points = sum("." in cell and numbers.is_number(cell) for cell in cells)
    return "," if n_commas > n_points else "."
