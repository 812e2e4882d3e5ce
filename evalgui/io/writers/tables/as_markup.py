"""Tables as LaTeX, tabular environments without packages, and as Markdown, behind their origin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from evalgui.io.writers.origin import one_line, origin_lines
from evalgui.io.writers.tables.how import number_text
from evalgui.render import latex

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import BinaryIO

    from evalgui.io.writers.tables.how import How, Value
    from evalgui.results.result import LongTable

_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|~&$!"})


def in_latex(text: str) -> str:
    r"""Return text that LaTeX sets as it stands; what shows nothing is told by its number.

    Examples
    --------
    >>> print(in_latex("50 % of a_b & c\n"))
    50 \% of a\_b \& c\textless{}U+000A\textgreater{}
    """
    return latex.escaped(one_line(text))


def in_markdown(text: str) -> str:
    r"""Return text that Markdown shows as it stands, in a cell; what shows nothing by its number.

    Examples
    --------
    >>> print(in_markdown("a|b_c <b>\n"))
    a\|b\_c \<b\>\<U+000A\>
    """
    return one_line(text).translate(_SPECIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Markup:
    """How a language of marks writes tables.

    Parameters
    ----------
    comment
        Returns a line that is not shown.
    text, number
        Return what stands in a cell.
    line
        Returns a row of cells.
    above
        Returns what stands above the rows of a table with a title, given its heads.
    below
        What stands below them.
    """

    comment: Callable[[str], str]
    text: Callable[[str], str]
    number: Callable[[float], str]
    line: Callable[[Sequence[str]], str]
    above: Callable[[LongTable, str, Sequence[str]], Sequence[str]]
    below: Sequence[str] = ()

    def write(self, tables: Sequence[LongTable], how: How, file: BinaryIO) -> None:
        """Write tables one after the other; numbers have every digit."""
        _write(file, list(map(self.comment, origin_lines(how.about, how.words))))
        for table in tables:
            heads = [self.text(how.told(column)) for column in table.columns]
            _write(file, self.above(table, how.told(table), heads))
            for rows in how.rows(table):
                _write(file, [self.line(list(map(self._cell, row))) for row in rows])
            _write(file, self.below)

    def _cell(self, value: Value) -> str:
        if value is None:
            return ""
        return self.text(value) if isinstance(value, str) else self.number(value)


def _write(file: BinaryIO, lines: Sequence[str]) -> None:
    file.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def _above_in_markdown(table: LongTable, title: str, heads: Sequence[str]) -> Sequence[str]:
    sides = ["---" if table.kind(column).is_text else "---:" for column in table.columns]
    return ["", f"**{in_markdown(title)}**", "", _line(heads), _line(sides)]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


LATEX = Markup(
    comment=lambda line: f"% {line}",
    text=in_latex,
    number=partial(latex.mathematical, number=number_text),
    line=latex.line,
    above=lambda table, title, heads: [f"\n% {one_line(title)}", *latex.opened(table, heads)],
    below=latex.CLOSED,
)
MARKDOWN = Markup(
    comment=lambda line: f"<!-- {line.replace('--', '-&#45;')} -->",  # nothing in it may end it
    text=in_markdown,
    number=number_text,
    line=_line,
    above=_above_in_markdown,
)
