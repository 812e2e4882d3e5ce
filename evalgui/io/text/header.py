"""Whether a row holds the names of the columns or is the first row of data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.meaning import is_known_name, sign_of_formats, words_of
from evalgui.io.table import is_missing, is_number, number_share

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOSTLY = 0.8


def is_header(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Return whether a row holds names, judged by the rows below it.

    Text above a column of numbers is a name. A number is none, unless it is a whole number
    and another cell a name that everyone uses (classes may be called 0, 1, 2), or the columns
    are numbered from 0 and one of them holds texts, or those that are numbered hold
    probabilities. In a table without numbers, a cell that occurs again in its column is no
    name.

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
    >>> is_header(["0", "1"], [["pos", "0.5"], ["neg", "0.25"]])
    True
    >>> is_header(["malignant", "benign"], [["benign", "benign"], ["malignant", "benign"]])
    False
    >>> is_header(["0", "1", "y"], [["0.25", "0.75", "1"], ["0.5", "0.5", "0"]])
    True
    """
    if len({cell.strip() for cell in first if cell.strip()}) == 0:
        return False
    if any(is_name(cell) for cell in first):
        # Files that were joined have the header again, further down.
        body = [row for row in body if list(row) != list(first)]
    columns = list(zip(*body, strict=True)) or [()] * len(first)
    recurs = [_recurs(cell.strip(), column) for cell, column in zip(first, columns, strict=True)]
    n_known = sum(is_name(cell) and not again for cell, again in zip(first, recurs, strict=True))
    are_numbers = [number_share(column) > _MOSTLY for column in columns]
    if body and _are_numbered(first):
        return any(
            not (is_numeric or again) for is_numeric, again in zip(are_numbers, recurs, strict=True)
        )
    if any(map(is_number, first)):
        are_classes = bool(body) and not any(recurs) and _are_classes(first, columns)
        return are_classes or (
            n_known > 0
            and all(
                (is_numeric and cell.strip().isdigit()) or not is_number(cell)
                for cell, is_numeric in zip(first, are_numbers, strict=True)
            )
        )
    above_numbers = [cell for cell, flag in zip(first, are_numbers, strict=True) if flag]
    if any(not is_missing(cell) for cell in above_numbers):
        return True
    if any(cell.strip() for cell in above_numbers):
        # A word for "no score" above scores is a missing score, not a name.
        return n_known > 0
    return n_known > 0 or not any(recurs)


def _are_numbered(cells: Sequence[str]) -> bool:
    """Return whether columns have the names that pandas gives them: 0, 1, 2."""
    return len(cells) > 1 and [cell.strip() for cell in cells] == list(map(str, range(len(cells))))


def _are_classes(cells: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    """Return whether some cells are the classes 0, 1, 2 above probabilities, and others names.

    So pandas writes what scikit-learn predicts, beside the truth: "0,1,y".
    """
    stripped = [cell.strip() for cell in cells]
    classes = [cell for cell in stripped if is_number(cell)]
    names = [cell for cell in stripped if cell and not is_number(cell)]
    if len(classes) < 2 or classes != list(map(str, range(len(classes)))):
        return False
    has_fractions = all(
        number_share(column) > _MOSTLY and not all(cell.strip().isdigit() for cell in column)
        for cell, column in zip(stripped, columns, strict=True)
        if is_number(cell)
    )
    return has_fractions and bool(names) and not any(map(is_missing, names))


def _recurs(cell: str, others: Sequence[str]) -> bool:
    """Return whether a cell is one of those below it, or one of their kind."""
    if cell == "" or not others:
        return False
    if cell in map(str.strip, others):
        return True
    classes = words_of("trial_class")
    return cell in classes and classes.issuperset(map(str.strip, others))


def is_name(cell: str) -> bool:
    """Return whether everyone uses this as the name of a column, and nobody as a class.

    Examples
    --------
    >>> is_name("label"), is_name("target"), is_name("benign")  # "target" is more often a class
    (True, False, False)
    """
    return is_known_name(cell) and sign_of_formats(cell.strip().casefold()) is None
