"""Whether a row holds the names of the columns or is the first row of data: signs weigh.

How much each sign says stands in `evalgui/io/meaning/evidence/tables.toml`; what a sign is, a
function here says, which returns its name there.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from evalgui.io.meaning import is_known_name, sign_of_formats, speaks_for, words_of
from evalgui.io.table import is_missing, is_number, number_share

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOSTLY = 0.8


def is_header(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Return whether a row holds names, judged by the rows below it.

    Parameters
    ----------
    first
        The row in question.
    body
        The rows below it, of the same width.

    Examples
    --------
    >>> is_header(["id", "marker"], [["7", "0.5"], ["8", "0.25"]])
    True
    >>> is_header(["P1", "pos", "0.5"], [["P2", "neg", "0.25"]])
    False
    >>> is_header(["malignant", "benign"], [["benign", "benign"], ["malignant", "benign"]])
    False
    """
    return speaks_for("header", TopRow(first, body), _SIGNS)


def is_name(cell: str) -> bool:
    """Return whether everyone uses this as the name of a column, and nobody as a class.

    Examples
    --------
    >>> is_name("label"), is_name("target"), is_name("benign")  # "target" is more often a class
    (True, False, False)
    """
    return is_known_name(cell) and sign_of_formats(cell.strip().casefold()) is None


class TopRow:
    """A row that may hold the names of columns, and what stands below it.

    Parameters
    ----------
    first
        Its cells.
    body
        The rows below it; those that are the same are not looked at where it has a known name:
        files that were joined have the header again, further down.
    """

    def __init__(self, first: Sequence[str], body: Sequence[Sequence[str]]) -> None:
        self.cells = [cell.strip() for cell in first]
        if any(map(is_name, first)):
            body = [row for row in body if list(row) != list(first)]
        self.has_body = bool(body)
        self._columns: list[Sequence[str]] = list(zip(*body, strict=True)) or [()] * len(first)

    @cached_property
    def over_numbers(self) -> list[bool]:
        """For each cell whether most of those below it are numbers."""
        return [number_share(column) > _MOSTLY for column in self._columns]

    @cached_property
    def recur(self) -> list[bool]:
        """For each cell whether it is one of those below it, or one of their kind."""
        return [recurs(*pair) for pair in zip(self.cells, self._columns, strict=True)]

    @cached_property
    def has_known_name(self) -> bool:
        """Whether a cell is a name that everyone uses, and does not recur below."""
        pairs = zip(self.cells, self.recur, strict=True)
        return any(is_name(cell) and not again for cell, again in pairs)

    def are_all_fractions(self, places: Sequence[int]) -> bool:
        """Return whether these columns hold numbers that are not all whole."""
        return all(
            self.over_numbers[place]
            and not all(cell.strip().isdigit() for cell in self._columns[place])
            for place in places
        )


def recurs(cell: str, below: Sequence[str]) -> bool:
    """Return whether a cell is one of those below it, or one of their kind.

    Examples
    --------
    >>> recurs("pos", ["neg", "pos "]), recurs("target", ["nontarget"]), recurs("", [""])
    (True, True, False)
    """
    if cell == "" or not below:
        return False
    if cell in map(str.strip, below):
        return True
    classes = words_of("trial_class")
    return cell in classes and classes.issuperset(map(str.strip, below))


# ------------------------------------------------------------------------------------ signs


def _sign_of_cells(row: TopRow) -> str:
    """Return what the cells themselves say: that there are none, that some are numbers.

    Examples
    --------
    >>> _sign_of_cells(TopRow(["", ""], [["1", "2"]])), _sign_of_cells(TopRow(["a"], [["b"]]))
    ('blank', '')
    >>> _sign_of_cells(TopRow(["a", "0.5"], [["b", "0.25"]]))
    'number'
    >>> _sign_of_cells(TopRow(["id", "3"], [["b", "0.25"]]))
    'number_beside_names'
    """
    if not any(row.cells):
        return "blank"
    if row.has_body and are_places(row.cells):
        pairs = zip(row.over_numbers, row.recur, strict=True)
        has_text = any(not (is_number or again) for is_number, again in pairs)
        return "places_above_text" if has_text else "places_above_numbers"
    if not any(map(is_number, row.cells)):
        return ""
    if row.has_body and not any(row.recur) and are_classes_above_probabilities(row):
        return "classes"
    return "number_beside_names" if are_whole_beside_names(row) else "number"


def are_places(cells: Sequence[str]) -> bool:
    """Return whether columns have the names that pandas gives them.

    Examples
    --------
    >>> are_places(["0", "1", "2"]), are_places(["1", "2", "3"]), are_places(["0"])
    (True, False, False)
    """
    return len(cells) > 1 and list(cells) == list(map(str, range(len(cells))))


def are_classes_above_probabilities(row: TopRow) -> bool:
    """Return whether some cells are the classes 0, 1, 2 above probabilities, and others names.

    So pandas writes what scikit-learn predicts, beside the truth.

    Examples
    --------
    >>> body = [["0.25", "0.75", "1"], ["0.5", "0.5", "0"]]
    >>> [are_classes_above_probabilities(TopRow(["0", "1", last], body)) for last in ("y", "2")]
    [True, False]
    """
    places = [place for place, cell in enumerate(row.cells) if is_number(cell)]
    names = [cell for cell in row.cells if cell and not is_number(cell)]
    if len(places) < 2 or [row.cells[one] for one in places] != list(map(str, range(len(places)))):
        return False
    return row.are_all_fractions(places) and bool(names) and not any(map(is_missing, names))


def are_whole_beside_names(row: TopRow) -> bool:
    """Return whether the numbers in a row are whole, above numbers, beside a known name.

    Examples
    --------
    >>> body = [["a", "0.5"], ["b", "0.2"]]
    >>> [are_whole_beside_names(TopRow(["id", cell], body)) for cell in ("7", "0.7")]
    [True, False]
    """
    return row.has_known_name and all(
        (is_above and cell.isdigit()) or not is_number(cell)
        for cell, is_above in zip(row.cells, row.over_numbers, strict=True)
    )


def _sign_of_numbers_below(row: TopRow) -> str:
    """Return what stands above numbers: a text, or only a word for a missing one.

    Examples
    --------
    >>> [_sign_of_numbers_below(TopRow([top], [["1"], ["2"]])) for top in ("CRP", "NA", "")]
    ['text', 'missing', '']
    """
    above = [cell for cell, flag in zip(row.cells, row.over_numbers, strict=True) if flag]
    if any(not is_missing(cell) for cell in above):
        return "text"
    return "missing" if any(above) else ""


def _sign_of_names(row: TopRow) -> str:
    """Return whether a cell is a name that everyone uses.

    Examples
    --------
    >>> [_sign_of_names(TopRow([top], [["a"], ["b"]])) for top in ("y_true", "d")]
    ['known', '']
    """
    return "known" if row.has_known_name else ""


def _sign_of_texts_below(row: TopRow) -> str:
    """Return whether a cell is there again below.

    Examples
    --------
    >>> [_sign_of_texts_below(TopRow([top], [["a"], ["b"]])) for top in ("a", "d")]
    ['again', 'new']
    """
    return "again" if any(row.recur) else "new"


_SIGNS = {
    "cells": _sign_of_cells,
    "numbers_below": _sign_of_numbers_below,
    "names": _sign_of_names,
    "texts_below": _sign_of_texts_below,
}
