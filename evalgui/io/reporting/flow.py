"""The flow of the rows as a drawing: in the file, set aside, used, by class, by call.

References: Bossuyt et al., STARD 2015, item 19.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.texts import ClassName, Style
from evalgui.io.reporting.blocks import as_block
from evalgui.io.reporting.measured_rows import told_with_group
from evalgui.io.reporting.wording import capital, name
from evalgui.render.svg_shapes import FAINT, GRID, INK, PAPER, SMALL, Drawing, wrapped

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.core.vocabulary import Words
    from evalgui.io.reporting.blocks import Picture
    from evalgui.results.result import Result, Row, Table

_WIDTH, _PAD, _LEADING, _GAP = 660.0, 8.0, 14.0, 22.0
_MAIN, _SIDE = 250.0, 270.0
_LARGEST_FAN = 4
_MOST_REASONS = 8
_MOST_NAME = 60


@dataclass(frozen=True, slots=True)
class _Stage:
    """A class in the flow: how many rows it has, and what became of them."""

    title: str
    calls: tuple[str, ...]


def flow_picture(flow: Result, words: Words, dataset: Dataset) -> Picture:
    """Draw the flow of the rows.

    Parameters
    ----------
    flow
        As of `evalgui.results.topics.flow.flow`.
    words
        Those of a field.
    dataset
        Whose rows they are.
    """
    style = Style(words, grouped, lambda text: name(text, _MOST_NAME), grouped)
    rows, set_aside, _classes, *calls = flow.tables
    n = {row.id: cell.value for row, cell in rows.cells("value")}
    used = _used(n, dataset, words)
    aside = [
        f"{grouped(cell.value)}: {name(told_with_group(row, style), _MOST_NAME)}"
        for row, cell in set_aside.cells("n")
    ]
    gone = [cell.value for _row, cell in set_aside.cells("n")]
    if len(aside) > _MOST_REASONS:
        n_more = sum(gone[_MOST_REASONS:])
        aside = [
            *aside[:_MOST_REASONS],
            words("{n}: other reasons, listed below", n=grouped(n_more)),
        ]
    stages = [_stage(table, row, words) for table in calls for row in table.rows]
    height = _height(aside, used, stages)
    drawing = Drawing(_WIDTH, height)
    read = [words("Rows in the file: {n}", n=grouped(n["read"]))]
    y = _box(drawing, 20, 6, _MAIN, read)
    middle = 20 + _MAIN / 2
    if aside:
        lines = [words("Set aside: {n}", n=grouped(sum(gone))), *_wrapped(aside, _SIDE)]
        side = _WIDTH - _SIDE - 20
        end = _box(drawing, side, y + _GAP / 2, _SIDE, lines, is_side=True)
        _arrow(drawing, middle, y + _GAP / 2 + 16, side)
        drawing.line(middle, y, middle, end + _GAP / 2, INK)
        y = end + _GAP / 2
    _down(drawing, middle, y, y + _GAP)
    y = _box(drawing, 20, y + _GAP, _MAIN, used)
    _fan(drawing, middle, y, stages, words)
    told = [*read, *aside, *used, *(f"{one.title}: {', '.join(one.calls)}" for one in stages)]
    description = "; ".join(told) + "."
    return as_block(drawing, words("Flow of the rows"), description, on_card=True, holds=("flow",))


def _used(n: dict[str, float], dataset: Dataset, words: Words) -> list[str]:
    """Return the lines of the box of the rows that are used."""
    if dataset.matrix is not None:
        return [words("Counts in the file: {n}", n=grouped(dataset.matrix.n))]
    lines = [words("Rows used: {n}", n=grouped(n["used"]))]
    if "instances" in n:
        lines.append(words("standing for {n} instances", n=grouped(n["instances"])))
    if dataset.subset:
        subset = words("those with {subset}", subset=name(dataset.subset, _MOST_NAME))
        lines += wrapped(subset, _MAIN - 2 * _PAD)
    return lines


def _stage(table: Table, row: Row, words: Words) -> _Stage:
    """Return a class with what became of its rows."""
    style = Style(words, grouped, lambda text: name(text, 30), grouped)
    known = ((column, table.cell(row, column)) for column in table.columns)
    cells = [(column, cell.value) for column, cell in known if cell is not None]
    n, *calls = ((column.title.told(style), grouped(value)) for column, value in cells)
    title = row.title.told(style)
    title = capital(title) if isinstance(row.title, ClassName) else title
    return _Stage(f"{title}: {n[1]}", tuple(map(": ".join, calls)))


def _wrapped(texts: list[str], width: float) -> list[str]:
    return [line for text in texts for line in wrapped(text, width - 2 * _PAD - 6)]


def _fan_width(n: int) -> float:
    return (_WIDTH - 40 - (n - 1) * 16) / n


def _rows_of(stages: list[_Stage]) -> list[list[_Stage]]:
    return [stages[at : at + _LARGEST_FAN] for at in range(0, len(stages), _LARGEST_FAN)][:6]


def _lines_of(stage: _Stage, width: float) -> list[str]:
    return _wrapped([stage.title, *stage.calls], width)


def _height(aside: list[str], used: list[str], stages: list[_Stage]) -> float:
    height = 6 + _size(1) + _GAP + _size(len(used))
    if aside:
        height += _size(1 + len(_wrapped(aside, _SIDE))) + _GAP
    for row in _rows_of(stages):
        width = _fan_width(min(len(stages), _LARGEST_FAN))
        height += _GAP + max(_size(len(_lines_of(one, width))) for one in row)
    return height + 8 + (14 if len(stages) > 6 * _LARGEST_FAN else 0)


def _size(n_lines: int) -> float:
    return n_lines * _LEADING + 2 * _PAD


def _box(  # noqa: PLR0913 - a place, a size and lines
    drawing: Drawing,
    x: float,
    y: float,
    width: float,
    lines: list[str],
    *,
    is_side: bool = False,
) -> float:
    """Draw a box with lines, the first of which is bold; return where it ends."""
    height = _size(len(lines))
    drawing.box(x, y, width, height, PAPER if not is_side else "#f4f5f7", FAINT)
    for number, line in enumerate(lines):
        at = y + _PAD + 11 + number * _LEADING
        drawing.text(x + _PAD, at, line, is_bold=number == 0)
    return y + height


def _down(drawing: Drawing, x: float, y: float, end: float) -> None:
    drawing.line(x, y, x, end, INK)
    drawing.line(x - 4, end - 6, x, end, INK)
    drawing.line(x + 4, end - 6, x, end, INK)


def _arrow(drawing: Drawing, x: float, y: float, end: float) -> None:
    drawing.line(x, y, end, y, INK)
    drawing.line(end - 6, y - 4, end, y, INK)
    drawing.line(end - 6, y + 4, end, y, INK)


def _fan(drawing: Drawing, middle: float, y: float, stages: list[_Stage], words: Words) -> None:
    """Draw a box a class below the box of all rows."""
    if not stages:
        return
    width = _fan_width(min(len(stages), _LARGEST_FAN))
    rows = _rows_of(stages)
    for number, row in enumerate(rows):
        begin = y + _GAP
        centres = [20 + place * (width + 16) + width / 2 for place in range(len(row))]
        if number == 0:
            bar = y + _GAP / 2
            drawing.line(middle, y, middle, bar, INK)
            drawing.line(min(middle, *centres), bar, max(middle, *centres), bar, INK)
            for centre in centres:
                _down(drawing, centre, bar, begin)
        ends = [
            _box(drawing, centre - width / 2, begin, width, _lines_of(stage, width))
            for centre, stage in zip(centres, row, strict=True)
        ]
        y = max(ends)
    n_shown = sum(map(len, rows))
    if len(stages) > n_shown:
        n_more = len(stages) - n_shown
        more = words.counted(
            n_more,
            "and 1 more class, in the table of classes",
            "and {n} more classes, in the table of classes",
            n=grouped(n_more),
        )
        drawing.text(20, y + 14, more, size=SMALL)
    drawing.line(20, drawing.height - 1, 20, drawing.height - 1, GRID)
