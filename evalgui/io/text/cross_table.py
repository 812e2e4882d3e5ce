"""Cross tables as statistical programs lay them out, made plain: classes above and beside counts.

SPSS nests the classes below the names of their variables and writes shares below counts; Stata
draws lines; pandas prints the name of the rows in a line of its own. What is left is a line with
both names and the classes of the columns, and a line of counts for each class of the rows.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.confusion import MOST_CLASSES
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import is_total, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    Grid = list[list[str]]

CROSS_TABLE = Finding(
    "cross_table",
    phrase(
        "this is a cross table as statistical programs lay it out: its counts are read, without "
        "shares"
    ),
)
"""What is said of such a table."""

_COUNT = re.compile(r"[0-9]+(?:\.0*)?|[0-9]{1,3}(?:,[0-9]{3})+")
_WORD = re.compile(r"\S+")
_MOST_LINES = 8 * MOST_CLASSES
_MOST_TITLES = 20
_FEWEST = 2  # classes on either side


def plain_text(text: str) -> str | None:
    r"""Return the text of a cross table between tabs; None where it is none.

    Examples
    --------
    >>> plain_text("\t\td\t\tTotal\n\t\tno\tyes\t\nt\t-\t9\t1\t10\n\t+\t2\t8\t10\n")
    't / d\tno\tyes\tTotal\n-\t9\t1\t10\n+\t2\t8\t10\n'
    >>> plain_text("a,b\n1,2\n")
    """
    lines = text.splitlines()[: _MOST_LINES + 1]
    if len(lines) > _MOST_LINES:
        return None
    found = _of_drawing(lines) or _of_print(lines)
    if found is None:
        sign = max("\t;,", key=lambda mark: (mark in text, text.count(mark)))
        found = plain_rows([list(row) for row in csv.reader(lines, delimiter=sign)])
    if found is None:
        return None
    return "".join("\t".join(row) + "\n" for row in found)


def plain_rows(rows: Sequence[Sequence[str]]) -> Grid | None:
    """Return the rows of a cross table with nested headings made plain; None for other rows.

    Parameters
    ----------
    rows
        All cells. Above the counts stand the name of one variable and its classes, beside them
        the name of the other, its classes, and maybe what each row is: the count, or a share.
    """
    place = _first_heading(rows[:_MOST_TITLES])
    if place is None or len(rows) > _MOST_LINES:
        return None
    above, classes, *body = _even(rows[place:])
    width = len(above)
    first = next(at for at, cell in enumerate(above) if cell)
    names = [cell for cell in classes[first:] if cell]
    totals = [cell for cell in above[first + 1 :] if cell]
    heads = [*names, *totals]
    named = classes[0] or (body[0][0] if body else "")
    if len(totals) > 1 or not all(map(is_total, totals)) or first + len(heads) > width or not named:
        return None
    at = 0 if classes[0] else 1
    if not totals and first == at + 1:
        return None  # as people write it, who may have meant more by it
    counts = _counts(body, slice(first, first + len(heads)), at)
    return None if counts is None else [[f"{named} / {above[first]}", *heads], *counts]


def _even(rows: Sequence[Sequence[str]]) -> Grid:
    """Return rows of one width, of cells without blanks around them; none that is empty."""
    width = max(map(len, rows), default=0)
    cells = [[cell.strip() for cell in (*row, *[""] * (width - len(row)))] for row in rows]
    return [row for row in cells if any(row)]


def _first_heading(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the first of two rows of headings, below titles of one cell; None for none."""
    for place, row in enumerate(rows):
        found = _even([row, *next(([one] for one in rows[place + 1 :] if any(one)), [])])
        if len(found) > 1 and _is_above(*found):
            return place
        if found and sum(map(bool, found[0])) > 1:
            return None
    return None


def _is_above(row: Sequence[str], below: Sequence[str]) -> bool:
    """Return whether a row names the variable whose classes stand in the row below it.

    Both leave the columns free in which the other variable and its classes will stand, but for the
    name of that variable.
    """
    if row[0]:
        return False
    first, start = (
        next((at for at, cell in enumerate(one) if cell and at), -1) for one in (row, below)
    )
    return first == start >= _FEWEST and sum(map(bool, below[1:])) >= _FEWEST


def _counts(body: Grid, places: slice, at: int) -> Grid | None:
    """Return the rows of counts, each below its class; None where one is none.

    Parameters
    ----------
    body
        The rows below the headings.
    places
        The columns of counts.
    at
        The column with the classes of the rows; a total may stand before it.
    """
    found, label = [], ""
    has_kinds = places.start > at + 1
    for row in body:
        if row[0] and is_total(label) and not is_total(row[0]):
            break  # notes and tests below the table
        is_named = bool(row[at]) or is_total(row[0])
        label = (row[0] if is_total(row[0]) else row[at]) if is_named else label
        kind = row[places.start - 1] if has_kinds else ""
        if has_kinds and kind.casefold() not in words_of("count_row"):
            continue  # a share of a row, a column or all, or what was expected
        cells = [_bare(cell) for cell in row[places]]
        if not (is_named or has_kinds) or not label or not all(map(_COUNT.fullmatch, cells)):
            return None
        found.append([label, *cells])
    return found if len(found) >= _FEWEST else None


def _bare(cell: str) -> str:
    """Return a count without the commas between its thousands."""
    return cell.replace(",", "") if _COUNT.fullmatch(cell) else cell


def _of_drawing(lines: Sequence[str]) -> Grid | None:
    """Return a table that Stata drew: its classes stand above the ends of the counts."""
    body: list[tuple[str, str]] = []
    at = 0  # the first row of counts: below a rule, and that below both names and the classes
    for line in lines:
        left, bar, right = line.partition("|")
        if _is_rule(line):
            at = at or len(body)
        elif bar and (left.strip() or not right.rstrip().endswith("|")):  # no box with the key
            body.append((left.strip(), right))
    if not _FEWEST <= at < len(body):
        return None
    ends = [word.end() for word in _WORD.finditer(body[at][1].replace("|", " "))]
    heads = [body[at - 1][1][a:b].strip(" |") for a, b in zip([0, *ends], ends, strict=False)]
    above = " ".join(" ".join(right.split()) for _, right in body[: at - 1])
    rows = [
        [left, *map(_bare, right.replace("|", " ").split())]
        for left, right in body[at:]
        if left and _are_counts(right)  # below them stand shares
    ]
    if not all(heads) or any(len(row) != len(heads) + 1 for row in rows):
        return None
    named = " ".join(left for left, _ in body[:at] if left)
    return [[f"{named} / {above}", *heads], *rows] if len(rows) >= _FEWEST else None


def _is_rule(line: str) -> bool:
    return "--" in line and not line.strip("-+=| \t")


def _are_counts(cells: str) -> bool:
    found = cells.replace("|", " ").split()
    return len(found) >= _FEWEST and all(map(_COUNT.fullmatch, found))


def _of_print(lines: Sequence[str]) -> Grid | None:
    """Return a table that pandas printed: the name of the rows stands below that of the columns."""
    rows = [line.split() for line in lines if line.strip()]
    if (
        len(rows) < 2 + _FEWEST
        or len(rows[1]) != 1
        or _COUNT.fullmatch(rows[1][0])
        or len({len(row) for row in rows[2:]}) != 1
    ):
        return None
    head, (name,), *body = rows
    if len(head) != len(body[0]) or not all(_are_counts(" ".join(row[1:])) for row in body):
        return None
    starts = lines[0][:1].isspace() or any(mark in "".join(lines) for mark in ",;\t")
    return None if starts else [[f"{name} / {head[0]}", *head[1:]], *body]
