"""Data without a file: what was typed into a grid, as the text that a file would hold."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.meaning import ReadOptions, Roles, is_known_name, label_key, show_hidden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.meaning import MatrixRows

Second: TypeAlias = Literal["score", "predicted"]
"""What stands beside the truth of a row that is typed."""

TRUTH = "truth"
OPTIONS = ReadOptions(encoding="utf-8", delimiter="\t", header=True)
"""How the text is to be read: nothing about it has to be found out."""

_LONGEST_COUNT = 30
_PLAIN_COUNT = re.compile("[0-9]+")
_PARTED_COUNT = re.compile("[0-9]{1,3}(?:[ ,'][0-9]{3})+")
_BLANKS = re.compile("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}]")
_FEWEST = 2
_LONGEST_QUOTED = 24


@dataclass(frozen=True, slots=True, eq=False)
class Typed:
    """What was typed, taking the place of a file.

    Parameters
    ----------
    pasted
        The text, which is read as text that was pasted is.
    roles
        What is known of its columns, since the program named them.
    """

    pasted: Pasted
    roles: Roles = field(repr=False)


def of_counts(counts: Sequence[str], positive: str, negative: str) -> Typed:
    """Return four counts as the confusion matrix that a file would hold.

    Parameters
    ----------
    counts
        TP, FN, FP and TN as they were typed.
    positive, negative
        The names of the classes.

    Raises
    ------
    DataError
        If a count is no whole number, or a name is missing or occurs twice.
    """
    tp, fn, fp, tn = counts
    return of_matrix((positive, negative), ((tp, fn), (fp, tn)), positive=positive)


def of_matrix(
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    rows_are: MatrixRows = "actual",
    positive: str | None = None,
) -> Typed:
    r"""Return a confusion matrix of K classes as a file would hold it.

    Parameters
    ----------
    names
        The K names of the classes.
    cells
        K rows of K counts as they were typed.
    rows_are
        What the rows are; the columns are the other.
    positive
        The class that is positive; None to find out.

    Raises
    ------
    DataError
        If a cell is no whole number, or a name is missing or occurs twice.

    Examples
    --------
    >>> print(of_matrix(("a", "b"), (("5", "2"), ("1", "1 000"))).pasted.text)
    "actual \ predicted"	"a"	"b"
    "a"	"5"	"2"
    "b"	"1"	"1000"
    <BLANKLINE>
    """
    names = [name.strip() for name in names]
    for number, name in enumerate(names, 1):
        if not name:
            message = phrase("class {number} has no name", number=number)
            raise DataError(message, hint=phrase("Type a name"))
    keys = [label_key(name) for name in names]
    for name, key in zip(names, keys, strict=True):
        if keys.count(key) > 1:
            message = phrase("there are two classes '{name}'", name=show_hidden(name))
            raise DataError(message, hint=phrase("Give each class a name of its own"))
    columns_are = "predicted" if rows_are == "actual" else "actual"
    rows = []
    for one, row in zip(names, cells, strict=True):
        where = [_cell_of(rows_are, one, other) for other in names]
        rows.append((one, *(_count(cell, at) for cell, at in zip(row, where, strict=True))))
    if not any(int(cell) for row in rows for cell in row[1:]):
        hint = phrase("Type how many there are of each")
        raise DataError(phrase("every count is 0"), hint=hint)
    text = _written([(f"{rows_are} \\ {columns_are}", *names), *rows])
    return Typed(Pasted(text, tr("New data")), Roles(matrix_rows=rows_are, positive=positive))


def of_rows(rows: Sequence[Sequence[str]], second: Second) -> Typed:
    """Return rows of a truth and a score, or a predicted class, as a file would hold them.

    Parameters
    ----------
    rows
        Pairs of cells as they were typed; what they mean is found out as it is for a file.
        Pairs without any text are no rows.
    second
        What the second cell is.

    Raises
    ------
    DataError
        If nothing was typed.
    """
    filled = [tuple(row) for row in rows if any(cell.strip() for cell in row)]
    if not filled:
        hint = phrase(
            "Type a truth and a score" if second == "score" else "Type a truth and a predicted"
        )
        raise DataError(phrase("nothing has been typed yet"), hint=hint)
    text = _written([(TRUTH, second), *filled])
    if second == "score":
        return Typed(
            Pasted(text, tr("New data")), Roles(truth=TRUTH, scores=("score",), predicted="")
        )
    return Typed(Pasted(text, tr("New data")), Roles(truth=TRUTH, predicted=second))


def _written(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as text in which every cell is quoted: no name is a comment or a separator."""
    out = io.StringIO()
    csv.writer(out, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _cell_of(rows_are: MatrixRows, row: str, column: str) -> str:
    return phrase(
        "actual '{row}', predicted '{column}'"
        if rows_are == "actual"
        else "predicted '{row}', actual '{column}'",
        row=row,
        column=column,
    )


def _count(typed: str, where: str) -> str:
    """Return a count in plain digits; blanks, commas or apostrophes may part its thousands."""
    cell = _BLANKS.sub(" ", typed).strip()
    if not cell:
        hint = phrase("Type 0 where there is none")
        raise DataError(phrase("a count is missing"), where=where, hint=hint)
    is_short = len(cell) <= _LONGEST_COUNT
    if is_short and _PLAIN_COUNT.fullmatch(cell) and cell.isascii():
        return str(int(cell))
    if is_short and _PARTED_COUNT.fullmatch(cell):
        return str(int(re.sub("[ ,']", "", cell)))
    message = phrase("'{cell}' is no count", cell=show_hidden(cell[:_LONGEST_QUOTED]))
    raise DataError(message, where=where, hint=phrase("Type a whole number, not a share"))


# --------------------------------------------------------------------------------- pasting


def cells_of(text: str) -> list[list[str]]:
    r"""Return the cells of text that was copied, line by line.

    Tabs part the cells where there are any, as those of a spreadsheet do; else semicolons,
    commas with something on both sides of each line, or blanks, whichever stands in all lines.

    Examples
    --------
    >>> cells_of("1\t0,9\n0\t0,2\n"), cells_of("1;0,9"), cells_of("yes 0,9"), cells_of("0,9")
    ([['1', '0,9'], ['0', '0,2']], [['1', '0,9']], [['yes', '0,9']], [['0,9']])
    """
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    lines = [line for line in text.splitlines() if line.strip()]
    if any("\t" in line for line in lines):
        found = csv.reader(io.StringIO("\n".join(lines)), delimiter="\t", strict=False)
        return [[cell.strip() for cell in row] for row in found]
    if lines and all(";" in line for line in lines):
        return [[cell.strip() for cell in line.split(";")] for line in lines]
    if lines and all(re.search(r"\S\s+\S", line) for line in lines):
        return [line.replace(", ", " ").split() for line in lines]
    if lines and all("," in line and not _is_decimal(line) for line in lines):
        return [[cell.strip() for cell in line.split(",")] for line in lines]
    return [[line.strip()] for line in lines]


def _is_decimal(line: str) -> bool:
    """Return whether a line is one number with a decimal comma."""
    whole, _, rest = line.strip().lstrip("+-").partition(",")
    return whole in {"", "0"} and rest.isdecimal()


def without_names(rows: list[list[str]]) -> list[list[str]]:
    """Return rows without a first line of the names of columns.

    Examples
    --------
    >>> without_names([["truth", "score"], ["1", "0.5"]])
    [['1', '0.5']]
    """
    is_named = len(rows) > 1 and all(is_known_name(cell) for cell in rows[0] if cell)
    return rows[1:] if is_named and any(rows[0]) else rows


def matrix_of(cells: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]] | None:
    """Return the names and the counts of a whole matrix that was pasted; None where it is none.

    Without names of their own, the classes are "".

    Examples
    --------
    >>> matrix_of([["", "a", "b"], ["a", "5", "2"], ["b", "1", "7"]])
    (['a', 'b'], [['5', '2'], ['1', '7']])
    >>> matrix_of([["5", "2"], ["1", "7"]])
    (['', ''], [['5', '2'], ['1', '7']])
    """
    n = len(cells)
    if n < _FEWEST or any(len(row) != n for row in cells):
        return None
    names = [row[0] for row in cells[1:]]
    keys = [label_key(name) for name in names]
    if n > _FEWEST and keys == [label_key(cell) for cell in cells[0][1:]]:
        return names, [list(row[1:]) for row in cells[1:]]
    return [""] * n, [list(row) for row in cells]
