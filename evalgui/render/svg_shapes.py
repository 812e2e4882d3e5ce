"""Drawings as SVG: few kinds of shapes, with attributes that every renderer knows."""

from __future__ import annotations

import html
import math
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

INK, FAINT, GRID, PAPER = "#1a1a1a", "#5f6670", "#dcdfe4", "#ffffff"
ACCENT, ERROR = "#c2410c", "#a3123a"
SERIES = ("#1f5fa8", "#b3510e", "#3a7d44", "#7a4fa3", "#8a6d00", "#0f7f86", "#a8325e", "#555b66")
"""Colours that are told apart with each deficiency of colour vision, and in grey by lines."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4", "6 2 2 2 2 2")
SMALL, USUAL = 9.5, 11.0
_ADVANCE = 0.56  # of a letter, in its size; wide ones take more
_WIDE, _NARROW = 0.86, 0.3
_DIGITS = 2
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def width_of(text: str, size: float = USUAL) -> float:
    """Return about how wide a text is: rather more than less.

    Examples
    --------
    >>> width_of("ill", 10) < width_of("MWM", 10)
    True
    """
    total = 0.0
    for mark in text:
        if unicodedata.east_asian_width(mark) in {"W", "F"}:
            total += 1.05
        elif mark in "MWmw@%\N{PER MILLE SIGN}" or (mark.isupper() and mark not in "IJ"):
            total += _WIDE if mark in "MWmw@%" else 0.7
        else:
            total += _NARROW if mark in "iljI.,:;|'!()[] \N{NARROW NO-BREAK SPACE}" else _ADVANCE
    return total * size


def wrapped(
    text: str, width: float, measure: Callable[[str], float] = width_of, most: int = 4
) -> list[str]:
    """Return a text in lines no wider than given, the last cut where there are too many.

    Parameters
    ----------
    text
        Words with spaces between them; a word that is wider than a line is parted, after a
        hyphen where it has one.
    width
        Of a line.
    measure
        Gives the width of a text.
    most
        How many lines there are at most.

    Examples
    --------
    >>> wrapped("rows without a diagnosis", 90)
    ['rows without a', 'diagnosis']
    """
    lines: list[str] = []
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and measure(joined) <= width:
            lines[-1] = joined
        else:
            lines += _pieces(word, width, measure)
    if len(lines) > most:
        last = lines[most - 1]
        while last and measure(last + _ELLIPSIS) > width:
            last = last[:-1]
        lines = [*lines[: most - 1], last + _ELLIPSIS]
    return lines


def _pieces(word: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Return a word, in pieces where it is wider than a line."""
    found = []
    while len(word) > 1 and measure(word) > width:
        n = next(n for n in range(1, len(word)) if measure(word[: n + 1]) > width)
        n = word.rfind("-", 1, n) + 1 or n
        found.append(word[:n])
        word = word[n:]
    return [*found, word]


def place(value: float) -> str:
    """Return a coordinate with as many digits as can be seen."""
    rounded = round(float(value), _DIGITS)
    return str(int(rounded)) if rounded.is_integer() else str(rounded)


class Drawing:
    """A drawing that grows shape by shape, in pixels from the top left."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._shapes: list[str] = []

    def line(  # noqa: PLR0913, PLR0917 - two ends and a pen
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        colour: str = INK,
        width: float = 1.0,
        dash: str = "",
    ) -> None:
        """Draw a straight line."""
        ends = f'x1="{place(x1)}" y1="{place(y1)}" x2="{place(x2)}" y2="{place(y2)}"'
        self._shapes.append(f"<line {ends}{_stroke(colour, width, dash)}/>")

    def box(  # noqa: PLR0913, PLR0917 - four sides and colours
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        stroke: str = "",
        opacity: float = 1.0,
    ) -> None:
        """Draw a rectangle."""
        size = f'width="{place(width)}" height="{place(height)}"'
        pen = _stroke(stroke, 1.0, "") if stroke else ""
        faint = f' fill-opacity="{opacity}"' if opacity < 1 else ""
        self._shapes.append(
            f'<rect x="{place(x)}" y="{place(y)}" {size} fill="{fill}"{faint}{pen}/>'
        )

    def circle(  # noqa: PLR0913, PLR0917 - a place and colours
        self,
        x: float,
        y: float,
        radius: float,
        fill: str,
        stroke: str,
        opacity: float = 1.0,
        width: float = 1.5,
    ) -> None:
        """Draw a circle, with an edge so wide where it has one."""
        at = f'cx="{place(x)}" cy="{place(y)}" r="{place(radius)}"'
        pen = _stroke(stroke, width, "") if stroke else ""
        faint = f' fill-opacity="{opacity}"' if opacity < 1 else ""
        self._shapes.append(f'<circle {at} fill="{fill}"{faint}{pen}/>')

    def path(  # noqa: PLR0913 - a pen, and what is within
        self,
        x: NDArray[np.float64],
        y: NDArray[np.float64],
        colour: str,
        *,
        width: float = 1.6,
        dash: str = "",
        fill: str = "none",
        opacity: float = 1.0,
    ) -> None:
        """Draw a line through many places, with a gap where one is NaN."""
        parts, is_open, last = [], False, ""
        for at_x, at_y in zip(x.tolist(), y.tolist(), strict=True):
            if math.isnan(at_x) or math.isnan(at_y):
                is_open = False
                continue
            here = f"{place(at_x)} {place(at_y)}"
            if not is_open or here != last:
                parts.append(f"{'L' if is_open else 'M'}{here}")
            is_open, last = True, here
        if parts:
            faint = f' fill-opacity="{opacity}"' if opacity < 1 else ""
            pen = f'{_stroke(colour, width, dash)} stroke-linejoin="round"'
            self._shapes.append(f'<path d="{"".join(parts)}" fill="{fill}"{faint}{pen}/>')

    def text(  # noqa: PLR0913, PLR0917 - a place and a font
        self,
        x: float,
        y: float,
        text: str,
        anchor: str = "start",
        size: float = USUAL,
        colour: str = INK,
        *,
        is_bold: bool = False,
        is_upright: bool = False,
    ) -> None:
        """Write a text with its base line at a place, or upwards."""
        turned = f' transform="rotate(-90 {place(x)} {place(y)})"' if is_upright else ""
        bold = ' font-weight="bold"' if is_bold else ""
        at = f'x="{place(x)}" y="{place(y)}" text-anchor="{anchor}" font-size="{size}"'
        self._shapes.append(f'<text {at} fill="{colour}"{bold}{turned}>{html.escape(text)}</text>')

    def put(self, x: float, y: float, svg: str) -> None:
        """Put what was drawn elsewhere with its top left corner at a place."""
        self._shapes.append(f'<g transform="translate({place(x)} {place(y)})">{svg}</g>')

    @property
    def svg(self) -> str:
        """All that was drawn: what stands within ``<svg>``."""
        return "\n".join(self._shapes)


def _stroke(colour: str, width: float, dash: str) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f' stroke="{colour}" stroke-width="{place(width)}"{dashed}'
