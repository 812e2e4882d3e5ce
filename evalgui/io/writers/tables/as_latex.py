"""Tables as LaTeX: tabular environments without packages, behind comments on their origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.writers.origin import one_line, origin_lines
from evalgui.io.writers.tables.how import number_text
from evalgui.render import latex

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from evalgui.io.writers.tables.how import How, Value
    from evalgui.results.result import LongTable


def escaped(text: str) -> str:
    r"""Return text that LaTeX sets as it stands; what shows nothing is told by its number.

    Examples
    --------
    >>> print(escaped("50 % of a_b & c\n"))
    50 \% of a\_b \& c\textless{}U+000A\textgreater{}
    """
    return latex.escaped(one_line(text))


def write_latex(tables: Sequence[LongTable], how: How, file: BinaryIO) -> None:
    """Write tables one after the other; numbers have every digit."""
    file.writelines(
        f"% {line}\n".encode("utf-8", "replace") for line in origin_lines(how.about, how.words)
    )
    for table in tables:
        heads = [escaped(how.told(column)) for column in table.columns]
        _write(file, [f"\n% {one_line(how.told(table))}", *latex.opened(table, heads)])
        for rows in how.rows(table):
            _write(file, [latex.line([_cell(value) for value in row]) for row in rows])
        _write(file, latex.CLOSED)


def _write(file: BinaryIO, lines: Sequence[str]) -> None:
    file.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def _cell(value: Value) -> str:
    if value is None:
        return ""
    return escaped(value) if isinstance(value, str) else latex.mathematical(value, number_text)
