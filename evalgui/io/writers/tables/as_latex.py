"""Tables as LaTeX: tabular environments without packages, behind comments on their origin."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.digits import SPACE
from evalgui.io.writers.origin import one_line
from evalgui.io.writers.tables.how import number_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from evalgui.io.writers.tables.how import How, Value
    from evalgui.io.writers.tables.out_table import OutTable

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        SPACE: r"\,",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "-": "{-}",  # two of them would be joined
        **{mark: f"\\{mark}" for mark in "&%$#_{}"},
    }
)


def escaped(text: str) -> str:
    r"""Return text that LaTeX sets as it stands; what shows nothing is told by its number.

    Examples
    --------
    >>> print(escaped("50 % of a_b & c\n"))
    50 \% of a\_b \& c\textless{}U+000A\textgreater{}
    """
    return one_line(text).translate(_SPECIAL)


def mathematical(value: float) -> str:
    r"""Return a number with every digit in the mathematical mode.

    Examples
    --------
    >>> print(mathematical(0.25), mathematical(1e-7), mathematical(-math.inf))
    $0.25$ $1 \times 10^{-7}$ $-\infty$
    """
    if math.isinf(value):
        return r"$\infty$" if value > 0 else r"$-\infty$"
    digits, sign, exponent = number_text(value).partition("e")
    return rf"${digits} \times 10^{{{int(exponent)}}}$" if sign else f"${digits}$"


def write_latex(tables: Sequence[OutTable], how: How, file: BinaryIO) -> None:
    """Write tables one after the other; numbers have every digit."""
    file.writelines(f"% {line}\n".encode("utf-8", "replace") for line in how.about.lines(how.words))
    for table in tables:
        sides = "".join("l" if column.kind.is_text else "r" for column in table.columns)
        head = _line([escaped(column.title) for column in table.columns])
        start = [f"\n% {one_line(table.title)}", rf"\begin{{tabular}}{{{sides}}}", r"\hline"]
        _write(file, [*start, head, r"\hline"])
        for block in how.blocks(table):
            rows = zip(*(cells.to_pylist() for cells in block), strict=True)
            _write(file, [_line([_cell(value) for value in row]) for row in rows])
        _write(file, [r"\hline", r"\end{tabular}"])


def _write(file: BinaryIO, lines: list[str]) -> None:
    file.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def _cell(value: Value) -> str:
    if value is None:
        return ""
    return escaped(value) if isinstance(value, str) else mathematical(value)


def _line(cells: list[str]) -> str:
    """Return a row; braces keep a cell that begins with a bracket from being an option."""
    first = "{}" if cells and cells[0].startswith(("[", "*")) else ""
    return first + " & ".join(cells) + r" \\"
