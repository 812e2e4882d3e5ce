"""Which lines of text stand in the cells of a displayed matrix: those that fit into all of them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontMetrics

from evalgui.gui.confusion.shown_matrix import FEW, Shares, ShownMatrix
from evalgui.gui.look import GRID, LARGE, SMALL, scaled_font, text

if TYPE_CHECKING:
    from collections.abc import Collection

    from evalgui.gui.confusion.matrix_geometry import MatrixGeometry

MARGINS = (GRID, GRID // 2, -GRID // 2, -GRID // 2)  # of the text in a cell
NO_MARGINS = (1, 0, -1, 0)  # of the text in the middle of a narrow cell
_NARROW = GRID * 6  # pixels
_LARGEST = 1.6  # times the system font
_KNOWN_WIDTHS = 512
AT_TOP = ("name", "plain")  # the others stand at the bottom
_READING_ORDER = (*AT_TOP, "count", "share", "with_limits")

Lines = tuple[tuple[str, str], ...]


class MatrixFonts:
    """The fonts of the matrix and their sizes."""

    def __init__(self, font: QFont) -> None:
        self.fonts: dict[str, QFont] = {
            "name": scaled_font(font, SMALL, bold=True),
            "largest": scaled_font(font, _LARGEST, bold=True),
            "count": scaled_font(font, LARGE, bold=True),
            "small": scaled_font(font, SMALL),
            "axis": scaled_font(font, 1.0, bold=True),
            "label": scaled_font(font, 1.0),
        }
        self.metrics = {name: QFontMetrics(chosen) for name, chosen in self.fonts.items()}
        self.heights = {name: metrics.height() for name, metrics in self.metrics.items()}
        by_font = self.metrics

        @lru_cache(maxsize=_KNOWN_WIDTHS)
        def width(font: str, words: str) -> int:
            return by_font[font].horizontalAdvance(words)

        self._width = width

    def width(self, font: str, words: str) -> int:
        """Return how wide a text is; most are asked for many times a frame, or in each."""
        return self._width(font, words)

    def widest(self, font: str, texts: Collection[str]) -> int:
        """Return how wide the widest of some texts is."""
        return max((self._width(font, words) for words in texts), default=0)


def margins(place: MatrixGeometry) -> tuple[int, int, int, int]:
    """Return the margins of the text in a cell."""
    return NO_MARGINS if place.cell_width < _NARROW else MARGINS


def fitting_lines(shown: ShownMatrix, place: MatrixGeometry, fonts: MatrixFonts) -> Lines:
    """Return the lines, with their fonts, that fit into every cell; the count matters most.

    The same in all cells, and no other while the threshold is dragged.
    """
    room = place.cell(0, 0).adjusted(*margins(place)).size()
    matrix = shown.matrix
    totals = matrix.actual if shown.has_outcomes else matrix.counts
    if matrix.is_weighted and shown.k <= FEW:  # of sums of weights the longest is not the largest
        largest = max(map(text.count, totals.ravel().tolist()), key=len, default="")
    else:
        largest = text.count(totals.max().item() if totals.size else 0)
    candidates: list[tuple[str, str, list[str]]] = []
    if shown.has_outcomes:
        outcomes = shown.words.outcomes
        candidates.append(("name", "name", [one.short for one in outcomes]))
        candidates.append(("plain", "small", [one.plain for one in outcomes]))
    if shown.has_shares and shown.shares is not Shares.COUNTS:
        limits = text.percent_interval(0.9012, 1.0)  # no cell has wider ones, unless n is large
        both = f"{text.percent(1.0)} ({limits})"
        has_limits = shown.k <= FEW and shown.intervals is not None
        has_room = has_limits and fonts.width("small", both) <= room.width()
        share = (
            ("with_limits", "small", [both])
            if has_room
            else ("share", "small", [text.percent(1.0)])
        )
        candidates.insert(0, share)
    left, chosen = room.height(), {}
    for font in ("largest", "count", "small"):
        beside = fonts.heights[candidates[0][1]] if candidates and font != "small" else 0
        has_room = fonts.heights[font] + beside <= room.height()
        if has_room and fonts.width(font, largest) <= room.width():
            left, chosen = left - fonts.heights[font], {"count": font}
            break
    for field, own, words in candidates:
        if left < fonts.heights[own] or fonts.widest(own, words) > room.width():
            break
        chosen[field] = own
        left -= fonts.heights[own]
    return tuple((field, chosen[field]) for field in _READING_ORDER if field in chosen)
