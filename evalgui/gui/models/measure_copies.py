"""Measures as text for the clipboard: with every digit, and always with a point."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.gui.look import text
from evalgui.gui.models.intervals import is_defined

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.measured import Interval

_PLAIN = str.maketrans({"\N{NARROW NO-BREAK SPACE}": None, text.MINUS: "-"})


@dataclass(frozen=True, slots=True)
class Line:
    """A measure: its name, its value and what stands beside it.

    `pinned` is its value at the pinned threshold: None where nothing is pinned, or where it
    does not follow the threshold. `interval` is None where nobody says where the true value lies,
    and `reason` why there is no value.
    """

    name: str
    value: float
    detail: str
    pinned: float | None = None
    interval: Interval | None = None
    reason: str = ""


def as_values(lines: Sequence[Line], _pinned_at: str = "") -> str:
    """Return the bare values, one a line: ``0.625``."""
    return "\n".join(_number(line.value, "undefined") for line in lines)


def as_tsv(lines: Sequence[Line], pinned_at: str = "") -> str:
    """Return a table with tabs, as spreadsheets take it; an empty cell is undefined."""
    limits = _heads_of_limits(lines)
    pinned = [f"Value {pinned_at}"] if pinned_at else []
    rows = [["Metric", "Value", *limits, *pinned, "x/n"]]
    for line in lines:
        row = [line.name, _number(line.value, "")]
        row += _limits(line, lambda limit: _number(limit, "")) if limits else []
        if pinned_at:
            row.append("" if line.pinned is None else _number(line.pinned, ""))
        rows.append([*row, _detail(line)])
    return "".join("\t".join(_one_line(cell) for cell in row) + "\n" for row in rows)


def as_latex(lines: Sequence[Line], pinned_at: str = "") -> str:
    """Return a tabular environment without packages."""
    from evalgui.gui.typesetting.writing import escaped  # not for a start-up

    limits = _heads_of_limits(lines)
    pinned = [f"Value {pinned_at}"] if pinned_at else []
    columns = "lr" + "rrl" * bool(limits) + "r" * len(pinned) + "l"
    header = [escaped(head) for head in ("Metric", "Value", *limits, *pinned)]
    rows = [rf"\begin{{tabular}}{{{columns}}}", r"\hline", _row([*header, "$x/n$"]), r"\hline"]
    for line in lines:
        cells = [escaped(line.name), _mathematical(line.value)]
        if limits:
            lower, upper, method = _limits(line, _mathematical)
            cells += [lower, upper, escaped(method)]
        if pinned_at:
            cells.append("" if line.pinned is None else _mathematical(line.pinned))
        rows.append(_row([*cells, escaped(_detail(line))]))
    return "\n".join([*rows, r"\hline", r"\end{tabular}", ""])


def _heads_of_limits(lines: Sequence[Line]) -> list[str]:
    """Return the heads of the columns of intervals, none where no line has one."""
    levels = {line.interval.level for line in lines if line.interval is not None}
    if not levels:
        return []
    level = _plain(text.level(levels.pop()))
    return [f"{level} lower", f"{level} upper", "Method"]


def _limits(line: Line, told: Callable[[float], str]) -> list[str]:
    """Return both limits and their method; empty cells where they are not defined."""
    if line.interval is None or not is_defined(line.interval):
        return ["", "", ""]
    return [told(line.interval.lower), told(line.interval.upper), line.interval.method]


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _number(value: float, undefined: str) -> str:
    return undefined if math.isnan(value) else repr(value)


def _mathematical(value: float) -> str:
    if math.isnan(value):
        return "--"
    if math.isinf(value):
        return r"$\infty$" if value > 0 else r"$-\infty$"
    digits, sign, exponent = repr(value).partition("e")
    return rf"${digits} \times 10^{{{int(exponent)}}}$" if sign else f"${digits}$"


def _detail(line: Line) -> str:
    return _plain(line.reason or line.detail)


def _plain(words: str) -> str:
    """Return words with numbers as other programs read them."""
    plain = words.translate(_PLAIN)
    return re.sub(rf"(?<=\d){re.escape(text.decimal_sign())}(?=\d)", ".", plain)


def _one_line(cell: str) -> str:
    return " ".join(cell.split())
