"""How everything looks and reads: colours, fonts, icons, spacing, text, copies, and scrolling."""

from evalgui.gui import text, theme
from evalgui.gui.copying import copy_both, copy_cells, copy_lines
from evalgui.gui.scrolled_views import ScrollsWithDrag, paint_heads_whole
from evalgui.gui.theme import (
    GRID,
    ICON_SIZE,
    LARGE,
    LIGHT,
    NORMAL,
    SMALL,
    Mode,
    Theme,
    icon,
    scaled_font,
    with_clear_boxes,
)

__all__ = [
    "GRID",
    "ICON_SIZE",
    "LARGE",
    "LIGHT",
    "NORMAL",
    "SMALL",
    "Mode",
    "ScrollsWithDrag",
    "Theme",
    "copy_both",
    "copy_cells",
    "copy_lines",
    "icon",
    "paint_heads_whole",
    "scaled_font",
    "text",
    "theme",
    "with_clear_boxes",
]
