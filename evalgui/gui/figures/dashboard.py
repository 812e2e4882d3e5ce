"""All of a decision on one sheet: what the data are, the plots that are seen, and the matrix."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSizeF

from evalgui.core.errors import EvalguiError
from evalgui.gui.figures.captioned import GAP, LEAST
from evalgui.gui.figures.sheet import Column
from evalgui.gui.figures.texts import TextBlock
from evalgui.gui.look import GRID, LARGE, NORMAL, scaled_font

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from evalgui.gui.figures.sheet import Dress

    Make = Callable[[Dress, QSizeF], Column]

_STRIP = 3.0 / 5.0  # of the height of a row of curves: rows without one
_BETWEEN = GRID * 1.5
_NARROWEST = 150.0  # units of width of a part


def dashboard_column(
    title: str,
    lines: Sequence[str],
    rows: Sequence[Sequence[tuple[Make, bool]]],
    dress: Dress,
    size: QSizeF,
) -> Generator[None, None, Column]:
    """Lay out rows of parts below a title and the decision, in steps of one part.

    Parameters
    ----------
    title
        What the data are called.
    lines
        What is decided, and on what.
    rows
        What makes each part, and whether it needs only the height of a strip.
    dress, size
        Of all of it.

    Raises
    ------
    EvalguiError
        If there is no room for that many parts.
    """
    result = Column(size)
    part = replace(dress, is_part=True)
    y = 0.0
    heads = [(title, scaled_font(dress.font, LARGE, bold=True))] if dress.has_title else []
    if dress.has_caption:
        heads += [(line, scaled_font(dress.font, NORMAL)) for line in lines]
    for words, font in heads:
        block = TextBlock(words, font, dress.theme.text, size.width() - GRID)
        result.add(GAP, y, block)
        y += block.height
    y += _BETWEEN if heads else 0.0
    shares = [_STRIP if all(is_strip for _make, is_strip in row) else 1.0 for row in rows]
    room = size.height() - y - _BETWEEN * (len(rows) - 1)
    most = max(map(len, rows))
    lowest = room * min(shares) / sum(shares)
    if lowest < LEAST or (size.width() - _BETWEEN * (most - 1)) / most < _NARROWEST:
        message = "there is no room for everything in this figure"
        raise EvalguiError(message, hint="Make it larger or its text smaller, or show fewer plots")
    try:
        for row, share in zip(rows, shares, strict=True):
            height = room * share / sum(shares)
            width = (size.width() - _BETWEEN * (len(row) - 1)) / len(row)
            for place, (make, _is_strip) in enumerate(row):
                result.add(place * (width + _BETWEEN), y, make(part, QSizeF(width, height)))
                yield
            y += height + _BETWEEN
    except GeneratorExit:  # nobody wants it any more
        result.end()
        raise
    return result
