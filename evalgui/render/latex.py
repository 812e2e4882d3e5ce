"""Results as tabular environments of LaTeX, without packages."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.digits import SPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.texts import Style
    from evalgui.results.result import LongTable

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
    r"""Return text on one line that LaTeX sets as it stands.

    Examples
    --------
    >>> print(escaped("50 % of a_b & c"))
    50 \% of a\_b \& c
    """
    return text.translate(_SPECIAL)


def mathematical(value: float, number: Callable[[float], str] = repr) -> str:
    r"""Return a number with every digit in the mathematical mode.

    Examples
    --------
    >>> print(mathematical(0.25), mathematical(1e-7), mathematical(-math.inf))
    $0.25$ $1 \times 10^{-7}$ $-\infty$
    """
    if math.isinf(value):
        return r"$\infty$" if value > 0 else r"$-\infty$"
    digits, sign, exponent = number(value).partition("e")
    return rf"${digits} \times 10^{{{int(exponent)}}}$" if sign else f"${digits}$"


def line(cells: Sequence[str]) -> str:
    """Return a row; braces keep a cell that begins with a bracket from being an option."""
    first = "{}" if cells and cells[0].startswith(("[", "*")) else ""
    return first + " & ".join(cells) + r" \\"


def opened(table: LongTable, heads: Sequence[str]) -> list[str]:
    """Return what stands above the rows of a table: its beginning, and the heads as they stand."""
    sides = "".join("l" if table.kind(column).is_text else "r" for column in table.columns)
    return [rf"\begin{{tabular}}{{{sides}}}", r"\hline", line(heads), r"\hline"]


CLOSED = (r"\hline", r"\end{tabular}")
"""What stands below the rows."""


def tabular(table: LongTable, style: Style) -> str:
    """Return a copy of a table as a tabular environment; what is undefined is two dashes."""
    heads = [escaped(column.title.told(style)) for column in table.columns]
    body = (line([_cell(cell) for cell in row]) for row in zip(*table.made, strict=True))
    return "\n".join([*opened(table, heads), *body, *CLOSED, ""])


def _cell(cell: str | float | None) -> str:
    if cell is None or isinstance(cell, str):
        return escaped(" ".join((cell or "").split()))
    return "--" if math.isnan(cell) else mathematical(cell)
