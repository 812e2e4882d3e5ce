"""Which lines of text stand in the cells of a displayed matrix: those that fit into all of them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QFont, QFontMetrics

from evalgui.gui.confusion.matrix_geometry import lay_out
from evalgui.gui.confusion.shown_matrix import FEW, Shares, ShownMatrix
from evalgui.gui.look import GRID, LARGE, SMALL, scaled_font, text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from PySide6.QtCore import QSize

    from evalgui.gui.confusion.matrix_geometry import MatrixGeometry, Texts

MARGINS = (GRID + 2, GRID // 2, -GRID // 2, -GRID // 2)  # of the text in a cell
_SMALL_MARGINS = (6, 1, -2, -1)  # of the text in a cell of three classes or more
NO_MARGINS = (1, 0, -1, 0)  # of the text in the middle of a narrow cell
_NARROW = GRID * 6  # pixels
_SHARES = ("share", "with_limits")
_READING_ORDER = ("name", "count", "share_beside", *_SHARES, "limits", "of_what")
_KNOWN_WIDTHS = 512
BESIDE = GRID  # pixels between a count and the share beside it

Lines = tuple[tuple[str, str], ...]


class MatrixFonts:
    """The fonts of the matrix and their sizes."""

    def __init__(self, font: QFont) -> None:
        self.fonts: dict[str, QFont] = {
            "name": scaled_font(font, SMALL, bold=True),
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


def margins(shown: ShownMatrix, place: MatrixGeometry) -> tuple[int, int, int, int]:
    """Return the margins of the text in a cell."""
    if shown.has_outcomes:
        return MARGINS
    return NO_MARGINS if place.cell_width < _NARROW else _SMALL_MARGINS


def fitting_lines(shown: ShownMatrix, place: MatrixGeometry, fonts: MatrixFonts) -> Lines:
    """Return the lines, with their fonts, that fit into every cell; the count matters most.

    The same in all cells, and no other while the threshold is dragged. A share that has no line
    of its own stands beside the count, if it is as wide as that.
    """
    room = place.cell(0, 0).adjusted(*margins(shown, place)).size()
    matrix = shown.matrix
    totals = matrix.actual if shown.has_outcomes else matrix.counts
    if matrix.is_weighted and shown.k <= FEW:  # of sums of weights the longest is not the largest
        largest = max(map(text.count, totals.ravel().tolist()), key=len, default="")
    else:
        largest = text.count(totals.max().item() if totals.size else 0)
    counts = "count" if fonts.width("count", largest) <= room.width() else "small"
    if fonts.heights["count"] > room.height():
        counts = "small"
    candidates = [("count", counts, largest)]
    if shown.has_outcomes:
        widest = max(shown.words.shorts, key=lambda name: fonts.width("name", name))
        candidates.append(("name", "name", widest))
    if shown.shares is not Shares.COUNTS:
        limits = text.percent_interval(0.9012, 1.0)  # no cell has wider ones, unless n is large
        both = f"{text.percent(1.0)} ({limits})"
        has_limits = shown.k <= FEW and shown.intervals is not None
        if has_limits and fonts.width("small", both) <= room.width():
            candidates.append(("with_limits", "small", both))
        else:
            candidates.append(("share", "small", text.percent(1.0)))
            if has_limits and fonts.width("small", limits) <= room.width():
                candidates.append(("limits", "small", limits))
        if shown.k <= FEW:
            whats = {shown.cell(place, place).of_what for place in range(shown.k)}
            widest = max(whats, key=partial(fonts.width, "small"))
            candidates.append(("of_what", "small", widest))
    chosen = _stacked(candidates, room, fonts, may_skip_count=shown.has_outcomes)
    wants_share = shown.has_outcomes and shown.shares is not Shares.COUNTS
    if wants_share and "count" in chosen and chosen.keys().isdisjoint(_SHARES):
        beside = fonts.width(counts, largest) + BESIDE + fonts.width("small", text.percent(1.0))
        if beside <= room.width():
            chosen["share_beside"] = "small"
    return tuple((field, chosen[field]) for field in _READING_ORDER if field in chosen)


def _stacked(
    candidates: Iterable[tuple[str, str, str]],
    room: QSize,
    fonts: MatrixFonts,
    *,
    may_skip_count: bool,
) -> dict[str, str]:
    """Return the fonts of the first lines that fit under each other: field, font, widest words."""
    left, chosen = room.height(), {}
    for field, font, widest in candidates:
        if field == "count" and may_skip_count and fonts.width(font, widest) > room.width():
            continue  # its share alone says more than nothing
        left -= fonts.heights[font]
        if left < 0 or fonts.width(font, widest) > room.width():
            break
        chosen[field] = font
    return chosen


def make_room_for_counts(
    place: MatrixGeometry, size: QSize, shown: ShownMatrix, texts: Texts, fonts: MatrixFonts
) -> tuple[MatrixGeometry, Lines]:
    """Return where everything is, and the lines in the cells.

    The totals of the rows give way where the counts of the four outcomes do not fit otherwise.
    """
    lines = fitting_lines(shown, place, fonts)
    if not shown.has_outcomes or any(field == "count" for field, _ in lines):
        return place, lines
    wider = lay_out(size, shown.k, replace(texts, widest_total=0))
    wider_lines = fitting_lines(shown, wider, fonts)
    has_counts = any(field == "count" for field, _ in wider_lines)
    return (wider, wider_lines) if has_counts else (place, lines)
