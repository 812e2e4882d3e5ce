"""How everything looks and reads in the window: colours, fonts, icons, spacing, and text."""

from evalgui.gui import text, theme
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
    "Theme",
    "icon",
    "scaled_font",
    "text",
    "theme",
    "with_clear_boxes",
]
