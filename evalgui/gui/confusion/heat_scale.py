"""The colours of the cells, and of the letters that are readable on them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtGui import QColor

from evalgui.gui.confusion.shown_matrix import LEVELS

if TYPE_CHECKING:
    from evalgui.gui.look import Theme

# How much of a tint a cell without rows has: right is told from wrong there, too, and both from the
# ground; on black it takes more of a colour to be seen.
_FAINTEST, _FAINTEST_ON_BLACK = 0.25, 0.5


def luminance(colour: QColor) -> float:
    """Return the relative luminance of a colour, in [0, 1], as WCAG 2.1 defines it."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # sRGB

    red, green, blue = (linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: QColor, second: QColor) -> float:
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG 2.1 defines it."""
    return _contrast(luminance(first), luminance(second))


def _contrast(first: float, second: float) -> float:
    low, high = sorted((first, second))
    return (high + 0.05) / (low + 0.05)


@cache
def cividis() -> tuple[tuple[QColor, QColor], ...]:
    """Return the colours of the heatmap, low to high, each with that of the letters on it."""
    table = pg.colormap.get("cividis").getLookupTable(nPts=LEVELS, alpha=False)
    fills = [QColor(*(int(part) for part in colour)) for colour in table]
    return tuple((fill, letters_on(fill)) for fill in fills)


def letters_on(fill: QColor) -> QColor:
    """Return black or white, whichever is read more easily: never below 4.5 to 1."""
    ground = luminance(fill)
    is_black = _contrast(0.0, ground) >= _contrast(1.0, ground)
    return QColor("#000000" if is_black else "#ffffff")


def tint(ground: QColor, strongest: QColor) -> tuple[tuple[QColor, QColor], ...]:
    """Return the colours from a faint tint of a ground to the strongest, as `cividis` does."""
    return _tint(ground.rgb(), strongest.rgb())


@lru_cache(maxsize=16)  # each view of a matrix has the same four
def _tint(of_ground: int, of_strongest: int) -> tuple[tuple[QColor, QColor], ...]:
    ground, strongest = QColor(of_ground), QColor(of_strongest)
    from_parts = (ground.red(), ground.green(), ground.blue())
    to_parts = (strongest.red(), strongest.green(), strongest.blue())
    faintest = _FAINTEST if luminance(ground) else _FAINTEST_ON_BLACK
    fills = []
    for level in range(LEVELS):
        share = faintest + (1 - faintest) * level / (LEVELS - 1)
        parts = zip(from_parts, to_parts, strict=True)
        fills.append(QColor(*(round(low + (high - low) * share) for low, high in parts)))
    return tuple((fill, letters_on(fill)) for fill in fills)


@cache
def zone_shades(theme: Theme) -> dict[bool | None, tuple[tuple[QColor, QColor], ...]]:
    """Return the grounds of cells that are right, wrong, and neither, from faint to strong."""
    neither = theme.tab if theme.is_dark else theme.border
    strongest = {True: theme.correct_fill, False: theme.error_fill, None: neither}
    return {
        is_right: tint(QColor(theme.base), QColor(fill)) for is_right, fill in strongest.items()
    }
