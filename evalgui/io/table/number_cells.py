"""Whether cells are numbers, with any signs: for a look at columns whose form is not known yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.table import numbers
from evalgui.io.table.number_forms import is_grouped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.io.table.reading import DecimalSign


def is_number(cell: str) -> bool:
    """Return whether a cell is a number, with any signs; it may be in per cent."""
    bare = cell.strip().removesuffix("%")
    return numbers.is_number(bare) or numbers.is_number(bare, ",") or is_grouped(bare)


def number_share(cells: Iterable[str]) -> float:
    """Return the share of numbers among the cells that are not missing; 0 if there are none.

    Examples
    --------
    >>> number_share(["0.5", "1,5", "NA", "x"])
    0.6666666666666666
    """
    present = [cell for cell in cells if not numbers.is_missing(cell)]
    return sum(map(is_number, present)) / len(present) if present else 0.0


def likely_decimal(cells: Iterable[str]) -> DecimalSign:
    """Return the decimal sign that more of the numbers among these cells have."""
    n_points = n_commas = 0
    for cell in cells:
        n_points += "." in cell and numbers.is_number(cell)
        n_commas += "," in cell and numbers.is_number(cell, ",")
    return "," if n_commas > n_points else "."
