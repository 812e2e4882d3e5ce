"""Tables as Markdown, behind comments on their origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.writers.origin import one_line, origin_lines
from evalgui.io.writers.tables.how import number_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from evalgui.io.writers.tables.how import How, Value
    from evalgui.results.result import LongTable

_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|~&$!"})


def escaped(text: str) -> str:
    r"""Return text that Markdown shows as it stands, in a cell; what shows nothing by its number.

    Examples
    --------
    >>> print(escaped("a|b_c <b>\n"))
    a\|b\_c \<b\>\<U+000A\>
    """
    return one_line(text).translate(_SPECIAL)


def write_markdown(tables: Sequence[LongTable], how: How, file: BinaryIO) -> None:
    """Write tables one after the other, each below its title; numbers have every digit."""
    for line in origin_lines(how.about, how.words):
        # Nothing within a comment may end it.
        _write(file, [f"<!-- {line.replace('--', '-&#45;')} -->"])
    for table in tables:
        sides = ["---" if table.kind(column).is_text else "---:" for column in table.columns]
        head = _line([escaped(how.told(column)) for column in table.columns])
        _write(file, ["", f"**{escaped(how.told(table))}**", "", head, _line(sides)])
        for rows in how.rows(table):
            _write(file, [_line([_cell(value) for value in row]) for row in rows])


def _write(file: BinaryIO, lines: list[str]) -> None:
    file.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def _cell(value: Value) -> str:
    if value is None:
        return ""
    return escaped(value) if isinstance(value, str) else number_text(value)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
